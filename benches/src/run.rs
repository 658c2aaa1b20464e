//! Certified runs beside plain evaluation, as ratios.

use std::hint::black_box;
use std::io;
use std::path::Path;

use phinum_bulk::blocks::blocks;
use phinum_bulk::certificate::Certifier;
use phinum_bulk::engine::Engine;
use phinum_bulk::eval::{self, ROWS};
use phinum_bulk::output::{Format, Schema, Sink, Target, Values, Writer, read};
use phinum_bulk::run::{Crc, Plan, Workers, begin, verify};
use phinum_core::backend::{Backend, RangeTask};
use phinum_core::column::Column;
use phinum_core::function::Function;
use phinum_core::prefix::{Exact, Powers};
use phinum_cpu::Cpu;

use crate::column::{START, function};
use crate::measure::{Bench, Error, assert, seconds};

/// 512 MiB of rows of two words.
const LEN: usize = 32 << 20;
const PAIRS: usize = 7;

/// Memory that is written over from its beginning again and again.
struct Memory<'a> {
    bytes: &'a mut [u8],
    at: usize,
}

impl io::Write for Memory<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes[self.at..self.at + bytes.len()].copy_from_slice(bytes);
        self.at += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Sink for Memory<'_> {
    fn can_patch(&self) -> bool {
        false
    }

    fn patch(&mut self, _: &[u8]) -> io::Result<()> {
        unreachable!("the number of rows is known")
    }
}

/// One quantity over one range.
struct Job {
    function: Function,
    engine: Engine,
    cpu: Cpu,
}

impl Job {
    fn range() -> core::ops::Range<u128> {
        u128::from(START)..u128::from(START) + LEN as u128
    }

    fn schema(&self) -> Schema {
        let fields = eval::range_fields(std::slice::from_ref(&self.function), &Self::range());
        Schema::new(fields.expect("values fit"), Some(LEN as u64))
    }

    /// `phinum eval`, certified as it is, into what is written on.
    fn eval<W: Sink>(&self, out: W) -> W {
        let mut writer = Writer::new(out, "memory", Format::Npy, self.schema()).expect("numbers");
        let functions = std::slice::from_ref(&self.function);
        eval::range(&self.engine, functions, None, &Self::range(), &mut writer, &|_| Ok(()))
            .expect("memory");
        writer.finish().expect("memory")
    }

    /// The same without a look at the values.
    fn unchecked<W: Sink>(&self, out: W) -> W {
        let mut writer = Writer::new(out, "memory", Format::Npy, self.schema()).expect("numbers");
        let width = self.function.width(Self::range()).expect("values fit");
        let mut column = Column::unwritten(width, 0);
        for block in blocks(Self::range(), ROWS) {
            column.reset(width, block.len);
            let task = RangeTask::new(&self.function, block.start, column.as_mut());
            self.cpu.fill(task.expect("values fit")).expect("the CPU works");
            let row = [Values::Counted(block.start), Values::Column(&column)];
            writer.rows(block.len, &row).expect("memory");
        }
        writer.finish().expect("memory")
    }

    /// A certified run in a folder that was not there, and its sum.
    fn run(&self, folder: &Path) -> dashu_int::IBig {
        let functions = std::slice::from_ref(&self.function);
        let plan = Plan::new(functions, Self::range(), ROWS as u64, Format::Npy, false);
        let workers = Workers { engine: &self.engine, seconds: &[] };
        let report = begin(folder, plan.expect("values fit"), None, workers, &|_| Ok(()));
        let report = report.expect("the disk has room");
        report.totals[0].sum.0.clone().into()
    }

    /// The right sum.
    fn exact(&self) -> dashu_int::IBig {
        let exact = Exact::<Powers>::new(&self.function, 64).expect("a closed sum");
        exact.over(Self::range()).f
    }

    /// Seconds a row of a run in a folder that is not there, and is taken away.
    fn timed(&self, out: &Path) -> Result<f64, Error> {
        let mut sum = None;
        let seconds = seconds(LEN, || sum = Some(self.run(out)));
        let what = format!("a run of {}", self.function.name());
        assert(sum == Some(self.exact()), &what)?;
        let found = verify(out, &|_| Ok(()))?;
        assert(found.is_sound() && found.is_complete(), &what)?;
        std::fs::remove_dir_all(out).expect("ours");
        Ok(seconds)
    }
}

/// Measures runs in an empty folder, always in full.
///
/// # Errors
/// [`Error`]: a wrong result, or a listener that wants no more.
///
/// # Panics
/// If the disk is full or the folder is not there.
pub fn measure(bench: &mut Bench<'_>, folder: &Path) -> Result<(), Error> {
    let mut memory = vec![1; 16 * LEN + 4096];
    let memory = &mut memory[..];
    let place = folder.parent().unwrap_or(folder).display();
    bench.setting(&format!("NPY, {LEN} rows, blocks of {ROWS}, in {place}"))?;
    for name in ["upper-bound", "terms", "longest"] {
        let job = Job {
            function: function(name),
            engine: Engine::new(vec![Box::new(Cpu::default())]),
            cpu: Cpu::default(),
        };
        let what = format!("{name} run");
        let out = folder.join("run");
        bench.ratio(&what, "eval into memory", PAIRS, || {
            let run = job.timed(&out)?;
            let eval = seconds(LEN, || {
                black_box(job.eval(Memory { bytes: &mut *memory, at: 0 }));
            });
            Ok((run, eval))
        })?;
        bench.ratio(&what, "the same, unchecked", PAIRS, || {
            let run = job.timed(&out)?;
            let eval = seconds(LEN, || {
                black_box(job.unchecked(Memory { bytes: &mut *memory, at: 0 }));
            });
            Ok((run, eval))
        })?;
        let file = folder.join("out.npy");
        bench.ratio(&what, "eval -o FILE there", PAIRS, || {
            let eval = seconds(LEN, || {
                let out = job.eval(Target::file(&file).expect("a file"));
                out.commit().expect("a file");
            });
            std::fs::remove_file(&file).expect("ours");
            Ok((job.timed(&out)?, eval))
        })?;
        certificate(bench, name)?;
    }
    Ok(())
}

/// What a certificate costs beside what it certifies, a block at a time.
fn certificate(bench: &mut Bench<'_>, name: &str) -> Result<(), Error> {
    let function = function(name);
    let cpu = Cpu::default();
    let range = u128::from(START)..u128::from(START) + ROWS as u128;
    let width = function.width(range.clone()).expect("values fit");
    let mut column = Column::unwritten(width, ROWS);
    let mut fill = || {
        let task = RangeTask::new(&function, range.start, column.as_mut()).expect("values fit");
        cpu.fill(task).expect("the CPU works");
        column.clone()
    };
    let values = fill();
    let fields = eval::range_fields(std::slice::from_ref(&function), &range).expect("values fit");
    let write = || {
        let schema = Schema::new(fields.clone(), Some(ROWS as u64));
        let mut out = Writer::new(Vec::new(), "memory", Format::Npy, schema).expect("numbers");
        out.rows(ROWS, &[Values::Counted(range.start), Values::Column(&values)]).expect("memory");
        out.finish().expect("memory")
    };
    let bytes = write();
    let mut certifier = Certifier::new(&function, &range);
    let mut back = Vec::new();
    let baseline = "writing a block in memory";
    bench.ratio(&format!("{name} reading back"), baseline, PAIRS, || {
        let read = seconds(ROWS, || {
            read(Format::Npy, &fields, ROWS, &bytes, &mut back).expect("what was written");
        });
        Ok((read, seconds(ROWS, || drop(black_box(write())))))
    })?;
    bench.ratio(&format!("{name} sums and sample"), baseline, PAIRS, || {
        let check = seconds(ROWS, || certifier.check(range.start, &back[1]).1.expect("right"));
        Ok((check, seconds(ROWS, || drop(black_box(write())))))
    })?;
    bench.ratio(&format!("{name} CRC-32"), baseline, PAIRS, || {
        let crc = seconds(ROWS, || {
            black_box(Crc::of(&bytes));
        });
        Ok((crc, seconds(ROWS, || drop(black_box(write())))))
    })
}

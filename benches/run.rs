//! Certified runs beside plain evaluation, as ratios.

use std::hint::black_box;
use std::io;
use std::path::Path;

use phinum_benches::{START, function, ratio, time};
use phinum_bulk::blocks::blocks;
use phinum_bulk::certificate::Certifier;
use phinum_bulk::engine::Engine;
use phinum_bulk::eval::{self, ROWS};
use phinum_bulk::output::{Format, Schema, Sink, Target, Values, Writer, read};
use phinum_bulk::run::{Crc, Plan, Workers, begin, verify};
use phinum_core::backend::{Backend, RangeTask};
use phinum_core::column::{Column, Width};
use phinum_core::function::Function;
use phinum_core::prefix::{Exact, Powers};
use phinum_cpu::Cpu;

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
        let mut column = Column::unwritten(Width::U64, 0);
        for block in blocks(Self::range(), ROWS) {
            column.reset(Width::U64, block.len);
            let task = RangeTask::new(&self.function, block.start, column.as_mut());
            self.cpu.fill(task.expect("values fit")).expect("the CPU works");
            let row = [Values::Counted(block.start), Values::Column(&column)];
            writer.rows(block.len, &row).expect("memory");
        }
        writer.finish().expect("memory")
    }

    /// A certified run in a folder that was not there.
    fn run(&self, folder: &Path) {
        let functions = std::slice::from_ref(&self.function);
        let plan = Plan::new(functions, Self::range(), ROWS as u64, Format::Npy, false);
        let workers = Workers { engine: &self.engine, seconds: &[] };
        let report = begin(folder, plan.expect("values fit"), None, workers, &|_| Ok(()));
        let report = report.expect("the disk has room");
        let exact = Exact::<Powers>::new(&self.function, 64).expect("a closed sum");
        let exact = exact.over(Self::range()).f;
        assert_eq!(dashu_int::IBig::from(report.totals[0].sum.0.clone()), exact);
    }
}

fn main() {
    let base = std::env::var_os("PHINUM_BENCH_FOLDER").unwrap_or_else(|| "/dev/shm".into());
    let folder = tempfile::tempdir_in(&base).expect("a folder for runs");
    let mut memory = vec![1; 16 * LEN + 4096];
    println!("NPY, {LEN} rows, blocks of {ROWS}, in {}:", Path::new(&base).display());
    for name in ["upper-bound", "terms", "longest"] {
        let job = Job {
            function: function(name),
            engine: Engine::new(vec![Box::new(Cpu::default())]),
            cpu: Cpu::default(),
        };
        let mut rounds = 0;
        let mut run = || {
            let out = folder.path().join(rounds.to_string());
            rounds += 1;
            let seconds = time(LEN, || job.run(&out));
            let found = verify(&out, &|_| Ok(())).expect("a run");
            assert!(found.is_sound() && found.is_complete());
            std::fs::remove_dir_all(&out).expect("ours");
            seconds
        };
        let memory = &mut memory[..];
        ratio(&format!("{name} run"), "eval into memory", PAIRS, || {
            (
                run(),
                time(LEN, || {
                    black_box(job.eval(Memory { bytes: &mut *memory, at: 0 }));
                }),
            )
        });
        ratio(&format!("{name} run"), "the same, unchecked", PAIRS, || {
            (
                run(),
                time(LEN, || {
                    black_box(job.unchecked(Memory { bytes: &mut *memory, at: 0 }));
                }),
            )
        });
        let file = folder.path().join("out.npy");
        ratio(&format!("{name} run"), "eval -o FILE there", PAIRS, || {
            let eval = time(LEN, || {
                let out = job.eval(Target::file(&file).expect("a file"));
                out.commit().expect("a file");
            });
            std::fs::remove_file(&file).expect("ours");
            (run(), eval)
        });
        certificate(name);
    }
}

/// What a certificate costs beside what it certifies, a block at a time.
fn certificate(name: &str) {
    let function = function(name);
    let cpu = Cpu::default();
    let range = u128::from(START)..u128::from(START) + ROWS as u128;
    let mut column = Column::unwritten(Width::U64, ROWS);
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
    ratio(&format!("{name} reading back"), baseline, PAIRS, || {
        let read = time(ROWS, || {
            read(Format::Npy, &fields, ROWS, &bytes, &mut back).expect("what was written");
        });
        (read, time(ROWS, || drop(black_box(write()))))
    });
    ratio(&format!("{name} sums and sample"), baseline, PAIRS, || {
        let check = time(ROWS, || certifier.check(range.start, &back[1]).1.expect("right"));
        (check, time(ROWS, || drop(black_box(write()))))
    });
    ratio(&format!("{name} CRC-32"), baseline, PAIRS, || {
        let crc = time(ROWS, || {
            black_box(Crc::of(&bytes));
        });
        (crc, time(ROWS, || drop(black_box(write()))))
    });
}

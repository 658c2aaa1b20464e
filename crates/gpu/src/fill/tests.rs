//! Packed columns without a device: what the shader does with its tasks, done here one
//! value after another, with an eye on who writes which word.

use bytemuck::Pod;
use phinum_core::column::Word;
use phinum_core::for_width;
use phinum_core::function::Function;
use phinum_shaders::tile_fill::Task;

use super::Target;
use super::packed::Packed;
use crate::tables::Tables;
use crate::work::{Frame, Work};

const FRAME: Frame = Frame { workgroup: 4, row: 65535, binding: 1 << 14 };

/// Every quantity that is not finished on the host, and a table wider than a word.
fn functions() -> Vec<Function> {
    let wide: Vec<u128> = (1..=185).map(|i| i << (i / 2)).collect();
    let all = Function::all().into_iter().filter(|function| function.name() != "closed-bound");
    all.chain([Function::weighted("wide", &wide)]).collect()
}

/// The words of a batch of `tasks`; an error if one is written twice or not at all, or
/// something is read past the end of a table.
fn run(tables: &Tables, tasks: &[Task], per_word: u32, words: usize) -> Result<Vec<u32>, String> {
    let mut table: Vec<u32> = for_width!(Column, tables.tile.table(), values => {
        values.iter().map(|value| value.wide() as u32).collect()
    });
    table.resize(table.len() + 16, 0);
    let mut relief = tables.tile.relief().to_vec();
    relief.resize(relief.len().next_multiple_of(4) + 4, 0);
    let bits = 32 / per_word;
    let mut out = vec![None; words];
    for task in tasks {
        for word in 0..task.words {
            let value = |k| -> Option<u32> {
                let j = word * per_word + k;
                let relieved = match task.times {
                    0 => 0,
                    times => {
                        times.wrapping_mul((*relief.get((task.relief_from + j) as usize)?).into())
                    }
                };
                let entry = table.get((task.table_from + j) as usize)?;
                Some(entry.wrapping_add(relieved).wrapping_add(task.add))
            };
            let mut packed = 0;
            for k in 0..per_word {
                let value = value(k).ok_or_else(|| format!("a table ends before {task:?}"))?;
                packed |= (value << (32 - bits)) >> (32 - bits) << (bits * k);
            }
            let at = (task.out + word) as usize;
            if out[at].replace(packed).is_some() {
                return Err(format!("word {at} is written twice"));
            }
        }
    }
    out.into_iter().map(|word| word.ok_or_else(|| "a word is not written".into())).collect()
}

/// Fills so many values chunk by chunk, `spoil` at work on the tasks of each, and compares
/// them with the reference.
fn check<W: Word + Pod>(
    tables: &Tables,
    start: u128,
    [len, chunk, threads]: [usize; 3],
    spoil: impl Fn(&mut [Task]),
) -> Result<(), String> {
    let mut out = vec![W::ONES; len];
    let per_word = 32 / W::WIDTH.bits();
    let mut work = Packed(Target { tables, start, out: &mut out, longest: 16, per_word, threads });
    for begin in (0..len).step_by(chunk) {
        let chunk = begin as u64..len.min(begin + chunk) as u64;
        let mut feed = Vec::new();
        let batch = work.prepare(chunk.clone(), &FRAME, &mut feed);
        let tasks: &mut [Task] = bytemuck::cast_slice_mut(&mut feed);
        spoil(tasks);
        let words = run(tables, tasks, per_word, batch.words)?;
        work.receive(chunk, batch.note, &words);
    }
    for (n, value) in (start..).zip(out) {
        let expected = W::low(tables.tile.function().value_wrapped(n));
        if value != expected {
            return Err(format!("{value:?} and not {expected:?} at {n}"));
        }
    }
    Ok(())
}

fn check_all(tables: &Tables, start: u128, sizes: [usize; 3]) {
    let checked = check::<u8>(tables, start, sizes, |_| {})
        .and_then(|()| check::<u16>(tables, start, sizes, |_| {}))
        .and_then(|()| check::<u32>(tables, start, sizes, |_| {}));
    let name = tables.tile.function().name();
    assert_eq!(checked, Ok(()), "{name} from {start}, {sizes:?}");
}

#[test]
fn parts_of_every_length_that_begin_anywhere_are_put_together() {
    for index in [6, 7, 9] {
        for function in functions() {
            let tables = Tables::new(1, &function, index, 16);
            for start in (0..40).chain([(1 << 32) - 21, (1 << 64) - 22, 1 << 100]) {
                for len in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 61, 250] {
                    check_all(&tables, start, [len, 1 << 20, 1]);
                }
            }
        }
    }
}

#[test]
fn chunks_may_end_anywhere() {
    for function in functions() {
        let tables = Tables::new(1, &function, 8, 16);
        for chunk in [1, 2, 3, 5, 34, 101] {
            check_all(&tables, 1000, [300, chunk, 1]);
        }
    }
}

#[test]
fn threads_share_a_chunk_wherever_its_parts_end() {
    let function = Function::all().into_iter().find(|function| function.name() == "longest");
    let tables = Tables::new(1, &function.expect("listed"), 7, 16);
    // Two pieces of a mebibyte at least.
    check_all(&tables, 1 << 40, [(1 << 20) + 1001, 1 << 30, 2]);
}

/// A chunk as large as may be.
fn fits<W: Word + Pod>(tables: &Tables) {
    let (mut out, per_word) = (vec![W::ZERO; 1 << 18], 32 / W::WIDTH.bits());
    let (start, out, longest, threads) = (12_345, &mut out[..], 16, 1);
    let work = Packed(Target { tables, start, out, longest, per_word, threads });
    let most = work.most(&FRAME);
    let (name, index) = (tables.tile.function().name(), tables.tile.index());
    assert!(most > 100 && most <= work.len(), "{name}, {index}: {most}");
    let mut feed = Vec::new();
    let batch = work.prepare(0..most, &FRAME, &mut feed);
    assert!(4 * batch.words as u64 <= FRAME.binding, "{name}, {index}");
    assert!(4 * feed.len() as u64 <= FRAME.binding, "{name}, {index}");
}

#[test]
fn words_and_descriptions_fit_their_bindings() {
    for index in [6, 8, 12] {
        for function in functions() {
            let tables = Tables::new(1, &function, index, 16);
            fits::<u8>(&tables);
            fits::<u16>(&tables);
            fits::<u32>(&tables);
        }
    }
}

#[test]
fn what_is_wrong_by_one_is_seen() {
    let function = Function::all().into_iter().find(|function| function.name() == "terms");
    let tables = Tables::new(1, &function.expect("listed"), 9, 16);
    let sizes = [100, 1 << 20, 1];
    let told = |spoil: fn(&mut [Task])| check::<u8>(&tables, 1001, sizes, spoil);
    assert_eq!(told(|_| {}), Ok(()));
    let late = told(|tasks| tasks[1].table_from += 1);
    assert!(late.unwrap_err().contains("and not"), "a slice that begins a value late");
    let added = told(|tasks| tasks[2].add += 1);
    assert!(added.unwrap_err().contains("and not"), "another constant");
    let shared = told(|tasks| tasks[1].out -= 1);
    assert_eq!(shared, Err("word 3 is written twice".into()), "two slices share a word");
    let short = told(|tasks| tasks[1].words -= 1);
    assert_eq!(short, Err("a word is not written".into()), "a slice lacks a word");
}

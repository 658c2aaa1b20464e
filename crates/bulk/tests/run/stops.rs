//! Runs that are stopped and gone on with come out the same, byte for byte.

use std::cell::Cell;

use dashu_int::UBig;
use phinum_bulk::run::{look, verify};
use phinum_bulk::statistics::closed;
use phinum_core::places::place;

use super::*;

#[test]
fn a_run_that_is_stopped_at_every_block_is_the_same() {
    for format in FORMATS {
        let plan = plan(&["terms", "longest", "shift"], 5..30_005, 3_000, format);
        let (_folder, expected) = whole(&plan);
        let folder = tempfile::tempdir().unwrap();
        let engine = engine();
        let mut made = begin(
            folder.path(),
            plan.clone(),
            None,
            Workers { engine: &engine, seconds: &[] },
            &|numbers| if numbers > 0 { Err(Error::Interrupted) } else { Ok(()) },
        );
        let mut stops = 0;
        while let Err(error) = made {
            assert!(matches!(error, Error::Interrupted), "{error}");
            stops += 1;
            // What is kept is told by the manifest alone.
            let reports = look(folder.path()).unwrap();
            assert_eq!(reports[0].blocks, stops);
            let looked = Cell::new(0);
            let stop = |numbers| {
                looked.set(looked.get() + u64::from(numbers > 0));
                // All that is there is looked at, and one block more is made.
                if looked.get() > stops { Err(Error::Interrupted) } else { Ok(()) }
            };
            made = resume(folder.path(), Workers { engine: &engine, seconds: &[] }, &stop);
        }
        assert_eq!(stops, 10);
        assert!(content(folder.path()) == expected, "{format:?}");
    }
}

#[test]
fn what_is_not_on_record_is_made_again() {
    let plan = plan(&["gap"], 0..50_000, 10_000, Format::Npy);
    let (folder, expected) = whole(&plan);
    // As if it had been killed before its manifest was replaced.
    let other = tempfile::tempdir().unwrap();
    let stopped =
        begin(other.path(), plan, None, Workers { engine: &engine(), seconds: &[] }, &|numbers| {
            if numbers > 0 { Err(Error::Interrupted) } else { Ok(()) }
        });
    assert!(matches!(stopped, Err(Error::Interrupted)));
    std::fs::copy(other.path().join("manifest.json"), folder.path().join("manifest.json")).unwrap();
    std::fs::remove_file(folder.path().join("report.json")).unwrap();
    // Nobody knows what it is: it may be anything.
    std::fs::write(folder.path().join("00000003-01234567.npy"), "half").unwrap();
    std::fs::write(folder.path().join(".phinum-run-abcdef"), "half").unwrap();
    std::fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    assert!(resumed(folder.path(), &engine()).unwrap().is_complete());
    let mut files = content(folder.path());
    assert_eq!(files.remove("notes.txt").unwrap(), b"mine");
    assert!(files == expected);
}

#[test]
fn edges_of_ranges() {
    let top = u128::MAX;
    let word = 1 << 64;
    let mut ranges = vec![0..0, 0..1, 7..7, 7..8, word - 5..word + 5, 1 << 32..(1 << 32) + 9];
    ranges.extend([(1 << 63) - 4..(1 << 63) + 4, top - 9..top]);
    ranges.extend([20, 46, 92, 93, 184].map(|k| place(k) - 3..place(k) + 3));
    for range in ranges {
        for format in FORMATS {
            // Past 2^127 twice a number fits nothing.
            let names: &[&str] = if range.end > 1 << 126 {
                &["terms", "smallest-term"]
            } else {
                &["terms", "upper-bound", "longest", "gap"]
            };
            let plan = plan(names, range.clone(), 4, format);
            let (folder, _) = whole(&plan);
            let found = verify(folder.path(), &|_| Ok(())).unwrap();
            assert!(found.is_sound() && found.is_complete() && found.unknown.is_empty());
            assert_eq!(found.numbers, range.end - range.start);
            for (function, total) in plan.functions().iter().zip(&found.reports[0].totals) {
                let exact = closed(function, &range).unwrap().unwrap().powers.f;
                assert_eq!(total.sum.0, UBig::try_from(exact).unwrap(), "{range:?}");
            }
        }
    }
}

#[test]
fn a_users_own_weights_are_part_of_a_run() {
    let weights: Vec<u128> = (0..60).map(|i| 7 * i + 1).collect();
    let function = Function::weighted("weights", &weights);
    let plan =
        Plan::new(std::slice::from_ref(&function), 0..20_000, 6_000, Format::Csv, false).unwrap();
    let (folder, expected) = whole(&plan);
    // The table is in the manifest: nothing else is needed to go on.
    let name = expected.keys().next().unwrap();
    std::fs::remove_file(folder.path().join(name)).unwrap();
    resumed(folder.path(), &engine()).unwrap();
    assert!(content(folder.path()) == expected);
    let text = String::from_utf8(expected[name].clone()).unwrap();
    let row = format!("4999,{}", function.value(4999).unwrap());
    assert_eq!(text.lines().nth(5000), Some(&*row));
}

#[test]
fn folders_that_are_no_place_for_a_run() {
    let plan = plan(&["terms"], 0..10, 5, Format::Csv);
    let folder = tempfile::tempdir().unwrap();
    let said = |result: Result<Report, Error>| result.unwrap_err().to_string();
    std::fs::write(folder.path().join("x"), "").unwrap();
    for result in [
        begun(folder.path(), &plan, None, &engine()),
        begun(folder.path(), &plan, Shard::new(0, 2).ok(), &engine()),
    ] {
        assert!(said(result).contains("not empty (x is in it)"));
    }
    for result in
        [resumed(folder.path(), &engine()), phinum_bulk::run::merge(folder.path(), &|_| Ok(()))]
    {
        assert!(said(result).contains("this is no run"));
    }
    // Nothing was left there, not even a lock.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    let file = folder.path().join("x");
    assert!(said(begun(&file, &plan, None, &engine())).contains("this is a file"));
    assert!(said(begun(&file.join("y"), &plan, None, &engine())).contains("cannot make"));
    let (run, before) = whole(&plan);
    assert!(said(begun(run.path(), &plan, None, &engine())).contains("'phinum resume"));
    assert!(content(run.path()) == before);
}

#[test]
fn two_writers_do_not_meet() {
    let plan = plan(&["terms"], 0..10, 5, Format::Csv);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let engine = engine();
    let met = Cell::new(0);
    let progress = |_| {
        let busy = |result: Result<Report, Error>| matches!(result, Err(Error::Busy(_)));
        assert!(busy(resumed(path, &engine)) && busy(begun(path, &plan, None, &engine)));
        assert!(busy(phinum_bulk::run::merge(path, &|_| Ok(()))));
        assert!(matches!(verify(path, &|_| Ok(())), Err(Error::Busy(_))));
        met.set(met.get() + 1);
        Ok(())
    };
    begin(path, plan.clone(), None, Workers { engine: &engine, seconds: &[] }, &progress).unwrap();
    assert!(met.get() >= 4);
    assert!(verify(path, &|_| Ok(())).unwrap().is_complete());
}

//! Runs shared out, and put together again.

use phinum_bulk::run::{Manifest, merge, verify};

use super::*;

fn job() -> Plan {
    plan(&["terms", "gap"], 7..10_007, 700, Format::Npy)
}

fn share(path: &Path, index: u32, of: u32) -> Result<Report, Error> {
    begun(path, &job(), Some(Shard::new(index, of).unwrap()), &engine())
}

fn merged(path: &Path) -> Result<Report, Error> {
    merge(path, &|_| Ok(()))
}

fn said(result: Result<Report, Error>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn shards_in_any_order_are_the_run() {
    let (_folder, expected) = whole(&job());
    let mut random = fastrand::Rng::with_seed(3);
    for of in [1, 2, 3, 7, 15, 16, 40] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let mut order: Vec<u32> = (0..of).collect();
        random.shuffle(&mut order);
        for (done, index) in order.iter().enumerate() {
            if done > 0 {
                // Any subset is no run yet, and nothing happens to it.
                let before = content(path);
                assert!(matches!(merged(path), Err(Error::Incomplete(_))));
                assert!(content(path) == before);
            }
            assert!(share(path, *index, of).unwrap().is_complete());
            // Once more is no harm.
            assert!(share(path, *index, of).unwrap().is_complete());
        }
        assert!(verify(path, &|_| Ok(())).unwrap().is_sound());
        for _ in 0..2 {
            assert!(merged(path).unwrap().is_complete());
            assert!(content(path) == expected, "{of} shards");
        }
        // A shard that comes late finds its work done.
        assert!(share(path, 0, of).unwrap().is_complete());
        assert!(content(path) == expected);
        assert!(resumed(path, &engine()).unwrap().is_complete());
    }
}

#[test]
fn gaps_are_named() {
    let folder = tempfile::tempdir().unwrap();
    for index in [0, 1, 3] {
        share(folder.path(), index, 4).unwrap();
    }
    // 15 blocks: 0 to 2, 3 to 6, 7 to 10, 11 to 14.
    let what = "blocks 7 to 10, the numbers 4907..7707, are in no shard here";
    assert_eq!(said(merged(folder.path())), what);
    let found = verify(folder.path(), &|_| Ok(())).unwrap();
    assert!(found.is_sound() && !found.is_complete());
    assert_eq!(found.lacking, [what]);
    share(folder.path(), 2, 4).unwrap();
    std::fs::remove_file(folder.path().join("shard-00003-of-00004.json")).unwrap();
    assert!(said(merged(folder.path())).starts_with("blocks 11 to 14, the numbers 7707..10007"));
    let other = tempfile::tempdir().unwrap();
    assert!(said(merged(other.path())).contains("this is no run"));
}

#[test]
fn a_shard_that_was_stopped_is_named() {
    let folder = tempfile::tempdir().unwrap();
    share(folder.path(), 1, 2).unwrap();
    let engine = engine();
    let stopped = begin(
        folder.path(),
        job(),
        Shard::new(0, 2).ok(),
        Workers { engine: &engine, seconds: &[] },
        &|numbers| if numbers > 0 { Err(Error::Interrupted) } else { Ok(()) },
    );
    assert!(matches!(stopped, Err(Error::Interrupted)));
    let what = "shard 0 of 2 has 1 of its 7 blocks: run it again, then merge";
    assert_eq!(said(merged(folder.path())), what);
    assert!(said(resumed(folder.path(), &engine)).contains("in shards: go on with shard 0 of 2"));
    assert!(!verify(folder.path(), &|_| Ok(())).unwrap().is_complete());
    share(folder.path(), 0, 2).unwrap();
    assert!(merged(folder.path()).unwrap().is_complete());
}

/// Copies the shards of one folder beside those of another.
fn copy(from: &Path, to: &Path) {
    for (name, bytes) in content(from) {
        std::fs::write(to.join(name), bytes).unwrap();
    }
}

#[test]
fn overlaps_are_named() {
    let [one, two] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    share(one.path(), 0, 2).unwrap();
    for index in [1, 2] {
        share(two.path(), index, 3).unwrap();
    }
    copy(two.path(), one.path());
    let said = said(merged(one.path()));
    assert!(said.contains("blocks 5 to 6 are in shard-00000-of-00002.json too"), "{said}");
}

#[test]
fn shards_of_other_runs_and_versions_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    share(path, 0, 2).unwrap();
    // Beside the others it is not even begun.
    assert!(said(share(path, 0, 3)).contains("shared out among 2, not 3"));
    let other = plan(&["terms"], 7..10_007, 700, Format::Npy);
    let begin = |path: &Path| begun(path, &other, Shard::new(1, 2).ok(), &engine());
    assert!(said(begin(path)).contains("a share of another run"));
    let elsewhere = tempfile::tempdir().unwrap();
    begin(elsewhere.path()).unwrap();
    copy(elsewhere.path(), path);
    assert!(said(merged(path)).contains("this is of another run than shard-00000-of-00002.json"));
    std::fs::remove_file(path.join("shard-00001-of-00002.json")).unwrap();
    share(path, 1, 2).unwrap();
    let file = path.join("shard-00001-of-00002.json");
    let text = std::fs::read_to_string(&file).unwrap();
    let mut manifest = Manifest::parse(&text).unwrap();
    manifest.phinum = "9.9.9".into();
    std::fs::write(&file, manifest.text()).unwrap();
    let said_of_versions = said(merged(path));
    assert!(said_of_versions.contains("made by phinum 9.9.9"), "{said_of_versions}");
    assert!(said(share(path, 0, 2)).contains("begun by phinum 9.9.9"));
}

#[test]
fn damage_is_named_and_mended_by_its_shard() {
    let (_folder, expected) = whole(&job());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for index in 0..3 {
        share(path, index, 3).unwrap();
    }
    let name = content(path).into_keys().find(|name| name.starts_with("00000006-")).unwrap();
    let mut bytes = std::fs::read(path.join(&name)).unwrap();
    bytes[300] ^= 4;
    std::fs::write(path.join(&name), bytes).unwrap();
    let what = said(merged(path));
    assert!(what.contains(&name) && what.contains("its checksum is wrong"), "{what}");
    assert!(what.ends_with("run shard 1 of 3 again, which makes it anew"), "{what}");
    let found = verify(path, &|_| Ok(())).unwrap();
    assert_eq!(found.damaged[0].to_string(), what);
    assert!(share(path, 1, 3).unwrap().is_complete());
    merged(path).unwrap();
    assert!(content(path) == expected);
    // A shard that comes late looks at what is there, and has no manifest to mend it by.
    std::fs::remove_file(path.join(&name)).unwrap();
    assert!(share(path, 0, 3).is_ok());
    assert!(said(share(path, 1, 3)).ends_with("it is not there; 'phinum resume' makes it anew"));
    resumed(path, &engine()).unwrap();
    assert!(share(path, 1, 3).is_ok() && content(path) == expected);
}

#[test]
fn a_damaged_manifest_of_a_shard_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for index in 0..2 {
        share(path, index, 2).unwrap();
    }
    let file = path.join("shard-00001-of-00002.json");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[99] ^= 2;
    std::fs::write(&file, bytes).unwrap();
    for result in [merged(path), share(path, 1, 2), share(path, 0, 2)] {
        let what = "it is damaged: remove it, and run shard 1 of 2 again";
        assert!(said(result).ends_with(what));
    }
    std::fs::remove_file(file).unwrap();
    share(path, 1, 2).unwrap();
    assert!(merged(path).unwrap().is_complete());
}

#[test]
fn the_same_shard_twice_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let results: Vec<_> = std::thread::scope(|scope| {
        let tasks: Vec<_> =
            (0..8).map(|task| scope.spawn(move || share(path, task % 2, 2))).collect();
        tasks.into_iter().map(|task| task.join().unwrap()).collect()
    });
    for result in results {
        match result {
            Ok(report) => assert!(report.is_complete()),
            Err(error) => assert!(matches!(error, Error::Busy(_)), "{error}"),
        }
    }
    for index in 0..2 {
        share(path, index, 2).unwrap();
    }
    let (_folder, expected) = whole(&job());
    merged(path).unwrap();
    assert!(content(path) == expected);
}

#[test]
fn a_share_of_a_run_that_is_not_in_shards_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let engine = engine();
    let stop = |numbers| if numbers > 0 { Err(Error::Interrupted) } else { Ok(()) };
    let workers = Workers { engine: &engine, seconds: &[] };
    assert!(begin(path, job(), None, workers, &stop).is_err());
    assert!(said(share(path, 1, 2)).contains("is not in shards, and not complete"));
    resumed(path, &engine).unwrap();
    assert!(share(path, 1, 2).is_ok());
    assert!(content(path) == whole(&job()).1);
}

#[test]
fn a_manifest_under_another_name_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for index in 0..3 {
        share(path, index, 3).unwrap();
    }
    let before = content(path);
    let [first, second] = [0, 1].map(|index| path.join(format!("shard-0000{index}-of-00003.json")));
    std::fs::copy(&first, path.join("manifest.json")).unwrap();
    let what = "manifest.json: this is shard-00000-of-00003.json under another name";
    for result in [merged(path), resumed(path, &engine()), share(path, 0, 3)] {
        assert!(said(result).contains(what));
    }
    std::fs::remove_file(path.join("manifest.json")).unwrap();
    assert!(content(path) == before);
    std::fs::copy(&first, &second).unwrap();
    for result in [merged(path), share(path, 1, 3), share(path, 2, 3)] {
        assert!(said(result).contains("under another name"));
    }
}

#[test]
fn verify_names_shards_that_do_not_belong_together() {
    let [one, two] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    share(one.path(), 0, 1).unwrap();
    share(two.path(), 0, 2).unwrap();
    copy(two.path(), one.path());
    let found = verify(one.path(), &|_| Ok(())).unwrap();
    assert!(!found.is_sound() && found.damaged.is_empty());
    assert!(found.conflict.unwrap().contains("are in shard-0000"));
    let other = plan(&["terms"], 7..10_007, 700, Format::Npy);
    let three = tempfile::tempdir().unwrap();
    begun(three.path(), &other, Shard::new(1, 2).ok(), &engine()).unwrap();
    copy(three.path(), two.path());
    let found = verify(two.path(), &|_| Ok(())).unwrap();
    assert!(found.conflict.unwrap().contains("of another run"));
}

#[test]
fn shards_of_different_runs_that_come_first_at_once() {
    for _ in 0..20 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let results: Vec<_> = std::thread::scope(|scope| {
            let one = scope.spawn(|| share(path, 0, 2));
            let two = scope.spawn(|| share(path, 1, 3));
            [one, two].map(|task| task.join().unwrap()).into()
        });
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
        // Whoever came first goes on.
        assert!(share(path, 0, 2).is_ok() != share(path, 1, 3).is_ok());
    }
}

#[test]
fn a_merge_that_was_stopped_is_finished() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for index in 0..2 {
        share(path, index, 2).unwrap();
    }
    let shards = content(path);
    merged(path).unwrap();
    let expected = content(path);
    // Between its last steps both kinds of manifest are there.
    for (name, bytes) in shards.iter().filter(|(name, _)| name.starts_with("shard")) {
        std::fs::write(path.join(name), bytes).unwrap();
    }
    let name = expected.keys().next().unwrap();
    std::fs::remove_file(path.join(name)).unwrap();
    // The run is what counts: each file is named once, and by whom it is mended.
    let found = verify(path, &|_| Ok(())).unwrap();
    assert_eq!((found.damaged.len(), found.reports.len()), (1, 1));
    let what = found.damaged[0].to_string();
    assert!(what.ends_with("'phinum resume' makes it anew"), "{what}");
    assert_eq!(said(merged(path)), what);
    resumed(path, &engine()).unwrap();
    assert!(content(path) == expected);
    for (name, bytes) in shards.iter().filter(|(name, _)| name.starts_with("shard")) {
        std::fs::write(path.join(name), bytes).unwrap();
    }
    merged(path).unwrap();
    assert!(content(path) == expected);
}

#[test]
fn nobody_merges_while_a_shard_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    share(path, 0, 2).unwrap();
    let engine = engine();
    let progress = |_| {
        assert!(matches!(merged(path), Err(Error::Busy(_))));
        // The other shard may be made, and everything may be read.
        assert!(share(path, 0, 2).is_ok() && verify(path, &|_| Ok(())).is_ok());
        Ok(())
    };
    let shard = Shard::new(1, 2).ok();
    begin(path, job(), shard, Workers { engine: &engine, seconds: &[] }, &progress).unwrap();
    assert!(merged(path).is_ok());
}

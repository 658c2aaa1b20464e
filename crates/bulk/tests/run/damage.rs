//! Files cut short, changed and lost: named, and made anew or refused; never taken for
//! what they were.

use phinum_bulk::run::{Damage, Damaged, Manifest, verify};

use super::*;

fn job(format: Format) -> Plan {
    plan(&["terms", "longest"], 100..2_100, 500, format)
}

/// Where every way of opening a run ends.
fn all_refuse(path: &Path, what: &str) {
    let results = [
        resumed(path, &engine()).map(drop),
        verify(path, &|_| Ok(())).map(drop),
        phinum_bulk::run::merge(path, &|_| Ok(())).map(drop),
    ];
    for result in results {
        let said = result.unwrap_err().to_string();
        assert!(said.contains(what), "{said}");
    }
}

#[test]
fn damage_to_any_file_is_named_and_mended_or_refused() {
    let mut random = fastrand::Rng::with_seed(1);
    for format in FORMATS {
        let (folder, expected) = whole(&job(format));
        let path = folder.path();
        for (name, bytes) in &expected {
            for round in 0..12 {
                let mut damaged = bytes.clone();
                match round {
                    0 => damaged.clear(),
                    1 => damaged.push(b'\n'),
                    2..=6 => damaged.truncate(random.usize(..bytes.len())),
                    _ => damaged[random.usize(..bytes.len())] ^= 1 << random.u8(..8),
                }
                std::fs::write(path.join(name), &damaged).unwrap();
                if name == "manifest.json" {
                    all_refuse(path, "manifest.json: it ");
                    std::fs::write(path.join(name), bytes).unwrap();
                    continue;
                }
                let found = verify(path, &|_| Ok(())).unwrap();
                let [damaged] = &found.damaged[..] else { panic!("{name} is damaged") };
                assert_eq!(damaged.path, path.join(name));
                assert!(resumed(path, &engine()).unwrap().is_complete());
                assert!(content(path) == expected, "{name} of {format:?} is mended");
            }
        }
    }
}

#[test]
fn files_that_are_gone_are_named_and_made_anew() {
    let (folder, expected) = whole(&job(Format::Parquet));
    let path = folder.path();
    for name in expected.keys() {
        std::fs::remove_file(path.join(name)).unwrap();
        if name == "manifest.json" {
            all_refuse(path, "this is no run");
            std::fs::write(path.join(name), &expected[name]).unwrap();
            continue;
        }
        let found = verify(path, &|_| Ok(())).unwrap();
        assert!(
            matches!(&found.damaged[..], [Damaged { damage: Damage::Missing, .. }]),
            "{:?}",
            found.damaged
        );
        resumed(path, &engine()).unwrap();
        assert!(content(path) == expected);
    }
}

#[test]
fn files_that_nobody_knows_are_named_and_left() {
    let (folder, expected) = whole(&job(Format::Csv));
    let path = folder.path();
    let copy = expected.keys().next().unwrap().replace(".csv", ".csv.bak");
    for name in [&*copy, "00000001-00000000.npy", "00000001-0000ABCD.csv", "notes.txt", ".phinum-x"]
    {
        std::fs::write(path.join(name), "?").unwrap();
        let found = verify(path, &|_| Ok(())).unwrap();
        assert_eq!(found.unknown, [path.join(name)]);
        resumed(path, &engine()).unwrap();
        assert_eq!(std::fs::read(path.join(name)).unwrap(), b"?", "{name}");
        std::fs::remove_file(path.join(name)).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn what_is_no_ordinary_file_is_replaced_and_never_followed() {
    let (folder, expected) = whole(&job(Format::Npy));
    let path = folder.path();
    let elsewhere = tempfile::tempdir().unwrap();
    let other = elsewhere.path().join("mine");
    let name = expected.keys().nth(1).unwrap();
    let file = path.join(name);
    for round in 0..3 {
        std::fs::remove_file(&file).unwrap();
        match round {
            0 => std::os::unix::fs::symlink("/dev/null", &file).unwrap(),
            1 => {
                std::fs::write(&other, "mine").unwrap();
                std::os::unix::fs::symlink(&other, &file).unwrap();
            }
            _ => {
                let made = std::process::Command::new("mkfifo").arg(&file).status().unwrap();
                assert!(made.success());
            }
        }
        let found = verify(path, &|_| Ok(())).unwrap();
        assert_eq!(found.damaged.len(), 1);
        resumed(path, &engine()).unwrap();
        assert!(content(path) == expected);
        assert!(file.symlink_metadata().unwrap().is_file());
    }
    assert_eq!(std::fs::read(other).unwrap(), b"mine");
    let report = path.join("report.json");
    std::fs::remove_file(&report).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&report).status().unwrap().success());
    assert_eq!(verify(path, &|_| Ok(())).unwrap().damaged.len(), 1);
    resumed(path, &engine()).unwrap();
    assert!(content(path) == expected);
    // A folder of that name is none of ours.
    std::fs::remove_file(&file).unwrap();
    std::fs::create_dir(&file).unwrap();
    assert_eq!(verify(path, &|_| Ok(())).unwrap().damaged.len(), 1);
    assert!(matches!(resumed(path, &engine()), Err(Error::Io { .. })));
    std::fs::remove_dir(&file).unwrap();
    std::fs::create_dir(path.join("00000001-00000000.npy")).unwrap();
    std::fs::create_dir(path.join(".phinum-run-x")).unwrap();
    resumed(path, &engine()).unwrap();
}

#[test]
fn a_length_that_is_no_file_s_is_no_reason_to_panic() {
    let (folder, _) = whole(&job(Format::Csv));
    forged(folder.path(), "manifest.json", |manifest| {
        manifest.blocks.get_mut(&1).unwrap().bytes = 1 << 63;
    });
    let found = verify(folder.path(), &|_| Ok(())).unwrap();
    assert!(matches!(&found.damaged[..], [Damaged { damage: Damage::Length { .. }, .. }]));
}

/// Changes the manifest of a run as somebody could who has this program.
fn forged(path: &Path, name: &str, change: impl FnOnce(&mut Manifest)) {
    let file = path.join(name);
    let mut manifest = Manifest::parse(&std::fs::read_to_string(&file).unwrap()).unwrap();
    change(&mut manifest);
    std::fs::write(file, manifest.text()).unwrap();
}

#[test]
fn a_wrong_value_with_the_right_checksum_is_no_certificate() {
    let (folder, expected) = whole(&job(Format::Csv));
    let path = folder.path();
    let name = expected.keys().find(|name| name.starts_with("00000002-")).unwrap();
    // The number 1500 stands in block 2.
    let text = String::from_utf8(expected[name].clone()).unwrap();
    let row = text.lines().find(|line| line.starts_with("1500,")).unwrap();
    let changed = text.replace(row, &row.replacen("1500,", "1500,1", 1));
    forged(path, "manifest.json", |manifest| {
        std::fs::remove_file(path.join(name)).unwrap();
        let record = manifest.blocks.get_mut(&2).unwrap();
        record.crc32 = phinum_bulk::run::Crc::of(changed.as_bytes());
        record.bytes = changed.len() as u64;
        let record = record.clone();
        std::fs::write(path.join(manifest.block_name(&record)), &changed).unwrap();
    });
    let found = verify(path, &|_| Ok(())).unwrap();
    let [Damaged { damage: Damage::Value { function, n: 1500, .. }, .. }] = &found.damaged[..]
    else {
        panic!("{:?}", found.damaged)
    };
    assert_eq!(function, "terms");
    assert!(matches!(
        phinum_bulk::run::merge(path, &|_| Ok(())),
        Err(Error::Damaged(damaged)) if damaged.shard.is_none()
    ));
}

#[test]
fn a_certificate_with_other_sums_is_refused() {
    let (folder, _) = whole(&job(Format::Csv));
    forged(folder.path(), "manifest.json", |manifest| {
        manifest.blocks.get_mut(&1).unwrap().sums[1].f.0 += 1u8;
    });
    let found = verify(folder.path(), &|_| Ok(())).unwrap();
    let [Damaged { damage: Damage::Sums(function), .. }] = &found.damaged[..] else {
        panic!("{:?}", found.damaged)
    };
    assert_eq!(function, "longest");
}

#[test]
fn runs_of_other_versions() {
    let (folder, _) = whole(&job(Format::Csv));
    let path = folder.path();
    forged(path, "manifest.json", |manifest| manifest.phinum = "9.9.9".into());
    let said = resumed(path, &engine()).unwrap_err().to_string();
    assert!(said.contains("begun by phinum 9.9.9, and this is"), "{said}");
    // What it holds can still be read, but for the report, which names its version.
    let found = verify(path, &|_| Ok(())).unwrap();
    assert!(matches!(&found.damaged[..], [Damaged { damage: Damage::Report, .. }]));
    let file = path.join("manifest.json");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replacen("\"phinum_run\": 2", "\"phinum_run\": 7", 1)).unwrap();
    all_refuse(path, "it has format 7, and this phinum reads format 2: use the one that made it");
}

//! What one command finds out and another would find out again: small values in a JSON
//! file that a person can read, in the user's cache folder. Nothing depends on it, so
//! whatever is wrong with it is for whoever asks to know, and for nobody else.
//!
//! A file is replaced whole. Of two commands that write at once one may undo what the
//! other wrote, which is then found out again.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::Error;
use crate::output::Target;

/// What a file may have: far more than it ever does.
const LARGEST: u64 = 1 << 20;

/// A file of values, each under a key.
#[derive(Clone, Debug)]
pub struct Cache {
    /// `None` where there is no folder for it.
    path: Option<PathBuf>,
    version: &'static str,
}

/// What is in the file. What another version wrote may mean something else to it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    phinum: String,
    entries: BTreeMap<String, Value>,
}

impl Cache {
    /// The file `name` in the user's cache folder, of this `version` of phinum:
    /// `phinum` in `XDG_CACHE_HOME`, or in what the platform has for that.
    pub fn of_user(name: &str, version: &'static str) -> Cache {
        let folder = folder(|variable| std::env::var_os(variable), std::env::home_dir());
        Cache { path: folder.map(|folder| folder.join("phinum").join(name)), version }
    }

    /// That file.
    pub fn at(path: &Path, version: &'static str) -> Cache {
        Cache { path: Some(path.into()), version }
    }

    /// Where it is, if there is a place for it.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Whether it can be read; that there is nothing yet is fine.
    ///
    /// # Errors
    /// As [`Cache::get`].
    pub fn check(&self) -> Result<(), Error> {
        self.path.as_deref().map_or(Ok(()), |path| self.content(path).map(drop))
    }

    /// What is kept under `key`.
    ///
    /// # Errors
    /// [`Error::Io`], and [`Error::File`] for a file that is no such cache.
    pub fn get<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, Error> {
        let Some(path) = &self.path else { return Ok(None) };
        let Some(value) = self.content(path)?.remove(key) else { return Ok(None) };
        serde_json::from_value(value).map(Some).map_err(|_| foreign(path))
    }

    /// Keeps `value` under `key`; what was damaged is replaced.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be written; [`Error::File`] if there is no place for
    /// it, or something else than a file in it.
    pub fn put<T: Serialize>(&self, key: &str, value: &T) -> Result<(), Error> {
        self.change(|entries| {
            // Plain data, which has a form in JSON.
            let value = serde_json::to_value(value).unwrap_or(Value::Null);
            entries.insert(key.into(), value);
        })
    }

    /// Whether anything can be kept, by writing what is there once more.
    ///
    /// # Errors
    /// As [`Cache::put`].
    pub fn try_writing(&self) -> Result<(), Error> {
        self.change(|_| ())
    }

    fn change(&self, change: impl FnOnce(&mut BTreeMap<String, Value>)) -> Result<(), Error> {
        let Some(path) = &self.path else {
            let what = "there is no folder for what is to be kept: set XDG_CACHE_HOME".to_owned();
            return Err(Error::File { path: "cache".into(), what });
        };
        if let Ok(meta) = path.metadata()
            && !meta.is_file()
        {
            return Err(foreign(path));
        }
        let mut entries = self.content(path).unwrap_or_default();
        change(&mut entries);
        let content = Content { phinum: self.version.into(), entries };
        let text = serde_json::to_string_pretty(&content).map_err(|_| foreign(path))?;
        let failed = |e| Error::writing(&path.display().to_string(), e);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        let mut target = Target::file(path)?;
        target.write_all(format!("{text}\n").as_bytes()).map_err(failed)?;
        target.commit()
    }

    /// The entries, none of a file that is not there or that another version wrote.
    fn content(&self, path: &Path) -> Result<BTreeMap<String, Value>, Error> {
        let text = match text(path) {
            Ok(Some(text)) => text,
            Ok(None) => return Err(foreign(path)),
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
            Err(source) => {
                return Err(Error::Io { what: format!("cannot read {}", path.display()), source });
            }
        };
        let content: Content = serde_json::from_str(&text).map_err(|_| foreign(path))?;
        Ok(if content.phinum == self.version { content.entries } else { BTreeMap::new() })
    }
}

/// What is in an ordinary file of no unlikely size; `None` of anything else.
fn text(path: &Path) -> io::Result<Option<String>> {
    if !path.metadata()?.is_file() {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    let whole = bytes.len() as u64 <= LARGEST;
    Ok(if whole { String::from_utf8(bytes).ok() } else { None })
}

fn foreign(path: &Path) -> Error {
    let what = "this is not what phinum keeps there, and is ignored: it can be deleted".to_owned();
    Error::File { path: path.into(), what }
}

/// The user's folder for such files, by the environment and the home folder.
fn folder(variable: impl Fn(&str) -> Option<OsString>, home: Option<PathBuf>) -> Option<PathBuf> {
    // A relative path would be another folder in every working folder.
    let absolute = |path: PathBuf| path.is_absolute().then_some(path);
    let named = |name: &str| variable(name).map(PathBuf::from).and_then(absolute);
    let of_platform = || {
        if cfg!(windows) {
            return named("LOCALAPPDATA");
        }
        let inside = if cfg!(target_os = "macos") { "Library/Caches" } else { ".cache" };
        home.and_then(absolute).map(|home| home.join(inside))
    };
    named("XDG_CACHE_HOME").or_else(of_platform)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache(folder: &Path, version: &'static str) -> Cache {
        Cache::at(&folder.join("made/for/it/values.json"), version)
    }

    #[test]
    fn what_is_kept_is_there_for_the_same_version() {
        let folder = tempfile::tempdir().unwrap();
        let one = cache(folder.path(), "1");
        assert_eq!(one.get::<u32>("a").unwrap(), None);
        one.put("a", &7).unwrap();
        one.put("b", &8).unwrap();
        one.put("a", &9).unwrap();
        one.try_writing().unwrap();
        assert_eq!(one.get("a").unwrap(), Some(9));
        assert_eq!(one.get("b").unwrap(), Some(8));
        assert_eq!(one.get::<u32>("c").unwrap(), None);
        let text = fs::read_to_string(one.path().unwrap()).unwrap();
        assert_eq!(
            text,
            "{\n  \"phinum\": \"1\",\n  \"entries\": {\n    \"a\": 9,\n    \"b\": 8\n  }\n}\n"
        );
        let two = cache(folder.path(), "2");
        assert_eq!(two.get::<u32>("a").unwrap(), None);
        two.put("b", &1).unwrap();
        assert_eq!(one.get::<u32>("a").unwrap(), None, "replaced");
        let folder = one.path().unwrap().parent().unwrap();
        assert_eq!(fs::read_dir(folder).unwrap().count(), 1, "nothing is left behind");
    }

    #[test]
    fn what_is_damaged_says_so_and_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(folder.path(), "1");
        cache.put("a", &7).unwrap();
        let path = cache.path().unwrap();
        let good = fs::read(path).unwrap();
        let long = vec![b' '; LARGEST as usize + 1];
        for bad in [&good[..good.len() / 2], b"", b"[]", b"{}", b"\xff", &long[..]] {
            fs::write(path, bad).unwrap();
            assert!(cache.check().is_err());
            let said = cache.get::<u32>("a").unwrap_err().to_string();
            assert!(said.contains("values.json") && said.contains("ignored"), "{said}");
            cache.put("b", &1).unwrap();
            assert_eq!(cache.get("b").unwrap(), Some(1));
            cache.check().unwrap();
        }
        cache.put("a", &"seven").unwrap();
        assert!(cache.get::<u32>("a").is_err(), "another kind of value");
    }

    #[test]
    fn what_is_no_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path(), "1");
        assert!(cache.get::<u32>("a").is_err() && cache.put("a", &1).is_err());
        let nowhere = Cache { path: None, version: "1" };
        assert_eq!(nowhere.get::<u32>("a").unwrap(), None);
        assert!(nowhere.put("a", &1).is_err() && nowhere.try_writing().is_err());
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let inside = Cache::at(&file.join("values.json"), "1");
        assert!(inside.try_writing().is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_in_its_place_hangs_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        let cache = Cache::at(&pipe, "1");
        assert!(cache.get::<u32>("a").is_err() && cache.put("a", &1).is_err());
    }

    #[test]
    fn several_at_once_harm_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(folder.path(), "1");
        std::thread::scope(|scope| {
            for i in 0..8 {
                let cache = &cache;
                scope.spawn(move || {
                    for _ in 0..20 {
                        cache.put(&i.to_string(), &i).unwrap();
                        // Whole at every moment, whoever wrote it.
                        cache.get::<i32>("0").unwrap();
                    }
                });
            }
        });
        cache.put("0", &0).unwrap();
        assert_eq!(cache.get("0").unwrap(), Some(0));
    }

    #[cfg(all(unix, not(target_os = "macos")))]
    #[test]
    fn the_folder_is_the_users() {
        let none = |_: &str| None;
        let set =
            |to: &'static str| move |name: &str| (name == "XDG_CACHE_HOME").then(|| to.into());
        let home = || Some(PathBuf::from("/home/somebody"));
        assert_eq!(folder(set("/caches"), home()), Some("/caches".into()));
        assert_eq!(folder(set("/caches"), None), Some("/caches".into()));
        for (variable, home, expected) in [
            ("", home(), Some("/home/somebody/.cache")),
            ("caches", home(), Some("/home/somebody/.cache")),
            ("caches", Some("".into()), None),
        ] {
            assert_eq!(folder(set(variable), home), expected.map(PathBuf::from), "{variable:?}");
        }
        assert_eq!(folder(none, home()), Some("/home/somebody/.cache".into()));
        assert_eq!(folder(none, None), None);
    }
}

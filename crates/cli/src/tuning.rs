//! How ranges are cut on a GPU: as the user says, as was measured, or as is built in.

use std::str::FromStr;
use std::time::Duration;

use phinum_bulk::cache::Cache;
use phinum_core::tile::Tile;
use phinum_gpu::{Adapter, TuneError, Tuned, Tuning};
use serde::{Deserialize, Serialize};

use crate::note::note;

/// How long a command measures an adapter that it is the first to use.
const FIRST_USE: Duration = Duration::from_millis(1500);
/// And one that does nothing else, so that a busy machine is no reason to end early.
const ASKED: Duration = Duration::from_secs(8);

/// What the user says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// What is built in.
    BuiltIn,
    /// Some of it as said, and the rest as is built in.
    Given(Given),
    /// Nothing, as a variable that is set to nothing.
    Unsaid,
}

/// What is said of a tuning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Given {
    tile_index: Option<u32>,
    values: Option<u32>,
    reads: Option<u32>,
    workgroup: Option<u32>,
}

impl Given {
    fn over(self, built_in: Tuning) -> Tuning {
        Tuning {
            tile_index: self.tile_index.unwrap_or(built_in.tile_index),
            values_per_invocation: self.values.unwrap_or(built_in.values_per_invocation),
            reads_per_invocation: self.reads.unwrap_or(built_in.reads_per_invocation),
            workgroup: self.workgroup.unwrap_or(built_in.workgroup),
        }
    }
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Ok(Choice::Unsaid);
        }
        if text.trim() == "default" {
            return Ok(Choice::BuiltIn);
        }
        let mut given = Given::default();
        for setting in text.split(',') {
            let Some((name, number)) = setting.split_once('=') else {
                return Err(format!(
                    "'{setting}' is no setting: a tuning is 'default', or some of \
                     K=24,values=16,reads=128,workgroup=256"
                ));
            };
            let (place, least, most) = match name.trim() {
                "K" | "k" => (&mut given.tile_index, Tile::MIN_INDEX, Tile::MAX_INDEX),
                "values" => (&mut given.values, 1, Tuning::MOST_EACH),
                "reads" => (&mut given.reads, 1, Tuning::MOST_EACH),
                "workgroup" => (&mut given.workgroup, 1, Tuning::LARGEST_WORKGROUP),
                other => {
                    return Err(format!(
                        "'{other}' cannot be tuned: there are K, values, reads and workgroup"
                    ));
                }
            };
            if place.is_some() {
                return Err(format!("{} is said twice", name.trim()));
            }
            let number = number.trim().parse().ok().filter(|n| (least..=most).contains(n));
            if number.is_none() {
                return Err(format!("{} is a number from {least} to {most}", name.trim()));
            }
            *place = number;
        }
        match given.workgroup {
            Some(workgroup) if !workgroup.is_power_of_two() => {
                Err("workgroup is a power of two".into())
            }
            _ => Ok(Choice::Given(given)),
        }
    }
}

/// What is kept of a measurement.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    tile_index: u32,
    values_per_invocation: u32,
    reads_per_invocation: u32,
    workgroup: u32,
    /// How many times as fast as with what is built in the kernels of fills are.
    fill: f64,
    /// And those of summaries.
    reduction: f64,
}

impl Measured {
    /// How many times as fast as with what is built in: fills, and summaries.
    pub fn speedups(self) -> (f64, f64) {
        (self.fill, self.reduction)
    }

    fn tuning(self) -> Tuning {
        Tuning {
            tile_index: self.tile_index,
            values_per_invocation: self.values_per_invocation,
            reads_per_invocation: self.reads_per_invocation,
            workgroup: self.workgroup,
        }
    }
}

impl From<Tuned> for Measured {
    fn from(Tuned { tuning, fill, reduction }: Tuned) -> Self {
        Measured {
            tile_index: tuning.tile_index,
            values_per_invocation: tuning.values_per_invocation,
            reads_per_invocation: tuning.reads_per_invocation,
            workgroup: tuning.workgroup,
            fill,
            reduction,
        }
    }
}

/// Where a tuning comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// The option or the variable.
    Given,
    /// It was measured before.
    Kept,
    /// It was measured just now.
    Measured,
    /// Neither.
    BuiltIn,
}

/// The tuning in force on an adapter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct InForce {
    pub tuning: Tuning,
    pub source: Source,
    /// What was measured, now or before.
    pub measured: Option<Measured>,
}

impl InForce {
    /// As a person reads it.
    pub fn text(&self) -> String {
        let InForce { tuning, source, measured } = self;
        let source = match source {
            Source::Given => "as given",
            Source::Kept => "measured before",
            Source::Measured => "measured now",
            Source::BuiltIn => "built in",
        };
        let faster = match measured.map(Measured::speedups) {
            None => String::new(),
            Some((1.0, 1.0)) => ": nothing is clearly faster than what is built in".into(),
            Some((fill, summary)) => format!(
                ": fills {fill:.2} and summaries {summary:.2} times as fast on the device as \
                 with what is built in"
            ),
        };
        format!("tuning {tuning}, {source}{faster}")
    }
}

/// What is kept of all adapters of this user.
pub fn cache() -> Cache {
    Cache::of_user("gpu-tuning.json", env!("CARGO_PKG_VERSION"))
}

/// The tuning to work with on an adapter: hardware is measured at its first use, if that
/// can be kept.
pub fn to_work_with(adapter: &Adapter, choice: Option<Choice>) -> InForce {
    let measure = || {
        let tuned = phinum_gpu::tune(adapter, FIRST_USE).ok()?;
        note(format_args!("measured what suits {adapter}: {}", tuned.tuning));
        Some(tuned)
    };
    let software = adapter.is_software();
    let measure = (!software).then_some(measure);
    possible(adapter, chosen(&adapter.to_string(), software, choice, &cache(), measure))
}

/// The tuning in force on an adapter as things are.
pub fn in_force(adapter: &Adapter, choice: Option<Choice>) -> InForce {
    let never: Option<fn() -> Option<Tuned>> = None;
    let software = adapter.is_software();
    possible(adapter, chosen(&adapter.to_string(), software, choice, &cache(), never))
}

/// The same within the adapter's limits, whatever was said or kept.
fn possible(adapter: &Adapter, in_force: InForce) -> InForce {
    InForce { tuning: adapter.possible(in_force.tuning), ..in_force }
}

/// Measures an adapter now, and keeps what came out. That it could not be kept is said.
///
/// # Errors
/// [`TuneError`] if the adapter does not work.
pub fn measure(adapter: &Adapter) -> Result<InForce, TuneError> {
    let measured = Measured::from(phinum_gpu::tune(adapter, ASKED)?);
    if let Err(error) = cache().put(&adapter.to_string(), &measured) {
        note(format_args!("what was measured is not kept: {error}"));
    }
    Ok(InForce { tuning: measured.tuning(), source: Source::Measured, measured: Some(measured) })
}

/// `adapter` is what entries are kept under: its name, interface, driver and version.
fn chosen(
    adapter: &str,
    software: bool,
    choice: Option<Choice>,
    cache: &Cache,
    measure: Option<impl FnOnce() -> Option<Tuned>>,
) -> InForce {
    let built_in = Tuning::built_in(software);
    let unmeasured = |tuning, source| InForce { tuning, source, measured: None };
    match choice {
        Some(Choice::BuiltIn) => return unmeasured(built_in, Source::BuiltIn),
        Some(Choice::Given(given)) => return unmeasured(given.over(built_in), Source::Given),
        Some(Choice::Unsaid) | None => {}
    }
    // Whatever is wrong with the cache, `phinum devices` says it.
    if let Ok(Some(kept)) = cache.get::<Measured>(adapter) {
        return InForce { tuning: kept.tuning(), source: Source::Kept, measured: Some(kept) };
    }
    // What cannot be kept would be measured again by every command.
    let measure = measure.filter(|_| cache.try_writing().is_ok());
    let Some(tuned) = measure.and_then(|measure| measure()) else {
        return unmeasured(built_in, Source::BuiltIn);
    };
    let measured = Measured::from(tuned);
    let _ = cache.put(adapter, &measured);
    InForce { tuning: tuned.tuning, source: Source::Measured, measured: Some(measured) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn a_tuning_is_read_as_it_is_written() {
        for tuning in [Tuning::HARDWARE, Tuning::SOFTWARE] {
            let Ok(Choice::Given(given)) = tuning.to_string().parse() else { panic!("{tuning}") };
            assert_eq!(given.over(Tuning { tile_index: 9, ..Tuning::HARDWARE }), tuning);
        }
        assert_eq!("default".parse(), Ok(Choice::BuiltIn));
        let Ok(Choice::Given(given)) = "workgroup = 64, K=6".parse() else { panic!() };
        let expected = Tuning { tile_index: 6, workgroup: 64, ..Tuning::SOFTWARE };
        assert_eq!(given.over(Tuning::SOFTWARE), expected);
    }

    #[test]
    fn nonsense_gets_a_sentence() {
        for (text, words) in [
            (" ", "' ' is no setting"),
            ("fast", "'fast' is no setting"),
            ("default,K=24", "'default' is no setting"),
            ("K=24,", "'' is no setting"),
            ("J=24", "'J' cannot be tuned"),
            ("K=5", "K is a number from 6 to 30"),
            ("K=31", "K is a number from 6 to 30"),
            ("K=-9", "K is a number"),
            ("K=2e1", "K is a number"),
            ("values=0", "values is a number from 1 to 1024"),
            ("reads=1025", "reads is a number from 1 to 1024"),
            ("workgroup=512", "workgroup is a number from 1 to 256"),
            ("workgroup=96", "power of two"),
            ("K=24,K=24", "K is said twice"),
            ("reads=99999999999", "reads is a number"),
        ] {
            let said = text.parse::<Choice>().unwrap_err();
            assert!(said.contains(words), "{text:?}: {said}");
        }
    }

    const ADAPTER: &str = "a GPU (Vulkan, driver 1)";
    const TUNED: Tuned =
        Tuned { tuning: Tuning { tile_index: 22, ..Tuning::HARDWARE }, fill: 1.25, reduction: 1.0 };

    #[test]
    fn hardware_is_measured_at_its_first_use_and_then_known() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(&folder.path().join("tuning.json"), "1");
        let times = Cell::new(0);
        let measure = || {
            times.set(times.get() + 1);
            Some(TUNED)
        };
        let first = chosen(ADAPTER, false, None, &cache, Some(measure));
        let second = chosen(ADAPTER, false, None, &cache, Some(measure));
        assert_eq!(times.get(), 1);
        assert_eq!((first.source, second.source), (Source::Measured, Source::Kept));
        assert_eq!((first.tuning, second.tuning), (TUNED.tuning, TUNED.tuning));
        assert!(second.text().contains("fills 1.25"), "{}", second.text());
        // Another driver is another adapter.
        chosen("a GPU (Vulkan, driver 2)", false, None, &cache, Some(measure));
        assert_eq!(times.get(), 2);
        // And so is all of it for another phinum.
        let newer = Cache::at(cache.path().unwrap(), "2");
        chosen(ADAPTER, false, None, &newer, Some(measure));
        assert_eq!(times.get(), 3);
    }

    #[test]
    fn who_says_how_is_not_measured() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(&folder.path().join("tuning.json"), "1");
        cache.put(ADAPTER, &Measured::from(TUNED)).unwrap();
        let of = |text: &str| {
            let measure = || panic!("measured");
            chosen(ADAPTER, false, Some(text.parse().unwrap()), &cache, Some(measure))
        };
        assert_eq!(
            (of("default").tuning, of("default").source),
            (Tuning::HARDWARE, Source::BuiltIn)
        );
        let given = of("values=4");
        assert_eq!(given.tuning, Tuning { values_per_invocation: 4, ..Tuning::HARDWARE });
        assert_eq!(given.source, Source::Given);
    }

    #[test]
    fn what_cannot_be_kept_or_measured_is_what_is_built_in() {
        let folder = tempfile::tempdir().unwrap();
        let never = || panic!("measured");
        let nowhere = Cache::at(folder.path(), "1");
        let built_in = chosen(ADAPTER, false, None, &nowhere, Some(never));
        assert_eq!((built_in.tuning, built_in.source), (Tuning::HARDWARE, Source::BuiltIn));
        let cache = Cache::at(&folder.path().join("tuning.json"), "1");
        let failed = chosen(ADAPTER, false, None, &cache, Some(|| None));
        assert_eq!((failed.tuning, failed.source), (Tuning::HARDWARE, Source::BuiltIn));
        let none: Option<fn() -> Option<Tuned>> = None;
        let software = chosen(ADAPTER, true, None, &cache, none);
        assert_eq!((software.tuning, software.source), (Tuning::SOFTWARE, Source::BuiltIn));
    }

    #[test]
    fn an_entry_that_makes_no_sense_is_measured_again() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(&folder.path().join("tuning.json"), "1");
        cache.put(ADAPTER, &"K=24").unwrap();
        let measured = chosen(ADAPTER, false, None, &cache, Some(|| Some(TUNED)));
        assert_eq!(measured.source, Source::Measured);
        assert_eq!(cache.get(ADAPTER).unwrap(), Some(Measured::from(TUNED)));
    }
}

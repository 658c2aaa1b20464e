//! What was measured, as text and as JSON.

use phinum_benches::{Effort, Ratio};
use phinum_core::backend::Backend;
use phinum_cpu::Cpu;
use phinum_gpu::Adapter;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::json;

use crate::report::table;

/// What it was measured on and with.
pub struct Header {
    /// Of phinum.
    pub version: &'static str,
    /// Whether this is a debug build.
    pub debug: bool,
    pub effort: &'static str,
    /// The processor's name.
    pub cpu: String,
    /// The level of instructions.
    pub level: String,
    /// As the backend says it.
    pub threads: String,
    /// The adapter and its driver, with `software` where it is; `None` if no GPU is
    /// measured.
    pub adapter: Option<String>,
    pub software: Option<bool>,
}

/// A group, or a part of it, all of it measured in one setting.
pub struct Section {
    pub group: &'static str,
    pub setting: String,
    pub ratios: Vec<Ratio>,
}

pub struct Report {
    pub header: Header,
    pub sections: Vec<Section>,
}

/// What is said of a debug build.
pub const DEBUG: &str = "this is a debug build, whose ratios mean little: cargo build --release";

impl Header {
    pub fn new(effort: Effort, adapter: Option<&Adapter>) -> Header {
        let cpu = Cpu::default();
        let description = cpu.description();
        Header {
            version: env!("CARGO_PKG_VERSION"),
            debug: cfg!(debug_assertions),
            effort: effort.of("least", "quick", "full"),
            cpu: processor(),
            level: description.adapter.clone(),
            threads: description.driver.clone(),
            adapter: adapter.map(ToString::to_string),
            software: adapter.map(Adapter::is_software),
        }
    }

    /// The processor in a line.
    pub fn machine(&self) -> String {
        format!("{}, {}, {}", self.cpu, self.level, self.threads)
    }

    /// As the report begins.
    pub fn text(&self) -> String {
        let row = |name: &str, value: String| vec![name.to_owned(), value];
        let mut rows = vec![
            row("phinum", format!("{}, {} effort", self.version, self.effort)),
            row("CPU", self.machine()),
        ];
        rows.extend(self.adapter.as_ref().map(|adapter| row("GPU", adapter.clone())));
        if self.debug {
            rows.push(row("NOTE", DEBUG.into()));
        }
        table(&[], rows, &[])
    }
}

/// The processor's name as the system has it, or else its kind.
fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().filter_map(|line| line.split_once(':')).find_map(|(key, name)| {
        (key.trim() == "model name" && !name.trim().is_empty()).then(|| name.trim().to_owned())
    });
    name.unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}

impl Section {
    /// What the group is called where there is room for words.
    pub fn title(&self) -> &'static str {
        match self.group {
            "range" => "Ranges",
            "scattered" => "Listed numbers",
            "gpu" => "GPU",
            "nim" => "Fibonacci Nim",
            "game" => "The Zeckendorf game",
            other => other,
        }
    }

    /// A heading and a table.
    pub fn text(&self) -> String {
        let row = |ratio: &Ratio| {
            vec![
                ratio.what.clone(),
                shown(ratio.median),
                format!("times {}", ratio.baseline),
                format!("{} to {}", shown(ratio.least), shown(ratio.most)),
            ]
        };
        let rows = self.ratios.iter().map(row).collect();
        let lines = table(&["", "median", "", "range"], rows, &[1]);
        format!("\n{}. {}\n\n{lines}", self.group, self.setting)
    }
}

/// A ratio to three digits.
pub fn shown(ratio: f64) -> String {
    match ratio {
        r if r < 0.001 => format!("{r:.1e}"),
        r if r < 0.1 => format!("{r:.4}"),
        r if r < 1.0 => format!("{r:.3}"),
        r if r < 10.0 => format!("{r:.2}"),
        r if r < 100.0 => format!("{r:.1}"),
        r => format!("{r:.0}"),
    }
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("header", &self.header)?;
        map.serialize_entry("ratios", &Ratios(&self.sections))?;
        map.end()
    }
}

impl Serialize for Header {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let header = json!({
            "phinum": self.version,
            "debug": self.debug,
            "effort": self.effort,
            "cpu": self.cpu,
            "level": self.level,
            "threads": self.threads,
            "adapter": self.adapter,
            "software": self.software,
        });
        header.serialize(serializer)
    }
}

struct Ratios<'a>(&'a [Section]);

impl Serialize for Ratios<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(None)?;
        for section in self.0 {
            for ratio in &section.ratios {
                seq.serialize_element(&json!({
                    "group": section.group,
                    "setting": section.setting,
                    "what": ratio.what,
                    "baseline": ratio.baseline,
                    "median": ratio.median,
                    "least": ratio.least,
                    "most": ratio.most,
                    "pairs": ratio.pairs,
                }))?;
            }
        }
        seq.end()
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A report with everything in it that needs care.
    pub fn report() -> Report {
        let ratio = |what: &str, baseline: &str, [least, median, most]: [f64; 3]| Ratio {
            group: "range",
            what: what.into(),
            baseline: baseline.into(),
            median,
            least,
            most,
            pairs: 3,
        };
        let ratios = vec![
            ratio("a <b> & \"c\"", "memset", [0.9, 0.98, 1.1]),
            ratio("slow", "naive", [0.000_02, 0.01, 0.011]),
            ratio("fast", "memset", [300.0, 461.5, 1200.0]),
        ];
        let section = Section { group: "range", setting: "One <thread>".into(), ratios };
        let mut header = Header::new(Effort::Least, None);
        header.adapter = Some("a & b (software)".into());
        Report { header, sections: vec![section] }
    }

    #[test]
    fn json_has_what_the_table_has() {
        let report = report();
        let text = report.sections[0].text();
        let json = serde_json::to_value(&report).unwrap();
        let ratios = json["ratios"].as_array().unwrap();
        assert_eq!(ratios.len(), text.lines().count() - 4);
        for (line, ratio) in text.lines().skip(4).zip(ratios) {
            let value = |key: &str| shown(ratio[key].as_f64().unwrap());
            let end = format!("times {}", ratio["baseline"].as_str().unwrap());
            assert!(line.starts_with(ratio["what"].as_str().unwrap()) && line.contains(&end));
            assert!(line.contains(&value("median")), "{line}");
            assert!(line.ends_with(&format!("{} to {}", value("least"), value("most"))), "{line}");
        }
    }

    #[test]
    fn ratios_have_three_digits() {
        for (ratio, words) in [
            (0.000_02, "2.0e-5"),
            (0.0123, "0.0123"),
            (0.983_4, "0.983"),
            (1.0, "1.00"),
            (42.24, "42.2"),
            (460.68, "461"),
        ] {
            assert_eq!(shown(ratio), words);
        }
    }
}

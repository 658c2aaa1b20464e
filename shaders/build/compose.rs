//! One source from a shader and the snippets it imports.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The shader `name`, its snippets before it, each once.
///
/// Only doc comments stay: naga attaches one to what follows it, and any other
/// comment in between would hide it.
pub(crate) fn compose(root: &Path, name: &str) -> String {
    let mut source = String::new();
    add(root, &root.join(name), &mut BTreeSet::new(), &mut source);
    source
}

fn add(root: &Path, stem: &Path, seen: &mut BTreeSet<String>, source: &mut String) {
    let path = stem.with_extension("wgsl");
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    for import in text.lines().filter_map(|line| line.strip_prefix("// #import ")) {
        if seen.insert(import.to_owned()) {
            add(root, &root.join("lib").join(import), seen, source);
        }
    }
    for line in text.lines() {
        let start = line.trim_start();
        if start.starts_with("///") || !start.starts_with("//") {
            source.push_str(line);
            source.push('\n');
        }
    }
}

//! The table of quantities in the documents is the list in the code.

use phinum_core::quantity::QUANTITIES;

#[test]
fn the_documents_list_every_quantity() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/quantities.md");
    let text = std::fs::read_to_string(path).expect("docs/quantities.md");
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| `")).collect();
    let expected: Vec<String> = QUANTITIES
        .iter()
        .map(|q| format!("| `{}` | {} | {} |", q.name, q.what, q.source))
        .collect();
    // Quantities of positions follow, in a table of their own each.
    let (rows, positions) = rows.split_at(expected.len().min(rows.len()));
    let names: Vec<&str> = positions.iter().filter_map(|row| row.split('`').nth(1)).collect();
    assert_eq!(names, ["cold", "nim-grundy", "nim-take", "nim-sum"]);
    assert!(rows == expected, "the table should be:\n{}\n", expected.join("\n"));
}

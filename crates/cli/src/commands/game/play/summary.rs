//! A finished game, as text and as JSON.

use phinum_bulk::json::Integer;
use phinum_core::zeckendorf_game::record::Record;
use phinum_core::zeckendorf_game::rules::{MoveKind, ZECKENDORF};
use serde_json::{Map, Value, json};

use crate::commands::game::players::Players;
use crate::report;

/// Who plays.
pub struct Game {
    pub players: Players,
    pub seed: u64,
}

impl Game {
    /// What a record says, in lines.
    pub fn text(&self, record: &Record) -> String {
        let [first, second] = self.players.names();
        let row = |name: &str, value: String| vec![name.to_owned(), value];
        let mut rows = vec![
            row("n", record.start().value(&ZECKENDORF).to_string()),
            row("start", record.start().notation(&ZECKENDORF)),
            row("end", record.end().notation(&ZECKENDORF)),
            row("player 1", first),
            row("player 2", second),
        ];
        if self.players.random() {
            rows.push(row("seed", self.seed.to_string()));
        }
        rows.push(row("length", record.length().to_string()));
        for kind in MoveKind::ALL {
            rows.push(row(kind.name(), record.of_kind(kind).to_string()));
        }
        rows.push(row("winner", format!("player {}", record.winner())));
        let mut text = report::table(&[], rows, &[]);
        let moves = record.moves().map(|(m, times)| {
            let kind = ZECKENDORF.patterns[m.pattern].kind.name().to_owned();
            vec![kind, m.index.to_string(), m.notation(&ZECKENDORF), times.to_string()]
        });
        let moves: Vec<Vec<String>> = moves.collect();
        if !moves.is_empty() {
            text.push('\n');
            text += &report::table(&["kind", "index", "move", "times"], moves, &[1, 3]);
        }
        text
    }

    /// The same as a JSON object.
    pub fn json(&self, record: &Record) -> Value {
        let mut object = Map::new();
        object.insert("n".into(), json!(Integer::from(&record.start().value(&ZECKENDORF))));
        object.insert("start".into(), json!(record.start().notation(&ZECKENDORF)));
        object.insert("end".into(), json!(record.end().notation(&ZECKENDORF)));
        object.insert("strategies".into(), json!(self.players.names()));
        if self.players.random() {
            object.insert("seed".into(), json!(Integer::from(u128::from(self.seed))));
        }
        object.insert("length".into(), json!(Integer::from(record.length())));
        for kind in MoveKind::ALL {
            object.insert(kind.name().into(), json!(Integer::from(record.of_kind(kind))));
        }
        object.insert("winner".into(), json!(record.winner()));
        let moves = record.moves().map(|(m, times)| {
            json!({
                "kind": ZECKENDORF.patterns[m.pattern].kind.name(),
                "index": m.index,
                "move": m.notation(&ZECKENDORF),
                "times": Integer::from(times),
            })
        });
        object.insert("moves".into(), moves.collect());
        Value::Object(object)
    }
}

//! Jobs of Wythoff's game: cold pairs as a stream ([`pairs`]), a square of positions
//! judged by every rule ([`square`]), and tables of Grundy values, checked ([`recheck`])
//! and written ([`table`]).

pub mod pairs;
pub mod recheck;
pub mod square;
pub mod table;

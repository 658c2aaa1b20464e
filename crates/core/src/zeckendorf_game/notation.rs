//! Positions as the paper writes them: `{1^9 ∧ 2^2}` for nine ones and two twos,
//! or by index, `{F_1^9 ∧ F_2^2}`.

use super::rules::Rules;
use super::state::{Count, State};

impl<C: Count> State<C> {
    /// The position by the values of its places, such as `{1^9 ∧ 2^2}`.
    ///
    /// ```
    /// use phinum_core::zeckendorf_game::{rules::ZECKENDORF, state::State};
    /// assert_eq!(State::new([3u64, 1, 2]).notation(&ZECKENDORF), "{1^3 ∧ 2 ∧ 3^2}");
    /// ```
    pub fn notation(&self, rules: &Rules) -> String {
        let places = rules.places_of_any_size(self.top());
        self.written(|i| places[i as usize].to_string())
    }

    /// The position by the indices of its places, such as `{F_1^9 ∧ F_2^2}`.
    pub fn index_notation(&self) -> String {
        self.written(|i| format!("F_{i}"))
    }

    fn written(&self, place: impl Fn(u32) -> String) -> String {
        let one = C::of(1);
        let part = |(i, count): (u32, &C)| {
            if *count == one { place(i) } else { format!("{}^{count}", place(i)) }
        };
        format!("{{{}}}", self.present().map(part).collect::<Vec<_>>().join(" ∧ "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zeckendorf_game::rules::{TRIBONACCI, ZECKENDORF};

    #[test]
    fn states_are_written_as_the_paper_does() {
        let state = State::new([3u128, 0, 7, 1]);
        assert_eq!(state.notation(&ZECKENDORF), "{1^3 ∧ 3^7 ∧ 5}");
        assert_eq!(state.notation(&TRIBONACCI), "{1^3 ∧ 4^7 ∧ 7}");
        assert_eq!(state.index_notation(), "{F_1^3 ∧ F_3^7 ∧ F_4}");
        assert_eq!(State::<u64>::new([]).notation(&ZECKENDORF), "{}");
    }
}

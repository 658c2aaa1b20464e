//! How much a dispatch does: as much as takes a while, never so much that a
//! watchdog strikes.

use std::time::Duration;

/// What a first dispatch does.
const FIRST: u64 = 1 << 18;
/// What none goes below.
const LEAST: u64 = 1 << 12;
/// Below this a dispatch may be larger: what surrounds it costs too much.
const SHORT: Duration = Duration::from_millis(20);
/// Above this it should be smaller. Watchdogs strike at seconds; an adapter that
/// also draws a screen stutters far earlier.
const LONG: Duration = Duration::from_millis(50);

/// The size of the dispatches of one kernel, adapted to the time they take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pace {
    size: u64,
    most: u64,
}

impl Pace {
    /// A first pace, never to exceed `most` items.
    pub(crate) fn new(most: u64) -> Pace {
        let most = most.max(1);
        Pace { size: FIRST.min(most), most }
    }

    /// How many items the next dispatch does.
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// Never to exceed `most` items.
    fn limit(&mut self, most: u64) {
        self.size = self.size.min(most.max(1));
        self.most = self.most.min(most.max(1));
    }

    /// A dispatch of `items` took `elapsed`.
    pub(crate) fn took(&mut self, items: u64, elapsed: Duration) {
        // Dispatches that were under way when the pace changed tell nothing new.
        if elapsed < SHORT && items == self.size {
            self.size = (self.size * 2).min(self.most);
        } else if elapsed > LONG && items <= self.size {
            self.size = (self.size / 2).max(LEAST.min(self.most));
        }
    }

    /// Memory was too short; false if there is no going lower.
    pub(crate) fn out_of_memory(&mut self) -> bool {
        if self.size <= LEAST {
            return false;
        }
        self.limit((self.size / 2).max(LEAST));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUICK: Duration = Duration::from_millis(3);
    const RIGHT: Duration = Duration::from_millis(30);
    const SLOW: Duration = Duration::from_millis(300);

    #[test]
    fn it_doubles_up_to_its_limit_and_settles() {
        let mut pace = Pace::new(1 << 20);
        pace.took(FIRST, QUICK);
        assert_eq!(pace.size(), FIRST * 2);
        pace.took(FIRST, QUICK);
        assert_eq!(pace.size(), FIRST * 2, "what was under way counts once");
        pace.took(FIRST * 2, RIGHT);
        assert_eq!(pace.size(), FIRST * 2);
        pace.took(FIRST * 2, QUICK);
        pace.took(FIRST * 4, QUICK);
        assert_eq!(pace.size(), 1 << 20);
    }

    #[test]
    fn it_halves_while_a_dispatch_is_long() {
        let mut pace = Pace::new(1 << 30);
        let mut halvings = 0;
        while pace.size() > LEAST {
            pace.took(pace.size(), SLOW);
            halvings += 1;
        }
        assert_eq!(halvings, 6);
        pace.took(LEAST, SLOW);
        assert_eq!(pace.size(), LEAST);
    }

    #[test]
    fn a_rest_that_is_quick_says_nothing_and_one_that_is_slow_does() {
        let mut pace = Pace::new(1 << 30);
        pace.took(1000, QUICK);
        assert_eq!(pace.size(), FIRST);
        pace.took(10_000, SLOW);
        assert_eq!(pace.size(), FIRST / 2);
    }

    #[test]
    fn short_memory_lowers_the_limit_for_good_down_to_the_least() {
        let mut pace = Pace::new(1 << 30);
        assert!(pace.out_of_memory());
        pace.took(FIRST / 2, QUICK);
        assert_eq!(pace.size(), FIRST / 2);
        while pace.out_of_memory() {}
        assert_eq!(pace.size(), LEAST);
    }
}

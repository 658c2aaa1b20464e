//! Disjunctive sums of games: a move is a move in one component, and whoever cannot
//! move loses.
//!
//! A component is worth its Grundy value, a sum the nim-sum of its components, and
//! the player to move loses exactly where that is 0; a move wins exactly if it makes
//! its component worth the nim-sum of the others (Sprague 1935, Grundy 1939).
//!
//! Values of Fibonacci Nim and of Wythoff's game come from tables, which end. Past
//! them outcomes are known from digits, and so a value may be known only from below;
//! a sum says what follows from what is known, and no more. Two equal components
//! cancel whatever they are worth.

use core::fmt;

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use crate::fibonacci_nim::{Thresholds, rule};
use crate::wythoff::beatty::is_cold_big;
use crate::wythoff::table::options;
use crate::wythoff::{GrundyTable, winning_moves};

/// One game of a sum, at some position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Component {
    /// A heap of Fibonacci Nim.
    Nim {
        /// The heap.
        heap: UBig,
        /// Its cap, at most the heap.
        cap: UBig,
    },
    /// The two heaps of Wythoff's game.
    Wythoff {
        /// One.
        a: UBig,
        /// The other.
        b: UBig,
    },
    /// A heap of plain Nim.
    Heap(UBig),
}

impl Component {
    /// A heap of Fibonacci Nim under a cap, which is clamped to it, or at the opening.
    pub fn nim(heap: UBig, cap: Option<UBig>) -> Component {
        let opening = || if heap == UBig::ZERO { UBig::ZERO } else { &heap - UBig::ONE };
        let cap = cap.map_or_else(opening, |cap| cap.min(heap.clone()));
        Component::Nim { heap, cap }
    }

    /// How many counters it has: no play is longer.
    fn counters(&self) -> UBig {
        match self {
            Component::Nim { heap, .. } => heap.clone(),
            Component::Wythoff { a, b } => a + b,
            Component::Heap(n) => n.clone(),
        }
    }

    /// Whether the other is the same game at the same position.
    fn is_same(&self, other: &Component) -> bool {
        match (self, other) {
            (Component::Wythoff { a, b }, Component::Wythoff { a: x, b: y }) => {
                (a, b) == (x, y) || (a, b) == (y, x)
            }
            _ => self == other,
        }
    }
}

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Component::Nim { heap, cap } => write!(f, "nim:{heap}:{cap}"),
            Component::Wythoff { a, b } => write!(f, "wythoff:{a},{b}"),
            Component::Heap(n) => write!(f, "heap:{n}"),
        }
    }
}

/// A Grundy value, as far as it is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// This one.
    Exactly(UBig),
    /// This one or a larger one.
    AtLeast(u8),
}

impl Value {
    fn known(&self) -> Option<&UBig> {
        match self {
            Value::Exactly(value) => Some(value),
            Value::AtLeast(_) => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Exactly(value) => value.fmt(f),
            Value::AtLeast(least) => write!(f, "{least} or more"),
        }
    }
}

/// Where the values come from that no digits tell.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tables<'a> {
    /// Of Fibonacci Nim.
    pub nim: Option<&'a Thresholds>,
    /// Of Wythoff's game.
    pub wythoff: Option<&'a GrundyTable>,
    /// Single values from elsewhere, such as proved rows of Wythoff's game.
    pub others: &'a [(Component, UBig)],
}

impl Tables<'_> {
    /// What a component is worth.
    ///
    /// ```
    /// use phinum_core::sum::{Component, Tables, Value};
    /// let heap = Component::nim(9u8.into(), None);
    /// assert_eq!(Tables::default().value(&heap), Value::AtLeast(4));
    /// ```
    pub fn value(&self, component: &Component) -> Value {
        if let Some((_, value)) = self.others.iter().find(|(one, _)| one.is_same(component)) {
            return Value::Exactly(value.clone());
        }
        match component {
            Component::Heap(n) => Value::Exactly(n.clone()),
            Component::Nim { heap, cap } => match self.nim_table(heap) {
                Some((table, small)) => {
                    // The cap is at most the heap.
                    let cap = u32::try_from(cap).unwrap_or(small);
                    Value::Exactly(table.value(small, cap).into())
                }
                None => rule::small_value(heap, cap)
                    .map_or(Value::AtLeast(4), |value| Value::Exactly(value.into())),
            },
            Component::Wythoff { a, b } => {
                if let Some((table, a, b)) = self.wythoff_table(a, b) {
                    Value::Exactly(table.get(a, b).into())
                } else if *a == UBig::ZERO || *b == UBig::ZERO {
                    // One heap alone is plain Nim.
                    Value::Exactly(a + b)
                } else if is_cold_big(a, b, 1) {
                    Value::Exactly(UBig::ZERO)
                } else {
                    Value::AtLeast(1)
                }
            }
        }
    }

    /// The table of Fibonacci Nim, if it has this heap.
    fn nim_table(&self, heap: &UBig) -> Option<(&Thresholds, u32)> {
        let (table, heap) = (self.nim?, u32::try_from(heap).ok()?);
        (heap <= table.last()).then_some((table, heap))
    }

    /// The table of Wythoff's game, if it has these heaps.
    fn wythoff_table(&self, a: &UBig, b: &UBig) -> Option<(&GrundyTable, usize, usize)> {
        let table = self.wythoff?;
        let (a, b) = (usize::try_from(a).ok()?, usize::try_from(b).ok()?);
        (a.max(b) < table.task().n()).then_some((table, a, b))
    }

    /// Calls `each` for every move of a component that leaves the value `value`: what
    /// it takes from each heap, and what it leaves. False, without a call, where they
    /// cannot be told.
    fn moves_to(
        &self,
        component: &Component,
        value: &UBig,
        each: &mut dyn FnMut(Vec<UBig>, Component),
    ) -> bool {
        // What a move leaves has fewer counters than there are, and is worth no more.
        if *value >= component.counters() {
            return true;
        }
        match component {
            Component::Heap(n) => {
                if value < n {
                    each(vec![n - value], Component::Heap(value.clone()));
                }
                true
            }
            Component::Nim { heap, cap } => self.nim_moves_to(heap, cap, value, &mut |take| {
                let leaves = Component::nim(heap - &take, Some(&take * 2u8));
                each(vec![take], leaves);
            }),
            Component::Wythoff { a, b } => self.wythoff_moves_to(a, b, value, &mut |x, y| {
                each(vec![a - &x, b - &y], Component::Wythoff { a: x, b: y });
            }),
        }
    }

    /// Calls `each` for the takes that leave the value `value`.
    fn nim_moves_to(
        &self,
        heap: &UBig,
        cap: &UBig,
        value: &UBig,
        each: &mut dyn FnMut(UBig),
    ) -> bool {
        if let Some((table, heap)) = self.nim_table(heap) {
            let cap = u32::try_from(cap).unwrap_or(heap);
            // A value that does not fit is none of the table's.
            if let Ok(value) = u8::try_from(value) {
                table.takes_to(heap, cap, value).for_each(|take| each(take.into()));
            }
            return true;
        }
        match u8::try_from(value) {
            Ok(value @ ..=3) => {
                rule::takes_to(heap, cap, value).into_iter().for_each(each);
                true
            }
            _ => false,
        }
    }

    /// Calls `each` for the heaps that a move leaves with the value `value`.
    fn wythoff_moves_to(
        &self,
        a: &UBig,
        b: &UBig,
        value: &UBig,
        each: &mut dyn FnMut(UBig, UBig),
    ) -> bool {
        if *value == UBig::ZERO {
            for one in winning_moves(a, b, 1) {
                each(one.to.0, one.to.1);
            }
        } else if *a == UBig::ZERO || *b == UBig::ZERO {
            // One heap alone is plain Nim.
            if *value < a + b {
                let low = |heap: &UBig| heap.min(value).clone();
                each(low(a), low(b));
            }
        } else if let Some((table, a, b)) = self.wythoff_table(a, b) {
            if let Ok(value) = u16::try_from(value) {
                let to = options(a, b, 1).filter(|&(x, y)| table.get(x, y) == value);
                to.for_each(|(x, y)| each(x.into(), y.into()));
            }
        } else {
            return false;
        }
        true
    }
}

/// A move in a sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// In which component, counted from 0.
    pub component: usize,
    /// What it takes from each heap of the component.
    pub take: Vec<UBig>,
    /// What the component becomes.
    pub leaves: Component,
}

/// The winning moves of a sum.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Moves {
    /// The first ones.
    pub listed: Vec<Move>,
    /// How many there are, but for those of `unknown`.
    pub count: u64,
    /// Components of which it is not known which moves win, if any.
    pub unknown: Vec<usize>,
}

/// A sum, with what is known of it.
#[derive(Clone, Debug)]
pub struct Sum<'a> {
    components: Vec<Component>,
    values: Vec<Value>,
    tables: Tables<'a>,
}

impl<'a> Sum<'a> {
    /// Of these components.
    pub fn new(components: Vec<Component>, tables: Tables<'a>) -> Sum<'a> {
        let values = components.iter().map(|component| tables.value(component)).collect();
        Sum { components, values, tables }
    }

    /// The components.
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// What each is worth.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// The nim-sum of all components but `without`, as far as values are known, and
    /// those of unknown value that do not cancel.
    fn nim_sum_but(&self, without: Option<usize>) -> (UBig, Vec<usize>) {
        let mut sum = UBig::ZERO;
        let mut unknown: Vec<usize> = Vec::new();
        for (i, value) in self.values.iter().enumerate() {
            if Some(i) == without {
                continue;
            }
            if let Some(value) = value.known() {
                sum ^= value;
            } else {
                let same = |other: &usize| self.components[i].is_same(&self.components[*other]);
                match unknown.iter().position(same) {
                    Some(at) => {
                        unknown.remove(at);
                    }
                    None => unknown.push(i),
                }
            }
        }
        (sum, unknown)
    }

    /// The nim-sum, if it is known.
    pub fn nim_sum(&self) -> Option<UBig> {
        let (sum, unknown) = self.nim_sum_but(None);
        unknown.is_empty().then_some(sum)
    }

    /// Whether the player to move wins, if it is known.
    pub fn wins(&self) -> Option<bool> {
        let (sum, unknown) = self.nim_sum_but(None);
        match unknown[..] {
            [] => Some(sum != UBig::ZERO),
            _ if sum.bit_len() > self.widest(&unknown) => Some(true),
            // Whatever it is worth, it is more than the others.
            [one] => match self.values[one] {
                Value::AtLeast(least) if sum < UBig::from(least) => Some(true),
                _ => None,
            },
            _ => None,
        }
    }

    /// The most bits that the values of `unknown` components can have.
    fn widest(&self, unknown: &[usize]) -> usize {
        let bits = unknown.iter().map(|i| self.components[*i].counters().bit_len());
        bits.max().unwrap_or(0)
    }

    /// Whether no move of a component can balance the others, which are worth `sum` and
    /// what is `unknown`: where they are worth 2^k or more together, and what a move
    /// leaves has fewer counters than that. So it is where the sum has a bit that no
    /// unknown value reaches, and where the one unknown value is at least some 2^k that
    /// is above the sum.
    fn out_of_reach(&self, component: &Component, sum: &UBig, unknown: &[usize]) -> bool {
        let bits = sum.bit_len();
        if bits > self.widest(unknown) && component.counters() <= UBig::ONE << (bits - 1) {
            return true;
        }
        let &[one] = unknown else { return false };
        let Value::AtLeast(least) = self.values[one] else { return false };
        let least_sum = UBig::from(least);
        least.is_power_of_two() && *sum < least_sum && component.counters() <= least_sum
    }

    /// The winning moves, of which at most `most` are listed.
    pub fn winning_moves(&self, most: usize) -> Moves {
        let mut moves = Moves::default();
        if self.wins() == Some(false) {
            return moves;
        }
        for (i, component) in self.components.iter().enumerate() {
            let (target, unknown) = self.nim_sum_but(Some(i));
            let mut note = |take, leaves| {
                moves.count += 1;
                if moves.listed.len() < most {
                    moves.listed.push(Move { component: i, take, leaves });
                }
            };
            let told = self.out_of_reach(component, &target, &unknown)
                || unknown.is_empty() && self.tables.moves_to(component, &target, &mut note);
            if !told {
                moves.unknown.push(i);
            }
        }
        moves
    }
}

//! A predicate as a program: steps that each go through the rows of a piece, one
//! loop a step, in words of one width.
//!
//! Registers hold a number a row, masks a truth a row. Both are used as stacks, so a
//! step works on the top of one and what it needs stands right above.

use core::fmt::Debug;
use core::ops::{Add, Mul, Range, Rem, Sub};

use dashu_int::IBig;

use super::bound::Survey;
use super::{Operation, Predicate, Relation, Term};
use crate::column::{Column, Width, Word};
use crate::for_width;
use crate::function::Function;

/// Rows of a piece at most: its registers stay in the first cache.
pub const ROWS: usize = 1 << 11;

/// A signed word wide enough for every number of a predicate.
pub(super) trait Number:
    Copy
    + Ord
    + Default
    + Debug
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Rem<Output = Self>
{
    const ONE: Self;
    /// A number that fits.
    fn of(wide: i128) -> Self;
    /// The number, widened.
    fn wide(self) -> i128;
    /// What is left of it by a divisor that is a power of two: its low bits, since
    /// negative numbers are two's complements. `None` for any other divisor.
    fn low_bits(self, divisor: Self) -> Option<Self>;
    /// What is left of each of some numbers by one divisor, which is not 0.
    fn residues(numbers: &mut [Self], divisor: Self);
}

macro_rules! numbers {
    ($($word:ident by $residues:ident),*) => {$(
        impl Number for $word {
            const ONE: Self = 1;

            #[inline(always)]
            fn of(wide: i128) -> Self {
                wide as $word
            }

            fn wide(self) -> i128 {
                self.into()
            }

            #[inline(always)]
            fn low_bits(self, divisor: Self) -> Option<Self> {
                (divisor > 0 && divisor & (divisor - 1) == 0).then(|| self & (divisor - 1))
            }

            #[inline(always)]
            fn residues(numbers: &mut [Self], divisor: Self) {
                $residues(numbers, divisor);
            }
        }
    )*};
}

numbers!(i32 by by_quotients, i64 by one_by_one, i128 by one_by_one);

#[inline(always)]
fn one_by_one<T: Number>(numbers: &mut [T], divisor: T) {
    for number in numbers {
        *number = residue(*number, divisor);
    }
}

/// No machine divides vectors of integers. A double holds a quotient of 32 bits, which
/// after rounding is off by one at most.
#[inline(always)]
fn by_quotients(numbers: &mut [i32], divisor: i32) {
    if 0.low_bits(divisor).is_some() {
        return one_by_one(numbers, divisor);
    }
    let size = divisor.wrapping_abs();
    let share = f64::from(size).recip();
    for number in numbers {
        let quotient = (f64::from(*number) * share) as i32;
        let mut rest = number.wrapping_sub(quotient.wrapping_mul(size));
        rest += if rest < 0 { size } else { 0 };
        rest -= if rest >= size { size } else { 0 };
        *number = rest;
    }
}

/// The right side of an operation.
#[derive(Clone, Copy, Debug)]
enum Right<T> {
    Constant(T),
    /// The register above.
    Above,
}

/// A step. Registers and masks are named by their places in the stacks.
#[derive(Clone, Copy, Debug)]
enum Step<T> {
    /// Fills a register with a constant.
    Constant { value: T, to: usize },
    /// Fills a register with n.
    Number { to: usize },
    /// Fills a register with the residues of n modulo a positive number, by counting.
    Counted { divisor: T, to: usize },
    /// Fills a register with the values of a function.
    Values { column: usize, to: usize },
    /// Applies an operation to a register.
    Apply { operation: Operation, at: usize, right: Right<T> },
    /// Compares a register.
    Compare { relation: Relation, at: usize, right: Right<T>, to: usize },
    /// Compares the values of a function with a constant that a column of it holds.
    CompareValues { relation: Relation, column: usize, with: u128, to: usize },
    /// Fills a mask.
    Always { held: bool, to: usize },
    /// Goes on at another step if a mask holds nowhere.
    Skip { unless: usize, to: usize },
    /// A mask and the one above.
    Both { at: usize },
    /// A mask or the one above.
    Either { at: usize },
    /// A mask the other way round.
    Not { at: usize },
}

/// A predicate in words of one width.
#[derive(Debug)]
pub(super) struct Program<T> {
    steps: Vec<Step<T>>,
    registers: usize,
    masks: usize,
}

/// What a program works in, kept between pieces.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory<T> {
    registers: Vec<T>,
    masks: Vec<u8>,
}

/// Where in what has been written the next register and the next mask are.
#[derive(Clone, Copy, Default)]
struct Place {
    register: usize,
    mask: usize,
}

impl<T: Number> Program<T> {
    /// `predicate`, of which a survey says that every number on the way fits.
    pub(super) fn of(predicate: &Predicate, survey: &Survey<'_>) -> Program<T> {
        let mut program = Program { steps: Vec::new(), registers: 0, masks: 0 };
        program.predicate(predicate, survey, Place::default());
        program
    }

    fn predicate(&mut self, predicate: &Predicate, survey: &Survey<'_>, at: Place) {
        self.masks = self.masks.max(at.mask + 1);
        let above = Place { mask: at.mask + 1, ..at };
        match predicate {
            Predicate::Compare(relation, left, right) => {
                self.compare(*relation, left, right, survey, at);
            }
            Predicate::And(left, right) => {
                self.predicate(left, survey, at);
                // Where nothing is left there is nothing to look at.
                let skip = self.steps.len();
                self.steps.push(Step::Skip { unless: at.mask, to: 0 });
                self.predicate(right, survey, above);
                self.steps.push(Step::Both { at: at.mask });
                self.steps[skip] = Step::Skip { unless: at.mask, to: self.steps.len() };
            }
            Predicate::Or(left, right) => {
                self.predicate(left, survey, at);
                self.predicate(right, survey, above);
                self.steps.push(Step::Either { at: at.mask });
            }
            Predicate::Not(inner) => {
                self.predicate(inner, survey, at);
                self.steps.push(Step::Not { at: at.mask });
            }
        }
    }

    fn compare(
        &mut self,
        relation: Relation,
        left: &Term,
        right: &Term,
        survey: &Survey<'_>,
        at: Place,
    ) {
        if let Some((function, constant)) = direct(left, right) {
            let (column, width) = survey.column_of(function);
            let with = u128::try_from(constant).ok().filter(|with| Width::of(*with) <= width);
            self.steps.push(if let Some(with) = with {
                Step::CompareValues { relation, column, with, to: at.mask }
            } else {
                // Every value of the column is larger, or every one is smaller.
                let held = relation.holds(IBig::ZERO.cmp(constant));
                Step::Always { held, to: at.mask }
            });
            return;
        }
        self.term(left, survey, at.register);
        let right = self.right(right, survey, at.register);
        self.steps.push(Step::Compare { relation, at: at.register, right, to: at.mask });
    }

    /// The right side of something whose left side is in register `at`.
    fn right(&mut self, term: &Term, survey: &Survey<'_>, at: usize) -> Right<T> {
        // Most often it is written as a number.
        if let Term::Constant(constant) = term {
            return Right::Constant(word(constant));
        }
        self.term(term, survey, at + 1);
        Right::Above
    }

    /// Puts a term into register `to`.
    fn term(&mut self, term: &Term, survey: &Survey<'_>, to: usize) {
        self.registers = self.registers.max(to + 1);
        match term {
            Term::Constant(constant) => {
                self.steps.push(Step::Constant { value: word(constant), to });
            }
            Term::Number => self.steps.push(Step::Number { to }),
            Term::Value(function) => {
                let (column, _) = survey.column_of(function);
                self.steps.push(Step::Values { column, to });
            }
            Term::Operation(operation, left, right) => {
                if let Some(divisor) = counted(*operation, left, right) {
                    self.steps.push(Step::Counted { divisor: word(divisor), to });
                    return;
                }
                self.term(left, survey, to);
                let right = self.right(right, survey, to);
                self.steps.push(Step::Apply { operation: *operation, at: to, right });
            }
        }
    }

    /// Whether it holds at each of some rows of some columns, those of the numbers from
    /// `start` on: a byte a row, 1 or 0. Always inlined, so that it is made of
    /// its caller's instructions.
    ///
    /// # Panics
    /// If there are more than [`ROWS`].
    #[inline(always)]
    pub(super) fn run<'m>(
        &self,
        start: u128,
        columns: &[Column],
        at: Range<usize>,
        memory: &'m mut Memory<T>,
    ) -> &'m [u8] {
        let rows = at.len();
        assert!(rows <= ROWS, "a piece has at most {ROWS} rows");
        memory.registers.resize(self.registers * ROWS, T::default());
        memory.masks.resize(self.masks * ROWS, 0);
        let Memory { registers, masks } = memory;
        let mut next = 0;
        while let Some(step) = self.steps.get(next) {
            next += 1;
            match *step {
                Step::Constant { value, to } => top(registers, to, rows).0.fill(value),
                Step::Number { to } => {
                    for (row, number) in top(registers, to, rows).0.iter_mut().enumerate() {
                        *number = T::of(start.wrapping_add(row as u128) as i128);
                    }
                }
                Step::Counted { divisor, to } => {
                    let mut rest = T::of((start % divisor.wide() as u128) as i128);
                    for number in top(registers, to, rows).0 {
                        *number = rest;
                        rest = rest + T::ONE;
                        if rest == divisor {
                            rest = T::default();
                        }
                    }
                }
                Step::Values { column, to } => {
                    let numbers = top(registers, to, rows).0;
                    for_width!(Column, &columns[column], values => {
                        for (number, value) in numbers.iter_mut().zip(&values[at.clone()]) {
                            *number = T::of(value.wide() as i128);
                        }
                    });
                }
                Step::Apply { operation, at, right } => {
                    let (numbers, above) = top(registers, at, rows);
                    match right {
                        Right::Constant(divisor) if operation == Operation::Residue => {
                            T::residues(numbers, divisor);
                        }
                        Right::Constant(right) => operate(operation, numbers, |_| right),
                        Right::Above => operate(operation, numbers, |row| above[row]),
                    }
                }
                Step::Compare { relation, at, right, to } => {
                    let (numbers, above) = top(registers, at, rows);
                    let mask = top(masks, to, rows).0;
                    match right {
                        Right::Constant(right) => compare(relation, numbers, |_| right, mask),
                        Right::Above => compare(relation, numbers, |row| above[row], mask),
                    }
                }
                Step::CompareValues { relation, column, with, to } => {
                    let mask = top(masks, to, rows).0;
                    for_width!(Column, &columns[column], values => {
                        let with = Word::low(with);
                        compare(relation, &values[at.clone()], |_| with, mask);
                    });
                }
                Step::Always { held, to } => top(masks, to, rows).0.fill(held.into()),
                Step::Skip { unless, to } => {
                    let any = top(masks, unless, rows).0.iter().fold(0, |any, held| any | *held);
                    if any == 0 {
                        next = to;
                    }
                }
                Step::Both { at } => {
                    let (held, above) = top(masks, at, rows);
                    held.iter_mut().zip(above).for_each(|(held, above)| *held &= *above);
                }
                Step::Either { at } => {
                    let (held, above) = top(masks, at, rows);
                    held.iter_mut().zip(above).for_each(|(held, above)| *held |= *above);
                }
                Step::Not { at } => {
                    top(masks, at, rows).0.iter_mut().for_each(|held| *held ^= 1);
                }
            }
        }
        &masks[..rows]
    }
}

/// A comparison that needs no number of a program: of the values of a function, as they
/// stand in their column, with a constant.
pub fn direct<'t>(left: &'t Term, right: &'t Term) -> Option<(&'t Function, &'t IBig)> {
    match (left, right) {
        (Term::Value(function), Term::Constant(constant)) => Some((function, constant)),
        _ => None,
    }
}

/// The divisor of residues of n that are counted, for which n itself needs no room.
pub fn counted<'t>(operation: Operation, left: &Term, right: &'t Term) -> Option<&'t IBig> {
    match (operation, left, right) {
        (Operation::Residue, Term::Number, Term::Constant(divisor)) => {
            Some(divisor).filter(|divisor| **divisor > IBig::ZERO)
        }
        _ => None,
    }
}

/// A number of a program, which a survey says fits.
fn word<T: Number>(number: &IBig) -> T {
    T::of(i128::try_from(number).expect("surveyed"))
}

/// The rows of one register or mask, and of the one above.
#[inline(always)]
fn top<E>(stack: &mut [E], at: usize, rows: usize) -> (&mut [E], &[E]) {
    let (here, above) = stack[at * ROWS..].split_at_mut(ROWS);
    let above = &*above;
    (&mut here[..rows], &above[..rows.min(above.len())])
}

/// Applies an operation to all of some numbers. Each has a loop of its own, so that it is
/// one of plain lanes.
#[inline(always)]
fn operate<T: Number>(operation: Operation, numbers: &mut [T], right: impl Fn(usize) -> T) {
    #[inline(always)]
    fn each<T: Number>(numbers: &mut [T], right: impl Fn(usize) -> T, apply: impl Fn(T, T) -> T) {
        for (row, number) in numbers.iter_mut().enumerate() {
            *number = apply(*number, right(row));
        }
    }
    match operation {
        Operation::Add => each(numbers, right, |a, b| a + b),
        Operation::Subtract => each(numbers, right, |a, b| a - b),
        Operation::Multiply => each(numbers, right, |a, b| a * b),
        Operation::Residue => each(numbers, right, residue),
    }
}

/// Compares all of some numbers, as [`operate`].
#[inline(always)]
fn compare<N: Copy + Ord>(
    relation: Relation,
    left: &[N],
    right: impl Fn(usize) -> N,
    mask: &mut [u8],
) {
    #[inline(always)]
    fn each<N: Copy>(
        left: &[N],
        right: impl Fn(usize) -> N,
        mask: &mut [u8],
        holds: impl Fn(N, N) -> bool,
    ) {
        for (row, (held, number)) in mask.iter_mut().zip(left).enumerate() {
            *held = u8::from(holds(*number, right(row)));
        }
    }
    match relation {
        Relation::Equal => each(left, right, mask, |a, b| a == b),
        Relation::Unequal => each(left, right, mask, |a, b| a != b),
        Relation::Less => each(left, right, mask, |a, b| a < b),
        Relation::AtMost => each(left, right, mask, |a, b| a <= b),
        Relation::Greater => each(left, right, mask, |a, b| a > b),
        Relation::AtLeast => each(left, right, mask, |a, b| a >= b),
    }
}

/// From 0 up to the size of the divisor, which is not 0.
#[inline(always)]
fn residue<T: Number>(a: T, b: T) -> T {
    if let Some(rest) = a.low_bits(b) {
        return rest;
    }
    let rest = a % b;
    let zero = T::default();
    match (rest < zero, b < zero) {
        (false, _) => rest,
        (true, false) => rest + b,
        (true, true) => rest - b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn residues_are_never_negative() {
        let edges = [i64::MIN + 1, -(1 << 40), -9, -8, -1, 0, 1, 7, 8, 9, 1 << 40, i64::MAX];
        for a in edges {
            for b in [1, 2, 3, 4, 7, 8, 1 << 40, i64::MAX, -1, -2, -3, -8, i64::MIN + 1] {
                assert_eq!(residue(a, b), a.rem_euclid(b), "{a} % {b}");
                let (a, b) = (i128::from(a) << 60, i128::from(b));
                assert_eq!(residue(a, b), a.rem_euclid(b), "{a} % {b}");
            }
        }
    }

    #[test]
    fn quotients_of_doubles_leave_the_same_residues() {
        let edges = [1, 2, 3, 7, 1 << 15, (1 << 16) + 1, i32::MAX / 2, i32::MAX - 1, i32::MAX];
        let mut draw = crate::conformance::cases::Draw(9);
        let divisors =
            edges.into_iter().chain((0..200).map(|i| 1 + (draw.next() >> (33 + i % 31)) as i32));
        for divisor in divisors.collect::<Vec<_>>() {
            // On both sides of multiples, where a quotient is most easily off by one.
            let multiples = (0..200).map(|_| (draw.next() as i32 / divisor) * divisor);
            let near = multiples.flat_map(|m| (-2..=2).map(move |step| m.saturating_add(step)));
            let numbers: Vec<i32> = near
                .chain(edges)
                .chain(edges.map(|edge| -edge))
                .filter(|n| *n != i32::MIN)
                .collect();
            for divisor in [divisor, -divisor] {
                let mut rests = numbers.clone();
                i32::residues(&mut rests, divisor);
                for (number, rest) in numbers.iter().zip(rests) {
                    assert_eq!(rest, number.rem_euclid(divisor), "{number} % {divisor}");
                }
            }
        }
    }
}

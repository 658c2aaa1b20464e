//! A condition as WGSL: the body of the function `holds` of the shader `condition`.
//!
//! It is a line for each operation, comparison and connective, whose names nothing else
//! has, so that no expression is nested, however deep the condition is. Numbers on the way
//! are `i32`, which [`Bound::is_small`] says they fit; values that are compared with a
//! constant and nothing else stay as they are, `u32`.

use std::fmt::Write;
use std::sync::Arc;

use phinum_core::column::Width;
use phinum_core::dashu::IBig;
use phinum_core::function::Function;
use phinum_core::predicate::{Bound, Operation, Predicate, Relation, Term, counted, direct};

/// The most functions, and the most ways in which a condition asks for n: the words of a
/// vector.
const MOST: usize = 4;
/// The most lines. Drivers take a while over longer functions, and for what is seldom asked.
const LINES: usize = 500;
/// What the words of a vector are called.
const WORDS: [char; MOST] = ['x', 'y', 'z', 'w'];

/// A condition that the device evaluates.
#[derive(Debug)]
pub(crate) struct Condition {
    /// The body of `holds`.
    pub(crate) body: Arc<str>,
    /// The divisors of n; n itself, which is small, where there is none.
    pub(crate) divisors: Vec<Option<u32>>,
    /// Whether values may have more than 16 bits.
    pub(crate) is_wide: bool,
}

impl Condition {
    /// The condition of `bound`; `None` if it is none that the device evaluates.
    pub(crate) fn of(bound: &Bound) -> Option<Condition> {
        let functions = bound.functions();
        let narrow = functions.iter().all(|(_, width)| *width <= Width::U32);
        if !(bound.is_small() && narrow && (1..=MOST).contains(&functions.len())) {
            return None;
        }
        let mut writer = Writer { bound, body: String::new(), lines: 0, divisors: Vec::new() };
        let held = writer.predicate(bound.predicate())?;
        let Writer { mut body, divisors, .. } = writer;
        write!(body, "    return {held};").expect("a string takes everything");
        let is_wide = functions.iter().any(|(_, width)| *width > Width::U16);
        Some(Condition { body: body.into(), divisors, is_wide })
    }

    /// What the device is told of n, of which it knows how many come before it in its slice.
    pub(crate) fn rests(&self, n: u128) -> [u32; MOST] {
        let mut rests = [0; MOST];
        for (rest, divisor) in rests.iter_mut().zip(&self.divisors) {
            *rest = divisor.map_or(n, |divisor| n % u128::from(divisor)) as u32;
        }
        rests
    }
}

struct Writer<'a> {
    bound: &'a Bound,
    body: String,
    lines: usize,
    divisors: Vec<Option<u32>>,
}

/// Each gives the name or the literal of what it wrote down, if there is room for it.
impl Writer<'_> {
    fn line(&mut self, expression: &str) -> Option<String> {
        self.lines += 1;
        let name = format!("a{}", self.lines);
        writeln!(self.body, "    let {name} = {expression};").expect("a string takes everything");
        (self.lines < LINES).then_some(name)
    }

    fn predicate(&mut self, predicate: &Predicate) -> Option<String> {
        let expression = match predicate {
            Predicate::Compare(relation, left, right) => {
                let sign = sign(*relation);
                if let Some((function, constant)) = direct(left, right) {
                    let Ok(constant) = u32::try_from(constant) else {
                        // Every value is smaller, or every one is larger.
                        return self.line(&relation.holds(IBig::ZERO.cmp(constant)).to_string());
                    };
                    format!("v.{} {sign} {constant}u", self.word_of(function))
                } else {
                    format!("{} {sign} {}", self.term(left)?, self.term(right)?)
                }
            }
            Predicate::And(left, right) => {
                format!("{} & {}", self.predicate(left)?, self.predicate(right)?)
            }
            Predicate::Or(left, right) => {
                format!("{} | {}", self.predicate(left)?, self.predicate(right)?)
            }
            Predicate::Not(inner) => format!("!{}", self.predicate(inner)?),
        };
        self.line(&expression)
    }

    fn term(&mut self, term: &Term) -> Option<String> {
        let expression = match term {
            Term::Constant(constant) => {
                // The least of all has no literal, and is not small.
                return i32::try_from(constant).ok().map(|constant| format!("({constant}i)"));
            }
            Term::Number => format!("i32(n.{})", self.number(None)?),
            Term::Value(function) => format!("i32(v.{})", self.word_of(function)),
            Term::Operation(operation, left, right) => {
                if let Some(divisor) = counted(*operation, left, right) {
                    let divisor = u32::try_from(divisor).ok()?;
                    format!("i32(n.{} % {divisor}u)", self.number(Some(divisor))?)
                } else {
                    let (left, right) = (self.term(left)?, self.term(right)?);
                    match operation {
                        Operation::Add => format!("{left} + {right}"),
                        Operation::Subtract => format!("{left} - {right}"),
                        Operation::Multiply => format!("{left} * {right}"),
                        Operation::Residue => format!("residue({left}, {right})"),
                    }
                }
            }
        };
        self.line(&expression)
    }

    fn word_of(&self, function: &Function) -> char {
        let mut functions = self.bound.functions().iter();
        WORDS[functions.position(|(known, _)| known.same(function)).expect("every one is there")]
    }

    /// Where n stands so that its residues by `divisor` are right.
    fn number(&mut self, divisor: Option<u32>) -> Option<char> {
        let at = self.divisors.iter().position(|known| *known == divisor).unwrap_or_else(|| {
            self.divisors.push(divisor);
            self.divisors.len() - 1
        });
        WORDS.get(at).copied()
    }
}

fn sign(relation: Relation) -> &'static str {
    match relation {
        Relation::Equal => "==",
        Relation::Unequal => "!=",
        Relation::Less => "<",
        Relation::AtMost => "<=",
        Relation::Greater => ">",
        Relation::AtLeast => ">=",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::LazyLock;

    use phinum_shaders::condition::SHADER;
    use wgpu::naga::valid::{Capabilities, ValidationFlags, Validator};

    /// The same function for the same name.
    fn value(name: &str) -> Term {
        static ALL: LazyLock<Vec<Function>> = LazyLock::new(Function::all);
        let function = ALL.iter().find(|function| function.name() == name);
        Term::Value(function.expect("listed").clone())
    }

    fn constant(number: i128) -> Term {
        Term::Constant(number.into())
    }

    fn of(operation: Operation, left: Term, right: Term) -> Term {
        Term::Operation(operation, Box::new(left), Box::new(right))
    }

    fn compare(left: Term, right: Term) -> Predicate {
        Predicate::Compare(Relation::Less, left, right)
    }

    fn at(start: u128, predicate: &Predicate) -> Option<Condition> {
        Condition::of(&Bound::new(predicate, &(start..start + 100)).expect("it fits 128 bits"))
    }

    fn is_valid(source: &str) -> bool {
        let mut validator = Validator::new(ValidationFlags::all(), Capabilities::empty());
        wgpu::naga::front::wgsl::parse_str(source).is_ok_and(|m| validator.validate(&m).is_ok())
    }

    #[test]
    fn a_line_for_each_step() {
        let excess = of(Operation::Subtract, value("terms"), constant(-3));
        let mine = of(Operation::Residue, Term::Number, constant(1000));
        let predicate = Predicate::Or(
            Box::new(compare(value("gap"), constant(7))),
            Box::new(Predicate::Not(Box::new(compare(excess, mine)))),
        );
        let condition = at(1 << 70, &predicate).expect("it is simple");
        assert_eq!(
            &*condition.body,
            "    let a1 = v.x < 7u;
    let a2 = i32(v.y);
    let a3 = a2 - (-3i);
    let a4 = i32(n.x % 1000u);
    let a5 = a3 < a4;
    let a6 = !a5;
    let a7 = a1 | a6;
    return a7;"
        );
        assert_eq!(condition.divisors, [Some(1000)]);
        assert_eq!(condition.rests(1 << 70), [((1u128 << 70) % 1000) as u32, 0, 0, 0]);
        assert!(!condition.is_wide);
    }

    #[test]
    fn everything_is_valid_and_asks_for_nothing_optional() {
        use Operation::{Add, Multiply, Residue, Subtract};
        let edges = [i128::from(i32::MIN) + 1, -1, 0, 1, i128::from(i32::MAX)];
        let mut all: Vec<Predicate> =
            [Relation::Equal, Relation::Unequal, Relation::Less, Relation::AtMost]
                .into_iter()
                .chain([Relation::Greater, Relation::AtLeast])
                .flat_map(|relation| {
                    [value("terms"), of(Add, value("terms"), constant(0))]
                        .map(|term| Predicate::Compare(relation, term, constant(-1)))
                })
                .collect();
        for operation in [Add, Subtract, Multiply, Residue] {
            for right in [constant(-7), constant(7), of(Add, value("terms"), constant(1))] {
                for left in [Term::Number, constant(-9), value("gap")] {
                    let term = of(operation, left, right.clone());
                    all.push(compare(term, value("terms")));
                }
            }
        }
        for edge in edges {
            all.push(compare(value("terms"), constant(edge)));
            all.push(compare(constant(edge), value("terms")));
            all.push(Predicate::Not(Box::new(compare(value("terms"), constant(edge << 9)))));
        }
        let deep = (0..90).fold(all[0].clone(), |deep, _| {
            Predicate::And(Box::new(deep), Box::new(Predicate::Not(Box::new(all[1].clone()))))
        });
        all.push(deep);
        for predicate in &all {
            let condition = at(1000, predicate).unwrap_or_else(|| panic!("{predicate}"));
            assert!(is_valid(&SHADER.with_body("holds", &condition.body)), "{predicate}");
        }
        assert!(!is_valid(&SHADER.with_body("holds", "    return v.x;")));
        assert!(!is_valid(&SHADER.with_body("holds", "    return u64(v.x) < 2lu;")));
    }

    #[test]
    fn what_is_too_wide_or_too_much_is_left() {
        let terms = || value("terms");
        assert!(at(1000, &compare(value("upper-bound"), terms())).is_some());
        assert!(at(1 << 40, &compare(value("upper-bound"), terms())).is_none(), "wide values");
        let product = of(Operation::Multiply, terms(), constant(1 << 40));
        assert!(at(1000, &compare(product, terms())).is_none(), "wide numbers");
        assert!(at(1000, &compare(Term::Number, terms())).is_some());
        assert!(at(1 << 40, &compare(Term::Number, terms())).is_none(), "a wide n");
        assert!(at(1000, &compare(Term::Number, constant(1010))).is_none(), "no function");
        let all = ["terms", "gap", "longest", "top-index", "trailing-zeros"];
        let sum = |names: &[&str]| {
            let sum = |sum, name: &&str| of(Operation::Add, sum, value(name));
            compare(names.iter().fold(constant(0), sum), constant(9))
        };
        assert!(at(1000, &sum(&all[..4])).is_some());
        assert!(at(1000, &sum(&all)).is_none(), "five functions");
        let residues = |count: i128| {
            let rest = |d| of(Operation::Residue, Term::Number, constant(d));
            let sum = (0..count).fold(terms(), |sum, d| of(Operation::Add, sum, rest(d + 2)));
            compare(sum, constant(9))
        };
        assert!(at(1000, &residues(4)).is_some());
        assert!(at(1000, &residues(5)).is_none(), "five divisors");
        let long = (0..LINES as i128).fold(terms(), |sum, i| of(Operation::Add, sum, constant(i)));
        assert!(at(1000, &compare(long, constant(0))).is_none(), "too long");
    }
}

//! The operations of each shader, counted in what naga makes of it: once an invocation,
//! and once a turn of each loop. `docs/performance.md` argues from these figures.
//!
//! An operation is one on a word of 32 bits: arithmetic, a comparison, a choice, a shift,
//! or the computation of an address from an index that varies; on a vector one for each
//! word. Both sides of a branch count, but for one that constants decide, those of the source
//! or those that are set: there the side counts that these leave. `-- --nocapture` prints all of it.

use std::fmt::{self, Write};
use std::ops::AddAssign;

use naga::valid::{Capabilities, FunctionInfo, ModuleInfo, ValidationFlags, Validator};
use naga::{
    AddressSpace, BinaryOperator, Block, Expression, Function, Handle, Literal, Module, Statement,
    TypeInner,
};
use phinum_shaders::Shader;

/// What is done in a piece of a shader.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Work {
    operations: u32,
    /// Words read from buffers, and written to them.
    read: u32,
    written: u32,
    /// Words read from and written to the workgroup's memory.
    shared: u32,
    atomics: u32,
}

impl AddAssign for Work {
    fn add_assign(&mut self, other: Work) {
        self.operations += other.operations;
        self.read += other.read;
        self.written += other.written;
        self.shared += other.shared;
        self.atomics += other.atomics;
    }
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Work { operations, read, written, shared, atomics } = self;
        write!(
            f,
            "{operations:>4} operations {read:>3} read {written:>3} written {shared:>3} shared \
             {atomics:>2} atomic"
        )
    }
}

/// The loops of a shader as they come, each by the line that begins it, a loop of a
/// function once for each call; the first of all is what is in none.
type Counts = Vec<(String, Work)>;

struct Counter<'a> {
    source: &'a str,
    module: &'a Module,
    info: &'a ModuleInfo,
    /// Constants that are set.
    set: &'a [(&'a str, u32)],
    counts: Counts,
}

impl Counter<'_> {
    fn block(&mut self, function: &Function, info: &FunctionInfo, block: &Block, at: usize) {
        for (statement, span) in block.span_iter() {
            let mut work = Work::default();
            match statement {
                Statement::Emit(range) => {
                    for handle in range.clone() {
                        work += self.expression(function, info, handle);
                    }
                }
                Statement::Store { pointer, value } => {
                    let words = words(self.inner(info, *value));
                    match space(self.inner(info, *pointer)) {
                        Some(AddressSpace::Storage { .. }) => work.written = words,
                        Some(AddressSpace::WorkGroup) => work.shared = words,
                        _ => {}
                    }
                }
                Statement::Atomic { .. } => work.atomics = 1,
                Statement::Block(inner) => self.block(function, info, inner, at),
                Statement::If { condition, accept, reject } => {
                    let known = self.truth(function, *condition);
                    if known != Some(false) {
                        self.block(function, info, accept, at);
                    }
                    if known != Some(true) {
                        self.block(function, info, reject, at);
                    }
                }
                Statement::Loop { body, continuing, .. } => {
                    let line = span.location(self.source).line_number as usize;
                    let line = self.source.lines().nth(line - 1).unwrap_or_default().trim();
                    let inside = self.counts.len();
                    self.counts.push((line.to_owned(), Work::default()));
                    self.block(function, info, body, inside);
                    self.block(function, info, continuing, inside);
                }
                Statement::Call { function: callee, .. } => self.function(*callee, at),
                _ => {}
            }
            self.counts[at].1 += work;
        }
    }

    /// What a comparison of constants says, if they are set.
    fn truth(&self, function: &Function, handle: Handle<Expression>) -> Option<bool> {
        let (op, left, right) = match function.expressions[handle] {
            // Of constants of the source.
            Expression::Literal(Literal::Bool(is)) => return Some(is),
            Expression::Binary { op, left, right } => (op, left, right),
            _ => return None,
        };
        let (left, right) = (self.word(function, left)?, self.word(function, right)?);
        match op {
            BinaryOperator::Greater => Some(left > right),
            BinaryOperator::Equal => Some(left == right),
            BinaryOperator::NotEqual => Some(left != right),
            _ => None,
        }
    }

    /// A number that is known where constants are set.
    fn word(&self, function: &Function, handle: Handle<Expression>) -> Option<u32> {
        match function.expressions[handle] {
            Expression::Literal(Literal::U32(word)) => Some(word),
            Expression::Override(handle) => {
                let name = self.module.overrides[handle].name.as_deref();
                self.set.iter().find(|(set, _)| Some(*set) == name).map(|(_, word)| *word)
            }
            Expression::Binary { op: BinaryOperator::And, left, right } => {
                Some(self.word(function, left)? & self.word(function, right)?)
            }
            _ => None,
        }
    }

    fn function(&mut self, callee: Handle<Function>, at: usize) {
        let (module, info) = (self.module, self.info);
        self.block(&module.functions[callee], &info[callee], &module.functions[callee].body, at);
    }

    fn expression(
        &self,
        function: &Function,
        info: &FunctionInfo,
        handle: Handle<Expression>,
    ) -> Work {
        let words = words(self.inner(info, handle));
        let mut work = Work::default();
        match function.expressions[handle] {
            Expression::Binary { .. }
            | Expression::Unary { .. }
            | Expression::Select { .. }
            | Expression::Math { .. }
            | Expression::Relational { .. }
            | Expression::As { .. } => work.operations = words,
            // Atomic loads among them.
            Expression::Load { pointer } => match space(self.inner(info, pointer)) {
                Some(AddressSpace::Storage { .. }) => work.read = words,
                Some(AddressSpace::WorkGroup) => work.shared = words,
                _ => {}
            },
            Expression::Access { base, .. } => {
                let of = space(self.inner(info, base));
                let memory = [Some(AddressSpace::WorkGroup)].contains(&of)
                    || matches!(of, Some(AddressSpace::Storage { .. }));
                work.operations = u32::from(memory);
            }
            _ => {}
        }
        work
    }

    fn inner<'b>(&'b self, info: &'b FunctionInfo, handle: Handle<Expression>) -> &'b TypeInner {
        info[handle].ty.inner_with(&self.module.types)
    }
}

/// The words of a value; those of a struct that a load brings are counted when it is
/// known which of them are used, so a struct counts as its members.
fn words(inner: &TypeInner) -> u32 {
    match *inner {
        TypeInner::Vector { size, .. } => size as u32,
        TypeInner::Struct { span, .. } => span / 4,
        _ => 1,
    }
}

fn space(inner: &TypeInner) -> Option<AddressSpace> {
    match *inner {
        TypeInner::Pointer { space, .. } | TypeInner::ValuePointer { space, .. } => Some(space),
        _ => None,
    }
}

fn count(source: &str, set: &[(&str, u32)]) -> Counts {
    let module = naga::front::wgsl::parse_str(source).expect("it parses");
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::empty());
    let info = validator.validate(&module).expect("it is valid");
    let once = ("once".to_owned(), Work::default());
    let mut counter = Counter { source, module: &module, info: &info, set, counts: vec![once] };
    let entry = &module.entry_points[0].function;
    counter.block(entry, info.get_entry_point(0), &entry.body, 0);
    counter.counts
}

#[test]
fn what_is_counted_is_what_is_there() {
    let source = "
        @group(0) @binding(0) var<storage, read> source: array<vec4<u32>>;
        @group(0) @binding(1) var<storage, read_write> to: array<u32>;
        fn twice(a: u32) -> u32 { return a + a; }
        @compute @workgroup_size(64)
        fn main(@builtin(local_invocation_index) lane: u32) {
            let four = source[lane] ^ vec4<u32>(1u);
            for (var j = 0u; j < 4u; j += 1u) {
                to[lane] = twice(four.x) * 3u;
            }
        }";
    let counts = count(source, &[]);
    let once = Work { operations: 1 + 4, read: 4, ..Work::default() };
    assert_eq!(counts[0], ("once".to_owned(), once));
    // The end of the loop and its step, an address, a sum and a product.
    let turn = Work { operations: 2 + 1 + 1 + 1, written: 1, ..Work::default() };
    assert_eq!(counts[1], ("for (var j = 0u; j < 4u; j += 1u) {".to_owned(), turn));
    assert_eq!(counts.len(), 2);
}

#[test]
fn constants_that_are_set_leave_one_side() {
    let source = "
        override COUNT: u32 = 1u;
        @group(0) @binding(0) var<storage, read_write> to: array<u32>;
        @compute @workgroup_size(64)
        fn main(@builtin(local_invocation_index) lane: u32) {
            if (COUNT > 1u) {
                to[lane] = lane * lane;
            } else if ((COUNT & 1u) != 1u) {
                to[0] = 1u;
            }
        }";
    let written = |set: &[_]| count(source, set)[0].1.written;
    assert_eq!(written(&[]), 2);
    assert_eq!(written(&[("COUNT", 2)]), 1);
    assert_eq!(written(&[("COUNT", 1)]), 0);
    assert_eq!(written(&[("COUNT", 0)]), 1);
    let operations = |set: &[_]| count(source, set)[0].1.operations;
    // A comparison, then an address and a product, or a bit and its comparison.
    assert_eq!([2, 1].map(|count| operations(&[("COUNT", count)])), [3, 3]);
    assert_eq!(operations(&[]), 5);
}

/// The override of shaders that pack values.
const PER_WORD: &str = "PER_WORD";

/// A shader with that override as a constant, so that what follows from it is no operation.
fn holding(shader: &Shader, values: u32) -> String {
    let set = format!("override {PER_WORD}: u32 = 1u;");
    assert!(shader.source.contains(&set), "{} is as it is read here", shader.name);
    shader.source.replace(&set, &format!("const {PER_WORD}: u32 = {values}u;"))
}

#[test]
fn of_a_branch_that_is_decided_one_side_counts() {
    let source = "
        const TWICE: u32 = 2u;
        @group(0) @binding(0) var<storage, read_write> to: array<u32>;
        @compute @workgroup_size(64)
        fn main(@builtin(local_invocation_index) lane: u32) {
            if (TWICE == 2u) { to[lane] = lane + lane; } else { to[lane] = lane * lane + 1u; }
        }";
    let one = Work { operations: 2, written: 1, ..Work::default() };
    assert_eq!(count(source, &[]), [("once".to_owned(), one)]);
    let turned = source.replace("== 2u", "== 3u");
    assert_eq!(count(&turned, &[])[0].1, Work { operations: 3, ..one });
    let both = source.replace("TWICE == 2u", "lane == 2u");
    assert_eq!(count(&both, &[])[0].1, Work { operations: 1 + 2 + 3, written: 2, ..one });
}

/// All figures, as the document shows some of them.
fn listing() -> String {
    let mut text = String::new();
    let mut list = |name: &str, counts: Counts| {
        let mut said: Counts = Vec::new();
        for piece in counts {
            if !said.contains(&piece) {
                writeln!(text, "{name:<13} {}  {}", piece.1, piece.0).expect("a string");
                said.push(piece);
            }
        }
    };
    for shader in phinum_shaders::ALL {
        // One kernel, or one for each number of values that a word of the output may hold.
        if shader.overrides.contains(&PER_WORD) {
            for values in [1, 2, 4] {
                list(&format!("{} {values}", shader.name), count(&holding(shader, values), &[]));
            }
        } else {
            list(shader.name, count(shader.source, &[]));
        }
    }
    // On two functions without relief, whose values have 16 bits.
    let of_two = [("FUNCTIONS", 2), ("WIDE", 0), ("RELIEF", 0)];
    list("condition, 2", count(phinum_shaders::condition::SHADER.source, &of_two));
    text
}

#[test]
fn the_document_shows_these_figures() {
    let listing = listing();
    println!("{listing}");
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/performance.md");
    let document = std::fs::read_to_string(document).expect("it is there");
    let after = document.split("--test operations").nth(1).expect("the command is in it");
    let block = after.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
    let mut shown = 0;
    for line in block.expect("a block after it").lines() {
        assert!(listing.lines().any(|counted| counted == line), "not counted so: {line}");
        shown += 1;
    }
    assert!(shown >= phinum_shaders::ALL.len(), "a line for every shader");
}

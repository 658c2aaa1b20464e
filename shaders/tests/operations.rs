//! The operations of each shader, counted in what naga makes of it: once an invocation,
//! and once a turn of each loop. `docs/performance.md` argues from these figures.
//!
//! An operation is one on a word of 32 bits: arithmetic, a comparison, a choice, a shift,
//! or the computation of an address from an index that varies; on a vector one for each
//! word. Both sides of a branch count, but for one that the values a word of the output
//! holds decide: each of the numbers they may be is a kernel of its own.
//! `-- --nocapture` prints all of it.

use std::fmt::{self, Write};
use std::ops::AddAssign;

use naga::valid::{Capabilities, FunctionInfo, ModuleInfo, ValidationFlags, Validator};
use naga::{
    AddressSpace, Block, Expression, Function, Handle, Literal, Module, Statement, TypeInner,
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
                    let is = match function.expressions[*condition] {
                        Expression::Literal(Literal::Bool(is)) => Some(is),
                        _ => None,
                    };
                    if is != Some(false) {
                        self.block(function, info, accept, at);
                    }
                    if is != Some(true) {
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

fn count(source: &str) -> Counts {
    let module = naga::front::wgsl::parse_str(source).expect("it parses");
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::empty());
    let info = validator.validate(&module).expect("it is valid");
    let once = ("once".to_owned(), Work::default());
    let mut counter = Counter { source, module: &module, info: &info, counts: vec![once] };
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
    let counts = count(source);
    let once = Work { operations: 1 + 4, read: 4, ..Work::default() };
    assert_eq!(counts[0], ("once".to_owned(), once));
    // The end of the loop and its step, an address, a sum and a product.
    let turn = Work { operations: 2 + 1 + 1 + 1, written: 1, ..Work::default() };
    assert_eq!(counts[1], ("for (var j = 0u; j < 4u; j += 1u) {".to_owned(), turn));
    assert_eq!(counts.len(), 2);
}

/// The kernels of a shader, each with a name: one, or one for each number of values that
/// a word of the output may hold.
fn kernels(shader: &Shader) -> Vec<(String, String)> {
    let set = "override PER_WORD: u32 = 1u;";
    if !shader.overrides.contains(&"PER_WORD") {
        return vec![(shader.name.to_owned(), shader.source.to_owned())];
    }
    assert!(shader.source.contains(set), "{} is as it is read here", shader.name);
    let kernel = |per_word| {
        let constant = format!("const PER_WORD: u32 = {per_word}u;");
        (format!("{} {per_word}", shader.name), shader.source.replace(set, &constant))
    };
    [1, 2, 4].map(kernel).to_vec()
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
    assert_eq!(count(source), [("once".to_owned(), one)]);
    let turned = source.replace("== 2u", "== 3u");
    assert_eq!(count(&turned)[0].1, Work { operations: 3, ..one });
    let both = source.replace("TWICE == 2u", "lane == 2u");
    assert_eq!(count(&both)[0].1, Work { operations: 1 + 2 + 3, written: 2, ..one });
}

/// All figures, as the document shows some of them.
fn listing() -> String {
    let mut text = String::new();
    for (name, source) in phinum_shaders::ALL.iter().flat_map(|shader| kernels(shader)) {
        let mut said: Counts = Vec::new();
        for piece in count(&source) {
            if !said.contains(&piece) {
                writeln!(text, "{name:<13} {}  {}", piece.1, piece.0).expect("a string");
                said.push(piece);
            }
        }
    }
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

//! gap(n) below F_17 as one SVG: a skyline over the places, one block enlarged.
//!
//! Everything drawn is read off the values, the zeros and the blocks' maxima too.
//! Theorem 1.4 puts the zeros at F_k - 1; the maxima are ⌊(k-1)²/4⌋, at F_k.

use phinum_core::backend::{Backend, RangeTask};
use phinum_core::column::ColumnMut;
use phinum_core::function::Function;
use phinum_core::places::place;
use phinum_core::quantity::by_name;
use phinum_cpu::Cpu;

/// The picture ends before this place.
const LAST: u32 = 17;
/// The block from this place on is drawn enlarged as well.
const ENLARGED: u32 = 11;
/// The places with a label on the axis; those before them are too close together.
const LABELLED: core::ops::RangeInclusive<u32> = 11..=LAST;
/// The first place with its block's maximum written beside the peak.
const FIRST_PEAK: u32 = 13;

/// Where values lie on the page, and the page's units for one n and for one move.
struct Frame {
    left: f64,
    base: f64,
    per_n: f64,
    per_move: f64,
}

const MAIN: Frame = Frame { left: 46.0, base: 420.0, per_n: 0.345, per_move: 5.2 };

impl Frame {
    fn x(&self, n: usize) -> f64 {
        self.left + self.per_n * n as f64
    }

    fn y(&self, moves: u64) -> f64 {
        self.base - self.per_move * moves as f64
    }

    /// The block from F_k on: its path counts n from F_k, and moves upwards.
    fn block(&self, k: u32, class: &str) -> String {
        let (x, base, per_n, per_move) = (self.x(at(k)), self.base, self.per_n, self.per_move);
        format!(
            "<use href='#b{k}' class='{class}' \
             transform='translate({x:.1} {base}) scale({per_n} -{per_move})'/>\n"
        )
    }

    /// A dot in the middle of n's step, on the base line.
    fn zero(&self, n: usize) -> String {
        dot(self.x(n) + self.per_n / 2.0, self.base)
    }
}

fn dot(x: f64, y: f64) -> String {
    format!("<circle class='zero' cx='{x:.1}' cy='{y:.1}' r='2.6'/>\n")
}

fn line(class: &str, path: &str) -> String {
    format!("<path class='{class}' d='{path}'/>\n")
}

fn text(x: f64, y: f64, class: &str, words: &str) -> String {
    format!("<text x='{x:.1}' y='{y:.1}' class='{class}'>{words}</text>\n")
}

/// F with a lowered index; the space after it carries what follows back up.
fn f(index: &str) -> String {
    format!("F<tspan class='sub' dy='3'>{index}</tspan><tspan dy='-3'> </tspan>")
}

/// F_k as an index of the values.
fn at(k: u32) -> usize {
    place(k) as usize
}

/// gap(0), gap(1), … below the last place.
pub(crate) fn gaps() -> Vec<u64> {
    let gap = Function::from(by_name("gap").expect("a quantity of phinum"));
    let mut values = vec![0; at(LAST)];
    let task = RangeTask::new(&gap, 0, ColumnMut::U64(&mut values)).expect("gaps fit 64 bits");
    Cpu::default().fill(task).expect("a CPU does every task");
    values
}

/// The outline of the block from F_k on: a step over each n, equal values in one.
fn outline(k: u32, block: &[u64]) -> String {
    let steps: String =
        block.chunk_by(|a, b| a == b).map(|run| format!("V{}h{}", run[0], run.len())).collect();
    format!("<path id='b{k}' d='M0 0{steps}z'/>\n")
}

fn maximum(block: &[u64]) -> u64 {
    *block.iter().max().expect("no block is empty")
}

/// The blocks, the dotted line over them, and the maxima where there is room.
fn skyline(gaps: &[u64]) -> String {
    let (mut blocks, mut peaks) = (String::new(), String::new());
    let mut ceiling = format!("M{:.1} {}", MAIN.x(1), MAIN.base);
    for k in 1..LAST {
        blocks += &MAIN.block(k, if k == ENLARGED { "zoomed" } else { "block" });
        let (x, max) = (MAIN.x(at(k)), maximum(&gaps[at(k)..at(k + 1)]));
        ceiling += &format!("V{:.1}H{:.1}", MAIN.y(max), MAIN.x(at(k + 1)));
        if k >= FIRST_PEAK {
            peaks += &text(x, MAIN.y(max) - 6.0, "strong", &max.to_string());
        }
    }
    blocks + &line("ceiling", &ceiling) + &peaks
}

fn axes(gaps: &[u64]) -> String {
    let (left, base, right) = (MAIN.left, MAIN.base, MAIN.x(gaps.len()));
    let mut out = line("axis", &format!("M{left} {:.1}V{base}H{right:.1}", MAIN.y(60)));
    for moves in (0..=60).step_by(20) {
        let y = MAIN.y(moves);
        out += &line("axis", &format!("M{left} {y:.1}h-5"));
        out += &text(left - 9.0, y + 4.0, "end", &moves.to_string());
    }
    for k in LABELLED {
        let x = MAIN.x(at(k));
        out += &line("axis", &format!("M{x:.1} {base}v6"));
        out += &text(x, base + 21.0, "middle strong", &f(&k.to_string()));
        out += &text(x, base + 37.0, "middle", &at(k).to_string());
    }
    out += &text(left - 9.0, MAIN.y(60) - 14.0, "end", "gap");
    out += &text(left, base + 37.0, "middle", "n");
    (0..gaps.len()).filter(|&n| gaps[n] == 0).fold(out, |out, n| out + &MAIN.zero(n))
}

/// The enlarged block, and the wedge that leads to it.
fn enlarged(gaps: &[u64]) -> (String, String) {
    let (from, to) = (at(ENLARGED), at(ENLARGED + 1));
    let (per_n, per_move) = (2.7, 3.4);
    let frame = Frame { left: 80.0 - per_n * from as f64, base: 184.0, per_n, per_move };
    let max = maximum(&gaps[from..to]);

    let (left, right, top) = (frame.x(from), frame.x(to), frame.y(max) - 6.0);
    let block = frame.block(ENLARGED, "zoomed")
        + &frame.zero(to - 1)
        + &text(left, top, "strong", &max.to_string())
        + &text(right, top, "end strong", &format!("n = {from} … {}, enlarged", to - 1));
    let wedge = format!(
        "M{:.1} {:.1}L{left:.1} {base}H{right:.1}L{:.1} {1:.1}z",
        MAIN.x(from),
        MAIN.y(max),
        MAIN.x(to),
        base = frame.base,
    );
    (line("wedge", &wedge), block)
}

fn key() -> String {
    let (x, y) = (640.0, 100.0);
    dot(x - 14.0, y - 4.0)
        + &text(x, y, "", &format!("zero, exactly at n = {}− 1", f("k")))
        + &line("ceiling", &format!("M{} {}h20", x - 24.0, y - 23.0))
        + &text(x, y - 19.0, "", &format!("maximum of a block, ⌊(k − 1)²/4⌋ at n = {}", f("k")))
}

/// The whole document.
pub(crate) fn svg() -> String {
    let gaps = gaps();
    let outlines: String = (1..LAST).map(|k| outline(k, &gaps[at(k)..at(k + 1)])).collect();
    let title = text(
        MAIN.left,
        30.0,
        "title",
        "How far the longest Zeckendorf game stays below its upper bound",
    );
    let subtitle = format!(
        "gap(n) = upper bound (Theorem 1.3, Cusenza et al. 2020) − exact longest game, \
         in moves, for every n below {}= {}",
        f(&LAST.to_string()),
        gaps.len()
    );
    let (wedge, block) = enlarged(&gaps);
    let style = include_str!("style.css");
    [
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 960 476' role='img'>\n",
        "<title>gap(n): upper bound less longest Zeckendorf game</title>\n",
        &format!("<style>\n{style}</style>\n<defs>\n"),
        // In a path's own units: the colour tells the number of moves.
        &format!(
            "<linearGradient id='gold' gradientUnits='userSpaceOnUse' x2='0' y2='{}'>",
            maximum(&gaps)
        ),
        "<stop class='low'/><stop class='high' offset='1'/></linearGradient>\n",
        &format!("{outlines}</defs>\n"),
        &title,
        &text(MAIN.left, 52.0, "", &subtitle),
        &wedge,
        &skyline(&gaps),
        &axes(&gaps),
        &block,
        &key(),
        "</svg>\n",
    ]
    .concat()
}

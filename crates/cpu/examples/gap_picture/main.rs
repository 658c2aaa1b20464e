//! Prints the picture of the project's front page, drawn from phinum's own values:
//! `cargo run -p phinum-cpu --example gap_picture > docs/gap.svg`.

mod picture;

fn main() {
    print!("{}", picture::svg());
}

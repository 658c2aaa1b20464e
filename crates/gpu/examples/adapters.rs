//! Lists the adapters of this machine.

fn main() {
    for adapter in phinum_gpu::Adapters::list().all() {
        print!("{}: {adapter}, {}", adapter.index(), adapter.kind());
        match (adapter.duplicate_of(), adapter.suits()) {
            (_, Err(error)) => println!(": {error}"),
            (Some(other), Ok(())) => println!(", the same device as {other}"),
            (None, Ok(())) => println!(),
        }
    }
}

//! The `bidlang` command.
fn main() {}

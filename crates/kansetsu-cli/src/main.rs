//! The `kansetsu` command.
fn main() {}

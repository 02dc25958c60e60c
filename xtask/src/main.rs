//! Kansetsu's own chores.
fn main() {}

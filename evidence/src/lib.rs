//! What all measurements of Kansetsu share: one judge, one humanoid, one generator of random
//! numbers, one clock. The evidence and the benchmarks against other libraries use it.

pub mod clock;
pub mod humanoid;
pub mod judge;
pub mod machine;
#[path = "../../crates/kansetsu/tests/it/random.rs"]
pub mod random;

//! Work on one thread or on several.

/// The number of blocks of a task: 256 instances. The memory of a task is made rarely, and batches
/// of a few thousand instances still divide among threads.
pub(super) const BLOCKS: usize = 64;

/// Works on the tasks; returns what they return, in their order. `memory` makes the memory that
/// the tasks of a thread share.
#[cfg(feature = "rayon")]
pub(super) fn each<T: Send, M, R: Send>(
    tasks: Vec<T>,
    memory: impl Fn() -> M + Sync + Send,
    work: impl Fn(&mut M, T) -> R + Sync + Send,
) -> Vec<R> {
    use rayon::prelude::*;

    tasks.into_par_iter().map_init(memory, work).collect()
}

/// Works on the tasks; returns what they return, in their order. `memory` makes the memory that
/// the tasks share.
#[cfg(not(feature = "rayon"))]
pub(super) fn each<T: Send, M, R: Send>(
    tasks: Vec<T>,
    memory: impl Fn() -> M + Sync + Send,
    work: impl Fn(&mut M, T) -> R + Sync + Send,
) -> Vec<R> {
    let mut memory = memory();
    tasks.into_iter().map(|task| work(&mut memory, task)).collect()
}

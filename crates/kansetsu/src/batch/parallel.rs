//! Work in chunks, on one thread or on several.

/// A slice, and the number of its elements in a chunk.
pub(super) type Chunked<'a, T> = (&'a mut [T], usize);

/// Works on the chunks of two slices together; returns what the chunks return, in their order.
/// `memory` makes the memory that the chunks of a thread share, `work` gets the chunk's number.
#[cfg(feature = "rayon")]
pub(super) fn chunks<A: Send, B: Send, M, R: Send>(
    (first, first_size): Chunked<'_, A>,
    (second, second_size): Chunked<'_, B>,
    memory: impl Fn() -> M + Sync + Send,
    work: impl Fn(&mut M, usize, &mut [A], &mut [B]) -> Vec<R> + Sync + Send,
) -> Vec<R> {
    use rayon::prelude::*;

    let pairs = first.par_chunks_mut(first_size).zip(second.par_chunks_mut(second_size));
    pairs
        .enumerate()
        .map_init(memory, |memory, (index, (first, second))| work(memory, index, first, second))
        .flatten_iter()
        .collect()
}

/// Works on the chunks of two slices together; returns what the chunks return, in their order.
/// `memory` makes the memory that the chunks share, `work` gets the number of the chunk.
#[cfg(not(feature = "rayon"))]
pub(super) fn chunks<A: Send, B: Send, M, R: Send>(
    (first, first_size): Chunked<'_, A>,
    (second, second_size): Chunked<'_, B>,
    memory: impl Fn() -> M + Sync + Send,
    work: impl Fn(&mut M, usize, &mut [A], &mut [B]) -> Vec<R> + Sync + Send,
) -> Vec<R> {
    let mut memory = memory();
    let pairs = first.chunks_mut(first_size).zip(second.chunks_mut(second_size));
    pairs
        .enumerate()
        .flat_map(|(index, (first, second))| work(&mut memory, index, first, second))
        .collect()
}

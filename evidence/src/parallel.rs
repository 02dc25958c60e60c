//! Work on all cores, with the same result for any number of them.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// Calls `work` for every number below `count`; the results are in the numbers' order.
pub fn map<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::with_capacity(count));
    let worker = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return;
            }
            let result = work(index);
            results.lock().expect("no worker panics while it holds the lock").push((index, result));
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from).min(count);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(worker);
        }
    });
    let mut results = results.into_inner().expect("no worker panics while it holds the lock");
    results.sort_unstable_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Splits `count` into pieces of at most `size`: the index of each and its count.
pub fn pieces(count: usize, size: usize) -> Vec<usize> {
    (0..count.div_ceil(size)).map(|piece| size.min(count - piece * size)).collect()
}

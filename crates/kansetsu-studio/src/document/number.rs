//! Numbers that never repeat.

use std::sync::atomic::{AtomicU64, Ordering};

/// Returns a number that this run of the program has not used before.
pub(super) fn next_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

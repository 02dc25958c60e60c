//! What one input may take. `CONTRIBUTING.md` and the README of this crate repeat the numbers.

use std::time::Duration;

/// The stack of the thread that reads: what Rust gives to a thread, and twice what a worker of the
/// web app has.
pub const STACK: usize = 2 << 20;
/// The largest input, bytes: mutations stop there, and larger seeds are not used.
pub const LARGEST: usize = 256 << 10;
/// The CPU time of one input in a debug build. Reading 256 KiB takes less than a tenth of that.
pub const TIME: Duration = Duration::from_secs(4);
/// After this time by the clock an input counts as endless, and the process ends.
pub const ENDLESS: Duration = Duration::from_secs(60);
/// The memory that one input may take beside 20 times its size, bytes.
pub const MEMORY: u64 = 64 << 20;
/// The memory per byte of the input.
pub const MEMORY_PER_BYTE: u64 = 20;
/// The address space of a fuzzing process, bytes: an allocation beyond it ends the process.
pub const ADDRESS_SPACE: u64 = 4 << 30;

/// The memory that an input of this many bytes may take, bytes.
#[must_use]
pub const fn memory(bytes: usize) -> u64 {
    MEMORY + MEMORY_PER_BYTE * bytes as u64
}

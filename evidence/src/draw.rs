//! The random draw of a run. Draw 0 judges; tuning uses others.

use std::sync::OnceLock;

use crate::random::Random;

static DRAW: OnceLock<u64> = OnceLock::new();

/// Sets the draw of this run, once.
pub fn choose(draw: u64) {
    DRAW.get_or_init(|| draw);
}

/// A generator of this draw.
pub fn random(seed: u64) -> Random {
    of(DRAW.get().copied().unwrap_or(0), seed)
}

fn of(draw: u64, seed: u64) -> Random {
    Random::scattered(seed ^ draw.wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_differ_and_the_first_is_that_of_the_seed() {
        assert_eq!(of(0, 5).bits(), Random::scattered(5).bits());
        let mut firsts: Vec<u64> = (0..100).map(|draw| of(draw, 5).bits()).collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), 100);
    }
}

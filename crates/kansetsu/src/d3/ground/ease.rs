//! An offset that vanishes in a fixed time.

use glam::Vec4;

/// An offset that goes to zero with its velocity in a fixed time, from its current value and
/// velocity: the cubic `h₀₀(s) x + h₁₀(s) T v` of Hermite. Unlike a spring it is exactly zero
/// afterwards; the sum of it and a smooth motion has no kink.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Ease {
    from: Vec4,
    /// Per second.
    velocity: Vec4,
    elapsed: f32,
    /// Seconds; 0 means that it is over.
    duration: f32,
}

impl Ease {
    pub(super) const fn new(from: Vec4, velocity: Vec4, duration: f32) -> Self {
        Self { from, velocity, elapsed: 0.0, duration }
    }

    pub(super) fn advance(&mut self, seconds: f32) {
        self.elapsed += seconds;
        if self.is_over() {
            *self = Self::default();
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.elapsed >= self.duration
    }

    /// The elapsed fraction, in [0, 1].
    pub(super) fn progress(&self) -> f32 {
        if self.is_over() { 1.0 } else { self.elapsed / self.duration }
    }

    /// The initial offset.
    pub(super) const fn from(&self) -> Vec4 {
        self.from
    }

    pub(super) fn offset(&self) -> Vec4 {
        if self.is_over() {
            return Vec4::ZERO;
        }
        let s = self.progress();
        let rest = (1.0 - s) * (1.0 - s);
        self.from * (rest * (1.0 + 2.0 * s)) + self.velocity * (rest * self.elapsed)
    }

    /// The velocity of the offset, per second.
    pub(super) fn rate(&self) -> Vec4 {
        if self.is_over() {
            return Vec4::ZERO;
        }
        let s = self.progress();
        self.from * (6.0 * s * (s - 1.0) / self.duration)
            + self.velocity * ((1.0 - s) * (1.0 - 3.0 * s))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_begins_as_it_moves_and_ends_at_rest_in_time() {
        let (from, velocity) = (Vec4::new(1.0, -0.2, 0.0, 3.0), Vec4::new(-2.0, 0.5, 1.0, 0.0));
        let mut ease = Ease::new(from, velocity, 0.2);
        assert_eq!((ease.offset(), ease.rate()), (from, velocity));
        let step = 1e-4;
        let mut last = ease;
        while !ease.is_over() {
            ease.advance(step);
            let measured = (ease.offset() - last.offset()) / step;
            assert!(
                (measured - 0.5 * (ease.rate() + last.rate())).abs().max_element() < 0.05,
                "{measured} {:?}",
                ease.rate()
            );
            last = ease;
        }
        assert_eq!((ease.offset(), ease.rate()), (Vec4::ZERO, Vec4::ZERO));
    }
}

//! A planar unit vector that represents an angle, so that limits are tested without trigonometry.

use crate::ops;

/// `(cos, sin)` of an angle, mostly of *half* the angle of a rotation, as in a quaternion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Half {
    pub(super) cos: f32,
    pub(super) sin: f32,
}

impl Half {
    pub(super) const REST: Self = Self { cos: 1.0, sin: 0.0 };

    /// From half the given angle.
    pub(super) fn of(angle: f32) -> Self {
        let (sin, cos) = ops::sin_cos(0.5 * angle);
        Self { cos, sin }
    }

    pub(super) const fn new(cos: f32, sin: f32) -> Self {
        Self { cos, sin }
    }

    /// Normalizes; `None` for zero.
    pub(super) fn unit(self) -> Option<Self> {
        let squared = self.cos * self.cos + self.sin * self.sin;
        (squared > 1e-30).then(|| self.scaled(1.0 / squared.sqrt()))
    }

    pub(super) fn scaled(self, by: f32) -> Self {
        Self::new(self.cos * by, self.sin * by)
    }

    /// The sum of the two angles.
    pub(super) fn plus(self, other: Self) -> Self {
        Self::new(
            self.cos * other.cos - self.sin * other.sin,
            self.sin * other.cos + self.cos * other.sin,
        )
    }

    /// The difference of the two angles.
    pub(super) fn minus(self, other: Self) -> Self {
        self.plus(Self::new(other.cos, -other.sin))
    }

    /// Half of the angle in (-π, π]; the result has `cos >= 0`. For a unit vector.
    pub(super) fn halved(self) -> Self {
        // Each form is used where it does not cancel.
        let (cos, sin) = if self.cos >= 0.0 {
            (1.0 + self.cos, self.sin)
        } else {
            (self.sin.abs(), (1.0 - self.cos).copysign(self.sin))
        };
        Self::new(cos, sin).unit().unwrap_or(Self::REST)
    }

    /// The angle plus 90°: half a turn more for a rotation of twice this angle.
    pub(super) fn quarter_more(self) -> Self {
        Self::new(-self.sin, self.cos)
    }
}

//! Smooths targets over time; see [`crate::d3::Smoothing`] for the method and its source.

use glam::{Vec2, Vec3};

use crate::{
    Error,
    d3::{self, Smoothing},
    math::angle::wrap_angle,
};

/// A position that follows a target smoothly. Plain data: copy it, save it, compare it.
///
/// ```
/// use kansetsu::{d2::{SmoothPosition, Smoothing}, glam::Vec2};
///
/// let smoothing = Smoothing { half_life: 0.2, ..Smoothing::default() };
/// let mut hand = SmoothPosition::at(Vec2::ZERO);
/// hand.update(Vec2::X, 0.2, &smoothing)?;
/// assert!((hand.position.x - 0.5).abs() < 1e-5);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SmoothPosition {
    /// The current position, metres.
    pub position: Vec2,
    /// The current velocity, metres per second.
    pub velocity: Vec2,
    /// The position that the filter follows: the target, or a point that moves to it at top speed.
    pub leader: Vec2,
}

impl SmoothPosition {
    /// A filter at rest at `position`.
    #[must_use]
    pub const fn at(position: Vec2) -> Self {
        Self { position, velocity: Vec2::ZERO, leader: position }
    }

    /// Jumps to `position` and stops.
    pub const fn reset(&mut self, position: Vec2) {
        *self = Self::at(position);
    }

    /// Follows `target` for `seconds`.
    ///
    /// # Errors
    /// [`Error::InvalidNumber`] for a target that is not finite, a time that is negative, infinite
    /// or NaN, and parameters out of range. The filter is then unchanged.
    pub fn update(
        &mut self,
        target: Vec2,
        seconds: f32,
        smoothing: &Smoothing,
    ) -> Result<(), Error> {
        let Self { position, velocity, leader } = *self;
        let mut raised = d3::SmoothPosition {
            position: position.extend(0.0),
            velocity: velocity.extend(0.0),
            leader: leader.extend(0.0),
        };
        raised.update(target.extend(0.0), seconds, smoothing)?;
        let d3::SmoothPosition { position, velocity, leader } = raised;
        *self = Self {
            position: position.truncate(),
            velocity: velocity.truncate(),
            leader: leader.truncate(),
        };
        Ok(())
    }
}

/// An angle that follows a target smoothly along the shortest arc. Plain data: copy it, save it,
/// compare it.
///
/// The angle counts full turns and is not wrapped at half a turn. If the target crosses the
/// direction opposite to the angle, the shortest arc changes sides; the angle and its velocity stay
/// continuous.
///
/// ```
/// use kansetsu::d2::{SmoothRotation, Smoothing};
///
/// let smoothing = Smoothing { half_life: 0.01, max_speed: 2.0 };
/// let mut turret = SmoothRotation::at(3.0);
/// turret.update(-3.0, 0.1, &smoothing)?;
/// assert!(turret.rotation > 3.1 && turret.rotation < 3.2, "round the back, at two radians a second");
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SmoothRotation {
    /// The current angle, radians.
    pub rotation: f32,
    /// The current angular velocity, radians per second.
    pub velocity: f32,
    /// The angle that the filter follows: the target, or an angle that moves to it at top speed.
    pub leader: f32,
}

impl SmoothRotation {
    /// A filter at rest at `rotation`.
    #[must_use]
    pub const fn at(rotation: f32) -> Self {
        Self { rotation, velocity: 0.0, leader: rotation }
    }

    /// Jumps to `rotation` and stops.
    pub const fn reset(&mut self, rotation: f32) {
        *self = Self::at(rotation);
    }

    /// Follows `target`, radians, for `seconds`.
    ///
    /// # Errors
    /// As [`SmoothPosition::update`].
    pub fn update(
        &mut self,
        target: f32,
        seconds: f32,
        smoothing: &Smoothing,
    ) -> Result<(), Error> {
        if !target.is_finite() {
            return Err(Error::InvalidNumber {
                what: "the target of a smooth rotation",
                value: target,
            });
        }
        let on_line = |angle: f32| Vec3::X * angle;
        let near = self.rotation + wrap_angle(target - self.rotation);
        let mut raised = d3::SmoothPosition {
            position: on_line(self.rotation),
            velocity: on_line(self.velocity),
            leader: on_line(self.leader),
        };
        raised.update(on_line(near), seconds, smoothing)?;
        *self = Self {
            rotation: raised.position.x,
            velocity: raised.velocity.x,
            leader: raised.leader.x,
        };
        Ok(())
    }
}

//! Smooths targets over time: a critically damped spring with a limit on its speed, in closed form.
//!
//! Solvers have no memory. A motion that should be smooth is filtered before the solver (a tracked
//! hand, a look target) or after it. The spring `x'' = -2ω x' - ω² (x - p)` does not overshoot, has
//! the least possible lag, and its closed form is exact for every time step: with `z = x - p`
//!
//! ```text
//! z(t) = (z₀ + (v₀ + ω z₀) t) e^(-ωt)      v(t) = (v₀ - ω (v₀ + ω z₀) t) e^(-ωt)
//! ```
//!
//! The spring does not follow the target but a *leader* `p` that moves in a straight line towards
//! the target, at no more than the top speed. While the leader moves with the velocity `c` the same
//! formula holds for `z + 2c/ω` in place of `z`. The spring's response is nowhere negative, so the
//! filtered value is never faster than the leader. Two half steps equal one step, even if the
//! leader arrives in between.
//!
//! A rotation is filtered as the rotation vector from the target to it, along the shortest arc, for
//! which the same formulas hold. Its velocity is converted to an angular velocity and back, so a
//! moving target does not change it.
//!
//! Source: the damped oscillator; for games T. Lowe, "Critically Damped Ease-In/Ease-Out
//! Smoothing", Game Programming Gems 4, 2004. We use neither its approximation nor its clamp of the
//! distance, because both depend on the time step. The left Jacobian of the rotation vector: G.
//! Chirikjian, "Stochastic Models, Information Theory, and Lie Groups 2", 2012, section 10.

use glam::{Quat, Vec3};

use crate::{
    Error,
    error::{ABOVE_ZERO, at_least},
    math::Rot,
    ops,
};

/// The parameters with which a [`SmoothPosition`] or a [`SmoothRotation`] follows its target.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Smoothing {
    /// The time in which half of the distance to a constant target is covered, from rest, seconds,
    /// at least 0. Below a microsecond there is no smoothing, only the top speed. Default 0.1.
    pub half_life: f32,
    /// The top speed: metres per second for positions, radians per second for rotations; greater
    /// than 0, infinite for no limit. Default infinite.
    #[cfg_attr(
        feature = "serde",
        serde(default = "crate::open::greatest::open", with = "crate::open::greatest")
    )]
    pub max_speed: f32,
}

impl Default for Smoothing {
    fn default() -> Self {
        Self { half_life: 0.1, max_speed: f32::INFINITY }
    }
}

/// A position that follows a target smoothly. Plain data: copy it, save it, compare it.
///
/// ```
/// use kansetsu::{d3::{SmoothPosition, Smoothing}, glam::Vec3};
///
/// let smoothing = Smoothing { half_life: 0.2, ..Smoothing::default() };
/// let mut hand = SmoothPosition::at(Vec3::ZERO);
/// hand.update(Vec3::X, 0.2, &smoothing)?;
/// assert!((hand.position.x - 0.5).abs() < 1e-5);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SmoothPosition {
    /// The current position, metres.
    pub position: Vec3,
    /// The current velocity, metres per second.
    pub velocity: Vec3,
    /// The position that the filter follows: the target, or a point that moves to it at top speed.
    pub leader: Vec3,
}

impl SmoothPosition {
    /// A filter at rest at `position`.
    #[must_use]
    pub const fn at(position: Vec3) -> Self {
        Self { position, velocity: Vec3::ZERO, leader: position }
    }

    /// Jumps to `position` and stops.
    pub const fn reset(&mut self, position: Vec3) {
        *self = Self::at(position);
    }

    /// Follows `target` for `seconds`.
    ///
    /// # Errors
    /// [`Error::InvalidNumber`] for a non-finite target, time or parameter, [`Error::OutOfRange`]
    /// for a negative time and parameters out of range. The filter is then unchanged.
    pub fn update(
        &mut self,
        target: Vec3,
        seconds: f32,
        smoothing: &Smoothing,
    ) -> Result<(), Error> {
        let spring = Spring::new(seconds, smoothing)?;
        check_finite("the target of a smooth position", &target.to_array())?;
        if seconds == 0.0 {
            return Ok(());
        }
        let from = Motion {
            place: self.position - target,
            velocity: self.velocity,
            leader: self.leader - target,
        };
        let to = spring.follow(from, seconds);
        let next =
            Self { position: target + to.place, velocity: to.velocity, leader: target + to.leader };
        // An overflowing state is reset.
        let is_finite =
            next.position.is_finite() && next.velocity.is_finite() && next.leader.is_finite();
        *self = if is_finite { next } else { Self::at(target) };
        Ok(())
    }
}

/// A rotation that follows a target smoothly along the shortest arc. Plain data: copy it, save it,
/// compare it.
///
/// It never rotates faster than the top speed. If the target crosses the rotation opposite to the
/// current one, the shortest arc changes sides; the rotation and its velocity stay continuous.
///
/// ```
/// use kansetsu::{d3::{SmoothRotation, Smoothing}, glam::Quat};
///
/// let smoothing = Smoothing { half_life: 0.01, max_speed: 2.0 };
/// let mut head = SmoothRotation::at(Quat::IDENTITY);
/// for _ in 0..60 {
///     head.update(Quat::from_rotation_y(3.0), 1.0 / 60.0, &smoothing)?;
/// }
/// assert!((head.rotation.angle_between(Quat::IDENTITY) - 2.0).abs() < 0.05, "two radians in the first second");
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SmoothRotation {
    /// The current rotation, of unit length.
    pub rotation: Quat,
    /// The current angular velocity, radians per second, about an axis of the surrounding space.
    pub velocity: Vec3,
    /// The rotation that the filter follows: the target, or a rotation that moves to it at top
    /// speed.
    pub leader: Quat,
}

impl SmoothRotation {
    /// A filter at rest at `rotation`.
    #[must_use]
    pub const fn at(rotation: Quat) -> Self {
        Self { rotation, velocity: Vec3::ZERO, leader: rotation }
    }

    /// Jumps to `rotation` and stops.
    pub const fn reset(&mut self, rotation: Quat) {
        *self = Self::at(rotation);
    }

    /// Follows `target` for `seconds`.
    ///
    /// # Errors
    /// As [`SmoothPosition::update`]; [`Error::InvalidNumber`] also for a target of zero length.
    pub fn update(
        &mut self,
        target: Quat,
        seconds: f32,
        smoothing: &Smoothing,
    ) -> Result<(), Error> {
        let spring = Spring::new(seconds, smoothing)?;
        check_finite("the target of a smooth rotation", &target.to_array())?;
        if target.to_array().iter().all(|part| part.abs() < 1e-6) {
            return Err(Error::InvalidNumber {
                what: "the length of the target of a smooth rotation",
                value: 0.0,
            });
        }
        if seconds == 0.0 {
            return Ok(());
        }
        let target = Rot::from(target).normalized();
        let seen = |rotation: Quat| {
            (Rot::from(rotation).normalized() * target.inverse()).rotation_vector()
        };
        let place = seen(self.rotation);
        // Relative to another target the same motion may be faster by up to π / 2.
        let velocity = to_rate(place, self.velocity).clamp_length_max(smoothing.max_speed);
        let to = spring.follow(Motion { place, velocity, leader: seen(self.leader) }, seconds);
        let turned = |vector: Vec3| (Rot::from_rotation_vector(vector) * target).normalized();
        let present = Rot::from(self.rotation).normalized();
        let next = capped(present, turned(to.place), smoothing.max_speed * seconds);
        let next = Self {
            rotation: next.into(),
            velocity: from_rate(to.place, to.velocity),
            leader: turned(to.leader).into(),
        };
        let is_finite = next.rotation.is_finite()
            && next.velocity.is_finite()
            && to.place.is_finite()
            && to.leader.is_finite();
        *self = if is_finite { next } else { Self::at(target.into()) };
        Ok(())
    }
}

/// Clamps to the distance `most` from `from`: after a target has moved to the other side the leader
/// may be there already.
fn capped(from: Rot, to: Rot, most: f32) -> Rot {
    let way = (to * from.inverse()).rotation_vector();
    // Rounding must not change the spring's result.
    if way.length() <= most * (1.0 + 1e-4) + 1e-6 || most.is_nan() {
        return to;
    }
    (Rot::from_rotation_vector(way * (most / way.length())) * from).normalized()
}

/// A motion relative to the target.
#[derive(Clone, Copy)]
struct Motion {
    place: Vec3,
    velocity: Vec3,
    leader: Vec3,
}

/// The parameters of the spring.
#[derive(Clone, Copy)]
struct Spring {
    /// Per second; infinite without smoothing.
    frequency: f32,
    max_speed: f32,
}

/// The solution of `(1 + x) e^(-x) = 1/2`.
const HALF: f32 = 1.678_347;

/// After this time, in units of 1/ω, the remainder is zero in single precision.
const GONE: f32 = 110.0;

impl Spring {
    fn new(seconds: f32, smoothing: &Smoothing) -> Result<Self, Error> {
        let Smoothing { half_life, max_speed } = *smoothing;
        at_least("the time step of a smoothing, seconds,", seconds, 0.0)?;
        at_least("Smoothing::half_life", half_life, 0.0)?;
        // An infinite speed is no limit.
        if max_speed != f32::INFINITY {
            at_least("Smoothing::max_speed", max_speed, ABOVE_ZERO)?;
        }
        Ok(Self {
            frequency: if half_life < 1e-6 { f32::INFINITY } else { HALF / half_life },
            max_speed,
        })
    }

    /// The phase with a moving leader, then that with a constant one.
    fn follow(&self, from: Motion, seconds: f32) -> Motion {
        let way = from.leader.length();
        let running = (way / self.max_speed).min(seconds);
        if running <= 0.0 {
            return self.swing(Motion { leader: Vec3::ZERO, ..from }, Vec3::ZERO, seconds);
        }
        let velocity = -from.leader * (self.max_speed / way);
        let mut then = self.swing(from, velocity, running);
        if running < seconds {
            then.leader = Vec3::ZERO;
            then = self.swing(then, Vec3::ZERO, seconds - running);
        }
        then
    }

    /// Moves for `seconds` behind a leader of constant velocity.
    fn swing(&self, from: Motion, leader_velocity: Vec3, seconds: f32) -> Motion {
        let leader = from.leader + leader_velocity * seconds;
        if seconds <= 0.0 {
            return from;
        }
        if self.frequency.is_infinite() {
            return Motion { place: leader, velocity: leader_velocity, leader };
        }
        let time = self.frequency * seconds;
        let lag = leader_velocity * (-2.0 / self.frequency);
        if time >= GONE {
            return Motion { place: leader + lag, velocity: leader_velocity, leader };
        }
        // In units of 1/ω, so that intermediate values do not overflow.
        let z = from.place - from.leader - lag;
        let v = (from.velocity - leader_velocity) / self.frequency;
        let decay = ops::exp(-time);
        let drift = (v + z) * time;
        Motion {
            place: leader + lag + (z + drift) * decay,
            velocity: leader_velocity + (v - drift) * (decay * self.frequency),
            leader,
        }
    }
}

/// Converts the rate of a rotation vector to the angular velocity: the left Jacobian `1 + (1 - cos
/// θ)/θ² [r]× + (θ - sin θ)/θ³ [r]×²`.
fn from_rate(vector: Vec3, rate: Vec3) -> Vec3 {
    let angle = vector.length();
    let (first, second) = if angle < 1e-2 {
        (0.5 - angle * angle / 24.0, 1.0 / 6.0 - angle * angle / 120.0)
    } else {
        let half = ops::sin(0.5 * angle);
        (2.0 * half * half / (angle * angle), (angle - ops::sin(angle)) / (angle * angle * angle))
    };
    let once = vector.cross(rate);
    rate + once * first + vector.cross(once) * second
}

/// The inverse of [`from_rate`]: `1 - 1/2 [r]× + (1/θ² - cot(θ/2)/(2θ)) [r]×²`.
fn to_rate(vector: Vec3, velocity: Vec3) -> Vec3 {
    let angle = vector.length();
    let second = if angle < 1e-2 {
        1.0 / 12.0 + angle * angle / 720.0
    } else {
        let (sin, cos) = ops::sin_cos(0.5 * angle);
        (1.0 - 0.5 * angle * cos / sin) / (angle * angle)
    };
    let once = vector.cross(velocity);
    velocity - once * 0.5 + vector.cross(once) * second
}

fn check_finite(what: &'static str, values: &[f32]) -> Result<(), Error> {
    match values.iter().find(|value| !value.is_finite()) {
        Some(&value) => Err(Error::InvalidNumber { what, value }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_and_velocities_are_each_others_inverse() {
        for index in 0..500 {
            let angle = 0.0063 * index as f32;
            let vector = Vec3::new(0.6, -0.64, 0.48) * angle;
            let rate = Vec3::new(0.3, 1.0, -0.7);
            assert!((to_rate(vector, from_rate(vector, rate)) - rate).length() < 5e-6, "{angle}");
            let step = 1e-3;
            let turned = Rot::from_rotation_vector(vector + rate * step)
                * Rot::from_rotation_vector(vector - rate * step).inverse();
            assert!(
                (turned.rotation_vector() / (2.0 * step) - from_rate(vector, rate)).length() < 1e-3,
                "{angle}"
            );
        }
    }
}

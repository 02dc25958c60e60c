//! Values between keys.
//!
//! A cubic segment is a Hermite spline. Rotations are splined by their quaternion's components and
//! brought back to unit length, as glTF 2.0 does it (appendix C.5), with `dq/dt = ½ ω q` for the
//! angular velocity ω that a key's slope is.

use kansetsu::glam::{Quat, Vec3, Vec4};

use super::{Interpolation, Key};

/// What can be keyed.
pub(super) trait Value: Copy {
    /// The value at `part` (0 to 1) of the straight way to `next`.
    fn toward(self, next: Self, part: f32) -> Self;

    /// The constant velocity that leads to `next` in `seconds`.
    fn velocity(self, next: Self, seconds: f32) -> Vec3;

    /// The value at `part` of the cubic way to `next`, with the slopes at both ends times the
    /// seconds between them.
    fn cubic(self, leaving: Vec3, next: Self, arriving: Vec3, part: f32) -> Self;
}

impl Value for Vec3 {
    fn toward(self, next: Self, part: f32) -> Self {
        self.lerp(next, part)
    }

    fn velocity(self, next: Self, seconds: f32) -> Vec3 {
        (next - self) / seconds
    }

    fn cubic(self, leaving: Vec3, next: Self, arriving: Vec3, part: f32) -> Self {
        let [a, b, c, d] = hermite(part);
        self * a + leaving * b + next * c + arriving * d
    }
}

impl Value for f32 {
    fn toward(self, next: Self, part: f32) -> Self {
        self + (next - self) * part
    }

    fn velocity(self, next: Self, seconds: f32) -> Vec3 {
        Vec3::X * ((next - self) / seconds)
    }

    fn cubic(self, leaving: Vec3, next: Self, arriving: Vec3, part: f32) -> Self {
        let [a, b, c, d] = hermite(part);
        self * a + leaving.x * b + next * c + arriving.x * d
    }
}

impl Value for Quat {
    fn toward(self, next: Self, part: f32) -> Self {
        self.normalize().slerp(next.normalize(), part)
    }

    fn velocity(self, next: Self, seconds: f32) -> Vec3 {
        let turn = next.normalize() * self.normalize().inverse();
        let turn = if turn.w < 0.0 { -turn } else { turn };
        turn.to_scaled_axis() / seconds
    }

    fn cubic(self, leaving: Vec3, next: Self, arriving: Vec3, part: f32) -> Self {
        let (from, to) = (self.normalize(), next.normalize());
        let to = if from.dot(to) < 0.0 { -to } else { to };
        let [a, b, c, d] = hermite(part);
        let slope = |omega: Vec3, at: Quat| {
            Vec4::from(Quat::from_xyzw(omega.x, omega.y, omega.z, 0.0) * at) * 0.5
        };
        let sum = Vec4::from(from) * a
            + slope(leaving, from) * b
            + Vec4::from(to) * c
            + slope(arriving, to) * d;
        // Opposite slopes can cancel the sum; then the straight line is used.
        if sum.length_squared() > 1e-6 {
            Quat::from_vec4(sum.normalize())
        } else {
            from.slerp(to, part)
        }
    }
}

/// The weights of the first value, its slope, the second value and its slope.
fn hermite(part: f32) -> [f32; 4] {
    let (square, cube) = (part * part, part * part * part);
    [
        2.0 * cube - 3.0 * square + 1.0,
        cube - 2.0 * square + part,
        3.0 * square - 2.0 * cube,
        cube - square,
    ]
}

/// The value at `time`; `None` without keys. Outside the keys the value of the nearest one.
pub(super) fn sample<T: Value>(keys: &[Key<T>], time: f32) -> Option<T>
where
    [Key<T>]: Slopes,
{
    let (first, last) = (keys.first()?, keys.last()?);
    // A time that is NaN counts as the start.
    if time.is_nan() || time <= first.time {
        return Some(first.value);
    }
    if time >= last.time {
        return Some(last.value);
    }
    let after = keys.partition_point(|key| key.time <= time);
    let (from, to) = (keys[after - 1], keys[after]);
    let seconds = to.time - from.time;
    let part = (time - from.time) / seconds;
    Some(match from.interpolation {
        Interpolation::Step => from.value,
        Interpolation::Linear => from.value.toward(to.value, part),
        Interpolation::Cubic => {
            let (leaving, arriving) = (keys.slopes_at(after - 1)[1], keys.slopes_at(after)[0]);
            from.value.cubic(leaving * seconds, to.value, arriving * seconds, part)
        }
    })
}

/// The slopes that hold at a key: its own, or those that are smooth through its neighbours.
pub(super) trait Slopes {
    /// In and out at the key of this index, per second.
    fn slopes_at(&self, index: usize) -> [Vec3; 2];
}

impl<T: Value> Slopes for [Key<T>] {
    fn slopes_at(&self, index: usize) -> [Vec3; 2] {
        let key = self[index];
        key.slopes.unwrap_or_else(|| {
            match (index.checked_sub(1).map(|before| self[before]), self.get(index + 1)) {
                (Some(before), Some(after)) => {
                    let (came, goes) = (
                        before.value.velocity(key.value, 1.0),
                        key.value.velocity(after.value, 1.0),
                    );
                    [between(came, goes, after.time - before.time); 2]
                }
                _ => [Vec3::ZERO; 2],
            }
        })
    }
}

/// The slope over both sides, zero for each component that turns back at the key, so that no curve
/// overshoots its keys there.
fn between(came: Vec3, goes: Vec3, seconds: f32) -> Vec3 {
    let rising = came.cmpgt(Vec3::ZERO) & goes.cmpgt(Vec3::ZERO);
    let falling = came.cmplt(Vec3::ZERO) & goes.cmplt(Vec3::ZERO);
    Vec3::select(rising | falling, (came + goes) / seconds, Vec3::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(interpolation: Interpolation) -> Vec<Key<Vec3>> {
        [(0.0, 0.0), (1.0, 1.0), (2.0, 3.0), (4.0, 3.0), (5.0, 0.0)]
            .map(|(time, x)| Key::new(time, Vec3::X * x, interpolation))
            .to_vec()
    }

    fn x(keys: &[Key<Vec3>], time: f32) -> f32 {
        sample(keys, time).expect("there are keys").x
    }

    #[test]
    fn every_interpolation_passes_through_its_keys() {
        for interpolation in [Interpolation::Step, Interpolation::Linear, Interpolation::Cubic] {
            let keys = keys(interpolation);
            for key in &keys {
                assert!(
                    (x(&keys, key.time) - key.value.x).abs() < 1e-6,
                    "{interpolation:?} at {}",
                    key.time
                );
            }
            assert!((x(&keys, -1.0), x(&keys, 9.0)) == (0.0, 0.0));
        }
    }

    #[test]
    fn between_keys_each_goes_its_own_way() {
        assert_eq!(x(&keys(Interpolation::Step), 1.99), 1.0);
        assert!((x(&keys(Interpolation::Linear), 1.5) - 2.0).abs() < 1e-6);
        let cubic = keys(Interpolation::Cubic);
        assert!((x(&cubic, 0.05) - 0.05).abs() > 0.01, "a cubic curve starts slowly");
    }

    #[test]
    fn a_cubic_curve_has_no_kinks_and_does_not_overshoot() {
        let keys = keys(Interpolation::Cubic);
        let speed = |time: f32| (x(&keys, time + 1e-3) - x(&keys, time)) * 1e3;
        for key in &keys[1..4] {
            assert!((speed(key.time) - speed(key.time - 1e-3)).abs() < 0.05, "at {}", key.time);
        }
        for step in 0..500 {
            let value = x(&keys, step as f32 * 0.01);
            assert!((-1e-5..=3.0 + 1e-5).contains(&value), "{value} at {step}");
        }
    }

    #[test]
    fn rotations_take_the_shortest_way_and_keep_unit_length() {
        for interpolation in [Interpolation::Linear, Interpolation::Cubic] {
            let turned = Quat::from_rotation_y(1.0);
            let keys = [
                Key::new(0.0, Quat::IDENTITY, interpolation),
                Key::new(1.0, -turned, interpolation),
            ];
            let middle = sample(&keys, 0.5).expect("there are keys");
            assert!(
                middle.angle_between(Quat::from_rotation_y(0.5)) < 1e-3,
                "{interpolation:?}: {middle}"
            );
            assert!((middle.length() - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn slopes_of_rotations_are_angular_velocities() {
        let turning = |time: f32| Quat::from_rotation_z(0.8 * time);
        let key = |time: f32| Key {
            slopes: Some([Vec3::Z * 0.8; 2]),
            ..Key::new(time, turning(time), Interpolation::Cubic)
        };
        let keys = [key(0.0), key(0.5)];
        for step in 0..=10 {
            let time = step as f32 * 0.05;
            let angle = sample(&keys, time).expect("there are keys").angle_between(turning(time));
            assert!(angle < 2e-3, "{angle} rad at {time}");
        }
    }
}

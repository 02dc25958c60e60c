//! Rotations in double precision, for angles that files store as decimals.

use kansetsu::glam::{Quat, Vec3};

/// A unit quaternion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Turn64 {
    x: f64,
    y: f64,
    z: f64,
    w: f64,
}

impl Turn64 {
    pub(crate) const IDENTITY: Self = Self { x: 0.0, y: 0.0, z: 0.0, w: 1.0 };

    /// The rotation about a unit axis, radians.
    pub(crate) fn about(axis: [f64; 3], angle: f64) -> Self {
        let (sin, cos) = libm::sincos(angle * 0.5);
        Self { x: axis[0] * sin, y: axis[1] * sin, z: axis[2] * sin, w: cos }
    }

    /// The rotation of a quaternion of any length; `None` for length zero.
    pub(crate) fn from_xyzw(numbers: [f64; 4]) -> Option<Self> {
        let length = numbers.iter().map(|number| number * number).sum::<f64>().sqrt();
        let [x, y, z, w] = numbers.map(|number| number / length);
        (length > 1e-9 && length.is_finite()).then_some(Self { x, y, z, w })
    }

    /// This rotation after one about a coordinate axis (0 = x, 1 = y, 2 = z), radians: `self · R`.
    pub(crate) fn then_about(self, axis: usize, angle: f64) -> Self {
        let Self { x, y, z, w } = self;
        let (s, c) = libm::sincos(angle * 0.5);
        match axis {
            0 => Self { x: x * c + w * s, y: y * c + z * s, z: z * c - y * s, w: w * c - x * s },
            1 => Self { x: x * c - z * s, y: y * c + w * s, z: z * c + x * s, w: w * c - y * s },
            _ => Self { x: x * c + y * s, y: y * c - x * s, z: z * c + w * s, w: w * c - z * s },
        }
    }

    /// In single precision.
    pub(crate) const fn quat(self) -> Quat {
        Quat::from_xyzw(self.x as f32, self.y as f32, self.z as f32, self.w as f32)
    }
}

/// A point in single precision.
pub(crate) fn vec3(point: [f64; 3]) -> Vec3 {
    Vec3::from_array(point.map(|part| part as f32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_and_turned_points_are_those_of_single_precision() {
        let turn = Turn64::IDENTITY.then_about(2, 0.2).then_about(0, -0.7).then_about(1, 1.3);
        let expected =
            Quat::from_rotation_z(0.2) * Quat::from_rotation_x(-0.7) * Quat::from_rotation_y(1.3);
        assert!((turn.quat() - expected).length() < 1e-6, "{turn:?}, not {expected}");
        let about = Turn64::about([0.6, 0.0, 0.8], 2.0).quat();
        assert!(
            (about - Quat::from_axis_angle(Vec3::new(0.6, 0.0, 0.8), 2.0)).length() < 1e-6,
            "{about}"
        );
    }
}

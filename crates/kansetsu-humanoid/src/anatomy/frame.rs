//! Rotations in plain arithmetic, bit-identical on every platform.

use kansetsu::glam::{Mat3, Quat, Vec3};
use kansetsu::ops;

/// The smallest rotation from one unit vector to another; not for opposite ones.
#[must_use]
pub fn arc(from: Vec3, to: Vec3) -> Quat {
    let axis = from.cross(to);
    unit_quat(axis.x, axis.y, axis.z, 1.0 + from.dot(to))
}

/// The rotation by `angle` radians about the unit vector `axis`.
#[must_use]
pub fn turn(axis: Vec3, angle: f32) -> Quat {
    let (sin, cos) = ops::sin_cos(0.5 * angle);
    unit_quat(axis.x * sin, axis.y * sin, axis.z * sin, cos)
}

/// `a` after `b`.
#[must_use]
pub fn product(a: Quat, b: Quat) -> Quat {
    unit_quat(
        (a.w * b.x + a.x * b.w) + (a.y * b.z - a.z * b.y),
        (a.w * b.y + a.y * b.w) + (a.z * b.x - a.x * b.z),
        (a.w * b.z + a.z * b.w) + (a.x * b.y - a.y * b.x),
        (a.w * b.w - a.x * b.x) - (a.y * b.y + a.z * b.z),
    )
}

/// The image of `v`.
#[must_use]
pub fn rotate(q: Quat, v: Vec3) -> Vec3 {
    matrix(q) * v
}

/// The rotation as a matrix.
#[must_use]
pub fn matrix(q: Quat) -> Mat3 {
    Mat3::from_quat(q)
}

/// The rotation whose Z axis is `z` and whose X axis is as near as possible to `x`.
#[must_use]
pub fn with_z_and_x(z: Vec3, x: Vec3) -> Quat {
    let z = z.normalize();
    let x = (x - z * x.dot(z)).normalize();
    quat(&Mat3::from_cols(x, z.cross(x), z))
}

/// The rotation of a pure-rotation matrix (Shepperd, J. Guidance and Control 1(3), 1978).
fn quat(m: &Mat3) -> Quat {
    let (x, y, z) = (m.x_axis, m.y_axis, m.z_axis);
    let trace = x.x + y.y + z.z;
    if trace > 0.0 {
        unit_quat(y.z - z.y, z.x - x.z, x.y - y.x, 1.0 + trace)
    } else if x.x > y.y && x.x > z.z {
        unit_quat(1.0 + x.x - y.y - z.z, x.y + y.x, z.x + x.z, y.z - z.y)
    } else if y.y > z.z {
        unit_quat(x.y + y.x, 1.0 - x.x + y.y - z.z, y.z + z.y, z.x - x.z)
    } else {
        unit_quat(z.x + x.z, y.z + z.y, 1.0 - x.x - y.y + z.z, x.y - y.x)
    }
}

fn unit_quat(x: f32, y: f32, z: f32, w: f32) -> Quat {
    let length = ((x * x + y * y) + (z * z + w * w)).sqrt();
    Quat::from_xyzw(x / length, y / length, z / length, w / length)
}

/// The nearest of the six directions along the model's axes.
#[must_use]
pub fn nearest_axis(v: Vec3) -> Vec3 {
    let [x, y, z] = v.abs().to_array();
    let axis = if y >= x && y >= z {
        Vec3::Y
    } else if z >= x {
        Vec3::Z
    } else {
        Vec3::X
    };
    if v.dot(axis) < 0.0 { -axis } else { axis }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_have_the_axes_they_were_made_of() {
        for (z, x) in [
            (Vec3::X, Vec3::Y),
            (Vec3::NEG_Y, Vec3::X),
            (Vec3::new(0.3, -0.5, 0.8), Vec3::NEG_X),
            (Vec3::NEG_Z, Vec3::NEG_X),
        ] {
            let frame = with_z_and_x(z, x);
            assert!((rotate(frame, Vec3::Z) - z.normalize()).length() < 1e-6);
            assert!(rotate(frame, Vec3::X).dot(x) > 0.0);
        }
        assert!((rotate(arc(Vec3::X, Vec3::Y), Vec3::X) - Vec3::Y).length() < 1e-6);
        let quarter = turn(Vec3::Z, std::f32::consts::FRAC_PI_2);
        assert!((rotate(product(quarter, quarter), Vec3::X) + Vec3::X).length() < 1e-6);
    }
}

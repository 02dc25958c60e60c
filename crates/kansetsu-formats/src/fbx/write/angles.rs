//! Rotations as angles about x, y and z, in sequence about fixed axes: `R = Rz Ry Rx`.

use std::f64::consts::{PI, TAU};

use kansetsu::glam::{DQuat, DVec3, Quat};

/// The angles of a rotation, radians, nearest to `previous`: a whole turn can be added to each, and
/// `(x + π, π - y, z + π)` is the same rotation.
pub(super) fn angles_near(rotation: Quat, previous: DVec3) -> DVec3 {
    let angles = angles(rotation.as_dquat().normalize());
    let other = DVec3::new(angles.x + PI, PI - angles.y, angles.z + PI);
    let [angles, other] = [angles, other].map(|angles| {
        previous + (angles - previous).map(|change| change - TAU * (change / TAU).round())
    });
    let far = |angles: DVec3| (angles - previous).abs().element_sum();
    if far(other) < far(angles) { other } else { angles }
}

/// The angles, y within a quarter turn. Near that, x and z are free against each other: z is any,
/// and x follows from it, so that the rotation is exact.
fn angles(rotation: DQuat) -> DVec3 {
    let x_axis = rotation * DVec3::X;
    let y = libm::atan2(-x_axis.z, libm::hypot(x_axis.x, x_axis.y));
    let z = libm::atan2(x_axis.y, x_axis.x);
    let about = |axis: DVec3, angle: f64| {
        let (sin, cos) = libm::sincos(0.5 * angle);
        DQuat::from_vec4((axis * sin).extend(cos))
    };
    let rest = (about(DVec3::Z, z) * about(DVec3::Y, y)).conjugate() * rotation;
    DVec3::new(2.0 * libm::atan2(rest.x, rest.w), y, z)
}

#[cfg(test)]
mod tests {
    use super::super::super::placed::rotation;
    use super::*;

    #[test]
    fn the_angles_are_the_rotation_at_every_pitch_and_continue() {
        let mut previous = DVec3::ZERO;
        for step in 0..2000 {
            let turn = f64::from(step) * 0.01;
            let pitch = [0.3 * turn, 0.5 * PI, -0.5 * PI, 0.5 * PI - 1e-5][step as usize % 4];
            let exact = rotation(DVec3::new(turn, pitch, 0.7 * turn).map(f64::to_degrees), 0);
            previous = angles_near(exact.as_quat(), previous);
            let found = rotation(previous.map(f64::to_degrees), 0);
            assert!(1.0 - found.dot(exact).abs() < 1e-12, "step {step}: {previous}");
        }
        let mut previous = DVec3::ZERO;
        for step in 0..2000 {
            let turn = DVec3::new(0.01, 0.004, 0.02) * f64::from(step);
            let exact = rotation(turn.map(f64::to_degrees), 0);
            let next = angles_near(exact.as_quat(), previous);
            assert!((next - turn).abs().max_element() < 1e-3, "step {step}: {next}, not {turn}");
            previous = next;
        }
    }
}

//! The UR5 of Universal Robots.
//!
//! Numbers from `robots/ur_description/urdf/ur5_robot.urdf` of Gepetto/example-robot-data (commit
//! 39aa943), BSD-3-Clause.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use super::{Frame, Joint, Robot};

const Y: [f64; 3] = [0.0, 1.0, 0.0];
const Z: [f64; 3] = [0.0, 0.0, 1.0];
const TURN: [f64; 2] = [-TAU, TAU];
const HALF_TURN: [f64; 2] = [-PI, PI];

const fn joint(
    name: &'static str,
    xyz: [f64; 3],
    pitch: f64,
    axis: [f64; 3],
    limit: [f64; 2],
) -> Joint {
    Joint { name, origin: Frame { name, xyz, rpy: [0.0, pitch, 0.0] }, axis, limit }
}

/// Six joints; reaches with `ee_link`.
pub const UR5: Robot = Robot {
    joints: &[
        joint("shoulder_pan_joint", [0.0, 0.0, 0.089_159], 0.0, Z, TURN),
        joint("shoulder_lift_joint", [0.0, 0.135_85, 0.0], FRAC_PI_2, Y, TURN),
        joint("elbow_joint", [0.0, -0.1197, 0.425], 0.0, Y, HALF_TURN),
        joint("wrist_1_joint", [0.0, 0.0, 0.392_25], FRAC_PI_2, Y, TURN),
        joint("wrist_2_joint", [0.0, 0.093, 0.0], 0.0, Z, TURN),
        joint("wrist_3_joint", [0.0, 0.0, 0.094_65], 0.0, Y, TURN),
    ],
    tool: Frame { name: "ee_fixed_joint", xyz: [0.0, 0.0823, 0.0], rpy: [0.0, 0.0, FRAC_PI_2] },
};

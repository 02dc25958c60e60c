//! The Panda of Franka Emika.
//!
//! Numbers from `panda_description/urdf/panda.urdf` of moveit/moveit_resources (commit ef5836d),
//! BSD-3-Clause.

use std::f64::consts::FRAC_PI_2;

use super::{Frame, Joint, Robot};

const fn joint(name: &'static str, xyz: [f64; 3], roll: f64, limit: [f64; 2]) -> Joint {
    Joint { name, origin: Frame { name, xyz, rpy: [roll, 0.0, 0.0] }, axis: [0.0, 0.0, 1.0], limit }
}

/// As in the file: 3.1416, slightly more than half a turn.
#[expect(clippy::approx_constant, reason = "the file's own number")]
const FOURTH: [f64; 2] = [-3.1416, 0.0873];

/// Seven joints; reaches with its flange, `panda_link8`.
pub const PANDA: Robot = Robot {
    joints: &[
        joint("panda_joint1", [0.0, 0.0, 0.333], 0.0, [-2.9671, 2.9671]),
        joint("panda_joint2", [0.0, 0.0, 0.0], -FRAC_PI_2, [-1.8326, 1.8326]),
        joint("panda_joint3", [0.0, -0.316, 0.0], FRAC_PI_2, [-2.9671, 2.9671]),
        joint("panda_joint4", [0.0825, 0.0, 0.0], FRAC_PI_2, FOURTH),
        joint("panda_joint5", [-0.0825, 0.384, 0.0], -FRAC_PI_2, [-2.9671, 2.9671]),
        joint("panda_joint6", [0.0, 0.0, 0.0], FRAC_PI_2, [-0.0873, 3.8223]),
        joint("panda_joint7", [0.088, 0.0, 0.0], FRAC_PI_2, [-2.9671, 2.9671]),
    ],
    tool: Frame { name: "panda_joint8", xyz: [0.0, 0.0, 0.107], rpy: [0.0, 0.0, 0.0] },
};

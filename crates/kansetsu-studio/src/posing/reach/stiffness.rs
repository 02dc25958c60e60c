//! How stiff each joint is: what carries much turns little.
//!
//! Least squares without weights bends a spine as readily as an elbow. People do not: the arm reaches first, then the shoulder, then
//! the back. A joint that carries a large part of the body is stiffer, in proportion to the length of all bones below it.

use kansetsu::d3::{Pose, Skeleton};

/// How much stiffer a joint is that carries everything than one that carries nothing.
const MOST: f32 = 12.0;

/// The stiffness of every joint, at least 1.
pub(super) fn stiffness(skeleton: &Skeleton, pose: &Pose) -> Vec<f32> {
    let mut carried = vec![0.0_f32; skeleton.len()];
    for (index, joint) in skeleton.joints().iter().enumerate().rev() {
        if let Some(parent) = joint.parent {
            carried[parent] += carried[index] + pose.locals[index].translation.length();
        }
    }
    let all = carried.iter().copied().fold(0.0, f32::max).max(1e-20);
    carried.into_iter().map(|carried| 1.0 + (MOST - 1.0) * (carried / all)).collect()
}

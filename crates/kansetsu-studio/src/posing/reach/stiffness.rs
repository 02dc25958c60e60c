//! How stiff each joint is, and which ones wait until they are needed.
//!
//! Least squares without weights bends a spine as readily as an elbow. People do not: the arm reaches first, then the shoulder, then
//! the back. What is no person does as much: a joint that carries a large part of the body is stiffer, in proportion to the length of all bones
//! below it.

use kansetsu::d3::{Pose, Posture, Skeleton};

use crate::posing::Subject;

/// How stiff the joints of a figure are while it is dragged, and which of them wait; by `natural`, from 0 to 1, as those of a person. It is at ease as
/// it stands at the press, not as here.
pub(super) fn posture(subject: &Subject, natural: f32) -> Posture {
    let carried = stiffness(subject.skeleton(), &subject.pose);
    let natural = if subject.figure.rig.humanoid().is_some() { natural.clamp(0.0, 1.0) } else { 0.0 };
    let mut posture = subject.figure.rig.posture();
    for (stiffness, carried) in posture.stiffness.iter_mut().zip(carried) {
        *stiffness = carried + (*stiffness - carried) * natural;
    }
    posture.recruitment.retain(|_| natural > 0.0);
    posture.recruitment.iter_mut().for_each(|reserve| reserve.cost *= natural);
    posture
}

/// How much stiffer a joint is that carries everything than one that carries nothing.
const MOST: f32 = 12.0;

/// The stiffness of every joint, at least 1.
fn stiffness(skeleton: &Skeleton, pose: &Pose) -> Vec<f32> {
    let mut carried = vec![0.0_f32; skeleton.len()];
    for (index, joint) in skeleton.joints().iter().enumerate().rev() {
        if let Some(parent) = joint.parent {
            carried[parent] += carried[index] + pose.locals[index].translation.length();
        }
    }
    let all = carried.iter().copied().fold(0.0, f32::max).max(1e-20);
    carried.into_iter().map(|carried| 1.0 + (MOST - 1.0) * (carried / all)).collect()
}

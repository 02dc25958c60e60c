//! How far a pose is from ease.

use std::f32::consts::FRAC_PI_2;

use kansetsu::d3::Pose;
use kansetsu_formats::Figure;

/// How far each joint of a person is rotated from how it is in a relaxed stance, from 0 to 1: a
/// quarter turn and more. 0 for what is no joint of a person, and for the hips, which carry the
/// body whichever way it faces.
#[must_use]
pub fn strain(figure: &Figure, pose: &Pose) -> Vec<f32> {
    let mut strain = vec![0.0; pose.locals.len()];
    let Some(human) = figure.rig.humanoid() else { return strain };
    let ease = figure.rig.posture().reference;
    for joint in human.joints().filter(|&joint| joint != human.hips) {
        if let (Some(strain), Some(now), Some(ease)) =
            (strain.get_mut(joint), pose.locals.get(joint), ease.locals.get(joint))
        {
            *strain = (ease.rotation.angle_between(now.rotation) / FRAC_PI_2).min(1.0);
        }
    }
    strain
}

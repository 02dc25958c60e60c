//! Joints at rest and in a pose.

use anyhow::bail;
use kansetsu::d3::{Pose, rotation_of};
use kansetsu_formats::Figure;
use serde::Serialize;

use crate::argument::label;

/// A joint of the tree.
#[derive(Debug, Serialize)]
pub(crate) struct JointEntry {
    pub(crate) index: usize,
    pub(crate) name: String,
    pub(crate) node: Option<usize>,
    pub(crate) parent: Option<usize>,
}

/// A joint with its world transform.
#[derive(Debug, Serialize)]
pub(crate) struct JointState {
    #[serde(flatten)]
    pub(crate) joint: JointEntry,
    /// Metres.
    pub(crate) position: [f32; 3],
    /// A unit quaternion, x, y, z, w.
    pub(crate) rotation: [f32; 4],
}

/// Every joint, in the skeleton's order.
pub(crate) fn joint_entries(figure: &Figure) -> impl Iterator<Item = JointEntry> {
    let node = |index: usize| figure.nodes.get(index).copied().flatten();
    let joints = figure.rig.skeleton.joints().iter().enumerate();
    joints.map(move |(index, joint)| JointEntry {
        index,
        name: joint.name.clone(),
        node: node(index),
        parent: joint.parent,
    })
}

/// The world transforms of all joints in `pose`. JSON has no infinity: a pose that overflows is an
/// error.
pub(crate) fn joint_states(figure: &Figure, pose: &Pose) -> anyhow::Result<Vec<JointState>> {
    let skeleton = &figure.rig.skeleton;
    let world_from_joint = skeleton.forward(pose);
    let mut states = Vec::with_capacity(skeleton.len());
    for (joint, map) in joint_entries(figure).zip(&world_from_joint) {
        let (position, rotation) = (map.translation.to_array(), rotation_of(map).to_array());
        if !position.iter().chain(&rotation).all(|number| number.is_finite()) {
            bail!(
                "the position of joint \"{}\" overflows; check the scales and translations of its ancestors",
                label(skeleton, joint.index)
            );
        }
        // Adding zero turns -0 into 0.
        states.push(JointState {
            joint,
            position: position.map(|number| number + 0.0),
            rotation: rotation.map(|number| number + 0.0),
        });
    }
    Ok(states)
}

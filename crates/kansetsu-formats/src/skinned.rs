//! The joints of a figure that are relevant, and those that only carry meshes.

use std::collections::BTreeSet;

use crate::Figure;

/// The joints in a skin, a clip or a role, all their ancestors, and their end joints.
pub(crate) fn written_joints(figure: &Figure) -> BTreeSet<usize> {
    let skeleton = &figure.rig.skeleton;
    let keyed = figure
        .clips
        .iter()
        .flat_map(|clip| clip.tracks.iter().map(|track| track.joint))
        .filter(|&joint| joint < skeleton.len());
    let used: BTreeSet<usize> = figure
        .is_skinned
        .iter()
        .enumerate()
        .filter(|(_, deforms)| **deforms)
        .map(|(joint, _)| joint)
        .chain(keyed)
        .chain(figure.rig.roles.values().copied())
        .collect();
    if !figure.is_skinned.contains(&true) || used.is_empty() {
        return (0..skeleton.len()).collect();
    }
    let mut written = used.clone();
    for &joint in &used {
        // The ancestors of a marked joint are already marked.
        written.extend(skeleton.ancestors(joint).skip(1).take_while(|above| !used.contains(above)));
    }
    let ends = (0..skeleton.len()).filter(|&joint| {
        skeleton.joints()[joint].parent.is_some_and(|parent| figure.is_skinned[parent])
    });
    written.extend(ends);
    written
}

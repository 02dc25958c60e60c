//! Which joints belong together.

use kansetsu::d3::{Rig, Skeleton};

/// The joints of the limb that `joint` belongs to, from the base to the tip with everything that
/// is below the tip (a hand's fingers); where the rig knows no such limb, the joint and everything
/// below it.
pub(super) fn limb_of(rig: &Rig, joint: usize) -> Vec<usize> {
    let skeleton = &rig.skeleton;
    let path = |base: usize, tip: usize| -> Vec<usize> {
        let above = skeleton.ancestors(tip).take_while(|&other| other != base);
        above.chain([base]).collect()
    };
    let limb = rig.limbs.iter().find(|limb| {
        let is_below = skeleton.ancestors(joint).any(|other| other == limb.tip);
        is_below || path(limb.base, limb.tip).contains(&joint)
    });
    let Some(limb) = limb else { return below(skeleton, &[joint]) };
    let mut joints = path(limb.base, limb.tip);
    joints.extend(below(skeleton, &[limb.tip]));
    joints.sort_unstable();
    joints.dedup();
    joints
}

/// The joints and everything below them, ascending.
pub(super) fn below(skeleton: &Skeleton, joints: &[usize]) -> Vec<usize> {
    (0..skeleton.len())
        .filter(|&joint| skeleton.ancestors(joint).any(|above| joints.contains(&above)))
        .collect()
}

//! VRM animations on figures.
//!
//! A VRMA file moves a skeleton of its own, whose joints may rest in any way. A joint's turn from rest, seen from its parent's place at rest in
//! model space, is what another figure's joint of the same role does: `W · q · r⁻¹ · W⁻¹`, with W the parent's rotation at rest, r the joint's own and q
//! the keyed one. The hips' place is multiplied by the figures' heights. (VRM Consortium, "VRMC_vrm_animation-1.0", "Retargeting")

use kansetsu::d3::rotation_of;
use kansetsu::glam::{Affine3, Quat, Vec3};

use crate::{Clip, Figure, Interpolation, Role, Values};

/// Whether a document is a VRM animation.
pub(crate) fn is_animation(document: &serde_json::Value) -> bool {
    document.pointer("/extensions/VRMC_vrm_animation").is_some()
}

/// Whether a document is a VRM 0.x model, which looks along -Z.
pub(crate) fn looks_back(document: &serde_json::Value) -> bool {
    document.pointer("/extensions/VRM").is_some() && document.pointer("/extensions/VRMC_vrm").is_none()
}

/// The motions of `source` on the joints of `target` that have the same roles.
pub(crate) fn clips(source: &Figure, target: &Figure, looks_back: bool) -> Vec<Clip> {
    let rests = [source, target].map(|figure| figure.rig.skeleton.forward(&figure.rig.skeleton.rest_pose()));
    let carry = Carry {
        figures: [source, target],
        rests,
        half_turn: if looks_back { Quat::from_xyzw(0.0, 1.0, 0.0, 0.0) } else { Quat::IDENTITY },
    };
    let of_one = |clip: &Clip| {
        let mut clip = clip.clone();
        clip.tracks.retain_mut(|track| {
            let role = source.roles.iter().find(|&(_, &joint)| joint == track.joint).map(|(&role, _)| role);
            let Some((role, &joint)) = role.and_then(|role| Some((role, target.roles.get(&role)?))) else { return false };
            let is_cubic = track.interpolation == Interpolation::Cubic;
            let is_kept = match &mut track.values {
                Values::Rotation(turns) => carry.rotations([track.joint, joint], turns),
                Values::Translation(places) if role == Role::Hips => carry.places([track.joint, joint], places, is_cubic),
                _ => false,
            };
            track.joint = joint;
            is_kept
        });
        clip
    };
    source.clips.iter().map(of_one).collect()
}

struct Carry<'a> {
    figures: [&'a Figure; 2],
    rests: [Vec<Affine3>; 2],
    half_turn: Quat,
}

impl Carry<'_> {
    fn parent(&self, which: usize, joint: usize) -> Affine3 {
        let parent = self.figures[which].rig.skeleton.joints()[joint].parent;
        parent.map_or(Affine3::IDENTITY, |parent| self.rests[which][parent])
    }

    /// Linear in the keyed rotation, so tangents go the same way.
    fn rotations(&self, joints: [usize; 2], turns: &mut [Quat]) -> bool {
        let parents = [0, 1].map(|which| rotation_of(&self.parent(which, joints[which])));
        let rests = [0, 1].map(|which| self.figures[which].rig.skeleton.joints()[joints[which]].rest.rotation);
        let left = parents[1].conjugate() * self.half_turn * parents[0];
        let right = rests[0].conjugate() * parents[0].conjugate() * self.half_turn.conjugate() * parents[1] * rests[1];
        turns.iter_mut().for_each(|turn| *turn = left * *turn * right);
        true
    }

    fn places(&self, joints: [usize; 2], places: &mut [Vec3], is_cubic: bool) -> bool {
        let heights = [0, 1].map(|which| self.rests[which][joints[which]].translation.y);
        let ratio = if heights[0].abs() > 1e-4 { heights[1] / heights[0] } else { 1.0 };
        let (from, to) = (self.parent(0, joints[0]), self.parent(1, joints[1]).inverse());
        if !to.is_finite() {
            return false;
        }
        for (index, place) in places.iter_mut().enumerate() {
            // The first and the last of three are tangents, which know no origin.
            *place = if is_cubic && index % 3 != 1 {
                to.transform_vector3(self.half_turn * (from.transform_vector3(*place) * ratio))
            } else {
                to.transform_point3(self.half_turn * (from.transform_point3(*place) * ratio))
            };
        }
        true
    }
}

//! Joints that share the twist of arms and legs.

use std::collections::BTreeMap;

use kansetsu::d3::{Skeleton, Twist};

use super::body::{Body, Side};
use kansetsu::d3::Role;

/// Words in the names of twist joints.
const WORDS: [&str; 5] = ["twist", "roll", "捩", "捻", "ねじ"];
/// A leaf this close to the bone, as a fraction of its length, and this far from its ends is a
/// twist joint whatever its name.
const BESIDE: f32 = 0.03;
const FROM_ENDS: f32 = 0.1;

/// Twist joints of one bone.
pub(super) struct Found {
    pub(super) base: usize,
    pub(super) tip: usize,
    /// Whether they share the twist of the base (upper arm, thigh) instead of that of the tip
    /// (hand, foot).
    of_base: bool,
    pub(super) joints: Vec<usize>,
}

/// The twist joints of arms and legs, in their chains and beside their bones.
#[must_use]
pub fn twist_joints(skeleton: &Skeleton, roles: &BTreeMap<Role, usize>) -> Vec<usize> {
    let body = Body::of(skeleton, roles);
    body.map(|body| found(&body).into_iter().flat_map(|found| found.joints).collect())
        .unwrap_or_default()
}

/// The distribution of the twist of shoulders, hips, hands and feet over the twist joints, by their
/// positions on the bone.
#[must_use]
pub fn twists(skeleton: &Skeleton, roles: &BTreeMap<Role, usize>) -> Vec<Twist> {
    let Some(body) = Body::of(skeleton, roles) else { return Vec::new() };
    let twist = |found: Found| {
        let Found { base, tip, of_base, joints } = found;
        let twist = if of_base {
            Twist::of_base(skeleton, base, tip)
        } else {
            Twist::of_tip(skeleton, base, tip)
        };
        twist.ok()?.with_joints_by_place(skeleton, &joints).ok()
    };
    found(&body).into_iter().filter_map(twist).collect()
}

pub(super) fn found(body: &Body<'_>) -> Vec<Found> {
    let bones = [
        (Role::LeftUpperArm, Role::LeftLowerArm, true),
        (Role::LeftLowerArm, Role::LeftHand, false),
        (Role::LeftUpperLeg, Role::LeftLowerLeg, true),
        (Role::LeftLowerLeg, Role::LeftFoot, false),
    ];
    let mut all = Vec::new();
    for side in [Side::Left, Side::Right] {
        for (base, tip, of_base) in bones {
            let (Some(base), Some(tip)) = (body.limb_role(side, base), body.limb_role(side, tip))
            else {
                continue;
            };
            let joints = on_bone(body, base, tip);
            if !joints.is_empty() && body.is_below(tip, base) {
                all.push(Found { base, tip, of_base, joints });
            }
        }
    }
    all
}

/// The joints between base and tip, and leaves beside the bone.
fn on_bone(body: &Body<'_>, base: usize, tip: usize) -> Vec<usize> {
    let way: Vec<usize> =
        body.skeleton.ancestors(tip).take_while(|&joint| joint != base).chain([base]).collect();
    let mut joints: Vec<usize> = way
        .iter()
        .copied()
        .filter(|&joint| joint != base && joint != tip && !body.is_cast(joint))
        .collect();
    for &joint in way.iter().filter(|&&joint| joint != tip) {
        let children = body.skeleton.children(joint).iter().copied();
        joints.extend(children.filter(|child| {
            !way.contains(child) && !body.is_cast(*child) && shares(body, *child, [base, tip])
        }));
    }
    joints.sort_unstable();
    joints
}

/// Whether a joint beside the chain shares the twist: by its name, or as a leaf on the bone.
fn shares(body: &Body<'_>, joint: usize, [base, tip]: [usize; 2]) -> bool {
    let (start, end) = (body.place(base, Side::Left), body.place(tip, Side::Left));
    let bone = end - start;
    let (from_start, length) = (body.place(joint, Side::Left) - start, bone.length());
    if length < 1e-9 {
        return false;
    }
    let part = from_start.dot(bone) / (length * length);
    let is_on = (from_start - bone * part).length() < BESIDE * length;
    let name = body.skeleton.joints()[joint].name.to_lowercase();
    let is_named = WORDS.iter().any(|word| name.contains(word));
    let is_leaf = body.skeleton.children(joint).is_empty();
    is_named && (-0.1..=1.1).contains(&part)
        || is_leaf && is_on && (FROM_ENDS..=1.0 - FROM_ENDS).contains(&part)
}

//! Humanoid roles from names and from the tree.
//!
//! A name alone is not sufficient: a hand must be a descendant of a lower arm, a lower arm of an
//! upper arm, and the hips must carry both legs and the head. So meshes and props that share a
//! bone's name get no role, and neither do duplicates. A missing role is better than a wrong one.
//! Roles that names do not state come from the shape of the whole body.

use std::collections::BTreeMap;

use super::hand;
use super::limb::{self, Found};
use super::shape;
use super::tree::Tree;
use super::words::{Part, Side};
use kansetsu::d3::{Role, Skeleton};

/// The joints that certainly play humanoid roles, by their names, the tree and the shape.
///
/// `is_skinned` has one entry per joint: whether a skin uses it.
#[must_use]
pub fn roles(skeleton: &Skeleton, is_skinned: &[bool]) -> BTreeMap<Role, usize> {
    roles_of(&Tree::new(skeleton, is_skinned))
}

/// The roles that names and the tree state, without the shape.
///
/// `is_skinned` has one entry per joint: whether a skin uses it.
#[must_use]
pub fn roles_by_name(skeleton: &Skeleton, is_skinned: &[bool]) -> BTreeMap<Role, usize> {
    named_roles(&Tree::new(skeleton, is_skinned))
}

fn roles_of(tree: &Tree<'_>) -> BTreeMap<Role, usize> {
    let mut roles = named_roles(tree);
    shape::complete(tree, &mut roles);
    for (side, lower) in [(Side::Left, Role::LeftLowerArm), (Side::Right, Role::RightLowerArm)] {
        let fingers = roles.get(&lower).map(|&lower| hand::fingers(tree, lower, side));
        for (role, joint) in fingers.into_iter().flatten() {
            if roles.values().all(|&other| other != joint) {
                roles.entry(role).or_insert(joint);
            }
        }
    }
    roles
}

fn named_roles(tree: &Tree<'_>) -> BTreeMap<Role, usize> {
    let mut roles = BTreeMap::new();
    let arms = [Side::Left, Side::Right]
        .map(|side| with_hand(tree, limb::find(tree, &limb::ARM, side), side));
    let legs = [Side::Left, Side::Right].map(|side| limb::find(tree, &limb::LEG, side));
    put_limb(
        &mut roles,
        arms[0],
        [Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand, Role::LeftHand],
    );
    put_limb(
        &mut roles,
        arms[1],
        [Role::RightUpperArm, Role::RightLowerArm, Role::RightHand, Role::RightHand],
    );
    put_limb(
        &mut roles,
        legs[0],
        [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot, Role::LeftToes],
    );
    put_limb(
        &mut roles,
        legs[1],
        [Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot, Role::RightToes],
    );
    for (arm, side, shoulder) in
        [(arms[0], Side::Left, Role::LeftShoulder), (arms[1], Side::Right, Role::RightShoulder)]
    {
        roles.extend(find_shoulder(tree, arm, side).map(|joint| (shoulder, joint)));
        roles.extend(arm.lower.map(|lower| hand::fingers(tree, lower, side)).unwrap_or_default());
    }
    put_trunk(tree, &mut roles, &arms, &legs);
    roles
}

fn put_limb(roles: &mut BTreeMap<Role, usize>, found: Found, [upper, lower, tip, end]: [Role; 4]) {
    for (role, joint) in
        [(upper, found.upper), (lower, found.lower), (tip, found.tip), (end, found.end)]
    {
        roles.extend(joint.map(|joint| (role, joint)));
    }
}

fn with_hand(tree: &Tree<'_>, found: Found, side: Side) -> Found {
    Found { tip: found.tip.or_else(|| hand::palm(tree, found.lower?, side)), ..found }
}

/// The nearest joint above the upper arm that is named after the collar bone, else after the
/// shoulder.
fn find_shoulder(tree: &Tree<'_>, arm: Found, side: Side) -> Option<usize> {
    let upper = arm.upper?;
    let nearest = |part: Part| {
        tree.skeleton
            .ancestors(upper)
            .skip(1)
            .find(|&joint| tree.part(joint, Some(side)) == Some(part))
    };
    nearest(Part::Collar).or_else(|| nearest(Part::Shoulder))
}

fn put_trunk(
    tree: &Tree<'_>,
    roles: &mut BTreeMap<Role, usize>,
    arms: &[Found; 2],
    legs: &[Found; 2],
) {
    let arms_meet =
        arms[0].upper.zip(arms[1].upper).and_then(|(left, right)| tree.common(left, right));
    let neck = tree.first(tree.all(Part::Neck, None));
    let head = find_head(tree, neck);
    let [neck, head] =
        if neck.or(head).is_some() { [neck, head] } else { end_of_spine(tree, arms_meet) };
    let top = neck.or(head).or(arms_meet);
    let hips = find_hips(tree, top, legs);
    // Some rigs have the upper and the lower body as separate trees.
    let torn = hips.zip(top).is_some_and(|(hips, top)| tree.common(hips, top).is_none());
    let below_hips = |joint: &usize| torn || hips.is_none_or(|hips| tree.is_below(*joint, hips));
    let (neck, head) = (neck.filter(below_hips), head.filter(below_hips));
    for (role, joint) in [(Role::Hips, hips), (Role::Neck, neck), (Role::Head, head)] {
        roles.extend(joint.map(|joint| (role, joint)));
    }
    if let (Some(hips), Some(top)) = (hips, top) {
        let is_above = |joint: &usize| Some(*joint) == neck || Some(*joint) == head;
        roles.extend(spine(tree, hips, top, is_above));
    }
    if let Some(head) = head {
        let face = [
            (Part::Eye, Some(Side::Left), Role::LeftEye),
            (Part::Eye, Some(Side::Right), Role::RightEye),
            (Part::Jaw, None, Role::Jaw),
        ];
        for (part, side, role) in face {
            let joint =
                tree.first(tree.all(part, side).filter(|&joint| tree.is_below(joint, head)));
            roles.extend(joint.map(|joint| (role, joint)));
        }
    }
}

/// Neck and head of a rig whose names call them joints of the spine: those beyond the arms, the
/// last one the head.
fn end_of_spine(tree: &Tree<'_>, arms_meet: Option<usize>) -> [Option<usize>; 2] {
    let Some(chest) = arms_meet else { return [None; 2] };
    let mut beyond: Vec<usize> =
        tree.all(Part::Spine, None).filter(|&joint| tree.is_below(joint, chest)).collect();
    beyond.sort_by_key(|&joint| tree.skeleton.ancestors(joint).count());
    match beyond[..] {
        [] => [None; 2],
        [head] => [None, Some(head)],
        [neck, .., head] => [Some(neck), Some(head)],
    }
}

/// The head below the neck, or the last of several joints of a neck.
fn find_head(tree: &Tree<'_>, neck: Option<usize>) -> Option<usize> {
    let below = |joint: &usize| neck.is_none_or(|neck| tree.is_below(*joint, neck));
    tree.first(tree.all(Part::Head, None).filter(below)).or_else(|| {
        let mut rest = tree
            .all(Part::Neck, None)
            .filter(|&joint| neck.is_some_and(|neck| tree.is_below(joint, neck)));
        let only = rest.next().filter(|_| rest.next().is_none());
        only.filter(|&joint| tree.skeleton.children(joint).is_empty())
    })
}

/// The joint that carries both legs and the top of the trunk: the nearest joint with a matching
/// name, else that joint itself.
fn find_hips(tree: &Tree<'_>, top: Option<usize>, legs: &[Found; 2]) -> Option<usize> {
    let carried = match (legs[0].upper.zip(legs[1].upper), top) {
        (Some((left, right)), Some(top)) => {
            let legs = tree.common(left, right)?;
            tree.common(legs, top).unwrap_or(legs)
        }
        // Half a body: only a name can decide.
        (Some((left, right)), None) => tree.common(left, right)?,
        (None, Some(top)) => top,
        (None, None) => return None,
    };
    let named = |part: Part| {
        tree.skeleton.ancestors(carried).find(|&joint| tree.part(joint, None) == Some(part))
    };
    let whole = legs[0].upper.is_some() && legs[1].upper.is_some() && top.is_some();
    let bodily = || Some(carried).filter(|&joint| whole && tree.is_bodily(joint));
    let centre = || named(Part::Center).filter(|_| whole);
    let between_legs = || Some(carried).filter(|&joint| whole && is_between(tree, joint, legs));
    named(Part::Hips).or_else(bodily).or_else(centre).or_else(between_legs)
}

/// Whether the joint has the position of hips: closer to the middle of the legs than half the
/// length of a leg.
fn is_between(tree: &Tree<'_>, joint: usize, legs: &[Found; 2]) -> bool {
    let ends = |leg: &Found| Some([tree.place(leg.upper?), tree.place(leg.lower?)]);
    let (Some([left, knee]), Some([right, _])) = (ends(&legs[0]), ends(&legs[1])) else {
        return false;
    };
    tree.place(joint).distance(left.midpoint(right)) < left.distance(knee)
}

/// The joints of the trunk from the hips up. Three of them have roles: the first, the middle and
/// the last.
fn spine(
    tree: &Tree<'_>,
    hips: usize,
    top: usize,
    is_above: impl Fn(&usize) -> bool,
) -> Vec<(Role, usize)> {
    let is_trunk = |joint: &usize| {
        !is_above(joint)
            && matches!(tree.part(*joint, None), Some(Part::Spine | Part::Chest | Part::UpperChest))
    };
    let mut trunk: Vec<usize> =
        tree.skeleton.ancestors(top).take_while(|&joint| joint != hips).filter(is_trunk).collect();
    if trunk.is_empty() {
        // Named after vertebrae, or unnamed.
        let between = tree.skeleton.ancestors(top).skip(1).take_while(|&joint| joint != hips);
        trunk = between
            .filter(|&joint| tree.is_below(joint, hips) && tree.meanings[joint].is_none())
            .collect();
    }
    trunk.reverse();
    let named =
        |part: Part| trunk.iter().copied().find(|&joint| tree.part(joint, None) == Some(part));
    let explicit = [
        (Role::Spine, Part::Spine),
        (Role::Chest, Part::Chest),
        (Role::UpperChest, Part::UpperChest),
    ];
    let explicit: Vec<(Role, usize)> =
        explicit.iter().filter_map(|&(role, part)| Some((role, named(part)?))).collect();
    if explicit.len() == trunk.len() {
        return explicit;
    }
    match trunk[..] {
        [] => Vec::new(),
        [first] => vec![(Role::Spine, first)],
        [first, last] => vec![(Role::Spine, first), (Role::Chest, last)],
        [first, ref inner @ .., last] => {
            // Abdomens before a chest: the chest is one of those between, if a name says so.
            let chest = named(Part::Chest).filter(|joint| inner.contains(joint));
            let middle = chest.unwrap_or(trunk[(trunk.len() - 1) / 2]);
            vec![(Role::Spine, first), (Role::Chest, middle), (Role::UpperChest, last)]
        }
    }
}

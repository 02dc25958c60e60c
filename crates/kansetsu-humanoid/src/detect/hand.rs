//! Hands without a name, and fingers.

use super::tree::Tree;
use super::words::{Finger, Part, Phalanx, Side};
use kansetsu::d3::Role;

/// The joint that replaces a hand that consists only of palm bones below the lower arm: the palm
/// bone of the middle finger, else the only one.
pub(super) fn palm(tree: &Tree<'_>, lower_arm: usize, side: Side) -> Option<usize> {
    let palms: Vec<usize> =
        tree.all(Part::Palm, Some(side)).filter(|&joint| tree.is_below(joint, lower_arm)).collect();
    let has_middle = |&palm: &usize| {
        tree.skeleton.children(palm).iter().any(|&child| {
            matches!(tree.part(child, Some(side)), Some(Part::Finger(Finger::Middle, _)))
        })
    };
    let middle = tree.first(palms.iter().copied().filter(has_middle));
    middle.or_else(|| if let [only] = palms[..] { Some(only) } else { None })
}

/// The finger joints below the lower arm, by role.
pub(super) fn fingers(tree: &Tree<'_>, lower_arm: usize, side: Side) -> Vec<(Role, usize)> {
    [Finger::Thumb, Finger::Index, Finger::Middle, Finger::Ring, Finger::Little]
        .into_iter()
        .flat_map(|finger| one_finger(tree, lower_arm, side, finger))
        .collect()
}

fn one_finger(tree: &Tree<'_>, lower_arm: usize, side: Side, finger: Finger) -> Vec<(Role, usize)> {
    let mut joints = Vec::new();
    for (joint, meaning) in
        tree.meanings.iter().enumerate().filter(|&(joint, _)| tree.is_below(joint, lower_arm))
    {
        if let Some(Part::Finger(found, phalanx)) =
            meaning.filter(|meaning| meaning.side == Some(side)).map(|meaning| meaning.part)
            && found == finger
        {
            joints.push((joint, phalanx));
        }
    }
    joints.sort_by_cached_key(|&(joint, _)| tree.skeleton.ancestors(joint).count());
    if joints.windows(2).any(|pair| !tree.is_below(pair[1].0, pair[0].0)) {
        return Vec::new();
    }
    let phalanges = if joints.iter().all(|(_, phalanx)| phalanx.is_some()) {
        named(finger, &joints)
    } else {
        counted(finger, &joints)
    };
    phalanges
        .into_iter()
        .filter_map(|(phalanx, joint)| Some((role(side, finger, phalanx)?, joint)))
        .collect()
}

/// By the names. Thumbs of VRM 0.x have an intermediate joint; VRM 1.0 calls the same three
/// metacarpal, proximal, distal.
fn named(finger: Finger, joints: &[(usize, Option<Phalanx>)]) -> Vec<(Phalanx, usize)> {
    let shifted = finger == Finger::Thumb
        && joints.iter().any(|&(_, phalanx)| phalanx == Some(Phalanx::Intermediate));
    let shift = |phalanx| match phalanx {
        Phalanx::Proximal if shifted => Phalanx::Metacarpal,
        Phalanx::Intermediate if shifted => Phalanx::Proximal,
        other => other,
    };
    joints.iter().filter_map(|&(joint, phalanx)| Some((shift(phalanx?), joint))).collect()
}

/// By the order along the finger, without the bone inside the palm; joints after the third are the
/// tip.
fn counted(finger: Finger, joints: &[(usize, Option<Phalanx>)]) -> Vec<(Phalanx, usize)> {
    let inside = usize::from(
        finger != Finger::Thumb
            && joints.first().is_some_and(|&(_, phalanx)| phalanx == Some(Phalanx::Metacarpal)),
    );
    let joints = &joints[inside..];
    let order: &[Phalanx] = match (finger, joints.len()) {
        (Finger::Thumb, 3..) => &[Phalanx::Metacarpal, Phalanx::Proximal, Phalanx::Distal],
        (Finger::Thumb, _) => &[Phalanx::Proximal, Phalanx::Distal],
        _ => &[Phalanx::Proximal, Phalanx::Intermediate, Phalanx::Distal],
    };
    order.iter().copied().zip(joints.iter().map(|&(joint, _)| joint)).collect()
}

/// The VRM name of a finger joint, from its side, finger and phalanx.
fn role(side: Side, finger: Finger, phalanx: Phalanx) -> Option<Role> {
    let side = if side == Side::Left { "left" } else { "right" };
    Role::from_name(&format!("{side}{finger:?}{phalanx:?}"))
}

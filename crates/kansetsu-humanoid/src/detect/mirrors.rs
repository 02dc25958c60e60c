//! Mirror pairs of joints.

use std::collections::BTreeMap;

use kansetsu::d3::{Role, Skeleton};

use super::words::{Side, without_side};

/// For each joint, the joint on the other side. Roles take precedence. Names count if the joints'
/// parents are pairs too or the same joint, since numbers in names may differ on the two sides.
///
/// `is_skinned` has one entry per joint: whether a skin uses it.
#[must_use]
pub fn mirrors(
    skeleton: &Skeleton,
    roles: &BTreeMap<Role, usize>,
    is_skinned: &[bool],
) -> Vec<Option<usize>> {
    let mut mirrors = vec![None; skeleton.len()];
    for (role, &joint) in roles {
        if let Some(&other) = role.other_side().and_then(|role| roles.get(&role)) {
            mirrors[joint] = Some(other);
        }
    }
    let pairs = named_pairs(skeleton, is_skinned);
    for (joint, other) in pairs.into_iter().enumerate() {
        let Some(other) =
            other.filter(|&other| mirrors[joint].is_none() && mirrors[other].is_none())
        else {
            continue;
        };
        let parents = (skeleton.joints()[joint].parent, skeleton.joints()[other].parent);
        let fit = parents.0 == parents.1
            || parents
                .0
                .is_some_and(|parent| mirrors[parent].is_some() && mirrors[parent] == parents.1);
        if fit {
            (mirrors[joint], mirrors[other]) = (Some(other), Some(joint));
        }
    }
    mirrors
}

/// For each joint, the only one of the same kind whose name differs only by its side.
fn named_pairs(skeleton: &Skeleton, deforms: &[bool]) -> Vec<Option<usize>> {
    let mut groups: BTreeMap<(String, bool), [Vec<usize>; 2]> = BTreeMap::new();
    for (index, joint) in skeleton.joints().iter().enumerate() {
        if let Some((rest, side)) = without_side(&joint.name) {
            let group =
                groups.entry((rest, deforms.get(index).copied().unwrap_or_default())).or_default();
            group[usize::from(side == Side::Right)].push(index);
        }
    }
    let mut pairs = vec![None; skeleton.len()];
    for [left, right] in groups.into_values() {
        if let ([left], [right]) = (&left[..], &right[..]) {
            (pairs[*left], pairs[*right]) = (Some(*right), Some(*left));
        }
    }
    pairs
}

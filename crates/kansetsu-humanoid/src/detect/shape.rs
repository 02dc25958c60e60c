//! Humanoid roles from shape and tree, for rigs whose names say little: auto-riggers (`bone_12`),
//! other languages, helper bones with similar names.
//!
//! A body has two pairs of mirrored chains: legs, and above them arms. The trunk leads from the
//! joint that carries both pairs to the one that carries the arms, and from there to the head. In a
//! leg the foot is where the chain turns forward; knee and elbow divide a limb into two nearly
//! equal segments, so that helper bones within them are passed over. Everything must be there:
//! otherwise no role is given.

use std::collections::BTreeMap;

use kansetsu::d3::Role;
use kansetsu::glam::Vec3;

use super::chains::{Chains, Pair};
use super::tree::Tree;
use super::words::{Side, without_side};

/// The joints of a limb, from the body outwards.
#[derive(Clone, Copy, Debug)]
struct Limb {
    above: Option<usize>,
    upper: usize,
    lower: usize,
    tip: usize,
    end: Option<usize>,
}

/// A body before its sides are known.
struct Body {
    up: Vec3,
    hips: usize,
    trunk: Vec<usize>,
    neck: Option<usize>,
    head: usize,
    arms: [Limb; 2],
    legs: [Limb; 2],
    /// From the second chains to the first.
    across: Vec3,
}

/// The roles of a body; empty if the shape is not clearly that of one.
pub(super) fn roles(tree: &Tree<'_>) -> BTreeMap<Role, usize> {
    let chains = Chains::new(tree);
    let pairs = chains.pairs(tree);
    let mut best: Option<(f32, Body)> = None;
    for legs in &pairs {
        for arms in &pairs {
            if let Some((score, body)) = body(tree, &chains, legs, arms)
                && best.as_ref().is_none_or(|(least, _)| score > *least)
            {
                best = Some((score, body));
            }
        }
    }
    best.map(|(_, body)| body.roles(tree)).unwrap_or_default()
}

fn middle(tree: &Tree<'_>, pair: &Pair, index: usize) -> Vec3 {
    let [first, second] = [0, 1].map(|side: usize| tree.place(pair.chains[side][index]));
    first.midpoint(second)
}

/// The ranges of human proportions, wide enough for the figures of games: legs against the trunk,
/// arms against the legs.
const LEGS: std::ops::Range<f32> = 0.45..5.0;
const ARMS: std::ops::Range<f32> = 0.3..1.8;
/// The smallest cosine between legs and the way down: 45 degrees.
const DOWN: f32 = 0.7;
/// The smallest cosine between the axes across legs and arms.
const PARALLEL: f32 = 0.9;

fn body(tree: &Tree<'_>, chains: &Chains, legs: &Pair, arms: &Pair) -> Option<(f32, Body)> {
    let along = legs.across.dot(arms.across);
    if along.abs() < PARALLEL || arms.parent == legs.parent {
        return None;
    }
    let hips = tree.common(legs.parent, arms.parent).filter(|&hips| hips != arms.parent)?;
    let trunk_way = middle(tree, arms, 0) - middle(tree, legs, 0);
    let up = trunk_way.reject_from(legs.across).try_normalize()?;
    let height = trunk_way.dot(up);
    let is_near = tree.place(hips).distance(middle(tree, legs, 0)) < 0.6 * height;
    if !(is_near
        && LEGS.contains(&(legs.reach / height))
        && ARMS.contains(&(arms.reach / legs.reach)))
    {
        return None;
    }
    let (leg_quality, leg) = leg(tree, &legs.chains[0], up)?;
    let other_leg = limb_like(&legs.chains[1], &legs.chains[0], &leg)?;
    let (arm_quality, arm) = arm(tree, chains, &arms.chains[0])?;
    let other_arm = limb_like(&arms.chains[1], &arms.chains[0], &arm)?;
    let down = tree.place(leg.tip) - tree.place(leg.upper);
    if down.normalize_or_zero().dot(-up) < DOWN {
        return None;
    }
    let mut trunk: Vec<usize> =
        tree.skeleton.ancestors(arms.parent).take_while(|&joint| joint != hips).collect();
    trunk.reverse();
    let [neck, head] = head(tree, chains, arms, up, height)?;
    let score = legs.reach * leg_quality + arms.reach * arm_quality;
    let mut both = [arm, other_arm];
    if along < 0.0 {
        both.reverse();
    }
    let body = Body {
        up,
        hips,
        trunk,
        neck,
        head: head?,
        arms: both,
        legs: [leg, other_leg],
        across: legs.across,
    };
    Some((score, body))
}

/// The fraction of a leg's descent below which the foot is.
const ANKLE: f32 = 0.72;
/// The cosine between the shin and the way down beyond which a segment belongs to the foot.
const FOOT: f32 = 0.82;

/// The leg in a chain, and how well its knee divides it.
fn leg(tree: &Tree<'_>, chain: &[usize], up: Vec3) -> Option<(f32, Limb)> {
    let place = |index: usize| tree.place(chain[index]);
    let descent = |index: usize| (place(0) - place(index)).dot(up);
    let deepest = (0..chain.len()).map(descent).fold(0.0, f32::max);
    let is_foot = |&index: &usize| {
        descent(index) >= ANKLE * deepest
            && chain.get(index + 1).is_none_or(|_| {
                (place(index + 1) - place(index)).normalize_or_zero().dot(-up) < FOOT
            })
    };
    let foot = (2..chain.len()).find(is_foot)?;
    let (quality, upper, lower) = divided(tree, &chain[..=foot], foot)?;
    let above = upper.checked_sub(1).map(|index| chain[index]);
    let end = chain.get(foot + 1).copied();
    Some((quality, Limb { above, upper: chain[upper], lower: chain[lower], tip: chain[foot], end }))
}

/// The most joints between the root of an arm and the hand.
const MOST_INNER: usize = 14;

/// The arm in a chain, and how well its elbow divides it. A joint with the roots of several fingers
/// is the hand.
fn arm(tree: &Tree<'_>, chains: &Chains, chain: &[usize]) -> Option<(f32, Limb)> {
    const FINGERS: usize = 3;
    let carries_fingers = |&joint: &usize| {
        let children = chains.children(tree, joint);
        children.iter().filter(|&&child| !chains.children(tree, child).is_empty()).count()
            >= FINGERS
    };
    let hand = (2..chain.len()).find(|&index| carries_fingers(&chain[index]));
    let tips = match hand {
        Some(hand) => hand..=hand,
        None => 2..=(chain.len() - 1).min(MOST_INNER),
    };
    let tried = tips.filter_map(|tip| {
        let (quality, upper, lower) = divided(tree, chain, tip)?;
        Some((quality, upper, lower, tip))
    });
    let (quality, upper, lower, tip) = tried.max_by(|a, b| a.0.total_cmp(&b.0))?;
    let above = upper.checked_sub(1).map(|index| chain[index]);
    let limb = Limb { above, upper: chain[upper], lower: chain[lower], tip: chain[tip], end: None };
    Some((quality, limb))
}

/// The joints before the tip that divide the chain into two long and nearly equal segments: the
/// quality, and the indices of upper and middle joint.
fn divided(tree: &Tree<'_>, chain: &[usize], tip: usize) -> Option<(f32, usize, usize)> {
    const LEAST: f32 = 0.3;
    let way = |a: usize, b: usize| tree.place(chain[a]).distance(tree.place(chain[b]));
    let total: f32 = (1..chain.len()).map(|index| way(index - 1, index)).sum();
    let mut best: Option<(f32, usize, usize)> = None;
    for upper in 0..tip.saturating_sub(1) {
        for middle in upper + 1..tip {
            let [first, second] = [way(upper, middle), way(middle, tip)];
            let longer = first.max(second);
            if longer <= 0.0 {
                continue;
            }
            let quality = first.min(second) / longer * (first + second) / total;
            if quality > best.map_or(LEAST, |(most, ..)| most) {
                best = Some((quality, upper, middle));
            }
        }
    }
    best
}

/// The limb of the mirrored chain at the same indices.
fn limb_like(chain: &[usize], other: &[usize], limb: &Limb) -> Option<Limb> {
    let same = |joint: usize| {
        other.iter().position(|&own| own == joint).and_then(|index| chain.get(index).copied())
    };
    Some(Limb {
        above: limb.above.and_then(same),
        upper: same(limb.upper)?,
        lower: same(limb.lower)?,
        tip: same(limb.tip)?,
        end: limb.end.and_then(same),
    })
}

/// The neck and the head: the chain above the arms, in the plane of the body. The head is the joint
/// that carries several others, else the last but a long end.
fn head(
    tree: &Tree<'_>,
    chains: &Chains,
    arms: &Pair,
    up: Vec3,
    height: f32,
) -> Option<[Option<usize>; 2]> {
    const ASIDE: f32 = 0.15;
    const ABOVE: f32 = 0.02;
    let centre = middle(tree, arms, 0);
    let above = |from: usize| {
        let children = chains.children(tree, from);
        let rises = |child: usize| (tree.place(child) - tree.place(from)).dot(up);
        let is_central =
            |child: usize| (tree.place(child) - centre).dot(arms.across).abs() < ASIDE * height;
        let is_arm = |child: usize| arms.chains.iter().any(|chain| chain[0] == child);
        children
            .into_iter()
            .filter(|&child| !is_arm(child) && is_central(child) && rises(child) > ABOVE * height)
            .max_by(|&a, &b| {
                let top = |joint: usize| {
                    let tip = chains.longest(joint).last().copied().unwrap_or(joint);
                    (tree.place(tip) - tree.place(from)).dot(up)
                };
                top(a).total_cmp(&top(b))
            })
    };
    let first = above(arms.parent)?;
    let mut line = vec![first];
    while let Some(next) = line.last().and_then(|&last| above(last)).filter(|_| line.len() < 8) {
        line.push(next);
        if chains.children(tree, next).len() > 1 {
            break;
        }
    }
    let way = |index: usize| tree.place(line[index]).distance(tree.place(line[index - 1]));
    let last = line.len() - 1;
    let head = match last {
        0 | 1 => last,
        _ if chains.children(tree, line[last]).len() > 1 => last,
        // A joint far above the others marks the top of the head.
        _ if way(last) > 1.5 * way(last - 1) => last - 1,
        _ => last,
    };
    Some([(head > 0).then_some(first), Some(line[head])])
}

impl Body {
    fn roles(&self, tree: &Tree<'_>) -> BTreeMap<Role, usize> {
        let is_first_left = self.is_first_left(tree);
        let [left_arm, right_arm] = sides(self.arms, is_first_left);
        let [left_leg, right_leg] = sides(self.legs, is_first_left);
        let mut roles = BTreeMap::new();
        for (limb, names) in [
            (
                left_arm,
                [Role::LeftShoulder, Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand],
            ),
            (
                right_arm,
                [Role::RightShoulder, Role::RightUpperArm, Role::RightLowerArm, Role::RightHand],
            ),
        ] {
            roles.extend(limb.above.map(|joint| (names[0], joint)));
            roles.extend([(names[1], limb.upper), (names[2], limb.lower), (names[3], limb.tip)]);
        }
        for (limb, names) in [
            (left_leg, [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot, Role::LeftToes]),
            (
                right_leg,
                [Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot, Role::RightToes],
            ),
        ] {
            roles.extend([(names[0], limb.upper), (names[1], limb.lower), (names[2], limb.tip)]);
            roles.extend(limb.end.map(|joint| (names[3], joint)));
        }
        roles.extend([(Role::Hips, self.hips), (Role::Head, self.head)]);
        roles.extend(self.neck.map(|joint| (Role::Neck, joint)));
        match self.trunk[..] {
            [] => {}
            [only] => drop(roles.insert(Role::Spine, only)),
            [first, last] => roles.extend([(Role::Spine, first), (Role::Chest, last)]),
            [first, .., last] => {
                let middle = self.trunk[(self.trunk.len() - 1) / 2];
                roles.extend([
                    (Role::Spine, first),
                    (Role::Chest, middle),
                    (Role::UpperChest, last),
                ]);
            }
        }
        roles
    }

    /// Whether the first chains are the left ones: by the sides in names, else by the direction of
    /// the feet, else for a figure that faces +Z (-Y if +Z is up).
    fn is_first_left(&self, tree: &Tree<'_>) -> bool {
        let side =
            |joint: usize| without_side(&tree.skeleton.joints()[joint].name).map(|(_, side)| side);
        let joints = |limb: &Limb| [limb.upper, limb.lower, limb.tip];
        let votes: i32 = [&self.arms, &self.legs]
            .into_iter()
            .flat_map(|[first, second]| joints(first).into_iter().zip(joints(second)))
            .map(|(first, second)| match (side(first), side(second)) {
                (Some(Side::Left), Some(Side::Right)) => 1,
                (Some(Side::Right), Some(Side::Left)) => -1,
                _ => 0,
            })
            .sum();
        if votes != 0 {
            return votes > 0;
        }
        let foot = |limb: &Limb| Some(tree.place(limb.end?) - tree.place(limb.tip));
        let feet: Vec3 = self.legs.iter().filter_map(foot).sum();
        let level = feet.reject_from(self.up).reject_from(self.across);
        let usual = if self.up.z.abs() > 0.7 { Vec3::NEG_Y } else { Vec3::Z };
        let forward = if level.length() > 0.2 * feet.length() { level } else { usual };
        self.up.cross(forward).dot(self.across) > 0.0
    }
}

fn sides(limbs: [Limb; 2], is_first_left: bool) -> [Limb; 2] {
    let [first, second] = limbs;
    if is_first_left { [first, second] } else { [second, first] }
}

/// The roles of each group, the required ones first, and how many are required.
const GROUPS: [(&[Role], usize); 5] = [
    (&[Role::Hips, Role::Spine, Role::Head, Role::Neck, Role::Chest, Role::UpperChest], 3),
    (&[Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand, Role::LeftShoulder], 3),
    (&[Role::RightUpperArm, Role::RightLowerArm, Role::RightHand, Role::RightShoulder], 3),
    (&[Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot, Role::LeftToes], 3),
    (&[Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot, Role::RightToes], 3),
];

/// Completes roles from names by those from the shape. A group of roles that names state completely
/// stays, and gets only the optional roles that they do not contradict.
pub(super) fn complete(tree: &Tree<'_>, roles: &mut BTreeMap<Role, usize>) {
    let lacks = |role: &Role| !roles.contains_key(role);
    if !GROUPS.iter().any(|(group, _)| group.iter().any(lacks)) {
        return;
    }
    let shape = self::roles(tree);
    if shape.is_empty() {
        return;
    }
    for (group, required) in GROUPS {
        let is_stated = group[..required].iter().all(|role| roles.contains_key(role));
        let agrees = group[..required].iter().all(|role| roles.get(role) == shape.get(role));
        if is_stated && !agrees {
            continue;
        }
        for role in group {
            match shape.get(role) {
                Some(&joint) => {
                    let is_free = !roles.contains_key(role)
                        && *role != Role::UpperChest
                        && roles.values().all(|&other| other != joint);
                    if !is_stated || is_free {
                        roles.insert(*role, joint);
                    }
                }
                None if !is_stated => drop(roles.remove(role)),
                None => {}
            }
        }
    }
    // Of two roles of one joint the one of the shape stays.
    let stated = roles.clone();
    roles.retain(|role, joint| {
        shape.get(role) == Some(joint)
            || stated.iter().all(|(other, at)| other == role || at != joint)
    });
}

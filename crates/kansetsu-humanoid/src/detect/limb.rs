//! Arms and legs: chains of joints of one side, each below the previous one.

use super::tree::Tree;
use super::words::{Part, Side};

/// The names of a limb's joints.
pub(super) struct Plan {
    upper: Part,
    /// Names of the upper joint if the certain one is missing.
    upper_else: &'static [Part],
    lower: Part,
    tip: Part,
    end: Option<Part>,
    /// The name of the whole limb, which any of its joints may have.
    whole: Part,
    /// The parent of the limb.
    above: Option<Part>,
}

pub(super) const ARM: Plan = Plan {
    upper: Part::UpperArm,
    upper_else: &[Part::Arm, Part::Shoulder],
    lower: Part::LowerArm,
    tip: Part::Hand,
    end: None,
    whole: Part::Arm,
    above: Some(Part::Collar),
};

pub(super) const LEG: Plan = Plan {
    upper: Part::UpperLeg,
    upper_else: &[Part::SideHip, Part::Leg],
    lower: Part::LowerLeg,
    tip: Part::Foot,
    end: Some(Part::Toes),
    whole: Part::Leg,
    above: None,
};

/// The joints found for a limb.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) upper: Option<usize>,
    pub(super) lower: Option<usize>,
    pub(super) tip: Option<usize>,
    pub(super) end: Option<usize>,
}

/// Finds a limb of a side.
pub(super) fn find(tree: &Tree<'_>, plan: &Plan, side: Side) -> Found {
    let side = Some(side);
    let mut found = Found { upper: find_upper(tree, plan, side), ..Found::default() };
    let Some(upper) = found.upper else {
        let carries_tip = tree.carriers(plan.tip, side);
        let whole = tree.first(tree.all(plan.whole, side).filter(|&joint| carries_tip(joint)));
        return whole.and_then(|upper| named_by_segments(tree, plan, upper, side)).unwrap_or(found);
    };
    let below = |part: Part, above: usize| {
        tree.all(part, side).filter(move |&joint| tree.is_below(joint, above))
    };
    // Mixamo: "LeftUpLeg" carries "LeftLeg".
    let whole = || {
        tree.first(below(plan.whole, upper).filter(|_| tree.part(upper, side) == Some(plan.upper)))
    };
    found.lower = tree.first(below(plan.lower, upper)).or_else(whole);
    let Some(lower) = found.lower else {
        return numbered(tree, plan, side)
            .or_else(|| named_by_segments(tree, plan, upper, side))
            .unwrap_or(found);
    };
    // A rig of thigh, shin and "foot" in the word that also means the leg.
    let whole_tip = || {
        tree.first(below(plan.whole, lower).filter(|_| tree.part(lower, side) == Some(plan.lower)))
    };
    found.tip = tree.first(below(plan.tip, lower)).or_else(whole_tip);
    // SMPL: "L_Ankle" carries "L_Foot".
    let second = |tip: usize| tree.first(below(plan.tip, tip));
    found.end = found.tip.and_then(|tip| {
        plan.end.and_then(|end| tree.first(below(end, tip)).or_else(|| second(tip)))
    });
    found
}

fn find_upper(tree: &Tree<'_>, plan: &Plan, side: Option<Side>) -> Option<usize> {
    let (carries_lower, carries_whole) =
        (tree.carriers(plan.lower, side), tree.carriers(plan.whole, side));
    // Of objects that share the name (meshes, props), the one that carries the rest of the limb is
    // selected.
    let sure = tree.first(
        tree.all(plan.upper, side).filter(|&joint| carries_lower(joint) || carries_whole(joint)),
    );
    sure.or_else(|| tree.first(tree.all(plan.upper, side))).or_else(|| {
        plan.upper_else.iter().find_map(|&part| {
            let carries_same = tree.carriers(part, side);
            tree.first(
                tree.all(part, side).filter(|&joint| carries_lower(joint) || carries_same(joint)),
            )
        })
    })
}

/// A "shoulder" at least this many times as long as the arm below it is the upper arm; collar bones
/// are about half as long.
const LONG: f32 = 0.75;

/// A limb whose joints are named after the segments that start there, and whose last joint has no
/// name: below the upper arm a "hand" that carries a segment as long as one. Its last joint is the
/// tip. A "shoulder" as long as the "arm" that it carries is itself the upper arm, and the hand is
/// named "hand".
fn named_by_segments(
    tree: &Tree<'_>,
    plan: &Plan,
    upper: usize,
    side: Option<Side>,
) -> Option<Found> {
    let lower =
        tree.first(tree.all(plan.tip, side).filter(|&joint| tree.is_below(joint, upper)))?;
    let length = |joint: usize| tree.place(joint).distance(tree.place(lower));
    let above = plan.above.and_then(|above| {
        tree.first(tree.all(above, side).filter(|&joint| tree.is_below(upper, joint)))
    });
    if let Some(above) =
        above.filter(|&above| tree.place(above).distance(tree.place(upper)) > LONG * length(upper))
    {
        return Some(Found { upper: Some(above), lower: Some(upper), tip: Some(lower), end: None });
    }
    let children = tree.skeleton.children(lower).iter().copied();
    let tip = children.max_by(|&a, &b| length(a).total_cmp(&length(b)))?;
    (length(tip) > 0.5 * length(upper)).then_some(Found {
        upper: Some(upper),
        lower: Some(lower),
        tip: Some(tip),
        end: None,
    })
}

/// A limb whose joints all have its name, with numbers in either order: the tree determines the
/// order.
fn numbered(tree: &Tree<'_>, plan: &Plan, side: Option<Side>) -> Option<Found> {
    let line: Vec<usize> = tree.all(plan.whole, side).collect();
    let most = if plan.end.is_some() { 4 } else { 3 };
    if line.len() < 3 || line.len() > most {
        return None;
    }
    let mut sorted = line.clone();
    sorted.sort_by_key(|&joint| line.iter().filter(|&&other| tree.is_below(joint, other)).count());
    if sorted.windows(2).any(|pair| !tree.is_below(pair[1], pair[0])) {
        return None;
    }
    Some(Found {
        upper: Some(sorted[0]),
        lower: Some(sorted[1]),
        tip: Some(sorted[2]),
        end: sorted.get(3).copied(),
    })
}

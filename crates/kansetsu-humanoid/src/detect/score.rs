//! Confidence of the roles.

use std::collections::BTreeMap;

use kansetsu::d3::Skeleton;
use kansetsu::glam::Vec3;

use super::words::{Meaning, Part, Side, meanings};
use crate::anatomy::Axes;
use kansetsu::d3::Role;

/// Weights of name, tree and shape. The name alone is half of the evidence.
const NAME: f32 = 0.5;
const TREE: f32 = 0.25;
const SHAPE: f32 = 0.25;
/// The largest position difference of mirrored joints, as a fraction of the body's size.
const SYMMETRIC: f32 = 0.1;

/// The confidence of each role, in [0, 1]: half for a name of exactly this part of the body (half
/// of that for an ambiguous one), a quarter for the expected parent, a quarter for the expected
/// position (on its side, opposite its counterpart, above its parent).
#[must_use]
pub fn role_scores(skeleton: &Skeleton, roles: &BTreeMap<Role, usize>) -> BTreeMap<Role, f32> {
    let rest = skeleton.forward(&skeleton.rest_pose());
    let axes = Axes::of(roles, &rest);
    let place =
        |role: Role| roles.get(&role).and_then(|&joint| rest.get(joint)).map(|map| map.translation);
    let body = Shape { axes, size: skeleton.size(), place: &place };
    let said = meanings(skeleton.joints().iter().map(|joint| joint.name.as_str()));
    let mut scores = BTreeMap::new();
    for (&role, &joint) in roles {
        let Some(&said) = said.get(joint) else { continue };
        let expected = std::iter::successors(above(role), |&role| above(role))
            .find_map(|role| roles.get(&role));
        let hangs = expected.is_none_or(|&above| {
            skeleton.ancestors(joint).skip(1).any(|ancestor| ancestor == above)
        });
        let tree = if hangs { TREE } else { 0.0 };
        scores.insert(role, NAME * by_name(role, said) + tree + SHAPE * body.fits(role));
    }
    scores
}

fn by_name(role: Role, said: Option<Meaning>) -> f32 {
    let Some(Meaning { part, side }) = said else { return 0.0 };
    let stated = role.name();
    let on_side = match side {
        Some(Side::Left) => stated.starts_with("left"),
        Some(Side::Right) => stated.starts_with("right"),
        None => !stated.starts_with("left") && !stated.starts_with("right"),
    };
    let bare = stated.trim_start_matches("left").trim_start_matches("right");
    let sure = match part {
        Part::Finger(..) => ["Thumb", "Index", "Middle", "Ring", "Little"]
            .iter()
            .any(|finger| bare.starts_with(finger)),
        Part::Collar => bare == "Shoulder",
        part => bare.eq_ignore_ascii_case(&format!("{part:?}")),
    };
    let near: &[&str] = match part {
        Part::Center => &["hips"],
        Part::Spine | Part::Chest | Part::UpperChest => {
            &["spine", "chest", "upperChest", "neck", "head", "hips"]
        }
        Part::Neck => &["head"],
        Part::Shoulder => &["UpperArm"],
        Part::Arm => &["UpperArm", "LowerArm", "Hand"],
        Part::SideHip => &["UpperLeg"],
        Part::Leg => &["UpperLeg", "LowerLeg", "Foot", "Toes"],
        Part::Foot => &["Toes"],
        Part::Palm => &["Hand"],
        Part::Hand => &["LowerArm"],
        _ => &[],
    };
    match (on_side, sure, near.contains(&bare)) {
        (true, true, _) => 1.0,
        (true, false, true) => 0.5,
        _ => 0.0,
    }
}

struct Shape<'a> {
    axes: Option<Axes>,
    size: f32,
    place: &'a dyn Fn(Role) -> Option<Vec3>,
}

impl Shape<'_> {
    /// Whether the joint has the position of this role.
    fn fits(&self, role: Role) -> f32 {
        let (Some(axes), Some(own)) = (self.axes, (self.place)(role)) else { return 0.0 };
        let fits = match role.other_side() {
            Some(other) => (self.place)(other).is_none_or(|other| {
                let way = own - other;
                let outward = if role.name().starts_with("left") { way } else { -way };
                outward.dot(axes.left) > 0.0
                    && way.reject_from(axes.left).length() < SYMMETRIC * self.size
            }),
            None => above(role)
                .and_then(self.place)
                .is_none_or(|below| (own - below).dot(axes.up) >= -0.01 * self.size),
        };
        if fits { 1.0 } else { 0.0 }
    }
}

/// The role of the expected ancestor; `None` for the hips.
fn above(role: Role) -> Option<Role> {
    let name = role.name();
    let side = if name.starts_with("left") { "left" } else { "right" };
    let bare = name.strip_prefix(side).unwrap_or(name);
    let above = match bare {
        "hips" => return None,
        "spine" | "UpperLeg" => return Some(Role::Hips),
        "chest" => return Some(Role::Spine),
        "upperChest" => return Some(Role::Chest),
        "neck" | "Shoulder" => return Some(Role::UpperChest),
        "head" => return Some(Role::Neck),
        "Eye" | "jaw" => return Some(Role::Head),
        "UpperArm" => "Shoulder",
        "LowerArm" => "UpperArm",
        "Hand" => "LowerArm",
        "LowerLeg" => "UpperLeg",
        "Foot" => "LowerLeg",
        "Toes" => "Foot",
        "ThumbProximal" => "ThumbMetacarpal",
        other => match (other.strip_suffix("Intermediate"), other.strip_suffix("Distal")) {
            (Some(finger), _) => return Role::from_name(&format!("{side}{finger}Proximal")),
            (_, Some("Thumb")) => "ThumbProximal",
            (_, Some(finger)) => return Role::from_name(&format!("{side}{finger}Intermediate")),
            _ => "Hand",
        },
    };
    Role::from_name(&format!("{side}{above}"))
}

#[cfg(test)]
mod tests {
    use super::super::words::meaning;
    use super::*;

    #[test]
    fn everything_hangs_on_the_hips_in_the_end() {
        for role in Role::ALL {
            let last = std::iter::successors(Some(role), |&role| above(role)).take(20).last();
            assert_eq!(last, Some(Role::Hips), "{role}");
        }
    }

    #[test]
    fn names_are_more_or_less_sure() {
        for (role, name, score) in [
            (Role::LeftUpperArm, "upper_arm.L", 1.0),
            (Role::LeftUpperArm, "LeftArm", 0.5),
            (Role::LeftUpperArm, "RightArm", 0.0),
            (Role::LeftShoulder, "clavicle_l", 1.0),
            (Role::Hips, "pelvis", 1.0),
            (Role::Hips, "bone_3", 0.0),
            (Role::RightThumbDistal, "RightHandThumb3", 1.0),
        ] {
            assert_eq!(by_name(role, meaning(name)), score, "{name} for {role}");
        }
    }
}

//! Which joints can be seen and touched, and which one the pointer means.

use kansetsu::glam::{Affine3, Vec2, Vec3};
use kansetsu_formats::Role;

use crate::{
    document::{Actor, Content},
    viewport::{Touched, View, joints_at},
};

/// A figure's joints in world space.
#[derive(Clone, Debug)]
pub struct Placed {
    /// `world_from_joint` of every joint.
    pub world_from_joint: Vec<Affine3>,
    /// Whether a joint is drawn and can be touched.
    pub shown: Vec<bool>,
}

/// A joint of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JointAt {
    /// Index of the figure.
    pub actor: usize,
    /// Index of the joint.
    pub joint: usize,
}

/// Pixels that a hand must be wide on the screen before its fingers can be touched: smaller, and
/// one would catch a finger instead of the hand.
const DETAIL: f32 = 90.0;

/// All figures in their current poses.
#[must_use]
pub fn place_all(content: &Content, view: &View, chosen: Option<JointAt>) -> Vec<Placed> {
    let place = |(index, actor): (usize, &std::sync::Arc<Actor>)| {
        let world_from_joint = world_from_joints(actor);
        let joint = chosen.filter(|chosen| chosen.actor == index).map(|chosen| chosen.joint);
        let shown = shown(actor, &world_from_joint, view, joint);
        Placed { world_from_joint, shown }
    };
    content.actors.iter().enumerate().map(place).collect()
}

/// Hides hair, clothes, helper bones and the like, except joints that are selected, pinned or
/// pointed at in the list.
pub fn hide_others(placed: &mut [Placed], content: &Content, meant: &[JointAt]) {
    for (index, (placed, actor)) in placed.iter_mut().zip(&content.actors).enumerate() {
        let is_meant = |joint: usize| {
            meant.contains(&JointAt { actor: index, joint }) || actor.pin(joint).is_some()
        };
        for (joint, is_posed) in actor.posed_joints().into_iter().enumerate() {
            placed.shown[joint] &= is_posed || is_meant(joint);
        }
    }
}

/// `world_from_joint` of every joint.
#[must_use]
pub fn world_from_joints(actor: &Actor) -> Vec<Affine3> {
    actor
        .figure
        .rig
        .skeleton
        .forward(&actor.pose)
        .into_iter()
        .map(|model_from_joint| actor.placement * model_from_joint)
        .collect()
}

/// Which joints are shown: all but the fingers of hands and the like that are small on the screen.
fn shown(
    actor: &Actor,
    world_from_joint: &[Affine3],
    view: &View,
    chosen: Option<usize>,
) -> Vec<bool> {
    let rig = &actor.figure.rig;
    let mut shown = vec![true; rig.skeleton.len()];
    let head = actor.figure.rig.roles.get(&Role::Head).copied();
    // A sword in a hand does not make the hand large.
    let body = actor.body();
    for end in rig.limbs.iter().map(|limb| limb.tip).chain(head) {
        let below = below(actor, end);
        let Some(middle) = world_from_joint.get(end).map(|map| map.translation) else { continue };
        let radius = below
            .iter()
            .filter(|&&joint| body[joint])
            .map(|&joint| world_from_joint[joint].translation.distance(middle))
            .fold(0.0, f32::max);
        let is_large = view
            .project(middle)
            .is_some_and(|seen| radius / view.metres_per_pixel(seen.depth) > DETAIL);
        let is_chosen = chosen.is_some_and(|chosen| below.contains(&chosen));
        if !is_large && !is_chosen {
            below.into_iter().for_each(|joint| shown[joint] = false);
        }
    }
    shown
}

/// The descendants of `end`. Parents come before their children, so one look
/// at each joint is enough.
fn below(actor: &Actor, end: usize) -> Vec<usize> {
    let joints = actor.figure.rig.skeleton.joints();
    let mut hangs = vec![false; joints.len()];
    let mut below = Vec::new();
    for (index, joint) in joints.iter().enumerate().skip(end + 1) {
        hangs[index] = joint.parent.is_some_and(|parent| parent == end || hangs[parent]);
        if hangs[index] {
            below.push(index);
        }
    }
    below
}

/// The joints that the pointer may mean, best first: those within `radius` pixels; without any, the
/// nearer end of a bone within it.
#[must_use]
pub fn meant(
    content: &Content,
    placed: &[Placed],
    view: &View,
    pointer: Vec2,
    radius: f32,
) -> Vec<(JointAt, Touched)> {
    let mut names = Vec::new();
    let mut places = Vec::new();
    for (actor, placed) in placed.iter().enumerate() {
        for (joint, map) in
            placed.world_from_joint.iter().enumerate().filter(|(joint, _)| placed.shown[*joint])
        {
            places.push((names.len(), map.translation));
            names.push(JointAt { actor, joint });
        }
    }
    let touched = joints_at(view, places, pointer, radius);
    if touched.is_empty() {
        return bone_end(content, placed, view, pointer, radius).into_iter().collect();
    }
    touched.into_iter().map(|touched| (names[touched.joint], touched)).collect()
}

/// The shown joint at the nearer end of the bone that is touched.
fn bone_end(
    content: &Content,
    placed: &[Placed],
    view: &View,
    pointer: Vec2,
    radius: f32,
) -> Option<(JointAt, Touched)> {
    let mut best: Option<(JointAt, Touched)> = None;
    for (index, (actor, placed)) in content.actors.iter().zip(placed).enumerate() {
        for (joint, entry) in actor.figure.rig.skeleton.joints().iter().enumerate() {
            let Some(parent) = entry.parent else { continue };
            let ends = [parent, joint]
                .map(|joint| view.project(placed.world_from_joint[joint].translation));
            let [Some(from), Some(to)] = ends else { continue };
            let (pixels, along) = to_segment(pointer, from.pixel, to.pixel);
            if pixels > radius || best.is_some_and(|(_, best)| best.pixels <= pixels) {
                continue;
            }
            let near = if along > 0.5 && placed.shown[joint] { joint } else { parent };
            if !placed.shown[near] && !placed.shown[parent] {
                continue;
            }
            let Some(end) =
                actor.figure.rig.skeleton.ancestors(near).find(|&joint| placed.shown[joint])
            else {
                continue;
            };
            best = Some((
                JointAt { actor: index, joint: end },
                Touched { joint: end, pixels, depth: from.depth.min(to.depth) },
            ));
        }
    }
    best
}

/// Pixels from a point to a segment, and how far along it the nearest point is, in [0, 1].
fn to_segment(point: Vec2, from: Vec2, to: Vec2) -> (f32, f32) {
    let way = to - from;
    let along = ((point - from).dot(way) / way.length_squared().max(1e-6)).clamp(0.0, 1.0);
    (point.distance(from + way * along), along)
}

/// Where a joint is in the world.
#[must_use]
pub fn place_of(placed: &[Placed], at: JointAt) -> Option<Vec3> {
    placed.get(at.actor)?.world_from_joint.get(at.joint).map(|map| map.translation)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{document::Document, viewport::PICK_RADIUS};

    #[test]
    fn the_palm_means_the_hand_until_one_comes_near() {
        let document = Document::welcome();
        let actor = &document.content().actors[0];
        let find = |name: &str| actor.figure.find_joint(name).expect("a joint of the mannequin");
        let (hand, finger) = (find("LeftHand"), find("LeftMiddleProximal"));
        let at = |view: View| {
            let placed = place_all(document.content(), &view, None);
            let [wrist, knuckle] = [hand, finger].map(|joint| {
                view.project(placed[0].world_from_joint[joint].translation).expect("in view")
            });
            let palm = 0.25 * wrist.pixel + 0.75 * knuckle.pixel;
            meant(document.content(), &placed, &view, palm, PICK_RADIUS)
                .first()
                .map(|(at, _)| at.joint)
        };
        let far = View::new(document.view.camera, Vec2::new(900.0, 600.0));
        assert_eq!(at(far), Some(hand));
        let place = world_from_joints(actor)[hand].translation;
        let near = View::new(
            crate::viewport::Camera { target: place, distance: 0.7, ..document.view.camera },
            far.size,
        );
        let taken = at(near).expect("a joint is touched");
        assert!(
            taken != hand && actor.figure.rig.skeleton.ancestors(taken).any(|above| above == hand),
            "a finger, not {taken}"
        );
    }
}

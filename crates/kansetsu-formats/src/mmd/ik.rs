//! Inverse kinematics of MikuMikuDance models.

use kansetsu::d3::limit::{EulerBox, Hinge};
use kansetsu::d3::{EulerOrder, Limit};
use kansetsu::glam::{Quat, Vec3};

use super::model::{Ik, IkLink, Model};

/// The rotation and translation of each bone from rest.
pub(super) struct Stand {
    pub(super) turns: Vec<Quat>,
    pub(super) moves: Vec<Vec3>,
}

/// The position of a bone in model space.
#[derive(Clone, Copy)]
struct Place {
    turn: Quat,
    place: Vec3,
}

/// The tolerance, as a fraction of the chain's length.
const THERE: f32 = 1e-5;

/// Rotates the links so that the target bone reaches the IK bone.
pub(super) fn lead(model: &Model, leader: usize, ik: &Ik, stand: &mut Stand) {
    let goal = place(model, stand, leader).place;
    if let [lower, upper] = ik.links[..]
        && let Some(hinge) = lower.limits.and_then(hinge)
        && upper.limits.is_none()
        && model.bones[lower.bone].parent == Some(upper.bone)
    {
        return bend(model, stand, [upper.bone, lower.bone, ik.target], &hinge, goal);
    }
    descend(model, stand, ik, goal);
}

/// The hinge of limits that leave one axis free.
pub(super) fn hinge([low, high]: [Vec3; 2]) -> Option<Hinge> {
    let mut free = (0..3).filter(|&axis| high[axis] - low[axis] > 1e-4);
    let axis = free.next()?;
    let others_stand =
        (0..3).all(|other| other == axis || low[other].abs().max(high[other].abs()) < 1e-3);
    (free.next().is_none() && others_stand)
        .then(|| Hinge::new(Vec3::AXES[axis], low[axis], high[axis]))
}

/// The limit of a link's angles.
pub(super) fn limit(limits: [Vec3; 2]) -> Limit {
    hinge(limits).map_or_else(
        || Limit::EulerBox(EulerBox::new(EulerOrder::Zxy, limits[0], limits[1])),
        Limit::Hinge,
    )
}

fn place(model: &Model, stand: &Stand, bone: usize) -> Place {
    // Not recursive; parents form a tree, which the skeleton has checked.
    let mut found = Place { turn: Quat::IDENTITY, place: Vec3::ZERO };
    let path = std::iter::successors(Some(bone), |&bone| model.bones[bone].parent);
    for bone in path.take(model.bones.len()) {
        found.place = stand.turns[bone] * found.place + model.rest(bone) + stand.moves[bone];
        found.turn = stand.turns[bone] * found.turn;
    }
    found
}

/// Two bones, the lower one a hinge: its angle from the target distance, then the smallest rotation
/// of the upper one to the target.
///
/// With `a` the axis, `u` from the hip to the knee and `v` from the knee to the ankle, `|u + R v|²
/// = u² + v² + 2 (A + B cos θ + C sin θ)`, where `A = (u·a)(v·a)`, `B = u·v - A` and `C = u · (a ×
/// v)`.
fn bend(
    model: &Model,
    stand: &mut Stand,
    [upper, lower, target]: [usize; 3],
    hinge: &Hinge,
    goal: Vec3,
) {
    let hip = place(model, stand, upper);
    let (u, v) = (model.rest(lower) + stand.moves[lower], way(model, stand, lower, target));
    let axis = hinge.axis;
    let along = u.dot(axis) * v.dot(axis);
    let (cosine, sine) = (u.dot(v) - along, u.dot(axis.cross(v)));
    let wanted =
        (goal.distance_squared(hip.place) - u.length_squared() - v.length_squared()) * 0.5 - along;
    let length = cosine.hypot(sine);
    if length <= 1e-9 {
        return;
    }
    let (middle, spread) =
        (libm::atan2f(sine, cosine), libm::acosf((wanted / length).clamp(-1.0, 1.0)));
    let inside = |angle: f32| wrapped(angle).clamp(hinge.min, hinge.max);
    let miss = |angle: f32| (cosine * libm::cosf(angle) + sine * libm::sinf(angle) - wanted).abs();
    let candidates = [inside(middle + spread), inside(middle - spread)];
    let angle =
        if miss(candidates[0]) <= miss(candidates[1]) { candidates[0] } else { candidates[1] };
    stand.turns[lower] = Quat::from_axis_angle(axis, angle);
    let reach = hip.turn * (u + stand.turns[lower] * v);
    turn_in_model(model, stand, upper, arc(reach, goal - hip.place));
}

/// The vector from a bone to a descendant, in the frame of the first.
fn way(model: &Model, stand: &Stand, from: usize, to: usize) -> Vec3 {
    let mut way = Vec3::ZERO;
    let path = std::iter::successors(Some(to), |&bone| model.bones[bone].parent);
    for bone in path.take_while(|&bone| bone != from).take(model.bones.len()) {
        way = stand.turns[bone] * way + model.rest(bone) + stand.moves[bone];
    }
    way
}

fn wrapped(angle: f32) -> f32 {
    use std::f32::consts::{PI, TAU};
    (angle + PI).rem_euclid(TAU) - PI
}

/// The smallest rotation from one direction to another.
fn arc(from: Vec3, to: Vec3) -> Quat {
    match (from.try_normalize(), to.try_normalize()) {
        (Some(from), Some(to)) => Quat::from_rotation_arc(from, to),
        _ => Quat::IDENTITY,
    }
}

/// Rotates a bone by a rotation in model space.
fn turn_in_model(model: &Model, stand: &mut Stand, bone: usize, turn: Quat) {
    let above =
        model.bones[bone].parent.map_or(Quat::IDENTITY, |parent| place(model, stand, parent).turn);
    stand.turns[bone] = (above.conjugate() * turn * above * stand.turns[bone]).normalize();
}

/// Cyclic coordinate descent (L.-C. T. Wang, C. C. Chen, "A combined optimization method for
/// solving the inverse kinematics problem of mechanical manipulators", IEEE Transactions on
/// Robotics and Automation 7(4), 1991), with the model's maximum angle per step.
fn descend(model: &Model, stand: &mut Stand, ik: &Ik, goal: Vec3) {
    let length: f32 = ik.links.iter().map(|link| model.rest(link.bone).length()).sum();
    for _ in 0..ik.iterations {
        for (index, link) in ik.links.iter().enumerate() {
            let (at, target) =
                (place(model, stand, link.bone).place, place(model, stand, ik.target).place);
            if target.distance(goal) <= THERE * length {
                return;
            }
            let turn = capped(arc(target - at, goal - at), ik.max_angle * (index + 1) as f32);
            turn_in_model(model, stand, link.bone, turn);
            keep(stand, link);
        }
    }
}

/// Clamps a link to its limits.
fn keep(stand: &mut Stand, link: &IkLink) {
    if let Some(limits) = link.limits {
        stand.turns[link.bone] = limit(limits).project(stand.turns[link.bone]);
    }
}

fn capped(turn: Quat, most: f32) -> Quat {
    let (axis, angle) = turn.to_axis_angle();
    if most > 0.0 && angle > most { Quat::from_axis_angle(axis, most) } else { turn }
}

#[cfg(test)]
mod tests {
    use super::super::model::Bone;
    use super::*;
    use kansetsu::d3::Transform;

    fn leg(limits: Option<[Vec3; 2]>, loops: u32) -> Model {
        let bone = |name: &str, place, parent| Bone {
            name: name.to_owned(),
            position: place,
            parent,
            ..Bone::default()
        };
        let places =
            [Vec3::new(0.1, 0.9, 0.0), Vec3::new(0.1, 0.5, 0.02), Vec3::new(0.1, 0.1, 0.0)];
        let mut bones = vec![
            bone("hip", places[0], None),
            bone("knee", places[1], Some(0)),
            bone("ankle", places[2], Some(1)),
            bone("leader", places[2], None),
        ];
        let links = vec![IkLink { bone: 1, limits }, IkLink { bone: 0, limits: None }];
        bones[3].ik = Some(Ik { target: 2, iterations: loops, max_angle: 1.0, links });
        Model::new(bones)
    }

    #[test]
    fn legs_reach_what_can_be_reached_and_knees_bend_one_way() {
        let knee = [Vec3::new(0.0, 0.0, 0.0), Vec3::new(3.0, 0.0, 0.0)];
        for (limits, tolerance) in [(Some(knee), 1e-5), (None, 5e-3)] {
            let model = leg(limits, 200);
            for offset in [
                Vec3::ZERO,
                Vec3::new(0.0, 0.3, 0.2),
                Vec3::new(0.2, 0.1, -0.3),
                Vec3::new(-0.1, 0.5, 0.05),
            ] {
                let mut keyed = [Transform::IDENTITY; 4];
                keyed[3].translation = offset;
                let pose = model.pose(&keyed, &[]);
                let knee = pose.locals[0].translation
                    + pose.locals[0].rotation * pose.locals[1].translation;
                let ankle = knee
                    + pose.locals[0].rotation
                        * pose.locals[1].rotation
                        * pose.locals[2].translation;
                assert!(
                    ankle.distance(Vec3::new(0.1, 0.1, 0.0) + offset) < tolerance,
                    "{offset}: {ankle}"
                );
                if limits.is_some() {
                    assert!(
                        pose.locals[1].rotation.x >= -1e-6 && pose.locals[1].rotation.y == 0.0,
                        "{}",
                        pose.locals[1].rotation
                    );
                }
            }
            let off =
                model.pose(&[Transform::from_translation(Vec3::Y); 4], &[true, true, true, false]);
            assert_eq!(off.locals[1].rotation, Quat::IDENTITY, "disabled IK rotates nothing");
        }
    }
}

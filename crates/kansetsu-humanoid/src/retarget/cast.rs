//! The target body: the joints from its hips to hands, feet and head, without unit and armature, in
//! the space of a person who faces +Z.

use kansetsu::d3::{Limb, Pose, Rig, Skeleton, Transform, rotation_of};
use kansetsu::glam::{Affine3, Quat, Vec3};

use super::blend::{allowed, angle, slerp};
use super::character::Character;
use super::error::RetargetError;
use super::recording::{Limbs, Moment, Recording, roles, unknown};
use super::twist;
use crate::anatomy::Segments;
use crate::anatomy::frame::{product, rotate};
use kansetsu::d3::Role;

/// The recorded rotation that a joint follows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Want {
    /// Interpolated between these two parts by this fraction.
    between: [usize; 2],
    part: f32,
    /// The joint in its segment's frame.
    segment_from_joint: Quat,
}

/// The target.
pub(super) struct Cast {
    model_from_person: Quat,
    /// The figure's joints that are retargeted, parents first.
    pub(super) joints: Vec<usize>,
    /// Only these, in a person's space: the hips are the root.
    pub(super) rig: Rig,
    /// The limbs among them.
    pub(super) limbs: Limbs,
    wants: Vec<Option<Want>>,
    /// The figure's other joints that follow: fingers, eyes, jaw.
    extras: Vec<(usize, Want)>,
    /// Joints with copied rotations only: all but hips, arms and legs.
    pub(super) held: Vec<usize>,
    /// The parent of the left and the right arm, including the collar bone.
    pub(super) chests: [usize; 2],
    /// The mean length of its legs and arms.
    pub(super) leg: f32,
    pub(super) arm: f32,
    /// Feet, left and right.
    pub(super) feet: [FootShape; 2],
    /// The middle of the hip joints, relative to the hips' joint, in its frame.
    hip_middle: Vec3,
    /// The figure's joint above the hips, at rest.
    model_from_parent: Affine3,
    pub(super) twists: twist::Twists,
}

/// A foot at rest.
#[derive(Clone, Copy, Debug)]
pub(super) struct FootShape {
    /// The heights of ankle and ball above the ground.
    pub(super) ankle: f32,
    pub(super) ball: f32,
    /// The displacement from the ankle to the ball, in the frame of the foot's segment.
    pub(super) way: Vec3,
    /// The same in the joint's own frame.
    pub(super) way_in_joint: Vec3,
    /// The length of thigh and shin.
    pub(super) leg: f32,
    /// The hip joint relative to the hips' joint, in its frame.
    pub(super) hip: Vec3,
}

impl FootShape {
    /// The left or right foot of a figure at rest, whose hip joint is at `hip` from the hips.
    fn of(
        (limbs, side): (&Limbs, usize),
        segments: &Segments,
        rest: &[Affine3],
        hip: Vec3,
    ) -> Self {
        let (thigh, knee, foot, _) = limbs.legs[side];
        let person_from_model = segments.model_from_person.conjugate();
        let place = |joint: usize| rotate(person_from_model, rest[joint].translation);
        let frame = segments.frames[foot].unwrap_or(segments.model_from_person);
        let ball = rest[foot].transform_point3(limbs.ball(side, rest, frame));
        let way = ball - rest[foot].translation;
        Self {
            ankle: place(foot).y,
            ball: rotate(person_from_model, ball).y,
            way: rotate(frame.conjugate(), way),
            way_in_joint: rotate(rotation_of(&rest[foot]).conjugate(), way),
            leg: place(thigh).distance(place(knee)) + place(knee).distance(place(foot)),
            hip,
        }
    }
}

impl Cast {
    pub(super) fn of(figure: &Character<'_>, recording: &Recording) -> Result<Self, RetargetError> {
        let skeleton = &figure.rig.skeleton;
        let limbs = Limbs::of(figure, "target")?;
        let segments =
            Segments::of(skeleton, &figure.rig.roles).ok_or_else(|| unknown("target", figure))?;
        let rest = skeleton.forward(&skeleton.rest_pose());
        let joints = taking_part(skeleton, &limbs, &segments);
        let index = |joint: usize| joints.binary_search(&joint).unwrap_or_default();
        let person_from_model = segments.model_from_person.conjugate();
        let turn = |joint: usize| product(person_from_model, rotation_of(&rest[joint]));
        let place = |joint: usize| rotate(person_from_model, rest[joint].translation);
        let sub = rigid(skeleton, (&joints, limbs.hips), turn, place)?;
        let [leg, arm] = limbs.lengths(&rest);
        if !(leg > 0.0 && arm > 0.0 && leg.is_finite() && arm.is_finite()) {
            return Err(unknown("target", figure));
        }
        let hips_turn = turn(limbs.hips).conjugate();
        let from_hips = |joint: usize| rotate(hips_turn, place(joint) - place(limbs.hips));
        let feet = [0, 1].map(|side| {
            let hip = from_hips(limbs.legs[side].0);
            FootShape::of((&limbs, side), &segments, &rest, hip)
        });
        let wants = Wants { segments: &segments, rest: &rest, recording, person_from_model };
        let all = wants.all(figure, limbs.hips);
        let (inside, extras): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|(joint, _)| joints.binary_search(joint).is_ok());
        let want_of =
            |joint: &usize| inside.iter().find(|(other, _)| other == joint).map(|(_, want)| *want);
        let moving: Vec<usize> = limbs.movers(figure);
        let still = |joint: &usize| !moving.contains(joint) || *joint == limbs.hips;
        let chests = limbs.arms.map(|(shoulder, ..)| {
            index(skeleton.ancestors(shoulder).find(still).unwrap_or(limbs.hips))
        });
        Ok(Self {
            chests,
            model_from_person: segments.model_from_person,
            rig: rig_of(figure, &joints, sub, person_from_model),
            wants: joints.iter().map(want_of).collect(),
            extras,
            held: (0..joints.len())
                .filter(|&own| joints[own] != limbs.hips && !moving.contains(&joints[own]))
                .collect(),
            leg,
            arm,
            feet: on_ground(feet, leg),
            hip_middle: 0.5 * (from_hips(limbs.legs[0].0) + from_hips(limbs.legs[1].0)),
            model_from_parent: skeleton.joints()[limbs.hips]
                .parent
                .map_or(Affine3::IDENTITY, |parent| rest[parent]),
            twists: twist::Twists::of(figure, &limbs),
            limbs: limbs.seen(index),
            joints,
        })
    }

    /// The target rotation of a joint from the recording.
    pub(super) fn wanted(&self, joint: usize, moment: &Moment) -> Option<Quat> {
        self.wants[joint].map(|want| want.of(moment))
    }

    /// The rotation of a foot's or the toes' joint with this rotation of its segment.
    pub(super) fn with_segment(&self, joint: usize, segment: Quat) -> Option<Quat> {
        self.wants[joint].map(|want| product(segment, want.segment_from_joint))
    }

    /// The bend axis of a knee, with this rotation of the thigh's joint.
    pub(super) fn knee_axis(&self, thigh: usize, turn: Quat) -> Option<Vec3> {
        self.wants[thigh]
            .map(|want| rotate(product(turn, want.segment_from_joint.conjugate()), Vec3::X))
    }

    /// The rotation of the hips' joint, and its position with the middle of the hip joints here.
    pub(super) fn hips(&self, moment: &Moment, middle: Vec3) -> (Quat, Vec3) {
        let rest = self.rig.skeleton.joints()[self.limbs.hips].rest.rotation;
        let turn = self.wanted(self.limbs.hips, moment).unwrap_or(rest);
        (turn, middle - rotate(turn, self.hip_middle))
    }

    /// The pose of the whole figure: fingers follow, twists are distributed, all other joints are
    /// at rest.
    pub(super) fn whole_pose(
        &self,
        figure: &Character<'_>,
        (moment, pose): (&Moment, &Pose),
        (before, seconds): (Option<&Pose>, f32),
    ) -> Pose {
        let skeleton = &figure.rig.skeleton;
        let mut full = skeleton.rest_pose();
        for (&joint, local) in self.joints.iter().zip(&pose.locals) {
            full.locals[joint].rotation = local.rotation;
        }
        let root = pose.locals[self.limbs.hips];
        let hips = &mut full.locals[self.joints[self.limbs.hips]];
        let above = rotation_of(&self.model_from_parent).conjugate();
        hips.rotation = product(above, product(self.model_from_person, root.rotation));
        hips.translation = self
            .model_from_parent
            .inverse()
            .transform_point3(rotate(self.model_from_person, root.translation));
        self.twists.spread(figure, &mut full);
        self.add_extras(figure, moment, &mut full, |joint, local| match before {
            Some(before) => slowed(before.locals[joint].rotation, local, FINGERS * seconds),
            None => local,
        });
        full
    }

    fn add_extras(
        &self,
        figure: &Character<'_>,
        moment: &Moment,
        full: &mut Pose,
        slowed: impl Fn(usize, Quat) -> Quat,
    ) {
        if self.extras.is_empty() {
            return;
        }
        let joints = figure.rig.skeleton.joints();
        let mut turns: Vec<Quat> = Vec::with_capacity(joints.len());
        let mut extras = self.extras.iter().peekable();
        for (index, joint) in joints.iter().enumerate() {
            let above = joint.parent.map_or(Quat::IDENTITY, |parent| turns[parent]);
            if let Some((_, want)) = extras.next_if(|(extra, _)| *extra == index) {
                let wanted = product(self.model_from_person, want.of(moment));
                let turn =
                    product(joint.rest.rotation.conjugate(), product(above.conjugate(), wanted));
                let limit = figure.rig.limits[index].as_ref();
                let local = slowed(index, product(joint.rest.rotation, allowed(limit, turn)));
                let turn = product(joint.rest.rotation.conjugate(), local);
                full.locals[index].rotation = product(joint.rest.rotation, allowed(limit, turn));
            }
            turns.push(product(above, full.locals[index].rotation));
        }
    }
}

/// The rig of the joints that take part, on their skeleton.
fn rig_of(
    figure: &Character<'_>,
    joints: &[usize],
    skeleton: Skeleton,
    person_from_model: Quat,
) -> Rig {
    let limit = |&joint: &usize| figure.rig.limits.get(joint).cloned().flatten();
    let roles = figure.rig.roles.iter();
    Rig {
        limits: joints.iter().map(limit).collect(),
        limbs: limbs_of(figure, joints, person_from_model),
        roles: roles
            .filter_map(|(&role, joint)| Some((role, joints.binary_search(joint).ok()?)))
            .collect(),
        ..Rig::new(skeleton)
    }
}

/// The limbs whose joints are all retargeted.
fn limbs_of(figure: &Character<'_>, joints: &[usize], person_from_model: Quat) -> Vec<Limb> {
    let index = |joint: usize| joints.binary_search(&joint).ok();
    let seen = |limb: &Limb| {
        let [base, middle, tip] = [index(limb.base)?, index(limb.middle)?, index(limb.tip)?];
        Some(Limb {
            base,
            middle,
            tip,
            pole: rotate(person_from_model, limb.pole),
            name: limb.name.clone(),
        })
    };
    figure.rig.limbs.iter().filter_map(seen).collect()
}

/// The largest angular velocity of fingers, eyes and jaw, radians per second: 12 degrees per 1/30
/// s.
const FINGERS: f32 = 6.3;

/// Clamped to the angle `most` from the previous rotation.
pub(super) fn slowed(before: Quat, turn: Quat, most: f32) -> Quat {
    let turned = angle(product(before.conjugate(), turn));
    if turned > most { slerp(before, turn, most / turned) } else { turn }
}

impl Want {
    fn of(&self, moment: &Moment) -> Quat {
        let [from, to] = self.between.map(|part| moment.turns[part]);
        product(
            if self.part > 0.0 { slerp(from, to, self.part) } else { from },
            self.segment_from_joint,
        )
    }
}

/// The skeleton of these joints alone, without scale: the hips are the root.
fn rigid(
    skeleton: &Skeleton,
    (joints, hips): (&[usize], usize),
    turn: impl Fn(usize) -> Quat,
    place: impl Fn(usize) -> Vec3,
) -> Result<Skeleton, RetargetError> {
    let mut builder = Skeleton::builder();
    for &joint in joints {
        let name = skeleton.joints()[joint].name.as_str();
        match skeleton.joints()[joint].parent.filter(|_| joint != hips) {
            Some(parent) => {
                let back = turn(parent).conjugate();
                let rest = Transform::from_translation_rotation(
                    rotate(back, place(joint) - place(parent)),
                    product(back, turn(joint)),
                );
                builder.child(joints.binary_search(&parent).unwrap_or_default(), name, rest)
            }
            None => {
                builder.root(name, Transform::from_translation_rotation(place(joint), turn(joint)))
            }
        };
    }
    Ok(builder.build()?)
}

/// From the hips to hands, toes and head, ascending.
fn taking_part(skeleton: &Skeleton, limbs: &Limbs, segments: &Segments) -> Vec<usize> {
    let ends = limbs
        .arms
        .iter()
        .map(|arm| arm.2)
        .chain(limbs.legs.iter().map(|leg| leg.3.unwrap_or(leg.2)));
    let ends = ends.chain(segments.neck.last().copied()).chain(segments.trunk.last().copied());
    let mut joints = vec![limbs.hips];
    for end in ends {
        let way: Vec<usize> =
            skeleton.ancestors(end).take_while(|&joint| joint != limbs.hips).collect();
        if skeleton.ancestors(end).any(|joint| joint == limbs.hips) {
            joints.extend(way);
        }
    }
    joints.sort_unstable();
    joints.dedup();
    joints
}

/// Heights above the ground, which is at 0 if the feet at rest have plausible heights above it,
/// else just below the lower one.
fn on_ground(mut feet: [FootShape; 2], leg: f32) -> [FootShape; 2] {
    let low = feet.iter().map(|foot| foot.ankle.min(foot.ball)).fold(f32::INFINITY, f32::min);
    let ground = if (-0.02 * leg..0.35 * leg).contains(&low) { 0.0 } else { low - 0.04 * leg };
    for foot in &mut feet {
        foot.ankle -= ground;
        foot.ball -= ground;
    }
    feet
}

impl Limbs {
    /// The same, with other joint indices.
    fn seen(&self, index: impl Fn(usize) -> usize) -> Self {
        Self {
            hips: index(self.hips),
            legs: self.legs.map(|(a, b, c, d)| (index(a), index(b), index(c), d.map(&index))),
            arms: self.arms.map(|(a, b, c)| (index(a), index(b), index(c))),
        }
    }

    /// The joints of arms and legs, with the collar bones.
    fn movers(&self, figure: &Character<'_>) -> Vec<usize> {
        let legs = self.legs.iter().flat_map(|&(a, b, c, _)| [a, b, c]);
        let arms = self.arms.iter().flat_map(|&(a, b, c)| [a, b, c]);
        let collars = [Role::LeftShoulder, Role::RightShoulder];
        legs.chain(arms)
            .chain(collars.iter().filter_map(|role| figure.rig.roles.get(role).copied()))
            .collect()
    }
}

struct Wants<'a> {
    segments: &'a Segments,
    rest: &'a [Affine3],
    recording: &'a Recording,
    person_from_model: Quat,
}

impl Wants<'_> {
    /// The recorded parts that each joint follows, ascending. The trunk's joints share the bend of
    /// the recorded ones by their order, so do the neck's.
    fn all(&self, figure: &Character<'_>, hips: usize) -> Vec<(usize, Want)> {
        let Segments { trunk, neck, .. } = self.segments;
        let mut wants = vec![(hips, self.want(hips, [0, 0], 0.0))];
        let recorded = |first: usize, count: usize| {
            move |place: f32| {
                let at = (place * count as f32).clamp(0.0, count as f32);
                let from = (at as usize).min(count.saturating_sub(1));
                ([first + from, (first + from + 1).min(first + count)], at - from as f32)
            }
        };
        for (joints, share) in [
            (trunk, recorded(0, self.recording.trunk)),
            (neck, recorded(self.recording.trunk, self.recording.neck)),
        ] {
            for (order, &joint) in joints.iter().enumerate() {
                let (between, part) = share((order + 1) as f32 / joints.len() as f32);
                wants.push((joint, self.want(joint, between, part)));
            }
        }
        for role in roles() {
            let (Some(&joint), Some(part)) =
                (figure.rig.roles.get(&role), self.recording.part(role))
            else {
                continue;
            };
            let is_finger = ["Thumb", "Index", "Middle", "Ring", "Little"]
                .iter()
                .any(|word| role.name().contains(word));
            if self.segments.frames[joint].is_some() && (!is_finger || self.recording.has_fingers) {
                wants.push((joint, self.want(joint, [part, part], 0.0)));
            }
        }
        wants.sort_by_key(|(joint, _)| *joint);
        wants.dedup_by_key(|(joint, _)| *joint);
        wants
    }

    fn want(&self, joint: usize, between: [usize; 2], part: f32) -> Want {
        let frame = self.segments.frames[joint].unwrap_or(self.segments.model_from_person);
        let segment = product(self.person_from_model, frame);
        let turn = product(self.person_from_model, rotation_of(&self.rest[joint]));
        Want { between, part, segment_from_joint: product(segment.conjugate(), turn) }
    }
}

/// A figure whose solve fails.
pub(super) fn failed(problem: &kansetsu::Error) -> RetargetError {
    RetargetError::Malformed { place: "the target".to_owned(), problem: problem.to_string() }
}

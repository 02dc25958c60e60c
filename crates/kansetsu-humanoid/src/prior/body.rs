//! Converts poses of any human skeleton to skeleton-independent numbers and back.

use kansetsu::glam::{Affine3, Mat3, Quat, Vec3};

use super::layout::{
    CHEST, COUNT, HEAD, NECK, PARTS, SEEN, SEEN_SEGMENTS, SEGMENTS, TURN, WAIST, columns, heading,
    part, segment,
};
use kansetsu::{
    Error,
    d3::{BodyAxes, Goal, Humanoid, Pose, Skeleton, rotation_of},
    math::{Rot, vector},
};

/// A rigid segment of the body: between two joints, or the lower or the upper part of the trunk and
/// of the neck.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    /// The joint that rotates it; `None` if the skeleton has none.
    pub(super) joint: Option<usize>,
    /// The parent segment; `None` for the pelvis.
    pub(super) on: Option<usize>,
    /// From the segment in a T-pose to the segment at rest.
    pub(super) rest_from_t: Rot,
    /// The fraction of the joint's rotation that belongs to this segment: half, if one joint
    /// rotates both parts of the trunk or of the neck.
    pub(super) part: f32,
}

/// A joint that moves its descendants.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lever {
    pub(super) joint: usize,
    /// The segment that rotates with it; `None` for the pelvis.
    pub(super) segment: Option<usize>,
    /// The fraction of the segment's rotation at this joint.
    pub(super) share: f32,
    /// Points up to here rotate with it; the rest is translated.
    pub(super) until: usize,
}

/// A skeleton with the roles of a human body, prepared for the prior.
#[derive(Clone, Debug)]
pub struct PriorBody {
    pub(super) skeleton: Skeleton,
    pub(super) humanoid: Humanoid,
    pub(super) segments: [Segment; SEGMENTS],
    /// Head, chest, left and right hand, left and right foot.
    pub(super) parts: [usize; PARTS],
    /// The joints that move each of these.
    pub(super) levers: [Vec<Lever>; PARTS],
    /// For each joint between the lower and the upper part of the trunk or the neck: the upper
    /// joint, and the fraction of its rotation at this joint.
    shares: Vec<(usize, usize, f32)>,
    /// The rotation of each joint in model space at rest.
    rest: Vec<Rot>,
    /// From the body's axes: x is its left and y up.
    pub(super) model_from_body: Rot,
    /// The length of leg and trunk.
    pub(super) length: f32,
}

impl PriorBody {
    /// Prepares a skeleton with known roles.
    ///
    /// # Errors
    /// As [`Humanoid::check`] for a joint of the humanoid, [`Error::InvalidPrior`] for a body of
    /// zero length.
    pub fn new(skeleton: &Skeleton, humanoid: &Humanoid) -> Result<Self, Error> {
        humanoid.check(skeleton.len())?;
        let maps = skeleton.forward(&skeleton.rest_pose());
        let at = |joint: usize| maps[joint].translation;
        let axes = BodyAxes::of(skeleton, humanoid);
        let model_from_body =
            Rot::from_matrix(&Mat3::from_cols(axes.up.cross(axes.forward), axes.up, axes.forward))
                .normalized();
        let toward = |t: Vec3, [from, to]: [usize; 2]| {
            let way = vector::unit(model_from_body.inverse().rotate(at(to) - at(from)));
            way.map_or(Rot::IDENTITY, |way| Rot::between(t, way, Vec3::Z))
        };
        let segments = segments(humanoid, toward);
        let head = humanoid.neck.last().or(humanoid.spine.last()).copied().unwrap_or(humanoid.hips);
        let chest = humanoid.spine.last().copied().unwrap_or(humanoid.hips);
        let [left, right] = &humanoid.legs;
        let leg = at(left.upper).distance(at(left.lower)) + at(left.lower).distance(at(left.foot));
        let length = leg + at(head).distance(at(humanoid.hips));
        if !(length > 1e-6 && length.is_finite()) {
            return Err(Error::InvalidPrior { what: "the length of the body is zero".to_owned() });
        }
        let parts =
            [head, chest, humanoid.arms[0].hand, humanoid.arms[1].hand, left.foot, right.foot];
        let chain = |segment: usize, ends: &[usize]| {
            let joints = with_between(skeleton, ends);
            let last = joints.len().saturating_sub(1);
            (1..last)
                .map(|index| (joints[index], segment, index as f32 / last as f32))
                .collect::<Vec<_>>()
        };
        let shares = [chain(CHEST, &humanoid.spine), chain(HEAD, &humanoid.neck)].concat();
        Ok(Self {
            skeleton: skeleton.clone(),
            parts,
            levers: parts.map(|part| levers(skeleton, humanoid, &segments, part)),
            segments,
            shares,
            rest: maps.iter().map(|map| Rot::from(rotation_of(map)).normalized()).collect(),
            model_from_body,
            length,
            humanoid: humanoid.clone(),
        })
    }

    /// The number of body parts (hips, head, chest, hands, feet) whose position the goals define.
    pub fn observed(&self, goals: &[Goal]) -> usize {
        let parts = [self.humanoid.hips].into_iter().chain(self.parts);
        parts.filter(|&part| goal_of(goals, part).0.is_some()).count()
    }

    /// The description of a pose.
    pub(super) fn describe(&self, pose: &Pose) -> Vec<f32> {
        let maps = self.skeleton.forward(pose);
        let hips = self.humanoid.hips;
        let pelvis = self.turned(hips, rotation_of(&maps[hips]), Rot::IDENTITY);
        let heading = heading(pelvis);
        let turns = self.turns(&maps, pelvis);
        let mut numbers = vec![0.0; COUNT];
        numbers[..TURN].copy_from_slice(&columns(heading.inverse() * pelvis));
        for (index, (&joint, &own)) in self.parts.iter().zip(&SEEN_SEGMENTS).enumerate() {
            let seen = &mut numbers[part(index)];
            let way = maps[joint].translation - maps[hips].translation;
            seen[..SEEN - TURN]
                .copy_from_slice(&heading.inverse().rotate(self.in_body(way)).to_array());
            seen[SEEN - TURN..].copy_from_slice(&columns(heading.inverse() * turns[own]));
        }
        for (index, part) in self.segments.iter().enumerate() {
            let above = part.on.map_or(pelvis, |on| turns[on]);
            numbers[segment(index)].copy_from_slice(&columns(above.inverse() * turns[index]));
        }
        numbers
    }

    /// The rotations of segments in the body's axes, for this rotation of the pelvis.
    pub(super) fn turns(&self, maps: &[Affine3], pelvis: Rot) -> [Rot; SEGMENTS] {
        let mut turns = [pelvis; SEGMENTS];
        for index in 0..SEGMENTS {
            let Segment { joint, on, rest_from_t, part } = self.segments[index];
            let above = on.map_or(pelvis, |on| turns[on]);
            let turned = |joint: usize| self.turned(joint, rotation_of(&maps[joint]), rest_from_t);
            turns[index] = joint.map_or(above, |joint| {
                if part < 1.0 { above.slerp(turned(joint), part) } else { turned(joint) }
            });
        }
        turns
    }

    /// The rotations of segments in the body's axes, from those relative to their parents. Segments
    /// that the skeleton lacks do not rotate.
    pub(super) fn together(&self, pelvis: Rot, turns: &[Rot; SEGMENTS]) -> [Rot; SEGMENTS] {
        let mut together = [pelvis; SEGMENTS];
        for (index, part) in self.segments.iter().enumerate() {
            let above = part.on.map_or(pelvis, |on| together[on]);
            together[index] = part.joint.map_or(above, |_| (above * turns[index]).normalized());
        }
        together
    }

    /// The pose with these rotations of segments.
    pub(super) fn pose(
        &self,
        turns: &[Rot; SEGMENTS],
        pelvis: Rot,
        place: Vec3,
        base: &Pose,
    ) -> Pose {
        let turns = self.together(pelvis, turns);
        let mut wanted: Vec<Option<Rot>> = vec![None; self.skeleton.len()];
        wanted[self.humanoid.hips] =
            Some(self.joint_turn(self.humanoid.hips, pelvis, Rot::IDENTITY));
        for (index, part) in self.segments.iter().enumerate() {
            if let Some(joint) = part.joint {
                wanted[joint] = Some(self.joint_turn(joint, turns[index], part.rest_from_t));
            }
        }
        for &(joint, index, share) in &self.shares {
            let above = self.segments[index].on.map_or(pelvis, |on| turns[on]);
            wanted[joint] =
                Some(self.joint_turn(joint, above.slerp(turns[index], share), Rot::IDENTITY));
        }
        let mut pose = base.clone();
        let mut turned: Vec<Rot> = Vec::with_capacity(wanted.len());
        for (index, joint) in self.skeleton.joints().iter().enumerate() {
            let above = joint.parent.map_or(Rot::IDENTITY, |parent| turned[parent]);
            if let Some(wanted) = wanted[index] {
                pose.locals[index].rotation = Quat::from((above.inverse() * wanted).normalized());
            }
            turned.push((above * Rot::from(pose.locals[index].rotation)).normalized());
        }
        let hips = self.humanoid.hips;
        let parent = self.skeleton.joints()[hips].parent;
        let model_from_parent =
            parent.map_or(Affine3::IDENTITY, |parent| self.skeleton.forward(base)[parent]);
        let local = model_from_parent.inverse().transform_point3(place);
        if local.is_finite() {
            pose.locals[hips].translation = local;
        }
        pose
    }

    /// The rotation of a joint's segment from a T-pose, in the body's axes.
    pub(super) fn turned(&self, joint: usize, model: Quat, rest_from_t: Rot) -> Rot {
        let from_rest = Rot::from(model) * self.rest[joint].inverse();
        (self.model_from_body.inverse() * from_rest * self.model_from_body * rest_from_t)
            .normalized()
    }

    /// The inverse of [`Self::turned`].
    fn joint_turn(&self, joint: usize, turned: Rot, rest_from_t: Rot) -> Rot {
        let from_rest =
            self.model_from_body * turned * rest_from_t.inverse() * self.model_from_body.inverse();
        (from_rest * self.rest[joint]).normalized()
    }

    /// A position or displacement in the body's axes and lengths.
    pub(super) fn in_body(&self, way: Vec3) -> Vec3 {
        self.model_from_body.inverse().rotate(way / self.length)
    }
}

/// The segments of a body, with the rotation of each bone at rest from its direction in a T-pose.
fn segments(humanoid: &Humanoid, toward: impl Fn(Vec3, [usize; 2]) -> Rot) -> [Segment; SEGMENTS] {
    let as_it_is = |joint: Option<usize>, on: Option<usize>| Segment {
        joint,
        on,
        rest_from_t: Rot::IDENTITY,
        part: 1.0,
    };
    let mut segments = [as_it_is(None, None); SEGMENTS];
    for (chain, [lower, upper], on) in
        [(&humanoid.spine, [WAIST, CHEST], None), (&humanoid.neck, [NECK, HEAD], Some(CHEST))]
    {
        segments[lower] = Segment {
            part: if chain.len() == 1 { 0.5 } else { 1.0 },
            ..as_it_is(chain.first().copied(), on)
        };
        segments[upper] = as_it_is(chain.last().copied(), Some(lower));
    }
    for (side, (arm, leg)) in humanoid.arms.iter().zip(&humanoid.legs).enumerate() {
        let out = if side == 0 { Vec3::X } else { Vec3::NEG_X };
        let bone = |joint: usize, on: Option<usize>, t: Vec3, next: usize| Segment {
            joint: Some(joint),
            on,
            rest_from_t: toward(t, [joint, next]),
            part: 1.0,
        };
        segments[4 + side] = as_it_is(arm.clavicle, Some(CHEST));
        segments[6 + side] = bone(arm.upper, Some(CHEST), out, arm.lower);
        segments[8 + side] = bone(arm.lower, Some(6 + side), out, arm.hand);
        segments[12 + side] = bone(leg.upper, None, Vec3::NEG_Y, leg.lower);
        segments[14 + side] = bone(leg.lower, Some(12 + side), Vec3::NEG_Y, leg.foot);
        // Hands and feet at rest follow their parents: an ankle of a body that rests with its legs
        // apart is not bent.
        for (end, joint) in [(10 + side, arm.hand), (16 + side, leg.foot)] {
            segments[end] = Segment { joint: Some(joint), on: Some(end - 2), ..segments[end - 2] };
        }
    }
    segments
}

/// A trunk or a neck with the joints between its own: a second joint of a neck has no role, but
/// rotates too.
fn with_between(skeleton: &Skeleton, chain: &[usize]) -> Vec<usize> {
    let (Some(&first), Some(&last)) = (chain.first(), chain.last()) else { return Vec::new() };
    let mut joints: Vec<usize> =
        skeleton.ancestors(last).take_while(|&joint| joint != first).chain([first]).collect();
    joints.reverse();
    if skeleton.ancestors(last).any(|joint| joint == first) { joints } else { chain.to_vec() }
}

/// The joints that move a body part.
fn levers(
    skeleton: &Skeleton,
    humanoid: &Humanoid,
    segments: &[Segment; SEGMENTS],
    part: usize,
) -> Vec<Lever> {
    let lever = |joint: usize, segment: Option<usize>, share: f32| Lever {
        joint,
        segment,
        share,
        until: part,
    };
    let mut levers = vec![lever(humanoid.hips, None, 1.0)];
    for (segment, ends) in [(CHEST, &humanoid.spine), (HEAD, &humanoid.neck)] {
        let chain = with_between(skeleton, ends);
        // The rotation of the upper part of a trunk or a neck is distributed from the second joint
        // on; a single joint rotates both parts.
        let bits = chain.len().saturating_sub(1).max(1);
        levers.extend(
            chain
                .iter()
                .skip(usize::from(chain.len() > 1))
                .map(|&joint| lever(joint, Some(segment), 1.0 / bits as f32)),
        );
    }
    let own = segments.iter().enumerate().filter(|(index, _)| ![CHEST, HEAD].contains(index));
    levers.extend(own.filter_map(|(index, segment)| Some(lever(segment.joint?, Some(index), 1.0))));
    for arm in &humanoid.arms {
        // An upper arm rotates relative to the chest: its collar bone only moves it.
        levers
            .iter_mut()
            .filter(|lever| Some(lever.joint) == arm.clavicle)
            .for_each(|lever| lever.until = arm.upper);
    }
    let above: Vec<usize> = skeleton.ancestors(part).skip(1).collect();
    levers.retain(|lever| above.contains(&lever.joint));
    levers
}

/// The position and rotation that goals define for a joint.
pub(super) fn goal_of(
    goals: &[Goal],
    joint: usize,
) -> (Option<kansetsu::glam::Vec3>, Option<kansetsu::glam::Quat>) {
    let own = || goals.iter().filter(|goal| goal.joint == joint && goal.relative_to.is_none());
    let place =
        own().find_map(|goal| goal.position.filter(|_| goal.offset == kansetsu::glam::Vec3::ZERO));
    let turn = own().find_map(|goal| match goal.orientation {
        Some(kansetsu::d3::Orientation::Full(turn)) => Some(turn),
        _ => None,
    });
    (place, turn)
}

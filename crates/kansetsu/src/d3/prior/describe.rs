//! Poses of any human skeleton as numbers that mean the same for all of them, and back.

use glam::{Mat3, Quat, Vec3};

use super::{
    COUNT, Known, PARTS, Prior, SEEN, SEGMENTS, TURN, goal_of, noise, part,
    pelvis::{Pelvis, Said},
    segment,
};
use crate::{
    Error,
    d3::{Goal, Humanoid, Pose, Skeleton, posture::Axes, rotation_of, solve::Root},
    math::{Rot, vector},
};

/// A part of the body that turns as one: between two joints, or the trunk and the neck as wholes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    /// The joint that turns it; `None` where the skeleton has none.
    pub(super) joint: Option<usize>,
    /// The segment that it hangs on; `None` for the pelvis.
    pub(super) on: Option<usize>,
    /// From the segment as it lies in a T-pose to how it lies at rest.
    pub(super) rest_from_t: Rot,
}

/// A skeleton with the roles of a human body, ready to be described.
#[derive(Clone, Debug)]
pub struct PriorBody {
    pub(super) skeleton: Skeleton,
    pub(super) humanoid: Humanoid,
    pub(super) segments: [Segment; SEGMENTS],
    /// Head, chest, left and right hand, left and right foot.
    parts: [usize; PARTS],
    /// For each joint of the trunk and the neck: the segment that it shares in, and how much of it is turned up to there.
    shares: Vec<(usize, usize, f32)>,
    /// Each joint's turn in the model at rest.
    rest: Vec<Rot>,
    /// From axes whose x is the body's left and y its up.
    pub(super) model_from_body: Rot,
    /// The length of leg and trunk together.
    pub(super) length: f32,
}

/// A body and what is known of how people move, ready to say how it most likely stands.
#[derive(Clone, Debug)]
pub struct Guess<'a> {
    body: &'a PriorBody,
    prior: &'a Prior,
    /// What was known in the last call: most often the same is known in the next.
    known: Known,
    /// Whether the pelvis faces as it does in the pose to begin with.
    faces: bool,
}

pub(super) const TRUNK: usize = 0;
pub(super) const HEAD: usize = 1;
/// The segments that head, chest, hands and feet are.
const SEEN_SEGMENTS: [usize; PARTS] = [HEAD, TRUNK, 8, 9, 14, 15];

impl PriorBody {
    /// Prepares a skeleton whose roles are known.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`] for a joint of the humanoid, [`Error::InvalidPrior`] for a body without length.
    pub fn new(skeleton: &Skeleton, humanoid: &Humanoid) -> Result<Self, Error> {
        humanoid.check(skeleton.len())?;
        let maps = skeleton.forward(&skeleton.rest_pose());
        let at = |joint: usize| maps[joint].translation;
        let axes = Axes::of(skeleton, humanoid);
        let model_from_body = Rot::from_matrix(&Mat3::from_cols(axes.up.cross(axes.forward), axes.up, axes.forward)).normalized();
        let toward = |t: Vec3, [from, to]: [usize; 2]| {
            let way = vector::unit(model_from_body.inverse().rotate(at(to) - at(from)));
            way.map_or(Rot::IDENTITY, |way| Rot::between(t, way, Vec3::Z))
        };
        let as_it_is = |joint: Option<usize>, on: Option<usize>| Segment { joint, on, rest_from_t: Rot::IDENTITY };
        let mut segments = [as_it_is(None, None); SEGMENTS];
        segments[TRUNK] = as_it_is(humanoid.spine.last().copied(), None);
        segments[HEAD] = as_it_is(humanoid.neck.last().copied(), Some(TRUNK));
        for (side, (arm, leg)) in humanoid.arms.iter().zip(&humanoid.legs).enumerate() {
            let out = if side == 0 { Vec3::X } else { Vec3::NEG_X };
            let bone = |joint: usize, on: Option<usize>, t: Vec3, next: usize| Segment {
                joint: Some(joint),
                on,
                rest_from_t: toward(t, [joint, next]),
            };
            segments[2 + side] = as_it_is(arm.clavicle, Some(TRUNK));
            segments[4 + side] = bone(arm.upper, Some(TRUNK), out, arm.lower);
            segments[6 + side] = bone(arm.lower, Some(4 + side), out, arm.hand);
            segments[8 + side] = Segment { joint: Some(arm.hand), on: Some(6 + side), rest_from_t: segments[6 + side].rest_from_t };
            segments[10 + side] = bone(leg.upper, None, Vec3::NEG_Y, leg.lower);
            segments[12 + side] = bone(leg.lower, Some(10 + side), Vec3::NEG_Y, leg.foot);
            segments[14 + side] = as_it_is(Some(leg.foot), Some(12 + side));
        }
        let head = humanoid.neck.last().or(humanoid.spine.last()).copied().unwrap_or(humanoid.hips);
        let chest = humanoid.spine.last().copied().unwrap_or(humanoid.hips);
        let [left, right] = &humanoid.legs;
        let leg = at(left.upper).distance(at(left.lower)) + at(left.lower).distance(at(left.foot));
        let length = leg + at(head).distance(at(humanoid.hips));
        if !(length > 1e-6 && length.is_finite()) {
            return Err(Error::InvalidPrior { what: "the body has no length".to_owned() });
        }
        let chain = |segment: usize, joints: &[usize]| {
            let count = joints.len() as f32;
            joints.iter().enumerate().map(|(index, &joint)| (joint, segment, (index + 1) as f32 / count)).collect::<Vec<_>>()
        };
        Ok(Self {
            skeleton: skeleton.clone(),
            segments,
            parts: [head, chest, humanoid.arms[0].hand, humanoid.arms[1].hand, left.foot, right.foot],
            shares: [chain(TRUNK, &humanoid.spine), chain(HEAD, &humanoid.neck)].concat(),
            rest: maps.iter().map(|map| Rot::from(rotation_of(map)).normalized()).collect(),
            model_from_body,
            length,
            humanoid: humanoid.clone(),
        })
    }

    /// What this body most likely does by a prior.
    #[must_use]
    pub fn guess<'a>(&'a self, prior: &'a Prior) -> Guess<'a> {
        Guess { body: self, prior, known: Known::default(), faces: false }
    }

    /// Of how many parts of the body (hips, head, chest, hands, feet) goals say where they are.
    pub fn told(&self, goals: &[Goal]) -> usize {
        let parts = [self.humanoid.hips].into_iter().chain(self.parts);
        parts.filter(|&part| goal_of(goals, part).0.is_some()).count()
    }

    /// The numbers that describe a pose.
    pub(super) fn describe(&self, pose: &Pose) -> Vec<f32> {
        let maps = self.skeleton.forward(pose);
        let hips = self.humanoid.hips;
        let pelvis = self.turned(hips, rotation_of(&maps[hips]), Rot::IDENTITY);
        let heading = heading(pelvis);
        let mut turns = [pelvis; SEGMENTS];
        for index in 0..SEGMENTS {
            let Segment { joint, on, rest_from_t } = self.segments[index];
            let above = on.map_or(pelvis, |on| turns[on]);
            turns[index] = joint.map_or(above, |joint| self.turned(joint, rotation_of(&maps[joint]), rest_from_t));
        }
        let mut numbers = vec![0.0; COUNT];
        numbers[..TURN].copy_from_slice(&columns(heading.inverse() * pelvis));
        for (index, (&joint, &own)) in self.parts.iter().zip(&SEEN_SEGMENTS).enumerate() {
            let seen = &mut numbers[part(index)];
            let way = maps[joint].translation - maps[hips].translation;
            seen[..SEEN - TURN].copy_from_slice(&heading.inverse().rotate(self.in_body(way)).to_array());
            seen[SEEN - TURN..].copy_from_slice(&columns(heading.inverse() * turns[own]));
        }
        for (index, part) in self.segments.iter().enumerate() {
            let above = part.on.map_or(pelvis, |on| turns[on]);
            numbers[segment(index)].copy_from_slice(&columns(above.inverse() * turns[index]));
        }
        numbers
    }

    /// The pose with these turns of segments.
    pub(super) fn pose(&self, numbers: &[f32], pelvis: Rot, place: Vec3, base: &Pose) -> Pose {
        let mut turns = [pelvis; SEGMENTS];
        let mut wanted: Vec<Option<Rot>> = vec![None; self.skeleton.len()];
        wanted[self.humanoid.hips] = Some(self.joint_turn(self.humanoid.hips, pelvis, Rot::IDENTITY));
        for (index, part) in self.segments.iter().enumerate() {
            let above = part.on.map_or(pelvis, |on| turns[on]);
            // What the skeleton does not have does not turn.
            turns[index] = part.joint.map_or(above, |_| (above * from_columns(&numbers[segment(index)])).normalized());
            if let Some(joint) = part.joint {
                wanted[joint] = Some(self.joint_turn(joint, turns[index], part.rest_from_t));
            }
        }
        for &(joint, index, share) in &self.shares {
            let above = self.segments[index].on.map_or(pelvis, |on| turns[on]);
            wanted[joint] = Some(self.joint_turn(joint, above.slerp(turns[index], share), Rot::IDENTITY));
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
        let model_from_parent = parent.map_or(glam::Affine3::IDENTITY, |parent| self.skeleton.forward(base)[parent]);
        let local = model_from_parent.inverse().transform_point3(place);
        if local.is_finite() {
            pose.locals[hips].translation = local;
        }
        pose
    }

    /// How the segment of a joint is turned against a T-pose, in the body's axes.
    pub(super) fn turned(&self, joint: usize, model: Quat, rest_from_t: Rot) -> Rot {
        let from_rest = Rot::from(model) * self.rest[joint].inverse();
        (self.model_from_body.inverse() * from_rest * self.model_from_body * rest_from_t).normalized()
    }

    /// The other way.
    fn joint_turn(&self, joint: usize, turned: Rot, rest_from_t: Rot) -> Rot {
        let from_rest = self.model_from_body * turned * rest_from_t.inverse() * self.model_from_body.inverse();
        (from_rest * self.rest[joint]).normalized()
    }

    /// A place or a way in the body's axes and lengths.
    fn in_body(&self, way: Vec3) -> Vec3 {
        self.model_from_body.inverse().rotate(way / self.length)
    }
}

impl Guess<'_> {
    /// With a heading that is known: the pelvis tilts and leans, and faces as it does in the pose to begin with. As a character does whom a controller
    /// turns, or somebody before a camera.
    #[must_use]
    pub fn with_heading(self) -> Self {
        Self { faces: true, ..self }
    }

    /// The pose that a person would most likely take, given what goals know of hips, chest, head, hands and feet. Hips of which no goal says where they
    /// are stay as they are in `base`, or where `root` lets them move and turn, are where what is known is likeliest, not far from there. Other
    /// joints, fingers and toes, stay as in `base`. Goals that hang on other joints or aim are left out of account. The first call for
    /// goals of other kinds than before prepares for them, and takes longer.
    ///
    /// # Errors
    /// [`Error::PoseMismatch`] for a pose of another skeleton.
    pub fn likely(&mut self, goals: &[Goal], base: &Pose, root: Root) -> Result<Pose, Error> {
        let Self { body, prior, .. } = *self;
        if base.locals.len() != body.skeleton.len() {
            return Err(Error::PoseMismatch { pose: base.locals.len(), skeleton: body.skeleton.len() });
        }
        let maps = body.skeleton.forward(base);
        let hips = body.humanoid.hips;
        let (place, turn) = goal_of(goals, hips);
        let is_open = [place.is_none() && root == Root::Free, turn.is_none() && root != Root::Held];
        let turn = body.turned(hips, turn.unwrap_or_else(|| rotation_of(&maps[hips])), Rot::IDENTITY);
        let mut said = Said { pelvis: (!is_open[1]).then_some(turn), ..Said::default() };
        for (index, (&joint, &own)) in body.parts.iter().zip(&SEEN_SEGMENTS).enumerate() {
            let (place, turn) = goal_of(goals, joint);
            said.places[index] = place.map(|place| body.in_body(place));
            said.turns[index] = turn.map(|turn| body.turned(joint, turn, body.segments[own].rest_from_t));
        }
        let places = said.numbers();
        if self.known.places != places {
            self.known = Known::new(prior, places, noise);
        }
        let start = Pelvis { place: body.in_body(place.unwrap_or(maps[hips].translation)), heading: heading(turn) };
        let pelvis = said.likeliest(prior, &self.known, start, [is_open[0], is_open[1] && !self.faces]);
        let numbers = self.known.likeliest(prior, &said.seen_from(pelvis).0);
        let turn = if is_open[1] { pelvis.heading * from_columns(&numbers[..TURN]) } else { turn };
        Ok(body.pose(&numbers, turn, body.model_from_body.rotate(pelvis.place * body.length), base))
    }
}

/// The part of a turn that is about the vertical.
pub(super) fn heading(pelvis: Rot) -> Rot {
    Rot::from_axis_angle(Vec3::Y, pelvis.twist_angle(Vec3::Y))
}

pub(super) fn columns(turn: Rot) -> [f32; TURN] {
    let matrix = turn.normalized().to_matrix();
    let (x, y) = (matrix.x_axis, matrix.y_axis);
    [x.x, x.y, x.z, y.x, y.y, y.z]
}

/// The turn whose columns are nearest, the first one first.
pub(super) fn from_columns(numbers: &[f32]) -> Rot {
    let [x, y] = [0, 3].map(|at| Vec3::new(numbers[at], numbers[at + 1], numbers[at + 2]));
    let x = vector::unit(x).unwrap_or(Vec3::X);
    let Some(y) = vector::unit(y - x * x.dot(y)) else { return Rot::IDENTITY };
    Rot::from_matrix(&Mat3::from_cols(x, y, x.cross(y))).normalized()
}

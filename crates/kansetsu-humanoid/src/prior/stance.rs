//! A pose as rotations of segments, and its deviation from the prior.

use kansetsu::glam::{Affine3, Mat3, Vec3};

use super::{
    body::PriorBody,
    known::Known,
    layout::{
        CHEST, COUNT, HEAD, NECK, SEGMENTS, TURN, WAIST, columns, from_columns, heading, segment,
    },
    table::Prior,
};
use kansetsu::{
    d3::{Pose, Skeleton, rotation_of},
    math::{Rot, vector},
};

/// A pose: the placement of the pelvis and the rotations of the segments. In the body's axes: x is
/// its left at rest, y up, z its front.
#[derive(Clone, Debug)]
pub(crate) struct Stance {
    /// The position of the pelvis, metres.
    pub(crate) place: Vec3,
    /// The rotation of the pelvis.
    pub(crate) pelvis: Rot,
    /// The rotation of each segment relative to its parent segment, from a T-pose.
    pub(crate) turns: [Rot; SEGMENTS],
}

/// The segments of arms and legs that have a direction: upper and lower, each with its direction in
/// a T-pose.
pub(crate) const LIMBS: [([usize; 2], Vec3); 4] =
    [([6, 8], Vec3::X), ([7, 9], Vec3::NEG_X), ([12, 14], Vec3::NEG_Y), ([13, 15], Vec3::NEG_Y)];

/// The segments of trunk and neck.
const TRUNK: [usize; 4] = [WAIST, CHEST, NECK, HEAD];

/// Means and deviations of the rotations of pelvis and segments.
#[derive(Clone, Debug)]
pub(crate) struct Habit<'a> {
    prior: &'a Prior,
    known: Known,
}

impl<'a> Habit<'a> {
    /// For the segments of this body; `noise` is the variance of a rotation's numbers that the
    /// Gaussian does not explain.
    pub(crate) fn new(prior: &'a Prior, body: &PriorBody, noise: f32) -> Self {
        let own = (0..SEGMENTS).filter(|&index| body.segments[index].joint.is_some());
        Self {
            prior,
            known: Known::factored(
                |a, b| prior.covariance(a, b),
                (0..TURN).chain(own.flat_map(segment)).collect(),
                |_| noise,
            ),
        }
    }

    /// The deviation of a pose from the mean, in standard deviations, each number independent of
    /// the others.
    pub(crate) fn off(&self, stance: &Stance) -> Vec<f64> {
        let numbers = stance.numbers();
        let own: Vec<f32> = self.known.places.iter().map(|&place| numbers[place]).collect();
        self.known.whitened(self.known.off(&self.prior.means, &own))
    }
}

impl Stance {
    /// The prior's mean, with the body's heading at rest.
    pub(crate) fn usual(prior: &Prior) -> Self {
        let turn = |at: usize| from_columns(&prior.means[at..at + TURN]);
        Self {
            place: Vec3::ZERO,
            pelvis: turn(0),
            turns: std::array::from_fn(|index| turn(segment(index).start)),
        }
    }

    fn numbers(&self) -> Vec<f32> {
        let mut numbers = vec![0.0; COUNT];
        numbers[..TURN].copy_from_slice(&columns(heading(self.pelvis).inverse() * self.pelvis));
        for (index, &turn) in self.turns.iter().enumerate() {
            numbers[segment(index)].copy_from_slice(&columns(turn));
        }
        numbers
    }

    /// The pose with the depth of these segments along `way` (of length 1) flipped. Their
    /// descendants keep their rotation, except hands and feet, which follow their limbs.
    pub(crate) fn flipped(&self, body: &PriorBody, way: Vec3, segments: &[usize]) -> Self {
        let is_limb = |index: usize| LIMBS.iter().find(|(limb, _)| limb.contains(&index));
        let mut turns = self.in_body(body);
        for &index in segments {
            turns[index] = match is_limb(index) {
                Some(&(_, along)) => {
                    let points = turns[index].rotate(along);
                    Rot::between(points, reflected(points, way), turns[index].rotate(Vec3::Z))
                        * turns[index]
                }
                None => reflected_frame(turns[index], way),
            };
        }
        self.hung(body, self.pelvis, turns)
    }

    /// The pose whose joints are mirrored in depth at the pelvis.
    pub(crate) fn mirrored(&self, body: &PriorBody, way: Vec3) -> Self {
        let limbs = LIMBS.iter().flat_map(|(limb, _)| *limb);
        let flipped = self.flipped(body, way, &TRUNK.into_iter().chain(limbs).collect::<Vec<_>>());
        let turns = flipped.in_body(body);
        flipped.hung(body, reflected_frame(self.pelvis, way), turns)
    }

    /// The rotations of segments in the body's axes.
    fn in_body(&self, body: &PriorBody) -> [Rot; SEGMENTS] {
        let mut turns = self.turns;
        for index in 0..SEGMENTS {
            let above = body.segments[index].on.map_or(self.pelvis, |on| turns[on]);
            turns[index] = above * self.turns[index];
        }
        turns
    }

    /// The pose with these rotations of trunk, head and limbs.
    fn hung(&self, body: &PriorBody, pelvis: Rot, mut turns: [Rot; SEGMENTS]) -> Self {
        let mut stance = Self { pelvis, ..self.clone() };
        for index in 0..SEGMENTS {
            let above = body.segments[index].on.map_or(pelvis, |on| turns[on]);
            let keeps =
                TRUNK.contains(&index) || LIMBS.iter().any(|(limb, _)| limb.contains(&index));
            if keeps {
                stance.turns[index] = (above.inverse() * turns[index]).normalized();
            }
            turns[index] = above * stance.turns[index];
        }
        stance
    }
}

impl PriorBody {
    /// The original skeleton.
    pub(crate) fn skeleton(&self) -> &Skeleton {
        &self.skeleton
    }

    /// From the body's axes to the model's.
    pub(crate) fn model_from_body(&self) -> Rot {
        self.model_from_body
    }

    /// From level axes to the model's: y is the model's axis nearest to the direction from the hips
    /// to the neck at rest, z the body's front.
    pub(crate) fn model_from_level(&self) -> Rot {
        let [own, front] = [Vec3::Y, Vec3::Z].map(|axis| self.model_from_body.rotate(axis));
        let most = own.abs().max_element();
        let up = Vec3::AXES
            .into_iter()
            .find(|axis| axis.dot(own).abs() >= most)
            .map_or(own, |axis| axis * axis.dot(own).signum());
        let Some(front) = vector::unit(front - up * up.dot(front)) else {
            return self.model_from_body;
        };
        Rot::from_matrix(&Mat3::from_cols(up.cross(front), up, front)).normalized()
    }

    /// The length of leg and trunk, metres.
    pub(crate) fn length(&self) -> f32 {
        self.length
    }

    /// Whether the body has a joint that rotates this segment.
    pub(crate) fn has(&self, segment: usize) -> bool {
        self.segments[segment].joint.is_some()
    }

    /// The pose of a body with these joint transforms.
    pub(crate) fn stance(&self, maps: &[Affine3]) -> Stance {
        let hips = self.humanoid.hips;
        let pelvis = self.turned(hips, rotation_of(&maps[hips]), Rot::IDENTITY);
        let turns = self.turns(maps, pelvis);
        let above = |index: usize| self.segments[index].on.map_or(pelvis, |on| turns[on]);
        let own = std::array::from_fn(|index| (above(index).inverse() * turns[index]).normalized());
        Stance {
            place: self.model_from_body.inverse().rotate(maps[hips].translation),
            pelvis,
            turns: own,
        }
    }

    /// The pose of the skeleton; joints outside the segments stay as in `base`.
    pub(crate) fn stand(&self, stance: &Stance, base: &Pose) -> Pose {
        self.pose(&stance.turns, stance.pelvis, self.model_from_body.rotate(stance.place), base)
    }
}

fn reflected(v: Vec3, way: Vec3) -> Vec3 {
    v - way * (2.0 * way.dot(v))
}

/// The rotation of a part whose left and up are mirrored in depth.
fn reflected_frame(turn: Rot, way: Vec3) -> Rot {
    let [left, up] = [Vec3::X, Vec3::Y].map(|axis| reflected(turn.rotate(axis), way));
    Rot::from_matrix(&Mat3::from_cols(left, up, left.cross(up))).normalized()
}

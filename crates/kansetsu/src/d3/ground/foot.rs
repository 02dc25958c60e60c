//! The geometry of one foot.

use glam::{Affine3, Vec3};

use crate::{
    Error,
    d3::{Limb, Rig, Skeleton},
};

/// A foot and its leg. Plain data: [`Self::at_rest`] measures it in the rest pose, and any field
/// may be corrected.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Foot {
    /// The joint at the top of the leg.
    pub hip: usize,
    /// The joint that gets the goal and rotates the foot.
    pub ankle: usize,
    /// The joint about which the toes roll, if there is one.
    pub toe: Option<usize>,
    /// The length of the straight leg, from hip to ankle, metres, greater than 0.
    pub length: f32,
    /// The point of the heel that touches the floor, in the ankle's frame, metres.
    pub heel: Vec3,
    /// The point under the ball of the foot that touches the floor, metres, in the frame of the toe
    /// joint, or of the ankle if there is none. A foot whose ball equals its heel has no heel: a
    /// paw, a hoof.
    pub ball: Vec3,
    /// The point of the toes that touches the floor, in the same frame, metres.
    pub tip: Vec3,
}

/// The distance of the heel behind the ankle, as a fraction of the distance from ankle to ball. It
/// is 0.04 m of 0.135 m in the adult of the embedded mannequin. At ×2 a level foot at the edge of a
/// step would stand on a heel that does not exist.
const HEEL: f32 = 0.3;

/// The distance of the toes beyond the ball if no joint defines it, as a fraction of the same
/// distance. Toes are 0.06 m to 0.135 m long.
const TOES: f32 = 0.45;

/// A limb is a leg if its end is at most this far above the floor, as a fraction of its length.
/// Ankles of people are at 0.08, hocks and wrists of dogs at 0.35, wrists of people with hanging
/// arms at 1.5.
const LEG: f32 = 0.5;

impl Foot {
    /// The foot of the leg from `hip` to `ankle`, measured on the skeleton at rest over a level
    /// floor at `floor_at_rest`, metres in model space (0 in most files).
    ///
    /// The toe joint is the child of the ankle that is furthest from it in plan view. Heel, ball
    /// and tip are points of the floor: slightly behind the ankle, under the toe joint, and under
    /// its first child. A foot steeper than 45° is a paw and has no heel. Without a toe joint all
    /// three points are under the ankle.
    ///
    /// # Errors
    /// [`Error::JointOutOfRange`], [`Error::NotAChain`] if the hip is not an ancestor of the ankle,
    /// [`Error::InvalidNumber`] for a floor that is not finite or a leg without length.
    pub fn at_rest(
        skeleton: &Skeleton,
        hip: usize,
        ankle: usize,
        floor_at_rest: f32,
    ) -> Result<Self, Error> {
        let rest = skeleton.forward(&skeleton.rest_pose());
        let length = leg_length(skeleton, &rest, hip, ankle)?;
        if !floor_at_rest.is_finite() {
            return Err(Error::InvalidNumber { what: "the floor at rest", value: floor_at_rest });
        }
        let level = |point: Vec3| Vec3::new(point.x, floor_at_rest, point.z);
        let place = |joint: usize| rest[joint].translation;
        let (above, below) = (place(ankle), level(place(ankle)));
        let reach = |child: usize| level(place(child)).distance(below);
        let toe = skeleton
            .children(ankle)
            .iter()
            .copied()
            .reduce(|a, b| if reach(b) > reach(a) { b } else { a });
        let toe = toe.filter(|&toe| reach(toe) > 1e-3 * length);
        let (heel, ball, tip) = match toe {
            None => (below, below, below),
            Some(toe) => {
                let ball = level(place(toe));
                let way = ball - below;
                let is_paw = above.y - floor_at_rest > way.length();
                let tip = skeleton
                    .children(toe)
                    .first()
                    .map_or(ball + way * TOES, |&tip| level(place(tip)));
                (if is_paw { ball } else { below - way * HEEL }, ball, tip)
            }
        };
        let seen_from = |joint: usize, point: Vec3| rest[joint].inverse().transform_point3(point);
        let outer = toe.unwrap_or(ankle);
        let (heel, ball, tip) =
            (seen_from(ankle, heel), seen_from(outer, ball), seen_from(outer, tip));
        if !(heel.is_finite() && ball.is_finite() && tip.is_finite()) {
            return Err(Error::InvalidNumber {
                what: "a sole in the frame of its foot",
                value: f32::NAN,
            });
        }
        Ok(Self { hip, ankle, toe, length, heel, ball, tip })
    }

    /// [`Self::at_rest`] for a limb of two bones.
    ///
    /// # Errors
    /// As [`Self::at_rest`].
    pub fn from_limb(skeleton: &Skeleton, limb: &Limb, floor_at_rest: f32) -> Result<Self, Error> {
        Self::at_rest(skeleton, limb.base, limb.tip, floor_at_rest)
    }

    /// The feet of all limbs of a rig that end near the floor at rest: within half of their length.
    ///
    /// # Errors
    /// As [`Self::at_rest`].
    pub fn from_rig(rig: &Rig, floor_at_rest: f32) -> Result<Vec<Self>, Error> {
        let rest = rig.skeleton.forward(&rig.skeleton.rest_pose());
        let mut feet = Vec::new();
        for limb in &rig.limbs {
            let foot = Self::from_limb(&rig.skeleton, limb, floor_at_rest)?;
            if (rest[foot.ankle].translation.y - floor_at_rest).abs() <= LEG * foot.length {
                feet.push(foot);
            }
        }
        Ok(feet)
    }

    /// Heel, ball and tip in model space.
    ///
    /// # Panics
    /// If a joint of the foot is not in the slice.
    #[must_use]
    pub fn soles(&self, model_from_joint: &[Affine3]) -> [Vec3; 3] {
        let (ankle, toe) =
            (&model_from_joint[self.ankle], &model_from_joint[self.toe.unwrap_or(self.ankle)]);
        [
            ankle.transform_point3(self.heel),
            toe.transform_point3(self.ball),
            toe.transform_point3(self.tip),
        ]
    }

    /// The fixed points while the foot rolls over its heel and over its ball, in model space: the
    /// heel, and the toe joint.
    pub(super) fn pivots(&self, model_from_joint: &[Affine3]) -> [Vec3; 2] {
        let [heel, ball, _] = self.soles(model_from_joint);
        [heel, self.toe.map_or(ball, |toe| model_from_joint[toe].translation)]
    }

    /// Checks that the joints exist and are finite.
    pub(super) fn check(&self, model_from_joint: &[Affine3]) -> Result<(), Error> {
        let count = model_from_joint.len();
        for joint in [Some(self.hip), Some(self.ankle), self.toe].into_iter().flatten() {
            let stands =
                model_from_joint.get(joint).ok_or(Error::JointOutOfRange { joint, count })?;
            if !stands.is_finite() {
                return Err(Error::InvalidNumber {
                    what: "the position of a joint of a leg",
                    value: f32::NAN,
                });
            }
        }
        if !(self.length > 0.0 && self.length.is_finite()) {
            return Err(Error::InvalidNumber { what: "Foot::length", value: self.length });
        }
        if self.soles(model_from_joint).iter().all(|sole| sole.is_finite()) {
            return Ok(());
        }
        Err(Error::InvalidNumber { what: "the position of a sole", value: f32::NAN })
    }
}

/// The sum of the bone lengths from hip to ankle.
fn leg_length(
    skeleton: &Skeleton,
    rest: &[Affine3],
    hip: usize,
    ankle: usize,
) -> Result<f32, Error> {
    let count = skeleton.len();
    if let Some(joint) = [hip, ankle].into_iter().find(|&joint| joint >= count) {
        return Err(Error::JointOutOfRange { joint, count });
    }
    let mut length = 0.0;
    let mut joint = ankle;
    while joint != hip {
        let Some(parent) = skeleton.joints()[joint].parent else {
            let name = |j: usize| skeleton.joints()[j].name.clone();
            return Err(Error::NotAChain { base: name(hip), tip: name(ankle) });
        };
        length += rest[joint].translation.distance(rest[parent].translation);
        joint = parent;
    }
    if length > 0.0 && f32::is_finite(length) {
        Ok(length)
    } else {
        Err(Error::InvalidNumber { what: "the length of a leg", value: length })
    }
}

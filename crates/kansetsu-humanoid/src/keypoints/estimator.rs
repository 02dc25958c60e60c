//! The estimator and its results.

use kansetsu::{
    Error,
    d3::{Arm, Humanoid, Leg, Pose, Rig, Skeleton, clamp_to_limits, rotation_of},
    glam::{Affine3, Quat, Vec3},
    math::Rot,
};

use super::{
    camera::{Camera, Lens},
    fit::{Fit, Problem},
    keypoint::Keypoint,
    search,
};
use crate::prior::{Habit, Prior, PriorBody};

/// A pose that explains the keypoints of a picture.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PoseEstimate {
    /// The pose, inside the limits.
    pub pose: Pose,
    /// The camera of that explanation.
    pub camera: Camera,
    /// The negative log likelihood, times 2, 0 or more: the sum of squared residuals of keypoints,
    /// rotations and the camera's tilt, in standard deviations. The difference of two scores is
    /// twice the log likelihood ratio.
    pub score: f32,
    /// The distance of the keypoints from their joints in the picture: root mean square, pixels.
    #[cfg_attr(feature = "serde", serde(alias = "error"))]
    pub reprojection_error: f32,
}

/// The input of a pose estimate, besides the keypoints.
#[derive(Clone, Copy, Debug)]
pub struct PoseEstimator<'a> {
    /// The figure.
    pub rig: &'a Rig,
    /// The joints of its body.
    pub humanoid: &'a Humanoid,
    /// The pose prior.
    pub prior: &'a Prior,
}

/// With fewer keypoints the pose is too uncertain.
const FEWEST: usize = 5;
/// More are not a picture of one body.
const MOST: usize = 100;

/// Variance of a rotation's components that the Gaussian does not explain: 6 degrees. At ×1/3
/// joints are 1 % further off, at ×3 4 %.
const NOISE: f32 = 1e-2;

impl PoseEstimator<'_> {
    /// The likeliest pose, and the likeliest one near its mirror image in depth; only one if the
    /// two are equal or the second is impossible. `base` is the pose of joints outside the
    /// humanoid, such as fingers.
    ///
    /// # Errors
    /// [`Error::InvalidKeypoints`] for fewer than 5 or more than 100 points, for points,
    /// confidences or a lens that are not finite or out of range, and if no pose is close to them;
    /// [`Error::JointOutOfRange`], [`Error::PoseMismatch`], and as [`Rig::check`] and
    /// [`PriorBody::new`].
    pub fn estimates(
        &self,
        sights: &[Keypoint],
        lens: Lens,
        base: &Pose,
    ) -> Result<Vec<PoseEstimate>, Error> {
        self.check(sights, lens, base)?;
        let bare = Bare::of(
            &self.rig.skeleton,
            self.humanoid.joints().chain(sights.iter().map(|sight| sight.joint)),
        )?;
        let humanoid = bare.humanoid(self.humanoid);
        let body = PriorBody::new(&bare.skeleton, &humanoid)?;
        let own: Vec<Keypoint> = sights
            .iter()
            .map(|sight| Keypoint { joint: bare.of_full(sight.joint), ..*sight })
            .collect();
        let problem = Problem {
            habit: Habit::new(self.prior, &body, NOISE),
            limits: bare.full.iter().map(|&joint| self.rig.limits[joint].clone()).collect(),
            rest: Pose { locals: bare.full.iter().map(|&joint| base.locals[joint]).collect() },
            pixels: pixels(&bare.skeleton, &humanoid, &own, body.length()),
            sights: own,
            lens,
            body,
        };
        let fits = search::search(&problem, &humanoid, self.prior);
        if fits.is_empty() {
            return Err(fault("no pose of this figure is close to them"));
        }
        let full = PriorBody::new(&self.rig.skeleton, self.humanoid)?;
        let mut answers: Vec<PoseEstimate> =
            fits.iter().map(|fit| self.answer(&full, fit, (sights, lens), base)).collect();
        if let [first, second] = &answers[..] {
            let [a, b] = [first, second].map(|answer| self.rig.skeleton.forward(&answer.pose));
            let is_same = self.humanoid.joints().all(|joint| {
                a[joint].translation.distance(b[joint].translation) < SAME * full.length()
            });
            answers.truncate(if is_same { 1 } else { 2 });
        }
        Ok(answers)
    }

    fn check(&self, sights: &[Keypoint], lens: Lens, base: &Pose) -> Result<(), Error> {
        self.rig.check()?;
        let skeleton = &self.rig.skeleton;
        let count = skeleton.len();
        if base.locals.len() != count {
            return Err(Error::PoseMismatch { pose: base.locals.len(), skeleton: count });
        }
        let joints = sights.iter().map(|sight| sight.joint).chain(self.humanoid.joints());
        if let Some(joint) = joints.into_iter().find(|&joint| joint >= count) {
            return Err(Error::JointOutOfRange { joint, count });
        }
        let hangs =
            |joint: usize| skeleton.ancestors(joint).any(|above| above == self.humanoid.hips);
        if let Some(joint) = self.humanoid.joints().find(|&joint| !hangs(joint)) {
            let name = &skeleton.joints()[joint].name;
            return Err(fault(&format!(
                "\"{name}\" is not below the hips; such a body cannot be posed from keypoints"
            )));
        }
        if !(FEWEST..=MOST).contains(&sights.len()) {
            return Err(fault(&format!(
                "{} are given; {FEWEST} to {MOST} are required",
                sights.len()
            )));
        }
        let is_sound = |sight: &Keypoint| {
            sight.pixel.is_finite()
                && sight.offset.is_finite()
                && sight.pixel.abs().max_element() < 1e6
                && sight.confidence > 0.0
                && sight.confidence <= 1.0
        };
        if let Some(at) = sights.iter().position(|sight| !is_sound(sight)) {
            return Err(fault(&format!(
                "point {at} is not finite, or its confidence is not above 0 and at most 1"
            )));
        }
        let spread =
            sights.iter().map(|sight| sight.pixel.distance(sights[0].pixel)).fold(0.0, f32::max);
        if spread < 1.0 {
            return Err(fault("all of them lie within a pixel"));
        }
        if !(lens.focal_length > 0.0
            && lens.focal_length.is_finite()
            && lens.principal_point.is_finite())
        {
            return Err(fault("the lens has no focal length"));
        }
        Ok(())
    }

    /// The pose of the original figure, at its rest position.
    fn answer(
        &self,
        full: &PriorBody,
        fit: &Fit,
        (sights, lens): (&[Keypoint], Lens),
        base: &Pose,
    ) -> PoseEstimate {
        let skeleton = &self.rig.skeleton;
        let mut pose = full.stand(&fit.stance, base);
        clamp_to_limits(skeleton, &self.rig.limits, &mut pose);
        let homeward = self.home(full, &pose);
        self.carry(&mut pose, &homeward);
        let turn = full.model_from_level() * Rot::from_axis_angle(Vec3::X, fit.tilt);
        let camera = Camera {
            model_from_camera: homeward * Affine3::from_quat(Quat::from(turn.normalized())),
            lens,
        };
        let error = error(&skeleton.forward(&pose), sights, &camera);
        PoseEstimate { pose, camera, score: fit.cost, reprojection_error: error }
    }

    /// The transform from the estimated pose to the figure's rest: the same horizontal position,
    /// heading and lowest height.
    fn home(&self, full: &PriorBody, pose: &Pose) -> Affine3 {
        let skeleton = &self.rig.skeleton;
        let [rest, now] = [&skeleton.rest_pose(), pose].map(|pose| skeleton.forward(pose));
        let hips = self.humanoid.hips;
        let up = full.model_from_level().rotate(Vec3::Y);
        let turned =
            Rot::from(rotation_of(&now[hips])) * Rot::from(rotation_of(&rest[hips])).inverse();
        let back = Quat::from(Rot::from_axis_angle(up, -turned.twist_angle(up)).normalized());
        let lowest = |maps: &[Affine3]| {
            self.humanoid
                .joints()
                .map(|joint| up.dot(maps[joint].translation))
                .fold(f32::INFINITY, f32::min)
        };
        let way = rest[hips].translation - back * now[hips].translation;
        let rise = lowest(&rest) - lowest(&now);
        Affine3::from_rotation_translation(back, way - up * up.dot(way) + up * rise)
    }

    /// Moves the hips, and the body with them.
    fn carry(&self, pose: &mut Pose, moved: &Affine3) {
        let hips = self.humanoid.hips;
        let skeleton = &self.rig.skeleton;
        let maps = skeleton.forward(pose);
        let above = skeleton.joints()[hips].parent.map_or(Affine3::IDENTITY, |parent| maps[parent]);
        let place =
            above.inverse().transform_point3(moved.transform_point3(maps[hips].translation));
        let above = Rot::from(rotation_of(&above));
        let local = &mut pose.locals[hips];
        let turned =
            above.inverse() * Rot::from(rotation_of(moved)) * above * Rot::from(local.rotation);
        local.rotation = Quat::from(turned.normalized());
        if place.is_finite() {
            local.translation = place;
        }
    }
}

/// Two results are the same if their joints are this close, as a fraction of the length of leg and
/// trunk: 2 cm of an adult.
const SAME: f32 = 0.02;

fn fault(what: &str) -> Error {
    Error::InvalidKeypoints { what: what.to_owned() }
}

/// The root mean square distance of keypoints from their joints, pixels.
fn error(maps: &[Affine3], sights: &[Keypoint], camera: &Camera) -> f32 {
    let off = |sight: &Keypoint| {
        let at = camera.project(maps[sight.joint].transform_point3(sight.offset));
        at.map_or(f32::MAX.sqrt(), |at| at.distance_squared(sight.pixel))
    };
    (sights.iter().map(off).sum::<f32>() / sights.len() as f32).sqrt()
}

/// The length of leg and trunk in pixels, estimated from the bone with the largest image. Most
/// often one is perpendicular to the line of sight.
fn pixels(skeleton: &Skeleton, humanoid: &Humanoid, sights: &[Keypoint], length: f32) -> f32 {
    let rest = skeleton.forward(&skeleton.rest_pose());
    let seen = |joint: usize| {
        sights
            .iter()
            .find(|sight| sight.joint == joint && sight.offset == Vec3::ZERO)
            .map(|sight| sight.pixel)
    };
    let sides = humanoid.arms.iter().zip(&humanoid.legs);
    let bones = sides.flat_map(|(arm, leg)| {
        [
            [arm.upper, arm.lower],
            [arm.lower, arm.hand],
            [leg.upper, leg.lower],
            [leg.lower, leg.foot],
            [arm.upper, leg.upper],
        ]
    });
    let scale = bones.filter_map(|[a, b]| {
        let metres = rest[a].translation.distance(rest[b].translation);
        (metres > 0.05 * length).then_some(seen(a)?.distance(seen(b)?) / metres)
    });
    let largest = scale.fold(0.0, f32::max) * length;
    let spread =
        || sights.iter().map(|sight| sight.pixel.distance(sights[0].pixel)).fold(0.0, f32::max);
    if largest > 0.0 { largest } else { spread() }
}

/// The relevant joints of a skeleton, with all their ancestors.
struct Bare {
    skeleton: Skeleton,
    /// The index of each joint in the whole skeleton.
    full: Vec<usize>,
}

impl Bare {
    fn of(skeleton: &Skeleton, joints: impl Iterator<Item = usize>) -> Result<Self, Error> {
        let mut is_kept = vec![false; skeleton.len()];
        joints.flat_map(|joint| skeleton.ancestors(joint)).for_each(|joint| is_kept[joint] = true);
        let full: Vec<usize> = (0..skeleton.len()).filter(|&joint| is_kept[joint]).collect();
        let mut builder = Skeleton::builder();
        for &joint in &full {
            let own = &skeleton.joints()[joint];
            match own.parent.and_then(|parent| full.binary_search(&parent).ok()) {
                Some(parent) => builder.child(parent, own.name.as_str(), own.rest),
                None => builder.root(own.name.as_str(), own.rest),
            };
        }
        Ok(Self { skeleton: builder.build()?, full })
    }

    fn of_full(&self, joint: usize) -> usize {
        self.full.binary_search(&joint).unwrap_or_default()
    }

    fn humanoid(&self, humanoid: &Humanoid) -> Humanoid {
        let own = |&joint: &usize| self.of_full(joint);
        Humanoid {
            hips: own(&humanoid.hips),
            spine: humanoid.spine.iter().map(own).collect(),
            neck: humanoid.neck.iter().map(own).collect(),
            arms: humanoid.arms.map(|arm| Arm {
                clavicle: arm.clavicle.as_ref().map(own),
                upper: own(&arm.upper),
                lower: own(&arm.lower),
                hand: own(&arm.hand),
            }),
            legs: humanoid.legs.map(|leg| Leg {
                upper: own(&leg.upper),
                lower: own(&leg.lower),
                foot: own(&leg.foot),
                toes: leg.toes.as_ref().map(own),
            }),
            // Joints without keypoints are not in the reduced skeleton.
            eyes: Vec::new(),
        }
    }
}

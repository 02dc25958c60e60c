//! The settings of foot placement, and what a clip wants in one frame.

use glam::Affine3;

/// What a clip wants in one frame.
#[derive(Clone, Copy, Debug)]
pub struct ClipFrame<'a> {
    /// Forward kinematics of the clip's pose: every joint in model space.
    pub model_from_joint: &'a [Affine3],
    /// How high the level floor is that the clip was made on, metres in model space. 0 for a clip
    /// whose root moves through the world; the underside of the character's capsule where that
    /// moves.
    pub floor: f32,
    /// Since the frame before, seconds, at least 0; with 0 nothing moves on.
    pub seconds: f32,
}

/// How feet are placed on the ground. Lengths are fractions of the leg, so that a mouse and a crane
/// behave alike.
///
/// ```
/// use kansetsu::d3::ground::{ClipFrame, Foot, FootPlacement, Plane, PlacementState};
/// use kansetsu::d3::{Rig, Skeleton, Transform, solve::{Body, WholeBody}};
/// use kansetsu::glam::Vec3;
///
/// let mut builder = Skeleton::builder();
/// let hips = builder.root("hips", Transform::from_translation(Vec3::Y));
/// let thigh = builder.child(hips, "thigh", Transform::from_translation(Vec3::X * 0.1));
/// let shin = builder.child(thigh, "shin", Transform::from_translation(Vec3::new(0.0, -0.45, 0.1)));
/// let ankle = builder.child(shin, "ankle", Transform::from_translation(Vec3::new(0.0, -0.45, -0.1)));
/// builder.child(ankle, "toes", Transform::from_translation(Vec3::new(0.0, -0.07, 0.15)));
/// let skeleton = builder.build()?;
///
/// let (body, feet) = (Body::new(&skeleton), [Foot::at_rest(&skeleton, thigh, ankle, 0.0)?]);
/// let mut stance = PlacementState::default();
///
/// // Each frame: the clip's pose, its goals on this ground, and the whole body that meets them.
/// let mut pose = skeleton.rest_pose();
/// let frame = ClipFrame { model_from_joint: &skeleton.forward(&pose), floor: 0.0, seconds: 1.0 / 60.0 };
/// FootPlacement::default().step(&mut stance, &feet, &frame, &Plane::level(-0.05))?;
/// stance.apply_pelvis_offset(&skeleton, &mut pose);
/// let goals: Vec<_> = stance.goals(&feet).collect();
/// WholeBody::default().solve(&body, &goals, &mut pose)?;
///
/// let [heel, ball, _] = feet[0].soles(&skeleton.forward(&pose));
/// assert!((heel.y + 0.05).abs() < 1e-4 && (ball.y + 0.05).abs() < 1e-4);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct FootPlacement {
    /// A foot can be planted when its heel or ball is no higher than this above the clip's floor,
    /// in leg lengths, at least 0. Default 0.03, 2.5 cm of an adult: what recorded feet tremble. At
    /// half of it some recorded steps are never planted, at twice feet are held that only pass the
    /// floor.
    #[cfg_attr(feature = "serde", serde(alias = "low"))]
    pub plant_height: f32,
    /// And when that point is no faster than this, in leg lengths per second, at least 0. Default
    /// 0.4, 0.33 m/s of an adult: feet that swing are at 3 to 5, those that slide by mistake at 0.1
    /// to 0.4. At half, feet that slide faster are left to slide, at twice a foot that leaves is
    /// held back for about twice as long.
    #[cfg_attr(feature = "serde", serde(alias = "slow"))]
    pub plant_speed: f32,
    /// How long a foot needs from touching the ground to being planted, seconds, at least 0.
    /// Default 0.08, 5 frames: the distance to the ground is closed in it. At half the foot is set
    /// down hard after an unforeseen step, at twice the short stances of a run are never planted.
    #[cfg_attr(feature = "serde", serde(alias = "settle"))]
    pub plant_time: f32,
    /// How long it takes a released foot to be back on the clip's way, seconds, at least 0. Default
    /// 0.2, half of a swing at a walk. It does not land before. At half it hurries after, at twice
    /// quick steps are not planted.
    #[cfg_attr(feature = "serde", serde(alias = "release"))]
    pub release_time: f32,
    /// How far the clip may take a foot away from where it is planted before it steps there, in leg
    /// lengths, at least 0. Default 0.12, 10 cm of an adult, more than clips slide in a step. At
    /// half more feet step again, at twice legs stretch first.
    pub max_slip: f32,
    /// The largest angle by which the clip rotates it away before it steps, radians, at least 0.
    /// Default 0.5 (29°), about what hip and shin allow a standing foot. At half it steps twice as
    /// often in a turn, at twice the knee is twisted.
    pub max_turn: f32,
    /// The steepest ground that a foot is aligned to, radians, in [0, 1.5]. Default 0.4 (23°),
    /// about what an ankle turns up. On steeper ground it rests on its heel or toes. At half it
    /// does so on ordinary slopes, at twice ankles reach their limits and the whole body leans to
    /// let them.
    pub max_tilt: f32,
    /// How far ahead of a swinging foot the ground is looked at, seconds, at least 0. Default 0.2:
    /// as long as it takes the foot to be raised (two half-lives). At half toes hit kerbs, at twice
    /// feet are raised for steps they never reach.
    pub look_ahead: f32,
    /// After this time half of the way to new ground is done, by a foot in the air and by the
    /// pelvis, seconds, at least 0. Default 0.1. At half knees jerk at steps (a kerb of 12 cm: 2.5
    /// cm a frame of 1/60 s), at twice feet come late.
    pub half_life: f32,
    /// How straight a leg may be that the clip has bent, from hip to ankle, in leg lengths, in (0,
    /// 1]. Default 0.98, a knee bent by 23°: nearer to straight a knee turns ever faster. The
    /// pelvis is lowered for it. At 0.96 people walk with bent knees, at 0.99 knees snap by 10° a
    /// centimetre.
    #[cfg_attr(feature = "serde", serde(alias = "straight"))]
    pub max_extension: f32,
    /// Ground farther above or below the clip's floor than this is no ground, and the pelvis is not
    /// lowered farther, in leg lengths, at least 0. Default 0.6. At half people do not step up to a
    /// chair, at twice they step down from a table.
    #[cfg_attr(feature = "serde", serde(alias = "range"))]
    pub max_ground_distance: f32,
}

impl Default for FootPlacement {
    fn default() -> Self {
        Self {
            plant_height: 0.03,
            plant_speed: 0.4,
            plant_time: 0.08,
            release_time: 0.2,
            max_slip: 0.12,
            max_turn: 0.5,
            max_tilt: 0.4,
            look_ahead: 0.2,
            half_life: 0.1,
            max_extension: 0.98,
            max_ground_distance: 0.6,
        }
    }
}

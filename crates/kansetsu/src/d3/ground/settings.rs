//! The settings of foot placement, and its input per frame.

use glam::Affine3;

/// One frame of a clip.
#[derive(Clone, Copy, Debug)]
pub struct ClipFrame<'a> {
    /// Forward kinematics of the clip's pose: every joint in model space.
    pub model_from_joint: &'a [Affine3],
    /// The height of the level floor on which the clip was made, metres in model space. It is 0 for
    /// a clip whose root moves through the world, and the underside of the character's capsule if
    /// that moves.
    pub floor: f32,
    /// The time since the previous frame, seconds, at least 0; with 0 nothing advances.
    pub seconds: f32,
}

/// The parameters of foot placement. Lengths are fractions of the leg, so that a mouse and a crane
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
    /// The largest height above the clip's floor at which a heel or ball can be planted, in leg
    /// lengths, at least 0. Default 0.03, 2.5 cm of an adult: the jitter of recorded feet. At ×0.5
    /// some recorded steps are never planted, at ×2 feet that only pass the floor are held.
    #[cfg_attr(feature = "serde", serde(alias = "low"))]
    pub plant_height: f32,
    /// The largest speed of that point at which it can be planted, in leg lengths per second, at
    /// least 0. Default 0.4, 0.33 m/s of an adult: swinging feet are at 3 to 5, those that slide by
    /// mistake at 0.1 to 0.4. At ×0.5 feet that slide faster keep sliding, at ×2 a leaving foot is
    /// held for about twice as long.
    #[cfg_attr(feature = "serde", serde(alias = "slow"))]
    pub plant_speed: f32,
    /// The time from ground contact to being planted, seconds, at least 0. Default 0.08, 5 frames,
    /// in which the distance to the ground is closed. At ×0.5 the foot is set down hard after an
    /// unforeseen step, at ×2 the short stances of a run are never planted.
    #[cfg_attr(feature = "serde", serde(alias = "settle"))]
    pub plant_time: f32,
    /// The time in which a released foot returns to the clip's path, seconds, at least 0. Default
    /// 0.2, half of a swing at a walk. It does not land before. At ×0.5 it moves too fast, at ×2
    /// quick steps are not planted.
    #[cfg_attr(feature = "serde", serde(alias = "release"))]
    pub release_time: f32,
    /// The largest distance between the clip's foot and the planted one before the foot steps, in
    /// leg lengths, at least 0. Default 0.12, 10 cm of an adult, more than clips slide in a step.
    /// At ×0.5 more feet step again, at ×2 legs stretch first.
    pub max_slip: f32,
    /// The largest angle between the clip's heading and the planted one before the foot steps,
    /// radians, at least 0. Default 0.5 (29°), about the range of hip and shin for a standing foot.
    /// At ×0.5 it steps twice as often in a turn, at ×2 the knee is twisted.
    pub max_turn: f32,
    /// The steepest ground to which a foot is aligned, radians, in [0, 1.5]. Default 0.4 (23°),
    /// about the range of an ankle. On steeper ground the foot rests on its heel or toes. At ×0.5
    /// it does so on ordinary slopes, at ×2 ankles reach their limits and the whole body leans.
    pub max_tilt: f32,
    /// The time by which a swinging foot looks ahead on the ground, seconds, at least 0. Default
    /// 0.2, the time in which the foot is raised (two half-lives). At ×0.5 toes hit kerbs, at ×2
    /// feet are raised for steps that they never reach.
    pub look_ahead: f32,
    /// The half-life of the distance to new ground, for a foot in the air and for the pelvis,
    /// seconds, at least 0. Default 0.1. At ×0.5 knees jerk at steps (a kerb of 12 cm: 2.5 cm per
    /// frame of 1/60 s), at ×2 feet come late.
    pub half_life: f32,
    /// The largest extension of a leg that the clip has bent, from hip to ankle, in leg lengths, in
    /// (0, 1]. The pelvis is lowered for it. Default 0.98, a knee bent by 23°: closer to straight a
    /// knee rotates ever faster. At 0.96 people walk with bent knees, at 0.99 knees snap by 10° per
    /// centimetre.
    #[cfg_attr(feature = "serde", serde(alias = "straight"))]
    pub max_extension: f32,
    /// The largest distance of ground above or below the clip's floor, in leg lengths, at least 0;
    /// further ground is ignored. The pelvis is not lowered further either. Default 0.6. At ×0.5
    /// people do not step up to a chair, at ×2 they step down from a table.
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

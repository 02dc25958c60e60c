//! The solver's settings.

/// The freedom of the root of the skeleton.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Root {
    /// It neither moves nor rotates.
    #[default]
    #[cfg_attr(feature = "serde", serde(alias = "held"))]
    Fixed,
    /// It rotates in place.
    #[cfg_attr(feature = "serde", serde(alias = "turns"))]
    Rotates,
    /// It rotates and moves.
    Free,
}

/// Several goals at once, over the whole body.
///
/// ```
/// use kansetsu::{d3::{Goal, Skeleton, Transform, solve::{Body, WholeBody}}, glam::Vec3};
///
/// let mut builder = Skeleton::builder();
/// let chest = builder.root("chest", Transform::IDENTITY);
/// let mut hands = Vec::new();
/// for side in [Vec3::X, Vec3::NEG_X] {
///     let shoulder = builder.child(chest, "shoulder", Transform::from_translation(side * 0.2));
///     let elbow = builder.child(shoulder, "elbow", Transform::from_translation(side * 0.3));
///     hands.push(builder.child(elbow, "hand", Transform::from_translation(side * 0.3)));
/// }
/// let skeleton = builder.build()?;
///
/// let goals = [Goal::position(hands[0], Vec3::new(0.4, 0.3, 0.2)), Goal::position(hands[1], Vec3::new(-0.3, -0.4, 0.1))];
/// let mut pose = skeleton.rest_pose();
/// let report = WholeBody::default().solve(&Body::new(&skeleton), &goals, &mut pose)?;
/// assert!(report.distance() < 1e-4);
/// # Ok::<(), kansetsu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct WholeBody {
    /// Maximum number of steps of all attempts together. Default 200.
    pub max_steps: usize,
    /// Distance at which a goal's position counts as reached, as a fraction of the longest path
    /// from the root to a goal. Default 1e-5.
    pub tolerance: f32,
    /// Angle at which a goal's orientation counts as reached, radians. Default 1e-3.
    pub angle_tolerance: f32,
    /// Maximum number of restarts when the first attempt misses a goal; they share
    /// [`Self::max_steps`]. No effect on [`Self::track`]. Default 0.
    pub max_restarts: usize,
    /// The freedom of the root. Default: fixed.
    pub root: Root,
    /// The strength of a goal of weight 1 relative to the posture: the torque, per body size, up to
    /// which the posture yields. A joint of stiffness 1 resists a rotation of one radian with a
    /// torque of 1. Range [1, 1000]; default 10. Without a reference pose it has an effect only if
    /// a goal is missed.
    pub strength: f32,
}

impl Default for WholeBody {
    fn default() -> Self {
        Self {
            max_steps: 200,
            tolerance: 1e-5,
            angle_tolerance: 1e-3,
            max_restarts: 0,
            root: Root::Fixed,
            strength: 10.0,
        }
    }
}

//! The options of a session.

use std::sync::Arc;

use super::statistical_prior::StatisticalPrior;
use crate::{
    JointId,
    d3::solve::{Body, Solver},
};

/// The options of an [`IkSession`](super::IkSession). The defaults are the rules of the library
/// guide.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields, rename_all = "camelCase")
)]
pub struct Options {
    /// Whether joints respect their limits. Default: they do.
    pub limits: Limits,
    /// The motion of the root. Default: [`Root::Auto`].
    pub root: Root,
    /// The posture of the body. Default: [`Posture::Auto`].
    pub posture: Posture,
    /// The prior of [`Posture::Likely`], which needs one. Default: none.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub prior: Option<Arc<dyn StatisticalPrior>>,
    /// Whether the feet of a standing humanoid stay planted. Default: they do.
    pub feet: Feet,
    /// Whether a humanoid keeps its center of mass above its planted or pinned feet. Default: it
    /// does.
    pub balance: Balance,
    /// Whether arms avoid trunk and head. Default: they do.
    pub self_collision: SelfCollision,
    /// The maximum number of joints above a target's joint that follow it; IK stops end it earlier.
    /// Pins and planted feet use all joints while the root is free. Default: all.
    pub chain_length: Option<u32>,
    /// Joints that keep their rotation. Default: none.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub locked: Vec<JointId>,
    /// Factors on the stiffness of single joints, in [0.01, 100]: at 2 the joint rotates half as
    /// far. The product with the posture's own stiffness is clamped to the same range, and factors
    /// of a joint that occurs twice multiply. Default: none.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub stiffness: Vec<(JointId, f32)>,
    /// The solver. Default `None`: the whole-body solver, for all targets at once.
    ///
    /// A chain solver moves the chains of the targets in sequence; FABRIK for trees moves the body.
    /// Tolerances, restarts and the budget replace the solver's own parameters. An option that a
    /// solver does not support is an error.
    pub solver: Option<Solver>,
    /// Position tolerance, as a fraction of the path from the root to a target. In [0, 1]; default
    /// 1e-5.
    pub tolerance: f32,
    /// Rotation tolerance, radians, in [0, 4]; default 1e-3.
    pub angle_tolerance: f32,
    /// Maximum number of restarts with which [`solve`](super::IkSession::solve) continues if a
    /// target is missed. They share its step budget. Default 12.
    pub restarts: u32,
    /// Upper bound of a target's force against the posture, in [1, 1000]; default 10. Targets that
    /// need more have a small residual.
    pub strength: f32,
    /// Joint velocity limit of [`follow`](super::IkSession::follow), radians per frame, 0 or more:
    /// the largest rotation of a joint in addition to the motion itself. Targets that need more
    /// lag. Default `None`: no limit.
    ///
    /// The whole-body solver rotates joints faster if the motion of the targets explains it.
    pub velocity_limit: Option<f32>,
}

/// Whether joints respect their limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
pub enum Limits {
    /// The limits of the rig apply.
    #[default]
    On,
    /// Every joint rotates freely.
    Off,
}

/// The motion of the root: the hips of a humanoid, otherwise the root of the skeleton.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
pub enum Root {
    /// Free while feet are planted or another joint is pinned, or if the root or its child has a
    /// target. Otherwise fixed.
    ///
    /// A root at the end of a limb, or of a chain without branches, rotates: the upper arm of a
    /// single arm, a rope. The root of a machine, which has no limit while other joints have one,
    /// is fixed.
    #[default]
    Auto,
    /// Keeps position and rotation.
    Fixed,
    /// Rotates about its position.
    Rotates,
    /// Moves and rotates.
    Free,
}

/// The posture of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
pub enum Posture {
    /// A humanoid moves arms before trunk and hips. [`solve`](super::IkSession::solve) starts
    /// joints that are still in the rest pose from the relaxed stance.
    #[default]
    Auto,
    /// A humanoid moves arms before trunk and hips, and starts from the given pose.
    Given,
    /// All joints have the same stiffness, and the solve starts from the given pose.
    Uniform,
    /// As [`Self::Auto`], and joints that lead to a target take the most likely pose of a person,
    /// by a statistical prior.
    ///
    /// The prior of `kansetsu-humanoid` applies if at least three of hips, chest, head, hands and
    /// feet have a target or a pin. Legs on planted feet keep the relaxed stance. Needs
    /// [`Options::prior`].
    Likely,
}

/// Whether the feet of a standing humanoid stay planted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
pub enum Feet {
    /// Toes on the floor keep position and rotation, and heels rise if necessary; feet without toes
    /// keep theirs. A leg with a target or a pin is free. [`solve`](super::IkSession::solve) keeps
    /// a foot level within 20° if its target is on the floor.
    #[default]
    Planted,
    /// Feet move with the body.
    Free,
}

/// Whether a humanoid keeps its balance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
pub enum Balance {
    /// The center of mass stays above planted or pinned feet.
    #[default]
    On,
    /// The body may lean without bound.
    Off,
}

/// Whether self-collision is avoided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
pub enum SelfCollision {
    /// The solver keeps the collision pairs of the rig apart.
    #[default]
    On,
    /// Parts may pass through each other.
    Off,
}

impl Options {
    /// The range of [`Self::stiffness`].
    pub const STIFFNESS: [f32; 2] = Body::STIFFNESS;
}

impl Default for Options {
    fn default() -> Self {
        Self {
            limits: Limits::On,
            root: Root::Auto,
            posture: Posture::Auto,
            prior: None,
            feet: Feet::Planted,
            balance: Balance::On,
            self_collision: SelfCollision::On,
            chain_length: None,
            locked: Vec::new(),
            stiffness: Vec::new(),
            solver: None,
            tolerance: 1e-5,
            angle_tolerance: 1e-3,
            restarts: 12,
            strength: 10.0,
            velocity_limit: None,
        }
    }
}

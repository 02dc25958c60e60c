//! The pose prior: the most likely pose of a person whose hips, chest, head, hands or feet are
//! known.
//!
//! A Gaussian over the observed parts of a body (the pelvis' tilt; the positions and rotations of
//! head, chest, hands and feet, relative to the pelvis) and the rotations of its segments. Its
//! conditional mean is a linear function of the known numbers, and so continuous; unknown ones are
//! omitted. The rotations are those of segments relative to a body in a T-pose, not of joints, so
//! one table serves every skeleton with these roles. Starting from the mean, the most likely pose
//! is computed that meets the goals with the body's own lengths. It is the reference pose of the
//! posture ([`Body::with_reference`](kansetsu::d3::solve::Body::with_reference)): the solver meets
//! the goals exactly and respects the limits.
//!
//! ```
//! # use kansetsu::d3::{Goal, Humanoid, Pose, Skeleton, solve::{Body, Root, WholeBody}};
//! # use kansetsu_humanoid::prior::{Prior, PriorBody};
//! # fn natural(skeleton: &Skeleton, humanoid: &Humanoid, goals: &[Goal], now: &Pose) -> Result<Pose, kansetsu::Error> {
//! let mut pose = PriorBody::new(skeleton, humanoid)?.pose_prior(Prior::people()).map_estimate(goals, now, Root::Free)?;
//! let body = Body::new(skeleton).with_reference(&pose)?;
//! WholeBody { root: Root::Free, ..WholeBody::default() }.solve(&body, goals, &mut pose)?;
//! # Ok(pose)
//! # }
//! ```
//!
//! Grochow, Martin, Hertzmann & Popović, *Style-Based Inverse Kinematics* (SIGGRAPH 2004),
//! introduce priors over poses; rotations as two columns of their matrix: Zhou et al., *On the
//! Continuity of Rotation Representations in Neural Networks* (CVPR 2019).

mod body;
mod estimate;
mod information;
#[cfg(feature = "serde")]
mod json;
mod known;
pub(crate) mod layout;
mod learn;
mod meet;
mod pelvis;
mod session;
mod stance;
mod table;

pub use body::PriorBody;
pub use estimate::PosePrior;
pub use learn::Learner;
pub use session::set_default_prior;
pub(crate) use stance::{Habit, LIMBS, Stance};
pub use table::Prior;

//! The session: one type that poses a body for every program.
//!
//! A session is made from a [`Rig`](crate::Rig). It determines the joints that follow a target, the
//! motion of the root, and the rules for posture, balance and self-collision. Each decision is a
//! rule with an option in [`Options`]:
//!
//! | decision | rule | option |
//! | --- | --- | --- |
//! | joints that follow | all between the target's joint and the base, and the ancestors of its frame; an IK stop ends the chain | [`Options::chain_length`], [`Options::locked`] |
//! | base | the hips, otherwise the joint that the rig defines, otherwise the first root; joints above it place the figure | [`Rig::base_joint`](crate::Rig::base_joint) |
//! | root | free while another joint is pinned or planted, or if it or its child has a target; rotates at the end of a single chain; otherwise fixed | [`Options::root`] |
//! | feet | a humanoid's feet on the floor are planted on their toes, unless their leg has a target or a pin; `solve` keeps a foot level whose target is on the floor | [`Options::feet`] |
//! | start | `solve` starts joints in the rest pose from the relaxed stance; `step` continues from the pose | [`Options::posture`] |
//! | recruitment | limbs move before the joints that carry them; a humanoid moves arms, then shoulders, trunk and hips | [`Options::posture`] |
//! | balance | a humanoid's center of mass stays above its planted or pinned feet; trunk and arms help | [`Options::balance`] |
//! | self-collision | arms stay out of trunk, head and each other | [`Options::self_collision`] |
//! | stiffness | in a body without limbs a joint that carries more is stiffer; a humanoid has the stiffness of a person | [`Options::posture`], [`Options::stiffness`] |
//! | pins | a pin that holds, on joints that nothing moves, is not part of the solve | |
//! | limits | the limits of the rig hold | [`Options::limits`] |
//! | solver | the whole-body solver meets all targets at once | [`Options::solver`] |
//!
//! ```
//! use kansetsu::{Budget, IkSession, Options, Rig, Target, d3::{Skeleton, Transform}, glam::Vec3};
//!
//! let mut builder = Skeleton::builder();
//! let mut joint = builder.root("base", Transform::IDENTITY);
//! for _ in 0..4 {
//!     joint = builder.child(joint, format!("segment {joint}"), Transform::from_translation(Vec3::X * 0.25));
//! }
//! let rig = Rig::new(builder.build()?);
//! let mut pose = rig.rest_pose();
//! let mut ik = IkSession::new(&rig, Options::default());
//! ik.set_target(rig.joint("segment 3")?, Target::position([0.4, 0.5, 0.1]));
//! let report = ik.solve(&mut pose, Budget::steps(200))?;
//! assert!(report.distance() < 1e-4);
//! # Ok::<(), kansetsu::Error>(())
//! ```

mod chains;
mod follow;
mod held;
mod ik_session;
mod likely;
mod measure;
mod motion;
mod options;
mod pin;
mod plan;
mod problem;
mod reach;
mod report;
#[cfg(feature = "serde")]
mod request;
mod statistical_prior;
mod target;

pub use ik_session::{Budget, IkSession};
pub use options::{Balance, Feet, Limits, Options, Posture, Root, SelfCollision};
pub use reach::Reach;
pub use report::{Report, TargetReport};
#[cfg(feature = "serde")]
pub use request::{Request, RequestTarget};
pub use statistical_prior::StatisticalPrior;
pub use target::{Region, Rotation, Target};

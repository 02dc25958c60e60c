//! Full-body inverse kinematics: skeletons, limits, goals and solvers for articulated bodies.
//!
//! # Conventions
//!
//! Right-handed, +Y up, metres, radians, seconds, column vectors, `f32` from [`glam`]. A transform
//! is named after what it maps: `parent_from_joint`, `model_from_joint`; products chain
//! (`model_from_parent * parent_from_joint`). Points and directions carry their space in their name
//! (`target_in_model`). *Model space* is the space above the skeleton's roots. Tolerances are
//! relative to a chain's length unless a field says otherwise.
//!
//! Everything is plain data: a solver is a struct of named parameters, a problem is passed by
//! reference, the pose is changed in place and a [`d3::Report`] describes the result. Not reaching
//! a target is not an error; invalid input is, and then the pose is untouched. No output is ever
//! NaN.
//!
//! Results are bit-identical on every platform: no fused multiply-add, no approximate instructions,
//! and one module (`ops`) for every transcendental function.
//!
//! # Example
//!
//! [`IkSession`] poses a body: it determines the joints that follow a target, and respects limits,
//! posture and balance. Solvers of single chains are in [`d3::solve`].
//!
//! ```
//! use kansetsu::{Budget, IkSession, Options, Rig, Target, d3::{Skeleton, Transform}, glam::Vec3};
//!
//! let mut builder = Skeleton::builder();
//! let shoulder = builder.root("shoulder", Transform::IDENTITY);
//! let elbow = builder.child(shoulder, "elbow", Transform::from_translation(Vec3::X * 0.3));
//! builder.child(elbow, "hand", Transform::from_translation(Vec3::X * 0.25));
//! let rig = Rig::new(builder.build()?);
//!
//! let mut pose = rig.rest_pose();
//! let mut ik = IkSession::new(&rig, Options::default());
//! let hand = rig.joint("hand")?;
//! ik.set_target(hand, Target::position([0.2, 0.3, 0.1]));
//! let report = ik.solve(&mut pose, Budget::steps(200))?;
//!
//! assert!(report.distance() < 1e-5);
//! let hand_in_model = rig.skeleton.forward(&pose)[hand.index() as usize].translation;
//! assert!(hand_in_model.distance(Vec3::new(0.2, 0.3, 0.1)) < 1e-5);
//! # Ok::<(), kansetsu::Error>(())
//! ```
//!
//! # Features
//!
//! * `serde`: `Serialize` and `Deserialize` for solvers, limits, goals, poses and other plain data,
//!   `Serialize` for reports. In JSON a solver is `{"solver": "dls"}` and a limit `{"kind":
//!   "hinge", "axis": [1, 0, 0], "min": 0, "max": 2.5}`: omitted parameters have their defaults,
//!   and a bound that is omitted or `null` is open.
//! * `rayon`: [`batch`] uses the threads of the current rayon pool.

mod error;
mod kinematics;
#[cfg(feature = "serde")]
mod open;
mod solve;

pub mod animation;
pub mod batch;
pub mod d2;
pub mod d3;

pub mod classic;
pub mod math;
pub mod ops;
pub mod session;

pub use d3::{JointId, Pose, Rig, Role};
pub use error::{Error, InvalidInstance};
pub use glam;
pub use session::{Budget, IkSession, Options, Target};

//! Many instances of one rig at once: crowds, bulk runs, searches.
//!
//! [`Poses`] holds the poses of many instances as a structure of arrays: four instances share each
//! SIMD register.
//!
//! | function | computes | how |
//! | --- | --- | --- |
//! | [`forward`] | forward kinematics | four instances at a time |
//! | [`solve_chains`] | the same chain in every instance, one goal each | closed forms four instances at a time, everything else one at a time |
//! | [`solve_each`] | anything else: bodies, sessions, aims | one at a time, with reused memory |
//!
//! Every result is bit-identical to that of the single solver, on every machine and for any number
//! of threads. The closed forms for two bones and for even chains are written once, for one
//! instance or for four. They cover limbs and even chains at rest, as long as no limit is active.
//! An instance that is not a common case (a target out of a limb's reach, an active limit, a pole,
//! an orientation) is solved by the single solver, so its time is that of a single solve.
//!
//! With the feature `rayon` the instances are shared among the threads of the current rayon pool;
//! without it they are solved on the calling thread.
//!
//! An instance with invalid input keeps its pose, and the others are solved. The error
//! [`Error::Instances`](crate::Error::Instances) names each such instance.
//!
//! ```
//! use kansetsu::{
//!     batch::{self, Goals, ModelTransforms, Poses},
//!     d3::{Chain, Outcome, Skeleton, Transform, solve::Solver},
//!     glam::Vec3,
//! };
//!
//! let mut builder = Skeleton::builder();
//! let shoulder = builder.root("shoulder", Transform::IDENTITY);
//! let elbow = builder.child(shoulder, "elbow", Transform::from_translation(Vec3::X * 0.30));
//! let hand = builder.child(elbow, "hand", Transform::from_translation(Vec3::X * 0.25));
//! let skeleton = builder.build()?;
//! let chain = Chain::new(&skeleton, shoulder, hand)?;
//!
//! let targets: Vec<Vec3> = (0..1000).map(|i| Vec3::new(0.3, 0.2, 0.0002 * i as f32)).collect();
//! let mut poses = Poses::new(&skeleton.rest_pose(), targets.len());
//! let mut reports = Vec::new();
//! batch::solve_chains(&Solver::default(), &chain, Goals::Positions(&targets), &mut poses, &mut reports)?;
//! assert!(reports.iter().all(|report| report.outcome == Outcome::Reached));
//!
//! let mut model_from_joint = ModelTransforms::default();
//! batch::forward(&skeleton, &poses, &mut model_from_joint)?;
//! assert!(model_from_joint.position(7, hand).distance(targets[7]) < 1e-5);
//! # Ok::<(), kansetsu::Error>(())
//! ```

mod chains;
mod each;
mod forward;
mod parallel;
mod poses;

pub use chains::{Goals, InstanceReport, solve_chains};
pub use each::solve_each;
pub use forward::{ModelTransforms, forward};
pub use poses::Poses;

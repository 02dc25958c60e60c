//! Articulated bodies in the plane.
//!
//! The same terms, file formats and solvers as in [`crate::d3`], with angles as rotations:
//! counter-clockwise from +X, radians. A skeleton in the plane is one in space whose joints are
//! hinges about Z. CCD, FABRIK and damped least squares solve it in that form, for chains and for
//! whole bodies; two bones have a separate closed form. Concepts without a meaning in the plane are
//! missing: twist, Euler angles, bone frames.
//!
//! ```
//! use kansetsu::d2::{Chain, Goal, Interval, Skeleton, Transform, solve::Solver};
//! use kansetsu::glam::Vec2;
//!
//! let mut builder = Skeleton::builder();
//! let mut joint = builder.root("0", Transform::IDENTITY);
//! for index in 1..=5 {
//!     joint = builder.child(joint, index.to_string(), Transform::from_translation(Vec2::X));
//! }
//! let skeleton = builder.build()?;
//!
//! let limits = vec![Some(Interval::new(-1.0, 1.0)); skeleton.len()];
//! let chain = Chain::new(&skeleton, 0, joint)?.with_limits(&limits)?;
//! let mut pose = skeleton.rest_pose();
//! let report = Solver::default().solve(&chain, &Goal::position(joint, Vec2::new(2.0, 3.0)), &mut pose)?;
//!
//! assert!(report.distance() < 1e-3);
//! assert!(pose.locals.iter().all(|local| local.rotation.abs() <= 1.0));
//! # Ok::<(), kansetsu::Error>(())
//! ```

mod blend;
pub(crate) mod chain;
mod filter;
mod goal;
pub mod limit;
mod matching;
mod pose;
mod report;
mod side;
mod skeleton;
pub mod solve;
mod transform;

pub use chain::Chain;
pub use filter::{SmoothPosition, SmoothRotation};
pub use goal::{Goal, Orientation, Region};
pub use limit::Interval;
pub use pose::Pose;
pub use report::{GoalReport, Report};
pub use side::Side;
pub use skeleton::{Joint, Skeleton, SkeletonBuilder};
pub use transform::{Transform, angle_of};

pub use crate::d3::{ActiveLimit, Outcome, Priority, Smoothing};

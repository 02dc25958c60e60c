//! A whole body from a few tracked poses over time: a headset and two hand controllers, optionally
//! with trackers of hips, chest and feet.
//!
//! Each frame, [`BodyTracker::step`]
//!
//! 1. queries the [prior](crate::prior) for the most likely pose with the head, hands and other
//!    trackers there;
//! 2. keeps untracked feet planted, and lets them step when the body has left them: see `steps.rs`;
//! 3. queries the prior again, with the feet;
//! 4. meets the trackers inside the limits by an [`IkSession`](kansetsu::IkSession), from that pose
//!    and as close to it as possible.
//!
//! So tracked parts are at their trackers as far as the body reaches, and planted feet do not
//! slide. A foot leaves the floor with the head in a jump. [`BodyTracker::calibrate`] determines
//! from one pose of a person who stands upright which tracker is which, its offset from the body,
//! and the scale of the figure.
//!
//! ```
//! # use kansetsu::{Error, Rig, glam::{Affine3, Vec3}};
//! # use kansetsu_humanoid::trackers::{BodyTracker, BodyTrackerState, Calibration, TrackedPart};
//! # fn play(rig: &Rig, frames: &[[Option<Affine3>; 3]]) -> Result<(), Error> {
//! let mut tracker = BodyTracker::new(rig, 0.0)?;
//! let stands = frames[0].map(Option::unwrap_or_default);
//! let calibration = tracker.calibrate(&stands, 0.0, Vec3::Z)?;
//! let mut state = BodyTrackerState::default();
//! for worn in frames {
//!     tracker.step(&calibration, worn, 1.0 / 60.0, &mut state)?;
//!     let _pose = state.pose.as_ref();
//! }
//! # Ok(())
//! # }
//! ```

mod body_tracker;
mod calibrate;
mod calibration;
mod steps;

pub use body_tracker::{BodyTracker, BodyTrackerState};
pub use calibration::{Calibration, TrackedPart, TrackerOffset};
pub use steps::{FootPlant, Footsteps};

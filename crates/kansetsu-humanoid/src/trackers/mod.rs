//! A whole body from a few tracked poses over time: a headset and two hand controllers, with
//! trackers of hips, chest and feet where there are.
//!
//! Each frame, [`BodyTracker::step`]
//!
//! 1. asks the [prior](crate::prior) how somebody most likely stands whose head, hands and what
//!    else there is are there;
//! 2. keeps untracked feet planted, and lets them step when the body has left them: see `steps.rs`;
//! 3. asks the prior again, with the feet;
//! 4. meets the trackers inside the limits by an [`IkSession`](kansetsu::IkSession), from that pose
//!    and as near to it as possible.
//!
//! So tracked parts are where they are tracked as far as the body reaches, and planted feet do not
//! slide. A foot leaves the floor with a head that does: who jumps, jumps.
//! [`BodyTracker::calibrate`] finds out from one pose of a person who stands upright which tracker
//! is which, its offset from the body, and the scale of the figure.
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

//! A pose from the keypoints of a picture: one person, one uncalibrated camera.
//!
//! A keypoint defines the ray from the camera to a joint, not its distance. Bone lengths leave two
//! depths for each bone, towards the camera and away from it (C. J. Taylor, *Reconstruction of
//! Articulated Objects from Point Correspondences in a Single Uncalibrated Image*, CVIU 80, 2000).
//! The largest possible image of a bone defines the distance of the person. Here
//!
//! 1. the [prior](crate::prior)'s mean is placed before the camera, at eight headings, and
//!    optimized to the likeliest pose nearby (`fit.rs`): the minimum of the residuals of keypoints,
//!    prior and the camera's tilt;
//! 2. in the best one, the depth of each upper and lower arm and leg is flipped, and kept if that
//!    is likelier (`search.rs`);
//! 3. the mirror image in depth of the result is optimized in the same way: the second result.
//!
//! Moving the joints onto their rays by the whole-body solver afterwards was tried and dropped: the
//! points of a head and of feet contradict each other by their noise. A pose that meets most of
//! them exactly is 5-10 pixels off the others, where the least squares are 2-4 off.
//!
//! Unseen parts follow the prior. The figure is then moved to its rest position, with its heading
//! at rest and its lowest joint as low as at rest; the camera moves with it.

mod camera;
mod estimator;
mod fit;
mod keypoint;
mod search;

pub use camera::{Camera, Lens};
pub use estimator::{PoseEstimate, PoseEstimator};
pub use keypoint::Keypoint;

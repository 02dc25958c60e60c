//! A pose from the points of a picture: one person, one camera, of which nothing else is known.
//!
//! A point of a picture says on which ray from the camera a joint lies, not how far away. Bone
//! lengths leave two depths to each bone, toward the camera and away from it (C. J.
//! Taylor, *Reconstruction of Articulated Objects from Point Correspondences in a Single
//! Uncalibrated Image*, CVIU 80, 2000), and how large a bone may at most be seen tells how far off
//! the person is. Here
//!
//! 1. the [prior](crate::prior)'s mean is put before the camera, facing it in eight directions, and
//!    brought to the likeliest stance nearby (`fit.rs`): the least of how far points lie beside
//!    their joints, how unlike people the stance is, and how the camera is tilted;
//! 2. of the best two each upper and lower arm and leg is turned round in depth, and stays so where
//!    that is likelier (`search.rs`);
//! 3. the mirror image in depth of what is best is settled in the same way: the second answer.
//!
//! Bringing the joints onto their rays by the whole-body solver afterwards was tried and left out:
//! the points of a head and of feet contradict each other by their noise, and what meets most of
//! them exactly lies 5-10 pixels beside the others where the least squares are 2-4 off.
//!
//! What is not seen is as people have it. The figure is then put over where it rests, facing as it
//! does at rest, its lowest joint as low as at rest; the camera goes with it.

mod camera;
mod estimator;
mod fit;
mod keypoint;
mod search;

pub use camera::{Camera, Lens};
pub use estimator::{PoseEstimate, PoseEstimator};
pub use keypoint::Keypoint;

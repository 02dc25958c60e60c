//! Poses that are kept under a name, and put on figures in part and by degree.

mod apply;
mod groups;
mod hand;
mod pose_file;
mod saved_pose;
mod shelf;

pub use apply::Application;
pub use groups::Group;
pub use hand::{HANDS, HandShape, NamedHand, Side};
pub use saved_pose::{SavedJoint, SavedPose};

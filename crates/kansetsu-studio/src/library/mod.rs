//! Poses that are kept under a name, and put on figures in part and by degree.

mod apply;
mod body;
mod groups;
mod hand;
mod pose_file;
mod saved_pose;
mod shelf;

pub use apply::Application;
pub use body::{BodyPose, BodyPoseData, body_poses, group_name, load_body_poses};
pub use groups::Group;
pub use hand::{HANDS, HandShape, NamedHand, Side};
pub use pose_file::{read_poses, write_poses};
pub use saved_pose::{SavedJoint, SavedPose};

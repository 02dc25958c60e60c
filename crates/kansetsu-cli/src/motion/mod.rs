//! Poses over time.

mod edit;
mod frames;
mod goal_keys;
mod measured;
mod moments;
mod play;
mod pose_file;
mod summary;
mod table_file;
mod tracker_file;

pub(crate) use edit::Edit;
pub(crate) use frames::at_frames;
pub(crate) use goal_keys::GoalKeys;
pub(crate) use measured::Measured;
pub(crate) use moments::{MomentArgs, Moments};
pub(crate) use play::play;
pub(crate) use pose_file::PoseFile;
pub(crate) use summary::{SolvedMotion, Summary};
pub(crate) use tracker_file::{TrackerFile, TrackerKeys};

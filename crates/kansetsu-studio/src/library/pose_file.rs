//! A saved pose as a separate file.

use serde_json::{Value, json};

use super::SavedPose;
use crate::document::{Refusal, json};

/// The version of the format that this program writes, and the newest that it reads.
const VERSION: u64 = 1;
/// The field that marks a file as a pose, with the version.
const MARK: &str = "kansetsu_pose";

impl SavedPose {
    /// The text of a pose file: what a project holds of the pose, with its version.
    ///
    /// # Errors
    /// A sentence, should something refuse to be written.
    pub fn to_file(&self) -> Result<String, Refusal> {
        let mut file = json!({ MARK: VERSION });
        let pose = json::value_of(self).map_err(|error| Refusal::from(error.to_string()))?;
        if let (Value::Object(file), Value::Object(pose)) = (&mut file, pose) {
            file.extend(pose);
        }
        Ok(json::laid_out(&file.to_string()))
    }

    /// Reads a pose file.
    ///
    /// # Errors
    /// A sentence with the place of what is wrong.
    pub fn from_file(text: &str) -> Result<Self, Refusal> {
        let value: Value = serde_json::from_str(text).map_err(|error| no_pose(&error))?;
        match value.get(MARK).and_then(Value::as_u64) {
            Some(1..=VERSION) => {}
            Some(found) => return Err(newer(found)),
            None => return Err(no_pose(&format!("the field \"{MARK}\" is missing"))),
        }
        let pose: Self =
            serde_path_to_error::deserialize(&value).map_err(|error| no_pose(&error))?;
        pose.check().map_err(|problem| no_pose(&problem))?;
        Ok(pose)
    }
}

/// The field that marks a file with several poses, with the version.
const MARK_OF_MANY: &str = "kansetsu_poses";

/// The text of a file of poses.
///
/// # Errors
/// A sentence, should something refuse to be written.
pub fn write_poses(poses: &[&SavedPose]) -> Result<String, Refusal> {
    let poses: Result<Vec<Value>, _> = poses.iter().map(json::value_of).collect();
    let poses = poses.map_err(|error| Refusal::from(error.to_string()))?;
    Ok(json::laid_out(&json!({ MARK_OF_MANY: VERSION, "poses": poses }).to_string()))
}

/// Reads a file of poses.
///
/// # Errors
/// A sentence with the place of what is wrong.
pub fn read_poses(text: &str) -> Result<Vec<SavedPose>, Refusal> {
    let mut value: Value = serde_json::from_str(text).map_err(|error| no_pose(&error))?;
    match value.get(MARK_OF_MANY).and_then(Value::as_u64) {
        Some(1..=VERSION) => {}
        Some(found) => return Err(newer(found)),
        None => return Err(no_pose(&format!("the field \"{MARK_OF_MANY}\" is missing"))),
    }
    let poses: Vec<SavedPose> =
        serde_path_to_error::deserialize(value["poses"].take()).map_err(|error| no_pose(&error))?;
    poses.iter().try_for_each(SavedPose::check).map_err(|problem| no_pose(&problem))?;
    Ok(poses)
}

fn newer(found: u64) -> Refusal {
    Refusal::made(
        format!(
            "The pose has format version {found}; this program supports up to version {VERSION}. \
             Use a newer Kansetsu."
        ),
        format!(
            "このポーズの形式バージョンは {found} です。このプログラムが対応しているのは {VERSION} までです。新しい Kansetsu をお使いください。"
        ),
    )
}

fn no_pose(reason: &impl ToString) -> Refusal {
    let reason = reason.to_string();
    Refusal::made(
        format!("Not a Kansetsu pose: {reason}"),
        format!("Kansetsu のポーズファイルではありません: {reason}"),
    )
}

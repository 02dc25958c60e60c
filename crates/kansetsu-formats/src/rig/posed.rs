//! A pose as a list of joints with their local transforms.

use kansetsu::d3::{Pose, Skeleton};
use kansetsu::glam::{Quat, Vec3};
use serde_json::{Value, json};

use super::RestEntry;
use super::from_figure::rest_entry;
use super::labels::Labels;

/// The joints that differ from rest in `pose`, named as in a rig file.
pub(crate) fn pose_value(skeleton: &Skeleton, pose: &Pose, numbers: &[usize]) -> Value {
    let labels = Labels::new(skeleton, numbers);
    let joints = skeleton.joints().iter().zip(&pose.locals).enumerate();
    json!(
        joints
            .filter_map(|(index, (joint, now))| rest_entry(labels.of(index), now, &joint.rest))
            .collect::<Vec<_>>()
    )
}

/// The pose that [`pose_value`] wrote, with one message for each entry that does not fit the
/// skeleton.
///
/// # Errors
/// A message, for a value that is not such a list.
pub(crate) fn pose_from_value(
    value: &Value,
    skeleton: &Skeleton,
    numbers: &[usize],
) -> Result<(Pose, Vec<String>), String> {
    let entries: Vec<RestEntry> =
        serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
    let labels = Labels::new(skeleton, numbers);
    let (mut pose, mut misfits) = (skeleton.rest_pose(), Vec::new());
    for (index, entry) in entries.iter().enumerate() {
        match labels.find(&entry.joint).and_then(|joint| Ok((joint, checked(entry)?))) {
            Ok((joint, entry)) => entry.put_on(&mut pose.locals[joint]),
            Err(problem) => misfits.push(format!("[{index}]: {problem}")),
        }
    }
    Ok((pose, misfits))
}

/// The entry, if its numbers are a transform.
fn checked(entry: &RestEntry) -> Result<&RestEntry, String> {
    let numbers = entry
        .translation
        .iter()
        .chain(&entry.scale)
        .flatten()
        .chain(entry.rotation.iter().flatten());
    let is_finite = numbers.into_iter().all(|number| number.is_finite());
    let is_turn =
        entry.rotation.is_none_or(|rotation| Quat::from_array(rotation).length_squared() > 1e-12);
    if is_finite && is_turn { Ok(entry) } else { Err(format!("{entry:?} is not a transform")) }
}

impl RestEntry {
    /// Replaces the parts of a local transform that the entry names.
    pub(super) fn put_on(&self, local: &mut kansetsu::d3::Transform) {
        local.translation = self.translation.map_or(local.translation, Vec3::from_array);
        local.rotation =
            self.rotation.map_or(local.rotation, |rotation| Quat::from_array(rotation).normalize());
        local.scale = self.scale.map_or(local.scale, Vec3::from_array);
    }
}

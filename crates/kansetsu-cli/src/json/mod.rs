//! The stable JSON interface for other programs. `docs/reference/json.md` documents it.

mod joints;
mod layout;
mod solved;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::escape::escaped_json;

pub(crate) use joints::{JointEntry, JointState, joint_entries, joint_states};
pub(crate) use solved::{ActiveLimitEntry, GoalEntry, SolvedGoals, tenths};

/// The JSON of `fk`.
#[derive(Debug, Serialize)]
pub(crate) struct Stance {
    pub(crate) joints: Vec<JointState>,
    /// Of a robot: radians, or metres for prismatic joints, by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) values: Option<BTreeMap<String, f64>>,
}

/// The document as text with a final line feed.
pub(crate) fn text(document: &impl Serialize) -> anyhow::Result<String> {
    layout::lines(document).map(escaped_json)
}

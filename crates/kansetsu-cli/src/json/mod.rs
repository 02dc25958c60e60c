//! The JSON that other programs rely on. `docs/reference/json.md` describes it for them.

mod joints;
mod layout;
mod solved;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::escape::escaped_json;

pub(crate) use joints::{JointEntry, JointState, joint_entries, joint_states};
pub(crate) use solved::{ActiveLimitEntry, GoalEntry, SolvedGoals, tenths};

/// What `fk` gives.
#[derive(Debug, Serialize)]
pub(crate) struct Stance {
    pub(crate) joints: Vec<JointState>,
    /// Of a robot: radians, or metres of slides, by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) values: Option<BTreeMap<String, f64>>,
}

/// The document as text that ends with a line feed.
pub(crate) fn text(document: &impl Serialize) -> anyhow::Result<String> {
    layout::lines(document).map(escaped_json)
}

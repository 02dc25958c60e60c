//! The state of the list of joints.

/// The list of joints.
#[derive(Default)]
pub struct TreeState {
    /// What is written in the field that finds joints.
    pub finder: String,
    /// Whether the list goes to the active joint.
    pub scrolls_to_active: bool,
    pub(crate) last_selection: Option<usize>,
}

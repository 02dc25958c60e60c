//! Selecting joints and figures.

/// What is selected: joints of one actor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Index into [`Content::actors`](super::Content::actors); meaningless when there is none.
    pub actor: usize,
    /// Joints of that actor; the last one is the active one.
    pub joints: Vec<usize>,
}

impl Selection {
    /// The joint that was selected last.
    #[must_use]
    pub fn active_joint(&self) -> Option<usize> {
        self.joints.last().copied()
    }

    /// Whether this joint is selected.
    #[must_use]
    pub fn contains(&self, joint: usize) -> bool {
        self.joints.contains(&joint)
    }

    /// Selects this joint alone.
    pub fn set(&mut self, joint: usize) {
        self.joints = vec![joint];
    }

    /// Adds the joint as the active one, or takes it out when it is the active one already.
    pub fn toggle(&mut self, joint: usize) {
        let was_active = self.active_joint() == Some(joint);
        self.joints.retain(|&other| other != joint);
        if !was_active {
            self.joints.push(joint);
        }
    }
}

//! What a drag gives.

use kansetsu::{
    d3::{ActiveLimit, Outcome, Pose},
    glam::Vec3,
};

/// The pose for where the pointer is, and what to show with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Posed {
    /// The pose of the whole figure.
    pub pose: Pose,
    /// How the solve ended.
    pub outcome: Outcome,
    /// Where the pointer wants the grabbed point, in world space, metres.
    pub target: Vec3,
    /// Where the grabbed point is, in world space, metres: the other end of the rubber line.
    pub reached: Vec3,
    /// The distance between them, metres; 0 within the measurable.
    pub distance: f32,
    /// The active bounds of joints.
    pub active_limits: Vec<ActiveLimit>,
    /// How many rounds it took.
    pub iterations: usize,
    /// The joints whose transform is not the one at the press, ascending: what a key is written
    /// for.
    pub moved: Vec<usize>,
}

impl Posed {
    /// A pose whose grabbed point is where the pointer wants it, without a solve.
    #[must_use]
    pub const fn reached(pose: Pose, place: Vec3, moved: Vec<usize>) -> Self {
        Self {
            pose,
            outcome: Outcome::Reached,
            target: place,
            reached: place,
            distance: 0.0,
            active_limits: Vec::new(),
            iterations: 0,
            moved,
        }
    }
}

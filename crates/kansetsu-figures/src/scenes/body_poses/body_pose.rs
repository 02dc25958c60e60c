//! A pose of the library, and its group.

use super::place::Place;
use crate::scenes::everyday::Everyday;

/// A pose of the library.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyPose {
    /// The name in Japanese; the one in English is that of the goals.
    pub japanese: &'static str,
    /// The group in which it is listed.
    pub group: PoseGroup,
    /// The names of the shapes of the left and the right hand. The solver does not move fingers.
    pub hands: [&'static str; 2],
    /// The goals.
    pub goals: Everyday,
    /// Where the solved pose is put.
    pub place: Place,
}

/// A group of body poses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PoseGroup {
    /// On both feet or one, at one place.
    Stand,
    /// On a chair or on the ground, kneeling, squatting.
    Sit,
    /// On the ground with the whole body, or on hands and knees.
    Lie,
    /// Phases of a step, and ways of walking.
    Walk,
    /// Phases of a run, and jumps.
    Run,
    /// With fists, feet and weapons.
    Fight,
    /// What people do while they wait.
    Idle,
    /// With things of daily life.
    Everyday,
    /// Two poses that belong together: two figures with the same origin fit each other.
    Pair,
}

impl PoseGroup {
    /// Every group, in the order of lists.
    pub const ALL: [Self; 9] = [
        Self::Stand,
        Self::Sit,
        Self::Lie,
        Self::Walk,
        Self::Run,
        Self::Fight,
        Self::Idle,
        Self::Everyday,
        Self::Pair,
    ];

    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stand => "stand",
            Self::Sit => "sit",
            Self::Lie => "lie",
            Self::Walk => "walk",
            Self::Run => "run",
            Self::Fight => "fight",
            Self::Idle => "idle",
            Self::Everyday => "everyday",
            Self::Pair => "pair",
        }
    }
}

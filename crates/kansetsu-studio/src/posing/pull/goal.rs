//! What is wanted of a joint.

use kansetsu::glam::{Quat, Vec3};

/// What a goal wants, in model space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::posing) enum Want {
    /// The joint at a place, metres.
    Place(Vec3),
    /// The joint turned so.
    Turn(Quat),
}

/// One wish of three numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::posing) struct PullGoal {
    /// The joint.
    pub(in crate::posing) joint: usize,
    /// What is wanted of it.
    pub(in crate::posing) want: Want,
    /// How hard it pulls at most. Whatever takes less is done in full.
    pub(super) strength: f32,
    /// Whether anything moves it.
    pub(super) is_moved: bool,
    /// Its node in the tree.
    pub(super) node: usize,
    /// How far off it is: in body sizes, or radians times [`LEVER`].
    pub(super) miss: Vec3,
}

/// A radian counts as much as this part of the body's size.
pub(super) const LEVER: f32 = 0.2;

/// How hard the dragged joint pulls.
const WISH: f32 = 0.05;

/// How hard a pin pulls: nothing else can move it.
const PIN: f32 = 1.0;

/// A miss below this (in body sizes) pulls less than with all strength: without it the pull would turn round at the goal in no time.
const NEAR: f32 = 1e-6;

impl PullGoal {
    /// Pulls as the dragged joint does.
    pub(in crate::posing) fn wish(joint: usize, want: Want) -> Self {
        Self { joint, want, strength: WISH, is_moved: false, node: 0, miss: Vec3::ZERO }
    }

    /// Nothing else can move it.
    pub(in crate::posing) fn pin(joint: usize, want: Want) -> Self {
        Self { strength: PIN, ..Self::wish(joint, want) }
    }

    pub(super) fn is_pin(&self) -> bool {
        self.strength >= PIN
    }

    /// How much the square of the miss counts now, so that all of it pulls with its strength.
    #[inline]
    pub(super) fn weight(&self) -> f32 {
        self.strength / self.miss.length().max(NEAR)
    }

    /// What the miss costs: twice its length, times the strength.
    #[inline]
    pub(super) fn cost(&self) -> f32 {
        let miss = self.miss.length();
        self.strength * if miss <= NEAR { miss * miss / NEAR } else { 2.0 * miss - NEAR }
    }
}

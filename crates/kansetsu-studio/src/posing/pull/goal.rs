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
    /// How much a miss costs; pins cost so much that nothing else can move them.
    pub(in crate::posing) weight: f32,
    /// By how much a pin weighs more than usual.
    pub(super) firmness: f32,
    /// Whether anything moves it.
    pub(super) is_moved: bool,
    /// Its node in the tree.
    pub(super) node: usize,
    /// How far off it is: in body sizes, or radians times [`LEVER`].
    pub(super) miss: Vec3,
    /// What earlier rounds missed it by, added to what is wanted.
    pub(super) carried: Vec3,
}

/// A radian counts as much as this part of the body's size.
pub(super) const LEVER: f32 = 0.2;

/// The weight of a pin beside the dragged joint's 1.
const PIN: f32 = 30.0;

/// From this miss on (in body sizes) a wish pulls no harder: what is far out of reach pulls no more than what is just out of reach.
const FIRM: f32 = 0.05;

impl PullGoal {
    /// What is missing with what was carried over.
    #[inline]
    pub(super) fn wanted(&self) -> Vec3 {
        self.miss + self.carried
    }

    pub(super) fn is_pin(&self) -> bool {
        self.weight >= PIN
    }

    /// How much a miss counts now (Huber's weights).
    #[inline]
    pub(super) fn present_weight(&self) -> f32 {
        let miss = self.wanted().length();
        if self.is_pin() || miss <= FIRM { self.weight * self.firmness } else { self.weight * FIRM / miss }
    }

    /// What the miss costs: its square, and beyond [`FIRM`] its length.
    #[inline]
    pub(super) fn cost(&self) -> f32 {
        let miss = self.wanted().length();
        self.weight * self.firmness * if self.is_pin() || miss <= FIRM { miss * miss } else { FIRM * (2.0 * miss - FIRM) }
    }

    /// Carries what is missed over to the next round.
    pub(super) fn carry(&mut self) {
        self.carried += if self.is_pin() { self.miss } else { self.miss.clamp_length_max(FIRM) };
    }
    /// A wish that gives way to others as its weight says.
    pub(in crate::posing) fn wish(joint: usize, want: Want, weight: f32) -> Self {
        Self { joint, want, weight, firmness: 1.0, is_moved: false, node: 0, miss: Vec3::ZERO, carried: Vec3::ZERO }
    }

    /// A wish that nothing else can move.
    pub(in crate::posing) fn pin(joint: usize, want: Want) -> Self {
        Self::wish(joint, want, PIN)
    }
}

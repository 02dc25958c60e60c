//! What a user does.

/// The keys that are held: W A S D or the arrows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// W or the arrow up.
    pub up: bool,
    /// S or the arrow down.
    pub down: bool,
    /// A or the arrow to the left.
    pub left: bool,
    /// D or the arrow to the right.
    pub right: bool,
}

impl Held {
    /// The direction of the keys: -1, 0 or 1 to the right and up.
    #[must_use]
    pub fn way(self) -> [f32; 2] {
        let sign = |plus: bool, minus: bool| f32::from(i8::from(plus) - i8::from(minus));
        [sign(self.right, self.left), sign(self.up, self.down)]
    }
}

/// What the pointer, a mouse or a finger, does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// It goes down here.
    Down,
    /// It is down and moves.
    Drag,
    /// It moves without being pressed.
    Hover,
}

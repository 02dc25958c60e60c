//! How far the pointer has come since the press.

use kansetsu::glam::Vec2;

/// The pointer, with the keys that are held.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pointer {
    /// Pixels from the view's upper left corner.
    pub pixel: Vec2,
    /// Whether it counts for a tenth (Shift).
    pub slow: bool,
    /// Whether its way up and down moves the target away and nearer (Alt).
    pub in_depth: bool,
}

impl Pointer {
    /// The pointer without keys.
    #[must_use]
    pub const fn at(pixel: Vec2) -> Self {
        Self { pixel, slow: false, in_depth: false }
    }
}

/// What Shift makes of a pixel.
const SLOW: f32 = 0.1;

/// The way of the pointer, in pixels across the picture and into it.
///
/// As long as the keys stay as they are it is the difference of two places, so it is zero, to the
/// bit, at the pixel of the press. When a key changes, the way so far is kept and continues from
/// there: nothing jumps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Travel {
    anchor: Pointer,
    across_before: Vec2,
    depth_before: f32,
}

/// Where the pointer has come to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Way {
    /// Pixels to the right and down.
    pub(crate) across: Vec2,
    /// Pixels away from the viewer.
    pub(crate) depth: f32,
}

impl Way {
    pub(crate) const NONE: Self = Self { across: Vec2::ZERO, depth: 0.0 };
}

impl Travel {
    pub(crate) fn new(press: Pointer) -> Self {
        Self { anchor: press, across_before: Vec2::ZERO, depth_before: 0.0 }
    }

    /// The way to here. Changes only when the keys do.
    pub(crate) fn to(&mut self, pointer: Pointer) -> Way {
        if (pointer.slow, pointer.in_depth) != (self.anchor.slow, self.anchor.in_depth) {
            let Way { across, depth } = self.way(Pointer { pixel: pointer.pixel, ..self.anchor });
            (self.across_before, self.depth_before, self.anchor) = (across, depth, pointer);
        }
        self.way(pointer)
    }

    fn way(&self, pointer: Pointer) -> Way {
        let gain = if pointer.slow { SLOW } else { 1.0 };
        let moved = if pointer.pixel.is_finite() {
            (pointer.pixel - self.anchor.pixel) * gain
        } else {
            Vec2::ZERO
        };
        let (across, depth) = if pointer.in_depth { (Vec2::ZERO, -moved.y) } else { (moved, 0.0) };
        Way { across: self.across_before + across, depth: self.depth_before + depth }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changing_keys_does_not_jump_and_slow_is_a_tenth() {
        let press = Pointer::at(Vec2::new(100.0, 50.0));
        let mut travel = Travel::new(press);
        assert_eq!(travel.to(Pointer::at(Vec2::new(120.0, 50.0))).across, Vec2::new(20.0, 0.0));
        let slow = Pointer { slow: true, ..Pointer::at(Vec2::new(120.0, 50.0)) };
        assert_eq!(travel.to(slow).across, Vec2::new(20.0, 0.0));
        assert_eq!(
            travel.to(Pointer { pixel: Vec2::new(130.0, 50.0), ..slow }).across,
            Vec2::new(21.0, 0.0)
        );
        let deep = Pointer { in_depth: true, ..Pointer::at(Vec2::new(130.0, 50.0)) };
        assert_eq!(travel.to(deep), Way { across: Vec2::new(21.0, 0.0), depth: 0.0 });
        let deeper = Pointer { pixel: Vec2::new(170.0, 40.0), ..deep };
        assert_eq!(travel.to(deeper), Way { across: Vec2::new(21.0, 0.0), depth: 10.0 });
        assert_eq!(Travel::new(press).to(press), Way::NONE);
    }
}

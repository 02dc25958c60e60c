//! What is grabbed.

use kansetsu::classic::FrameAxis;

use crate::viewport::Axis;

/// What the pointer was pressed on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Grip {
    /// A joint, or the centre of the gizmo at it: it follows the pointer, and others turn so
    /// that it can.
    Joint(usize),
    /// An arrow of the gizmo: the joint follows along one axis of the settings' space.
    Along(usize, Axis),
    /// A ring of the gizmo: the joint itself turns, nothing else.
    Turn(usize, About),
    /// A ring, too: the joint turns where it is, and others give way so that it can.
    Orient(usize, About),
    /// The elbow or knee of a limb (an index into the rig's limbs): base and tip stay, the middle
    /// swings about the line between them.
    Middle(usize),
    /// The handle that shows where a limb's middle points.
    Pole(usize),
    /// A joint in the way of the published pose editor, without limits.
    Classic(usize, Classic),
}

/// What a joint is rotated about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// An axis of the settings' space.
    Axis(Axis),
    /// The line of sight.
    Sight,
    /// Whatever axis lies across the pointer's way, as if a ball were rolled.
    Free,
}

/// The drags of the published pose editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Classic {
    /// Cyclic coordinate descent from the joint upwards.
    Rotate,
    /// The same, about one axis of the bone's frame; the pointer's way to the right and up is the
    /// angle.
    RotateAbout(FrameAxis),
    /// The joint's parent is moved.
    Move,
    /// The same, along one axis of the bone's frame.
    MoveAlong(FrameAxis),
}

impl Grip {
    /// The joint that it is about: a limb's middle for what swings it.
    #[must_use]
    pub fn joint(&self, limbs: &[kansetsu::d3::Limb]) -> Option<usize> {
        match *self {
            Self::Joint(joint)
            | Self::Along(joint, _)
            | Self::Turn(joint, _)
            | Self::Orient(joint, _)
            | Self::Classic(joint, _) => Some(joint),
            Self::Middle(limb) | Self::Pole(limb) => limbs.get(limb).map(|limb| limb.middle),
        }
    }
}

//! What the pointer is doing in the viewport.

use kansetsu::glam::Vec2;

use super::{Handle, navigation::Navigation, touchable::JointAt};
use crate::viewport::Touched;

/// What the pointer is doing.
#[derive(Clone, Debug, Default)]
pub enum Gesture {
    /// Nothing is pressed.
    #[default]
    Idle,
    /// Pressed on something, not yet far enough away for a drag.
    Press(Press),
    /// The camera follows.
    Navigate(Navigation),
    /// What was pressed is dragged.
    Drag,
    /// A handle of a limit is dragged.
    Limit,
    /// Joints are selected in a box.
    Box(SelectBox),
    /// Two fingers; until all are lifted.
    Pinch,
}

/// A box over the viewport; the joints in it are selected when it is released.
#[derive(Clone, Copy, Debug)]
pub struct SelectBox {
    /// Opposite corners, pixels of the viewport.
    pub corners: [Vec2; 2],
    /// Whether the joints that are selected stay so.
    pub adds: bool,
}

/// A press that may become a drag or stay a click.
#[derive(Clone, Debug)]
pub struct Press {
    pub(super) at: Vec2,
    pub(super) target: JointAt,
    pub(super) touched: Vec<(JointAt, Touched)>,
    pub(super) handle: Option<Handle>,
}

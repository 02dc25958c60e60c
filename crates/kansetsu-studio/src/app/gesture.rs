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
    /// Two fingers; until all are lifted.
    Pinch,
}

/// A press that may become a drag or stay a click.
#[derive(Clone, Debug)]
pub struct Press {
    pub(super) at: Vec2,
    pub(super) target: JointAt,
    pub(super) touched: Vec<(JointAt, Touched)>,
    pub(super) handle: Option<Handle>,
}

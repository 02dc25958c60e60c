//! The call that poses a rig.

use bevy_reflect::Reflect;

/// The call that poses a rig in every frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
pub enum IkMethod {
    /// Meets the targets on top of an animation: [`kansetsu::IkSession::follow`]. A hierarchy
    /// without animation keeps its transforms as motion.
    /// Without targets and pins, the animation plays alone.
    #[default]
    Follow,
    /// Continues from the present pose, as in a drag: [`kansetsu::IkSession::step`].
    Step,
    /// Solves every frame by itself: [`kansetsu::IkSession::solve`]. Needs 200 steps or more.
    Solve,
}

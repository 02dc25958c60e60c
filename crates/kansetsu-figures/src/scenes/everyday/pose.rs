//! An everyday pose as plain data.

use kansetsu::d3::Goal;

use super::super::Prop;

/// A well-known pose and the goals for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Everyday {
    /// The name, for lists and labels.
    pub name: &'static str,
    /// The goals: first those of the user, then the pins of the supports. Joints are the
    /// mannequin's.
    pub goals: Vec<Goal>,
    /// The number of goals from the user; the others are pins.
    pub asked: usize,
    /// The joints of each support of the body, a foot with its toes, for example. Empty if the
    /// supports are unknown.
    pub stands: Vec<Vec<usize>>,
    /// The boxes of the scene and in the hands.
    pub things: Vec<Thing>,
}

/// A box of the scene, or one that a joint carries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thing {
    /// The box; in the joint's own frame where a joint carries it.
    pub prop: Prop,
    /// The joint that carries it.
    pub carried_by: Option<usize>,
}

//! An everyday pose as plain data.

use kansetsu::d3::Goal;

use super::super::Prop;

/// A pose that everybody knows, and what to ask for to have it.
#[derive(Clone, Debug, PartialEq)]
pub struct Everyday {
    /// What it is, for lists and labels.
    pub name: &'static str,
    /// What is wanted, first what the user asks for, then the pins of what stands. Joints are the mannequin's.
    pub goals: Vec<Goal>,
    /// How many of the goals the user asks for; the others are pins.
    pub asked: usize,
    /// What carries the body: the joints of each support, a foot with its toes, for example. Empty where nothing is known of it.
    pub stands: Vec<Vec<usize>>,
    /// What stands about or is held.
    pub things: Vec<Thing>,
}

/// A box that stands about, or that a joint carries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thing {
    /// The box; in the joint's own frame where a joint carries it.
    pub prop: Prop,
    /// The joint that carries it.
    pub carried_by: Option<usize>,
}

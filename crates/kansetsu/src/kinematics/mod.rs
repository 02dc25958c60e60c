//! The kinematics that solvers share: degrees of freedom, the joint tree, and its mobility `J W
//! Jᵀ`.
//!
//! All values are in double precision and in *body sizes*: lengths are divided by the longest path
//! from a root to a target.

mod freedom;
mod mobility;
mod space;
mod tree;

pub(crate) use freedom::{Freedom, Random};
pub(crate) use mobility::{Mobility, Screw};
pub(crate) use space::Space;
pub(crate) use tree::{NONE, Node, Point, State, Tree, TreeJoint};

//! Continuity: whether small motions of the goals are small motions of the joints.
//!
//! Goals move in steps of a thousandth of the reach. A *jump* is a step in which a joint rotates by
//! more than 3°.

mod dead_end;
pub mod path;
pub mod soft;
mod steps;
pub mod still;
pub mod sweep;
mod turn;

pub use steps::{COLUMNS, From, JUMP, follow};
pub use turn::most_turned;

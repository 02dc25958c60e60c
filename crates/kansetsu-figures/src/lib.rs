//! The embedded figures, built by code, and the scenes that show them.
//!
//! A figure is made when it is asked for, in a few milliseconds; nothing is read from a file, and
//! the same bits come out on every machine.
//!
//! ```
//! let mannequin = kansetsu_figures::figure("mannequin").expect("an embedded figure");
//! assert!(mannequin.rig.skeleton.find("LeftHand").is_ok());
//! ```

mod arm;
mod catalogue;
mod hand;
mod leg;
mod mannequin;
mod model;
mod quadruped;
mod robot_arm;
pub mod sample;
pub mod scenes;
mod spine;
mod tentacle;

pub use arm::arm;
pub use catalogue::{NAMES, describe, figure};
pub use hand::hand;
pub use leg::leg;
pub use mannequin::mannequin;
pub use quadruped::quadruped;
pub use robot_arm::robot_arm;
pub use spine::spine;
pub use tentacle::tentacle;

//! The embedded figures, built in code, and their scenes.
//!
//! A figure is built on request, in a few milliseconds; no file is read, and the result is
//! bit-identical on every machine.
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
mod prop;
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
pub use prop::PROPS;
pub use quadruped::quadruped;
pub use robot_arm::robot_arm;
pub use spine::spine;
pub use tentacle::tentacle;

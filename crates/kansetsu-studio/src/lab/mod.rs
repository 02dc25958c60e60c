//! The lab in the studio. In a window it takes the place of everything else. In a page there is no
//! room for it in what must be loaded before the first drag, so there the [host](crate::app::Host)
//! opens it beside the studio, as a separate program.

#[cfg_attr(target_arch = "wasm32", path = "beside.rs")]
#[cfg_attr(not(target_arch = "wasm32"), path = "inside.rs")]
mod place;
mod room;

pub use place::{open_lab, show_lab, state};
pub use room::Room;

//! The lab while it is open.

/// The lab, while it is open.
#[cfg(not(target_arch = "wasm32"))]
pub use kansetsu_lab::window::Room;

/// Nothing of the lab is in the studio's program.
#[cfg(target_arch = "wasm32")]
pub enum Room {}

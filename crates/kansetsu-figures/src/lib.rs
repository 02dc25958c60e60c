//! The embedded figures, built by code, and the scenes that show them.
//!
//! A figure is made when it is asked for; nothing is read from a file, and the same bits come out on every machine.
//!
//! ```
//! let mannequin = kansetsu_figures::figure("mannequin").expect("an embedded figure");
//! assert!(mannequin.rig.skeleton.find("LeftHand").is_ok());
//! ```

mod mannequin;
mod model;

pub use mannequin::mannequin;

/// The embedded figure of this name.
#[must_use]
pub fn figure(name: &str) -> Option<kansetsu_formats::Figure> {
    match name {
        "mannequin" => Some(mannequin()),
        _ => None,
    }
}

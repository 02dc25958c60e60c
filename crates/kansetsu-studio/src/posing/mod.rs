//! Drags: what the pointer makes of the pose at the press.
//!
//! A [`Drag`] begins when the pointer is pressed on something ([`Grip`]) of a figure ([`Subject`]);
//! [`Drag::at`] returns the pose for the pointer's position. Going back to the pixel of the press
//! returns the pose of the press, to the bit. Where more than one pose serves, a drag of the
//! whole body stays with the one that it has: that is all that it remembers of the way of the
//! pointer. The owner of the drag decides what becomes of the pose: this module edits nothing.

mod classic_drag;
mod contact;
mod dial;
mod drag;
mod floor;
mod grip;
pub mod limits;
mod mirroring;
mod numbers;
mod posed;
mod reach;
mod relax;
mod settings;
mod stance;
mod strain;
mod subject;
mod swivel;
mod target;
mod travel;
mod turn_joint;
mod why;

pub use drag::{Drag, keeps_tip, pole_place};
pub use floor::{OnFloor, lowest_point, on_the_floor};
pub use grip::{About, Classic, Grip};
pub use mirroring::side_of;
pub use numbers::{Numbers, with_joint_at};
pub use posed::Posed;
pub use reach::{baking, solve};
pub use relax::relaxed;
pub use settings::{Method, RootMotion, Settings, Snap, Space};
pub use stance::relaxed_stance;
pub use strain::strain;
pub use subject::{Subject, is_trunk};
pub use swivel::{CirclePoint, ElbowCircle, KeepsTip, Limited, Swivel};
pub use travel::Pointer;
#[cfg(feature = "window")]
pub(crate) use travel::{Travel, Way};
pub use why::{Hindrance, Obstacle};

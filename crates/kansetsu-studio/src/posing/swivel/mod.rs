//! The one freedom that a limb has when its ends stay: its middle goes round the line between them.
//!
//! A swivel of 0 is where the middle is now; positive angles turn about the line from base to tip.
//! Only the base turns (and the tip turns back, when it is to keep its turn in space), so what is
//! allowed follows from two limits.

mod circle;
mod limb_swivel;

pub use circle::{CirclePoint, ElbowCircle};
pub use limb_swivel::{KeepsTip, Limited, Swivel};

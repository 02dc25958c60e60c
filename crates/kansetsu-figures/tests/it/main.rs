//! What the embedded figures promise.

mod anatomy;
mod balance;
mod catalogue;
mod everyday;
mod limits;
mod mesh;
mod retarget;
mod scenes;

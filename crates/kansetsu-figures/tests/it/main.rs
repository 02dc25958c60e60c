//! What the embedded figures promise.

mod anatomy;
mod catalogue;
mod everyday;
mod limits;
mod mesh;
mod scenes;

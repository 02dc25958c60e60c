//! What the embedded figures promise.

mod anatomy;
mod catalogue;
mod limits;
mod mesh;
mod scenes;

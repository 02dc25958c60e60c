//! What the graphics card draws, with a software driver where there is no other.

mod bodies;
mod layers;
mod shapes;
mod skins;
mod stage;

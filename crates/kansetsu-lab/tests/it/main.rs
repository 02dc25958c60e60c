//! What the pages promise: what they show is what the library says when it is called directly.

mod character;
mod editor;
mod elbow;
mod lens;
mod limbs;
mod pages;
#[cfg(feature = "picture")]
mod pictures;
mod race;
mod reach;
mod swivel;
mod tentacles;

//! What the pictures promise.

mod capsule;
mod corpus;
mod errors;
mod golden;
mod pictures;
mod sheets;
mod surfaces;
mod svg;

//! Tests of the promises about pictures.

mod capsule;
mod corpus;
mod errors;
mod golden;
mod pictures;
mod sheets;
mod silhouette;
#[path = "../../../kansetsu-formats/tests/it/skip.rs"]
mod skip;
mod surfaces;
mod svg;

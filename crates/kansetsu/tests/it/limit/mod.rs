//! What a joint may do: the laws that every limit keeps.

pub mod cases;
mod defined;
mod derivative;
mod laws;
mod nearest;
mod oracle;

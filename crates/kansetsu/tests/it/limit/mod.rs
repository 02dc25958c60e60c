//! Joint limits: the properties that every limit has.

pub mod cases;
mod defined;
mod derivative;
mod laws;
mod nearest;
mod oracle;

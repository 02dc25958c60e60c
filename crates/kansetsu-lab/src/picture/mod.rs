//! Pictures and films of the pages, on the CPU, the same bytes on every run.
//!
//! On the left what the lab page draws, on the right its name, its formulas with the numbers of the
//! moment, and those numbers.

mod film;
mod grid;
mod letters;
mod sheet;
mod wrap;

pub use film::film;
pub use letters::Letters;
pub use sheet::{Format, still, worksheet};

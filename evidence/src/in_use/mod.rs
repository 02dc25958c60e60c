//! Bodies in use: dragged, fed back frame by frame, overconstrained, on figures that were not made
//! for the test.
//!
//! Every row is also measured with a solver that returns its input and with one that returns random
//! poses, and must fall short then.

mod budget;
mod circle;
mod drags;
mod figures;
mod humanoid;
mod judged;
mod mover;
mod one_too_far;
mod random_trees;
mod speed;
mod squat;
mod trees;
mod uneven;
pub mod ways;
pub mod worst;

use crate::suite::Suite;
use kansetsu_evidence::clock;

pub use mover::Control;

/// Measures the chapter.
pub fn rows(suite: &mut Suite, control: Control) {
    drags::rows(suite, control);
    one_too_far::rows(suite, control);
    circle::rows(suite, control);
    squat::rows(suite, control);
    speed::rows(suite, control);
    budget::rows(suite, control);
    random_trees::rows(suite, control);
    uneven::rows(suite, control);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{entry::Verdict, scale::Scale};

    /// A promise is only meaningful if doing nothing breaks it.
    #[test]
    fn a_solver_that_returns_its_input_or_a_random_pose_fails_every_row() {
        let mut suite = Suite::new(Scale::TEST, String::new(), false);
        for control in [Control::Nothing, Control::Random] {
            rows(&mut suite, control);
        }
        let entries = || {
            suite
                .sections
                .iter()
                .flat_map(|section| section.entries.iter().map(move |entry| (section.title, entry)))
        };
        assert!(entries().count() > 0);
        for (title, entry) in entries().filter(|(_, entry)| entry.verdict != Verdict::Told) {
            assert_eq!(
                entry.verdict,
                Verdict::FallsShort,
                "{title}: {}: {:?}",
                entry.name,
                entry.cells
            );
        }
    }
}

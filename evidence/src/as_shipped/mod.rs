//! The session as programs use it: default options, on embedded figures and on real files.
//!
//! Every row is also measured with a session that does not change the pose and with one that
//! returns random poses, and must fail then.

mod bodies;
mod circle;
mod conflict;
mod drags;
mod judged;
mod neighbours;

use crate::{in_use::Control, suite::Suite};

/// Measures the chapter, with real files if available.
pub fn rows(suite: &mut Suite) {
    let bodies: Vec<bodies::Body> = bodies::embedded().chain(bodies::files()).collect();
    rows_of(suite, &bodies, Control::Library);
}

fn rows_of(suite: &mut Suite, bodies: &[bodies::Body], control: Control) {
    drags::rows(suite, bodies, control);
    conflict::rows(suite, bodies, control);
    circle::rows(suite, bodies, control);
    neighbours::rows(suite, bodies, control);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{entry::Verdict, scale::Scale};

    #[test]
    fn a_session_that_does_nothing_or_anything_fails_every_row() {
        let mut suite = Suite::new(Scale::TEST, String::new(), false);
        for control in [Control::Nothing, Control::Random] {
            rows_of(&mut suite, &bodies::embedded().collect::<Vec<_>>(), control);
        }
        let entries = || {
            suite
                .sections
                .iter()
                .flat_map(|section| section.entries.iter().map(move |entry| (section.title, entry)))
        };
        assert!(entries().count() > 0);
        for (title, entry) in entries() {
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

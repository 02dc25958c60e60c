//! The problems whose goals are dragged.

use crate::problem::{Problem, bodies, chains, unlimited};

/// Two bones with the given names, straight and bent at rest.
pub(super) fn two_bones() -> [Problem; 3] {
    [
        unlimited::two_bones("two bones, bent at rest", [0.3, 0.25], 0.5),
        unlimited::two_bones("two bones, straight at rest", [0.3, 0.25], 0.0),
        unlimited::two_bones("two equal bones", [0.3, 0.3], 0.5),
    ]
}

/// Every problem whose goals are dragged, with the default tolerances.
pub(super) fn dragged() -> Vec<Problem> {
    let unlimited = [3, 10, 100].map(unlimited::straight);
    let all = two_bones()
        .into_iter()
        .chain(chains::chains())
        .chain(unlimited)
        .chain(bodies::mannequins())
        .chain(bodies::creatures());
    all.map(Problem::with_defaults).collect()
}

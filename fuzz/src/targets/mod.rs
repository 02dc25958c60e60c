//! The targets.

mod chains;
mod document;
mod files;
mod ground;
mod limits;
mod motions;
mod plane;
mod problem;
mod retarget;
mod rigs;
mod round_trip;
mod session;
mod solids;
mod studio;

use crate::Target;

/// All targets: formats, solvers, interfaces.
#[must_use]
pub fn all() -> Vec<Target> {
    [
        files::targets(),
        solids::targets(),
        motions::targets(),
        retarget::targets(),
        rigs::targets(),
        studio::targets(),
        document::targets(),
        limits::targets(),
        chains::targets(),
        plane::targets(),
        ground::targets(),
        session::targets(),
    ]
    .concat()
}

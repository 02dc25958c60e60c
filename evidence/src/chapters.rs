//! The sections of the evidence, with the promises of each row.

mod dragged;
mod drags;
mod reach;

use kansetsu::d3::solve::Solver;

use crate::{
    as_shipped,
    continuity::{soft, still},
    in_use, invariance, lab,
    problem::robots,
    senseless,
    suite::Suite,
};
use dragged::dragged;

/// Measures everything.
pub fn run(suite: &mut Suite) {
    run_of_problems(suite);
    stillness(suite);
    senselessness(suite);
    in_use::rows(suite, suite.control);
    as_shipped::rows(suite);
    lab::rows(suite);
}

/// Measures the sections of motion problems.
pub fn run_of_problems(suite: &mut Suite) {
    reach::chain_reach(suite);
    reach::robot_reach(suite);
    reach::body_reach(suite);
    reach::not_reachable(suite);
    reach::pinned(suite);
    drags::drags(suite);
    drags::drags_on_limits(suite);
    drags::drags_on_other_paths(suite);
    drags::sweeps(suite);
    soft_reach(suite);
    motions(suite);
}

fn soft_reach(suite: &mut Suite) {
    suite.section(
        "Soft reach",
        "The span of two bones for a target that is dragged straight out: its slope is continuous, and the tip never passes the target (nor, near the base, \
         falls short of it).",
        &soft::COLUMNS,
    );
    let control = suite.control;
    for bones in [[0.3, 0.25], [0.3, 0.3], [0.3, 0.12]] {
        for part in [0.02, 0.05, 0.2] {
            suite.entry(&format!("bones {bones:?}, soft {part}"), |_| {
                soft::entry(bones, part, control)
            });
        }
    }
}

fn stillness(suite: &mut Suite) {
    suite.section(
        "Nothing moves when the goal is met",
        "Random poses, half of them on the limits, with goals at their current placement: no iteration, and bit-identical results.",
        &still::COLUMNS,
    );
    for problem in dragged().iter().chain(&robots::robots()) {
        suite.entry(&problem.name, |scale| still::entry(problem, scale.inside / 10));
    }
}

fn motions(suite: &mut Suite) {
    suite.section(
        "Invariance",
        "The whole problem is rotated at random, moved by ten times its size, scaled by 1e-3 to 1e3, mirrored. The cells are the percentages with the same \
         outcome / ends within 1e-5 of the size / all joints within it. One target in five is ×1.5 as far away. Judged are outcomes and ends. Joints in between \
         may differ where several poses reach, and a chain that is straight at rest bends to a side that is fixed in the world. The mannequin's differing ends \
         with limits are conflicting goals: two may yield almost equally well, one that must not is met only at the very end of its reach, or the others \
         converge to a valley so flat that single precision does not resolve its minimum. Where goals are met all ends are equal, as the last column but one \
         shows. In the last one the problem stays, but every target is moved by 1e-7 of the size, which is the rounding error in single precision after a \
         motion: the effect of rounding alone.",
        &invariance::COLUMNS,
    );
    let names = [
        "two bones",
        "planar hinges 0..120 x 5",
        "cone 45",
        "tentacle",
        "arm",
        "leg, pose",
        "spine, pose",
        "unequal bones and limits, 1",
        "unlimited x 10",
    ];
    let bodies = ["mannequin, no limits", "mannequin, limits", "quadruped, root held"];
    let chosen = dragged()
        .into_iter()
        .filter(|problem| names.iter().chain(&bodies).any(|name| problem.name.starts_with(name)));
    for problem in chosen.chain(robots::robots()) {
        let problem = problem.with_control(suite.control);
        suite.entry(&problem.name, |scale| invariance::entry(&problem, scale.moved));
    }
}

fn senselessness(suite: &mut Suite) {
    suite.section(
        "Invalid input",
        "Skeletons, poses, limits, goals and parameters with zero lengths, zero and negative scales, targets at 0 and ±1e30, denormals, infinities, NaN, \
         inverted limits, chains of one joint, weights outside [0, 1]: in a third of the cases no value is odd, in a third 3 %, in a third 30 %. The result is \
         finite, or a typed error that leaves the pose untouched.",
        &senseless::COLUMNS,
    );
    for name in Solver::NAMES {
        suite.entry(name, |scale| senseless::entry(name, scale.senseless));
    }
}

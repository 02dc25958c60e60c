//! Many tentacles, as in the lab.

use std::time::Instant;

use kansetsu::classic::{SteppedCcd, SteppedMode, Tentacle};
use kansetsu_figures::scenes::lab::{MANY_TENTACLES, TentacleScene};

use crate::{
    entry::{Entry, Verdict},
    suite::Suite,
    times::Times,
};

/// The largest time to solve one frame, microseconds.
const FRAME: f64 = 1_000.0;

/// Measures the chapter.
pub fn rows(suite: &mut Suite) {
    suite.section(
        "The lab",
        "100 tentacles of 32 joints on the walls of the lab chase one player: the time of one \
         frame, all of them solved in sequence on one core. The median must stay below 1 ms.",
        &["median (µs)", "99 % (µs)", "links keep their lengths to"],
    );
    for (name, mode) in [("as published", SteppedMode::Classic), ("smooth", SteppedMode::Smooth)] {
        suite.entry(name, |scale| entry(name, mode, scale.frames.min(1_000)));
    }
}

fn entry(name: &str, mode: SteppedMode, frames: usize) -> Entry {
    let solver = SteppedCcd { step: MANY_TENTACLES.step, mode };
    let mut tentacles = MANY_TENTACLES.tentacles().expect("the scene is sound");
    let times = Times::new((0..frames).map(|frame| {
        let player = TentacleScene::path(frame);
        let start = Instant::now();
        for tentacle in &mut tentacles {
            solver.step(tentacle, player).expect("the player is somewhere");
        }
        start.elapsed()
    }));
    let stretch = tentacles.iter().map(stretch).fold(0.0, f64::max);
    let median = times.micros(0.5);
    let cells = vec![
        format!("{median:.0}"),
        format!("{:.0}", times.micros(0.99)),
        format!("{stretch:.0e} px"),
    ];
    Entry {
        name: name.to_owned(),
        cells,
        verdict: Verdict::from(median <= FRAME && stretch < 1e-6),
        dots: None,
        details: vec![],
    }
}

/// The largest length error of a link.
fn stretch(tentacle: &Tentacle) -> f64 {
    let links = tentacle.joints().iter().zip(tentacle.positions().windows(2));
    links.map(|(joint, ends)| (ends[0].distance(ends[1]) - joint.length).abs()).fold(0.0, f64::max)
}

//! Two targets that cannot both be met: the other one stays met.

use kansetsu::Target;

use super::{
    bodies::Body,
    judged::{JUDGED, step},
};
use crate::{entry::Entry, in_use::Control, parallel::map, suite::Suite};

const COLUMNS: [&str; 3] =
    ["conflicts", "the other within 1 mm of a 1.3 m body", "median of the other, m"];

/// The other target is kept within this fraction of the size: 1 mm for a person.
const KEPT: f64 = 0.76e-3;
const PROMISED: f64 = 87.0;

/// The distance that the first target moves out of reach, as a fraction of the size, and the frames
/// of the motion and of the rest after it.
const OUT: f64 = 0.6;
const FRAMES: usize = 60;

pub fn rows(suite: &mut Suite, bodies: &[Body], control: Control) {
    suite.section(
        "The session as shipped: two targets in conflict",
        "Two joints have targets at their start; then the target of the first moves out of \
         reach in a random direction and rests there. Counted is whether the second joint is \
         within 0.76 thousandths of the size of its target at the end and the first has moved \
         towards its own. Promised: 87 %.",
        &COLUMNS,
    );
    for body in bodies.iter().filter(|body| body.handles.len() > 1) {
        suite.entry(&body.name, |scale| {
            entry(body, map((scale.frames / 100).max(4), |index| other(body, index, control)))
        });
    }
}

/// The residual of the other target, metres; infinite if the first joint has not moved.
fn other(body: &Body, index: usize, control: Control) -> f64 {
    let mut random = crate::draw::random(JUDGED + index as u64);
    let [first, second] = [0, 1].map(|offset| body.handles[(index + offset) % body.handles.len()]);
    let start = body.places(&body.start);
    let out = random.direction().as_dvec3() * OUT * body.size;
    let (mut session, mut pose) = (body.session(), body.start.clone());
    session.set_target(body.rig.skeleton.id(second), Target::position(start[second].as_vec3()));
    for frame in 1..=2 * FRAMES {
        let place = start[first] + out * (frame as f64 / FRAMES as f64).min(1.0);
        session.set_target(body.rig.skeleton.id(first), Target::position(place.as_vec3()));
        step(&mut session, &mut pose, control);
    }
    let now = body.places(&pose);
    if now[first].distance(start[first]) < KEPT * body.size {
        f64::INFINITY
    } else {
        now[second].distance(start[second])
    }
}

fn entry(body: &Body, mut missed: Vec<f64>) -> Entry {
    let kept = 100.0 * missed.iter().filter(|&&missed| missed <= KEPT * body.size).count() as f64
        / missed.len() as f64;
    missed.sort_by(f64::total_cmp);
    let cells = vec![
        missed.len().to_string(),
        format!("{kept:.0} %"),
        format!("{:.1e}", missed[missed.len() / 2]),
    ];
    Entry {
        name: body.name.clone(),
        cells,
        verdict: (kept >= PROMISED).into(),
        dots: None,
        details: Vec::new(),
    }
}

//! A joint is dragged round a circle: the same target, the same pose.

use glam::DVec3;
use kansetsu::{Pose, Target};

use super::{
    bodies::Body,
    judged::{JUDGED, step},
};
use crate::{
    continuity::most_turned, entry::Entry, in_use::Control, parallel::map, random::Random,
    suite::Suite,
};

const COLUMNS: [&str; 4] = ["circles", "rounds", "drift, at most", "off target at most, m"];

/// Frames of a round, and the radius as a fraction of the size.
const ROUND: usize = 90;
const RADIUS: f64 = 0.06;

/// Promised: degrees from the second round, and metres from the target as a fraction of the size.
const DRIFT: f64 = 0.1;
const OFF: f64 = 1e-2;

pub fn rows(suite: &mut Suite, bodies: &[Body], control: Control) {
    suite.section(
        "The session as shipped: a circle fed back",
        "A joint is dragged round a reachable circle through its start, each frame from the \
         previous pose, 100 rounds. Each frame is compared with the frame of the second round \
         at the same target. Promised: no joint differs by more than 0.1°, and the joint is \
         within a hundredth of the size of its target.",
        &COLUMNS,
    );
    for body in bodies {
        suite.entry(&body.name, |scale| {
            let rounds = (scale.frames / 100).max(3);
            entry(body, rounds, &map(3, |index| drift(body, (index, rounds), control)))
        });
    }
}

/// Degrees between poses at the same target, and metres from targets.
fn drift(body: &Body, (index, rounds): (usize, usize), control: Control) -> [f64; 2] {
    let mut random = crate::draw::random(JUDGED + index as u64);
    let handle = body.handles[index % body.handles.len()];
    let start = body.places(&body.start)[handle];
    let Some(at) = reachable(body, (handle, start), &mut random) else { return [f64::INFINITY; 2] };
    let (mut session, mut pose) = (body.session(), body.start.clone());
    let (mut second, mut apart, mut off): (Vec<Pose>, f64, f64) = (Vec::new(), 0.0, 0.0);
    for frame in 0..rounds * ROUND {
        let place = at(frame);
        session.set_target(body.rig.skeleton.id(handle), Target::position(place.as_vec3()));
        step(&mut session, &mut pose, control);
        match frame / ROUND {
            0 => continue,
            1 => second.push(pose.clone()),
            _ => apart = apart.max(most_turned(&second[frame % ROUND], &pose).1.to_degrees()),
        }
        off = off.max(body.places(&pose)[handle].distance(place));
    }
    [apart, off]
}

/// A circle through `start` of which a thorough solve reaches every tenth position.
fn reachable(
    body: &Body,
    (handle, start): (usize, DVec3),
    random: &mut Random,
) -> Option<impl Fn(usize) -> DVec3> {
    (0..TRIES).find_map(|_| {
        let normal = random.direction().as_dvec3();
        let across = normal.any_orthonormal_vector();
        let [across, up] = [across, normal.cross(across)].map(|axis| axis * RADIUS * body.size);
        let at = move |frame: usize| {
            let (sin, cos) =
                (std::f64::consts::TAU * (frame % ROUND) as f64 / ROUND as f64).sin_cos();
            start + across * (cos - 1.0) + up * sin
        };
        (0..ROUND).step_by(10).all(|frame| body.reaches(handle, at(frame))).then_some(at)
    })
}

const TRIES: usize = 100;

fn entry(body: &Body, rounds: usize, drifts: &[[f64; 2]]) -> Entry {
    let [apart, off] =
        [0, 1].map(|index| drifts.iter().map(|drift| drift[index]).fold(0.0, f64::max));
    Entry {
        name: body.name.clone(),
        cells: vec![
            drifts.len().to_string(),
            rounds.to_string(),
            format!("{apart:.3}°"),
            format!("{off:.1e}"),
        ],
        verdict: (apart <= DRIFT && off <= OFF * body.size).into(),
        dots: None,
        details: Vec::new(),
    }
}

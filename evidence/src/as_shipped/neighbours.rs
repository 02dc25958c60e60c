//! Two targets 2 mm apart, solved from rest: two poses that differ by little.

use kansetsu::Target;

use super::{
    bodies::{Body, MET},
    judged::{JUDGED, solve},
};
use crate::{
    continuity::most_turned,
    entry::Entry,
    in_use::{Control, worst::Worst},
    parallel::map,
    suite::Suite,
};

const COLUMNS: [&str; 4] = ["pairs", "met", "pairs with a joint above 4°", "largest difference"];

/// The distance of the two targets as a fraction of the size: 2 mm for a person.
const APART: f64 = 1.5e-3;

/// Promised: no joint differs by more than this, degrees, and targets are met.
const DIFFERENCE: f64 = 4.0;

pub fn rows(suite: &mut Suite, bodies: &[Body], control: Control) {
    suite.section(
        "The session as shipped: solves from rest",
        "A reachable target and one 1.5 thousandths of the size beside it are solved from the \
         same start by `IkSession::solve` with default options. Promised: both are met within \
         1e-4 of the size in 99 % of pairs, and no joint differs by more than 4°.",
        &COLUMNS,
    );
    for body in bodies {
        suite.entry(&body.name, |scale| {
            entry(body, map((scale.frames / 100).max(2), |index| pair(body, index, control)))
        });
    }
}

/// Whether both targets were met, and the largest difference between the two poses, degrees; `None`
/// if no target was found.
fn pair(body: &Body, index: usize, control: Control) -> Option<(bool, f64, String)> {
    let mut random = crate::draw::random(JUDGED + index as u64);
    let handle = body.handles[index % body.handles.len()];
    let place = body.reachable(handle, &mut random)?;
    let beside = place + random.direction().as_dvec3() * APART * body.size;
    let solved = [place, beside].map(|place| {
        let (mut session, mut pose) = (body.session(), body.start.clone());
        session.set_target(body.rig.skeleton.id(handle), Target::position(place.as_vec3()));
        solve(&mut session, &mut pose, control);
        let missed = body.places(&pose)[handle].distance(place);
        (pose, missed <= MET * body.size)
    });
    let (joint, rotation) = most_turned(&solved[0].0, &solved[1].0);
    let name = &body.rig.skeleton.joints()[joint].name;
    // The neighbouring target may be just out of reach.
    Some((
        solved[0].1,
        rotation.to_degrees(),
        format!("pair {index}: {name} differs by {:.2}° at {place:?}", rotation.to_degrees()),
    ))
}

fn entry(body: &Body, pairs: Vec<Option<(bool, f64, String)>>) -> Entry {
    let pairs: Vec<_> = pairs.into_iter().flatten().collect();
    let met = pairs.iter().filter(|pair| pair.0).count();
    let above = pairs.iter().filter(|pair| pair.1 > DIFFERENCE).count();
    let mut worst = Worst::default();
    pairs.iter().for_each(|(_, difference, words)| worst.add(*difference, || words.clone()));
    let holds = !pairs.is_empty() && met * 100 >= pairs.len() * 99 && above == 0;
    Entry {
        name: body.name.clone(),
        cells: vec![
            pairs.len().to_string(),
            met.to_string(),
            above.to_string(),
            format!("{:.2}°", worst.value()),
        ],
        verdict: holds.into(),
        dots: None,
        details: worst.words().collect(),
    }
}

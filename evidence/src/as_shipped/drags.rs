//! A joint is dragged out of reach and back to its start.

use glam::DVec3;
use kansetsu::Target;

use super::{
    bodies::{Body, MET},
    judged::{JUDGED, joints, step},
};
use crate::{
    continuity::{JUMP, most_turned},
    entry::Entry,
    in_use::{Control, ways, worst::Worst},
    parallel::map,
    suite::Suite,
};

const COLUMNS: [&str; 7] = [
    "frames",
    "jumps",
    "largest rotation in a frame",
    "pins off at most, m",
    "ends met",
    "back at the start, at most",
    "ends",
];

/// A step of the target, and its distance beyond the reach, as fractions of the size.
const STEP: f64 = 1.5e-3;
const OUT: f64 = 0.4;

/// Frames that the target rests at the end of a path.
const REST: usize = 90;

/// Promised: pins as a fraction of the size, ends met in percent, degrees at the start.
const PINNED: f64 = 1e-5;
const ENDS: f64 = 99.0;
const BACK: f64 = 1.0;

#[derive(Default)]
struct Drags {
    frames: usize,
    jumps: usize,
    rotations: Worst,
    strayed: Worst,
    missed: Worst,
    back: Worst,
    ends: usize,
    met: usize,
}

pub fn rows(suite: &mut Suite, bodies: &[Body], control: Control) {
    suite.section(
        "The session as shipped: drags",
        "A joint is dragged out of reach, back to a reachable position, where the target rests \
         for 90 frames, and back to its start, in steps of 1.5 thousandths of the size, by \
         `IkSession::step` with default options. A jump is a rotation of more than 3° in a \
         frame. *Back at the start* is the rotation of joints from the start after 90 frames of \
         rest there. Promised: no jump, pins and planted feet within 1e-5 of the size, 99 % of \
         ends met within 1e-4 of the size, joints within 1° at the start.",
        &COLUMNS,
    );
    for body in bodies {
        suite.entry(&body.name, |scale| {
            let mut all = Drags::default();
            let parts = map((scale.frames / 250).max(2), |index| Drags::of(body, index, control));
            parts.into_iter().for_each(|part| all.add(part));
            all.entry(body)
        });
    }
}

impl Drags {
    fn of(body: &Body, index: usize, control: Control) -> Self {
        let mut random = crate::draw::random(JUDGED + index as u64);
        let handle = body.handles[index % body.handles.len()];
        let mut drags = Self::default();
        let Some(end) = body.reachable(handle, &mut random) else { return drags };
        let from = body.places(&body.start)[handle];
        let out = random.direction().as_dvec3() * OUT * body.size;
        let away = [from, 0.5 * (from + end) + out, end];
        let back = [end, from];
        let (mut session, mut pose) = (body.session(), body.start.clone());
        drags.lead(body, (handle, &away), (&mut session, &mut pose), control);
        drags.lead(body, (handle, &back), (&mut session, &mut pose), control);
        let (joint, rotation) = most_turned(&body.start, &pose);
        let name = &body.rig.skeleton.joints()[joint].name;
        drags.back.add(rotation, || {
            format!("drag {index}: {name} is {:.2}° from the start", rotation.to_degrees())
        });
        drags
    }

    /// Along a smooth path, with rest at its end.
    fn lead(
        &mut self,
        body: &Body,
        (handle, points): (usize, &[DVec3]),
        (session, pose): (&mut kansetsu::IkSession, &mut kansetsu::Pose),
        control: Control,
    ) {
        let places = ways::in_steps(|t| vec![ways::through(points, t)], STEP * body.size);
        let end = points[points.len() - 1];
        let start = body.places(&body.start);
        for place in places.iter().map(|places| places[0]).chain(std::iter::repeat_n(end, REST)) {
            let before = pose.clone();
            session.set_target(body.rig.skeleton.id(handle), Target::position(place.as_vec3()));
            let report = step(session, pose, control);
            let (joint, rotation) = most_turned(&before, pose);
            let frame = self.frames;
            self.frames += 1;
            self.jumps += usize::from(rotation > JUMP);
            let name = &body.rig.skeleton.joints()[joint].name;
            self.rotations.add(rotation, || {
                format!("frame {frame}: {name} rotates by {:.2}°", rotation.to_degrees())
            });
            let now = body.places(pose);
            let strayed =
                joints(&report.pins).map(|pin| now[pin].distance(start[pin])).fold(0.0, f64::max);
            self.strayed.add(strayed, || format!("frame {frame}: a pin is {strayed:.1e} m off"));
        }
        let missed = body.places(pose)[handle].distance(end);
        self.ends += 1;
        self.met += usize::from(missed <= MET * body.size);
        let name = &body.rig.skeleton.joints()[handle].name;
        self.missed.add(missed, || format!("{name} ends {missed:.5} m from {end:?}"));
    }

    fn add(&mut self, part: Self) {
        self.frames += part.frames;
        self.jumps += part.jumps;
        self.rotations.join(part.rotations);
        self.strayed.join(part.strayed);
        self.missed.join(part.missed);
        self.back.join(part.back);
        self.ends += part.ends;
        self.met += part.met;
    }

    fn entry(self, body: &Body) -> Entry {
        let (strayed, back) = (self.strayed.value(), self.back.value().to_degrees());
        let met = 100.0 * self.met as f64 / self.ends.max(1) as f64;
        let holds = self.ends > 0
            && self.jumps == 0
            && strayed <= PINNED * body.size
            && met >= ENDS
            && back <= BACK;
        Entry {
            name: body.name.clone(),
            cells: vec![
                self.frames.to_string(),
                self.jumps.to_string(),
                format!("{:.2}°", self.rotations.value().to_degrees()),
                format!("{strayed:.1e}"),
                format!("{met:.0} %"),
                format!("{back:.2}°"),
                self.ends.to_string(),
            ],
            verdict: holds.into(),
            dots: None,
            details: [self.rotations, self.strayed, self.missed, self.back]
                .into_iter()
                .flat_map(Worst::words)
                .collect(),
        }
    }
}

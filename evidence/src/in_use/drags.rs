//! A joint is dragged out of reach and back while others are pinned, frame by frame.

use glam::DVec3;
use kansetsu::d3::{
    Goal, Pose,
    solve::{Root, Scratch, TrackingState, WholeBody},
};

use super::{
    Control,
    figures::{self, Figure},
    judged::JUDGED,
    mover::Mover,
    ways,
    worst::Worst,
};
use crate::{
    continuity::{JUMP, most_turned},
    entry::Entry,
    judge,
    parallel::map,
    random::Random,
    suite::Suite,
};

const COLUMNS: [&str; 7] = [
    "frames",
    "jumps",
    "worst turn",
    "pins off at most, m",
    "ends met",
    "outside limits",
    "reported wrongly at most, m",
];

/// The distance of the handle beyond its reach, in mannequin's metres.
const OUT: [f32; 2] = [0.3, 0.7];

/// The approximate length of a path, in mannequin's metres; a drag is two paths.
const WAY: f64 = 1.3;

/// Frames that the goal rests at a path's end.
const REST: usize = 90;

/// The tolerance of pins (metres of a mannequin), and that of ends (of the size).
const PINNED: f64 = 1e-5;
const MET: f64 = 1e-4;

/// The results of drags.
#[derive(Default)]
struct Drags {
    frames: usize,
    jumps: usize,
    /// Radians, metres of pins, metres of ends that were not met.
    turns: Worst,
    strayed: Worst,
    missed: Worst,
    untrue: Worst,
    ends: usize,
    met: usize,
    violations: usize,
}

pub fn rows(suite: &mut Suite, control: Control) {
    suite.section(
        "Bodies in use: drags",
        "A joint is dragged along smooth paths in steps of 1 and 3 mm per frame, out of reach \
         and back, with the feet (or their equivalents) pinned in position and rotation, and \
         the root free; each frame starts at the previous one. For figures of another size a \
         millimetre is scaled with the size. A path ends at a position that is reachable with \
         the pins in place, and rests there for 90 frames, with as many as 100 restarts: *ends \
         met* counts those where the joint is then within 1e-4 of the size. Promised: no joint \
         rotates by more than 3° in a frame, no pin is off by more than 1e-5 m in any, every \
         end is met, every report equals forward kinematics.",
        &COLUMNS,
    );
    for figure in figures::ten() {
        for step in [1, 3] {
            let name = format!("{}, {step} mm", figure.name);
            suite.entry(&name.clone(), |scale| {
                entry(name, &figure, (1e-3 * f64::from(step), scale.frames / 2), control)
            });
        }
    }
}

fn entry(name: String, figure: &Figure, (step, frames): (f64, usize), control: Control) -> Entry {
    let count = (frames as f64 * step / (2.0 * WAY)).ceil().max(1.0) as usize;
    let parts = map(count.next_multiple_of(figure.handles.len()), |index| {
        Drags::of(figure, step, index, control)
    });
    let mut all = Drags::default();
    parts.into_iter().for_each(|part| all.add(part));
    Entry {
        name,
        cells: vec![
            all.frames.to_string(),
            all.jumps.to_string(),
            format!("{:.2}°", all.turns.value().to_degrees()),
            format!("{:.1e}", all.strayed.value()),
            format!("{} of {}", all.met, all.ends),
            all.violations.to_string(),
            format!("{:.1e}", all.untrue.value()),
        ],
        verdict: (all.jumps + all.violations == 0
            && all.strayed.value().max(all.untrue.value()) <= PINNED * figure.scale
            && all.met == all.ends)
            .into(),
        dots: None,
        details: [all.turns, all.strayed, all.missed, all.untrue]
            .into_iter()
            .flat_map(Worst::words)
            .collect(),
    }
}

impl Drags {
    fn add(&mut self, part: Self) {
        self.frames += part.frames;
        self.jumps += part.jumps;
        self.turns.join(part.turns);
        self.strayed.join(part.strayed);
        self.missed.join(part.missed);
        self.untrue.join(part.untrue);
        self.ends += part.ends;
        self.met += part.met;
        self.violations += part.violations;
    }

    /// A drag of two paths, each frame from the previous one.
    fn of(figure: &Figure, step: f64, index: usize, control: Control) -> Self {
        let mut random = crate::draw::random(JUDGED + index as u64);
        let handle = figure.handles[index % figure.handles.len()];
        let pins = figure.pins_beside(handle);
        let mut goals = figure.pin_goals(&pins);
        goals.push(Goal::position(handle, glam::Vec3::ZERO));
        let (body, mover) = (figures::prepared(&figure.rig), Mover { control, solver: solver() });
        let (mut pose, mut state, mut scratch) =
            (figure.rig.skeleton.rest_pose(), TrackingState::default(), Scratch::default());
        let mut drags = Self::default();
        let mut from = figure.places(&pose)[handle];
        for way in 0..2 {
            let end = reachable(figure, handle, &pins, &mut random);
            let out = random.direction().as_dvec3()
                * f64::from(random.range(OUT[0], OUT[1]))
                * figure.scale;
            let points = [from, 0.5 * (from + end) + out, end];
            let places = ways::in_steps(|t| vec![ways::through(&points, t)], step * figure.scale);
            let rest = std::iter::repeat_n(end, REST);
            for (frame, place) in places.iter().map(|places| places[0]).chain(rest).enumerate() {
                if let Some(goal) = goals.last_mut() {
                    goal.position = Some(place.as_vec3());
                }
                let before = pose.clone();
                let report = mover.follow(&body, &goals, (&mut pose, &mut state), &mut scratch);
                let words = || {
                    format!("drag {index}, way {way}, frame {frame}, {}", figure.joint_name(handle))
                };
                drags.frame(figure, (&before, &pose), &pins, words);
                let untrue = figure.untruth(&report, &pose);
                drags
                    .untrue
                    .add(untrue, || format!("{}: reported {untrue:.1e} m wrongly", words()));
            }
            let missed = figure.places(&pose)[handle].distance(end);
            drags.ends += 1;
            drags.met += usize::from(missed <= MET * figure.size);
            if missed > MET * figure.size {
                let (name, done) = (figure.joint_name(handle), state.is_settled);
                drags.missed.add(missed, || format!("drag {index}, way {way}: {name} ends {missed:.5} m from {end:?}, done: {done}"));
            }
            from = end;
        }
        drags
    }

    fn frame(
        &mut self,
        figure: &Figure,
        (before, after): (&Pose, &Pose),
        pins: &[usize],
        words: impl Fn() -> String,
    ) {
        let (joint, turn) = most_turned(before, after);
        let strayed = figure.strayed(pins, after);
        let name = figure.joint_name(joint);
        self.frames += 1;
        self.jumps += usize::from(turn > JUMP);
        self.violations += judge::violations(&figure.rig.skeleton, &figure.rig.limits, after);
        self.turns.add(turn, || {
            format!("{}: {name} turns {:.2}°, pins {strayed:.1e} m off", words(), turn.to_degrees())
        });
        self.strayed.add(strayed, || {
            format!("{}: pins {strayed:.1e} m off, {name} turns {:.2}°", words(), turn.to_degrees())
        });
    }
}

fn solver() -> WholeBody {
    WholeBody { root: Root::Free, max_restarts: 100, ..WholeBody::default() }
}

/// The distance from rest to which a joint is dragged that no free joint moves, in mannequin's
/// metres.
const NEAR: [f32; 2] = [0.03, 0.15];

/// A position that the handle can reach with the pins in place: by joints that move no pin, if
/// there are any; else by a solve with many restarts.
fn reachable(figure: &Figure, handle: usize, pins: &[usize], random: &mut Random) -> DVec3 {
    let free = figure.free_joints(pins);
    let movers = figure
        .rig
        .skeleton
        .ancestors(handle)
        .filter(|&joint| joint != handle && free[joint])
        .count();
    if movers >= 2 {
        return figure.places(&figure.pose(pins, &figure.draw(random)))[handle];
    }
    let (rest, body) = (figure.rig.skeleton.rest_pose(), figures::prepared(&figure.rig));
    let thorough = WholeBody { max_restarts: 100, max_steps: 4_000, ..solver() };
    let start = figure.places(&rest)[handle];
    for _ in 0..200 {
        let place =
            start + (random.direction() * random.range(NEAR[0], NEAR[1])).as_dvec3() * figure.scale;
        let mut goals = figure.pin_goals(pins);
        goals.push(Goal::position(handle, place.as_vec3()));
        let mut pose = rest.clone();
        let report = thorough.solve(&body, &goals, &mut pose);
        let missed = figure.places(&pose)[handle].distance(place);
        let holds = judge::violations(&figure.rig.skeleton, &figure.rig.limits, &pose) == 0;
        if report.is_ok()
            && holds
            && missed <= 0.5 * MET * figure.size
            && figure.strayed(pins, &pose) <= PINNED * figure.scale
        {
            return place;
        }
    }
    start
}

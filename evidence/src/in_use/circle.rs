//! The hand is dragged round a circle: the same target, the same pose.

use glam::DVec3;
use kansetsu::d3::{
    Goal, Pose,
    solve::{Body, Root, Scratch, TrackingState, WholeBody},
};

use super::{
    Control,
    figures::{self, Figure},
    judged::JUDGED,
    mover::Mover,
};
use crate::{continuity::most_turned, entry::Entry, parallel::map, random::Random, suite::Suite};

const COLUMNS: [&str; 5] =
    ["circles", "rounds", "frames", "farthest apart at the same target", "hand off at most, m"];

/// Frames of a round.
const ROUND: usize = 90;

/// The circles of a row.
const CIRCLES: usize = 6;

/// The promised largest difference of poses at the same target, degrees, and of hands from their
/// targets, metres.
const APART: f64 = 0.1;
const THERE: f64 = 1e-3;

/// The errors of a circle: degrees between poses, metres from targets.
#[derive(Clone, Default)]
struct Drift {
    apart: f64,
    off: f64,
    words: String,
    farthest: String,
}

pub fn rows(suite: &mut Suite, control: Control) {
    suite.section(
        "Bodies in use: a circle",
        "The mannequin's left hand is dragged round reachable circles in front of its shoulder, \
         each frame from the previous one. Each frame from the second round on is compared with \
         the frame of the second round at the same target: no joint may differ by more than \
         0.1°, and the hand is within 1 mm of its target in all of them. 10,000 frames are 100 \
         rounds of each circle.",
        &COLUMNS,
    );
    let rig = figures::embedded("mannequin");
    for (name, root, feet) in [
        ("root held", Root::Fixed, &[][..]),
        ("feet pinned, root free", Root::Free, &["LeftFoot", "RightFoot"][..]),
    ] {
        let figure = Figure::new(name, rig.clone(), feet, &["LeftHand"]);
        suite.entry(name, |scale| {
            let rounds = (scale.frames / 100).max(3);
            let drifts =
                map(CIRCLES, |index| round_and_round(&figure, root, (index, rounds), control));
            entry(name, rounds, drifts)
        });
    }
}

fn entry(name: &str, rounds: usize, drifts: Vec<Drift>) -> Entry {
    let [apart, off] = [
        drifts.iter().map(|drift| drift.apart).fold(0.0, f64::max),
        drifts.iter().map(|drift| drift.off).fold(0.0, f64::max),
    ];
    Entry {
        name: name.into(),
        cells: vec![
            drifts.len().to_string(),
            rounds.to_string(),
            (drifts.len() * rounds * ROUND).to_string(),
            format!("{apart:.3}°"),
            format!("{off:.1e}"),
        ],
        verdict: (apart <= APART && off <= THERE).into(),
        dots: None,
        details: drifts.into_iter().map(|drift| drift.words).collect(),
    }
}

fn round_and_round(
    figure: &Figure,
    root: Root,
    (index, rounds): (usize, usize),
    control: Control,
) -> Drift {
    let hand = figure.joint("LeftHand");
    let circle = Circle::reachable(figure, root, &mut crate::draw::random(JUDGED + index as u64));
    let (body, mover): (Body, _) = (
        figures::prepared(&figure.rig),
        Mover { control, solver: WholeBody { root, ..WholeBody::default() } },
    );
    let (mut pose, mut state, mut scratch) =
        (figure.rig.skeleton.rest_pose(), TrackingState::default(), Scratch::default());
    let (mut second, mut drift): (Vec<Pose>, Drift) = Default::default();
    for frame in 0..rounds * ROUND {
        let target = circle.at(frame);
        let mut goals = figure.pin_goals(&figure.pins);
        goals.push(Goal::position(hand, target.as_vec3()));
        mover.follow(&body, &goals, (&mut pose, &mut state), &mut scratch);
        match frame / ROUND {
            0 => continue,
            1 => second.push(pose.clone()),
            _ => drift.add(figure, (frame, most_turned(&second[frame % ROUND], &pose))),
        }
        let off = figure.places(&pose)[hand].distance(target);
        if off > drift.off {
            (drift.off, drift.farthest) =
                (off, format!("{off:.1e} m off at {target:?}, done: {}", state.is_settled));
        }
    }
    drift.words = format!("circle {index}: {}; {}; {circle:?}", drift.words, drift.farthest);
    drift
}

impl Drift {
    fn add(&mut self, figure: &Figure, (frame, (joint, turn)): (usize, (usize, f64))) {
        if turn.to_degrees() > self.apart {
            self.apart = turn.to_degrees();
            let (name, round, apart) = (figure.joint_name(joint), frame / ROUND + 1, self.apart);
            self.words =
                format!("{name} differs by {apart:.3}° in round {round}, frame {}", frame % ROUND);
        }
    }
}

/// A circle in front of the shoulder, at any slant.
#[derive(Debug)]
struct Circle {
    center: DVec3,
    across: [DVec3; 2],
}

impl Circle {
    /// A circle of which a solve with many restarts reaches every tenth position.
    fn reachable(figure: &Figure, root: Root, random: &mut Random) -> Self {
        let (body, hand) = (figures::prepared(&figure.rig), figure.joint("LeftHand"));
        let thorough =
            WholeBody { root, max_restarts: 100, max_steps: 4_000, ..WholeBody::default() };
        let reaches = |place: DVec3| {
            let mut goals = figure.pin_goals(&figure.pins);
            goals.push(Goal::position(hand, place.as_vec3()));
            let mut pose = figure.rig.skeleton.rest_pose();
            let is_solved = thorough.solve(&body, &goals, &mut pose).is_ok();
            is_solved && figure.places(&pose)[hand].distance(place) <= 0.1 * THERE
        };
        loop {
            let circle = Self::random(figure, random);
            if (0..ROUND).step_by(10).all(|frame| reaches(circle.at(frame))) {
                return circle;
            }
        }
    }

    /// The whole circle is between 25 and 95 % of the arm's length from the shoulder at rest.
    fn random(figure: &Figure, random: &mut Random) -> Self {
        let places = figure.places(&figure.rig.skeleton.rest_pose());
        let [shoulder, elbow, hand] =
            ["LeftUpperArm", "LeftLowerArm", "LeftHand"].map(|name| places[figure.joint(name)]);
        let arm = shoulder.distance(elbow) + elbow.distance(hand);
        let forward = (DVec3::Z + 0.6 * random.direction().as_dvec3()).normalize();
        let normal = (DVec3::Z + 0.8 * random.direction().as_dvec3()).normalize();
        let across = normal.any_orthonormal_vector();
        let radius = arm * f64::from(random.range(0.15, 0.3));
        Self {
            center: shoulder + forward * 0.6 * arm,
            across: [across * radius, normal.cross(across) * radius],
        }
    }

    fn at(&self, frame: usize) -> DVec3 {
        let (sin, cos) = (std::f64::consts::TAU * (frame % ROUND) as f64 / ROUND as f64).sin_cos();
        self.center + self.across[0] * cos + self.across[1] * sin
    }
}

//! No call exceeds its step budget.

use std::time::Duration;

use glam::{Quat, Vec3};
use kansetsu::d3::{
    Goal, Pose,
    solve::{Scratch, TrackingState, WholeBody},
};

use super::{
    Control,
    judged::JUDGED,
    mover::Mover,
    trees::{Kind, Tree},
    worst::Worst,
};
use crate::{clock, entry::Entry, judge, parallel::map, random::Random, suite::Suite};

const COLUMNS: [&str; 6] = [
    "calls",
    "more steps than given",
    "most steps of 1, of 20, of 100",
    "µs at most of 1 step",
    "outside limits",
    "brought nearer with 100",
];

/// The budgets.
const GIVEN: [usize; 9] = [0, 1, 2, 3, 5, 8, 20, 50, 100];

/// The number of tracked frames per budget.
const FRAMES: usize = 12;

/// The percentage of solvable bodies that must improve with 100 steps, so that returning the input
/// fails.
const NEARER: f64 = 80.0;

pub fn rows(suite: &mut Suite, control: Control) {
    suite.section(
        "Bodies in use: budget",
        "Random trees as below, half of them with goals that can be met, the others with \
         arbitrary goals: pinned, two per joint, relative to other joints, or with poles; a \
         fifth of the poses have non-uniform scales. Each is solved, and tracked for 12 frames, \
         with 0, 1, 2, 3, 5, 8, 20, 50 and 100 steps. Promised: no report exceeds its budget, \
         and 100 steps reduce the residual to less than half in four of five bodies whose goals \
         can be met. The time is not judged; it reveals a solver that does not count its steps.",
        &COLUMNS,
    );
    for (name, restarts, follows) in [
        ("solve", 0, false),
        ("solve, 100 restarts", 100, false),
        ("follow", 0, true),
        ("follow, 100 restarts", 100, true),
    ] {
        suite.entry(name, |scale| {
            let parts = map((scale.frames / 20).max(10), |index| {
                Calls::of(index as u64, (restarts, follows), control)
            });
            let mut all = Calls::default();
            parts.into_iter().for_each(|part| all.add(part));
            all.entry(name)
        });
    }
}

/// The steps and times of calls.
#[derive(Default)]
struct Calls {
    calls: usize,
    most: [usize; GIVEN.len()],
    over: Worst,
    overs: usize,
    slow: Worst,
    violations: usize,
    outside: Vec<String>,
    reachable: usize,
    nearer: usize,
}

impl Calls {
    fn entry(self, name: &str) -> Entry {
        let percent = 100.0 * self.nearer as f64 / self.reachable.max(1) as f64;
        let most = |given: usize| {
            GIVEN.iter().position(|other| *other == given).map_or(0, |index| self.most[index])
        };
        Entry {
            name: name.into(),
            cells: vec![
                self.calls.to_string(),
                self.overs.to_string(),
                [1, 20, 100].map(|given| most(given).to_string()).join(", "),
                format!("{:.0}", 1e6 * self.slow.value()),
                self.violations.to_string(),
                format!("{percent:.1} %"),
            ],
            verdict: (self.overs + self.violations == 0 && percent >= NEARER).into(),
            dots: None,
            details: self.over.words().chain(self.slow.words()).chain(self.outside).collect(),
        }
    }

    fn add(&mut self, part: Self) {
        self.calls += part.calls;
        self.most.iter_mut().zip(part.most).for_each(|(most, other)| *most = (*most).max(other));
        self.over.join(part.over);
        self.overs += part.overs;
        self.slow.join(part.slow);
        self.violations += part.violations;
        self.reachable += part.reachable;
        self.nearer += part.nearer;
        self.outside.extend(part.outside);
        self.outside.truncate(4);
    }

    /// One body with every budget.
    fn of(seed: u64, (max_restarts, follows): (usize, bool), control: Control) -> Self {
        let mut random = crate::draw::random(JUDGED + seed);
        let tree = Tree::random(&mut random, &Kind::ALL);
        let (body, is_reachable) = (tree.body(), random.chance(0.5));
        let end = tree.pose(&mut random);
        let places = tree.places(&end);
        let start = start(&tree, &mut random);
        let goals = if is_reachable {
            tree.goals(&places, |index| index % 2 == 0)
        } else {
            any_goals(&tree, &mut random)
        };
        let (mut calls, mut scratch) = (Self::default(), Scratch::default());
        for (index, given) in GIVEN.into_iter().enumerate() {
            let solver = WholeBody {
                root: tree.root,
                max_restarts,
                max_steps: given,
                ..WholeBody::default()
            };
            let (mover, mut pose, mut state) =
                (Mover { control, solver }, start.clone(), TrackingState::default());
            for frame in 0..if follows { FRAMES } else { 1 } {
                let begun = clock::now();
                let report = match follows {
                    true => mover.follow(&body, &goals, (&mut pose, &mut state), &mut scratch),
                    false => mover.solve(&body, &goals, &mut pose, &mut scratch),
                };
                let words = || {
                    format!(
                        "tree {seed}, frame {frame}, {given} given, {} reported",
                        report.iterations
                    )
                };
                calls.count((index, report.iterations), clock::now() - begun, words);
            }
            let outside = judge::violations(&tree.skeleton, &tree.limits, &pose);
            calls.violations += outside;
            if outside > 0 {
                calls.outside.push(format!("tree {seed}, {given} given: {}", tree.outside(&pose)));
            }
            if given == 100
                && is_reachable
                && start.locals.iter().all(|local| local.scale == Vec3::ONE)
            {
                let missing = |pose: &Pose| -> f64 {
                    let got = tree.places(pose);
                    got.iter()
                        .zip(&places)
                        .map(|((got, _), (wanted, _))| got.distance(*wanted))
                        .sum()
                };
                calls.reachable += 1;
                calls.nearer += usize::from(missing(&pose) < 0.5 * missing(&start));
            }
        }
        calls
    }

    fn count(
        &mut self,
        (index, steps): (usize, usize),
        time: Duration,
        words: impl Fn() -> String,
    ) {
        self.calls += 1;
        self.most[index] = self.most[index].max(steps);
        if steps > GIVEN[index] {
            self.overs += 1;
            self.over.add((steps - GIVEN[index]) as f64, &words);
        }
        if GIVEN[index] == 1 {
            self.slow.add(time.as_secs_f64(), || format!("{time:?}: {}", words()));
        }
    }
}

/// Rest, or any pose; in a fifth of the cases with non-uniform scales.
fn start(tree: &Tree, random: &mut Random) -> Pose {
    let mut pose = if random.chance(0.5) { tree.skeleton.rest_pose() } else { tree.pose(random) };
    if random.chance(0.2) {
        pose.locals.iter_mut().for_each(|local| {
            local.scale = Vec3::from_array(std::array::from_fn(|_| random.range(0.7, 1.4)))
        });
    }
    pose
}

/// Arbitrary goals, which may be unreachable.
fn any_goals(tree: &Tree, random: &mut Random) -> Vec<Goal> {
    let mut goals = Vec::new();
    for &joint in &tree.ends {
        for _ in 0..1 + usize::from(random.chance(0.2)) {
            let goal =
                Goal::position(joint, random.direction() * (tree.size * random.range(0.0, 1.4)));
            let other = random.below(tree.skeleton.len());
            goals.push(match random.below(8) {
                0 => goal.with_orientation(random.rotation()),
                1 => goal.pinned(),
                2 => goal.with_weight(random.range(0.01, 3.0)),
                3 => goal.with_pole(random.direction()),
                4 if other != joint => goal.with_relative_to(other),
                5 => goal.with_offset(random.direction() * 0.1),
                6 => Goal::look_at(joint, Vec3::Y, random.direction()),
                _ => Goal::orientation(joint, Quat::IDENTITY),
            });
        }
    }
    goals
}

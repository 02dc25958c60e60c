//! The fraction of the goals of random trees that are met, without and with restarts.

use std::collections::BTreeMap;

use glam::{DQuat, DVec3};
use kansetsu::d3::solve::{Scratch, WholeBody};

use super::{
    Control,
    judged::JUDGED,
    mover::Mover,
    trees::{Kind, Tree},
};
use crate::{
    entry::{Entry, Verdict},
    judge,
    parallel::{map, pieces},
    suite::Suite,
};

const COLUMNS: [&str; 5] =
    ["promised", "without another try", "with as many as 100", "outside limits", "steps a solve"];

/// The promised percentages: without and with restarts.
const PROMISED: [f64; 2] = [97.0, 99.95];

/// A goal is met within this fraction of the longest path from the root to a goal, and within this
/// angle, radians.
const MET: (f64, f64) = (1e-3, 0.5 * std::f64::consts::PI / 180.0);

/// Trees in one unit of work.
const PIECE: usize = 20;

/// The number of recorded misses.
const MISSES: usize = 8;

/// The draw of a row.
#[derive(Clone, Copy)]
struct Draw<'a> {
    kinds: &'a [Kind],
    is_turned: bool,
    is_from_rest: bool,
}

pub fn rows(suite: &mut Suite, control: Control) {
    suite.section(
        "Bodies in use: random trees",
        "Each solve has another tree: 8 to 60 joints, bones of 5 to 40 cm, for each joint no \
         limit, a hinge, a cone, an elliptic cone with twist, an Euler box or a reach cone, 2 \
         to 8 goals, the root fixed or free. Targets are the forward kinematics of random poses \
         inside the limits; in rows with poses every other goal has a rotation too. Met means \
         within 1e-3 of the longest path from the root to a goal, and within 0.5°, all goals at \
         once. *With as many as 100* allows 100 restarts and 4,000 steps in total. Rows with \
         one kind of limit only are reported, not judged: from rest, every other goal with a \
         rotation.",
        &COLUMNS,
    );
    for (words, is_turned) in [("positions", false), ("poses", true)] {
        for (from, is_from_rest) in [("from rest", true), ("from random poses", false)] {
            let name = format!("{words}, {from}");
            let draw = Draw { kinds: &Kind::ALL, is_turned, is_from_rest };
            suite.entry(&name.clone(), |scale| {
                entry(name, Counts::of(draw, scale.frames * 2 / 5, control), true)
            });
        }
    }
    for kind in Kind::ALL {
        let draw = Draw { kinds: &[kind], is_turned: true, is_from_rest: true };
        suite.entry(kind.words(), |scale| {
            entry(kind.words().into(), Counts::of(draw, scale.frames / 10, control), false)
        });
    }
}

fn entry(name: String, counts: Counts, is_promised: bool) -> Entry {
    let percent = counts.met.map(|met| 100.0 * met as f64 / counts.solves as f64);
    let holds = percent.iter().zip(PROMISED).all(|(percent, promised)| *percent >= promised)
        && counts.violations == 0;
    Entry {
        name,
        cells: vec![
            if is_promised {
                PROMISED.map(|percent| percent.to_string()).join(" / ") + " %"
            } else {
                "-".into()
            },
            format!("{:.2} %", percent[0]),
            format!("{:.2} % of {}", percent[1], counts.solves),
            counts.violations.to_string(),
            counts
                .steps
                .map(|steps| format!("{:.1}", steps as f64 / counts.solves as f64))
                .join(" / "),
        ],
        verdict: if is_promised { holds.into() } else { Verdict::Told },
        dots: None,
        details: counts.words(),
    }
}

/// The results of a row's solves; pairs are without and with restarts.
#[derive(Default)]
struct Counts {
    solves: usize,
    met: [usize; 2],
    steps: [usize; 2],
    violations: usize,
    /// The number of trees of each sort, and of those that missed a goal.
    sorts: BTreeMap<String, [usize; 3]>,
    misses: Vec<String>,
}

impl Counts {
    fn of(draw: Draw, count: usize, control: Control) -> Self {
        let pieces = pieces(count.max(PIECE), PIECE);
        let parts = map(pieces.len(), |piece| {
            let (mut counts, mut scratch) = (Self::default(), Scratch::default());
            (0..pieces[piece]).for_each(|index| {
                counts.tree(draw, (piece * PIECE + index) as u64, control, &mut scratch)
            });
            counts
        });
        let mut all = Self::default();
        parts.into_iter().for_each(|part| all.add(part));
        all
    }

    fn add(&mut self, part: Self) {
        self.solves += part.solves;
        self.violations += part.violations;
        for index in 0..2 {
            self.met[index] += part.met[index];
            self.steps[index] += part.steps[index];
        }
        for (sort, counts) in part.sorts {
            let sum = self.sorts.entry(sort).or_default();
            sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        self.misses.extend(part.misses);
        self.misses.truncate(MISSES);
    }

    fn tree(&mut self, draw: Draw, seed: u64, control: Control, scratch: &mut Scratch) {
        let mut random = crate::draw::random(JUDGED + seed);
        let tree = Tree::random(&mut random, draw.kinds);
        let is_turned = |index: usize| draw.is_turned && index.is_multiple_of(2);
        let (wanted, other) = (tree.places(&tree.pose(&mut random)), tree.pose(&mut random));
        let start = if draw.is_from_rest { tree.skeleton.rest_pose() } else { other };
        let (body, goals) = (tree.body(), tree.goals(&wanted, is_turned));
        let plain = WholeBody { root: tree.root, ..WholeBody::default() };
        let thorough = WholeBody { max_restarts: 100, max_steps: 4_000, ..plain };
        self.solves += 1;
        let mut missed: [Vec<usize>; 2] = Default::default();
        for (index, solver) in [plain, thorough].into_iter().enumerate() {
            let mut pose = start.clone();
            let report = Mover { control, solver }.solve(&body, &goals, &mut pose, scratch);
            self.steps[index] += report.iterations;
            let outside = judge::violations(&tree.skeleton, &tree.limits, &pose);
            self.violations += outside;
            if outside > 0 && self.misses.len() < MISSES {
                self.misses.push(format!("tree {seed}: {}", tree.outside(&pose)));
            }
            let places = tree.places(&pose);
            let off = |end: usize| {
                let ((place, turn), (wanted, wanted_turn)) = (places[end], wanted[end]);
                let is_off = place.distance(wanted) > MET.0 * f64::from(tree.size);
                is_off || is_turned(end) && turn.angle_between(wanted_turn) > MET.1
            };
            missed[index] = (0..wanted.len()).filter(|&end| off(end)).collect();
            self.met[index] += usize::from(missed[index].is_empty());
            if index == 1 && !missed[1].is_empty() && self.misses.len() < MISSES {
                self.misses.push(
                    format!(
                        "tree {seed}: {} {:?}",
                        sorts(&tree, std::iter::empty()).join(", "),
                        report.outcome
                    ) + &described(&tree, &missed[1], [&places, &wanted]),
                );
            }
        }
        let missed_joints = |ends: &[usize]| sorts(&tree, ends.iter().copied());
        for sort in sorts(&tree, 0..tree.ends.len()) {
            self.sorts.entry(sort).or_default()[0] += 1;
        }
        for (index, ends) in missed.iter().enumerate().filter(|(_, ends)| !ends.is_empty()) {
            for sort in missed_joints(ends) {
                self.sorts.entry(sort).or_default()[index + 1] += 1;
            }
        }
    }

    fn words(self) -> Vec<String> {
        let sort = |(sort, [all, missed, thorough]): (String, [usize; 3])| {
            let percent = |count: usize| 100.0 * count as f64 / all.max(1) as f64;
            format!(
                "{sort}: {:.2} % and {:.2} % of {all} missed",
                percent(missed),
                percent(thorough)
            )
        };
        self.sorts.into_iter().map(sort).chain(self.misses).collect()
    }
}

/// A description of the missed goals and their residuals.
fn described(tree: &Tree, missed: &[usize], [places, wanted]: [&[(DVec3, DQuat)]; 2]) -> String {
    let one = |&end: &usize| {
        let (off, turn) = (
            places[end].0.distance(wanted[end].0),
            places[end].1.angle_between(wanted[end].1).to_degrees(),
        );
        let kinds: Vec<Kind> = tree
            .skeleton
            .ancestors(tree.ends[end])
            .skip(1)
            .map(|joint| tree.kinds[joint])
            .collect();
        let turn = if end.is_multiple_of(2) {
            format!(", {turn:.1}° with a rotation goal")
        } else {
            String::new()
        };
        format!(
            "; joint {} is {off:.4} m of {:.2} off{turn}, behind {kinds:?}",
            tree.ends[end], tree.size
        )
    };
    missed.iter().map(one).collect()
}

/// The sort of a tree, and the kinds of limits above these goals, each listed once.
fn sorts(tree: &Tree, ends: impl Iterator<Item = usize>) -> Vec<String> {
    let joints: Vec<usize> = ends
        .flat_map(|end| tree.skeleton.ancestors(tree.ends[end]).skip(1).filter(|joint| *joint != 0))
        .collect();
    let before =
        Kind::ALL.into_iter().filter(|kind| joints.iter().any(|&joint| tree.kinds[joint] == *kind));
    let mut sorts: Vec<String> = before.map(|kind| format!("behind {}", kind.words())).collect();
    sorts.push(format!("{} goals", tree.ends.len()));
    sorts.push(format!("root {:?}", tree.root));
    sorts.push(format!("{} joints and more", tree.skeleton.len() / 20 * 20));
    sorts
}

//! Non-uniform scales inside a chain or a body: the report must equal forward kinematics.

use glam::{DAffine3, DQuat, DVec3, Vec3};
use kansetsu::d3::{
    Chain, Goal, Pose, Skeleton, Transform,
    solve::{Scope, Scratch, Solver},
};

use super::{
    Control,
    judged::JUDGED,
    trees::{Kind, Tree},
    worst::Worst,
};
use crate::{entry::Entry, parallel::map, random::Random, suite::Suite};

const COLUMNS: [&str; 4] =
    ["solves", "refused", "reported wrongly at most, of the size", "by angle at most"];

/// The largest error of a report, as a fraction of the size, and as an angle, radians.
const WRONG: (f64, f64) = (1e-5, 1e-3);

/// The least distance of an aim's target, so that the rounding of its position is a small angle.
const AWAY: f32 = 0.5;

pub fn rows(suite: &mut Suite, control: Control) {
    suite.section(
        "Bodies in use: uneven scale",
        "Chains of 2 to 6 bones and random trees, their joints scaled by 0.7 to 1.4 along each \
         axis, some mirrored, half of them with limits; one in eight is an elbow scaled by (1, \
         2, 1). Forward kinematics of the returned pose in double precision, with all \
         translations, rotations and scales, yields the positions of the goals' points. \
         Promised: every solver reports that distance, within 1e-5 of the size, and for an aim \
         that angle.",
        &COLUMNS,
    );
    for name in Solver::NAMES {
        suite.entry(name, |scale| {
            let parts = map(10, |piece| {
                let mut counts = Counts::default();
                let seeds =
                    (0..scale.frames.div_ceil(20)).map(|index| (piece * 100_000 + index) as u64);
                seeds.for_each(|seed| counts.case(name, seed, control));
                counts
            });
            let mut all = Counts::default();
            parts.into_iter().for_each(|part| all.add(part));
            all.entry(name)
        });
    }
}

/// The results of one solver's solves.
#[derive(Default)]
struct Counts {
    solves: usize,
    refused: usize,
    wrong: Worst,
    turned: Worst,
}

/// The input of one solve.
struct Case {
    skeleton: Skeleton,
    start: Pose,
    goals: Vec<Goal>,
    size: f64,
}

impl Counts {
    fn add(&mut self, part: Self) {
        self.solves += part.solves;
        self.refused += part.refused;
        self.wrong.join(part.wrong);
        self.turned.join(part.turned);
    }

    fn entry(self, name: &str) -> Entry {
        Entry {
            name: name.into(),
            cells: vec![
                self.solves.to_string(),
                self.refused.to_string(),
                format!("{:.1e}", self.wrong.value()),
                format!("{:.1e} rad", self.turned.value()),
            ],
            verdict: (self.wrong.value() <= WRONG.0
                && self.turned.value() <= WRONG.1
                && self.refused < self.solves)
                .into(),
            dots: None,
            details: self.wrong.words().chain(self.turned.words()).collect(),
        }
    }

    fn case(&mut self, name: &str, seed: u64, control: Control) {
        let mut random = crate::draw::random(JUDGED + seed);
        let solver = Solver::from_name(name).expect("one of the names");
        let is_body =
            solver.scope() == Scope::Body || solver.scope() == Scope::Both && random.chance(0.5);
        let kinds: &[Kind] = if random.chance(0.5) { &Kind::ALL } else { &[Kind::Nothing] };
        let tree = Tree::random(&mut random, kinds);
        let case =
            if is_body { Case::body(&tree, &mut random) } else { Case::chain(name, &mut random) };
        let (mut pose, mut scratch) = (case.start.clone(), Scratch::default());
        let report = match control {
            Control::Nothing | Control::Random => Ok(control.pretend(&mut pose)),
            Control::Library if is_body => {
                solver.solve_body_with(&tree.body(), &case.goals, &mut pose, &mut scratch).cloned()
            }
            Control::Library => {
                let chain = Chain::new(&case.skeleton, 0, case.skeleton.len() - 1)
                    .expect("a path is a chain");
                solver.solve_with(&chain, &case.goals[0], &mut pose, &mut scratch).cloned()
            }
        };
        self.solves += 1;
        let Ok(report) = report else {
            self.refused += 1;
            return;
        };
        for (index, goal) in case.goals.iter().enumerate() {
            let told = report
                .goals
                .get(index)
                .map_or((0.0, 0.0), |goal| (f64::from(goal.distance), f64::from(goal.angle)));
            let map = forward(&case.skeleton, &pose, goal.joint);
            let words = |what: String| {
                format!("case {seed}, {} joints, goal {index}: {what}", case.skeleton.len())
            };
            match (goal.position, goal.orientation) {
                (Some(target), _) => {
                    let really =
                        map.transform_point3(goal.offset.as_dvec3()).distance(target.as_dvec3());
                    let wrong = (really - told.0).abs() / case.size;
                    self.wrong.add(wrong, || {
                        words(format!(
                            "{:.6} m reported, {really:.6} m of {:.2} really",
                            told.0, case.size
                        ))
                    });
                }
                (None, Some(kansetsu::d3::Orientation::LookAt { axis, target })) => {
                    let to = target.as_dvec3() - map.transform_point3(goal.offset.as_dvec3());
                    let really = map.transform_vector3(axis.as_dvec3()).angle_between(to);
                    self.turned.add((really - told.1).abs(), || {
                        words(format!("{:.6} rad reported, {really:.6} really", told.1))
                    });
                }
                _ => {}
            }
        }
    }
}

impl Case {
    fn body(tree: &Tree, random: &mut Random) -> Self {
        let mut start = tree.pose(random);
        stretch(random, &mut start);
        let size = f64::from(tree.size);
        let goals = tree.goals(&tree.places(&tree.pose(random)), |_| false);
        Self { skeleton: tree.skeleton.clone(), start, goals, size }
    }

    /// The number of bones that the solver supports.
    fn chain(name: &str, random: &mut Random) -> Self {
        let count = if name == "two-bone" { 2 } else { 2 + random.below(5) };
        let mut builder = Skeleton::builder();
        let mut last = builder.root("0", Transform::IDENTITY);
        let mut size = 0.0;
        for index in 1..=count {
            let bone = random.direction() * random.range(0.1, 0.4);
            size += f64::from(bone.length());
            last = builder.child(
                last,
                index.to_string(),
                Transform { rotation: random.rotation(), ..Transform::from_translation(bone) },
            );
        }
        let skeleton = builder.build().expect("a path is a tree");
        let mut start = skeleton.rest_pose();
        if random.chance(0.125) {
            start.locals[1].scale = Vec3::new(1.0, 2.0, 1.0);
        } else {
            stretch(random, &mut start);
        }
        let place = random.direction() * random.range(0.1, 1.3) * size as f32;
        let goal = match name.starts_with("aim") {
            true => Goal::look_at(
                count,
                random.direction(),
                random.direction() * (2.0 * size as f32 + AWAY),
            ),
            false => Goal::position(count, place),
        };
        let offset = if random.chance(0.2) { random.direction() * 0.1 } else { Vec3::ZERO };
        let goals = vec![goal.with_offset(offset)];
        Self { skeleton, start, goals, size }
    }
}

/// Scales most joints non-uniformly, and mirrors a few.
fn stretch(random: &mut Random, pose: &mut Pose) {
    for local in &mut pose.locals {
        if random.chance(0.6) {
            local.scale = Vec3::from_array(std::array::from_fn(|_| random.range(0.7, 1.4)));
        }
        if random.chance(0.05) {
            local.scale.x *= -1.0;
        }
    }
}

/// The position and linear map of a joint.
fn forward(skeleton: &Skeleton, pose: &Pose, joint: usize) -> DAffine3 {
    let local = |joint: usize| {
        let Transform { translation, rotation, scale } = pose.locals[joint];
        let rotation: DQuat = rotation.as_dquat().normalize();
        let translation: DVec3 = translation.as_dvec3();
        DAffine3::from_scale_rotation_translation(scale.as_dvec3(), rotation, translation)
    };
    skeleton.ancestors(joint).fold(DAffine3::IDENTITY, |map, parent| local(parent) * map)
}

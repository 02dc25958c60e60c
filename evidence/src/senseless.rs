//! Invalid input: a finite result, or a typed error with the pose untouched; never NaN, never a
//! panic.

use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};

use glam::{Quat, Vec3};
use kansetsu::{
    Error,
    d3::{
        Chain, Goal, Limit, Orientation, Pose, Region, Report, Skeleton, Transform,
        limit::{Cone, EulerBox, EulerOrder, Hinge, SwingTwist},
        solve::{Auto, Body, Root, Scope, Solver},
    },
};

use crate::{
    entry::Entry,
    parallel::{map, pieces},
    problem::with_other_poses,
    random::Random,
};

pub const COLUMNS: [&str; 5] =
    ["cases", "solved", "typed errors", "not finite, or changed by an error", "panics"];

/// Extreme and invalid values.
const ODD: [f32; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    1e30,
    -1e30,
    1e-40,
    -1e-42,
    f32::MIN_POSITIVE,
    f32::MAX,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
    1e-20,
    1e10,
    -1e5,
];

/// The fraction of odd values.
const ODDNESS: [f32; 3] = [0.0, 0.03, 0.3];

/// The result of a case.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Solved,
    Refused,
    Broken,
    Panicked,
}

/// One row: this number of cases for the solver with this name.
pub fn entry(name: &'static str, count: usize) -> Entry {
    let pieces = pieces(count, 1_000);
    let hook = take_hook();
    set_hook(Box::new(|_| {}));
    let ends: Vec<(End, u64)> = map(pieces.len(), |piece| {
        let seeds = (0..pieces[piece]).map(|index| (piece * 1_000 + index) as u64);
        seeds
            .map(|seed| (catch_unwind(|| case(name, seed)).unwrap_or(End::Panicked), seed))
            .collect::<Vec<_>>()
    })
    .concat();
    set_hook(hook);
    let number = |wanted: End| ends.iter().filter(|(end, _)| *end == wanted).count();
    let bad = |end: End| matches!(end, End::Broken | End::Panicked);
    let [solved, refused, broken, panicked] =
        [End::Solved, End::Refused, End::Broken, End::Panicked].map(number);
    Entry {
        name: name.into(),
        cells: [count, solved, refused, broken, panicked].map(|number| number.to_string()).to_vec(),
        verdict: (broken + panicked == 0).into(),
        dots: None,
        details: ends
            .iter()
            .filter(|(end, _)| bad(*end))
            .take(3)
            .map(|(_, seed)| describe(name, *seed))
            .collect(),
    }
}

/// A whole case: every input that a caller can get wrong.
#[derive(Debug)]
struct Case {
    skeleton: Result<Skeleton, Error>,
    limits: Vec<Option<Limit>>,
    goals: Vec<Goal>,
    pose: Pose,
    solver: Solver,
    ends: [usize; 2],
}

fn case(name: &str, seed: u64) -> End {
    let case = Case::new(name, seed);
    let mut pose = case.pose.clone();
    match case.solve(&mut pose) {
        Ok(report) if fault(&report, &case.pose, &pose).is_none() => End::Solved,
        // As text, because a pose with NaN is not equal to itself.
        Err(_) if format!("{pose:?}") == format!("{:?}", case.pose) => End::Refused,
        _ => End::Broken,
    }
}

/// A value that is not finite though it was before. (A joint outside the chain is unchanged.)
fn fault(report: &Report, before: &Pose, after: &Pose) -> Option<String> {
    let is_finite = |local: &Transform| {
        local.translation.is_finite() && local.rotation.is_finite() && local.scale.is_finite()
    };
    let joint = before
        .locals
        .iter()
        .zip(&after.locals)
        .position(|(before, after)| is_finite(before) && !is_finite(after));
    let goal = report.goals.iter().find(|goal| {
        !(goal.distance.is_finite() && goal.angle.is_finite() && goal.reached.is_finite())
    });
    joint.map(|joint| format!("joint {joint}")).or_else(|| goal.map(|goal| format!("{goal:?}")))
}

fn describe(name: &str, seed: u64) -> String {
    let case = Case::new(name, seed);
    let mut pose = case.pose.clone();
    let what = match catch_unwind(AssertUnwindSafe(|| case.solve(&mut pose))) {
        Ok(Ok(report)) => fault(&report, &case.pose, &pose).unwrap_or_default(),
        Ok(Err(error)) => format!("changed the pose and gave {error}"),
        Err(_) => "panic".into(),
    };
    let joints = case
        .skeleton
        .as_ref()
        .map(|skeleton| skeleton.joints().iter().map(|joint| joint.parent).collect::<Vec<_>>());
    format!(
        "seed {seed}: {what}; {:?}; parents {joints:?}, from {:?} to {:?}, {:?}",
        case.solver, case.ends[0], case.ends[1], case.goals
    ) + &format!(
        " | pose {:?} | limits {:?}",
        case.pose.locals.iter().map(|l| (l.translation, l.rotation, l.scale)).collect::<Vec<_>>(),
        case.limits
    )
}

impl Case {
    fn new(name: &str, seed: u64) -> Self {
        let mut odd = Odd {
            random: crate::draw::random(seed),
            oddness: ODDNESS[seed as usize % ODDNESS.len()],
        };
        let skeleton = odd.skeleton();
        let count = skeleton.as_ref().map_or(1, Skeleton::len);
        let mut pose = skeleton.as_ref().map(Skeleton::rest_pose).unwrap_or_default();
        for local in &mut pose.locals {
            if odd.random.chance(0.5) {
                *local = odd.transform();
            }
        }
        if odd.random.chance(0.3 * odd.oddness) {
            pose.locals.pop();
        }
        let limits = (0..count).map(|_| odd.limit()).collect();
        let beyond = usize::from(odd.random.chance(odd.oddness));
        // Mostly a descendant of the base; otherwise nothing would be solved.
        let tip = if odd.random.chance(0.1) { odd.index(count + beyond) } else { count - 1 };
        let goals = (0..1 + odd.index(3))
            .map(|index| odd.goal(if index == 0 { tip } else { odd_index(seed, index, count) }))
            .collect();
        let mut goals: Vec<Goal> = goals;
        if name.starts_with("aim") && odd.random.chance(0.9) {
            goals[0].position = None;
        }
        let base = match skeleton.as_ref() {
            Ok(skeleton) if odd.random.chance(0.9) => {
                above(skeleton, tip, if name == "two-bone" { 2 } else { 6 })
            }
            _ => odd.index(count),
        };
        Self { skeleton, limits, goals, pose, solver: odd.solver(name), ends: [base, tip] }
    }

    fn solve(&self, pose: &mut Pose) -> Result<Report, Error> {
        let skeleton = self.skeleton.as_ref().map_err(Clone::clone)?;
        if self.solver.scope() == Scope::Body {
            let body = Body::new(skeleton).with_limits(&self.limits)?;
            return self.solver.solve_body(&body, &self.goals, pose);
        }
        let chain = Chain::new(skeleton, self.ends[0], self.ends[1])?.with_limits(&self.limits)?;
        self.solver.solve(&chain, &self.goals[0], pose)
    }
}

/// The ancestor this number of levels above, or the root.
fn above(skeleton: &Skeleton, joint: usize, levels: usize) -> usize {
    skeleton.ancestors(joint).take(levels + 1).last().unwrap_or(0)
}

fn odd_index(seed: u64, index: usize, count: usize) -> usize {
    (seed as usize / 7 + index) % count
}

/// A generator that returns odd values with some probability.
struct Odd {
    random: Random,
    oddness: f32,
}

impl Odd {
    fn number(&mut self, low: f32, high: f32) -> f32 {
        if self.random.chance(self.oddness) {
            ODD[self.index(ODD.len())]
        } else {
            self.random.range(low, high)
        }
    }

    fn index(&mut self, count: usize) -> usize {
        ((self.random.unit() * count as f32) as usize).min(count.saturating_sub(1))
    }

    fn vector(&mut self, size: f32) -> Vec3 {
        if self.random.chance(self.oddness) {
            return Vec3::ZERO;
        }
        Vec3::from_array(std::array::from_fn(|_| self.number(-size, size)))
    }

    fn rotation(&mut self) -> Quat {
        let scale = if self.random.chance(self.oddness) { self.number(-2.0, 2.0) } else { 1.0 };
        let q = self.random.rotation();
        if self.random.chance(0.5 * self.oddness) {
            Quat::from_array(std::array::from_fn(|_| self.number(-1.0, 1.0)))
        } else {
            q * scale
        }
    }

    fn transform(&mut self) -> Transform {
        let scale = if self.random.chance(self.oddness) { self.vector(1.5) } else { Vec3::ONE };
        Transform { translation: self.vector(0.5), rotation: self.rotation(), scale }
    }

    fn skeleton(&mut self) -> Result<Skeleton, Error> {
        let mut builder = Skeleton::builder();
        let count = 1 + self.index(7);
        for index in 0..count {
            let rest = self.transform();
            match index {
                0 => builder.root("0", rest),
                _ if self.random.chance(0.8) => builder.child(index - 1, index.to_string(), rest),
                _ => {
                    let parent = self.index(index);
                    builder.child(parent, index.to_string(), rest)
                }
            };
        }
        builder.build()
    }

    fn limit(&mut self) -> Option<Limit> {
        match self.index(6) {
            0 => Some(Limit::Hinge(Hinge::new(
                self.vector(1.0),
                self.number(-3.0, 1.0),
                self.number(-1.0, 3.0),
            ))),
            1 => Some(Limit::Cone(Cone {
                angle: self.number(-0.5, 4.0),
                center: self.vector(1.0),
                ..Cone::around(self.vector(1.0), 1.0)
            })),
            2 => Some(Limit::SwingTwist(SwingTwist {
                rest_from_limit: self.rotation(),
                joint_from_limit: self.rotation(),
                swing_x: self.number(-0.5, 4.0),
                swing_y: self.number(-0.5, 4.0),
                twist_min: self.number(-3.0, 1.0),
                twist_max: self.number(-1.0, 3.0),
            })),
            3 => Some(Limit::EulerBox(EulerBox {
                frame: self.rotation(),
                order: EulerOrder::Zxy,
                min: self.vector(2.0),
                max: self.vector(2.0),
            })),
            _ => None,
        }
    }

    fn goal(&mut self, joint: usize) -> Goal {
        let mut goal = Goal::position(joint, self.vector(1.0));
        if self.random.chance(0.1) {
            goal.position = None;
        }
        goal.orientation = match self.index(6) {
            0 => Some(Orientation::Full(self.rotation())),
            1 => Some(Orientation::Axis { axis: self.vector(1.0), direction: self.vector(1.0) }),
            2 => Some(Orientation::LookAt { axis: self.vector(1.0), target: self.vector(1.0) }),
            _ => None,
        };
        goal.region = match self.index(8) {
            0 => Region::Line(self.vector(1.0)),
            1 => Region::Plane(self.vector(1.0)),
            _ => Region::Point,
        };
        goal.pole = self.random.chance(0.2).then(|| self.vector(1.0));
        goal.offset = if self.random.chance(0.2) { self.vector(0.3) } else { Vec3::ZERO };
        goal.weight = if self.random.chance(0.3) { self.number(-0.2, 2.0) } else { 1.0 };
        if self.random.chance(0.2) { goal.pinned() } else { goal }
    }

    /// The solver with this name with odd parameters.
    fn solver(&mut self, name: &str) -> Solver {
        let mut solver = Solver::from_name(name).unwrap_or_default();
        if let Solver::WholeBody(body) = &mut solver {
            *body = with_other_poses(Root::Fixed);
        }
        if self.random.chance(0.3) {
            solver =
                solver.with_max_iterations(self.index(4)).with_tolerance(self.number(0.0, 0.01));
        }
        let odd = [self.number(0.0, 0.5), self.number(-1.0, 1.0), self.number(-0.2, 1.2)];
        let is_odd = self.random.chance(0.3);
        let root = [Root::Fixed, Root::Rotates, Root::Free][self.index(3)];
        match &mut solver {
            Solver::TwoBone(two_bone) | Solver::Auto(Auto { two_bone, .. }) if is_odd => {
                [two_bone.soft, two_bone.twist, two_bone.weight] = odd;
            }
            Solver::Aim(aim) if is_odd => {
                (aim.up, [_, aim.twist, aim.weight]) = (self.vector(1.0), odd);
            }
            Solver::AimChain(aim) if is_odd => {
                (aim.up, [_, aim.twist, aim.weight]) = (self.vector(1.0), odd);
                aim.shares = (0..self.index(8)).map(|_| self.number(-0.1, 1.0)).collect();
            }
            Solver::WholeBody(body) => {
                body.root = root;
                if is_odd {
                    body.strength = 100.0 * odd[2];
                }
            }
            Solver::FabrikTree(tree) => tree.root = root,
            _ => {}
        }
        solver
    }
}

//! The way of a chain to its goal, limb by limb.

use kansetsu::{
    classic::{FabrikLimb, LimbFabrik, LimbReport},
    d2::{Chain, Goal, Report, Skeleton, Transform, solve},
    glam::{Vec2, Vec3},
};
use kansetsu_figures::scenes::lab::LimbScene;

/// The greatest number of steps that can be shown.
pub(super) const STEPS: f64 = 400.0;

/// The way of a chain to its goal.
#[derive(Clone, Debug, Default)]
pub(super) struct Walk {
    pub(super) moments: Vec<Moment>,
    pub(super) report: Option<LimbReport>,
    pub(super) ours: Option<Report>,
}

/// The limbs after a step.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    pub(super) limbs: Vec<FabrikLimb>,
    /// Which limb has moved, and where to.
    pub(super) moved: Option<Moved>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Moved {
    pub(super) limb: usize,
    pub(super) round: usize,
    pub(super) is_backward: bool,
    pub(super) goal: Vec3,
}

impl Moved {
    /// What has just been computed, with its numbers.
    pub(super) fn formulas(&self, limbs: &[FabrikLimb], length: f32) -> Vec<String> {
        let place = |point: Vec3| format!("({:.1}, {:.1})", point.x, point.y);
        let limb = &limbs[self.limb];
        let (index, round) = (self.limb, self.round + 1);
        let (inboard, outboard, goal) =
            (place(limb.inboard), place(limb.outboard()), place(self.goal));
        if self.is_backward {
            let d = limb.direction();
            vec![
                format!("{round}.  g = {goal},   d = ({:.3}, {:.3})", d.x, d.y),
                format!("in_[{index}] = g − {length:.1} d = {inboard},   out_[{index}] = g"),
            ]
        } else {
            let from = if index == 0 { "root".to_owned() } else { format!("out_[{}]", index - 1) };
            vec![
                format!("{round}.  in_[{index}] = {from} = {inboard}"),
                format!("out_[{index}] = {outboard}"),
            ]
        }
    }
}

impl Walk {
    pub(super) fn of(start: Vec<FabrikLimb>, scene: &LimbScene, solver: &LimbFabrik) -> Self {
        let (root, goal) = (scene.root.extend(0.0), scene.goal.extend(0.0));
        let mut whole = start.clone();
        let report = solver.solve(&mut whole, root, goal).ok();
        let mut moments = vec![Moment { limbs: start.clone(), moved: None }];
        let mut limbs = start;
        for round in 0..report.map_or(0, |report| report.iterations) {
            if moments.len() > STEPS as usize {
                break;
            }
            backward(&limbs, (goal, round), &mut moments);
            if LimbFabrik::iterate(&mut limbs, root, goal).is_err() {
                break;
            }
            forward(&limbs, (goal, round), &mut moments);
        }
        moments.truncate(STEPS as usize + 1);
        // What is beyond the steps that can be shown counts as one.
        if let Some(last) = moments.last_mut() {
            last.limbs = whole;
        }
        Self { moments, report, ours: ours(scene) }
    }
}

/// From the last limb to the root: the library turns each one towards its goal, as a separate
/// body.
fn backward(limbs: &[FabrikLimb], (goal, round): (Vec3, usize), moments: &mut Vec<Moment>) {
    let mut limbs = limbs.to_vec();
    let mut goal = goal;
    for limb in (0..limbs.len()).rev() {
        if LimbFabrik::iterate(&mut limbs[limb..=limb], goal, goal).is_err() {
            return;
        }
        limbs[limb].inboard = goal - limbs[limb].direction() * limbs[limb].length;
        moments.push(Moment {
            limbs: limbs.clone(),
            moved: Some(Moved { limb, round, is_backward: true, goal }),
        });
        goal = limbs[limb].inboard;
    }
}

/// The backward pass: later links are still where the forward pass left them.
fn forward(after: &[FabrikLimb], (goal, round): (Vec3, usize), moments: &mut Vec<Moment>) {
    let Some(mut limbs) = moments.last().map(|moment| moment.limbs.clone()) else { return };
    for limb in 0..after.len() {
        limbs[limb] = after[limb];
        moments.push(Moment {
            limbs: limbs.clone(),
            moved: Some(Moved { limb, round, is_backward: false, goal }),
        });
    }
}

/// What our form makes of the same limbs.
fn ours(scene: &LimbScene) -> Option<Report> {
    let mut builder = Skeleton::builder();
    let mut joint = builder.root("0", Transform::from_translation(scene.root));
    for index in 1..=scene.limbs {
        joint = builder.child(
            joint,
            index.to_string(),
            Transform::from_translation(Vec2::Y * scene.length),
        );
    }
    let skeleton = builder.build().ok()?;
    let chain = Chain::new(&skeleton, 0, joint).ok()?;
    let mut pose = skeleton.rest_pose();
    solve::Fabrik::default().solve(&chain, &Goal::position(joint, scene.goal), &mut pose).ok()
}

//! Several goals at once, over the whole body.

use std::time::Instant;

use kansetsu::d3::{
    Goal, Limit, Pose, Skeleton,
    solve::{Body, Root, Scratch, WholeBody},
};

use crate::{check, random::Random, row::Row, sample};

/// A body, the joints that have goals, and what is asked of them.
pub struct BodyProblem {
    pub name: String,
    pub skeleton: Skeleton,
    pub limits: Vec<Option<Limit>>,
    pub goals: Vec<usize>,
    /// Which goals have an orientation too.
    pub turned: Vec<usize>,
    pub root: Root,
}

/// How far the root is moved and turned when it is free: metres and radians.
const ROOT_WAY: f32 = 0.3;
const ROOT_TURN: f32 = 0.7;

impl BodyProblem {
    fn random_pose(&self, random: &mut Random, on_bound: f32) -> Pose {
        let mut pose = self.skeleton.rest_pose();
        for (index, local) in pose.locals.iter_mut().enumerate() {
            let joint = &self.skeleton.joints()[index];
            if joint.parent.is_none() {
                if self.root == Root::Free {
                    local.translation += random.direction() * random.range(0.0, ROOT_WAY);
                    local.rotation *= glam::Quat::from_axis_angle(random.direction(), random.range(0.0, ROOT_TURN));
                }
                continue;
            }
            let limit = self.limits[index].as_ref();
            let turn = if limit.is_none() {
                glam::Quat::from_axis_angle(random.direction(), random.range(0.0, ROOT_TURN))
            } else {
                sample::turn(random, limit, on_bound)
            };
            local.rotation = joint.rest.rotation * turn;
        }
        pose
    }

    pub fn measure(&self, count: usize, on_bound: f32) -> Row {
        let solver = WholeBody { root: self.root, tolerance: 1e-4, ..WholeBody::default() };
        let body = Body::new(&self.skeleton).with_limits(&self.limits).expect("limits fit");
        let mut random = Random::new(1 + (on_bound * 10.0) as u64);
        let mut scratch = Scratch::default();
        let rest = self.skeleton.rest_pose();
        let mut row = Row::new(count);
        let mut pose = rest.clone();
        for _ in 0..count {
            let wanted = check::forward(&self.skeleton, &self.random_pose(&mut random, on_bound));
            let goals: Vec<Goal> = self
                .goals
                .iter()
                .map(|&joint| {
                    let goal = Goal::position(joint, wanted[joint].0.as_vec3());
                    if self.turned.contains(&joint) { goal.with_orientation(wanted[joint].1.as_quat()) } else { goal }
                })
                .collect();
            pose.clone_from(&rest);
            let start = Instant::now();
            let report = solver.solve_with(&body, &goals, &mut pose, &mut scratch).expect("the problem is well formed");
            row.add_time(start.elapsed());
            row.iterations += report.iterations;
            row.add_restarts(report.restarts);
            let got = check::forward(&self.skeleton, &pose);
            row.reached += usize::from(self.goals.iter().all(|&joint| {
                let near = got[joint].0.distance(wanted[joint].0) <= 1e-3;
                near && (!self.turned.contains(&joint) || got[joint].1.angle_between(wanted[joint].1) <= 0.5_f64.to_radians())
            }));
            row.violations += check::violations(&self.skeleton, &self.limits, &pose);
        }
        row.finish();
        row
    }
}

/// The mannequin's rows.
pub fn mannequin() -> Vec<BodyProblem> {
    let figure = kansetsu_figures::figure("mannequin").expect("the mannequin is embedded");
    let skeleton = figure.rig.skeleton;
    let joint = |name: &str| skeleton.find(name).expect("a joint of the mannequin");
    let goals = vec![joint("LeftHand"), joint("RightHand"), joint("LeftFoot"), joint("RightFoot"), joint("Head")];
    let ends = goals[..4].to_vec();
    let none = vec![None; skeleton.len()];
    let problem = |name: &str, limits: &[Option<Limit>], turned: &[usize], root: Root| BodyProblem {
        name: name.into(),
        skeleton: skeleton.clone(),
        limits: limits.to_vec(),
        goals: goals.clone(),
        turned: turned.to_vec(),
        root,
    };
    let limits = &figure.rig.limits;
    vec![
        problem("mannequin, no limits", &none, &[], Root::Held),
        problem("mannequin, limits, root held", limits, &[], Root::Held),
        problem("mannequin, limits, root free", limits, &[], Root::Free),
        problem("mannequin, limits, poses, held", limits, &ends, Root::Held),
        problem("mannequin, limits, poses, free", limits, &ends, Root::Free),
    ]
}

//! How many of the reachable targets are reached.

use std::{fmt, time::Instant};

use kansetsu::d3::{
    Goal,
    solve::{Dls, Scratch},
};

use crate::{check, problem::Problem, random::Random, sample};

pub struct Row {
    count: usize,
    reached: usize,
    violations: usize,
    restarts: usize,
    most_restarts: usize,
    iterations: usize,
    nanos: Vec<u64>,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |p: f64| self.nanos[((self.nanos.len() - 1) as f64 * p) as usize] as f64 / 1000.0;
        let mean = self.nanos.iter().sum::<u64>() as f64 / self.count as f64 / 1000.0;
        write!(
            f,
            " | {:7.3} % v{} r{:.3}/{} its {:.1} {:.2} / {:.2} / {:.2} us",
            100.0 * self.reached as f64 / self.count as f64,
            self.violations,
            self.restarts as f64 / self.count as f64,
            self.most_restarts,
            self.iterations as f64 / self.count as f64,
            part(0.5),
            mean,
            part(0.99)
        )
    }
}

pub fn measure(problem: &Problem, count: usize, on_bound: f32) -> Row {
    let solver =
        Dls { tolerance: 5e-4, max_restarts: std::env::var("RESTARTS").ok().and_then(|t| t.parse().ok()).unwrap_or(32), ..Dls::default() };
    let mut random = Random::new(1 + (on_bound * 10.0) as u64);
    let mut scratch = Scratch::default();
    let tip = problem.chain.tip();
    let rest = problem.skeleton.rest_pose();
    let length = f64::from(problem.chain.length(&rest));
    let mut row = Row { count, reached: 0, violations: 0, restarts: 0, most_restarts: 0, iterations: 0, nanos: Vec::with_capacity(count) };
    let mut pose = rest.clone();
    for _ in 0..count {
        pose.clone_from(&rest);
        for ((local, limit), joint) in pose.locals.iter_mut().zip(&problem.limits).zip(problem.skeleton.joints()) {
            local.rotation = joint.rest.rotation * sample::turn(&mut random, limit.as_ref(), on_bound);
        }
        let (target, orientation) = check::forward(&problem.skeleton, &pose)[tip];
        let mut goal = Goal::position(tip, target.as_vec3());
        if problem.turns_tip {
            goal = goal.with_orientation(orientation.as_quat());
        }
        let near = std::env::var("NEAR").ok().and_then(|text| text.parse::<f32>().ok());
        if let Some(near) = near {
            for ((local, limit), joint) in pose.locals.iter_mut().zip(&problem.limits).zip(problem.skeleton.joints()) {
                if let Some(limit) = limit {
                    let turn = joint.rest.rotation.inverse() * local.rotation * glam::Quat::from_scaled_axis(random.direction() * near);
                    local.rotation = joint.rest.rotation * limit.project(turn);
                }
            }
        } else {
            pose.clone_from(&rest);
        }
        let start = Instant::now();
        let report = solver.solve_with(&problem.chain, &goal, &mut pose, &mut scratch).expect("the problem is well formed");
        row.nanos.push(start.elapsed().as_nanos() as u64);
        row.iterations += report.iterations;
        row.restarts += report.restarts;
        row.most_restarts = row.most_restarts.max(report.restarts);
        let (reached, turned) = check::forward(&problem.skeleton, &pose)[tip];
        let near = reached.distance(target) <= 1e-3 * length;
        let aligned = !problem.turns_tip || turned.angle_between(orientation) <= 0.5_f64.to_radians();
        row.reached += usize::from(near && aligned);
        for ((local, limit), joint) in pose.locals.iter().zip(&problem.limits).zip(problem.skeleton.joints()) {
            if let Some(limit) = limit {
                let outside = check::violation(limit, joint.rest.rotation.as_dquat(), local.rotation.as_dquat());
                row.violations += usize::from(outside > 1e-4);
            }
        }
    }
    row.nanos.sort_unstable();
    row
}

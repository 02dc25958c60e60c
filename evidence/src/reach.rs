//! How many of the reachable targets are reached.

use std::time::Instant;

use kansetsu::d3::{
    Goal,
    solve::{Dls, Scratch},
};

use crate::{check, problem::Problem, random::Random, row::Row, sample};

pub fn measure(problem: &Problem, count: usize, on_bound: f32) -> Row {
    let solver = Dls { tolerance: 5e-4, ..Dls::default() };
    let mut random = Random::new(1 + (on_bound * 10.0) as u64);
    let mut scratch = Scratch::default();
    let tip = problem.chain.tip();
    let rest = problem.skeleton.rest_pose();
    let length = f64::from(problem.chain.length(&rest));
    let mut row = Row::new(count);
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
        pose.clone_from(&rest);
        let start = Instant::now();
        let report = solver.solve_with(&problem.chain, &goal, &mut pose, &mut scratch).expect("the problem is well formed");
        row.add_time(start.elapsed());
        row.iterations += report.iterations;
        row.add_restarts(report.restarts);
        let (reached, turned) = check::forward(&problem.skeleton, &pose)[tip];
        let near = reached.distance(target) <= 1e-3 * length;
        let aligned = !problem.turns_tip || turned.angle_between(orientation) <= 0.5_f64.to_radians();
        row.reached += usize::from(near && aligned);
        row.violations += check::violations(&problem.skeleton, &problem.limits, &pose);
    }
    row.finish();
    row
}

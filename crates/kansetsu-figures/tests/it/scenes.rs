//! The scenes can be played inside the limits, smoothly.

use kansetsu::{
    d3::{Chain, Goal, Outcome, Pose, Rig, solve::Solver},
    glam::Vec3,
};
use kansetsu_figures::{figure, scenes::demo_sequence};

fn chain_to(rig: &Rig, goal: &Goal) -> Chain {
    let limb = rig.limb_to(goal.joint).expect("goals of the scene are tips of limbs");
    let chain = Chain::new(&rig.skeleton, limb.base, limb.tip).expect("a limb is a chain");
    chain.with_limits(&rig.limits).expect("one limit per joint").with_pole(&rig.skeleton, limb.pole)
}

fn solved(rig: &Rig, chains: &[Chain], frame: &kansetsu_figures::scenes::Frame) -> Pose {
    let mut pose = frame.pose(&rig.skeleton);
    for (goal, chain) in frame.goals.iter().zip(chains) {
        Solver::default().solve(chain, goal, &mut pose).expect("goals of the scene are valid");
    }
    pose
}

#[test]
fn every_goal_of_the_demonstration_is_reached_inside_the_limits() {
    let (scene, figure) = (demo_sequence(), figure("mannequin").unwrap());
    let rig = &figure.rig;
    assert!(scene.frames.len() >= 60);
    let chains: Vec<Chain> = scene.frames[0].goals.iter().map(|goal| chain_to(rig, goal)).collect();
    let mut faults = Vec::new();
    for (number, frame) in scene.frames.iter().enumerate() {
        let mut pose = frame.pose(&rig.skeleton);
        for (goal, chain) in frame.goals.iter().zip(&chains) {
            let report = Solver::default().solve(chain, goal, &mut pose).unwrap();
            if report.outcome != Outcome::Reached {
                let (name, position) = (&rig.skeleton.joints()[goal.joint].name, goal.position);
                faults.push(format!(
                    "frame {number}: {name} misses {position:?} by {} m, {} rad",
                    report.distance(),
                    report.angle()
                ));
            }
        }
        for (joint, (local, limit)) in pose.locals.iter().zip(&rig.limits).enumerate() {
            let violation = limit.as_ref().map_or(0.0, |limit| limit.violation(local.rotation));
            if violation > 2e-3 {
                faults.push(format!(
                    "frame {number}: {} is {violation} rad outside",
                    rig.skeleton.joints()[joint].name
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_demonstration_moves_smoothly() {
    let (scene, figure) = (demo_sequence(), figure("mannequin").unwrap());
    let rig = &figure.rig;
    let chains: Vec<Chain> = scene.frames[0].goals.iter().map(|goal| chain_to(rig, goal)).collect();
    let places: Vec<Vec<Vec3>> = scene
        .frames
        .iter()
        .map(|frame| {
            rig.skeleton
                .forward(&solved(rig, &chains, frame))
                .iter()
                .map(|at| at.translation)
                .collect()
        })
        .collect();
    for (number, frames) in places.windows(2).enumerate() {
        for (joint, (before, after)) in frames[0].iter().zip(&frames[1]).enumerate() {
            // 0.1 m in a thirtieth of a second is 3 m/s: a quick hand.
            assert!(
                before.distance(*after) < 0.10,
                "{} jumps at frame {number}",
                rig.skeleton.joints()[joint].name
            );
        }
    }
}

#[test]
fn feet_stay_out_of_the_ground_and_the_box() {
    let (scene, figure) = (demo_sequence(), figure("mannequin").unwrap());
    let rig = &figure.rig;
    let chains: Vec<Chain> = scene.frames[0].goals.iter().map(|goal| chain_to(rig, goal)).collect();
    let tips = ["LeftToes", "LeftToesTip", "RightToes", "RightToesTip"]
        .map(|name| rig.skeleton.find(name).unwrap());
    let cube = scene.props[0];
    for (number, frame) in scene.frames.iter().enumerate() {
        let at = rig.skeleton.forward(&solved(rig, &chains, frame));
        for tip in tips {
            let p = at[tip].translation;
            let inside = (p - cube.center).abs().cmple(cube.half).all();
            assert!(
                p.y > 0.005 && !inside,
                "frame {number}: {} at {p}",
                rig.skeleton.joints()[tip].name
            );
        }
    }
}

#[test]
fn acts_cover_the_frames_in_order() {
    let scene = demo_sequence();
    let mut next = 0;
    for act in &scene.acts {
        assert_eq!(act.frames.start, next);
        next = act.frames.end;
    }
    assert_eq!(next, scene.frames.len());
}

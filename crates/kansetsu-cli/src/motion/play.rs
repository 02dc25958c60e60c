//! A scene, solved frame by frame.

use std::time::Instant;

use kansetsu::{
    Budget, IkSession, Options, Target,
    d3::solve::{Auto, Solver},
    session::Posture,
};
use kansetsu_figures::scenes::Scene;
use kansetsu_formats::Figure;

use crate::{
    json::{SolvedGoals, tenths},
    reach::{STEPS, Solved},
};

/// The solved pose of every frame, by the closed form for limbs. Each frame starts from its own
/// pose, not from the previous frame: the motion is smooth because the solver is, not because it
/// has memory.
pub(crate) fn play(scene: &Scene, figure: &Figure) -> anyhow::Result<Vec<Solved>> {
    let skeleton = &figure.rig.skeleton;
    let options = Options {
        solver: Some(Solver::Auto(Auto::default())),
        posture: Posture::Given,
        ..Options::default()
    };
    let mut session = IkSession::new(&figure.rig, options);
    let mut frames = Vec::with_capacity(scene.frames.len());
    for frame in &scene.frames {
        for goal in &frame.goals {
            session.set_target(skeleton.id(goal.joint), Target::from_goal(skeleton, goal));
        }
        let (mut pose, begun) = (frame.pose(skeleton), Instant::now());
        let report = session.solve(&mut pose, Budget::steps(STEPS))?;
        let goals =
            SolvedGoals::of(&session, (&report, 0), tenths(begun.elapsed().as_secs_f64() * 1e6));
        frames.push(Solved { pose, goals, notes: Vec::new() });
    }
    Ok(frames)
}

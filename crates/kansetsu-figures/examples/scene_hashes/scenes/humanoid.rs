//! The scenes of the mannequin: the demonstration, everyday poses, gestures.

use std::sync::Arc;

use kansetsu::{
    Budget, Error, IkSession, Options, Target,
    d3::{
        Chain, Goal,
        solve::{Body, Scope, Solver},
    },
    glam::Vec3,
    session::Posture,
};
use kansetsu_figures::scenes::{Scene as Sequence, demo_sequence, everyday, gestures};
use kansetsu_formats::Figure;
use kansetsu_humanoid::prior::set_default_prior;

use super::{Run, Scene, add_solved};

/// The budget of `kansetsu solve`.
const BUDGET: Budget = Budget::steps(800);
/// Frames of a drag, and the budget of each.
const DRAG: usize = 12;
const FRAME: Budget = Budget::steps(30);
/// One frame of the demonstration in this many is solved.
const STRIDE: usize = 4;

pub(super) fn scenes() -> Result<Vec<Scene>, Error> {
    let figure = Arc::new(kansetsu_figures::mannequin());
    let sequence = Arc::new(demo_sequence());
    let mut scenes = vec![demonstration_by_session(&figure, &sequence)];
    scenes.extend(
        Solver::NAMES
            .iter()
            .filter_map(|name| Some(demonstration(&figure, &sequence, Solver::from_name(name)?))),
    );
    scenes.extend(everyday::poses().into_iter().map(|pose| everyday_pose(&figure, pose)));
    scenes.extend(gestures::requests(&figure)?.into_iter().map(|asked| gesture(&figure, asked)));
    Ok(scenes)
}

/// The demonstration as a motion whose goals a session follows.
fn demonstration_by_session(figure: &Arc<Figure>, sequence: &Arc<Sequence>) -> Scene {
    let (figure, sequence) = (Arc::clone(figure), Arc::clone(sequence));
    Scene::new("demonstration: session", move |run| {
        let rig = &figure.rig;
        let (mut session, mut pose) = (IkSession::new(rig, Options::default()), rig.rest_pose());
        for frame in sequence.frames.iter().step_by(STRIDE) {
            for goal in &frame.goals {
                session.set_target(
                    rig.skeleton.id(goal.joint),
                    Target::from_goal(&rig.skeleton, goal),
                );
            }
            let solved = session.follow(&frame.pose(&rig.skeleton), &mut pose, FRAME);
            add_solved(&mut run.hash, solved, |hash| hash.add_pose(&pose));
        }
        Ok(())
    })
}

/// The demonstration with one solver.
fn demonstration(figure: &Arc<Figure>, sequence: &Arc<Sequence>, solver: Solver) -> Scene {
    let (figure, sequence) = (Arc::clone(figure), Arc::clone(sequence));
    Scene::new(format!("demonstration: {}", solver.name()), move |run| {
        for frame in sequence.frames.iter().step_by(STRIDE) {
            solve(run, &figure, &solver, &frame.goals, frame.pose(&figure.rig.skeleton))?;
        }
        Ok(())
    })
}

fn everyday_pose(figure: &Arc<Figure>, pose: everyday::Everyday) -> Scene {
    let figure = Arc::clone(figure);
    Scene::new(format!("everyday: {}", pose.name), move |run| {
        run.hash.add_pose(&everyday::solve(&figure, &pose)?.pose);
        for solver in Solver::NAMES.iter().filter_map(|name| Solver::from_name(name)) {
            solve(run, &figure, &solver, &pose.goals, everyday::stance(&figure))?;
        }
        Ok(())
    })
}

/// A gesture by a session: solved directly, with the statistical prior, and dragged to its targets
/// from rest.
fn gesture(figure: &Arc<Figure>, asked: gestures::Gesture) -> Scene {
    let figure = Arc::clone(figure);
    Scene::new(format!("gesture: {}", asked.name), move |run| {
        let rig = &figure.rig;
        for posture in [Posture::Auto, Posture::Likely] {
            let (mut session, mut pose) = (asked.request.session(rig)?, rig.rest_pose());
            session.options_mut().posture = posture;
            set_default_prior(session.options_mut());
            let solved = session.solve(&mut pose, BUDGET);
            add_solved(&mut run.hash, solved, |hash| hash.add_pose(&pose));
        }
        drag(run, &figure, &asked)
    })
}

fn drag(run: &mut Run, figure: &Figure, asked: &gestures::Gesture) -> Result<(), Error> {
    let rig = &figure.rig;
    let (mut session, mut pose) = (asked.request.session(rig)?, rig.rest_pose());
    let rest = rig.skeleton.forward(&pose);
    let ends = session.targets().to_vec();
    for frame in 1..=DRAG {
        for &(joint, target) in &ends {
            let from = rest[joint.index() as usize].translation;
            let led = target.position.map(|end| {
                (from + (Vec3::from(end) - from) * (frame as f32 / DRAG as f32)).to_array()
            });
            session.set_target(joint, Target { position: led, ..target });
        }
        let solved = session.step(&mut pose, FRAME);
        add_solved(&mut run.hash, solved, |hash| hash.add_pose(&pose));
    }
    Ok(())
}

/// Goals by one solver, together or limb by limb, as far as the solver supports them.
fn solve(
    run: &mut Run,
    figure: &Figure,
    solver: &Solver,
    goals: &[Goal],
    start: kansetsu::Pose,
) -> Result<(), Error> {
    let rig = &figure.rig;
    if solver.scope() != Scope::Chain {
        let body = Body::new(&rig.skeleton)
            .with_limits(&rig.limits)?
            .with_limbs(&rig.skeleton, &rig.limbs)?;
        let mut pose = start.clone();
        let solved = solver.solve_body_with(&body, goals, &mut pose, &mut run.space);
        add_solved(&mut run.hash, solved, |hash| hash.add_pose(&pose));
    }
    if solver.scope() != Scope::Body {
        let mut pose = start;
        for goal in goals {
            let solved = chain(figure, goal).and_then(|chain| {
                solver.solve_with(&chain, goal, &mut pose, &mut run.space).map(|_| ())
            });
            add_solved(&mut run.hash, solved, |hash| hash.add_pose(&pose));
        }
    }
    Ok(())
}

/// The limb of a goal; the three segments above a joint that is not the end of a limb.
fn chain(figure: &Figure, goal: &Goal) -> Result<Chain, Error> {
    let rig = &figure.rig;
    match rig.limb_to(goal.joint) {
        Some(limb) => {
            let chain = Chain::new(&rig.skeleton, limb.base, limb.tip)?.with_limits(&rig.limits)?;
            Ok(chain.with_pole(&rig.skeleton, limb.pole))
        }
        None => Chain::with_levels(&rig.skeleton, goal.joint, 3)?.with_limits(&rig.limits),
    }
}

//! The scenes of the lab: the plane, and the published methods.

use kansetsu::{
    Error,
    classic::{FabrikLimb, LawOfCosines, LimbFabrik, MiddleJoint, SteppedCcd, SteppedMode},
    d2::{
        Chain, Goal, Interval, Pose, Side, Skeleton, Transform,
        solve::{Body, Scope, Solver},
    },
    glam::{Vec2, Vec3},
};
use kansetsu_figures::scenes::lab::{ELBOW, LENS, LIMBS, MANY_TENTACLES, TENTACLE, TentacleScene};

use super::{Run, Scene, add_solved};

/// Frames of each demonstration; one in this many is solved by all solvers.
const FRAMES: usize = 240;
const STRIDE: usize = 6;

pub(super) fn scenes() -> Vec<Scene> {
    vec![
        Scene::new("lab: elbow", elbow),
        Scene::new("lab: tentacle", |run| tentacles(run, TENTACLE, FRAMES)),
        Scene::new("lab: 100 tentacles", |run| tentacles(run, MANY_TENTACLES, FRAMES / 10)),
        Scene::new("lab: limbs", limbs),
        Scene::new("lab: limbs of a tree", tree),
        Scene::new("lab: lens", lens),
    ]
}

fn elbow(run: &mut Run) -> Result<(), Error> {
    let method = LawOfCosines { upper: ELBOW.upper, lower: ELBOW.lower, side: Side::Left };
    for frame in 0..FRAMES {
        match method.middle(ELBOW.start, ELBOW.path(frame))? {
            MiddleJoint::At(middle) => run.hash.add(&middle.to_array()),
            nowhere => run.hash.add_text(&format!("{nowhere:?}")),
        }
    }
    let skeleton = straight(ELBOW.start, &[ELBOW.upper, ELBOW.lower])?;
    by_all_solvers(run, &skeleton, None, |frame| ELBOW.path(frame))
}

fn tentacles(run: &mut Run, scene: TentacleScene, frames: usize) -> Result<(), Error> {
    for mode in [SteppedMode::Classic, SteppedMode::Smooth] {
        let solver = SteppedCcd { step: scene.step, mode };
        let mut tentacles = scene.tentacles()?;
        for frame in 0..frames {
            for tentacle in &mut tentacles {
                solver.step(tentacle, TentacleScene::path(frame))?;
                tentacle.positions().iter().for_each(|&point| run.hash.add_point(point));
            }
        }
    }
    Ok(())
}

fn limbs(run: &mut Run) -> Result<(), Error> {
    let points: Vec<Vec3> = LIMBS.points(0.22).into_iter().map(|point| point.extend(0.0)).collect();
    for frame in (0..FRAMES).step_by(STRIDE) {
        let mut limbs = FabrikLimb::between_points(&points);
        LimbFabrik::default().solve(&mut limbs, points[0], LIMBS.path(frame).extend(0.0))?;
        limbs.iter().for_each(|limb| run.hash.add(&limb.outboard().to_array()));
    }
    let skeleton = straight(LIMBS.root, &[LIMBS.length; LIMBS.limbs])?;
    by_all_solvers(run, &skeleton, None, |frame| LIMBS.path(frame))
}

fn lens(run: &mut Run) -> Result<(), Error> {
    let skeleton = straight(LENS.root, &[LENS.length; LENS.links])?;
    by_all_solvers(run, &skeleton, Some(Interval::new(-LENS.limit, LENS.limit)), |frame| {
        LENS.path(frame)
    })
}

/// A trunk with two arms and a goal for each.
fn tree(run: &mut Run) -> Result<(), Error> {
    let mut builder = Skeleton::builder();
    let mut trunk = builder.root("root", Transform::from_translation(LIMBS.root));
    for name in ["trunk", "chest"] {
        trunk = builder.child(trunk, name, Transform::from_translation(Vec2::Y * LIMBS.length));
    }
    let mut hands = Vec::new();
    for side in [1.0, -1.0] {
        let mut joint = trunk;
        for name in ["shoulder", "elbow", "hand"] {
            joint = builder.child(
                joint,
                name,
                Transform::from_translation(Vec2::new(0.8 * side, 0.6) * LIMBS.length),
            );
        }
        hands.push(joint);
    }
    let skeleton = builder.build()?;
    for frame in (0..FRAMES).step_by(STRIDE) {
        let goals = [
            Goal::position(hands[0], LIMBS.path(frame)),
            Goal::position(hands[1], LIMBS.other_goal),
        ];
        by_body_solvers(run, &skeleton, &Body::new(&skeleton), &goals);
    }
    Ok(())
}

/// Links in sequence, upright.
fn straight(root: Vec2, lengths: &[f32]) -> Result<Skeleton, Error> {
    let mut builder = Skeleton::builder();
    let mut joint = builder.root("root", Transform::from_translation(root));
    for (index, &length) in lengths.iter().enumerate() {
        joint = builder.child(
            joint,
            format!("joint {index}"),
            Transform::from_translation(Vec2::Y * length),
        );
    }
    builder.build()
}

/// Drags the last joint of a chain along a path.
fn by_all_solvers(
    run: &mut Run,
    skeleton: &Skeleton,
    limit: Option<Interval>,
    path: impl Fn(usize) -> Vec2,
) -> Result<(), Error> {
    let limits = vec![limit; skeleton.len()];
    let chain = Chain::new(skeleton, 0, skeleton.len() - 1)?.with_limits(&limits)?;
    let body = Body::new(skeleton).with_limits(&limits)?;
    for frame in (0..FRAMES).step_by(STRIDE) {
        let place = path(frame);
        for goal in [Goal::position(chain.tip(), place), Goal::look_at(chain.tip(), Vec2::X, place)]
        {
            for solver in all_solvers().filter(|solver| solver.scope() != Scope::Body) {
                let mut pose = skeleton.rest_pose();
                let solved = solver.solve_with(&chain, &goal, &mut pose, &mut run.plane);
                add_solved(&mut run.hash, solved, |hash| hash.add_plane_pose(&pose));
            }
            by_body_solvers(run, skeleton, &body, &[goal]);
        }
    }
    Ok(())
}

fn by_body_solvers(run: &mut Run, skeleton: &Skeleton, body: &Body, goals: &[Goal]) {
    for solver in all_solvers().filter(|solver| solver.scope() != Scope::Chain) {
        let mut pose: Pose = skeleton.rest_pose();
        let solved = solver.solve_body_with(body, goals, &mut pose, &mut run.plane);
        add_solved(&mut run.hash, solved, |hash| hash.add_plane_pose(&pose));
    }
}

fn all_solvers() -> impl Iterator<Item = Solver> {
    Solver::NAMES.iter().filter_map(|name| Solver::from_name(name))
}

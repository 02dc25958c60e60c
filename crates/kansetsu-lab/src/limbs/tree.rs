//! FABRIK on a tree with two goals, round by round.

use kansetsu::{
    Budget, IkSession, Options, Pose, Rig, Target,
    d3::{
        Skeleton, Transform,
        solve::{FabrikTree, Solver},
    },
    glam::{Vec2, Vec3},
    session::{Posture, Root},
};
use kansetsu_figures::scenes::lab::LimbScene;

/// A tree after some rounds.
#[derive(Clone, Debug)]
pub(super) struct TreeRound {
    pub(super) points: Vec<Vec2>,
    pub(super) parents: Vec<Option<usize>>,
    pub(super) distance: f32,
}

/// A trunk of two limbs with two arms of three, after each round.
pub(super) fn rounds(scene: &LimbScene) -> Vec<TreeRound> {
    let mut builder = Skeleton::builder();
    let mut trunk = builder.root("root", Transform::from_translation(scene.root.extend(0.0)));
    for name in ["trunk", "chest"] {
        trunk = builder.child(trunk, name, Transform::from_translation(Vec3::Y * scene.length));
    }
    let mut hands = Vec::new();
    for side in [1.0, -1.0] {
        let mut joint = trunk;
        for name in ["shoulder", "elbow", "hand"] {
            joint = builder.child(
                joint,
                name,
                Transform::from_translation(Vec3::new(0.8 * side, 0.6, 0.0) * scene.length),
            );
        }
        hands.push(joint);
    }
    let Ok(skeleton) = builder.build() else { return Vec::new() };
    let parents: Vec<Option<usize>> = skeleton.joints().iter().map(|joint| joint.parent).collect();
    let goals = [(hands[0], scene.goal), (hands[1], scene.other_goal)];
    let rig = Rig::new(skeleton);
    let solver = Solver::FabrikTree(FabrikTree { polish_iterations: 0, ..FabrikTree::default() });
    let options = Options {
        solver: Some(solver),
        root: Root::Rotates,
        posture: Posture::Uniform,
        ..Options::default()
    };
    let mut session = IkSession::new(&rig, options);
    for (hand, goal) in goals {
        session.set_target(rig.skeleton.id(hand), Target::position(goal.extend(0.0)));
    }
    let round = |pose: &Pose| {
        let points: Vec<Vec2> =
            rig.skeleton.forward(pose).iter().map(|joint| joint.translation.truncate()).collect();
        let distance =
            goals.iter().map(|&(hand, goal)| points[hand].distance(goal)).fold(0.0, f32::max);
        TreeRound { points, parents: parents.clone(), distance }
    };
    let mut rounds = vec![round(&rig.rest_pose())];
    for steps in 1..=TREE_ROUNDS {
        let mut pose = rig.rest_pose();
        if session.solve(&mut pose, Budget::steps(steps)).is_err() {
            break;
        }
        rounds.push(round(&pose));
    }
    rounds
}

/// Rounds of a tree that are shown: as many as the solver makes by itself.
const TREE_ROUNDS: u32 = 10;

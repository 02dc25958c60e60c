//! FABRIK on a tree with two goals, round by round.

use kansetsu::{
    d2::{Goal, Pose, Skeleton, Transform, solve},
    glam::Vec2,
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
    let mut trunk = builder.root("root", Transform::from_translation(scene.root));
    for name in ["trunk", "chest"] {
        trunk = builder.child(trunk, name, Transform::from_translation(Vec2::Y * scene.length));
    }
    let mut hands = Vec::new();
    for side in [1.0, -1.0] {
        let mut joint = trunk;
        for name in ["shoulder", "elbow", "hand"] {
            joint = builder.child(joint, name, Transform::from_translation(Vec2::new(0.8 * side, 0.6) * scene.length));
        }
        hands.push(joint);
    }
    let Ok(skeleton) = builder.build() else { return Vec::new() };
    let body = solve::Body::new(&skeleton);
    let goals = [Goal::position(hands[0], scene.goal), Goal::position(hands[1], scene.other_goal)];
    let parents: Vec<Option<usize>> = skeleton.joints().iter().map(|joint| joint.parent).collect();
    let points = |pose: &Pose| skeleton.forward(pose).iter().map(|joint| joint.translation).collect::<Vec<_>>();
    let rest = skeleton.rest_pose();
    let far = |pose: &Pose| {
        let points = points(pose);
        goals.iter().filter_map(|goal| Some(points[goal.joint].distance(goal.position?))).fold(0.0, f32::max)
    };
    let mut rounds = vec![TreeRound { points: points(&rest), parents: parents.clone(), distance: far(&rest) }];
    for max_iterations in 1..=TREE_ROUNDS {
        let mut pose = rest.clone();
        let solver = solve::FabrikTree { max_iterations, polish_iterations: 0, ..solve::FabrikTree::default() };
        if solver.solve(&body, &goals, &mut pose).is_err() {
            break;
        }
        rounds.push(TreeRound { points: points(&pose), parents: parents.clone(), distance: far(&pose) });
    }
    rounds
}

/// Rounds of a tree that are shown: as many as the solver makes by itself.
const TREE_ROUNDS: usize = 10;

//! Straight chains whose tips are dragged along their own line: tails, ropes, antennas.

use glam::{Vec2, Vec3};
use kansetsu::{
    d2,
    d3::{
        Goal, Limit, Outcome, Pose, Skeleton, Transform,
        limit::{Hinge, SwingTwist},
        solve::{Body, TrackingState, WholeBody},
    },
};

/// Straight chains of a metre below one root, side by side, and the joints of their tips.
fn chains(segments: usize, count: usize, way: Vec3) -> (Skeleton, Vec<usize>) {
    let mut builder = Skeleton::builder();
    let root = builder.root("root", Transform::IDENTITY);
    let mut tips = Vec::new();
    for chain in 0..count {
        let mut last = builder.child(
            root,
            format!("base {chain}"),
            Transform::from_translation(Vec3::Z * chain as f32),
        );
        for index in 1..=segments {
            last = builder.child(
                last,
                format!("{chain} {index}"),
                Transform::from_translation(way / segments as f32),
            );
        }
        tips.push(last);
    }
    (builder.build().expect("a tree"), tips)
}

/// No limits, hinges about one axis, elbows that rest on their bound, wide cones, and balls that
/// bend about one axis alone. Bases rotate freely.
fn limits(skeleton: &Skeleton, kind: usize, way: Vec3) -> Vec<Option<Limit>> {
    let across = way.any_orthonormal_vector();
    let limit = |joint: usize| {
        let is_base = skeleton.joints()[joint].parent == Some(0);
        match kind {
            _ if is_base || joint == 0 => None,
            0 => None,
            1 => Some(Limit::Hinge(Hinge::new(across, -2.8, 2.8))),
            2 => Some(Limit::Hinge(Hinge::new(across, 0.0, 2.8))),
            3 => Some(Limit::SwingTwist(SwingTwist::cone(way, 2.8, -0.2, 0.2))),
            _ => Some(Limit::SwingTwist(
                SwingTwist::elliptic(way, across, [0.05, 2.8]).with_twist(-0.2, 0.2),
            )),
        }
    };
    (0..skeleton.len()).map(limit).collect()
}

fn place(skeleton: &Skeleton, pose: &Pose, joint: usize) -> Vec3 {
    skeleton.forward(pose)[joint].translation
}

const SEGMENTS: [usize; 8] = [2, 3, 4, 5, 9, 20, 33, 59];
const PLACES: [f32; 6] = [0.97, 0.6, 0.3, -0.3, -0.5, -0.75];

#[test]
fn a_solve_meets_a_goal_on_the_line_of_a_straight_chain() {
    let mut missed = Vec::new();
    for way in [Vec3::Y, Vec3::new(0.48, -0.6, 0.64)] {
        for (segments, kind) in
            SEGMENTS.into_iter().flat_map(|segments| (0..5).map(move |kind| (segments, kind)))
        {
            let (skeleton, tips) = chains(segments, 1, way);
            let body = Body::new(&skeleton)
                .with_limits(&limits(&skeleton, kind, way))
                .expect("the limits fit");
            for at in PLACES {
                let goals = [Goal::position(tips[0], way * at)];
                let mut pose = skeleton.rest_pose();
                // Inside limits a chain that folds over may end in another local minimum.
                let solver = WholeBody {
                    max_restarts: if kind == 0 { 0 } else { 8 },
                    max_steps: 400,
                    ..WholeBody::default()
                };
                let report = solver.solve(&body, &goals, &mut pose).expect("well formed");
                let off = place(&skeleton, &pose, tips[0]).distance(way * at);
                if off > 1e-4 || report.outcome != Outcome::Reached {
                    missed.push(format!(
                        "{segments} segments, kind {kind}, {way} * {at}: {off} m off, {report:?}"
                    ));
                }
            }
        }
    }
    assert!(missed.is_empty(), "{} missed: {missed:#?}", missed.len());
}

#[test]
fn a_drag_along_the_line_of_a_straight_chain_arrives() {
    let mut missed = Vec::new();
    let way = Vec3::new(0.48, -0.6, 0.64);
    for (segments, kind) in
        SEGMENTS.into_iter().flat_map(|segments| (0..5).map(move |kind| (segments, kind)))
    {
        let (skeleton, tips) = chains(segments, 2, way);
        let body = Body::new(&skeleton)
            .with_limits(&limits(&skeleton, kind, way))
            .expect("the limits fit");
        for at in PLACES {
            let (mut pose, mut state) = (skeleton.rest_pose(), TrackingState::default());
            let pin = Goal::position(tips[1], place(&skeleton, &pose, tips[1])).pinned();
            for frame in 0..800 {
                let goals = [Goal::position(tips[0], way * at.max(1.0 - 0.01 * frame as f32)), pin];
                WholeBody::default()
                    .track(&body, &goals, &mut pose, &mut state)
                    .expect("well formed");
                if frame > 200 && state.is_settled {
                    break;
                }
            }
            let off = place(&skeleton, &pose, tips[0]).distance(way * at);
            if off > 1e-4 {
                missed.push(format!("{segments} segments, kind {kind}, {at}: {off} m off"));
            }
        }
    }
    assert!(missed.is_empty(), "{} missed: {missed:#?}", missed.len());
}

#[test]
fn several_straight_chains_are_pushed_at_once_and_always_alike() {
    let (skeleton, tips) = chains(12, 3, Vec3::Y);
    let goals: Vec<Goal> = tips
        .iter()
        .zip([0.5, -0.3, 0.9])
        .map(|(&tip, at)| Goal::position(tip, place_on(&skeleton, tip, at)))
        .collect();
    let solved = || {
        let mut pose = skeleton.rest_pose();
        WholeBody::default().solve(&Body::new(&skeleton), &goals, &mut pose).expect("well formed");
        pose
    };
    let pose = solved();
    for goal in &goals {
        let off = place(&skeleton, &pose, goal.joint).distance(goal.position.expect("a place"));
        assert!(off < 1e-4, "{goal:?}: {off} m off");
    }
    assert_eq!(pose, solved());
}

/// The point on a chain's line at this height above its base.
fn place_on(skeleton: &Skeleton, tip: usize, height: f32) -> Vec3 {
    let rest = place(skeleton, &skeleton.rest_pose(), tip);
    Vec3::new(rest.x, height, rest.z)
}

#[test]
fn the_same_holds_in_the_plane() {
    let mut missed = Vec::new();
    for segments in SEGMENTS {
        let mut builder = d2::Skeleton::builder();
        let root = builder.root("root", d2::Transform::IDENTITY);
        let mut last = builder.child(root, "base", d2::Transform::IDENTITY);
        for index in 1..=segments {
            last = builder.child(
                last,
                index.to_string(),
                d2::Transform::from_translation(Vec2::Y / segments as f32),
            );
        }
        let skeleton = builder.build().expect("a tree");
        for at in PLACES {
            let mut pose = skeleton.rest_pose();
            let goals = [d2::Goal::position(last, Vec2::Y * at)];
            d2::solve::WholeBody::default()
                .solve(&d2::solve::Body::new(&skeleton), &goals, &mut pose)
                .expect("well formed");
            let off = skeleton.forward(&pose)[last].translation.distance(Vec2::Y * at);
            if off > 2e-5 {
                missed.push(format!("{segments} segments, {at}: {off} m off"));
            }
        }
    }
    assert!(missed.is_empty(), "{} missed: {missed:#?}", missed.len());
}

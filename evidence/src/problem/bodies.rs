//! Bodies with several goals at once.

use glam::{Quat, Vec3};
use kansetsu::d3::{
    Limit, Skeleton, SkeletonBuilder, Transform,
    limit::{Hinge, SwingTwist},
    solve::{Body, Root, WholeBody},
};

use super::{End, Means, Problem, Undecided, with_other_poses};
use crate::random::Random;

/// Hands and feet, then the head.
const GOALS: [&str; 5] = ["LeftHand", "RightHand", "LeftFoot", "RightFoot", "Head"];

/// The mannequin's rows.
pub fn mannequins() -> Vec<Problem> {
    let figure = kansetsu_figures::figure("mannequin").expect("the mannequin is embedded");
    let (skeleton, limits) = (figure.rig.skeleton, figure.rig.limits);
    let none = vec![None; skeleton.len()];
    let plain =
        |name: &str, limits: &[Option<Limit>], root| body(name, &skeleton, limits, &GOALS, root);
    let posed = |name: &str, root| with_turns(plain(name, &limits, root), 4);
    vec![
        plain("mannequin, no limits", &none, Root::Fixed),
        plain("mannequin, limits, root held", &limits, Root::Fixed),
        plain("mannequin, limits, root free", &limits, Root::Free),
        posed("mannequin, hand and foot poses, root held", Root::Fixed),
        posed("mannequin, hand and foot poses, root free", Root::Free),
    ]
}

/// Five mannequins with random bone lengths.
pub fn proportions() -> Vec<Problem> {
    let figure = kansetsu_figures::figure("mannequin").expect("the mannequin is embedded");
    let stretched = |seed: u64| {
        let skeleton = stretch(&figure.rig.skeleton, seed);
        body(
            format!("random proportions, {seed}"),
            &skeleton,
            &figure.rig.limits,
            &GOALS,
            Root::Fixed,
        )
    };
    (1..=5).map(stretched).collect()
}

/// Bodies that are not human.
pub fn creatures() -> Vec<Problem> {
    let dog = kansetsu_figures::figure("quadruped").expect("the quadruped is embedded").rig;
    let paws = ["LeftForepaw", "RightForepaw", "LeftHindpaw", "RightHindpaw", "Head"];
    let (insect, insect_limits) = insect();
    let feet = ["L1_foot", "L2_foot", "L3_foot", "R1_foot", "R2_foot", "R3_foot", "head"];
    let (snake, snake_limits) = snake();
    vec![
        body("quadruped, root held", &dog.skeleton, &dog.limits, &paws, Root::Fixed),
        body("quadruped, root free", &dog.skeleton, &dog.limits, &paws, Root::Free),
        body("six legs, root held", &insect, &insect_limits, &feet, Root::Fixed),
        body("six legs, root free", &insect, &insect_limits, &feet, Root::Free),
        body("snake, root held", &snake, &snake_limits, &["12", "24"], Root::Fixed),
        body("snake, root free", &snake, &snake_limits, &["0", "12", "24"], Root::Free),
    ]
}

/// A body problem; success is 1 mm and half a degree.
pub fn body(
    name: impl Into<String>,
    skeleton: &Skeleton,
    limits: &[Option<Limit>],
    goals: &[&str],
    root: Root,
) -> Problem {
    let end = |name: &&str| End {
        joint: skeleton.find(name).expect("a joint of this body"),
        turned: false,
    };
    let solver = WholeBody { tolerance: 1e-4, ..with_other_poses(root) };
    let body = Body::new(skeleton).with_limits(limits).expect("the limits fit");
    Problem {
        name: name.into(),
        skeleton: skeleton.clone(),
        limits: limits.to_vec(),
        ends: goals.iter().map(end).collect(),
        means: Means::Body(Box::new(body), solver),
        start: skeleton.rest_pose(),
        size: 1.0,
        near: 1e-3,
        aligned: 0.5_f64.to_radians(),
        free_turn: 0.6,
        pole: None,
        held: None,
        undecided: Undecided::Nowhere,
        control: crate::in_use::Control::Library,
    }
}

/// The same with orientation goals for the first joints too.
fn with_turns(mut problem: Problem, count: usize) -> Problem {
    problem.ends.iter_mut().take(count).for_each(|end| end.turned = true);
    problem
}

/// The same skeleton with every bone 0.6 to 1.4 times as long.
pub fn stretch(skeleton: &Skeleton, seed: u64) -> Skeleton {
    let mut random = Random::scattered(seed);
    let mut builder = Skeleton::builder();
    for joint in skeleton.joints() {
        let mut rest = joint.rest;
        match joint.parent {
            Some(parent) => {
                rest.translation *= random.range(0.6, 1.4);
                builder.child(parent, joint.name.clone(), rest)
            }
            None => builder.root(joint.name.clone(), rest),
        };
    }
    builder.build().expect("the same tree")
}

/// A body under construction: a skeleton and its limits side by side.
#[derive(Default)]
struct Draft {
    builder: SkeletonBuilder,
    limits: Vec<Option<Limit>>,
}

impl Draft {
    fn child(&mut self, parent: usize, name: String, offset: Vec3, limit: Option<Limit>) -> usize {
        self.limits.push(limit);
        self.builder.child(parent, name, Transform::from_translation(offset))
    }
}

fn hinge(axis: Vec3, min_deg: f32, max_deg: f32) -> Option<Limit> {
    Some(Limit::Hinge(Hinge::new(axis, min_deg.to_radians(), max_deg.to_radians())))
}

/// An ant as large as a dog: three segments, a head on a neck, six legs of three bones.
pub fn insect() -> (Skeleton, Vec<Option<Limit>>) {
    let mut draft = Draft::default();
    draft.limits.push(None);
    let middle = draft.builder.root("thorax", Transform::from_translation(Vec3::Y * 0.3));
    let cone = |axis: Vec3, swing: f32, twist: f32| {
        Some(Limit::SwingTwist(SwingTwist::cone(
            axis,
            swing.to_radians(),
            -twist.to_radians(),
            twist.to_radians(),
        )))
    };
    let front = draft.child(middle, "front".into(), Vec3::Z * 0.12, cone(Vec3::Z, 20.0, 15.0));
    let back = draft.child(middle, "back".into(), Vec3::Z * -0.12, cone(Vec3::NEG_Z, 25.0, 15.0));
    let neck = draft.child(front, "neck".into(), Vec3::Z * 0.10, cone(Vec3::Z, 35.0, 30.0));
    draft.child(neck, "head".into(), Vec3::Z * 0.08, None);
    for (side, sign) in [("L", 1.0), ("R", -1.0)] {
        for (index, parent) in [front, middle, back].into_iter().enumerate() {
            leg(&mut draft, parent, &format!("{side}{}", index + 1), sign);
        }
    }
    (draft.builder.build().expect("a tree"), draft.limits)
}

fn leg(draft: &mut Draft, parent: usize, name: &str, sign: f32) {
    let hip =
        SwingTwist::elliptic(Vec3::X * sign, Vec3::Y, [45_f32.to_radians(), 30_f32.to_radians()])
            .with_twist(-0.3, 0.3);
    let thigh = draft.child(
        parent,
        format!("{name}_hip"),
        Vec3::new(0.05 * sign, 0.0, 0.0),
        Some(Limit::SwingTwist(hip)),
    );
    let shin = draft.child(
        thigh,
        format!("{name}_knee"),
        Vec3::new(0.12 * sign, 0.06, 0.0),
        hinge(Vec3::Z * -sign, -40.0, 70.0),
    );
    let foot = draft.child(
        shin,
        format!("{name}_ankle"),
        Vec3::new(0.12 * sign, -0.10, 0.0),
        hinge(Vec3::Z * -sign, -60.0, 60.0),
    );
    draft.child(foot, format!("{name}_foot"), Vec3::new(0.05 * sign, -0.20, 0.0), None);
}

/// 24 bones of 8 cm in a row, each bends 25° in every direction and twists 10°; the root is the
/// tail's end.
fn snake() -> (Skeleton, Vec<Option<Limit>>) {
    let mut draft = Draft::default();
    draft.limits.push(None);
    let mut last = draft.builder.root("0", Transform::from_rotation(Quat::IDENTITY));
    for index in 1..=24 {
        let limit = SwingTwist::cone(
            Vec3::Z,
            25_f32.to_radians(),
            -10_f32.to_radians(),
            10_f32.to_radians(),
        );
        let limit = (index < 24).then_some(Limit::SwingTwist(limit));
        last = draft.child(last, index.to_string(), Vec3::Z * 0.08, limit);
    }
    (draft.builder.build().expect("a path"), draft.limits)
}

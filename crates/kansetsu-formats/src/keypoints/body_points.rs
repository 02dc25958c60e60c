//! The keypoints of a figure.

use std::collections::BTreeMap;

use kansetsu::{
    d3::ground::Foot,
    glam::{Affine3, Vec3},
};
use kansetsu_humanoid::keypoints::Keypoint;

use super::{ObservedPoint, Point};
use crate::{Figure, Role};
use kansetsu_humanoid::anatomy::Segments;

/// The joint of each keypoint, and the keypoint in that joint's frame, metres.
pub type BodyPoints = BTreeMap<Point, (usize, Vec3)>;

/// The keypoints that have a humanoid role.
const PLAYED: [(Point, Role); 12] = [
    (Point::RightShoulder, Role::RightUpperArm),
    (Point::RightElbow, Role::RightLowerArm),
    (Point::RightWrist, Role::RightHand),
    (Point::LeftShoulder, Role::LeftUpperArm),
    (Point::LeftElbow, Role::LeftLowerArm),
    (Point::LeftWrist, Role::LeftHand),
    (Point::RightHip, Role::RightUpperLeg),
    (Point::RightKnee, Role::RightLowerLeg),
    (Point::RightAnkle, Role::RightFoot),
    (Point::LeftHip, Role::LeftUpperLeg),
    (Point::LeftKnee, Role::LeftLowerLeg),
    (Point::LeftAnkle, Role::LeftFoot),
];

/// The knuckles of each hand.
const KNUCKLES: [([Point; 4], [Role; 4], Role); 2] = [
    (
        Point::KNUCKLES[0],
        [
            Role::LeftIndexProximal,
            Role::LeftMiddleProximal,
            Role::LeftRingProximal,
            Role::LeftLittleProximal,
        ],
        Role::LeftHand,
    ),
    (
        Point::KNUCKLES[1],
        [
            Role::RightIndexProximal,
            Role::RightMiddleProximal,
            Role::RightRingProximal,
            Role::RightLittleProximal,
        ],
        Role::RightHand,
    ),
];

/// Keypoints of the face from the middle between the eyes, in distances between the eyes: to the
/// left, up, to the front. Roughly those of an adult.
const NOSE: Vec3 = Vec3::new(0.0, -0.65, 0.35);
const EAR: Vec3 = Vec3::new(1.15, -0.2, -1.5);
/// The eyes of a figure without eye roles, from the head's joint, in lengths from the neck's joint
/// to the head's.
const EYES: Vec3 = Vec3::new(0.3, 0.75, 0.8);
/// The distance of the small toe from the middle of the foot, as a fraction of the length from heel
/// to tip.
const SMALL_TOE: f32 = 0.15;

/// The keypoints of a figure; empty for a figure that is not a humanoid. The neck is between the
/// shoulders at rest; toes and heels are where the sole touches the floor.
#[must_use]
pub fn body_points(figure: &Figure) -> BodyPoints {
    let mut points = BodyPoints::new();
    let skeleton = &figure.rig.skeleton;
    let Some(segments) = Segments::of(skeleton, &figure.rig.roles) else { return points };
    let rest = skeleton.forward(&skeleton.rest_pose());
    let joint = |role: Role| figure.rig.roles.get(&role).copied();
    let place = |role: Role| joint(role).map(|joint| rest[joint].translation);
    let middle = |a: Role, b: Role| place(a).zip(place(b)).map(|(a, b)| 0.5 * (a + b));
    let played = PLAYED.into_iter().filter_map(|(point, role)| Some((point, joint(role)?)));
    points.extend(played.map(|(point, joint)| (point, (joint, Vec3::ZERO))));
    let mut put = |point: Point, joint: usize, at: Vec3| {
        let offset = rest[joint].inverse().transform_point3(at);
        if offset.is_finite() {
            points.insert(point, (joint, offset));
        }
    };
    let (shoulders, hips) = (
        middle(Role::LeftUpperArm, Role::RightUpperArm),
        middle(Role::LeftUpperLeg, Role::RightUpperLeg),
    );
    if let (Some(&chest), Some(at)) = (segments.trunk.last(), shoulders) {
        put(Point::Neck, chest, at);
    }
    if let (Some(joint), Some(at)) = (joint(Role::Hips), hips) {
        put(Point::MidHip, joint, at);
    }
    if let Some(head) = joint(Role::Head) {
        let turn = segments.frames[head].unwrap_or(segments.model_from_person);
        let (at, below) = (
            rest[head].translation,
            place(Role::Neck).or(shoulders).unwrap_or(rest[head].translation),
        );
        let [left, right] = match [place(Role::LeftEye), place(Role::RightEye)] {
            [Some(left), Some(right)] => [left, right],
            _ => [1.0, -1.0]
                .map(|side| at + turn * (EYES * Vec3::new(side, 1.0, 1.0)) * at.distance(below)),
        };
        let (between, apart) = (0.5 * (left + right), left.distance(right));
        let face = |from_middle: Vec3| between + turn * from_middle * apart;
        let ears = [EAR, EAR * Vec3::new(-1.0, 1.0, 1.0)].map(face);
        let points = [(Point::Nose, face(NOSE)), (Point::LeftEye, left), (Point::RightEye, right)];
        points
            .into_iter()
            .chain([(Point::LeftEar, ears[0]), (Point::RightEar, ears[1])])
            .for_each(|(point, at)| put(point, head, at));
    }
    for (knuckles, roles, hand) in KNUCKLES {
        let Some(hand) = joint(hand) else { continue };
        for (point, role) in knuckles.into_iter().zip(roles) {
            if let Some(at) = place(role) {
                put(point, hand, at);
            }
        }
    }
    feet(figure, &rest, segments.model_from_person * Vec3::X, &mut put);
    points
}

/// Toes and heels, on the soles.
fn feet(figure: &Figure, rest: &[Affine3], left: Vec3, put: &mut dyn FnMut(Point, usize, Vec3)) {
    let sides = [
        (
            [Role::LeftUpperLeg, Role::LeftFoot],
            [Point::LeftBigToe, Point::LeftSmallToe, Point::LeftHeel],
            left,
        ),
        (
            [Role::RightUpperLeg, Role::RightFoot],
            [Point::RightBigToe, Point::RightSmallToe, Point::RightHeel],
            -left,
        ),
    ];
    for (roles, [big, small, heel], outside) in sides {
        let [Some(&hip), Some(&ankle)] = roles.map(|role| figure.rig.roles.get(&role)) else {
            continue;
        };
        let Ok(foot) = Foot::at_rest(&figure.rig.skeleton, hip, ankle, figure.floor_at_rest())
        else {
            continue;
        };
        let [back, ball, tip] = foot.soles(rest);
        let aside = outside * (SMALL_TOE * back.distance(tip));
        let outer = foot.toe.unwrap_or(ankle);
        put(heel, ankle, back);
        put(big, outer, tip - 0.5 * aside);
        put(small, outer, 0.5 * (ball + tip) + aside);
    }
}

/// The observations of a figure's joints: the keypoints that the figure has. If both shoulders or
/// both hips are visible, the point between them is redundant and is dropped.
#[must_use]
pub fn observations(body: &BodyPoints, points: &[ObservedPoint]) -> Vec<Keypoint> {
    let has = |pair: [Point; 2]| {
        pair.iter().all(|wanted| points.iter().any(|seen| seen.point == *wanted))
    };
    let is_said = |point: Point| match point {
        Point::Neck => has([Point::LeftShoulder, Point::RightShoulder]),
        Point::MidHip => has([Point::LeftHip, Point::RightHip]),
        _ => false,
    };
    let sight = |seen: &ObservedPoint| {
        let &(joint, offset) = body.get(&seen.point).filter(|_| !is_said(seen.point))?;
        Some(Keypoint { joint, offset, pixel: seen.pixel, confidence: seen.confidence })
    };
    points.iter().filter_map(sight).collect()
}

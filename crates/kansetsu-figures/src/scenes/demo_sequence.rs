//! The demonstration: reach, step on a box, crouch and look.

use glam::{Quat, Vec3};
use kansetsu::d3::{Goal, Pose, Rig, Transform};
use kansetsu_humanoid::anatomy::frame;

use super::{
    Act, Frame, Placed, Prop, Scene,
    curve::{self, Key},
    gaze,
};
use crate::{mannequin, model::mirror};

const RATE: f32 = 30.0;
const FRAMES: usize = 181;
/// The box: 0.2 m high, its front 0.3 m before the ankles.
const BOX: Prop =
    Prop { name: "box", center: Vec3::new(0.0, 0.1, 0.47), half: Vec3::new(0.30, 0.1, 0.17) };

/// The positions of the hips, metres.
const HIPS: [Key; 11] = [
    (0.0, [0.0, 0.930, 0.0]),
    (0.7, [0.010, 0.930, 0.010]),
    (1.3, [-0.010, 0.930, 0.010]),
    (2.0, [-0.030, 0.925, 0.0]),
    (2.35, [-0.050, 0.920, 0.015]),
    (2.9, [0.0, 0.920, 0.100]),
    (3.3, [0.040, 1.015, 0.270]),
    (3.75, [0.030, 1.110, 0.375]),
    (4.1, [0.0, 1.125, 0.390]),
    (4.8, [0.0, 0.920, 0.165]),
    (5.6, [0.0, 0.900, 0.150]),
];
/// The forward lean of the pelvis, the forward bend of the back, and its rotation to the left,
/// degrees.
const LEAN: [Key; 9] = [
    (0.0, [0.0, 0.0, 0.0]),
    (0.7, [0.0, 3.0, -9.0]),
    (1.3, [0.0, 3.0, 9.0]),
    (2.0, [0.0, 7.0, 0.0]),
    (2.9, [7.0, 10.0, -6.0]),
    (3.3, [12.0, 14.0, 4.0]),
    (4.1, [0.0, 2.0, 0.0]),
    (4.8, [24.0, 24.0, 8.0]),
    (5.6, [26.0, 24.0, -8.0]),
];
const LEFT_HAND: [Key; 10] = [
    (0.0, [0.270, 0.900, 0.060]),
    (0.7, [0.420, 1.620, 0.250]),
    (1.3, [0.180, 1.200, 0.440]),
    (2.0, [0.300, 1.020, 0.260]),
    (2.6, [0.350, 0.960, 0.060]),
    (3.3, [0.330, 1.120, 0.580]),
    (4.1, [0.270, 1.120, 0.500]),
    (4.8, [0.250, 1.020, 0.620]),
    (5.4, [0.320, 1.080, 0.680]),
    (6.0, [0.240, 1.020, 0.640]),
];
const RIGHT_HAND: [Key; 10] = [
    (0.0, [-0.270, 0.900, 0.060]),
    (0.7, [-0.180, 1.200, 0.440]),
    (1.3, [-0.420, 1.640, 0.240]),
    (2.0, [-0.300, 1.020, 0.260]),
    (2.6, [-0.300, 1.060, 0.380]),
    (3.3, [-0.360, 1.050, 0.220]),
    (4.1, [-0.270, 1.120, 0.500]),
    (4.8, [-0.250, 1.020, 0.620]),
    (5.4, [-0.240, 1.000, 0.600]),
    (6.0, [-0.240, 1.020, 0.640]),
];
/// The positions of the ankles, metres.
const LEFT_FOOT: [Key; 5] = [
    (2.0, [0.088, 0.067, 0.0]),
    (2.35, [0.092, 0.360, 0.110]),
    (2.65, [0.092, 0.335, 0.330]),
    (2.9, [0.088, 0.267, 0.400]),
    (6.0, [0.088, 0.267, 0.400]),
];
const RIGHT_FOOT: [Key; 6] = [
    (2.78, [-0.088, 0.067, 0.0]),
    (3.1, [-0.088, 0.150, 0.035]),
    (3.4, [-0.094, 0.360, 0.110]),
    (3.7, [-0.094, 0.335, 0.330]),
    (4.0, [-0.088, 0.267, 0.400]),
    (6.0, [-0.088, 0.267, 0.400]),
];
/// The downward pitch of the left and the right foot, and the downward bend of the right toes,
/// degrees.
const FEET: [Key; 10] = [
    (2.0, [0.0, 0.0, 0.0]),
    (2.12, [18.0, 0.0, 0.0]),
    (2.35, [34.0, 0.0, 0.0]),
    (2.6, [10.0, 0.0, 0.0]),
    (2.85, [0.0, 0.0, 0.0]),
    (3.1, [0.0, 36.0, -30.0]),
    (3.4, [0.0, 36.0, 0.0]),
    (3.7, [0.0, 20.0, 0.0]),
    (4.0, [0.0, 0.0, 0.0]),
    (6.0, [0.0, 0.0, 0.0]),
];
const LOOK_AT: [Key; 8] = [
    (0.0, [0.0, 1.50, 2.0]),
    (0.7, [0.50, 1.75, 1.2]),
    (1.3, [-0.50, 1.80, 1.2]),
    (2.0, [0.0, 0.60, 1.1]),
    (3.3, [0.0, 0.90, 1.6]),
    (4.1, [0.0, 1.60, 2.4]),
    (4.8, [1.20, 1.25, 1.9]),
    (5.6, [-1.20, 1.35, 1.9]),
];

/// Six seconds of the [mannequin](crate::mannequin): it reaches with both hands to points in front
/// and above, steps on a box, crouches on it and follows a moving point with its eyes.
///
/// Goals: both feet with orientations, both hands, each with a pole.
#[must_use]
pub fn demo_sequence() -> Scene {
    let cast = Cast::new(mannequin::plan().rig());
    Scene {
        name: "demo",
        figure: "mannequin",
        rate: RATE,
        acts: vec![
            Act { name: "reach with both hands", frames: 0..60 },
            Act { name: "step on a box", frames: 60..123 },
            Act { name: "crouch and look", frames: 123..FRAMES },
        ],
        props: vec![BOX],
        frames: (0..FRAMES).map(|frame| cast.frame(frame as f32 / RATE)).collect(),
    }
}

/// The mannequin's joints.
struct Cast {
    rig: Rig,
    hips: usize,
    back: [usize; 3],
    neck: usize,
    head: usize,
    /// Fingers and their relaxed bend.
    fingers: Vec<Placed>,
}

impl Cast {
    fn new(rig: Rig) -> Self {
        let find = |name: &str| rig.skeleton.find(name).expect("the mannequin has this joint");
        Self {
            hips: find("Hips"),
            back: ["Spine", "Chest", "UpperChest"].map(find),
            neck: find("Neck"),
            head: find("Head"),
            fingers: relaxed_fingers(&rig),
            rig,
        }
    }

    fn frame(&self, seconds: f32) -> Frame {
        let mut placed = self.fingers.clone();
        placed.extend(self.trunk(seconds));
        let feet = curve::at(&FEET, seconds);
        placed
            .push(self.turned(self.joint("RightToes"), frame::turn(Vec3::X, feet.z.to_radians())));
        let mut frame = Frame { placed, goals: Vec::new(), look_at: curve::at(&LOOK_AT, seconds) };
        let pose = frame.pose(&self.rig.skeleton);
        frame.placed.extend(self.gaze(&pose, frame.look_at));
        frame.goals = self.goals(&pose, seconds, feet);
        frame
    }

    /// The hips and the back: a lean that the three joints of the back share.
    fn trunk(&self, seconds: f32) -> Vec<Placed> {
        let lean = curve::at(&LEAN, seconds) * 1f32.to_radians();
        let hips = Transform::from_translation_rotation(
            curve::at(&HIPS, seconds),
            frame::turn(Vec3::X, lean.x),
        );
        let mut placed = vec![Placed { joint: self.hips, local: hips }];
        for (joint, share) in self.back.into_iter().zip([0.42, 0.34, 0.24]) {
            let turn = frame::product(
                frame::turn(Vec3::Y, share * lean.z),
                frame::turn(Vec3::X, share * lean.y),
            );
            placed.push(self.turned(joint, turn));
        }
        placed
    }

    fn gaze(&self, pose: &Pose, point: Vec3) -> [Placed; 2] {
        let model_from_joint = self.rig.skeleton.forward(pose);
        let joints = self.rig.skeleton.joints();
        let head_in_chest = joints[self.neck].rest.translation + joints[self.head].rest.translation;
        let gaze = gaze::towards(point, &model_from_joint[self.back[2]], head_in_chest);
        [self.turned(self.neck, gaze.neck), self.turned(self.head, gaze.head)]
    }

    /// Feet first: they carry the body.
    fn goals(&self, pose: &Pose, seconds: f32, feet: Vec3) -> Vec<Goal> {
        let model_from_joint = self.rig.skeleton.forward(pose);
        let from =
            |name: &str, offset: Vec3| model_from_joint[self.joint(name)].translation + offset;
        let foot = |name: &str, keys: &[Key], pole: Vec3, down: f32| {
            let turn = frame::turn(Vec3::X, down.to_radians());
            Goal::position(self.joint(name), curve::at(keys, seconds))
                .with_orientation(turn)
                .with_pole(pole)
        };
        let hand = |name: &str, keys: &[Key], pole: Vec3| {
            Goal::position(self.joint(name), curve::at(keys, seconds)).with_pole(pole)
        };
        // Knees forward and slightly out; elbows down, out and back.
        let (knee, elbow) = (Vec3::new(0.03, -0.30, 1.0), Vec3::new(0.35, -0.60, -0.40));
        vec![
            foot("LeftFoot", &LEFT_FOOT, from("LeftUpperLeg", knee), feet.x),
            foot("RightFoot", &RIGHT_FOOT, from("RightUpperLeg", mirror::point(knee)), feet.y),
            hand("LeftHand", &LEFT_HAND, from("LeftUpperArm", elbow)),
            hand("RightHand", &RIGHT_HAND, from("RightUpperArm", mirror::point(elbow))),
        ]
    }

    fn joint(&self, name: &str) -> usize {
        self.rig.skeleton.find(name).expect("the mannequin has this joint")
    }

    fn turned(&self, joint: usize, turn: Quat) -> Placed {
        turned(&self.rig, joint, turn)
    }
}

fn turned(rig: &Rig, joint: usize, turn: Quat) -> Placed {
    Placed { joint, local: Transform { rotation: turn, ..rig.skeleton.joints()[joint].rest } }
}

/// Fingers hang slightly bent, the little finger most.
fn relaxed_fingers(rig: &Rig) -> Vec<Placed> {
    let mut placed = Vec::new();
    for (finger, bend) in [("Index", 14.0f32), ("Middle", 19.0), ("Ring", 23.0), ("Little", 26.0)] {
        for (segment, share) in [("Proximal", 0.8), ("Intermediate", 1.3), ("Distal", 0.7)] {
            for (side, axis) in [("Left", Vec3::NEG_Z), ("Right", Vec3::Z)] {
                let joint = rig
                    .skeleton
                    .find(&format!("{side}{finger}{segment}"))
                    .expect("the mannequin has this joint");
                let axis = hinge_axis(rig, joint).unwrap_or(axis);
                placed.push(turned(rig, joint, frame::turn(axis, (share * bend).to_radians())));
            }
        }
    }
    placed
}

fn hinge_axis(rig: &Rig, joint: usize) -> Option<Vec3> {
    match rig.limits[joint] {
        Some(kansetsu::d3::Limit::Hinge(hinge)) => Some(hinge.axis),
        _ => None,
    }
}

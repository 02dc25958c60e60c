//! The positions of the mannequin's joints.
//!
//! An adult of 1.70 m. Heights of landmarks follow R. Drillis and R. Contini, "Body segment
//! parameters" (New York University, Technical Report 1166.03, 1966; reprinted in D. Winter,
//! "Biomechanics and Motor Control of Human Movement", ch. 4), as fractions of the stature H: ankle
//! 0.039, knee 0.285, hip 0.530, chin 0.870, eye 0.936, shoulder 0.818, foot length 0.152. Segments
//! of the limbs are measured between joint *centers*: P. de Leva, "Adjustments to
//! Zatsiorsky-Seluyanov's segment inertia parameters", J. Biomechanics 29(9), 1996: upper arm 0.162
//! H, forearm 0.154 H, hand 0.108 H, thigh 0.2425 H, shank 0.249 H; with them the span of the arms
//! is 1.04 H, as measured in NASA-STD-3000. Phalanges: B. Buchholz, T. Armstrong, S. Goldstein,
//! "Anthropometric data for describing the kinematics of the human hand", Ergonomics 35(3), 1992,
//! as fractions of the hand's length.

use glam::Vec3;

use crate::model::Plan;

/// The stature, metres.
pub(crate) const STATURE: f32 = 1.70;

/// A finger: its name, the position of its knuckle relative to the wrist, its direction, the
/// lengths of its three segments, and the downward bend of each relative to the previous one,
/// radians.
pub(crate) struct Finger {
    pub(crate) name: &'static str,
    pub(crate) joints: [&'static str; 4],
    pub(crate) knuckle: Vec3,
    pub(crate) direction: Vec3,
    pub(crate) lengths: [f32; 3],
    pub(crate) radius: f32,
}

/// The fingers of the left hand, which points along +X with the palm down and the thumb in front.
pub(crate) const FINGERS: [Finger; 5] = [
    Finger {
        name: "Thumb",
        joints: ["ThumbMetacarpal", "ThumbProximal", "ThumbDistal", "ThumbTip"],
        knuckle: Vec3::new(0.022, -0.010, 0.022),
        direction: Vec3::new(0.66, -0.22, 0.72),
        lengths: [0.043, 0.036, 0.029],
        radius: 0.0118,
    },
    Finger {
        name: "Index",
        joints: ["IndexProximal", "IndexIntermediate", "IndexDistal", "IndexTip"],
        knuckle: Vec3::new(0.087, 0.001, 0.0290),
        direction: Vec3::new(1.0, -0.03, 0.07),
        lengths: [0.045, 0.0263, 0.0215],
        radius: 0.0098,
    },
    Finger {
        name: "Middle",
        joints: ["MiddleProximal", "MiddleIntermediate", "MiddleDistal", "MiddleTip"],
        knuckle: Vec3::new(0.089, 0.003, 0.0070),
        direction: Vec3::new(1.0, -0.03, 0.015),
        lengths: [0.049, 0.0313, 0.0225],
        radius: 0.0100,
    },
    Finger {
        name: "Ring",
        joints: ["RingProximal", "RingIntermediate", "RingDistal", "RingTip"],
        knuckle: Vec3::new(0.084, 0.001, -0.0145),
        direction: Vec3::new(1.0, -0.03, -0.05),
        lengths: [0.045, 0.0304, 0.0220],
        radius: 0.0095,
    },
    Finger {
        name: "Little",
        joints: ["LittleProximal", "LittleIntermediate", "LittleDistal", "LittleTip"],
        knuckle: Vec3::new(0.076, -0.003, -0.0345),
        direction: Vec3::new(1.0, -0.03, -0.12),
        lengths: [0.0375, 0.0215, 0.0195],
        radius: 0.0084,
    },
];

/// The joints without limits: the middle and the left, then mirrored.
pub(super) fn plan() -> Plan {
    let mut plan = Plan::default();
    trunk(&mut plan);
    leg(&mut plan);
    arm(&mut plan);
    for finger in &FINGERS {
        add_finger(&mut plan, finger);
    }
    plan
}

fn trunk(plan: &mut Plan) {
    plan.add("", "Hips", (0.0, 0.945, 0.0));
    plan.add("Hips", "Spine", (0.0, 1.030, -0.004));
    plan.add("Spine", "Chest", (0.0, 1.130, -0.010));
    plan.add("Chest", "UpperChest", (0.0, 1.255, -0.018));
    plan.add("UpperChest", "Neck", (0.0, 1.420, -0.024));
    plan.add("Neck", "Head", (0.0, 1.520, -0.004));
    plan.add("Head", "HeadTip", (0.0, STATURE, -0.010));
    plan.add("Head", "LeftEye", (0.0315, 0.936 * STATURE, 0.0655));
    plan.add("Head", "Jaw", (0.0, 1.555, 0.012));
}

fn leg(plan: &mut Plan) {
    let x = 0.088;
    plan.add("Hips", "LeftUpperLeg", (x, 0.902, 0.0));
    plan.add("LeftUpperLeg", "LeftLowerLeg", (x, 0.490, 0.0));
    plan.add("LeftLowerLeg", "LeftFoot", (x, 0.067, 0.0));
    plan.add("LeftFoot", "LeftToes", (x + 0.004, 0.020, 0.135));
    plan.add("LeftToes", "LeftToesTip", (x + 0.006, 0.014, 0.197));
}

fn arm(plan: &mut Plan) {
    let (y, z) = (1.385, -0.018);
    plan.add("UpperChest", "LeftShoulder", (0.022, 1.378, 0.018));
    plan.add("LeftShoulder", "LeftUpperArm", (0.165, y, z));
    plan.add("LeftUpperArm", "LeftLowerArm", (0.440, y, z));
    plan.add("LeftLowerArm", "LeftHand", (0.702, y, z));
}

fn add_finger(plan: &mut Plan, finger: &Finger) {
    let wrist = plan.joints[plan.joint("LeftHand")].position;
    let mut parent = "LeftHand".to_owned();
    let mut position = wrist + finger.knuckle;
    for (segment, joint) in finger.joints.iter().enumerate() {
        let name = format!("Left{joint}");
        plan.add(&parent, &name, position);
        parent = name;
        if let Some(&length) = finger.lengths.get(segment) {
            position += finger.direction.normalize() * length;
        }
    }
}

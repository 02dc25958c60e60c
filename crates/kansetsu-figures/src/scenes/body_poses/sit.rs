//! On a chair or on the ground, kneeling, squatting.

use super::{
    body_pose::{BodyPose, PoseGroup},
    sketch::{BOTH, LEFT, RIGHT, Sketch},
};
use crate::scenes::everyday::cast::Cast;

pub(super) fn poses(cast: &Cast) -> Vec<BodyPose> {
    let mut poses = on_a_chair(cast);
    poses.extend(leaning(cast));
    poses.extend(on_the_ground(cast));
    poses.into_iter().map(|sketch| sketch.done(PoseGroup::Sit)).collect()
}

/// On a chair of 45 cm.
fn on_a_chair(cast: &Cast) -> Vec<Sketch<'_>> {
    let new = |english, japanese| Sketch::new(cast, (english, japanese)).on(&["Hips"]);
    vec![
        new("Hands on knees", "膝に手を置いて座る")
            .hips([0.0, 0.550, -0.400])
            .pelvis([-3.0, 0.0, 0.0])
            .chest([0.0, 0.0, 0.0])
            .foot(BOTH, [0.090, 0.0, 0.0], 3.0)
            .palm_on_thigh(BOTH, 0.300)
            .look([0.0, 1.2, 3.0])
            .shapes("Flat", "Flat"),
        new("Legs crossed, seated", "脚を組む")
            .hips([0.0, 0.550, -0.400])
            .pelvis([-8.0, 0.0, 0.0])
            .chest([-4.0, 0.0, 0.0])
            .foot(LEFT, [0.060, 0.0, 0.030], 0.0)
            .knee(RIGHT, [0.010, 0.660, 0.010])
            .ankle(RIGHT, [-0.190, 0.330, 0.180])
            .toes_to(RIGHT, [-0.3, -0.3, 1.0])
            .hand(RIGHT, [0.070, 0.740, -0.020])
            .palm_to(RIGHT, [-0.1, -1.0, 0.0])
            .hand(LEFT, [0.060, 0.770, 0.020])
            .palm_to(LEFT, [-0.1, -1.0, 0.0])
            .look([0.0, 1.2, 3.0]),
    ]
}

/// On the same chair, on the elbows or the back.
fn leaning(cast: &Cast) -> Vec<Sketch<'_>> {
    let new = |english, japanese| Sketch::new(cast, (english, japanese)).on(&["Hips"]);
    vec![
        new("Elbows on knees", "膝に肘をつく")
            .hips([0.0, 0.540, -0.400])
            .chest([42.0, 0.0, 0.0])
            .foot(BOTH, [0.170, 0.0, 0.0], 12.0)
            .elbow(BOTH, [0.170, 0.640, -0.060])
            .hand(BOTH, [0.060, 0.620, 0.170])
            .palm_to(BOTH, [-1.0, 0.0, 0.0])
            .look([0.0, 0.6, 1.5])
            .shapes("Grip", "Grip"),
        new("Thinker", "考える人")
            .hips([0.0, 0.540, -0.400])
            .chest([45.0, 8.0, 0.0])
            .foot(LEFT, [0.110, 0.0, 0.020], 8.0)
            .foot(RIGHT, [0.120, 0.0, -0.080], 10.0)
            .elbow(RIGHT, [0.090, 0.655, -0.080])
            .hand(RIGHT, [0.050, 0.885, 0.030])
            .palm_to(RIGHT, [-0.1, -0.4, -0.9])
            .hand(LEFT, [0.070, 0.650, 0.050])
            .palm_to(LEFT, [0.0, -1.0, 0.0])
            .head([40.0, 5.0, 0.0])
            .shapes("Relaxed", "Fist"),
        new("Chin on hands", "頬杖をつく")
            .hips([0.0, 0.550, -0.400])
            .chest([22.0, 0.0, 0.0])
            .foot(BOTH, [0.080, 0.0, -0.050], 0.0)
            .elbow(BOTH, [0.150, 0.740, -0.050])
            .hand(BOTH, [0.065, 0.985, -0.085])
            .look([0.0, 1.15, 3.0])
            .shapes("Relaxed", "Relaxed"),
        new("Lean back on a chair", "椅子にもたれる")
            .hips([0.0, 0.520, -0.320])
            .pelvis([-32.0, 0.0, 0.0])
            .chest([-22.0, 0.0, 0.0])
            .foot(BOTH, [0.130, 0.0, 0.240], 14.0)
            .hand(BOTH, [0.240, 0.640, -0.250])
            .palm_to(BOTH, [-0.5, -0.8, 0.0])
            .look([0.0, 1.2, 3.0]),
    ]
}

fn on_the_ground(cast: &Cast) -> Vec<Sketch<'_>> {
    let mut all = upright(cast);
    let new = |english, japanese| Sketch::new(cast, (english, japanese)).on(&["Hips"]);
    all.extend([
        new("Knees up", "体育座り")
            .hips([0.0, 0.105, -0.260])
            .pelvis([-18.0, 0.0, 0.0])
            .chest([26.0, 0.0, 0.0])
            .foot(BOTH, [0.070, 0.0, 0.290], 3.0)
            .hand(BOTH, [0.075, 0.320, 0.240])
            .palm_to(BOTH, [-0.2, 0.0, -1.0])
            .look([0.0, 0.7, 2.0])
            .shapes("Hold", "Hold"),
        new("Legs out", "長座")
            .hips([0.0, 0.105, -0.300])
            .pelvis([-14.0, 0.0, 0.0])
            .chest([-16.0, 0.0, 0.0])
            .ankle(BOTH, [0.090, 0.060, 0.510])
            .toes_to(BOTH, [0.1, 1.0, 0.3])
            .palm(BOTH, [0.240, 0.0, -0.580], [0.0, -1.0, 0.0])
            .look([0.0, 0.9, 3.0])
            .shapes("Flat", "Flat"),
    ]);
    all
}

/// On the knees or on the soles.
fn upright(cast: &Cast) -> Vec<Sketch<'_>> {
    let new = |english, japanese| Sketch::new(cast, (english, japanese)).on(&["Hips"]);
    vec![
        new("Seiza", "正座")
            .hips([0.0, 0.350, -0.050])
            .pelvis([0.0, 0.0, 0.0])
            .chest([0.0, 0.0, 0.0])
            .knee(BOTH, [0.085, 0.070, 0.250])
            .ankle(BOTH, [0.070, 0.095, -0.170])
            .toes_to(BOTH, [-0.1, -0.6, -1.0])
            .palm_on_thigh(BOTH, 0.240)
            .look([0.0, 0.9, 3.0])
            .shapes("Flat", "Flat"),
        new("Kneel upright", "膝立ち")
            .hips([0.0, 0.540, 0.0])
            .pelvis([0.0, 0.0, 0.0])
            .chest([0.0, 0.0, 0.0])
            .knee(BOTH, [0.100, 0.060, 0.020])
            .ankle(BOTH, [0.090, 0.095, -0.390])
            .toes_to(BOTH, [0.0, -0.6, -1.0])
            .hand(BOTH, [0.240, 0.480, 0.040])
            .look([0.0, 1.1, 3.0]),
        new("Crouch", "かがむ")
            .hips([0.0, 0.480, -0.150])
            .chest([35.0, 0.0, 0.0])
            .foot(LEFT, [0.110, 0.0, 0.120], 6.0)
            .tiptoe(RIGHT, [0.120, 0.0, -0.140])
            .elbow(LEFT, [0.130, 0.600, 0.160])
            .hand(LEFT, [-0.020, 0.560, 0.310])
            .hand(RIGHT, [0.150, 0.250, 0.200])
            .look([0.0, 0.5, 2.0]),
    ]
}

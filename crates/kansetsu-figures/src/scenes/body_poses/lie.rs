//! On the ground with the whole body, or on hands and knees.
//!
//! The head of a body on its back points to -Z, that of one on its front to +Z.

use super::{
    body_pose::{BodyPose, PoseGroup},
    sketch::{BOTH, LEFT, RIGHT, Sketch},
};
use crate::scenes::everyday::cast::Cast;

pub(super) fn poses(cast: &Cast) -> Vec<BodyPose> {
    let mut poses = face_up(cast);
    poses.extend(on_the_side(cast));
    poses.extend(face_down(cast));
    poses.into_iter().map(|sketch| sketch.done(PoseGroup::Lie)).collect()
}

const DOWN: [f32; 3] = [0.0, -1.0, 0.0];

fn face_up(cast: &Cast) -> Vec<Sketch<'_>> {
    let new = |english, japanese| {
        Sketch::new(cast, (english, japanese))
            .on(&["Hips"])
            .hips([0.0, 0.120, 0.0])
            .pelvis([-90.0, 0.0, 0.0])
            .chest([-90.0, 0.0, 0.0])
    };
    vec![
        new("On the back", "仰向け")
            .ankle(BOTH, [0.110, 0.060, 0.870])
            .toes_to(BOTH, [0.3, 1.0, 0.3])
            .elbow(BOTH, [0.270, 0.080, -0.190])
            .hand(BOTH, [0.260, 0.060, 0.060])
            .palm_to(BOTH, [-0.3, -1.0, 0.0])
            .head([-88.0, 0.0, 0.0]),
        new("Spread out", "大の字")
            .ankle(BOTH, [0.430, 0.060, 0.770])
            .toes_to(BOTH, [0.5, 1.0, 0.3])
            .hand(BOTH, [0.640, 0.050, -0.620])
            .palm_to(BOTH, [0.0, 1.0, 0.0])
            .head([-88.0, 0.0, 0.0]),
        new("Hands under the head", "頭の下で手を組む")
            .foot(LEFT, [0.110, 0.0, 0.470], 0.0)
            .ankle(RIGHT, [0.120, 0.060, 0.860])
            .toes_to(RIGHT, [0.4, 1.0, 0.3])
            .elbow(BOTH, [0.390, 0.090, -0.600])
            .hand(BOTH, [0.130, 0.070, -0.650])
            .palm_to(BOTH, [0.0, 1.0, 0.0])
            .head([-72.0, 0.0, 0.0]),
        new("Knees bent", "仰向けで膝を立てる")
            .foot(BOTH, [0.110, 0.0, 0.480], 0.0)
            .palm(BOTH, [0.060, 0.215, -0.120], DOWN)
            .head([-88.0, 0.0, 0.0]),
        new("Legs up", "脚を上げる")
            .ankle(BOTH, [0.090, 0.880, 0.230])
            .elbow(BOTH, [0.270, 0.080, -0.190])
            .hand(BOTH, [0.300, 0.060, 0.050])
            .palm_to(BOTH, DOWN)
            .head([-88.0, 0.0, 0.0]),
        Sketch::new(cast, ("On the elbows", "後ろに肘をつく"))
            .on(&["Hips"])
            .hips([0.0, 0.110, 0.0])
            .pelvis([-62.0, 0.0, 0.0])
            .chest([-42.0, 0.0, 0.0])
            .elbow(BOTH, [0.230, 0.035, -0.430])
            .hand(BOTH, [0.230, 0.045, -0.170])
            .palm_to(BOTH, DOWN)
            .foot(LEFT, [0.100, 0.0, 0.480], 0.0)
            .ankle(RIGHT, [0.100, 0.060, 0.860])
            .look([0.0, 0.9, 2.0]),
    ]
}

/// On the left side, the head to +X. Places of the right limbs are counted to -X.
fn on_the_side(cast: &Cast) -> Vec<Sketch<'_>> {
    let new = |english, japanese| {
        Sketch::new(cast, (english, japanese)).on(&["Hips"]).hips([0.0, 0.205, 0.0])
    };
    vec![
        new("Curled up", "丸まって寝る")
            .pelvis([10.0, 0.0, -90.0])
            .chest([40.0, 0.0, -90.0])
            .head([60.0, 0.0, -86.0])
            .knee(LEFT, [-0.050, 0.080, 0.380])
            .ankle(LEFT, [-0.400, 0.060, 0.180])
            .knee(RIGHT, [0.030, 0.210, 0.400])
            .ankle(RIGHT, [0.350, 0.150, 0.170])
            .hand(LEFT, [0.330, 0.060, 0.500])
            .hand(RIGHT, [-0.270, 0.130, 0.480]),
        new("Head on the hand", "肘枕")
            .pelvis([0.0, 0.0, -84.0])
            .chest([0.0, 0.0, -52.0])
            .head([0.0, 0.0, -40.0])
            .knee(LEFT, [-0.400, 0.080, 0.080])
            .ankle(LEFT, [-0.810, 0.060, 0.020])
            .knee(RIGHT, [0.390, 0.200, 0.130])
            .ankle(RIGHT, [0.790, 0.130, 0.060])
            .elbow(LEFT, [0.520, 0.035, 0.030])
            .hand(LEFT, [0.590, 0.270, 0.060])
            .palm_to(LEFT, [0.0, 1.0, 0.0])
            .palm(RIGHT, [-0.200, 0.0, 0.260], DOWN),
    ]
}

fn face_down(cast: &Cast) -> Vec<Sketch<'_>> {
    let new = |english, japanese| Sketch::new(cast, (english, japanese)).on(&["Hips"]);
    vec![
        new("On the front", "うつ伏せ")
            .hips([0.0, 0.110, 0.0])
            .pelvis([90.0, 0.0, 0.0])
            .chest([90.0, 0.0, 0.0])
            .ankle(BOTH, [0.120, 0.100, -0.870])
            .toes_to(BOTH, [0.2, -0.5, -1.0])
            .elbow(BOTH, [0.400, 0.080, 0.480])
            .hand(BOTH, [0.270, 0.045, 0.700])
            .palm_to(BOTH, DOWN)
            .look([1.0, 0.05, 0.9]),
        new("Chin on hands, lying", "寝そべって頬杖")
            .hips([0.0, 0.110, 0.0])
            .pelvis([86.0, 0.0, 0.0])
            .chest([52.0, 0.0, 0.0])
            .knee(BOTH, [0.100, 0.060, -0.420])
            .ankle(LEFT, [0.050, 0.460, -0.500])
            .ankle(RIGHT, [0.050, 0.450, -0.380])
            .elbow(BOTH, [0.150, 0.035, 0.470])
            .hand(BOTH, [0.065, 0.280, 0.490])
            .look([0.0, 0.5, 3.0]),
        new("Plank", "プランク")
            .hips([0.0, 0.270, 0.0])
            .pelvis([84.0, 0.0, 0.0])
            .chest([80.0, 0.0, 0.0])
            .tiptoe(BOTH, [0.090, 0.0, -0.880])
            .elbow(BOTH, [0.170, 0.045, 0.430])
            .hand(BOTH, [0.130, 0.045, 0.690])
            .palm_to(BOTH, [-1.0, -0.2, 0.0])
            .head([70.0, 0.0, 0.0])
            .shapes("Fist", "Fist"),
        new("On hands and knees", "四つん這い")
            .hips([0.0, 0.500, -0.200])
            .pelvis([82.0, 0.0, 0.0])
            .chest([86.0, 0.0, 0.0])
            .knee(BOTH, [0.100, 0.060, -0.220])
            .ankle(BOTH, [0.090, 0.095, -0.630])
            .toes_to(BOTH, [0.0, -0.6, -1.0])
            .palm(BOTH, [0.170, 0.0, 0.270], DOWN)
            .look([0.0, 0.1, 1.2])
            .shapes("Flat", "Flat"),
        new("Crawl", "這う")
            .hips([0.0, 0.440, -0.200])
            .pelvis([84.0, 6.0, 0.0])
            .chest([86.0, -6.0, 0.0])
            .knee(LEFT, [0.110, 0.060, 0.0])
            .ankle(LEFT, [0.100, 0.095, -0.400])
            .knee(RIGHT, [0.100, 0.060, -0.330])
            .ankle(RIGHT, [0.090, 0.095, -0.740])
            .toes_to(BOTH, [0.0, -0.6, -1.0])
            .palm(LEFT, [0.180, 0.0, 0.150], DOWN)
            .palm(RIGHT, [0.160, 0.0, 0.480], DOWN)
            .look([0.0, 0.5, 3.0])
            .shapes("Flat", "Flat"),
    ]
}

//! Phases of a step, and ways of walking.

use super::{
    body_pose::{BodyPose, PoseGroup},
    sketch::{BOTH, LEFT, RIGHT, Sketch},
};
use crate::scenes::everyday::cast::Cast;

pub(super) fn poses(cast: &Cast) -> Vec<BodyPose> {
    let mut poses = step(cast);
    poses.extend(manners(cast));
    poses.extend(somewhere(cast));
    poses.into_iter().map(|sketch| sketch.done(PoseGroup::Walk)).collect()
}

/// The four poses of half a cycle; the flipped ones are the other half.
fn step(cast: &Cast) -> Vec<Sketch<'_>> {
    let new =
        |english, japanese| Sketch::new(cast, (english, japanese)).in_air().look([0.0, 1.5, 5.0]);
    vec![
        new("Walk 1: contact", "歩き 1：接地")
            .hips([0.0, 0.905, 0.0])
            .pelvis([3.0, -6.0, 0.0])
            .chest([4.0, 8.0, 0.0])
            .ankle(LEFT, [0.080, 0.085, 0.340])
            .toes_to(LEFT, [0.1, 0.35, 1.0])
            .tiptoe(RIGHT, [0.090, 0.0, -0.200])
            .hand(LEFT, [0.260, 0.900, -0.270])
            .hand(RIGHT, [0.220, 0.930, 0.280]),
        new("Walk 2: down", "歩き 2：沈み込み")
            .hips([0.0, 0.885, 0.0])
            .pelvis([4.0, -4.0, 0.0])
            .chest([6.0, 5.0, 0.0])
            .foot(LEFT, [0.080, 0.0, 0.200], 3.0)
            .tiptoe(RIGHT, [0.090, 0.0, -0.330])
            .hand(LEFT, [0.270, 0.880, -0.220])
            .hand(RIGHT, [0.230, 0.900, 0.230]),
        new("Walk 3: passing", "歩き 3：通過")
            .hips([0.020, 0.935, 0.0])
            .pelvis([2.0, 0.0, 3.0])
            .chest([4.0, 0.0, 0.0])
            .foot(LEFT, [0.070, 0.0, -0.020], 3.0)
            .knee(RIGHT, [0.085, 0.530, 0.170])
            .ankle(RIGHT, [0.080, 0.190, -0.080])
            .hand(LEFT, [0.250, 0.880, -0.020])
            .hand(RIGHT, [0.250, 0.880, 0.040]),
        new("Walk 4: up", "歩き 4：伸び上がり")
            .hips([0.010, 0.950, 0.0])
            .pelvis([2.0, 4.0, 0.0])
            .chest([3.0, -5.0, 0.0])
            .foot(LEFT, [0.075, 0.0, -0.180], 3.0)
            .knee(RIGHT, [0.085, 0.580, 0.300])
            .ankle(RIGHT, [0.080, 0.190, 0.190])
            .hand(LEFT, [0.240, 0.910, 0.180])
            .hand(RIGHT, [0.260, 0.890, -0.170]),
    ]
}

fn manners(cast: &Cast) -> Vec<Sketch<'_>> {
    let new =
        |english, japanese| Sketch::new(cast, (english, japanese)).in_air().hips([0.0, 0.905, 0.0]);
    vec![
        new("Stroll", "ぶらぶら歩く")
            .pelvis([-2.0, -5.0, 0.0])
            .chest([-2.0, 4.0, 0.0])
            .ankle(LEFT, [0.080, 0.080, 0.270])
            .toes_to(LEFT, [0.2, 0.3, 1.0])
            .tiptoe(RIGHT, [0.100, 0.0, -0.150])
            .hand(BOTH, [0.225, 0.900, 0.040])
            .palm_to(BOTH, [-1.0, 0.0, 0.0])
            .elbow(BOTH, [0.330, 1.110, -0.110])
            .look([0.6, 1.7, 3.0]),
        new("March", "行進")
            .hips([0.030, 0.940, 0.0])
            .chest([-3.0, 0.0, 0.0])
            .foot(LEFT, [0.070, 0.0, 0.0], 3.0)
            .knee(RIGHT, [0.090, 0.900, 0.400])
            .ankle(RIGHT, [0.090, 0.480, 0.400])
            .hand(LEFT, [0.190, 1.220, 0.470])
            .palm_to(LEFT, [0.0, -1.0, 0.0])
            .hand(RIGHT, [0.260, 0.920, -0.260])
            .look([0.0, 1.6, 5.0])
            .shapes("Fist", "Fist"),
        new("Tired walk", "とぼとぼ歩く")
            .hips([0.0, 0.880, 0.0])
            .pelvis([6.0, 0.0, 0.0])
            .chest([30.0, 4.0, 0.0])
            .foot(LEFT, [0.080, 0.0, 0.180], 8.0)
            .tiptoe(RIGHT, [0.090, 0.0, -0.130])
            .hand(BOTH, [0.190, 0.810, 0.260])
            .head([48.0, 0.0, 0.0]),
        new("Catwalk", "モデル歩き")
            .hips([0.040, 0.915, 0.0])
            .pelvis([0.0, -12.0, 8.0])
            .chest([-3.0, 10.0, -6.0])
            .foot(LEFT, [-0.030, 0.0, 0.200], 5.0)
            .tiptoe(RIGHT, [0.060, 0.0, -0.140])
            .palm_on_hip(RIGHT)
            .hand(LEFT, [0.290, 0.900, -0.150])
            .look([0.0, 1.6, 5.0])
            .shapes("Relaxed", "Flat"),
        new("Look back, walking", "歩きながら振り返る")
            .pelvis([0.0, 6.0, 0.0])
            .chest([0.0, 38.0, 0.0])
            .foot(LEFT, [0.080, 0.0, 0.260], 5.0)
            .tiptoe(RIGHT, [0.090, 0.0, -0.160])
            .hand(RIGHT, [0.160, 0.930, 0.220])
            .hand(LEFT, [0.300, 0.900, -0.220])
            .look([2.0, 1.5, -1.0]),
    ]
}

fn somewhere(cast: &Cast) -> Vec<Sketch<'_>> {
    let new = |english, japanese| Sketch::new(cast, (english, japanese)).in_air();
    vec![
        new("Sneak", "忍び足")
            .hips([0.0, 0.780, -0.020])
            .chest([34.0, 0.0, 0.0])
            .foot(RIGHT, [0.110, 0.0, -0.120], 10.0)
            .tiptoe(LEFT, [0.090, 0.0, 0.420])
            .hand(LEFT, [0.180, 1.030, 0.480])
            .hand(RIGHT, [0.200, 1.080, 0.380])
            .palm_to(BOTH, [0.0, -1.0, 0.2])
            .look([0.0, 1.1, 3.0])
            .shapes("Claw", "Claw"),
        new("Go upstairs", "階段を上る")
            .hips([0.0, 0.960, 0.060])
            .pelvis([8.0, 0.0, 0.0])
            .chest([12.0, 0.0, 0.0])
            .foot(LEFT, [0.090, 0.180, 0.240], 3.0)
            .tiptoe(RIGHT, [0.090, 0.0, -0.080])
            .hand(LEFT, [0.340, 1.100, 0.330])
            .palm_to(LEFT, [0.0, -1.0, 0.0])
            .hand(RIGHT, [0.260, 0.930, -0.080])
            .look([0.0, 1.6, 2.0])
            .shapes("Hold", "Relaxed"),
        new("Walk with a phone", "歩きスマホ")
            .hips([0.0, 0.905, 0.0])
            .chest([8.0, 0.0, 0.0])
            .foot(LEFT, [0.080, 0.0, 0.220], 3.0)
            .tiptoe(RIGHT, [0.090, 0.0, -0.170])
            .hand(RIGHT, [0.090, 1.150, 0.290])
            .palm_to(RIGHT, [-0.2, 0.3, -0.9])
            .hand(LEFT, [0.260, 0.900, -0.140])
            .look([-0.04, 1.22, 0.38])
            .shapes("Relaxed", "Hold"),
    ]
}

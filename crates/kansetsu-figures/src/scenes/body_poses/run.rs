//! Phases of a run, and jumps.

use super::{
    body_pose::{BodyPose, PoseGroup},
    sketch::{BOTH, LEFT, RIGHT, Sketch},
};
use crate::scenes::everyday::cast::Cast;

pub(super) fn poses(cast: &Cast) -> Vec<BodyPose> {
    let mut poses = starts(cast);
    poses.extend(strides(cast));
    poses.extend(jumps(cast));
    poses.into_iter().map(|sketch| sketch.done(PoseGroup::Run)).collect()
}

fn starts(cast: &Cast) -> Vec<Sketch<'_>> {
    let new = |english, japanese| {
        Sketch::new(cast, (english, japanese))
            .in_air()
            .palm(BOTH, [0.210, 0.0, 0.330], [0.0, -1.0, 0.0])
            .tiptoe(LEFT, [0.100, 0.0, -0.080])
            .tiptoe(RIGHT, [0.100, 0.0, -0.600])
            .shapes("Flat", "Flat")
    };
    vec![
        new("On your marks", "位置について")
            .pelvis([74.0, 0.0, 0.0])
            .chest([86.0, 0.0, 0.0])
            .knee(RIGHT, [0.100, 0.060, -0.170])
            .look([0.0, 0.1, 1.2]),
        new("Get set", "用意")
            .pelvis([88.0, 0.0, 0.0])
            .chest([102.0, 0.0, 0.0])
            .look([0.0, 0.1, 1.5]),
    ]
}

fn strides(cast: &Cast) -> Vec<Sketch<'_>> {
    let new = |english, japanese| Sketch::new(cast, (english, japanese)).in_air();
    vec![
        new("Run 1: landing", "走り 1：着地")
            .hips([0.0, 0.890, 0.0])
            .pelvis([8.0, -6.0, 0.0])
            .chest([12.0, 12.0, 0.0])
            .foot(LEFT, [0.070, 0.0, 0.230], 2.0)
            .knee(RIGHT, [0.090, 0.500, -0.080])
            .ankle(RIGHT, [0.090, 0.430, -0.480])
            .hand(RIGHT, [0.120, 1.280, 0.340])
            .hand(LEFT, [0.280, 1.020, -0.120])
            .look([0.0, 1.5, 5.0])
            .shapes("Fist", "Fist"),
        new("Run 2: passing", "走り 2：通過")
            .hips([0.010, 0.860, 0.0])
            .pelvis([8.0, 0.0, 0.0])
            .chest([12.0, 0.0, 0.0])
            .foot(LEFT, [0.060, 0.0, -0.020], 2.0)
            .knee(RIGHT, [0.090, 0.570, 0.230])
            .ankle(RIGHT, [0.090, 0.450, -0.170])
            .hand(RIGHT, [0.200, 1.110, 0.180])
            .hand(LEFT, [0.230, 1.090, 0.100])
            .look([0.0, 1.5, 5.0])
            .shapes("Fist", "Fist"),
        new("Run 3: push off", "走り 3：蹴り出し")
            .hips([0.0, 0.950, 0.060])
            .pelvis([10.0, 8.0, 0.0])
            .chest([14.0, -12.0, 0.0])
            .tiptoe(LEFT, [0.070, 0.0, -0.330])
            .knee(RIGHT, [0.090, 0.850, 0.430])
            .ankle(RIGHT, [0.090, 0.460, 0.290])
            .hand(LEFT, [0.120, 1.290, 0.380])
            .hand(RIGHT, [0.290, 1.040, -0.120])
            .look([0.0, 1.5, 5.0])
            .shapes("Fist", "Fist"),
        new("Run 4: flight", "走り 4：空中")
            .hips([0.0, 1.010, 0.0])
            .pelvis([10.0, 6.0, 0.0])
            .chest([12.0, -10.0, 0.0])
            .knee(RIGHT, [0.090, 0.840, 0.370])
            .ankle(RIGHT, [0.090, 0.450, 0.490])
            .knee(LEFT, [0.090, 0.620, -0.190])
            .ankle(LEFT, [0.090, 0.430, -0.570])
            .hand(LEFT, [0.130, 1.330, 0.330])
            .hand(RIGHT, [0.290, 1.090, -0.170])
            .look([0.0, 1.6, 5.0])
            .shapes("Fist", "Fist"),
        new("Sprint", "全力疾走")
            .hips([0.0, 0.920, 0.150])
            .pelvis([24.0, 8.0, 0.0])
            .chest([30.0, -16.0, 0.0])
            .tiptoe(LEFT, [0.070, 0.0, -0.360])
            .knee(RIGHT, [0.090, 0.830, 0.530])
            .ankle(RIGHT, [0.090, 0.480, 0.320])
            .hand(LEFT, [0.100, 1.330, 0.620])
            .hand(RIGHT, [0.300, 1.090, -0.050])
            .look([0.0, 1.4, 5.0])
            .shapes("Blade", "Blade"),
    ]
}

fn jumps(cast: &Cast) -> Vec<Sketch<'_>> {
    let new = |english, japanese| Sketch::new(cast, (english, japanese)).in_air();
    vec![
        new("Jump for joy", "喜びのジャンプ")
            .hips([0.0, 1.250, 0.0])
            .chest([-8.0, 0.0, 0.0])
            .knee(BOTH, [0.120, 0.870, 0.130])
            .ankle(BOTH, [0.100, 0.700, -0.240])
            .hand(BOTH, [0.330, 2.160, 0.0])
            .palm_to(BOTH, [0.0, 0.0, 1.0])
            .look([0.0, 2.6, 3.0])
            .shapes("Spread", "Spread"),
        new("Star jump", "大の字ジャンプ")
            .hips([0.0, 1.250, 0.0])
            .chest([0.0, 0.0, 0.0])
            .ankle(BOTH, [0.560, 0.590, 0.0])
            .hand(BOTH, [0.580, 2.000, 0.0])
            .palm_to(BOTH, [0.0, 0.0, 1.0])
            .look([0.0, 1.8, 5.0])
            .shapes("Spread", "Spread"),
        new("Leap", "跳び越える")
            .hips([0.0, 1.200, 0.0])
            .pelvis([20.0, 0.0, 0.0])
            .chest([10.0, 12.0, 0.0])
            .ankle(LEFT, [0.090, 1.020, 0.780])
            .knee(RIGHT, [0.110, 0.930, -0.280])
            .ankle(RIGHT, [0.100, 0.850, -0.660])
            .hand(RIGHT, [0.150, 1.720, 0.500])
            .hand(LEFT, [0.640, 1.640, -0.080])
            .look([0.0, 1.7, 5.0]),
        new("Land", "着地")
            .hips([0.0, 0.520, -0.180])
            .chest([44.0, 0.0, 0.0])
            .foot(BOTH, [0.140, 0.0, 0.020], 8.0)
            .hand(BOTH, [0.330, 0.760, 0.420])
            .palm_to(BOTH, [0.0, -1.0, 0.0])
            .look([0.0, 0.6, 2.0])
            .shapes("Spread", "Spread"),
    ]
}

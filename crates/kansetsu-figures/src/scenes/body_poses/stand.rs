//! On both feet or one, at one place.

use super::{
    body_pose::{BodyPose, PoseGroup},
    sketch::{BOTH, LEFT, RIGHT, Sketch},
};
use crate::scenes::everyday::cast::Cast;

pub(super) fn poses(cast: &Cast) -> Vec<BodyPose> {
    let mut poses = at_attention(cast);
    poses.extend(on_both_feet(cast));
    poses.extend(out_of_balance(cast));
    poses.into_iter().map(|sketch| sketch.done(PoseGroup::Stand)).collect()
}

fn at_attention(cast: &Cast) -> Vec<Sketch<'_>> {
    let new = |english, japanese| Sketch::new(cast, (english, japanese));
    vec![
        new("T-pose", "Tポーズ")
            .standing()
            .hand(BOTH, [0.702, 1.385, -0.018])
            .fingers_to(BOTH, [1.0, 0.0, 0.0], [0.0, -1.0, 0.0])
            .shapes("Flat", "Flat"),
        new("A-pose", "Aポーズ")
            .standing()
            .hand(BOTH, [0.545, 1.005, -0.010])
            .fingers_to(BOTH, [0.7, -0.7, 0.0], [-0.7, -0.7, 0.0])
            .shapes("Flat", "Flat"),
        new("Weight on one leg", "片足重心")
            .hips([-0.070, 0.930, 0.0])
            .pelvis([0.0, -6.0, -7.0])
            .chest([0.0, 4.0, 5.0])
            .foot(RIGHT, [0.060, 0.0, 0.0], 10.0)
            .foot(LEFT, [0.130, 0.0, 0.120], 25.0)
            .look([0.4, 1.5, 2.0]),
        new("Attention", "気をつけ")
            .foot(BOTH, [0.045, 0.0, 0.0], 12.0)
            .hips([0.0, 0.945, 0.0])
            .chest([-3.0, 0.0, 0.0])
            .hand(BOTH, [0.215, 0.860, 0.0])
            .fingers_to(BOTH, [0.0, -1.0, 0.0], [-1.0, 0.0, 0.0])
            .look([0.0, 1.6, 5.0])
            .shapes("Flat", "Flat"),
        new("Parade rest", "休め")
            .foot(BOTH, [0.180, 0.0, 0.0], 15.0)
            .hips([0.0, 0.935, 0.0])
            .hand(LEFT, [0.060, 0.960, -0.165])
            .fingers_to(LEFT, [-0.9, -0.3, 0.0], [0.0, 0.0, -1.0])
            .hand(RIGHT, [0.060, 0.990, -0.190])
            .fingers_to(RIGHT, [-0.9, -0.3, 0.0], [0.0, 0.0, -1.0]),
    ]
}

fn on_both_feet(cast: &Cast) -> Vec<Sketch<'_>> {
    let new = |english, japanese| Sketch::new(cast, (english, japanese));
    vec![
        new("Legs apart", "仁王立ち")
            .foot(BOTH, [0.270, 0.0, 0.0], 22.0)
            .hips([0.0, 0.905, 0.0])
            .chest([-4.0, 0.0, 0.0])
            .palm_on_hip(BOTH)
            .look([0.0, 1.6, 4.0])
            .shapes("Flat", "Flat"),
        new("Hand on one hip", "片手を腰に")
            .hips([-0.070, 0.930, 0.0])
            .pelvis([0.0, 0.0, -7.0])
            .chest([0.0, 6.0, 5.0])
            .foot(RIGHT, [0.060, 0.0, 0.0], 10.0)
            .foot(LEFT, [0.140, 0.0, 0.100], 28.0)
            .palm_on_hip(RIGHT)
            .look([-0.3, 1.5, 2.0])
            .shapes("Relaxed", "Flat"),
        new("Bow", "お辞儀")
            .foot(BOTH, [0.060, 0.0, 0.0], 8.0)
            .hips([0.0, 0.935, -0.110])
            .pelvis([28.0, 0.0, 0.0])
            .chest([50.0, 0.0, 0.0])
            .head([55.0, 0.0, 0.0])
            .hand(BOTH, [0.075, 0.790, 0.230])
            .fingers_to(BOTH, [-0.3, -0.9, 0.1], [0.0, -0.2, -1.0])
            .shapes("Flat", "Flat"),
    ]
}

/// On the toes, on one leg, in a step.
fn out_of_balance(cast: &Cast) -> Vec<Sketch<'_>> {
    let new = |english, japanese| Sketch::new(cast, (english, japanese));
    vec![
        new("On tiptoe", "つま先立ち")
            .hips([0.0, 1.020, 0.090])
            .tiptoe(BOTH, [0.092, 0.0, 0.135])
            .hand(BOTH, [0.230, 1.880, 0.150])
            .palm_to(BOTH, [-0.6, 0.0, 0.8])
            .look([0.0, 2.6, 2.0])
            .shapes("Flat", "Flat"),
        new("Tree", "木のポーズ")
            .hips([0.060, 0.945, 0.0])
            .foot(LEFT, [0.088, 0.0, 0.0], 5.0)
            .knee(RIGHT, [0.330, 0.640, 0.180])
            .ankle(RIGHT, [-0.030, 0.510, 0.070])
            .toes_to(RIGHT, [-0.2, -1.0, 0.2])
            .hand(LEFT, [0.070, 1.820, 0.060])
            .hand(RIGHT, [-0.050, 1.820, 0.060])
            .fingers_to(BOTH, [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0])
            .shapes("Flat", "Flat"),
        new("Point ahead", "前を指す")
            .foot(LEFT, [0.110, 0.0, -0.080], 25.0)
            .foot(RIGHT, [0.080, 0.0, 0.200], 0.0)
            .hips([0.0, 0.920, 0.060])
            .chest([4.0, 18.0, 0.0])
            .hand(RIGHT, [0.130, 1.400, 0.560])
            .fingers_to(RIGHT, [-0.1, 0.1, 1.0], [-0.8, -0.6, 0.0])
            .palm_on_hip(LEFT)
            .look([-0.1, 1.5, 4.0])
            .shapes("Flat", "Point"),
        new("Legs crossed", "足を交差")
            .foot(RIGHT, [0.050, 0.0, 0.0], 8.0)
            .tiptoe(LEFT, [-0.080, 0.0, 0.160])
            .hips([-0.030, 0.935, 0.0])
            .hand(BOTH, [0.040, 0.880, -0.150])
            .fingers_to(BOTH, [-0.6, -0.7, 0.0], [0.0, 0.0, -1.0])
            .head([4.0, 0.0, -10.0]),
    ]
}

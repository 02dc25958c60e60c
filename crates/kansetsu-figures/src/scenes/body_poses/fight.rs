//! With fists, feet and weapons.

use super::{
    body_pose::{BodyPose, PoseGroup},
    sketch::{BOTH, LEFT, RIGHT, Sketch},
};
use crate::scenes::everyday::cast::Cast;

pub(super) fn poses(cast: &Cast) -> Vec<BodyPose> {
    let mut poses = fists(cast);
    poses.extend(feet(cast));
    poses.extend(weapons(cast));
    poses.extend(outcomes(cast));
    poses.into_iter().map(|sketch| sketch.done(PoseGroup::Fight)).collect()
}

/// The left foot is ahead, the right one behind.
fn guard<'a>(cast: &'a Cast, names: (&'static str, &'static str)) -> Sketch<'a> {
    Sketch::new(cast, names)
        .foot(LEFT, [0.110, 0.0, 0.200], -10.0)
        .foot(RIGHT, [0.150, 0.0, -0.180], 50.0)
        .look([0.05, 1.40, 3.0])
        .shapes("Fist", "Fist")
}

fn fists(cast: &Cast) -> Vec<Sketch<'_>> {
    let new = |english, japanese| guard(cast, (english, japanese));
    let inwards = [-1.0, 0.0, 0.0];
    vec![
        new("Guard", "ファイティングポーズ")
            .hips([0.0, 0.880, 0.0])
            .chest([10.0, -22.0, 0.0])
            .hand(LEFT, [0.100, 1.360, 0.360])
            .palm_to(LEFT, inwards)
            .hand(RIGHT, [0.090, 1.370, 0.200])
            .palm_to(RIGHT, inwards),
        new("Jab", "ジャブ")
            .hips([0.010, 0.870, 0.050])
            .chest([10.0, -40.0, 0.0])
            .hand(LEFT, [0.040, 1.400, 0.660])
            .palm_to(LEFT, [-0.2, -1.0, 0.0])
            .hand(RIGHT, [0.080, 1.370, 0.180])
            .palm_to(RIGHT, inwards),
        new("Straight", "ストレート")
            .hips([0.010, 0.870, 0.080])
            .pelvis([0.0, 28.0, 0.0])
            .chest([12.0, 46.0, 0.0])
            .hand(RIGHT, [-0.020, 1.390, 0.640])
            .palm_to(RIGHT, [-0.2, -1.0, 0.0])
            .hand(LEFT, [0.130, 1.360, 0.170])
            .palm_to(LEFT, inwards),
        new("Hook", "フック")
            .hips([0.0, 0.870, 0.030])
            .chest([8.0, -50.0, 0.0])
            .elbow(LEFT, [0.220, 1.370, 0.230])
            .hand(LEFT, [0.0, 1.390, 0.380])
            .palm_to(LEFT, [-0.2, -0.9, -0.3])
            .hand(RIGHT, [0.120, 1.370, 0.150])
            .palm_to(RIGHT, inwards),
        new("Uppercut", "アッパー")
            .hips([0.0, 0.890, 0.060])
            .pelvis([0.0, 22.0, 0.0])
            .chest([-4.0, 42.0, 0.0])
            .hand(RIGHT, [-0.020, 1.600, 0.340])
            .palm_to(RIGHT, [0.0, 0.0, -1.0])
            .hand(LEFT, [0.150, 1.300, 0.160])
            .palm_to(LEFT, inwards),
        new("Block", "ガード")
            .hips([0.0, 0.850, -0.040])
            .chest([4.0, 0.0, 0.0])
            .hand(LEFT, [-0.040, 1.520, 0.300])
            .hand(RIGHT, [-0.040, 1.500, 0.340])
            .palm_to(BOTH, [-0.2, 0.0, -1.0]),
        Sketch::new(cast, ("Horse stance", "騎馬立ち"))
            .foot(BOTH, [0.400, 0.0, 0.0], 20.0)
            .hips([0.0, 0.640, -0.060])
            .chest([0.0, 0.0, 0.0])
            .hand(BOTH, [0.200, 0.840, 0.020])
            .palm_to(BOTH, [0.0, 1.0, 0.0])
            .look([0.0, 1.2, 5.0])
            .shapes("Fist", "Fist"),
    ]
}

fn feet(cast: &Cast) -> Vec<Sketch<'_>> {
    let new =
        |english, japanese| Sketch::new(cast, (english, japanese)).in_air().shapes("Fist", "Fist");
    vec![
        new("High kick", "ハイキック")
            .foot(LEFT, [0.060, 0.0, 0.0], 70.0)
            .hips([0.060, 0.960, -0.020])
            .pelvis([-22.0, 20.0, -20.0])
            .chest([-22.0, 20.0, -10.0])
            .ankle(RIGHT, [0.180, 1.150, 0.740])
            .hand(LEFT, [0.120, 1.330, 0.240])
            .hand(RIGHT, [0.330, 1.020, -0.160])
            .look([-0.3, 1.4, 3.0]),
        new("Side kick", "横蹴り")
            .foot(LEFT, [0.060, 0.0, 0.0], 60.0)
            .hips([0.100, 0.940, 0.0])
            .pelvis([0.0, 0.0, -42.0])
            .chest([0.0, 10.0, -40.0])
            .ankle(RIGHT, [0.690, 1.110, 0.020])
            .toes_to(RIGHT, [0.0, 0.0, 1.0])
            .hand(LEFT, [0.260, 1.150, 0.260])
            .hand(RIGHT, [-0.050, 1.200, 0.260])
            .look([-4.0, 1.3, 0.6]),
        new("Knee strike", "膝蹴り")
            .tiptoe(LEFT, [0.080, 0.0, 0.110])
            .hips([0.040, 1.000, 0.080])
            .chest([-10.0, 10.0, 0.0])
            .knee(RIGHT, [0.060, 1.110, 0.440])
            .ankle(RIGHT, [0.090, 0.720, 0.300])
            .hand(BOTH, [0.150, 1.130, 0.330])
            .look([0.0, 1.4, 3.0]),
    ]
}

fn weapons(cast: &Cast) -> Vec<Sketch<'_>> {
    let new = |english, japanese| {
        Sketch::new(cast, (english, japanese))
            .foot(RIGHT, [0.100, 0.0, 0.160], 5.0)
            .tiptoe(LEFT, [0.110, 0.0, -0.060])
            .shapes("Grip", "Grip")
    };
    let apart = |english, japanese| {
        Sketch::new(cast, (english, japanese))
            .foot(BOTH, [0.180, 0.0, 0.0], 20.0)
            .hips([0.0, 0.925, 0.0])
    };
    vec![
        new("Sword at the middle", "剣を中段に構える")
            .hips([0.0, 0.910, 0.030])
            .hand(RIGHT, [0.050, 1.060, 0.370])
            .fingers_to(RIGHT, [-0.5, -0.5, 0.7], [-0.8, -0.2, -0.6])
            .hand(LEFT, [0.050, 0.980, 0.280])
            .fingers_to(LEFT, [-0.5, -0.5, 0.7], [-0.8, -0.2, -0.6])
            .look([0.0, 1.4, 4.0]),
        new("Sword overhead", "剣を上段に構える")
            .hips([0.0, 0.915, 0.030])
            .hand(RIGHT, [0.070, 1.740, 0.050])
            .fingers_to(RIGHT, [-0.6, 0.7, 0.2], [-0.7, -0.6, 0.2])
            .hand(LEFT, [0.070, 1.690, 0.140])
            .fingers_to(LEFT, [-0.6, 0.7, 0.2], [-0.7, -0.6, 0.2])
            .look([0.0, 1.4, 4.0]),
        Sketch::new(cast, ("Sword cut", "斬り下ろす"))
            .foot(RIGHT, [0.100, 0.0, 0.400], 3.0)
            .tiptoe(LEFT, [0.120, 0.0, -0.300])
            .hips([0.0, 0.740, 0.050])
            .chest([20.0, 0.0, 0.0])
            .hand(RIGHT, [0.040, 0.960, 0.620])
            .hand(LEFT, [0.040, 0.900, 0.530])
            .palm_to(BOTH, [-0.9, -0.2, -0.3])
            .look([0.0, 1.1, 3.0])
            .shapes("Grip", "Grip"),
        apart("Draw a bow", "弓を引く")
            .chest([0.0, -38.0, 0.0])
            .hand(LEFT, [0.690, 1.420, 0.080])
            .palm_to(LEFT, [0.0, 0.2, 1.0])
            .elbow(RIGHT, [0.400, 1.440, -0.130])
            .hand(RIGHT, [0.080, 1.440, 0.0])
            .palm_to(RIGHT, [0.3, 0.2, -1.0])
            .look([4.0, 1.5, 0.2])
            .shapes("Grip", "Hold"),
        apart("Aim a pistol", "銃を構える")
            .chest([4.0, 6.0, 0.0])
            .hand(RIGHT, [0.040, 1.400, 0.500])
            .fingers_to(RIGHT, [-0.15, 0.0, 1.0], [-1.0, 0.0, -0.15])
            .hand(LEFT, [0.060, 1.370, 0.450])
            .fingers_to(LEFT, [-0.3, 0.1, 1.0], [-0.9, 0.4, -0.3])
            .look([0.0, 1.45, 5.0])
            .shapes("Grip", "Gun"),
    ]
}

fn outcomes(cast: &Cast) -> Vec<Sketch<'_>> {
    let new = |english, japanese| Sketch::new(cast, (english, japanese));
    vec![
        new("Superhero landing", "ヒーロー着地")
            .in_air()
            .foot(LEFT, [0.180, 0.0, 0.150], 15.0)
            .tiptoe(RIGHT, [0.160, 0.0, -0.500])
            .chest([62.0, 6.0, 0.0])
            .knee(RIGHT, [0.200, 0.060, -0.160])
            .palm(RIGHT, [0.140, 0.020, 0.280], [0.0, -1.0, 0.0])
            .hand(LEFT, [0.560, 0.800, -0.180])
            .look([0.0, 0.5, 3.0])
            .shapes("Spread", "Fist"),
        new("Hit", "殴られる")
            .in_air()
            .foot(LEFT, [0.120, 0.0, 0.220], 10.0)
            .tiptoe(RIGHT, [0.150, 0.0, -0.260])
            .hips([0.0, 0.870, -0.080])
            .chest([-24.0, -26.0, 10.0])
            .hand(LEFT, [0.420, 1.250, 0.260])
            .hand(RIGHT, [0.500, 1.200, -0.350])
            .head([-30.0, -50.0, 10.0]),
        new("Victory", "勝利のポーズ")
            .foot(BOTH, [0.210, 0.0, 0.0], 18.0)
            .hips([0.0, 0.920, 0.0])
            .chest([-5.0, 0.0, 0.0])
            .hand(RIGHT, [0.220, 1.900, 0.040])
            .palm_to(RIGHT, [0.0, 0.0, 1.0])
            .palm_on_hip(LEFT)
            .look([-0.4, 2.2, 3.0])
            .shapes("Flat", "Fist"),
    ]
}

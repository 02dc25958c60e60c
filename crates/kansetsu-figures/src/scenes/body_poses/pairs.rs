//! Two poses that belong together: the first figure stands at the origin and looks to +Z, the
//! second one is placed beside it.

use super::{
    body_pose::{BodyPose, PoseGroup},
    sketch::{BOTH, LEFT, RIGHT, Sketch},
};
use crate::scenes::everyday::cast::Cast;

pub(super) fn poses(cast: &Cast) -> Vec<BodyPose> {
    let mut poses = greetings(cast);
    poses.extend(close(cast));
    poses.extend(other_heights(cast));
    poses.into_iter().map(|sketch| sketch.done(PoseGroup::Pair)).collect()
}

/// Half a turn, at this distance ahead.
const fn opposite(distance: f32) -> (f32, [f32; 3]) {
    (180.0, [0.0, 0.0, distance])
}

fn greetings(cast: &Cast) -> Vec<Sketch<'_>> {
    let new = |english, japanese| Sketch::new(cast, (english, japanese)).standing();
    let shake = |english, japanese| {
        new(english, japanese)
            .palm(RIGHT, [0.0, 1.030, 0.470], [-1.0, 0.0, 0.0])
            .fingers_to(RIGHT, [0.0, 0.1, 1.0], [-1.0, 0.0, 0.0])
            .look([0.0, 1.5, 0.94])
            .shapes("Relaxed", "Hold")
    };
    let five = |english, japanese| {
        new(english, japanese)
            .palm(RIGHT, [0.0, 1.640, 0.400], [0.0, 0.0, 1.0])
            .fingers_to(RIGHT, [0.0, 1.0, 0.1], [0.0, -0.1, 1.0])
            .look([0.0, 1.6, 0.8])
            .shapes("Relaxed", "Flat")
    };
    let (yaw, by) = opposite(0.94);
    let (yaw_of_five, by_of_five) = opposite(0.80);
    vec![
        shake("Shake hands A", "握手 A"),
        shake("Shake hands B", "握手 B").placed(yaw, by),
        five("High five A", "ハイタッチ A"),
        five("High five B", "ハイタッチ B").placed(yaw_of_five, by_of_five),
    ]
}

fn close(cast: &Cast) -> Vec<Sketch<'_>> {
    let new = |english, japanese| Sketch::new(cast, (english, japanese)).standing();
    let hold = |english, japanese, palm: [f32; 3]| {
        new(english, japanese)
            .palm(BOTH, [0.160, 1.080, 0.360], palm)
            .look([0.0, 1.5, 0.72])
            .shapes("Hold", "Hold")
    };
    let (yaw, by) = opposite(0.72);
    let (yaw_of_hug, by_of_hug) = opposite(0.34);
    let dance = |english, japanese| new(english, japanese).look([0.3, 1.5, 0.5]);
    let (yaw_of_dance, by_of_dance) = opposite(0.44);
    vec![
        hold("Hold hands A", "手を取り合う A", [0.0, 1.0, 0.0]),
        hold("Hold hands B", "手を取り合う B", [0.0, -1.0, 0.0]).placed(yaw, by),
        new("Hug A", "ハグ A")
            .chest([4.0, 0.0, 0.0])
            .palm(BOTH, [0.080, 1.170, 0.430], [-0.2, 0.0, -1.0])
            .head([4.0, 0.0, -14.0])
            .shapes("Flat", "Flat"),
        new("Hug B", "ハグ B")
            .chest([4.0, 0.0, 0.0])
            .palm(BOTH, [0.080, 1.360, 0.440], [-0.2, -0.2, -1.0])
            .head([4.0, 0.0, -14.0])
            .shapes("Flat", "Flat")
            .placed(yaw_of_hug, by_of_hug),
        dance("Dance A", "社交ダンス A")
            .palm(LEFT, [0.520, 1.380, 0.220], [0.0, 0.0, 1.0])
            .palm(RIGHT, [0.100, 1.200, 0.530], [0.0, 0.0, -1.0])
            .shapes("Hold", "Flat"),
        dance("Dance B", "社交ダンス B")
            .look([0.5, 1.5, 1.0])
            .palm(RIGHT, [0.520, 1.380, 0.220], [0.0, 0.0, 1.0])
            .palm(LEFT, [0.170, 1.440, 0.440], [0.0, -1.0, 0.0])
            .shapes("Flat", "Hold")
            .placed(yaw_of_dance, by_of_dance),
        new("Arm over the shoulder A", "肩を組む A")
            .palm(LEFT, [0.560, 1.400, 0.080], [-0.2, -0.6, -0.6])
            .hand(RIGHT, [0.250, 0.880, 0.050])
            .look([0.2, 1.5, 2.0])
            .shapes("Flat", "Relaxed"),
        new("Arm over the shoulder B", "肩を組む B")
            .palm(RIGHT, [0.420, 1.230, -0.170], [0.0, 0.0, 1.0])
            .hand(LEFT, [0.250, 0.880, 0.050])
            .look([-0.2, 1.5, 2.0])
            .shapes("Relaxed", "Flat")
            .placed(0.0, [0.400, 0.0, 0.0]),
        new("Back to back A", "背中合わせ A")
            .palm_on(LEFT, "Chest", [-0.090, 0.075, 0.0773], [0.49, 0.12, -0.87])
            .palm_on(RIGHT, "LeftUpperArm", [-0.140, 0.0367, 0.0367], [0.12, -0.78, -0.62])
            .look([-0.5, 1.5, 2.0])
            .shapes("Flat", "Flat"),
        new("Back to back B", "背中合わせ B")
            .palm_on(LEFT, "Chest", [-0.090, 0.075, 0.0773], [0.49, 0.12, -0.87])
            .palm_on(RIGHT, "LeftUpperArm", [-0.140, 0.0367, 0.0367], [0.12, -0.78, -0.62])
            .look([0.5, 1.5, 2.0])
            .shapes("Flat", "Flat")
            .placed(180.0, [0.0, 0.0, -0.240]),
    ]
}

fn other_heights(cast: &Cast) -> Vec<Sketch<'_>> {
    let new = |english, japanese| Sketch::new(cast, (english, japanese));
    let (yaw, by) = opposite(0.56);
    let (yaw_of_ask, by_of_ask) = opposite(1.00);
    vec![
        new("Pat the head A", "頭をなでる A")
            .standing()
            .palm(RIGHT, [0.060, 1.420, 0.530], [0.0, -1.0, 0.1])
            .look([0.0, 1.2, 0.6])
            .shapes("Relaxed", "Flat"),
        new("Pat the head B", "頭をなでる B")
            .hips([0.0, 0.650, -0.060])
            .chest([6.0, 0.0, 0.0])
            .foot(BOTH, [0.100, 0.0, 0.0], 4.0)
            .hand(BOTH, [0.100, 0.560, 0.200])
            .look([0.0, 1.5, 0.7])
            .placed(yaw, by),
        new("Propose A", "プロポーズ A")
            .on(&["RightLowerLeg"])
            .foot(LEFT, [0.100, 0.0, 0.200], 3.0)
            .tiptoe(RIGHT, [0.100, 0.0, -0.560])
            .knee(RIGHT, [0.100, 0.060, -0.130])
            .hips([0.0, 0.520, -0.080])
            .chest([6.0, 0.0, 0.0])
            .hand(RIGHT, [0.120, 1.000, 0.420])
            .fingers_to(RIGHT, [-0.2, 0.2, 1.0], [-0.3, 1.0, 0.0])
            .hand(LEFT, [0.040, 0.940, 0.350])
            .fingers_to(LEFT, [-0.5, 0.2, 0.9], [-0.3, 1.0, 0.0])
            .look([0.0, 1.5, 1.0])
            .shapes("Scoop", "Scoop"),
        new("Propose B", "プロポーズ B")
            .standing()
            .hand(BOTH, [0.060, 1.430, 0.170])
            .fingers_to(BOTH, [-0.3, 0.9, -0.1], [-0.4, 0.0, -0.9])
            .head([20.0, 0.0, 6.0])
            .shapes("Flat", "Flat")
            .placed(yaw_of_ask, by_of_ask),
    ]
}

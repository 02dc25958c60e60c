//! What people do while they wait.

use super::{
    body_pose::{BodyPose, PoseGroup},
    sketch::{BOTH, LEFT, RIGHT, Sketch},
};
use crate::scenes::everyday::cast::Cast;

pub(super) fn poses(cast: &Cast) -> Vec<BodyPose> {
    let mut poses = at_the_head(cast);
    poses.extend(moods(cast));
    poses.extend(at_rest(cast));
    poses.into_iter().map(|sketch| sketch.done(PoseGroup::Idle)).collect()
}

fn at_the_head(cast: &Cast) -> Vec<Sketch<'_>> {
    let new = |english, japanese| Sketch::new(cast, (english, japanese)).standing();
    vec![
        new("Hands behind the head", "頭の後ろで手を組む")
            .elbow(BOTH, [0.360, 1.560, -0.020])
            .hand(BOTH, [0.115, 1.590, -0.110])
            .palm_to(BOTH, [0.0, 0.2, 1.0])
            .look([0.0, 1.8, 3.0]),
        new("Think", "考える")
            .palm_on(RIGHT, "Head", [-0.010, -0.045, 0.110], [0.0, 0.5, -0.9])
            .hand(LEFT, [-0.060, 1.120, 0.190])
            .palm_to(LEFT, [0.0, 1.0, 0.0])
            .look([-0.6, 1.9, 2.0])
            .shapes("Flat", "Hold"),
        new("Scratch the head", "頭をかく")
            .hand(RIGHT, [0.140, 1.680, -0.010])
            .fingers_to(RIGHT, [-0.9, 0.4, -0.1], [-0.4, -0.9, 0.0])
            .head([8.0, 0.0, 6.0])
            .shapes("Relaxed", "Hold"),
        new("Touch the hair", "髪をかき上げる")
            .hand(RIGHT, [0.150, 1.540, 0.020])
            .hips([0.040, 0.940, 0.0])
            .pelvis([0.0, 0.0, 5.0])
            .head([4.0, -8.0, 9.0]),
        new("Yawn", "あくび")
            .hand(LEFT, [0.360, 1.800, -0.040])
            .palm_to(LEFT, [-0.4, 0.0, 0.8])
            .hand(RIGHT, [0.100, 1.490, 0.160])
            .fingers_to(RIGHT, [-0.9, 0.4, 0.1], [-0.2, 0.0, -1.0])
            .chest([-8.0, 0.0, 4.0])
            .head([-14.0, 0.0, 4.0])
            .shapes("Fist", "Flat"),
        new("Face in hand", "頭を抱える")
            .hips([0.0, 0.935, -0.020])
            .chest([14.0, 0.0, 0.0])
            .hand(RIGHT, [0.080, 1.470, 0.260])
            .fingers_to(RIGHT, [-0.4, 0.9, -0.1], [-0.1, 0.0, -1.0])
            .head([30.0, 0.0, 0.0])
            .shapes("Relaxed", "Flat"),
    ]
}

fn moods(cast: &Cast) -> Vec<Sketch<'_>> {
    let new = |english, japanese| Sketch::new(cast, (english, japanese));
    vec![
        new("Stretch", "伸び")
            .tiptoe(BOTH, [0.092, 0.0, 0.135])
            .hips([0.0, 0.985, 0.080])
            .chest([-10.0, 0.0, 0.0])
            .hand(BOTH, [0.060, 1.900, 0.020])
            .palm_to(BOTH, [-0.3, 0.3, 0.9])
            .look([0.0, 2.5, 1.5])
            .shapes("Flat", "Flat"),
        new("Look at the watch", "腕時計を見る")
            .standing()
            .hand(LEFT, [0.010, 1.220, 0.300])
            .fingers_to(LEFT, [-1.0, 0.1, 0.2], [0.0, -0.9, 0.4])
            .look([0.03, 1.22, 0.32]),
        new("Shrug", "肩をすくめる")
            .standing()
            .hand(BOTH, [0.430, 1.150, 0.170])
            .fingers_to(BOTH, [0.8, 0.1, 0.5], [0.0, 1.0, 0.1])
            .head([0.0, 0.0, 10.0])
            .shapes("Spread", "Spread"),
        new("Hands in pockets", "ポケットに手")
            .foot(BOTH, [0.130, 0.0, 0.0], 14.0)
            .hips([0.0, 0.935, 0.0])
            .chest([2.0, 0.0, 0.0])
            .elbow(BOTH, [0.330, 1.120, -0.100])
            .hand(BOTH, [0.215, 0.900, 0.030])
            .palm_to(BOTH, [-1.0, 0.0, 0.0]),
        new("Look up", "見上げる").standing().chest([-8.0, 0.0, 0.0]).look([0.0, 4.0, 2.0]),
        new("Sad", "うなだれる")
            .standing()
            .hips([0.0, 0.935, 0.0])
            .chest([18.0, 0.0, 0.0])
            .hand(BOTH, [0.190, 0.830, 0.160])
            .head([48.0, 0.0, 0.0]),
        new("Cheer", "万歳")
            .foot(BOTH, [0.140, 0.0, 0.0], 12.0)
            .hips([0.0, 0.935, 0.0])
            .chest([-6.0, 0.0, 0.0])
            .hand(BOTH, [0.310, 1.860, 0.020])
            .palm_to(BOTH, [-0.3, 0.0, 1.0])
            .look([0.0, 2.0, 3.0])
            .shapes("Spread", "Spread"),
    ]
}

fn at_rest(cast: &Cast) -> Vec<Sketch<'_>> {
    let new = |english, japanese| Sketch::new(cast, (english, japanese));
    vec![
        new("Lean on a wall", "壁にもたれる")
            .in_air()
            .hips([0.0, 0.920, 0.0])
            .chest([-8.0, 0.0, 0.0])
            .foot(LEFT, [0.090, 0.0, 0.160], 6.0)
            .knee(RIGHT, [0.110, 0.630, 0.290])
            .ankle(RIGHT, [0.100, 0.380, -0.050])
            .hand(BOTH, [0.200, 0.900, -0.110])
            .palm_to(BOTH, [0.0, 0.0, -1.0])
            .look([0.8, 1.3, 1.5]),
        new("Hug oneself", "自分を抱きしめる")
            .standing()
            .chest([8.0, 0.0, 0.0])
            .hand(LEFT, [-0.090, 1.220, 0.190])
            .hand(RIGHT, [-0.090, 1.270, 0.160])
            .palm_to(BOTH, [-0.3, 0.0, -1.0])
            .head([16.0, 0.0, 4.0]),
    ]
}

//! With things of daily life.

use super::{
    body_pose::{BodyPose, PoseGroup},
    sketch::{BOTH, LEFT, RIGHT, Sketch},
};
use crate::scenes::everyday::cast::Cast;

pub(super) fn poses(cast: &Cast) -> Vec<BodyPose> {
    let mut poses = standing(cast);
    poses.extend(with_force(cast));
    poses.extend(seated(cast));
    poses.into_iter().map(|sketch| sketch.done(PoseGroup::Everyday)).collect()
}

fn standing(cast: &Cast) -> Vec<Sketch<'_>> {
    let new = |english, japanese| Sketch::new(cast, (english, japanese)).standing();
    vec![
        new("Read a book", "本を読む")
            .hand(BOTH, [0.130, 1.150, 0.280])
            .fingers_to(BOTH, [-0.3, 0.5, 0.8], [-0.6, 0.7, -0.2])
            .look([0.0, 1.20, 0.42])
            .shapes("Hold", "Hold"),
        new("Umbrella", "傘をさす")
            .hand(RIGHT, [0.130, 1.220, 0.230])
            .fingers_to(RIGHT, [-0.4, 0.1, 0.9], [-0.9, 0.0, -0.4])
            .look([0.4, 1.5, 3.0])
            .shapes("Relaxed", "Grip"),
        new("Pray", "手を合わせる")
            .hand(BOTH, [0.018, 1.180, 0.240])
            .fingers_to(BOTH, [0.0, 0.95, 0.3], [-1.0, 0.0, 0.0])
            .head([18.0, 0.0, 0.0])
            .shapes("Flat", "Flat"),
        new("Take a photo", "写真を撮る")
            .hand(BOTH, [0.110, 1.440, 0.330])
            .fingers_to(BOTH, [-0.3, 0.8, 0.5], [-0.9, -0.3, 0.3])
            .look([0.0, 1.5, 4.0])
            .shapes("Hold", "Hold"),
        new("Guitar", "ギターを弾く")
            .chest([4.0, 0.0, 0.0])
            .hand(LEFT, [0.500, 1.200, 0.250])
            .hand(RIGHT, [0.080, 1.010, 0.250])
            .fingers_to(RIGHT, [-0.8, -0.5, 0.2], [0.2, 0.0, -1.0])
            .look([0.6, 1.1, 0.7])
            .shapes("Hold", "Pinch"),
        new("Sweep", "ほうきで掃く")
            .chest([14.0, 10.0, 0.0])
            .hand(RIGHT, [0.080, 1.250, 0.300])
            .palm_to(RIGHT, [-0.6, -0.3, -0.6])
            .hand(LEFT, [0.100, 0.970, 0.390])
            .palm_to(LEFT, [-0.6, 0.3, -0.6])
            .look([0.3, 0.0, 0.9])
            .shapes("Grip", "Grip"),
        new("Offer", "差し出す")
            .chest([8.0, 0.0, 0.0])
            .hand(BOTH, [0.100, 1.130, 0.430])
            .fingers_to(BOTH, [-0.1, 0.1, 1.0], [-0.2, 1.0, 0.0])
            .look([0.0, 1.4, 3.0])
            .shapes("Scoop", "Scoop"),
    ]
}

fn with_force(cast: &Cast) -> Vec<Sketch<'_>> {
    let new = |english, japanese| Sketch::new(cast, (english, japanese)).in_air();
    vec![
        new("Push", "押す")
            .foot(LEFT, [0.110, 0.0, 0.180], 3.0)
            .tiptoe(RIGHT, [0.110, 0.0, -0.420])
            .hips([0.0, 0.830, -0.020])
            .pelvis([20.0, 0.0, 0.0])
            .chest([34.0, 0.0, 0.0])
            .hand(BOTH, [0.190, 1.190, 0.660])
            .fingers_to(BOTH, [0.0, 1.0, 0.2], [0.0, -0.2, 1.0])
            .look([0.0, 1.2, 2.0])
            .shapes("Flat", "Flat"),
        new("Pull a rope", "綱を引く")
            .foot(LEFT, [0.110, 0.0, 0.380], 6.0)
            .foot(RIGHT, [0.130, 0.0, 0.060], 20.0)
            .hips([0.0, 0.720, -0.160])
            .chest([-14.0, -10.0, 0.0])
            .hand(LEFT, [0.020, 1.000, 0.310])
            .hand(RIGHT, [0.060, 0.980, 0.110])
            .palm_to(BOTH, [-0.8, 0.2, -0.5])
            .look([0.0, 1.2, 3.0])
            .shapes("Grip", "Grip"),
    ]
}

fn seated(cast: &Cast) -> Vec<Sketch<'_>> {
    let new = |english, japanese| {
        Sketch::new(cast, (english, japanese)).on(&["Hips"]).hips([0.0, 0.550, -0.400]).foot(
            BOTH,
            [0.090, 0.0, 0.0],
            3.0,
        )
    };
    vec![
        new("Type", "キーボードを打つ")
            .chest([6.0, 0.0, 0.0])
            .hand(BOTH, [0.110, 0.770, 0.0])
            .fingers_to(BOTH, [-0.2, -0.1, 1.0], [0.0, -1.0, -0.1])
            .look([0.0, 1.0, 0.5]),
        new("Write", "書く")
            .chest([24.0, 0.0, 0.0])
            .hand(RIGHT, [0.120, 0.760, -0.010])
            .fingers_to(RIGHT, [-0.5, -0.2, 0.8], [-0.6, -0.7, -0.3])
            .hand(LEFT, [0.140, 0.770, 0.020])
            .fingers_to(LEFT, [-0.8, 0.0, 0.5], [0.0, -1.0, 0.0])
            .look([-0.04, 0.74, 0.14])
            .shapes("Flat", "Pen"),
        new("Eat", "食べる")
            .chest([10.0, 0.0, 0.0])
            .hand(RIGHT, [0.080, 1.010, -0.050])
            .fingers_to(RIGHT, [-0.7, 0.4, 0.3], [-0.3, 0.0, -0.9])
            .hand(LEFT, [0.120, 0.860, -0.030])
            .fingers_to(LEFT, [-0.6, 0.1, 0.8], [-0.2, 1.0, 0.0])
            .look([0.0, 0.9, 0.5])
            .shapes("Scoop", "Pen"),
        new("Drive", "運転する")
            .pelvis([-14.0, 0.0, 0.0])
            .chest([-8.0, 0.0, 0.0])
            .hand(BOTH, [0.180, 0.930, 0.020])
            .fingers_to(BOTH, [-0.3, 0.5, 0.8], [-0.7, -0.5, 0.1])
            .look([0.0, 1.2, 5.0])
            .shapes("Grip", "Grip"),
    ]
}

//! Poses of arms and head without contact.

use glam::Vec3;
use kansetsu::d3::Goal;

use super::{
    Everyday,
    cast::{Cast, Side},
};

/// Wrists beside the thighs, palms to the body.
pub(super) fn arms_hanging(cast: &Cast) -> Everyday {
    let hand = |side: Side| {
        let wrist = side.point(Vec3::new(0.235, 0.870, 0.030));
        Goal::position(cast.of(side, "Hand"), wrist).with_axis(Vec3::NEG_Y, side.point(Vec3::NEG_X))
    };
    cast.standing("arms hanging", vec![hand(Side::Left), hand(Side::Right)])
}

/// The right hand lies on a board above the head.
pub(super) fn high_shelf(cast: &Cast) -> Everyday {
    let hand = cast.palm_to(Side::Right, Vec3::new(-0.20, 1.860, 0.330), Vec3::NEG_Y);
    cast.standing("high shelf", vec![hand]).beside(
        "shelf",
        [-0.20, 1.845, 0.46],
        [0.60, 0.03, 0.30],
    )
}

/// The right index finger points at something behind.
pub(super) fn point_behind(cast: &Cast) -> Everyday {
    let finger = cast.index_tip(Side::Right, Vec3::new(-0.54, 1.30, -0.54));
    cast.standing("point behind", vec![finger])
}

/// The face looks at somebody on the left, slightly behind.
pub(super) fn look_over_the_shoulder(cast: &Cast) -> Everyday {
    let look = Goal::look_at(cast.joint("Head"), Vec3::Z, Vec3::new(1.90, 1.50, -0.70));
    cast.standing("look over the shoulder", vec![look])
}

/// The right hand is pulled back beside the head, the left one is in front; the left foot is ahead.
pub(super) fn throw(cast: &Cast) -> Everyday {
    let hand =
        |side: Side, at: [f32; 3]| Goal::position(cast.of(side, "Hand"), Vec3::from_array(at));
    let asked =
        vec![hand(Side::Right, [-0.42, 1.620, -0.220]), hand(Side::Left, [0.26, 1.400, 0.440])];
    let pins = [
        (cast.planted(Side::Left, Vec3::new(0.100, 0.067, 0.240), 0.0), cast.sole(Side::Left)),
        (cast.planted(Side::Right, Vec3::new(-0.120, 0.067, -0.180), 40.0), cast.sole(Side::Right)),
    ];
    let ball = Vec3::new(-0.085, -0.055, 0.0);
    Cast::pose("throw", asked, pins).holding(
        cast.of(Side::Right, "Hand"),
        "ball",
        ball,
        Vec3::splat(0.07),
    )
}

/// The right hand is up beside the head, its palm to the front.
pub(super) fn wave(cast: &Cast) -> Everyday {
    let hand = Goal::position(cast.of(Side::Right, "Hand"), Vec3::new(-0.40, 1.600, 0.160))
        .with_axis(Vec3::NEG_Y, Vec3::Z);
    cast.standing("wave", vec![hand])
}

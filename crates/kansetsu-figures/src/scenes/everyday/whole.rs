//! Poses of the whole body: down to the ground, up a ladder, on one leg.

use glam::Vec3;
use kansetsu::d3::Goal;

use super::{
    Everyday,
    cast::{Cast, Side},
};

/// Both index fingers are at the lace of the left shoe.
pub(super) fn tie_shoe(cast: &Cast) -> Everyday {
    let foot = cast.of(Side::Left, "Foot");
    let finger = |side: Side, x: f32| {
        cast.index_tip(side, Vec3::new(x, -0.0070, 0.060)).with_relative_to(foot)
    };
    cast.standing("tie a shoe", vec![finger(Side::Left, 0.010), finger(Side::Right, -0.010)])
}

/// The pelvis is on a chair of 45 cm, behind the feet.
pub(super) fn sit(cast: &Cast) -> Everyday {
    let hips = cast.joint("Hips");
    let goal = Goal::position(hips, Vec3::new(0.0, 0.550, -0.400));
    cast.standing("sit", vec![goal])
        .on(vec![hips])
        .beside("seat", [0.0, 0.435, -0.43], [0.44, 0.03, 0.42])
        .beside("leg", [0.0, 0.21, -0.43], [0.06, 0.42, 0.06])
}

/// The right knee is on the ground, the toes behind it tucked under; the left foot is in front.
pub(super) fn kneel(cast: &Cast) -> Everyday {
    let knee = cast.of(Side::Right, "LowerLeg");
    let asked = vec![Goal::position(knee, Vec3::new(-0.088, 0.055, -0.380))];
    let toes =
        Goal::position(cast.of(Side::Right, "Toes"), Vec3::new(-0.092, 0.028, -0.830)).pinned();
    let pins =
        [(cast.standing_foot(Side::Left), cast.sole(Side::Left)), (toes, cast.ball(Side::Right))];
    Cast::pose("kneel", asked, pins).on(vec![knee])
}

/// The palms are flat on the ground far in front of the toes, which stay.
pub(super) fn push_up(cast: &Cast) -> Everyday {
    let hand =
        |side: Side| cast.palm_to(side, side.point(Vec3::new(0.250, 0.0, 1.600)), Vec3::NEG_Y);
    let pins = [Side::Left, Side::Right].map(|side| {
        (cast.on_toes(side, side.point(Vec3::new(0.092, 0.020, 0.135))), cast.ball(side))
    });
    let asked = vec![hand(Side::Left), hand(Side::Right)];
    Cast::pose("push-up", asked, pins)
        .on(cast.whole_hand(Side::Left))
        .on(cast.whole_hand(Side::Right))
}

/// The right fingers are at something small on the ground.
pub(super) fn pick_up(cast: &Cast) -> Everyday {
    let tip = cast.middle_tip(Side::Right, Vec3::new(-0.160, 0.070, 0.350));
    cast.standing("pick up", vec![tip]).beside("cube", [-0.16, 0.035, 0.35], [0.07, 0.07, 0.07])
}

/// The left foot is set down 80 cm ahead of the right one, whose heel may rise.
pub(super) fn long_step(cast: &Cast) -> Everyday {
    let foot = cast.planted(Side::Left, Vec3::new(0.088, 0.067, 0.450), 0.0);
    let asked = vec![Goal { priority: kansetsu::d3::Priority::Normal, ..foot }];
    let pins =
        [(cast.on_toes(Side::Right, Vec3::new(-0.092, 0.020, -0.215)), cast.ball(Side::Right))];
    Cast::pose("long step", asked, pins).on(cast.sole(Side::Left))
}

/// The hips are half a metre lower, and back as far as heels stay on the ground.
pub(super) fn deep_squat(cast: &Cast) -> Everyday {
    cast.standing(
        "deep squat",
        vec![Goal::position(cast.joint("Hips"), Vec3::new(0.0, 0.400, -0.210))],
    )
}

/// The right foot is at the height of the hips, in front; the left one carries the body.
pub(super) fn kick(cast: &Cast) -> Everyday {
    let asked = vec![Goal::position(cast.of(Side::Right, "Foot"), Vec3::new(-0.100, 0.750, 0.640))];
    Cast::pose("kick", asked, [(cast.standing_foot(Side::Left), cast.sole(Side::Left))])
}

/// Hands and feet are on the rungs of a ladder, 30 cm apart.
pub(super) fn ladder(cast: &Cast) -> Everyday {
    const AWAY: f32 = 0.40;
    let rung = |number: f32, x: f32| Vec3::new(x, 0.30 * number, AWAY);
    let hand = |side: Side, number: f32| {
        cast.palm_to(
            side,
            rung(number, side.point(Vec3::X * 0.17).x) + Vec3::NEG_Z * 0.015,
            Vec3::Z,
        )
    };
    // The ball of the foot is on the rung: the ankle is behind it.
    let foot = |side: Side, number: f32| {
        let ankle =
            rung(number, side.point(Vec3::X * 0.088).x) + Vec3::new(0.0, 0.067 + 0.012, -0.110);
        (cast.planted(side, ankle, 0.0), cast.sole(side))
    };
    let asked = vec![hand(Side::Left, 6.0), hand(Side::Right, 5.0)];
    let mut pose = Cast::pose("ladder", asked, [foot(Side::Left, 1.0), foot(Side::Right, 2.0)])
        .on(cast.whole_hand(Side::Left))
        .on(cast.whole_hand(Side::Right));
    for number in 1..=6 {
        pose = pose.beside("rung", rung(number as f32, 0.0).to_array(), [0.50, 0.024, 0.024]);
    }
    for x in [-0.25, 0.25] {
        pose = pose.beside("rail", [x, 0.95, AWAY], [0.03, 1.9, 0.05]);
    }
    pose
}

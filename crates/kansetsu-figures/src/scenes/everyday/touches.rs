//! Poses in which a hand touches the body, the other hand, or an object at the body.

use glam::{Quat, Vec3};
use kansetsu::d3::Goal;

use super::{
    Everyday,
    cast::{Cast, Side},
};
use kansetsu_humanoid::anatomy::frame;

/// The rim of a cup in the right hand is at the lips, the cup tilted a little towards them.
pub(super) fn drink(cast: &Cast) -> Everyday {
    let (hand, head) = (cast.of(Side::Right, "Hand"), cast.joint("Head"));
    // The cup is along the thumb. The palm is at its right and faces slightly back: the rim at the
    // lips is towards the heel of the hand.
    let (middle, size) = (Vec3::new(-0.075, -0.0526, 0.005), Vec3::new(0.070, 0.070, 0.095));
    let rim = middle + Vec3::new(0.030, -0.0175, 0.0475);
    let lips = Vec3::new(0.0, 0.0045, 0.0990);
    let tilt = frame::turn(Vec3::X, -20f32.to_radians());
    let turn = frame::product(
        tilt,
        Cast::hand_turn(Side::Right, Vec3::new(0.5, 0.0, 0.87), Vec3::new(0.87, 0.0, -0.5)),
    );
    let goal =
        Goal::position(hand, lips).with_offset(rim).with_orientation(turn).with_relative_to(head);
    cast.standing("drink", vec![goal]).holding(hand, "cup", middle, size)
}

/// A box of 36 cm between the palms, in front of the belly; the right hand follows the left one.
pub(super) fn carry_a_box(cast: &Cast) -> Everyday {
    const WIDTH: f32 = 0.36;
    // Fingers forward, thumb up: the hand's X, Y, Z are the model's Z, X, Y.
    let forward = Quat::from_xyzw(-0.5, -0.5, -0.5, 0.5);
    let left =
        cast.palm(Side::Left, Vec3::new(0.5 * WIDTH, 1.050, 0.340)).with_orientation(forward);
    let box_at = Cast::before_palm(0.5 * WIDTH) + Vec3::new(0.02, 0.0, 0.02);
    cast.standing("carry a box", vec![left, cast.facing_palm(WIDTH)]).holding(
        cast.of(Side::Left, "Hand"),
        "box",
        box_at,
        Vec3::new(0.26, WIDTH, 0.24),
    )
}

/// The right palm lies on the left knee.
pub(super) fn hand_on_the_opposite_knee(cast: &Cast) -> Everyday {
    let knee = Vec3::new(0.0, -0.020, 0.0573);
    let goal = cast
        .palm_to(Side::Right, knee, Vec3::NEG_Z)
        .with_relative_to(cast.of(Side::Left, "LowerLeg"));
    cast.standing("hand on the opposite knee", vec![goal])
}

/// The tip of the right index finger is at the brow; the fingers continue the direction of the
/// forearm, low at the side, and the palm faces down.
pub(super) fn salute(cast: &Cast) -> Everyday {
    let turn =
        Cast::hand_turn(Side::Right, Vec3::new(0.84, 0.53, -0.12), Vec3::new(0.54, -0.82, 0.18));
    let brow = Vec3::new(-0.0553, 0.1050, 0.0605);
    let goal = cast
        .index_tip(Side::Right, brow)
        .with_orientation(turn)
        .with_relative_to(cast.joint("Head"));
    cast.standing("salute", vec![goal])
}

/// Both palms lie on the sides of the pelvis, fingers forward and down.
pub(super) fn hands_on_hips(cast: &Cast) -> Everyday {
    let hips = cast.joint("Hips");
    let hand = |side: Side| {
        let skin = side.point(Vec3::new(0.1555, 0.020, 0.0));
        let turn = Cast::hand_turn(
            side,
            Vec3::new(0.0, -0.6, 0.8),
            side.point(Vec3::new(-0.99, -0.10, -0.07)),
        );
        cast.palm(side, skin).with_orientation(turn).with_relative_to(hips)
    };
    cast.standing("hands on hips", vec![hand(Side::Left), hand(Side::Right)])
}

/// The left palm lies on the right ribs, the right one on the outside of the left upper arm.
pub(super) fn arms_crossed(cast: &Cast) -> Everyday {
    // One hand is defined on the trunk: otherwise arms crossed behind the back would be equally
    // good.
    let ribs = cast
        .palm_to(Side::Left, Vec3::new(-0.0900, 0.0750, 0.0773), Vec3::new(0.49, 0.12, -0.87))
        .with_relative_to(cast.joint("Chest"));
    let upper_arm = Vec3::new(0.1400, 0.0367, 0.0367);
    let right = cast
        .palm_to(Side::Right, upper_arm, Vec3::new(-0.12, -0.78, -0.62))
        .with_relative_to(cast.of(Side::Left, "UpperArm"));
    cast.standing("arms crossed", vec![ribs, right])
}

/// The tip of the right middle finger is between the shoulder blades, from above; the palm faces
/// the back.
pub(super) fn scratch_the_back(cast: &Cast) -> Everyday {
    let skin = Vec3::new(0.0, 0.080, -0.0753);
    let goal = cast
        .middle_tip(Side::Right, skin)
        .with_axis(Vec3::NEG_Y, Vec3::new(0.0, -0.2, 1.0))
        .with_relative_to(cast.joint("UpperChest"));
    cast.standing("scratch the back", vec![goal])
}

/// A telephone in the right hand is at the ear.
pub(super) fn phone(cast: &Cast) -> Everyday {
    const THICK: f32 = 0.010;
    let hand = cast.of(Side::Right, "Hand");
    let at_palm = Side::Right.point(Cast::before_palm(THICK));
    let ear = Vec3::new(-0.0806, 0.060, -0.012);
    let goal = Goal::position(hand, ear)
        .with_offset(at_palm)
        .with_axis(Vec3::NEG_Y, Vec3::X)
        .with_relative_to(cast.joint("Head"));
    let middle = Side::Right.point(Cast::before_palm(0.5 * THICK));
    cast.standing("phone", vec![goal]).holding(
        hand,
        "telephone",
        middle,
        Vec3::new(0.15, THICK, 0.07),
    )
}

/// The palms meet in front of the chest.
pub(super) fn clap(cast: &Cast) -> Everyday {
    let left = cast.palm_to(Side::Left, Vec3::new(0.0, 1.200, 0.330), Vec3::NEG_X);
    cast.standing("clap", vec![left, cast.facing_palm(0.0)])
}

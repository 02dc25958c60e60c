//! Ranges of motion of healthy adults.
//!
//! Degrees from the anatomical neutral position:
//!
//! * AAOS: American Academy of Orthopaedic Surgeons, "Joint Motion: Method of Measuring and
//!   Recording", 1965; the tables are reprinted in C. Norkin and D. White, "Measurement of Joint
//!   Motion", 5th ed. 2016, appendix A.
//! * AMA: American Medical Association, "Guides to the Evaluation of Permanent Impairment", for the
//!   neck.
//! * Kapandji: I. A. Kapandji, "The Physiology of the Joints", vol. 1-3, for the shoulder girdle
//!   and the shares of the levels of the spine.
//! * Bennell: K. Bennell et al., "Intra-rater and inter-rater reliability of a weight-bearing lunge
//!   measure of ankle dorsiflexion", Australian J. Physiotherapy 44(3), 1998: an ankle under the
//!   body's weight bends about twice as far as one without load (20).
//!
//! | joint | range | source |
//! |---|---|---|
//! | spine, three joints together | flexion 80, extension 30, side 35, rotation 45 | AAOS, shares by Kapandji |
//! | neck and head together | flexion 50, extension 60, side 45, rotation 80 | AMA |
//! | shoulder girdle | up 35, down 10, forward 30, back 25 | Kapandji |
//! | shoulder | flexion 180, extension 50, across 45 (with the girdle), rotation in and out 90 | AAOS |
//! | elbow | flexion 145 (150 minus the bulk of the upper arm) | AAOS |
//! | wrist | flexion 80, extension 70, thumb side 20, little finger side 30; forearm in 80, out 80 | AAOS |
//! | knuckles | flexion 90, extension 30 (of 45), spread 20 | AAOS |
//! | middle and end joints of fingers | flexion 100 and 80, extension 0 and 10 | AAOS |
//! | thumb | saddle joint cone 35 × 25, then flexion 50 and 80 | AAOS |
//! | hip | flexion 120, extension 20, out 45, in 30, rotation 45 both ways | AAOS |
//! | knee | flexion 140 | AAOS 135, Kapandji 140 |
//! | ankle | up 38 (under the body's weight), down 50, sole in 35, sole out 15; shin and foot rotate 15 both ways | Bennell, AAOS, Kapandji |
//! | toes | up 70, down 1 (40 in the air, nothing on the ground) | AAOS |
//! | eyes | sideways 35, up 25, down 35 | W. Lee et al., "Eye movement range", Ophthalmic Res. 2019 |
//!
//! An elbow is a hinge and cannot twist, so the wrist carries the twist of the forearm. An arm in a
//! T-pose with the palm down is neutral in it. Positive angles of the hinges are flexion, on both
//! sides.
//!
//! Every limit here is that of a person in a T-pose who faces +Z, the palms down, whose joints'
//! frames are the model's; those of limbs are of the left side, and [`mirrored`] makes those of the
//! right.

use kansetsu::d3::{
    Limit,
    limit::{EulerBox, EulerOrder, Hinge},
};
use kansetsu::glam::{Quat, Vec3};
use kansetsu::ops;

use super::frame;
use super::socket::{Socket, hinge};

/// The direction of the left elbow: back, and slightly down.
pub const ELBOW_POLE: Vec3 = Vec3::new(0.0, -0.174, -0.985);
/// The direction in which a bending thumb of the left hand moves: across the palm.
pub const THUMB_BENDS_TO: Vec3 = Vec3::new(0.40, -0.55, -0.73);

/// The limit of the joint on the other side. Flexion stays positive: a hinge keeps its angles and
/// reverses its axis, where [`Limit::mirrored`] keeps the axis and negates the angles.
#[must_use]
pub fn mirrored(limit: &Limit) -> Limit {
    match limit.mirrored(Vec3::X) {
        Limit::Hinge(Hinge { axis, min, max }) => {
            Limit::Hinge(Hinge { axis: -axis, min: -max, max: -min })
        }
        other => other,
    }
}

/// A direction `turn` degrees from +Y towards +Z: the axis of a vertebra when the body bends
/// forward.
fn forward_of_up(turn: f32) -> Vec3 {
    let (sin, cos) = ops::sin_cos(turn.to_radians());
    Vec3::new(0.0, cos, sin)
}

/// The limit of a vertebra, or a group of them: forward, back, to each side, axial rotation to each
/// side.
#[must_use]
pub fn vertebra(forward: f32, back: f32, side: f32, turn: f32) -> Limit {
    Socket {
        bone: Vec3::Y,
        center: forward_of_up(0.5 * (forward - back)),
        axis: Vec3::X,
        about: 0.5 * (forward + back),
        across: side,
        twist: [-turn, turn],
    }
    .limit()
}

/// The lower, middle and upper thirds of the trunk: forward, back, to each side, axial rotation to
/// each side.
const TRUNK: [[f32; 4]; 3] =
    [[35.0, 12.0, 15.0, 8.0], [28.0, 10.0, 13.0, 17.0], [17.0, 8.0, 10.0, 20.0]];
/// The lower and the upper half of the neck.
const NECK: [[f32; 4]; 2] = [[25.0, 30.0, 24.0, 35.0], [25.0, 30.0, 24.0, 45.0]];

/// The limit of the joint with this index, from the lowest, of `count` joints of the trunk.
#[must_use]
pub fn trunk(index: usize, count: usize) -> Limit {
    let [forward, back, side, turn] = share(&TRUNK, index, count);
    vertebra(forward, back, side, turn)
}

/// The limit of the joint with this index, from the lowest, of `count` joints of the neck,
/// including the one that carries the head.
#[must_use]
pub fn neck(index: usize, count: usize) -> Limit {
    let [forward, back, side, turn] = share(&NECK, index, count);
    vertebra(forward, back, side, turn)
}

/// The share of one of `count` joints if a row of equally long parts has these ranges.
fn share<const PARTS: usize>(parts: &[[f32; 4]; PARTS], index: usize, count: usize) -> [f32; 4] {
    if count == PARTS && index < PARTS {
        return parts[index];
    }
    let (count, all) = (count.max(1) as f32, PARTS as f32);
    let (start, end) = (index as f32 / count * all, (index + 1) as f32 / count * all);
    let mut sum = [0.0; 4];
    for (part, ranges) in parts.iter().enumerate() {
        let overlap = (end.min(part as f32 + 1.0) - start.max(part as f32)).max(0.0);
        for (sum, range) in sum.iter_mut().zip(ranges) {
            *sum += overlap * range;
        }
    }
    sum
}

/// Up is a negative rotation about X, sideways about Y; eyes hardly roll.
#[must_use]
pub fn eye() -> Limit {
    euler_box(
        EulerOrder::Yxz,
        Quat::IDENTITY,
        [Vec3::new(-25.0, -35.0, 0.0), Vec3::new(35.0, 35.0, 0.0)],
    )
}

/// The jaw only opens.
#[must_use]
pub fn jaw() -> Limit {
    hinge(Vec3::X, 0.0, 25.0)
}

/// Backward roll of the clavicle accompanies raising it; back is +y, up is +z on the left.
#[must_use]
pub fn clavicle() -> Limit {
    euler_box(
        EulerOrder::Yzx,
        Quat::IDENTITY,
        [Vec3::new(-30.0, -30.0, -10.0), Vec3::new(10.0, 25.0, 35.0)],
    )
}

/// The middle of the shoulder's range is forward, outward and down: 25° below the horizontal, 40°
/// out of straight ahead. From there 115° in the vertical plane reach overhead and 50° behind the
/// back, and 90° sideways reach across the chest and 40° behind the line of the shoulders. The
/// singularity, opposite the middle, is inside the shoulder blade. The twist is centered on the
/// hanging arm, which parallel transport through the middle rotates inward relative to the T-pose.
#[must_use]
pub fn shoulder() -> Limit {
    Socket {
        bone: Vec3::X,
        center: Vec3::new(0.583, -0.423, 0.694),
        axis: Vec3::new(0.766, 0.0, -0.643),
        about: 115.0,
        across: 90.0,
        twist: [-90.0, 90.0],
    }
    .limit()
}

/// The axis of the elbow: the forearm moves forward and slightly up, opposite to the direction of
/// the elbow.
#[must_use]
pub fn elbow_axis() -> Vec3 {
    Vec3::X.cross(-ELBOW_POLE)
}

/// Straight is 0.
#[must_use]
pub fn elbow() -> Limit {
    hinge(elbow_axis(), 0.0, 145.0)
}

/// The middle is 5° towards the palm and 5° towards the little finger.
#[must_use]
pub fn wrist() -> Limit {
    let (sin, cos) = ops::sin_cos(5f32.to_radians());
    Socket {
        bone: Vec3::X,
        center: Vec3::new(cos, -sin, -sin),
        axis: Vec3::Z,
        about: 75.0,
        across: 25.0,
        twist: [-80.0, 80.0],
    }
    .limit()
}

/// The knuckle of a finger whose own frame, in its neutral position, is `frame`: X along it, Z to
/// the thumb's side.
#[must_use]
pub fn knuckle(frame: Quat) -> Limit {
    // Flexion of the left hand rotates +X towards -Y: a negative rotation about Z.
    euler_box(EulerOrder::Zyx, frame, [Vec3::new(-5.0, -20.0, -90.0), Vec3::new(5.0, 20.0, 30.0)])
}

/// The middle joint of a finger; the axis of [`finger_axis`].
#[must_use]
pub fn finger_middle(axis: Vec3) -> Limit {
    hinge(axis, 0.0, 100.0)
}

/// The last joint of a finger; the axis of [`finger_axis`].
#[must_use]
pub fn finger_end(axis: Vec3) -> Limit {
    hinge(axis, -10.0, 80.0)
}

/// The bend axis of a finger with this frame.
#[must_use]
pub fn finger_axis(frame: Quat) -> Vec3 {
    frame::rotate(frame, Vec3::NEG_Z)
}

/// The bend axis of the joints of a thumb along this direction: across the palm, towards the base
/// of the little finger.
#[must_use]
pub fn thumb_axis(along: Vec3) -> Vec3 {
    along.cross(THUMB_BENDS_TO).normalize()
}

/// The saddle joint of a thumb along this direction.
#[must_use]
pub fn thumb_root(along: Vec3) -> Limit {
    let middle = thumb_middle_of_root(along);
    Socket {
        bone: along,
        center: middle,
        axis: thumb_axis(along),
        about: 35.0,
        across: 25.0,
        twist: [-20.0, 20.0],
    }
    .limit()
}

/// The middle of the saddle joint's range.
fn thumb_middle_of_root(along: Vec3) -> Vec3 {
    (along + 0.26 * THUMB_BENDS_TO + Vec3::new(0.0, -0.10, 0.0)).normalize()
}

/// A thumb of one joint along this direction: its saddle joint and its knuckle (10 back, 50
/// forward) combined.
#[must_use]
pub fn thumb_alone(along: Vec3) -> Limit {
    let axis = thumb_axis(along);
    let middle = frame::rotate(frame::turn(axis, 20f32.to_radians()), thumb_middle_of_root(along));
    Socket { bone: along, center: middle, axis, about: 65.0, across: 25.0, twist: [-20.0, 20.0] }
        .limit()
}

/// The thumb's knuckle.
#[must_use]
pub fn thumb_middle(axis: Vec3) -> Limit {
    hinge(axis, -10.0, 50.0)
}

/// The last joint of the thumb.
#[must_use]
pub fn thumb_end(axis: Vec3) -> Limit {
    hinge(axis, -15.0, 80.0)
}

/// The middle is 50° forward of hanging, 7.5° out. The ellipse is slightly larger than the ranges,
/// so that they are included beside the middle too.
#[must_use]
pub fn hip() -> Limit {
    Socket {
        bone: Vec3::NEG_Y,
        center: Vec3::new(0.131, -0.637, 0.759),
        axis: Vec3::X,
        about: 72.0,
        across: 42.0,
        twist: [-45.0, 45.0],
    }
    .limit()
}

/// Straight is 0.
#[must_use]
pub fn knee() -> Limit {
    hinge(Vec3::X, 0.0, 140.0)
}

/// The shin's axis, relative to the foot: 6° towards the toes pointing down, 8° towards the sole
/// turning in. The malleoli are rotated out by 20° relative to the knee (tibial torsion; V. T.
/// Inman, "The Joints of the Ankle", 1976): a foot that points down rotates its sole in, and one
/// that is dorsiflexed furthest, by 38°, has the knee over its toes. Its twist is that of the shin
/// too, which the hinge of the knee cannot have.
#[must_use]
pub fn ankle() -> Limit {
    let (middle, axis) = (Vec3::new(-0.139, -0.985, -0.104), Vec3::new(0.940, 0.0, -0.342));
    Socket {
        bone: Vec3::NEG_Y,
        center: middle,
        axis,
        about: 46.0,
        across: 29.0,
        twist: [-15.0, 15.0],
    }
    .limit()
}

/// Up is negative. The ground keeps toes from bending down.
#[must_use]
pub fn toes() -> Limit {
    hinge(Vec3::X, -70.0, 1.0)
}

/// The toes of a foot in the air.
#[must_use]
pub fn toes_in_the_air() -> Limit {
    hinge(Vec3::X, -70.0, 40.0)
}

/// From degrees.
fn euler_box(order: EulerOrder, frame: Quat, bounds: [Vec3; 2]) -> Limit {
    let [min, max] = bounds.map(|bound| bound * 1f32.to_radians());
    Limit::EulerBox(EulerBox { frame, order, min, max })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn however_many_joints_there_are_together_they_turn_as_far() {
        for count in 1..9 {
            let mut sum = [0.0; 4];
            for index in 0..count {
                for (sum, range) in sum.iter_mut().zip(share(&TRUNK, index, count)) {
                    *sum += range;
                }
            }
            for (sum, whole) in sum.into_iter().zip([80.0, 30.0, 38.0, 45.0]) {
                assert!((sum - whole).abs() < 1e-3, "{count} joints: {sum} of {whole}");
            }
        }
    }
}

//! What the joints of the mannequin may do.
//!
//! Ranges of motion of healthy adults, in degrees from the anatomical neutral position:
//!
//! * AAOS: American Academy of Orthopaedic Surgeons, "Joint Motion: Method of Measuring and Recording", 1965; the
//!   tables are reprinted in C. Norkin and D. White, "Measurement of Joint Motion", 5th ed. 2016, appendix A.
//! * AMA: American Medical Association, "Guides to the Evaluation of Permanent Impairment", for the neck.
//! * Kapandji: I. A. Kapandji, "The Physiology of the Joints", vol. 1-3, for the shoulder girdle and the shares of the
//!   levels of the spine.
//! * Bennell: K. Bennell et al., "Intra-rater and inter-rater reliability of a weight-bearing lunge measure of ankle dorsiflexion",
//!   Australian J. Physiotherapy 44(3), 1998: an ankle under the body's weight bends about twice as far as one that hangs (20).
//!
//! | joint | range | source |
//! |---|---|---|
//! | spine, three joints together | flexion 80, extension 30, side 35, turn 45 | AAOS, shares by Kapandji |
//! | neck and head together | flexion 50, extension 60, side 45, turn 80 | AMA |
//! | shoulder girdle | up 35, down 10, forward 30, back 25 | Kapandji |
//! | shoulder | flexion 180, extension 50, across 45 (with the girdle), turn in and out 90 | AAOS |
//! | elbow | flexion 145 (150 less the bulk of the upper arm) | AAOS |
//! | wrist | flexion 80, extension 70, thumb side 20, little finger side 30; forearm in 80, out 80 | AAOS |
//! | knuckles | flexion 90, extension 30 (of 45), spread 20 | AAOS |
//! | middle and end joints of fingers | flexion 100 and 80, extension 0 and 10 | AAOS |
//! | thumb | saddle joint cone 35 × 25, then flexion 50 and 80 | AAOS |
//! | hip | flexion 120, extension 20, out 45, in 30, turn 45 both ways | AAOS |
//! | knee | flexion 140 | AAOS 135, Kapandji 140 |
//! | ankle | up 38 (under the body's weight), down 50, sole in 35, sole out 15; shin and foot turn 15 both ways | Bennell, AAOS, Kapandji |
//! | toes | up 70, down 1 (40 in the air, nothing on the ground) | AAOS |
//! | eyes | sideways 35, up 25, down 35 | W. Lee et al., "Eye movement range", Ophthalmic Res. 2019 |
//!
//! An elbow is a hinge and cannot twist, so the wrist carries the twist of the forearm. A T-posed arm with the palm
//! down is neutral in it. Positive angles of the hinges are flexion, on both sides.

use glam::{Quat, Vec3};
use kansetsu::d3::{
    Limit,
    limit::{EulerBox, EulerOrder, Hinge, SwingTwist},
};

use super::proportions::FINGERS;
use crate::model::{Plan, frame};

/// Puts limits on the middle and the left joints.
pub(super) fn add(plan: &mut Plan) {
    trunk(plan);
    head(plan);
    arm(plan);
    fingers(plan);
    thumb(plan);
    leg(plan);
}

/// An elliptic cone whose middle is not where the bone is at rest.
pub(crate) struct Socket {
    /// Along the bone at rest.
    pub(crate) bone: Vec3,
    /// The middle of the range, where the bone points.
    pub(crate) middle: Vec3,
    /// About this axis (made perpendicular to the middle) the bone swings up to `about`, across it up to `across`.
    pub(crate) axis: Vec3,
    pub(crate) about: f32,
    pub(crate) across: f32,
    /// The least and the greatest twist about the bone, seen along it; 0 at rest.
    pub(crate) twist: [f32; 2],
}

impl Socket {
    /// Degrees in, limit out. The joint's frame is the rest's frame swung back onto the bone at rest, so that the
    /// rest pose has no twist.
    pub(crate) fn limit(&self) -> Limit {
        let (bone, middle) = (self.bone.normalize(), self.middle.normalize());
        let rest_from_limit = frame::with_z_and_x(middle, self.axis);
        Limit::SwingTwist(SwingTwist {
            rest_from_limit,
            joint_from_limit: frame::product(frame::arc(middle, bone), rest_from_limit),
            swing_x: self.about.to_radians(),
            swing_y: self.across.to_radians(),
            twist_min: self.twist[0].to_radians(),
            twist_max: self.twist[1].to_radians(),
        })
    }
}

/// A hinge, degrees.
pub(crate) fn hinge(axis: Vec3, min: f32, max: f32) -> Limit {
    Limit::Hinge(Hinge { axis: axis.normalize(), min: min.to_radians(), max: max.to_radians() })
}

/// A direction `turn` degrees from +Y towards +Z: where a vertebra's axis points when the body bends forward.
fn forward_of_up(turn: f32) -> Vec3 {
    let (sin, cos) = libm::sincosf(turn.to_radians());
    Vec3::new(0.0, cos, sin)
}

/// A vertebra, or a group of them: forward, back, to each side, turn to each side.
pub(crate) fn vertebra(forward: f32, back: f32, side: f32, turn: f32) -> Limit {
    Socket {
        bone: Vec3::Y,
        middle: forward_of_up(0.5 * (forward - back)),
        axis: Vec3::X,
        about: 0.5 * (forward + back),
        across: side,
        twist: [-turn, turn],
    }
    .limit()
}

fn trunk(plan: &mut Plan) {
    plan.limit("Spine", vertebra(35.0, 12.0, 15.0, 8.0));
    plan.limit("Chest", vertebra(28.0, 10.0, 13.0, 17.0));
    plan.limit("UpperChest", vertebra(17.0, 8.0, 10.0, 20.0));
    plan.limit("Neck", vertebra(25.0, 30.0, 24.0, 35.0));
    plan.limit("Head", vertebra(25.0, 30.0, 24.0, 45.0));
}

fn head(plan: &mut Plan) {
    // Up is a negative turn about X, sideways about Y; eyes hardly roll.
    let gaze = [Vec3::new(-25.0, -35.0, 0.0), Vec3::new(35.0, 35.0, 0.0)].map(|bound| bound * 1f32.to_radians());
    plan.limit("LeftEye", Limit::EulerBox(EulerBox { frame: Quat::IDENTITY, order: EulerOrder::Yxz, min: gaze[0], max: gaze[1] }));
    plan.limit("Jaw", hinge(Vec3::X, 0.0, 25.0));
}

fn arm(plan: &mut Plan) {
    // Backward roll of the clavicle goes with raising it; back is +y, up is +z on the left.
    let [min, max] = [Vec3::new(-30.0, -30.0, -10.0), Vec3::new(10.0, 25.0, 35.0)].map(|bound| bound * 1f32.to_radians());
    plan.limit("LeftShoulder", Limit::EulerBox(EulerBox { frame: Quat::IDENTITY, order: EulerOrder::Yzx, min, max }));
    plan.limit("LeftUpperArm", shoulder());
    // The forearm comes forward and a bit up: opposite to where the elbow points.
    plan.limit("LeftLowerArm", hinge(Vec3::X.cross(-super::ELBOW_POLE), 0.0, 145.0));
    plan.limit("LeftHand", wrist());
}

/// The middle of the shoulder's range is forward, outward and down: 25° below the horizontal, 40° out of straight
/// ahead. From there 115° in the vertical plane reach overhead and 50° behind the back, and 90° sideways reach
/// across the chest and 40° behind the line of the shoulders. The singularity, opposite the middle, is inside
/// the shoulder blade. The twist is centred on the hanging arm, which parallel transport through the middle turns
/// inward against the T-pose.
fn shoulder() -> Limit {
    Socket {
        bone: Vec3::X,
        middle: Vec3::new(0.583, -0.423, 0.694),
        axis: Vec3::new(0.766, 0.0, -0.643),
        about: 115.0,
        across: 90.0,
        twist: [-90.0, 90.0],
    }
    .limit()
}

/// The middle is 5° towards the palm and 5° towards the little finger.
fn wrist() -> Limit {
    let (sin, cos) = libm::sincosf(5f32.to_radians());
    Socket { bone: Vec3::X, middle: Vec3::new(cos, -sin, -sin), axis: Vec3::Z, about: 75.0, across: 25.0, twist: [-80.0, 80.0] }.limit()
}

fn fingers(plan: &mut Plan) {
    for finger in FINGERS.iter().filter(|finger| finger.name != "Thumb") {
        let [knuckle, middle, end] = [0, 1, 2].map(|i| format!("Left{}", finger.joints[i]));
        let frame = frame::arc(Vec3::X, finger.direction.normalize());
        // Flexion of the left hand turns +X towards -Y: a negative turn about Z.
        let [min, max] = [Vec3::new(-5.0, -20.0, -90.0), Vec3::new(5.0, 20.0, 30.0)].map(|bound| bound * 1f32.to_radians());
        plan.limit(&knuckle, Limit::EulerBox(EulerBox { frame, order: EulerOrder::Zyx, min, max }));
        let axis = frame::rotate(frame, Vec3::NEG_Z);
        plan.limit(&middle, hinge(axis, 0.0, 100.0));
        plan.limit(&end, hinge(axis, -10.0, 80.0));
    }
}

/// The thumb bends across the palm, towards the base of the little finger.
fn thumb(plan: &mut Plan) {
    let along = FINGERS[0].direction.normalize();
    let axis = along.cross(super::THUMB_BENDS_TO).normalize();
    let middle = (along + 0.26 * super::THUMB_BENDS_TO + Vec3::new(0.0, -0.10, 0.0)).normalize();
    plan.limit("LeftThumbMetacarpal", Socket { bone: along, middle, axis, about: 35.0, across: 25.0, twist: [-20.0, 20.0] }.limit());
    plan.limit("LeftThumbProximal", hinge(axis, -10.0, 50.0));
    plan.limit("LeftThumbDistal", hinge(axis, -15.0, 80.0));
}

fn leg(plan: &mut Plan) {
    // The middle is 50° forward of hanging, 7.5° out. The ellipse is a bit larger than the ranges, so that they hold
    // beside the middle too.
    let hip = Socket {
        bone: Vec3::NEG_Y,
        middle: Vec3::new(0.131, -0.637, 0.759),
        axis: Vec3::X,
        about: 72.0,
        across: 42.0,
        twist: [-45.0, 45.0],
    };
    plan.limit("LeftUpperLeg", hip.limit());
    plan.limit("LeftLowerLeg", hinge(Vec3::X, 0.0, 140.0));
    // The shin's axis, seen from the foot: 6° towards the toes pointing down, 8° towards the sole turning in.
    // Its twist is that of the shin too, which the hinge of the knee cannot have.
    let ankle = Socket {
        bone: Vec3::NEG_Y,
        middle: Vec3::new(-0.139, -0.985, -0.104),
        axis: Vec3::X,
        about: 44.0,
        across: 29.0,
        twist: [-15.0, 15.0],
    };
    plan.limit("LeftFoot", ankle.limit());
    // The ground keeps toes from bending down.
    plan.limit("LeftToes", hinge(Vec3::X, -70.0, 1.0));
}

//! The chains of the benchmark.

use std::f32::consts::{FRAC_PI_2, TAU};

use glam::{Quat, Vec3};
use kansetsu::d3::{
    Chain, Limit, Skeleton, Transform,
    limit::{Cone, Hinge, SwingTwist},
};

use crate::random::Random;

/// One chain from the root of its skeleton to the last joint, straight at rest.
pub struct Shape {
    pub skeleton: Skeleton,
    pub limits: Vec<Option<Limit>>,
    pub chain: Chain,
}

/// The kind of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    Position,
    /// Position and orientation of the last joint.
    Pose,
}

/// A joint's limit, and the offset of the next joint.
type Segment = (Option<Limit>, Vec3);

impl Shape {
    /// A chain of these segments; `tip` is the limit of the joint at its end.
    pub fn new(segments: &[Segment], tip: Option<Limit>) -> Self {
        let mut builder = Skeleton::builder();
        let mut last = builder.root("0", Transform::IDENTITY);
        let mut limits = Vec::new();
        for (index, (limit, to_next)) in segments.iter().enumerate() {
            limits.push(limit.clone());
            last =
                builder.child(last, (index + 1).to_string(), Transform::from_translation(*to_next));
        }
        limits.push(tip);
        let skeleton = builder.build().expect("a path is a tree");
        let chain = Chain::new(&skeleton, 0, last)
            .and_then(|chain| chain.with_limits(&limits))
            .expect("a path is a chain");
        Self { skeleton, limits, chain }
    }

    /// `count` equal segments with the same limit.
    pub fn repeated(count: usize, to_next: Vec3, limit: Option<Limit>) -> Self {
        Self::new(&vec![(limit, to_next); count], None)
    }

    /// Two bones of unequal lengths.
    pub fn two_bones() -> Self {
        Self::new(&[(None, Vec3::X * 0.30), (None, Vec3::X * 0.25)], None)
    }

    /// Upper arm, forearm, hand: 7 degrees of freedom.
    ///
    /// With [`Aim::Position`] the tip is the end of the hand, with [`Aim::Pose`] it is the wrist.
    pub fn arm(aim: Aim) -> Self {
        let down = Vec3::NEG_Y;
        let upper = (elliptic([90.0, 75.0], 80.0), down * 0.30);
        let lower = (hinge(Vec3::NEG_X, 0.0, 145.0), down * 0.26);
        limb([upper, lower], (elliptic([70.0, 25.0], 80.0), down * 0.10), aim)
    }

    /// Thigh, shin, foot. As for [`Self::arm`].
    pub fn leg(aim: Aim) -> Self {
        let down = Vec3::NEG_Y;
        let thigh = (elliptic([100.0, 45.0], 40.0), down * 0.42);
        let shin = (hinge(Vec3::X, 0.0, 140.0), down * 0.40);
        limb([thigh, shin], (elliptic([40.0, 20.0], 20.0), Vec3::new(0.0, -0.08, 0.13)), aim)
    }

    /// The sum of the segments' lengths.
    pub fn length(&self) -> f32 {
        self.chain.length(&self.skeleton.rest_pose())
    }
}

fn limb([upper, lower]: [Segment; 2], end: Segment, aim: Aim) -> Shape {
    match aim {
        Aim::Position => Shape::new(&[upper, lower, end], None),
        Aim::Pose => Shape::new(&[upper, lower], end.0),
    }
}

/// A hinge about `axis`, degrees.
pub fn hinge(axis: Vec3, min_deg: f32, max_deg: f32) -> Option<Limit> {
    Some(Limit::Hinge(Hinge { axis, min: min_deg.to_radians(), max: max_deg.to_radians() }))
}

/// A cone about the bone, degrees; the twist is free.
pub fn cone(along: Vec3, angle_deg: f32) -> Option<Limit> {
    Some(Limit::Cone(Cone::around(along, angle_deg.to_radians())))
}

/// An elliptic swing about X and Z of a bone along -Y, and a twist to both sides, degrees.
fn elliptic([about_x_deg, about_z_deg]: [f32; 2], twist_deg: f32) -> Option<Limit> {
    // The limit's Z along -Y, its X along X: then its Y is along Z.
    let frame = Quat::from_rotation_x(FRAC_PI_2);
    Some(Limit::SwingTwist(SwingTwist {
        rest_from_limit: frame,
        joint_from_limit: frame,
        swing_x: about_x_deg.to_radians(),
        swing_y: about_z_deg.to_radians(),
        twist_min: -twist_deg.to_radians(),
        twist_max: twist_deg.to_radians(),
    }))
}

/// A random rotation from rest that the limit allows.
pub fn random_turn(random: &mut Random, limit: Option<&Limit>) -> Quat {
    match limit {
        Some(Limit::Hinge(hinge)) => {
            Quat::from_axis_angle(hinge.axis.normalize(), random.range(hinge.min, hinge.max))
        }
        // Uniform over the cap, with any twist.
        Some(Limit::Cone(cone)) => {
            let axis = cone.axis.normalize();
            let cos = 1.0 - random.unit() * (1.0 - cone.angle.cos());
            let side =
                Quat::from_axis_angle(axis, random.range(0.0, TAU)) * axis.any_orthonormal_vector();
            let swing = Quat::from_axis_angle(side, cos.clamp(-1.0, 1.0).acos());
            Quat::from_rotation_arc(axis, cone.center.normalize())
                * swing
                * Quat::from_axis_angle(axis, random.range(0.0, TAU))
        }
        // The ellipse is defined in tan(swing / 4).
        Some(Limit::SwingTwist(limit)) => {
            let (angle, radius) = (random.range(0.0, TAU), random.unit().sqrt());
            let (x, y) = (
                radius * angle.cos() * (0.25 * limit.swing_x).tan(),
                radius * angle.sin() * (0.25 * limit.swing_y).tan(),
            );
            let swing = Quat::from_xyzw(2.0 * x, 2.0 * y, 0.0, 1.0 - x * x - y * y).normalize();
            let twist = Quat::from_rotation_z(random.range(limit.twist_min, limit.twist_max));
            limit.rest_from_limit * swing * twist * limit.joint_from_limit.inverse()
        }
        _ => random.rotation(),
    }
}

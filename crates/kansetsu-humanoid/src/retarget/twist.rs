//! Distributes twists of arms and legs over twist joints.
//!
//! A twist joint beside a bone, or before the hand or foot that twists, gets its share by
//! [`Twist`]. A twist joint in the chain between shoulder and elbow (or hip and knee) takes the
//! whole twist from the shoulder, as far as its limit allows, so that the elbow need not rotate
//! back.

use kansetsu::d3::{Pose, Skeleton, Twist, solve::Scratch};
use kansetsu::glam::{Quat, Vec3};
use kansetsu::ops;

use super::blend::allowed;
use super::character::Character;
use super::recording::Limbs;
use crate::anatomy::frame::{product, rotate};

/// The twist joints of a figure.
pub(super) struct Twists {
    beside: Vec<Twist>,
    between: Vec<Between>,
}

/// A twist joint between a shoulder and an elbow.
struct Between {
    base: usize,
    joint: usize,
    /// The bone's axis at rest in the frames of base and twist joint.
    axes: [Vec3; 2],
}

impl Twists {
    pub(super) fn of(figure: &Character<'_>, limbs: &Limbs) -> Self {
        let skeleton = &figure.rig.skeleton;
        let rest = skeleton.forward(&skeleton.rest_pose());
        let upper = limbs
            .arms
            .iter()
            .map(|arm| (arm.0, arm.1))
            .chain(limbs.legs.iter().map(|leg| (leg.0, leg.1)));
        let (mut beside, mut between) = (Vec::new(), Vec::new());
        for twist in figure.twists {
            let bone = upper.clone().find(|(base, _)| *base == twist.to);
            let stands_between =
                bone.and_then(|(base, end)| between_of(skeleton, twist, base, end));
            match stands_between {
                Some(joint) => {
                    let seen = |joint: usize| {
                        rotate(kansetsu::d3::rotation_of(&rest[joint]).conjugate(), twist.axis)
                            .normalize_or(Vec3::X)
                    };
                    between.push(Between {
                        base: twist.to,
                        joint,
                        axes: [seen(twist.to), seen(joint)],
                    });
                }
                None => beside.push(twist.clone()),
            }
        }
        Self { beside, between }
    }

    /// Distributes the twists in a pose of the figure, as far as the limits of the twist joints
    /// allow.
    pub(super) fn spread(&self, figure: &Character<'_>, pose: &mut Pose) {
        let joints = figure.rig.skeleton.joints();
        for Between { base, joint, axes } in &self.between {
            let rest = [*base, *joint].map(|joint| joints[joint].rest.rotation);
            let turn = product(rest[0].conjugate(), pose.locals[*base].rotation);
            let twist = about(turn, axes[0]);
            // The rotation that the twist joint can take.
            let taken = allowed(
                figure.rig.limits[*joint].as_ref(),
                crate::anatomy::frame::turn(axes[1], twist),
            );
            let back = crate::anatomy::frame::turn(axes[0], -about(taken, axes[1]));
            let left = allowed(figure.rig.limits[*base].as_ref(), product(turn, back));
            let moved = about(product(left.conjugate(), turn), axes[0]);
            pose.locals[*base].rotation =
                product(rest[0], product(turn, crate::anatomy::frame::turn(axes[0], -moved)));
            pose.locals[*joint].rotation =
                product(rest[1], crate::anatomy::frame::turn(axes[1], moved));
        }
        let mut scratch = Scratch::default();
        for twist in &self.beside {
            // Twists that were detected on a figure are valid for it.
            let _ = twist.solve_with(&figure.rig.skeleton, pose, &mut scratch);
        }
        let shared = self.between.iter().flat_map(|between| [between.base, between.joint]);
        let spread = self
            .beside
            .iter()
            .flat_map(|twist| twist.joints.iter().map(|share| share.joint).chain([twist.to]));
        for joint in shared.chain(spread) {
            let rest = joints[joint].rest.rotation;
            let turn = allowed(
                figure.rig.limits[joint].as_ref(),
                product(rest.conjugate(), pose.locals[joint].rotation),
            );
            pose.locals[joint].rotation = product(rest, turn);
        }
    }
}

/// The lowest joint between that shares the twist.
fn between_of(skeleton: &Skeleton, twist: &Twist, base: usize, end: usize) -> Option<usize> {
    let mut way = skeleton.ancestors(end).skip(1).take_while(|&joint| joint != base);
    way.find(|joint| twist.joints.iter().any(|share| share.joint == *joint))
}

/// The twist angle of a rotation about an axis of unit length.
fn about(turn: Quat, axis: Vec3) -> f32 {
    let angle = 2.0 * ops::atan2(turn.x * axis.x + turn.y * axis.y + turn.z * axis.z, turn.w);
    if angle > std::f32::consts::PI {
        angle - std::f32::consts::TAU
    } else if angle < -std::f32::consts::PI {
        angle + std::f32::consts::TAU
    } else {
        angle
    }
}

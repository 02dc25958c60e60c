//! Joint values and poses.

use std::collections::BTreeMap;

use kansetsu::d3::{Pose, Skeleton};
use kansetsu::glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

use crate::turn64::{Turn64, vec3};

/// The joints of a robot, with the data that the skeleton cannot store.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Robot {
    /// The joints in the file's order.
    pub joints: Vec<RobotJoint>,
}

/// The connection of a link to its parent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RobotJoint {
    /// Its name in the file; the skeleton's joint is named after the link.
    pub name: String,
    /// The joint of the skeleton that it moves, which is its child link.
    pub joint: usize,
    /// The type of motion.
    pub kind: JointKind,
    /// The unit axis in the joint's local frame.
    pub axis: [f64; 3],
    /// The minimum and the maximum value: radians, or metres for prismatic joints. `None` if there
    /// is no limit.
    pub limits: Option<[f64; 2]>,
    /// The joint that it mimics.
    pub mimic: Option<Mimic>,
}

/// The type of a joint's motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JointKind {
    /// No motion.
    Fixed,
    /// Rotation about its axis, within limits.
    Revolute,
    /// Unlimited rotation about its axis.
    Continuous,
    /// Translation along its axis.
    Prismatic,
    /// A motion that has no single value.
    Free,
}

/// A joint that mimics another: its value is `multiplier` times the other's plus `offset`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mimic {
    /// The index of the other joint in [`Robot::joints`].
    pub joint: usize,
    /// The factor; 1 by default.
    pub multiplier: f64,
    /// The offset; 0 by default.
    pub offset: f64,
}

impl JointKind {
    /// The format's word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Revolute => "revolute",
            Self::Continuous => "continuous",
            Self::Prismatic => "prismatic",
            Self::Free => "free",
        }
    }

    /// Whether it has a value.
    #[must_use]
    pub const fn has_value(self) -> bool {
        matches!(self, Self::Revolute | Self::Continuous | Self::Prismatic)
    }
}

impl Robot {
    /// Scales prismatic joints by this factor.
    pub(crate) fn scale(&mut self, factor: f64) {
        for joint in self.joints.iter_mut().filter(|joint| joint.kind == JointKind::Prismatic) {
            joint.limits.iter_mut().flatten().for_each(|limit| *limit *= factor);
        }
    }

    /// The same robot with other joint indices; `None` if an index or a number is invalid.
    pub(crate) fn renumbered(mut self, joint_of: impl Fn(usize) -> Option<usize>) -> Option<Self> {
        let count = self.joints.len();
        for joint in &mut self.joints {
            joint.joint = joint_of(joint.joint)?;
            let numbers = joint.axis.into_iter().chain(joint.limits.into_iter().flatten());
            let mimic = joint.mimic.is_none_or(|mimic| {
                mimic.joint < count && mimic.multiplier.is_finite() && mimic.offset.is_finite()
            });
            let axis = joint.axis.iter().map(|part| part * part).sum::<f64>();
            if !(mimic && numbers.into_iter().all(f64::is_finite) && (axis - 1.0).abs() < 1e-3) {
                return None;
            }
        }
        Some(self)
    }

    /// The indices of the driven joints: those that have a value and mimic none.
    pub fn actuated_joints(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.joints.len()).filter(|&index| {
            self.joints[index].kind.has_value() && self.joints[index].mimic.is_none()
        })
    }

    /// Applies joint values (by name: radians, or metres for prismatic joints) to `pose`. Joints
    /// that mimic others follow, and joints without a value are at 0. Limits are ignored; a pose
    /// cannot distinguish a rotation by ±2π from none.
    ///
    /// # Errors
    /// A message that names the joint: it does not exist, has no value, or mimics another and has a
    /// conflicting value. Also a value that is not finite.
    pub fn pose(
        &self,
        skeleton: &Skeleton,
        values: &BTreeMap<String, f64>,
    ) -> Result<Pose, String> {
        for (name, value) in values {
            let Some(index) = self.joints.iter().position(|joint| joint.name == *name) else {
                return Err(format!("the robot has no joint \"{name}\""));
            };
            let joint = &self.joints[index];
            if !joint.kind.has_value() {
                return Err(format!(
                    "the joint \"{name}\" is {}; it has no value",
                    joint.kind.name()
                ));
            }
            if !(value.is_finite() && value.abs() < 1e9) {
                return Err(format!(
                    "the value of \"{name}\" is {value}; it must be a finite number"
                ));
            }
            let own = |index: usize| {
                self.followed(index, |driver| {
                    values.get(&self.joints[driver].name).copied().unwrap_or(0.0)
                })
            };
            if let Some(mimic) = joint.mimic.filter(|_| (own(index) - value).abs() > AGREES) {
                return Err(format!(
                    "the joint \"{name}\" follows \"{}\"; set that one",
                    self.joints[mimic.joint].name
                ));
            }
        }
        let mut pose = skeleton.rest_pose();
        for (index, joint) in self.joints.iter().enumerate() {
            let value = self.followed(index, |driver| {
                values.get(&self.joints[driver].name).copied().unwrap_or(0.0)
            });
            let (Some(local), Some(rest)) =
                (pose.locals.get_mut(joint.joint), skeleton.joints().get(joint.joint))
            else {
                continue;
            };
            match joint.kind {
                JointKind::Revolute | JointKind::Continuous => {
                    local.rotation = rest.rest.rotation * Turn64::about(joint.axis, value).quat()
                }
                JointKind::Prismatic => {
                    local.translation = rest.rest.translation
                        + rest.rest.rotation * vec3(joint.axis.map(|part| part * value))
                }
                JointKind::Fixed | JointKind::Free => {}
            }
        }
        Ok(pose)
    }

    /// The joint values of a pose, by name: radians, or metres for prismatic joints. Of all
    /// equivalent angles the one inside the limits and nearest to `near` (0 without an entry) is
    /// returned, so that a rotation by ±2π is preserved.
    #[must_use]
    pub fn values(
        &self,
        skeleton: &Skeleton,
        pose: &Pose,
        near: &BTreeMap<String, f64>,
    ) -> BTreeMap<String, f64> {
        let mut values = BTreeMap::new();
        for joint in self.joints.iter().filter(|joint| joint.kind.has_value()) {
            let (Some(local), Some(rest)) =
                (pose.locals.get(joint.joint), skeleton.joints().get(joint.joint))
            else {
                continue;
            };
            let axis = vec3(joint.axis);
            let value = match joint.kind {
                JointKind::Prismatic => f64::from(
                    (rest.rest.rotation.conjugate() * (local.translation - rest.rest.translation))
                        .dot(axis),
                ),
                _ => {
                    let angle = angle_about(rest.rest.rotation.conjugate() * local.rotation, axis);
                    nearest_turn(angle, near.get(&joint.name).copied().unwrap_or(0.0), joint.limits)
                }
            };
            values.insert(joint.name.clone(), value);
        }
        values
    }

    /// The value of a joint, through the joints that it mimics; a cycle ends after as many steps as
    /// there are joints.
    fn followed(&self, index: usize, driven: impl Fn(usize) -> f64) -> f64 {
        let (mut at, mut factor, mut sum) = (index, 1.0, 0.0);
        for _ in 0..self.joints.len() {
            let Some(mimic) = self.joints[at].mimic else { return sum + factor * driven(at) };
            sum += factor * mimic.offset;
            factor *= mimic.multiplier;
            at = mimic.joint;
        }
        0.0
    }
}

/// The largest difference between a mimicking joint's given value and the value that follows.
const AGREES: f64 = 1e-4;

/// The angle of the rotation's twist about the axis.
fn angle_about(turn: Quat, axis: Vec3) -> f64 {
    2.0 * libm::atan2(f64::from(turn.xyz().dot(axis)), f64::from(turn.w))
}

/// The angle plus full turns that is nearest to `near`, inside the limits if possible.
fn nearest_turn(angle: f64, near: f64, limits: Option<[f64; 2]>) -> f64 {
    use std::f64::consts::TAU;
    /// Rounding of single precision.
    const SLACK: f64 = 1e-6;
    let nearest = angle + ((near - angle) / TAU).round() * TAU;
    let Some([low, high]) = limits else { return nearest };
    let allowed = |angle: &f64| (low - SLACK..=high + SLACK).contains(angle);
    let candidates = [nearest, nearest - TAU, nearest + TAU];
    candidates.into_iter().find(allowed).unwrap_or(nearest)
}

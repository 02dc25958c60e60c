//! A serial arm.

use glam::{DQuat, DVec3, Quat, Vec3};
use kansetsu::d3::{Chain, Limit, Pose, Skeleton, Transform, limit::Hinge};

use crate::{ours::Target, random::Random, shape::Shape, tolerance::Tolerance};

/// A serial arm from its robot description file.
#[derive(Debug)]
pub struct Robot {
    pub joints: &'static [Joint],
    /// From the last joint to the end effector.
    pub tool: Frame,
}

/// A revolute joint.
#[derive(Debug)]
pub struct Joint {
    pub name: &'static str,
    /// The joint's placement relative to the previous one.
    pub origin: Frame,
    pub axis: [f64; 3],
    /// Radians.
    pub limit: [f64; 2],
}

/// A fixed placement: metres, and rotations about the fixed X, then Y, then Z (roll, pitch, yaw),
/// radians.
#[derive(Debug)]
pub struct Frame {
    pub name: &'static str,
    pub xyz: [f64; 3],
    pub rpy: [f64; 3],
}

/// The tolerance of an arm.
pub const TOLERANCE: Tolerance = Tolerance { distance: 1e-4, angle: 1e-3 };

impl Frame {
    fn rotation(&self) -> DQuat {
        let [roll, pitch, yaw] = self.rpy;
        DQuat::from_rotation_z(yaw) * DQuat::from_rotation_y(pitch) * DQuat::from_rotation_x(roll)
    }

    fn transform(&self) -> Transform {
        let [x, y, z] = self.xyz.map(|part| part as f32);
        Transform::from_translation_rotation(Vec3::new(x, y, z), self.rotation().as_quat())
    }
}

impl Robot {
    /// The placement of the tool at these joint angles.
    pub fn forward(&self, angles: &[f64]) -> (DVec3, DQuat) {
        let (mut position, mut frame) = (DVec3::ZERO, DQuat::IDENTITY);
        for (joint, &angle) in self.joints.iter().zip(angles) {
            position += frame * DVec3::from(joint.origin.xyz);
            frame = frame
                * joint.origin.rotation()
                * DQuat::from_axis_angle(DVec3::from(joint.axis), angle);
        }
        (position + frame * DVec3::from(self.tool.xyz), frame * self.tool.rotation())
    }

    /// Every joint in the middle of its range.
    pub fn middle(&self) -> Vec<f64> {
        self.joints.iter().map(|joint| 0.5 * (joint.limit[0] + joint.limit[1])).collect()
    }

    /// Every joint at a random angle in its range.
    pub fn random(&self, random: &mut Random) -> Vec<f64> {
        self.joints.iter().map(|joint| random.range_f64(joint.limit[0], joint.limit[1])).collect()
    }

    /// The placements of the tool in `count` random poses.
    pub fn targets(&self, count: usize) -> Vec<Target> {
        let mut random = Random::scattered(3);
        let target =
            |(position, frame): (DVec3, DQuat)| Target { position, orientation: Some(frame) };
        (0..count).map(|_| target(self.forward(&self.random(&mut random)))).collect()
    }

    /// The arm as a chain: a hinge per joint, with the tool fixed at the end.
    pub fn shape(&self) -> Shape {
        let mut builder = Skeleton::builder();
        let mut limits = Vec::new();
        let mut last = None;
        for joint in self.joints {
            let rest = joint.origin.transform();
            last = Some(match last {
                Some(last) => builder.child(last, joint.name, rest),
                None => builder.root(joint.name, rest),
            });
            let [min, max] = joint.limit.map(|angle| angle as f32);
            limits.push(Some(Limit::Hinge(Hinge { axis: axis(joint), min, max })));
        }
        let tool = builder.child(last.unwrap_or(0), self.tool.name, self.tool.transform());
        limits.push(None);
        let skeleton = builder.build().expect("a path is a tree");
        let chain = Chain::new(&skeleton, 0, tool)
            .and_then(|chain| chain.with_limits(&limits))
            .expect("a path is a chain");
        Shape { skeleton, limits, chain: chain.with_locked(tool) }
    }

    /// The pose of [`Self::shape`] at these joint angles.
    pub fn pose(&self, shape: &Shape, angles: &[f64]) -> Pose {
        let mut pose = shape.skeleton.rest_pose();
        for ((local, joint), &angle) in pose.locals.iter_mut().zip(self.joints).zip(angles) {
            local.rotation *= Quat::from_axis_angle(axis(joint), angle as f32);
        }
        pose
    }
}

fn axis(joint: &Joint) -> Vec3 {
    DVec3::from(joint.axis).as_vec3()
}

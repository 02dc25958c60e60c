//! The Rust crate `k`: Newton steps with the Jacobian's inverse, restarted until an attempt
//! converges.

use std::hint::black_box;

use glam::DQuat;
use k::{InverseKinematicsSolver, nalgebra as na};

use super::{Frame, Robot, TOLERANCE};
use crate::{contender::Contender, judge, ours::Target, random::Random};

/// The maximum number of start poses, including the first.
const ATTEMPTS: usize = 100;

/// The step length and the maximum number of steps per attempt: the fastest pair on both arms
/// together, of 0.5, 0.7, 1 and 10, 20, 40, 80.
const STEP: f64 = 0.7;
const STEPS: usize = 20;

/// An arm, its goals and start poses.
pub struct KArm<'a> {
    robot: &'a Robot,
    targets: &'a [Target],
    goals: Vec<na::Isometry3<f64>>,
    starts: Vec<Vec<f64>>,
    arm: k::SerialChain<f64>,
    solver: k::JacobianIkSolver<f64>,
}

impl<'a> KArm<'a> {
    /// From the middle of the ranges, then from random poses that are the same for every problem.
    pub fn new(robot: &'a Robot, targets: &'a [Target]) -> Self {
        let mut random = Random::scattered(4);
        let starts = std::iter::once(robot.middle())
            .chain((1..ATTEMPTS).map(|_| robot.random(&mut random)))
            .collect();
        let solver = k::JacobianIkSolver::new(TOLERANCE.distance, TOLERANCE.angle, STEP, STEPS);
        Self {
            robot,
            targets,
            goals: targets.iter().map(isometry_of).collect(),
            starts,
            arm: arm(robot),
            solver,
        }
    }
}

impl Contender for KArm<'_> {
    fn solve(&mut self, problem: usize) {
        for start in &self.starts {
            self.arm.set_joint_positions_unchecked(start);
            if self.solver.solve(&self.arm, &self.goals[problem]).is_ok() {
                break;
            }
        }
        black_box(&self.arm);
    }

    fn is_solved(&self, problem: usize) -> bool {
        let angles = self.arm.joint_positions();
        let (position, frame) = self.robot.forward(&angles);
        let Target { position: wanted, orientation } = self.targets[problem];
        let inside = |(joint, angle): (&super::Joint, &f64)| {
            (joint.limit[0] - judge::TOLERANCE..=joint.limit[1] + judge::TOLERANCE).contains(angle)
        };
        position.distance(wanted) <= TOLERANCE.distance
            && frame.angle_between(orientation.unwrap_or(DQuat::IDENTITY)) <= TOLERANCE.angle
            && self.robot.joints.iter().zip(&angles).all(inside)
    }
}

fn arm(robot: &Robot) -> k::SerialChain<f64> {
    let turning = robot.joints.iter().map(|joint| {
        let axis = na::Unit::new_normalize(na::Vector3::from(joint.axis));
        let [min, max] = joint.limit;
        let node =
            k::NodeBuilder::new().name(joint.name).joint_type(k::JointType::Rotational { axis });
        node.limits(Some((min..=max).into())).origin(origin(&joint.origin)).into_node()
    });
    let tool = k::NodeBuilder::new().name(robot.tool.name).origin(origin(&robot.tool)).into_node();
    // A node does not keep its parent alive, so all are stored until the chain does.
    let nodes: Vec<k::Node<f64>> = turning.chain([tool]).collect();
    for pair in nodes.windows(2) {
        pair[1].set_parent(&pair[0]);
    }
    k::SerialChain::from_end(&nodes[nodes.len() - 1])
}

fn origin(frame: &Frame) -> na::Isometry3<f64> {
    let [roll, pitch, yaw] = frame.rpy;
    na::Isometry3::from_parts(
        na::Translation3::from(frame.xyz),
        na::UnitQuaternion::from_euler_angles(roll, pitch, yaw),
    )
}

fn isometry_of(target: &Target) -> na::Isometry3<f64> {
    let q = target.orientation.unwrap_or(DQuat::IDENTITY);
    let rotation = na::UnitQuaternion::from_quaternion(na::Quaternion::new(q.w, q.x, q.y, q.z));
    na::Isometry3::from_parts(na::Translation3::from(target.position.to_array()), rotation)
}

#[cfg(test)]
mod tests {
    use super::{
        super::{PANDA, UR5},
        *,
    };

    #[test]
    fn both_libraries_mean_the_same_arm() {
        let mut random = Random::scattered(9);
        for robot in [&UR5, &PANDA] {
            let (arm, shape) = (arm(robot), robot.shape());
            for _ in 0..100 {
                let angles = robot.random(&mut random);
                arm.set_joint_positions(&angles).expect("angles in the ranges");
                let theirs = arm.end_transform().translation.vector;
                let (position, frame) = robot.forward(&angles);
                assert!(position.distance([theirs.x, theirs.y, theirs.z].into()) < 1e-12);
                let pose = robot.pose(&shape, &angles);
                let (ours, our_frame) =
                    crate::judge::forward(&shape.skeleton, &pose)[shape.chain.tip()];
                assert!(ours.distance(position) < 3e-6 && our_frame.angle_between(frame) < 1e-5);
            }
        }
    }
}

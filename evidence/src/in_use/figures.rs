//! Ten figures with pinned joints and handles.

use glam::DVec3;
use kansetsu::d3::{Goal, Pose, Report, Rig, rotation_of, solve::Body};

use crate::{judge, problem::bodies, random::Random, sample};

/// A figure with its pinned joints and handles.
pub struct Figure {
    pub name: String,
    pub rig: Rig,
    /// The joints that are pinned, position and rotation, at rest.
    pub pins: Vec<usize>,
    pub handles: Vec<usize>,
    /// The longest path from the root to a joint, along the joints, metres; and in mannequins.
    pub size: f64,
    pub scale: f64,
}

/// The distance from the mannequin's root to its furthest joint, metres.
const MANNEQUIN: f64 = 1.3173;

/// The figure's body as a program prepares it.
pub fn prepared(rig: &Rig) -> Body {
    let body = Body::new(&rig.skeleton)
        .with_limits(&rig.limits)
        .and_then(|body| body.with_limbs(&rig.skeleton, &rig.limbs));
    body.expect("limits and limbs are the skeleton's own")
}

/// The rig of an embedded figure.
pub fn embedded(name: &str) -> Rig {
    kansetsu_figures::figure(name).expect("an embedded figure").rig
}

/// A humanoid with random bone lengths; seeds from 11 on are judged.
pub fn other_proportions(seed: u64) -> Rig {
    let rig = embedded("mannequin");
    Rig { skeleton: bodies::stretch(&rig.skeleton, seed), ..rig }
}

/// The figures that are dragged.
pub fn ten() -> Vec<Figure> {
    let mannequin = embedded("mannequin");
    let unlimited = Rig { limits: vec![None; mannequin.skeleton.len()], ..mannequin.clone() };
    let (ant, ant_limits) = bodies::insect();
    let ant = Rig { limits: ant_limits, ..Rig::new(ant) };
    let feet = ["LeftFoot", "RightFoot"];
    let by = ["Hips", "Head", "LeftHand", "RightFoot"];
    let paws = ["LeftForepaw", "RightForepaw", "LeftHindpaw", "RightHindpaw"];
    let legs = ["L1_foot", "L2_foot", "L3_foot", "R1_foot", "R2_foot", "R3_foot"];
    vec![
        Figure::new("mannequin", mannequin, &feet, &by),
        Figure::new("mannequin, no limits", unlimited, &feet, &by),
        Figure::new("proportions 11", other_proportions(11), &feet, &by),
        Figure::new("proportions 12", other_proportions(12), &feet, &by),
        Figure::new("proportions 13", other_proportions(13), &feet, &by),
        Figure::new(
            "quadruped",
            embedded("quadruped"),
            &paws,
            &["Hips", "Head", "LeftForepaw", "TailTip"],
        ),
        Figure::new("six legs", ant, &legs, &["thorax", "head", "L1_foot", "R3_foot"]),
        Figure::new(
            "hand",
            embedded("hand"),
            &["LeftThumbTip", "LeftLittleTip"],
            &["LeftHand", "LeftIndexTip", "LeftMiddleTip"],
        ),
        Figure::new("spine", embedded("spine"), &["Hips"], &["Head", "T6"]),
        Figure::new("tentacle", embedded("tentacle"), &["Segment01"], &["Tip", "Segment16"]),
    ]
}

impl Figure {
    pub fn new(name: impl Into<String>, rig: Rig, pins: &[&str], handles: &[&str]) -> Self {
        let find = |names: &[&str]| {
            names
                .iter()
                .map(|name| rig.skeleton.find(name).expect("a joint of this figure"))
                .collect()
        };
        let (pins, handles) = (find(pins), find(handles));
        let size = longest_way(&rig);
        Self { name: name.into(), rig, pins, handles, size, scale: size / MANNEQUIN }
    }

    pub fn joint(&self, name: &str) -> usize {
        self.rig.skeleton.find(name).expect("a joint of this figure")
    }

    pub fn joint_name(&self, joint: usize) -> &str {
        &self.rig.skeleton.joints()[joint].name
    }

    /// The pins while a joint is dragged, without that joint.
    pub fn pins_beside(&self, handle: usize) -> Vec<usize> {
        self.pins.iter().copied().filter(|pin| *pin != handle).collect()
    }

    /// Goals that keep these joints in their placement at rest.
    pub fn pin_goals(&self, pins: &[usize]) -> Vec<Goal> {
        let rest = self.rig.skeleton.forward(&self.rig.skeleton.rest_pose());
        pins.iter()
            .map(|&pin| {
                Goal::position(pin, rest[pin].translation)
                    .with_orientation(rotation_of(&rest[pin]))
                    .pinned()
            })
            .collect()
    }

    /// The positions of joints in a pose.
    pub fn places(&self, pose: &Pose) -> Vec<DVec3> {
        judge::forward(&self.rig.skeleton, pose).into_iter().map(|(place, _)| place).collect()
    }

    /// The largest distance of these joints from their positions at rest, metres.
    pub fn strayed(&self, pins: &[usize], pose: &Pose) -> f64 {
        let (rest, now) = (self.places(&self.rig.skeleton.rest_pose()), self.places(pose));
        pins.iter().fold(0.0, |worst: f64, &pin| worst.max(rest[pin].distance(now[pin])))
    }

    /// The difference between the report and forward kinematics of the returned pose, metres.
    pub fn untruth(&self, report: &Report, pose: &Pose) -> f64 {
        let places = self.places(pose);
        report.goals.iter().fold(0.0, |worst: f64, goal| {
            worst.max(places[goal.joint].distance(goal.reached.as_dvec3()))
        })
    }

    /// Joints that rotate without moving a pin: all but those between the root and a pin.
    pub fn free_joints(&self, pins: &[usize]) -> Vec<bool> {
        let skeleton = &self.rig.skeleton;
        let mut free = vec![true; skeleton.len()];
        free[0] = false;
        for &pin in pins {
            free[pin] = false;
            skeleton.ancestors(pin).for_each(|joint| free[joint] = false);
        }
        free
    }

    /// Random coordinates of a pose, three for each joint.
    pub fn draw(&self, random: &mut Random) -> Vec<[f32; 3]> {
        self.rig
            .limits
            .iter()
            .map(|limit| sample::stand(random, limit.as_ref(), 0.0).numbers)
            .collect()
    }

    /// The pose with these coordinates, inside the limits, in which the pins have their placement
    /// at rest.
    pub fn pose(&self, pins: &[usize], numbers: &[[f32; 3]]) -> Pose {
        let mut pose = self.rig.skeleton.rest_pose();
        for (joint, _) in
            self.free_joints(pins).into_iter().enumerate().filter(|(_, is_free)| *is_free)
        {
            pose.locals[joint].rotation *=
                sample::turn(self.rig.limits[joint].as_ref(), numbers[joint], FREE_TURN);
        }
        pose
    }
}

/// The range of joints without a limit about each axis in random poses, radians.
const FREE_TURN: f32 = 0.6;

fn longest_way(rig: &Rig) -> f64 {
    let mut ways: Vec<f64> = Vec::new();
    for joint in rig.skeleton.joints() {
        ways.push(
            joint
                .parent
                .map_or(0.0, |parent| ways[parent] + joint.rest.translation.as_dvec3().length()),
        );
    }
    ways.into_iter().fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mannequin_is_the_measure() {
        let mannequin = &ten()[0];
        assert!((mannequin.scale - 1.0).abs() < 0.01, "{}", mannequin.size);
    }

    #[test]
    fn random_poses_leave_the_pins() {
        let mut random = Random::scattered(3);
        for figure in ten() {
            for &handle in &figure.handles {
                let pins = figure.pins_beside(handle);
                let pose = figure.pose(&pins, &figure.draw(&mut random));
                assert!(figure.strayed(&pins, &pose) < 1e-6, "{}", figure.name);
                assert_eq!(
                    judge::violations(&figure.rig.skeleton, &figure.rig.limits, &pose),
                    0,
                    "{}",
                    figure.name
                );
            }
        }
    }
}

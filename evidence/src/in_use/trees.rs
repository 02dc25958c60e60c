//! Skeletons and limits that were not made for the test: random trees with random limits of all
//! kinds.

use std::f32::consts::TAU;

use glam::{DQuat, DVec3, Quat, Vec3};
use kansetsu::d3::{
    Goal, Limit, Pose, Skeleton, Transform,
    limit::{Cone, EulerBox, EulerOrder, Hinge, ReachCone, SwingTwist},
    solve::{Body, Root},
};

use crate::{judge, random::Random, sample};

/// The numbers of joints of a tree, least and most, and of goals.
const JOINTS: [usize; 2] = [8, 60];
const GOALS: [usize; 2] = [2, 8];

/// The probability that a joint is a child of the previous one; otherwise its parent is random.
const ALONG: f32 = 0.75;

/// The motion of a free root in random poses, as a fraction of the longest path from it to a joint,
/// and its rotation about each axis, radians.
const ROOT: (f32, f32) = (0.2, 0.4);

/// The range of joints without a limit about each axis in random poses, radians.
const FREE_TURN: f32 = 0.6;

/// The kind of a joint's limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Nothing,
    Hinge,
    Cone,
    Elliptic,
    EulerBox,
    ReachCone,
}

impl Kind {
    pub const ALL: [Self; 6] =
        [Self::Nothing, Self::Hinge, Self::Cone, Self::Elliptic, Self::EulerBox, Self::ReachCone];

    pub fn words(self) -> &'static str {
        match self {
            Self::Nothing => "no limits",
            Self::Hinge => "hinges",
            Self::Cone => "cones",
            Self::Elliptic => "elliptic cones with twist",
            Self::EulerBox => "Euler boxes",
            Self::ReachCone => "reach cones",
        }
    }

    /// A limit of this kind for a joint whose bone points along `bone`.
    fn limit(self, random: &mut Random, bone: Vec3) -> Option<Limit> {
        let angle = |random: &mut Random, low: f32, high: f32| random.range(low, high).to_radians();
        let twist = |random: &mut Random| [-angle(random, 5.0, 120.0), angle(random, 5.0, 120.0)];
        match self {
            Self::Nothing => None,
            Self::Hinge => {
                let [min, max] = if random.chance(0.3) {
                    [0.0, 140.0]
                } else {
                    [-random.range(10.0, 90.0), random.range(10.0, 90.0)]
                };
                Some(Limit::Hinge(Hinge::new(
                    random.direction().cross(bone),
                    min.to_radians(),
                    max.to_radians(),
                )))
            }
            Self::Cone => Some(Limit::Cone(Cone::around(bone, angle(random, 15.0, 90.0)))),
            Self::Elliptic => {
                let swings = [angle(random, 10.0, 100.0), angle(random, 10.0, 100.0)];
                let [min, max] = twist(random);
                Some(Limit::SwingTwist(
                    SwingTwist::elliptic(bone, random.direction(), swings).with_twist(min, max),
                ))
            }
            Self::EulerBox => {
                let orders = [EulerOrder::Xyz, EulerOrder::Yxz, EulerOrder::Zxy, EulerOrder::Zyx];
                let mut bounds = |low: f32, high: f32| {
                    Vec3::from_array(std::array::from_fn(|_| angle(random, low, high)))
                };
                let [min, max] = [bounds(-60.0, 0.0), bounds(0.0, 60.0)];
                Some(Limit::EulerBox(EulerBox {
                    frame: random.rotation(),
                    order: orders[random.below(orders.len())],
                    min,
                    max,
                }))
            }
            Self::ReachCone => {
                let count = 3 + random.below(5);
                let across = bone.any_orthonormal_vector();
                let corner = |index: usize| {
                    // No two neighbours are half a turn apart around the bone: every edge is
                    // visible from it.
                    let round = TAU * (index as f32 + random.range(-0.15, 0.15)) / count as f32;
                    let out = angle(random, 20.0, 75.0);
                    bone * out.cos()
                        + (across * round.cos() + bone.cross(across) * round.sin()) * out.sin()
                };
                let vertices = (0..count).map(corner).collect();
                let [min, max] = twist(random);
                Some(Limit::ReachCone(ReachCone {
                    visible: bone,
                    ..ReachCone::new(bone, vertices).with_twist(min, max)
                }))
            }
        }
    }
}

/// A tree with its limits, and the joints with goals.
pub struct Tree {
    pub skeleton: Skeleton,
    pub limits: Vec<Option<Limit>>,
    pub kinds: Vec<Kind>,
    pub ends: Vec<usize>,
    pub root: Root,
    /// The longest path from the root to a joint with a goal, metres.
    pub size: f32,
}

impl Tree {
    /// A random tree with limits of these kinds.
    pub fn random(random: &mut Random, kinds: &[Kind]) -> Self {
        let count = JOINTS[0] + random.below(JOINTS[1] + 1 - JOINTS[0]);
        let is_turned = random.chance(0.5);
        let mut parents: Vec<Option<usize>> = vec![None];
        let mut rests = vec![Transform::IDENTITY];
        for joint in 1..count {
            let parent = if random.chance(ALONG) { joint - 1 } else { random.below(joint) };
            let rotation = if is_turned { random.rotation() } else { Quat::IDENTITY };
            parents.push(Some(parent));
            rests.push(Transform {
                rotation,
                ..Transform::from_translation(random.direction() * random.range(0.05, 0.4))
            });
        }
        let mut builder = Skeleton::builder();
        for (joint, (parent, rest)) in parents.iter().zip(&rests).enumerate() {
            match parent {
                Some(parent) => builder.child(*parent, joint.to_string(), *rest),
                None => builder.root(joint.to_string(), *rest),
            };
        }
        let skeleton = builder.build().expect("a tree");
        let drawn: Vec<Kind> = (0..count).map(|_| kinds[random.below(kinds.len())]).collect();
        let bone = |joint: usize| {
            let child = parents.iter().position(|parent| *parent == Some(joint));
            child.map_or(Vec3::Y, |child| rests[child].translation.normalize())
        };
        // The root's freedom is a separate setting.
        let kinds: Vec<Kind> =
            (0..count).map(|joint| if joint == 0 { Kind::Nothing } else { drawn[joint] }).collect();
        let limits = (0..count).map(|joint| kinds[joint].limit(random, bone(joint))).collect();
        let ends = ends(random, &parents);
        let way = |end: usize| {
            skeleton.ancestors(end).map(|joint| rests[joint].translation.length()).sum::<f32>()
        };
        let size = ends.iter().map(|end| way(*end)).fold(0.0, f32::max);
        let root = if random.chance(0.5) { Root::Free } else { Root::Fixed };
        Self { skeleton, limits, kinds, ends, root, size }
    }

    pub fn body(&self) -> Body {
        Body::new(&self.skeleton).with_limits(&self.limits).expect("the limits are well formed")
    }

    /// A random pose inside the limits.
    pub fn pose(&self, random: &mut Random) -> Pose {
        let mut pose = self.skeleton.rest_pose();
        for (local, limit) in pose.locals.iter_mut().zip(&self.limits).skip(1) {
            local.rotation *= sample::turn(
                limit.as_ref(),
                sample::stand(random, limit.as_ref(), 0.0).numbers,
                FREE_TURN,
            );
        }
        if self.root == Root::Free {
            let mut within =
                |most: f32| Vec3::from_array(std::array::from_fn(|_| random.range(-most, most)));
            pose.locals[0].translation += within(ROOT.0 * self.size);
            pose.locals[0].rotation *= Quat::from_scaled_axis(within(ROOT.1));
        }
        pose
    }

    /// The joints outside their limits, with the violations.
    pub fn outside(&self, pose: &Pose) -> String {
        let one = |(joint, limit): (usize, &Option<Limit>)| {
            let rest = self.skeleton.joints()[joint].rest.rotation.as_dquat();
            let outside =
                judge::violation(limit.as_ref()?, rest, pose.locals[joint].rotation.as_dquat());
            (outside > 1e-4)
                .then(|| format!("joint {joint} is {outside:.1e} rad outside {limit:?}"))
        };
        self.limits.iter().enumerate().filter_map(one).collect::<Vec<_>>().join(", ")
    }

    /// The placements of the ends.
    pub fn places(&self, pose: &Pose) -> Vec<(DVec3, DQuat)> {
        let all = judge::forward(&self.skeleton, pose);
        self.ends.iter().map(|&end| all[end]).collect()
    }

    /// Goals at these positions, with rotations where `is_turned`.
    pub fn goals(&self, places: &[(DVec3, DQuat)], is_turned: impl Fn(usize) -> bool) -> Vec<Goal> {
        let goal = |(index, (&joint, (place, turn))): (usize, (&usize, &(DVec3, DQuat)))| {
            let goal = Goal::position(joint, place.as_vec3());
            if is_turned(index) { goal.with_orientation(turn.as_quat()) } else { goal }
        };
        self.ends.iter().zip(places).enumerate().map(goal).collect()
    }
}

/// The joints with goals: leaves first, then any others, no joint twice.
fn ends(random: &mut Random, parents: &[Option<usize>]) -> Vec<usize> {
    let is_leaf = |joint: usize| !parents.contains(&Some(joint));
    let (mut leaves, mut others): (Vec<usize>, Vec<usize>) =
        (1..parents.len()).partition(|&joint| is_leaf(joint));
    let count = (GOALS[0] + random.below(GOALS[1] + 1 - GOALS[0])).min(parents.len() / 2);
    let mut ends = Vec::new();
    while ends.len() < count {
        let from = if leaves.is_empty() { &mut others } else { &mut leaves };
        ends.push(from.swap_remove(random.below(from.len())));
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_poses_are_inside_random_limits() {
        let mut random = Random::scattered(5);
        for _ in 0..200 {
            let tree = Tree::random(&mut random, &Kind::ALL);
            assert!((8..=60).contains(&tree.skeleton.len()) && (2..=8).contains(&tree.ends.len()));
            let _ = tree.body();
            let pose = tree.pose(&mut random);
            assert_eq!(judge::violations(&tree.skeleton, &tree.limits, &pose), 0);
        }
    }
}

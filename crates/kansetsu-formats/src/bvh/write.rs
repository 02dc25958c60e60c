//! A figure in motion to a BVH file.
//!
//! At rest all rotations of a BVH file are zero, so each joint is written as its rotation from rest
//! in model space. With `G` a joint's rotation in model space and `R` its rest rotation, `D = G
//! R⁻¹`, and the channels store `D_parent⁻¹ D`. Offsets are the differences of rest positions in
//! model space. The file has the rest positions and the motion of the figure.

use kansetsu::d3::{EulerOrder, Pose, Skeleton, rotation_of};
use kansetsu::glam::{Affine3, Quat, Vec3};

use super::channel::Channel;
use super::document::Document;
use super::hierarchy::Node;
use super::layout;
use super::motion::Motion;
use super::scanner::FORMAT;
use crate::skinned::written_joints;
use crate::{Error, Figure};

/// Poses at a fixed frame time.
#[derive(Clone, Copy, Debug)]
pub struct Take<'a> {
    /// One for each frame.
    pub poses: &'a [Pose],
    /// The frame time, seconds.
    pub frame_time: f64,
}

/// A written file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// Warnings about data that the format cannot store, as sentences for people.
    pub warnings: Vec<String>,
}

/// A joint that moves less than this fraction of the figure's size against its parent has no
/// position channels: rounding moves it that much.
const STILL: f32 = 1e-5;
/// The largest rotation of an End Site that counts as zero, radians.
const UNTURNED: f32 = 1e-5;

/// Writes the relevant joints and a motion. Joints that only carry meshes are dropped; if neither a
/// skin nor the clips tell which these are, all joints are written. `source` sets the channel
/// orders if the figure came from a BVH file.
///
/// # Errors
/// [`Error::Skeleton`] for a pose of another skeleton, [`Error::Malformed`] if the position of a
/// joint is too large to be written.
pub fn write(
    figure: &Figure,
    take: &Take<'_>,
    source: Option<&Document>,
) -> Result<Written, Error> {
    let skeleton = &figure.rig.skeleton;
    if let Some(pose) = take.poses.iter().find(|pose| pose.locals.len() != skeleton.len()) {
        return Err(kansetsu::Error::PoseMismatch {
            pose: pose.locals.len(),
            skeleton: skeleton.len(),
        }
        .into());
    }
    let mut warnings = Vec::new();
    // A figure from a BVH file keeps its offsets.
    let rest = if source.is_some() { figure.file_rest_pose() } else { skeleton.rest_pose() };
    let rest = Stance::of(&skeleton.forward(&rest), None);
    let stances: Vec<Stance> =
        take.poses.iter().map(|pose| Stance::of(&skeleton.forward(pose), Some(&rest))).collect();
    let plan = Plan::new(figure, &rest, &stances, source, &mut warnings);
    let frame_time = decimal(take.frame_time as f32);
    let motion = Motion { frame_time, frames: stances.len(), values: plan.values(&stances) };
    if let Some(frame) = motion.values.iter().position(|value| !value.is_finite()) {
        let place = format!("frame {}", frame / plan.width().max(1) + 1);
        return Err(Error::Malformed {
            format: FORMAT,
            place,
            problem: "the position of a joint is too large for a number".to_owned(),
        });
    }
    Ok(Written { bytes: layout::text(&plan.nodes, &motion).into_bytes(), warnings })
}

/// The position and rotation of every joint in model space; the rotation is from rest or absolute.
struct Stance {
    places: Vec<Vec3>,
    turns: Vec<Quat>,
}

impl Stance {
    fn of(model_from_joint: &[Affine3], rest: Option<&Self>) -> Self {
        let turn = |(joint, map): (usize, &Affine3)| match rest {
            Some(rest) => rotation_of(map) * rest.turns[joint].conjugate(),
            None => rotation_of(map),
        };
        let turns = model_from_joint.iter().enumerate().map(turn).collect();
        Self { places: model_from_joint.iter().map(|map| map.translation).collect(), turns }
    }

    /// A joint's position relative to its parent, in the parent's rotated frame.
    fn offset(&self, joint: usize, parent: usize) -> Vec3 {
        self.turns[parent].conjugate() * (self.places[joint] - self.places[parent])
    }

    /// A joint's rotation relative to its parent's.
    fn turn(&self, joint: usize, parent: Option<usize>) -> Quat {
        parent
            .map_or(self.turns[joint], |parent| self.turns[parent].conjugate() * self.turns[joint])
    }
}

/// The nodes of the file, and the joint of each.
struct Plan {
    nodes: Vec<Node>,
    /// `None` for an End Site or a root that the figure does not have.
    joints: Vec<Option<usize>>,
    /// The parent joint of each node.
    parents: Vec<Option<usize>>,
}

impl Plan {
    fn new(
        figure: &Figure,
        rest: &Stance,
        stances: &[Stance],
        source: Option<&Document>,
        warnings: &mut Vec<String>,
    ) -> Self {
        let skeleton = &figure.rig.skeleton;
        let written = written_joints(figure);
        let left_out = skeleton.len() - written.len();
        if left_out > 0 {
            warnings.push(format!("{left_out} joints that only carry meshes are not written"));
        }
        let mut plan = Self { nodes: Vec::new(), joints: Vec::new(), parents: Vec::new() };
        let roots: Vec<usize> = skeleton.roots().filter(|root| written.contains(root)).collect();
        if roots.len() > 1 {
            warnings.push("the figure has several roots; a common root is added, since many programs read only the first".to_owned());
            plan.push(Node::new("root", None, rotations(EulerOrder::Zxy, true)), None, None);
        }
        let size = skeleton.size();
        let mut renamed = 0;
        // Depth first, in the order of the text.
        let mut waiting: Vec<(usize, Option<usize>)> =
            roots.iter().rev().map(|&root| (root, (roots.len() > 1).then_some(0))).collect();
        while let Some((joint, above)) = waiting.pop() {
            let parent = skeleton.joints()[joint].parent;
            let children = skeleton.children(joint).iter().copied();
            let children: Vec<usize> = children.filter(|child| written.contains(child)).collect();
            let name = safe_name(&skeleton.joints()[joint].name, joint);
            renamed += usize::from(name != skeleton.joints()[joint].name);
            let same = source.filter(|source| source.nodes.len() == skeleton.len());
            let known = same.and_then(|source| source.nodes.get(joint));
            let is_end = children.is_empty()
                && parent.is_some()
                && is_end(joint, skeleton, stances, size, known);
            let moves = parent.is_none_or(|parent| {
                stances.iter().any(|stance| moved(stance, rest, joint, parent, size))
            });
            let mut node = Node::new(
                &name,
                above,
                known.map_or_else(
                    || rotations(EulerOrder::Zxy, moves),
                    |node| complete(&node.channels, moves),
                ),
            );
            if let Some(parent) = parent {
                node.offset = (rest.places[joint] - rest.places[parent]).to_array().map(decimal);
            }
            if is_end {
                (node.is_end, node.channels) = (true, Vec::new());
            }
            let index = plan.push(node, Some(joint), parent);
            if children.is_empty() && !is_end {
                let end = Node { is_end: true, ..Node::new("", Some(index), Vec::new()) };
                plan.push(end, None, Some(joint));
            }
            waiting.extend(children.iter().rev().map(|&child| (child, Some(index))));
        }
        if renamed > 0 {
            warnings.push(format!(
                "{renamed} joints are renamed: many readers of BVH end a name at its first space"
            ));
        }
        plan
    }

    fn push(&mut self, node: Node, joint: Option<usize>, parent: Option<usize>) -> usize {
        self.nodes.push(node);
        self.joints.push(joint);
        self.parents.push(parent);
        self.nodes.len() - 1
    }

    /// The length of a row.
    fn width(&self) -> usize {
        self.nodes.iter().map(|node| node.channels.len()).sum()
    }

    /// The rows in sequence; angles continue from row to row without jumps.
    fn values(&self, stances: &[Stance]) -> Vec<f64> {
        let mut values = Vec::with_capacity(stances.len() * self.width());
        let mut angles = vec![Vec3::ZERO; self.nodes.len()];
        for stance in stances {
            for (index, node) in self.nodes.iter().enumerate() {
                let parent = self.parents[index];
                let (mut place, mut turn) = (Vec3::ZERO, Quat::IDENTITY);
                if let Some(joint) = self.joints[index] {
                    place =
                        parent.map_or(stance.places[joint], |parent| stance.offset(joint, parent));
                    turn = stance.turn(joint, parent);
                }
                angles[index] = order(&node.channels).decompose_near(turn, angles[index]);
                values.extend(node.channels.iter().map(|channel| match *channel {
                    Channel::Position(axis) => decimal(place[axis]),
                    Channel::Rotation(axis) => {
                        (f64::from(angles[index][axis]).to_degrees() * 1e6).round() / 1e6
                    }
                    Channel::Scale(_) => 1.0,
                }));
            }
        }
        values
    }
}

impl Node {
    fn new(name: &str, parent: Option<usize>, channels: Vec<Channel>) -> Self {
        Self { name: name.to_owned(), parent, offset: [0.0; 3], channels, is_end: false, line: 0 }
    }
}

/// The significant digits of a 32-bit number.
fn decimal(number: f32) -> f64 {
    // Adding zero turns -0 into 0.
    (number + 0.0).to_string().parse().unwrap_or(f64::from(number))
}

/// Whether a leaf becomes an End Site: if it was one in its file, or if its name says so and it
/// never rotates.
fn is_end(
    joint: usize,
    skeleton: &Skeleton,
    stances: &[Stance],
    size: f32,
    known: Option<&Node>,
) -> bool {
    if let Some(node) = known {
        return node.is_end;
    }
    let joints = skeleton.joints();
    let name = joints[joint].name.trim_end_matches(|c: char| c.is_ascii_digit());
    let Some(parent) = joints[joint].parent.filter(|_| name.ends_with("_end")) else {
        return false;
    };
    // The sine of half the angle: the cosine is inaccurate near 1.
    let turned = |stance: &Stance| stance.turn(joint, Some(parent)).xyz().length() * 2.0 > UNTURNED;
    let rest = skeleton.forward(&skeleton.rest_pose());
    let rest = Stance::of(&rest, Some(&Stance::of(&rest, None)));
    !stances.iter().any(|stance| turned(stance) || moved(stance, &rest, joint, parent, size))
}

/// Whether a joint leaves its rest position relative to its parent. `rest` may have absolute
/// rotations or rotations from rest: only positions count.
fn moved(stance: &Stance, rest: &Stance, joint: usize, parent: usize, size: f32) -> bool {
    stance.offset(joint, parent).distance(rest.places[joint] - rest.places[parent]) > STILL * size
}

fn rotations(order: EulerOrder, moves: bool) -> Vec<Channel> {
    let places = (0..3).filter(|_| moves).map(Channel::Position);
    places.chain(order.axes().into_iter().map(Channel::Rotation)).collect()
}

/// The channels of a file, extended so that they can store any rotation, and any position if the
/// joint moves.
fn complete(channels: &[Channel], moves: bool) -> Vec<Channel> {
    let has = |channel: Channel| channels.iter().filter(|&&other| other == channel).count() == 1;
    let turns_fully = (0..3).all(|axis| has(Channel::Rotation(axis)));
    let moves_fully = (0..3).all(|axis| has(Channel::Position(axis)));
    let is_still = !channels.iter().any(|channel| matches!(channel, Channel::Position(_)));
    if turns_fully && (moves_fully || (is_still && !moves)) {
        channels.to_vec()
    } else {
        rotations(order(channels), moves || !is_still)
    }
}

/// The order of three rotation channels; the usual order for other channels.
fn order(channels: &[Channel]) -> EulerOrder {
    let axes: Vec<usize> = channels
        .iter()
        .filter_map(
            |channel| if let Channel::Rotation(axis) = *channel { Some(axis) } else { None },
        )
        .collect();
    EulerOrder::ALL
        .into_iter()
        .find(|order| order.axes()[..] == axes[..])
        .unwrap_or(EulerOrder::Zxy)
}

fn safe_name(name: &str, joint: usize) -> String {
    let safe: String = name
        .trim()
        .chars()
        .map(
            |c| if c.is_whitespace() || c.is_control() || matches!(c, '{' | '}') { '_' } else { c },
        )
        .collect();
    if safe.is_empty() { format!("joint_{joint}") } else { safe }
}

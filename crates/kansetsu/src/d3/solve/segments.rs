//! The segments of a loaded chain, each from one joint that rotates to the next.

use glam::{DQuat, DVec3};

use crate::{d3::Chain, math::so3, solve::Problem};

/// A joint and the joints rigidly attached to it, up to the next joint that rotates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segment {
    pub(crate) node: usize,
    /// The frame with the joint's rotation, the start, and the end in that frame.
    pub(crate) frame: DQuat,
    pub(crate) start: DVec3,
    pub(crate) to_end: DVec3,
    /// From the previous segment's frame to this joint's frame before its rotation; for the first
    /// one in model space.
    pub(crate) before: DQuat,
    /// The bend axis, in model space.
    pub(crate) bend_axis: DVec3,
}

/// Loads the segments from the tree; the last one ends at `end`.
pub(crate) fn load(chain: &Chain, problem: &Problem, end: DVec3, segments: &mut Vec<Segment>) {
    segments.clear();
    let tree = &problem.tree;
    for entry in chain.turning() {
        let node = tree.node_of[entry.joint];
        let known = &tree.nodes[node];
        let above = segments.last().map_or(DQuat::IDENTITY, |segment: &Segment| segment.frame);
        segments.push(Segment {
            node,
            frame: known.frame,
            start: known.position,
            to_end: DVec3::ZERO,
            before: above.inverse() * known.before,
            bend_axis: known.frame_above() * so3::wide(entry.bend_axis),
        });
    }
    let mut next = end;
    for segment in segments.iter_mut().rev() {
        segment.to_end = segment.frame.inverse() * (next - segment.start);
        next = segment.start;
    }
}

/// Moves the base back and points each segment at the start of the next one, the last one at the
/// target; returns the largest rotation.
pub(crate) fn lay(
    chain: &Chain,
    problem: &mut Problem,
    segments: &[Segment],
    target: DVec3,
) -> f64 {
    let (mut frame, mut largest) = (DQuat::IDENTITY, 0.0_f64);
    let mut start =
        segments.first().map_or(DVec3::ZERO, |base| problem.tree.nodes[base.node].position);
    for (index, segment) in segments.iter().enumerate() {
        let far_end = segments.get(index + 1).map_or(target, |next| next.start);
        let turned = so3::rotation_between(
            segment.frame * segment.to_end,
            far_end - start,
            segment.bend_axis,
        ) * segment.frame;
        let before = frame * segment.before;
        let node = &mut problem.tree.nodes[segment.node];
        let last = node.turn;
        (node.turn, node.angle) =
            chain.body.joints[node.joint].freedom.settle((before.inverse() * turned).normalize());
        largest = largest.max(2.0 * (last.inverse() * node.turn).xyz().length());
        frame = (before * node.turn).normalize();
        start += frame * segment.to_end;
    }
    largest
}

/// Points all segments in one direction, a unit vector.
pub(crate) fn straighten(
    chain: &Chain,
    problem: &mut Problem,
    segments: &mut [Segment],
    direction: DVec3,
) {
    let mut place = segments.first().map_or(DVec3::ZERO, |base| base.start);
    for segment in segments.iter_mut() {
        segment.start = place;
        place += direction * segment.to_end.length();
    }
    lay(chain, problem, segments, place);
}

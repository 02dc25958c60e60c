//! Other poses to begin from, where one descent ends short: deterministic, and only on request.

use std::{f32::consts::FRAC_PI_2, ops::RangeInclusive};

use super::{
    BodyScratch,
    descent::{Descent, Span, descend},
    node::Node,
    nodes::{NONE, Nodes},
    tree::Body,
};
use crate::{
    d3::{
        Report,
        solve::dls::{
            link::{Freedom, Polygons},
            seeds,
        },
    },
    math::{Rot, lanes},
};

/// Where the largest miss is this fraction of the body's size or more, hinges that stand on the bound at which they rest are
/// bent before the first step; less, the less there is to do, so that a drag begins without a jump.
const FULL_BEND: f32 = 0.1;

/// Steps at most from another pose: most are there after ten, and what is not may as well begin anew.
pub(super) const STEPS: usize = 40;

/// All hinges above a goal are bent by no more than this together, radians: a rope of hinges would roll up.
const MOST_BEND: f32 = FRAC_PI_2;

/// Bends the given pose where it stands straight on a bound.
pub(super) fn bend(body: &Body, memory: &mut BodyScratch) {
    let BodyScratch { nodes: Nodes { nodes, .. }, system, .. } = memory;
    let bent = |node: &Node| seeds::bent(&body.links[node.spec], node.freedom, node.angle);
    let (mut together, mut most) = (0.0_f32, 0.0_f32);
    for block in &system.blocks {
        let mut index = block.point.node;
        while index != NONE {
            together += bent(&nodes[index]).map_or(0.0, |angle| (angle - nodes[index].angle).abs());
            index = nodes[index].parent;
        }
        (together, most) = (0.0, most.max(together));
    }
    let part = (system.largest_miss() / FULL_BEND).min(1.0) * (MOST_BEND / most.max(MOST_BEND));
    for node in nodes {
        if let Some(angle) = bent(node) {
            node.set_angle(node.angle + (angle - node.angle) * part);
            if body.reference.is_none() {
                node.ease = (node.q, node.angle);
            }
        }
    }
    memory.nodes.forward();
}

/// Tries other poses than the one that the first descent ended in, those with these numbers; the one that misses fewest goals is kept, and of those the one that costs least.
/// Gives how many steps it took.
pub(super) fn restart(
    body: &Body,
    memory: &mut BodyScratch,
    report: &mut Report,
    (numbers, span): (RangeInclusive<usize>, Span),
) -> Descent {
    let mut left = span.steps;
    let mut best = Descent { met: false, ..Descent::default() };
    let mut least = memory.system.shortfall();
    memory.nodes.keep(&mut memory.best);
    let is_mirrored = memory.system.handedness() < 0.0;
    for number in numbers {
        if left == 0 {
            break;
        }
        begin_anew(body, memory, (number, is_mirrored));
        let descent = descend(body, memory, Span { steps: left.min(STEPS), ..span });
        left -= descent.steps;
        report.restarts += 1;
        let shortfall = memory.system.shortfall();
        if descent.met || shortfall < least {
            least = shortfall;
            best.met = descent.met;
            memory.nodes.keep(&mut memory.best);
        }
        if descent.met {
            break;
        }
    }
    memory.nodes.recall(&memory.best);
    memory.system.measure(&memory.nodes);
    Descent { steps: span.steps - left, ..best }
}

/// Sets another pose to begin from: first the rest pose, bent, then in turn the best so far with only those joints turned anew that lead to no goal but those
/// that it misses, one with all joints turned anew, and the best so far with all that lead to a goal that it misses. Of goals that are each other's mirror
/// image the one set is tried from the mirror image of the other's poses.
fn begin_anew(body: &Body, memory: &mut BodyScratch, (number, is_mirrored): (usize, bool)) {
    let mut missed = u64::MAX;
    if number > 1 {
        memory.nodes.recall(&memory.best);
        memory.system.measure(&memory.nodes);
        let missing = memory.system.blocks.iter().enumerate().filter(|(_, block)| block.misses());
        missed = missing.fold(0, |mask, (index, _)| mask | 1 << index);
    }
    let mut random = seeds::Random::new(number as u64);
    for node in memory.nodes.nodes.iter_mut().filter(|node| node.freedom.moves()) {
        let (q, angle) =
            if number == 1 { seeds::rest(&body.links[node.spec], node.freedom) } else { mirrored(random.turn(node.freedom), is_mirrored) };
        let is_chosen = match number % 3 {
            2 => node.blocks & !missed == 0,
            0 => true,
            _ => node.blocks & missed != 0,
        };
        if is_chosen {
            let q = if node.freedom == Freedom::Polygon { body.project(node.joint, q) } else { q };
            (node.q, node.angle) = (lanes::of(q), angle);
        }
    }
    memory.nodes.forward();
}

/// The same, or its mirror image: links stand in frames that are mirrored across their X with the body.
fn mirrored((q, angle): (Rot, f32), is_mirrored: bool) -> (Rot, f32) {
    if is_mirrored { (Rot::new(q.x, -q.y, -q.z, q.w), -angle) } else { (q, angle) }
}

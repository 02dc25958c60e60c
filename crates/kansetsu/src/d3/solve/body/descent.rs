//! Steps downhill.
//!
//! With the turns `φ` from the ease, the comfort's stiffness `K`, what the pulls add to it `T` ([`comfort`](super::comfort)), the misses `m`
//! and how they change with the joints `J`, a step is the least of the energy's square model,
//!
//! ```text
//! (J W Jᵀ + Λ) y = m - J z       W = (K + T)⁻¹       z = -W K φ       δ = z + W Jᵀ y
//! ```
//!
//! with the bounds that hold it found by [`settle`](super::settle). It is taken whole: where it leads past the least, the next one leads back,
//! and where steps turn back what they did, they are made shorter by a larger `T`.

use glam::{Vec3, Vec4};

use super::{
    BodyScratch,
    goal::Block,
    nodes::{NONE, Nodes},
    settle::settle,
    system::System,
    tree::Body,
};
use crate::{
    d3::solve::dls::link::Polygons,
    math::{
        Rot,
        lanes::{self, dot},
    },
};

/// No joint turns farther in one step, radians: larger steps leap over bounds.
const STEP_CAP: f32 = 0.5;

/// Steps that turn back by more than this cosine swing to and fro: then what pulls add to the stiffness counts twice as much as before, up
/// to the last number, and less again after that. Without what pulls add at all (0), three of ten bodies within limits are not solved.
const BACK: f32 = -0.3;
const CAUTION: [f32; 3] = [1.0, 2.0, 64.0];
const CALMED: f32 = 0.7;

/// A step that turns nothing by more than this, radians, leads nowhere.
pub(super) const STILL: f32 = 1e-4;

/// So many steps put pins right that the last step has left a little off.
const HOLDS: usize = 3;

/// So often it is looked at again which parts of the body would come into each other in a step.
const CONTACTS: usize = 3;

/// All together turn no joint farther than this beyond what it may, radians: what takes more is left to the next frame.
const HOLD_CAP: f32 = 0.01;

/// How far a descent goes at most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) steps: usize,
    /// No joint is turned farther at its end from where it was at its beginning, radians.
    pub(super) turn: f32,
    /// When a step turns nothing by more than this, radians, what comfort asks for is done, and goals that are not met yet are met by what is
    /// left of the steps. 0 in frames: comfort is never done, or a body that rests would go to and fro.
    pub(super) settled: f32,
    /// Whether comfort asks for nothing from the beginning.
    pub(super) is_bare: bool,
    pub(super) begins: Begins,
}

/// What is known before the first step of how hard goals pull, and so of which straight limbs they push together, and which bounds hold. Where
/// frames are few steps long, a first step that knows nothing of it swings to and fro.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Begins {
    /// Nothing.
    Anew,
    /// The first step finds it, and moves nothing.
    Looking,
    /// Everything pulls as it did in a descent before.
    Pulled,
}

/// What became of a descent.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Descent {
    pub(super) steps: usize,
    /// Whether every goal is met.
    pub(super) met: bool,
    /// Whether there is nothing more to gain.
    pub(super) is_done: bool,
}

/// Goes downhill; at its end the system is measured.
pub(super) fn descend(body: &Body, memory: &mut BodyScratch, span: Span) -> Descent {
    let (mut caution, mut calms, mut polishes, mut descent) = (CAUTION[0], CALMED, span.is_bare, Descent::default());
    let [mut was_still, mut turned_back] = [false; 2];
    memory.nodes.begin_way();
    for block in &mut memory.system.blocks {
        block.sight = span.turn;
        // A pose that stands for itself is to be at its ease, if it has one, when its goals are met; where frames follow, ease comes with them.
        block.hastens = (span.begins != Begins::Anew || body.reference.is_none()) && !block.is_wish();
        block.pull = if span.begins == Begins::Pulled { block.pull } else { Vec3::ZERO };
    }
    descent.met = memory.system.measure(&memory.nodes);
    if span.begins == Begins::Pulled {
        memory.system.push_all(&mut memory.nodes);
    }
    while descent.steps < span.steps && !descent.is_done {
        let BodyScratch { nodes, system, .. } = memory;
        nodes.lean(&system.blocks);
        nodes.draw_to_ease(system, caution);
        if span.begins == Begins::Pulled && descent.steps == 0 {
            nodes.want_as_pulled(system);
        }
        if polishes {
            nodes.forget_ease();
        }
        system.assemble(nodes);
        settle(body, nodes, system);
        for _ in 0..CONTACTS {
            if !system.engage(nodes) {
                break;
            }
            settle(body, nodes, system);
        }
        if span.begins == Begins::Looking && descent.steps == 0 {
            descent.steps = 1;
            descent.met = system.measure(nodes);
            continue;
        }
        let step = advance(body, nodes, [STEP_CAP, span.turn]);
        caution = if step.turns_back { (caution * CAUTION[1]).min(CAUTION[2]) } else { (caution * calms).max(CAUTION[0]) };
        // Who turns back again was calmed too soon.
        calms = if step.turns_back && !turned_back { calms.sqrt() } else { calms };
        turned_back = step.turns_back;
        descent.steps += 1;
        descent.met = system.measure(nodes);
        if step.is_held_back && step.largest < STILL {
            break;
        }
        polishes |= step.largest < span.settled;
        // The first step tells which straight limbs are pushed together, the second bends them. And what pulls less hard than in the step before is off by
        // that until the next one, which in frames is that of the next frame.
        let is_still = step.largest < if descent.met { STILL.max(span.settled) } else { STILL };
        let is_last = descent.met || was_still || span.begins != Begins::Anew && descent.steps > 1;
        descent.is_done = is_still && is_last && !system.blocks.iter().any(Block::gives_way);
        was_still = is_still;
    }
    descent
}

/// How many of so many steps are left for [`hold`], which needs two most often; of a few steps the goals need all.
pub(super) const fn kept_for_pins(steps: usize) -> usize {
    if steps > 4 { 2 } else { 0 }
}

/// Brings pins back that the last step left a little off, by the least turns that do. Gives how many steps it took.
pub(super) fn hold(body: &Body, memory: &mut BodyScratch, (steps, turn): (usize, f32)) -> usize {
    for taken in 0..steps.min(HOLDS) {
        let BodyScratch { nodes, system, .. } = memory;
        if system.blocks.iter().all(|block| !block.is_pin || !block.misses()) {
            return taken;
        }
        for block in &mut system.blocks {
            block.rest();
        }
        nodes.draw_to_ease(system, CAUTION[0]);
        nodes.forget_ease();
        system.assemble(nodes);
        settle(body, nodes, system);
        advance(body, nodes, [STEP_CAP, turn + HOLD_CAP]);
        system.measure(nodes);
    }
    steps.min(HOLDS)
}

/// What a step did.
struct Step {
    /// How far the link went that went farthest, radians.
    largest: f32,
    turns_back: bool,
    /// Whether it was shortened, for links are not to be farther from where they were.
    is_held_back: bool,
}

/// Moves the links by their steps, none farther than the first number, nor farther from where it was than the second.
fn advance(body: &Body, nodes: &mut Nodes, [most, turn]: [f32; 2]) -> Step {
    let [mut largest, mut along, mut now, mut before] = [0.0_f32; 4];
    for mover in &nodes.movers {
        let node = &nodes.nodes[mover.node];
        let [turned, went] = [node.step, node.way].map(|way| dot(way, way).x);
        // What is no number is the largest.
        largest = [turned, went]
            .into_iter()
            .fold(largest, |largest, squared| if largest.is_nan() || squared <= largest { largest } else { squared });
        along += dot(node.step, node.last).x;
        now += dot(node.step, node.step).x;
        before += dot(node.last, node.last).x;
    }
    let largest = largest.sqrt();
    // Levers of thousands of sizes can leave a system without digits: then there is no step.
    let whole = if largest.is_finite() { 1.0_f32.min(most / largest.max(1e-20)) } else { 0.0 };
    let part = if turn < f32::INFINITY { nodes.part_within(whole, turn) } else { whole };
    if part > 0.0 {
        for mover in &nodes.movers {
            let node = &mut nodes.nodes[mover.node];
            node.last = node.step * part;
            node.gone = [node.gone[0] + node.last, node.gone[1] + node.way * part];
            node.advance(part, body);
        }
        nodes.forward();
    }
    Step {
        largest: if part > 0.0 { part * largest } else { 0.0 },
        turns_back: along < BACK * (now * before).sqrt(),
        is_held_back: part < whole,
    }
}

impl Nodes {
    /// What was before counts no more.
    pub(super) fn begin_way(&mut self) {
        self.nodes.iter_mut().for_each(|node| (node.wanted, node.last, node.gone) = (Vec4::ZERO, Vec4::ZERO, [Vec4::ZERO; 2]));
    }

    /// What part of a part of the step leaves no joint farther than `most` from where it was; a joint's links add up.
    fn part_within(&self, part: f32, most: f32) -> f32 {
        let within = |part: f32, gone: Vec4, step: Vec4| {
            let (way, far) = (gone + step * part, most * most);
            if dot(way, way).x <= far {
                return part;
            }
            let (square, along, left) = (dot(step, step).x, dot(gone, step).x, (far - dot(gone, gone).x).max(0.0));
            part.min(((along * along + square * left).sqrt() - along) / square)
        };
        let (mut joint, mut sums) = (NONE, [Vec4::ZERO; 2]);
        self.movers.iter().fold(part, |part, mover| {
            let node = &self.nodes[mover.node];
            let above = if node.joint == joint { sums } else { [Vec4::ZERO; 2] };
            (joint, sums) = (node.joint, [above[0] + node.gone[0], above[1] + node.step]);
            let part = within(part, sums[0], sums[1]);
            if node.slide > 0.0 { within(part, node.gone[1], node.way) } else { part }
        })
    }

    /// Takes what everything pulls with for what the step will be: which bounds hold then is where the search for them begins.
    fn want_as_pulled(&mut self, system: &System) {
        system.push_all(self);
        for mover in &self.movers {
            let node = &mut self.nodes[mover.node];
            node.wanted = node.step;
        }
    }

    /// No joint is drawn anywhere in the next step.
    fn forget_ease(&mut self) {
        for mover in &self.movers {
            let node = &mut self.nodes[mover.node];
            (node.drawn, node.drawn_way) = (Vec4::ZERO, Vec4::ZERO);
        }
    }

    /// How far the joint is turned from its ease that is turned farthest, radians; of several links they are taken for square to each other.
    pub(super) fn farthest_from_ease(&self) -> f32 {
        let (mut farthest, mut joint, mut squared) = (0.0_f32, NONE, 0.0);
        for mover in &self.movers {
            let node = &self.nodes[mover.node];
            squared = node.turned_squared() + if node.joint == joint { squared } else { 0.0 };
            joint = node.joint;
            farthest = farthest.max(squared);
        }
        farthest.sqrt()
    }

    /// Draws every link towards its ease until none is turned farther from it.
    pub(super) fn draw_within(&mut self, body: &impl Polygons, most: f32) {
        let farthest = self.farthest_from_ease();
        if farthest <= most {
            return;
        }
        let part = most / farthest;
        for mover in &self.movers {
            let node = &mut self.nodes[mover.node];
            if node.slide_stiffness > 0.0 {
                node.to_here = node.ease_place + (node.to_here - node.ease_place) * part;
            }
            let (ease, angle) = (lanes::rot(node.ease.0), node.ease.1 + node.angle_off_ease() * part);
            let turn: Rot = (ease * Rot::from_rotation_vector((ease.inverse() * lanes::rot(node.q)).rotation_vector() * part)).normalized();
            node.set_turn(turn, angle, body);
        }
        self.forward();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::d3::{
        Goal, Skeleton, Transform,
        solve::{Root, Scratch, WholeBody},
    };

    #[test]
    fn a_step_that_is_no_number_moves_nothing() {
        let mut builder = Skeleton::builder();
        let root = builder.root("root", Transform::IDENTITY);
        let end = builder.child(root, "end", Transform::from_translation(Vec3::X));
        let skeleton = builder.build().expect("a tree");
        let (body, mut scratch) = (Body::new(&skeleton), Scratch::default());
        let goals = [Goal::position(end, Vec3::Y)];
        let whole = WholeBody { root: Root::Free, ..WholeBody::default() };
        for (step, way) in [(Vec4::NAN, Vec4::ZERO), (Vec4::ZERO, Vec4::NAN), (Vec4::INFINITY, Vec4::ZERO), (Vec4::NAN, Vec4::X)] {
            whole.begin((&body, &goals), &skeleton.rest_pose(), None, &mut scratch).expect("well formed");
            let nodes = &mut scratch.body.nodes;
            for mover in &nodes.movers {
                (nodes.nodes[mover.node].step, nodes.nodes[mover.node].way) = (step, way);
            }
            for turn in [f32::INFINITY, 0.04] {
                assert_eq!(advance(&body, nodes, [STEP_CAP, turn]).largest, 0.0, "{step} {way}");
            }
            assert!(nodes.nodes.iter().all(|node| node.q == Vec4::W && node.to_here.is_finite()), "{step} {way}");
        }
    }
}

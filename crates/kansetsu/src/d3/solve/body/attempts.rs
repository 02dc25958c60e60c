//! Which poses are tried, and which goals give way when not all can be met.
//!
//! The first attempt begins from the given pose. Where it leaves goals unmet, the one that misses by most is let go, then the
//! next, until the others are met. If each of those lies beyond what its limb can reach from where the others hold the trunk, that
//! is the answer: other poses would bring nothing, and the answer follows the goals without jumps. Otherwise other poses are tried; where even
//! they do not meet all goals they have told which give way, and these are let go once more from the given pose. At last all that misses
//! comes as near as it can.

use super::{
    BodyScratch, Root, WholeBody,
    descent::{FIRST_TRY, TRY},
    step::swinging_step,
    system::{Block, Kind},
    tree::Body,
};
use crate::{
    d3::{
        Goal, Report,
        solve::dls::{
            link::{Freedom, Polygons},
            seeds,
        },
    },
    math::{Rot, lanes},
};

/// Where the largest miss is this part of the body's size or more, hinges that stand on the bound at which they rest are
/// bent before the first attempt; less, the less there is to do, so that a drag begins without a jump.
const FULL_BEND: f32 = 0.1;

/// Steps with the goals that miss softened, and steps without them.
const SOFT_STEPS: usize = 16;
const LAST_STEPS: usize = 30;

/// Steps at most until goals that cannot be met have come as near as they can, and what counts as no step, radians.
const REST_STEPS: usize = 1500;
const AT_REST: f32 = 1e-7;

/// The damping meanwhile, at least: at first, and where the others are lost by it. Goals push back by what they miss over it: with less,
/// where all end is a matter of rounding after all. But it takes longer, and pins are kept to in a drag.
const FIRM: [f32; 2] = [1e-3, 3e-5];

/// Other poses are given up after so many attempts that end as near to the goals as the best, within 2 %.
const SAME_ENDS: usize = 10;

/// What a goal's miss at the start counts at least, as a part of the body's size.
const DRAWN: f32 = 1e-2;

/// How many other poses are tried for the goals that are left when others are let go.
const RESTARTS_WITHOUT: usize = 4;

/// An end counts as better when its squared error is less than this part of the best: of two that are alike, which is the
/// better one would be a matter of rounding.
const BETTER: f32 = 0.98;

impl WholeBody {
    /// From the given pose, then from others; what is left unmet is softened and let go; pins come last, alone.
    pub(super) fn attempts(&self, body: &Body, goals: &[Goal], memory: &mut BodyScratch, report: &mut Report) {
        memory.system.blocks.iter_mut().for_each(|block| block.miss_at_start = block.residual.length());
        memory.manner = if memory.nodes.is_limited() { FIRST_TRY } else { TRY };
        begin(body, memory);
        memory.nodes.forward();
        memory.nodes.keep(&mut memory.start);
        self.steps(body, memory, report, (if self.posture > 0.0 { self.posture_steps } else { 0 }, true));
        let (squared, met) = self.approach(body, memory, report);
        if met {
            return;
        }
        memory.nodes.keep(&mut memory.best);
        let is_settled = self.let_worst_go(body, memory, report);
        if !memory.only_far_goals_miss(|_| true) {
            memory.nodes.keep(&mut memory.fallback);
            let let_go = memory.take_back();
            memory.recall();
            let out_of_reach = self.root != Root::Free && memory.nodes.is_out_of_reach(body, goals);
            if !out_of_reach && self.restart(body, memory, report, (squared, self.max_restarts)) {
                return;
            }
            if is_settled {
                memory.let_go(let_go);
                memory.nodes.recall(&memory.fallback);
                memory.system.measure(&memory.nodes);
            } else {
                memory.recall();
                self.let_worst_go(body, memory, report);
            }
        }
        if memory.system.blocks.iter().any(|block| block.is_pin) {
            memory.system.blocks.iter_mut().for_each(|block| block.is_let_go |= !block.is_pin);
            self.approach(body, memory, report);
        }
        // Where other poses were tried, they tell which goals give way. Where these end is told from the given pose alone: many attempts
        // in a row end elsewhere for every bit that is rounded differently.
        if report.restarts > 0 && memory.system.blocks.iter().any(|block| block.is_let_go) {
            self.without(body, memory, report);
        }
        self.come_to_rest(body, memory, report);
    }

    /// Lets goals that cannot be met come as near as they can: until nothing moves, so that where they end is no matter of rounding. Where the
    /// others are then too far from theirs to be met again they are held firmer.
    fn come_to_rest(&self, body: &Body, memory: &mut BodyScratch, report: &mut Report) {
        memory.system.blocks.iter_mut().for_each(|block| block.is_let_go |= !block.is_pin && block.misses());
        memory.nodes.keep(&mut memory.last);
        memory.system.measure(&memory.nodes);
        self.set_posture(&mut memory.nodes, false);
        // Pins are as firm the first time.
        let is_pinned = memory.system.blocks.iter().any(|block| block.is_pin);
        for firm in FIRM.into_iter().take(if is_pinned { 1 } else { FIRM.len() }) {
            self.rest(body, memory, report, (!is_pinned).then_some(firm));
            memory.nodes.keep(&mut memory.best);
            memory.drop_let_go(true);
            let (_, met) = self.steps(body, memory, report, (LAST_STEPS, false));
            memory.drop_let_go(false);
            if met {
                return;
            }
            memory.recall();
        }
        memory.nodes.recall(&memory.last);
        memory.system.measure(&memory.nodes);
    }

    /// Makes steps until nothing moves; where the other goals are held firmly, with so much damping at least.
    fn rest(&self, body: &Body, memory: &mut BodyScratch, report: &mut Report, firm: Option<f32>) {
        memory.swing.begin(&memory.nodes);
        memory.system.forget();
        for _ in 0..REST_STEPS {
            let mut damping = memory.system.damping(1.0, TRY.caution);
            if let Some(firm) = firm {
                damping = damping.max(firm);
                memory.system.push_on(damping);
            }
            memory.system.assemble(&memory.nodes, false);
            let size = swinging_step(body, memory, damping);
            report.iterations += 1;
            memory.system.measure(&memory.nodes);
            if size < AT_REST || memory.swing.is_aimless(size) {
                break;
            }
        }
    }

    /// Tries other poses than the best, which leaves so much error; the nearest end is kept. Gives whether the goals are met.
    fn restart(&self, body: &Body, memory: &mut BodyScratch, report: &mut Report, (mut least, most): (f32, usize)) -> bool {
        memory.manner = TRY;
        let mut same_ends = 1;
        let is_mirrored = memory.system.handedness() < 0.0;
        for number in 1..=most.min(self.max_restarts) {
            begin_anew(body, memory, (number, is_mirrored));
            memory.nodes.forward();
            if number == 1 && self.posture > 0.0 {
                self.steps(body, memory, report, (self.posture_steps, true));
            }
            let (squared, met) = self.approach(body, memory, report);
            report.restarts += 1;
            if met {
                return true;
            }
            same_ends = if squared < BETTER * least { 1 } else { same_ends + usize::from(squared * BETTER < least) };
            if squared < BETTER * least {
                least = squared;
                memory.nodes.keep(&mut memory.best);
            }
            if same_ends >= SAME_ENDS {
                break;
            }
        }
        false
    }

    /// Lets the goal go that misses by most; if the others cannot be met even so, also from other poses, the next one too. Gives whether
    /// those that are left are met.
    fn let_worst_go(&self, body: &Body, memory: &mut BodyScratch, report: &mut Report) -> bool {
        while let Some(goal) = memory.worst() {
            memory.system.blocks.iter_mut().for_each(|block| block.is_let_go |= block.goal == goal);
            let (squared, met) = self.approach(body, memory, report);
            if met || self.settle_others(body, memory, report, squared) {
                self.take_back_all_but(goal, body, memory, report);
                return true;
            }
        }
        false
    }

    /// Meets the goals that are not let go from other poses, unless they are too far.
    fn settle_others(&self, body: &Body, memory: &mut BodyScratch, report: &mut Report, squared: f32) -> bool {
        if memory.only_far_goals_miss(|block| !block.is_let_go) {
            return false;
        }
        if self.without(body, memory, report) {
            return true;
        }
        std::mem::swap(&mut memory.best, &mut memory.fallback);
        memory.nodes.keep(&mut memory.best);
        let met = self.restart(body, memory, report, (squared, RESTARTS_WITHOUT));
        if !met {
            memory.recall();
        }
        std::mem::swap(&mut memory.best, &mut memory.fallback);
        met
    }

    /// Of the goals that were let go before `last`, those that can be met after all are met.
    fn take_back_all_but(&self, last: usize, body: &Body, memory: &mut BodyScratch, report: &mut Report) {
        for index in 0..memory.system.blocks.len() {
            let Block { goal, is_let_go, .. } = memory.system.blocks[index];
            if !is_let_go || goal == last {
                continue;
            }
            memory.nodes.keep(&mut memory.last);
            memory.system.blocks.iter_mut().for_each(|block| block.is_let_go &= block.goal != goal);
            if !self.approach(body, memory, report).1 {
                memory.system.blocks.iter_mut().for_each(|block| block.is_let_go |= block.goal == goal);
                memory.nodes.recall(&memory.last);
                memory.system.measure(&memory.nodes);
            }
        }
    }

    /// Meets the goals that are not let go from the first pose, as if the others were not, and draws it near those then.
    fn without(&self, body: &Body, memory: &mut BodyScratch, report: &mut Report) -> bool {
        memory.nodes.keep(&mut memory.last);
        memory.nodes.recall(&memory.start);
        memory.drop_let_go(true);
        self.steps(body, memory, report, (if self.posture > 0.0 { self.posture_steps } else { 0 }, true));
        let (_, met) = self.steps(body, memory, report, (self.max_iterations, false));
        memory.drop_let_go(false);
        if !met {
            memory.nodes.recall(&memory.last);
            memory.system.measure(&memory.nodes);
            return false;
        }
        memory.nodes.keep(&mut memory.last);
        if !self.approach(body, memory, report).1 {
            memory.nodes.recall(&memory.last);
            memory.system.measure(&memory.nodes);
        }
        true
    }

    /// Meets the goals as well as it can; where some are let go, the others, near those. Gives the squared error of the goals that are
    /// not let go and whether they are met.
    fn approach(&self, body: &Body, memory: &mut BodyScratch, report: &mut Report) -> (f32, bool) {
        if memory.system.blocks.iter().all(|block| !block.is_let_go) {
            let end = self.steps(body, memory, report, (self.max_iterations, false));
            if end.1 || memory.system.blocks.iter().all(|block| !block.is_pole()) {
                return end;
            }
            // What the poles ask for may be against the goals: these alone have the last word.
            memory.system.blocks.iter_mut().for_each(|block| block.dropped = block.is_pole());
            let end = self.steps(body, memory, report, (LAST_STEPS, false));
            memory.drop_let_go(false);
            return end;
        }
        self.steps(body, memory, report, (SOFT_STEPS, false));
        memory.drop_let_go(true);
        let end = self.steps(body, memory, report, (LAST_STEPS, false));
        memory.drop_let_go(false);
        end
    }
}

impl BodyScratch {
    fn recall(&mut self) {
        self.nodes.recall(&self.best);
        self.system.measure(&self.nodes);
    }

    /// The goal to let go, if another one is left: of those that miss the one that misses by most, counting also by how much it
    /// missed at the start. In a drag that is the goal that is dragged, not one that it draws along.
    fn worst(&self) -> Option<usize> {
        let left = || self.system.blocks.iter().filter(|block| !block.is_let_go && !block.is_pole());
        // Residuals are weighted once; once more the other way, so that what counts less goes first.
        let miss = |block: &Block| {
            let at_start = (block.miss_at_start + DRAWN) / block.weight;
            block.residual.length() * (at_start * at_start)
        };
        let worst = left().filter(|block| !block.is_pin).max_by(|a, b| miss(a).total_cmp(&miss(b)))?;
        left().any(|block| block.goal != worst.goal).then_some(worst.goal)
    }

    /// Whether every chosen goal that is not met lies beyond its limb.
    fn only_far_goals_miss(&self, chosen: impl Fn(&Block) -> bool) -> bool {
        self.system.blocks.iter().filter(|block| chosen(block) && block.misses()).all(|block| {
            let own = self.blocks_of(block.goal);
            matches!(block.kind, Kind::Place(target) if block.rows.is_none() && self.nodes.is_beyond_limb(block.point, target, own))
        })
    }

    fn blocks_of(&self, goal: usize) -> u64 {
        self.mask(|block| block.goal == goal)
    }

    fn mask(&self, chosen: impl Fn(&Block) -> bool) -> u64 {
        self.system.blocks.iter().enumerate().fold(0, |mask, (index, block)| mask | u64::from(chosen(block)) << index)
    }

    /// Leaves the goals that are let go out of account, or takes them into it again.
    fn drop_let_go(&mut self, out: bool) {
        self.system.blocks.iter_mut().for_each(|block| block.dropped = out && (block.is_let_go || block.is_pole()));
        self.system.measure(&self.nodes);
    }

    /// Takes all goals back that were let go, and gives which.
    fn take_back(&mut self) -> u64 {
        let let_go = self.mask(|block| block.is_let_go);
        self.system.blocks.iter_mut().for_each(|block| block.is_let_go = false);
        let_go
    }

    fn let_go(&mut self, chosen: u64) {
        self.system.blocks.iter_mut().enumerate().for_each(|(index, block)| block.is_let_go = chosen >> index & 1 == 1);
    }
}

/// Sets the pose that the first attempt begins from: the given one, bent where it stands straight on a bound.
fn begin(body: &Body, memory: &mut BodyScratch) {
    let part = (memory.system.largest_miss() / FULL_BEND).min(1.0);
    for node in &mut memory.nodes.nodes {
        if let Some(angle) = seeds::bent(&body.links[node.spec], node.freedom, node.angle) {
            node.set_angle(node.angle + (angle - node.angle) * part);
        }
        node.start = (node.q, node.angle);
    }
}

/// Sets another pose to begin from: first the rest pose, bent, then the best so far with the joints of the goals that it
/// misses turned anew: in turn all that lead to such a goal, and only those that lead to no other. Of goals that are each
/// other's mirror image the one set is tried from the mirror image of the other's poses.
fn begin_anew(body: &Body, memory: &mut BodyScratch, (number, is_mirrored): (usize, bool)) {
    let mut missed = u64::MAX;
    if number > 1 {
        memory.recall();
        missed = memory.mask(|block| block.misses() && !block.is_let_go);
    }
    let mut random = seeds::Random::new(number as u64);
    for node in memory.nodes.nodes.iter_mut().filter(|node| node.freedom.moves()) {
        let (q, angle) =
            if number == 1 { seeds::rest(&body.links[node.spec], node.freedom) } else { mirrored(random.turn(node.freedom), is_mirrored) };
        let is_chosen = if number.is_multiple_of(2) { node.blocks & !missed == 0 } else { node.blocks & missed != 0 };
        if is_chosen {
            let q = if node.freedom == Freedom::Polygon { body.project(node.joint, q) } else { q };
            (node.q, node.angle) = (lanes::of(q), angle);
        }
    }
}

/// The same, or its mirror image: links stand in frames that are mirrored across their X with the body.
fn mirrored((q, angle): (Rot, f32), is_mirrored: bool) -> (Rot, f32) {
    if is_mirrored { (Rot::new(q.x, -q.y, -q.z, q.w), -angle) } else { (q, angle) }
}

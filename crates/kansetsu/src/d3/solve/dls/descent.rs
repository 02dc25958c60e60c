//! Steps that gain.
//!
//! A step of damped least squares that leads too far is shortened to the best part of its way, smoothly: to reject it and damp
//! more would be another answer for a target a hair away.

use super::{LEVER, Links, Miss, Task, linear::dot, step::System};
use crate::d3::{
    Chain,
    solve::shorten::{ENOUGH, SHORTENINGS, Way},
};

/// Damping beside that of the squared error: this times the trace of `J Jᵀ`.
const DAMPING: f32 = 1e-6;

/// No joint turns farther in one step, radians.
const STEP_CAP: f32 = 1.0;

/// A rejected step is tried again with this much more damping, so many times.
const MORE_DAMPING: f32 = 8.0;
const TRIES: usize = 5;

/// How steps are made.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    /// Damping: this times the squared error, and that times the error.
    pub(super) damping: f32,
    pub(super) caution: f32,
    /// All joints together turn no farther in one step, radians, and no farther than so much times the root of the error: that is
    /// how far a straight or a folded limb turns to come nearer. Without the first cap the answer jumps for long chains, without the second
    /// one steps go to and fro along a bound.
    pub(super) reach: f32,
    pub(super) reach_for_error: f32,
    /// A step may lose this part of the squared error.
    pub(super) slack: f32,
    /// What part of the step is made.
    pub(super) part: f32,
    /// Whether a step that leads too far is shortened.
    pub(super) shortens: bool,
    /// An attempt ends after so many steps that each gain next to nothing.
    pub(super) stall: usize,
    /// Nearly there an attempt may have so many times more steps.
    pub(super) patience: usize,
}

/// In an attempt, and in the first.
pub(super) const TRY: Manner = Manner {
    damping: 0.1,
    caution: 0.0,
    reach: 1.5,
    reach_for_error: f32::INFINITY,
    slack: 0.0,
    part: 1.0,
    shortens: false,
    stall: 6,
    patience: 1,
};
pub(super) const FIRST_TRY: Manner = Manner { shortens: true, ..TRY };

/// For a place alone, from where the chain stands: with steps that stay nearer to the way that the tip would be led. Where bounds bend a
/// chain's way, long steps lead to one side for a target and to the other for one next to it. At a saddle and along a bound the way is slow,
/// and another pose to begin from would end elsewhere: along limits arms jump far less often with so much patience. A pose, and
/// what a robot arm is asked for, would take a third more steps.
pub(super) const CAREFUL_TRY: Manner = Manner { caution: 0.03, reach: 1.0, reach_for_error: 2.5, stall: 120, patience: 10, ..FIRST_TRY };

/// Where an answer is settled. With much of the error left, less damping makes steps that go too far; rounding hides the last
/// gains.
pub(super) const SETTLE: Manner = Manner { damping: 1.0, slack: 1e-6, ..TRY };

/// Makes a part of the step that was found.
#[inline]
fn advance<const N: usize>(task: &Task<'_>, chain: &Chain, links: &mut Links, scale: f32) -> Miss<N> {
    for link in links.links.iter_mut().filter(|link| link.freedom.moves()) {
        link.advance(scale, chain);
    }
    links.forward();
    task.miss::<N>(links)
}

/// One accepted step; `None` when no damping makes one that gains.
pub(super) fn step<const N: usize>(
    task: &Task<'_>,
    chain: &Chain,
    links: &mut Links,
    (miss, manner): (&Miss<N>, Manner),
) -> Option<Miss<N>> {
    let mut system = System::new(&mut links.links, miss.residual, LEVER);
    system.keep_rows(&mut links.links, miss.rows);
    let error = miss.squared.sqrt();
    let reach = manner.reach.min(manner.reach_for_error * error.sqrt());
    let mut damping = manner.damping * miss.squared + manner.caution * error + DAMPING * system.trace() + 1e-9;
    for _ in 0..TRIES {
        let loss = system.solve(&mut links.links, chain, damping);
        let (mut sum, mut largest) = (0.0_f32, 0.0_f32);
        for link in &links.links {
            let size = link.step.length();
            sum += size;
            largest = largest.max(size);
        }
        let scale = manner.part * 1.0_f32.min(STEP_CAP / largest).min(reach / sum);
        links.remember();
        let mut next = advance::<N>(task, chain, links, scale);
        let mut part = scale;
        for _ in 0..if manner.shortens { SHORTENINGS } else { 0 } {
            let loss = loss.map(|row| part * row);
            let gain = (miss.squared - next.squared) / (2.0 * dot(&miss.residual, &loss));
            if gain >= ENOUGH {
                break;
            }
            part *= way(&miss.residual, &loss, &next.residual).shortened(gain);
            links.recall();
            next = advance::<N>(task, chain, links, part);
        }
        if next.squared < miss.squared * (1.0 + manner.slack) {
            return Some(next);
        }
        links.recall();
        damping *= MORE_DAMPING;
    }
    None
}

/// What is known of a step's way: what misses at its beginning, what it promised to take, and what misses at its end.
fn way<const N: usize>(beginning: &[f32; N], loss: &[f32; N], end: &[f32; N]) -> Way {
    let mut way = Way::default();
    for ((beginning, loss), end) in beginning.iter().zip(loss).zip(end) {
        way.add(*beginning, *loss, *end);
    }
    way
}

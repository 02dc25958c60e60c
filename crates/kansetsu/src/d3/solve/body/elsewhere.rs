//! Where goals rest and are not met from where the body stands, other poses are looked for from which they are, a few in each frame; and the next
//! frames go there, pins in their places.

use super::{
    BodyScratch, INSISTS, UNMOVED, WholeBody,
    descent::{Begins, Descent, Span, hold},
    follow::{GLIDE, TrackingState},
    restart::{self, STEPS},
    tree::Body,
};
use crate::d3::{Pose, Report};

impl WholeBody {
    /// Tries the next of the other poses, as many as these steps suffice for. Where the body stands stays.
    pub(super) fn look_elsewhere(
        &self,
        body: &Body,
        (memory, report): (&mut BodyScratch, &mut Report),
        (pose, state): (&Pose, &mut TrackingState),
        steps: usize,
    ) -> usize {
        let numbers = state.attempts + 1..=self.max_restarts.min(state.attempts + (steps / STEPS).max(1));
        let span = Span { steps, turn: f32::INFINITY, settled: 0.0, is_bare: false, begins: Begins::Looking };
        memory.nodes.keep(&mut memory.first);
        memory.system.strengthen(0.0);
        memory.system.strengthen(INSISTS.1);
        let tried = restart::restart(body, memory, report, (numbers, span));
        state.attempts += report.restarts;
        state.transition = tried.met.then(|| {
            let mut found = pose.clone();
            memory.nodes.store(body, &mut found, UNMOVED);
            found
        });
        memory.system.strengthen(0.0);
        memory.nodes.recall(&memory.first);
        memory.system.measure(&memory.nodes);
        tried.steps
    }

    /// Goes on towards the pose that was found, which is loaded as the ease.
    pub(super) fn go_elsewhere(&self, body: &Body, memory: &mut BodyScratch, state: &mut TrackingState) -> Descent {
        let far = memory.nodes.farthest_from_ease();
        memory.nodes.draw_within(body, (far - GLIDE).max(0.0));
        memory.system.measure(&memory.nodes);
        memory.nodes.begin_way();
        let steps = hold(body, memory, (self.max_steps, 0.0));
        // Pins can stand in the way.
        if far <= GLIDE || memory.nodes.farthest_from_ease() >= far {
            state.transition = None;
        }
        state.multipliers.clear();
        (state.penalty, state.cost) = (INSISTS.1, memory.system.cost());
        Descent { steps, ..Descent::default() }
    }
}

//! The active set: what bounds hold in a step. Limits of joints hold directions of movers;
//! inequality tasks have their row or none.

use glam::DVec3;

use super::{
    Body,
    constants::{LEAST_NEW, NEGLIGIBLE, PIN_TOLERANCE, PROBE},
    problem::{Motion, Mover, Problem},
    task::Task,
};
use crate::{
    kinematics::{NONE, Screw},
    math::so3,
};

impl Problem {
    /// A mover on its bound that is drawn outwards holds.
    pub(super) fn hold_at_bound(&self, body: &Body, mover: &mut Mover, force: DVec3) {
        let length = force.length();
        if length < NEGLIGIBLE || mover.motion == Motion::Slide || !mover.is_at_bound {
            return;
        }
        let Some((out, by)) = self.beyond(body, mover, force * (PROBE / length)) else { return };
        let inwards = (by - PROBE * out.dot(force) / length).max(0.0);
        mover.hold(out, -inwards.min(PROBE));
    }

    /// Where a mover would leave its limit: the way out in model space, and how far.
    fn beyond(&self, body: &Body, mover: &Mover, way: DVec3) -> Option<(DVec3, f64)> {
        let node = &self.tree.nodes[mover.node];
        let freedom = &body.joints[node.joint].freedom;
        match mover.motion {
            Motion::Slide => None,
            Motion::Hinge => freedom
                .beyond_range(node.angle + way.dot(mover.axis))
                .map(|(sign, by)| (mover.axis * sign, by)),
            Motion::Ball => {
                let rotated = so3::exp(node.before.inverse() * way) * node.turn;
                freedom.beyond_limit(rotated).map(|(out, by)| (node.before * out, by))
            }
        }
    }

    /// Exchanges bounds: holds what would leave its limit, releases what is pulled inside, switches
    /// inequalities. Returns whether there were any.
    pub(super) fn exchange(&mut self, body: &Body) -> bool {
        let mut movers = std::mem::take(&mut self.movers);
        let mut is_changed = false;
        for mover in &mut movers {
            let loose = (0..mover.held_count).find(|&which| {
                mover.free.dot(mover.held[which].0) < mover.held[which].1 - NEGLIGIBLE
            });
            if let Some(which) = loose {
                mover.held_count -= 1;
                mover.held.swap(which, mover.held_count);
                is_changed = true;
            } else if let Some((out, by)) = self.beyond(body, mover, mover.way) {
                is_changed |= mover.hold(out, out.dot(mover.way) - by);
            } else {
                mover.ends_inside = true;
            }
        }
        self.movers = movers;
        if self.tasks.iter().any(Task::is_inequality) {
            is_changed |= self.exchange_tasks();
        }
        is_changed
    }

    fn exchange_tasks(&mut self) -> bool {
        let twists = &mut self.equations.response;
        twists.clear();
        for (index, node) in self.tree.nodes.iter().enumerate() {
            let above = if node.parent == NONE { Screw::ZERO } else { twists[node.parent] };
            let (first, count) = self.movers_of[index];
            let own = self.movers[first..first + count]
                .iter()
                .map(|mover| mover.twist(node.position, mover.way));
            twists.push(own.fold(above, |sum, twist| sum + twist));
        }
        let mut is_changed = false;
        for number in 0..self.tasks.len() {
            let task = &self.tasks[number];
            if !task.is_inequality() || task.rows.count == 0 {
                continue;
            }
            let direction = task.rows.directions[0];
            let wanted = if task.is_active {
                task.pull.dot(direction) > 0.0
            } else {
                let ends = self.ends.iter().filter(|end| end.task == number);
                let gone = ends.map(|end| {
                    task.wrench(end.place, direction * end.factor).dot(&twists[end.node])
                });
                gone.sum::<f64>() < task.rows.residual[0] - PIN_TOLERANCE
            };
            is_changed |= wanted != task.is_active;
            self.tasks[number].is_active = wanted;
        }
        is_changed
    }
}

impl Mover {
    /// From now on it goes by `by` along a direction; `false` if it is held there already.
    fn hold(&mut self, direction: DVec3, by: f64) -> bool {
        let (mut direction, mut by) = (direction, by);
        for &(other, held) in &self.held[..self.held_count] {
            by -= direction.dot(other) * held;
            direction -= other * direction.dot(other);
        }
        let length = direction.length();
        if length < LEAST_NEW || self.held_count == 3 {
            return false;
        }
        self.held[self.held_count] = (direction / length, by / length);
        self.held_count += 1;
        true
    }
}

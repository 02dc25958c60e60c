//! One bounded step: damped least squares in the dual form, with all bounds in one active set.
//!
//! ```text
//! (J W Jᵀ + Λ) y = e − J z        δ = z + W Jᵀ y
//! ```
//!
//! `e` are the residuals of the tasks and `y` their multipliers, `Λ` is the compliance of the
//! tasks, `W` the inverse stiffness of the joints and `z` where the posture alone would take them.
//! What a bound holds moves along no direction that leads out of it: limits of joints hold
//! directions of movers, inequality tasks have a row or none. Sources: C. W. Wampler, "Manipulator
//! inverse kinematic solutions based on vector formulations and damped least-squares methods", IEEE
//! Trans. SMC 16(1), 1986; R. Featherstone, "Rigid Body Dynamics Algorithms", 2008, chapter 8 (`J W
//! Jᵀ` by sums along the tree).

use glam::DVec3;

use super::{
    Body,
    constants::{
        CAUTION_DECAY, CORRECTION_DAMPING, HOLD, LEAST_COMPLIANCE, LEAST_DAMPING, MOST_CAUTION,
        NEARLY_MET, NEGLIGIBLE, PASSES, PENALTY_FACTOR, PIN_WEIGHT, PROXIMAL, SUGIHARA,
    },
    mode::Mode,
    problem::{Equations, Motion, Mover, Problem},
    task::{Kind, Task},
};
use crate::{
    kinematics::{Freedom, Mobility, NONE, Node, Screw},
    math::{factor, so3},
};

impl Problem {
    /// One step, in which no joint moves by more than `cap` radians; returns the largest rotation.
    pub(super) fn step(&mut self, body: &Body, mode: &Mode, cap: f64) -> f64 {
        self.begin_step(mode);
        self.bend_straight(body);
        self.gather();
        self.prepare_movers(body, mode);
        for pass in 1..=PASSES {
            self.assemble();
            self.solve_rows();
            self.gather();
            self.move_movers();
            if pass == PASSES || !self.exchange(body) {
                break;
            }
        }
        if mode.corrects.is_none() {
            self.damp_oscillation();
        }
        let largest = self.movers.iter().map(|mover| mover.way.length()).fold(0.0, f64::max);
        if !largest.is_finite() {
            return 0.0;
        }
        let part = (cap / largest.max(NEGLIGIBLE)).min(1.0);
        self.apply(body, part);
        largest * part
    }

    /// Decides which tasks take part, their compliance, and the first pulls.
    fn begin_step(&mut self, mode: &Mode) {
        let damping = if mode.corrects.is_some() {
            CORRECTION_DAMPING
        } else {
            (SUGIHARA * self.cost + LEAST_DAMPING) * self.caution
        };
        let is_fresh = mode.strength.is_none() || !self.has_pulls;
        self.has_pulls = true;
        for task in &mut self.tasks {
            if task.is_avoidance() && mode.strength.is_none()
                || mode.corrects.is_some_and(|which| !task.is_corrected(which))
            {
                task.rows.count = 0;
            }
            task.compliance = compliance(task, mode, damping);
            task.is_active = task.rows.count > 0
                && (!task.is_inequality() || task.is_active || task.rows.residual[0] > 0.0);
            if !task.is_active {
                task.pull = DVec3::ZERO;
            } else if is_fresh {
                let is_rigid = task.is_pin && mode.strength.is_some();
                let residual = (0..task.rows.count)
                    .map(|row| task.rows.directions[row] * task.rows.residual[row]);
                task.pull =
                    if is_rigid { DVec3::ZERO } else { residual.sum::<DVec3>() / task.compliance };
            }
        }
    }

    /// Sums the pulls of the tasks below each node.
    fn gather(&mut self) {
        let wrench = &mut self.equations.wrench;
        wrench.clear();
        wrench.resize(self.tree.nodes.len(), Screw::ZERO);
        for end in &self.ends {
            let task = &self.tasks[end.task];
            wrench[end.node] += task.wrench(end.place, task.pull * end.factor);
        }
        sum_upwards(&self.tree.nodes, wrench);
    }

    /// The generalized force of the pulls on a mover.
    fn force_on(&self, mover: &Mover) -> DVec3 {
        let wrench = &self.equations.wrench[mover.node];
        match mover.motion {
            Motion::Slide => wrench.linear,
            Motion::Hinge => {
                mover.axis
                    * mover.axis.dot(wrench.moment_about(self.tree.nodes[mover.node].position))
            }
            Motion::Ball => wrench.moment_about(self.tree.nodes[mover.node].position),
        }
    }

    /// How stiff each mover is, where the posture draws it, and which bounds hold it from the
    /// start.
    fn prepare_movers(&mut self, body: &Body, mode: &Mode) {
        let mut movers = std::mem::take(&mut self.movers);
        for mover in &mut movers {
            let node = &self.tree.nodes[mover.node];
            if let (Freedom::Hinge { axis, .. }, Motion::Hinge) =
                (&body.joints[node.joint].freedom, mover.motion)
            {
                mover.axis = node.before * *axis;
            }
            (mover.held_count, mover.weight, mover.drift) = (0, 1.0 / mover.stiffness, DVec3::ZERO);
        }
        let has_posture = mode.strength.is_some();
        if has_posture {
            self.recruit(&movers);
            self.stiffen();
        }
        for mover in &mut movers {
            let mut force = self.force_on(mover);
            if has_posture {
                let deflection = self.deflection(mover);
                let stiffness = mover.stiffness
                    * self.groups.get(mover.group).map_or(1.0, |group| group.factor)
                    / mode.penalty;
                let geometric = if mover.motion == Motion::Slide {
                    0.0
                } else {
                    self.equations.geometric[mover.node]
                };
                mover.weight =
                    1.0 / (stiffness + self.caution * geometric + PROXIMAL * mover.stiffness);
                mover.drift = deflection * (-stiffness * mover.weight);
                force -= deflection * stiffness;
            }
            self.hold_at_bound(body, mover, force);
        }
        self.movers = movers;
    }

    /// Lays out the rows of the active tasks, and sums mobility and drift along the tree.
    fn assemble(&mut self) {
        let equations = &mut self.equations;
        equations.rows = 0;
        for task in self.tasks.iter_mut().filter(|task| task.is_active) {
            task.first_row = equations.rows;
            equations.rows += task.rows.count;
        }
        equations.mobility.clear();
        equations.drift.clear();
        for (index, node) in self.tree.nodes.iter().enumerate() {
            let above = (node.parent != NONE).then_some(node.parent);
            let mut mobility = above.map_or(Mobility::ZERO, |parent| equations.mobility[parent]);
            let mut drift = above.map_or(Screw::ZERO, |parent| equations.drift[parent]);
            let (first, count) = self.movers_of[index];
            for mover in &self.movers[first..first + count] {
                mover.add_to(&mut mobility, node.position);
                drift += mover.twist(node.position, mover.given());
            }
            equations.mobility.push(mobility);
            equations.drift.push(drift);
        }
        let rows = equations.rows;
        equations.matrix.clear();
        equations.matrix.resize(rows * rows, 0.0);
        equations.solution.clear();
        for task in self.tasks.iter().filter(|task| task.is_active) {
            equations.solution.extend_from_slice(&task.rows.residual[..task.rows.count]);
            for row in task.first_row..task.first_row + task.rows.count {
                equations.matrix[row * rows + row] = task.compliance;
            }
        }
        self.couple();
        self.couple_balance();
    }

    /// The blocks of `J W Jᵀ` and the right-hand side, of all tasks that pull at one point or two.
    fn couple(&mut self) {
        let Equations { rows, mobility, drift, screws, matrix, solution, .. } = &mut self.equations;
        screws.clear();
        screws.extend(self.ends.iter().map(|end| {
            let task = &self.tasks[end.task];
            std::array::from_fn(|row| match row < task.rows.count && task.is_active {
                true => task.wrench(end.place, task.rows.directions[row] * end.factor),
                false => Screw::ZERO,
            })
        }));
        for (index, end) in self.ends.iter().enumerate() {
            let task = &self.tasks[end.task];
            if !task.is_coupled() {
                continue;
            }
            let mut twists = [Screw::ZERO; 3];
            for row in 0..task.rows.count {
                solution[task.first_row + row] -= screws[index][row].dot(&drift[end.node]);
            }
            let common = &self.common[index * (index + 1) / 2..][..=index];
            let mut last = NONE;
            for (with, &common) in common.iter().enumerate() {
                let other = &self.tasks[self.ends[with].task];
                if common == NONE || !other.is_coupled() {
                    continue;
                }
                if common != last {
                    last = common;
                    (0..task.rows.count)
                        .for_each(|row| twists[row] = mobility[common].twist(&screws[index][row]));
                }
                let is_mirrored = end.task == self.ends[with].task && index != with;
                for row in 0..task.rows.count {
                    for column in 0..other.rows.count {
                        let value = screws[with][column].dot(&twists[row]);
                        let (row, column) = (task.first_row + row, other.first_row + column);
                        if column <= row {
                            matrix[row * *rows + column] += value;
                        }
                        // Both points of one task pull at each other.
                        if is_mirrored && row <= column {
                            matrix[column * *rows + row] += value;
                        }
                    }
                }
            }
        }
    }

    /// The row of the balance, which pulls at all masses: the twist that answers it, by one pass up
    /// the tree and one down.
    fn couple_balance(&mut self) {
        let Some(number) =
            self.tasks.iter().position(|task| task.is_active && matches!(task.kind, Kind::Balance))
        else {
            return;
        };
        let task = &self.tasks[number];
        let Equations { rows, drift, response, matrix, solution, .. } = &mut self.equations;
        response.clear();
        response.resize(self.tree.nodes.len(), Screw::ZERO);
        let masses = || self.ends.iter().filter(|end| end.task == number);
        for mass in masses() {
            let pull = task.wrench(mass.place, task.rows.directions[0] * mass.factor);
            response[mass.node] += pull;
            solution[task.first_row] -= pull.dot(&drift[mass.node]);
        }
        sum_upwards(&self.tree.nodes, response);
        for (index, node) in self.tree.nodes.iter().enumerate() {
            let mut twist = if node.parent == NONE { Screw::ZERO } else { response[node.parent] };
            let (first, count) = self.movers_of[index];
            for mover in &self.movers[first..first + count] {
                let mut own = Mobility::ZERO;
                mover.add_to(&mut own, node.position);
                twist += own.twist(&response[index]);
            }
            response[index] = twist;
        }
        for end in self.ends.iter().filter(|end| self.tasks[end.task].is_active) {
            let other = &self.tasks[end.task];
            for column in 0..other.rows.count {
                let pull = other.wrench(end.place, other.rows.directions[column] * end.factor);
                let (a, b) = (task.first_row, other.first_row + column);
                matrix[a.max(b) * *rows + a.min(b)] += pull.dot(&response[end.node]);
            }
        }
    }

    /// The multipliers of the active rows, as pulls.
    fn solve_rows(&mut self) {
        let Equations { matrix, solution, .. } = &mut self.equations;
        factor::solve_in_place(matrix, solution);
        for task in &mut self.tasks {
            task.pull = if task.is_active { task.pull_of(solution) } else { DVec3::ZERO };
        }
    }

    /// Where the movers go.
    fn move_movers(&mut self) {
        let mut movers = std::mem::take(&mut self.movers);
        for mover in &mut movers {
            mover.free = mover.drift + self.force_on(mover) * mover.weight;
            let held = mover.held[..mover.held_count].iter();
            mover.way = held.fold(mover.free, |way, &(direction, by)| {
                way + direction * (by - direction.dot(way))
            });
            mover.ends_inside = false;
        }
        self.movers = movers;
    }

    /// Oscillating steps raise the geometric stiffness of the next ones.
    fn damp_oscillation(&mut self) {
        let back: f64 = self.movers.iter().map(|mover| mover.way.dot(mover.last)).sum();
        self.caution = if back < 0.0 {
            (self.caution * 2.0).min(MOST_CAUTION)
        } else {
            (self.caution * CAUTION_DECAY).max(1.0)
        };
        self.movers.iter_mut().for_each(|mover| mover.last = mover.way);
    }

    /// Moves every mover by this part of its way, inside its limit.
    fn apply(&mut self, body: &Body, part: f64) {
        for mover in &mut self.movers {
            let way = mover.way * part;
            if mover.motion == Motion::Slide {
                let offset = self.tree.to_offset(mover.node, way);
                self.tree.nodes[mover.node].offset += offset;
                continue;
            }
            let node = &mut self.tree.nodes[mover.node];
            match &body.joints[node.joint].freedom {
                Freedom::Hinge { axis, range } => {
                    node.angle = (node.angle + way.dot(mover.axis)).clamp(range[0], range[1]);
                    node.turn = so3::exp(*axis * node.angle);
                }
                freedom => {
                    let rotated = (so3::exp(node.before.inverse() * way) * node.turn).normalize();
                    node.turn = if mover.ends_inside && part == 1.0 {
                        rotated
                    } else {
                        freedom.settle(rotated).0
                    };
                    mover.is_at_bound = node.turn != rotated;
                }
            }
        }
    }
}

impl Mover {
    /// Where it goes without any pull.
    fn given(&self) -> DVec3 {
        let held = self.held[..self.held_count].iter();
        held.fold(self.drift, |way, &(direction, by)| way + direction * (by - direction.dot(way)))
    }

    /// The twist of a way that it goes.
    pub(super) fn twist(&self, place: DVec3, way: DVec3) -> Screw {
        if self.motion == Motion::Slide {
            Screw::translation(way)
        } else {
            Screw::rotation(place, way)
        }
    }

    /// Adds what it does to what it carries.
    fn add_to(&self, mobility: &mut Mobility, place: DVec3) {
        match self.motion {
            Motion::Hinge if self.held_count > 0 => {}
            Motion::Hinge => mobility.add(Screw::rotation(place, self.axis), self.weight),
            Motion::Slide => mobility.add_slide(self.weight),
            Motion::Ball => {
                mobility.add_ball(place, self.weight);
                for (direction, _) in &self.held[..self.held_count] {
                    mobility.add(Screw::rotation(place, *direction), -self.weight);
                }
            }
        }
    }
}

/// How much a task gives way: its residual for a unit multiplier.
fn compliance(task: &Task, mode: &Mode, damping: f64) -> f64 {
    let length =
        if task.is_inequality() { task.rows.residual[0].max(0.0) } else { task.rows.length() };
    match mode.strength {
        _ if task.is_pin && (mode.corrects.is_some() || mode.strength.is_some()) => {
            LEAST_COMPLIANCE
        }
        None => damping / (task.weight * if task.is_pin { PIN_WEIGHT } else { 1.0 }),
        // What nobody asked for gives way a round of continuation later than the posture.
        Some(strength) if task.is_avoidance() => {
            length * (mode.penalty / PENALTY_FACTOR).max(1.0) / (strength * task.weight)
                + LEAST_COMPLIANCE
        }
        Some(strength) => {
            let near = length / NEARLY_MET;
            length / (strength * task.weight * (1.0 + HOLD / (1.0 + near * near)))
                + LEAST_COMPLIANCE
        }
    }
}

fn sum_upwards(nodes: &[Node], wrenches: &mut [Screw]) {
    for index in (0..nodes.len()).rev() {
        let (parent, own) = (nodes[index].parent, wrenches[index]);
        if parent != NONE {
            wrenches[parent] += own;
        }
    }
}

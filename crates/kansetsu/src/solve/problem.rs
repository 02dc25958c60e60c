//! One problem: the tree, its movers, and the tasks.

use glam::{DQuat, DVec3};

use super::{
    constants::PIN_TOLERANCE,
    mode::Corrected,
    rows::Rows,
    task::{Kind, Task},
    tasks::Support,
};
use crate::{
    Error,
    kinematics::{Mobility, NONE, Screw, State, Tree},
    math::so3,
};

/// The motion of a mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Motion {
    Hinge,
    Ball,
    Slide,
}

/// A node with a degree of freedom: it rotates about one axis or any, or it translates.
#[derive(Clone, Debug)]
pub(super) struct Mover {
    pub(super) node: usize,
    pub(super) motion: Motion,
    pub(super) stiffness: f64,
    /// Its recruitment group; [`NONE`] without one.
    pub(super) group: usize,
    /// Its coordinates in the reference pose.
    pub(super) reference: (DQuat, f64, DVec3),
    /// The axis of a hinge in model space.
    pub(super) axis: DVec3,
    /// Its compliance, and the displacement to the reference pose.
    pub(super) weight: f64,
    pub(super) drift: DVec3,
    /// Directions in which bounds hold it, orthonormal, and the displacement along each.
    pub(super) held: [(DVec3, f64); 3],
    pub(super) held_count: usize,
    /// Whether its limit may be active, and whether its displacement is known to end inside its
    /// limit.
    pub(super) is_at_bound: bool,
    pub(super) ends_inside: bool,
    /// Its displacement without bounds, in this step, and in the last one.
    pub(super) free: DVec3,
    pub(super) way: DVec3,
    pub(super) last: DVec3,
}

/// Reusable memory for problems.
#[derive(Clone, Debug, Default)]
pub(crate) struct Problem {
    pub(crate) tree: Tree,
    pub(super) movers: Vec<Mover>,
    /// The first mover of each node and how many it has.
    pub(super) movers_of: Vec<(usize, usize)>,
    pub(super) tasks: Vec<Task>,
    pub(super) support: Support,
    pub(super) groups: Vec<Group>,
    /// The weighted sum of the squared residuals.
    pub(crate) cost: f64,
    /// Whether poles are enabled.
    pub(super) has_pole: bool,
    pub(crate) poles_are_met: bool,
    /// Whether all targets but poles are met, or nearly.
    pub(crate) is_met: bool,
    pub(super) is_nearly_met: bool,
    pub(super) caution: f64,
    /// Scratch memory: the nodes that lead to a missed target.
    pub(super) leads: Vec<bool>,
    /// Whether the tasks' forces are those of the previous step.
    pub(super) has_pulls: bool,
    pub(super) ends: Vec<End>,
    /// The lowest common ancestors of the nodes of two ends, the lower triangle row by row.
    pub(super) common: Vec<usize>,
    pub(super) bends: Vec<Bend>,
    pub(super) equations: Equations,
    pub(super) needed: Vec<bool>,
}

/// A point at which a task exerts its force, times the factor.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    pub(super) task: usize,
    pub(super) node: usize,
    pub(super) factor: f64,
    pub(super) place: DVec3,
}

/// A joint in the middle of two segments, which may be straight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bend {
    pub(super) mover: usize,
    pub(super) base: usize,
    pub(super) tip: usize,
    /// The direction of the middle when it bends, in the frame of the base.
    pub(super) pole: DVec3,
}

/// A recruitment group: its activation cost, and the factor on the stiffness of its joints in this
/// step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) cost: f64,
    pub(super) factor: f64,
}

/// Memory of the linear system.
#[derive(Clone, Debug, Default)]
pub(super) struct Equations {
    pub(super) rows: usize,
    /// Per node: the mobility, and the twist of the movers' unconditional displacement.
    pub(super) mobility: Vec<Mobility>,
    pub(super) drift: Vec<Screw>,
    /// Per node: the wrench of all descendants, and the twist that compensates the balance.
    pub(super) wrench: Vec<Screw>,
    pub(super) response: Vec<Screw>,
    /// Per end: the wrenches of its rows.
    pub(super) screws: Vec<[Screw; 3]>,
    /// Per node: the geometric stiffness that the forces add to its joint.
    pub(super) geometric: Vec<f64>,
    pub(super) unbent: Vec<(usize, DQuat)>,
    pub(super) matrix: Vec<f64>,
    pub(super) solution: Vec<f64>,
}

/// Memory for poses of other attempts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attempts {
    pub(super) first: State,
    pub(super) best: State,
}

impl Problem {
    /// Forward kinematics and the residuals; returns whether all targets but poles are met.
    pub(crate) fn measure(&mut self) -> bool {
        self.tree.forward();
        let mut cost = 0.0;
        (self.poles_are_met, self.is_met, self.is_nearly_met) = (true, true, true);
        for task in &mut self.tasks {
            task.measure(&self.tree);
            match task.kind {
                Kind::Balance => task.rows = self.support.rows(&self.tree),
                Kind::Pole(_) if !self.has_pole => task.rows = Rows::NONE,
                _ => {}
            }
            if !task.is_avoidance() {
                let length = if task.is_inequality() {
                    task.rows.residual[0].max(0.0)
                } else {
                    task.rows.length()
                };
                cost += length * length * task.weight;
                if let Kind::Pole(_) = task.kind {
                    self.poles_are_met &= task.is_met();
                } else {
                    self.is_met &= task.is_met();
                    self.is_nearly_met &= task.is_nearly_met();
                }
            }
        }
        self.cost = cost;
        self.place_ends();
        self.is_met
    }

    /// The positions of the tasks' ends.
    pub(super) fn place_ends(&mut self) {
        let (tree, support) = (&self.tree, &self.support);
        let (mut mass, mut side, mut last) = (0, 0, NONE);
        for end in &mut self.ends {
            let task = &self.tasks[end.task];
            side = if end.task == last { side + 1 } else { 0 };
            last = end.task;
            end.place = match &task.kind {
                Kind::Balance => {
                    mass += 1;
                    tree.place(&support.masses[mass - 1].0)
                }
                // The nearest points slide along the capsules.
                Kind::Separation(_) => task.rows.places[usize::from(end.factor < 0.0)],
                _ => task.points[side].map_or(DVec3::ZERO, |point| tree.place(&point)),
            };
        }
    }

    /// The number of missed targets, and their residual.
    pub(super) fn missed(&self) -> (usize, f64) {
        (
            self.tasks
                .iter()
                .filter(|task| !task.is_met() && !matches!(task.kind, Kind::Pole(_)))
                .count(),
            self.cost,
        )
    }

    /// Whether there is nothing to correct.
    pub(super) fn is_exact(&self, which: Corrected) -> bool {
        self.tasks.iter().filter(|task| task.is_corrected(which)).all(|task| match task.is_pin {
            false => task.is_met(),
            true if task.is_inequality() => task.rows.residual[0] < PIN_TOLERANCE,
            true => task.rows.length() < PIN_TOLERANCE,
        })
    }

    /// Rejects a pose whose values have overflowed, as those near the largest can.
    pub(crate) fn check_overflow(&self) -> Result<(), Error> {
        let mut places = self
            .tree
            .nodes
            .iter()
            .map(|node| node.position)
            .chain(self.ends.iter().map(|end| end.place));
        if self.cost.is_finite() && places.all(|place| self.tree.to_model(place).is_finite()) {
            Ok(())
        } else {
            Err(Error::InvalidNumber { what: "a goal relative to the root", value: f32::NAN })
        }
    }

    /// The coordinates of a mover relative to the reference pose: a rotation vector or a
    /// displacement, in model space.
    pub(super) fn deflection(&self, mover: &Mover) -> DVec3 {
        let node = &self.tree.nodes[mover.node];
        match mover.motion {
            Motion::Slide => {
                self.tree.vector_of_offset(mover.node, node.offset - mover.reference.2)
            }
            Motion::Hinge => mover.axis * (node.angle - mover.reference.1),
            Motion::Ball => node.before * so3::log(node.turn * mover.reference.0.inverse()),
        }
    }
}

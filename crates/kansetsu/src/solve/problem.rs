//! One problem: the tree, what moves in it, and the tasks.

use glam::{DQuat, DVec3, Vec3};

use super::{
    Body, Root, WholeBody,
    constants::{BALANCE_WEIGHT, PIN_TOLERANCE, POLE_WEIGHT, SEPARATION_WEIGHT, SLIDE_STIFFNESS},
    step::{Corrected, Equations},
    task::{Kind, Rows, Task},
    tasks::{Aim, Pole, Position, Rotation, Separation, Support, is_pinned},
};
use crate::{
    Error,
    d3::{Goal, Orientation, Pose, Priority},
    kinematics::{Freedom, NONE, Point, Space, Tree, TreeJoint},
    math::so3,
};

/// How a mover moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Motion {
    Hinge,
    Ball,
    Slide,
}

/// A node that moves by itself: it rotates about one axis or any, or it translates.
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
    /// How far it follows a pull, and where the posture draws it.
    pub(super) weight: f64,
    pub(super) drift: DVec3,
    /// Directions in which bounds hold it, orthonormal, and how far it goes along each.
    pub(super) held: [(DVec3, f64); 3],
    pub(super) held_count: usize,
    /// Whether its limit may stop it where it is, and whether its way is known to end inside its limit.
    pub(super) is_at_bound: bool,
    pub(super) ends_inside: bool,
    /// Where it would go without bounds, where it goes in this step, and where it went in the last one.
    pub(super) free: DVec3,
    pub(super) way: DVec3,
    pub(super) last: DVec3,
}

/// Memory for problems, one after another.
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
    pub(super) cost: f64,
    /// Whether poles take part.
    pub(super) has_pole: bool,
    pub(crate) poles_are_met: bool,
    /// Whether all targets but poles are met, or nearly.
    pub(crate) is_met: bool,
    pub(super) is_nearly_met: bool,
    pub(super) caution: f64,
    /// Memory: which nodes lead to a missed target.
    pub(super) leads: Vec<bool>,
    /// Whether the tasks' pulls are those of the step before.
    pub(super) has_pulls: bool,
    pub(super) ends: Vec<End>,
    /// The lowest common ancestors of the nodes of two ends, the lower triangle row by row.
    pub(super) common: Vec<usize>,
    pub(super) bends: Vec<Bend>,
    pub(super) equations: Equations,
    needed: Vec<bool>,
}

/// A point at which a task pulls: with the factor times its pull.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    pub(super) task: usize,
    pub(super) node: usize,
    pub(super) factor: f64,
    pub(super) place: DVec3,
}

/// A joint in the middle of two segments, which may stand straight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bend {
    pub(super) mover: usize,
    pub(super) base: usize,
    pub(super) tip: usize,
    /// Where the middle goes when it bends, in the frame of the base.
    pub(super) pole: DVec3,
}

/// A recruitment group: its activation cost, and the factor on the stiffness of its joints in this step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) cost: f64,
    pub(super) factor: f64,
}

impl Problem {
    /// Takes what moves the goals out of a pose. The posture's reference pose is `reference`.
    ///
    /// # Errors
    /// [`Error::InvalidTransform`] for a joint of the pose, [`Error::InvalidNumber`] for a body too large to compute with.
    pub(super) fn load(&mut self, solver: &WholeBody, body: &Body, goals: &[Goal], [pose, reference]: [&Pose; 2]) -> Result<(), Error> {
        let balances = body.balance.as_ref().is_some_and(|balance| balance.soles.iter().any(|sole| is_pinned(sole, goals)));
        let space = self.mark(body, goals, balances, pose);
        let is_fixed = |joint: usize| body.joints[joint].locked || body.joints[joint].parent.is_none() && solver.root == Root::Fixed;
        let freedom = |joint: usize| if is_fixed(joint) { &Freedom::Locked } else { &body.joints[joint].freedom };
        let joint_of = |joint: usize| {
            let known = &body.joints[joint];
            TreeJoint { parent: known.parent, rest: so3::from_rot(known.rest), freedom: freedom(joint) }
        };
        self.tree.load((pose, space), &self.needed, joint_of)?;
        self.tree.forward();
        self.tree.set_size(self.longest_way(body, goals))?;
        self.load_movers(solver, body, &freedom, reference);
        self.load_tasks(solver, body, goals);
        self.load_avoidance(solver, body, goals, (pose, balances));
        self.groups.clear();
        self.groups.extend(body.recruitment_costs.iter().map(|&cost| Group { cost: cost.into(), factor: 1.0 }));
        self.caution = 1.0;
        self.load_ends();
        self.load_common_ancestors();
        self.load_bends(body);
        (self.has_pulls, self.has_pole) = (false, true);
        Ok(())
    }

    /// Marks the joints that move goals and masses, and returns the space that they are in: of a chain without what is above it.
    fn mark(&mut self, body: &Body, goals: &[Goal], balances: bool, pose: &Pose) -> Space {
        let base = body.chain_base.as_ref().filter(|_| goals.iter().all(|goal| goal.relative_to.is_none()));
        self.needed.clear();
        self.needed.resize(body.joints.len(), false);
        let masses = body.balance.iter().filter(|_| balances).flat_map(|balance| &balance.masses).map(|mass| mass.joint);
        for joint in goals.iter().flat_map(|goal| [Some(goal.joint), goal.relative_to]).flatten().chain(masses) {
            let mut next = Some(joint);
            while let Some(joint) = next.filter(|&joint| !self.needed[joint]) {
                self.needed[joint] = true;
                next = body.joints[joint].parent.filter(|_| base != Some(&joint));
            }
        }
        base.map_or(Space::MODEL, |_| Space::below(body.chain_ancestors.iter().copied(), pose))
    }

    /// The longest way along the joints from a root, or from a joint that translates, to a goal's joint, metres; where only these have goals, the
    /// longest way in the body at rest.
    fn longest_way(&self, body: &Body, goals: &[Goal]) -> f64 {
        let way = |joint: usize| -> f64 {
            let path = self.tree.path(self.tree.node_of[joint]).take_while(|&node| {
                let joint = &body.joints[self.tree.nodes[node].joint];
                joint.parent.is_some() && !joint.translates && body.chain_base != Some(self.tree.nodes[node].joint)
            });
            path.map(|node| self.tree.segment_length(node)).sum()
        };
        // `f64::max` ignores NaN.
        let longest = goals.iter().map(|goal| way(goal.joint)).fold(0.0, |most, way| if most > way || most.is_nan() { most } else { way });
        if longest == 0.0 { body.longest_way } else { longest }
    }

    fn load_movers<'a>(&mut self, solver: &WholeBody, body: &Body, freedom: &impl Fn(usize) -> &'a Freedom, reference: &Pose) {
        self.movers.clear();
        self.movers_of.clear();
        for (index, node) in self.tree.nodes.iter().enumerate() {
            let known = &body.joints[node.joint];
            let first = self.movers.len();
            let mover = Mover {
                node: index,
                motion: Motion::Slide,
                stiffness: known.stiffness.into(),
                group: known.recruitment_group.unwrap_or(NONE),
                reference: self.tree.coordinates_of(index, freedom(node.joint), &reference.locals[node.joint]),
                axis: DVec3::ZERO,
                weight: 1.0,
                drift: DVec3::ZERO,
                held: [(DVec3::ZERO, 0.0); 3],
                held_count: 0,
                is_at_bound: true,
                ends_inside: false,
                free: DVec3::ZERO,
                way: DVec3::ZERO,
                last: DVec3::ZERO,
            };
            if known.translates || known.parent.is_none() && solver.root == Root::Free {
                let stiffness = if mover.group == NONE { SLIDE_STIFFNESS } else { 1.0 };
                self.movers.push(Mover { stiffness, ..mover.clone() });
            }
            match freedom(node.joint) {
                Freedom::Locked | Freedom::Fixed(_) => {}
                Freedom::Hinge { .. } => self.movers.push(Mover { motion: Motion::Hinge, ..mover }),
                Freedom::Ball { .. } => self.movers.push(Mover { motion: Motion::Ball, ..mover }),
            }
            self.movers_of.push((first, self.movers.len() - first));
        }
    }

    fn load_tasks(&mut self, solver: &WholeBody, body: &Body, goals: &[Goal]) {
        self.tasks.clear();
        let tree = &self.tree;
        for (number, goal) in goals.iter().enumerate() {
            let is_pin = goal.priority == Priority::Pin;
            let point = tree.point(goal.joint, goal.offset);
            let wanted = Task { target: Some(number), is_pin, weight: goal.weight.into(), ..Task::new(Kind::Balance, [Some(point), None]) };
            if let Some(place) = goal.position {
                let position = Position {
                    place: tree.to_body(place),
                    region: goal.region,
                    radius: tree.space.length_down(goal.radius.into()) / tree.size,
                };
                let tolerance = f64::from(solver.tolerance);
                let tolerance = if is_pin { tolerance.min(2.0 * PIN_TOLERANCE) } else { tolerance };
                let frame = goal.relative_to.map(|frame| tree.point(frame, place));
                self.tasks.push(Task { kind: Kind::Position(position), points: [Some(point), frame], tolerance, ..wanted });
            }
            if let Some(orientation) = goal.orientation {
                let aim = match orientation {
                    Orientation::Full(wanted) => Aim::Frame(so3::from_quat(wanted)),
                    Orientation::Axis { axis, direction } => Aim::Axis { axis: so3::direction(axis), direction: so3::direction(direction) },
                    Orientation::LookAt { axis, target } => Aim::Place { axis: so3::direction(axis), place: tree.to_body(target) },
                };
                let looks = matches!(aim, Aim::Place { .. });
                let frame = goal.relative_to.filter(|_| !looks).map(|frame| tree.point(frame, Vec3::ZERO));
                let kind = Kind::Rotation(Rotation { aim, angle: goal.angle.into() });
                self.tasks.push(Task { kind, points: [Some(point), frame], tolerance: solver.angle_tolerance.into(), ..wanted });
            }
            let limb = goal.position.and_then(|_| limb_above(body, tree, goal.joint));
            if let (Some(pole), Some([base, middle])) = (goal.pole, limb) {
                let kind = Kind::Pole(Pole { base, tip: point, place: tree.to_body(pole) });
                let points = [Some(Point { node: middle, local: DVec3::ZERO }), None];
                self.tasks.push(Task {
                    kind,
                    points,
                    weight: POLE_WEIGHT,
                    is_pin: false,
                    tolerance: solver.angle_tolerance.into(),
                    ..wanted
                });
            }
        }
    }

    /// What nobody asks for: that parts of the body keep out of each other, and balance. The balance comes last.
    fn load_avoidance(&mut self, solver: &WholeBody, body: &Body, goals: &[Goal], (pose, balances): (&Pose, bool)) {
        let tree = &self.tree;
        let attached = |joint: usize, place: Vec3| tree.attached(pose, |joint| body.joints[joint].parent, joint, place);
        for pair in &body.collision_pairs {
            let ends = pair.map(|capsule| capsule.ends.map(|end| attached(capsule.joint, end)));
            let node = |end: Result<Point, DVec3>| end.map_or(NONE, |point| point.node);
            if node(ends[0][0]) == node(ends[1][0]) {
                continue;
            }
            let distance = f64::from(pair[0].radius + pair[1].radius) / tree.size;
            let kind = Kind::Separation(Separation { ends, distance });
            let points = ends.map(|ends| ends[0].ok());
            self.tasks.push(Task { weight: SEPARATION_WEIGHT, tolerance: solver.tolerance.into(), ..Task::new(kind, points) });
        }
        if let Some(balance) = body.balance.as_ref().filter(|_| balances)
            && self.support.load(balance, goals, attached)
        {
            self.tasks.push(Task { weight: BALANCE_WEIGHT, ..Task::new(Kind::Balance, [None; 2]) });
        }
    }

    pub(super) fn load_ends(&mut self) {
        self.ends.clear();
        for (task, asked) in self.tasks.iter().enumerate() {
            let points = asked.points.iter().zip([1.0, -1.0]).filter_map(|(point, factor)| Some((point.as_ref()?.node, factor)));
            self.ends.extend(points.map(|(node, factor)| End { task, node, factor, place: DVec3::ZERO }));
            if let Kind::Balance = asked.kind {
                let masses = self.support.masses.iter();
                self.ends.extend(masses.map(|(point, part)| End { task, node: point.node, factor: *part, place: DVec3::ZERO }));
            }
        }
    }

    pub(super) fn load_common_ancestors(&mut self) {
        self.common.clear();
        for (index, end) in self.ends.iter().enumerate() {
            let others = self.ends[..=index].iter();
            self.common.extend(others.map(|other| self.tree.common_ancestor(end.node, other.node)));
        }
    }

    /// The joints that can stand straight between a base and a target: the middles of limbs, and all joints of chains.
    fn load_bends(&mut self, body: &Body) {
        self.bends.clear();
        for task in self.tasks.iter().filter(|task| matches!(task.kind, Kind::Position(_))) {
            let Some(point) = task.points[0] else { continue };
            let path = || self.tree.path(point.node);
            for ((tip, middle), base) in path().zip(path().skip(1)).zip(path().skip(2)) {
                let (first, count) = self.movers_of[middle];
                let Some(mover) = (first..first + count).find(|&mover| self.movers[mover].motion != Motion::Slide) else { continue };
                if self.bends.iter().any(|bend| bend.mover == mover) {
                    continue;
                }
                let pole = so3::wide(body.joints[self.tree.nodes[middle].joint].pole);
                self.bends.push(Bend { mover, base, tip, pole });
            }
        }
    }

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
                let length = if task.is_inequality() { task.rows.residual[0].max(0.0) } else { task.rows.length() };
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

    /// Where the ends of the tasks are.
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

    /// How many targets are missed, and by how much.
    pub(super) fn missed(&self) -> (usize, f64) {
        (self.tasks.iter().filter(|task| !task.is_met() && !matches!(task.kind, Kind::Pole(_))).count(), self.cost)
    }

    /// Whether there is nothing to correct.
    pub(super) fn is_exact(&self, which: Corrected) -> bool {
        self.tasks.iter().filter(|task| task.is_corrected(which)).all(|task| match task.is_pin {
            false => task.is_met(),
            true if task.is_inequality() => task.rows.residual[0] < PIN_TOLERANCE,
            true => task.rows.length() < PIN_TOLERANCE,
        })
    }

    /// Whether numbers near the largest that there are have overflowed.
    pub(crate) fn is_lost(&self) -> bool {
        let mut places = self.tree.nodes.iter().map(|node| node.position).chain(self.ends.iter().map(|end| end.place));
        !self.cost.is_finite() || !places.all(|place| self.tree.to_model(place).is_finite())
    }

    /// The coordinates of a mover beside the reference pose: a rotation vector or a displacement, in model space.
    pub(super) fn deflection(&self, mover: &Mover) -> DVec3 {
        let node = &self.tree.nodes[mover.node];
        match mover.motion {
            Motion::Slide => self.tree.vector_of_offset(mover.node, node.offset - mover.reference.2),
            Motion::Hinge => mover.axis * (node.angle - mover.reference.1),
            Motion::Ball => node.before * so3::log(node.turn * mover.reference.0.inverse()),
        }
    }
}

/// The nodes of the base and the middle of the limb that ends in a joint: of two bones or, in a chain, of all; there the middle is the joint
/// that is farthest from the line between base and tip.
pub(super) fn limb_above(body: &Body, tree: &Tree, joint: usize) -> Option<[usize; 2]> {
    let tip = tree.node_of[joint];
    let above = tree.path(tip).skip(1);
    if body.chain_base.is_none() {
        let mut above = above;
        let middle = above.next()?;
        return Some([above.next()?, middle]);
    }
    let base = above.filter(|&node| !body.joints[tree.nodes[node].joint].locked).last()?;
    let place = |node: usize| tree.nodes[node].position;
    let line = (place(tip) - place(base)).normalize_or_zero();
    let off_line = |node: usize| (place(node) - place(base)).reject_from_normalized(line).length_squared();
    let inner = tree.path(tip).skip(1).take_while(|&node| node != base);
    let middle = inner.max_by(|&a, &b| off_line(a).total_cmp(&off_line(b)))?;
    Some([base, middle])
}

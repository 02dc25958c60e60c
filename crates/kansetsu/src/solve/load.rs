//! Loading a problem: the tree, the movers and the tasks of a body, its goals and a pose.

use glam::{DVec3, Vec3};

use super::{
    Body, Root, WholeBody,
    constants::{BALANCE_WEIGHT, PIN_TOLERANCE, POLE_WEIGHT, SEPARATION_WEIGHT, SLIDE_STIFFNESS},
    problem::{Bend, End, Group, Motion, Mover, Problem},
    task::{Kind, Task},
    tasks::{Aim, Pole, Position, Rotation, Separation, is_pinned},
};
use crate::{
    Error,
    d3::{Goal, Orientation, Pose, Priority},
    kinematics::{Freedom, NONE, Point, Space, Tree, TreeJoint},
    math::so3,
};

impl Problem {
    /// Loads the joints that move the goals from a pose. The posture's reference pose is
    /// `reference`.
    ///
    /// # Errors
    /// [`Error::InvalidTransform`] for a joint of the pose, [`Error::InvalidNumber`] for a body too
    /// large to compute with.
    pub(super) fn load(
        &mut self,
        solver: &WholeBody,
        body: &Body,
        goals: &[Goal],
        [pose, reference]: [&Pose; 2],
    ) -> Result<(), Error> {
        let balances = body
            .balance
            .as_ref()
            .is_some_and(|balance| balance.soles.iter().any(|sole| is_pinned(sole, goals)));
        let space = self.mark(body, goals, balances, pose);
        let is_fixed = |joint: usize| {
            body.joints[joint].locked
                || body.joints[joint].parent.is_none() && solver.root == Root::Fixed
        };
        let freedom = |joint: usize| {
            if is_fixed(joint) { &Freedom::Locked } else { &body.joints[joint].freedom }
        };
        let joint_of = |joint: usize| {
            let known = &body.joints[joint];
            TreeJoint {
                parent: known.parent,
                rest: so3::from_rot(known.rest),
                freedom: freedom(joint),
            }
        };
        self.tree.load((pose, space), &self.needed, joint_of)?;
        self.tree.forward();
        self.tree.set_size(self.longest_way(body, goals))?;
        self.load_movers(solver, body, &freedom, reference);
        self.load_tasks(solver, body, goals);
        self.load_avoidance(solver, body, goals, (pose, balances));
        self.groups.clear();
        self.groups.extend(
            body.recruitment_costs.iter().map(|&cost| Group { cost: cost.into(), factor: 1.0 }),
        );
        self.caution = 1.0;
        self.load_ends();
        self.load_common_ancestors();
        self.load_bends(body);
        (self.has_pulls, self.has_pole) = (false, true);
        Ok(())
    }

    /// Marks the joints that move goals and masses, and returns their space: for a chain that of
    /// the base's parent.
    fn mark(&mut self, body: &Body, goals: &[Goal], balances: bool, pose: &Pose) -> Space {
        let base = body
            .chain_base
            .as_ref()
            .filter(|_| goals.iter().all(|goal| goal.relative_to.is_none()));
        self.needed.clear();
        self.needed.resize(body.joints.len(), false);
        let masses = body
            .balance
            .iter()
            .filter(|_| balances)
            .flat_map(|balance| &balance.masses)
            .map(|mass| mass.joint);
        for joint in goals
            .iter()
            .flat_map(|goal| [Some(goal.joint), goal.relative_to])
            .flatten()
            .chain(masses)
        {
            let mut next = Some(joint);
            while let Some(joint) = next.filter(|&joint| !self.needed[joint]) {
                self.needed[joint] = true;
                next = body.joints[joint].parent.filter(|_| base != Some(&joint));
            }
        }
        base.map_or(Space::MODEL, |_| Space::below(body.chain_ancestors.iter().copied(), pose))
    }

    /// The longest path along the joints from a root, or from a joint that translates, to a goal's
    /// joint, metres; if only these have goals, the longest path in the body at rest.
    fn longest_way(&self, body: &Body, goals: &[Goal]) -> f64 {
        let way = |joint: usize| -> f64 {
            let path = self.tree.path(self.tree.node_of[joint]).take_while(|&node| {
                let joint = &body.joints[self.tree.nodes[node].joint];
                joint.parent.is_some()
                    && !joint.translates
                    && body.chain_base != Some(self.tree.nodes[node].joint)
            });
            path.map(|node| self.tree.segment_length(node)).sum()
        };
        // `f64::max` ignores NaN.
        let longest = goals
            .iter()
            .map(|goal| way(goal.joint))
            .fold(0.0, |most, way| if most > way || most.is_nan() { most } else { way });
        if longest == 0.0 { body.longest_way } else { longest }
    }

    fn load_movers<'a>(
        &mut self,
        solver: &WholeBody,
        body: &Body,
        freedom: &impl Fn(usize) -> &'a Freedom,
        reference: &Pose,
    ) {
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
                reference: self.tree.coordinates_of(
                    index,
                    freedom(node.joint),
                    &reference.locals[node.joint],
                ),
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
            let wanted = Task {
                target: Some(number),
                is_pin,
                weight: goal.weight.into(),
                ..Task::new(Kind::Balance, [Some(point), None])
            };
            if let Some(place) = goal.position {
                let position = Position {
                    place: tree.to_body(place),
                    region: goal.region,
                    radius: tree.space.length_down(goal.radius.into()) / tree.size,
                };
                let tolerance = f64::from(solver.tolerance);
                let tolerance = if is_pin { tolerance.min(2.0 * PIN_TOLERANCE) } else { tolerance };
                let frame = goal.relative_to.map(|frame| tree.point(frame, place));
                self.tasks.push(Task {
                    kind: Kind::Position(position),
                    points: [Some(point), frame],
                    tolerance,
                    ..wanted
                });
            }
            if let Some(orientation) = goal.orientation {
                let aim = aim(tree, orientation);
                let looks = matches!(aim, Aim::Place { .. });
                let frame =
                    goal.relative_to.filter(|_| !looks).map(|frame| tree.point(frame, Vec3::ZERO));
                let kind = Kind::Rotation(Rotation { aim, angle: goal.angle.into() });
                self.tasks.push(Task {
                    kind,
                    points: [Some(point), frame],
                    tolerance: solver.angle_tolerance.into(),
                    ..wanted
                });
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

    /// Avoidance tasks, which no goal requests: self-collision and balance. The balance task is the
    /// last.
    fn load_avoidance(
        &mut self,
        solver: &WholeBody,
        body: &Body,
        goals: &[Goal],
        (pose, balances): (&Pose, bool),
    ) {
        let tree = &self.tree;
        let attached = |joint: usize, place: Vec3| {
            tree.attached(pose, |joint| body.joints[joint].parent, joint, place)
        };
        for pair in &body.collision_pairs {
            let ends = pair.map(|capsule| capsule.ends.map(|end| attached(capsule.joint, end)));
            let node = |end: Result<Point, DVec3>| end.map_or(NONE, |point| point.node);
            if node(ends[0][0]) == node(ends[1][0]) {
                continue;
            }
            let distance = f64::from(pair[0].radius + pair[1].radius) / tree.size;
            let kind = Kind::Separation(Separation { ends, distance });
            let points = ends.map(|ends| ends[0].ok());
            self.tasks.push(Task {
                weight: SEPARATION_WEIGHT,
                tolerance: solver.tolerance.into(),
                ..Task::new(kind, points)
            });
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
            let points = asked
                .points
                .iter()
                .zip([1.0, -1.0])
                .filter_map(|(point, factor)| Some((point.as_ref()?.node, factor)));
            self.ends.extend(points.map(|(node, factor)| End {
                task,
                node,
                factor,
                place: DVec3::ZERO,
            }));
            if let Kind::Balance = asked.kind {
                let masses = self.support.masses.iter();
                self.ends.extend(masses.map(|(point, part)| End {
                    task,
                    node: point.node,
                    factor: *part,
                    place: DVec3::ZERO,
                }));
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

    /// The joints that can be straight between a base and a target: the middles of limbs, and all
    /// joints of chains.
    fn load_bends(&mut self, body: &Body) {
        self.bends.clear();
        for task in self.tasks.iter().filter(|task| matches!(task.kind, Kind::Position(_))) {
            let Some(point) = task.points[0] else { continue };
            let path = || self.tree.path(point.node);
            for ((tip, middle), base) in path().zip(path().skip(1)).zip(path().skip(2)) {
                let (first, count) = self.movers_of[middle];
                let Some(mover) = (first..first + count)
                    .find(|&mover| self.movers[mover].motion != Motion::Slide)
                else {
                    continue;
                };
                if self.bends.iter().any(|bend| bend.mover == mover) {
                    continue;
                }
                let pole = so3::wide(body.joints[self.tree.nodes[middle].joint].pole);
                self.bends.push(Bend { mover, base, tip, pole });
            }
        }
    }
}

/// What an orientation asks for, in the body's space.
fn aim(tree: &Tree, orientation: Orientation) -> Aim {
    match orientation {
        Orientation::Full(wanted) => Aim::Frame(so3::from_quat(wanted)),
        Orientation::Axis { axis, direction } => {
            Aim::Axis { axis: so3::direction(axis), direction: so3::direction(direction) }
        }
        Orientation::LookAt { axis, target } => {
            Aim::Place { axis: so3::direction(axis), place: tree.to_body(target) }
        }
    }
}

/// The nodes of the base and the middle of the limb that ends in a joint: of two bones or, in a
/// chain, of all; there the middle is the joint that is furthest from the line between base and
/// tip.
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
    let off_line =
        |node: usize| (place(node) - place(base)).reject_from_normalized(line).length_squared();
    let inner = tree.path(tip).skip(1).take_while(|&node| node != base);
    let middle = inner.max_by(|&a, &b| off_line(a).total_cmp(&off_line(b)))?;
    Some([base, middle])
}

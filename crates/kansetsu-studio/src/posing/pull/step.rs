//! One step downhill.
//!
//! With the joints' steps δ in their rest frames, J the goals' derivatives, B what each joint may do over its stiffness and damping,
//! f what bounds force, φ the turns since the press, W the weights:
//!
//! ```text
//! (J B Jᵀ + W⁻¹) y = miss + J B μ s φ - J f        δ = f + B (Jᵀ y - μ s φ)
//! ```

use kansetsu::glam::{Mat3, Quat, Vec3};

use super::{
    SETTLED,
    goal::{LEVER, Want},
    node::{Node, exp, rotation_vector},
    system::System,
    tree::{SLIDE, Tree},
};

/// How often the active set is looked at again in one step.
const PASSES: usize = 4;

/// After so many looks bounds are only added, so that it comes to an end.
const BOTH_WAYS: usize = 2;

/// A step that costs more than nothing is tried again with damping, so many times, each time with so much more.
const TRIES: usize = 7;
const MORE_DAMPING: f32 = 6.0;
/// Damping, as a part of what turning costs, when the first try fails.
const FIRST_DAMPING: f32 = 2.0;
/// Less than this is none.
const NO_DAMPING: f32 = 0.05;

/// No joint turns farther in one step, radians.
const LARGEST_TURN: f32 = 0.8;

/// A turn that its limit moves by less than this is inside, radians.
const INSIDE: f32 = 2e-6;

/// Directions, and parts of a step, that differ by less are the same.
const SAME: f32 = 0.1;

/// How far a joint is pushed against a bound to see whether it holds, radians.
const PUSH: f32 = 0.02;

/// Columns of a limit's derivative shorter than this, after what the others say, are nothing.
const NOTHING: f32 = 1e-2;

/// Memory for steps.
#[derive(Clone, Debug, Default)]
pub(in crate::posing) struct Stepper {
    system: System,
    /// For each node, its derivatives: one for each goal that it moves.
    first: Vec<usize>,
    derivatives: Vec<(usize, Mat3)>,
    /// For each node, its turn since the press.
    since: Vec<Vec3>,
    /// The system of a step in which nothing is bound, but for what goals weigh and damping.
    unbound: System,
    /// What each node may do.
    bounds: Vec<Bound>,
    steps: Vec<[Vec3; 2]>,
    /// For each node, what the goals pull it with.
    pulls: Vec<Vec3>,
    kept: Vec<(Quat, Vec3)>,
}

/// What a joint may do in this step.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bound {
    /// Onto the directions in which it may turn.
    free: Mat3,
    /// What it is forced to turn.
    forced: Vec3,
}

impl Bound {
    const FREE: Self = Self { free: Mat3::IDENTITY, forced: Vec3::ZERO };
    const FIXED: Self = Self { free: Mat3::ZERO, forced: Vec3::ZERO };

    /// Whether it is another one, for a step of that length, radians: on a curved edge its directions turn a little with every look.
    fn differs(&self, other: &Self, step: f32) -> bool {
        let turned = (self.free - other.free).to_cols_array().into_iter().fold(0.0, |most: f32, part| most.max(part.abs()));
        turned > SAME || self.forced.distance(other.forced) > INSIDE.max(SAME * step)
    }
}

impl Stepper {
    /// Makes one step that costs less. Gives the largest turn in it, or `None` when there is no such step.
    pub(super) fn step(&mut self, tree: &mut Tree, cost: f32, damping: &mut f32) -> Option<f32> {
        let before = tree.measure(cost);
        self.derive(tree);
        self.kept.clear();
        self.kept.extend(tree.nodes.iter().map(|node| (node.turn, node.translation)));
        for _ in 0..TRIES {
            if self.find(tree, cost, *damping) {
                let largest = self.advance(tree);
                if tree.measure(cost) < before {
                    *damping = if *damping < NO_DAMPING { 0.0 } else { *damping / MORE_DAMPING };
                    return Some(largest);
                }
                self.restore(tree);
                tree.measure(cost);
                if largest < SETTLED {
                    break;
                }
            }
            *damping = (*damping * MORE_DAMPING).max(FIRST_DAMPING);
        }
        tree.measure(cost);
        None
    }

    /// The goals' derivatives by every joint, and the system as it is without bounds.
    fn derive(&mut self, tree: &mut Tree) {
        self.first.clear();
        self.derivatives.clear();
        self.since.clear();
        let per_size = 1.0 / tree.size;
        for index in 0..tree.nodes.len() {
            tree.nodes[index].measure();
            self.first.push(self.derivatives.len());
            let node = &tree.nodes[index];
            let mut left = node.goals;
            while left != 0 {
                let goal = left.trailing_zeros() as usize;
                left &= left - 1;
                let derivative = match tree.goals[goal].want {
                    Want::Place(_) => node.moves(tree.nodes[tree.goals[goal].node].model_from_joint.translation) * per_size,
                    Want::Turn(_) => node.model_from_rest * LEVER,
                };
                self.derivatives.push((goal, derivative));
            }
        }
        self.first.push(self.derivatives.len());
        self.since.extend(tree.nodes.iter().map(Node::since_press));
        self.unbound.clear(3 * tree.goals.len());
        for (index, node) in tree.nodes.iter().enumerate() {
            if let Some(stiffness) = node.stiffness {
                let own = &self.derivatives[self.first[index]..self.first[index + 1]];
                self.unbound.add_joint(own, &Mat3::from_diagonal(Vec3::splat(1.0 / stiffness)), self.since[index]);
            }
            if node.slides {
                self.add_slide(tree, node);
            }
        }
    }

    /// Finds the step: the active set settles.
    fn find(&mut self, tree: &Tree, cost: f32, damping: f32) -> bool {
        self.bounds.clear();
        self.bounds.extend(tree.nodes.iter().map(|node| if node.stiffness.is_some() { Bound::FREE } else { Bound::FIXED }));
        for index in 0..tree.nodes.len() {
            if tree.nodes[index].limit.is_some() {
                self.bounds[index] = bound(&tree.nodes[index], Vec3::ZERO);
            }
        }
        for pass in 0..=PASSES {
            if !self.solve(tree, cost, damping) {
                return false;
            }
            if pass == PASSES || !self.bind(tree, (cost, damping), pass) {
                break;
            }
        }
        true
    }

    /// Looks at the limits again. Gives whether anything changed.
    fn bind(&mut self, tree: &Tree, (cost, damping): (f32, f32), pass: usize) -> bool {
        let mut changed = false;
        for index in 0..tree.nodes.len() {
            let node = &tree.nodes[index];
            let (Some(stiffness), Some(_)) = (node.stiffness, &node.limit) else { continue };
            // What it would do if it were free.
            let wanted = (self.pulls[index] - self.since[index] * (cost * stiffness)) / (stiffness * (cost + damping * cost));
            let Bound { free, .. } = self.bounds[index];
            // Where it would land, pushed a little to where it would go without its bound: where that is outside, the bound holds.
            let pushed = (wanted - free * wanted).clamp_length_max(PUSH);
            let mut bound = bound(node, capped(self.steps[index][0]) + pushed);
            if pass >= BOTH_WAYS {
                if bound.free == Mat3::IDENTITY || !is_outside(node, capped(self.steps[index][0])) {
                    continue;
                }
                bound.free = range(&(free * bound.free * free));
            }
            changed |= bound.differs(&self.bounds[index], self.steps[index][0].length());
            self.bounds[index] = bound;
        }
        changed
    }

    /// What the goals pull a joint with.
    fn pull(&self, node: usize) -> Vec3 {
        let answer = self.system.answer();
        let force = |goal: usize| Vec3::new(answer[3 * goal] as f32, answer[3 * goal + 1] as f32, answer[3 * goal + 2] as f32);
        let own = &self.derivatives[self.first[node]..self.first[node + 1]];
        own.iter().fold(Vec3::ZERO, |pull, (goal, derivative)| pull + derivative.transpose() * force(*goal))
    }

    /// The step with the present active set.
    fn solve(&mut self, tree: &Tree, cost: f32, damping: f32) -> bool {
        self.assemble(tree, cost, damping);
        if !self.system.solve() {
            return false;
        }
        self.steps.clear();
        self.pulls.clear();
        let stiff = cost + damping * cost;
        for (index, node) in tree.nodes.iter().enumerate() {
            let mut step = [self.bounds[index].forced, Vec3::ZERO];
            let pull = if node.stiffness.is_some() { self.pull(index) } else { Vec3::ZERO };
            self.pulls.push(pull);
            if let Some(stiffness) = node.stiffness {
                let wanted = pull - self.since[index] * (cost * stiffness);
                step[0] += self.bounds[index].free * wanted / (stiffness * stiff);
            }
            if node.slides {
                step[1] = (self.slide(tree, node) - tree.slid(node) * (cost * SLIDE)) / (SLIDE * stiff);
            }
            self.steps.push(step);
        }
        true
    }

    /// What the goals pull a sliding joint with.
    fn slide(&self, tree: &Tree, node: &Node) -> Vec3 {
        let answer = self.system.answer();
        let places = (0..tree.goals.len()).filter(|&goal| node.goals >> goal & 1 == 1 && matches!(tree.goals[goal].want, Want::Place(_)));
        places.fold(Vec3::ZERO, |pull, goal| {
            pull + Vec3::new(answer[3 * goal] as f32, answer[3 * goal + 1] as f32, answer[3 * goal + 2] as f32)
        })
    }

    fn assemble(&mut self, tree: &Tree, cost: f32, damping: f32) {
        let stiff = cost + damping * cost;
        self.system.copy_scaled(&self.unbound, f64::from(1.0 / stiff), f64::from(cost / stiff));
        for (index, goal) in tree.goals.iter().enumerate() {
            let wanted = goal.wanted();
            for axis in 0..3 {
                self.system.add(3 * index + axis, 3 * index + axis, 1.0 / f64::from(goal.present_weight()));
                self.system.add_right(3 * index + axis, f64::from(wanted[axis]));
            }
        }
        for (index, node) in tree.nodes.iter().enumerate() {
            let bound = self.bounds[index];
            let Some(stiffness) = node.stiffness.filter(|_| bound != Bound::FREE) else { continue };
            let lost = Mat3::IDENTITY - bound.free;
            let own = &self.derivatives[self.first[index]..self.first[index + 1]];
            let drawn = lost * self.since[index] * (cost / stiff) + bound.forced;
            self.system.add_joint(own, &(lost * (-1.0 / (stiffness * stiff))), -drawn);
        }
    }

    fn add_slide(&mut self, tree: &Tree, node: &Node) {
        let slid = tree.slid(node);
        let moved = |goal: &usize| node.goals >> goal & 1 == 1 && matches!(tree.goals[*goal].want, Want::Place(_));
        for goal in (0..tree.goals.len()).filter(moved) {
            for axis in 0..3 {
                self.unbound.add_right(3 * goal + axis, f64::from(slid[axis]));
                for other in (0..=goal).filter(moved) {
                    self.unbound.add(3 * goal + axis, 3 * other + axis, f64::from(1.0 / SLIDE));
                }
            }
        }
    }

    /// Makes the step. Gives the largest turn, or way.
    fn advance(&self, tree: &mut Tree) -> f32 {
        let largest = self.steps.iter().map(|[turn, way]| turn.length().max(way.length())).fold(0.0, f32::max);
        let scale = 1.0_f32.min(LARGEST_TURN / largest.max(1e-20));
        for (index, step) in self.steps.iter().enumerate() {
            tree.advance(index, step.map(|part| part * scale));
        }
        tree.forward();
        largest * scale
    }

    fn restore(&self, tree: &mut Tree) {
        for (node, &(turn, translation)) in tree.nodes.iter_mut().zip(&self.kept) {
            (node.turn, node.translation) = (turn, translation);
        }
        tree.forward();
    }
}

fn capped(turn: Vec3) -> Vec3 {
    turn * 1.0_f32.min(LARGEST_TURN / turn.length().max(1e-20))
}

/// What a joint with a limit may do, if it wants to turn so.
fn bound(node: &Node, wanted: Vec3) -> Bound {
    let Some(limit) = &node.limit else { return Bound::FREE };
    let wanted = node.hinge.map_or(wanted, |axis| axis * axis.dot(wanted));
    let turned = (exp(wanted) * node.turn).normalize();
    let projected = limit.project(turned);
    if projected == turned && node.hinge.is_none() {
        return Bound::FREE;
    }
    let is_inside = (projected * turned.inverse()).xyz().length_squared() < INSIDE * INSIDE;
    let free = match node.hinge {
        Some(axis) if is_inside => along(axis),
        Some(_) => Mat3::ZERO,
        None => range(&limit.derivative(turned)),
    };
    let forced = rotation_vector(projected * node.turn.inverse());
    Bound { free, forced: forced - free * forced }
}

/// Whether a turn leads out of the joint's limit.
fn is_outside(node: &Node, turn: Vec3) -> bool {
    let turned = (exp(turn) * node.turn).normalize();
    node.limit.as_ref().is_some_and(|limit| limit.violation(turned) > INSIDE)
}

/// The projection onto a unit vector.
fn along(unit: Vec3) -> Mat3 {
    Mat3::from_cols(unit * unit.x, unit * unit.y, unit * unit.z)
}

/// The projection onto what a matrix can give.
fn range(matrix: &Mat3) -> Mat3 {
    if *matrix == Mat3::IDENTITY {
        return Mat3::IDENTITY;
    }
    let mut columns = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    let mut projection = Mat3::ZERO;
    for _ in 0..3 {
        columns.sort_by(|a, b| b.length_squared().total_cmp(&a.length_squared()));
        let Some(unit) = columns[0].try_normalize().filter(|_| columns[0].length() > NOTHING) else { break };
        projection += along(unit);
        columns = columns.map(|column| column - unit * column.dot(unit));
    }
    projection
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::posing::{
        Subject,
        pull::{Plan, PullGoal},
    };

    #[test]
    fn derivatives_are_those_of_the_misses() {
        let figure = Arc::new(kansetsu_figures::mannequin());
        let mut subject = Subject::new(Arc::clone(&figure), figure.rig.skeleton.rest_pose());
        for (index, local) in subject.pose.locals.iter_mut().enumerate() {
            local.rotation = Quat::from_euler(kansetsu::glam::EulerRot::XYZ, 0.1 * (index % 5) as f32, 0.07 * (index % 7) as f32, -0.2);
        }
        let find = |name: &str| figure.rig.skeleton.find(name).unwrap();
        let (hand, foot, hips) = (find("LeftHand"), find("RightFoot"), find("Hips"));
        let goals = [
            PullGoal::wish(hand, Want::Place(Vec3::ONE), 1.0),
            PullGoal::wish(hand, Want::Turn(Quat::IDENTITY), 1.0),
            PullGoal::pin(foot, Want::Place(Vec3::ZERO)),
            PullGoal::wish(hips, Want::Place(Vec3::Y), 1.0),
        ];
        let stiffness = vec![Some(1.0); subject.skeleton().len()];
        let limits = vec![None; stiffness.len()];
        let plan =
            Plan { skeleton: subject.skeleton(), pose: &subject.pose, limits: &limits, base: hips, slides: true, stiffness: &stiffness };
        let mut tree = Tree::new(&plan, &goals).unwrap();
        let mut stepper = Stepper::default();
        tree.measure(0.0);
        stepper.derive(&mut tree);
        for index in 0..tree.nodes.len() {
            for axis in Vec3::AXES {
                let mut moved = [1e-3, -1e-3].map(|by| {
                    let mut moved = tree.clone();
                    moved.advance(index, [axis * by, Vec3::ZERO]);
                    moved.forward();
                    moved.measure(0.0);
                    moved
                });
                for goal in 0..goals.len() {
                    let numeric = (moved[1].goals[goal].miss - moved[0].goals[goal].miss) / 2e-3;
                    let own = &stepper.derivatives[stepper.first[index]..stepper.first[index + 1]];
                    let known = own.iter().find(|(own, _)| *own == goal).map_or(Vec3::ZERO, |(_, derivative)| *derivative * axis);
                    let tolerance = if goal == 1 { 0.6 } else { 2e-3 };
                    assert!(numeric.distance(known) < tolerance, "{index} {goal}: {numeric} {known}");
                }
                moved[0].reset();
            }
        }
    }

    #[test]
    fn the_step_solves_its_system() {
        let figure = Arc::new(kansetsu_figures::mannequin());
        let subject = Subject::new(Arc::clone(&figure), figure.rig.skeleton.rest_pose());
        let find = |name: &str| figure.rig.skeleton.find(name).unwrap();
        let (foot, hips) = (find("RightFoot"), find("Hips"));
        let forward = subject.forward();
        let goals = [
            PullGoal::wish(hips, Want::Place(forward[hips].translation + Vec3::new(0.05, -0.2, 0.03)), 1.0),
            PullGoal::pin(foot, Want::Place(forward[foot].translation)),
            PullGoal::pin(foot, Want::Turn(kansetsu::d3::rotation_of(&forward[foot]))),
        ];
        let stiffness = vec![Some(1.0); subject.skeleton().len()];
        let limits = vec![None; stiffness.len()];
        let plan =
            Plan { skeleton: subject.skeleton(), pose: &subject.pose, limits: &limits, base: hips, slides: true, stiffness: &stiffness };
        let mut tree = Tree::new(&plan, &goals).unwrap();
        let mut stepper = Stepper::default();
        tree.measure(1e-3);
        stepper.derive(&mut tree);
        assert!(stepper.find(&tree, 1e-3, 1000.0));
        for goal in 0..goals.len() {
            let mut moved = Vec3::ZERO;
            for index in 0..tree.nodes.len() {
                for (own, derivative) in &stepper.derivatives[stepper.first[index]..stepper.first[index + 1]] {
                    if *own == goal {
                        moved += *derivative * stepper.steps[index][0];
                    }
                }
                if tree.nodes[index].slides && goal != 2 {
                    moved += stepper.steps[index][1];
                }
            }
            let y: Vec<f32> = stepper.system.answer()[3 * goal..3 * goal + 3].iter().map(|&y| y as f32).collect();
            let expected = (tree.goals[goal].wanted() - moved) * tree.goals[goal].present_weight();
            assert!(expected.distance(Vec3::from_slice(&y)) < 1e-5, "{goal}: {expected} {y:?}");
        }
    }
}

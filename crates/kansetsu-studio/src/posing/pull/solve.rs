//! The step that leads downhill, within bounds.
//!
//! With the joints' steps δ in their rest frames, J the goals' derivatives, B what each joint may do over its stiffness and damping,
//! f what bounds force, φ the turns since the press, W the weights:
//!
//! ```text
//! (J B Jᵀ + W⁻¹) y = miss + J B μ s φ - J f        δ = f + B (Jᵀ y - μ s φ)
//! ```

use kansetsu::glam::{Mat3, Vec3};

use super::{
    bound::{Bound, is_outside},
    derivatives::force,
    goal::{PullGoal, Want},
    node::Node,
    step::Stepper,
    tree::{SLIDE, Tree},
};

/// How often the active set is looked at again in one step.
const PASSES: usize = 4;

/// After so many looks bounds are only added, so that it comes to an end.
const BOTH_WAYS: usize = 2;

/// How far a joint is pushed against a bound to see whether it holds, radians.
const PUSH: f32 = 0.02;

/// How little what is no pin counts while pins are put right: its miss costs nothing.
const GIVE: f64 = 1e12;

/// What a step is to serve.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    /// What it costs to be turned from the press, for a joint of stiffness 1.
    pub(super) turned: f32,
    /// What the step itself costs.
    pub(super) turning: f32,
    /// No joint turns farther, radians.
    pub(super) most: f32,
    pub(super) serves: Serves,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Serves {
    All,
    Pins,
}

impl Stepper {
    /// The goals' derivatives by every joint, and the system as it is without bounds.
    pub(super) fn derive(&mut self, tree: &mut Tree) {
        self.derivatives.find(tree);
        self.since.clear();
        self.since.extend(tree.nodes.iter().map(Node::since_press));
        self.pushes.resize(tree.nodes.len(), Vec3::ZERO);
        self.unbound.clear(3 * tree.goals.len());
        for (index, node) in tree.nodes.iter().enumerate() {
            if let Some(stiffness) = node.stiffness {
                self.unbound.add_joint(self.derivatives.of(index), &Mat3::from_diagonal(Vec3::splat(1.0 / stiffness)), self.since[index]);
            }
            if node.slides {
                self.add_slide(tree, node);
            }
        }
    }

    /// Finds the step: the active set settles.
    pub(super) fn find(&mut self, tree: &Tree, terms: &Terms) -> bool {
        self.bounds.clear();
        for (index, node) in tree.nodes.iter().enumerate() {
            self.bounds.push(if node.stiffness.is_some() { Bound::new(node, self.pushes[index]) } else { Bound::FIXED });
        }
        for pass in 0..=PASSES {
            if !self.solve(tree, terms) {
                return false;
            }
            if pass == PASSES || !self.bind(tree, terms, pass) {
                break;
            }
        }
        true
    }

    /// Looks at the limits again. Gives whether anything changed.
    fn bind(&mut self, tree: &Tree, terms: &Terms, pass: usize) -> bool {
        let mut changed = false;
        for index in 0..tree.nodes.len() {
            let node = &tree.nodes[index];
            let (Some(stiffness), Some(_)) = (node.stiffness, &node.limit) else { continue };
            let wanted = self.wanted(index, stiffness, terms);
            let free = self.bounds[index].free;
            // Where it would land, pushed a little to where it would go without its bound: where that is outside, the bound holds.
            let step = self.steps[index][0].clamp_length_max(terms.most);
            let push = (wanted - free * wanted).clamp_length_max(PUSH);
            self.pushes[index] = push;
            let mut bound = Bound::new(node, step + push);
            if pass >= BOTH_WAYS {
                if bound.free == Mat3::IDENTITY || !is_outside(node, step) {
                    continue;
                }
                bound = bound.and(&self.bounds[index]);
            }
            changed |= bound.differs(&self.bounds[index], step.length());
            self.bounds[index] = bound;
        }
        changed
    }

    /// What a joint would do if it were free.
    fn wanted(&self, index: usize, stiffness: f32, terms: &Terms) -> Vec3 {
        (self.pulls[index] - self.since[index] * (terms.turned * stiffness)) / (stiffness * terms.turning)
    }

    /// The step with the present active set.
    fn solve(&mut self, tree: &Tree, terms: &Terms) -> bool {
        self.assemble(tree, terms);
        if !self.system.solve() {
            return false;
        }
        self.yield_to_answer(tree, terms);
        for (step, bound) in self.steps.iter_mut().zip(&self.bounds) {
            step[0] += bound.forced;
        }
        true
    }

    /// What the answer's forces make every node do that may.
    pub(super) fn yield_to_answer(&mut self, tree: &Tree, terms: &Terms) {
        self.steps.clear();
        self.pulls.clear();
        for (index, node) in tree.nodes.iter().enumerate() {
            self.pulls.push(self.derivatives.pull(index, self.system.answer()));
            let turn = |stiffness: f32| self.bounds[index].free * self.wanted(index, stiffness, terms);
            let turn = node.stiffness.map_or(Vec3::ZERO, turn);
            let back = || tree.slid(node) * (terms.turned * SLIDE);
            let slide = || (slide(tree, node, self.system.answer()) - back()) / (SLIDE * terms.turning);
            self.steps.push([turn, if node.slides { slide() } else { Vec3::ZERO }]);
        }
    }

    fn assemble(&mut self, tree: &Tree, terms: &Terms) {
        let back = terms.turned / terms.turning;
        self.system.copy_scaled(&self.unbound, f64::from(1.0 / terms.turning), f64::from(back));
        for (index, goal) in tree.goals.iter().enumerate() {
            let (give, miss) = terms.serves.of(goal);
            for axis in 0..3 {
                self.system.add(3 * index + axis, 3 * index + axis, give);
                self.system.add_right(3 * index + axis, f64::from(miss[axis]));
            }
        }
        for (index, node) in tree.nodes.iter().enumerate() {
            let bound = self.bounds[index];
            let Some(stiffness) = node.stiffness.filter(|_| bound != Bound::FREE) else { continue };
            let lost = Mat3::IDENTITY - bound.free;
            let drawn = lost * self.since[index] * back + bound.forced;
            self.system.add_joint(self.derivatives.of(index), &(lost * (-1.0 / (stiffness * terms.turning))), -drawn);
        }
    }

    fn add_slide(&mut self, tree: &Tree, node: &Node) {
        let slid = tree.slid(node);
        for goal in moved_places(tree, node) {
            for axis in 0..3 {
                self.unbound.add_right(3 * goal + axis, f64::from(slid[axis]));
                for other in moved_places(tree, node).take_while(|&other| other <= goal) {
                    self.unbound.add(3 * goal + axis, 3 * other + axis, f64::from(1.0 / SLIDE));
                }
            }
        }
    }
}

impl Serves {
    /// How much a goal gives way to a force of 1, and what it is off.
    fn of(self, goal: &PullGoal) -> (f64, Vec3) {
        if self == Self::All || goal.is_pin() { (1.0 / f64::from(goal.weight()), goal.miss) } else { (GIVE, Vec3::ZERO) }
    }
}

/// The goals that a sliding node moves.
fn moved_places<'a>(tree: &'a Tree, node: &Node) -> impl Iterator<Item = usize> + use<'a> {
    node.moved_goals().filter(|&goal| matches!(tree.goals[goal].want, Want::Place(_)))
}

/// What forces at the goals pull a sliding joint with.
fn slide(tree: &Tree, node: &Node, forces: &[f64]) -> Vec3 {
    moved_places(tree, node).fold(Vec3::ZERO, |pull, goal| pull + force(forces, goal))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kansetsu::glam::Quat;

    use super::*;
    use crate::posing::{Subject, pull::Plan};

    /// The tree of a whole body without limits, its hips free, and how its goals' misses change with its joints.
    fn derived(subject: &Subject, hips: usize, goals: &[PullGoal], cost: f32) -> (Tree, Stepper) {
        let stiffness = vec![Some(1.0); subject.skeleton().len()];
        let limits = vec![None; stiffness.len()];
        let plan = Plan {
            skeleton: subject.skeleton(),
            pose: &subject.pose,
            limits: &limits,
            base: hips,
            slides: true,
            stiffness: &stiffness,
            limbs: &[],
        };
        let mut tree = Tree::new(&plan, goals).unwrap();
        let mut stepper = Stepper::default();
        tree.measure(cost);
        stepper.derive(&mut tree);
        (tree, stepper)
    }

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
            PullGoal::wish(hand, Want::Place(Vec3::ONE)),
            PullGoal::wish(hand, Want::Turn(Quat::IDENTITY)),
            PullGoal::pin(foot, Want::Place(Vec3::ZERO)),
            PullGoal::wish(hips, Want::Place(Vec3::Y)),
        ];
        let (tree, stepper) = derived(&subject, hips, &goals, 0.0);
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
                    let known = stepper
                        .derivatives
                        .of(index)
                        .iter()
                        .find(|(own, _)| *own == goal)
                        .map_or(Vec3::ZERO, |(_, derivative)| *derivative * axis);
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
            PullGoal::wish(hips, Want::Place(forward[hips].translation + Vec3::new(0.05, -0.2, 0.03))),
            PullGoal::pin(foot, Want::Place(forward[foot].translation)),
            PullGoal::pin(foot, Want::Turn(kansetsu::d3::rotation_of(&forward[foot]))),
        ];
        let (tree, mut stepper) = derived(&subject, hips, &goals, 1e-3);
        let terms = Terms { turned: 1e-3, turning: 1.0, most: 1.0, serves: Serves::All };
        assert!(stepper.find(&tree, &terms));
        for goal in 0..goals.len() {
            let mut moved = Vec3::ZERO;
            for index in 0..tree.nodes.len() {
                for (own, derivative) in stepper.derivatives.of(index) {
                    if *own == goal {
                        moved += *derivative * stepper.steps[index][0];
                    }
                }
                if tree.nodes[index].slides && goal != 2 {
                    moved += stepper.steps[index][1];
                }
            }
            let left = force(stepper.system.answer(), goal) / tree.goals[goal].weight();
            assert!(left.distance(tree.goals[goal].miss - moved) < 1e-5, "{goal}: {left}");
        }
    }
}

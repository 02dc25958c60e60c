//! One step downhill.
//!
//! Joints turn, so goals move on curves: after a step some of them are not where the formula ([`super::solve`]) has them. What they are
//! off by is put right with the same matrix (a second-order correction). Without it no step along a pin would cost less than it costs
//! to leave the pin a little.

use kansetsu::glam::{Quat, Vec3};

use super::{
    SETTLED,
    bound::Bound,
    derivatives::{Derivatives, force},
    goal::PullGoal,
    solve::{Serves, Terms},
    system::System,
    tree::Tree,
};

/// A step that costs more than nothing is tried again with damping, so many times, each time with so much more.
const TRIES: usize = 7;
const MORE_DAMPING: f32 = 6.0;
/// Damping, as a part of what turning costs, when the first try fails.
const FIRST_DAMPING: f32 = 2.0;
/// Less than this is none.
const NO_DAMPING: f32 = 0.05;

/// How often goals that turned out elsewhere are put right, and what is right enough, in body sizes.
const CORRECTIONS: usize = 4;
const CORRECT: f32 = 1e-7;
/// This part of what a step may turn anything is left to what puts goals right: where it takes more, the formula says nothing.
const CORRECTION: f32 = 0.2;

/// Pins count as held within this, in body sizes; so many rounds are spent on that.
const HELD: f32 = 1e-6;
const HOLDS: usize = 3;

/// Memory for steps.
#[derive(Clone, Debug, Default)]
pub(in crate::posing) struct Stepper {
    pub(super) system: System,
    pub(super) derivatives: Derivatives,
    /// For each node, its turn since the press.
    pub(super) since: Vec<Vec3>,
    /// The system of a step in which nothing is bound, but for what goals weigh and damping.
    pub(super) unbound: System,
    /// What each node may do.
    pub(super) bounds: Vec<Bound>,
    /// For each node, how the last look at its bound pushed against it.
    pub(super) pushes: Vec<Vec3>,
    pub(super) steps: Vec<[Vec3; 2]>,
    /// For each node, what the goals pull it with.
    pub(super) pulls: Vec<Vec3>,
    kept: Vec<(Quat, Vec3)>,
    /// Where the formula has the goals after the step.
    expected: Vec<Vec3>,
    /// How much more than its turn since the press a step costs.
    damping: f32,
}

impl Stepper {
    /// Forgets the steps that it made.
    pub(in crate::posing) fn reset(&mut self) {
        self.pushes.clear();
        self.damping = 0.0;
    }

    /// Makes one step that costs less and turns nothing by more than `most`, radians. Gives the largest turn in it, or `None` when there is
    /// no such step.
    pub(super) fn step(&mut self, tree: &mut Tree, cost: f32, most: f32) -> Option<f32> {
        let before = tree.measure(cost);
        self.look(tree, cost, most);
        self.kept.clear();
        self.kept.extend(tree.nodes.iter().map(|node| (node.turn, node.translation)));
        for _ in 0..TRIES {
            let terms = Terms { turned: cost, turning: cost + self.damping * cost, most, serves: Serves::All };
            if self.find(tree, &terms) {
                let part = self.part((1.0 - CORRECTION) * most);
                let mut largest = self.largest() * part;
                self.expect(tree, part);
                self.advance(tree, part);
                largest += self.correct(tree, &terms);
                if tree.measure(cost) < before {
                    self.damping = if self.damping < NO_DAMPING { 0.0 } else { self.damping / MORE_DAMPING };
                    return Some(largest);
                }
                self.restore(tree);
                tree.measure(cost);
                if largest < SETTLED {
                    break;
                }
            }
            self.damping = (self.damping * MORE_DAMPING).max(FIRST_DAMPING);
        }
        self.damping = 0.0;
        None
    }

    /// Works out how goals move when joints turn.
    fn look(&mut self, tree: &mut Tree, cost: f32, most: f32) {
        tree.lean_nowhere();
        self.derive(tree);
        let terms = Terms { turned: cost, turning: cost, most, serves: Serves::All };
        if tree.is_straight_somewhere(most) && self.find(tree, &terms) && tree.lean_under(self.system.answer(), most) {
            self.derive(tree);
        }
    }

    /// Brings pins back that the last steps left a little off, by the least turns that do, none larger than `most`.
    pub(super) fn hold(&mut self, tree: &mut Tree, cost: f32, most: f32) {
        for _ in 0..HOLDS {
            tree.measure(cost);
            if tree.goals.iter().filter(|goal| goal.is_pin()).all(|goal| goal.miss.length() < HELD) {
                return;
            }
            tree.lean_nowhere();
            self.derive(tree);
            if !self.find(tree, &Terms { turned: 0.0, turning: cost, most, serves: Serves::Pins }) {
                return;
            }
            self.advance(tree, self.part(most));
        }
    }

    /// How much of the step may be made, so that nothing turns by more than `most`.
    fn part(&self, most: f32) -> f32 {
        1.0_f32.min(most / self.largest().max(1e-20))
    }

    /// The largest turn, or way, of the step.
    fn largest(&self) -> f32 {
        self.steps.iter().map(|[turn, way]| turn.length().max(way.length())).fold(0.0, f32::max)
    }

    /// Makes a part of the step.
    fn advance(&self, tree: &mut Tree, part: f32) {
        for (index, step) in self.steps.iter().enumerate() {
            tree.advance(index, step.map(|whole| whole * part));
        }
        tree.forward();
    }

    /// Works out where the formula has the goals after that part of the step.
    fn expect(&mut self, tree: &Tree, part: f32) {
        let after = |(index, goal): (usize, &PullGoal)| goal.miss.lerp(force(self.system.answer(), index) / goal.weight(), part);
        self.expected.clear();
        self.expected.extend(tree.goals.iter().enumerate().map(after));
    }

    /// Brings the goals to where the formula had them. Gives how far that turns a joint at most, or slides one.
    fn correct(&mut self, tree: &mut Tree, terms: &Terms) -> f32 {
        let most = CORRECTION * terms.most;
        let mut turned = 0.0;
        for _ in 0..CORRECTIONS {
            tree.measure(terms.turned);
            let off = |(goal, expected): (&PullGoal, &Vec3)| goal.miss - *expected;
            if tree.goals.iter().zip(&self.expected).map(off).all(|off| off.abs().max_element() < CORRECT) {
                break;
            }
            self.system.set_right(tree.goals.iter().zip(&self.expected).flat_map(|both| off(both).to_array()).map(f64::from));
            self.system.solve_again();
            self.yield_to_answer(tree, &Terms { turned: 0.0, ..*terms });
            let part = self.part(most - turned);
            turned += self.largest() * part;
            self.advance(tree, part);
        }
        turned
    }

    fn restore(&self, tree: &mut Tree) {
        for (node, &(turn, translation)) in tree.nodes.iter_mut().zip(&self.kept) {
            (node.turn, node.translation) = (turn, translation);
        }
        tree.forward();
    }
}

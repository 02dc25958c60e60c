//! What makes a drag smooth: the pose that costs least.
//!
//! A solver that only meets goals has many answers for most targets and none for the rest, and picks between them by accident; a
//! pointer that moves by a pixel then makes limbs jump. Here a pose has a cost,
//!
//! ```text
//! E(q) = Σ w |what a goal misses|² + μ Σ stiffness · |turn since the press|²
//! ```
//!
//! and the pose that a drag gives is the least of it that grows out of the pose at the press. The second term chooses among poses
//! that all reach the one nearest to the press, and keeps joints still that would have to turn far for little: at full reach, and
//! where the target is out of reach. It would also hold the joint back by about μ. So the miss is added to what is wanted and
//! the least found again, a few times (Tikhonov regularisation, iterated; also the method of multipliers): what can be reached is
//! reached to the last digit, what cannot stays smooth.
//!
//! Each least is found by Levenberg-Marquardt in the dual form, with limits as an active set found from the derivatives of their
//! projections; no step that costs more is taken. Sources: A. N. Tikhonov, V. Y. Arsenin, "Solutions of ill-posed problems", 1977; M. R.
//! Hestenes, "Multiplier and gradient methods", J. Optimization Theory and Applications 4, 1969; C. W. Wampler, "Manipulator
//! inverse kinematic solutions based on vector formulations and damped least-squares methods", IEEE Trans. SMC 16(1), 1986 (the
//! dual form). Cost: about 0.3 µs a joint and a step.

mod goal;
mod node;
mod step;
mod system;
mod tree;

pub(super) use goal::{PullGoal, Want};
pub(super) use tree::{Plan, Tree};

pub(super) use step::Stepper;

/// How a pull is solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pull {
    /// What it costs to turn a joint of stiffness 1 by a radian, beside missing a goal by the body's size.
    pub(super) cost: f32,
    /// Steps at most while the target is on its way, and at its end.
    pub(super) steps: [usize; 2],
    /// How often the miss is added to what is wanted.
    pub(super) repeats: usize,
}

impl Default for Pull {
    fn default() -> Self {
        Self { cost: 1e-3, steps: [4, 12], repeats: 3 }
    }
}

/// A step that turns nothing by more than this, radians (or slides, in body sizes), is the last.
const SETTLED: f32 = 2e-5;

/// A miss smaller than this, in body sizes, is none.
const MET: f32 = 1e-6;

/// A pin counts as held within this, in body sizes; and so many rounds are spent on it at most.
const PIN_MET: f32 = 2e-6;
const PIN_ROUNDS: usize = 8;

/// How much more pins weigh in these rounds: near their places nothing bends far, so that it does not hinder.
const FIRMER: f32 = 20.0;

impl Pull {
    /// Brings the tree nearer to what the goals want, on the way. Gives how many steps it took.
    pub(super) fn follow(&self, tree: &mut Tree, stepper: &mut Stepper) -> usize {
        self.descend(tree, stepper, self.steps[0], &mut 0.0)
    }

    /// Brings the tree to rest where it costs least. Gives how many steps it took.
    pub(super) fn settle(&self, tree: &mut Tree, stepper: &mut Stepper) -> usize {
        let mut damping = 0.0;
        let mut taken = self.descend(tree, stepper, self.steps[1], &mut damping);
        for _ in 0..self.repeats {
            if tree.goals.iter().all(|goal| goal.miss.length() < MET) {
                break;
            }
            for goal in &mut tree.goals {
                goal.carry();
            }
            taken += self.descend(tree, stepper, self.steps[1], &mut damping);
        }
        taken + self.hold_pins(tree, stepper, &mut damping)
    }

    /// Where pins and wishes are at odds, pins win: what they miss is carried on until it is nothing.
    fn hold_pins(&self, tree: &mut Tree, stepper: &mut Stepper, damping: &mut f32) -> usize {
        let mut taken = 0;
        for _ in 0..PIN_ROUNDS {
            if tree.goals.iter().filter(|goal| goal.is_pin()).all(|goal| goal.miss.length() < PIN_MET) {
                break;
            }
            for goal in tree.goals.iter_mut().filter(|goal| goal.is_pin()) {
                // What was carried pulls as it did.
                goal.carried = (goal.carried + goal.miss) * (goal.firmness / FIRMER);
                goal.firmness = FIRMER;
            }
            taken += self.descend(tree, stepper, self.steps[1], damping);
        }
        taken
    }

    /// Steps as long as they cost less. The damping goes on where the last descent left it.
    fn descend(&self, tree: &mut Tree, stepper: &mut Stepper, most: usize, damping: &mut f32) -> usize {
        for taken in 0..most {
            let Some(largest) = stepper.step(tree, self.cost, damping) else { return taken };
            if largest < SETTLED {
                return taken + 1;
            }
        }
        most
    }
}

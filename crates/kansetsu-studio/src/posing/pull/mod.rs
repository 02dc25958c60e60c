//! What makes a drag smooth: the pose that costs least.
//!
//! A solver that only meets goals has many answers for most targets and none for the rest, and picks between them by accident; a
//! pointer that moves by a pixel then makes limbs jump. Here a pose has a cost,
//!
//! ```text
//! E(q) = 2 Σ strength · |what a goal misses| + μ Σ stiffness · |turn since the press|²
//! ```
//!
//! and the pose that a drag gives is a least of it near the pose of the event before. The second term chooses among poses that all
//! reach the one nearest to the press, and keeps joints still that would have to turn far for little: at full reach, and where the
//! target is out of reach. In the first term the length stands, not its square: a goal pulls with the same strength from near and far.
//! What takes less than that is done to the last digit, what takes more gives way, and how far off a target is out of reach does
//! not matter. A pin is a goal with so much strength that nothing moves it.
//!
//! Each step takes the lengths for squares with weights that make them pull as they do (iteratively reweighted least squares), and is
//! found in the dual form, with limits as an active set found from the derivatives of their projections; no step that costs more is
//! taken. What is left of the descent when an event has had its steps is left to the next one; only pins are put right at once.
//!
//! Sources: T. Pietrzykowski, "An exact potential method for constrained maxima", SIAM J. Numerical Analysis 6(2), 1969 (lengths
//! instead of squares); P. W. Holland, R. E. Welsch, "Robust regression using iteratively reweighted least-squares", Comm. in
//! Statistics 6(9), 1977; R. Fletcher, "Second order corrections for non-differentiable optimization", Lecture Notes in Mathematics
//! 912, 1982; C. W. Wampler, "Manipulator inverse kinematic solutions based on vector formulations and damped least-squares
//! methods", IEEE Trans. SMC 16(1), 1986 (the dual form). Cost: about 0.5 µs a joint and a step.

mod bound;
mod derivatives;
mod goal;
mod node;
mod solve;
mod step;
mod straight;
mod system;
mod tree;

pub(super) use goal::{PullGoal, Want};
pub(super) use step::Stepper;
pub(super) use tree::{Plan, Tree};

/// How a pull is solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pull {
    /// What it costs to turn a joint of stiffness 1 by a radian, beside missing a goal by the body's size.
    pub(super) cost: f32,
}

impl Default for Pull {
    fn default() -> Self {
        Self { cost: 1e-3 }
    }
}

/// How far a descent goes at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    pub(super) steps: usize,
    /// No joint turns farther in all, radians.
    pub(super) turn: f32,
    /// No joint ends farther from the press, radians.
    pub(super) since_press: f32,
}

/// What became of a descent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Descent {
    pub(super) steps: usize,
    /// Whether there is nothing more to gain.
    pub(super) is_done: bool,
}

/// A step that turns nothing by more than this, radians (or slides, in body sizes), is the last.
const SETTLED: f32 = 2e-5;

/// No joint turns farther in one step, radians.
const LARGEST_TURN: f32 = 0.8;

impl Pull {
    /// Brings the tree nearer to what the goals want. Pins hold afterwards.
    pub(super) fn descend(&self, tree: &mut Tree, stepper: &mut Stepper, span: Span) -> Descent {
        let descent = self.steps(tree, stepper, span);
        tree.draw_near(span.since_press);
        stepper.hold(tree, self.cost, LARGEST_TURN);
        descent
    }

    /// Steps as long as they cost less.
    fn steps(&self, tree: &mut Tree, stepper: &mut Stepper, span: Span) -> Descent {
        // What it has to turn back counts too.
        let mut left = span.turn - (tree.farthest_turn() - span.since_press).max(0.0);
        for taken in 0..span.steps {
            if left < SETTLED {
                return Descent { steps: taken, is_done: false };
            }
            let Some(largest) = stepper.step(tree, self.cost, left.min(LARGEST_TURN)) else {
                return Descent { steps: taken, is_done: true };
            };
            left -= largest;
            if largest < SETTLED {
                return Descent { steps: taken + 1, is_done: true };
            }
        }
        Descent { steps: span.steps, is_done: false }
    }
}

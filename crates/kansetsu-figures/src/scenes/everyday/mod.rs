//! Everyday poses of the [mannequin](crate::mannequin), as a user would ask for them.
//!
//! Each has one or two goals, and pins where the body stands. A goal that touches the body hangs on it: a point of a hand
//! should be at a point of the skin of another joint, given in that joint's own frame. Both points lie on the surface, so
//! that what is met touches.
//!
//! ```
//! use kansetsu_figures::scenes::everyday;
//!
//! let figure = kansetsu_figures::mannequin();
//! let salute = everyday::poses().into_iter().find(|pose| pose.name == "salute").expect("one of them");
//! let solved = everyday::solve(&figure, &salute)?;
//! let measures = everyday::measure(&figure, &salute, &solved.pose);
//! assert!(measures.lean_deg < 90.0);
//! # Ok::<(), kansetsu::Error>(())
//! ```

mod cast;
mod gestures;
mod mass;
mod measures;
mod solved;
mod touches;
mod whole;

use kansetsu::d3::Goal;

use super::Prop;

pub use mass::centre_of_mass;
pub use measures::{Measures, measure};
pub use solved::{Solved, solve, stance};

use cast::Cast;

/// A pose that everybody knows, and what to ask for to have it.
#[derive(Clone, Debug, PartialEq)]
pub struct Everyday {
    /// What it is, for lists and labels.
    pub name: &'static str,
    /// What is wanted, first what the user asks for, then the pins of what stands. Joints are the mannequin's.
    pub goals: Vec<Goal>,
    /// How many of the goals the user asks for; the others are pins.
    pub asked: usize,
    /// What carries the body: the joints of each support, a foot with its toes, for example. Empty where nothing is known of it.
    pub stands: Vec<Vec<usize>>,
    /// What stands about or is held.
    pub things: Vec<Thing>,
}

/// A box that stands about, or that a joint carries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thing {
    /// The box; in the joint's own frame where a joint carries it.
    pub prop: Prop,
    /// The joint that carries it.
    pub carried_by: Option<usize>,
}

/// The 24 everyday poses, in the order in which they are told and drawn.
#[must_use]
pub fn poses() -> Vec<Everyday> {
    let cast = Cast::new();
    vec![
        gestures::arms_hanging(&cast),
        gestures::high_shelf(&cast),
        whole::tie_shoe(&cast),
        whole::sit(&cast),
        touches::drink(&cast),
        gestures::point_behind(&cast),
        touches::carry_a_box(&cast),
        gestures::look_over_the_shoulder(&cast),
        whole::kneel(&cast),
        gestures::throw(&cast),
        whole::push_up(&cast),
        touches::hand_on_the_opposite_knee(&cast),
        touches::salute(&cast),
        touches::hands_on_hips(&cast),
        touches::arms_crossed(&cast),
        touches::scratch_the_back(&cast),
        touches::phone(&cast),
        gestures::wave(&cast),
        whole::pick_up(&cast),
        whole::long_step(&cast),
        whole::deep_squat(&cast),
        whole::kick(&cast),
        whole::ladder(&cast),
        touches::clap(&cast),
    ]
}

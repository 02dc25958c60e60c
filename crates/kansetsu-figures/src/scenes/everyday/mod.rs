//! Everyday poses of the [mannequin](crate::mannequin), with the goals of a user.
//!
//! Each has one or two goals, and pins where the body stands. A goal that touches the body is
//! relative to it: a point of a hand should be at a point of the skin of another joint, given in
//! that joint's own frame. Both points are on the surface, so a goal that is met is a contact.
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

pub(super) mod cast;
mod gestures;
mod mass;
mod measures;
mod pose;
pub(super) mod solved;
mod touches;
mod whole;

pub use mass::centre_of_mass;
pub use measures::{Measures, measure};
pub use pose::{Everyday, Thing};
pub use solved::{Solved, solve, stance};

use cast::Cast;

/// The 24 everyday poses, in the order of the documentation and the pictures.
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

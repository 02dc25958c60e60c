//! Foot placement: from a clip over its own floor to goals on any ground.
//!
//! A clip is made over a level floor. Over uneven ground its feet float and sink, and in careless
//! clips they slide. [`FootPlacement`] converts each frame to a goal for each foot and a height for
//! the pelvis. [`FootSolver`] does so and poses the legs and the body. The targets:
//!
//! 1. *The plane.* Under each foot a plane lies on the ground at the sole. The foot moves, as a
//!    rigid body, from the clip's floor onto that plane: its clearance and its roll over heel and
//!    toes stay those of the clip. In the air the plane follows the ground smoothly and looks
//!    ahead; from contact on it is fixed.
//! 2. *The pin.* A foot that the clip sets down, low and slow, is planted: its contact point stays
//!    bit-identical, and so does its heading, while heel or toes may still roll off. When the clip
//!    lifts it, the offset of the pin fades out over a fixed time.
//! 3. *The pelvis* follows the mean of the feet smoothly, and never so high that a leg would have
//!    to stretch.
//!
//! On level ground at the height of the clip's floor, with a clip whose feet do not slide, the
//! result is the clip itself, except at lift-off: there the pin holds as long as the clip is slower
//! than [`FootPlacement::plant_speed`], less than a centimetre at a walk.
//!
//! Limits: the ground must not move under a planted foot. A foot right before a kerb passes through
//! its edge when it lifts. Whether ankles can follow the ground is left to the solver, in which the
//! rotation of a foot yields to its position.
//!
//! All coordinates are in the space of the pose, model space. If a character has a transform in the
//! world, apply it to the pose's root; feet then stay in place while it moves. Nothing is allocated
//! after the first frame.
//!
//! Sources: published methods of games. L. Kovar, J. Schreiner, M. Gleicher, "Footskate Cleanup for
//! Motion Capture Editing", SCA 2002 (constraints found by height and speed; the root placed so
//! that legs reach; legs kept from snapping straight; corrections blended out over time); R. S.
//! Johansen, "Automated Semi-Procedural Animation for Character Locomotion", master's thesis,
//! Aarhus 2009 (feet moved onto a slope as rigid bodies, hips by the reach of the legs); D. Bollo,
//! "Inertialization", GDC 2018 (an offset that vanishes in a fixed time with its velocity). We
//! differ in two points. The ground under a foot is one plane on top of the samples, so a foot over
//! an edge stands level on the upper side; and all state is plain data.

mod ease;
mod foot;
mod foot_solver;
mod footing;
mod ground_plane;
mod pelvis;
mod placement;
mod settings;
mod stance;
mod surface;

pub use foot::Foot;
pub use foot_solver::FootSolver;
pub use footing::{FootState, Phase};
pub use settings::{ClipFrame, FootPlacement};
pub use stance::PlacementState;
pub use surface::{Block, Ground, Heights, Plane, Surface};

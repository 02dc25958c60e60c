//! Five published methods of inverse kinematics, each in its exact original form, for study and
//! comparison.
//!
//! | method | here | our better form |
//! |---|---|---|
//! | stepped CCD in the plane | [`SteppedCcd`] (mode [`SteppedMode::Classic`]) | [`SteppedMode::Smooth`], [`crate::d2::solve`] |
//! | align-and-attach with Euler limits | [`AlignAttach`] | [`crate::d3::solve`] |
//! | two bones by the law of cosines | [`LawOfCosines`] | [`crate::d2::solve::TwoBone`] |
//! | FABRIK on limbs | [`LimbFabrik`] | [`crate::d3::solve::Fabrik`] |
//! | the pose editor's CCD and move | [`EditorCcd`], [`AxisCcd`], [`move_joint`], [`move_joint_along`] | [`crate::d3::solve::Ccd`] |
//!
//! The docs of each method list the formula, the source, the cost, when to use it, and the faults
//! of the original. Faults are kept, with one exception: no result is NaN. Where the original is
//! undefined, the result says so or the joint does not move.

mod align_attach;
mod double;
mod editor;
mod law_of_cosines;
mod limb_fabrik;
mod stepped_ccd;

pub use align_attach::{
    AlignAttach, AlignBody, AlignGoals, AlignJoints, AlignLimb, AlignLimits, AngleBox,
};
pub use editor::{AxisCcd, EditorCcd, EditorChain, FrameAxis, move_joint, move_joint_along};
pub use law_of_cosines::{LawOfCosines, MiddleJoint};
pub use limb_fabrik::{FabrikLimb, LimbFabrik, LimbReport};
pub use stepped_ccd::{SteppedCcd, SteppedMode, SteppedReport, Tentacle, TentacleJoint};

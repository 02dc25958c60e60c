//! A dog.
//!
//! Its size and the ranges of its legs are those of a Labrador retriever: G. Jaegger, D.
//! Marcellin-Little, D. Levine, "Reliability of goniometry in Labrador Retrievers", American J.
//! Veterinary Research 63(7), 2002. They measured the angle between the two bones at a joint:
//! shoulder 57-165°, elbow 36-165°, wrist 32-196°, hip 50-162°, stifle (knee) 41-162°, hock
//! 38-164°. The limits are these angles minus the angle at rest. Back, neck and tail are our
//! choice.

mod legs;
mod trunk;

use glam::Vec3;
use kansetsu_formats::Figure;

use crate::model::{Draft, Plan, draft::Palette};

/// A dog, 0.6 m at the shoulder, standing on y = 0 and facing +Z.
///
/// The trunk is "Hips", "Loin", "Back", "Chest", "Neck", "UpperNeck", "Head", with a jaw, ears and
/// a tail of five; a leg in front is "LeftShoulderBlade", "LeftUpperForeleg", "LeftLowerForeleg",
/// "LeftForepaw", "LeftForetoes", behind it is "LeftUpperHindleg", "LeftLowerHindleg",
/// "LeftHindpaw", "LeftHindtoes". The four legs are limbs: elbows point back, knees forward.
#[must_use]
pub fn quadruped() -> Figure {
    let mut draft = Draft::new(plan());
    trunk::model(&mut draft);
    legs::model(&mut draft);
    draft.finish(
        "quadruped",
        Palette {
            shell: [0.66, 0.60, 0.50],
            joint: [0.11, 0.040, 0.020],
            eye: [0.012, 0.012, 0.014],
        },
    )
}

fn plan() -> Plan {
    let mut plan = Plan::default();
    trunk::plan(&mut plan);
    legs::plan(&mut plan);
    plan.limb("left foreleg", ["LeftUpperForeleg", "LeftLowerForeleg", "LeftForepaw"], Vec3::NEG_Z);
    plan.limb("left hind leg", ["LeftUpperHindleg", "LeftLowerHindleg", "LeftHindpaw"], Vec3::Z);
    plan.mirror();
    plan
}

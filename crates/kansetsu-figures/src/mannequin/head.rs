//! The mannequin's head: a calm face without features that would age.

use glam::{Mat3, Vec3};

use crate::model::{
    Draft, Paint, Shape, Solid, Weights,
    lathe::{self, Lathe},
    polygonise,
    weights::smooth_step,
};

/// The radius of an eyeball, metres.
const EYE: f32 = 0.0128;
/// Where the joint of the head is in the numbers below.
const MODELLED_AT: Vec3 = Vec3::new(0.0, 1.520, -0.004);
const CELL: f32 = 0.0090;

/// Adds the head and the eyes.
pub(crate) fn model(draft: &mut Draft) {
    let (head, jaw) = (draft.plan.joint("Head"), draft.plan.joint("Jaw"));
    let moved = draft.position("Head") - MODELLED_AT;
    let skull = polygonise(&skull(), CELL).placed(Vec3::ONE, moved);
    draft.part(Paint::Shell, &skull, |p| Weights::rigid(head).mixed(jaw, jaw_share(p - moved)));
    let eye = draft.position("LeftEye");
    let ball = Lathe::round(eye, eye + Vec3::Z, 14).turn(&lathe::ball(EYE, 8));
    draft.rigid_pair(Paint::Shell, "LeftEye", &ball);
    // A slice of a ball of the same middle, a little larger: the part of it that shows is round.
    let iris = Lathe::round(eye, eye + Vec3::Z, 14).turn(&lathe::dome(1.03 * EYE, 0.66, 3));
    draft.rigid_pair(Paint::Eye, "LeftEye", &iris);
}

/// The chin goes with the jaw, the skin between it and the cheeks partly.
fn jaw_share(p: Vec3) -> f32 {
    smooth_step((1.540 - p.y) / 0.030) * smooth_step((p.z - 0.005) / 0.050)
}

fn skull() -> Shape {
    let back_tilt = Mat3::from_rotation_x(-0.25);
    let flared = Mat3::from_rotation_y(0.35);
    Shape::symmetric()
        .add(0.0, Solid::ellipsoid((0.0, 1.6100, -0.014), (0.0755, 0.0895, 0.0960)))
        .add(0.035, Solid::ellipsoid((0.0, 1.5600, 0.022), (0.0560, 0.0800, 0.0630)).turned(back_tilt))
        .add(0.040, Solid::ellipsoid((0.0, 1.5060, 0.046), (0.0310, 0.0260, 0.0370)))
        .add(0.030, Solid::ellipsoid((0.036, 1.5600, 0.042), (0.0240, 0.0260, 0.0250)))
        .add(0.024, Solid::ellipsoid((0.0, 1.6120, 0.064), (0.0480, 0.0110, 0.0190)))
        .carve(0.022, Solid::ellipsoid((0.0315, 1.5900, 0.0930), (0.0180, 0.0095, 0.0165)))
        .add(0.016, Solid::cone((0.0, 1.5920, 0.0800), (0.0, 1.5600, 0.0965), 0.0065, 0.0095))
        .add(0.014, Solid::ellipsoid((0.007, 1.5570, 0.0890), (0.0085, 0.0070, 0.0085)))
        .add(0.022, Solid::ellipsoid((0.0, 1.5270, 0.0770), (0.0200, 0.0085, 0.0090)))
        .add(0.010, Solid::ellipsoid((0.0760, 1.5820, -0.010), (0.0100, 0.0300, 0.0180)).turned(flared))
        .carve(0.010, Solid::ellipsoid((0.0890, 1.5850, 0.000), (0.0070, 0.0180, 0.0100)))
}

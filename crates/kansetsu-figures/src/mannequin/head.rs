//! The mannequin's head: a calm face without features that would age.

use glam::{Mat3, Vec3};

use crate::model::{
    Draft, Paint, Shape, Solid, Weights,
    lathe::{self, Lathe},
    polygonise,
    weights::smooth_step,
};

const CELL: f32 = 0.0064;

/// Adds the head and the eyes.
pub(super) fn model(draft: &mut Draft) {
    let (head, jaw) = (draft.plan.joint("Head"), draft.plan.joint("Jaw"));
    draft.part(Paint::Shell, &polygonise(&skull(), CELL), |p| Weights::rigid(head).mixed(jaw, jaw_share(p)));
    let eye = draft.position("LeftEye");
    let ball = Lathe::round(eye, eye + Vec3::Z, 16).turn(&lathe::ball(0.0128, 10));
    draft.rigid_pair(Paint::Eye, "LeftEye", &ball);
}

/// The chin goes with the jaw, the skin between it and the cheeks partly.
fn jaw_share(p: Vec3) -> f32 {
    smooth_step((1.540 - p.y) / 0.030) * smooth_step((p.z - 0.005) / 0.050)
}

fn skull() -> Shape {
    let back_tilt = Mat3::from_rotation_x(-0.25);
    let flared = Mat3::from_rotation_y(0.35);
    Shape::symmetric()
        .add(0.0, Solid::ellipsoid((0.0, 1.610, -0.014), (0.0755, 0.0895, 0.0960)))
        .add(0.030, Solid::ellipsoid((0.0, 1.560, 0.024), (0.0560, 0.0800, 0.0640)).turned(back_tilt))
        .add(0.030, Solid::ellipsoid((0.0, 1.503, 0.046), (0.0330, 0.0230, 0.0360)))
        .add(0.020, Solid::ellipsoid((0.040, 1.564, 0.050), (0.0220, 0.0200, 0.0230)))
        .add(0.024, Solid::cone((0.010, 1.612, 0.0770), (0.042, 1.609, 0.0620), 0.0090, 0.0080))
        .carve(0.020, Solid::ellipsoid((0.0315, 1.5900, 0.0960), (0.0170, 0.0110, 0.0220)))
        .add(0.014, Solid::cone((0.0, 1.590, 0.0820), (0.0, 1.559, 0.0980), 0.0065, 0.0095))
        .add(0.010, Solid::ellipsoid((0.008, 1.556, 0.0900), (0.0080, 0.0070, 0.0090)))
        .add(0.012, Solid::ellipsoid((0.0, 1.5300, 0.0775), (0.0210, 0.0065, 0.0100)))
        .add(0.012, Solid::ellipsoid((0.0, 1.5200, 0.0745), (0.0170, 0.0060, 0.0100)))
        .add(0.006, Solid::ellipsoid((0.0770, 1.5830, -0.010), (0.0065, 0.0300, 0.0175)).turned(flared))
}

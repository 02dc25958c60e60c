//! The mannequin's head: a calm, ageless face.

use glam::{Mat3, Vec3};
use kansetsu::math::smoothstep;

use crate::model::{
    Draft, Paint, Shape, Solid, Surface, Weights,
    lathe::{self, Lathe},
    polygonise,
};

/// The radius of an eyeball, metres.
const EYE: f32 = 0.0122;
/// The position of the head joint in the numbers below.
const MODELLED_AT: Vec3 = Vec3::new(0.0, 1.520, -0.004);
const CELL: f32 = 0.0090;

/// Adds the head and the eyes.
pub(crate) fn model(draft: &mut Draft) {
    let (head, jaw) = (draft.plan.joint("Head"), draft.plan.joint("Jaw"));
    let moved = draft.position("Head") - MODELLED_AT;
    for ear in [ear(), ear().mirrored()] {
        draft.rigid(Paint::Shell, "Head", &ear.placed(Vec3::ONE, moved));
    }
    let mouth = polygonise(&mouth(&skull()), 0.0021);
    draft.rigid(Paint::Joint, "Head", &mouth.placed(Vec3::ONE, moved));
    let skull = polygonise(&skull(), CELL).placed(Vec3::ONE, moved);
    draft.part(Paint::Shell, &skull, |p| Weights::rigid(head).mixed(jaw, jaw_share(p - moved)));
    let eye = draft.position("LeftEye");
    let ball = Lathe::round(eye, eye + Vec3::Z, 14).turn(&lathe::ball(EYE, 8));
    draft.rigid_pair(Paint::Shell, "LeftEye", &ball);
    // A slice of a ball with the same middle, slightly larger: its visible part is round.
    let iris = Lathe::round(eye, eye + Vec3::Z, 14).turn(&lathe::dome(1.03 * EYE, 0.54, 3));
    draft.rigid_pair(Paint::Eye, "LeftEye", &iris);
}

/// The chin moves with the jaw, the skin between it and the cheeks partly.
fn jaw_share(p: Vec3) -> f32 {
    smoothstep((1.540 - p.y) / 0.030) * smoothstep((p.z - 0.005) / 0.050)
}

fn skull() -> Shape {
    let back_tilt = Mat3::from_rotation_x(-0.25);
    Shape::symmetric()
        .add(0.0, Solid::ellipsoid((0.0, 1.6100, -0.014), (0.0755, 0.0895, 0.0960)))
        .add(
            0.035,
            Solid::ellipsoid((0.0, 1.5600, 0.022), (0.0560, 0.0800, 0.0630)).turned(back_tilt),
        )
        .add(0.040, Solid::ellipsoid((0.0, 1.5060, 0.046), (0.0310, 0.0260, 0.0370)))
        .add(0.030, Solid::ellipsoid((0.036, 1.5600, 0.042), (0.0240, 0.0260, 0.0250)))
        .add(
            0.030,
            Solid::cone((-0.0330, 1.6110, 0.0630), (0.0330, 1.6110, 0.0630), 0.0135, 0.0135),
        )
        .carve(0.022, Solid::ellipsoid((0.0315, 1.5900, 0.0930), (0.0190, 0.0090, 0.0165)))
        .add(0.016, Solid::cone((0.0, 1.5920, 0.0800), (0.0, 1.5600, 0.0965), 0.0065, 0.0095))
        .add(0.014, Solid::ellipsoid((0.007, 1.5570, 0.0890), (0.0085, 0.0070, 0.0085)))
        .add(0.022, Solid::ellipsoid((0.0, 1.5270, 0.0770), (0.0200, 0.0085, 0.0090)))
}

fn ear() -> Surface {
    let flared = Mat3::from_rotation_y(0.35);
    let shape = Shape::new()
        .add(
            0.0,
            Solid::ellipsoid((0.0720, 1.5810, -0.010), (0.0110, 0.0290, 0.0180)).turned(flared),
        )
        .carve(0.010, Solid::ellipsoid((0.0850, 1.5850, -0.001), (0.0080, 0.0150, 0.0090)));
    polygonise(&shape, 0.0052)
}

/// The line of a slight smile on the face.
fn mouth(skull: &Shape) -> Shape {
    let at = |x: f32| on_the_face(skull, x, 1.5245 + 9.0 * x * x);
    [(0.0, 0.006), (0.006, 0.012), (0.012, 0.0175)]
        .into_iter()
        .fold(Shape::symmetric(), |mouth, (from, to)| {
            mouth.add(0.0008, Solid::cone(at(from), at(to), 0.0016, 0.0015))
        })
}

/// The point of the face in front of this position in the middle plane: found by bisection, to a
/// hundredth of a millimetre.
fn on_the_face(skull: &Shape, x: f32, y: f32) -> Vec3 {
    let (mut inside, mut outside) = (0.05, 0.12);
    for _ in 0..13 {
        let middle = 0.5 * (inside + outside);
        if skull.distance(Vec3::new(x, y, middle)) < 0.0 {
            inside = middle
        } else {
            outside = middle
        }
    }
    Vec3::new(x, y, inside)
}

//! The mannequin's hand: a palm, and fingers of round segments.

use glam::Vec3;

use super::proportions::{FINGERS, Finger};
use crate::model::{
    Draft, Paint, Shape, Solid, Surface,
    lathe::{self, Caps, Lathe},
    polygonise,
};

const CELL: f32 = 0.0064;

/// Adds the palm and the fingers.
pub(crate) fn model(draft: &mut Draft) {
    let wrist = draft.position("LeftHand");
    draft.rigid_pair(Paint::Shell, "LeftHand", &polygonise(&palm(wrist), CELL));
    for finger in &FINGERS {
        for segment in 0..3 {
            model_segment(draft, finger, segment);
        }
    }
}

/// Widths of a finger at its joints, in units of its radius at the root.
const TAPER: [f32; 4] = [1.04, 0.97, 0.88, 0.74];

fn model_segment(draft: &mut Draft, finger: &Finger, segment: usize) {
    let name = format!("Left{}", finger.joints[segment]);
    let (start, end) =
        (draft.position(&name), draft.position(&format!("Left{}", finger.joints[segment + 1])));
    let along = (end - start).normalize();
    let [near, far] = [segment, segment + 1].map(|i| finger.radius * TAPER[i]);
    draft.rigid_pair(Paint::Joint, &name, &knuckle(start, along, 0.93 * near));
    if finger.name == "Thumb" && segment == 0 {
        draft.rigid_pair(Paint::Shell, &name, &thumb_root(start, end, finger.radius));
        return;
    }
    // A gap on either side of a joint shows its ball; the last segment ends in the fingertip.
    let first = start + along * (0.62 * near);
    let last = if segment == 2 { end - along * far } else { end - along * (0.62 * far) };
    let caps = if segment == 2 { Caps::First } else { Caps::Both };
    draft.rigid_pair(Paint::Shell, &name, &phalanx(first, last, [near, far], caps));
}

fn knuckle(center: Vec3, along: Vec3, radius: f32) -> Surface {
    Lathe::round(center, center + along, 10).turn(&lathe::ball(radius, 6))
}

/// A capsule whose caps are flattened where it meets a joint.
fn phalanx(start: Vec3, end: Vec3, radii: [f32; 2], caps: Caps) -> Surface {
    let axis = (end - start).normalize();
    let length = (end - start).length();
    let wide = axis.cross(Vec3::Y).normalize();
    let lathe = Lathe { base: start, axis, wide, flatness: 0.94, segments: 12 };
    lathe.turn(&lathe::flattened(lathe::capsule(length, radii, 3), 0.45, caps))
}

/// The ball of the thumb.
fn thumb_root(start: Vec3, end: Vec3, radius: f32) -> Surface {
    let along = (end - start).normalize();
    let shape = Shape::new().add(
        0.0,
        Solid::cone(start + along * 0.006, end - along * 0.011, 1.45 * radius, 1.06 * radius),
    );
    polygonise(&shape, CELL)
}

/// From the wrist to the lobes around the knuckles.
fn palm(wrist: Vec3) -> Shape {
    let at = |x: f32, y: f32, z: f32| wrist + Vec3::new(x, y, z);
    let mut shape =
        Shape::new().add(0.0, Solid::ellipsoid(at(0.024, -0.001, 0.001), (0.026, 0.0175, 0.0255)));
    for finger in &FINGERS[1..] {
        let along = finger.direction.normalize();
        let root = at(0.024, 0.0, 0.55 * finger.knuckle.z);
        let lobe = wrist + finger.knuckle - along * (0.75 * finger.radius);
        shape = shape.add(0.012, Solid::cone(root, lobe, 0.0125, 1.12 * finger.radius));
    }
    shape
        .add(0.012, Solid::ellipsoid(at(0.042, -0.010, -0.022), (0.030, 0.0110, 0.0130)))
        .add(0.012, Solid::ellipsoid(at(0.072, -0.008, 0.0), (0.016, 0.0090, 0.0300)))
        .carve(0.010, Solid::half_space(wrist + Vec3::X * 0.012, (1.0, 0.0, 0.0)))
}

//! The skeleton as solid bones: pointed at both ends, thickest near the joint that turns them.

use kansetsu::d3::Skeleton;
use kansetsu::glam::{Affine3, Vec3};

use super::color::faded;
use crate::viewport::scene::{Face, Layer, Scene};

/// How one bone looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bone {
    /// Linear RGBA.
    pub color: [f32; 4],
    /// What may hide it.
    pub layer: Layer,
}

/// Where a bone is thickest, and how thick, as parts of its length.
const SHOULDER: f32 = 0.14;
const THICKNESS: f32 = 0.085;
/// Bones are no thicker than this part of the skeleton: the spine of a snake is thin, a thigh is
/// not a barrel.
const THICKEST: f32 = 0.022;

/// Draws the bone from its parent to each joint for which `look` gives one. `to_light` points
/// towards the light: sides are darker the more they look away from it.
pub fn bones(
    scene: &mut Scene,
    skeleton: &Skeleton,
    world_from_joint: &[Affine3],
    to_light: Vec3,
    look: impl Fn(usize) -> Option<Bone>,
) {
    let thickest = THICKEST * skeleton.size();
    for (joint, entry) in skeleton.joints().iter().enumerate() {
        let ends = entry
            .parent
            .and_then(|parent| Some([world_from_joint.get(parent)?, world_from_joint.get(joint)?]));
        if let (Some([from, to]), Some(bone)) = (ends, look(joint)) {
            push_bone(scene, [from.translation, to.translation], (bone, thickest, to_light), from);
        }
    }
}

/// The eight sides of a bone. Its edges look where the joint's axes do, so that one sees how it is
/// turned about itself.
fn push_bone(
    scene: &mut Scene,
    [from, to]: [Vec3; 2],
    (bone, thickest, to_light): (Bone, f32, Vec3),
    frame: &Affine3,
) {
    let length = from.distance(to);
    let Some(along) = (to - from).try_normalize() else { return };
    let axes = [frame.matrix3.x_axis, frame.matrix3.z_axis].map(Vec3::normalize_or_zero);
    let across = if axes[0].dot(along).abs() < 0.8 { axes[0] } else { axes[1] };
    let u = (across - along * across.dot(along))
        .try_normalize()
        .unwrap_or_else(|| along.any_orthonormal_vector());
    let v = along.cross(u);
    let (shoulder, thick) =
        (from + along * (SHOULDER * length), (THICKNESS * length).min(thickest));
    let rim = [u + v, v - u, -u - v, u - v].map(|way| shoulder + way.normalize_or_zero() * thick);
    for (index, &corner) in rim.iter().enumerate() {
        let next = rim[(index + 1) % 4];
        for corners in [[from, next, corner], [corner, next, to]] {
            let normal =
                (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize_or_zero();
            let light = 0.62 + 0.38 * normal.dot(to_light);
            let [r, g, b, a] = bone.color;
            scene.faces.push(Face {
                corners,
                color: faded([r * light, g * light, b * light, 1.0], a),
                layer: bone.layer,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_look_outwards() {
        let mut scene = Scene::default();
        let bone = Bone { color: [1.0; 4], layer: Layer::OnTop };
        push_bone(
            &mut scene,
            [Vec3::ZERO, Vec3::new(0.2, 0.9, -0.3)],
            (bone, 1.0, Vec3::Y),
            &Affine3::IDENTITY,
        );
        assert_eq!(scene.faces.len(), 8);
        let middle = Vec3::new(0.2, 0.9, -0.3) * SHOULDER;
        for face in &scene.faces {
            let [a, b, c] = face.corners;
            assert!((b - a).cross(c - a).dot((a + b + c) / 3.0 - middle) > 0.0);
        }
    }
}

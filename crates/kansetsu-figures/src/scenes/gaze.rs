//! Rotates the head to a point.

use glam::{Affine3, Quat, Vec3};

use kansetsu_humanoid::anatomy::frame;

/// The range of the head, radians: the eyes do the rest.
const MOST_SIDEWAYS: f32 = 1.05;
const MOST_UP: f32 = 0.70;
/// The fraction of the rotation at the neck.
const NECK: f32 = 0.4;

/// The rotations of neck and head.
pub(super) struct Gaze {
    pub(super) neck: Quat,
    pub(super) head: Quat,
}

/// Towards `point`, from a head at `head_in_chest` on a chest at `model_from_chest`.
pub(super) fn towards(point: Vec3, model_from_chest: &Affine3, head_in_chest: Vec3) -> Gaze {
    let way = model_from_chest.inverse().transform_point3(point) - head_in_chest;
    let flat = (way.x * way.x + way.z * way.z).sqrt();
    let sideways = soft_clamp(libm::atan2f(way.x, way.z), MOST_SIDEWAYS);
    let up = soft_clamp(libm::atan2f(way.y, flat), MOST_UP);
    let part = |share: f32| {
        frame::product(frame::turn(Vec3::Y, share * sideways), frame::turn(Vec3::X, -share * up))
    };
    Gaze { neck: part(NECK), head: part(1.0 - NECK) }
}

/// Limits an angle smoothly to `most`.
fn soft_clamp(angle: f32, most: f32) -> f32 {
    most * libm::tanhf(angle / most)
}

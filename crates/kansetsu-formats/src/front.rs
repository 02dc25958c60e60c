//! The front of a figure: one rule for every view and every command.
//!
//! 1. The rest positions of joints with humanoid roles: the front is perpendicular to the line from
//!    right to left hip (and shoulder) and to the spine. If the feet point the other way, left and
//!    right are swapped in the roles, and the feet count.
//! 2. Without such roles the convention of the format: -Z for VRM 0.x, +Z for all others. Loaders
//!    rotate formats with other axes to it: URDF, whose front is +X, and MMD, whose front is -Z.

use kansetsu::glam::Vec3;

use crate::{Figure, Role};
use kansetsu_humanoid::anatomy::Segments;

/// The front of a figure at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Front {
    /// A horizontal unit vector in model space.
    pub direction: Vec3,
    /// The source of the direction.
    pub source: FrontSource,
}

/// The source of a figure's front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrontSource {
    /// Left and right hips and shoulders, and the spine.
    Roles,
    /// The feet, which point against the front of the hips.
    Feet,
    /// The convention of the format.
    Format,
}

/// The smallest horizontal part of a unit vector that counts as a direction: a steeper one is not
/// the front of an upright figure.
const LEVEL: f32 = 0.5;

impl Front {
    /// The angle from +Z to the front about +Y, degrees in (-180, 180]; +X is at 90.
    #[must_use]
    pub fn azimuth_deg(&self) -> f32 {
        libm::atan2f(self.direction.x, self.direction.z).to_degrees()
    }
}

impl FrontSource {
    /// "roles", "feet" or "format".
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Roles => "roles",
            Self::Feet => "feet",
            Self::Format => "format",
        }
    }
}

impl Figure {
    /// The front at rest.
    #[must_use]
    pub fn front(&self) -> Front {
        let by_format = Front { direction: self.format_front, source: FrontSource::Format };
        let segments = Segments::of(&self.rig.skeleton, &self.rig.roles);
        let across = segments.and_then(|segments| level(segments.model_from_person * Vec3::Z));
        match (across, self.way_of_feet()) {
            (Some(across), Some(feet)) if across.dot(feet) < 0.0 => {
                Front { direction: -across, source: FrontSource::Feet }
            }
            (Some(across), _) => Front { direction: across, source: FrontSource::Roles },
            (None, Some(feet)) => Front { direction: feet, source: FrontSource::Feet },
            (None, None) => by_format,
        }
    }

    /// The common direction of both feet, from ankle to toes.
    fn way_of_feet(&self) -> Option<Vec3> {
        let rest = self.rig.skeleton.forward(&self.rig.skeleton.rest_pose());
        let place = |role: Role| Some(rest.get(*self.rig.roles.get(&role)?)?.translation);
        let way = |foot: Role, toes: Role| (place(toes)? - place(foot)?).try_normalize();
        level(0.5 * (way(Role::LeftFoot, Role::LeftToes)? + way(Role::RightFoot, Role::RightToes)?))
    }
}

/// The horizontal direction of a vector; `None` if it is too steep or too short.
fn level(way: Vec3) -> Option<Vec3> {
    let flat = Vec3::new(way.x, 0.0, way.z);
    // A direction close to an axis becomes the axis: quaternions leave rounding errors.
    let flat =
        Vec3::from_array(flat.to_array().map(|part| if part.abs() < 1e-6 { 0.0 } else { part }));
    flat.try_normalize().filter(|_| flat.length() > LEVEL)
}

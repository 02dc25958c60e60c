//! Conversion from the file's axes and unit to metres with +Y up.

use kansetsu::glam::{Affine3, DMat3, DQuat, DVec3, Vec3};

use super::scene::Scene;

/// The conversion from the file's world to metres, right-handed, +Y up, front +Z.
///
/// The unit scales every translation, and the rotation applies to root nodes. For a left-handed
/// file, x changes its sign everywhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Space {
    metres: f64,
    turn: DQuat,
    pub(super) is_mirrored: bool,
}

impl Space {
    pub(super) fn of(scene: &Scene<'_>, warnings: &mut Vec<String>) -> Self {
        let settings = scene.settings();
        let number = |name: &str| settings.and_then(|settings| settings.integer(name));
        let unit = settings.and_then(|settings| settings.float("UnitScaleFactor")).unwrap_or(1.0);
        let is_unit = (1e-6..1e6).contains(&unit);
        if !is_unit {
            warnings.push(format!(
                "GlobalSettings: the unit of {unit} centimetres is invalid; one centimetre is used"
            ));
        }
        let axis = |name: &str, sign: &str, usual: usize| {
            let index = number(name)
                .and_then(|axis| usize::try_from(axis).ok())
                .filter(|&axis| axis < 3)
                .unwrap_or(usual);
            DVec3::AXES[index] * if number(sign).unwrap_or(1) < 0 { -1.0 } else { 1.0 }
        };
        let rows = [
            axis("CoordAxis", "CoordAxisSign", 0),
            axis("UpAxis", "UpAxisSign", 1),
            axis("FrontAxis", "FrontAxisSign", 2),
        ];
        let mut turn = DMat3::from_cols_array_2d(&rows.map(|row| row.to_array())).transpose();
        let size = turn.determinant();
        if size == 0.0 {
            warnings.push(
                "GlobalSettings: two axes are the same; +Y up and +Z front are used".to_owned(),
            );
            turn = DMat3::IDENTITY;
        }
        let is_mirrored = size < 0.0;
        if is_mirrored {
            turn *= DMat3::from_diagonal(MIRROR);
        }
        Self {
            metres: if is_unit { 0.01 * unit } else { 0.01 },
            turn: DQuat::from_mat3(&turn),
            is_mirrored,
        }
    }

    pub(super) fn translation(&self, place: DVec3, is_top: bool) -> DVec3 {
        let place = self.point(place);
        if is_top { self.turn * place } else { place }
    }

    pub(super) fn rotation(&self, rotation: DQuat, is_top: bool) -> DQuat {
        let rotation = if self.is_mirrored {
            DQuat::from_xyzw(rotation.x, -rotation.y, -rotation.z, rotation.w)
        } else {
            rotation
        };
        if is_top { self.turn * rotation } else { rotation }
    }

    /// A position below a joint.
    pub(super) fn point(&self, place: DVec3) -> DVec3 {
        self.direction(place) * self.metres
    }

    pub(super) fn direction(&self, way: DVec3) -> DVec3 {
        if self.is_mirrored { way * MIRROR } else { way }
    }

    /// A map between spaces below joints.
    pub(super) fn map(&self, [x, y, z, origin]: [DVec3; 4]) -> Affine3 {
        let columns = if self.is_mirrored { [-x, y, z] } else { [x, y, z] }
            .map(|column| self.direction(column).as_vec3());
        Affine3::from_cols(columns[0], columns[1], columns[2], self.point(origin).as_vec3())
    }
}

const MIRROR: DVec3 = DVec3::new(-1.0, 1.0, 1.0);

/// A point in single precision.
pub(super) fn single(point: DVec3) -> Vec3 {
    point.as_vec3()
}

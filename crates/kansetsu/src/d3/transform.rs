//! A local transform: translation, rotation, scale.

use glam::{Affine3, Mat3, Quat, Vec3};

use crate::math::Rot;

/// `parent_from_joint`: scale first, then rotation, then translation, as in glTF.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Transform {
    /// The joint's position in its parent's space, metres.
    pub translation: Vec3,
    /// The joint's rotation in its parent's space, a unit quaternion.
    pub rotation: Quat,
    /// The scale of the joint's space and its descendants; negative values mirror.
    pub scale: Vec3,
}

impl Transform {
    /// The identity: no translation, no rotation, scale 1.
    pub const IDENTITY: Self =
        Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };

    /// A pure translation, metres.
    #[must_use]
    pub const fn from_translation(translation: Vec3) -> Self {
        Self { translation, ..Self::IDENTITY }
    }

    /// A pure rotation.
    #[must_use]
    pub const fn from_rotation(rotation: Quat) -> Self {
        Self { rotation, ..Self::IDENTITY }
    }

    /// A translation (metres) and a rotation.
    #[must_use]
    pub const fn from_translation_rotation(translation: Vec3, rotation: Quat) -> Self {
        Self { translation, rotation, ..Self::IDENTITY }
    }

    /// The affine map.
    #[must_use]
    pub fn to_affine(&self) -> Affine3 {
        let r = Rot::from(self.rotation).to_matrix();
        let linear = Mat3::from_cols(
            r.x_axis * self.scale.x,
            r.y_axis * self.scale.y,
            r.z_axis * self.scale.z,
        );
        Affine3 { matrix3: linear, translation: self.translation }
    }

    /// The transform of an affine map. Shear is dropped; a mirroring map has a negative x scale.
    #[must_use]
    pub fn from_affine(map: &Affine3) -> Self {
        let m = &map.matrix3;
        let mut scale = Vec3::new(m.x_axis.length(), m.y_axis.length(), m.z_axis.length());
        if m.determinant() < 0.0 {
            scale.x = -scale.x;
        }
        Self { translation: map.translation, rotation: rotation_of(map), scale }
    }

    /// The component that is not finite or not a rotation, if any.
    pub(crate) fn fault(&self) -> Option<String> {
        if !self.translation.is_finite() {
            return Some(format!("its translation is {}", self.translation));
        }
        let q = self.rotation;
        let length = Rot::from(q).dot(Rot::from(q));
        if !(q.is_finite() && length.is_finite() && length > 1e-12) {
            return Some(format!("its rotation is {q}"));
        }
        (!self.scale.is_finite()).then(|| format!("its scale is {}", self.scale))
    }
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// The rotation `Q` in `linear = ±s · Q`; for a sheared map the nearest rotation. Axes of rotation
/// transform by it through a mirror, points do not.
pub(crate) fn rotation_part(linear: &Mat3) -> Rot {
    let sign = if linear.determinant() < 0.0 { -1.0 } else { 1.0 };
    let proper = Mat3::from_cols(linear.x_axis * sign, linear.y_axis * sign, linear.z_axis * sign);
    Rot::from(rotation_of(&Affine3 { matrix3: proper, translation: Vec3::ZERO }))
}

/// The rotation in an affine map: its axes normalized, with x negated if the map mirrors. Axes of
/// zero length are completed to a right-handed frame.
#[must_use]
pub fn rotation_of(map: &Affine3) -> Quat {
    let m = &map.matrix3;
    let sign = if m.determinant() < 0.0 { -1.0 } else { 1.0 };
    let unit = crate::math::vector::unit;
    let (x, y, z) = (unit(m.x_axis * sign), unit(m.y_axis), unit(m.z_axis));
    let (x, y, z) = match (x, y, z) {
        (Some(x), Some(y), Some(z)) => (x, y, z),
        (None, Some(y), Some(z)) => (y.cross(z), y, z),
        (Some(x), None, Some(z)) => (x, z.cross(x), z),
        (Some(x), Some(y), None) => (x, y, x.cross(y)),
        _ => return Quat::IDENTITY,
    };
    Rot::from_matrix(&Mat3::from_cols(x, y, z)).into()
}

/// The half turn in a scale: one with negative factors is one factor, times this rotation.
pub(crate) fn half_turn(scale: Vec3) -> Rot {
    let [x, y, z] = scale.to_array().map(|factor| factor < 0.0);
    // diag(-1, 1, 1) = -1 · (half turn about x); diag(1, -1, -1) = half turn about x; and so on.
    let axis = match (x == y, y == z) {
        (true, true) => return Rot::IDENTITY,
        (false, true) => Vec3::X,
        (false, false) => Vec3::Y,
        (true, false) => Vec3::Z,
    };
    Rot::from_parts(axis, 0.0)
}

/// `a` after `b`, in a fixed order of operations.
pub(crate) fn compose(a: &Affine3, b: &Affine3) -> Affine3 {
    Affine3 {
        matrix3: a.matrix3 * b.matrix3,
        translation: a.matrix3 * b.translation + a.translation,
    }
}

/// The inverse; for a singular map that of its translation alone.
pub(crate) fn inverse_of(map: &Affine3) -> Affine3 {
    let determinant = map.matrix3.determinant();
    let size =
        map.matrix3.x_axis.length() * map.matrix3.y_axis.length() * map.matrix3.z_axis.length();
    if determinant.abs() <= 1e-9 * size || !determinant.is_normal() {
        return Affine3 { matrix3: Mat3::IDENTITY, translation: -map.translation };
    }
    let matrix3 = map.matrix3.inverse();
    Affine3 { matrix3, translation: -(matrix3 * map.translation) }
}

/// The mean scale, and whether it is uniform, apart from rounding in files: a slightly uneven scale
/// needs no linear maps.
pub(crate) fn mean_scale(scale: Vec3) -> (f32, bool) {
    let size = scale.abs();
    let mean = (size.x + size.y + size.z) / 3.0;
    (mean, (size - Vec3::splat(mean)).abs().max_element() <= UNEVEN * mean)
}

/// The relative difference of axes up to which a scale counts as uniform: the rounding of
/// conversions between programs.
const UNEVEN: f32 = 1e-5;

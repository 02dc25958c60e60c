//! A local transform: translation, rotation, scale.

use glam::{Affine3, Mat3, Quat, Vec3};

use crate::math::Rot;

/// `parent_from_joint`: scale first, then rotation, then translation, as in glTF.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Transform {
    /// Where the joint is in its parent's space, metres.
    pub translation: Vec3,
    /// How the joint is turned in its parent's space, a unit quaternion.
    pub rotation: Quat,
    /// How the joint scales what hangs on it; negative values mirror.
    pub scale: Vec3,
}

impl Transform {
    /// Nothing moved, nothing turned, nothing scaled.
    pub const IDENTITY: Self =
        Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };

    /// A translation alone, metres.
    #[must_use]
    pub const fn from_translation(translation: Vec3) -> Self {
        Self { translation, ..Self::IDENTITY }
    }

    /// A rotation alone.
    #[must_use]
    pub const fn from_rotation(rotation: Quat) -> Self {
        Self { rotation, ..Self::IDENTITY }
    }

    /// A translation (metres) and a rotation.
    #[must_use]
    pub const fn from_translation_rotation(translation: Vec3, rotation: Quat) -> Self {
        Self { translation, rotation, ..Self::IDENTITY }
    }

    /// As an affine map.
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

    /// The transform of an affine map. What a translation, a rotation and a scale cannot express
    /// (shear) is lost; a mirrored map gets a negative x scale.
    #[must_use]
    pub fn from_affine(map: &Affine3) -> Self {
        let m = &map.matrix3;
        let mut scale = Vec3::new(m.x_axis.length(), m.y_axis.length(), m.z_axis.length());
        if m.determinant() < 0.0 {
            scale.x = -scale.x;
        }
        Self { translation: map.translation, rotation: rotation_of(map), scale }
    }

    /// What, if anything, is not finite or not a rotation.
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

/// The rotation `Q` in `linear = ±s · Q`; for a sheared map the nearest thing to one. Axes of
/// rotation go through a mirror by this, points do not.
pub(crate) fn rotation_part(linear: &Mat3) -> Rot {
    let sign = if linear.determinant() < 0.0 { -1.0 } else { 1.0 };
    let proper = Mat3::from_cols(linear.x_axis * sign, linear.y_axis * sign, linear.z_axis * sign);
    Rot::from(rotation_of(&Affine3 { matrix3: proper, translation: Vec3::ZERO }))
}

/// The rotation in an affine map: its axes brought to unit length, with x turned round when the map
/// mirrors. Axes of zero length take whatever completes a right-handed frame.
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

/// A scale as a number times a half turn.
pub(crate) struct Folded {
    pub(crate) number: f32,
    pub(crate) turn: Rot,
}

impl Folded {
    pub(crate) fn new(scale: Vec3) -> Self {
        if scale == Vec3::ONE {
            return Self { number: 1.0, turn: Rot::IDENTITY };
        }
        let (mean, _) = mean_scale(scale);
        let negative = scale.cmplt(Vec3::ZERO);
        // diag(-1, 1, 1) = -1 · (half turn about x); diag(1, -1, -1) = half turn about x; and so
        // on.
        let (odd, axis) = match [negative.x, negative.y, negative.z] {
            [false, false, false] => (false, None),
            [true, true, true] => (true, None),
            [true, false, false] => (true, Some(0)),
            [false, true, false] => (true, Some(1)),
            [false, false, true] => (true, Some(2)),
            [false, true, true] => (false, Some(0)),
            [true, false, true] => (false, Some(1)),
            [true, true, false] => (false, Some(2)),
        };
        let turn = axis.map_or(Rot::IDENTITY, |axis: usize| Rot::from_parts(Vec3::AXES[axis], 0.0));
        Self { number: if odd { -mean } else { mean }, turn }
    }
}

/// The inverse; for a map that flattens space, of its translation alone.
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

/// The mean of the sizes of a scale, and whether it scales all axes alike, but for what files
/// round: one that is a little uneven is no reason for linear maps.
pub(crate) fn mean_scale(scale: Vec3) -> (f32, bool) {
    let size = scale.abs();
    let mean = (size.x + size.y + size.z) / 3.0;
    (mean, (size - Vec3::splat(mean)).abs().max_element() <= UNEVEN * mean)
}

/// The part of a scale by which its axes may differ: what conversions between programs round.
const UNEVEN: f32 = 1e-5;

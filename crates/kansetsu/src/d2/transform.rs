//! A local transform: translation, rotation, scale.

use glam::{Affine2, Mat2, Vec2};

use crate::{d3, math::Rot, ops};

/// `parent_from_joint`: scale first, then rotation, then translation.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Transform {
    /// The joint's position in its parent's space, metres.
    pub translation: Vec2,
    /// The joint's rotation in its parent's space, radians, counter-clockwise. Full turns are
    /// insignificant.
    pub rotation: f32,
    /// The scale of the joint's space and its descendants; negative values mirror.
    pub scale: Vec2,
}

impl Transform {
    /// The identity: no translation, no rotation, scale 1.
    pub const IDENTITY: Self = Self { translation: Vec2::ZERO, rotation: 0.0, scale: Vec2::ONE };

    /// A pure translation, metres.
    #[must_use]
    pub const fn from_translation(translation: Vec2) -> Self {
        Self { translation, ..Self::IDENTITY }
    }

    /// A pure rotation, radians.
    #[must_use]
    pub const fn from_rotation(rotation: f32) -> Self {
        Self { rotation, ..Self::IDENTITY }
    }

    /// A translation (metres) and a rotation (radians).
    #[must_use]
    pub const fn from_translation_rotation(translation: Vec2, rotation: f32) -> Self {
        Self { translation, rotation, ..Self::IDENTITY }
    }

    /// The affine map.
    #[must_use]
    pub fn to_affine(&self) -> Affine2 {
        let (sin, cos) = ops::sin_cos(self.rotation);
        let linear = Mat2::from_cols(
            Vec2::new(cos, sin) * self.scale.x,
            Vec2::new(-sin, cos) * self.scale.y,
        );
        Affine2 { matrix2: linear, translation: self.translation }
    }

    /// The transform of an affine map. Shear is dropped; a mirroring map has a negative x scale.
    #[must_use]
    pub fn from_affine(map: &Affine2) -> Self {
        let m = &map.matrix2;
        let mut scale = Vec2::new(m.x_axis.length(), m.y_axis.length());
        if m.determinant() < 0.0 {
            scale.x = -scale.x;
        }
        Self { translation: map.translation, rotation: angle_of(map), scale }
    }

    /// The component that is not finite, if any.
    pub(crate) fn fault(&self) -> Option<String> {
        if !self.translation.is_finite() {
            Some(format!("its translation is {}", self.translation))
        } else if !self.rotation.is_finite() {
            Some(format!("its rotation is {}", self.rotation))
        } else {
            (!self.scale.is_finite()).then(|| format!("its scale is {}", self.scale))
        }
    }

    /// The same transform in space, in the plane z = 0.
    pub(super) fn in_space(&self) -> d3::Transform {
        let size = self.scale.abs() * 0.5;
        d3::Transform {
            translation: self.translation.extend(0.0),
            rotation: Rot::from_axis_angle(glam::Vec3::Z, self.rotation).into(),
            // A uniform scale in x and y is uniform in z too: such chains stay rigid.
            scale: self.scale.extend(size.x + size.y),
        }
    }
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// The rotation in an affine map, radians in (-π, π]: the mean direction of its y axis and its x
/// axis, the latter negated if the map mirrors. An axis of zero length is ignored.
#[must_use]
pub fn angle_of(map: &Affine2) -> f32 {
    let m = &map.matrix2;
    let sign = if m.determinant() < 0.0 { -1.0 } else { 1.0 };
    let unit =
        |v: Vec2| crate::math::vector::unit(v.extend(0.0)).map_or(Vec2::ZERO, |v| v.truncate());
    let direction = unit(m.x_axis * sign) - unit(m.y_axis).perp();
    ops::atan2(direction.y, direction.x)
}

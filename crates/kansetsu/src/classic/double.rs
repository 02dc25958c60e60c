//! Poses in double precision, for methods that are compared digit by digit.

use glam::{DAffine3, DMat3, DQuat, DVec3, Vec3};

use crate::{
    Error,
    d3::{Pose, Skeleton, Transform},
    ops,
};

/// The rotation of a transform, of unit length.
pub(super) fn rotation(local: &Transform) -> DQuat {
    local.rotation.as_dquat().normalize()
}

/// `parent_from_joint` of a transform.
pub(super) fn affine(local: &Transform) -> DAffine3 {
    DAffine3::from_scale_rotation_translation(
        local.scale.as_dvec3(),
        rotation(local),
        local.translation.as_dvec3(),
    )
}

/// `model_from_joint` of a joint; the identity for `None`.
pub(super) fn model_from(skeleton: &Skeleton, pose: &Pose, joint: Option<usize>) -> DAffine3 {
    let Some(joint) = joint else { return DAffine3::IDENTITY };
    let mut model = DAffine3::IDENTITY;
    for ancestor in skeleton.ancestors(joint) {
        model = affine(&pose.locals[ancestor]) * model;
    }
    model
}

/// The rotation of a map: its axes normalized, x negated if it mirrors, as
/// [`crate::d3::rotation_of`]. `None` if the map is singular.
pub(super) fn rotation_in(map: &DAffine3) -> Option<DQuat> {
    let m = &map.matrix3;
    let sign = if m.determinant() < 0.0 { -1.0 } else { 1.0 };
    let z = unit(m.z_axis)?;
    let y = unit(m.y_axis - z * m.y_axis.dot(z))?;
    let x = unit(m.x_axis)?;
    let x = if y.cross(z).dot(x) * sign > 0.0 { y.cross(z) } else { return None };
    Some(DQuat::from_mat3(&DMat3::from_cols(x, y, z)))
}

/// The rotation by `angle` radians about the unit vector `axis`.
pub(super) fn turn(axis: DVec3, angle: f64) -> DQuat {
    let (sin, cos) = ops::sin_cos_f64(0.5 * angle);
    let v = axis * sin;
    DQuat::from_xyzw(v.x, v.y, v.z, cos)
}

/// The direction of `v`, safe against overflow and underflow; `None` for zero.
pub(super) fn unit(v: DVec3) -> Option<DVec3> {
    let largest = v.abs().max_element();
    if !(largest > 0.0 && largest.is_finite()) {
        return None;
    }
    let v = v / largest;
    Some(v / v.length())
}

/// The inverse; `None` if the map is singular.
pub(super) fn inverse(map: &DAffine3) -> Option<DAffine3> {
    let m = &map.matrix3;
    let (x, y, z) = (unit(m.x_axis)?, unit(m.y_axis)?, unit(m.z_axis)?);
    if x.cross(y).dot(z).abs() < FLAT {
        return None;
    }
    let inverse = map.inverse();
    inverse.is_finite().then_some(inverse)
}

/// Below this volume of the unit axes a map counts as singular: in single precision its axes are
/// coplanar.
const FLAT: f64 = 1e-7;

/// Checks that the pose fits the skeleton and is finite.
pub(super) fn check_pose(skeleton: &Skeleton, pose: &Pose) -> Result<(), Error> {
    if pose.locals.len() != skeleton.len() {
        return Err(Error::PoseMismatch { pose: pose.locals.len(), skeleton: skeleton.len() });
    }
    for (joint, local) in skeleton.joints().iter().zip(&pose.locals) {
        if let Some(what) = local.fault() {
            return Err(Error::InvalidTransform { joint: joint.name.clone(), what });
        }
    }
    Ok(())
}

pub(super) fn check_joint(skeleton: &Skeleton, joint: usize) -> Result<(), Error> {
    if joint < skeleton.len() {
        Ok(())
    } else {
        Err(Error::JointOutOfRange { joint, count: skeleton.len() })
    }
}

pub(super) fn check_point(what: &'static str, point: Vec3) -> Result<(), Error> {
    match point.to_array().into_iter().find(|value| !value.is_finite()) {
        Some(value) => Err(Error::InvalidNumber { what, value }),
        None => Ok(()),
    }
}

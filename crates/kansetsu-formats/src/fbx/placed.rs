//! The transform of a node below its parent, from all numbers of the format.
//!
//! `parent_from_node = T · Roff · Rp · Rpre · R · Rpost⁻¹ · Rp⁻¹ · Soff · Sp · S · Sp⁻¹` (Autodesk,
//! "FBX SDK Help: Computing transformation matrices"). The result is always a translation, a
//! rotation and a scale, since only S is neither a translation nor a rotation.

use kansetsu::glam::{DQuat, DVec3};

use super::scene::Object;

/// The constant part of a node's transform.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    /// Translation, rotation (degrees about x, y and z) and scale without animation.
    pub(super) rest: [DVec3; 3],
    order: usize,
    before: DQuat,
    after: DQuat,
    rotation_offset: DVec3,
    rotation_pivot: DVec3,
    scaling_offset: DVec3,
    scaling_pivot: DVec3,
}

/// Translation, rotation and scale in double precision.
#[derive(Clone, Copy, Debug)]
pub(super) struct Local {
    pub(super) translation: DVec3,
    pub(super) rotation: DQuat,
    pub(super) scale: DVec3,
}

/// The first, second and third axis by the number of the order. 6 (spheric) counts as 0.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 2, 0], [1, 0, 2], [2, 0, 1], [2, 1, 0]];

impl Placed {
    pub(super) fn of(model: &Object<'_>) -> Self {
        let vector = |name: &str| model.vector(name).map_or(DVec3::ZERO, DVec3::from_array);
        // Without "RotationActive" the pre-rotation, post-rotation and order have no effect.
        let is_plain = model.integer("RotationActive") == Some(0)
            || model.integer("RotationSpaceForLimitOnly").unwrap_or(0) != 0;
        let turn = |name: &str| if is_plain { DQuat::IDENTITY } else { rotation(vector(name), 0) };
        let order = model
            .integer("RotationOrder")
            .and_then(|order| usize::try_from(order).ok())
            .filter(|_| !is_plain)
            .unwrap_or(0);
        Self {
            rest: [
                vector("Lcl Translation"),
                vector("Lcl Rotation"),
                model.vector("Lcl Scaling").map_or(DVec3::ONE, DVec3::from_array),
            ],
            order,
            before: turn("PreRotation"),
            after: turn("PostRotation").conjugate(),
            rotation_offset: vector("RotationOffset"),
            rotation_pivot: vector("RotationPivot"),
            scaling_offset: vector("ScalingOffset"),
            scaling_pivot: vector("ScalingPivot"),
        }
    }

    pub(super) fn rotation(&self, degrees: DVec3) -> DQuat {
        self.turned(self.plain(degrees))
    }

    /// The rotation of the node's angles alone, in its order.
    pub(super) fn plain(&self, degrees: DVec3) -> DQuat {
        rotation(degrees, self.order)
    }

    /// With pre-rotation and post-rotation.
    pub(super) fn turned(&self, plain: DQuat) -> DQuat {
        self.before * plain * self.after
    }

    pub(super) fn local(&self, translation: DVec3, rotation: DQuat, scale: DVec3) -> Local {
        let about = self.scaling_offset + self.scaling_pivot
            - self.scaling_pivot * scale
            - self.rotation_pivot;
        let translation =
            translation + self.rotation_offset + self.rotation_pivot + rotation * about;
        Local { translation, rotation, scale }
    }

    /// Whether rotation and scale move the node's origin.
    pub(super) fn has_pivots(&self) -> bool {
        [self.rotation_pivot, self.scaling_offset, self.scaling_pivot]
            .iter()
            .any(|&pivot| pivot != DVec3::ZERO)
    }
}

/// The rotation of three angles in degrees, in sequence about fixed axes.
pub(super) fn rotation(degrees: DVec3, order: usize) -> DQuat {
    let about = |axis: usize| {
        let (sin, cos) = libm::sincos(degrees[axis].to_radians() * 0.5);
        let mut quat = [0.0, 0.0, 0.0, cos];
        quat[axis] = sin;
        DQuat::from_array(quat)
    };
    let [first, second, third] = ORDERS[if order < ORDERS.len() { order } else { 0 }];
    about(third) * about(second) * about(first)
}

//! Rigs.

use kansetsu::{
    Pose, Rig,
    d3::{Joint, Limit, Transform},
};
use kansetsu_humanoid::complete_character;
use wasm_bindgen::prelude::*;

use crate::{
    error::{in_argument, plain},
    message,
};

/// Numbers per joint of forward kinematics: the columns of a 4×4 matrix.
const MATRIX: usize = 16;

/// A rig. It never changes.
#[wasm_bindgen]
pub struct RigHandle(Rig);

#[wasm_bindgen]
impl RigHandle {
    /// The rig of an object with the fields of [`RigData`](kansetsu::d3::RigData). With
    /// `is_humanoid`, [`complete_character`] completes it.
    ///
    /// # Errors
    /// The first fault of the data.
    #[wasm_bindgen(constructor)]
    pub fn new(data: JsValue, is_humanoid: bool) -> Result<Self, JsError> {
        let mut rig = message::read_rig(data).map_err(plain)?.rig().map_err(plain)?;
        if is_humanoid {
            complete_character(&mut rig);
            rig.check().map_err(plain)?;
        }
        Ok(Self(rig))
    }

    /// An object with the fields of [`RigData`](kansetsu::d3::RigData).
    ///
    /// # Errors
    /// None for a rig that was validated.
    pub fn data(&self) -> Result<JsValue, JsError> {
        message::rig(&self.0).map_err(plain)
    }

    /// The joint that carries the whole body.
    #[must_use]
    pub fn base(&self) -> usize {
        self.0.base_joint()
    }

    /// The joint of a name, a role or `#` and an index.
    ///
    /// # Errors
    /// With similar names, if there is no such joint.
    pub fn joint(&self, name: &str) -> Result<u32, JsError> {
        Ok(self.0.joint(name).map_err(plain)?.index())
    }

    /// The rest pose, 10 numbers per joint.
    #[must_use]
    pub fn rest_pose(&self) -> Vec<f32> {
        flat(&self.0.rest_pose())
    }

    /// The relaxed stance, 10 numbers per joint.
    #[must_use]
    pub fn stance(&self) -> Vec<f32> {
        flat(&self.0.posture().reference)
    }

    /// Forward kinematics: `model_from_joint`, the columns of a 4×4 matrix per joint.
    ///
    /// # Errors
    /// For a pose of the wrong length.
    pub fn forward(&self, pose: &[f32]) -> Result<Vec<f32>, JsError> {
        let pose = self.pose(pose)?;
        let mut matrices = Vec::with_capacity(MATRIX * pose.locals.len());
        for map in self.0.skeleton.forward(&pose) {
            let columns = [map.matrix3.x_axis, map.matrix3.y_axis, map.matrix3.z_axis];
            for column in columns {
                matrices.extend(column.extend(0.0).to_array());
            }
            matrices.extend(map.translation.extend(1.0).to_array());
        }
        Ok(matrices)
    }

    /// The violation of each joint's limit in a pose, radians; 0 inside or without a limit.
    ///
    /// # Errors
    /// For a pose of the wrong length.
    pub fn violations(&self, pose: &[f32]) -> Result<Vec<f32>, JsError> {
        let pose = self.pose(pose)?;
        let joints = self.0.skeleton.joints().iter().zip(&pose.locals).zip(&self.0.limits);
        let violation = |((joint, local), limit): ((&Joint, &Transform), &Option<Limit>)| {
            let turn = joint.rest.rotation.inverse() * local.rotation.normalize();
            limit.as_ref().map_or(0.0, |limit| limit.violation(turn))
        };
        Ok(joints.map(violation).collect())
    }
}

impl RigHandle {
    pub(crate) const fn rig(&self) -> &Rig {
        &self.0
    }

    fn pose(&self, numbers: &[f32]) -> Result<Pose, JsError> {
        let mut pose = self.0.rest_pose();
        pose.copy_from_flat(numbers).map_err(|error| in_argument("pose")(&error))?;
        Ok(pose)
    }
}

fn flat(pose: &Pose) -> Vec<f32> {
    let mut numbers = vec![0.0; Pose::FLAT * pose.locals.len()];
    // The length is right.
    let _ = pose.copy_to_flat(&mut numbers);
    numbers
}

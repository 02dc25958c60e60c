//! Poses in space.

use glam::{Quat, Vec3};

use super::Transform;
use crate::Error;

/// The local transform of every joint of a skeleton, in the skeleton's order.
///
/// Plain data: any field may be changed. Rotations need not have unit length; readers normalize.
#[derive(Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pose {
    /// `parent_from_joint` of every joint.
    pub locals: Vec<Transform>,
}

impl Clone for Pose {
    fn clone(&self) -> Self {
        Self { locals: self.locals.clone() }
    }

    /// Reuses the memory: a pose that is reset repeatedly allocates nothing.
    fn clone_from(&mut self, source: &Self) {
        self.locals.clone_from(&source.locals);
    }
}

impl Pose {
    /// Copies the joints from a caller's slice, without allocating.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] if the lengths differ; the pose is then untouched.
    pub fn copy_from_slice(&mut self, locals: &[Transform]) -> Result<(), Error> {
        self.check_length(locals.len())?;
        self.locals.copy_from_slice(locals);
        Ok(())
    }

    /// Values per joint in a flat pose: translation x y z, rotation x y z w, scale x y z.
    pub const FLAT: usize = 10;

    /// Writes the pose as contiguous values, [`Self::FLAT`] per joint, without allocating.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] if `flat` does not hold exactly [`Self::FLAT`] values per joint.
    pub fn copy_to_flat(&self, flat: &mut [f32]) -> Result<(), Error> {
        self.check_flat(flat.len())?;
        for (row, local) in flat.chunks_exact_mut(Self::FLAT).zip(&self.locals) {
            row[..3].copy_from_slice(&local.translation.to_array());
            row[3..7].copy_from_slice(&local.rotation.to_array());
            row[7..].copy_from_slice(&local.scale.to_array());
        }
        Ok(())
    }

    /// Reads the pose from contiguous values, [`Self::FLAT`] per joint, without allocating.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] if `flat` does not hold exactly [`Self::FLAT`] values per joint.
    /// The pose is then unchanged.
    pub fn copy_from_flat(&mut self, flat: &[f32]) -> Result<(), Error> {
        self.check_flat(flat.len())?;
        for (row, local) in flat.chunks_exact(Self::FLAT).zip(&mut self.locals) {
            local.translation = Vec3::from_slice(&row[..3]);
            local.rotation = Quat::from_slice(&row[3..7]);
            local.scale = Vec3::from_slice(&row[7..]);
        }
        Ok(())
    }

    fn check_flat(&self, found: usize) -> Result<(), Error> {
        let expected = Self::FLAT * self.locals.len();
        if found == expected {
            Ok(())
        } else {
            Err(Error::LengthMismatch { what: "numbers of a pose", found, expected })
        }
    }

    fn check_length(&self, found: usize) -> Result<(), Error> {
        let expected = self.locals.len();
        if found == expected {
            Ok(())
        } else {
            Err(Error::LengthMismatch { what: "local transforms", found, expected })
        }
    }
}

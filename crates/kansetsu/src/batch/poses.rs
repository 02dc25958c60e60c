//! The poses of many instances, as a structure of arrays.

use crate::{
    Error,
    d3::{FourTransforms, Pose},
};

/// The number of instances that share a register.
pub(super) const LANES: usize = 4;

/// The poses of many instances of one skeleton.
///
/// Each number of a joint is stored for four instances side by side, so that one instruction
/// computes four instances.
#[derive(Clone, Debug)]
pub struct Poses {
    joint_count: usize,
    count: usize,
    /// All joints of the first four instances, then those of the next four. The last block is
    /// filled with copies of a pose.
    pub(super) blocks: Vec<FourTransforms>,
}

impl Poses {
    /// `count` copies of a pose.
    #[must_use]
    pub fn new(pose: &Pose, count: usize) -> Self {
        let block: Vec<_> = pose.locals.iter().map(FourTransforms::splat).collect();
        let mut blocks = Vec::with_capacity(block.len() * count.div_ceil(LANES));
        (0..count.div_ceil(LANES)).for_each(|_| blocks.extend_from_slice(&block));
        Self { joint_count: pose.locals.len(), count, blocks }
    }

    /// The number of instances.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Whether there are no instances.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The number of joints of each pose.
    #[must_use]
    pub const fn joint_count(&self) -> usize {
        self.joint_count
    }

    /// The pose of an instance; `None` if there is no such instance.
    #[must_use]
    pub fn get(&self, instance: usize) -> Option<Pose> {
        let (block, lane) = self.place(instance)?;
        Some(Pose { locals: self.blocks[block].iter().map(|joint| joint.get(lane)).collect() })
    }

    /// Sets the pose of an instance.
    ///
    /// # Errors
    /// [`Error::PoseMismatch`], [`Error::NoInstance`]. Nothing is changed.
    pub fn set(&mut self, instance: usize, pose: &Pose) -> Result<(), Error> {
        check_joints(pose.locals.len(), self.joint_count)?;
        let (block, lane) =
            self.place(instance).ok_or(Error::NoInstance { instance, count: self.count })?;
        for (joint, local) in self.blocks[block].iter_mut().zip(&pose.locals) {
            joint.set(lane, local);
        }
        Ok(())
    }

    /// Reads all poses from contiguous values, [`Pose::FLAT`] per joint, all joints of the first
    /// instance first.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] if `flat` has another length. Nothing is changed.
    pub fn copy_from_flat(&mut self, flat: &[f32]) -> Result<(), Error> {
        self.check_flat(flat.len())?;
        let width = self.joint_count * Pose::FLAT;
        for (instance, row) in flat.chunks_exact(width.max(1)).enumerate() {
            let Some((block, lane)) = self.place(instance) else { break };
            for (joint, values) in self.blocks[block].iter_mut().zip(row.chunks_exact(Pose::FLAT)) {
                let parts = joint.parts_mut();
                parts.into_iter().zip(values).for_each(|(part, value)| part[lane] = *value);
            }
        }
        Ok(())
    }

    /// Writes all poses as contiguous values, in the order of [`Self::copy_from_flat`].
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] if `flat` has another length.
    pub fn copy_to_flat(&self, flat: &mut [f32]) -> Result<(), Error> {
        self.check_flat(flat.len())?;
        let width = self.joint_count * Pose::FLAT;
        for (instance, row) in flat.chunks_exact_mut(width.max(1)).enumerate() {
            let Some((block, lane)) = self.place(instance) else { break };
            for (joint, values) in self.blocks[block].iter().zip(row.chunks_exact_mut(Pose::FLAT)) {
                values.iter_mut().zip(joint.parts()).for_each(|(value, part)| *value = part[lane]);
            }
        }
        Ok(())
    }

    /// The joints of an instance's block, and its lane.
    fn place(&self, instance: usize) -> Option<(std::ops::Range<usize>, usize)> {
        let first = instance / LANES * self.joint_count;
        (instance < self.count).then_some((first..first + self.joint_count, instance % LANES))
    }

    fn check_flat(&self, found: usize) -> Result<(), Error> {
        let expected = Pose::FLAT * self.joint_count * self.count;
        if found == expected {
            Ok(())
        } else {
            Err(Error::LengthMismatch { what: "numbers of the poses", found, expected })
        }
    }
}

/// Checks that poses are of a skeleton with this number of joints.
pub(super) const fn check_joints(pose: usize, skeleton: usize) -> Result<(), Error> {
    if pose == skeleton { Ok(()) } else { Err(Error::PoseMismatch { pose, skeleton }) }
}

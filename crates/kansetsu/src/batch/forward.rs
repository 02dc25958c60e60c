//! Forward kinematics of many poses.

use glam::{Affine3, Mat3, Vec3, Vec4};

use super::{
    Poses,
    parallel::{self, BLOCKS},
    poses::{LANES, check_joints},
};
use crate::{
    Error,
    d3::{FourTransforms, Skeleton},
    math::rot_four,
};

/// The affine maps of a joint in four instances: three columns and the translation, by component.
type FourMaps = [[Vec4; 3]; 4];

/// `model_from_joint` of every joint of many instances, as a structure of arrays.
#[derive(Clone, Debug, Default)]
pub struct ModelTransforms {
    joint_count: usize,
    count: usize,
    blocks: Vec<FourMaps>,
}

impl ModelTransforms {
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

    /// `model_from_joint` of a joint of an instance.
    ///
    /// # Panics
    /// If there is no such instance or joint.
    #[must_use]
    pub fn get(&self, instance: usize, joint: usize) -> Affine3 {
        let column = |column: usize| self.column(instance, joint, column);
        Affine3 {
            matrix3: Mat3::from_cols(column(0), column(1), column(2)),
            translation: column(3),
        }
    }

    /// The position of a joint of an instance in model space, metres.
    ///
    /// # Panics
    /// If there is no such instance or joint.
    #[must_use]
    pub fn position(&self, instance: usize, joint: usize) -> Vec3 {
        self.column(instance, joint, 3)
    }

    fn column(&self, instance: usize, joint: usize, column: usize) -> Vec3 {
        assert!(
            instance < self.count && joint < self.joint_count,
            "joint {joint} of instance {instance}: there are {} instances of {} joints",
            self.count,
            self.joint_count
        );
        let maps = &self.blocks[instance / LANES * self.joint_count + joint];
        let [x, y, z] = maps[column].map(|part| part[instance % LANES]);
        Vec3::new(x, y, z)
    }
}

/// Forward kinematics of every instance, with the bits of [`Skeleton::forward`].
///
/// # Errors
/// [`Error::PoseMismatch`] for poses of another skeleton.
pub fn forward(
    skeleton: &Skeleton,
    poses: &Poses,
    model_from_joint: &mut ModelTransforms,
) -> Result<(), Error> {
    let joint_count = skeleton.len();
    check_joints(poses.joint_count(), joint_count)?;
    (model_from_joint.joint_count, model_from_joint.count) = (joint_count, poses.len());
    model_from_joint.blocks.resize(poses.blocks.len(), FourMaps::default());
    let size = BLOCKS * joint_count;
    let tasks = model_from_joint.blocks.chunks_mut(size).zip(poses.blocks.chunks(size)).collect();
    parallel::each(
        tasks,
        || (),
        |(), (maps, locals)| {
            maps.chunks_exact_mut(joint_count)
                .zip(locals.chunks_exact(joint_count))
                .for_each(|(maps, locals)| forward_of_four(skeleton, locals, maps));
        },
    );
    Ok(())
}

/// One pass over the joints of four instances.
fn forward_of_four(skeleton: &Skeleton, locals: &[FourTransforms], maps: &mut [FourMaps]) {
    for (index, (joint, local)) in skeleton.joints().iter().zip(locals).enumerate() {
        let parent_from_joint = map_of(local);
        maps[index] = match joint.parent {
            Some(parent) => compose(&maps[parent], &parent_from_joint),
            None => parent_from_joint,
        };
    }
}

#[inline(always)]
fn map_of(local: &FourTransforms) -> FourMaps {
    let [x, y, z] = rot_four::to_matrix(rot_four::normalized(local.rotations()));
    let scale = local.scale;
    [
        x.map(|part| part * scale[0]),
        y.map(|part| part * scale[1]),
        z.map(|part| part * scale[2]),
        local.translation,
    ]
}

/// `a` after `b`, in the order of the operations of a single composition.
#[inline(always)]
fn compose(a: &FourMaps, b: &FourMaps) -> FourMaps {
    let [x, y, z, at] = a;
    let image = |v: &[Vec4; 3]| -> [Vec4; 3] {
        std::array::from_fn(|row| x[row] * v[0] + y[row] * v[1] + z[row] * v[2])
    };
    let moved = image(&b[3]);
    [
        image(&b[0]),
        image(&b[1]),
        image(&b[2]),
        [moved[0] + at[0], moved[1] + at[1], moved[2] + at[2]],
    ]
}

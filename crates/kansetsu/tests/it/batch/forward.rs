//! Forward kinematics of a batch has the bits of that of single poses.

use kansetsu::{
    Error,
    batch::{self, ModelTransforms, Poses},
    d3::Pose,
    glam::Quat,
};

use super::{SIZES, bits, on_threads, rigs};
use crate::random::Random;

#[test]
fn model_transforms_have_the_bits_of_single_poses() {
    let mut random = Random::new(3);
    for rig in rigs::all() {
        for count in SIZES {
            let mut single: Vec<Pose> = (0..count).map(|_| rigs::pose(&rig, &mut random)).collect();
            // Rotations that cannot be normalized are identities.
            if let Some(pose) = single.get_mut(5) {
                pose.locals[1].rotation = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
                pose.locals[2].rotation = Quat::from_xyzw(1e-30, 0.0, 1e-30, 0.0);
            }
            let mut poses = Poses::new(&rig.skeleton.rest_pose(), count);
            for (instance, pose) in single.iter().enumerate() {
                poses.set(instance, pose).unwrap();
            }
            on_threads(|| {
                let mut found = ModelTransforms::default();
                batch::forward(&rig.skeleton, &poses, &mut found).unwrap();
                assert_eq!((found.len(), found.is_empty()), (count, count == 0));
                for (instance, pose) in single.iter().enumerate() {
                    for (joint, wanted) in rig.skeleton.forward(pose).iter().enumerate() {
                        let numbers = found.get(instance, joint).to_cols_array().map(f32::to_bits);
                        assert_eq!(
                            numbers,
                            wanted.to_cols_array().map(f32::to_bits),
                            "{}: joint {joint} of instance {instance}",
                            rig.name
                        );
                        let position = found.position(instance, joint);
                        assert_eq!(position, wanted.translation);
                    }
                }
            });
        }
    }
}

#[test]
fn poses_survive_a_flat_copy() {
    let rig = &rigs::all()[1];
    let mut random = Random::new(5);
    let width = Pose::FLAT * rig.skeleton.len();
    for count in SIZES {
        let mut flat = vec![0.0; count * width];
        let single: Vec<Pose> = (0..count).map(|_| rigs::pose(rig, &mut random)).collect();
        for (pose, row) in single.iter().zip(flat.chunks_mut(width)) {
            pose.copy_to_flat(row).unwrap();
        }
        let mut poses = Poses::new(&rig.skeleton.rest_pose(), count);
        poses.copy_from_flat(&flat).unwrap();
        for (instance, pose) in single.iter().enumerate() {
            assert_eq!(bits(&poses.get(instance).unwrap()), bits(pose));
        }
        let mut back = vec![0.0; flat.len()];
        poses.copy_to_flat(&mut back).unwrap();
        assert!(flat.iter().zip(&back).all(|(a, b)| a.to_bits() == b.to_bits()));
        assert!(poses.get(count).is_none());
        assert!(matches!(
            poses.set(count, &rig.skeleton.rest_pose()),
            Err(Error::NoInstance { .. })
        ));
        assert!(matches!(
            poses.copy_from_flat(&vec![0.0; flat.len() + 1]),
            Err(Error::LengthMismatch { .. })
        ));
    }
}

#[test]
fn poses_of_another_skeleton_are_refused() {
    let rigs = rigs::all();
    let poses = Poses::new(&rigs[0].skeleton.rest_pose(), 3);
    let mut found = ModelTransforms::default();
    let refused = batch::forward(&rigs[1].skeleton, &poses, &mut found);
    assert!(matches!(refused, Err(Error::PoseMismatch { .. })));
    let none = Poses::new(&Pose::default(), 3);
    assert!(batch::forward(&rigs[0].skeleton, &none, &mut found).is_err());
}

//! A rig for a character of which nothing but the skeleton is known.

use kansetsu::{Rig, d3::Skeleton};

use crate::{
    anatomy::{self, RigKind},
    detect,
};

/// The rig of a character: roles, mirror pairs, limbs and limits, by names and shape.
///
/// For programs that have a skeleton but no file, such as game engines. A body that is not humanoid
/// has no roles and no limits.
#[must_use]
pub fn character_rig(skeleton: Skeleton) -> Rig {
    let mut rig = Rig::new(skeleton);
    let is_skinned = vec![false; rig.skeleton.len()];
    rig.roles = detect::roles(&rig.skeleton, &is_skinned);
    rig.mirrors = detect::mirrors(&rig.skeleton, &rig.roles, &is_skinned);
    rig.limbs = detect::limbs(&rig.skeleton, &rig.roles);
    rig.limits = anatomy::limits(&rig.skeleton, &rig.roles, RigKind::Character);
    rig
}

#[cfg(test)]
mod tests {
    use kansetsu::{
        d3::{SkeletonBuilder, Transform},
        glam::Vec3,
    };

    use super::*;

    fn chain(builder: &mut SkeletonBuilder, hips: usize, rows: &[(&str, [f32; 3])]) {
        let mut parent = hips;
        for &(name, at) in rows {
            let rest = Transform::from_translation(Vec3::from_array(at));
            parent = builder.child(parent, name, rest);
        }
    }

    #[test]
    fn a_named_body_has_roles_limbs_and_limits() {
        let mut builder = Skeleton::builder();
        let hips = builder.root("Hips", Transform::from_translation(Vec3::Y));
        let trunk =
            [("Spine", [0.0, 0.1, 0.0]), ("Chest", [0.0, 0.2, 0.0]), ("Neck", [0.0, 0.2, 0.0])];
        chain(&mut builder, hips, &trunk);
        chain(&mut builder, 3, &[("Head", [0.0, 0.1, 0.0])]);
        for (side, x) in [("Left", 1.0), ("Right", -1.0)] {
            let named = |part: &str| format!("{side}{part}");
            let names = ["Arm", "ForeArm", "Hand", "UpLeg", "Leg", "Foot"].map(named);
            let [arm, forearm, hand, thigh, shin, foot] = names.each_ref().map(String::as_str);
            let out = [0.25 * x, 0.0, 0.0];
            chain(&mut builder, 2, &[(arm, [0.2 * x, 0.1, 0.0]), (forearm, out), (hand, out)]);
            let down = [0.0, -0.45, 0.0];
            chain(&mut builder, hips, &[(thigh, [0.1 * x, 0.0, 0.0]), (shin, down), (foot, down)]);
        }
        let rig = character_rig(builder.build().unwrap());
        assert!(rig.humanoid().is_some(), "{:?}", rig.roles);
        assert_eq!(rig.limbs.len(), 4);
        assert!(rig.limits.iter().flatten().count() >= 10);
        assert!(rig.mirrors.iter().flatten().count() >= 12);
        rig.check().unwrap();
    }

    #[test]
    fn another_body_has_none() {
        let mut builder = Skeleton::builder();
        let root = builder.root("a", Transform::IDENTITY);
        chain(&mut builder, root, &[("b", [0.0, 1.0, 0.0]), ("c", [0.0, 1.0, 0.0])]);
        let rig = character_rig(builder.build().unwrap());
        assert!(rig.roles.is_empty() && rig.limits.iter().all(Option::is_none));
    }
}

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
    complete_character(&mut rig);
    rig
}

/// Completes the rig of a character by names and shape: roles and limits, unless the rig has some,
/// and in any case mirror pairs and limbs.
pub fn complete_character(rig: &mut Rig) {
    let is_skinned = vec![false; rig.skeleton.len()];
    if rig.roles.is_empty() {
        rig.roles = detect::roles(&rig.skeleton, &is_skinned);
    }
    rig.mirrors = detect::mirrors(&rig.skeleton, &rig.roles, &is_skinned);
    rig.limbs = detect::limbs(&rig.skeleton, &rig.roles);
    if rig.limits.iter().all(Option::is_none) {
        rig.limits = anatomy::limits(&rig.skeleton, &rig.roles, RigKind::Character);
    }
}

#[cfg(test)]
mod tests {
    use kansetsu::{
        d3::{Limit, Role, SkeletonBuilder, Transform, limit::Hinge},
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
        let rig = character_rig(person());
        assert!(rig.humanoid().is_some(), "{:?}", rig.roles);
        assert_eq!(rig.limbs.len(), 4);
        assert!(rig.limits.iter().flatten().count() >= 10);
        assert!(rig.mirrors.iter().flatten().count() >= 12);
        rig.check().unwrap();
    }

    #[test]
    fn stated_roles_and_limits_stay() {
        let all = character_rig(person());
        let elbow = all.roles[&Role::LeftLowerArm];
        let hinge = Limit::Hinge(Hinge { axis: Vec3::Z, min: 0.0, max: 0.5 });
        let mut limited = Rig::new(person());
        limited.limits[elbow] = Some(hinge.clone());
        complete_character(&mut limited);
        assert_eq!(limited.roles, all.roles);
        assert_eq!(limited.limits.iter().flatten().collect::<Vec<_>>(), [&hinge]);

        let mut named = Rig::new(person());
        named.roles = all.roles.clone();
        named.roles.remove(&Role::Head);
        complete_character(&mut named);
        assert!(!named.roles.contains_key(&Role::Head));
        assert!(named.limits[elbow].is_some());
    }

    fn person() -> Skeleton {
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
        builder.build().unwrap()
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

//! Chains, poses and goals for batches.

use kansetsu::{
    d3::{
        Chain, Goal, Limit, Pose, Skeleton, Transform,
        limit::{Cone, Hinge},
    },
    glam::{Quat, Vec3},
};

use crate::random::Random;

/// A chain of a skeleton that has other joints too.
pub struct Rig {
    pub name: &'static str,
    pub skeleton: Skeleton,
    pub chain: Chain,
}

/// The segments of a chain, the limits of its joints, repeated, and the number of joints above it.
fn rig(name: &'static str, segments: &[Vec3], limits_of: &[Limit], above: usize) -> Rig {
    let mut builder = Skeleton::builder();
    let mut last = builder.root("root", Transform::IDENTITY);
    for number in 0..above {
        let at = Vec3::new(0.05, 0.3, 0.02 * number as f32);
        last = builder.child(last, format!("spine{number}"), Transform::from_translation(at));
        builder.child(last, format!("beside{number}"), Transform::from_translation(-at));
    }
    let base = last;
    for (number, segment) in segments.iter().enumerate() {
        last = builder.child(last, format!("joint{number}"), Transform::from_translation(*segment));
    }
    builder.child(last, "end", Transform::from_translation(Vec3::X * 0.1));
    let skeleton = builder.build().unwrap();
    let (base, tip) =
        (skeleton.index_of_added(base).unwrap(), skeleton.index_of_added(last).unwrap());
    let mut limits = vec![None; skeleton.len()];
    let path = skeleton.ancestors(tip).take(segments.len() + 1).collect::<Vec<_>>();
    for (joint, limit) in path.into_iter().rev().zip(limits_of.iter().cycle()) {
        limits[joint] = Some(limit.clone());
    }
    let chain = Chain::new(&skeleton, base, tip).unwrap().with_limits(&limits).unwrap();
    Rig { name, skeleton, chain }
}

/// One rig for each path through the solvers.
pub fn all() -> Vec<Rig> {
    let even = vec![Vec3::Y * 0.1; 10];
    let cone = |angle: f32| Limit::Cone(Cone::around(Vec3::Y, angle));
    let hinge = |axis: Vec3| Limit::Hinge(Hinge { axis, min: -0.2, max: 2.5 });
    let limb = [Vec3::new(0.3, 0.0, 0.0), Vec3::new(0.25, 0.0, 0.0)];
    let bent = [Vec3::new(0.1, -0.4, 0.0), Vec3::new(0.0, -0.4, 0.1)];
    let elbow = [cone(2.0), hinge(Vec3::Z), cone(1.0)];
    vec![
        rig("two bones", &limb, &[], 0),
        rig("bent two bones under three joints", &bent, &[], 3),
        rig("equal bones", &[Vec3::Z * 0.5; 2], &[], 1),
        rig("two bones with hinges", &limb, &[hinge(Vec3::Z)], 2),
        rig("an arm with an elbow", &limb, &elbow, 0),
        rig("a bent arm with an elbow", &bent, &[cone(2.5), hinge(Vec3::X), cone(1.0)], 2),
        rig("two bones with cones", &bent, &[cone(2.0)], 1),
        rig("even chain", &even, &[], 0),
        rig("even chain under two joints", &even, &[], 2),
        rig("even chain with cones", &even, &[cone(0.7)], 0),
        rig("uneven chain", &[limb[0], bent[0], bent[1], limb[1]], &[], 1),
    ]
}

/// A random quaternion, sometimes not of unit length.
fn rotation(random: &mut Random) -> Quat {
    let scale = [1.0, 1.0, 1.0, 1.0 + 5e-5, 0.999, 2.0][random.below(6)];
    random.rotation() * scale
}

/// Poses: at rest, at rest apart from the chain's bend, random; some with scales and signed zeros.
pub fn pose(rig: &Rig, random: &mut Random) -> Pose {
    let mut pose = rig.skeleton.rest_pose();
    let kind = random.below(8);
    for (joint, local) in pose.locals.iter_mut().enumerate() {
        let is_of_chain = rig.chain.joints().any(|known| known == joint);
        match kind {
            0 | 1 => {}
            2 if is_of_chain => local.rotation = Quat::from_xyzw(-0.0, -0.0, 0.0, 1.0),
            3 if !is_of_chain => local.rotation = rotation(random),
            4 if is_of_chain => local.rotation = Quat::from_rotation_z(random.range(0.0, 1e-3)),
            5..=7 => local.rotation = rotation(random),
            _ => {}
        }
        if kind == 7 && random.chance(0.1) {
            local.scale *= random.range(0.5, 2.0);
        }
    }
    pose.locals[0].translation = random.direction() * [0.0, 1.0][random.below(2)];
    pose
}

/// Targets: in reach, out of reach, at the base, at the tip, on the line of the chain, far away.
pub fn target(rig: &Rig, pose: &Pose, random: &mut Random) -> Vec3 {
    let model_from_joint = rig.skeleton.forward(pose);
    let at = |joint: usize| model_from_joint[joint].translation;
    let (base, tip) = (at(rig.chain.base()), at(rig.chain.tip()));
    let length = rig.chain.length(&rig.skeleton.rest_pose());
    match random.below(12) {
        0 => base,
        1 => tip,
        2 => base + random.direction() * length * random.range(1.0, 3.0),
        3 => base - (tip - base) * random.range(0.0, 1.2),
        4 => base + (tip - base) * random.range(0.0, 1.2),
        5 => base + random.direction() * [1e-6, 1e-3, 1e9, 1e20][random.below(4)],
        _ => base + random.direction() * length * random.range(0.1, 1.0),
    }
}

/// Goals of all kinds; with `kind` 0 positions only.
pub fn goal(rig: &Rig, target: Vec3, kind: usize, random: &mut Random) -> Goal {
    let goal = Goal::position(rig.chain.tip(), target);
    match kind {
        1 => goal.with_pole(random.direction()),
        2 => goal.with_orientation(random.rotation()),
        3 => goal.with_offset(random.direction() * 0.1),
        4 => Goal::look_at(rig.chain.tip(), Vec3::Z, target),
        _ => goal,
    }
}

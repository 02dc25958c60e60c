//! Motion retargeted between bodies built in code.

use glam::{Quat, Vec3};
use kansetsu::d3::{Pose, Rig, Skeleton, Transform, rotation_of};
use kansetsu_formats::{Clip, Figure, Role};
use kansetsu_humanoid::retarget::Retarget;

const RATE: f32 = 30.0;

/// The mannequin waves, bows a little and rotates its head; its feet stand.
fn waving(figure: &Figure) -> Clip {
    let skeleton = &figure.rig.skeleton;
    let pose = |frame: usize| {
        let time = frame as f32 / RATE;
        let mut pose = skeleton.rest_pose();
        let mut turn = |role: Role, turn: Quat| {
            let joint = figure.rig.roles[&role];
            pose.locals[joint].rotation = skeleton.joints()[joint].rest.rotation * turn;
        };
        turn(Role::Spine, Quat::from_rotation_x(0.2 * (2.0 * time).sin()));
        turn(Role::Head, Quat::from_rotation_y(0.4 * (3.0 * time).sin()));
        turn(Role::LeftUpperArm, Quat::from_rotation_z(-0.5 + 0.4 * (4.0 * time).sin()));
        turn(Role::RightUpperArm, Quat::from_rotation_z(0.9 + 0.3 * (3.0 * time).cos()));
        pose
    };
    let poses: Vec<Pose> = (0..90).map(pose).collect();
    Clip::from_poses("waving", &skeleton.rest_pose(), &poses, RATE)
}

/// The figure a hundred times as large, facing away, with its arms half way down at rest.
fn otherwise(figure: &Figure) -> Figure {
    let skeleton = &figure.rig.skeleton;
    let mut rest = skeleton.rest_pose();
    for (role, angle) in [(Role::LeftUpperArm, -0.7), (Role::RightUpperArm, 0.7)] {
        let joint = figure.rig.roles[&role];
        let above = skeleton.joints()[joint]
            .parent
            .map_or(Quat::IDENTITY, |parent| rotation_of(&skeleton.forward(&rest)[parent]));
        let local = &mut rest.locals[joint].rotation;
        *local = above.inverse() * Quat::from_rotation_z(angle) * above * *local;
    }
    let mut builder = Skeleton::builder();
    let top = builder.root(
        "armature",
        Transform {
            rotation: Quat::from_rotation_y(std::f32::consts::PI),
            scale: Vec3::splat(100.0),
            ..Transform::IDENTITY
        },
    );
    for (joint, local) in skeleton.joints().iter().zip(&rest.locals) {
        builder.child(joint.parent.map_or(top, |parent| parent + 1), joint.name.as_str(), *local);
    }
    let mut other = Figure {
        meshes: figure.meshes.clone(),
        ..Figure::new("other", Rig::new(builder.build().expect("a tree")))
    };
    other.detect_humanoid();
    other
}

#[test]
fn hands_and_feet_come_to_the_same_places_whatever_rest_unit_and_facing() {
    let mannequin = kansetsu_figures::mannequin();
    let clip = waving(&mannequin);
    for (target, scale) in [(mannequin.clone(), 1.0_f32), (otherwise(&mannequin), -100.0)] {
        let done = Retarget::default().run(&mannequin, &clip, &target).expect("both are human");
        assert_eq!((done.poses.len(), done.rate), (90, RATE));
        assert!(
            done.report.foot_slide < 1e-4 * scale.abs() && done.report.limit_violation < 1e-5,
            "{:?}",
            done.report
        );
        for (frame, pose) in done.poses.iter().enumerate() {
            let mut own = mannequin.rig.skeleton.rest_pose();
            clip.sample(frame as f32 / RATE, &mut own);
            let (here, there) =
                (mannequin.rig.skeleton.forward(&own), target.rig.skeleton.forward(pose));
            for role in
                [Role::LeftHand, Role::RightHand, Role::LeftFoot, Role::RightFoot, Role::Head]
            {
                let from = here[mannequin.rig.roles[&role]].translation;
                let to = there[target.rig.roles[&role]].translation;
                let expected = Vec3::new(scale, scale.abs(), scale) * from;
                let miss = to.distance(expected) / scale.abs();
                assert!(miss < 0.01, "{role} at {frame}: {:.1} mm off", miss * 1e3);
            }
        }
    }
}

#[test]
fn bodies_without_arms_and_legs_are_refused() {
    let mannequin = kansetsu_figures::mannequin();
    let clip = waving(&mannequin);
    let arm = kansetsu_figures::figure("arm").expect("there");
    for (source, target, who) in [(&mannequin, &arm, "target"), (&arm, &mannequin, "source")] {
        let refused = Retarget::default()
            .run(source, &clip, target)
            .expect_err("an arm is not a body")
            .to_string();
        assert!(refused.contains(who) && refused.contains("arms and legs"), "{refused}");
    }
    let endless = Clip { duration: f32::INFINITY, ..clip };
    assert!(Retarget::default().run(&mannequin, &endless, &mannequin).is_err());
    assert!(
        Retarget { rate: Some(f32::NAN), ..Retarget::default() }
            .run(&mannequin, &endless, &mannequin)
            .is_err()
    );
}

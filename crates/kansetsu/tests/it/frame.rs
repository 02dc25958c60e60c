//! Frames along bones.

use kansetsu::{
    d3::{
        EulerOrder, Skeleton, Transform,
        frame::{FrameAngles, bone_frame, bone_frame_from_third, bone_frames},
    },
    glam::{Mat3, Quat, Vec3},
};

use crate::{limit::cases::angle, random::Random};

fn axes(frame: Quat) -> [Vec3; 3] {
    let m = Mat3::from_quat(frame);
    [m.x_axis, m.y_axis, m.z_axis]
}

fn near(a: Vec3, b: Vec3) -> bool {
    a.distance(b) < 2e-6
}

#[test]
fn z_lies_along_the_bone_and_the_up_rule_gives_the_rest() {
    let random = &mut Random::new(91);
    for _ in 0..20_000 {
        let bone = random.direction() * 10.0_f32.powf(random.range(-15.0, 15.0));
        let [x, y, z] = axes(bone_frame(bone).unwrap());
        let direction = (bone / bone.abs().max_element()).normalize();
        assert!(near(z, direction) && near(x.cross(y), z));
        assert!(x.z.abs() < 1e-6, "X is level");
        if direction.truncate().length() > 0.01 {
            assert!(near(x, Vec3::Z.cross(direction).normalize()));
        }
        assert!(y.z >= -1e-6, "Y leans up");
    }
    // Along Z, up is X.
    let [x, y, z] = axes(bone_frame(Vec3::Z * 3.0).unwrap());
    assert!(near(x, -Vec3::Y) && near(y, Vec3::X) && near(z, Vec3::Z));
    let [x, y, z] = axes(bone_frame(Vec3::NEG_Z).unwrap());
    assert!(near(x, Vec3::Y) && near(y, Vec3::X) && near(z, Vec3::NEG_Z));
    assert_eq!(bone_frame(Vec3::ZERO), None);
    assert_eq!(bone_frame(Vec3::NAN), None);
}

#[test]
fn x_lies_on_the_third_points_side() {
    let random = &mut Random::new(92);
    for _ in 0..20_000 {
        let (bone, third) = (
            random.direction() * random.range(0.1, 3.0),
            random.direction() * random.range(0.1, 3.0),
        );
        let [x, y, z] = axes(bone_frame_from_third(bone, third).unwrap());
        let off = bone.cross(third).length() / (bone.length() * third.length());
        assert!(near(z, bone.normalize()) && near(x.cross(y), z));
        if off > 1e-2 {
            assert!(x.dot(third) > 0.0 && y.dot(third).abs() < 1e-4);
            assert!(y.distance(bone.cross(third).normalize()) < 1e-4);
        }
    }
    assert_eq!(bone_frame_from_third(Vec3::X, Vec3::X * 2.0), bone_frame(Vec3::X), "on a line");
    assert_eq!(bone_frame_from_third(Vec3::ZERO, Vec3::X), None);
}

#[test]
fn a_bone_without_length_takes_its_parents_frame() {
    let mut builder = Skeleton::builder();
    let turned = Quat::from_rotation_y(0.7);
    let hips = builder.root("hips", Transform::IDENTITY);
    let knee = builder.child(
        hips,
        "knee",
        Transform::from_translation_rotation(Vec3::new(0.1, -0.4, 0.05), turned),
    );
    let ankle = builder.child(
        knee,
        "ankle",
        Transform::from_translation_rotation(Vec3::ZERO, Quat::from_rotation_x(0.3)),
    );
    let toe = builder.child(ankle, "toe", Transform::from_translation(Vec3::Z * 0.2));
    let skeleton = builder.build().unwrap();
    let frames = bone_frames(&skeleton, &[]);
    let rest = skeleton.forward(&skeleton.rest_pose());
    let in_model = |joint: usize| Quat::from_mat3(&rest[joint].matrix3) * frames[joint];
    assert!(angle(in_model(hips), bone_frame(Vec3::new(0.1, -0.4, 0.05)).unwrap()) < 1e-5);
    assert!(angle(in_model(knee), in_model(hips)) < 1e-5, "no length");
    assert!(near(in_model(ankle) * Vec3::Z, turned * Quat::from_rotation_x(0.3) * Vec3::Z));
    assert!(angle(in_model(toe), in_model(ankle)) < 1e-5, "no child");
    let thirds = [Some(Vec3::X)];
    assert!((bone_frames(&skeleton, &thirds)[hips] * Vec3::Y).dot(Vec3::X).abs() < 1e-6);
}

#[test]
fn angles_in_a_frame_turn_about_its_axes() {
    let random = &mut Random::new(93);
    for index in 0..20_000 {
        let frame = bone_frame(random.direction()).unwrap();
        let angles = FrameAngles { order: EulerOrder::ALL[index % 6], ..FrameAngles::new(frame) };
        let turn = random.rotation();
        assert!(angle(angles.compose(angles.decompose(turn)), turn) < 2e-6);
        let near = angles.decompose_near(turn, Vec3::splat(3.0));
        assert!(angle(angles.compose(near), turn) < 3e-6);
        let about_x = angles.compose(Vec3::X * 0.4);
        assert!(angle(about_x, Quat::from_axis_angle(frame * Vec3::X, 0.4)) < 2e-6);
    }
    // The published order: the twist first, then X, then Y.
    let frame = random.rotation();
    let [x, y, z] = axes(frame);
    let expected = Quat::from_axis_angle(y, 0.3)
        * Quat::from_axis_angle(x, -0.5)
        * Quat::from_axis_angle(z, 1.1);
    assert!(angle(FrameAngles::new(frame).compose(Vec3::new(-0.5, 0.3, 1.1)), expected) < 1e-6);
}

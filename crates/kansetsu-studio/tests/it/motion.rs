//! Keys, curves and the ways they are changed.

use std::sync::LazyLock;

use kansetsu::{
    d3::{Pose, Transform},
    glam::{Quat, Vec3},
};
use kansetsu_formats::Figure;
use kansetsu_studio::motion::{
    Additive, Bake, Channels, Interpolation, KeyAt, Motion, key_poses_around, motion_path,
};

static MANNEQUIN: LazyLock<Figure> = LazyLock::new(kansetsu_figures::mannequin);

fn mannequin() -> &'static Figure {
    &MANNEQUIN
}

/// Radians; exact for small angles too, which an arc cosine is not.
fn apart(a: Quat, b: Quat) -> f32 {
    2.0 * (a * b.inverse()).xyz().length().min(1.0).asin()
}

fn turned(angle: f32) -> Transform {
    Transform { rotation: Quat::from_rotation_z(angle), ..Transform::IDENTITY }
}

/// A motion of joint 3 with a key every half second, and of joint 5 with two.
fn waving() -> Motion {
    let mut motion = Motion::new("wave");
    for (index, angle) in [0.0, 0.7, -0.4, 0.9, 0.2].into_iter().enumerate() {
        motion.set_key(3, index as f32 * 0.5, &turned(angle), Channels::ROTATION);
    }
    motion.set_key(5, 0.0, &Transform::from_translation(Vec3::X), Channels::PLACE);
    motion.set_key(5, 1.0, &Transform::from_translation(Vec3::Y), Channels::PLACE);
    motion
}

fn pose_at(motion: &Motion, time: f32) -> Pose {
    let mut pose = mannequin().rig.skeleton.rest_pose();
    motion.sample(time, &mut pose);
    pose
}

fn angle_between(a: &Motion, b: &Motion, joint: usize, time: f32) -> f32 {
    apart(pose_at(a, time).locals[joint].rotation, pose_at(b, time).locals[joint].rotation)
}

#[test]
fn keys_say_what_was_keyed_and_what_is_not_keyed_stays() {
    let motion = waving();
    let pose = pose_at(&motion, 1.5);
    assert!(pose.locals[3].rotation.angle_between(Quat::from_rotation_z(0.9)) < 1e-6);
    assert_eq!(pose.locals[5].translation, Vec3::Y);
    assert_eq!(pose.locals[4], mannequin().rig.skeleton.rest_pose().locals[4]);
    assert_eq!(motion.duration, 2.0);
    assert!(motion.has_key(3, 1.5) && !motion.has_key(5, 1.5));
}

#[test]
fn keys_are_found_before_and_after() {
    let motion = waving();
    assert_eq!(motion.next_key(None, 0.5), Some(1.0));
    assert_eq!(motion.next_key(Some(&[5]), 0.2), Some(1.0));
    assert_eq!(motion.previous_key(Some(&[3]), 0.5), Some(0.0));
    assert_eq!(motion.previous_key(None, 0.0), None);
    assert_eq!(key_poses_around(&motion, 0.9, 2), [vec![0.5, 0.0], vec![1.0, 1.5]]);
}

#[test]
fn keying_the_same_time_again_replaces_the_value_alone() {
    let mut motion = waving();
    motion.set_interpolation(&[KeyAt::joint(3, 0.5)], Interpolation::Step);
    motion.set_key(3, 0.500_01, &turned(0.1), Channels::ROTATION);
    let keys = &motion.track(3).expect("it is keyed").rotation;
    assert_eq!(keys.len(), 5);
    assert_eq!(keys[1].interpolation, Interpolation::Step);
    assert!(keys[1].value.angle_between(Quat::from_rotation_z(0.1)) < 1e-6);
}

#[test]
fn moved_copied_and_deleted_keys_are_where_they_should_be() {
    let mut motion = waving();
    let chosen = [KeyAt::joint(3, 0.5), KeyAt::joint(3, 1.0)];
    motion.copy_keys(&chosen, 2.0);
    assert_eq!(motion.key_times(Some(&[3])), [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0]);
    assert_eq!(motion.duration, 3.0);
    motion.move_keys(&chosen, 0.5);
    assert_eq!(
        motion.key_times(Some(&[3])),
        [0.0, 1.0, 1.5, 2.0, 2.5, 3.0],
        "the key at 1.5 s is replaced"
    );
    motion.move_keys(&[KeyAt::joint(3, 1.0), KeyAt::joint(3, 1.5)], -5.0);
    assert_eq!(motion.key_times(Some(&[3])), [0.0, 0.5, 2.0, 2.5, 3.0], "none goes before 0");
    motion.delete_keys(&motion.keys_between(None, [0.0, 9.0]));
    assert!(motion.tracks.is_empty());
}

#[test]
fn time_can_be_put_in_and_taken_out() {
    let mut motion = waving();
    let before = motion.clone();
    motion.shift_from(0.75, 1.0);
    assert_eq!(motion.key_times(Some(&[3])), [0.0, 0.5, 2.0, 2.5, 3.0]);
    assert_eq!(motion.duration, 3.0);
    motion.shift_from(1.0, -1.0);
    assert_eq!(motion, before);
}

#[test]
fn an_inserted_key_does_not_change_a_linear_motion() {
    let mut motion = waving();
    motion.set_interpolation(&motion.keys_between(None, [0.0, 9.0]), Interpolation::Linear);
    let before = motion.clone();
    motion.insert_key(None, 0.8);
    assert!(motion.has_key(3, 0.8) && motion.has_key(5, 0.8));
    for frame in 0..60 {
        let off = angle_between(&before, &motion, 3, frame as f32 / 30.0);
        assert!(off < 1e-3, "{off} rad at frame {frame}");
    }
}

#[test]
fn a_motion_survives_the_way_through_a_clip() {
    for interpolation in [Interpolation::Step, Interpolation::Linear, Interpolation::Cubic] {
        let mut motion = waving();
        motion.set_interpolation(&motion.keys_between(None, [0.0, 9.0]), interpolation);
        let back = Motion::from_clip(&motion.to_clip(), 30.0);
        for step in 0..200 {
            let off = angle_between(&motion, &back, 3, step as f32 * 0.011);
            assert!(off < 1e-3, "{interpolation:?}: {off} rad at {step}");
        }
    }
}

#[test]
fn mixed_interpolations_are_sampled_for_a_file() {
    let mut motion = waving();
    motion.set_interpolation(&[KeyAt::joint(3, 0.5)], Interpolation::Step);
    let clip = motion.to_clip();
    let back = Motion::from_clip(&clip, 30.0);
    for frame in 0..=60 {
        let off = angle_between(&motion, &back, 3, frame as f32 / 30.0);
        assert!(off < 1e-3, "{off} rad at frame {frame}");
    }
    assert!(
        angle_between(&motion, &back, 3, 0.98) < 1e-3,
        "the step stays a step until the frame before its end"
    );
}

#[test]
fn a_change_fades_with_distance_and_ends() {
    let dense = {
        let mut motion = Motion::new("recorded");
        for frame in 0..=60 {
            let time = frame as f32 / 30.0;
            motion.set_key(3, time, &turned((time * 3.0).sin()), Channels::ROTATION);
        }
        motion
    };
    let mut changed = dense.clone();
    let rest = mannequin().rig.skeleton.rest_pose();
    let mut wanted = pose_at(&dense, 1.0);
    wanted.locals[3].rotation *= Quat::from_rotation_x(0.6);
    Additive { time: 1.0, before: 0.5, after: 0.3 }.apply(&mut changed, &[3], &wanted, &rest);
    assert!(
        pose_at(&changed, 1.0).locals[3].rotation.angle_between(wanted.locals[3].rotation) < 1e-3
    );
    for frame in 0..=60 {
        let (time, off) =
            (frame as f32 / 30.0, angle_between(&dense, &changed, 3, frame as f32 / 30.0));
        assert!(off < 0.602, "never more than was asked for: {off} at {time}");
        if !(0.49..=1.31).contains(&time) {
            assert!(off < 1e-3, "{off} rad at {time} s");
        }
    }
    let off = |time| angle_between(&dense, &changed, 3, time);
    assert!(off(0.6) < off(0.8) && off(0.8) < off(1.0) && off(1.2) < off(1.1));
}

#[test]
fn a_bake_keys_every_frame_and_can_be_given_up() {
    let motion = waving();
    let rest = mannequin().rig.skeleton.rest_pose();
    let mut bake = Bake::new(&motion, vec![3, 4], [0.5, 1.0]);
    while let Some(time) = bake.next_time() {
        let mut pose = rest.clone();
        pose.locals[3].rotation = Quat::from_rotation_y(time);
        bake.add(&pose, &rest);
    }
    assert_eq!(bake.progress(), 1.0);
    let baked = bake.finish();
    for frame in 15..=30 {
        let time = frame as f32 / 30.0;
        assert!(baked.has_key(3, time) && baked.has_key(4, time), "frame {frame}");
        assert!(
            pose_at(&baked, time).locals[3].rotation.angle_between(Quat::from_rotation_y(time))
                < 1e-3
        );
    }
    assert_eq!(motion, waving(), "the original motion is unchanged");
}

#[test]
fn thinning_keeps_the_motion_within_its_tolerance() {
    let mut motion = Motion::new("recorded");
    for frame in 0..=120 {
        let time = frame as f32 / 30.0;
        motion.set_key(3, time, &turned((time * 2.0).sin()), Channels::ROTATION);
    }
    motion.set_interpolation(&motion.keys_between(None, [0.0, 9.0]), Interpolation::Linear);
    let dense = motion.clone();
    motion.thin(0.01, 1e-3);
    let kept = motion.track(3).expect("it is keyed").rotation.len();
    assert!(kept < 40, "{kept} of 121 keys are left");
    for frame in 0..=120 {
        let off = angle_between(&dense, &motion, 3, frame as f32 / 30.0);
        assert!(off <= 0.0105, "{off} rad at frame {frame}");
    }
}

#[test]
fn the_path_of_a_joint_goes_through_its_places() {
    let figure = mannequin();
    let (skeleton, rest) = (&figure.rig.skeleton, figure.rig.skeleton.rest_pose());
    let arm = skeleton.find("LeftUpperArm").expect("the mannequin has arms");
    let hand = skeleton.find("LeftHand").expect("the mannequin has hands");
    let mut motion = Motion::new("lift");
    motion.set_key(arm, 0.0, &rest.locals[arm], Channels::ROTATION);
    let mut lifted = rest.locals[arm];
    lifted.rotation *= Quat::from_rotation_z(1.0);
    motion.set_key(arm, 1.0, &lifted, Channels::ROTATION);
    let path = motion_path(&motion, skeleton, &rest, hand, [0.0, 1.0]);
    assert_eq!(path.len(), 31);
    let mut pose = rest.clone();
    pose.locals[arm] = lifted;
    assert!(path[0].distance(skeleton.forward(&rest)[hand].translation) < 1e-5);
    assert!(path[30].distance(skeleton.forward(&pose)[hand].translation) < 1e-5);
}

#[test]
fn broken_motions_are_refused() {
    let fine = waving();
    assert_eq!(fine.check(10), Ok(()));
    assert!(fine.check(5).is_err(), "a joint that is not there");
    let broken: [fn(&mut Motion); 6] = [
        |motion| motion.frame_rate = 0.0,
        |motion| motion.duration = f32::NAN,
        |motion| motion.tracks.reverse(),
        |motion| motion.tracks[0].rotation.swap(0, 1),
        |motion| motion.tracks[0].rotation[2].value = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0),
        |motion| motion.tracks[1].translation[0].slopes = Some([Vec3::NAN, Vec3::ZERO]),
    ];
    for spoil in broken {
        let mut motion = waving();
        spoil(&mut motion);
        assert!(motion.check(10).is_err());
    }
}

//! Recorded motion on real characters.

use kansetsu::glam::Vec3;
use kansetsu_formats::{Clip, Figure, Role, bvh};
use kansetsu_humanoid::retarget::{Retarget, Retargeted};

use crate::{corpus, skip::test_data};

/// A walk, a run, leaps and basketball, and characters that rest in a T-pose and in an A-pose. The
/// last three start with one frame in a T-pose, whose arms are straight while the hips have to
/// leave their path.
const MOTIONS: [&str; 7] = [
    "cmu_02_01.bvh",
    "cmu_02_03.bvh",
    "cmu8_train_jumping_2.bvh",
    "cmu8_train_basketball_2.bvh",
    "cmu8_train_walking_15.bvh",
    "cmu8_train_running_1.bvh",
    "cmu8_train_basketball_5.bvh",
];
const FIGURES: [&str; 2] = ["unity_example_vrm1.vrm", "rest_a_pose_t_position_rest.vrm"];

/// The distance of a point of the feet along the ground from its touch-down, while the recorded
/// foot is slower than 0.18 leg lengths per second and near its lowest height.
fn slide(source: &Figure, clip: &Clip, target: &Figure, done: &Retargeted) -> f32 {
    let mut worst = 0.0_f32;
    let mut pose = source.saved_pose();
    let recorded: Vec<_> = (0..done.poses.len())
        .map(|frame| {
            clip.sample(frame as f32 / done.rate, &mut pose);
            source.rig.skeleton.forward(&pose)
        })
        .collect();
    let moved: Vec<_> = done.poses.iter().map(|pose| target.rig.skeleton.forward(pose)).collect();
    let leg = 0.45 * source.rig.skeleton.size();
    for role in [Role::LeftFoot, Role::LeftToes, Role::RightFoot, Role::RightToes] {
        let (from, to) = (source.rig.roles[&role], target.rig.roles[&role]);
        let low =
            recorded.iter().map(|maps| maps[from].translation.y).fold(f32::INFINITY, f32::min);
        let mut down: Option<Vec3> = None;
        for frame in 1..recorded.len() - 1 {
            let [before, here, after] =
                [frame - 1, frame, frame + 1].map(|frame| recorded[frame][from].translation);
            let stands =
                before.distance(after) * done.rate / 2.0 < 0.18 * leg && here.y - low < 0.06 * leg;
            let place = moved[frame][to].translation;
            down = stands.then(|| down.unwrap_or(place));
            worst = worst.max(down.map_or(0.0, |down| (place - down).with_y(0.0).length()));
        }
    }
    worst
}

#[test]
fn feet_stand_limits_hold_and_hands_are_where_they_belong() {
    let (Some(mocap), Some(vrm)) = (test_data("mocap"), test_data("vrm")) else { return };
    for figure in FIGURES {
        let target = corpus::load(&vrm.join(figure)).expect("a sound file").figure;
        for motion in MOTIONS {
            let source = bvh::read(&std::fs::read(mocap.join(motion)).expect("there"))
                .expect("a sound file")
                .figure;
            let done = Retarget::default()
                .run(&source, &source.clips[0], &target)
                .expect("both are human");
            let (report, slide) = (done.report, slide(&source, &source.clips[0], &target, &done));
            println!("{motion} on {figure}: {report:?}, slide {:.2} mm", slide * 1e3);
            assert!(slide < 0.005, "{motion} on {figure}: feet slide by {} mm", slide * 1e3);
            assert!(
                report.foot_slide < 0.005 && report.planted > 2,
                "{motion} on {figure}: {report:?}"
            );
            assert!(
                report.limit_violation < 1e-5 && report.far_hands == 0,
                "{motion} on {figure}: {report:?}"
            );
            let again = Retarget::default()
                .run(&source, &source.clips[0], &target)
                .expect("both are human");
            assert_eq!(done.poses, again.poses, "{motion} on {figure}: other bits");
        }
    }
}

#[test]
fn a_body_in_two_pieces_moves_as_one() {
    let (Some(mocap), Some(mqo)) = (test_data("mocap"), test_data("mqo")) else { return };
    let bytes = std::fs::read(mqo.join("yuri_nii.mqo")).expect("there");
    let target = kansetsu_formats::mqo::read(&bytes, &|_| Err("pictures do not matter".to_owned()))
        .expect("a sound file")
        .figure;
    let source = bvh::read(&std::fs::read(mocap.join("cmu_02_01.bvh")).expect("there"))
        .expect("a sound file")
        .figure;
    let done = Retarget::default().run(&source, &source.clips[0], &target).expect("both are human");
    assert!(
        done.report.foot_slide < 0.005 * target.rig.skeleton.size() && done.report.planted > 2,
        "{:?}",
        done.report
    );
    let [hips, chest] = [Role::Hips, Role::Chest].map(|role| target.rig.roles[&role]);
    assert!(target.rig.skeleton.joints()[chest].parent.is_none(), "the trunk is a root");
    let apart = |pose: &kansetsu::d3::Pose| {
        let maps = target.rig.skeleton.forward(pose);
        maps[hips].inverse().transform_point3(maps[chest].translation)
    };
    let rest = apart(&target.rig.skeleton.rest_pose());
    let mut farthest = 0.0_f32;
    for pose in &done.poses {
        assert!(
            apart(pose).distance(rest) < 1e-4 * target.rig.skeleton.size(),
            "{} at rest, {} in motion",
            rest,
            apart(pose)
        );
        let maps = target.rig.skeleton.forward(pose);
        let height = |role: Role| maps[target.rig.roles[&role]].translation.y;
        assert!(
            height(Role::Head) > height(Role::Hips) && height(Role::Hips) > height(Role::LeftFoot),
            "the feet are below the hips"
        );
        farthest = farthest
            .max(pose.locals[chest].translation.distance(done.poses[0].locals[chest].translation));
        for (joint, limit) in target.rig.limits.iter().enumerate() {
            let turn = target.rig.skeleton.joints()[joint].rest.rotation.inverse()
                * pose.locals[joint].rotation;
            assert!(
                limit.as_ref().is_none_or(|limit| limit.violation(turn) < 1e-3),
                "{}",
                target.rig.skeleton.joints()[joint].name
            );
        }
    }
    assert!(farthest > 0.5 * target.rig.skeleton.size(), "it walks on: {farthest}");
}

#[test]
fn twists_go_to_the_twist_joints_of_a_model() {
    let (Some(mocap), Some(mmd)) = (test_data("mocap"), test_data("mmd")) else { return };
    let bytes = std::fs::read(mmd.join("Gene_light.pmx")).expect("there");
    let target = kansetsu_formats::mmd::read(&bytes, &|_| Err("pictures do not matter".to_owned()))
        .expect("a sound file")
        .figure;
    let source =
        bvh::read(&std::fs::read(mocap.join("cmu8_train_basketball_2.bvh")).expect("there"))
            .expect("a sound file")
            .figure;
    let done = Retarget::default().run(&source, &source.clips[0], &target).expect("both are human");
    for name in ["左腕捩", "右腕捩"] {
        let joint = target.find_joint(name).expect("models have it");
        let most = done
            .poses
            .iter()
            .map(|pose| pose.locals[joint].rotation.xyz().length())
            .fold(0.0, f32::max);
        assert!(most > 0.1, "{name} rotates by at most {most}");
    }
    assert!(
        done.report.limit_violation < 1e-4 && done.report.foot_slide < 0.005,
        "{:?}",
        done.report
    );
}

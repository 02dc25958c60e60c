//! A mannequin that follows a headset, two hand controllers and optional trackers.

use glam::{Affine3, Quat, Vec3};
use kansetsu::{
    Error,
    d3::{
        Humanoid, Pose, Rig, Skeleton, Transform, rotation_of,
        solve::{Body, WholeBody},
    },
};
use kansetsu_formats::Figure;
use kansetsu_humanoid::trackers::{BodyTracker, BodyTrackerState, Calibration, TrackedPart};

const RATE: f32 = 60.0;
const THREE: [TrackedPart; 3] = [TrackedPart::Head, TrackedPart::LeftHand, TrackedPart::RightHand];

fn figure() -> (Figure, Humanoid, BodyTracker) {
    let figure = kansetsu_figures::mannequin();
    let humanoid = figure.rig.humanoid().expect("a person");
    let tracker = BodyTracker::new(&figure.rig, 0.0).expect("a tracker");
    (figure, humanoid, tracker)
}

fn joint(human: &Humanoid, part: TrackedPart) -> usize {
    match part {
        TrackedPart::Head => *human.neck.last().expect("a head"),
        TrackedPart::Chest => *human.spine.last().expect("a chest"),
        TrackedPart::Hips => human.hips,
        TrackedPart::LeftHand => human.arms[0].hand,
        TrackedPart::RightHand => human.arms[1].hand,
        TrackedPart::LeftFoot => human.legs[0].foot,
        TrackedPart::RightFoot => human.legs[1].foot,
    }
}

fn at(figure: &Figure, human: &Humanoid, pose: &Pose, part: TrackedPart) -> Affine3 {
    figure.rig.skeleton.forward(pose)[joint(human, part)]
}

/// A relaxed stance with the hands in front of the body.
fn stance(figure: &Figure, human: &Humanoid) -> Pose {
    let mut pose = figure.rig.posture().reference;
    let goals = [(human.arms[0].hand, 0.22), (human.arms[1].hand, -0.22)];
    let goals = goals.map(|(hand, x)| kansetsu::d3::Goal::position(hand, Vec3::new(x, 1.05, 0.3)));
    let body = Body::new(&figure.rig.skeleton).with_limits(&figure.rig.limits).expect("limits");
    WholeBody::default().solve(&body, &goals, &mut pose).expect("solved");
    pose
}

/// A person who starts within half a second, walks and turns.
fn walked(time: f32) -> Affine3 {
    let gone = if time < 0.5 { time * time } else { time - 0.25 };
    let ahead = Quat::from_rotation_y(0.9 * gone);
    Affine3::from_rotation_translation(
        ahead,
        Vec3::new(1.1 * gone, 0.01 * (9.0 * time).sin(), 0.3 * gone * gone),
    )
}

#[test]
fn a_body_walks_with_its_head_and_hands_and_its_feet_do_not_slide() {
    let (figure, human, mut tracker) = figure();
    let carries = THREE.map(|part| at(&figure, &human, &stance(&figure, &human), part));
    let (fitting, mut state) = (Calibration::joints(&THREE), BodyTrackerState::default());
    let (mut stood, mut steps, mut off_hips) = ([None; 2], 0, 0.0_f32);
    let hips = at(&figure, &human, &stance(&figure, &human), TrackedPart::Hips);
    for frame in 0..150 {
        let moved = walked(frame as f32 / RATE);
        tracker
            .step(&fitting, &carries.map(|at| Some(moved * at)), 1.0 / RATE, &mut state)
            .expect("followed");
        let pose = state.pose.as_ref().expect("a pose");
        let maps = figure.rig.skeleton.forward(pose);
        for (part, carry) in THREE.iter().zip(&carries) {
            let off = maps[joint(&human, *part)].translation.distance((moved * *carry).translation);
            assert!(off < 2e-3, "{part:?} is {off} m off in frame {frame}");
        }
        for (joint, limit) in figure.rig.limits.iter().enumerate() {
            let Some(limit) = limit else { continue };
            let rest = figure.rig.skeleton.joints()[joint].rest.rotation;
            let turn = rest.inverse() * pose.locals[joint].rotation;
            let inside = limit.project(turn);
            let outside = 2.0 * (inside - turn).length().min((inside + turn).length());
            assert!(
                outside < 1e-3,
                "joint {joint} is {outside} rad outside its limits in frame {frame}"
            );
        }
        off_hips = off_hips.max(maps[human.hips].translation.distance((moved * hips).translation));
        for side in 0..2 {
            let ball = Some(tracker.ball(side, &maps)).filter(|_| state.planted()[side]);
            if let (Some(was), Some(is)) = (stood[side], ball) {
                let slid: f32 = Vec3::distance(was, is);
                assert!(slid < 1e-3, "a planted foot slides by {slid} m in frame {frame}");
            }
            steps += usize::from(stood[side].is_some() && ball.is_none());
            stood[side] = ball;
        }
        assert!(stood.iter().any(Option::is_some), "both feet are in the air in frame {frame}");
    }
    assert!((6..30).contains(&steps), "{steps} steps");
    assert!(off_hips < 0.2, "the hips are {off_hips} m off");
}

/// The same figure, its hips below a joint that places it in the world.
fn placed(figure: &Figure) -> Figure {
    let mut builder = Skeleton::builder();
    builder.root("armature", Transform::IDENTITY);
    for joint in figure.rig.skeleton.joints() {
        builder.child(joint.parent.map_or(0, |parent| parent + 1), joint.name.clone(), joint.rest);
    }
    let mut rig = Rig::new(builder.build().expect("a skeleton"));
    rig.limits = std::iter::once(None).chain(figure.rig.limits.iter().cloned()).collect();
    let roles = figure.rig.roles.iter().map(|(&role, &joint)| (role, joint + 1)).collect();
    let rig = Rig { roles, ..rig };
    Figure::new("placed", rig)
}

#[test]
fn what_places_a_figure_in_the_world_stays_where_it_is() {
    let figure = placed(&kansetsu_figures::mannequin());
    let human = figure.rig.humanoid().expect("a person");
    let mut tracker = BodyTracker::new(&figure.rig, 0.0).expect("a tracker");
    let carries = THREE.map(|part| at(&figure, &human, &stance(&figure, &human), part));
    let (fitting, mut state) = (Calibration::joints(&THREE), BodyTrackerState::default());
    for frame in 0..60 {
        let moved = walked(frame as f32 / RATE);
        tracker
            .step(&fitting, &carries.map(|at| Some(moved * at)), 1.0 / RATE, &mut state)
            .expect("followed");
        let pose = state.pose.as_ref().expect("a pose");
        let root = pose.locals[0];
        assert!(
            root.translation == Vec3::ZERO && root.rotation.angle_between(Quat::IDENTITY) < 1e-3,
            "{root:?} in frame {frame}"
        );
        for (part, carry) in THREE.iter().zip(&carries) {
            let off =
                at(&figure, &human, pose, *part).translation.distance((moved * *carry).translation);
            assert!(off < 5e-3, "{part:?} is {off} m off in frame {frame}");
        }
    }
}

#[test]
fn who_jumps_leaves_the_floor_and_lands() {
    let (figure, human, mut tracker) = figure();
    let carries = THREE.map(|part| at(&figure, &human, &stance(&figure, &human), part));
    let (fitting, mut state) = (Calibration::joints(&THREE), BodyTrackerState::default());
    let mut highest = f32::MIN;
    for frame in 0..120 {
        let up = (0.45 * (std::f32::consts::PI * (frame as f32 - 30.0) / 40.0).sin()).max(0.0)
            * f32::from(u8::from((30..70).contains(&frame)));
        let moved = Affine3::from_translation(Vec3::Y * up);
        tracker
            .step(&fitting, &carries.map(|at| Some(moved * at)), 1.0 / RATE, &mut state)
            .expect("followed");
        let maps = figure.rig.skeleton.forward(state.pose.as_ref().expect("a pose"));
        let feet = [0, 1].map(|side| tracker.ball(side, &maps).y);
        highest = highest.max(feet[0].min(feet[1]));
    }
    assert!(highest > 0.25, "the feet rise by {highest} m, the head by 0.45 m");
    assert!(state.planted() == [true; 2], "who has landed stands");
}

#[test]
fn a_lost_hand_goes_on_with_the_head_and_comes_back() {
    let (figure, human, mut tracker) = figure();
    let carries = THREE.map(|part| at(&figure, &human, &stance(&figure, &human), part));
    let (fitting, mut state) = (Calibration::joints(&THREE), BodyTrackerState::default());
    let mut before: Option<Vec<Affine3>> = None;
    for frame in 0..90 {
        let moved = walked(0.5 * frame as f32 / RATE);
        let mut seen = carries.map(|at| Some(moved * at));
        if (20..60).contains(&frame) {
            seen[1] = None;
        }
        tracker.step(&fitting, &seen, 1.0 / RATE, &mut state).expect("followed");
        let maps = figure.rig.skeleton.forward(state.pose.as_ref().expect("a pose"));
        let off = maps[joint(&human, TrackedPart::LeftHand)]
            .translation
            .distance((moved * carries[1]).translation);
        assert!(off < 5e-3, "the hand is {off} m off in frame {frame}");
        if let Some(before) = &before {
            let arm = human.arms[0];
            let turn = [arm.upper, arm.lower, arm.hand]
                .map(|joint| rotation_of(&before[joint]).angle_between(rotation_of(&maps[joint])));
            assert!(
                turn.iter().all(|&turn| turn < 0.2),
                "the arm leaps by {turn:?} in frame {frame}"
            );
        }
        before = Some(maps);
    }
}

/// Devices on a person larger than the figure, worn askew, and their true offsets.
fn devices(
    figure: &Figure,
    human: &Humanoid,
    pose: &Pose,
    parts: &[TrackedPart],
) -> Vec<(Affine3, Affine3)> {
    let size = 1.2;
    let worn = |(index, &part): (usize, &TrackedPart)| {
        let joint = at(figure, human, pose, part);
        let askew = Quat::from_scaled_axis(Vec3::new(0.4, -0.7, 0.2) * (1.0 + index as f32));
        let off = match part {
            // In front of the eyes.
            TrackedPart::Head => Vec3::new(0.0, 0.1, 0.09),
            // In the palm.
            TrackedPart::LeftHand | TrackedPart::RightHand => {
                Vec3::X * (0.09 * joint.translation.x.signum())
            }
            _ => Vec3::Z * 0.1,
        };
        let there = Affine3::from_rotation_translation(
            rotation_of(&joint) * askew,
            (joint.translation + off) * size,
        );
        (there, joint)
    };
    parts.iter().enumerate().map(worn).collect()
}

#[test]
fn it_finds_which_tracker_is_which_and_how_it_is_worn() {
    let all = [
        TrackedPart::RightFoot,
        TrackedPart::Hips,
        TrackedPart::LeftHand,
        TrackedPart::Chest,
        TrackedPart::Head,
        TrackedPart::LeftFoot,
        TrackedPart::RightHand,
    ];
    let five = [
        TrackedPart::RightHand,
        TrackedPart::LeftFoot,
        TrackedPart::Head,
        TrackedPart::RightFoot,
        TrackedPart::LeftHand,
    ];
    for parts in [&all[..], &five, &THREE] {
        let (figure, human, mut tracker) = figure();
        let rest = figure.rig.skeleton.rest_pose();
        let worn = devices(&figure, &human, &rest, parts);
        let poses: Vec<Affine3> = worn.iter().map(|(device, _)| *device).collect();
        let fitting = tracker.calibrate(&poses, 0.0, Vec3::Z).expect("a fit");
        assert_eq!(fitting.offsets.iter().map(|worn| worn.part).collect::<Vec<_>>(), parts);
        assert!((fitting.scale - 1.0 / 1.2).abs() < 0.03, "scale {}", fitting.scale);
        // In the calibration pose every joint equals the figure's.
        let mut state = BodyTrackerState::default();
        let seen: Vec<Option<Affine3>> = poses.iter().copied().map(Some).collect();
        tracker.step(&fitting, &seen, 1.0 / RATE, &mut state).expect("followed");
        let pose = state.pose.as_ref().expect("a pose");
        for (&part, (_, joint)) in parts.iter().zip(&worn) {
            let found = at(&figure, &human, pose, part);
            let (off, turn) = (
                found.translation.distance(joint.translation),
                rotation_of(&found).angle_between(rotation_of(joint)),
            );
            assert!(
                off < 0.06 && turn < 0.25,
                "{part:?} of {} is {off} m and {turn} rad off",
                parts.len()
            );
        }
    }
}

#[test]
fn who_faces_elsewhere_is_fitted_as_well() {
    let (figure, human, mut tracker) = figure();
    let about =
        Affine3::from_rotation_translation(Quat::from_rotation_y(2.0), Vec3::new(3.0, 0.0, -1.0));
    let worn = devices(&figure, &human, &figure.rig.posture().reference, &THREE);
    let poses: Vec<Affine3> = worn.iter().map(|(device, _)| about * *device).collect();
    let fitting = tracker.calibrate(&poses, 0.0, about.transform_vector3(Vec3::Z)).expect("a fit");
    assert_eq!(fitting.offsets.iter().map(|worn| worn.part).collect::<Vec<_>>(), THREE);
}

#[test]
fn trackers_that_make_no_person_are_refused_in_words() {
    let (_, _, mut tracker) = figure();
    let at = |x: f32, y: f32| Affine3::from_translation(Vec3::new(x, y, 0.0));
    for (poses, words) in [
        (vec![at(0.0, 1.7), at(0.5, 1.0)], "3 to 7"),
        (vec![at(0.0, 1.7), at(0.5, 1.0), at(0.6, 1.0)], "either side"),
        (vec![at(0.0, f32::NAN), at(0.5, 1.0), at(-0.6, 1.0)], "not finite"),
        (vec![at(0.0, -1.7), at(0.5, -2.0), at(-0.6, -2.0)], "two hands"),
        (
            vec![at(0.0, 1.7), at(0.5, 0.1), at(-0.6, 0.1), at(0.0, 0.2), at(0.0, 1.0)],
            "more than two",
        ),
        (
            vec![
                at(0.0, 1.7),
                at(0.5, 1.0),
                at(-0.6, 1.0),
                at(0.0, 1.0),
                at(0.1, 1.1),
                at(0.1, 1.2),
            ],
            "in the middle",
        ),
    ] {
        let error = tracker.calibrate(&poses, 0.0, Vec3::Z).expect_err(words);
        assert!(
            matches!(error, Error::InvalidTrackers { .. }) && error.to_string().contains(words),
            "{words}: {error}"
        );
    }
    let (fitting, mut state) = (Calibration::joints(&THREE), BodyTrackerState::default());
    assert!(tracker.step(&fitting, &[None, None, None], 0.1, &mut state).is_err());
    assert!(tracker.step(&fitting, &[Some(at(0.0, 1.5)); 2], 0.1, &mut state).is_err());
    assert!(
        tracker.step(&fitting, &[Some(at(0.0, 1.5)), None, None], f32::NAN, &mut state).is_err()
    );
    assert_eq!(state, BodyTrackerState::default());
}

#[test]
fn joints_without_a_tracker_stay_inside_their_limits() {
    let (figure, human, mut tracker) = figure();
    let rig = &figure.rig;
    let parts = [TrackedPart::Head];
    let head = at(&figure, &human, &rig.posture().reference, TrackedPart::Head);
    let (fitting, mut state) = (Calibration::joints(&parts), BodyTrackerState::default());
    for frame in 0..60 {
        let moved =
            walked(frame as f32 / RATE) * head * Affine3::from_rotation_x(0.02 * frame as f32);
        tracker.step(&fitting, &[Some(moved)], 1.0 / RATE, &mut state).expect("followed");
        let pose = state.pose.as_ref().expect("a pose");
        for (joint, limit) in rig.limits.iter().enumerate() {
            let turn =
                rig.skeleton.joints()[joint].rest.rotation.inverse() * pose.locals[joint].rotation;
            let outside = limit.as_ref().map_or(0.0, |limit| limit.violation(turn));
            assert!(
                outside < 1e-3,
                "{} is {outside} rad outside its limit in frame {frame}",
                rig.skeleton.joints()[joint].name
            );
        }
    }
}

//! Keys, and changes that are not keyed.

use kansetsu::{d3::Pose, glam::Quat};
use kansetsu_studio::{
    command::{Command, apply},
    document::Document,
};

use crate::document::{keyed, turn, with};

fn angle(document: &Document, joint: usize) -> f32 {
    let actor = &document.content().actors[0];
    actor.pose.locals[joint].rotation.angle_between(actor.rest_pose().locals[joint].rotation)
}

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() < 2e-3
}

#[test]
fn the_first_key_holds_the_whole_pose_and_the_next_what_changed() {
    let document = keyed();
    let motion = document.actor().unwrap().playing().unwrap();
    let count = document.actor().unwrap().joint_count();
    assert_eq!(motion.key_times(None), [0.0, 1.0]);
    assert_eq!(motion.tracks.len(), count);
    assert_eq!(motion.key_times(Some(&[1])), [0.0, 1.0]);
    assert_eq!(motion.key_times(Some(&[2])), [0.0]);
    assert!(document.actor().unwrap().unkeyed.is_empty());
}

#[test]
fn changing_the_frame_never_loses_a_change() {
    let mut document = keyed();
    turn(&mut document, 2, 0.4).unwrap();
    let hash = document.content().hash();
    for step in 0..50 {
        document.set_time(0.1 * step as f32);
        assert!(near(angle(&document, 2), 0.4), "at {} s", document.time());
        assert_eq!(document.content().hash(), hash, "looking is no edit");
    }
    document.set_time(0.0);
    assert!(near(angle(&document, 1), 0.0), "what is keyed follows the motion");
    assert_eq!(document.actor().unwrap().unkeyed.keys().copied().collect::<Vec<_>>(), [2]);
    apply(&mut document, Command::DiscardUnkeyed).unwrap();
    assert!(near(angle(&document, 2), 0.0));
    document.undo().unwrap();
    assert!(near(angle(&document, 2), 0.4));
}

#[test]
fn a_drag_at_a_frame_is_cancelled_exactly() {
    let mut document = keyed();
    document.set_time(0.5);
    let (hash, pose) = (document.content().hash(), document.actor().unwrap().pose.clone());
    document.begin_drag("drag");
    document
        .preview(|content| {
            content.actor_mut(0)?.pose.locals[1].rotation *= Quat::from_rotation_y(0.2);
            Ok(())
        })
        .unwrap();
    document.set_time(0.7);
    document.cancel_drag();
    document.set_time(0.5);
    assert_eq!((document.content().hash(), &document.actor().unwrap().pose), (hash, &pose));
}

#[test]
fn undo_goes_to_the_time_of_the_change() {
    let mut document = keyed();
    document.set_time(0.2);
    assert_eq!(document.undo().unwrap().to_string(), "Key");
    assert_eq!(document.time(), 1.0);
    assert!(near(angle(&document, 1), 1.0), "the change is un-keyed again, and there");
    document.set_time(0.0);
    assert!(near(angle(&document, 1), 1.0));
}

#[test]
fn auto_key_keys_at_once() {
    let mut document = with("arm");
    document.settings.auto_key = true;
    turn(&mut document, 1, 0.5).unwrap();
    document.set_time(1.0);
    turn(&mut document, 1, 0.5).unwrap();
    let actor = document.actor().unwrap();
    assert_eq!(actor.playing().unwrap().key_times(Some(&[1])), [0.0, 1.0]);
    assert!(actor.unkeyed.is_empty());
    document.set_time(0.0);
    assert!(near(angle(&document, 1), 0.5));
    assert_eq!(document.undo_count(), 2);
}

#[test]
fn a_first_key_of_a_joint_leaves_the_other_poses_as_they_were() {
    let mut document = with("arm");
    document.set_selection(0, vec![1]);
    // A motion of joint 1 alone, at 0 s, 1 s and 2 s.
    apply(&mut document, Command::NewMotion).unwrap();
    for time in [0.0, 1.0, 2.0] {
        document.set_time(time);
        apply(&mut document, Command::KeySelected).unwrap();
    }
    let poses = |document: &mut Document| -> [Pose; 2] {
        [0.0, 2.0].map(|time| {
            document.set_time(time);
            document.actor().unwrap().pose.clone()
        })
    };
    let before = poses(&mut document);
    document.set_time(1.0);
    turn(&mut document, 3, 0.6).unwrap();
    apply(&mut document, Command::Key).unwrap();
    assert!(near(angle(&document, 3), 0.6));
    assert_eq!(poses(&mut document), before);
}

#[test]
fn a_first_key_of_a_place_leaves_the_other_poses_as_they_were() {
    let mut document = keyed();
    let moved = |document: &Document| {
        let actor = document.actor().unwrap();
        actor.pose.locals[0].translation.distance(actor.rest_pose().locals[0].translation)
    };
    document.set_time(0.5);
    document
        .edit("move", |content| {
            content.actor_mut(0)?.pose.locals[0].translation.y += 0.3;
            Ok(())
        })
        .unwrap();
    apply(&mut document, Command::Key).unwrap();
    assert!(near(moved(&document), 0.3));
    document.set_time(0.0);
    assert!(near(moved(&document), 0.0), "the first pose stays where it was");
    document.set_time(2.0);
    assert!(near(moved(&document), 0.3), "after its last key it stays");
    assert!(near(angle(&document, 1), 1.0));
}

#[test]
fn keys_stand_on_frames() {
    let mut document = keyed();
    document.set_time(0.51);
    turn(&mut document, 2, 0.4).unwrap();
    apply(&mut document, Command::Key).unwrap();
    assert!(near(document.time(), 0.5));
    assert!(near(angle(&document, 2), 0.4));
    document.set_time(0.77);
    document.begin_drag("drag");
    assert!(near(document.time(), 23.0 / 30.0));
    document.cancel_drag();
}

#[test]
fn keys_are_found_and_deleted() {
    let mut document = keyed();
    document.set_time(0.4);
    apply(&mut document, Command::NextKey).unwrap();
    assert_eq!(document.time(), 1.0);
    apply(&mut document, Command::PreviousKey).unwrap();
    assert_eq!(document.time(), 0.0);
    document.set_time(1.0);
    document.set_selection(0, vec![1]);
    apply(&mut document, Command::DeleteKey).unwrap();
    assert!(near(angle(&document, 1), 0.0), "the motion shows");
    assert_eq!(document.actor().unwrap().playing().unwrap().key_times(None), [0.0]);
}

#[test]
fn playing_runs_and_stops_on_a_frame() {
    let mut document = keyed();
    document.set_time(0.0);
    apply(&mut document, Command::Play).unwrap();
    document.advance(0.513);
    assert!(near(document.time(), 0.513));
    apply(&mut document, Command::Play).unwrap();
    assert!(near(document.time(), 15.0 / 30.0));
    document.advance(1.0);
    assert!(near(document.time(), 0.5), "stopped");
    apply(&mut document, Command::NextFrame).unwrap();
    assert!(near(document.time(), 16.0 / 30.0));
    apply(&mut document, Command::LastFrame).unwrap();
    assert_eq!(Some(document.time()), document.duration());
}

#[test]
fn putting_the_motion_away_keeps_what_is_there() {
    let mut document = keyed();
    let shown = document.actor().unwrap().pose.clone();
    apply(&mut document, Command::DeleteMotion).unwrap();
    assert_eq!(document.actor().unwrap().pose, shown);
    document.undo().unwrap();
    apply(&mut document, Command::NoMotion).unwrap();
    assert!(near(angle(&document, 1), 0.0));
    assert_eq!(document.actor().unwrap().motions.len(), 1);
}

#[test]
fn limits_from_a_motion_allow_the_motion() {
    let mut random = crate::random::Random::new(3);
    for figure in ["arm", "tentacle", "robot_arm"] {
        let mut document = with(figure);
        document.settings.auto_key = true;
        for second in 0..4 {
            document.set_time(second as f32);
            document
                .edit("pose", |content| {
                    let actor = content.actor_mut(0)?;
                    for joint in 0..actor.joint_count() {
                        let free = Quat::from_euler(
                            kansetsu::glam::EulerRot::YXZ,
                            random.between(-1.2, 1.2),
                            random.between(-1.0, 1.0),
                            random.between(-1.2, 1.2),
                        );
                        let turn = actor.constraints.limits[joint]
                            .as_ref()
                            .map_or(free, |limit| limit.project(free));
                        actor.pose.locals[joint].rotation =
                            actor.rest_pose().locals[joint].rotation * turn;
                    }
                    Ok(())
                })
                .unwrap();
        }
        apply(&mut document, Command::LimitsFromMotion).unwrap();
        let mut least_room = f32::INFINITY;
        for frame in 0..=90 {
            document.set_time(frame as f32 / 30.0);
            let actor = document.actor().unwrap();
            for (joint, limit) in actor.constraints.limits.iter().enumerate() {
                let turn = actor.rest_pose().locals[joint].rotation.inverse()
                    * actor.pose.locals[joint].rotation;
                let violation = limit.as_ref().map_or(0.0, |limit| limit.violation(turn));
                assert!(
                    violation < 1e-3,
                    "{figure}, {}: {violation} at frame {frame}",
                    actor.joint_name(joint)
                );
                let far = turn * Quat::from_rotation_x(2.5);
                least_room =
                    least_room.min(-limit.as_ref().map_or(0.0, |limit| limit.violation(far)));
            }
        }
        assert!(least_room < 0.0, "{figure}: they do limit");
        document.undo().unwrap();
        assert_eq!(
            document.actor().unwrap().constraints.limits[0],
            document.actor().unwrap().figure.rig.limits[0]
        );
    }
}

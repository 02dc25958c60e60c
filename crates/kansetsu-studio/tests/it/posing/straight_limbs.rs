//! A straight limb bends when it is pushed together.

use std::sync::Arc;

use kansetsu::glam::Vec2;
use kansetsu_studio::{
    posing::{Drag, Grip, Posed, Settings, Subject},
    viewport::{Camera, View},
};

use super::random::{PRESS, after, pin, worst_pin, worst_violation};

/// Drags a joint of the mannequin with its straight legs, seen from the front. The
/// pointer goes there at once, or pixel by pixel, and rests.
fn drag(
    (name, pins): (&str, &[&str]),
    way: Vec2,
    settings: &Settings,
    events: usize,
) -> (Drag, Posed) {
    let figure = Arc::new(kansetsu_figures::mannequin());
    let mut subject = Subject::new(Arc::clone(&figure), figure.rig.skeleton.rest_pose());
    pin(&mut subject, pins);
    let joint = subject.skeleton().find(name).expect("a joint of the figure");
    let places = (0..subject.skeleton().len()).map(|joint| subject.world_position(joint));
    let camera = Camera { yaw: 0.0, pitch: 0.0, ..Camera::default() }.framing(places, 1.6);
    let mut drag = Drag::begin(
        subject,
        Grip::Joint(joint),
        View::new(camera, Vec2::new(1280.0, 800.0)),
        PRESS,
    )
    .expect("a joint");
    let poses = (1..=events).map(|event| {
        drag.at(after(way * (event as f32 / events as f32)), settings).expect("a pose")
    });
    let mut last = poses.last().expect("an event");
    for _ in 0..100 {
        if drag.glides() {
            last = drag.at(after(way), settings).expect("a pose");
        }
    }
    (drag, last)
}

/// How much short of the pointer it may be, metres.
const SHORT: f32 = 1e-3;

#[test]
fn a_straight_leg_bends_when_its_foot_is_lifted() {
    for (limited, events) in [(true, 1), (true, 80), (false, 1), (false, 80)] {
        let settings = Settings { limited, ..Settings::default() };
        let (drag, posed) = drag(("RightFoot", &[]), Vec2::new(0.0, -80.0), &settings, events);
        assert!(posed.distance < SHORT, "{} m short", posed.distance);
        let subject = drag.subject();
        let [knee, hip] = ["RightLowerLeg", "RightUpperLeg"]
            .map(|name| subject.skeleton().find(name).expect("a joint of the figure"));
        let forward = subject.world_position_in(&posed.pose, knee).z
            - subject.world_position_in(&posed.pose, hip).z;
        assert!(forward > 0.1, "the knee points forward: {forward} m");
    }
}

#[test]
fn a_straight_leg_keeps_up_with_a_slow_pointer() {
    // A straight knee would have to rotate by ten degrees in the first pixel. What it
    // does not leap it is late.
    for pixels in [2, 5, 10, 15, 20, 30, 50] {
        let (_, posed) = drag(
            ("RightFoot", &[]),
            Vec2::new(0.0, -(pixels as f32)),
            &Settings::default(),
            pixels,
        );
        let late = if pixels < 30 { 0.035 } else { SHORT };
        assert!(posed.distance < late, "{} m late after {pixels} pixels", posed.distance);
    }
}

#[test]
fn straight_legs_bend_when_the_hips_go_down_and_their_feet_stay() {
    for events in [1, 80] {
        let feet = &["LeftFoot", "RightFoot"];
        let (drag, posed) =
            drag(("Hips", feet), Vec2::new(0.0, 80.0), &Settings::default(), events);
        let subject = drag.subject();
        let hips = subject.skeleton().find("Hips").expect("a joint of the figure");
        let lowered =
            subject.world_position(hips).y - subject.world_position_in(&posed.pose, hips).y;
        // The feet keep their turn, and ankles do not go further.
        assert!(lowered > 0.07, "{lowered} m");
        assert!(
            worst_pin(subject, &posed.pose) <= 1e-5
                && worst_violation(subject, &posed.pose) <= 1e-4
        );
        let free = Settings { limited: false, ..Settings::default() };
        assert!(self::drag(("Hips", feet), Vec2::new(0.0, 80.0), &free, events).1.distance < SHORT);
    }
}

#[test]
fn a_straight_leg_stays_straight_when_it_is_pulled() {
    let (drag, posed) = drag(("RightFoot", &[]), Vec2::new(0.0, 40.0), &Settings::default(), 1);
    let knee = drag.subject().skeleton().find("RightLowerLeg").expect("a joint of the figure");
    let bent =
        drag.subject().pose.locals[knee].rotation.angle_between(posed.pose.locals[knee].rotation);
    assert!(bent < 2e-3, "the knee bends by {bent} radians");
}

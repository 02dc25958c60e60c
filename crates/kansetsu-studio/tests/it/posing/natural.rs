//! People who move as people do: what is near is reached by the arm alone.

use std::sync::Arc;

use kansetsu::{
    d3::rotation_of,
    glam::{Vec2, Vec3},
};
use kansetsu_studio::{
    posing::{Drag, Grip, Settings, Subject, strain},
    viewport::{Camera, View},
};

use super::random::{PRESS, after, pin};

/// The joint rotations, degrees, while the right hand of a relaxed stance is dragged, pixel by
/// pixel, to a place from its shoulder, in lengths of the arm.
fn led(pins: &[&str], to: Vec3, natural: bool, joints: &[&str]) -> Vec<f32> {
    let figure = Arc::new(kansetsu_figures::mannequin());
    let mut subject = Subject::new(Arc::clone(&figure), figure.rig.posture().reference);
    pin(&mut subject, pins);
    let human = figure.rig.humanoid().expect("a person");
    let at = |joint: usize| subject.world_position(joint);
    let [shoulder, elbow, hand] = [human.arms[1].upper, human.arms[1].lower, human.arms[1].hand];
    let arm = at(shoulder).distance(at(elbow)) + at(elbow).distance(at(hand));
    let camera = Camera { yaw: 1.57, pitch: 0.0, ..Camera::default() }
        .framing((0..subject.skeleton().len()).map(at), 1.6);
    let view = View::new(camera, Vec2::new(1280.0, 800.0));
    let pixel = |place: Vec3| view.project(place).expect("before the camera").pixel;
    let way = pixel(at(shoulder) + to * arm) - pixel(at(hand));
    let before = subject.forward();
    let settings = Settings { natural, ..Settings::default() };
    let mut drag = Drag::begin(subject, Grip::Joint(hand), view, PRESS).expect("a joint");
    let events = way.length().ceil();
    for event in 1..=events as usize {
        drag.at(after(way * (event as f32 / events)), &settings).expect("a pose");
    }
    let mut posed = drag.at(after(way), &settings).expect("a pose");
    while drag.glides() {
        posed = drag.at(after(way), &settings).expect("a pose");
    }
    assert!(posed.distance < 0.02, "{to}: {} m short", posed.distance);
    let now = figure.rig.skeleton.forward(&posed.pose);
    let turned = |name: &&str| {
        let joint = figure.find_joint(name).expect("a joint of the figure");
        rotation_of(&before[joint]).angle_between(rotation_of(&now[joint])).to_degrees()
    };
    joints.iter().map(turned).collect()
}

#[test]
fn a_hand_that_is_led_ahead_leaves_the_trunk_alone() {
    for pins in [&[][..], &["LeftFoot", "RightFoot"]] {
        for (ahead, most) in [(0.41, 8.0), (0.9, 8.0), (1.0, 25.0)] {
            let [natural, even] = [true, false]
                .map(|natural| led(pins, Vec3::Z * ahead, natural, &["UpperChest"])[0]);
            assert!(natural < most, "{ahead} arms ahead, {pins:?}: the chest turns by {natural}°");
            assert!(
                natural < 0.4 * even,
                "{ahead} arms ahead, {pins:?}: {natural}°, and {even}° where all joints are equally stiff"
            );
        }
    }
}

#[test]
fn knees_help_a_hand_that_goes_low() {
    let turned = led(
        &["LeftFoot", "RightFoot"],
        Vec3::new(0.0, -1.6, 0.5),
        true,
        &["LeftLowerLeg", "RightLowerLeg", "UpperChest"],
    );
    assert!(
        turned[0] > 20.0 && turned[1] > 20.0 && turned[2] > 20.0,
        "shanks and chest turn by {turned:?}°"
    );
}

#[test]
fn strain_is_where_joints_are_far_from_their_ease() {
    let figure = kansetsu_figures::mannequin();
    let mut pose = figure.rig.posture().reference;
    assert!(strain(&figure, &pose).iter().all(|&strain| strain < 1e-3));
    let elbow = figure.find_joint("LeftLowerArm").expect("a joint of the figure");
    pose.locals[elbow].rotation *=
        kansetsu::glam::Quat::from_rotation_y(0.25 * std::f32::consts::PI);
    let strained = strain(&figure, &pose);
    assert!((strained[elbow] - 0.5).abs() < 1e-3, "{}", strained[elbow]);
    assert_eq!(strained.iter().filter(|&&strain| strain > 1e-3).count(), 1);
    assert!(
        strain(
            &kansetsu_figures::tentacle(),
            &kansetsu_figures::tentacle().rig.skeleton.rest_pose()
        )
        .iter()
        .all(|&strain| strain == 0.0)
    );
}

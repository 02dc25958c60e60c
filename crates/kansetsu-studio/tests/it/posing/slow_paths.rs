//! A pointer that moves by a pixel moves the pose by a little.

use std::sync::Arc;

use kansetsu::glam::Vec2;
use kansetsu_studio::posing::{Drag, Grip, Settings};

use super::random::{PRESS, Random, after, largest_turn, pin};

/// Steps of a pixel along straight ways; gives how many there were, and how many turned a joint by more than 3 degrees.
fn leaps(name: &str, pins: &[&str], (paths, steps): (usize, usize)) -> [usize; 2] {
    let figure = Arc::new(kansetsu_figures::mannequin());
    let mut random = Random(31);
    let mut counted = [0, 0];
    for _ in 0..paths {
        let mut subject = random.subject(&figure);
        pin(&mut subject, pins);
        let joint = subject.skeleton().find(name).expect("a joint of the figure");
        let view = random.view(&subject);
        let mut drag = Drag::begin(subject, Grip::Joint(joint), view, PRESS).expect("a joint that can be dragged");
        let from = random.way(160.0);
        let direction = Vec2::new(random.signed(), random.signed()).normalize_or(Vec2::X);
        let mut last = None;
        for step in 0..steps {
            let pose = drag.at(after(from + direction * step as f32), &Settings::default()).expect("a pose").pose;
            if let Some(last) = last.replace(pose.clone()) {
                counted[0] += 1;
                counted[1] += usize::from(largest_turn(&last, &pose) > 3_f32.to_radians());
            }
        }
    }
    counted
}

#[test]
fn hardly_a_pixel_makes_a_limb_leap() {
    for (name, pins) in [("LeftHand", &[][..]), ("RightFoot", &[]), ("Head", &[]), ("LeftHand", &["LeftFoot", "RightFoot"])] {
        let [steps, leaps] = leaps(name, pins, (30, 40));
        assert!(leaps * 25 <= steps, "{name} with {} pins: {leaps} of {steps}", pins.len());
    }
}

//! A pointer that moves by a pixel moves the pose by a little.

use std::sync::Arc;

use kansetsu::{d3::Pose, glam::Vec2};
use kansetsu_studio::posing::{Drag, Grip, Settings};

use super::random::{PRESS, Random, after, largest_turn, pin};

/// What is dragged, and what is pinned.
const DRAGS: [(&str, &[&str]); 6] = [
    ("LeftHand", &[]),
    ("RightFoot", &[]),
    ("Head", &[]),
    ("LeftHand", &["LeftFoot", "RightFoot"]),
    ("Hips", &["LeftFoot", "RightFoot"]),
    ("Head", &["LeftFoot", "RightFoot"]),
];

/// A joint that turns by more than this while the pointer goes a pixel leaps, radians: 3 degrees.
const LEAP: f32 = 0.052_36;

/// A drag of the mannequin in some pose.
fn begin(random: &mut Random, (name, pins): (&str, &[&str])) -> Drag {
    let mut subject = random.subject(&Arc::new(kansetsu_figures::mannequin()));
    pin(&mut subject, pins);
    let joint = subject.skeleton().find(name).expect("a joint of the figure");
    let view = random.view(&subject);
    Drag::begin(subject, Grip::Joint(joint), view, PRESS).expect("a joint that can be dragged")
}

fn pose(drag: &mut Drag, way: Vec2) -> Pose {
    drag.at(after(way), &Settings::default()).expect("a pose").pose
}

/// The largest turn of a joint between two of these ways.
fn largest_step(drag: &mut Drag, ways: impl Iterator<Item = Vec2>) -> f32 {
    let poses: Vec<Pose> = ways.map(|way| pose(drag, way)).collect();
    poses.windows(2).map(|pair| largest_turn(&pair[0], &pair[1])).fold(0.0, f32::max)
}

/// From one way to another, pixel by pixel.
fn pixels(from: Vec2, to: Vec2) -> impl Iterator<Item = Vec2> {
    let steps = (to - from).length().ceil().max(1.0) as usize;
    (0..=steps).map(move |step| from.lerp(to, step as f32 / steps as f32))
}

#[test]
fn no_pixel_makes_a_limb_leap() {
    for dragged in DRAGS {
        let mut random = Random(31);
        for path in 0..30 {
            let mut drag = begin(&mut random, dragged);
            let from = random.way(160.0);
            let direction = Vec2::new(random.signed(), random.signed()).normalize_or(Vec2::X);
            let worst = largest_step(&mut drag, pixels(from, from + 40.0 * direction));
            assert!(worst <= LEAP, "{dragged:?} {path}: {} degrees", worst.to_degrees());
        }
    }
}

#[test]
fn a_slow_way_back_ends_at_the_press_without_a_leap() {
    for dragged in DRAGS {
        let mut random = Random(77);
        for path in 0..10 {
            let mut drag = begin(&mut random, dragged);
            let [there, beyond] = [random.way(120.0), random.way(120.0)];
            let ways = pixels(Vec2::ZERO, there)
                .chain(pixels(there, beyond))
                .chain(pixels(beyond, Vec2::ZERO));
            let poses: Vec<Pose> = ways.map(|way| pose(&mut drag, way)).collect();
            let steps: Vec<f32> =
                poses.windows(2).map(|pair| largest_turn(&pair[0], &pair[1])).collect();
            let (back, steps) = steps.split_last().expect("pixels");
            let worst = steps.iter().copied().fold(0.0, f32::max);
            assert!(worst <= LEAP, "{dragged:?} {path}: {} degrees", worst.to_degrees());
            // The pose at the press itself is restored, wherever the way back has come to. A limb
            // that is straight there bends with the square root of the way, faster than the
            // velocity limit, so it is late: by 27 degrees at most here.
            assert!(
                *back <= 10.0 * LEAP,
                "{dragged:?} {path}: {} degrees at the press",
                back.to_degrees()
            );
            assert_eq!(pose(&mut drag, Vec2::ZERO), drag.subject().pose);
        }
    }
}

#[test]
fn a_pointer_that_rests_lets_the_body_glide_to_its_end_and_then_changes_nothing() {
    let mut random = Random(5);
    for dragged in DRAGS {
        let mut drag = begin(&mut random, dragged);
        let way = random.way(160.0);
        let mut last = pixels(Vec2::ZERO, way)
            .map(|way| pose(&mut drag, way))
            .last()
            .expect("a way has an end");
        for _ in 0..100 {
            if !drag.glides() {
                break;
            }
            let now = pose(&mut drag, way);
            let turned = largest_turn(&last, &now);
            assert!(turned <= LEAP, "{dragged:?}: {} degrees", turned.to_degrees());
            last = now;
        }
        assert!(!drag.glides(), "{dragged:?}: it converges");
        assert_eq!(pose(&mut drag, way), last);
    }
}

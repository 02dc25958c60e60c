//! What every drag keeps.

use std::sync::Arc;

use kansetsu::glam::{Vec2, Vec3};
use kansetsu_studio::{
    posing::{Drag, Grip, Settings, Subject},
    viewport::Axis,
};

use super::random::{PRESS, Random, after, pin, worst_pin, worst_stretch, worst_violation};

/// Some of the ten thousand drags for each figure: how many, its name, how many joints are dragged.
const DRAGS: [(&str, usize); 6] = [
    ("mannequin", 6000),
    ("quadruped", 1500),
    ("robot_arm", 800),
    ("hand", 700),
    ("spine", 500),
    ("tentacle", 500),
];

#[test]
fn ten_thousand_drags_stay_inside_limits_and_keep_lengths() {
    for (name, count) in DRAGS {
        let figure = Arc::new(kansetsu_figures::figure(name).unwrap());
        let mut random = Random(17);
        for number in 0..count / 4 {
            let subject = random.subject(&figure);
            let joint = random.below(subject.skeleton().len());
            let view = random.view(&subject);
            let mut drag = Drag::begin(subject, Grip::Joint(joint), view, PRESS).unwrap();
            let settings = Settings {
                levels: random.below(3) * random.below(4),
                keeps_turn: random.below(4) == 0,
                ..Settings::default()
            };
            for _ in 0..4 {
                let posed = drag.at(after(random.way(400.0)), &settings).unwrap();
                let (violation, stretch) = (
                    worst_violation(drag.subject(), &posed.pose),
                    worst_stretch(drag.subject(), &posed.pose),
                );
                assert!(violation <= 1e-4, "{name} {number} joint {joint}: {violation} outside");
                assert!(stretch <= 1e-6, "{name} {number} joint {joint}: {stretch} longer");
                assert!(
                    posed
                        .pose
                        .locals
                        .iter()
                        .all(|local| local.rotation.is_finite() && local.translation.is_finite())
                );
            }
            let back = drag.at(PRESS, &settings).unwrap();
            assert_eq!(back.pose, drag.subject().pose, "back at the pixel of the press");
        }
    }
}

#[test]
fn what_a_pointer_from_far_away_gives_does_not_depend_on_where_it_was() {
    let figure = Arc::new(kansetsu_figures::mannequin());
    let mut random = Random(5);
    for _ in 0..20 {
        let mut subject = random.subject(&figure);
        pin(&mut subject, &["LeftFoot", "RightFoot"]);
        let joint = random.below(subject.skeleton().len());
        let view = random.view(&subject);
        let mut drag = Drag::begin(subject, Grip::Joint(joint), view, PRESS).unwrap();
        let way = random.way(200.0);
        let first = drag.at(after(way), &Settings::default()).unwrap();
        for _ in 0..3 {
            drag.at(after(random.way(300.0)), &Settings::default()).unwrap();
            drag.at(
                after(random.way(300.0)),
                &Settings { lock: Some(Axis::Y), levels: 2, ..Settings::default() },
            )
            .unwrap();
        }
        assert_eq!(
            drag.at(after(way), &Settings::default()).unwrap(),
            first,
            "with other settings in between"
        );
        drag.at(after(way + Vec2::new(400.0, 0.0)), &Settings::default()).unwrap();
        assert_eq!(drag.at(after(way), &Settings::default()).unwrap(), first, "from far away");
        drag.at(PRESS, &Settings::default()).unwrap();
        assert_eq!(drag.at(after(way), &Settings::default()).unwrap(), first, "from the press");
    }
}

/// More pins than a body has limbs: all joints but those of an arm.
#[test]
fn pins_on_every_other_joint_hold() {
    let figure = Arc::new(kansetsu_figures::mannequin());
    let mut subject = Random(3).subject(&figure);
    let skeleton = subject.skeleton().clone();
    let hand = skeleton.find("LeftHand").unwrap();
    let is_free = |joint: usize| {
        skeleton.ancestors(joint).any(|above| skeleton.joints()[above].name == "LeftUpperArm")
    };
    let names: Vec<&str> = (0..skeleton.len())
        .filter(|&joint| !is_free(joint))
        .map(|joint| skeleton.joints()[joint].name.as_str())
        .collect();
    pin(&mut subject, &names);
    assert!(subject.pins.len() > 40);
    let view = Random(4).view(&subject);
    let mut drag = Drag::begin(subject.clone(), Grip::Joint(hand), view, PRESS).unwrap();
    let posed = drag.at(after(Vec2::new(25.0, -15.0)), &Settings::default()).unwrap();
    assert!(worst_pin(drag.subject(), &posed.pose) <= 1e-5);
    assert!(posed.pose.locals != drag.subject().pose.locals, "the arm follows");

    // Pins that the pose does not meet yet.
    for pin in &mut subject.pins {
        pin.position = pin.position.map(|place| place + 0.01 * Vec3::Z);
    }
    let mut drag = Drag::begin(subject, Grip::Joint(hand), view, PRESS).unwrap();
    let posed = drag.at(after(Vec2::new(25.0, -15.0)), &Settings::default()).unwrap();
    assert!(
        worst_pin(drag.subject(), &posed.pose) <= 1e-5,
        "{}",
        worst_pin(drag.subject(), &posed.pose)
    );
}

#[test]
fn pins_hold_while_hands_and_hips_are_dragged() {
    let figure = Arc::new(kansetsu_figures::mannequin());
    let mut random = Random(11);
    let mut worst = 0.0_f32;
    for number in 0..150 {
        let mut subject = random.subject(&figure);
        pin(&mut subject, &["LeftFoot", "RightFoot"]);
        let joint = subject.skeleton().find(["LeftHand", "Hips", "Head"][number % 3]).unwrap();
        let view = random.view(&subject);
        let mut drag = Drag::begin(subject, Grip::Joint(joint), view, PRESS).unwrap();
        let posed = drag.at(after(random.way(120.0)), &Settings::default()).unwrap();
        worst = worst.max(worst_pin(drag.subject(), &posed.pose));
    }
    assert!(worst <= 1e-5, "{worst} m");
}

/// How much shorter a quick pointer may end when it rests, metres: at limits the way matters.
const NEARLY: f32 = 0.05;

#[test]
fn a_quick_pointer_brings_pinned_bodies_as_far_as_a_slow_one() {
    let figure = Arc::new(kansetsu_figures::mannequin());
    let mut random = Random(11);
    for number in 0..60 {
        let mut subject = random.subject(&figure);
        pin(&mut subject, &["LeftFoot", "RightFoot"]);
        let joint = subject.skeleton().find(["LeftHand", "Hips", "Hips"][number % 3]).unwrap();
        let view = random.view(&subject);
        let way = random.way(120.0);
        let short = |events: u32| {
            let mut drag = Drag::begin(subject.clone(), Grip::Joint(joint), view, PRESS).unwrap();
            let mut posed = drag.at(after(way / events as f32), &Settings::default()).unwrap();
            for event in 2..=events {
                posed = drag
                    .at(after(way * (event as f32 / events as f32)), &Settings::default())
                    .unwrap();
            }
            while drag.glides() {
                posed = drag.at(after(way), &Settings::default()).unwrap();
            }
            posed.distance
        };
        let [quick, slow] = [short(1), short(120)];
        assert!(
            quick <= slow + NEARLY,
            "{number}: {quick} m short, and {slow} m when it comes slowly"
        );
    }
}

#[test]
fn hips_and_what_hangs_on_a_root_move_when_nothing_is_pinned() {
    let drags = [
        ("mannequin", "Hips", Vec2::new(12.0, 10.0), 2e-3),
        ("mannequin", "Spine", Vec2::new(10.0, 6.0), 5e-3),
        ("hand", "LeftIndexProximal", Vec2::new(30.0, -20.0), 1e-3),
        ("quadruped", "Hips", Vec2::new(30.0, -20.0), 1e-3),
    ];
    for (name, joint, way, near) in drags {
        let figure = Arc::new(kansetsu_figures::figure(name).unwrap());
        let subject = Subject::new(Arc::clone(&figure), figure.rig.skeleton.rest_pose());
        let joint = subject.skeleton().find(joint).unwrap();
        let find = |name: &str| subject.skeleton().find(name).ok();
        let feet: Vec<[usize; 2]> = ["Left", "Right"]
            .iter()
            .filter_map(|side| Some([find(&format!("{side}Toes"))?, find(&format!("{side}Foot"))?]))
            .collect();
        let view = Random(9).view(&subject);
        let mut drag = Drag::begin(subject, Grip::Joint(joint), view, PRESS).unwrap();
        let mut posed = drag.at(after(way), &Settings::default()).unwrap();
        while drag.glides() {
            posed = drag.at(after(way), &Settings::default()).unwrap();
        }
        assert!(
            posed.distance < near && !posed.moved.is_empty(),
            "{name}: {} m of {}",
            posed.distance,
            posed.target
        );
        let [before, now] =
            [&drag.subject().pose, &posed.pose].map(|pose| drag.subject().skeleton().forward(pose));
        for foot in feet {
            let [toes, heel] =
                foot.map(|joint| before[joint].translation.distance(now[joint].translation));
            assert!(
                toes < 1e-5 && heel < 5e-3,
                "{name}: feet on the floor stay: toes are {toes} m off, and the heel {heel} m"
            );
        }
        assert_eq!(drag.at(PRESS, &Settings::default()).unwrap().pose, drag.subject().pose);
    }
}

#[test]
fn a_hand_goes_where_it_is_dragged() {
    let figure = Arc::new(kansetsu_figures::mannequin());
    let hand = figure.rig.skeleton.find("LeftHand").unwrap();
    let mut random = Random(3);
    for _ in 0..30 {
        let subject = random.subject(&figure);
        let view = random.view(&subject);
        let mut drag = Drag::begin(subject, Grip::Joint(hand), view, PRESS).unwrap();
        // Half an arm towards the chest is always there to be reached.
        let chest = drag.subject().world_position(figure.rig.skeleton.find("UpperChest").unwrap());
        let seen = |place| view.project(place).unwrap().pixel;
        let way = (seen(chest) - seen(drag.subject().world_position(hand))).clamp_length_max(60.0);
        let mut posed = drag.at(after(way), &Settings::default()).unwrap();
        while drag.glides() {
            posed = drag.at(after(way), &Settings::default()).unwrap();
        }
        assert!(posed.distance < 0.02, "{} m for {way}", posed.distance);
        assert!(
            view.project(posed.target)
                .unwrap()
                .pixel
                .distance(seen(drag.subject().world_position(hand)) + way)
                < 0.1
        );
    }
}

#[test]
fn shift_slows_alt_goes_into_the_depth_and_nothing_leaps_between() {
    let figure = Arc::new(kansetsu_figures::mannequin());
    let hand = figure.rig.skeleton.find("LeftHand").unwrap();
    let mut random = Random(8);
    let subject = random.subject(&figure);
    let view = random.view(&subject);
    let mut drag = Drag::begin(subject, Grip::Joint(hand), view, PRESS).unwrap();
    let settings = Settings::default();
    let place = after(Vec2::new(30.0, 10.0));
    let quick = drag.at(place, &settings).unwrap().target;
    let slow = kansetsu_studio::posing::Pointer { slow: true, ..place };
    assert_eq!(drag.at(slow, &settings).unwrap().target, quick);
    let on = kansetsu_studio::posing::Pointer { pixel: slow.pixel + Vec2::new(40.0, 0.0), ..slow };
    let gone = drag.at(on, &settings).unwrap().target;
    let pixel = |place| view.project(place).unwrap().pixel;
    assert!((pixel(gone) - pixel(quick)).distance(Vec2::new(4.0, 0.0)) < 0.05);
}

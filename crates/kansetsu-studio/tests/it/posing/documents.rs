//! Drags of a document: what Escape, undo and the pixel of the press leave behind, on several
//! figures.

use kansetsu::d3::Side;
use kansetsu_studio::{
    document::{Document, Pin},
    posing::{Drag, Grip, Settings, Subject, side_of},
};

use super::random::{
    PRESS, Random, after, largest_turn, pin, worst_pin, worst_stretch, worst_violation,
};
use crate::document::with;

const FIGURES: [&str; 5] = ["mannequin", "quadruped", "hand", "robot_arm", "tentacle"];

/// A document with a figure in a random pose.
fn posed(name: &str, random: &mut Random) -> Document {
    let mut document = with(name);
    let pose = {
        let mut subject = Subject::from(&**document.actor().expect("a figure"));
        subject.pose = random.pose(&subject, 0.5);
        subject.pose
    };
    let done = document.edit("pose", |content| {
        content.actor_mut(0)?.pose = pose;
        Ok(())
    });
    done.expect("a sound pose");
    document
}

fn grip(random: &mut Random, subject: &Subject) -> Grip {
    let limbs = subject.rig().limbs.len();
    match random.below(4) {
        0 if limbs > 0 => Grip::Middle(random.below(limbs)),
        1 if limbs > 0 => Grip::Pole(random.below(limbs)),
        _ => Grip::Joint(random.below(subject.skeleton().len())),
    }
}

#[test]
fn escape_and_undo_leave_the_document_as_it_was() {
    for name in FIGURES {
        let mut random = Random(41);
        for number in 0..40 {
            let mut document = posed(name, &mut random);
            let (hash, steps) = (document.content().hash(), document.undo_count());
            let subject = Subject::from(&**document.actor().expect("a figure"));
            let grip = grip(&mut random, &subject);
            let settings = Settings { mirrored: random.below(3) == 0, ..Settings::default() };
            let view = random.view(&subject);
            let mut drag = Drag::begin(subject, grip, view, PRESS).expect("something to grab");
            let ways = [random.way(300.0), random.way(300.0), random.way(300.0)];
            for ending in ["escape", "undo", "back"] {
                document.begin_drag("drag");
                let mut places: Vec<_> = ways.iter().map(|&way| after(way)).collect();
                if ending == "back" {
                    places.push(PRESS);
                }
                for place in places {
                    let pose = drag.at(place, &settings).expect("a pose").pose;
                    let shown = document.preview(|content| {
                        content.actor_mut(0)?.pose = pose;
                        Ok(())
                    });
                    shown.expect("a sound pose");
                }
                match ending {
                    "escape" => assert!(document.cancel_drag()),
                    "undo" => {
                        if document.commit_drag() {
                            assert_eq!(document.undo_count(), steps + 1, "one step for a drag");
                            document.undo().expect("a step to take back");
                        }
                    }
                    _ => assert!(
                        !document.commit_drag(),
                        "{name} {number} {grip:?}: nothing was changed"
                    ),
                }
                assert_eq!(document.content().hash(), hash, "{name} {number} {grip:?}: {ending}");
            }
        }
    }
}

#[test]
fn everything_that_is_grabbed_stays_inside_limits_and_keeps_lengths() {
    for name in FIGURES {
        let mut random = Random(43);
        for number in 0..60 {
            let document = posed(name, &mut random);
            let subject = Subject::from(&**document.actor().expect("a figure"));
            let grip = grip(&mut random, &subject);
            let settings = Settings { mirrored: random.below(2) == 0, ..Settings::default() };
            let view = random.view(&subject);
            let mut drag = Drag::begin(subject, grip, view, PRESS).expect("something to grab");
            for _ in 0..4 {
                let posed = drag.at(after(random.way(350.0)), &settings).expect("a pose");
                let violation = worst_violation(drag.subject(), &posed.pose);
                assert!(violation <= 1e-4, "{name} {number} {grip:?}: {violation}");
                assert!(
                    worst_stretch(drag.subject(), &posed.pose) <= 1e-6,
                    "{name} {number} {grip:?}"
                );
            }
        }
    }
}

#[test]
fn paws_that_are_pinned_stay_while_a_dogs_body_is_dragged() {
    let mut random = Random(47);
    let mut worst = 0.0_f32;
    for number in 0..60 {
        let document = posed("quadruped", &mut random);
        let mut subject = Subject::from(&**document.actor().expect("a figure"));
        let paws: Vec<usize> = subject.rig().limbs.iter().map(|limb| limb.tip).collect();
        let model = subject.forward();
        subject.pins = paws
            .iter()
            .map(|&joint| Pin {
                joint,
                position: Some(model[joint].translation),
                orientation: None,
            })
            .collect();
        let head = *subject
            .figure
            .rig
            .roles
            .get(&kansetsu_formats::Role::Head)
            .unwrap_or(&(subject.skeleton().len() - 1));
        let joint = [subject.carrier(), head][number % 2];
        let view = random.view(&subject);
        let mut drag = Drag::begin(subject, Grip::Joint(joint), view, PRESS).expect("a joint");
        // A few centimetres: what legs can follow.
        let posed = drag.at(after(random.way(25.0)), &Settings::default()).expect("a pose");
        worst = worst.max(worst_pin(drag.subject(), &posed.pose));
    }
    assert!(worst <= 1e-5, "{worst} m");
}

#[test]
fn live_mirror_is_the_mirror_afterwards_on_every_figure_with_sides() {
    for name in ["mannequin", "quadruped"] {
        let mut random = Random(53);
        let mut mirrored = 0;
        for _ in 0..40 {
            let document = posed(name, &mut random);
            let mut subject = Subject::from(&**document.actor().expect("a figure"));
            if name == "mannequin" {
                pin(&mut subject, &["LeftFoot", "RightFoot"]);
            }
            let grip = grip(&mut random, &subject);
            let joint = grip.joint(&subject.rig().limbs).expect("a joint");
            let Some(side) = side_of(&subject, joint) else { continue };
            let view = random.view(&subject);
            let place = after(random.way(120.0));
            let mut drag = Drag::begin(subject, grip, view, PRESS).expect("something to grab");
            let alone = drag.at(place, &Settings::default()).expect("a pose").pose;
            let mut drag =
                Drag::begin(drag.subject().clone(), grip, view, PRESS).expect("something to grab");
            let live = drag
                .at(place, &Settings { mirrored: true, ..Settings::default() })
                .expect("a pose")
                .pose;
            let afterwards =
                drag.subject().rig().mirrored_side(&alone, side).expect("it has sides");
            assert!(largest_turn(&live, &afterwards) <= 1e-6, "{name} {grip:?}");
            mirrored += usize::from(matches!(side, Side::Left | Side::Right));
        }
        assert!(mirrored >= 15, "{name}: {mirrored}");
    }
}

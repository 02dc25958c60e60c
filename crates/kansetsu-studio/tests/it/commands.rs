//! The table of commands, and what each of them does.

use std::collections::BTreeSet;

use kansetsu_studio::{
    command::{Category, Command, Effect, Preset, Shortcut, TABLE, apply, is_on, refusal},
    document::Document,
    text::Language,
};

use crate::{document::with, random::Random};

fn joint(document: &Document, name: &str) -> usize {
    document.content().actors[0].figure.find_joint(name).expect("a joint of the mannequin")
}

fn choose(document: &mut Document, names: &[&str]) {
    let joints = names.iter().map(|name| joint(document, name)).collect();
    document.set_selection(0, joints);
}

fn turn(document: &mut Document, name: &str, angle: f32) {
    let joint = joint(document, name);
    crate::document::turn(document, joint, angle).expect("a sound turn");
}

#[test]
fn every_row_speaks_both_languages() {
    let mut ids = BTreeSet::new();
    for row in TABLE {
        assert!(ids.insert(row.id), "{} twice", row.id);
        assert_eq!(Command::from_id(row.id), Some(row.command));
        assert_eq!(row.command.row().id, row.id);
        for text in [&row.name, &row.tooltip] {
            let is_japanese =
                |text: &str| text.chars().any(|letter| ('\u{3040}'..='\u{9fff}').contains(&letter));
            let (en, ja) = (text.get(Language::English), text.get(Language::Japanese));
            assert!(!en.is_empty() && !ja.is_empty(), "{}", row.id);
            // The switch of the language names the other one.
            assert_eq!(is_japanese(en), row.command == Command::ToggleLanguage, "{}: {en}", row.id);
        }
        let tooltip = &row.tooltip;
        assert!(tooltip.get(Language::Japanese).ends_with(['。', '.']), "{}", row.id);
    }
    for category in Category::ALL {
        assert!(TABLE.iter().any(|row| row.category == category), "{category:?}");
    }
}

#[test]
fn a_key_gives_one_command() {
    for preset in Preset::ALL {
        let mut taken = std::collections::HashMap::<Shortcut, &str>::new();
        for row in TABLE {
            let texts = row.shortcuts[preset as usize].split('|').filter(|text| !text.is_empty());
            assert_eq!(row.command.shortcuts(preset).count(), texts.count(), "{}", row.id);
            for shortcut in row.command.shortcuts(preset) {
                if let Some(other) = taken.insert(shortcut, row.id) {
                    panic!("{shortcut} gives {other} and {} in {preset:?}", row.id);
                }
                assert_eq!(shortcut.command(preset), Some(row.command));
                let held = ["X", "Y", "Z", "Escape"];
                assert!(
                    !held.contains(&shortcut.key) || shortcut.ctrl || preset == Preset::Mmd,
                    "{shortcut} belongs to drags"
                );
            }
        }
    }
    assert_eq!(
        Command::Redo.shortcuts(Preset::Kansetsu).next().unwrap().to_string(),
        "Ctrl+Shift+Z"
    );
}

#[test]
fn commands_that_are_not_offered_say_why_and_do_nothing() {
    for mut document in [Document::default(), with("robot_arm")] {
        for row in TABLE {
            let (hash, selection) = (document.content().hash(), document.selection.clone());
            if let Some(reason) = refusal(&document, row.command) {
                assert!(
                    reason.get(Language::English).ends_with('.')
                        && reason.get(Language::Japanese).ends_with('。'),
                    "{}",
                    row.id
                );
                assert!(apply(&mut document, row.command).is_err(), "{}", row.id);
                assert_eq!(
                    (document.content().hash(), &document.selection),
                    (hash, &selection),
                    "{}",
                    row.id
                );
            }
        }
    }
}

#[test]
fn any_sequence_of_commands_can_be_taken_back() {
    let mut random = Random::new(11);
    for figure in ["mannequin", "quadruped", "tentacle"] {
        let mut document = with(figure);
        let start = document.content().hash();
        for _ in 0..400 {
            let command = TABLE[random.below(TABLE.len())].command;
            if random.below(4) == 0 && !document.content().actors.is_empty() {
                let count = document.actor().unwrap().joint_count();
                let index = document.selection.actor;
                document.set_selection(
                    index,
                    (0..random.below(4)).map(|_| random.below(count)).collect(),
                );
                let joint = random.below(count);
                let angle = random.between(-1.0, 1.0);
                let _ = document.edit("turn", |content| {
                    content.actor_mut(index)?.pose.locals[joint].rotation *=
                        kansetsu::glam::Quat::from_rotation_x(angle);
                    Ok(())
                });
            }
            let before = (document.content().hash(), document.undo_count());
            match apply(&mut document, command) {
                Err(_) => assert_eq!(
                    (document.content().hash(), document.undo_count()),
                    before,
                    "{command:?}"
                ),
                Ok(Effect::Window(handed)) => {
                    assert_eq!((handed, document.content().hash()), (command, before.0))
                }
                Ok(Effect::Done) => {}
            }
            for actor in &document.content().actors {
                assert_eq!(actor.check(), Ok(()), "{command:?}");
                assert_eq!(actor.pose, actor.pose_at(document.time()), "{command:?}");
            }
        }
        while document.undo().is_some() {}
        assert_eq!(document.content().hash(), start, "{figure}");
    }
}

#[test]
fn selections_walk_over_the_body() {
    let mut document = with("mannequin");
    choose(&mut document, &["leftHand"]);
    apply(&mut document, Command::SelectMirror).unwrap();
    assert_eq!(document.selection.joints, [joint(&document, "rightHand")]);
    apply(&mut document, Command::SelectParent).unwrap();
    assert_eq!(document.selection.joints, [joint(&document, "rightLowerArm")]);
    apply(&mut document, Command::SelectChild).unwrap();
    assert_eq!(document.selection.joints, [joint(&document, "rightHand")]);
    apply(&mut document, Command::SelectLimb).unwrap();
    let limb = &document.selection.joints;
    assert!(
        limb.contains(&joint(&document, "rightUpperArm"))
            && limb.contains(&joint(&document, "rightThumbDistal"))
    );
    assert!(
        !limb.contains(&joint(&document, "rightShoulder"))
            && !limb.contains(&joint(&document, "leftHand"))
    );
    apply(&mut document, Command::SelectInverse).unwrap();
    assert!(document.selection.contains(joint(&document, "hips")));
    apply(&mut document, Command::SelectAll).unwrap();
    assert_eq!(document.selection.joints.len(), document.actor().unwrap().joint_count());
    apply(&mut document, Command::SelectNone).unwrap();
    assert_eq!(document.selection.active_joint(), None);
}

#[test]
fn pins_and_stops_are_switched() {
    let mut document = with("mannequin");
    let start = document.content().hash();
    choose(&mut document, &["leftFoot", "rightFoot"]);
    assert_eq!(is_on(&document, Command::PinPosition), Some(false));
    apply(&mut document, Command::PinPosition).unwrap();
    assert_eq!(is_on(&document, Command::PinPosition), Some(true));
    let foot = joint(&document, "leftFoot");
    let actor = document.actor().unwrap();
    let place = actor.figure.rig.skeleton.forward(&actor.pose)[foot].translation;
    assert_eq!(actor.pin(foot).unwrap().position, Some(place));
    apply(&mut document, Command::PinOrientation).unwrap();
    assert_eq!(is_on(&document, Command::PinBoth), Some(true));
    apply(&mut document, Command::PinPosition).unwrap();
    assert_eq!(is_on(&document, Command::PinBoth), Some(false));
    apply(&mut document, Command::PinOrientation).unwrap();
    assert_eq!(document.content().hash(), start);
    apply(&mut document, Command::ToggleStop).unwrap();
    assert_eq!(document.actor().unwrap().constraints.stops.len(), 2);
    apply(&mut document, Command::ToggleStop).unwrap();
    assert_eq!(document.content().hash(), start);
}

#[test]
fn flipping_twice_and_mirroring_twice_change_nothing_more() {
    let mut document = with("mannequin");
    turn(&mut document, "leftUpperArm", 0.7);
    turn(&mut document, "spine", 0.2);
    let pose = document.actor().unwrap().pose.clone();
    apply(&mut document, Command::FlipPose).unwrap();
    assert_ne!(document.actor().unwrap().pose, pose);
    apply(&mut document, Command::FlipPose).unwrap();
    let difference = |document: &Document, pose: &kansetsu::d3::Pose| {
        let pairs = document
            .actor()
            .unwrap()
            .pose
            .locals
            .iter()
            .zip(&pose.locals)
            .map(|(a, b)| a.rotation.angle_between(b.rotation));
        pairs.fold(0.0, f32::max)
    };
    assert!(difference(&document, &pose) < 2e-3, "{}", difference(&document, &pose));
    apply(&mut document, Command::MirrorToRight).unwrap();
    let mirrored = document.actor().unwrap().pose.clone();
    apply(&mut document, Command::MirrorToLeft).unwrap();
    assert!(difference(&document, &mirrored) < 2e-3);
}

#[test]
fn a_figure_is_put_on_the_floor_from_above_and_from_below() {
    let mut document = with("mannequin");
    let hips = joint(&document, "hips");
    let lowest = |document: &Document| {
        document
            .actor()
            .unwrap()
            .surface()
            .into_iter()
            .map(|point| point.y)
            .fold(f32::INFINITY, f32::min)
    };
    for by in [0.7, -0.4] {
        document
            .edit("lift", |content| {
                content.actor_mut(0)?.pose.locals[hips].translation.y += by;
                Ok(())
            })
            .unwrap();
        assert!(lowest(&document).abs() > 0.2);
        let pose = document.actor().unwrap().pose.clone();
        apply(&mut document, Command::StandOnFloor).unwrap();
        assert!(lowest(&document).abs() < 1e-4, "{} m", lowest(&document));
        let now = &document.actor().unwrap().pose;
        assert!(
            now.locals.iter().zip(&pose.locals).all(|(now, was)| now.rotation == was.rotation),
            "it only moves"
        );
        apply(&mut document, Command::Undo).unwrap();
        assert_eq!(document.actor().unwrap().pose, pose);
    }
}

#[test]
fn copied_poses_are_pasted_flipped_and_reset() {
    let mut document = with("mannequin");
    let rest = document.actor().unwrap().pose.clone();
    turn(&mut document, "leftUpperArm", 0.7);
    turn(&mut document, "leftLowerArm", 0.3);
    let posed = document.actor().unwrap().pose.clone();
    choose(&mut document, &["leftUpperArm", "leftLowerArm"]);
    apply(&mut document, Command::CopyPose).unwrap();
    apply(&mut document, Command::ResetLimb).unwrap();
    assert_eq!(document.actor().unwrap().pose, rest);
    apply(&mut document, Command::PastePose).unwrap();
    assert_eq!(document.actor().unwrap().pose, posed, "to the bit");
    apply(&mut document, Command::ResetAll).unwrap();
    apply(&mut document, Command::PasteFlipped).unwrap();
    let [left, right] = ["leftUpperArm", "rightUpperArm"].map(|name| joint(&document, name));
    let flipped = &document.actor().unwrap().pose.locals;
    assert_eq!(flipped[left], rest.locals[left]);
    assert!(
        (flipped[right].rotation.angle_between(rest.locals[right].rotation) - 0.7).abs() < 1e-3
    );
}

#[test]
fn a_pose_goes_to_another_figure_by_its_roles() {
    let mut document = with("mannequin");
    turn(&mut document, "leftUpperArm", 0.7);
    apply(&mut document, Command::CopyPose).unwrap();
    document
        .edit("add", |content| {
            content.add(kansetsu_studio::document::Actor::new(
                kansetsu_studio::document::Opened::embedded("arm")?,
            ));
            Ok(())
        })
        .unwrap();
    document.set_selection(1, Vec::new());
    apply(&mut document, Command::PastePose).unwrap();
    let actor = document.actor().unwrap();
    let arm = actor.figure.find_joint("LeftUpperArm").unwrap();
    let turned =
        actor.pose.locals[arm].rotation.angle_between(actor.rest_pose().locals[arm].rotation);
    assert!((turned - 0.7).abs() < 1e-3, "{turned}");
}

#[test]
fn levels_go_up_and_down() {
    let mut document = with("arm");
    let mut seen = Vec::new();
    for command in [
        Command::MoreLevels,
        Command::MoreLevels,
        Command::FewerLevels,
        Command::FewerLevels,
        Command::FewerLevels,
    ] {
        apply(&mut document, command).unwrap();
        seen.push(document.settings.levels);
    }
    assert_eq!(seen, [Some(1), Some(2), Some(1), None, Some(0)]);
}

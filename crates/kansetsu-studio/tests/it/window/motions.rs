//! Keys, curves, baking, blending, and the pose library.

use eframe::egui::{Event, Key, Modifiers, PointerButton, accesskit::Role, pos2, vec2};
use egui_kittest::kittest::Queryable;
use kansetsu_studio::{
    app::{Action, Open, Poses, apply, keep_in, open_named},
    command::Command,
    motion::{Channels, Interpolation, Keyed},
    text::Language,
};

use crate::kit::Window;

/// A motion in which the left hand goes up within a second, and the app window at its start.
fn raising(window: &mut Window) {
    window.run(Command::KeyAll);
    window.studio_mut().document.set_time(1.0);
    let from = window.pixel("LeftHand");
    window.drag_and_drop(from, from + vec2(-30.0, -120.0));
    window.run(Command::Key);
    window.studio_mut().document.set_time(0.0);
    window.settle();
}

fn at(window: &mut Window, time: f32, name: &str) -> kansetsu::glam::Vec3 {
    window.studio_mut().document.set_time(time);
    window.settle();
    window.place(name)
}

fn bake(window: &mut Window) {
    window.run(Command::BakeIk);
    window.press("Bake");
    window.wait();
}

#[test]
fn baking_keys_every_frame_and_keeps_pinned_feet() {
    let mut window = Window::open();
    raising(&mut window);
    window.choose(&["LeftFoot"]);
    window.run(Command::PinBoth);
    let foot = window.place("LeftFoot");
    bake(&mut window);
    let actor = window.studio().document.actor().expect("a figure").clone();
    let motion = actor.playing().expect("a motion");
    assert_eq!(motion.key_times(None).len(), 31, "a second, as long as its last key");
    for time in [0.0, 0.5, 1.0] {
        assert!(at(&mut window, time, "LeftFoot").distance(foot) < 1e-4);
    }
    window.run(Command::Undo);
    assert_eq!(
        window
            .studio()
            .document
            .actor()
            .expect("a figure")
            .playing()
            .expect("a motion")
            .key_times(None)
            .len(),
        2
    );
}

/// The mannequin in its rest pose slides 30 cm forward in a second, as careless motions do.
fn sliding(window: &mut Window) {
    let actor = window.studio().document.actor().expect("a figure");
    let hips = actor.figure.rig.skeleton.find("Hips").expect("hips");
    let rest = actor.rest_pose().locals[hips];
    window.studio_mut().editor().edit_motion("slide", move |motion| {
        let mut moved = rest;
        moved.translation.z += 0.3;
        let channels = Channels::changed(&moved, &rest);
        motion.set_key(hips, 0.0, &rest, channels);
        motion.set_key(hips, 1.0, &moved, channels);
        let keys = motion.keys_between(None, [0.0, 1.0]);
        motion.set_interpolation(&keys, Interpolation::Linear);
    });
    window.settle();
}

#[test]
fn baking_can_plant_the_feet() {
    let mut window = Window::open();
    window.run(Command::NewMotion);
    sliding(&mut window);
    let before = [0.0, 0.2].map(|time| at(&mut window, time, "LeftFoot"));
    assert!(before[0].distance(before[1]) > 0.03, "{before:?}");
    window.run(Command::BakeIk);
    window.press("Plant the feet");
    window.settle();
    window.press("Bake");
    window.wait();
    let planted = [0.0, 0.1, 0.2].map(|time| at(&mut window, time, "LeftFoot"));
    for foot in planted {
        assert!(foot.distance(planted[0]) < 1e-3, "{planted:?}");
    }
    assert!((planted[0].y - before[0].y).abs() < 5e-3);
}

#[test]
fn baking_shows_how_far_it_is_and_can_be_cancelled() {
    let mut window = Window::open();
    raising(&mut window);
    window.studio_mut().editor().edit_motion("longer", |motion| motion.duration = 600.0);
    let hash = window.hash();
    window.run(Command::BakeIk);
    window.press("Bake");
    window.settle();
    assert!(
        window.studio().services.is_busy() && window.harness.query_by_label("Baking IK").is_some()
    );
    window.picture("baking");
    window.press("Cancel");
    window.wait();
    assert_eq!(window.hash(), hash);
}

#[test]
fn a_change_is_blended_into_dense_motion() {
    let mut window = Window::open();
    raising(&mut window);
    bake(&mut window);
    let before = [0.2, 0.8, 1.0, 1.8].map(|time| at(&mut window, time, "LeftHand"));
    window.studio_mut().document.set_time(1.0);
    window.settle();
    let from = window.pixel("LeftHand");
    window.drag_and_drop(from, from + vec2(40.0, 30.0));
    let wanted = window.place("LeftHand");
    window.run(Command::BlendIntoMotion);
    window.picture("blend-card");
    window.press("Blend");
    assert_eq!(window.studio().view.cards.open, Open::Nothing);
    assert!(window.studio().document.actor().expect("a figure").unkeyed.is_empty());
    let after = [0.2, 0.8, 1.0, 1.8].map(|time| at(&mut window, time, "LeftHand"));
    assert!(after[2].distance(wanted) < 1e-4, "it holds at its time");
    assert!(
        after[1].distance(before[1]) > 0.005
            && after[1].distance(before[1]) < after[2].distance(before[2]),
        "less beside it"
    );
    assert!(
        after[0].distance(before[0]) < 1e-5 && after[3].distance(before[3]) < 1e-5,
        "nothing beyond"
    );
}

#[test]
fn a_key_is_dragged_in_its_curve() {
    let mut window = Window::open();
    raising(&mut window);
    window.choose(&["LeftUpperArm"]);
    window.studio_mut().services.preferences.panels.curves = true;
    window.harness.run_steps(6);
    window.picture("curves");
    let steps = window.studio().document.undo_count();
    let before = at(&mut window, 1.0, "LeftHand");
    let sheet = window.harness.get_by_label("Timeline").rect();
    let x = sheet.left()
        + 132.0
        + window.studio().session.time_line.scale.expect("it is shown").x_of(1.0);
    // The key is somewhere above its time; a press beside it does nothing.
    let chart = window
        .harness
        .get_all_by_label("Curves")
        .map(|node| node.rect())
        .find(|rect| rect.height() > 50.0)
        .expect("curves");
    let mut y = chart.top() + 2.0;
    while y < chart.bottom() && window.studio().session.time_line.chosen.is_empty() {
        window.click(pos2(x, y));
        y += 6.0;
    }
    assert!(!window.studio().session.time_line.chosen.is_empty(), "there is a key");
    let key = pos2(x, y - 6.0);
    window.drag_and_drop(key, key + vec2(0.0, -20.0));
    assert_eq!(
        window.studio().document.undo_count(),
        steps + 1,
        "a click changes nothing, a drag is one step"
    );
    assert!(at(&mut window, 1.0, "LeftHand").distance(before) > 0.01);
}

#[test]
fn keys_are_moved_along_the_time_line_and_deleted() {
    let mut window = Window::open();
    raising(&mut window);
    let sheet = window.harness.get_by_label("Timeline").rect();
    let scale = window.studio().session.time_line.scale.expect("it is shown");
    let key = |time: f32| pos2(sheet.left() + 132.0 + scale.x_of(time), sheet.top() + 30.0);
    let times = |window: &Window| {
        window
            .studio()
            .document
            .actor()
            .expect("a figure")
            .playing()
            .expect("a motion")
            .key_times(None)
    };
    window.drag_and_drop(key(1.0), key(1.5));
    assert_eq!(times(&window), [0.0, 1.5]);
    window.key(Key::Backspace);
    assert_eq!(times(&window), [0.0]);
}

#[test]
fn onion_skins_and_the_motion_path_are_drawn() {
    let mut window = Window::open();
    raising(&mut window);
    window.choose(&["LeftHand"]);
    window.studio_mut().document.set_time(0.5);
    for command in [
        Command::ToggleOnionSkin,
        Command::ToggleMotionPath,
        Command::ToggleSideView,
        Command::ToggleNames,
    ] {
        window.run(command);
    }
    window.picture("onion-path-side-names");
    let view = window.studio().document.view;
    assert!(view.onion_skin && view.motion_path && view.side_view && view.names);
    let keys = view_of(&mut window);
    window.run(Command::ToggleOnionSkin);
    let none = view_of(&mut window);
    window.run(Command::ToggleOnionFrames);
    let frames = view_of(&mut window);
    window.picture("onion-frames");
    assert!(keys != none && frames != none && frames != keys, "a kind of skin is not drawn");
}

/// The pixels of the viewport.
fn view_of(window: &mut Window) -> Vec<u8> {
    let rect = window.viewport().shrink(2.0);
    let picture = window.harness.render().expect("a picture of the studio");
    let [x, y, width, height] =
        [rect.left(), rect.top(), rect.width(), rect.height()].map(|number| number as u32);
    image::imageops::crop_imm(&picture, x, y, width, height).to_image().into_raw()
}

#[test]
fn a_pose_is_kept_with_its_picture_and_put_on_in_part_and_by_degree() {
    let mut window = Window::open();
    let rest = window.pose();
    for hand in ["LeftHand", "RightHand"] {
        let from = window.pixel(hand);
        window.drag_and_drop(from, from + vec2(0.0, -100.0));
    }
    let raised = window.pose();
    window.press("Poses");
    window.press("Save this pose…");
    window.press("Save");
    window.wait();
    let poses = window.studio().services.own_poses();
    assert!(
        poses.len() == 1 && poses[0].pose.name == "Pose 1" && poses[0].pose.thumbnail.is_some()
    );
    window.run(Command::ResetAll);
    assert_eq!(super::apart(&window.pose(), &rest), 0.0);
    window.harness.get_all_by_label("Pose 1").next().expect("its tile").scroll_to_me();
    window.harness.run_steps(6);
    window.press("Body part");
    window.press("Left arm");
    window.picture("library");
    window.harness.get_all_by_label("Pose 1").next().expect("its tile").click();
    window.settle();
    let put = window.pose();
    let (left, right) = (window.joint("LeftUpperArm"), window.joint("RightUpperArm"));
    let angle = |a: &kansetsu::d3::Pose, b: &kansetsu::d3::Pose, joint: usize| {
        super::angle(a.locals[joint].rotation, b.locals[joint].rotation)
    };
    assert!(angle(&put, &raised, left) < 0.01 && angle(&put, &rest, right) < 0.01);

    // As long as nothing else is done, the slider changes what was put on: to the left end and to
    // the middle.
    let steps = window.studio().document.undo_count();
    let slider = window.harness.get_by_role_and_label(Role::Slider, "Strength").rect();
    window.click(slider.left_center() + vec2(1.0, 0.0));
    assert_eq!(super::apart(&window.pose(), &rest), 0.0);
    window.click(slider.center());
    let whole = angle(&put, &rest, left);
    let half = angle(&window.pose(), &rest, left);
    assert!((0.4 * whole..0.6 * whole).contains(&half), "{half} of {whole}");
    assert_eq!(window.studio().document.undo_count(), steps, "it is one step still");
    window.run(Command::Undo);
    assert_eq!(super::apart(&window.pose(), &rest), 0.0);
}

#[test]
fn limits_are_taken_from_a_motion_in_both_languages() {
    for language in [Language::English, Language::Japanese] {
        let mut window = Window::in_language(language);
        raising(&mut window);
        window.choose(&["LeftUpperArm"]);
        let before = window.studio().document.actor().expect("a figure").constraints.limits.clone();
        let joint = window.joint("LeftUpperArm");
        window.press(if language == Language::English { "Limit" } else { "可動域" });
        window.press(Command::LimitsFromMotion.row().name.get(language));
        window.picture(&format!("limits-from-motion-{}", language.tag()));
        let actor = window.studio().document.actor().expect("a figure").clone();
        assert_ne!(actor.constraints.limits[joint], before[joint]);
        assert!(actor.motion_outside(joint).is_none(), "the motion is inside its own limits");
    }
}

#[test]
fn keys_of_the_limb_that_is_worked_on_stand_first_and_are_copied_and_pasted() {
    for language in [Language::English, Language::Japanese] {
        let mut window = Window::in_language(language);
        raising(&mut window);
        window.choose(&["LeftHand"]);
        window.picture(&format!("sheet-{}", language.tag()));
        let sheet = window
            .harness
            .get_by_label(if language == Language::English {
                "Timeline"
            } else {
                "タイムライン"
            })
            .rect();
        let scale = window.studio().session.time_line.scale.expect("it is shown");
        let at = |row: f32, time: f32| {
            pos2(sheet.left() + 132.0 + scale.x_of(time), sheet.top() + 10.0 + 20.0 * row)
        };
        assert_eq!(times(&window), [0.0, 1.0]);
        // The second row is the left arm: its keys at one second, together.
        window.click(at(2.0, 1.0));
        let arm: Vec<Keyed> =
            window.studio().session.time_line.chosen.iter().map(|key| key.of).collect();
        let has = |name: &str| arm.contains(&Keyed::Joint(window.joint(name)));
        assert!(has("LeftUpperArm") && !has("RightUpperArm"), "{arm:?}");
        window.harness.event(Event::Copy);
        window.settle();
        // A click beside the keys goes to its time.
        window.click(at(2.0, 1.5));
        assert_eq!(window.studio().document.time(), 1.5);
        window.harness.event(Event::Paste("what other programs copied".to_owned()));
        window.settle();
        assert_eq!(times(&window), [0.0, 1.0, 1.5]);
        assert!(window.studio().session.time_line.chosen.len() == arm.len());
        window.harness.event(Event::Cut);
        window.settle();
        assert_eq!(times(&window), [0.0, 1.0]);
        // Ctrl+D beside them: a copy where the time is; on them: a little later.
        window.click(at(2.0, 1.0));
        window.key_with(Modifiers::COMMAND, Key::D);
        assert_eq!(times(&window).len(), 3);
        assert!((times(&window)[2] - (1.0 + 5.0 / 30.0)).abs() < 1e-4, "{:?}", times(&window));
        assert_eq!(window.studio().document.content().actors.len(), 1, "no figure was doubled");
        window.run(Command::Undo);
        // A box takes what is in it.
        window.drag_and_drop(at(1.6, 0.6), at(2.4, 1.4));
        assert_eq!(window.studio().session.time_line.chosen.len(), arm.len());
        window.run(Command::CloseLoop);
        assert_eq!(times(&window).last().copied(), window.studio().document.duration());
        let [first, last] = [0.0, window.studio().document.duration().expect("a motion")]
            .map(|time| at_time(&mut window, time));
        assert!(first.distance(last) < 1e-4, "{first} {last}");
    }
}

/// The times of all keys.
fn times(window: &Window) -> Vec<f32> {
    let actor = window.studio().document.actor().expect("a figure");
    actor.playing().expect("a motion").key_times(None)
}

fn at_time(window: &mut Window, time: f32) -> kansetsu::glam::Vec3 {
    at(window, time, "LeftHand")
}

/// The key of the row of all joints at a time, in the app window.
fn key_of_all(window: &Window, time: f32) -> eframe::egui::Pos2 {
    let sheet = window.harness.get_by_label("Timeline").rect();
    let scale = window.studio().session.time_line.scale.expect("it is shown");
    pos2(sheet.left() + 132.0 + scale.x_of(time), sheet.top() + 30.0)
}

#[test]
fn the_end_of_chosen_keys_is_dragged_with_ctrl_and_the_others_keep_their_share() {
    let mut window = Window::open();
    raising(&mut window);
    let (left, right) = (key_of_all(&window, 0.0), key_of_all(&window, 1.0));
    window.drag_and_drop(right + vec2(9.0, 9.0), left + vec2(-8.0, -8.0));
    let chosen = window.studio().session.time_line.chosen.len();
    assert!(chosen >= 2, "a box chooses keys");
    let to = key_of_all(&window, 0.5);
    window.drag_with((PointerButton::Primary, Modifiers::COMMAND), right, to);
    let motion = |window: &Window| {
        window
            .studio()
            .document
            .actor()
            .expect("a figure")
            .playing()
            .expect("a motion")
            .as_ref()
            .clone()
    };
    assert_eq!(motion(&window).key_times(None), [0.0, 0.5]);
    assert_eq!(motion(&window).duration, 0.5, "it ends with its last key");
    window.picture("retimed");
    window.run(Command::Undo);
    assert_eq!(
        (motion(&window).key_times(None).last().copied(), motion(&window).duration),
        (Some(1.0), 1.0)
    );
}

#[test]
fn a_length_that_was_set_stays_and_is_exported() {
    let mut window = Window::open();
    raising(&mut window);
    let length = |window: &Window| window.studio().document.duration().expect("a motion");
    assert_eq!(length(&window), 1.0);
    for (seconds, after) in [(3.0, 3.0), (0.5, 0.5)] {
        window.studio_mut().editor().edit_motion("length", |motion| motion.duration = seconds);
        window.settle();
        let actor = window.studio().document.actor().expect("a figure").clone();
        let glb = actor
            .to_gltf(kansetsu_formats::gltf::Container::Glb)
            .expect("it can be exported")
            .bytes;
        let figure = kansetsu_formats::gltf::read(&glb, &|_| Err("inside".to_owned()))
            .expect("a figure")
            .figure;
        assert!(
            (figure.clips[0].duration - after).abs() < 1e-4,
            "{} for {after}",
            figure.clips[0].duration
        );
        // What is exported is what plays.
        let mut exported = figure.rig.skeleton.rest_pose();
        for time in [0.0, 0.2, 0.45, after] {
            figure.clips[0].sample(time, &mut exported);
            let played = actor.motion_pose_at(time);
            for (joint, name) in [
                (window.joint("LeftUpperArm"), "LeftUpperArm"),
                (window.joint("LeftLowerArm"), "LeftLowerArm"),
            ] {
                let there = figure.find_joint(name).expect("a joint");
                let apart =
                    super::angle(played.locals[joint].rotation, exported.locals[there].rotation);
                assert!(apart < 0.1, "{name} at {time} of {seconds}: {apart}");
            }
        }
    }
    window.studio_mut().editor().edit_motion("length", |motion| motion.duration = 3.0);
    let hand = window.joint("LeftHand");
    window.studio_mut().editor().edit_motion("a key", move |motion| {
        let keys = motion.keys_between(Some(&[hand]), [1.0, 1.0]);
        motion.move_keys(&keys, 1.0);
    });
    assert_eq!(length(&window), 3.0, "somebody wanted it so");
}

#[test]
fn the_curves_of_a_dragged_hand_are_those_of_its_arm() {
    for language in [Language::English, Language::Japanese] {
        let mut window = Window::in_language(language);
        raising(&mut window);
        window.choose(&["LeftHand"]);
        window.studio_mut().services.preferences.panels.curves = true;
        window.settle();
        window.picture(&format!("curves-arm-{}", language.tag()));
        let names = if language == Language::English {
            ["LeftUpperArm", "LeftLowerArm"]
        } else {
            ["左上腕", "左前腕"]
        };
        for name in names {
            assert!(window.harness.query_all_by_label(name).count() >= 1, "{name}");
        }
    }
}

#[test]
fn a_hand_takes_a_shape_and_follows_its_sliders() {
    for (language, section, fist, names) in [
        (Language::English, "Hands", "Fist", ["Left hand", "Curl"]),
        (Language::Japanese, "手の形", "グー", ["左手", "曲げる"]),
    ] {
        let mut window = Window::in_language(language);
        let before = window.pose();
        window.press(section);
        window.harness.run_steps(10);
        window.press(fist);
        assert!(super::apart(&window.pose(), &before) > 60.0);
        assert_eq!(window.studio().document.undo_count(), 1);
        window.run(Command::Undo);
        // The left hand alone is unchanged.
        window.harness.get_all_by_label(names[0]).last().expect("a box").click();
        window.settle();
        window.press(fist);
        let (left, right) = (window.joint("leftIndexProximal"), window.joint("rightIndexProximal"));
        let turned = |window: &Window, joint: usize| {
            super::angle(window.pose().locals[joint].rotation, before.locals[joint].rotation)
        };
        assert!(turned(&window, left) < 1e-3 && turned(&window, right) > 60.0);
        assert!(window.harness.query_all_by_label(names[1]).next().is_some());
        window.picture(&format!("hands-{}", language.tag()));
    }
}

#[test]
fn body_poses_are_there_from_the_start_and_found_in_both_languages() {
    for (language, section, search, wave) in [
        (Language::English, "Poses", "Search poses", "Wave"),
        (Language::Japanese, "ポーズ集", "ポーズを検索", "手を振る"),
    ] {
        let mut window = Window::in_language(language);
        window.press(section);
        while window.studio().services.draws_thumbnails() {
            window.harness.run_steps(1);
        }
        window.picture(&format!("body-poses-{}", language.tag()));
        window.press(search);
        window.harness.event(eframe::egui::Event::Text(wave.to_owned()));
        window.settle();
        while window.studio().services.draws_thumbnails() {
            window.harness.run_steps(1);
        }
        window.picture(&format!("body-poses-found-{}", language.tag()));
        let rest = window.place("RightHand");
        window.press(wave);
        window.picture(&format!("everyday-put-on-{}", language.tag()));
        let hand = window.place("RightHand");
        assert!(
            hand.distance(kansetsu::glam::Vec3::new(-0.40, 1.60, 0.16)) < 0.02
                && hand.distance(rest) > 0.2,
            "{hand}"
        );
        window.run(Command::Undo);
        assert!(window.place("RightHand").distance(rest) < 1e-6);
    }
}

#[test]
fn own_poses_are_there_in_the_next_project_and_the_next_run_and_go_as_one_file() {
    use kansetsu_studio::document::recovery::Folder;
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = Window::open();
    keep_in(&mut window.studio_mut().services, Box::new(Folder::new(folder.path())));
    let from = window.pixel("LeftHand");
    window.drag_and_drop(from, from + vec2(0.0, -100.0));
    let raised = window.place("LeftHand");
    for _ in 0..2 {
        let context = window.harness.ctx.clone();
        apply(window.studio_mut(), vec![Action::Poses(Poses::Save("up".to_owned()))], &context);
        window.wait();
    }
    assert_eq!(
        window
            .studio()
            .services
            .own_poses()
            .iter()
            .map(|own| own.pose.name.as_str())
            .collect::<Vec<_>>(),
        ["up", "up 2"]
    );
    let context = window.harness.ctx.clone();
    apply(window.studio_mut(), vec![Action::Poses(Poses::Rename(1, "high".to_owned()))], &context);
    window.run(Command::NewDocument);
    assert_eq!(window.studio().services.own_poses().len(), 2, "they belong to no project");

    let mut next = Window::open();
    keep_in(&mut next.studio_mut().services, Box::new(Folder::new(folder.path())));
    assert_eq!(next.studio().services.own_poses()[1].pose.name, "high");
    next.press("Poses");
    next.press("up");
    assert!(next.place("LeftHand").distance(raised) < 1e-4);
    let context = next.harness.ctx.clone();
    apply(next.studio_mut(), vec![Action::Poses(Poses::Remove(0))], &context);
    next.run(Command::ExportPoses);
    let path = folder.path().join("mine.json");
    super::files::type_path(&mut next, &path);
    next.press("Save");
    super::files::wait_for(&mut next, &path);

    let mut other = Window::open();
    open_named(other.studio_mut(), &path.to_string_lossy());
    other.wait();
    let own = other.studio().services.own_poses();
    assert!(own.len() == 1 && own[0].pose.name == "high" && own[0].pose.thumbnail.is_some());
}

/// Numbers are beside their lines: below one of them is a frame later.
#[test]
fn a_click_on_a_number_of_the_ruler_goes_to_its_frame() {
    let mut window = Window::open();
    let sheet = window.harness.get_by_role_and_label(Role::Canvas, "Timeline").rect();
    let scale = window.studio().session.time_line.scale.expect("the time line is shown");
    let line = sheet.left_top() + vec2(132.0 + scale.x_of(10.0 / 30.0), 0.0);
    let nearest = |x: f32| (10.0 + 30.0 * x / (scale.x_of(1.0) - scale.x_of(0.0))).round();
    assert!(nearest(12.0) > 10.0, "a frame is narrower than its number");
    for (beside, frame) in [
        (vec2(1.0, 7.0), 10.0),
        (vec2(12.0, 7.0), 10.0),
        (vec2(12.0, 18.0), nearest(12.0)),
        (vec2(30.0, 7.0), nearest(30.0)),
    ] {
        window.click(line + beside);
        let found = window.studio().document.time() * window.studio().document.frame_rate();
        assert!((found - frame).abs() <= 0.01, "{beside}: {found}, not {frame}");
    }
}

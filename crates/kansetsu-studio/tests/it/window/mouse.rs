//! Buttons, fingers and keys in the viewport.

use eframe::egui::{
    Event, Key, Modifiers, PointerButton, Pos2, TouchDeviceId, TouchId, TouchPhase, vec2,
};
use egui_kittest::kittest::Queryable;
use kansetsu_studio::{
    app::Handle,
    command::{Command, Preset, is_on},
    viewport::{Axis, Camera, Part},
};

use crate::kit::Window;

/// Whether the camera orbited, and whether its target moved: zoom goes towards the pointer.
fn orbited(before: &Camera, after: &Camera) -> [bool; 2] {
    [before.yaw != after.yaw || before.pitch != after.pitch, before.target != after.target]
}

#[test]
fn keys_alone_nudge_a_joint_and_key_it() {
    let mut window = Window::open();
    window.choose(&["LeftHand"]);
    let start = window.pixel("LeftHand");
    for (key, way) in [
        (Key::ArrowLeft, vec2(-5.0, 0.0)),
        (Key::ArrowUp, vec2(0.0, -5.0)),
        (Key::ArrowDown, vec2(0.0, 5.0)),
        (Key::ArrowRight, vec2(5.0, 0.0)),
    ] {
        let from = window.pixel("LeftHand");
        for count in 1..=4 {
            window.key_with(Modifiers::SHIFT, key);
            let off = window.pixel("LeftHand").distance(from + way * count as f32);
            assert!(off < 2.0, "{key:?} {count} times: {off} px");
        }
    }
    assert!(window.pixel("LeftHand").distance(start) < 2.0);
    window.key_with(Modifiers::SHIFT, Key::ArrowDown);
    let nudged = window.hash();
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_ne!(window.hash(), nudged, "a nudge is one step");
    window.key_with(Modifiers::SHIFT, Key::ArrowDown);
    window.key(Key::K);
    let actor = window.studio().document.actor().expect("a figure").clone();
    assert!(actor.playing().is_some_and(|motion| !motion.key_times(None).is_empty()));
}

#[test]
fn each_preset_looks_around_with_its_own_buttons() {
    use PointerButton::{Middle, Primary, Secondary};
    let (none, shift, alt) = (Modifiers::NONE, Modifiers::SHIFT, Modifiers::ALT);
    let drags = [
        (Preset::Kansetsu, Primary, none, [true, false]),
        (Preset::Kansetsu, Secondary, none, [true, false]),
        (Preset::Kansetsu, Middle, none, [false, true]),
        (Preset::Blender, Middle, none, [true, false]),
        (Preset::Blender, Middle, shift, [false, true]),
        (Preset::Mmd, Secondary, none, [true, false]),
        (Preset::Mmd, Middle, none, [false, true]),
        (Preset::Maya, Primary, alt, [true, false]),
        (Preset::Maya, Middle, alt, [false, true]),
        (Preset::Maya, Secondary, alt, [false, true]),
        (Preset::Maya, Primary, none, [false, false]),
        (Preset::Maya, Middle, none, [false, false]),
    ];
    for (preset, button, modifiers, wanted) in drags {
        let mut window = Window::open();
        window.studio_mut().services.preferences.preset = preset;
        let (hash, before) = (window.hash(), window.studio().document.view.camera);
        let from = window.pixel("LeftFoot") + vec2(170.0, -60.0);
        window.drag_with((button, modifiers), from, from + vec2(80.0, 30.0));
        assert_eq!(
            orbited(&before, &window.studio().document.view.camera),
            wanted,
            "{preset:?} {button:?} {modifiers:?}"
        );
        assert_eq!(window.hash(), hash);
    }
}

#[test]
fn hints_name_the_keys_and_buttons_of_the_preset() {
    for (preset, orbit, pin) in [
        (Preset::Kansetsu, "Drag beside the figure", "press P:"),
        (Preset::Blender, "Drag with the middle button", "press P:"),
        (Preset::Mmd, "Drag beside the figure", "press Shift+P:"),
        (Preset::Maya, "Hold Alt", "press P:"),
    ] {
        let mut window = Window::open();
        window.studio_mut().services.preferences.preset = preset;
        window.settle();
        for text in [orbit, pin] {
            let found = window.harness.query_all_by_label_contains(text).next();
            assert!(found.is_some(), "{preset:?}: {text}");
        }
    }
}

#[test]
fn alt_in_the_maya_preset_moves_the_camera_over_joints_and_keys_choose_tools() {
    use PointerButton::{Primary, Secondary};
    let mut window = Window::open();
    window.studio_mut().services.preferences.preset = Preset::Maya;
    let hash = window.hash();
    let hand = window.pixel("LeftHand");
    let before = window.studio().document.view.camera;
    window.drag_with((Primary, Modifiers::ALT), hand, hand + vec2(60.0, 20.0));
    assert_eq!(orbited(&before, &window.studio().document.view.camera), [true, false]);
    let (from, before) = (window.pixel("LeftHand"), window.studio().document.view.camera);
    window.drag_with((Secondary, Modifiers::ALT), from, from + vec2(0.0, 60.0));
    let after = window.studio().document.view.camera;
    assert!(after.distance != before.distance, "Alt + right drag zooms");
    assert_eq!((window.hash(), window.studio().document.selection.joints.len()), (hash, 0));

    let hand = window.pixel("LeftHand");
    window.drag_with((Primary, Modifiers::NONE), hand, hand + vec2(-20.0, -30.0));
    assert_ne!(window.hash(), hash, "without Alt the joint is posed");
    for (key, command) in
        [(Key::W, Command::ToolMove), (Key::E, Command::ToolRotate), (Key::Q, Command::ToolReach)]
    {
        window.key(key);
        assert_eq!(is_on(&window.studio().document, command), Some(true), "{key:?}");
    }
}

#[test]
fn rings_turn_the_joint_and_arrows_move_along_their_axis() {
    let mut window = Window::open();
    window.run(Command::ToolRotate);
    window.run(Command::AxesWorld);
    window.choose(&["Head"]);
    window.run(Command::FrameSelection);
    let head = window.pixel("Head");
    // The ring about the line of sight is the outermost.
    let size = (0.1 * window.studio().context().camera_view().size.x)
        .min(0.16 * window.studio().context().camera_view().size.y)
        * 1.18;
    let (from, to) = (head + vec2(size, 0.0), head + vec2(0.7 * size, -0.7 * size));
    window.move_to(from);
    window.settle();
    window.picture("rotate-rings");
    let before = window.pose();
    window.drag_and_drop(from, to);
    let changed: Vec<usize> = (0..before.locals.len())
        .filter(|&joint| before.locals[joint] != window.pose().locals[joint])
        .collect();
    assert_eq!(changed, [window.joint("Head")]);

    // An arrow over a bone is an arrow.
    window.run(Command::ToolMove);
    window.choose(&["LeftFoot"]);
    window.run(Command::FrameAll);
    let (foot, place) = (window.pixel("LeftFoot"), window.place("LeftFoot"));
    let is_arrow = |window: &mut Window, at| {
        window.move_to(at);
        window.settle();
        window.studio().session.hover.handle == Some(Handle::Part(Part::Axis(Axis::Y)))
    };
    let places = (4..17).map(|step| foot + vec2(0.0, -5.0 * step as f32));
    let arrow =
        places.into_iter().find(|&at| is_arrow(&mut window, at)).expect("the arrow that points up");
    window.drag_and_drop(arrow, arrow + vec2(0.0, -40.0));
    let moved = window.place("LeftFoot") - place;
    assert!(moved.y > 0.05 && moved.x.abs() < 2e-3 && moved.z.abs() < 2e-3, "{moved}");
}

#[test]
fn the_move_tool_changes_the_length_of_one_bone() {
    let mut window = Window::open();
    window.run(Command::ToolMove);
    let from = window.pixel("LeftHand");
    let before = window.pose();
    window.drag_and_drop(from, from + vec2(30.0, -10.0));
    let hand = window.joint("LeftHand");
    let after = window.pose();
    assert!(after.locals[hand].translation.distance(before.locals[hand].translation) > 0.02);
    assert!(
        (0..before.locals.len())
            .all(|joint| joint == hand || before.locals[joint] == after.locals[joint])
    );
    assert!(window.pixel("LeftHand").distance(from + vec2(30.0, -10.0)) < 1.0);
}

#[test]
fn a_finger_takes_a_joint_from_farther_away_and_two_zoom() {
    let mut window = Window::open();
    let touch = |id: u64, phase: TouchPhase, at: eframe::egui::Pos2| Event::Touch {
        device_id: TouchDeviceId(1),
        id: TouchId(id),
        phase,
        pos: at,
        force: None,
    };
    let from = window.pixel("LeftHand") + vec2(6.0, -20.0);
    window.harness.event(touch(1, TouchPhase::Start, from));
    window.move_to(from);
    window.button(from, true);
    for step in 1..=5 {
        let at = from + vec2(-8.0, -12.0) * step as f32;
        window.harness.event(touch(1, TouchPhase::Move, at));
        window.move_to(at);
    }
    assert!(window.studio().session.drag.is_some(), "20 points beside the hand");
    // A second finger takes the drag back.
    let other = from + vec2(120.0, 90.0);
    let hash = window.hash();
    let distance = window.studio().document.view.camera.distance;
    window.harness.event(touch(2, TouchPhase::Start, other));
    window.harness.run_steps(1);
    for step in 1..=5 {
        window.harness.event(touch(2, TouchPhase::Move, other + vec2(20.0, 15.0) * step as f32));
        window.harness.run_steps(1);
    }
    assert!(
        window.studio().session.drag.is_none()
            && window.hash() != hash
            && window.studio().document.undo_count() == 0
    );
    assert!(window.studio().document.view.camera.distance < distance, "fingers that part zoom in");
}

/// A trackpad's tap, or a slow computer's click.
#[test]
fn a_tap_within_one_picture_chooses() {
    let mut window = Window::open();
    let at = window.pixel("LeftFoot");
    window.move_to(at);
    let event = |pressed: bool| Event::PointerButton {
        pos: at,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    window.harness.input_mut().events.extend([event(true), event(false)]);
    window.settle();
    assert_eq!(window.studio().document.selection.active_joint(), Some(window.joint("LeftFoot")));
    assert!(window.studio().session.drag.is_none());
}

#[test]
fn a_drag_takes_what_was_pressed_however_far_the_pointer_goes_in_one_picture() {
    let mut window = Window::open();
    let from = window.pixel("LeftHand");
    let to = from + vec2(-60.0, -80.0);
    let camera = window.studio().document.view.camera;
    window.move_to(from + vec2(200.0, 0.0));
    let event = |pos: Pos2, pressed: bool| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    window.harness.input_mut().events.extend([
        Event::PointerMoved(from),
        event(from, true),
        Event::PointerMoved(to),
    ]);
    window.settle();
    assert!(
        window
            .studio()
            .session
            .drag
            .as_ref()
            .is_some_and(|session| session.joint == window.joint("LeftHand"))
    );
    assert_eq!(window.studio().document.view.camera, camera);
    assert!(window.pixel("LeftHand").distance(to) < 2.0);
    window.drop_at(to);
    assert_eq!(window.studio().document.undo_count(), 1);
}

#[test]
fn during_a_drag_looking_is_allowed_and_the_rest_is_refused() {
    let mut window = Window::open();
    let from = window.pixel("LeftHand");
    let to = from + vec2(-40.0, -70.0);
    window.drag(from, to);
    window.settle();
    let hash = window.hash();
    window.run(Command::ToggleGrid);
    assert!(
        !window.studio().document.view.grid && window.studio().services.banners.shown.is_empty()
    );
    for command in
        [Command::ResetAll, Command::ViewFront, Command::ToolMove, Command::Key, Command::Redo]
    {
        window.run(command);
        assert!(window.studio().session.drag.is_some(), "{command:?}: the drag goes on");
        assert_eq!(window.hash(), hash, "{command:?}");
    }
    assert!(
        window
            .studio()
            .services
            .banners
            .shown
            .iter()
            .any(|banner| banner.text.to_string() == "Finish the drag first.")
    );
    // What says how drags work holds at once.
    window.key(Key::M);
    let [left, right] = ["LeftHand", "RightHand"].map(|name| window.place(name));
    assert!(
        (left.x + right.x).abs() < 1e-4 && (left.y - right.y).abs() < 1e-4,
        "the other hand does the same"
    );
    window.key(Key::B);
    assert!(
        window.studio().session.drag.as_ref().is_some_and(|session| session.settings.levels == 0)
    );
    window.run(Command::Undo);
    assert!(window.studio().session.drag.is_none());
    assert_eq!(window.studio().document.undo_count(), 0);
    window.drop_at(to);
    assert_eq!(window.studio().document.undo_count(), 0);
}

#[test]
fn a_field_that_is_typed_in_does_not_stop_the_next_command() {
    let mut window = Window::open();
    window.choose(&["LeftUpperArm"]);
    let field = window.harness.get_by_label("Twist Z");
    field.click();
    window.settle();
    window.harness.event(Event::Text("20".to_owned()));
    window.settle();
    window.press("◆ Key");
    assert!(
        window.studio().services.banners.shown.is_empty(),
        "{:?}",
        window.studio().services.banners.shown
    );
    let actor = window.studio().document.actor().expect("a figure").clone();
    assert!(
        actor.playing().is_some_and(|motion| motion.has_key(window.joint("LeftUpperArm"), 0.0))
    );
}

#[test]
fn a_right_click_opens_what_can_be_done_with_the_joint() {
    let mut window = Window::open();
    let at = window.pixel("LeftFoot");
    window.move_to(at);
    for pressed in [true, false] {
        let event = Event::PointerButton {
            pos: at,
            button: PointerButton::Secondary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        window.harness.event(event);
        window.harness.run_steps(1);
    }
    window.settle();
    window.picture("context-menu");
    assert!(window.harness.query_all_by_label_contains("Pin position").next().is_some());
    assert_eq!(window.studio().document.selection.active_joint(), Some(window.joint("LeftFoot")));
}

/// A button that is let go while the figure is still on its way.
#[test]
fn a_drag_that_ends_early_comes_as_far_as_one_that_waits() {
    let mut glided = 0;
    for (joint, by) in [
        ("Hips", vec2(30.0, 90.0)),
        ("Hips", vec2(-60.0, 40.0)),
        ("Head", vec2(80.0, 60.0)),
        ("LeftFoot", vec2(60.0, -120.0)),
        ("RightHand", vec2(-20.0, 160.0)),
        ("Spine", vec2(40.0, 50.0)),
    ] {
        let dragged = |waits: bool| {
            let mut window = Window::open();
            window.studio_mut().document.settings.whole_body = true;
            let from = window.pixel(joint);
            window.move_to(from);
            window.button(from, true);
            // A quick hand: all the way between two frames.
            window.harness.event(Event::PointerMoved(from + by));
            window.harness.run_steps(1);
            let glides =
                window.studio().session.drag.as_ref().is_some_and(|session| session.glides());
            if waits {
                window.settle();
            }
            window.button(from + by, false);
            assert!(!window.studio().session.is_dragging());
            (window.pose(), glides)
        };
        let [(early, glides), (late, _)] = [false, true].map(dragged);
        glided += usize::from(glides);
        assert_eq!(early, late, "{joint} by {by}");
    }
    assert!(glided > 0, "some were on their way");
}

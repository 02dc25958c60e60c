//! Handles beside joints: those of limits, poles and elbows; and what stopped a drag.

use eframe::egui::{Key, Modifiers, Pos2, vec2};
use egui_kittest::kittest::Queryable;
use kansetsu::{
    d3::{
        Limit,
        limit::{Cone, EulerBox, EulerOrder, Hinge, ReachCone, SwingTwist},
    },
    glam::{Vec2, Vec3},
};
use kansetsu_studio::{
    app::{
        Handle, Studio, Touch, handle_at, shown_manipulator,
        touchable::{Placed, place_all},
    },
    command::Command,
    posing::{Subject, limits::HandleId},
    text::Language,
    viewport::{Axis, PICK_RADIUS, Part},
};

use crate::{
    kit::{Window, limit_of, poles_of},
    posing::random::Random,
};

fn limit(window: &Window, name: &str) -> Limit {
    window.studio().document.actor().expect("a figure").constraints.limits[window.joint(name)]
        .clone()
        .expect("a limit")
}

fn set_limit(window: &mut Window, name: &str, limit: Limit) {
    let joint = window.joint(name);
    window.studio_mut().editor().change_limit(joint, Some(limit));
    window.settle();
}

fn hinge_max(window: &Window) -> f32 {
    let Limit::Hinge(hinge) = limit(window, "LeftLowerArm") else { panic!("an elbow is a hinge") };
    hinge.max
}

#[test]
fn a_limit_is_changed_by_dragging_its_handle_and_the_field_agrees() {
    let mut window = Window::open();
    window.choose(&["LeftLowerArm"]);
    window.press("Limit");
    window.press("Always show limits");
    let (before, hash) = (hinge_max(&window), window.hash());
    let from = window.limit_handle(HandleId::HingeMax);
    window.drag(from, from + vec2(0.0, 40.0));
    window.picture("limit-drag-en");
    window.drop_at(from + vec2(0.0, 40.0));
    let after = hinge_max(&window);
    assert!((after - before).abs() > 0.1, "{before} {after}");
    assert_eq!(window.studio().document.undo_count(), 1);
    let field = window.harness.get_by_label("Bend max").value().expect("a field has a value");
    let shown: f32 = field.trim_end_matches('°').parse().expect("degrees");
    assert!((shown - after.to_degrees()).abs() < 0.06, "{shown} {}", after.to_degrees());
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.hash(), hash);
}

#[test]
fn a_polygon_is_chosen_and_its_corners_are_typed_added_and_removed() {
    let mut window = Window::open();
    window.choose(&["LeftUpperArm"]);
    window.press("Limit");
    window.press("Limit type");
    window.press("Polygon");
    let polygon = |window: &Window| match limit(window, "LeftUpperArm") {
        Limit::ReachCone(polygon) => polygon,
        other => panic!("not a polygon: {other:?}"),
    };
    let first = polygon(&window);
    window.press("Corner 3: Angle from axis");
    window.harness.get_by_label("Corner 3: Angle from axis").type_text("45");
    window.key(Key::Enter);
    window.picture("polygon-fields");
    let typed = polygon(&window);
    let away = |vertex: Vec3| typed.visible.angle_between(vertex).to_degrees();
    assert!(
        (away(typed.vertices[2]) - 45.0).abs() < 0.01
            && (away(typed.vertices[1]) - 60.0).abs() < 0.01
    );
    window.press("Corner 3: Add corner");
    assert_eq!(polygon(&window).vertices.len(), first.vertices.len() + 1);
    window.press("Corner 4: Delete corner");
    assert_eq!(polygon(&window), typed);
    // Corners in sequence around the middle; one that is put on the other side is refused,
    // and nothing changes.
    let hash = window.hash();
    window.press("Corner 3: Direction");
    window.harness.get_by_label("Corner 3: Direction").type_text("270");
    window.key(Key::Enter);
    assert_eq!(window.hash(), hash);
    assert!(
        window
            .studio()
            .services
            .banners
            .shown
            .iter()
            .any(|banner| banner.text.to_string().contains("reach cone"))
    );
}

#[test]
fn escape_gives_the_limit_back() {
    let mut window = Window::open();
    window.choose(&["LeftLowerArm"]);
    window.run(Command::ToggleLimitsShown);
    let hash = window.hash();
    let from = window.limit_handle(HandleId::HingeMax);
    window.drag(from, from + vec2(10.0, 50.0));
    assert_ne!(window.hash(), hash);
    window.key(Key::Escape);
    assert_eq!(window.hash(), hash);
    window.drop_at(from);
    assert_eq!((window.hash(), window.studio().document.undo_count()), (hash, 0));
    assert_eq!(
        window.studio().document.selection.active_joint(),
        Some(window.joint("LeftLowerArm")),
        "the joint stays chosen"
    );
}

/// A limit of every kind that has one.
fn kinds() -> [Limit; 5] {
    let corners = (0..5).map(|index| {
        let (sin, cos) = (index as f32 * 1.25).sin_cos();
        Vec3::new(1.0, 0.6 * cos, 0.6 * sin)
    });
    [
        Limit::Hinge(Hinge::new(Vec3::Z, -0.6, 1.2)),
        Limit::Cone(Cone::around(Vec3::X, 0.8)),
        Limit::SwingTwist(SwingTwist::elliptic(Vec3::X, Vec3::Y, [0.7, 1.1]).with_twist(-0.9, 0.9)),
        Limit::EulerBox(EulerBox::new(EulerOrder::Yxz, Vec3::splat(-0.7), Vec3::splat(0.9))),
        Limit::ReachCone(ReachCone::new(Vec3::X, corners.collect()).with_twist(-0.8, 0.8)),
    ]
}

#[test]
fn every_kind_of_limit_has_handles_that_change_it_and_nothing_else() {
    for (number, kind) in kinds().into_iter().enumerate() {
        let mut window = Window::open();
        set_limit(&mut window, "LeftUpperArm", kind.clone());
        window.choose(&["LeftUpperArm"]);
        window.run(Command::ToggleLimitsShown);
        // Near enough for the handles to lie apart.
        window.run(Command::FrameSelection);
        window.picture(&format!("limit-kind-{number}"));
        let hash = window.hash();
        let steps = window.studio().document.undo_count();
        let placed = place_all(
            window.studio().document.content(),
            &window.studio().context().camera_view(),
            None,
        );
        let handles = limit_of(window.studio(), &placed)
            .expect("it is shown")
            .handles(&window.studio().context().camera_view());
        let mut changed = 0;
        for handle in &handles {
            let from = window.limit_handle(handle.id);
            window.move_to(from);
            window.settle();
            if window.studio().session.hover.handle != Some(Handle::Limit(handle.id)) {
                // It lies behind another one.
                continue;
            }
            for way in [vec2(0.0, 30.0), vec2(0.0, -30.0), vec2(30.0, 0.0), vec2(-30.0, 0.0)] {
                window.drag_and_drop(from, from + way);
                let now = limit(&window, "LeftUpperArm");
                assert!(now.check().is_ok());
                if now != kind {
                    changed += 1;
                    assert_eq!(window.studio().document.undo_count(), steps + 1, "{:?}", handle.id);
                    let actor = window.studio().document.actor().expect("a figure").clone();
                    assert_eq!(
                        actor.outside(window.joint("LeftUpperArm")),
                        0.0,
                        "{:?}: the figure comes along",
                        handle.id
                    );
                    window.run(Command::Undo);
                }
                assert_eq!(window.hash(), hash, "{:?}", handle.id);
            }
        }
        assert!(
            changed >= 2 * handles.len(),
            "{kind:?}: {changed} changes by {} handles",
            handles.len()
        );
    }
}

#[test]
fn the_figure_comes_along_or_it_is_said_that_it_does_not() {
    let mut window = Window::open();
    let joint = window.joint("LeftLowerArm");
    let Limit::Hinge(hinge) = limit(&window, "LeftLowerArm") else { panic!("an elbow is a hinge") };
    let bent = kansetsu::glam::Quat::from_axis_angle(hinge.axis, 1.8);
    window
        .studio_mut()
        .editor()
        .edit("bend", move |actor| actor.pose.locals[joint].rotation *= bent);
    window.choose(&["LeftLowerArm"]);
    let bent = window.pose();
    set_limit(&mut window, "LeftLowerArm", Limit::Hinge(Hinge { max: 1.0, ..hinge }));
    let actor = window.studio().document.actor().expect("a figure").clone();
    assert!(actor.outside(joint) == 0.0 && super::apart(&actor.pose, &bent) > 30.0);
    assert!(window.studio().services.banners.shown.is_empty());
    // A limit does not change a motion, so there is a warning.
    window.run(Command::Undo);
    window.run(Command::KeyAll);
    set_limit(&mut window, "LeftLowerArm", Limit::Hinge(Hinge { max: 1.0, ..hinge }));
    assert_eq!(window.pose(), bent);
    let told = window.studio().services.banners.shown[0].text.get(Language::English).to_owned();
    assert!(told.contains("LeftLowerArm") && told.contains("45.8"), "{told}");
}

#[test]
fn a_pole_swings_its_limb_and_the_hand_stays() {
    for chosen in ["LeftHand", "LeftLowerArm"] {
        let mut window = Window::open();
        // A bent arm has somewhere to point.
        let hand = window.pixel("LeftHand");
        window.drag_and_drop(hand, hand + vec2(-90.0, 10.0));
        window.choose(&[chosen]);
        window.run(Command::ToggleLimitsShown);
        let (elbow, shoulder, hand) =
            (window.place("LeftLowerArm"), window.place("LeftUpperArm"), window.place("LeftHand"));
        let hash = window.hash();
        let pole = poles_of(window.studio())[0];
        let from = window.studio().context().pixel_of(pole.place).expect("the pole is in view");
        window.move_to(from);
        window.settle();
        assert_eq!(window.studio().session.hover.handle, Some(Handle::Pole(pole.limb)), "{chosen}");
        let to = window.studio().context().pixel_of(elbow).expect("in view") + vec2(-30.0, -140.0);
        window.drag(from, to);
        window.picture(&format!("pole-{chosen}"));
        window.drop_at(to);
        assert!(window.place("LeftLowerArm").distance(elbow) > 0.02, "the elbow swings");
        assert!(
            window.place("LeftHand").distance(hand) < 1e-5
                && window.place("LeftUpperArm").distance(shoulder) < 1e-5
        );
        assert_eq!(window.studio().document.undo_count(), 2);
        assert_eq!(window.studio().document.selection.active_joint(), Some(window.joint(chosen)));
        window.run(Command::Undo);
        assert_eq!(window.hash(), hash);
    }
}

#[test]
fn an_elbow_goes_round_its_circle_and_stops_where_that_is_grey() {
    let mut window = Window::open();
    let hand = window.pixel("LeftHand");
    window.drag_and_drop(hand, hand + vec2(-110.0, 20.0));
    let (hand, elbow) = (window.place("LeftHand"), window.pixel("LeftLowerArm"));
    window.move_to(elbow);
    window.settle();
    window.picture("elbow-hover");
    let distance = window.place("LeftLowerArm").distance(hand);
    let mut limited = false;
    let middle = window.pixel("LeftUpperArm")
        + 0.5 * (window.pixel("LeftHand") - window.pixel("LeftUpperArm"));
    let first = (elbow - middle).angle();
    window.drag(elbow, elbow);
    for step in 0..24 {
        // Round the middle of the circle.
        window.move_to(middle + eframe::egui::Vec2::angled(first + step as f32 * 0.25) * 90.0);
        assert!(window.place("LeftHand").distance(hand) < 1e-5);
        assert!((window.place("LeftLowerArm").distance(hand) - distance).abs() < 1e-5);
        let actor = window.studio().document.actor().expect("a figure").clone();
        assert_eq!(actor.outside(window.joint("LeftUpperArm")), 0.0);
        let posed = window.studio().session.posed().expect("a drag").clone();
        limited |= posed.distance > 0.01;
        assert_eq!(
            posed.distance > 1e-4,
            !posed.active_limits.is_empty(),
            "what stops it is named"
        );
    }
    window.picture("elbow-circle");
    assert!(limited, "a shoulder does not turn all the way round");
    window.key(Key::Escape);
}

#[test]
fn what_stopped_a_drag_is_shown_before_it_is_relaxed() {
    let mut window = Window::open();
    let from = window.pixel("LeftHand");
    let to = from + vec2(60.0, -150.0);
    window.drag_and_drop(from, to);
    let hash = window.hash();
    window.picture("why");
    let relax: Pos2 = window
        .harness
        .get_all_by_label("Loosen")
        .next()
        .expect("something can be relaxed")
        .rect()
        .center();
    window.move_to(relax);
    window.settle();
    let shown = window.studio().session.relaxed.clone().expect("it is shown what would happen");
    assert_eq!(window.hash(), hash, "looking changes nothing");
    assert!(super::apart(&shown.pose, &window.pose()) > 1.0);
    window.picture("relax-preview");
    window.click(relax);
    assert!(super::apart(&window.pose(), &shown.pose) < 1e-3, "what was shown is what is done");
    assert!(window.studio().session.relaxed.is_none());
    window.run(Command::Undo);
    assert_eq!(window.hash(), hash);
}

#[test]
fn every_solver_that_is_offered_drags_a_hand_inside_its_limits() {
    let solvers = [
        Command::SolverTwoBone,
        Command::SolverCcd,
        Command::SolverFabrik,
        Command::SolverDls,
        Command::SolverFabrikTree,
        Command::SolverWholeBody,
        Command::SolverAuto,
    ];
    for solver in solvers {
        let mut window = Window::open();
        window.run(solver);
        let from = window.pixel("LeftHand");
        let to = from + vec2(-60.0, -60.0);
        window.drag_and_drop(from, to);
        assert!(window.pixel("LeftHand").distance(to) < 3.0, "{solver:?}");
        // Two bones are no spine: the automatic solver steps in.
        let head = window.pixel("Head");
        window.drag_and_drop(head, head + vec2(12.0, 6.0));
        assert!(
            window.studio().services.banners.shown.is_empty(),
            "{solver:?}: {:?}",
            window.studio().services.banners.shown
        );
        let actor = window.studio().document.actor().expect("a figure").clone();
        assert!((0..actor.joint_count()).all(|joint| actor.outside(joint) == 0.0), "{solver:?}");
    }
    let window = Window::open();
    for command in [Command::SolverAim, Command::SolverAimChain] {
        let reason = kansetsu_studio::command::refusal(&window.studio().document, command)
            .expect("it is not offered");
        assert!(reason.get(Language::English).contains("look"));
    }
}

#[test]
fn the_published_editors_drags_are_there() {
    let mut window = Window::open();
    window.run(Command::ToggleClassic);
    let from = window.pixel("LeftHand");
    let to = from + vec2(-50.0, -70.0);
    window.drag_and_drop(from, to);
    assert!(window.pixel("LeftHand").distance(to) < 4.0);
    window.run(Command::ToolMove);
    let lengths =
        |window: &Window| window.pose().locals[window.joint("LeftHand")].translation.length();
    let before = lengths(&window);
    let from = window.pixel("LeftHand");
    window.drag_and_drop(from, from + vec2(40.0, 0.0));
    let moved = window.pose().locals[window.joint("LeftLowerArm")].translation;
    assert!(lengths(&window) == before && moved.is_finite());
}

#[test]
fn a_wrist_turns_and_the_body_gives_way_when_all_of_it_may() {
    let mut window = Window::open();
    window.run(Command::ToolRotate);
    window.run(Command::ToggleWholeBody);
    let place = window.place("LeftHand");
    let from = window.pixel("LeftHand");
    window.drag_and_drop(from, from + vec2(40.0, 25.0));
    assert!(window.place("LeftHand").distance(place) < 1e-3, "the hand stays at its place");
    assert_eq!(window.studio().document.undo_count(), 1);
}

/// How much of the arrows at a joint can be grabbed, and how many handles of its limit stand apart
/// from arrows: of how many, how many.
#[derive(Default)]
struct Apart {
    arrows: [usize; 2],
    handles: [usize; 2],
}

impl Apart {
    fn count(&mut self, studio: &Studio, placed: &[Placed]) {
        let view = studio.context().camera_view();
        let manipulator =
            shown_manipulator(&studio.document, &view, placed).expect("it is in view");
        let pixel = |place: Vec3| view.project(place).expect("it is in view").pixel;
        let arrows =
            Axis::ALL.into_iter().filter(|&axis| manipulator.is_graspable(&view, Part::Axis(axis)));
        let along = |axis| {
            (3..=10).map(move |tenth| {
                manipulator.origin
                    + manipulator.axis(axis) * (0.1 * tenth as f32 * manipulator.size)
            })
        };
        let places: Vec<Vec2> = arrows.flat_map(along).map(pixel).collect();
        let is_arrow = |&&place: &&Vec2| {
            matches!(
                handle_at(
                    &studio.document,
                    &studio.session,
                    &view,
                    placed,
                    Touch { at: place, radius: PICK_RADIUS, joint: None }
                ),
                Some(Handle::Part(_))
            )
        };
        self.arrows[0] += places.len();
        self.arrows[1] += places.iter().filter(is_arrow).count();
        let shown = limit_of(studio, placed).expect("it has a limit");
        let handles: Vec<Vec2> =
            shown.handles(&view).iter().map(|handle| pixel(shown.place(handle))).collect();
        let is_apart = |handle: &&Vec2| places.iter().all(|place| place.distance(**handle) > 12.0);
        self.handles[0] += handles.len();
        self.handles[1] += handles.iter().filter(is_apart).count();
    }
}

#[test]
fn arrows_and_the_handles_of_a_limit_do_not_lie_in_each_others_way() {
    let mut window = Window::open();
    window.run(Command::ToggleLimitsShown);
    window.run(Command::ToolMove);
    let mut random = Random(3);
    let mut apart = Apart::default();
    for name in [
        "LeftHand",
        "LeftLowerArm",
        "LeftUpperArm",
        "Head",
        "Spine",
        "RightUpperLeg",
        "RightLowerLeg",
        "RightFoot",
    ] {
        window.choose(&[name]);
        for _ in 0..20 {
            let subject = Subject::from(&**window.studio().document.actor().expect("a figure"));
            window.studio_mut().document.view.camera.yaw = 6.0 * random.unit();
            let mut placed = place_all(
                window.studio().document.content(),
                &window.studio().context().camera_view(),
                None,
            );
            placed[0].world_from_joint = subject.skeleton().forward(&random.pose(&subject, 0.8));
            apart.count(window.studio(), &placed);
        }
    }
    let part = |[all, of_them]: [usize; 2]| of_them as f32 / all as f32;
    assert!(part(apart.arrows) > 0.95, "{} of the arrows can be grabbed", part(apart.arrows));
    assert!(part(apart.handles) > 0.85, "{} of the handles stand apart", part(apart.handles));
}

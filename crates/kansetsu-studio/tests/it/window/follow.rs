//! Drags of trunk and hands in four directions: how far each is from the pointer, and whether a
//! session of the library reaches that place.

use std::fmt::Write as _;

use eframe::egui::{Key, Modifiers, Pos2, Vec2, vec2};
use kansetsu::{
    Budget, IkSession, Options, Target,
    d3::{Outcome, Pose},
    glam::Vec3,
    session::{Balance, Posture},
};
use kansetsu_formats::Role;

use kansetsu_studio::text::Language;

use super::formats::{in_corpus, opened};
use crate::kit::Window;

/// The joints of the table, and how many joints above each follow in a session: all for the trunk,
/// those of the limb otherwise. A neck bends the trunk above the hips.
const JOINTS: [(Role, Option<u32>); 10] = [
    (Role::Head, None),
    (Role::Neck, Some(ABOVE_HIPS)),
    (Role::UpperChest, None),
    (Role::Chest, None),
    (Role::Spine, None),
    (Role::Hips, None),
    (Role::LeftHand, Some(2)),
    (Role::RightHand, Some(2)),
    (Role::LeftFoot, Some(2)),
    (Role::RightFoot, Some(2)),
];

/// Stands for as many joints as there are down to the hips, without them.
const ABOVE_HIPS: u32 = u32::MAX;

/// Up, down, left and right, points.
const WAYS: [Vec2; 4] = [vec2(0.0, -60.0), vec2(0.0, 60.0), vec2(-60.0, 0.0), vec2(60.0, 0.0)];

/// Drags that are known to stop early. The knees of this character may hyperextend by 3°, and a leg
/// that is pushed together does not come out of that.
const KNOWN: [(&str, Role, Vec2); 2] =
    [(VRM, Role::Hips, WAYS[1]), (VRM, Role::RightFoot, WAYS[0])];
const VRM: &str = "vrm/unity_example_vrm1.vrm";

/// How far a joint may be from the pointer, points.
const NEAR: f32 = 2.0;

/// One drag of the table.
struct Row {
    role: Role,
    way: Vec2,
    /// Points from the joint to the pointer.
    off: f32,
    /// Whether a session reaches the place.
    is_reachable: bool,
    /// Whether the surface of the body or the floor is in the way.
    is_stopped: bool,
    /// How the drag ended, with the joints at a limit.
    how: String,
}

/// Whether a session of the library brings the joint to where `to` is seen, from this pose.
fn session_reaches(window: &Window, joint: usize, levels: Option<u32>, to: Pos2) -> bool {
    let studio = window.studio();
    let actor = studio.document.actor().expect("a figure");
    let rig = &actor.figure.rig;
    let view = studio.context().camera_view();
    let into_model = actor.placement.inverse();
    let start =
        actor.placement.transform_point3(rig.skeleton.forward(&actor.pose)[joint].translation);
    let depth = view.project(start).expect("in view").depth;
    let corner = window.viewport().min;
    let place = view.at_depth(kansetsu::glam::Vec2::new(to.x - corner.x, to.y - corner.y), depth);
    let target = Target::position(into_model.transform_point3(place));
    let hips = rig.roles.get(&Role::Hips);
    let above_hips =
        rig.skeleton.ancestors(joint).skip(1).take_while(|above| Some(above) != hips).count();
    let levels = if levels == Some(ABOVE_HIPS) { Some(above_hips as u32) } else { levels };
    let options = Options {
        chain_length: levels,
        posture: Posture::Given,
        balance: Balance::Off,
        ..Options::default()
    };
    let mut session = IkSession::new(rig, options);
    session.set_target(rig.skeleton.id(joint), target);
    let mut pose: Pose = actor.pose.clone();
    let report = session.solve(&mut pose, Budget::steps(1000)).expect("a target");
    report.outcome == Outcome::Reached
}

fn row(window: &mut Window, (role, levels): (Role, Option<u32>), way: Vec2) -> Option<Row> {
    let actor = window.studio().document.actor().expect("a figure").clone();
    let joint = *actor.figure.rig.roles.get(&role)?;
    let name = actor.joint_name(joint);
    // No gizmo lies over a joint.
    window.studio_mut().document.set_selection(0, Vec::new());
    window.settle();
    let from = window.pixel(&name);
    let to = from + way;
    let is_reachable = session_reaches(window, joint, levels, to);
    window.drag(from, to);
    let drag = window.studio().session.drag.as_ref().expect("a joint was grabbed");
    assert_eq!(actor.joint_name(drag.joint), name, "another joint was grabbed");
    window.settle();
    let drag = window.studio().session.drag.as_ref().expect("it goes on");
    let posed = drag.posed.as_ref().expect("a pose");
    let limits = posed.active_limits.iter();
    let limits: Vec<_> = limits.map(|limit| (actor.joint_name(limit.joint), limit.bound)).collect();
    let how = format!("{:?} {limits:?}", posed.outcome);
    let target = posed.target;
    // A contact moves the target.
    let wanted = window.studio().context().pixel_of(target);
    let is_stopped = wanted.is_none_or(|wanted| wanted.distance(to) > 0.5);
    let off = window.pixel(&name).distance(to);
    window.key(Key::Escape);
    window.drop_at(to);
    Some(Row { role, way, off, is_reachable, is_stopped, how })
}

fn table(window: &mut Window) -> Vec<Row> {
    JOINTS
        .into_iter()
        .flat_map(|joint| WAYS.map(|way| (joint, way)))
        .filter_map(|(joint, way)| row(window, joint, way))
        .collect()
}

fn check(window: &mut Window, name: &str) {
    let rows = table(window);
    let mut text = String::new();
    for row in &rows {
        let Row { role, way, off, is_reachable, is_stopped, how } = row;
        let kind = if *is_stopped {
            "stopped"
        } else if *is_reachable {
            "reachable"
        } else {
            "out of reach"
        };
        let _ =
            writeln!(text, "{name:12} {:16} {way:?} {off:6.1} px  {kind:12}  {how}", role.name());
    }
    let reachable = rows.iter().filter(|row| row.is_reachable && !row.is_stopped);
    let is_known = |row: &&Row| KNOWN.contains(&(name, row.role, row.way));
    let missed: Vec<&Row> =
        reachable.clone().filter(|row| row.off > NEAR && !is_known(row)).collect();
    assert!(reachable.count() >= 12, "{text}");
    assert!(missed.is_empty(), "{} drags missed\n{text}", missed.len());
}

#[test]
fn joints_follow_the_pointer_wherever_a_session_reaches() {
    check(&mut Window::open(), "mannequin");
}

#[test]
fn joints_of_a_real_character_follow_the_pointer_wherever_a_session_reaches() {
    let Some(file) = in_corpus(VRM) else { return };
    check(&mut opened(Language::English, vec![file]), VRM);
}

/// What a drag of the hips by `down` points does.
struct Squat {
    /// Points from the hips to the pointer.
    off: f32,
    /// How far the hips come down, metres.
    low: f32,
    /// How high the left heel rises, metres.
    heel: f32,
    /// How far the left toes go, metres.
    toes: f32,
    /// How far the trunk leans forward, degrees.
    lean: f32,
}

fn squat(window: &mut Window, down: f32) -> Squat {
    let names = ["Hips", "LeftFoot", "LeftToes", "Neck"];
    let before: Vec<Vec3> = names.iter().map(|name| window.place(name)).collect();
    let hips = window.pixel("Hips");
    let to = hips + vec2(0.0, down);
    window.drag_and_drop(hips, to);
    let now: Vec<Vec3> = names.iter().map(|name| window.place(name)).collect();
    let lean = |places: &[Vec3]| (places[3] - places[0]).z.atan2((places[3] - places[0]).y);
    Squat {
        off: window.pixel("Hips").distance(to),
        low: before[0].y - now[0].y,
        heel: now[1].y - before[1].y,
        toes: now[2].distance(before[2]),
        lean: (lean(&now) - lean(&before)).to_degrees(),
    }
}

#[test]
fn feet_that_are_pinned_as_the_hint_says_let_the_hips_go_down() {
    let mut window = Window::open();
    for foot in ["LeftFoot", "RightFoot"] {
        let at = window.pixel(foot);
        window.click(at);
        window.key(Key::P);
    }
    let hash = window.hash();
    let mut squats = Vec::new();
    // 0.5 m are as low as the knees let the hips come straight above the toes.
    for down in [5.0, 30.0, 60.0, 90.0, 120.0, 150.0] {
        squats.push(squat(&mut window, down));
        window.picture(&format!("squat-pinned-{down}"));
        window.key_with(Modifiers::COMMAND, Key::Z);
        assert_eq!(window.hash(), hash);
    }
    for Squat { off, low, heel, toes, lean } in &squats {
        assert!(*toes < 1e-4, "{low} m down: toes are {toes} m off");
        assert!(*heel > -1e-3, "{low} m down: the heel stays or rises: {heel} m");
        assert!(lean.abs() < 45.0, "{low} m down: the trunk leans by {lean} degrees");
        assert!(*off < NEAR || *low > 0.5, "{low} m down: the pointer is {off} points away");
    }
    let [shallow, deep] = [&squats[1], &squats[4]];
    assert!(shallow.heel < 1e-3, "the heel rises by {} m though it need not", shallow.heel);
    assert!(deep.low > 0.47, "the hips stop at {} m", deep.low);
    assert!(deep.heel > 0.03, "the heel rises by {} m", deep.heel);
}

/// Drags of the middles of straight limbs of the mannequin as it opens: the joint, and the way of
/// the pointer.
const MIDDLES: [(&str, Vec2); 8] = [
    ("LeftLowerLeg", vec2(0.0, -60.0)),
    ("RightLowerLeg", vec2(0.0, -60.0)),
    ("LeftLowerLeg", vec2(30.0, -30.0)),
    ("RightLowerLeg", vec2(-30.0, -10.0)),
    ("LeftLowerArm", vec2(-60.0, 0.0)),
    ("RightLowerArm", vec2(60.0, 0.0)),
    ("LeftLowerArm", vec2(0.0, 50.0)),
    ("RightLowerArm", vec2(10.0, -40.0)),
];

#[test]
fn knees_and_elbows_of_straight_limbs_follow_along_the_limb_too() {
    let mut window = Window::open();
    let (mut text, mut is_near) = (String::new(), true);
    for (name, way) in MIDDLES {
        window.studio_mut().document.set_selection(0, Vec::new());
        window.settle();
        let from = window.pixel(name);
        window.drag(from, from + way);
        window.drop_at(from + way);
        let off = window.pixel(name).distance(from + way);
        window.picture(&format!("middle-{name}-{}-{}", way.x, way.y));
        let _ = writeln!(text, "{name} {way:?}: {off:.1} px from the pointer");
        window.key_with(Modifiers::COMMAND, Key::Z);
        // Limits stop elbows that are pushed to the shoulder; nothing stops a knee on its way up.
        let most = if way.x == 0.0 && name.contains("Leg") { NEAR } else { 0.8 * way.length() };
        is_near &= off <= most;
    }
    assert!(is_near, "{text}");
}

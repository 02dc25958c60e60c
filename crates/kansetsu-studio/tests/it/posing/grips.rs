//! What each thing that can be grabbed does.

use std::sync::Arc;

use kansetsu::{
    classic::FrameAxis,
    d3::{Side, rotation_of},
    glam::Vec2,
};
use kansetsu_formats::Figure;
use kansetsu_studio::{
    posing::{About, Classic, Drag, ElbowCircle, Grip, KeepsTip, Limited, Method, Settings, Subject, Swivel},
    viewport::Axis,
};

use super::random::{PRESS, Random, after, largest_turn, worst_violation};

fn mannequin() -> (Arc<Figure>, impl Fn(&str) -> usize) {
    let figure = Arc::new(kansetsu_figures::mannequin());
    let skeleton = figure.rig.skeleton.clone();
    (figure, move |name: &str| skeleton.find(name).expect("a joint of the figure"))
}

#[test]
fn live_mirror_is_the_mirror_afterwards() {
    let (figure, find) = mannequin();
    let mut random = Random(21);
    for name in ["LeftHand", "RightHand", "LeftFoot", "RightLowerArm", "LeftIndexDistal"] {
        for _ in 0..6 {
            let subject = random.subject(&figure);
            let view = random.view(&subject);
            let place = after(random.way(150.0));
            let joint = find(name);
            let mut drag = Drag::begin(subject, Grip::Joint(joint), view, PRESS).unwrap();
            let alone = drag.at(place, &Settings::default()).unwrap();
            let mut drag = Drag::begin(drag.subject().clone(), Grip::Joint(joint), view, PRESS).unwrap();
            let live = drag.at(place, &Settings { mirrored: true, ..Settings::default() }).unwrap();
            let side = if name.starts_with("Left") { Side::Left } else { Side::Right };
            let afterwards = figure.rig.mirrored_side(&alone.pose, side).unwrap();
            assert!(largest_turn(&live.pose, &afterwards) < 1e-6);
            assert!(largest_turn(&live.pose, &alone.pose) > 1e-6, "it does something");
        }
    }
}

#[test]
fn rings_turn_their_joint_alone_and_stop_at_limits() {
    let (figure, find) = mannequin();
    let mut random = Random(2);
    for number in 0..200 {
        let subject = random.subject(&figure);
        let joint = find(["LeftUpperArm", "RightLowerLeg", "Head", "LeftShoulder", "RightHand"][number % 5]);
        let about = [About::Axis(Axis::X), About::Axis(Axis::Y), About::Axis(Axis::Z), About::Sight, About::Free][number / 5 % 5];
        let view = random.view(&subject);
        let mut drag = Drag::begin(subject, Grip::Turn(joint, about), view, PRESS).unwrap();
        let posed = drag.at(after(random.way(200.0)), &Settings::default()).unwrap();
        assert!(posed.moved.iter().all(|&moved| moved == joint));
        assert!(worst_violation(drag.subject(), &posed.pose) <= 1e-4);
    }
}

#[test]
fn a_hand_turns_at_its_place() {
    let (figure, find) = mannequin();
    let hand = find("LeftHand");
    let mut random = Random(4);
    let mut turned = 0;
    for number in 0..60 {
        let subject = random.subject(&figure);
        let view = random.view(&subject);
        let about = [About::Axis(Axis::X), About::Axis(Axis::Y), About::Sight][number % 3];
        let before = subject.forward()[hand];
        let mut drag = Drag::begin(subject, Grip::Orient(hand, about), view, PRESS).unwrap();
        let posed = drag.at(after(random.way(40.0)), &Settings::default()).unwrap();
        let now = drag.subject().skeleton().forward(&posed.pose)[hand];
        assert!(now.translation.distance(before.translation) < 1e-4, "{}", now.translation.distance(before.translation));
        turned += usize::from(rotation_of(&now).angle_between(rotation_of(&before)) > 0.01);
        assert!(worst_violation(drag.subject(), &posed.pose) <= 1e-4);
    }
    // Some hands stand on a bound from the start.
    assert!(turned > 45, "{turned} of 60");
}

#[test]
fn an_elbow_swings_while_the_hand_stays() {
    let (figure, find) = mannequin();
    let mut random = Random(6);
    for number in 0..200 {
        let mut subject = random.subject(&figure);
        let limb = number % figure.rig.limbs.len();
        let joints = &figure.rig.limbs[limb];
        // A bend, so that there is something to swing.
        subject.pose.locals[joints.middle].rotation =
            subject.limits[joints.middle].as_ref().map_or(subject.pose.locals[joints.middle].rotation, |limit| {
                limit.project(kansetsu::glam::Quat::from_scaled_axis(random.vector() * 1.5))
            });
        let grip = if number % 2 == 0 { Grip::Middle(limb) } else { Grip::Pole(limb) };
        let view = random.view(&subject);
        let before = subject.forward();
        let mut drag = Drag::begin(subject, grip, view, PRESS).unwrap();
        let posed = drag.at(after(random.way(150.0)), &Settings::default()).unwrap();
        let now = drag.subject().skeleton().forward(&posed.pose);
        for end in [joints.base, joints.tip] {
            assert!(now[end].translation.distance(before[end].translation) < 1e-5);
        }
        assert!(worst_violation(drag.subject(), &posed.pose) <= 1e-4);
    }
    assert!(Drag::begin(random.subject(&figure), Grip::Middle(99), random_view(&mut random, &figure), PRESS).is_err());
    assert!(find("Hips") < figure.rig.skeleton.len());
}

fn random_view(random: &mut Random, figure: &Arc<Figure>) -> kansetsu_studio::viewport::View {
    let subject = random.subject(figure);
    random.view(&subject)
}

#[test]
fn the_elbow_circle_says_what_the_limits_say() {
    let (figure, find) = mannequin();
    let mut random = Random(9);
    let mut forbidden = 0;
    for _ in 0..20 {
        let mut subject = random.subject(&figure);
        subject.pose.locals[find("LeftLowerArm")].rotation =
            subject.limits[find("LeftLowerArm")].as_ref().unwrap().project(kansetsu::glam::Quat::from_rotation_y(-1.2));
        let swivel = Swivel::new(&subject, 0, (KeepsTip::Yes, Limited::Yes)).unwrap();
        let circle = ElbowCircle::new(&subject, &swivel, 72);
        let joint = swivel.limb().middle;
        for point in &circle.points {
            let posed = Subject { pose: swivel.pose(&subject, point.angle), ..subject.clone() };
            assert!(posed.world_position(joint).distance(point.place) < 1e-5);
            let before = worst_violation(&subject, &subject.pose);
            assert_eq!(worst_violation(&subject, &posed.pose) <= before.max(3e-5), point.is_allowed);
            assert!((swivel.angle_to(swivel.middle_at(point.angle, 1.0)) - point.angle).abs() < 1e-3 || point.angle.abs() > 3.1);
            forbidden += usize::from(!point.is_allowed);
        }
    }
    assert!(forbidden > 50, "an elbow cannot go everywhere: {forbidden}");
}

#[test]
fn classic_drags_do_what_the_library_does() {
    let (figure, find) = mannequin();
    let hand = find("LeftHand");
    let mut random = Random(13);
    let forms = [Classic::Rotate, Classic::RotateAbout(FrameAxis::Y), Classic::Move, Classic::MoveAlong(FrameAxis::Z)];
    for form in forms {
        let subject = random.subject(&figure);
        let view = random.view(&subject);
        let mut drag = Drag::begin(subject, Grip::Classic(hand, form), view, PRESS).unwrap();
        let posed = drag.at(after(Vec2::new(30.0, 0.0)), &Settings { levels: 2, ..Settings::default() }).unwrap();
        assert!(!posed.moved.is_empty() && posed.moved.len() <= 2, "{form:?}: {:?}", posed.moved);
        if form == Classic::Move {
            assert!(posed.distance < 1e-5);
        }
        assert_eq!(drag.at(PRESS, &Settings::default()).unwrap().pose, drag.subject().pose);
    }
}

#[test]
fn any_solver_drags_a_chain_up_to_a_stop_joint() {
    let (figure, find) = mannequin();
    let mut random = Random(14);
    for name in kansetsu::d3::solve::Solver::NAMES {
        let mut subject = random.subject(&figure);
        subject.stops.insert(find("LeftUpperArm"));
        let view = random.view(&subject);
        let solver = kansetsu::d3::solve::Solver::from_name(name).unwrap();
        let mut drag = Drag::begin(subject, Grip::Joint(find("LeftHand")), view, PRESS).unwrap();
        let settings = Settings { method: Method::Solver(solver), ..Settings::default() };
        let posed = drag.at(after(Vec2::new(12.0, 9.0)), &settings).unwrap();
        let arm = [find("LeftUpperArm"), find("LeftLowerArm")];
        assert!(posed.moved.iter().all(|moved| arm.contains(moved)), "{name}: {:?}", posed.moved);
        assert!(worst_violation(drag.subject(), &posed.pose) <= 1e-4);
    }
}

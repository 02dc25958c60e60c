//! What each thing that can be grabbed does.

use std::sync::Arc;

use kansetsu::{
    classic::FrameAxis,
    d3::{Limit, Side, rotation_of},
    glam::{Quat, Vec2, Vec3},
};
use kansetsu_formats::Figure;
use kansetsu_studio::{
    posing::{
        About, Classic, Drag, ElbowCircle, Grip, KeepsTip, Limited, Method, Settings, Subject,
        Swivel,
    },
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
            let mut drag =
                Drag::begin(drag.subject().clone(), Grip::Joint(joint), view, PRESS).unwrap();
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
        let joint = find(
            ["LeftUpperArm", "RightLowerLeg", "Head", "LeftShoulder", "RightHand"][number % 5],
        );
        let about = [
            About::Axis(Axis::X),
            About::Axis(Axis::Y),
            About::Axis(Axis::Z),
            About::Sight,
            About::Free,
        ][number / 5 % 5];
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
        assert!(
            now.translation.distance(before.translation) < 1e-4,
            "{}",
            now.translation.distance(before.translation)
        );
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
        bend(&mut subject, joints.middle, 0.5 + random.unit());
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
    assert!(
        Drag::begin(
            random.subject(&figure),
            Grip::Middle(99),
            random_view(&mut random, &figure),
            PRESS
        )
        .is_err()
    );
    assert!(find("Hips") < figure.rig.skeleton.len());
}

/// Bends a hinge, so that there is something to swing.
fn bend(subject: &mut Subject, joint: usize, angle: f32) {
    let Some(Limit::Hinge(hinge)) = subject.limits[joint] else {
        panic!("elbows and knees are hinges")
    };
    let rest = subject.skeleton().joints()[joint].rest.rotation;
    subject.pose.locals[joint].rotation =
        rest * Quat::from_axis_angle(hinge.axis, angle.clamp(hinge.min, hinge.max));
}

#[test]
fn the_elbow_or_knee_of_a_straight_limb_follows_and_the_tip_stays_near() {
    let (figure, _) = mannequin();
    let mut random = Random(61);
    let (mut followed, mut held, mut free, mut near) = (0, 0, 0, 0);
    for number in 0..80 {
        let subject = Subject::new(Arc::clone(&figure), figure.rig.skeleton.rest_pose());
        let limb = number % figure.rig.limbs.len();
        let joints = &figure.rig.limbs[limb];
        // From the front or from the side, up to 60 pixels: about 20 cm.
        let (view, way) = (random.view(&subject), random.way(60.0));
        let before = subject.forward();
        let at = |joint: usize| before[joint].translation;
        let mut drag = Drag::begin(subject, Grip::Middle(limb), view, PRESS).unwrap();
        // Only the upper arm or leg turns: as in the app window.
        let settings = Settings { levels: 1, ..Settings::default() };
        let mut posed = drag.at(after(way), &settings).unwrap();
        while drag.glides() {
            posed = drag.at(after(way), &settings).unwrap();
        }
        assert!(worst_violation(drag.subject(), &posed.pose) <= 1e-4);
        let now = drag.subject().skeleton().forward(&posed.pose);
        // On the sphere around the base, as near to the pointer as that is.
        let sphere = at(joints.base)
            + (posed.target - at(joints.base)).normalize()
                * at(joints.base).distance(at(joints.middle));
        let missed = now[joints.middle].translation.distance(sphere);
        let pixel = |place: Vec3| view.project(place).expect("before the camera").pixel;
        if posed.active_limits.is_empty() {
            let off = pixel(now[joints.middle].translation).distance(pixel(sphere));
            assert!(off < 6.0, "{number}: {off} pixels from where it can be");
            free += 1;
            near += usize::from(off <= 2.0);
        }
        followed += usize::from(missed < 0.005 + 0.2 * sphere.distance(at(joints.middle)));
        let [middle, tip] =
            [joints.middle, joints.tip].map(|joint| now[joint].translation.distance(at(joint)));
        // A stick that is rotated about its end would take the tip along twice as far.
        held += usize::from(tip < 1.7 * middle);
        assert_eq!(drag.at(PRESS, &Settings::default()).unwrap().pose, drag.subject().pose);
    }
    // Where a limit is in the way it does not, and where a gripping hand or foot has the same
    // force.
    assert!(followed >= 50 && held >= 25, "{followed} followed, and of {held} the tip held on");
    assert!(
        free > 25 && near * 10 >= free * 9,
        "of {free} that no limit stops {near} are within two pixels"
    );
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
        subject.pose.locals[find("LeftLowerArm")].rotation = subject.limits[find("LeftLowerArm")]
            .as_ref()
            .unwrap()
            .project(kansetsu::glam::Quat::from_rotation_y(-1.2));
        let swivel = Swivel::new(&subject, 0, (KeepsTip::Yes, Limited::Yes)).unwrap();
        let circle = ElbowCircle::new(&subject, &swivel, 72);
        let joint = swivel.limb().middle;
        for point in &circle.points {
            let posed = Subject { pose: swivel.pose(&subject, point.angle), ..subject.clone() };
            assert!(posed.world_position(joint).distance(point.place) < 1e-5);
            let before = worst_violation(&subject, &subject.pose);
            assert_eq!(
                worst_violation(&subject, &posed.pose) <= before.max(3e-5),
                point.is_allowed
            );
            assert!(
                (swivel.angle_to(swivel.middle_at(point.angle, 1.0)) - point.angle).abs() < 1e-3
                    || point.angle.abs() > 3.1
            );
            forbidden += usize::from(!point.is_allowed);
        }
    }
    assert!(forbidden > 50, "an elbow cannot go everywhere: {forbidden}");
}

#[test]
fn a_swivel_goes_no_further_outside_a_limit() {
    let (figure, _) = mannequin();
    let mut random = Random(5);
    let mut stopped = 0;
    for _ in 0..40 {
        let mut subject = random.subject(&figure);
        let tip = subject.rig().limbs[0].tip;
        subject.pose.locals[tip].rotation = kansetsu::glam::Quat::from_rotation_x(2.5);
        let before = worst_violation(&subject, &subject.pose);
        assert!(before > 0.5, "the tip is outside: {before}");
        let swivel = Swivel::new(&subject, 0, (KeepsTip::Yes, Limited::Yes)).unwrap();
        for wanted in [-2.0, -0.5, 0.5, 2.0] {
            let angle = swivel.reach(&subject, wanted);
            let after = worst_violation(&subject, &swivel.pose(&subject, angle));
            assert!(after < before + 1e-5, "{after} after {before}");
            stopped += usize::from(angle != wanted);
        }
    }
    assert!(stopped > 20, "{stopped}");
}

#[test]
fn classic_drags_do_what_the_library_does() {
    let (figure, find) = mannequin();
    let hand = find("LeftHand");
    let mut random = Random(13);
    let forms = [
        Classic::Rotate,
        Classic::RotateAbout(FrameAxis::Y),
        Classic::Move,
        Classic::MoveAlong(FrameAxis::Z),
    ];
    for form in forms {
        let subject = random.subject(&figure);
        let view = random.view(&subject);
        let mut drag = Drag::begin(subject, Grip::Classic(hand, form), view, PRESS).unwrap();
        let posed = drag
            .at(after(Vec2::new(30.0, 0.0)), &Settings { levels: 2, ..Settings::default() })
            .unwrap();
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

//! The session: every rule of the library guide, and the effect of every field of options and targets.

use std::sync::Arc;

use glam::{Quat, Vec3};
use kansetsu::{
    Budget, Error, IkSession, JointId, Options, Pose, Rig, Role, Target,
    d3::{Outcome, Skeleton, Transform, prior::Prior, rotation_of, solve::Solver},
    glam,
    session::{Balance, Feet, Limits, Posture, Region, Report, Request, Root, Rotation, SelfCollision},
};

const BUDGET: Budget = Budget::steps(800);

fn mannequin() -> Rig {
    kansetsu_figures::mannequin().rig
}

fn joint(rig: &Rig, role: Role) -> JointId {
    rig.role(role).expect("the mannequin has every role")
}

fn place(rig: &Rig, pose: &Pose, role: Role) -> Vec3 {
    rig.skeleton.forward(pose)[joint(rig, role).index() as usize].translation
}

fn turn(rig: &Rig, pose: &Pose, role: Role) -> Quat {
    rotation_of(&rig.skeleton.forward(pose)[joint(rig, role).index() as usize])
}

/// The largest rotation of a joint between two poses, radians, also where it is too small for an arc cosine.
fn farthest(before: &Pose, after: &Pose) -> f32 {
    let joints = before.locals.iter().zip(&after.locals);
    joints.map(|(a, b)| 2.0 * (a.rotation.inverse() * b.rotation).xyz().length().min(1.0).asin()).fold(0.0, f32::max)
}

/// Solves one target from the rest pose.
fn solved(rig: &Rig, options: Options, role: Role, target: Target) -> (Pose, Report) {
    let mut pose = rig.rest_pose();
    let mut ik = IkSession::new(rig, options);
    ik.set_target(joint(rig, role), target);
    let report = ik.solve(&mut pose, BUDGET).expect("a valid target");
    (pose, report)
}

/// In front of the left shoulder, within reach.
fn before_left_shoulder(rig: &Rig) -> Vec3 {
    place(rig, &rig.rest_pose(), Role::LeftUpperArm) + Vec3::new(0.0, -0.1, 0.35)
}

#[test]
fn a_hand_reaches_and_what_has_no_target_hangs_relaxed() {
    let rig = mannequin();
    let target = before_left_shoulder(&rig);
    let (pose, report) = solved(&rig, Options::default(), Role::LeftHand, Target::position(target));
    assert_eq!(report.outcome, Outcome::Reached);
    assert!(place(&rig, &pose, Role::LeftHand).distance(target) < 1e-4);
    let [shoulder, hand] = [Role::RightUpperArm, Role::RightHand].map(|role| place(&rig, &pose, role));
    assert!(hand.y < shoulder.y - 0.4, "the other hand hangs: {hand} below {shoulder}");
    for (role, planted) in [Role::LeftToes, Role::RightToes].into_iter().zip(&report.pins) {
        let moved = place(&rig, &pose, role).distance(place(&rig, &rig.rest_pose(), role));
        assert!(planted.is_reached && moved < 1e-5, "{role} moved by {moved} m");
    }
}

#[test]
fn pins_hold_while_a_hand_is_drawn_out_of_reach_and_back() {
    let rig = mannequin();
    let mut ik = IkSession::new(&rig, Options { posture: Posture::Given, ..Options::default() });
    let mut pose = rig.stance.clone().unwrap_or_else(|| rig.posture().reference);
    let start = pose.clone();
    let (hand, head) = (joint(&rig, Role::LeftHand), joint(&rig, Role::Head));
    ik.pin_position(head);
    let [from, head_at] = [Role::LeftHand, Role::Head].map(|role| place(&rig, &start, role));
    for frame in 0..240_i32 {
        let far = 2.0 * (1.0 - (frame - 120).abs() as f32 / 120.0);
        ik.set_target(hand, Target::position(from + Vec3::Z * far));
        let before = pose.clone();
        ik.step(&mut pose, Budget::steps(60)).unwrap();
        let rotated = farthest(&before, &pose);
        assert!(rotated < 8_f32.to_radians(), "frame {frame}: a joint rotates by {rotated} radians");
        let off = place(&rig, &pose, Role::Head).distance(head_at);
        assert!(off < 1e-4, "frame {frame}: the head is {off} m off");
    }
}

#[test]
fn a_step_that_rests_settles() {
    let rig = mannequin();
    let mut ik = IkSession::new(&rig, Options::default());
    let mut pose = rig.posture().reference;
    let target = before_left_shoulder(&rig);
    ik.set_target(joint(&rig, Role::LeftHand), Target::position(target));
    let mut report = ik.step(&mut pose, Budget::steps(60)).unwrap();
    for _ in 0..120 {
        report = ik.step(&mut pose, Budget::steps(60)).unwrap();
    }
    assert!(report.is_settled && report.distance() < 1e-4, "{} {}", report.is_settled, report.distance());
    let before = pose.clone();
    ik.step(&mut pose, Budget::steps(60)).unwrap();
    let moved = farthest(&before, &pose);
    assert!(moved < 1e-4, "a settled pose moves by {moved} radians");
}

/// Every field of [`Target`] changes where the joint ends, as its documentation says.
#[test]
fn every_field_of_a_target_has_its_effect() {
    let rig = mannequin();
    let aim = before_left_shoulder(&rig);
    let hand = |target: Target| solved(&rig, Options::default(), Role::LeftHand, target);
    let at = |pose: &Pose| place(&rig, pose, Role::LeftHand);

    let rotation = Quat::from_rotation_y(-0.6) * turn(&rig, &hand(Target::position(aim)).0, Role::LeftHand);
    let (pose, _) = hand(Target::position(aim).with_orientation(rotation));
    assert!(turn(&rig, &pose, Role::LeftHand).angle_between(rotation) < 2e-3, "orientation");

    let (pose, _) = hand(Target::position(aim).with_point([0.08, 0.0, 0.0]));
    let map = rig.skeleton.forward(&pose)[joint(&rig, Role::LeftHand).index() as usize];
    assert!(map.transform_point3(Vec3::X * 0.08).distance(aim) < 1e-4, "point");

    let (pose, _) = hand(Target::position(aim + Vec3::X * 3.0).on_line(Vec3::X));
    let off = at(&pose) - aim;
    assert!(off.y.hypot(off.z) < 1e-4, "a line: {off}");

    let (pose, _) = hand(Target::position(aim + Vec3::new(3.0, 2.0, 0.0)).on_plane(Vec3::Z));
    assert!((at(&pose).z - aim.z).abs() < 1e-4, "a plane");

    let (pose, _) = hand(Target::position([0.0, 0.15, 0.2]).relative_to(joint(&rig, Role::Head)));
    let head = rig.skeleton.forward(&pose)[joint(&rig, Role::Head).index() as usize];
    assert!(head.transform_point3(Vec3::new(0.0, 0.15, 0.2)).distance(at(&pose)) < 1e-4, "relative to the head");

    let (pose, report) = hand(Target::position(aim).with_radius(0.1));
    let off = at(&pose).distance(aim);
    assert!(report.outcome == Outcome::Reached && (0.05..0.1001).contains(&off), "a tolerance radius: {off}");

    let wide = Target::position(aim).with_orientation(rotation).with_angle(0.5);
    let off = turn(&rig, &hand(wide).0, Role::LeftHand).angle_between(rotation);
    assert!((0.05..0.502).contains(&off), "a tolerance angle: {off}");

    let elbow = |pole: Vec3| {
        let (pose, _) = hand(Target::position(aim).with_pole(pole));
        place(&rig, &pose, Role::LeftLowerArm)
    };
    let [above, below] = [Vec3::Y, -Vec3::Y].map(|side| elbow(aim + side * 2.0).y);
    assert!(above > below + 0.03, "a pole: {above} {below}");

    let eyes = Vec3::new(1.0, 1.6, 1.0);
    let (pose, _) = solved(&rig, Options::default(), Role::Head, Target::look_at(Vec3::Z, eyes));
    let head = rig.skeleton.forward(&pose)[joint(&rig, Role::Head).index() as usize];
    let sight = (head.transform_vector3(Vec3::Z)).angle_between(eyes - head.translation);
    assert!(sight < 2e-3, "look at: {sight}");

    let (pose, _) = solved(&rig, Options::default(), Role::Head, Target::align(Vec3::Z, Vec3::new(0.5, 0.0, 1.0)));
    let off = (turn(&rig, &pose, Role::Head) * Vec3::Z).angle_between(Vec3::new(0.5, 0.0, 1.0));
    assert!(off < 2e-3, "align: {off}");

    let pulled = |weight: f32| {
        let mut pose = rig.rest_pose();
        let mut ik = IkSession::new(&rig, Options { root: Root::Fixed, ..Options::default() });
        ik.set_target(joint(&rig, Role::LeftHand), Target::position(aim + Vec3::X * 2.0).with_weight(weight));
        ik.set_target(joint(&rig, Role::RightHand), Target::position(aim - Vec3::X * 2.0));
        ik.solve(&mut pose, BUDGET).unwrap();
        at(&pose).x
    };
    assert!(pulled(10.0) > pulled(0.1) + 0.02, "weight: {} {}", pulled(10.0), pulled(0.1));
}

/// Half of the fields of [`Options`]: each changes the pose, as its documentation says.
#[test]
fn options_of_limits_root_feet_and_posture_have_their_effect() {
    let rig = mannequin();
    let aim = before_left_shoulder(&rig);
    let solve = |options: Options, target: Vec3| solved(&rig, options, Role::LeftHand, Target::position(target));
    let plain = Options::default();

    let behind = place(&rig, &rig.rest_pose(), Role::Head) - Vec3::Z * 0.4 + Vec3::X * 0.1;
    let outside = |pose: &Pose| {
        let joints = pose.locals.iter().zip(rig.skeleton.joints()).zip(&rig.limits);
        let off =
            joints.filter_map(|((local, joint), limit)| Some(limit.as_ref()?.violation(joint.rest.rotation.inverse() * local.rotation)));
        off.fold(0.0, f32::max)
    };
    let limited = outside(&solve(plain.clone(), behind).0);
    let free = outside(&solve(Options { limits: Limits::Off, ..plain.clone() }, behind).0);
    assert!(limited < 1e-4 && free > 0.05, "limits: {limited}, off: {free}");

    let hips = |options: Options, target: Vec3| {
        let (pose, _) = solve(options, target);
        place(&rig, &pose, Role::Hips).distance(place(&rig, &rig.rest_pose(), Role::Hips))
    };
    let low = Vec3::new(0.2, 0.2, 0.5);
    let fixed = hips(Options { root: Root::Fixed, ..plain.clone() }, low);
    let auto = hips(plain.clone(), low);
    assert!(fixed == 0.0 && auto > 0.1, "root: fixed {fixed}, auto {auto}");
    let rotates = Options { root: Root::Rotates, ..plain.clone() };
    assert!(hips(rotates, low) < 1e-6, "a root that rotates stays in its place");
    let free = Options { root: Root::Free, feet: Feet::Free, ..plain.clone() };
    assert!(solve(free, low + Vec3::Z * 3.0).1.outcome == Outcome::Reached, "a free root goes anywhere");

    let foot = |feet: Feet| {
        let (pose, _) = solve(Options { feet, root: Root::Free, ..plain.clone() }, low);
        place(&rig, &pose, Role::LeftToes).distance(place(&rig, &rig.rest_pose(), Role::LeftToes))
    };
    assert!(foot(Feet::Planted) < 1e-5 && foot(Feet::Free) > 0.01, "feet");

    let other = |posture: Posture| place(&rig, &solve(Options { posture, ..plain.clone() }, aim).0, Role::RightHand);
    assert!(other(Posture::Auto).y < other(Posture::Given).y - 0.3, "the given pose is a T");
    let chest = |posture: Posture| turn(&rig, &solve(Options { posture, ..plain.clone() }, aim).0, Role::Chest);
    let rest = turn(&rig, &rig.rest_pose(), Role::Chest);
    let [given, uniform] = [Posture::Given, Posture::Uniform].map(|posture| chest(posture).angle_between(rest));
    assert!(given < uniform, "the trunk waits: {given} and {uniform}");
}

/// The other half.
#[test]
fn options_of_balance_chains_and_accuracy_have_their_effect() {
    let rig = mannequin();
    let aim = before_left_shoulder(&rig);
    let solve = |options: Options, target: Vec3| solved(&rig, options, Role::LeftHand, Target::position(target));
    let plain = Options::default();

    let lean = |balance: Balance| {
        let far = place(&rig, &rig.rest_pose(), Role::LeftUpperArm) + Vec3::new(0.0, -0.2, 1.0);
        let (pose, _) = solve(Options { balance, ..plain.clone() }, far);
        rig.balance().unwrap().center_of_mass(&rig.skeleton.forward(&pose)).z
    };
    assert!(lean(Balance::On) < lean(Balance::Off) - 0.005, "balance: {} {}", lean(Balance::On), lean(Balance::Off));

    let inside = |self_collision: SelfCollision| {
        let chest = place(&rig, &rig.rest_pose(), Role::Chest);
        let (pose, _) = solve(Options { self_collision, ..plain.clone() }, chest + Vec3::new(-0.12, 0.0, 0.05));
        let maps = rig.skeleton.forward(&pose);
        rig.collision_pairs().iter().map(|pair| kansetsu::d3::Capsule::distance(pair, &maps)).fold(f32::INFINITY, f32::min)
    };
    assert!(inside(SelfCollision::On) > inside(SelfCollision::Off) + 0.005, "self-collision");

    let short = Options { chain_length: Some(2), ..plain.clone() };
    let (pose, _) = solve(short, aim + Vec3::Z);
    let rest = turn(&rig, &rig.rest_pose(), Role::Chest);
    assert!(turn(&rig, &pose, Role::Chest).angle_between(rest) < 1e-4, "two joints follow");

    let elbow = joint(&rig, Role::LeftLowerArm);
    let (pose, _) = solve(Options { locked: vec![elbow], posture: Posture::Given, ..plain.clone() }, aim);
    let index = elbow.index() as usize;
    assert_eq!(pose.locals[index].rotation, rig.rest_pose().locals[index].rotation, "a locked elbow");

    let short_of_reach = |tolerance: f32| {
        let options = Options { tolerance, root: Root::Fixed, chain_length: Some(2), ..plain.clone() };
        let shoulder = place(&rig, &rig.rest_pose(), Role::LeftUpperArm);
        let length = shoulder.distance(place(&rig, &rig.rest_pose(), Role::LeftHand));
        solve(options, shoulder + Vec3::Z * (length + 0.02)).1.targets[0].is_reached
    };
    assert!(short_of_reach(0.05) && !short_of_reach(1e-5), "tolerance");
    let still = Options { root: Root::Fixed, ..plain.clone() };
    let wide = Options { angle_tolerance: 4.0, ..still.clone() };
    let backwards = Target::orientation(Quat::from_rotation_x(3.0));
    assert!(solved(&rig, wide, Role::Head, backwards).1.targets[0].is_reached, "any rotation is near enough");
    assert!(!solved(&rig, still, Role::Head, backwards).1.targets[0].is_reached, "it is not by default");

    let behind = place(&rig, &rig.rest_pose(), Role::Head) - Vec3::Z * 1.4 + Vec3::X * 0.1;
    let none = Options { restarts: 0, ..plain.clone() };
    let tried = [none, plain.clone()].map(|options| solve(options, behind).1.restarts);
    assert!(tried[0] == 0 && tried[1] > 0, "restarts: {tried:?}");

    let strained = |strength: f32| {
        let target = Target::orientation(Quat::from_rotation_y(0.8) * turn(&rig, &rig.rest_pose(), Role::Head));
        solved(&rig, Options { strength, restarts: 0, ..plain.clone() }, Role::Head, target).1.steps
    };
    assert_ne!(strained(1.0), strained(1000.0), "strength");
}

#[test]
fn a_pointer_leads_a_step_no_farther_than_its_resolution_explains() {
    let rig = mannequin();
    let first = |input_resolution: f32| {
        let mut pose = rig.posture().reference;
        let before = pose.clone();
        let mut ik = IkSession::new(&rig, Options { input_resolution, ..Options::default() });
        let from = place(&rig, &pose, Role::LeftHand);
        for step in 1..4 {
            ik.set_target(joint(&rig, Role::LeftHand), Target::position(from + Vec3::Y * 0.01 * step as f32));
            ik.step(&mut pose, Budget::steps(60)).unwrap();
        }
        farthest(&before, &pose)
    };
    assert!(first(0.01) < first(0.001), "{} {}", first(0.01), first(0.001));
}

#[test]
fn a_planted_foot_can_be_led_later_and_the_other_one_stays() {
    let rig = mannequin();
    let mut ik = IkSession::new(&rig, Options::default());
    let mut pose = rig.posture().reference;
    ik.set_target(joint(&rig, Role::LeftHand), Target::position(before_left_shoulder(&rig)));
    ik.step(&mut pose, Budget::steps(60)).unwrap();
    let [left, right] = [Role::LeftFoot, Role::RightToes].map(|role| place(&rig, &pose, role));
    for frame in 1..=100 {
        ik.set_target(joint(&rig, Role::LeftFoot), Target::position(left + Vec3::new(0.0, 0.2, 0.1) * (0.01 * frame as f32)));
        ik.step(&mut pose, Budget::steps(60)).unwrap();
    }
    assert!(place(&rig, &pose, Role::LeftFoot).distance(left + Vec3::new(0.0, 0.2, 0.1)) < 0.01);
    assert!(place(&rig, &pose, Role::RightToes).distance(right) < 1e-5);
}

#[test]
fn an_ik_stop_ends_the_chain() {
    let mut rig = mannequin();
    rig.ik_stops = vec![joint(&rig, Role::LeftUpperArm).index() as usize];
    let far = before_left_shoulder(&rig) + Vec3::Z;
    let (pose, _) = solved(&rig, Options::default(), Role::LeftHand, Target::position(far));
    let rest = turn(&rig, &rig.rest_pose(), Role::Chest);
    assert!(turn(&rig, &pose, Role::Chest).angle_between(rest) < 1e-4);
}

#[test]
fn misuse_is_refused_by_name_and_changes_nothing() {
    let rig = mannequin();
    let hand = joint(&rig, Role::LeftHand);
    let crawler = kansetsu_figures::figure("tentacle").unwrap().rig;
    let foreign = crawler.skeleton.id(1);
    let at = Target::position([0.3, 1.2, 0.3]);
    let refused = |prepare: &dyn Fn(&mut IkSession)| {
        let mut pose = rig.rest_pose();
        let mut ik = IkSession::new(&rig, Options::default());
        prepare(&mut ik);
        let error = ik.solve(&mut pose, BUDGET).unwrap_err();
        assert_eq!(ik.step(&mut pose, BUDGET).unwrap_err().to_string(), error.to_string());
        assert_eq!(pose, rig.rest_pose(), "a refused solve changes nothing");
        error.to_string()
    };
    let said = refused(&|ik| ik.set_target(foreign, at));
    assert!(said.contains("another skeleton"), "{said}");
    let said = refused(&|ik| ik.pin(foreign));
    assert!(said.contains("another skeleton"), "{said}");
    let said = refused(&|ik| ik.set_target(rig.skeleton.id(10_000), at));
    assert!(said.contains("joint 10000 does not exist"), "{said}");
    let said = refused(&|ik| ik.set_target(hand, Target::position([f32::NAN, 0.0, 0.0])));
    assert!(said.contains("NaN"), "{said}");
    let empty = [
        (Target::default(), "is empty"),
        (Target { region: Region::Line([1.0, 0.0, 0.0]), ..Target::orientation([0.0, 0.0, 0.0, 1.0]) }, "no position"),
        (Target { radius: 0.1, ..Target::orientation([0.0, 0.0, 0.0, 1.0]) }, "tolerance radius"),
        (Target { angle: 0.1, ..at }, "tolerance angle"),
        (Target { pole: Some([0.0; 3]), ..Target::orientation([0.0, 0.0, 0.0, 1.0]) }, "pole"),
        (Target { point: [0.1; 3], ..Target::orientation([0.0, 0.0, 0.0, 1.0]) }, "point of the joint"),
        (at.relative_to(hand), "its own joint"),
        (at.relative_to(foreign), "another skeleton"),
        (at.relative_to(joint(&rig, Role::Head)).on_plane([0.0, 1.0, 0.0]), "model space"),
        (Target { rotation: Some(Rotation::LookAt { axis: [0.0; 3], point: [0.0; 3] }), ..at }, "axis"),
        (at.with_weight(0.0), "weight"),
        (at.with_radius(-1.0), "must be 0 or more"),
    ];
    for (target, expected) in empty {
        let said = refused(&|ik| ik.set_target(hand, target));
        assert!(said.contains(expected), "{said}");
    }
    let said = refused(&|ik| {
        ik.set_target(hand, at);
        ik.pin(hand);
    });
    assert!(said.contains("is pinned as well"), "{said}");
    let mut wrong = crawler.rest_pose();
    let error = IkSession::new(&rig, Options::default()).solve(&mut wrong, BUDGET).unwrap_err();
    assert!(matches!(error, Error::PoseMismatch { .. }), "{error}");
    assert!(matches!(crawler.role(Role::Head), Err(Error::NoRole { role: "head" })));
}

#[test]
fn a_flat_pose_is_the_same_pose() {
    let rig = mannequin();
    let (pose, _) = solved(&rig, Options::default(), Role::LeftHand, Target::position(before_left_shoulder(&rig)));
    let mut flat = vec![0.0; pose.locals.len() * Pose::FLAT];
    pose.copy_to_flat(&mut flat).unwrap();
    let mut again = rig.rest_pose();
    again.copy_from_flat(&flat).unwrap();
    assert_eq!(again, pose);
    assert!(again.copy_from_flat(&flat[1..]).is_err() && again == pose);
}

/// The solver, stiffness and the prior.
#[test]
fn options_of_solver_stiffness_and_prior_have_their_effect() {
    let rig = mannequin();
    let aim = before_left_shoulder(&rig);
    let solve = |options: Options, target: Vec3| solved(&rig, options, Role::LeftHand, Target::position(target));
    let plain = Options::default();

    for name in ["auto", "two-bone", "ccd", "fabrik", "dls", "fabrik-tree"] {
        let solver = Solver::from_name(name);
        // FABRIK knows no limits; limits are judged by other tests.
        let options = Options { solver, limits: Limits::Off, posture: Posture::Given, ..plain.clone() };
        let (pose, report) = solve(options, aim);
        let off = place(&rig, &pose, Role::LeftHand).distance(aim);
        assert!(report.outcome == Outcome::Reached && off < 1e-3, "{name}: {:?}, {off} m", report.outcome);
        if name != "fabrik-tree" {
            let rest = turn(&rig, &rig.rest_pose(), Role::Chest);
            assert!(turn(&rig, &pose, Role::Chest).angle_between(rest) < 1e-6, "{name} moves the arm alone");
        }
    }

    let far = aim + Vec3::Z * 0.4;
    let bent = |stiffness: f32| {
        let options = Options { stiffness: vec![(joint(&rig, Role::Chest), stiffness)], ..plain.clone() };
        turn(&rig, &solve(options, far).0, Role::Chest).angle_between(turn(&rig, &rig.rest_pose(), Role::Chest))
    };
    assert!(bent(0.02) > bent(50.0) + 0.02, "stiffness: {} {}", bent(0.02), bent(50.0));

    let head = place(&rig, &rig.rest_pose(), Role::Head);
    let crouched = |posture: Posture, prior: Option<Arc<Prior>>| {
        let mut pose = rig.rest_pose();
        let mut ik = IkSession::new(&rig, Options { posture, prior, ..plain.clone() });
        ik.set_target(joint(&rig, Role::Head), Target::position(head - Vec3::Y * 0.2 + Vec3::Z * 0.15));
        ik.set_target(joint(&rig, Role::LeftHand), Target::position(aim - Vec3::Y * 0.5));
        ik.set_target(joint(&rig, Role::RightHand), Target::position(aim - Vec3::Y * 0.4 - Vec3::X * 0.4));
        let report = ik.solve(&mut pose, BUDGET).unwrap();
        assert!(report.distance() < 1e-3, "{posture:?}: {} m off", report.distance());
        pose
    };
    let auto = crouched(Posture::Auto, None);
    let likely = crouched(Posture::Likely, None);
    assert!(farthest(&auto, &likely) > 0.05, "people crouch in another way than the relaxed stance");
    let nobody = Arc::new(kansetsu::d3::prior::Learner::default().prior());
    assert!(farthest(&crouched(Posture::Likely, Some(nobody)), &likely) > 0.05, "another prior, another pose");
}

#[test]
fn standing_legs_stay_straight_with_the_prior() {
    let rig = mannequin();
    let mut pose = rig.rest_pose();
    let mut ik = IkSession::new(&rig, Options { posture: Posture::Likely, ..Options::default() });
    ik.set_target(joint(&rig, Role::LeftHand), Target::position(before_left_shoulder(&rig)));
    ik.set_target(joint(&rig, Role::RightHand), Target::position(before_left_shoulder(&rig) - Vec3::X * 0.3));
    ik.set_target(joint(&rig, Role::Head), Target::look_at(Vec3::Z, [0.0, 1.5, 3.0]));
    ik.solve(&mut pose, BUDGET).unwrap();
    for [upper, lower, foot] in
        [[Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot], [Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot]]
    {
        let [hip, knee, ankle] = [upper, lower, foot].map(|role| place(&rig, &pose, role));
        let bend = (knee - hip).angle_between(ankle - knee).to_degrees();
        assert!(bend < 10.0, "a knee bends by {bend} degrees");
    }
}

#[test]
fn a_target_on_top_of_a_motion_is_met_without_jumps_and_the_motion_stays() {
    let rig = mannequin();
    let stance = rig.posture().reference;
    let leg = joint(&rig, Role::LeftUpperLeg).index() as usize;
    let hips = joint(&rig, Role::Hips).index() as usize;
    let motion = |frame: usize| {
        let mut pose = stance.clone();
        let phase = frame as f32 * 0.1;
        pose.locals[leg].rotation = stance.locals[leg].rotation * Quat::from_rotation_x(0.4 * phase.sin());
        pose.locals[hips].translation.z += 0.01 * frame as f32;
        pose
    };
    let mut ik = IkSession::new(&rig, Options::default());
    let (mut pose, mut before) = (rig.rest_pose(), None::<Pose>);
    for frame in 0..120 {
        let own = motion(frame);
        let target = before_left_shoulder(&rig) + Vec3::new(0.0, 0.1 * (frame as f32 * 0.05).sin(), 0.01 * frame as f32);
        ik.set_target(joint(&rig, Role::LeftHand), Target::position(target));
        let report = ik.follow(&own, &mut pose, Budget::steps(200)).unwrap();
        assert!(report.distance() < 0.005, "frame {frame}: {} m off", report.distance());
        let off = place(&rig, &pose, Role::LeftFoot).distance(place(&rig, &own, Role::LeftFoot));
        assert!(off < 1e-4, "frame {frame}: the foot leaves the motion by {off} m");
        if let Some(before) = &before {
            let rotated = farthest(before, &pose).to_degrees();
            assert!(rotated < 8.0, "frame {frame}: a joint rotates by {rotated} degrees");
        }
        before = Some(pose.clone());
    }
}

#[test]
fn a_chosen_solver_refuses_what_it_does_not_know() {
    let rig = mannequin();
    let at = Target::position(before_left_shoulder(&rig));
    let refused = |name: &str, target: Target, change: &dyn Fn(&mut IkSession)| {
        let mut ik = IkSession::new(&rig, Options { solver: Solver::from_name(name), ..Options::default() });
        ik.set_target(joint(&rig, Role::LeftHand), target);
        change(&mut ik);
        let mut pose = rig.rest_pose();
        let said = ik.solve(&mut pose, BUDGET).unwrap_err().to_string();
        assert_eq!(pose, rig.rest_pose());
        said
    };
    let nothing = |_: &mut IkSession| {};
    let foot = joint(&rig, Role::LeftFoot);
    assert!(refused("ccd", at.with_weight(2.0), &nothing).contains("weight"));
    assert!(refused("ccd", at.with_radius(0.1), &nothing).contains("tolerance radius"));
    assert!(refused("dls", at.relative_to(foot), &nothing).contains("relative"));
    assert!(refused("fabrik-tree", at.with_pole([0.0; 3]), &nothing).contains("pole"));
    assert!(refused("whole-body", at, &nothing).contains("leave the solver out"));
    assert!(refused("fabrik", at, &|ik| ik.pin(foot)).contains("pins"));
    assert!(refused("two-bone", at, &|ik| ik.options_mut().restarts = 3).contains("restarts"));
    assert!(refused("two-bone", at, &|ik| ik.options_mut().strength = 3.0).contains("strength"));
    assert!(refused("dls", at, &|ik| ik.options_mut().root = Root::Free).contains("root"));
}

#[test]
fn a_request_is_plain_data() {
    let rig = mannequin();
    let request: Request = serde_json::from_str(
        r#"{ "targets": [{ "joint": "leftHand", "position": [0.4, 1.2, 0.4], "relativeTo": null },
                         { "joint": "head", "rotation": { "lookAt": { "axis": [0, 0, 1], "point": [0, 1.5, 3] } } }],
             "pins": ["leftFoot"], "pinTargets": [{ "joint": "rightHand", "position": [-0.3, 1.1, 0.3] }], "positionPins": ["rightFoot"], "locked": ["rightUpperArm"], "stiffness": [["chest", 4]],
             "options": { "balance": "off", "restarts": 3 } }"#,
    )
    .unwrap();
    let mut pose = rig.rest_pose();
    let report = request.session(&rig).unwrap().solve(&mut pose, BUDGET).unwrap();
    assert_eq!([report.targets.len(), report.pins.len()], [2, 3]);
    assert!(place(&rig, &pose, Role::RightHand).distance(Vec3::new(-0.3, 1.1, 0.3)) < 1e-5);
    assert!(place(&rig, &pose, Role::LeftHand).distance(Vec3::new(0.4, 1.2, 0.4)) < 1e-4);
    let again: Request = serde_json::from_str(&serde_json::to_string(&request).unwrap()).unwrap();
    assert_eq!(again, request);
    let unknown = Request { pins: vec!["leftFot".to_owned()], ..request };
    assert!(unknown.session(&rig).unwrap_err().to_string().contains("leftFot"));
    assert!(serde_json::from_str::<Request>(r#"{ "target": [] }"#).is_err(), "an unknown key is an error");
}

#[test]
fn a_pinned_position_takes_a_target_of_rotation() {
    let rig = mannequin();
    let hand = joint(&rig, Role::LeftHand);
    let mut pose = rig.posture().reference;
    let at = place(&rig, &pose, Role::LeftHand);
    let wanted = Quat::from_rotation_y(0.5) * turn(&rig, &pose, Role::LeftHand);
    let mut ik = IkSession::new(&rig, Options { posture: Posture::Given, ..Options::default() });
    ik.pin_position(hand);
    ik.set_target(hand, Target::orientation(wanted));
    ik.solve(&mut pose, BUDGET).unwrap();
    assert!(place(&rig, &pose, Role::LeftHand).distance(at) < 1e-5);
    assert!(turn(&rig, &pose, Role::LeftHand).angle_between(wanted) < 2e-3);
}

#[test]
fn a_pin_to_a_target_is_met_before_targets() {
    let rig = mannequin();
    let (hand, head) = (joint(&rig, Role::LeftHand), joint(&rig, Role::Head));
    let low = place(&rig, &rig.rest_pose(), Role::Head) - Vec3::Y * 0.3;
    let mut pose = rig.rest_pose();
    let mut ik = IkSession::new(&rig, Options::default());
    ik.pin_to(head, Target::position(low));
    ik.set_target(hand, Target::position(before_left_shoulder(&rig) + Vec3::Y * 2.0));
    let report = ik.solve(&mut pose, BUDGET).unwrap();
    assert!(place(&rig, &pose, Role::Head).distance(low) < 1e-4, "the pin is met");
    assert!(report.distance() > 0.5, "the target is not");
    let lifted = place(&rig, &pose, Role::LeftHand);
    ik.pin_to(head, Target::position(low).with_weight(2.0));
    assert!(ik.solve(&mut pose, BUDGET).unwrap_err().to_string().contains("weight"));
    assert_eq!(place(&rig, &pose, Role::LeftHand), lifted, "a refused solve changes nothing");
}

#[test]
fn two_markers_on_a_bone_are_both_met() {
    let rig = mannequin();
    let hand = joint(&rig, Role::LeftHand);
    let (solution, _) = solved(&rig, Options::default(), Role::LeftHand, Target::position(before_left_shoulder(&rig)));
    let map = rig.skeleton.forward(&solution)[hand.index() as usize];
    let points = [Vec3::X * 0.1, Vec3::Z * 0.05];
    let mut pose = rig.rest_pose();
    let mut ik = IkSession::new(&rig, Options::default());
    for point in points {
        ik.add_target(hand, Target::position(map.transform_point3(point)).with_point(point));
    }
    let report = ik.solve(&mut pose, BUDGET).unwrap();
    assert!(report.targets.len() == 2 && report.distance() < 1e-4, "{} m off", report.distance());
    let found = rig.skeleton.forward(&pose)[hand.index() as usize];
    for point in points {
        assert!(found.transform_point3(point).distance(map.transform_point3(point)) < 1e-4);
    }
    ik.set_target(hand, Target::position(before_left_shoulder(&rig)));
    assert_eq!(ik.solve(&mut pose, BUDGET).unwrap().targets.len(), 1, "one target replaces both");
}

#[test]
fn a_pin_keeps_what_the_given_pose_has_and_not_the_stance() {
    let rig = mannequin();
    let mut pose = rig.rest_pose();
    let right = place(&rig, &pose, Role::RightHand);
    let mut ik = IkSession::new(&rig, Options::default());
    assert!(place(&rig, &ik.start_pose(&pose), Role::RightHand).y < right.y - 0.3, "the solve starts from arms that hang");
    ik.set_target(joint(&rig, Role::LeftHand), Target::position(before_left_shoulder(&rig)));
    ik.pin_position(joint(&rig, Role::RightHand));
    ik.solve(&mut pose, BUDGET).unwrap();
    assert!(place(&rig, &pose, Role::RightHand).distance(right) < 1e-4);
}

#[test]
fn the_root_of_a_single_chain_rotates_and_that_of_a_machine_does_not() {
    let mut rig = kansetsu_figures::figure("arm").unwrap().rig;
    let hand = rig.joint("LeftHand").unwrap();
    let reach = |rig: &Rig| {
        let mut pose = rig.rest_pose();
        let mut ik = IkSession::new(rig, Options::default());
        ik.set_target(hand, Target::position([0.3, 0.2, 0.2]));
        ik.solve(&mut pose, BUDGET).unwrap().distance()
    };
    assert!(reach(&rig) < 1e-4, "an arm alone rotates at its shoulder");
    (rig.limits[0], rig.limbs) = (None, Vec::new());
    assert!(reach(&rig) > 0.05, "a frame without a limit, whose joints have limits, stays");
}

#[test]
fn a_target_that_no_joint_can_meet_is_refused() {
    let rig = mannequin();
    let mut pose = rig.rest_pose();
    let arm = [Role::LeftLowerArm, Role::LeftUpperArm].map(|role| joint(&rig, role));
    let mut ik = IkSession::new(&rig, Options { locked: arm.to_vec(), chain_length: Some(2), ..Options::default() });
    ik.set_target(joint(&rig, Role::LeftHand), Target::position(before_left_shoulder(&rig)));
    let said = ik.solve(&mut pose, BUDGET).unwrap_err().to_string();
    assert!(said.contains("LeftHand") && said.contains("locked"), "{said}");
    let there = place(&rig, &ik.start_pose(&pose), Role::LeftHand);
    ik.set_target(joint(&rig, Role::LeftHand), Target::position(there));
    ik.solve(&mut pose, BUDGET).expect("a target that is met needs no joint");
}

#[test]
fn a_velocity_limit_slows_a_chosen_solver_in_a_motion() {
    let rig = mannequin();
    let stance = rig.posture().reference;
    let [low, high] = [Vec3::new(0.3, 1.0, 0.3), Vec3::new(0.3, 1.6, 0.2)];
    let farthest_in_a_frame = |velocity_limit: Option<f32>| {
        let mut ik = IkSession::new(&rig, Options { solver: Solver::from_name("auto"), velocity_limit, ..Options::default() });
        let (mut pose, mut most, mut before) = (stance.clone(), 0.0_f32, None::<Pose>);
        for frame in 0..40 {
            ik.set_target(joint(&rig, Role::LeftHand), Target::position(if frame < 3 { low } else { high }));
            let report = ik.follow(&stance, &mut pose, BUDGET).unwrap();
            let off = place(&rig, &pose, Role::LeftHand).distance(if frame < 3 { low } else { high });
            assert!((report.distance() - off).abs() < 1e-5, "frame {frame}: late targets are measured where they are");
            assert!(report.is_settled == (off < 1e-3), "frame {frame}: {off} m off, settled: {}", report.is_settled);
            most = before.as_ref().map_or(most, |before| farthest(before, &pose).max(most));
            before = Some(pose.clone());
        }
        assert!(place(&rig, &pose, Role::LeftHand).distance(high) < 1e-3, "it arrives");
        most
    };
    assert!(farthest_in_a_frame(None) > 0.5, "without a limit it leaps");
    assert!(farthest_in_a_frame(Some(0.1)) < 0.1001);
    let mut ik = IkSession::new(&rig, Options { velocity_limit: Some(-0.1), ..Options::default() });
    assert!(ik.solve(&mut rig.rest_pose(), BUDGET).unwrap_err().to_string().contains("velocity limit"));
}

#[test]
fn a_chosen_solver_leans_the_trunk_before_the_arm_reaches() {
    let rig = mannequin();
    let mut pose = rig.rest_pose();
    let mut ik = IkSession::new(&rig, Options { solver: Solver::from_name("auto"), limits: Limits::Off, ..Options::default() });
    let hand = before_left_shoulder(&rig);
    ik.set_target(joint(&rig, Role::LeftHand), Target::position(hand));
    ik.set_target(joint(&rig, Role::Chest), Target::orientation(Quat::from_rotation_x(0.3)));
    ik.solve(&mut pose, BUDGET).unwrap();
    assert!(place(&rig, &pose, Role::LeftHand).distance(hand) < 1e-3);
}

#[test]
fn a_goal_of_the_solvers_is_a_target() {
    let rig = mannequin();
    let human = rig.humanoid().unwrap();
    let point = Vec3::new(1.0, 1.6, 2.0);
    let mut pose = rig.rest_pose();
    let mut ik = IkSession::new(&rig, Options::default());
    for goal in human.look(&rig.skeleton, point).unwrap() {
        ik.set_target(rig.skeleton.id(goal.joint), Target::from_goal(&rig.skeleton, &goal));
    }
    assert_eq!(ik.solve(&mut pose, BUDGET).unwrap().outcome, Outcome::Reached);
    for eye in human.eyes {
        let map = rig.skeleton.forward(&pose)[eye];
        assert!((rotation_of(&map) * Vec3::Z).angle_between(point - map.translation) < 5e-3);
    }
}

/// What people type: one or two positions, from a T-pose, with default options.
#[test]
fn gestures_are_met_relaxed_and_on_the_floor() {
    let figure = kansetsu_figures::mannequin();
    let rig = &figure.rig;
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide/gestures.md")).unwrap();
    let all = kansetsu_figures::scenes::gestures::requests(&figure).unwrap();
    assert_eq!(all.len(), 42);
    for gesture in &all {
        assert!(page.contains(&format!("| {} | `kansetsu solve figure:mannequin {} ", gesture.name, gesture.words)), "{}", gesture.name);
        let mut pose = rig.rest_pose();
        let report = gesture.request.session(rig).unwrap().solve(&mut pose, BUDGET).unwrap();
        assert!(report.distance() < 1e-3, "{}: {} m off", gesture.name, report.distance());
        let joints = pose.locals.iter().zip(rig.skeleton.joints()).zip(&rig.limits);
        let outside = joints
            .filter_map(|((local, joint), limit)| Some(limit.as_ref()?.violation(joint.rest.rotation.inverse() * local.rotation)))
            .fold(0.0, f32::max);
        assert!(outside < 1e-3, "{}: {outside} radians outside of a limit", gesture.name);
        let is_asked = |role: Role| gesture.request.targets.iter().any(|target| target.joint == role.name());
        for (hand, upper) in [(Role::LeftHand, Role::LeftUpperArm), (Role::RightHand, Role::RightUpperArm)] {
            let drop = place(rig, &pose, upper).y - place(rig, &pose, hand).y;
            assert!(is_asked(hand) || drop > 0.1, "{}: a hand without a target is {drop} m below its shoulder", gesture.name);
        }
        for (foot, toes) in [(Role::LeftFoot, Role::LeftToes), (Role::RightFoot, Role::RightToes)] {
            let moved = place(rig, &pose, toes).distance(place(rig, &rig.rest_pose(), toes));
            assert!(is_asked(foot) || moved < 1e-4, "{}: planted toes move by {moved} m", gesture.name);
        }
    }
}

#[test]
fn soft_reach_without_a_limb_is_refused() {
    let rig = kansetsu_figures::figure("tentacle").unwrap().rig;
    let mut solver = kansetsu::d3::solve::Auto::default();
    solver.two_bone.soft = 0.1;
    let mut ik = IkSession::new(&rig, Options { solver: Some(Solver::Auto(solver)), ..Options::default() });
    ik.set_target(rig.skeleton.id(29), Target::position([0.3, 0.5, 0.2]));
    assert!(ik.solve(&mut rig.rest_pose(), BUDGET).unwrap_err().to_string().contains("soft reach"));
}

#[test]
fn targets_are_measured_in_any_pose() {
    let rig = mannequin();
    let target = before_left_shoulder(&rig);
    let mut ik = IkSession::new(&rig, Options::default());
    ik.set_target(joint(&rig, Role::LeftHand), Target::position(target));
    let report = ik.measure(&rig.rest_pose()).unwrap();
    let off = place(&rig, &rig.rest_pose(), Role::LeftHand).distance(target);
    assert!((report.distance() - off).abs() < 1e-6 && report.outcome != Outcome::Reached);
    let mut pose = rig.rest_pose();
    let solved = ik.solve(&mut pose, BUDGET).unwrap();
    let measured = ik.measure(&pose).unwrap();
    assert_eq!((measured.outcome, measured.targets[0].distance), (Outcome::Reached, solved.targets[0].distance));
    let goal = Target::position(target).to_goal(&rig.skeleton, joint(&rig, Role::LeftHand)).unwrap();
    assert_eq!(Target::from_goal(&rig.skeleton, &goal), Target::position(target));
}

#[test]
fn a_velocity_limit_slows_the_whole_body_where_joints_lag_behind_targets() {
    let rig = mannequin();
    let stance = rig.posture().reference;
    let [shoulder, elbow, hand] = [Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand].map(|role| place(&rig, &stance, role));
    let length = shoulder.distance(elbow) + elbow.distance(hand);
    // An elbow bends far while a hand comes back from full reach by a little.
    let ends = [0.9999, 0.9].map(|part| shoulder + Vec3::Z * (part * length));
    let fastest = |velocity_limit: Option<f32>| {
        let mut ik = IkSession::new(&rig, Options { velocity_limit, chain_length: Some(2), ..Options::default() });
        let (mut pose, mut most) = (stance.clone(), 0.0_f32);
        for frame in 0..90 {
            ik.set_target(joint(&rig, Role::LeftHand), Target::position(ends[usize::from(frame > 2)]));
            let before = pose.clone();
            ik.follow(&stance, &mut pose, BUDGET).unwrap();
            // The first frame is solved, and that of the motion goes as far as the motion explains.
            most = if frame > 3 { farthest(&before, &pose).max(most) } else { most };
        }
        let off = place(&rig, &pose, Role::LeftHand).distance(ends[1]);
        assert!(off < 1e-3, "it arrives, but for {off} m");
        most
    };
    let [slow, free] = [Some(0.05), None].map(fastest);
    assert!(slow < 0.05 && free > slow + 0.02, "{slow} and {free} radians");
}

#[test]
fn a_target_farther_than_the_body_is_long_is_out_of_reach() {
    let rig = mannequin();
    let outcome = |options: Options, position: Vec3| solved(&rig, options, Role::LeftHand, Target::position(position)).1.outcome;
    let shoulder = place(&rig, &rig.rest_pose(), Role::LeftUpperArm);
    assert_eq!(outcome(Options::default(), Vec3::new(5.0, 1.0, 0.0)), Outcome::OutOfReach);
    let arm = Options { chain_length: Some(2), ..Options::default() };
    assert_eq!(outcome(arm.clone(), shoulder + Vec3::Z), Outcome::OutOfReach);
    assert_ne!(outcome(arm, shoulder - Vec3::Z * 0.3), Outcome::OutOfReach, "limits are another matter");
}

#[test]
fn locked_joints_and_limbs_with_a_pole_start_from_the_given_pose() {
    let rig = mannequin();
    let elbow = joint(&rig, Role::LeftLowerArm);
    let (pose, _) =
        solved(&rig, Options { locked: vec![elbow], ..Options::default() }, Role::LeftHand, Target::position(before_left_shoulder(&rig)));
    assert_eq!(pose.locals[elbow.index() as usize], rig.rest_pose().locals[elbow.index() as usize]);
    let height = |pole: Vec3| {
        let target = Target::position([0.4, 1.3, 0.2]).with_pole(pole);
        let (pose, _) = solved(&rig, Options { limits: Limits::Off, ..Options::default() }, Role::LeftHand, target);
        place(&rig, &pose, Role::LeftLowerArm).y
    };
    assert!(
        height(Vec3::Y * 9.0) > 1.35 && height(Vec3::Y * -9.0) < 1.3,
        "the pole decides: {} {}",
        height(Vec3::Y * 9.0),
        height(Vec3::Y * -9.0)
    );
}

#[test]
fn who_walks_with_the_prior_is_looked_for_where_the_body_is() {
    let rig = mannequin();
    let stance = rig.posture().reference;
    let options = Options { posture: Posture::Likely, root: Root::Free, feet: Feet::Free, ..Options::default() };
    let mut ik = IkSession::new(&rig, options);
    let parts = [Role::Head, Role::LeftHand, Role::RightHand].map(|role| (joint(&rig, role), place(&rig, &stance, role)));
    let mut pose = stance.clone();
    for frame in 0..60 {
        let way = Vec3::Z * (0.03 * frame as f32);
        for (part, from) in parts {
            ik.set_target(part, Target::position(from + way));
        }
        let report = ik.follow(&stance, &mut pose, BUDGET).unwrap();
        assert!(report.distance() < 5e-3, "frame {frame}: {} m off", report.distance());
        let off = place(&rig, &pose, Role::Hips).distance(place(&rig, &stance, Role::Hips) + way);
        assert!(off < 0.15, "frame {frame}: the hips are {off} m off");
    }
}

#[test]
fn an_animal_gives_a_paw_and_its_trunk_stays() {
    let rig = kansetsu_figures::figure("quadruped").unwrap().rig;
    let paw = rig.joint("LeftForepaw").unwrap();
    let at = |pose: &Pose, name: &str| rig.skeleton.forward(pose)[rig.joint(name).unwrap().index() as usize].translation;
    let solve = |posture: Posture| {
        let mut pose = rig.rest_pose();
        let mut ik = IkSession::new(&rig, Options { posture, ..Options::default() });
        ik.set_target(paw, Target::position([0.1, 0.25, 0.3]));
        let report = ik.solve(&mut pose, BUDGET).unwrap();
        assert!(report.distance() < 1e-4, "{posture:?}: {} m off", report.distance());
        at(&pose, "Chest").distance(at(&rig.rest_pose(), "Chest"))
    };
    let [auto, uniform] = [Posture::Auto, Posture::Uniform].map(solve);
    assert!(auto < 0.01 && uniform > 0.05, "the chest moves by {auto} m, with all joints alike by {uniform} m");
}

#[test]
fn heels_rise_for_hips_that_are_led_down_and_stay_risen() {
    let rig = mannequin();
    let mut pose = rig.rest_pose();
    let at = |pose: &Pose, role: Role| place(&rig, pose, role);
    let mut ik = IkSession::new(&rig, Options { chain_length: Some(1), ..Options::default() });
    let hips = at(&pose, Role::Hips);
    for frame in 1..=120 {
        let down = 0.45 * (frame as f32 / 60.0).min(1.0);
        ik.set_target(joint(&rig, Role::Hips), Target::position(hips - Vec3::Y * down));
        let off = ik.step(&mut pose, Budget::steps(60)).unwrap().distance();
        assert!(frame < 120 || off < 1e-3, "{off} m off");
    }
    for [foot, toes] in [[Role::LeftFoot, Role::LeftToes], [Role::RightFoot, Role::RightToes]] {
        assert!(at(&pose, toes).distance(at(&rig.rest_pose(), toes)) < 1e-5, "toes stay");
        assert!(at(&pose, foot).y > at(&rig.rest_pose(), foot).y + 0.01, "heels rise");
    }
}

#[test]
fn a_pin_has_a_placement_of_its_own_and_leaves_the_rest_to_a_target() {
    let rig = mannequin();
    let hand = joint(&rig, Role::LeftHand);
    let (aim, mut pose) = (before_left_shoulder(&rig), rig.rest_pose());
    let wanted = Quat::from_rotation_y(-0.4) * turn(&rig, &pose, Role::LeftHand);
    let mut ik = IkSession::new(&rig, Options::default());
    ik.pin_to(hand, Target::position(aim));
    ik.set_target(hand, Target::orientation(wanted));
    let report = ik.solve(&mut pose, BUDGET).unwrap();
    assert!(report.pins.iter().any(|pin| pin.joint == hand && pin.is_reached));
    assert!(place(&rig, &pose, Role::LeftHand).distance(aim) < 1e-5);
    assert!(turn(&rig, &pose, Role::LeftHand).angle_between(wanted) < 2e-3);
    ik.pin_to(hand, Target::orientation(wanted));
    assert!(ik.solve(&mut pose, BUDGET).unwrap_err().to_string().contains("is pinned as well"));
    ik.set_target(hand, Target::position(aim + Vec3::Y * 0.1));
    ik.solve(&mut pose, BUDGET).unwrap();
    assert!(place(&rig, &pose, Role::LeftHand).distance(aim + Vec3::Y * 0.1) < 1e-4);
    assert!(turn(&rig, &pose, Role::LeftHand).angle_between(wanted) < 2e-3);
}

/// More pins than a body takes goals: all joints but those of an arm.
#[test]
fn pins_that_hold_on_joints_that_nothing_moves_cost_nothing() {
    let rig = mannequin();
    let mut pose = rig.rest_pose();
    let arm = joint(&rig, Role::LeftUpperArm).index() as usize;
    let pinned: Vec<usize> = (0..rig.skeleton.len()).filter(|&index| rig.skeleton.ancestors(index).all(|above| above != arm)).collect();
    assert!(pinned.len() > 40);
    let mut ik = IkSession::new(&rig, Options { posture: Posture::Given, ..Options::default() });
    pinned.iter().for_each(|&index| ik.pin(rig.skeleton.id(index)));
    let target = place(&rig, &pose, Role::LeftHand) + Vec3::new(-0.1, 0.1, 0.1);
    ik.set_target(joint(&rig, Role::LeftHand), Target::position(target));
    let report = ik.solve(&mut pose, BUDGET).unwrap();
    assert!(report.distance() < 1e-4 && report.pins.len() == pinned.len() && report.pins.iter().all(|pin| pin.is_reached));
    for &index in &pinned {
        assert_eq!(pose.locals[index], rig.rest_pose().locals[index]);
    }
    ik.clear();
    for &index in &pinned {
        let at = rig.skeleton.forward(&pose)[index].translation + Vec3::Z * 0.01;
        ik.pin_to(rig.skeleton.id(index), Target::position(at));
    }
    let refused = ik.solve(&mut pose, BUDGET).unwrap_err().to_string();
    assert!(refused.contains("number of goals") && refused.contains("32"), "{refused}");
}

#[test]
fn what_carries_a_body_moves_for_its_own_target_and_for_joints_directly_on_it() {
    for (name, led) in [("quadruped", "Hips"), ("hand", "LeftIndexProximal"), ("robot_arm", "")] {
        let rig = kansetsu_figures::figure(name).unwrap().rig;
        let led = if led.is_empty() { rig.skeleton.id(rig.skeleton.children(rig.base_joint())[0]) } else { rig.joint(led).unwrap() };
        let mut pose = rig.rest_pose();
        let target = rig.skeleton.forward(&pose)[led.index() as usize].translation + Vec3::new(0.05, 0.04, 0.02) * rig.skeleton.size();
        let mut ik = IkSession::new(&rig, Options::default());
        ik.set_target(led, Target::position(target));
        let report = ik.solve(&mut pose, BUDGET).unwrap();
        assert!(report.distance() < 1e-4 * rig.skeleton.size(), "{name}: {} m off", report.distance());
        ik.options_mut().root = Root::Fixed;
        let refused = ik.solve(&mut rig.rest_pose(), BUDGET).unwrap_err().to_string();
        assert!(refused.contains("fixed as the root"), "{name}: {refused}");
    }
}

#[test]
fn joints_above_the_base_place_the_figure_and_move_for_their_own_target() {
    let mut builder = Skeleton::builder();
    let scene = builder.root("scene", Transform::IDENTITY);
    let mut last = builder.child(scene, "armature", Transform::from_translation(Vec3::Y));
    for _ in 0..4 {
        last = builder.child(last, format!("bone {last}"), Transform::from_translation(Vec3::Y * 0.25));
    }
    let prop = builder.root("prop", Transform::from_translation(Vec3::X));
    let mut rig = Rig::new(builder.build().unwrap());
    rig.base = Some(2);
    let solve = |name: &str, way: Vec3| {
        let mut pose = rig.rest_pose();
        let id = rig.joint(name).unwrap();
        let target = rig.skeleton.forward(&pose)[id.index() as usize].translation + way;
        let mut ik = IkSession::new(&rig, Options::default());
        ik.set_target(id, Target::position(target));
        let report = ik.solve(&mut pose, BUDGET).unwrap();
        assert!(report.distance() < 1e-4, "{name}: {} m off", report.distance());
        (0..rig.skeleton.len()).filter(|&joint| pose.locals[joint] != rig.rest_pose().locals[joint]).collect::<Vec<_>>()
    };
    assert_eq!(solve("armature", Vec3::X * 0.3), [1]);
    assert_eq!(solve("prop", Vec3::X * 0.3), [prop]);
    let bones = solve(&format!("bone {}", last - 1), Vec3::new(0.1, -0.1, 0.0));
    assert!(bones.iter().all(|joint| (2..6).contains(joint)), "{bones:?}");
}

#[test]
fn joints_that_carry_more_of_a_body_rotate_less() {
    let rig = kansetsu_figures::figure("tentacle").unwrap().rig;
    let joints: Vec<usize> = rig.skeleton.ancestors(rig.skeleton.len() - 1).skip(1).collect();
    let rotated = |posture: Posture| {
        let mut pose = rig.rest_pose();
        let tip = rig.skeleton.id(rig.skeleton.len() - 1);
        let target = rig.skeleton.forward(&pose)[tip.index() as usize].translation + Vec3::new(0.1, -0.1, 0.05) * rig.skeleton.size();
        let mut ik = IkSession::new(&rig, Options { posture, ..Options::default() });
        ik.set_target(tip, Target::position(target));
        assert!(ik.solve(&mut pose, BUDGET).unwrap().distance() < 1e-3);
        let angle = |&joint: &usize| pose.locals[joint].rotation.angle_between(rig.rest_pose().locals[joint].rotation);
        let [near, all] = [&joints[joints.len() / 2..], &joints[..]].map(|joints| joints.iter().map(angle).sum::<f32>());
        near / all
    };
    let [carrying, uniform] = [Posture::Auto, Posture::Uniform].map(rotated);
    assert!(carrying < 0.9 * uniform, "the half at the root rotates {carrying} and {uniform} of all");
}

#[test]
fn a_session_says_how_far_a_joint_reaches() {
    let rig = mannequin();
    let (pose, hand) = (rig.rest_pose(), joint(&rig, Role::LeftHand));
    let at = |role: Role| place(&rig, &pose, role);
    let mut ik = IkSession::new(&rig, Options { chain_length: Some(2), ..Options::default() });
    ik.set_target(hand, Target::position(at(Role::LeftHand)));
    let reach = ik.reach(hand, &pose).unwrap().unwrap();
    assert_eq!(Vec3::from(reach.center), at(Role::LeftUpperArm));
    let arm = at(Role::LeftUpperArm).distance(at(Role::LeftLowerArm)) + at(Role::LeftLowerArm).distance(at(Role::LeftHand));
    assert!((reach.radius - arm).abs() < 1e-6, "{} of {arm}", reach.radius);
    ik.options_mut().chain_length = None;
    assert_eq!(ik.reach(hand, &pose).unwrap(), None, "hips follow");
    ik.options_mut().root = Root::Fixed;
    assert!(ik.reach(hand, &pose).unwrap().unwrap().radius > arm + 0.2, "the trunk follows");
}

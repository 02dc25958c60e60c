//! Non-uniform scales inside a chain or a body: the exact position of the tip is measured.

use glam::{Affine3, Quat, Vec3};
use kansetsu::d3::{
    Chain, Goal, Limit, Orientation, Outcome, Pose, Region, Skeleton, Transform,
    limit::{Cone, Hinge},
    rotation_of,
    solve::{Auto, Body, Ccd, Dls, Fabrik, Scope, Scratch, Solver, TwoBone, WholeBody},
};

use crate::random::Random;

/// The position of a joint of the pose, and its linear map.
fn map_of(skeleton: &Skeleton, pose: &Pose, joint: usize) -> Affine3 {
    let local = pose.locals[joint].to_affine();
    skeleton.joints()[joint].parent.map_or(local, |parent| map_of(skeleton, pose, parent) * local)
}

/// Scales some joints non-uniformly.
fn stretch(random: &mut Random, pose: &mut Pose) {
    for local in &mut pose.locals {
        if !random.chance(0.4) {
            continue;
        }
        local.scale = Vec3::from_array(std::array::from_fn(|_| random.range(0.7, 1.4)));
    }
}

/// Segments of about a metre.
fn chain(random: &mut Random, count: usize) -> (Skeleton, Pose) {
    let mut builder = Skeleton::builder();
    let mut last = builder.root("0", Transform::IDENTITY);
    for index in 1..=count {
        let to_here =
            Vec3::new(random.range(-0.3, 0.3), random.range(0.7, 1.2), random.range(-0.3, 0.3));
        last = builder.child(last, index.to_string(), Transform::from_translation(to_here));
    }
    let skeleton = builder.build().unwrap();
    let mut pose = skeleton.rest_pose();
    stretch(random, &mut pose);
    if random.unit() < 0.3 {
        pose.locals[1].scale.x *= -1.0;
    }
    (skeleton, pose)
}

/// A spine with two arms of three joints.
fn two_arms() -> Skeleton {
    let mut builder = Skeleton::builder();
    let root = builder.root("root", Transform::from_translation(Vec3::new(0.3, 1.0, -0.2)));
    let spine = builder.child(root, "spine", Transform::from_translation(Vec3::Y * 0.5));
    for side in [1.0, -1.0] {
        let mut last = spine;
        for index in 0..3 {
            last = builder.child(
                last,
                format!("{side} {index}"),
                Transform::from_translation(Vec3::new(0.3 * side, 0.1, 0.05)),
            );
        }
    }
    builder.build().unwrap()
}

/// The same, every joint rotated by up to a radian.
fn turned(random: &mut Random, pose: &Pose) -> Pose {
    let mut pose = pose.clone();
    for local in &mut pose.locals {
        local.rotation *= Quat::from_scaled_axis(random.direction() * random.unit());
    }
    pose
}

#[test]
fn stretched_chains_reach_by_true_forward_kinematics() {
    let mut random = Random::new(77);
    let mut scratch = Scratch::default();
    let mut missed = 0;
    for case in 0..600 {
        let count = 2 + case % 5;
        let (skeleton, pose) = chain(&mut random, count);
        let chain = Chain::new(&skeleton, 0, count).unwrap();
        let offset = if case % 3 == 0 { Vec3::new(0.1, 0.2, -0.1) } else { Vec3::ZERO };
        let target = map_of(&skeleton, &turned(&mut random, &pose), count).transform_point3(offset);
        let goal = Goal::position(count, target).with_offset(offset);
        let mut got = turned(&mut random, &pose);
        let report = if case % 2 == 0 {
            Auto::default().solve_with(&chain, &goal, &mut got, &mut scratch).unwrap()
        } else {
            Dls::default().solve_with(&chain, &goal, &mut got, &mut scratch).unwrap()
        };
        let place = map_of(&skeleton, &got, count).transform_point3(offset);
        assert!(
            place.distance(report.goals[0].reached) < 1e-4,
            "{case}: reported {report:?}, is at {place}"
        );
        assert!(
            report.outcome != Outcome::Reached || place.distance(target) < 3e-4 * count as f32,
            "{case}: {report:?}"
        );
        missed += usize::from(report.outcome != Outcome::Reached);
    }
    assert!(missed <= 40, "{missed} of 600 missed");
}

#[test]
fn stretched_bodies_reach_by_true_forward_kinematics() {
    let mut random = Random::new(78);
    let mut scratch = Scratch::default();
    let (solver, mut missed) =
        (WholeBody { max_restarts: 32, max_steps: 4000, ..WholeBody::default() }, 0);
    for case in 0..200 {
        let skeleton = two_arms();
        let mut pose = skeleton.rest_pose();
        stretch(&mut random, &mut pose);
        let mut wanted = turned(&mut random, &pose);
        wanted.locals[0] = pose.locals[0];
        let ends = [4, 7];
        let maps = ends.map(|end| map_of(&skeleton, &wanted, end));
        let goals = [0, 1].map(|k| {
            let goal = Goal::position(ends[k], maps[k].translation);
            if case % 2 == 0 { goal.with_orientation(rotation_of(&maps[k])) } else { goal }
        });
        let body = Body::new(&skeleton);
        let report = solver.solve_with(&body, &goals, &mut pose, &mut scratch).unwrap();
        for k in 0..2 {
            let map = map_of(&skeleton, &pose, ends[k]);
            assert!(map.translation.distance(report.goals[k].reached) < 1e-5, "{case}: {report:?}");
            let met = map.translation.distance(maps[k].translation) < 5e-5
                && (case % 2 == 1 || rotation_of(&map).angle_between(rotation_of(&maps[k])) < 2e-3);
            assert!(met || report.outcome != Outcome::Reached, "{case}: {report:?}");
        }
        missed += usize::from(report.outcome != Outcome::Reached);
    }
    assert!(missed <= 30, "{missed} of 200 missed");
}

#[test]
fn nothing_moves_in_a_stretched_chain_or_body_that_has_its_goal_met() {
    let mut random = Random::new(79);
    let mut scratch = Scratch::default();
    for _ in 0..50 {
        let (skeleton, pose) = chain(&mut random, 4);
        let start = turned(&mut random, &pose);
        let goal = Goal::position(4, map_of(&skeleton, &start, 4).translation);
        let mut got = start.clone();
        let report = Dls::default()
            .solve_with(&Chain::new(&skeleton, 0, 4).unwrap(), &goal, &mut got, &mut scratch)
            .unwrap();
        assert_eq!((report.iterations, &got), (0, &start));
        let report = WholeBody::default()
            .solve_with(&Body::new(&skeleton), &[goal], &mut got, &mut scratch)
            .unwrap();
        assert_eq!((report.iterations, &got), (0, &start));
    }
}

/// A chain below two parents, as in files, and its size.
struct Specimen {
    skeleton: Skeleton,
    chain: Chain,
    pose: Pose,
    tip: usize,
    size: f32,
}

/// Non-uniform scales (also inside the chain, also mirrored), shear by its parents, limits and
/// locks at random.
fn specimen(random: &mut Random, segments: usize) -> Specimen {
    let tip = segments + 2;
    let (skeleton, _) = chain(random, tip);
    let mut pose = turned(random, &skeleton.rest_pose());
    let scaled = if random.chance(0.3) { 0.0 } else { 0.5 };
    for local in &mut pose.locals {
        if random.chance(scaled) {
            local.scale = Vec3::from_array(std::array::from_fn(|_| {
                random.range(0.6, 1.6) * if random.chance(0.1) { -1.0 } else { 1.0 }
            }));
        }
    }
    if random.chance(0.3) {
        pose.locals[3].scale = Vec3::new(1.0, 2.0, 1.0);
    }
    let limits: Vec<_> = (0..=tip)
        .map(|_| match random.below(4) {
            0 => Some(Limit::Hinge(Hinge { axis: random.direction(), min: -1.0, max: 1.5 })),
            1 => Some(Limit::Cone(Cone { axis: Vec3::Y, center: Vec3::Y, angle: 1.0 })),
            _ => None,
        })
        .collect();
    let is_limited = random.chance(0.3);
    let mut chain = Chain::new(&skeleton, 2, tip).unwrap();
    if is_limited {
        chain = chain.with_limits(&limits).unwrap();
    }
    if segments > 2 && random.chance(0.2) {
        chain = chain.with_locked(3);
    }
    let places: Vec<Vec3> =
        (0..=tip).map(|joint| map_of(&skeleton, &pose, joint).translation).collect();
    let size = places.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    Specimen { skeleton, chain, pose, tip, size }
}

/// A goal that some pose of the chain meets, or one that nothing meets.
fn any_goal(random: &mut Random, specimen: &Specimen) -> Goal {
    let Specimen { skeleton, pose, tip, size, .. } = specimen;
    let mut wanted = turned(random, pose);
    wanted.locals[..2].copy_from_slice(&pose.locals[..2]);
    let offset = if random.chance(0.3) { random.direction() * 0.2 } else { Vec3::ZERO };
    let map = map_of(skeleton, &wanted, *tip);
    let away = if random.chance(0.2) { random.direction() * *size } else { Vec3::ZERO };
    let target = map.transform_point3(offset) + away;
    let goal = match random.below(6) {
        0 => Goal::position(*tip, target).with_orientation(rotation_of(&map)),
        1 => Goal::position(*tip, target).with_axis(Vec3::X, map.matrix3.x_axis.normalize()),
        2 => Goal::look_at(*tip, Vec3::Z, target),
        3 => Goal::position(*tip, target).with_region(Region::Line(random.direction())),
        4 => Goal::position(*tip, target).with_region(Region::Plane(random.direction())),
        _ => Goal::position(*tip, target),
    };
    let goal = goal.with_offset(offset);
    if random.chance(0.3) { goal.with_pole(random.direction() * *size) } else { goal }
}

/// The residual of a goal by forward kinematics: metres and radians. For aims, the distance of the
/// target from the ray.
fn missed(specimen: &Specimen, goal: &Goal, pose: &Pose, aims: bool) -> (f32, f32) {
    let map = map_of(&specimen.skeleton, pose, specimen.tip);
    let place = map.transform_point3(goal.offset);
    let angle_of = |axis: Vec3, to: Vec3| {
        let axis = map.matrix3 * axis;
        axis.cross(to).length().atan2(axis.dot(to))
    };
    let angle = match goal.orientation {
        None => 0.0,
        Some(Orientation::Full(wanted)) => {
            2.0 * (rotation_of(&map).inverse() * wanted).xyz().length().min(1.0).asin()
        }
        Some(Orientation::Axis { axis, direction }) => angle_of(axis, direction),
        Some(Orientation::LookAt { axis, target }) => angle_of(axis, target - place),
    };
    let distance = match (goal.orientation, goal.position) {
        (Some(Orientation::LookAt { axis, target }), _) if aims => {
            let ray = (map.matrix3 * axis).normalize();
            (place + ray * (target - place).dot(ray).max(0.0)).distance(target)
        }
        (_, Some(_)) if aims => 0.0,
        (_, target) => {
            target.map_or(0.0, |target| goal.region.nearest(target, place).distance(place))
        }
    };
    (distance, angle)
}

#[test]
fn every_solver_of_a_chain_reports_what_forward_kinematics_says() {
    let mut random = Random::new(80);
    let mut scratch = Scratch::default();
    let mut solved = 0;
    for case in 0..1500 {
        let specimen = specimen(&mut random, 2 + case % 4);
        let goal = any_goal(&mut random, &specimen);
        for solver in Solver::NAMES.map(|name| Solver::from_name(name).unwrap()) {
            if solver.scope() == Scope::Body {
                continue;
            }
            let aims = matches!(solver, Solver::Aim(_) | Solver::AimChain(_));
            let mut pose = specimen.pose.clone();
            // Not every solver supports every chain and goal.
            let Ok(report) = solver.solve_with(&specimen.chain, &goal, &mut pose, &mut scratch)
            else {
                continue;
            };
            solved += 1;
            let (distance, angle) = missed(&specimen, &goal, &pose, aims);
            let told = format!(
                "{case} {}: is {distance} m and {angle} rad off, {report:?}, {goal:?}",
                solver.name()
            );
            assert!((distance - report.distance()).abs() <= 1e-5 * specimen.size, "{told}");
            assert!((angle - report.angle()).abs() <= 2e-4, "{told}");
            let met = (distance <= 4e-4 * specimen.size || aims) && angle <= 2e-3;
            assert!(met || report.outcome != Outcome::Reached, "{told}");
        }
    }
    assert!(solved > 6900, "{solved}");
}

#[test]
fn an_elbow_stretched_along_one_axis_is_reached_by_every_solver() {
    let mut random = Random::new(81);
    let mut builder = Skeleton::builder();
    let shoulder = builder.root("shoulder", Transform::IDENTITY);
    let elbow =
        builder.child(shoulder, "elbow", Transform::from_translation(Vec3::new(0.0, 0.3, 0.02)));
    let hand =
        builder.child(elbow, "hand", Transform::from_translation(Vec3::new(0.0, 0.25, 0.01)));
    let skeleton = builder.build().unwrap();
    let chain = Chain::new(&skeleton, shoulder, hand).unwrap();
    let solvers = [
        Solver::Auto(Auto::default()),
        Solver::TwoBone(TwoBone::default()),
        Solver::Ccd(Ccd::default()),
        Solver::Fabrik(Fabrik::default()),
        Solver::Dls(Dls::default()),
    ];
    let mut reached = [0; 5];
    for _ in 0..200 {
        let mut start = skeleton.rest_pose();
        start.locals[elbow].scale = Vec3::new(1.0, 2.0, 1.0);
        let target = random.direction() * random.range(0.3, 0.75);
        for (solver, reached) in solvers.iter().zip(&mut reached) {
            let mut pose = start.clone();
            let report = solver.solve(&chain, &Goal::position(hand, target), &mut pose).unwrap();
            let off = map_of(&skeleton, &pose, hand).translation.distance(target);
            assert_eq!(
                off < 8.2e-5,
                report.outcome == Outcome::Reached,
                "{}: {off} m off, {report:?}",
                solver.name()
            );
            *reached += usize::from(report.outcome == Outcome::Reached);
        }
    }
    assert_eq!(reached, [200; 5]);
}

/// A scale in [0.5, 2] along each axis, mirrored at times.
fn uneven(random: &mut Random) -> Vec3 {
    Vec3::from_array(std::array::from_fn(|_| {
        2.0_f32.powf(random.range(-1.0, 1.0)) * if random.chance(0.2) { -1.0 } else { 1.0 }
    }))
}

/// The solvers with derivatives, from 400 chains of 2 to 6 segments: scaled at the base alone,
/// above it, inside, or everywhere.
#[test]
fn damped_least_squares_reaches_nearly_all_that_an_unevenly_scaled_chain_can_reach() {
    let mut random = Random::new(82);
    let mut scratch = Scratch::default();
    let (mut solved, mut missed) = (0, Vec::new());
    for case in 0..400 {
        let segments = 2 + case % 5;
        let (base, tip) = (2, 2 + segments);
        let (skeleton, _) = chain(&mut random, tip);
        let mut start = turned(&mut random, &skeleton.rest_pose());
        for (joint, local) in start.locals.iter_mut().enumerate() {
            let is_scaled = match case % 4 {
                0 => joint == base,
                1 => joint <= base,
                2 => joint > base,
                _ => true,
            };
            local.scale = if is_scaled { uneven(&mut random) } else { Vec3::ONE };
        }
        let mut wanted = turned(&mut random, &start);
        wanted.locals[..base].copy_from_slice(&start.locals[..base]);
        let goal = Goal::position(tip, map_of(&skeleton, &wanted, tip).translation);
        let places: Vec<Vec3> =
            (base..=tip).map(|joint| map_of(&skeleton, &start, joint).translation).collect();
        let size: f32 = places.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        let chain = Chain::new(&skeleton, base, tip).unwrap();
        for name in ["auto", "dls"] {
            let mut pose = start.clone();
            let solver = Solver::from_name(name).unwrap();
            let report = solver.solve_with(&chain, &goal, &mut pose, &mut scratch).unwrap();
            solved += 1;
            let off =
                map_of(&skeleton, &pose, tip).translation.distance(wanted_place(&goal)) / size;
            if off > 4e-4 || report.outcome != Outcome::Reached {
                missed.push(format!("{case} {name}: {off} {:?}", report.outcome));
            }
        }
    }
    assert_eq!(solved, 800);
    // The derivatives are those of a rigid chain.
    assert!(missed.len() <= 56, "{} missed: {missed:#?}", missed.len());
}

fn wanted_place(goal: &Goal) -> Vec3 {
    goal.position.expect("the goal has a position")
}

/// A position, a position with an orientation, or a look at a point, and solvers for it.
fn goal_of(kind: usize, tip: usize, map: &Affine3) -> (Goal, [&'static str; 2]) {
    let position = Goal::position(tip, map.translation);
    match kind {
        0 => (position, ["auto", "dls"]),
        1 => (position.with_orientation(rotation_of(map)), ["auto", "dls"]),
        _ => {
            let point = map.transform_point3(Vec3::Z * 3.0);
            (Goal::look_at(tip, Vec3::Z, point), ["aim", "aim-chain"])
        }
    }
}

/// Positions with limits, poses without, and aims, each by its own solvers.
#[test]
fn limits_turns_and_looks_are_met_in_unevenly_scaled_chains() {
    let mut random = Random::new(83);
    let mut scratch = Scratch::default();
    let mut missed: [Vec<String>; 3] = Default::default();
    for case in 0..600 {
        let segments = 2 + case % 5;
        let (base, tip) = (2, 2 + segments);
        let (skeleton, _) = chain(&mut random, tip);
        let mut start = skeleton.rest_pose();
        for (joint, local) in start.locals.iter_mut().enumerate() {
            let is_scaled = [joint == base, joint <= base, joint > base, true][case % 4];
            local.scale = if is_scaled { uneven(&mut random) } else { Vec3::ONE };
        }
        let hinge = |random: &mut Random| {
            Limit::Hinge(Hinge { axis: random.direction(), min: -1.0, max: 1.5 })
        };
        let cone = Limit::Cone(Cone { axis: Vec3::Y, center: Vec3::Y, angle: 1.0 });
        let limits: Vec<_> = (0..=tip)
            .map(|joint| Some(if joint % 2 == 0 { cone.clone() } else { hinge(&mut random) }))
            .collect();
        let mut wanted = turned(&mut random, &start);
        wanted.locals[..base].copy_from_slice(&start.locals[..base]);
        let is_limited = case % 3 == 0;
        if is_limited {
            for (local, limit) in wanted.locals.iter_mut().zip(&limits).skip(base) {
                local.rotation = limit.as_ref().unwrap().project(local.rotation);
            }
        }
        let chain = Chain::new(&skeleton, base, tip).unwrap();
        let chain = if is_limited { chain.with_limits(&limits).unwrap() } else { chain };
        let (goal, names) = goal_of(case % 3, tip, &map_of(&skeleton, &wanted, tip));
        let places: Vec<Vec3> =
            (base..=tip).map(|joint| map_of(&skeleton, &start, joint).translation).collect();
        let size = places.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        for name in names {
            let mut pose = start.clone();
            let report = Solver::from_name(name)
                .unwrap()
                .solve_with(&chain, &goal, &mut pose, &mut scratch)
                .unwrap();
            let outcome = report.outcome;
            let specimen = Specimen {
                skeleton: skeleton.clone(),
                chain: chain.clone(),
                pose: start.clone(),
                tip,
                size,
            };
            let (distance, angle) = self::missed(&specimen, &goal, &pose, case % 3 == 2);
            if distance / size > 4e-4 || angle > 2e-3 || outcome != Outcome::Reached {
                missed[case % 3]
                    .push(format!("{case} {name}: {} {angle} {outcome:?}", distance / size));
            }
        }
    }
    // The derivatives are those of a rigid chain: of 400 solves of each kind some are missed.
    let [places, poses, looks] = missed;
    assert!(
        places.len() <= 70 && looks.is_empty() && poses.len() <= 70,
        "{places:#?} {poses:#?} {looks:#?}"
    );
}

//! No solver allocates once its memory is warm. This is a separate test binary, because it replaces
//! the allocator with a counting one.

use allocation_counter::measure;
use kansetsu::{
    d3::{
        Chain, Goal, Limit, Pose, Rig, Skeleton, SmoothRotation, Smoothing, Transform, Twist,
        limit::{Cone, EulerBox, EulerOrder, Hinge},
        solve::{Aim, AimChain, Body, FabrikTree, Scope, Scratch, Solver},
    },
    glam::{Quat, Vec3},
};

struct Case {
    name: &'static str,
    chain: Chain,
    rest: Pose,
}

impl Case {
    /// A chain of these segments along +Y.
    fn new(name: &'static str, limits: Vec<Option<Limit>>) -> Self {
        let mut builder = Skeleton::builder();
        let mut last = builder.root("0", Transform::IDENTITY);
        for number in 1..limits.len() {
            last = builder.child(
                last,
                number.to_string(),
                Transform::from_translation(Vec3::Y * 0.25),
            );
        }
        let skeleton = builder.build().expect("a path is a tree");
        let chain = Chain::new(&skeleton, 0, last)
            .and_then(|chain| chain.with_limits(&limits))
            .expect("a path is a chain");
        Self { name, chain, rest: skeleton.rest_pose() }
    }

    /// Goals in reach, out of reach, at the base, already reached; with and without an orientation
    /// and a pole.
    fn goals(&self) -> Vec<Goal> {
        let length = self.chain.length(&self.rest);
        let mut goals = Vec::new();
        for number in 0..60 {
            let (turn, part) = (number as f32 * 2.4, (number % 12) as f32 / 9.0);
            let direction =
                Quat::from_rotation_y(turn) * Quat::from_rotation_z(0.1 * number as f32) * Vec3::Y;
            let goal = Goal::position(self.chain.tip(), direction * part * length);
            goals.push(goal);
            goals.push(goal.with_orientation(Quat::from_rotation_x(turn)));
            goals.push(goal.with_pole(Vec3::new(0.3, 0.2, -1.0)));
        }
        goals.push(Goal::orientation(self.chain.tip(), Quat::from_rotation_x(0.4)));
        goals.push(Goal::position(self.chain.tip(), Vec3::Y * length));
        goals
    }
}

fn cases() -> Vec<Case> {
    let hinge = || Some(Limit::Hinge(Hinge { axis: Vec3::Z, min: 0.0, max: 2.0 }));
    let cone = || Some(Limit::Cone(Cone::around(Vec3::Y, 0.8)));
    let spread = EulerBox {
        frame: Quat::IDENTITY,
        order: EulerOrder::Zxy,
        min: Vec3::splat(-0.5),
        max: Vec3::splat(0.7),
    };
    vec![
        Case::new("two bones", vec![None; 3]),
        Case::new("two bones with limits", vec![cone(), hinge(), None]),
        Case::new("ten bones", vec![None; 11]),
        Case::new(
            "ten bones with limits",
            (0..11).map(|number| if number % 2 == 0 { cone() } else { hinge() }).collect(),
        ),
        Case::new("three axes at each joint", vec![Some(Limit::EulerBox(spread)); 5]),
    ]
}

/// The number of allocations while solving every goal from rest, and whether any solve succeeds.
fn allocations(solver: &Solver, case: &Case, goals: &[Goal], scratch: &mut Scratch) -> (u64, bool) {
    let mut pose = case.rest.clone();
    let mut solves = false;
    let counted = measure(|| {
        for goal in goals {
            pose.locals.copy_from_slice(&case.rest.locals);
            // The closed form rejects some chains; the error allocates nothing either.
            solves |= solver.solve_with(&case.chain, goal, &mut pose, scratch).is_ok();
        }
    });
    (counted.count_total, solves)
}

#[test]
fn a_warm_solver_allocates_nothing() {
    // The aim solvers and the body solvers have separate tests.
    let is_here = |name: &&str| !name.starts_with("aim");
    for name in Solver::NAMES.into_iter().filter(is_here) {
        let solver = Solver::from_name(name).expect("its own names are known");
        if solver.scope() == Scope::Body {
            continue;
        }
        for case in cases() {
            let goals = case.goals();
            let mut scratch = Scratch::default();
            let (cold, solves) = allocations(&solver, &case, &goals, &mut scratch);
            let (warm, _) = allocations(&solver, &case, &goals, &mut scratch);
            assert_eq!(warm, 0, "{name} on {}: {warm} allocations, {cold} before", case.name);
            assert!(cold > 0 || !solves, "the allocator is counted");
        }
    }
}

#[test]
fn a_warm_tree_allocates_nothing() {
    let mut builder = Skeleton::builder();
    let root = builder.root("root", Transform::IDENTITY);
    let ends = [Vec3::X, Vec3::NEG_X, Vec3::Y].map(|way| {
        (0..3).fold(root, |last, number| {
            builder.child(last, number.to_string(), Transform::from_translation(way * 0.3))
        })
    });
    let skeleton = builder.build().expect("a tree");
    let body = Body::new(&skeleton);
    let rest = skeleton.rest_pose();
    let (mut scratch, mut pose) = (Scratch::default(), rest.clone());
    let mut solve_all = || {
        for number in 0..50 {
            let turn =
                Quat::from_rotation_y(number as f32) * Quat::from_rotation_x(0.3 * number as f32);
            let goals = ends
                .map(|end| Goal::position(end, turn * Vec3::splat(0.05 * (number % 12) as f32)));
            pose.locals.copy_from_slice(&rest.locals);
            assert!(
                FabrikTree::default().solve_with(&body, &goals, &mut pose, &mut scratch).is_ok()
            );
        }
    };
    solve_all();
    assert_eq!(measure(solve_all).count_total, 0);
}

#[test]
fn a_foot_solver_that_has_begun_allocates_nothing() {
    use kansetsu::d3::{
        Limb, Rig,
        ground::{FootSolver, Plane},
    };

    let mut builder = Skeleton::builder();
    let base = builder.root("hip", Transform::from_translation(Vec3::Y));
    let middle = builder.child(base, "knee", Transform::from_translation(Vec3::NEG_Y * 0.45));
    let tip = builder.child(middle, "ankle", Transform::from_translation(Vec3::NEG_Y * 0.45));
    builder.child(tip, "toes", Transform::from_translation(Vec3::new(0.0, -0.08, 0.14)));
    let mut rig = Rig::new(builder.build().expect("a path is a tree"));
    rig.limbs.push(Limb { name: "leg".to_owned(), base, middle, tip, pole: Vec3::Z });
    let mut solver = FootSolver::new(&rig, 0.0).expect("a leg");
    let rest = rig.rest_pose();
    let mut pose = rest.clone();
    let mut walk = || {
        for number in 0..120 {
            let hop = 0.2 * (0.1 * number as f32).sin().max(0.0);
            pose.clone_from(&rest);
            pose.locals[0].translation = Vec3::new(0.0, 1.0 + hop, 0.01 * number as f32);
            assert!(solver.step(&mut pose, (0.0, 1.0 / 60.0), &Plane::level(-0.1)).is_ok());
        }
    };
    walk();
    assert_eq!(measure(walk).count_total, 0);
}

#[test]
fn a_warm_solver_in_the_plane_allocates_nothing() {
    use kansetsu::{d2, glam::Vec2};

    for segments in [2, 8] {
        let mut builder = d2::Skeleton::builder();
        let mut last = builder.root("0", d2::Transform::IDENTITY);
        for number in 1..=segments {
            last = builder.child(
                last,
                number.to_string(),
                d2::Transform::from_translation(Vec2::X * 0.25),
            );
        }
        let skeleton = builder.build().expect("a path is a tree");
        let limits = vec![Some(d2::Interval::new(-0.4, 1.5)); skeleton.len()];
        let chain = d2::Chain::new(&skeleton, 0, last)
            .and_then(|chain| chain.with_limits(&limits))
            .expect("a path is a chain");
        for name in d2::solve::Solver::NAMES {
            let solver = d2::solve::Solver::from_name(name).expect("its own names are known");
            let body = d2::solve::Body::new(&skeleton).with_limits(&limits).expect("good limits");
            let looks = name.starts_with("aim");
            let mut scratch = d2::solve::Scratch::default();
            let mut pose = skeleton.rest_pose();
            let rest = pose.clone();
            let mut run = || {
                for number in 0..60 {
                    let (turn, part) =
                        (number as f32 * 0.7, (number % 12) as f32 / 9.0 * 0.25 * segments as f32);
                    pose.locals.copy_from_slice(&rest.locals);
                    let goal = d2::Goal::position(last, Vec2::new(turn.cos(), turn.sin()) * part)
                        .with_pole(Vec2::Y);
                    let goal = if looks {
                        d2::Goal::look_at(last, Vec2::X, Vec2::splat(part))
                    } else {
                        goal
                    };
                    if solver.scope() != Scope::Chain {
                        let _ =
                            solver.solve_body_with(&body, &[goal], &mut pose, &mut scratch).is_ok();
                    }
                    let _ = solver.solve_with(&chain, &goal, &mut pose, &mut scratch).is_ok();
                    let _ = solver
                        .solve_with(&chain, &goal.with_orientation(turn), &mut pose, &mut scratch)
                        .is_ok();
                }
            };
            run();
            assert_eq!(measure(&mut run).count_total, 0, "{name} with {segments} segments");
        }
    }
}

#[test]
fn warm_aims_allocate_nothing() {
    let limits = vec![Some(Limit::Cone(Cone::around(Vec3::Y, 0.2))); 4];
    let case = Case::new("aim", limits.clone());
    let mut builder = Skeleton::builder();
    builder.root("head", Transform::IDENTITY);
    let mut rig = Rig::new(builder.build().expect("a root is a tree"));
    rig.limits[0] = limits[0].clone();
    let mut scratch = Scratch::default();
    for number in 0..60 {
        let target = Quat::from_rotation_x(number as f32) * Vec3::new(0.3, 1.0, 2.0);
        let goal = Goal::look_at(case.chain.tip(), Vec3::Y, target)
            .with_offset(Vec3::X * 0.1)
            .with_pole(Vec3::Z * 9.0);
        let mut pose = case.rest.clone();
        let alone = Goal { joint: 0, ..goal };
        let mut head = rig.skeleton.rest_pose();
        let count = measure(|| {
            AimChain::default()
                .solve_with(&case.chain, &goal, &mut pose, &mut scratch)
                .expect("a good goal");
            Aim::default().solve_with(&rig, &alone, &mut head, &mut scratch).expect("a good goal");
        });
        if number > 30 {
            assert_eq!(count.count_total, 0, "aim {number}");
        }
    }
}

#[test]
fn warm_twists_blends_and_filters_allocate_nothing() {
    let case = Case::new("twist", vec![None; 4]);
    let mut builder = Skeleton::builder();
    let elbow = builder.root("elbow", Transform::IDENTITY);
    let half = builder.child(elbow, "half", Transform::from_translation(Vec3::X));
    let hand = builder.child(elbow, "hand", Transform::from_translation(Vec3::X * 2.0));
    let skeleton = builder.build().expect("a tree");
    let twist = Twist::of_tip(&skeleton, elbow, hand)
        .expect("the hand is a child of the elbow")
        .with_joint(half, 0.5);
    let mut scratch = Scratch::default();
    let mut pose = skeleton.rest_pose();
    twist.solve_with(&skeleton, &mut pose, &mut scratch).expect("a good pose");
    let other = case.rest.clone();
    let mut blended = case.rest.clone();
    let mut smooth = SmoothRotation::default();
    let count = measure(|| {
        pose.locals[hand].rotation = Quat::from_rotation_x(1.0);
        twist.solve_with(&skeleton, &mut pose, &mut scratch).expect("a good pose");
        blended.blend_towards(&other, 0.5).expect("a good weight");
        smooth.update(Quat::from_rotation_x(1.0), 0.1, &Smoothing::default()).expect("a good time");
    });
    assert_eq!(count.count_total, 0);
}

//! The solvers side by side.

use kansetsu::{
    d2::{self, Interval, Transform},
    d3::{self, Limit},
    glam::{Vec2, Vec3},
};
use kansetsu_lab::{Lens, Method, Page, Press, text::Language};

/// The lens's chain in the plane, built with the library's own types for the plane.
fn chain(page: &Lens) -> (d2::Skeleton, d2::Chain, usize) {
    let scene = page.scene();
    let mut builder = d2::Skeleton::builder();
    let mut joint = builder.root("0", Transform::from_translation(scene.root));
    for index in 1..=scene.links {
        joint = builder.child(
            joint,
            index.to_string(),
            Transform::from_translation(Vec2::Y * scene.length),
        );
    }
    let skeleton = builder.build().expect("a chain");
    let limits: Vec<_> = (0..=scene.links)
        .map(|index| (index < scene.links).then(|| Interval::new(-scene.limit, scene.limit)))
        .collect();
    let chain =
        d2::Chain::new(&skeleton, 0, joint).expect("a chain").with_limits(&limits).expect("limits");
    (skeleton, chain, joint)
}

#[test]
fn in_the_plane_every_distance_is_that_of_the_library_for_the_plane() {
    let mut page = Lens::default();
    for at in [
        Vec2::new(640.0, 330.0),
        Vec2::new(250.0, 480.0),
        Vec2::new(430.0, 300.0),
        Vec2::new(1200.0, 600.0),
    ] {
        page.point(at, Press::Down);
        let (skeleton, chain, tip) = chain(&page);
        let goal = d2::Goal::position(tip, at);
        for (method, solver) in [
            (Method::Ccd, d2::solve::Solver::Ccd(d2::solve::Ccd::default())),
            (Method::Fabrik, d2::solve::Solver::Fabrik(d2::solve::Fabrik::default())),
            (Method::Dls, d2::solve::Solver::Dls(d2::solve::Dls::default())),
        ] {
            let mut pose = skeleton.rest_pose();
            let report = solver.solve(&chain, &goal, &mut pose).expect("numbers");
            let index =
                Lens::METHODS.iter().position(|&other| other == method).expect("in the list");
            let answer = &page.answers()[index];
            assert!(
                (report.distance() - answer.distance).abs() < 1e-2,
                "{at} {method:?}: {} {}",
                report.distance(),
                answer.distance
            );
            assert_eq!(report.iterations, answer.rounds, "{at} {method:?}");
        }
    }
}

#[test]
fn every_answer_in_space_is_the_librarys_bit_for_bit() {
    let mut page = Lens::default();
    page.set("space", "1").expect("a choice");
    let scene = page.scene();
    let mut builder = d3::Skeleton::builder();
    let mut joint = builder.root("0", d3::Transform::from_translation(scene.root.extend(0.0)));
    for index in 1..=scene.links {
        joint = builder.child(
            joint,
            index.to_string(),
            d3::Transform::from_translation(Vec3::Y * scene.length),
        );
    }
    let skeleton = builder.build().expect("a chain");
    let cone = Limit::Cone(d3::limit::Cone::around(Vec3::Y, scene.limit));
    let limits: Vec<_> =
        (0..=scene.links).map(|index| (index < scene.links).then(|| cone.clone())).collect();
    let chain =
        d3::Chain::new(&skeleton, 0, joint).expect("a chain").with_limits(&limits).expect("limits");
    let mut pose = skeleton.rest_pose();
    let solver = d3::solve::Dls { tolerance: 1e-4, ..d3::solve::Dls::default() };
    solver.solve(&chain, &d3::Goal::position(joint, page.target()), &mut pose).expect("numbers");
    assert_eq!(page.answers()[2].pose, pose);
}

#[test]
fn all_keep_the_limits_and_only_clamping_misses_what_can_be_reached() {
    let page = Lens::default();
    assert_eq!(page.answers().len(), Lens::METHODS.len());
    for (method, answer) in Lens::METHODS.into_iter().zip(page.answers()) {
        for local in &answer.pose.locals {
            let turn = 2.0 * local.rotation.xyz().length().asin();
            assert!(turn.abs() <= page.scene().limit + 1e-3, "{method:?}: {turn}");
        }
    }
    let distances: Vec<f32> = page.answers().iter().map(|answer| answer.distance).collect();
    assert!(distances[2] < 0.1 && distances[4] < 0.1, "{distances:?}");
}

#[test]
fn more_rounds_come_nearer() {
    let mut page = Lens::default();
    page.set("rounds", "0").expect("a number");
    let start: Vec<f32> = page.answers().iter().map(|answer| answer.distance).collect();
    assert!(start.iter().all(|&distance| distance == start[0]), "all begin alike: {start:?}");
    page.set("rounds", "20").expect("a number");
    assert!(page.answers().iter().take(5).all(|answer| answer.distance < 0.6 * start[0]));
}

/// The formula of an iteration that rotates the last joint first shows the angle.
#[test]
fn the_formula_of_a_round_has_its_numbers() {
    let mut page = Lens::default();
    for (key, value) in
        [("rounds", "0"), ("limit_deg", "180"), ("target_x", "560"), ("target_y", "430")]
    {
        page.set(key, value).expect("inside the range");
    }
    let formulas = page.draw(Language::English).formulas;
    let told = formulas.iter().find(|line| line.starts_with("atan2")).expect("the angle of CCD");
    let (angle, turn) = told
        .rsplit_once(" = ")
        .and_then(|(_, last)| last.split_once("→"))
        .expect("what the formula says, and what turned");
    assert_eq!(angle.trim(), turn.trim());
    // The pieces that damped least squares puts together lead as far as the tip goes, to first
    // order.
    page.set("solver", "2").expect("damped least squares");
    let formulas = page.draw(Language::English).formulas;
    assert!(formulas.iter().any(|line| line == "e = t − tip = (130.0, -140.0)"), "{formulas:?}");
    assert!(formulas.iter().any(|line| line.starts_with("J J^T = ( 445500  ")), "{formulas:?}");
}

//! The limbs.

use kansetsu::{classic::LimbFabrik, glam::Vec2};
use kansetsu_lab::{Limbs, Page, Press, text::Language};

#[test]
fn in_the_end_the_limbs_are_those_of_the_library_bit_for_bit() {
    for at in [
        Vec2::new(900.0, 330.0),
        Vec2::new(300.0, 200.0),
        Vec2::new(640.0, 60.0),
        Vec2::new(1270.0, 690.0),
    ] {
        let mut page = Limbs::default();
        page.point(at, Press::Down);
        let mut limbs = page.start();
        let scene = page.scene();
        assert_eq!(scene.goal, at);
        page.solver().solve(&mut limbs, scene.root.extend(0.0), at.extend(0.0)).expect("numbers");
        assert_eq!(page.limbs(), limbs, "{at}");
    }
}

#[test]
fn after_each_round_the_limbs_are_those_of_the_library_bit_for_bit() {
    let mut page = Limbs::default();
    let (mut limbs, scene) = (page.start(), page.scene());
    page.set("step", "0").expect("a step");
    assert_eq!(page.limbs(), limbs);
    for round in 1..=2 {
        LimbFabrik::iterate(&mut limbs, scene.root.extend(0.0), scene.goal.extend(0.0))
            .expect("numbers");
        page.set("step", &(round * 2 * scene.limbs).to_string()).expect("a step");
        assert_eq!(page.limbs(), limbs, "round {round}");
    }
}

#[test]
fn no_limb_stretches_in_any_step() {
    let mut page = Limbs::default();
    for step in 0..60 {
        page.set("step", &step.to_string()).expect("a step");
        for limb in page.limbs() {
            assert!((limb.inboard.distance(limb.outboard()) - 85.0).abs() < 1e-3, "step {step}");
        }
    }
}

#[test]
fn half_way_through_a_round_the_last_limb_ends_at_the_goal() {
    let mut page = Limbs::default();
    page.set("step", "1").expect("a step");
    let last = page.limbs().last().expect("limbs").outboard().truncate();
    assert!(last.distance(page.scene().goal) < 1e-3);
}

#[test]
fn a_straight_body_stalls_as_published() {
    let mut page = Limbs::default();
    page.act("stall");
    let state = page.state();
    let number = |wanted: &str| {
        state.iter().find(|(key, _)| *key == wanted).map(|(_, value)| *value).expect("a number")
    };
    assert_eq!(number("iterations"), 100.0);
    assert!((number("end_y") - number("goal_y")).abs() > 50.0, "{state:?}");
}

#[test]
fn a_tree_takes_two_goals() {
    let mut page = Limbs::default();
    page.set("body", "1").expect("a choice");
    page.point(Vec2::new(420.0, 430.0), Press::Down);
    assert_eq!(page.scene().other_goal, Vec2::new(420.0, 430.0));
    page.point(Vec2::new(880.0, 300.0), Press::Hover);
    page.point(Vec2::new(880.0, 300.0), Press::Down);
    assert_eq!(
        (page.scene().goal, page.scene().other_goal),
        (Vec2::new(880.0, 300.0), Vec2::new(420.0, 430.0))
    );
}

#[test]
fn every_round_of_a_tree_comes_nearer_to_goals_within_reach() {
    let mut page = Limbs::default();
    page.set("body", "1").expect("a choice");
    let distances: Vec<f32> = (0..=10)
        .map(|round| {
            page.set("step", &round.to_string()).expect("a round");
            let facts = page.draw(Language::English).facts;
            let told = facts
                .iter()
                .find(|fact| fact.name.contains("Largest distance"))
                .expect("a distance");
            told.value.trim_end_matches(" px").parse().expect("a number")
        })
        .collect();
    assert!(
        distances.windows(2).all(|pair| pair[1] < pair[0]) && distances[10] < 1.5,
        "{distances:?}"
    );
}

//! The circle of an elbow.

use kansetsu::{
    d3::{Chain, Goal, solve::TwoBone},
    glam::{Vec2, Vec3},
};
use kansetsu_lab::{Page, Press, Rule, Swivel, parger, text::Language};

fn says(page: &Swivel, rule: Rule) -> Option<f32> {
    let index = Rule::ALL.iter().position(|&other| other == rule).expect("in the list");
    page.rules()[index].as_ref().map(|stand| stand.angle.to_degrees())
}

#[test]
fn without_a_pole_two_bones_are_the_librarys_bit_for_bit() {
    let page = Swivel::default();
    let rig = kansetsu_figures::mannequin().rig;
    let limb = &rig.limbs[0];
    let mut limits = vec![None; rig.limits.len()];
    limits[limb.middle].clone_from(&rig.limits[limb.middle]);
    let chain = Chain::new(&rig.skeleton, limb.base, limb.tip)
        .expect("an arm")
        .with_pole(&rig.skeleton, limb.pole);
    let chain = chain.with_limits(&limits).expect("limits");
    let mut pose = rig.skeleton.rest_pose();
    TwoBone::default()
        .solve(&chain, &Goal::position(limb.tip, page.target()), &mut pose)
        .expect("numbers");
    assert_eq!(page.rules()[1].as_ref().expect("it always says something").pose, pose);
}

#[test]
fn every_place_is_on_the_circle_and_holds_the_hand() {
    let page = Swivel::default();
    let circle = page.circle().expect("a limb");
    let figure = kansetsu_figures::mannequin();
    let (skeleton, limb) = (&figure.rig.skeleton, &figure.rig.limbs[0]);
    assert!(circle.radius > 0.1, "{}", circle.radius);
    for stand in page.places().iter().chain(page.rules().iter().flatten()) {
        let maps = skeleton.forward(&stand.pose);
        assert!(maps[limb.tip].translation.distance(page.target()) < 1e-3);
        assert!(
            maps[limb.middle].translation.distance(circle.place(stand.angle)) < 2e-3,
            "{}",
            stand.angle.to_degrees()
        );
    }
    // Five degrees apart, all around.
    let mut angles: Vec<f32> = page.places().iter().map(|stand| stand.angle.to_degrees()).collect();
    angles.sort_by(f32::total_cmp);
    assert!(
        angles.len() == 72 && angles.windows(2).all(|pair| (pair[1] - pair[0] - 5.0).abs() < 0.5),
        "{angles:?}"
    );
}

#[test]
fn the_palm_rule_puts_the_elbow_into_the_plane_of_the_head_on_its_far_side() {
    let page = Swivel::default();
    let circle = page.circle().expect("a limb");
    let figure = kansetsu_figures::mannequin();
    let skeleton = &figure.rig.skeleton;
    let head =
        skeleton.forward(&skeleton.rest_pose())[skeleton.find("Head").expect("a head")].translation;
    let elbow = circle.place(says(&page, Rule::PalmToHead).expect("an arm").to_radians());
    let normal = (circle.tip - circle.base).cross(elbow - circle.base).normalize();
    assert!((head - circle.base).dot(normal).abs() < 2e-3, "in the plane");
    // Bending the elbow brings the hand nearer to the head.
    let bend = normal.cross(circle.tip - elbow);
    let bend = if bend.dot(circle.base - elbow) > 0.0 { bend } else { -bend };
    assert!(bend.dot(head - circle.tip) > 0.0);
}

#[test]
fn pargers_rule_lifts_the_elbow_with_the_hand() {
    assert_eq!(parger([-0.2, 0.0, 0.7]), 135.0, "in front of the shoulder");
    assert_eq!(parger([-0.2, 0.5, 0.7]), 105.0);
    assert!(parger([0.4, 0.0, 0.7]) < 135.0, "in front of the other shoulder the elbow goes up");
    assert_eq!(
        (parger([0.0, 1.0, -1.0]), parger([-0.5, -1.0, 0.7])),
        (175.0, 175.0),
        "held inside"
    );
    let page = Swivel::default();
    let angle = says(&page, Rule::Parger).expect("an arm");
    assert!((-175.0..=-13.0).contains(&angle), "to the outside on the left: {angle}");
}

#[test]
fn ours_keeps_the_limits_and_costs_no_more_than_any_allowed_place() {
    let page = Swivel::default();
    let ease = page.rules()[4].as_ref().expect("it always says something");
    assert!(ease.outside < 1e-3);
    let least = page
        .places()
        .iter()
        .filter(|stand| stand.outside < 1e-3)
        .map(|stand| stand.cost)
        .fold(f32::MAX, f32::min);
    // The circle's places are only five degrees apart, and turn the limb as a whole.
    assert!(ease.cost <= 1.05 * least, "{} {least}", ease.cost);
}

/// A limb by itself, and the limbs of a body.
#[test]
fn ours_holds_the_target_inside_the_limits_where_a_place_of_the_circle_is() {
    let mut held = 0;
    for number in [0, 1, 2, 6] {
        let name = kansetsu_figures::NAMES[number];
        let mut page = Swivel::default();
        page.set("figure", &number.to_string()).expect("a choice");
        let rig = kansetsu_figures::figure(name).expect("a figure").rig;
        for limb in &rig.limbs {
            for rule in [Rule::Ease, Rule::Prior] {
                let index = Rule::ALL.iter().position(|&other| other == rule).expect("in the list");
                let Some(stand) = &page.rules()[index] else { continue };
                assert!(
                    stand.outside < 1e-3,
                    "{} of {name}, {rule:?}: {}",
                    limb.name,
                    stand.outside
                );
                if page.places().iter().any(|place| place.outside < 1e-3) {
                    let off = rig.skeleton.forward(&stand.pose)[limb.tip]
                        .translation
                        .distance(page.target());
                    assert!(off < 1e-3, "{} of {name}, {rule:?}: {off}", limb.name);
                    held += 1;
                }
            }
            page.act("limb");
        }
    }
    assert!(held >= 10, "{held}");
}

#[test]
fn the_circle_can_be_dragged_and_legs_and_animals_have_one_too() {
    let mut page = Swivel::default();
    page.point(Vec2::new(440.0, 400.0), Press::Down);
    let target = page.target();
    for step in 0..40 {
        page.point(Vec2::new(300.0 + 5.0 * step as f32, 330.0), Press::Down);
    }
    assert!(page.target() != target && page.target().is_finite());
    page.act("best");
    assert_eq!(page.draw(Language::English).note, None);
    for figure in ["0", "6"] {
        page.set("figure", figure).expect("a choice");
        for _ in 0..4 {
            page.act("limb");
            assert!(page.rules()[0].is_some() && page.circle().expect("a limb").radius > 0.01);
            assert!(page.target().distance(Vec3::ZERO) < 5.0);
        }
    }
    page.set("figure", "5").expect("the tentacle");
    assert!(page.draw(Language::Japanese).note.is_some(), "no limbs");
}

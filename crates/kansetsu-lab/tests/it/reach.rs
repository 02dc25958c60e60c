//! The volume that a tip can reach.

use kansetsu::{
    d3::{Chain, Goal, Limit, solve::Auto},
    glam::{Vec2, Vec3},
};
use kansetsu_lab::{Held, Page, Press, Reach, text::Language};

fn finish(page: &mut Reach) {
    while page.tick(Held::default()) {}
}

fn coarse() -> Reach {
    let mut page = Reach::default();
    page.set("cells", "8").expect("a number");
    finish(&mut page);
    page
}

/// The mannequin's left arm, with the library's own words.
fn arm(limits: &[Option<Limit>]) -> (kansetsu::d3::Rig, Chain) {
    let rig = kansetsu_figures::mannequin().rig;
    let limb = rig.limbs[0].clone();
    let chain = Chain::new(&rig.skeleton, limb.base, limb.tip)
        .expect("an arm")
        .with_pole(&rig.skeleton, limb.pole);
    let chain = chain.with_limits(limits).expect("limits");
    (rig, chain)
}

#[test]
fn every_cell_of_the_map_is_what_the_library_says() {
    let page = coarse();
    let (plan, map) = page.plan().expect("a chain");
    let limits = kansetsu_figures::mannequin().rig.limits;
    let (rig, chain) = arm(&limits);
    let distance = |place: Vec3| {
        let mut pose = rig.skeleton.rest_pose();
        Auto::default()
            .solve(&chain, &Goal::position(chain.tip(), place), &mut pose)
            .expect("numbers");
        // Read back by forward kinematics.
        rig.skeleton.forward(&pose)[chain.tip()].translation.distance(place)
    };
    let near = 1e-3 * plan.length;
    assert!(map.reached().count() > 20 && map.missed().count() > 100);
    assert!(map.reached().all(|place| distance(place) <= near));
    assert!(map.missed().all(|place| distance(place) > near));
    assert_eq!(
        map.surface().len(),
        map.surface()
            .iter()
            .filter(|point| map.reached().any(|place| place == point.place))
            .count()
    );
}

#[test]
fn without_limits_a_tip_reaches_more() {
    let mut page = coarse();
    let limited = page.plan().expect("a chain").1.volume();
    page.set("limits", "0").expect("a switch");
    finish(&mut page);
    let free = page.plan().expect("a chain").1.volume();
    assert!(limited > 0.0 && free > 1.3 * limited, "{limited} {free}");
}

#[test]
fn pointing_outside_says_which_limit_is_why_and_lifting_it_brings_the_tip_nearer() {
    let mut page = Reach::default();
    // Straight behind the shoulder.
    for (key, value) in [("point_x", "-0.45"), ("point_y", "0.1"), ("point_z", "-0.4")] {
        page.set(key, value).expect("a number");
    }
    let (reached, place) = (page.reached().expect("solved").clone(), page.place());
    assert!(!reached.is_met && reached.distance > 0.02, "{}", reached.distance);
    let reason = page.reasons().first().expect("a limit").clone();
    let mut limits = kansetsu_figures::mannequin().rig.limits;
    limits[reason.joint] = None;
    let (rig, chain) = arm(&limits);
    let mut pose = rig.skeleton.rest_pose();
    Auto::default().solve(&chain, &Goal::position(chain.tip(), place), &mut pose).expect("numbers");
    let without = rig.skeleton.forward(&pose)[chain.tip()].translation.distance(place);
    assert!(
        (without - reason.without).abs() < 1e-6,
        "the library called directly: {without} {}",
        reason.without
    );
    assert!(reason.without < 0.5 * reached.distance);
    let name = rig.skeleton.joints()[reason.joint].name.clone();
    for language in Language::ALL {
        let note = page.draw(language).note.expect("a sentence");
        assert!(note.contains(&name), "{note}");
    }
    page.set("limits", "0").expect("a switch");
    assert!(page.reasons().is_empty());
}

#[test]
fn what_is_too_far_for_the_bones_is_no_limits_fault() {
    let mut page = Reach::default();
    page.set("point_x", "2").expect("a number");
    assert!(
        page.draw(Language::English)
            .note
            .expect("a sentence")
            .contains("the bone lengths, not a limit")
    );
    page.act("reset");
    assert_eq!(
        (page.reached().expect("solved").is_met, page.draw(Language::English).note),
        (true, None)
    );
}

#[test]
fn over_pinned_feet_the_body_reaches_farther_and_the_feet_stay() {
    let mut page = Reach::default();
    page.point(Vec2::new(900.0, 500.0), Press::Down);
    for (key, value) in [("point_x", "0.1"), ("point_y", "0.1"), ("point_z", "0.3")] {
        page.set(key, value).expect("a number");
    }
    assert!(!page.reached().expect("solved").is_met);
    page.set("pins", "1").expect("a choice");
    let reached = page.reached().expect("solved");
    assert!(reached.is_met, "{}", reached.distance);
    let skeleton = kansetsu_figures::mannequin().rig.skeleton;
    let [rest, now] = [&skeleton.rest_pose(), &reached.pose].map(|pose| skeleton.forward(pose));
    for name in ["LeftFoot", "RightFoot"] {
        let foot = skeleton.find(name).expect("a foot");
        assert!(rest[foot].translation.distance(now[foot].translation) < 1e-3, "{name}");
    }
}

//! The five handles.

use kansetsu::{
    classic::{AlignAttach, AlignBody, AlignGoals, AlignJoints, AlignLimb, AlignLimits},
    d3::Skeleton,
    glam::{Quat, Vec2, Vec3},
};
use kansetsu_lab::{Character, Held, Page, Press};

fn joints(skeleton: &Skeleton) -> AlignJoints {
    let find = |name: String| skeleton.find(&name).expect("the mannequin has this joint");
    let limb = |side: &str, names: [&str; 3], shoulder: bool| AlignLimb {
        shoulder: shoulder.then(|| find(format!("{side}Shoulder"))),
        upper: find(format!("{side}{}", names[0])),
        lower: find(format!("{side}{}", names[1])),
        tip: find(format!("{side}{}", names[2])),
    };
    let (arm, leg) = (["UpperArm", "LowerArm", "Hand"], ["UpperLeg", "LowerLeg", "Foot"]);
    AlignJoints {
        hips: find("Hips".to_owned()),
        left_arm: limb("Left", arm, true),
        right_arm: limb("Right", arm, true),
        left_leg: limb("Left", leg, false),
        right_leg: limb("Right", leg, false),
    }
}

fn goals([hips, left_hand, right_hand, left_foot, right_foot]: [Vec3; 5]) -> AlignGoals {
    AlignGoals {
        hips: Some(hips),
        left_hand: Some(left_hand),
        right_hand: Some(right_hand),
        left_foot: Some(left_foot),
        right_foot: Some(right_foot),
    }
}

#[test]
fn a_pass_a_frame_is_the_classic_method_bit_for_bit() {
    let rig = kansetsu_figures::mannequin().rig;
    let turn = Quat::from_xyzw(0.0, 1.0, 0.0, 0.0);
    for (table, limits) in
        [("0", AlignLimits::PUBLISHED), ("1", AlignLimits::SYMMETRIC), ("2", AlignLimits::NONE)]
    {
        let mut page = Character::default();
        page.set("table", table).expect("a table");
        let body =
            AlignBody::new(&rig.skeleton, joints(&rig.skeleton), limits, turn).expect("a body");
        let mut pose = rig.skeleton.rest_pose();
        for frame in 0..90 {
            // Each handle in order, grabbed at its position and dragged away.
            if frame % 15 == 0 {
                let grab =
                    Vec2::new(500.0 + 40.0 * frame as f32 / 15.0, 120.0 + 4.0 * frame as f32);
                page.point(grab, Press::Down);
                page.point(grab + Vec2::new(30.0, 45.0), Press::Drag);
            }
            page.tick(Held::default());
            AlignAttach::default()
                .step(&rig.skeleton, &body, &goals(page.goals()), &mut pose)
                .expect("numbers");
            assert_eq!(page.pose(), &pose, "frame {frame}");
        }
    }
}

#[test]
fn a_row_of_the_table_can_be_edited_and_holds() {
    let mut page = Character::default();
    page.set("joint", "4").expect("the left lower arm");
    assert_eq!(
        ["x_min", "x_max", "y_min", "y_max", "z_max"].map(|key| page.values().number(key)),
        [-45.0, 45.0, -170.0, 0.0, 0.0]
    );
    page.set("y_min", "-30").expect("an angle");
    let row = page.table().left_lower_arm.expect("a row");
    assert!((row.min.y.to_degrees() + 30.0).abs() < 1e-4 && row.max.x.to_degrees().round() == 45.0);
    assert_eq!(page.table().right_lower_arm, AlignLimits::PUBLISHED.right_lower_arm);
    // A least angle above the greatest one takes it along.
    page.set("y_min", "20").expect("an angle");
    assert_eq!(page.values().number("y_max"), 20.0);
    page.set("joint", "7").expect("the right upper leg");
    assert_eq!(page.values().number("z_max"), 360.0, "the slip: no limit");
}

#[test]
fn ours_is_there_at_once_and_as_published_it_trails_behind() {
    let distance = |page: &Character| {
        page.state()
            .iter()
            .find(|(key, _)| *key == "left_hand")
            .map(|(_, value)| *value)
            .expect("a number")
    };
    let mut page = Character::default();
    for (key, value) in [("left_hand_x", "0.3"), ("left_hand_y", "1.2"), ("left_hand_z", "0.35")] {
        page.set(key, value).expect("a place");
    }
    page.tick(Held::default());
    assert!(distance(&page) > 0.02, "{}", distance(&page));
    page.set("method", "1").expect("a choice");
    assert!(distance(&page) < 1e-3, "{}", distance(&page));
}

#[test]
fn what_is_no_humanoid_has_no_such_page() {
    assert!(Character::of(&kansetsu_figures::robot_arm()).is_none());
    assert!(Character::of(&kansetsu_figures::mannequin()).is_some());
}

fn number(page: &Character, key: &str) -> f64 {
    page.state()
        .into_iter()
        .find(|(name, _)| *name == key)
        .map(|(_, value)| value)
        .expect("a number")
}

#[test]
fn a_straight_limb_stalls_as_published_and_ours_does_not() {
    let mut page = Character::default();
    page.set("stall", "1").expect("a switch");
    for _ in 0..120 {
        page.tick(Held::default());
    }
    assert!(number(&page, "left_hand") > 0.05, "{}", number(&page, "left_hand"));
    page.set("method", "1").expect("ours");
    assert!(number(&page, "left_hand") < 1e-4, "{}", number(&page, "left_hand"));
}

#[test]
fn euler_limits_jump_as_published_and_ours_moves_as_little_as_the_handle() {
    let leap = |method: &str| {
        let mut page = Character::default();
        page.set("method", method).expect("a method");
        page.set("jump", "1").expect("a switch");
        for _ in 0..600 {
            page.tick(Held::default());
        }
        number(&page, "leap")
    };
    let [published, ours] = ["0", "1"].map(leap);
    assert!(published > 20.0 && ours < 6.0, "{published} {ours}");
}

//! The pose editor beside ours.

use kansetsu::{
    classic::{AxisCcd, EditorCcd, EditorChain, FrameAxis, move_joint, move_joint_along},
    d3::{Pose, Skeleton, frame::bone_frames},
    glam::Vec2,
};
use kansetsu_lab::{Editor, Held, Page, Press, text::Language};

fn mannequin() -> (Skeleton, usize) {
    let rig = kansetsu_figures::mannequin().rig;
    let tip = rig.limbs[0].tip;
    (rig.skeleton, tip)
}

fn place(skeleton: &Skeleton, pose: &Pose, joint: usize) -> kansetsu::glam::Vec3 {
    skeleton.forward(pose)[joint].translation
}

/// Leads a page by its keys, an event a frame.
fn hold(page: &mut Editor, held: Held, frames: usize, mut after: impl FnMut(&Editor)) {
    for _ in 0..frames {
        page.tick(held);
        after(page);
    }
}

#[test]
fn every_event_of_a_free_drag_is_the_classic_method_bit_for_bit() {
    let (skeleton, tip) = mannequin();
    let mut page = Editor::default();
    page.set("levels", "3").expect("a number");
    let chain = EditorChain::new(&skeleton, tip, 3, |_| false).expect("a chain");
    let mut pose = skeleton.rest_pose();
    let start = place(&skeleton, &pose, tip);
    for held in
        [Held { up: true, left: true, ..Held::default() }, Held { down: true, ..Held::default() }]
    {
        hold(&mut page, held, 30, |page| {
            EditorCcd::default()
                .solve(&skeleton, &chain, start + page.way().in_space, &mut pose)
                .expect("numbers");
            assert_eq!(page.poses()[0], &pose);
        });
    }
}

#[test]
fn a_ring_and_the_move_tool_are_the_classic_ones_from_the_press() {
    let (skeleton, tip) = mannequin();
    let chain = EditorChain::new(&skeleton, tip, 2, |_| false).expect("a chain");
    let frame = bone_frames(&skeleton, &[])[chain.joints()[0]];
    let right = Held { right: true, up: true, ..Held::default() };
    for (number, axis) in [("1", FrameAxis::X), ("2", FrameAxis::Y), ("3", FrameAxis::Z)] {
        let mut page = Editor::default();
        page.set("axis", number).expect("an axis");
        hold(&mut page, right, 20, |page| {
            let mut pose = skeleton.rest_pose();
            let drag = AxisCcd { axis, pixels: page.way().pixels, ..AxisCcd::default() };
            drag.solve(&skeleton, &chain, frame, &mut pose).expect("numbers");
            assert_eq!(page.poses()[0], &pose, "{axis:?}");
        });
        page.set("mode", "1").expect("move");
        page.act("reset");
        page.set("mode", "1").expect("move");
        page.set("axis", number).expect("an axis");
        hold(&mut page, right, 5, |page| {
            let mut pose = skeleton.rest_pose();
            let target = place(&skeleton, &pose, tip) + page.way().in_space;
            move_joint_along(&skeleton, tip, (frame, axis), target, &mut pose).expect("numbers");
            assert_eq!((page.poses()[0], page.poses()[1]), (&pose, &pose), "{axis:?}");
        });
    }
    let mut page = Editor::default();
    page.set("mode", "1").expect("move");
    hold(&mut page, right, 5, |page| {
        let mut pose = skeleton.rest_pose();
        let target = place(&skeleton, &pose, tip) + page.way().in_space;
        move_joint(&skeleton, tip, target, &mut pose).expect("numbers");
        assert_eq!(page.poses()[0], &pose);
    });
}

#[test]
fn back_at_the_press_ours_is_back_and_the_published_one_is_not() {
    let mut page = Editor::default();
    page.act("circle");
    let (skeleton, _) = mannequin();
    let off = |pose: &Pose| {
        let rest = skeleton.rest_pose();
        rest.locals
            .iter()
            .zip(&pose.locals)
            .map(|(rest, now)| rest.rotation.angle_between(now.rotation))
            .fold(0.0, f32::max)
    };
    let [published, ours] = page.poses();
    assert!(off(published) > 0.05, "{}", off(published));
    assert!(off(ours) < 1e-3, "{}", off(ours));
    assert!(
        page.draw(Language::English)
            .note
            .expect("a sentence")
            .contains("back where it was pressed")
    );
}

#[test]
fn ours_keeps_the_limits_where_the_published_one_bends_elbows_backwards() {
    let mut page = Editor::default();
    let mut worst = [0.0_f64; 2];
    for held in [
        Held { left: true, ..Held::default() },
        Held { up: true, ..Held::default() },
        Held { left: true, down: true, ..Held::default() },
    ] {
        hold(&mut page, held, 40, |page| {
            for (worst, key) in worst.iter_mut().zip(["outside", "outside_ours"]) {
                let value = page
                    .state()
                    .into_iter()
                    .find(|(name, _)| *name == key)
                    .map(|(_, value)| value)
                    .expect("a number");
                *worst = worst.max(value);
            }
        });
    }
    assert!(worst[0] > 0.0 && worst[1] == 0.0, "{worst:?}");
}

#[test]
fn a_floating_joint_ends_the_chain_and_a_press_takes_joints_and_rings() {
    let (skeleton, tip) = mannequin();
    let mut page = Editor::default();
    page.set("levels", "0").expect("all");
    let all = page.tool().expect("a chain").chain.joints().len();
    let chest = skeleton.ancestors(tip).nth(3).expect("something above the arm");
    page.set("float", &chest.to_string()).expect("a joint");
    let stopped = page.tool().expect("a chain").chain;
    assert!(stopped.joints().len() == 3 && all > 3 && stopped.joints()[2] == chest);
    page.act("float");
    assert_eq!(page.values().number("float"), tip as f64);
    page.act("reset");
    // A press at the hand's centre, then on its rings around.
    let mut taken = std::collections::BTreeSet::new();
    for column in 0..64 {
        for row in 0..35 {
            page.point(Vec2::new(10.0 * column as f32, 20.0 * row as f32), Press::Down);
            let values = page.values();
            taken.insert((values.number("tip") as usize, values.number("axis") as usize));
        }
    }
    assert!(
        taken.iter().map(|(tip, _)| tip).collect::<std::collections::BTreeSet<_>>().len() > 8,
        "joints: {taken:?}"
    );
    assert!((1..4).all(|axis| taken.iter().any(|(_, taken)| *taken == axis)), "rings: {taken:?}");
}

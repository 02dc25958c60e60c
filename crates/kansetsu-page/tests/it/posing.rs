//! A user poses the figure in the web app: drags, pins, mirrors, keys, saves.

use serde_json::{Value, json};

use crate::{browser::Browser, site};

/// The web app with the mannequin; `None` if it was not built.
fn opened() -> Option<Browser> {
    let address = site::address()?;
    let mut browser = Browser::start();
    browser.open(&address);
    browser.state();
    Some(browser)
}

/// A joint of the first figure, as the web app reports it.
fn joint(state: &Value, name: &str) -> Value {
    let joints = state["figures"][0]["joints"].as_array().expect("joints");
    joints.iter().find(|joint| joint["name"] == name).expect("a joint of the mannequin").clone()
}

/// The position of a joint, model space, metres.
fn place(state: &Value, name: &str) -> [f64; 3] {
    let place = &joint(state, name)["position_in_model"];
    [0, 1, 2].map(|axis| place[axis].as_f64().expect("a number"))
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}

#[test]
fn a_hand_follows_the_pointer_and_every_step_can_be_taken_back() {
    let Some(mut browser) = opened() else { return };
    let before = browser.state();
    let hand = browser.pixel("LeftHand");
    let target = [hand[0] - 55.0, hand[1] + 75.0];
    browser.drag(hand, target);
    let after = browser.state();
    let seen = browser.pixel("LeftHand");
    assert!(
        (seen[0] - target[0]).hypot(seen[1] - target[1]) < 2.0,
        "the hand is at {seen:?} instead of {target:?}"
    );
    assert!(distance(place(&before, "LeftHand"), place(&after, "LeftHand")) > 0.2);
    assert_ne!(before["hash"], after["hash"]);
    assert!(
        after["undo"].as_str().is_some_and(|label| label.contains("LeftHand")),
        "{}",
        after["undo"]
    );
    browser.screenshot("dragged");
    browser.key("z", 2);
    let undone = browser.state();
    assert_eq!(undone["hash"], before["hash"], "undo restores the document");
    browser.key("y", 2);
    assert_eq!(browser.state()["hash"], after["hash"], "redo restores the drag");
}

#[test]
fn escape_during_a_drag_leaves_nothing_behind() {
    let Some(mut browser) = opened() else { return };
    let before = browser.state();
    let hand = browser.pixel("RightHand");
    browser.move_to(hand);
    browser.press();
    browser.move_to([hand[0] + 60.0, hand[1] + 80.0]);
    assert_eq!(browser.state()["dragging"], true);
    browser.key("Escape", 0);
    browser.release();
    let after = browser.state();
    assert_eq!(after["dragging"], false);
    assert_eq!(after["hash"], before["hash"]);
    assert_eq!(after["undo"], before["undo"], "there is nothing to undo");
}

#[test]
fn a_pinned_foot_stays_while_the_hips_move() {
    let Some(mut browser) = opened() else { return };
    for foot in ["LeftFoot", "RightFoot"] {
        let at = browser.pixel(foot);
        browser.click(at);
        browser.key("p", 0);
    }
    let before = browser.state();
    assert_eq!(
        before["figures"][0]["pins"].as_array().map(Vec::len),
        Some(2),
        "{}",
        before["figures"][0]["pins"]
    );
    let hips = browser.pixel("Hips");
    // Metres: as far down as the ankles bend, heels stay on the floor; below, they rise above toes
    // that stay.
    for (down, from_floor) in [(20.0, 1e-3), (45.0, 0.05)] {
        browser.drag(hips, [hips[0] + 12.0, hips[1] + down]);
        let after = browser.state();
        assert!(distance(place(&before, "Hips"), place(&after, "Hips")) > 0.05, "the hips moved");
        for (joint, most) in [("Toes", 1e-4), ("Foot", from_floor)] {
            for joint in [format!("Left{joint}"), format!("Right{joint}")] {
                let moved = distance(place(&before, &joint), place(&after, &joint));
                assert!(moved < most, "{joint} moved {moved} m, the hips {down} pixels down");
            }
        }
        browser.screenshot("pinned");
        browser.key("z", 2);
    }
}

#[test]
fn a_pose_is_mirrored_and_comes_back_after_a_reload_and_from_its_file() {
    let Some(mut browser) = opened() else { return };
    let hand = browser.pixel("LeftHand");
    browser.drag(hand, [hand[0] - 50.0, hand[1] + 80.0]);
    let posed = browser.state();
    browser.run("pose.flip");
    let flipped = browser.state();
    let (left, right) = (place(&posed, "LeftHand"), place(&flipped, "RightHand"));
    assert!(distance([-left[0], left[1], left[2]], right) < 1e-4, "{left:?} {right:?}");
    let saved = browser.evaluate("window.kansetsu.project()");
    let document = browser.hash();
    for _ in 0..2 {
        browser.reload();
        assert_eq!(browser.hash(), document, "a reload restores the document");
        assert_eq!(browser.state()["page"]["banners"], json!([]), "and does not also offer it");
    }
    browser.run("file.new");
    assert_ne!(browser.hash(), document);
    browser.evaluate(&format!("window.kansetsu.open({saved})"));
    assert_eq!(browser.hash(), document, "its file restores it too");
    browser.screenshot("flipped");
}

#[test]
fn two_keyed_poses_make_a_motion_that_plays() {
    let Some(mut browser) = opened() else { return };
    let hand = browser.pixel("LeftHand");
    let low = [hand[0] - 50.0, hand[1] + 90.0];
    browser.drag(hand, low);
    browser.run("motion.key_all");
    (0..30).for_each(|_| browser.run("motion.next_frame"));
    let seen = browser.pixel("LeftHand");
    browser.drag(seen, [seen[0] + 10.0, seen[1] - 70.0]);
    browser.run("motion.key_all");
    let keyed = browser.state();
    assert_eq!(
        keyed["figures"][0]["motions"][0]["key_times"].as_array().map(Vec::len),
        Some(2),
        "{}",
        keyed["figures"][0]["motions"]
    );
    let end = keyed["time"].as_f64().expect("a time");
    browser.run("motion.first_frame");
    let start = browser.state();
    browser.key(" ", 0);
    browser.wait_for(&format!("window.kansetsu.state().time > {}", 0.25 * end));
    browser.key(" ", 0);
    let between = browser.state();
    let (from, to, now) =
        (place(&start, "LeftHand"), place(&keyed, "LeftHand"), place(&between, "LeftHand"));
    assert!(distance(from, to) > 0.2 && distance(from, now) > 0.01, "{from:?} {now:?} {to:?}");
    browser.screenshot("played");
}

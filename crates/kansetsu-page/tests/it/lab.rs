//! The lab in the web app: a separate program, in a frame over the studio.

use kansetsu::{
    d2::{
        Side,
        solve::{Elbow, TwoBone},
    },
    glam::Vec2,
};
use kansetsu_formats::gltf;
use kansetsu_lab::{Character, Held, NAMES, Page, SIZE, open};
use serde_json::{Value, json};

use crate::{browser::Browser, site};

/// The languages of the browsers.
const LANGUAGES: [&str; 2] = ["en", "ja"];

/// A browser of this language, at an address of the web app.
fn opened(language: &str, fragment: &str) -> Option<Browser> {
    let address = site::address()?;
    let mut browser = Browser::start();
    browser.before_load(&format!(
        "Object.defineProperty(navigator, 'language', {{ get: () => '{language}' }});"
    ));
    browser.open(&format!("{address}{fragment}"));
    Some(browser)
}

/// Opens a lab page by its address, and returns the state.
fn go(browser: &mut Browser, link: &str) -> Value {
    let page = link.split(['/', '?']).nth(1).expect("a name");
    browser.evaluate(&format!("location.hash = '#{link}'"));
    browser.wait_for(&format!("window.kansetsu.state().lab?.page === '{page}' && window.kansetsu.state().lab.area[2] > 100"));
    lab(browser)
}

fn lab(browser: &mut Browser) -> Value {
    browser.state()["lab"].clone()
}

fn number(lab: &Value, part: &str, key: &str) -> f32 {
    lab[part][key].as_f64().unwrap_or(f64::NAN) as f32
}

/// The position of a point of the lab page, CSS pixels.
fn pixel(lab: &Value, at: Vec2) -> [f32; 2] {
    let [left, top, width, height] =
        [0, 1, 2, 3].map(|index| lab["area"][index].as_f64().expect("a number") as f32);
    [left + at.x / SIZE.x * width, top + height - at.y / SIZE.y * height]
}

/// The values of a native lab page equal those in the browser.
fn assert_same(page: &dyn Page, lab: &Value) {
    for (key, value) in page.state() {
        let there = number(lab, "state", key);
        assert!(
            there == value as f32 || value.is_nan() && there.is_nan(),
            "{}: {key} is {there}, not {value}",
            page.about().name
        );
    }
}

/// A native lab page with the values of the one in the browser.
fn as_set(lab: &Value) -> Box<dyn Page> {
    let mut page = open(lab["page"].as_str().expect("a name")).expect("a page");
    for field in page.values().fields() {
        page.set(field.key, &lab["values"][field.key].to_string()).expect("a value that was set");
    }
    page
}

#[test]
fn every_page_of_the_lab_opens_by_its_address_and_its_numbers_are_those_of_the_library() {
    for language in LANGUAGES {
        let Some(mut browser) = opened(language, &format!("#lab/{}", NAMES[0])) else { return };
        for name in NAMES {
            let fresh = go(&mut browser, &format!("lab/{name}"));
            assert_eq!(fresh["link"], format!("lab/{name}"));
            browser.key(" ", 0);
            browser.wait_for("window.kansetsu.state().lab.shown > 12");
            let shown = lab(&mut browser);
            browser.settled_screenshot(&format!("lab-{name}-{language}"));
            let mut page = open(name).expect("a page");
            let demonstrated = shown["shown"].as_u64().expect("a count");
            (demonstrated..shown["frames"].as_u64().expect("a count"))
                .for_each(|_| _ = page.tick(Held::default()));
            (0..demonstrated as usize).for_each(|frame| page.demonstrate(frame));
            assert_same(page.as_ref(), &shown);
        }
        assert!(browser.complaints().is_empty(), "{:#?}", browser.complaints());
    }
}

#[test]
fn every_page_of_the_lab_follows_the_pointer_and_the_keys() {
    let Some(mut browser) = opened("en", "#lab") else { return };
    for name in NAMES {
        let before = go(&mut browser, &format!("lab/{name}"));
        let from = Vec2::new(640.0, 350.0);
        browser.drag(pixel(&before, from), pixel(&before, from + Vec2::new(60.0, 40.0)));
        let pointed = lab(&mut browser);
        browser.hold("ArrowUp");
        browser.hold("a");
        let keyed = lab(&mut browser);
        assert_ne!(
            [&before["state"], &before["values"]],
            [&keyed["state"], &keyed["values"]],
            "{name}"
        );
        if ["elbow", "tentacle", "limbs", "lens"].contains(&name) {
            assert_ne!(before["state"], pointed["state"], "{name}: the pointer");
            assert_ne!(pointed["state"], keyed["state"], "{name}: the keys");
        }
        // The pictures of these follow from their values.
        if ["limbs", "lens"].contains(&name) {
            assert_same(as_set(&keyed).as_ref(), &keyed);
        }
    }
    let ours =
        go(&mut browser, "lab/character?method=1&left_hand_x=0.3&left_hand_y=1.2&left_hand_z=0.35");
    let page = as_set(&ours);
    let hand = page
        .state()
        .iter()
        .find(|(key, _)| *key == "left_hand")
        .map(|(_, distance)| *distance as f32);
    assert_eq!(Some(number(&ours, "state", "left_hand")), hand, "the library called directly");
    assert!(number(&ours, "state", "left_hand") < 1e-3);
    assert!(browser.complaints().is_empty(), "{:#?}", browser.complaints());
}

#[test]
fn the_elbow_follows_w_a_s_d_the_arrows_and_the_pointer_and_escape_leaves() {
    let Some(mut browser) = opened("en", "#lab/elbow?a=100") else { return };
    let set = lab(&mut browser);
    assert_eq!(
        (number(&set, "values", "a"), number(&set, "values", "end_x")),
        (100.0, 890.0),
        "as far as the bones reach"
    );
    let document = browser.hash();
    let elbow = Elbow { upper: 150.0, lower: 100.0, side: Side::Left, direction: Vec2::X };
    let mut before = set;
    for (key, way) in [
        ("w", Vec2::Y),
        ("ArrowLeft", -Vec2::X),
        ("a", -Vec2::X),
        ("s", -Vec2::Y),
        ("ArrowUp", Vec2::Y),
        ("d", Vec2::X),
    ] {
        let end =
            |lab: &Value| Vec2::new(number(lab, "state", "end_x"), number(lab, "state", "end_y"));
        browser.hold(key);
        let now = lab(&mut browser);
        let moved = end(&now) - end(&before);
        assert!(moved.dot(way) > 0.0 || key == "w", "{key}: {moved}");
        let place =
            TwoBone::default().place(&elbow, Vec2::new(640.0, 350.0), end(&now)).expect("numbers");
        let middle =
            Vec2::new(number(&now, "state", "middle_x"), number(&now, "state", "middle_y"));
        // The reported end was moved into the disk: for a straight elbow the bend is the root of a
        // rounding error.
        let (off, reach) =
            (middle.distance(place.middle), end(&now).distance(Vec2::new(640.0, 350.0)));
        assert!(
            off == 0.0 || reach > 249.9 && off < 0.2,
            "{key}: the library called directly: {middle} {}",
            place.middle
        );
        assert!(
            end(&now).distance(Vec2::new(640.0, 350.0)) <= 250.0 * (1.0 + 1e-6),
            "the end stays in the reachable disk"
        );
        before = now;
    }
    browser.key("Escape", 0);
    browser.wait_for("!window.kansetsu.state().lab && !document.getElementById('lab')");
    assert_eq!(browser.hash(), document, "the document is unchanged");
    assert_eq!(browser.evaluate("location.hash"), "", "a reload stays in the studio");
    let hand = browser.pixel("LeftHand");
    browser.drag(hand, [hand[0] - 40.0, hand[1] + 60.0]);
    assert_ne!(browser.hash(), document, "the studio continues");
    assert!(browser.complaints().is_empty(), "{:#?}", browser.complaints());
}

#[test]
fn nothing_of_the_lab_is_loaded_before_it_is_opened_with_the_humanoid_that_is_open() {
    let Some(mut browser) = opened("en", "") else { return };
    let loaded = "performance.getEntriesByType('resource').some(entry => /room/.test(entry.name))";
    assert_eq!(browser.evaluate(loaded), false);
    let mut figure = kansetsu_figures::mannequin().scaled(1.25).expect("a scale");
    figure.meshes.clear();
    let bytes = gltf::write_new(&figure, None).expect("a file");
    browser
        .evaluate(&format!("window.kansetsu.give('large.glb', new Uint8Array({}))", json!(bytes)));
    browser.wait_for("window.kansetsu.state().figures[0].name === 'large'");
    assert_eq!(browser.evaluate(loaded), false);
    let document = browser.hash();
    browser.run("help.lab");
    browser.wait_for("window.kansetsu.state().lab?.area[2] > 100");
    assert_eq!(lab(&mut browser)["page"], "elbow");
    press(&mut browser, "character");
    browser.wait_for("window.kansetsu.state().lab.page === 'character'");
    let there = lab(&mut browser);
    let page = Character::of(&gltf::read(&bytes, &|_| Err(String::new())).expect("a file").figure)
        .expect("a humanoid");
    for key in ["hips_y", "left_hand_x", "right_foot_y"] {
        let ours = page.values().number(key);
        assert!(
            (f64::from(number(&there, "values", key)) - ours).abs() < 1e-5,
            "{key}: {} {ours}",
            there["values"][key]
        );
        assert!(
            (ours - Character::default().values().number(key)).abs() > 1e-3,
            "{key}: not the mannequin's"
        );
    }
    browser.settled_screenshot("lab-own-humanoid");
    browser.key("Escape", 0);
    browser.wait_for("!window.kansetsu.state().lab");
    assert_eq!(browser.hash(), document);
    assert!(browser.complaints().is_empty(), "{:#?}", browser.complaints());
}

/// Presses a button of the lab's toolbar.
fn press(browser: &mut Browser, name: &str) {
    let place = &lab(browser)["buttons"][name];
    browser.click([0, 1].map(|axis| place[axis].as_f64().expect("a button") as f32));
}

#[test]
fn a_wrong_link_is_told() {
    let Some(mut browser) = opened("en", "#lab/elbow?a=5000") else { return };
    let told = lab(&mut browser)["told"].to_string();
    assert!(told.contains("400"), "{told}");
    browser.settled_screenshot("lab-wrong-link");
    browser.key("Escape", 0);
    browser.wait_for("!window.kansetsu.state().lab");
    assert!(browser.complaints().is_empty(), "{:#?}", browser.complaints());
}

/// As if the file were missing on the server.
#[test]
fn a_lab_that_cannot_be_loaded_leaves_the_studio() {
    let Some(mut browser) = opened("en", "") else { return };
    browser.evaluate(
        "new MutationObserver(() => { const frame = document.getElementById('lab'); if (frame) frame.src = 'nothing.html'; })
        .observe(document.body, { childList: true })",
    );
    browser.run("help.lab");
    browser.wait_for("window.kansetsu.state().page.banners.some(text => text.includes('lab'))");
    assert_eq!(browser.evaluate("document.getElementById('lab') === null"), true);
    let hand = browser.pixel("LeftHand");
    let document = browser.hash();
    browser.drag(hand, [hand[0] - 40.0, hand[1] + 60.0]);
    assert_ne!(browser.hash(), document);
}

#[test]
fn the_bar_leads_back_and_the_language_that_is_chosen_there_is_the_studios() {
    let Some(mut browser) = opened("en", "#lab/lens") else { return };
    assert_eq!(browser.state()["page"]["language"], "en");
    press(&mut browser, "language");
    assert_eq!(browser.state()["page"]["language"], "ja");
    assert_eq!(lab(&mut browser)["page"], "lens");
    press(&mut browser, "back");
    browser.wait_for("!window.kansetsu.state().lab");
    assert_eq!(browser.evaluate("document.activeElement?.id"), "studio");
}

//! Work survives reloads, crashes and closed tabs, with characters of any usual size. Tabs do not
//! touch each other's work.

use std::path::PathBuf;

use kansetsu_formats::gltf;
use serde_json::json;

use crate::{browser::Browser, site};

const MEGABYTES: usize = 30;

/// A character of so many megabytes: the mannequin with a binary chunk of that size. Random, like
/// pictures that do not compress.
pub(crate) fn large_character(megabytes: usize) -> Vec<u8> {
    let figure = kansetsu_figures::figure("mannequin").expect("an embedded figure");
    let small = gltf::write_new(&figure, None).expect("it can be written");
    let u32_at = |at: usize| {
        u32::from_le_bytes([small[at], small[at + 1], small[at + 2], small[at + 3]]) as usize
    };
    let text_length = u32_at(12);
    let (text, rest) = (&small[20..20 + text_length], &small[20 + text_length..]);
    let mut document: serde_json::Value = serde_json::from_slice(text).expect("JSON");
    let mut binary = rest[8..].to_vec();
    let mut random = 1_u64;
    while binary.len() < megabytes << 20 {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        binary.extend(random.to_be_bytes());
    }
    document["buffers"][0]["byteLength"] = json!(binary.len());
    let mut text = document.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let word = |number: usize| (number as u32).to_le_bytes();
    let whole = 12 + 8 + text.len() + 8 + binary.len();
    [
        b"glTF",
        &word(2)[..],
        &word(whole),
        &word(text.len()),
        b"JSON",
        &text,
        &word(binary.len()),
        b"BIN\0",
        &binary,
    ]
    .concat()
}

/// Waits until the last record has the pose on the screen: a record may also be written during a
/// drag.
fn wait_until_kept(browser: &mut Browser) {
    let kept = "new Promise(done => { const open = indexedDB.open('kansetsu'); open.onsuccess = () => {
        const all = open.result.transaction('records').objectStore('records').getAll();
        all.onsuccess = () => {
            open.result.close();
            const records = all.result.map(text => JSON.parse(text)).filter(record => record.project);
            const newest = records.reduce((best, record) => (record.written_at > (best?.written_at ?? 0) ? record : best), null);
            const pose = project => JSON.stringify(project.figures.map(figure => figure.pose));
            done(newest !== null && pose(newest.project) === pose(JSON.parse(window.kansetsu.project())));
        }; }; })";
    let start = std::time::Instant::now();
    while browser.evaluate(kept) != json!(true) {
        assert!(start.elapsed() < std::time::Duration::from_secs(20), "it was not stored");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

/// Longer than the delay of the autosave.
const SECOND: &str = "new Promise(done => setTimeout(() => done(true), 1000))";

fn opened() -> Option<(Browser, String)> {
    let address = site::address()?;
    let mut browser = Browser::start();
    browser.open(&address);
    browser.state();
    Some((browser, address))
}

/// Opens the large character like a user.
pub(crate) fn open_large(browser: &mut Browser, character: &[u8]) {
    let path: PathBuf = browser.downloads().join("large.glb");
    std::fs::write(&path, character).expect("written");
    browser.choose_files(&[path]);
    browser.wait_for("window.kansetsu.state().figures[0].name === 'large'");
    browser.wait_for("window.kansetsu.pixel('LeftHand').length === 2");
}

fn drag(browser: &mut Browser, joint: &str, by: [f32; 2]) -> String {
    let from = browser.pixel(joint);
    browser.drag(from, [from[0] + by[0], from[1] + by[1]]);
    browser.hash()
}

#[test]
fn a_character_of_30_mb_is_kept_once_and_every_drag_with_it() {
    let Some((mut browser, _)) = opened() else { return };
    open_large(&mut browser, &large_character(MEGABYTES));
    let mut document = String::new();
    for step in 0..6 {
        document =
            drag(&mut browser, "LeftHand", [-12.0, if step % 2 == 0 { 25.0 } else { -20.0 }]);
        browser.reload();
        assert_eq!(browser.hash(), document, "reload {step}");
        assert_eq!(browser.state()["page"]["banners"], json!([]));
    }
    let count =
        "new Promise(done => { const open = indexedDB.open('kansetsu'); open.onsuccess = () => {
        const all = open.result.transaction('files').objectStore('files').getAll();
        all.onsuccess = () => done(all.result.map(file => file.size)); }; })";
    let sizes = browser.evaluate(count);
    assert_eq!(sizes.as_array().map(Vec::len), Some(1), "the file is stored once: {sizes}");
    let written =
        "new Promise(done => { const open = indexedDB.open('kansetsu'); open.onsuccess = () => {
        const all = open.result.transaction('records').objectStore('records').getAll();
        all.onsuccess = () => done(Math.max(...all.result.map(text => text.length))); }; })";
    let longest = browser.evaluate(written).as_u64().expect("a length");
    assert!(longest < 200_000, "a record has the document alone: {longest} characters");
    browser.run("file.new");
    assert_ne!(browser.hash(), document);
    assert!(browser.complaints().is_empty(), "{:#?}", browser.complaints());
}

#[test]
fn a_crash_costs_nothing_that_was_kept_by_itself() {
    let Some((mut browser, address)) = opened() else { return };
    open_large(&mut browser, &large_character(MEGABYTES));
    for step in 0..3 {
        let document =
            drag(&mut browser, "LeftHand", [-15.0, if step % 2 == 0 { 30.0 } else { -20.0 }]);
        wait_until_kept(&mut browser);
        browser.crash();
        browser.new_tab();
        // The browser releases the locks of the crashed tab.
        browser.evaluate(SECOND);
        browser.open(&address);
        browser.evaluate("window.kansetsu.answer()");
        browser.wait_for(&format!("window.kansetsu.state().hash === '{document}'"));
        browser.wait_for("window.kansetsu.pixel('LeftHand').length === 2");
    }
}

#[test]
fn tabs_are_not_offered_each_others_work_but_that_of_closed_ones() {
    let Some((mut browser, address)) = opened() else { return };
    open_large(&mut browser, &large_character(MEGABYTES));
    let document = drag(&mut browser, "LeftHand", [-40.0, 60.0]);
    browser.evaluate("window.kansetsu.keep()");
    let first = browser.new_tab();
    browser.open(&address);
    browser.state();
    assert_eq!(browser.state()["page"]["banners"], json!([]), "the first tab continues");
    assert_ne!(browser.hash(), document);
    let second = browser.tab();
    browser.turn_to(first);
    browser.close_tab();
    browser.turn_to(second);
    // The browser releases the locks of the closed tab.
    browser.evaluate(SECOND);
    browser.reload();
    let told = browser.state()["page"]["banners"].clone();
    assert!(told[0].as_str().is_some_and(|text| text.contains("unsaved changes")), "{told}");
    browser.settled_screenshot("recover");
    browser.evaluate("window.kansetsu.answer()");
    browser.wait_for(&format!("window.kansetsu.state().hash === '{document}'"));
}

#[test]
fn a_browser_without_room_is_told_in_one_sentence_that_can_be_closed() {
    let Some(address) = site::address() else { return };
    let mut browser = Browser::start();
    browser.before_load(
        "IDBObjectStore.prototype.put = function () { this.transaction.abort(); throw new DOMException('no room', 'QuotaExceededError'); };
         Storage.prototype.setItem = () => { throw new DOMException('no room', 'QuotaExceededError'); };",
    );
    browser.open(&address);
    drag(&mut browser, "LeftHand", [-40.0, 60.0]);
    browser.wait_for("window.kansetsu.state().page.banners.length === 1");
    let told = browser.state()["page"]["banners"][0].clone();
    let text = told.as_str().expect("a sentence");
    assert!(text.contains("storage is full") && text.len() < 60, "{text}");
    browser.settled_screenshot("no-room");
    browser.run("file.new");
    browser.next_frame();
    assert!(
        browser.state()["page"]["banners"]
            .as_array()
            .is_some_and(|list| list.iter().all(|one| one != &told)),
        "the new document has no such message"
    );
}

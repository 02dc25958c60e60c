//! Saved files are where the browser puts them, and are reported as saved only then.

use serde_json::{Value, json};

use crate::{browser::Browser, site};

/// As in browsers without a file picker for saving.
const NO_PICKER: &str = "delete window.showSaveFilePicker;";
/// A picker that always succeeds, in the browser's own file system: the file is written like any
/// other that the user selects.
const PICKS: &str = "window.showSaveFilePicker = async ({ suggestedName }) => {
    window.asked = (window.asked ?? 0) + 1;
    const folder = await navigator.storage.getDirectory();
    return folder.getFileHandle(suggestedName, { create: true });
};";
/// A picker that the user closes.
const CLOSES: &str =
    "window.showSaveFilePicker = () => Promise.reject(new DOMException('closed', 'AbortError'));";

fn opened(script: &str) -> Option<Browser> {
    let address = site::address()?;
    let mut browser = Browser::start();
    browser.before_load(script);
    browser.open(&address);
    browser.state();
    Some(browser)
}

fn drag_a_hand(browser: &mut Browser) {
    let hand = browser.pixel("LeftHand");
    browser.drag(hand, [hand[0] - 50.0, hand[1] + 80.0]);
}

fn told(browser: &mut Browser) -> Vec<String> {
    let state = browser.state();
    let told = |banner: &Value| banner.as_str().map(String::from);
    state["page"]["banners"].as_array().expect("a list").iter().filter_map(told).collect()
}

fn wait_until_told(browser: &mut Browser, part: &str) {
    browser.wait_for(&format!(
        "window.kansetsu.state().page.banners.some(text => text.includes('{part}'))"
    ));
}

#[test]
fn a_download_is_the_project_and_the_work_stays_kept() {
    let Some(mut browser) = opened(NO_PICKER) else { return };
    let folder = browser.downloads();
    drag_a_hand(&mut browser);
    let document = browser.hash();
    browser.key("s", 2);
    let bytes = browser.downloaded(&folder.join("pose.kansetsu"));
    wait_until_told(&mut browser, "downloading");
    assert!(
        told(&mut browser).iter().all(|text| !text.contains("Saved")),
        "no message says that it arrived: {:?}",
        told(&mut browser)
    );
    assert_eq!(browser.state()["modified"], true);
    browser.settled_screenshot("downloading");
    assert!(
        browser.evaluate("document.querySelectorAll('dialog, .rfd-overlay, [id^=rfd]').length")
            == json!(0),
        "no dialog of a library"
    );
    // The download has the work, and a reload of the tab still has it.
    browser.reload();
    assert_eq!(browser.hash(), document);
    browser.run("file.new");
    assert_ne!(browser.hash(), document);
    let text = String::from_utf8(bytes).expect("a project is text");
    browser.evaluate(&format!("window.kansetsu.open({})", json!(text)));
    assert_eq!(browser.hash(), document);
    assert!(browser.complaints().is_empty(), "{:#?}", browser.complaints());
}

#[test]
fn a_glb_is_downloaded_at_once() {
    let Some(mut browser) = opened(NO_PICKER) else { return };
    let folder = browser.downloads();
    drag_a_hand(&mut browser);
    browser.key("e", 2);
    let bytes = browser.downloaded(&folder.join("mannequin.glb"));
    assert_eq!(&bytes[..4], b"glTF");
    assert_eq!(
        u32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]) as usize,
        bytes.len(),
        "the whole file"
    );
}

#[test]
fn with_a_picker_it_is_saved_when_it_is_written_and_saved_again_without_a_question() {
    let Some(mut browser) = opened(PICKS) else { return };
    drag_a_hand(&mut browser);
    browser.key("s", 2);
    wait_until_told(&mut browser, "Saved pose.kansetsu");
    assert_eq!(browser.state()["modified"], false);
    drag_a_hand(&mut browser);
    assert_eq!(browser.state()["modified"], true);
    let document = browser.hash();
    browser.key("s", 2);
    browser.wait_for("!window.kansetsu.state().modified");
    assert_eq!(browser.evaluate("window.asked"), json!(1), "the file handle is stored");
    let read = "navigator.storage.getDirectory().then(folder => folder.getFileHandle('pose.kansetsu')).then(handle => handle.getFile()).then(file => file.text())";
    let text = browser.evaluate(read);
    browser.run("file.new");
    browser.evaluate(&format!("window.kansetsu.open({text})"));
    assert_eq!(browser.hash(), document, "the second one is in the file");
    // Saved work needs no record: another tab is offered nothing.
    browser.reload();
    assert_eq!(browser.state()["page"]["banners"], json!([]));
}

#[test]
fn a_picker_that_is_closed_saves_nothing_and_says_nothing() {
    let Some(mut browser) = opened(CLOSES) else { return };
    drag_a_hand(&mut browser);
    browser.key("s", 2);
    browser.settled_screenshot("picker-closed");
    let state = browser.state();
    assert_eq!((&state["modified"], &state["page"]["banners"]), (&json!(true), &json!([])));
    assert!(browser.complaints().is_empty(), "{:#?}", browser.complaints());
}

//! A motion as a video: what the page downloads, the browser plays.

use serde_json::json;

use crate::{browser::Browser, site};

#[test]
fn a_motion_is_downloaded_as_a_video_that_plays() {
    let Some(address) = site::address() else { return };
    let mut browser = Browser::start();
    browser.before_load("delete window.showSaveFilePicker;");
    browser.open(&address);
    browser.state();
    let folder = browser.downloads();
    browser.run("motion.key");
    let hand = browser.pixel("LeftHand");
    // Software draws a picture of a film in a second or so.
    for _ in 0..4 {
        browser.run("motion.next_frame");
    }
    browser.drag(hand, [hand[0] - 20.0, hand[1] - 90.0]);
    browser.run("motion.key");
    browser.run("file.export_film");
    browser.settled_screenshot("film-card");
    assert_eq!(browser.evaluate("window.kansetsu.film(320, 240)"), json!(true));
    browser.wait_for("window.kansetsu.state().page.banners.some(text => text.includes('mannequin.webm'))");
    let bytes = browser.downloaded(&folder.join("mannequin.webm"));
    assert_eq!(bytes[..4], [0x1a, 0x45, 0xdf, 0xa3]);
    let numbers: Vec<String> = bytes.iter().map(u8::to_string).collect();
    let plays = format!(
        "new Promise((done, fail) => {{ const video = document.createElement('video'); video.muted = true;
            video.onerror = () => fail(new Error(video.error.message));
            video.onended = () => done([video.videoWidth, video.videoHeight, video.duration]);
            video.src = URL.createObjectURL(new Blob([Uint8Array.from([{}])], {{ type: 'video/webm' }})); video.play(); }})",
        numbers.join(",")
    );
    let played = browser.evaluate(&plays);
    assert_eq!([&played[0], &played[1]], [&json!(320), &json!(240)]);
    assert!((played[2].as_f64().expect("a length") - 4.0 / 30.0).abs() < 0.05, "{played}");
}

//! The page opens, shows a figure, and says what is wrong when something is.

use image::RgbaImage;

use crate::{browser::Browser, site};

/// How many different colours there are: a blank canvas has one, a backdrop alone a few dozen.
fn colors(picture: &RgbaImage) -> usize {
    let mut colors: Vec<[u8; 4]> = picture.pixels().map(|pixel| pixel.0).collect();
    colors.sort_unstable();
    colors.dedup();
    colors.len()
}

/// Time is measured, not tested: a busy machine is no mistake of ours.
#[expect(clippy::print_stdout, reason = "a measurement is printed")]
fn print_time(time: std::time::Duration) {
    println!("the page was ready {:.1} s after navigation", time.as_secs_f32());
}

#[test]
fn the_page_shows_a_figure_soon() {
    let Some(address) = site::address() else { return };
    let mut browser = Browser::start();
    browser.open(&address);
    // Once more with a warm cache, as the promise says.
    let time = browser.open(&address);
    browser.next_frame();
    let picture = browser.screenshot("opened");
    assert!(colors(&picture) > 400, "{} colours", colors(&picture));
    print_time(time);
    assert!(browser.complaints().is_empty(), "{:#?}", browser.complaints());
}

#[test]
fn a_browser_without_graphics_is_told() {
    let Some(address) = site::address() else { return };
    let mut browser = Browser::start();
    browser.before_load("HTMLCanvasElement.prototype.getContext = () => null; delete Navigator.prototype.gpu;");
    browser.go(&address);
    browser.wait_for("document.getElementById('message').textContent.includes('WebGL')");
    assert_eq!(browser.evaluate("document.getElementById('reload').hidden"), false);
}

#[test]
fn a_lost_graphics_card_is_told_and_a_reload_goes_on() {
    let Some(address) = site::address() else { return };
    let mut browser = Browser::start();
    browser.open(&address);
    browser.evaluate("document.getElementById('studio').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()");
    browser.wait_for("!document.getElementById('cover').hidden");
    let message = browser.evaluate("document.getElementById('message').textContent");
    assert!(message.as_str().is_some_and(|text| text.contains("graphics card was lost")), "{message}");
    browser.evaluate("document.body.dataset.ready = 'false'; document.getElementById('reload').click()");
    browser.wait_for("document.body?.dataset.ready === 'true'");
    let picture = browser.screenshot("after-loss");
    assert!(colors(&picture) > 400, "{} colours", colors(&picture));
}

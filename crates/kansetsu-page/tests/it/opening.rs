//! The web app opens, shows a figure, and reports errors.

use std::time::{Duration, Instant};

use image::RgbaImage;

use crate::{browser::Browser, golden, site};

/// The number of different colours: a blank canvas has one, a backdrop alone a few dozen.
fn colors(picture: &RgbaImage) -> usize {
    let mut colors: Vec<[u8; 4]> = picture.pixels().map(|pixel| pixel.0).collect();
    colors.sort_unstable();
    colors.dedup();
    colors.len()
}

/// Time is measured, not tested: a busy machine is not an error.
#[expect(clippy::print_stdout, reason = "a measurement is printed")]
fn print_time(what: &str, time: Duration) {
    println!("{what} {:.2} s after navigation", time.as_secs_f32());
}

#[test]
fn the_page_shows_a_figure_that_can_be_dragged_soon() {
    let Some(address) = site::address() else { return };
    let mut browser = Browser::start();
    // With a warm cache, as promised: the second load comes from the cache, and the compiled
    // program is cached too.
    browser.open(&address);
    browser.open(&address);
    let navigated = Instant::now();
    print_time("the web app was ready", browser.open(&address));
    for (what, time) in browser.marks() {
        print_time(&format!("  {what}"), time);
    }
    browser.wait_for("window.kansetsu.pixel('LeftHand').length === 2");
    let hand = browser.pixel("LeftHand");
    browser.drag(hand, [hand[0] - 40.0, hand[1] + 60.0]);
    browser.wait_for("window.kansetsu.state().undo !== null");
    print_time("a hand had been dragged", navigated.elapsed());
    assert!(browser.complaints().is_empty(), "{:#?}", browser.complaints());
}

#[test]
fn golden_page_as_it_opens() {
    let Some(address) = site::address() else { return };
    let mut browser = Browser::start();
    browser.open(&address);
    let picture = browser.settled_screenshot("opened");
    assert!(colors(&picture) > 400, "{} colours", colors(&picture));
    golden::check("opened", &picture);
    assert!(browser.complaints().is_empty(), "{:#?}", browser.complaints());
}

#[test]
fn a_browser_without_graphics_is_told() {
    let Some(address) = site::address() else { return };
    let mut browser = Browser::start();
    browser.before_load(
        "HTMLCanvasElement.prototype.getContext = () => null; delete Navigator.prototype.gpu;",
    );
    browser.go(&address);
    browser.wait_for("document.getElementById('message').textContent.includes('WebGL')");
    assert_eq!(browser.evaluate("document.getElementById('reload').hidden"), false);
}

#[test]
fn a_lost_graphics_card_is_told_and_a_reload_goes_on() {
    let Some(address) = site::address() else { return };
    let mut browser = Browser::start();
    browser.open(&address);
    let hand = browser.pixel("LeftHand");
    browser.drag(hand, [hand[0] - 40.0, hand[1] + 60.0]);
    let document = browser.hash();
    browser.evaluate("document.getElementById('studio').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()");
    browser.wait_for("!document.getElementById('cover').hidden");
    let message = browser.evaluate("document.getElementById('message').textContent");
    assert!(
        message.as_str().is_some_and(|text| text.contains("graphics card was lost")),
        "{message}"
    );
    browser.screenshot("lost");
    browser.evaluate("document.body.dataset.ready = 'false'; setTimeout(() => document.getElementById('reload').click()); true");
    browser.wait_for("document.body?.dataset.ready === 'true'");
    assert_eq!(browser.hash(), document, "the document was stored");
    let picture = browser.settled_screenshot("after-loss");
    assert!(colors(&picture) > 400, "{} colours", colors(&picture));
}

/// The browser draws letters that the interface's font lacks with a font of the system: two letters
/// look different, while missing glyphs would look the same.
#[test]
fn names_in_any_script_are_drawn() {
    let Some(address) = site::address() else { return };
    let mut browser = Browser::start();
    browser.open(&address);
    let pictures = ["ЖЖЖ", "ШШШ"].map(|name| {
        browser.rename_figure(name);
        browser.settled_screenshot("renamed")
    });
    let differing = pictures[0].pixels().zip(pictures[1].pixels()).filter(|(a, b)| a != b).count();
    assert!(differing > 20, "{differing} pixels differ");
}

#[test]
fn an_idle_page_draws_nothing() {
    let Some(address) = site::address() else { return };
    let mut browser = Browser::start();
    browser.before_load(
        "window.drawn = 0; for (const name of ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced']) {
            const draw = WebGL2RenderingContext.prototype[name];
            WebGL2RenderingContext.prototype[name] = function (...rest) { window.drawn += 1; return draw.apply(this, rest); };
        }",
    );
    browser.open(&address);
    let hand = browser.pixel("LeftHand");
    browser.drag(hand, [hand[0] - 40.0, hand[1] + 60.0]);
    assert_eq!(browser.state()["modified"], true);
    let drawn = |browser: &mut Browser| browser.evaluate("window.drawn").as_u64().expect("a count");
    assert!(drawn(&mut browser) > 0);
    // Until changes are stored, and the next hint has appeared.
    browser.evaluate("new Promise(done => setTimeout(() => done(true), 4000))");
    let before = drawn(&mut browser);
    browser.evaluate("new Promise(done => setTimeout(() => done(true), 3000))");
    assert_eq!(drawn(&mut browser) - before, 0, "unsaved work without input");
}

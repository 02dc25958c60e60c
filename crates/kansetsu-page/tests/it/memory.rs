//! Memory depends on the document, not on the length of the work.

use crate::{browser::Browser, site};

/// Bytes of the program, and of the script around it.
fn memory(browser: &mut Browser) -> [f64; 2] {
    let program = browser.state()["page"]["memory"].as_f64().expect("a number");
    [program, browser.script_bytes()]
}

/// Drags back and forth, each undone.
fn work(browser: &mut Browser, times: usize) {
    for _ in 0..times {
        let hand = browser.pixel("LeftHand");
        browser.drag(hand, [hand[0] - 25.0, hand[1] - 40.0]);
        browser.key("z", 2);
    }
}

#[test]
fn memory_stays_flat_while_somebody_works() {
    let Some(address) = site::address() else { return };
    let mut browser = Browser::start();
    browser.open(&address);
    browser.state();
    work(&mut browser, 8);
    let before = memory(&mut browser);
    work(&mut browser, 16);
    let after = memory(&mut browser);
    let [program, script] = [0, 1].map(|part| (after[part] - before[part]) / f64::from(1 << 20));
    assert!(
        program <= 1.0,
        "the program has grown by {program:.1} MB of {:.0}",
        before[0] / f64::from(1 << 20)
    );
    assert!(
        script <= 2.0,
        "the script has grown by {script:.1} MB of {:.0}",
        before[1] / f64::from(1 << 20)
    );
}

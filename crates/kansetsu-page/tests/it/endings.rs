//! A session that ends repeatedly, at any time and in any way: the loss of work.
//!
//! `KANSETSU_ENDINGS=200 cargo xtask web --test` runs that many endings; a usual run has a dozen.

use serde_json::json;

use crate::{
    browser::Browser,
    keeping::{large_character, open_large},
    site,
};

/// The number of endings by default.
const USUAL: usize = 12;
/// The size of the character, megabytes.
const MEGABYTES: usize = 20;

/// The ways in which a session ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    Reload,
    Close,
    Crash,
}

/// Numbers in the same order on each run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// A session, and the documents that may exist after its end: the last one, and the one before the
/// last drag.
struct Session {
    browser: Browser,
    address: String,
    random: Random,
    documents: [String; 2],
    count: usize,
}

impl Session {
    /// Drags a hand or a foot, and may stop in the middle of the drag.
    fn drag(&mut self, lets_go: bool) {
        let joint = ["LeftHand", "RightHand", "LeftFoot"][self.random.below(3) as usize];
        let from = self.browser.pixel(joint);
        let mut by = || self.random.below(61) as f32 - 30.0;
        let to = [from[0] + by(), from[1] + by()];
        self.browser.move_to(from);
        self.browser.press();
        self.browser.move_to(to);
        if lets_go {
            self.browser.release();
            let hash = self.browser.hash();
            if hash != self.documents[1] {
                self.documents = [std::mem::replace(&mut self.documents[1], hash.clone()), hash];
            }
        }
    }

    /// The banners never claim that a file was saved: none was.
    fn nothing_is_called_saved(&mut self) {
        let told = self.browser.state()["page"]["banners"].to_string();
        assert!(!told.contains("Saved") && !told.contains("保存しました"), "{told}");
    }

    fn work_and_end(&mut self) -> Ending {
        for _ in 0..self.random.below(4) {
            self.drag(true);
        }
        if self.random.below(8) == 0 {
            // A download: the web app does not learn whether it arrives.
            self.browser.run("file.save");
            self.nothing_is_called_saved();
        }
        if self.random.below(3) == 0 {
            self.drag(false);
        }
        std::thread::sleep(std::time::Duration::from_millis(self.random.below(700)));
        let ending = [Ending::Reload, Ending::Close, Ending::Crash][self.random.below(3) as usize];
        let before = self.browser.tab();
        match ending {
            Ending::Reload => self.browser.let_go_and_reload(),
            Ending::Close | Ending::Crash => {
                if ending == Ending::Close {
                    self.browser.close_tab();
                } else {
                    self.browser.crash();
                }
                self.browser.new_tab();
                assert_ne!(self.browser.tab(), before);
                // The browser releases the locks of the tab.
                self.browser.evaluate("new Promise(done => setTimeout(() => done(true), 1000))");
                self.browser.open(&self.address);
                self.browser.state();
                self.browser.evaluate("window.kansetsu.answer()");
            }
        }
        ending
    }

    /// The restored document is the last one, or the one before the last drag.
    fn check(&mut self, ending: Ending) {
        let start = std::time::Instant::now();
        let found = loop {
            let hash = self.browser.hash();
            if self.documents.contains(&hash) {
                break hash;
            }
            let state = self.browser.state();
            assert!(
                start.elapsed() < std::time::Duration::from_secs(20),
                "ending {} ({ending:?}): {hash} is neither of {:?}; figures {}; told {}",
                self.count,
                self.documents,
                state["figures"][0]["name"],
                state["page"]["banners"]
            );
            std::thread::sleep(std::time::Duration::from_millis(50));
        };
        self.browser.wait_for("window.kansetsu.pixel('LeftHand').length === 2");
        self.documents = [found.clone(), found];
        self.count += 1;
    }
}

#[test]
fn sessions_that_end_at_any_moment_lose_the_last_drag_at_most() {
    let Some(address) = site::address() else { return };
    let endings = std::env::var("KANSETSU_ENDINGS")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(USUAL);
    let mut browser = Browser::start();
    browser.open(&address);
    browser.state();
    open_large(&mut browser, &large_character(MEGABYTES));
    let hash = browser.hash();
    let mut session =
        Session { browser, address, random: Random(15), documents: [hash.clone(), hash], count: 0 };
    session.drag(true);
    while session.count < endings {
        let ending = session.work_and_end();
        session.check(ending);
    }
    let count =
        "new Promise(done => { const open = indexedDB.open('kansetsu'); open.onsuccess = () => {
        const all = open.result.transaction('files').objectStore('files').getAll();
        all.onsuccess = () => done(all.result.length); }; })";
    assert_eq!(session.browser.evaluate(count), json!(1), "the character is kept once");
}

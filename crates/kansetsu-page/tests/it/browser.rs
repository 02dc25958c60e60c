//! A browser with one tab, driven like a user drives it.

use std::{
    env,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use base64::{Engine, engine::general_purpose::STANDARD};
use image::RgbaImage;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::devtools::DevTools;

/// Software graphics, no sandbox (CI runs as root), and no background activity of the browser.
const FLAGS: [&str; 13] = [
    "--headless",
    "--no-sandbox",
    "--remote-debugging-port=0",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--window-size=840,600",
    "--lang=en",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
];

/// Names of the program on Debian and other systems.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// Software graphics use every core: one browser at a time.
static TURN: Mutex<()> = Mutex::new(());

/// A running browser; a drop ends it.
pub(crate) struct Browser {
    child: Child,
    devtools: DevTools,
    /// The position of the pointer, CSS pixels.
    pointer: [f32; 2],
    is_pressed: bool,
    _profile: TempDir,
    _turn: MutexGuard<'static, ()>,
}

impl Browser {
    /// Starts a browser with a fresh profile. It must be installed: the web app cannot be tested
    /// without it.
    pub(crate) fn start() -> Self {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let program = find().expect("a browser: install Debian's chromium, or let CHROME name one");
        let profile = tempfile::tempdir().expect("a folder");
        let mut command = Command::new(program);
        command
            .args(FLAGS)
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank");
        let mut child = command
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the browser starts");
        let stderr = child.stderr.take().expect("it is piped");
        let mut lines = BufReader::new(stderr).lines();
        let says = |line: Result<String, _>| {
            line.ok()?.strip_prefix("DevTools listening on ").map(String::from)
        };
        let address = lines.by_ref().find_map(says).expect("the browser prints its address");
        // The rest of its output must be read, or the browser blocks.
        thread::spawn(move || lines.for_each(drop));
        let mut devtools = DevTools::connect(&address);
        devtools.open_tab();
        let mut browser = Self {
            child,
            devtools,
            pointer: [0.0; 2],
            is_pressed: false,
            _profile: profile,
            _turn: turn,
        };
        browser.resize([840, 600]);
        browser
    }

    /// Resizes the viewport, CSS pixels.
    pub(crate) fn resize(&mut self, [width, height]: [u32; 2]) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools.call("Emulation.setDeviceMetricsOverride", size);
    }

    /// Opens a page and waits until its script reports that it is ready. Returns the time that this
    /// took.
    pub(crate) fn open(&mut self, address: &str) -> Duration {
        let start = Instant::now();
        self.go(address);
        self.wait_for("document.body?.dataset.ready === 'true'");
        start.elapsed()
    }

    /// Opens a page without waiting for it.
    pub(crate) fn go(&mut self, address: &str) {
        self.devtools.call("Page.navigate", json!({ "url": address }));
    }

    /// Runs a script before the scripts of the web app.
    pub(crate) fn before_load(&mut self, script: &str) {
        self.devtools.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script }));
    }

    /// Reloads the web app.
    pub(crate) fn reload(&mut self) {
        self.evaluate("document.body.dataset.ready = 'false'");
        self.devtools.call("Page.reload", json!({}));
        self.wait_for("document.body?.dataset.ready === 'true'");
    }

    /// Reloads during a possible drag: the tab is left with the button down.
    pub(crate) fn let_go_and_reload(&mut self) {
        self.is_pressed = false;
        self.reload();
    }

    /// Sends a command to the browser; returns its result.
    pub(crate) fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.devtools.call(method, parameters)
    }

    /// The value of an expression.
    pub(crate) fn evaluate(&mut self, expression: &str) -> Value {
        let parameters =
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.devtools.call("Runtime.evaluate", parameters);
        assert!(
            answer["exceptionDetails"].is_null(),
            "{expression}: {}",
            answer["exceptionDetails"]
        );
        answer["result"]["value"].clone()
    }

    /// Waits until an expression is true.
    pub(crate) fn wait_for(&mut self, expression: &str) {
        let start = Instant::now();
        // During navigation there is nothing to ask.
        let asked =
            json!({ "expression": format!("Boolean({expression})"), "returnByValue": true });
        loop {
            let answer = self.devtools.call("Runtime.evaluate", asked.clone());
            if answer["result"]["value"] == json!(true) {
                return;
            }
            let says = || "document.getElementById('message')?.textContent ?? ''";
            assert!(
                start.elapsed() < Duration::from_secs(30),
                "{expression} did not become true; message: {}; state: {}; errors: {:#?}",
                self.evaluate(says()),
                self.evaluate("window.kansetsu?.state()"),
                self.devtools.complaints
            );
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// The performance marks of the load, with their times after the navigation.
    pub(crate) fn marks(&mut self) -> Vec<(String, Duration)> {
        let marks = self.evaluate(
            "performance.getEntriesByType('mark').map(mark => [mark.name, mark.startTime])",
        );
        let read = |mark: &Value| {
            Some((
                mark[0].as_str()?.to_owned(),
                Duration::from_secs_f64(mark[1].as_f64()? / 1000.0),
            ))
        };
        marks
            .as_array()
            .expect("a list")
            .iter()
            .map(|mark| read(mark).expect("a name and a time"))
            .collect()
    }

    /// Waits until the next frame is drawn.
    pub(crate) fn next_frame(&mut self) {
        self.evaluate(
            "new Promise(done => requestAnimationFrame(() => setTimeout(() => done(true))))",
        );
    }

    /// The state of the studio, as the script reports it.
    pub(crate) fn state(&mut self) -> Value {
        self.next_frame();
        self.evaluate("window.kansetsu.state()")
    }

    /// A hash of the document.
    pub(crate) fn hash(&mut self) -> String {
        self.state()["hash"].as_str().expect("a hash").to_owned()
    }

    /// The position of a joint, CSS pixels.
    pub(crate) fn pixel(&mut self, joint: &str) -> [f32; 2] {
        let pixel = self.evaluate(&format!("window.kansetsu.pixel('{joint}')"));
        [0, 1].map(|axis| pixel[axis].as_f64().expect("it is seen") as f32)
    }

    /// The middle of the widget of this name, CSS pixels; waits until it exists.
    pub(crate) fn place(&mut self, name: &str) -> [f32; 2] {
        self.wait_for(&format!("window.kansetsu.place('{name}').length === 4"));
        // Animated widgets stop first.
        self.next_frame();
        let place = self.evaluate(&format!("window.kansetsu.place('{name}')"));
        [0, 1].map(|axis| {
            (place[axis].as_f64().expect("a corner")
                + 0.5 * place[axis + 2].as_f64().expect("a size")) as f32
        })
    }

    /// Types a text into the focused field.
    pub(crate) fn type_text(&mut self, text: &str) {
        self.next_frame();
        self.call("Input.insertText", json!({ "text": text }));
        self.next_frame();
    }

    /// Renames the first figure, by its project file.
    pub(crate) fn rename_figure(&mut self, name: &str) {
        let script = format!(
            "{{ const project = JSON.parse(window.kansetsu.project()); project.figures[0].name = '{name}'; \
             window.kansetsu.open(JSON.stringify(project)); }}"
        );
        self.evaluate(&script);
        self.next_frame();
    }

    /// Runs a command by its name.
    pub(crate) fn run(&mut self, command: &str) {
        assert_eq!(
            self.evaluate(&format!("window.kansetsu.run('{command}')")),
            true,
            "there is no command {command}"
        );
        self.next_frame();
    }

    /// Moves the pointer in small steps, like a hand.
    pub(crate) fn move_to(&mut self, [x, y]: [f32; 2]) {
        let [from_x, from_y] = self.pointer;
        const STEPS: u8 = 3;
        for step in 1..=STEPS {
            let part = f32::from(step) / f32::from(STEPS);
            self.pointer = [from_x + (x - from_x) * part, from_y + (y - from_y) * part];
            self.mouse("mouseMoved");
            self.next_frame();
        }
    }

    pub(crate) fn press(&mut self) {
        self.is_pressed = true;
        self.mouse("mousePressed");
        self.next_frame();
    }

    pub(crate) fn release(&mut self) {
        self.mouse("mouseReleased");
        self.is_pressed = false;
        self.next_frame();
    }

    /// Presses at one position and releases at another.
    pub(crate) fn drag(&mut self, from: [f32; 2], to: [f32; 2]) {
        self.move_to(from);
        self.press();
        self.move_to(to);
        self.release();
    }

    pub(crate) fn click(&mut self, at: [f32; 2]) {
        self.move_to(at);
        self.press();
        self.release();
    }

    /// Drops files on the tab.
    pub(crate) fn drop_files(&mut self, [x, y]: [f32; 2], files: &[PathBuf]) {
        // The browser refuses to read paths with `..`.
        let files: Vec<PathBuf> =
            files.iter().map(|file| file.canonicalize().expect("a file")).collect();
        for kind in ["dragEnter", "dragOver", "drop"] {
            let data = json!({ "items": [], "files": files, "dragOperationsMask": 1 });
            self.devtools.call(
                "Input.dispatchDragEvent",
                json!({ "type": kind, "x": x, "y": y, "data": data }),
            );
            self.next_frame();
        }
    }

    /// A click within one frame, however long that takes to draw: a slow press is not a click.
    pub(crate) fn tap(&mut self, at: [f32; 2]) {
        self.move_to(at);
        self.is_pressed = true;
        self.mouse("mousePressed");
        self.mouse("mouseReleased");
        self.is_pressed = false;
        self.next_frame();
        self.next_frame();
    }

    fn mouse(&mut self, kind: &str) {
        let [x, y] = self.pointer;
        let is_button = kind != "mouseMoved";
        let parameters = json!({
            "type": kind, "x": x, "y": y,
            "button": if is_button || self.is_pressed { "left" } else { "none" },
            "buttons": i32::from(self.is_pressed && kind != "mouseReleased"),
            "clickCount": i32::from(is_button),
        });
        self.devtools.call("Input.dispatchMouseEvent", parameters);
    }

    /// Presses and releases a key, such as "Escape" or "z"; `modifiers` are 1 Alt, 2 Ctrl, 8 Shift.
    pub(crate) fn key(&mut self, key: &str, modifiers: u8) {
        self.key_event("rawKeyDown", key, modifiers);
        self.key_event("keyUp", key, modifiers);
        self.next_frame();
    }

    /// Holds a key for a few frames.
    pub(crate) fn hold(&mut self, key: &str) {
        self.key_event("rawKeyDown", key, 0);
        (0..4).for_each(|_| self.next_frame());
        self.key_event("keyUp", key, 0);
        self.next_frame();
    }

    fn key_event(&mut self, kind: &str, key: &str, modifiers: u8) {
        let code = match key {
            "Escape" => 27,
            " " => 32,
            "Enter" => 13,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            _ => key.chars().next().map_or(0, |first| first.to_ascii_uppercase() as u32),
        };
        let name = if key.len() == 1 && key != " " {
            format!("Key{}", key.to_uppercase())
        } else {
            key.replace(' ', "Space")
        };
        let parameters = json!({ "type": kind, "key": key, "code": name, "windowsVirtualKeyCode": code, "modifiers": modifiers });
        self.devtools.call("Input.dispatchKeyEvent", parameters);
    }

    /// The screenshot, saved as `name`.png if `KANSETSU_TEST_PICTURES` names a folder.
    pub(crate) fn screenshot(&mut self, name: &str) -> RgbaImage {
        let answer = self.devtools.call("Page.captureScreenshot", json!({ "format": "png" }));
        let bytes = STANDARD.decode(answer["data"].as_str().expect("a picture")).expect("base64");
        if let Some(folder) = env::var_os("KANSETSU_TEST_PICTURES") {
            std::fs::write(PathBuf::from(folder).join(format!("page-{name}.png")), &bytes)
                .expect("the folder is there");
        }
        image::load_from_memory(&bytes).expect("a PNG file").into_rgba8()
    }

    /// The screenshot after all animations.
    pub(crate) fn settled_screenshot(&mut self, name: &str) -> RgbaImage {
        // Fades of the interface last a fifth of a second.
        self.evaluate("new Promise(done => setTimeout(() => done(true), 400))");
        self.next_frame();
        self.screenshot(name)
    }

    /// Allows downloads, and returns their folder.
    pub(crate) fn downloads(&mut self) -> PathBuf {
        let folder = self._profile.path().join("downloads");
        std::fs::create_dir_all(&folder).expect("a folder");
        let parameters =
            json!({ "behavior": "allow", "downloadPath": folder, "eventsEnabled": true });
        self.devtools.call("Browser.setDownloadBehavior", parameters);
        folder
    }

    /// Waits for a downloaded file, and reads it.
    pub(crate) fn downloaded(&mut self, path: &Path) -> Vec<u8> {
        self.downloaded_within(path, Duration::from_secs(20))
    }

    /// Like `downloaded`, for slow downloads.
    pub(crate) fn downloaded_within(&mut self, path: &Path, patience: Duration) -> Vec<u8> {
        let start = Instant::now();
        while !path.is_file() {
            assert!(
                start.elapsed() < patience,
                "{} was not downloaded: {:?}",
                path.display(),
                self.devtools.events
            );
            thread::sleep(Duration::from_millis(20));
            self.next_frame();
        }
        std::fs::read(path).expect("it is there")
    }

    /// Selects files in the file picker that Ctrl+O opens.
    pub(crate) fn choose_files(&mut self, files: &[PathBuf]) {
        self.devtools.call("DOM.enable", json!({}));
        self.devtools.call("Page.setInterceptFileChooserDialog", json!({ "enabled": true }));
        self.devtools.events.clear();
        self.key("o", 2);
        let start = Instant::now();
        let opened = loop {
            if let Some(event) = self
                .devtools
                .events
                .iter()
                .find(|event| event["method"] == "Page.fileChooserOpened")
            {
                break event["params"]["backendNodeId"].clone();
            }
            assert!(start.elapsed() < Duration::from_secs(10), "no file picker was opened");
            self.next_frame();
        };
        self.devtools
            .call("DOM.setFileInputFiles", json!({ "files": files, "backendNodeId": opened }));
    }

    /// Opens a second tab; returns the handle of the first one.
    pub(crate) fn new_tab(&mut self) -> Option<String> {
        let before = self.devtools.tab();
        self.is_pressed = false;
        self.devtools.open_tab();
        before
    }

    /// The handle of this tab.
    pub(crate) fn tab(&self) -> Option<String> {
        self.devtools.tab()
    }

    /// Returns to a tab that was open before.
    pub(crate) fn turn_to(&mut self, tab: Option<String>) {
        self.devtools.turn_to(tab);
    }

    /// Ends the tab's process, as in a crash.
    pub(crate) fn crash(&mut self) {
        self.devtools.send("Page.crash", json!({}));
    }

    /// Closes the tab without a prompt.
    pub(crate) fn close_tab(&mut self) {
        self.devtools.send("Page.close", json!({}));
    }

    /// The memory of the script in bytes, after a garbage collection.
    pub(crate) fn script_bytes(&mut self) -> f64 {
        for _ in 0..2 {
            self.devtools.call("HeapProfiler.collectGarbage", json!({}));
        }
        self.devtools.call("Runtime.getHeapUsage", json!({}))["usedSize"]
            .as_f64()
            .expect("a number")
    }

    /// The errors so far: error messages and uncaught exceptions.
    pub(crate) fn complaints(&self) -> &[String] {
        &self.devtools.complaints
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It may be gone already; then there is nothing to end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn find() -> Option<PathBuf> {
    if let Some(given) = env::var_os("CHROME") {
        return Some(given.into());
    }
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    NAMES
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|path| path.is_file())
}

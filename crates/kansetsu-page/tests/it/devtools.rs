//! The DevTools protocol: commands to a browser and its answers.

use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

/// The longest time for one command.
const PATIENCE: Duration = Duration::from_secs(60);

/// A connection to a browser.
pub(crate) struct DevTools {
    socket: WebSocket<TcpStream>,
    next: u64,
    /// The tab that receives commands.
    session: Option<String>,
    /// Errors of the tab.
    pub(crate) complaints: Vec<String>,
    /// Other events: selected and downloaded files.
    pub(crate) events: Vec<Value>,
}

impl DevTools {
    /// Connects to the address that the browser printed: ws://127.0.0.1:PORT/devtools/browser/ID.
    pub(crate) fn connect(address: &str) -> Self {
        let host = address
            .strip_prefix("ws://")
            .and_then(|rest| rest.split('/').next())
            .expect("a ws address");
        let stream = TcpStream::connect(host).expect("the browser listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream.set_nodelay(true).expect("no delay");
        let (socket, _) = tungstenite::client(address, stream).expect("the browser shakes hands");
        Self { socket, next: 0, session: None, complaints: Vec::new(), events: Vec::new() }
    }

    /// Opens a tab; further commands are for it.
    pub(crate) fn open_tab(&mut self) {
        self.session = None;
        let target =
            self.call("Target.createTarget", json!({ "url": "about:blank" }))["targetId"].clone();
        let attached =
            self.call("Target.attachToTarget", json!({ "targetId": target, "flatten": true }));
        self.session = attached["sessionId"].as_str().map(String::from);
        for domain in ["Page", "Runtime", "Log"] {
            self.call(&format!("{domain}.enable"), json!({}));
        }
    }

    /// The tab that receives commands.
    pub(crate) fn tab(&self) -> Option<String> {
        self.session.clone()
    }

    /// Returns to a tab that was open before.
    pub(crate) fn turn_to(&mut self, tab: Option<String>) {
        self.session = tab;
    }

    /// Sends a command and waits for its result.
    pub(crate) fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.next += 1;
        let mut command = json!({ "id": self.next, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            command["sessionId"] = json!(session);
        }
        self.socket.send(Message::text(command.to_string())).expect("the browser listens");
        loop {
            let answer = self.read();
            if answer["id"] == json!(self.next) {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
            self.listen(&answer);
        }
    }

    /// Sends a command without waiting for an answer.
    pub(crate) fn send(&mut self, method: &str, parameters: Value) {
        self.next += 1;
        let command = json!({ "id": self.next, "method": method, "params": parameters, "sessionId": self.session });
        self.socket.send(Message::text(command.to_string())).expect("the browser listens");
    }

    fn read(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().expect("the browser answers in time") {
                return serde_json::from_str(&text).expect("the browser speaks JSON");
            }
        }
    }

    /// Records errors and exceptions.
    fn listen(&mut self, event: &Value) {
        let parameters = &event["params"];
        match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => {
                self.complaints.push(parameters["exceptionDetails"].to_string())
            }
            Some("Runtime.consoleAPICalled") if parameters["type"] == "error" => {
                self.complaints.push(parameters["args"].to_string())
            }
            Some(
                "Page.fileChooserOpened" | "Browser.downloadProgress" | "Browser.downloadWillBegin",
            ) => self.events.push(event.clone()),
            Some("Log.entryAdded") if parameters["entry"]["level"] == "error" => {
                self.complaints.push(parameters["entry"].to_string())
            }
            _ => {}
        }
    }
}

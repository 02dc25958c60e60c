//! Screen readers and other assistive programs read the web app and use it.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::{browser::Browser, site};

/// Roles of widgets that are used.
const USED: [&str; 7] = ["button", "checkbox", "radio", "slider", "spinbutton", "textbox", "link"];

/// The role and the name of everything that the browser reports to assistive programs.
fn reported(browser: &mut Browser) -> Vec<(String, String)> {
    let tree = browser.call("Accessibility.getFullAXTree", json!({}));
    let text = |value: &Value| value["value"].as_str().unwrap_or_default().to_owned();
    let nodes = tree["nodes"].as_array().expect("nodes").iter();
    nodes
        .filter(|node| node["ignored"] == json!(false))
        .map(|node| (text(&node["role"]), text(&node["name"])))
        .collect()
}

/// Activates a widget as a screen reader does.
fn activate(browser: &mut Browser, name: &str) {
    let widget = format!("document.querySelector('.mirror [aria-label=\"{name}\"]')");
    browser.wait_for(&widget);
    browser.evaluate(&format!("{widget}.click()"));
}

#[test]
fn a_screen_reader_reads_the_widgets_and_presses_them() {
    let Some(address) = site::address() else { return };
    let mut browser = Browser::start();
    browser.open(&address);
    browser.wait_for("document.querySelectorAll('.mirror > *').length > 40");
    let widgets = reported(&mut browser);
    let used: Vec<_> = widgets.iter().filter(|(role, _)| USED.contains(&role.as_str())).collect();
    assert!(used.len() > 40, "{} widgets: {used:?}", used.len());
    assert!(used.iter().all(|(_, name)| !name.trim().is_empty()), "{used:?}");
    let names: BTreeSet<&str> = used.iter().map(|(_, name)| name.as_str()).collect();
    for name in ["File", "Edit", "Poses"] {
        assert!(names.contains(name), "no {name} in {names:?}");
    }

    let before = browser.hash();
    activate(&mut browser, "Poses");
    activate(&mut browser, "Arms crossed");
    browser.wait_for("window.kansetsu.state().undo?.includes('Arms crossed')");
    assert_ne!(browser.hash(), before, "the pose is on the figure");

    // The keyboard's focus is announced.
    browser.key("Tab", 0);
    browser.key("Tab", 0);
    let focused = "document.getElementById(document.getElementById('studio').getAttribute('aria-activedescendant'))";
    browser.wait_for(focused);
    let role = browser.evaluate(&format!("{focused}.getAttribute('role')"));
    assert!(role.as_str().is_some_and(|role| USED.contains(&role)), "{role}");
}

#[test]
fn the_open_lab_is_read_instead_of_the_studio() {
    let Some(address) = site::address() else { return };
    let mut browser = Browser::start();
    browser.open(&format!("{address}#lab"));
    let lab = "document.getElementById('lab')?.contentDocument";
    browser.wait_for(&format!("{lab}?.querySelectorAll('.mirror [role=button]').length > 5"));
    let widgets = reported(&mut browser);
    assert!(
        !widgets.iter().any(|(role, name)| role == "button" && name == "File"),
        "the studio is covered: {widgets:?}"
    );
}

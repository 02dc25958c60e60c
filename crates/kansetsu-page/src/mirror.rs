//! The accessibility tree of a program: what egui reports about its widgets, for the elements of
//! site/mirror.js.

use std::{cell::RefCell, collections::BTreeMap};

use eframe::egui::{
    Context, Event, FullOutput, Plugin, RawInput, Rect,
    accesskit::{Action, ActionRequest, Node, NodeId, Role, Toggled, TreeId, TreeUpdate},
    pos2,
};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// site/mirror.js.
    pub type Mirror;
    #[wasm_bindgen(method)]
    fn show(this: &Mirror, widgets: &str, focus: &str);
}

thread_local! {
    static MIRROR: RefCell<Option<Mirror>> = const { RefCell::new(None) };
    static CONTEXT: RefCell<Option<Context>> = const { RefCell::new(None) };
    /// What assistive programs asked for since the last frame.
    static ASKED: RefCell<Vec<ActionRequest>> = const { RefCell::new(Vec::new()) };
}

/// Between two widgets, and between the fields of one.
const WIDGET: char = '\u{1e}';
const FIELD: char = '\u{1f}';
/// Seconds between two reports.
const PAUSE: f64 = 0.25;

/// Sets the mirror that shows the widgets of the program, before it starts.
#[wasm_bindgen]
pub fn reflect(mirror: Mirror) {
    MIRROR.set(Some(mirror));
}

/// Reports the widgets of the program to the mirror from now on.
pub(crate) fn install(context: &Context) {
    CONTEXT.set(Some(context.clone()));
    context.enable_accesskit();
    context.add_plugin(Reporter::default());
}

/// Does what an assistive program asks for: clicks a widget, or moves the focus to it.
#[wasm_bindgen]
pub fn act(widget: &str, what: &str) {
    let action = if what == "click" { Action::Click } else { Action::Focus };
    let Ok(id) = u64::from_str_radix(widget, 16) else { return };
    let request =
        ActionRequest { action, target_tree: TreeId::ROOT, target_node: NodeId(id), data: None };
    ASKED.with_borrow_mut(|asked| asked.push(request));
    CONTEXT.with_borrow(|context| context.iter().for_each(Context::request_repaint));
}

/// Reports the widgets when they change.
#[derive(Default)]
struct Reporter {
    told: String,
    /// The node that has the focus.
    focus: u64,
    at: f64,
}

impl Plugin for Reporter {
    fn debug_name(&self) -> &'static str {
        "mirror"
    }

    fn input_hook(&mut self, _context: &Context, input: &mut RawInput) {
        let asked = ASKED.with_borrow_mut(std::mem::take);
        input.events.extend(asked.into_iter().map(Event::AccessKitActionRequest));
    }

    fn output_hook(&mut self, context: &Context, output: &mut FullOutput) {
        let Some(update) = &output.platform_output.accesskit_update else { return };
        let (now, is_pressed) = context.input(|input| (input.time, input.pointer.any_down()));
        // A drag needs all the time that there is.
        if is_pressed || now - self.at < PAUSE {
            context.request_repaint_after_secs(PAUSE as f32);
            return;
        }
        self.at = now;
        let told = report(update, context);
        if told != self.told || update.focus.0 != self.focus {
            (self.told, self.focus) = (told, update.focus.0);
            let focus = format!("{:x}", update.focus.0);
            MIRROR.with_borrow(|mirror| {
                mirror.iter().for_each(|mirror| mirror.show(&self.told, &focus));
            });
        }
    }
}

/// The visible widgets in the order in which they are read.
fn report(update: &TreeUpdate, context: &Context) -> String {
    let nodes: BTreeMap<u64, &Node> = update.nodes.iter().map(|(id, node)| (id.0, node)).collect();
    let mut told = String::new();
    let mut next: Vec<NodeId> = update.tree.iter().map(|tree| tree.root).collect();
    while let Some(id) = next.pop() {
        let Some(node) = nodes.get(&id.0) else { continue };
        next.extend(node.children().iter().rev());
        let place = node.bounds().map(|bounds| {
            let [left, top, right, bottom] =
                [bounds.x0, bounds.y0, bounds.x1, bounds.y1].map(|points| points as f32);
            Rect::from_min_max(pos2(left, top), pos2(right, bottom))
                .intersect(context.content_rect())
        });
        if let (Some(place), Some(role)) = (place.filter(|place| place.is_positive()), role(node)) {
            write(&mut told, (id, role, node), place * context.zoom_factor());
        }
    }
    told
}

/// The role of a widget in WAI-ARIA, empty for a text; `None` if it is not reported.
fn role(node: &Node) -> Option<&'static str> {
    Some(match node.role() {
        Role::Label => "",
        Role::Link => "link",
        Role::CheckBox | Role::Switch => "checkbox",
        Role::RadioButton => "radio",
        Role::Slider => "slider",
        Role::SpinButton => "spinbutton",
        Role::TextInput | Role::MultilineTextInput | Role::SearchInput => "textbox",
        Role::ProgressIndicator => "progressbar",
        Role::Image => "img",
        _ if node.supports_action(Action::Click) => "button",
        _ => return None,
    })
}

/// Adds a widget that has a name.
fn write(told: &mut String, (id, role, node): (NodeId, &str, &Node), place: Rect) {
    let number = node.numeric_value().map(|number| number.to_string());
    let value = node.value().map(str::to_owned).or(number).unwrap_or_default();
    let (name, value) = match node.label().or(node.placeholder()) {
        Some(label) => (label, value.as_str()),
        None => (value.as_str(), ""),
    };
    if name.trim().is_empty() {
        return;
    }
    let checked = match node.toggled() {
        Some(Toggled::True) => "true",
        Some(Toggled::False) => "false",
        Some(Toggled::Mixed) => "mixed",
        None => "",
    };
    let expanded = node.is_expanded().map_or("", |is| if is { "true" } else { "false" });
    let disabled = if node.is_disabled() { "true" } else { "" };
    let [x, y, width, height] =
        [place.left(), place.top(), place.width(), place.height()].map(|pixels| pixels.round());
    let fields = [
        format!("{:x}", id.0),
        role.to_owned(),
        name.to_owned(),
        value.to_owned(),
        checked.to_owned(),
        expanded.to_owned(),
        disabled.to_owned(),
        format!("{x} {y} {width} {height}"),
    ];
    if !told.is_empty() {
        told.push(WIDGET);
    }
    for (index, field) in fields.iter().enumerate() {
        if index > 0 {
            told.push(FIELD);
        }
        told.extend(field.chars().filter(|letter| ![WIDGET, FIELD].contains(letter)));
    }
}

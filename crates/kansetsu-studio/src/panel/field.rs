//! Fields for numbers (dragged, typed, one undo entry for each change) and for names.

use std::{fmt::Debug, hash::Hash, ops::RangeInclusive};

use eframe::egui::{DragValue, Id, Response, TextEdit, Ui};

/// What a field changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change<T> {
    /// The value now.
    pub value: T,
    /// What the field is; changes by the same field in a row belong together.
    pub field: Id,
}

/// How a number is shown.
#[derive(Clone, Debug)]
pub struct Number<'a> {
    /// What assistive programs and tests call it.
    pub name: &'a str,
    /// Before the number.
    pub prefix: &'a str,
    /// After the number.
    pub suffix: &'a str,
    /// For a point of dragging.
    pub speed: f64,
    /// Digits after the point.
    pub digits: usize,
    /// What may be entered.
    pub range: RangeInclusive<f32>,
}

impl<'a> Number<'a> {
    /// Degrees; the value itself is radians.
    #[must_use]
    pub const fn degrees(name: &'a str, prefix: &'a str) -> Self {
        Self { name, prefix, suffix: "°", speed: 0.5, digits: 1, range: -720.0..=720.0 }
    }

    /// Metres.
    #[must_use]
    pub const fn metres(name: &'a str, prefix: &'a str) -> Self {
        Self { name, prefix, suffix: " m", speed: 0.002, digits: 3, range: -1e4..=1e4 }
    }

    /// A bare number.
    #[must_use]
    pub const fn plain(name: &'a str, prefix: &'a str) -> Self {
        Self { name, prefix, suffix: "", speed: 0.01, digits: 3, range: -1e4..=1e4 }
    }

    /// The same with other limits.
    #[must_use]
    pub const fn within(mut self, range: RangeInclusive<f32>) -> Self {
        self.range = range;
        self
    }

    /// Shows the number; returns what it was changed to.
    pub fn show(&self, ui: &mut Ui, value: f32) -> Option<Change<f32>> {
        // Nobody wants to read -0.0.
        let mut now =
            if value.abs() < 0.5 * 0.1_f32.powi(self.digits as i32) { 0.0 } else { value };
        let value = now;
        let response = self.add(ui, &mut now);
        (response.changed() && now != value && now.is_finite())
            .then_some(Change { value: now, field: response.id })
    }

    fn add(&self, ui: &mut Ui, value: &mut f32) -> Response {
        let widget = DragValue::new(value)
            .prefix(self.prefix)
            .suffix(self.suffix)
            .speed(self.speed)
            .fixed_decimals(self.digits)
            .range(self.range.clone());
        named(ui, self.name, widget)
    }

    /// Shows radians as degrees; returns the radians it was changed to.
    pub fn show_angle(&self, ui: &mut Ui, radians: f32) -> Option<Change<f32>> {
        let change = self.show(ui, radians.to_degrees())?;
        Some(Change { value: change.value.to_radians(), ..change })
    }
}

/// A field for a number with a name for assistive programs and for the pointer that rests on it;
/// else it would be called by its sign.
pub fn named(ui: &mut Ui, name: &str, field: DragValue<'_>) -> Response {
    let response = ui.add(field);
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(name));
    response.on_hover_text(name)
}

/// Three numbers beside one another.
pub fn vector(ui: &mut Ui, numbers: [Number<'_>; 3], values: [f32; 3]) -> Option<Change<[f32; 3]>> {
    let mut changed = None;
    ui.horizontal(|ui| {
        // Numbers of four digits fit into the panel.
        ui.spacing_mut().item_spacing.x = 3.0;
        for (index, number) in numbers.iter().enumerate() {
            if let Some(change) = number.show(ui, values[index]) {
                let mut now = values;
                now[index] = change.value;
                changed = Some(Change { value: now, field: change.field });
            }
        }
    });
    changed
}

/// A field for the name of something in a menu. Returns the new name when the field is left.
pub fn renamed(ui: &mut Ui, label: &str, of: impl Hash + Debug, now: &str) -> Option<String> {
    let id = ui.scope_id().with((label, of));
    let mut name =
        ui.data_mut(|data| data.get_temp::<String>(id)).unwrap_or_else(|| now.to_owned());
    let field = TextEdit::singleline(&mut name).desired_width(180.0);
    let response = ui.name_inputs(label, |ui| ui.add(field));
    if response.lost_focus() && name != now {
        ui.data_mut(|data| data.remove::<String>(id));
        ui.close();
        return Some(name);
    }
    ui.data_mut(|data| data.insert_temp(id, name));
    None
}

//! What can be set on a page, as sliders, fields and switches.

use std::collections::BTreeMap;

use egui::{Slider, TextEdit, Ui};

use super::theme::Palette;
use crate::{
    Field, Kind, Page,
    text::{Language, Phrase},
};

/// What is typed in the fields, and what is wrong with it.
#[derive(Clone, Debug, Default)]
pub(super) struct Typed(BTreeMap<&'static str, Entry>);

#[derive(Clone, Debug, Default)]
struct Entry {
    text: String,
    reason: Option<Phrase>,
}

/// Shows a field and sets what the user sets; a value that cannot be is refused in place.
pub(super) fn show(
    ui: &mut Ui,
    page: &mut dyn Page,
    typed: &mut Typed,
    (field, language): (&'static Field, Language),
) {
    let name = field.name.get(language);
    let value = page.values().number(field.key);
    match &field.kind {
        Kind::Number { digits, unit, .. } => {
            number(ui, page, typed, &Shown { field, name, value, digits: *digits, unit, language })
        }
        Kind::Switch => {
            let mut on = value != 0.0;
            if ui.checkbox(&mut on, name).changed() {
                set(page, typed, field.key, if on { "1" } else { "0" });
            }
        }
        Kind::Choice { names } => {
            ui.horizontal_wrapped(|ui| {
                ui.label(name);
                for (index, choice) in names.iter().enumerate() {
                    if ui.radio(value == index as f64, choice.get(language)).clicked() {
                        set(page, typed, field.key, &index.to_string());
                    }
                }
            });
        }
    }
}

struct Shown<'a> {
    field: &'static Field,
    name: &'a str,
    value: f64,
    digits: usize,
    unit: &'a str,
    language: Language,
}

fn number(ui: &mut Ui, page: &mut dyn Page, typed: &mut Typed, shown: &Shown<'_>) {
    let Shown { field, name, value, digits, unit, language } = *shown;
    let key = field.key;
    ui.horizontal(|ui| {
        ui.add_sized([116.0, 20.0], egui::Label::new(name).truncate());
        let [min, max] = field.range();
        let mut slid = value;
        ui.spacing_mut().slider_width = (ui.available_width() - 110.0).max(40.0);
        let slider =
            ui.add(Slider::new(&mut slid, min..=max).show_value(false).step_by(if digits == 0 {
                1.0
            } else {
                0.0
            }));
        ui.ctx()
            .accesskit_node_builder(slider.id, |node| node.set_label(format!("{name}: slider")));
        if slider.changed() {
            typed.0.remove(key);
            set(page, typed, key, &format!("{slid:.digits$}"));
        }
        let entry = typed.0.entry(key).or_default();
        let id = ui.scope_id().with(("lab", key));
        if !ui.memory(|memory| memory.has_focus(id)) && entry.reason.is_none() {
            entry.text = format!("{:.digits$}", page.values().number(key));
        }
        let edit = TextEdit::singleline(&mut entry.text).id(id).desired_width(58.0);
        let response = ui.add(edit);
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(name));
        ui.label(unit);
        if response.changed() {
            let text = entry.text.clone();
            set(page, typed, key, &text);
        }
    });
    if let Some(reason) = typed.0.get(key).and_then(|entry| entry.reason.as_ref()) {
        ui.colored_label(Palette::of(ui.visuals()).alert, reason.get(language));
    }
}

fn set(page: &mut dyn Page, typed: &mut Typed, key: &'static str, text: &str) {
    let reason = page.set(key, text).err();
    typed.0.entry(key).or_default().reason = reason;
}

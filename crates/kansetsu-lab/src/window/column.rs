//! The column beside a page: its formulas with the numbers of the moment, what can be set, the
//! method.

use egui::{Grid, RichText, ScrollArea, Ui};

use super::{canvas::color, field, formula, theme::Palette};
use crate::{Drawing, Page, Table, lesson, text::Language};

/// A page and what the user does to it.
pub(super) struct Settings<'a> {
    pub(super) page: &'a mut dyn Page,
    /// What is typed in the fields.
    pub(super) typed: &'a mut field::Typed,
    /// The next frame of the lab page's demonstration, while that runs.
    pub(super) demonstration: &'a mut Option<usize>,
}

/// Shows it; returns whether the user asks for the link.
pub(super) fn show(ui: &mut Ui, settings: &mut Settings<'_>, language: Language) -> bool {
    let about = settings.page.about();
    let palette = Palette::of(ui.visuals());
    ui.label(RichText::new(about.title.get(language)).size(19.0).strong());
    ui.label(RichText::new(about.task.get(language)).color(palette.accent));
    ui.add_space(6.0);
    let drawing = settings.page.draw(language);
    now(ui, &drawing);
    if let Some(table) = &drawing.table {
        copies(ui, table, language);
    }
    ui.add_space(6.0);
    ui.separator();
    let wants_link = controls(ui, settings, language);
    ui.separator();
    steps(ui, settings, language);
    method(ui, settings.page, language);
    wants_link
}

/// The numbers of the moment.
fn now(ui: &mut Ui, drawing: &Drawing) {
    let palette = Palette::of(ui.visuals());
    drawing.formulas.iter().for_each(|text| formula::show(ui, text, palette.accent));
    if let Some(table) = &drawing.table {
        ScrollArea::horizontal().id_salt("lab table").show(ui, |ui| show_table(ui, table));
    }
    Grid::new("lab numbers").num_columns(2).spacing([16.0, 3.0]).show(ui, |ui| {
        for fact in &drawing.facts {
            ui.label(RichText::new(&fact.name).color(palette.weak));
            ui.label(&fact.value);
            ui.end_row();
        }
    });
    if let Some(note) = &drawing.note {
        ui.colored_label(palette.alert, note);
    }
}

fn show_table(ui: &mut Ui, table: &Table) {
    let is_dark = ui.visuals().dark_mode;
    let palette = Palette::of(ui.visuals());
    Grid::new("lab table").striped(true).spacing([10.0, 3.0]).show(ui, |ui| {
        for cell in &table.head {
            ui.label(RichText::new(cell).color(palette.weak).size(12.0));
        }
        ui.end_row();
        for row in &table.rows {
            for (index, cell) in row.cells.iter().enumerate() {
                let ink = row.ink.filter(|_| index == 0);
                let text = RichText::new(cell).size(12.5);
                ui.label(match ink {
                    Some(ink) => text.strong().color(color(ink, is_dark)),
                    None => text,
                });
            }
            ui.end_row();
        }
    });
}

/// The table as text for other programs.
fn copies(ui: &mut Ui, table: &Table, language: Language) {
    ui.horizontal(|ui| {
        for (name, text) in [
            (language.say("Copy CSV", "CSV をコピー"), Table::to_csv as fn(&Table) -> String),
            (language.say("Copy Markdown", "Markdown をコピー"), Table::to_markdown),
        ] {
            if ui.small_button(name).clicked() {
                ui.ctx().copy_text(text(table));
            }
        }
    });
}

fn controls(ui: &mut Ui, settings: &mut Settings<'_>, language: Language) -> bool {
    for field in settings.page.values().fields() {
        field::show(ui, settings.page, settings.typed, (field, language));
    }
    ui.add_space(4.0);
    let mut wants_link = false;
    ui.horizontal_wrapped(|ui| {
        for action in settings.page.actions() {
            if ui.button(action.name.get(language)).clicked() {
                *settings.demonstration = None;
                *settings.typed = field::Typed::default();
                settings.page.act(action.key);
            }
        }
        let mut runs = settings.demonstration.is_some();
        let shows = ui.toggle_value(&mut runs, language.say("Play demo", "デモを再生"));
        if shows.on_hover_text(language.say("Space", "スペースキー")).changed() {
            *settings.demonstration = runs.then_some(0);
            ui.ctx().request_repaint();
        }
        wants_link = ui.button(language.say("Copy link", "リンクをコピー")).clicked();
    });
    wants_link
}

/// What to try.
fn steps(ui: &mut Ui, settings: &mut Settings<'_>, language: Language) {
    ui.label(RichText::new(language.say("Try this", "やってみよう")).strong());
    for (index, step) in lesson(settings.page.about().name).iter().enumerate() {
        ui.label(format!("{}. {}", index + 1, step.task.get(language)));
        let name = format!("{} {}", language.say("Set up step", "準備：ステップ"), index + 1);
        if ui.small_button(name).clicked() {
            *settings.demonstration = None;
            *settings.typed = field::Typed::default();
            // The settings of every step are tested on its page.
            let _ = step.prepare(settings.page);
        }
    }
    ui.add_space(4.0);
    ui.separator();
}

fn method(ui: &mut Ui, page: &dyn Page, language: Language) {
    let about = page.about();
    let palette = Palette::of(ui.visuals());
    let head = |ui: &mut Ui, text: &str| {
        ui.add_space(4.0);
        ui.label(RichText::new(text).strong());
    };
    head(ui, language.say("The idea", "考え方"));
    ui.label(about.idea.get(language));
    about.formulas.iter().for_each(|text| formula::show(ui, text, palette.text));
    head(ui, language.say("Use", "使いどころ"));
    ui.label(about.purpose.get(language));
    head(ui, language.say("Limitations", "弱点"));
    ui.label(about.weakness.get(language));
    head(ui, language.say("Source", "出典"));
    ui.label(RichText::new(about.source.get(language)).color(palette.weak));
}

//! The lab in the studio: shows the pages of [`kansetsu_lab`], gives them the pointer and the keys.

mod canvas;
mod column;
mod field;
mod formula;

use eframe::egui::{Button, CentralPanel, Context, Frame, Key, Margin, Panel, ScrollArea, Ui};
use kansetsu_lab::{Held, NAMES, OpenFigure, Page};
use serde_json::{Value, json};

use crate::{
    app::Studio,
    command::{Command, HAS_LAB, NO_LAB},
    text::Phrase,
};

/// The lab, opened at a page.
pub struct Room {
    /// The page that is shown.
    pub page: Box<dyn Page>,
    /// What is typed in the fields.
    typed: field::Typed,
    /// When the page moved on last, seconds.
    moved: f64,
    /// Whether the film of the page itself runs, and its frame.
    shown: Option<usize>,
}

/// How often a page moves on, a second.
const RATE: f64 = 60.0;
/// How many frames a page catches up with at most.
const LATE: f64 = 4.0;
/// Below this width the page stands above what is said of it.
const NARROW: f32 = 760.0;

impl Room {
    /// The lab at this page.
    #[must_use]
    pub fn at(mut page: Box<dyn Page>) -> Self {
        page.take_clock(crate::app::stamp);
        Self { page, typed: field::Typed::default(), moved: 0.0, shown: None }
    }

    /// The page of this name; the first when there is none.
    #[must_use]
    pub fn open(name: &str) -> Option<Self> {
        kansetsu_lab::open(name).or_else(|| kansetsu_lab::open(NAMES[0])).map(Self::at)
    }

    /// Gives the page the time that has passed, and the keys.
    fn run(&mut self, context: &Context) {
        let now = context.input(|input| input.time);
        let frames = ((now - self.moved) * RATE).round().clamp(0.0, LATE);
        if frames < 1.0 {
            return context.request_repaint();
        }
        self.moved = now;
        let held = if context.text_edit_focused() { Held::default() } else { held(context) };
        let mut moves = self.shown.is_some();
        for _ in 0..frames as usize {
            match &mut self.shown {
                Some(frame) => {
                    self.page.demonstrate(*frame);
                    *frame += 1;
                }
                None => moves |= self.page.tick(held),
            }
        }
        if held != Held::default() {
            self.shown = None;
        }
        if moves {
            context.request_repaint();
        }
    }

    /// What tests and scripts read: the page's name, its values, the numbers of the moment.
    #[must_use]
    pub fn state(&self) -> Value {
        let number = |value: f64| if value.is_finite() { json!(value) } else { Value::Null };
        let values = self.page.values();
        let set: serde_json::Map<String, Value> =
            values.fields().iter().map(|field| (field.key.to_owned(), number(values.number(field.key)))).collect();
        let now: serde_json::Map<String, Value> =
            self.page.state().into_iter().map(|(key, value)| (key.to_owned(), number(value))).collect();
        json!({ "page": self.page.about().name, "values": set, "state": now, "link": self.page.link() })
    }
}

fn held(context: &Context) -> Held {
    context.input(|input| {
        let down = |keys: [Key; 2]| keys.into_iter().any(|key| input.key_down(key));
        Held {
            up: down([Key::W, Key::ArrowUp]),
            down: down([Key::S, Key::ArrowDown]),
            left: down([Key::A, Key::ArrowLeft]),
            right: down([Key::D, Key::ArrowRight]),
        }
    })
}

impl Studio {
    /// Opens the lab where the part of a link behind `#` says; gives whether it is a link to the lab.
    pub fn open_lab(&mut self, fragment: &str) -> bool {
        if !HAS_LAB {
            let is_here = fragment.trim_start_matches('#').split(['/', '?']).next() == Some("lab");
            if is_here {
                self.banners.problem(NO_LAB);
            }
            return is_here;
        }
        match kansetsu_lab::follow(fragment) {
            None => return false,
            Some(Ok(page)) => {
                self.cancel_drag();
                self.lab = Some(Room::at(page));
            }
            Some(Err(reason)) => self.banners.problem(reason),
        }
        true
    }

    /// Opens another page, and gives it the figure that is open: pages that show figures take it.
    fn enter_lab(&self, name: &str, room: &mut Room) {
        let Some(mut page) = kansetsu_lab::open(name) else { return };
        if let Some(actor) = self.document.actor() {
            let mut figure = (*actor.figure).clone();
            figure.rig.limits.clone_from(&actor.limits);
            page.take_figure(&OpenFigure { figure, pins: actor.pins.iter().map(|pin| pin.joint).collect() });
        }
        *room = Room::at(page);
    }

    /// In the lab Escape leaves, and all other keys are the page's.
    pub(crate) fn take_lab_keys(&mut self, context: &Context) {
        if context.input(|input| input.key_pressed(Key::Escape)) {
            self.lab = None;
            context.request_repaint();
        }
    }
}

/// Shows the lab in the place of everything else.
pub fn show(ui: &mut Ui, studio: &mut Studio) {
    let Some(mut room) = studio.lab.take() else { return };
    room.run(ui.ctx());
    let fill = ui.visuals().panel_fill;
    let bar = |x: i8, y: i8| Frame::new().fill(fill).inner_margin(Margin::symmetric(x, y));
    let mut stays = true;
    Panel::top("lab pages").frame(bar(8, 4)).show(ui, |ui| stays = pages(ui, studio, &mut room));
    let language = studio.language();
    let size = ui.available_size();
    let mut column = |ui: &mut Ui, room: &mut Room| {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            if column::show(ui, room, language) {
                ui.ctx().copy_text(format!("{}#{}", crate::app::address(), room.page.link()));
                studio.banners.news(Phrase::new("The link was copied.", "リンクをコピーしました。"));
            }
        });
    };
    if size.x < NARROW {
        let height = (size.x * kansetsu_lab::SIZE.y / kansetsu_lab::SIZE.x).min(0.5 * size.y);
        Panel::top("lab page").frame(bar(0, 0)).resizable(false).exact_size(height).show(ui, |ui| canvas::show(ui, &mut room, language));
        CentralPanel::default().frame(bar(10, 8)).show(ui, |ui| column(ui, &mut room));
    } else {
        Panel::right("lab column")
            .frame(bar(12, 10))
            .resizable(true)
            .default_size(400.0)
            .size_range(300.0..=620.0)
            .show(ui, |ui| column(ui, &mut room));
        CentralPanel::default().frame(bar(0, 0)).show(ui, |ui| canvas::show(ui, &mut room, language));
    }
    if stays {
        studio.lab = Some(room);
    }
}

/// The names of all pages, and the way back. Gives whether the lab stays open.
fn pages(ui: &mut Ui, studio: &mut Studio, room: &mut Room) -> bool {
    let words = studio.words();
    let mut stays = true;
    ui.horizontal_wrapped(|ui| {
        if ui.button(words.say("← Studio", "← スタジオ")).on_hover_text(words.say("Back (Escape)", "戻る（Escape）")).clicked()
        {
            stays = false;
        }
        ui.separator();
        for name in NAMES {
            let Some(about) = kansetsu_lab::about(name) else { continue };
            let title = about.title.get(words.0);
            let short = title.split([':', '：']).next().unwrap_or(title);
            let is_open = room.page.about().name == name;
            if ui.add(Button::new(short).selected(is_open)).on_hover_text(title).clicked() && !is_open {
                studio.enter_lab(name, room);
            }
        }
        let other = words.say("日本語", "English");
        if ui.button(other).clicked() {
            studio.run(Command::ToggleLanguage, ui.ctx());
        }
    });
    stays
}

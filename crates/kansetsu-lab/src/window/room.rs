//! The room: the pages' names above, the open lab page, the column beside it.

use std::collections::BTreeMap;

use egui::{
    Button, CentralPanel, Color32, Context, Frame, Key, Margin, Panel, Pos2, Rect, Response,
    ScrollArea, Ui,
};
use serde_json::{Map, Value, json};

use super::{
    canvas,
    column::{self, Settings},
    field,
    theme::Palette,
};
use crate::{
    Held, NAMES, OpenFigure, Page, SIZE,
    text::{Language, Phrase},
};

/// The lab, open at a page.
pub struct Room {
    /// The lab page that is shown.
    pub page: Box<dyn Page>,
    /// The text before the `#` of links to it: the address of a web page, or nothing.
    pub address: String,
    /// The frame of the lab page's own demonstration that comes next, while that runs.
    shown: Option<usize>,
    /// What is typed in the fields.
    typed: field::Typed,
    /// Where the whole page is drawn, points.
    area: Rect,
    /// Where the middles of the bar's buttons are, points.
    buttons: BTreeMap<&'static str, Pos2>,
    /// The message.
    told: Option<Told>,
    /// The figure that is open beside the lab.
    own: Option<OpenFigure>,
    /// Gives seconds.
    clock: fn() -> f64,
    /// When the lab page moved on last, seconds.
    moved: f64,
    /// How many frames it has moved on since it was opened.
    frames: u64,
}

/// What the room asks of the app that shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To be left.
    Leave,
    /// To be in the other language.
    OtherLanguage,
}

/// A sentence above the lab page.
struct Told {
    text: Phrase,
    /// Until when, seconds; what went wrong stays until another page is opened.
    until: Option<f64>,
}

/// How often a page moves on, a second.
const RATE: f64 = 60.0;
/// How many frames a page catches up with at most.
const LATE: f64 = 4.0;
/// Below this width the lab page is above its column.
const NARROW: f32 = 760.0;
/// How long good news is shown, seconds.
const SHORT: f64 = 4.0;

impl Room {
    /// The lab at this page. `clock` gives seconds: solves are measured with it.
    #[must_use]
    pub fn at(mut page: Box<dyn Page>, clock: fn() -> f64) -> Self {
        page.take_clock(clock);
        let (typed, area) = (field::Typed::default(), Rect::NOTHING);
        let buttons = BTreeMap::new();
        Self {
            page,
            address: String::new(),
            shown: None,
            typed,
            area,
            buttons,
            told: None,
            own: None,
            clock,
            moved: 0.0,
            frames: 0,
        }
    }

    /// The lab, opened at this page.
    #[must_use]
    pub fn new(clock: fn() -> f64) -> Self {
        Self::at(Box::new(crate::Elbow::default()), clock)
    }

    /// The same with a figure for the pages that show one; with none, they have their own.
    #[must_use]
    pub fn with_figure(self, own: Option<OpenFigure>) -> Self {
        Self { own, ..self }
    }

    /// Goes to the link's part behind `#`; an unknown page or value is reported in a message.
    /// Returns whether it is a link to the lab.
    pub fn follow(&mut self, fragment: &str) -> bool {
        match crate::follow(fragment) {
            None => return false,
            Some(Ok(page)) => self.show_page(page),
            Some(Err(text)) => self.told = Some(Told { text, until: None }),
        }
        true
    }

    /// Shows the room in the place of everything else. Escape leaves, Space begins and ends the
    /// page's demonstration, and all other keys are the lab page's.
    pub fn show(&mut self, ui: &mut Ui, language: Language) -> Option<Wish> {
        let is_left =
            !ui.ctx().text_edit_focused() && ui.input(|input| input.key_pressed(Key::Escape));
        // With the focus on a button, Space presses that.
        if ui.memory(|memory| memory.focused().is_none())
            && ui.input(|input| input.key_pressed(Key::Space))
        {
            self.shown = if self.shown.is_some() { None } else { Some(0) };
        }
        self.run(ui.ctx());
        let fill = ui.visuals().panel_fill;
        let bar = |x: i8, y: i8| Frame::new().fill(fill).inner_margin(Margin::symmetric(x, y));
        let mut wish = is_left.then_some(Wish::Leave);
        Panel::top("lab pages")
            .frame(bar(8, 4))
            .show(ui, |ui| wish = wish.or(self.bar(ui, language)));
        let size = ui.available_size();
        if size.x < NARROW {
            let height = (size.x * SIZE.y / SIZE.x).min(0.5 * size.y);
            Panel::top("lab page")
                .frame(bar(0, 0))
                .resizable(false)
                .exact_size(height)
                .show(ui, |ui| self.canvas(ui, language));
            CentralPanel::default().frame(bar(10, 8)).show(ui, |ui| self.column(ui, language));
        } else {
            let column = Panel::right("lab column")
                .frame(bar(12, 10))
                .resizable(true)
                .default_size(400.0)
                .size_range(300.0..=620.0);
            column.show(ui, |ui| self.column(ui, language));
            CentralPanel::default().frame(bar(0, 0)).show(ui, |ui| self.canvas(ui, language));
        }
        wish
    }

    /// What tests and scripts read: the lab page's name, its values, the numbers of the moment, how
    /// many frames it has moved on, the frame of the demonstration that comes next, the message,
    /// where the lab page is drawn (left, top, width, height), and where the middles of the buttons
    /// above it are: `back`, the pages' names, `language`. Places are in points times `zoom`.
    #[must_use]
    pub fn state(&self, zoom: f32) -> Value {
        let number = |value: f64| if value.is_finite() { json!(value) } else { Value::Null };
        let values = self.page.values();
        let set: Map<String, Value> = values
            .fields()
            .iter()
            .map(|field| (field.key.to_owned(), number(values.number(field.key))))
            .collect();
        let now: Map<String, Value> = self
            .page
            .state()
            .into_iter()
            .map(|(key, value)| (key.to_owned(), number(value)))
            .collect();
        let told = self.told.as_ref().map(|told| told.text.get(Language::English));
        let area = [self.area.left(), self.area.top(), self.area.width(), self.area.height()]
            .map(|points| number(f64::from(points * zoom)));
        let place = |at: &Pos2| json!([at.x * zoom, at.y * zoom]);
        let buttons: Map<String, Value> =
            self.buttons.iter().map(|(name, at)| ((*name).to_owned(), place(at))).collect();
        json!({
            "page": self.page.about().name, "values": set, "state": now, "link": self.page.link(),
            "frames": self.frames, "shown": self.shown, "told": told, "area": area, "buttons": buttons,
        })
    }

    fn show_page(&mut self, mut page: Box<dyn Page>) {
        page.take_clock(self.clock);
        self.page = page;
        self.typed = field::Typed::default();
        (self.shown, self.told, self.frames) = (None, None, 0);
    }

    /// Opens another page as it begins; pages that show figures take the one that is open.
    fn enter(&mut self, name: &str) {
        let Some(mut page) = crate::open(name) else { return };
        if let Some(own) = &self.own {
            page.take_figure(own);
        }
        self.show_page(page);
    }

    /// Passes the elapsed time and the keys to the lab page.
    fn run(&mut self, context: &Context) {
        let now = context.input(|input| input.time);
        let frames = ((now - self.moved) * RATE).round().clamp(0.0, LATE);
        if frames < 1.0 {
            return context.request_repaint();
        }
        self.moved = now;
        let held = if context.text_edit_focused() { Held::default() } else { held(context) };
        self.frames += frames as u64;
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

    /// The button back, the names of all pages, the message.
    fn bar(&mut self, ui: &mut Ui, language: Language) -> Option<Wish> {
        let mut wish = None;
        ui.horizontal_wrapped(|ui| {
            let back = ui.button(language.say("← Studio", "← スタジオ"));
            self.note("back", &back);
            if back.on_hover_text(language.say("Back (Escape)", "戻る（Escape）")).clicked() {
                wish = Some(Wish::Leave);
            }
            ui.separator();
            for name in NAMES {
                let Some(about) = crate::about(name) else { continue };
                let title = about.title.get(language);
                let short = title.split([':', '：']).next().unwrap_or(title);
                let is_open = self.page.about().name == name;
                let tab = ui.add(Button::new(short).selected(is_open));
                self.note(name, &tab);
                if tab.on_hover_text(title).clicked() && !is_open {
                    self.enter(name);
                }
            }
            let other = ui.button(language.say("日本語", "English"));
            self.note("language", &other);
            if other.clicked() {
                wish = Some(Wish::OtherLanguage);
            }
            self.tell(ui, language);
        });
        wish
    }

    fn note(&mut self, name: &'static str, button: &Response) {
        self.buttons.insert(name, button.rect.center());
    }

    fn tell(&mut self, ui: &mut Ui, language: Language) {
        let now = ui.input(|input| input.time);
        self.told.take_if(|told| told.until.is_some_and(|until| until <= now));
        let Some(told) = &self.told else { return };
        let palette = Palette::of(ui.visuals());
        let (color, wait): (Color32, f64) =
            told.until.map_or((palette.alert, SHORT), |until| (palette.accent, until - now));
        ui.colored_label(color, told.text.get(language));
        ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(wait));
    }

    fn canvas(&mut self, ui: &mut Ui, language: Language) {
        self.area = canvas::show(ui, self.page.as_mut(), &mut self.shown, language);
    }

    fn column(&mut self, ui: &mut Ui, language: Language) {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            let mut settings = Settings {
                page: self.page.as_mut(),
                typed: &mut self.typed,
                demonstration: &mut self.shown,
            };
            if column::show(ui, &mut settings, language) {
                ui.ctx().copy_text(format!("{}#{}", self.address, self.page.link()));
                let until = Some(ui.input(|input| input.time) + SHORT);
                self.told = Some(Told {
                    text: Phrase::new("Link copied.", "リンクをコピーしました。"),
                    until,
                });
                ui.ctx().request_repaint();
            }
        });
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

//! The interface of the frame's script, crates/kansetsu-page/site/room.js.

use std::{cell::RefCell, sync::Arc};

use eframe::{
    WebRunner,
    egui::{Context, FontData, FontDefinitions, FontFamily, ThemePreference, Ui},
};
use js_sys::Uint8Array;
use kansetsu_formats::gltf;
use kansetsu_lab::{
    OpenFigure,
    text::Language,
    window::{Room, Wish, theme},
};
use wasm_bindgen::prelude::*;

use crate::mirror;

#[wasm_bindgen]
extern "C" {
    /// The settings of the lab, and its callbacks: site/lab.js.
    pub type Order;
    #[wasm_bindgen(method, getter)]
    fn fragment(this: &Order) -> String;
    #[wasm_bindgen(method, getter)]
    fn address(this: &Order) -> String;
    #[wasm_bindgen(method, getter)]
    fn language(this: &Order) -> String;
    #[wasm_bindgen(method, getter)]
    fn look(this: &Order) -> String;
    #[wasm_bindgen(method, getter)]
    fn humanoid(this: &Order) -> Option<Uint8Array>;
    #[wasm_bindgen(method)]
    fn leave(this: &Order);
    #[wasm_bindgen(method)]
    fn speak(this: &Order, language: &str);
}

/// The lab in its frame.
struct Lab {
    room: Room,
    language: Language,
    order: Order,
}

impl eframe::App for Lab {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        match self.room.show(ui, self.language) {
            Some(Wish::Leave) => self.order.leave(),
            Some(Wish::OtherLanguage) => {
                self.language = if self.language == Language::English {
                    Language::Japanese
                } else {
                    Language::English
                };
                self.order.speak(self.language.tag());
                ui.ctx().request_repaint();
            }
            None => {}
        }
    }

    fn as_any_mut(&mut self) -> Option<&mut dyn std::any::Any> {
        Some(self)
    }
}

thread_local! {
    static RUNNING: RefCell<Option<(WebRunner, Context)>> = const { RefCell::new(None) };
}

/// Starts the lab on a canvas.
///
/// # Errors
/// Fails if the browser has no graphics.
#[wasm_bindgen]
pub async fn start(canvas: web_sys::HtmlCanvasElement, order: Order) -> Result<(), JsValue> {
    let runner = WebRunner::new();
    let kept = runner.clone();
    let create: eframe::AppCreator<'static> = Box::new(move |creation| {
        let context = &creation.egui_ctx;
        context.set_fonts(fonts());
        theme::install(context);
        context.set_theme(preference(&order.look()));
        context.options_mut(|options| options.zoom_with_keyboard = true);
        let figure = order.humanoid().and_then(|bytes| figure(&bytes.to_vec()));
        let mut room = Room::new(seconds).with_figure(figure);
        room.address = order.address();
        room.follow(&order.fragment());
        mirror::install(context);
        RUNNING.set(Some((kept, context.clone())));
        Ok(Box::new(Lab { room, language: Language::from_tag(&order.language()), order }))
    });
    runner.start(canvas, eframe::WebOptions::default(), create).await
}

/// The state of the lab as JSON: docs/reference/script-api.md.
#[wasm_bindgen]
pub fn state() -> Option<String> {
    RUNNING.with_borrow(|running| {
        let (runner, context) = running.as_ref()?;
        let lab = runner.app_mut::<Lab>()?;
        Some(lab.room.state(context.zoom_factor()).to_string())
    })
}

/// The font with the text of the pages, for the same look in every browser.
fn fonts() -> FontDefinitions {
    const NAME: &str = "lab";
    let mut fonts = FontDefinitions::empty();
    fonts.font_data.insert(NAME.to_owned(), Arc::new(FontData::from_static(kansetsu_lab::FONT)));
    for family in [FontFamily::Proportional, FontFamily::Monospace] {
        fonts.families.insert(family, vec![NAME.to_owned()]);
    }
    fonts
}

fn preference(look: &str) -> ThemePreference {
    match look {
        "light" => ThemePreference::Light,
        "dark" => ThemePreference::Dark,
        _ => ThemePreference::System,
    }
}

/// The studio's humanoid, for pages that show figures.
fn figure(glb: &[u8]) -> Option<OpenFigure> {
    let read = gltf::read(glb, &|path| Err(format!("there is no {path}"))).ok()?;
    Some(OpenFigure { figure: read.figure, pins: Vec::new() })
}

fn seconds() -> f64 {
    js_sys::Date::now() / 1e3
}

//! The studio in the web app: starts it, and implements the interface of the script.

mod error_text;
mod host;
mod keep;

use std::cell::RefCell;

use eframe::{WebRunner, egui::Context, egui_wgpu::WgpuSetup, wgpu};
use kansetsu_studio::{
    app::{self, GivenFile, PictureOrder, Studio},
    text::Language,
    web,
};
use wasm_bindgen::prelude::*;

use crate::mirror;

/// The running studio. A tab has one thread and one studio.
struct Running {
    runner: WebRunner,
    context: Context,
}

thread_local! {
    static RUNNING: RefCell<Option<Running>> = const { RefCell::new(None) };
}

/// Starts the studio on a canvas. `backend` is "webgl" to draw with WebGL 2 even if WebGPU exists.
/// `fragment` is the part of the address behind `#`. `keeper` stores work in the browser, `files`
/// saves and opens files.
///
/// # Errors
/// Fails if the browser has no graphics.
#[wasm_bindgen]
pub async fn start(
    canvas: web_sys::HtmlCanvasElement,
    backend: String,
    fragment: String,
    keeper: keep::Keeper,
    files: host::Files,
) -> Result<(), JsValue> {
    let mut options = eframe::WebOptions::default();
    if let (WgpuSetup::CreateNew(setup), "webgl") =
        (&mut options.wgpu_options.wgpu_setup, backend.as_str())
    {
        setup.instance_descriptor.backends = wgpu::Backends::GL;
    }
    let database = keep::Database::open(keeper).await;
    let runner = WebRunner::new();
    let kept = runner.clone();
    let create: eframe::AppCreator<'static> = Box::new(move |creation| {
        let mut studio = Studio::new(creation);
        studio.services.host = Some(Box::new(host::Page(files)));
        app::keep_in(&mut studio.services, Box::new(database.repainting(&creation.egui_ctx)));
        creation.egui_ctx.set_theme(studio.services.preferences.look);
        keep::restore(&mut studio);
        web::open_link(&mut studio, &fragment);
        if let Some(state) = &creation.wgpu_render_state {
            state.device.set_device_lost_callback(|reason, _| tell_lost(reason));
        }
        mirror::install(&creation.egui_ctx);
        let context = creation.egui_ctx.clone();
        RUNNING.set(Some(Running { runner: kept, context }));
        Ok(Box::new(studio))
    });
    runner.start(canvas, options, create).await
}

/// Reports a lost WebGPU device to the script; WebGL has an event for it.
fn tell_lost(reason: wgpu::DeviceLostReason) {
    let canvas = || web_sys::window()?.document()?.get_element_by_id("studio");
    if let (false, Some(canvas), Ok(event)) = (
        reason == wgpu::DeviceLostReason::Destroyed,
        canvas(),
        web_sys::Event::new("kansetsu-lost"),
    ) {
        // No handler may stop this event.
        let _ = canvas.dispatch_event(&event);
    }
}

/// The state as JSON: docs/reference/script-api.md.
#[wasm_bindgen]
pub fn state() -> Option<String> {
    with(|studio, context| web::state(studio, context).to_string())
}

/// The position of a joint of the selected figure: x and y in CSS pixels. `None` if it is not
/// visible.
#[wasm_bindgen]
pub fn pixel(joint: &str) -> Option<Vec<f32>> {
    with(|studio, context| web::pixel_of(studio, context, joint))
        .flatten()
        .map(|pixel| pixel.to_array().to_vec())
}

/// The rectangle of the widget of this name: left, top, width and height in CSS pixels. `None` if
/// it does not exist, or before the first frame after the first call.
#[wasm_bindgen]
pub fn place(name: &str) -> Option<Vec<f32>> {
    let place = with(|_, context| web::place_of(context, name)).flatten()?;
    Some(vec![place.left(), place.top(), place.width(), place.height()])
}

/// The text of the project file.
///
/// # Errors
/// Fails if the project cannot be written.
#[wasm_bindgen]
pub fn project() -> Result<Option<String>, JsValue> {
    let text = with(|studio, _| {
        app::project_text(&studio.document)
            .map_err(|refusal| JsValue::from_str(&refusal.to_string()))
    });
    text.transpose()
}

/// Opens the text of a project file.
///
/// # Errors
/// Fails if the text is not a project.
#[wasm_bindgen]
pub fn open(text: &str) -> Result<(), JsValue> {
    with(|studio, context| {
        context.request_repaint();
        web::open_project(studio, text)
    })
    .unwrap_or(Ok(()))
    .map_err(|problem| JsValue::from_str(&problem))
}

/// Opens the contents of a link, if its fragment has any.
#[wasm_bindgen]
pub fn open_link(fragment: &str) {
    with(|studio, context| {
        web::open_link(studio, fragment);
        context.request_repaint();
    });
}

/// Sets the language that the user selected in the lab.
#[wasm_bindgen]
pub fn speak(language: &str) {
    with(|studio, context| {
        studio.services.preferences.language = Some(Language::from_tag(language));
        context.request_repaint();
    });
}

/// Takes the poses of the library: the text of poses.json, or nothing if it did not load.
#[wasm_bindgen]
pub fn load_poses(text: &str) {
    with(|studio, context| {
        web::load_poses(studio, text);
        context.request_repaint();
    });
}

/// Reports that the lab could not be loaded, or has crashed.
#[wasm_bindgen]
pub fn tell_lab_failed() {
    with(|studio, context| {
        web::tell_lab_failed(studio);
        context.request_repaint();
    });
}

/// Runs a command; returns whether it exists.
#[wasm_bindgen]
pub fn run(command: &str) -> bool {
    with(|studio, context| web::run(studio, context, command)).unwrap_or(false)
}

/// Opens a file as if the user had dropped it on the tab.
#[wasm_bindgen]
pub fn give(name: String, bytes: Vec<u8>) {
    with(|studio, context| {
        studio.services.give(vec![GivenFile { name, bytes: bytes.into() }], false);
        context.request_repaint();
    });
}

/// Renders the motion as a video of this size, pixels, and saves it; returns whether the browser
/// can.
#[wasm_bindgen]
pub fn film(width: u32, height: u32) -> bool {
    let begun = with(|studio, context| {
        let order = PictureOrder { width, height, ..studio.view.cards.picture };
        app::take_video(&studio.document, &mut studio.services, order, context);
        studio.services.is_busy()
    });
    begun.unwrap_or(false)
}

/// Runs the action of the newest banner; returns whether it has one.
#[wasm_bindgen]
pub fn answer() -> bool {
    let answered = with(|studio, context| {
        let remedy = studio.services.banners.shown.last().and_then(|banner| banner.remedy.clone());
        remedy.iter().for_each(|remedy| app::remedy(studio, remedy, context));
        remedy.is_some()
    });
    answered.unwrap_or(false)
}

/// Stores the document for the next load in this tab; returns whether the browser was asked to.
#[wasm_bindgen]
pub fn keep() -> bool {
    with(|studio, _| keep::keep(studio)).unwrap_or(false)
}

/// Calls `ask` with the studio; `None` while it draws, or after it has ended.
fn with<T>(ask: impl FnOnce(&mut Studio, &Context) -> T) -> Option<T> {
    RUNNING.with_borrow(|running| {
        let Running { runner, context } = running.as_ref()?;
        let mut studio = runner.app_mut::<Studio>()?;
        Some(ask(&mut studio, context))
    })
}

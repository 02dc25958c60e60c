//! The host interface of site/files.js, which exchanges files with the browser.

use std::sync::Arc;

use kansetsu_formats::Converted;
use kansetsu_studio::app::{
    Filmer, Footage, Foreign, GivenFile, Handed, Host, LabOrder, Look, Packed, ReadByHost,
    WhenConverted, WhenFilmed, WhenHanded, WhenPicked, WhenRead,
};
use kansetsu_studio::document::Conversion;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::js_sys::{Array, Promise, Uint8Array};

#[wasm_bindgen]
extern "C" {
    /// site/files.js.
    pub type Files;
    #[wasm_bindgen(method)]
    fn save(this: &Files, name: &str, bytes: Uint8Array, again: bool) -> Promise;
    #[wasm_bindgen(method)]
    fn pick(this: &Files) -> Promise;
    #[wasm_bindgen(method)]
    fn read(this: &Files, file: Array, beside: Array, of: Option<Array>) -> Promise;
    #[wasm_bindgen(method)]
    fn convert(this: &Files, file: Uint8Array, to: &str, of: Option<Array>) -> Promise;
    #[wasm_bindgen(method)]
    fn films(this: &Files) -> bool;
    #[wasm_bindgen(method)]
    fn lab(this: &Files, fragment: &str, language: &str, look: &str, humanoid: Option<Uint8Array>);
    #[wasm_bindgen(method)]
    fn film(this: &Files, width: u32, height: u32, rate: f32) -> Option<Film>;

    /// site/film.js.
    pub type Film;
    #[wasm_bindgen(method, getter, js_name = isFull)]
    fn is_full(this: &Film) -> bool;
    #[wasm_bindgen(method)]
    fn add(this: &Film, pixels: Uint8Array, timestamp: f64, duration: f64);
    #[wasm_bindgen(method)]
    fn finish(this: &Film) -> Promise;
}

impl Filmer for Film {
    fn is_full(&self) -> bool {
        Film::is_full(self)
    }

    fn add(&mut self, pixels: &[[u8; 4]], [timestamp, duration]: [f64; 2]) {
        Film::add(self, Uint8Array::from(pixels.as_flattened()), 1e6 * timestamp, 1e6 * duration);
    }

    fn finish(self: Box<Self>, done: WhenFilmed) {
        let promise = Film::finish(&self);
        spawn_local(async move {
            let made = JsFuture::from(promise).await;
            done(
                made.map(|made| footage(&made)).map_err(|error| super::error_text::message(&error)),
            );
        });
    }
}

/// The web app as the studio's host.
pub(super) struct Page(pub(super) Files);

impl Host for Page {
    fn save(&self, name: &str, bytes: &Arc<[u8]>, again: bool, done: WhenHanded) {
        // Immediately: the browser opens a picker only in answer to a key or a click.
        let promise = self.0.save(name, Uint8Array::from(&**bytes), again);
        spawn_local(async move { done(handed(JsFuture::from(promise).await)) });
    }

    fn pick(&self, done: WhenPicked) {
        let promise = self.0.pick();
        spawn_local(async move {
            done(JsFuture::from(promise).await.map_or_else(|_| Vec::new(), |files| picked(&files)))
        });
    }

    fn open_lab(&self, LabOrder { fragment, language, look, humanoid }: LabOrder) {
        let look = match look {
            Look::System => "",
            Look::Light => "light",
            Look::Dark => "dark",
        };
        self.0.lab(&fragment, language.tag(), look, humanoid.as_deref().map(Uint8Array::from));
    }

    fn films(&self) -> bool {
        self.0.films()
    }

    fn film(&self, [width, height]: [u32; 2], rate: f32) -> Option<Box<dyn Filmer>> {
        self.0.film(width, height, rate).map(|film| Box::new(film) as Box<dyn Filmer>)
    }

    fn convert(&self, Conversion { glb, format, model }: Conversion, done: WhenConverted) {
        let of = model
            .map(|model| Array::of2(&model.path.as_str().into(), &Uint8Array::from(&*model.bytes)));
        let promise = self.0.convert(Uint8Array::from(&*glb), format.name(), of);
        spawn_local(async move {
            done(
                JsFuture::from(promise)
                    .await
                    .map(|made| converted(&made))
                    .map_err(|error| super::error_text::message(&error)),
            )
        });
    }

    fn read(&self, Foreign { file, beside, of }: Foreign, done: WhenRead) {
        let beside: Array = beside.iter().map(pair).collect();
        let promise = self.0.read(pair(&file), beside, of.as_ref().map(pair));
        spawn_local(async move {
            done(
                JsFuture::from(promise)
                    .await
                    .map(|read| read_by_worker(&read))
                    .map_err(|error| super::error_text::message(&error)),
            )
        });
    }
}

fn converted(made: &JsValue) -> Converted {
    let made = Array::from(made);
    let warnings = Array::from(&made.get(1));
    Converted {
        bytes: Uint8Array::new(&made.get(0)).to_vec(),
        warnings: warnings.iter().filter_map(|text| text.as_string()).collect(),
    }
}

/// Frames in the format of site/film.js: [milliseconds, whether it is a key frame, bytes].
fn footage(made: &JsValue) -> Footage {
    let packed = |picture: JsValue| {
        let picture = Array::from(&picture);
        Packed {
            at: picture.get(0).as_f64().unwrap_or_default() as u32,
            is_key: picture.get(1).is_truthy(),
            bytes: Uint8Array::new(&picture.get(2)).to_vec(),
        }
    };
    Footage {
        codec: "V_VP8".to_owned(),
        setup: Vec::new(),
        pictures: Array::from(made).iter().map(packed).collect(),
    }
}

fn pair(file: &GivenFile) -> Array {
    Array::of2(&file.name.as_str().into(), &Uint8Array::from(&*file.bytes))
}

fn read_by_worker(read: &JsValue) -> ReadByHost {
    let read = Array::from(read);
    let strings =
        |index| Array::from(&read.get(index)).iter().filter_map(|text| text.as_string()).collect();
    let glb = Some(read.get(0)).filter(|glb| !glb.is_undefined());
    let exchanged =
        glb.map(|glb| Converted { bytes: Uint8Array::new(&glb).to_vec(), warnings: strings(1) });
    ReadByHost { exchanged, used: strings(2) }
}

fn handed(outcome: Result<JsValue, JsValue>) -> Handed {
    let outcome = match outcome {
        Ok(outcome) => Array::from(&outcome),
        Err(error) => return Handed::Refused(super::error_text::sentence(&error)),
    };
    let [how, name] = [0, 1].map(|index| outcome.get(index).as_string().unwrap_or_default());
    match how.as_str() {
        "saved" => Handed::Saved(name),
        "downloading" => Handed::Downloading(name),
        _ => Handed::GivenUp,
    }
}

fn picked(files: &JsValue) -> Vec<GivenFile> {
    let file = |entry: JsValue| {
        let entry = Array::from(&entry);
        let bytes: Vec<u8> = Uint8Array::new(&entry.get(1)).to_vec();
        GivenFile { name: entry.get(0).as_string().unwrap_or_default(), bytes: bytes.into() }
    };
    Array::from(files).iter().map(file).collect()
}

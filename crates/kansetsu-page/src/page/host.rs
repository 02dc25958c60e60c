//! The page's script gives files to the browser and takes them from it: site/files.js.

use std::sync::Arc;

use kansetsu_formats::Exchanged;
use kansetsu_studio::app::{Foreign, GivenFile, Handed, Host, WhenHanded, WhenPicked, WhenRead};
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
}

/// The page as the studio's host.
pub(super) struct Page(pub(super) Files);

impl Host for Page {
    fn save(&self, name: &str, bytes: &Arc<[u8]>, again: bool, done: WhenHanded) {
        // Now, not later: the browser asks the user only in answer to a key or a click.
        let promise = self.0.save(name, Uint8Array::from(&**bytes), again);
        spawn_local(async move { done(handed(JsFuture::from(promise).await)) });
    }

    fn pick(&self, done: WhenPicked) {
        let promise = self.0.pick();
        spawn_local(async move { done(JsFuture::from(promise).await.map_or_else(|_| Vec::new(), |files| picked(&files))) });
    }

    fn read(&self, Foreign { file, beside, of }: Foreign, done: WhenRead) {
        let beside: Array = beside.iter().map(pair).collect();
        let promise = self.0.read(pair(&file), beside, of.as_ref().map(pair));
        spawn_local(
            async move { done(JsFuture::from(promise).await.map(|read| exchanged(&read)).map_err(|error| super::message(&error))) },
        );
    }
}

fn pair(file: &GivenFile) -> Array {
    Array::of2(&file.name.as_str().into(), &Uint8Array::from(&*file.bytes))
}

fn exchanged(read: &JsValue) -> Exchanged {
    let read = Array::from(read);
    let warnings = Array::from(&read.get(1)).iter().filter_map(|warning| warning.as_string()).collect();
    Exchanged { glb: Uint8Array::new(&read.get(0)).to_vec(), warnings }
}

fn handed(outcome: Result<JsValue, JsValue>) -> Handed {
    let outcome = match outcome {
        Ok(outcome) => Array::from(&outcome),
        Err(error) => return Handed::Refused(super::sentence(&error)),
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

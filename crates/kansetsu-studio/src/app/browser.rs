//! The browser's storage.

use eframe::{wasm_bindgen::JsValue, web_sys};

use crate::document::recovery::Storage;

/// Texts in the browser's local storage, each under a name that begins with [`PREFIX`].
#[derive(Clone, Copy, Debug)]
pub struct Browser;

/// What tells our entries from those of others.
const PREFIX: &str = "kansetsu/";

fn local() -> Result<web_sys::Storage, String> {
    let storage = web_sys::window().and_then(|window| window.local_storage().ok().flatten());
    storage.ok_or_else(|| "the browser stores nothing for this page".to_owned())
}

fn sentence(error: &JsValue) -> String {
    format!("the browser refused: {error:?}")
}

impl Storage for Browser {
    fn write(&mut self, name: &str, text: &str) -> Result<(), String> {
        local()?.set_item(&format!("{PREFIX}{name}"), text).map_err(|error| sentence(&error))
    }

    fn read(&self, name: &str) -> Result<Option<String>, String> {
        local()?.get_item(&format!("{PREFIX}{name}")).map_err(|error| sentence(&error))
    }

    fn remove(&mut self, name: &str) -> Result<(), String> {
        local()?.remove_item(&format!("{PREFIX}{name}")).map_err(|error| sentence(&error))
    }

    fn names(&self) -> Result<Vec<String>, String> {
        let storage = local()?;
        let count = storage.length().map_err(|error| sentence(&error))?;
        let keys = (0..count).filter_map(|index| storage.key(index).ok().flatten());
        Ok(keys.filter_map(|key| key.strip_prefix(PREFIX).map(str::to_owned)).collect())
    }
}

//! Rigs from files and embedded figures.

use js_sys::{Function, Uint8Array};
use kansetsu::d3::RigData;
use serde_json::json;
use wasm_bindgen::prelude::*;

use crate::error::plain;

/// Opens a file of any format. Returns its format, its rig ([`RigData`]), warnings and notes as
/// JSON. `beside` is called with the path of a file that it refers to and returns its bytes, or
/// null.
///
/// # Errors
/// The loader's message.
#[wasm_bindgen]
pub fn open(bytes: &[u8], name: &str, beside: &Function) -> Result<String, JsError> {
    let opened = kansetsu_formats::open(bytes, name, &|path| given(beside, path)).map_err(plain)?;
    let file = json!({
        "format": opened.format,
        "rig": RigData::of(&opened.figure.rig),
        "warnings": opened.warnings,
        "notes": opened.notes,
    });
    Ok(file.to_string())
}

/// The rig of an embedded figure ([`RigData`]) as JSON.
///
/// # Errors
/// With the names, if there is no such figure.
#[wasm_bindgen]
pub fn figure(name: &str) -> Result<String, JsError> {
    let names = || kansetsu_figures::NAMES.join(", ");
    let unknown =
        || plain(format!("name: no figure is named \"{name}\"; the names are {}", names()));
    let figure = kansetsu_figures::figure(name).ok_or_else(unknown)?;
    serde_json::to_string(&RigData::of(&figure.rig)).map_err(plain)
}

fn given(beside: &Function, path: &str) -> Result<Vec<u8>, String> {
    let found = beside.call1(&JsValue::NULL, &path.into()).ok().filter(JsValue::is_object);
    found
        .map(|bytes| Uint8Array::new(&bytes).to_vec())
        .ok_or_else(|| format!("\"{path}\" is a separate file; add it to the option `files`"))
}

//! The interface of the worker's script, crates/kansetsu-page/site/reader.js.

use js_sys::{Array, Function, Uint8Array};
use kansetsu_formats::{
    Converted, ExportFormat, from_glb, keypoints::is_keypoints, motion_to_glb, pose_from_keypoints,
    to_glb,
};
use wasm_bindgen::prelude::*;

/// Converts a file of any format to GLB. Returns its bytes, then its warnings. `beside` is called
/// with the path of a file that it refers to and returns its bytes, or null.
///
/// # Errors
/// The loader's message.
#[wasm_bindgen]
pub fn read(name: &str, bytes: &[u8], beside: &Function) -> Result<Array, JsValue> {
    to_glb(bytes, name, &|path| given(beside, path))
        .map(answer)
        .map_err(|error| error.to_string().into())
}

/// Converts the motion of a second file for the bones of a first one to GLB; `None` if they do not
/// fit. Keypoints of a picture become poses, as JSON.
///
/// # Errors
/// The loader's message.
#[wasm_bindgen]
pub fn read_motion(
    name: &str,
    bytes: &[u8],
    motion_name: &str,
    motion: &[u8],
) -> Result<Option<Array>, JsValue> {
    if is_keypoints(motion) {
        return pose_from_keypoints((bytes, name), motion)
            .map(|exchanged| Some(answer(exchanged)))
            .map_err(|error| error.to_string().into());
    }
    let nothing = |path: &str| Err(format!("{path} is not needed for a motion"));
    let read = motion_to_glb((bytes, name), &nothing, (motion, motion_name));
    read.map(|exchanged| exchanged.map(answer)).map_err(|error| error.to_string().into())
}

/// Converts a figure in GLB to a format by its name; with the name and the bytes of the PMX or
/// PMD model that it was read from, for MikuMikuDance with the bones of that model. Returns the
/// bytes, then the warnings.
///
/// # Errors
/// The writer's message.
#[wasm_bindgen]
pub fn write(
    glb: &[u8],
    format: &str,
    model_name: Option<String>,
    model: &[u8],
) -> Result<Array, JsValue> {
    let known = ExportFormat::ALL.into_iter().find(|known| known.name() == format);
    let format = known.ok_or_else(|| format!("files of the format {format} are not written"))?;
    let model = model_name.as_deref().map(|name| (model, name));
    from_glb(glb, format, model).map(answer).map_err(|error| error.to_string().into())
}

fn answer(Converted { bytes, warnings }: Converted) -> Array {
    let answer = Array::of1(&Uint8Array::from(bytes.as_slice()));
    for warning in warnings {
        answer.push(&warning.into());
    }
    answer
}

fn given(beside: &Function, path: &str) -> Result<Vec<u8>, String> {
    let found = beside.call1(&JsValue::NULL, &path.into()).ok().filter(JsValue::is_object);
    found
        .map(|bytes| Uint8Array::new(&bytes).to_vec())
        .ok_or_else(|| "it is not among the opened files; open both together".to_owned())
}

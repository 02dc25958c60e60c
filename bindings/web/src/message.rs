//! Rigs and requests as JavaScript objects.

use kansetsu::{Rig, d3::RigData, session::Request};
use serde::{Deserialize, Serialize};
use serde_wasm_bindgen::{Error, Serializer, from_value};
use wasm_bindgen::JsValue;

/// What a script sends, with the name of its type as the field `message`.
///
/// Rigs and requests have tagged parts, which serde buffers and reads from there. A tag around
/// everything makes serde read all types from the buffer. Without it each type would also be read
/// from the object itself, by a second copy of its code.
#[derive(Deserialize)]
#[serde(tag = "message", rename_all = "camelCase")]
enum Message {
    Rig(RigData),
    Request(Request),
}

/// The data of a rig.
pub(crate) fn read_rig(object: JsValue) -> Result<RigData, String> {
    match from_value(object) {
        Ok(Message::Rig(rig)) => Ok(rig),
        Ok(Message::Request(_)) => Err("a request in place of a rig".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// A request.
pub(crate) fn read_request(object: JsValue) -> Result<Request, String> {
    match from_value(object) {
        Ok(Message::Request(request)) => Ok(request),
        Ok(Message::Rig(_)) => Err("a rig in place of a request".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// The data of a rig as an object that JSON can hold.
pub(crate) fn rig(rig: &Rig) -> Result<JsValue, Error> {
    RigData::of(rig).serialize(&Serializer::json_compatible())
}

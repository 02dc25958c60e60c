//! Bytes in JSON: as base64 (RFC 4648, section 4).

use std::sync::Arc;

use base64::{Engine, engine::general_purpose::STANDARD};
use serde::{Deserialize, Deserializer, Serializer, de::Error};

/// Writes bytes, or null.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<S: Serializer>(
    bytes: &Option<Arc<[u8]>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match bytes {
        Some(bytes) => serializer.serialize_some(&STANDARD.encode(bytes)),
        None => serializer.serialize_none(),
    }
}

/// Reads bytes, or null.
///
/// # Errors
/// Those of the deserializer, and for a text that is not base64.
pub fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Arc<[u8]>>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    let decoded = text.map(|text| {
        STANDARD.decode(text).map_err(|error| D::Error::custom(format!("not base64: {error}")))
    });
    Ok(decoded.transpose()?.map(Into::into))
}

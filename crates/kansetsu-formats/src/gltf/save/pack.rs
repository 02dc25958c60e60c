//! Packs a JSON text with its buffers and images into one GLB file.
//!
//! All buffers are concatenated, and the buffer views are adjusted. Images beside the document get
//! separate buffer views. Images in data URIs stay there: that is legal and loses nothing.

use serde_json::{Value, json};

use super::appendix::Appendix;
use super::text::Editor;
use crate::gltf::Document;
use crate::gltf::image_type::guess;
use crate::gltf::uri::decoded_path;

/// Extensions of buffer views that refer to a buffer.
const POINTING: [&str; 2] = ["EXT_meshopt_compression", "KHR_meshopt_compression"];

/// The concatenated buffers, each aligned to 4; `None` if one of them has no data.
pub(super) fn join_buffers(document: &Document) -> Option<(Vec<u8>, Vec<usize>)> {
    let (mut bytes, mut starts) = (Vec::new(), Vec::new());
    for buffer in &document.buffers {
        let buffer = buffer.as_ref()?;
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        starts.push(bytes.len());
        bytes.extend_from_slice(buffer);
    }
    Some((bytes, starts))
}

/// Makes the only buffer that of the GLB file, and adjusts the buffer views.
pub(super) fn point_to_joined(document: &Document, starts: &[usize], editor: &mut Editor<'_>) {
    let buffers = editor.list("buffers");
    if let [only] = &buffers[..] {
        editor.remove(only, "uri");
        return;
    }
    for (index, span) in editor.list("bufferViews").into_iter().enumerate() {
        let view = &document.json["bufferViews"][index];
        editor.set(&span, moved(view, starts));
        for name in POINTING {
            let block = editor
                .member(&span, "extensions")
                .and_then(|member| editor.member(&member.value, name));
            if let Some(block) = block {
                editor.set(&block.value, moved(&view["extensions"][name], starts));
            }
        }
    }
}

/// Buffer and offset after concatenation.
fn moved(view: &Value, starts: &[usize]) -> Vec<(&'static str, Value)> {
    let buffer =
        view["buffer"].as_u64().and_then(|buffer| usize::try_from(buffer).ok()).unwrap_or(0);
    let offset = view["byteOffset"].as_f64().unwrap_or(0.0) as usize;
    vec![("buffer", json!(0)), ("byteOffset", json!(starts.get(buffer).unwrap_or(&0) + offset))]
}

/// Embeds the images beside the document.
pub(super) fn take_in_images(
    document: &Document,
    data: &mut Appendix,
    editor: &mut Editor<'_>,
    warnings: &mut Vec<String>,
) {
    for (index, span) in editor.list("images").into_iter().enumerate() {
        let image = &document.json["images"][index];
        let (Some(uri), Some(member)) = (image["uri"].as_str(), editor.member(&span, "uri")) else {
            continue;
        };
        if uri.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:")) {
            continue;
        }
        let path = decoded_path(uri);
        let Some(found) = document.external.iter().find(|resource| resource.path == path) else {
            warnings.push(format!(
                "images[{index}]: \"{uri}\" was not found; the file still refers to it"
            ));
            continue;
        };
        let view = data.view(&found.bytes, None);
        let mut text = format!("\"bufferView\":{view}");
        if image.get("mimeType").is_none() {
            text.push_str(&format!(",\"mimeType\":{}", Value::from(guess(&found.bytes))));
        }
        editor.replace(member.whole, text);
    }
}

//! What scripts and tests can ask of the app window.

use serde_json::{Value, json};

use super::{Studio, touchable::world_from_joints};
use crate::lab;

/// The document's state (see [`Document::to_state_json`](crate::document::Document::to_state_json))
/// with that of the app window: `language`, `viewport` (left, top, width, height, points), `busy`
/// while something is loaded, baked or drawn, `dragging`, `told` (the sentences of the banners),
/// and `pixels`: where each joint of the selected figure is in the app window, points, `null` out
/// of view.
#[must_use]
pub fn state(studio: &Studio) -> Value {
    let mut state = studio.document.to_state_json();
    let context = studio.context();
    let rect = studio.view.rect;
    let pixels: Vec<Option<[f32; 2]>> = studio.document.actor().map_or_else(Vec::new, |actor| {
        let maps = world_from_joints(actor);
        maps.iter().map(|map| context.pixel_of(map.translation).map(|at| [at.x, at.y])).collect()
    });
    let told: Vec<&str> = studio
        .services
        .banners
        .shown
        .iter()
        .map(|banner| banner.text.get(studio.services.language()))
        .collect();
    let window = json!({
        "language": studio.services.language().tag(),
        "viewport": [rect.left(), rect.top(), rect.width(), rect.height()],
        "busy": studio.services.is_busy(),
        "dragging": studio.session.drag.is_some(),
        "lab": lab::state(studio.lab.as_ref()),
        "told": told,
        "pixels": pixels,
    });
    if let (Value::Object(state), Value::Object(window)) = (&mut state, window) {
        state.extend(window);
    }
    state
}

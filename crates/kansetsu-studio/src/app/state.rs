//! What scripts and tests can ask of the window.

use serde_json::{Value, json};

use super::{Studio, touchable::world_from_joints};

impl Studio {
    /// The document's state (see [`Document::to_state_json`](crate::document::Document::to_state_json)) with that of the window: `language`, `viewport` (left,
    /// top, width, height, points), `busy` while something is loaded, baked or drawn, `dragging`, `told` (the sentences of
    /// the banners), and `pixels`: where each joint of the chosen figure is in the window, points, `null` out of view.
    #[must_use]
    pub fn state(&self) -> Value {
        let mut state = self.document.to_state_json();
        let rect = self.viewport;
        let pixels: Vec<Option<[f32; 2]>> = self.document.actor().map_or_else(Vec::new, |actor| {
            let maps = world_from_joints(actor);
            maps.iter().map(|map| self.pixel_of(map.translation).map(|at| [at.x, at.y])).collect()
        });
        let told: Vec<&str> = self.banners.shown.iter().map(|banner| banner.text.get(self.language())).collect();
        let window = json!({
            "language": self.language().tag(),
            "viewport": [rect.left(), rect.top(), rect.width(), rect.height()],
            "busy": self.is_busy(),
            "dragging": self.session.is_some(),
            "lab": self.lab_state(),
            "told": told,
            "pixels": pixels,
        });
        if let (Value::Object(state), Value::Object(window)) = (&mut state, window) {
            state.extend(window);
        }
        state
    }
}

//! The scene before the figures: camera, light, background.

use super::theme;
use crate::{
    document::View,
    viewport::{
        linear,
        scene::{Ramp, Scene},
    },
};

/// A scene as the document is seen, without figures, in a theme.
pub fn stage(seen: &View, is_dark: bool) -> Scene {
    let mut scene = Scene { camera: seen.camera, light: seen.light, ..Scene::default() };
    let theme = if is_dark { theme::DARK.backdrop } else { theme::LIGHT.backdrop };
    (scene.background, scene.ramp) = match seen.background.colors() {
        None => (theme, Ramp::default()),
        Some([top, bottom]) => {
            let (top, bottom) = (linear(top), linear(bottom));
            let middle = |channel: usize| 0.5 * (top[channel] + bottom[channel]);
            ([middle(0), middle(1), middle(2), 1.0], Ramp::Between(top, bottom))
        }
    };
    scene
}

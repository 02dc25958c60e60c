//! Which button moves the camera how.

use eframe::egui::{Modifiers, PointerButton};
use kansetsu::glam::Vec2;

use crate::{
    command::Preset,
    viewport::{Camera, View},
};

/// A way to move the camera.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Navigation {
    /// Around the target.
    Orbit,
    /// Across the line of sight.
    Pan,
    /// Nearer and further.
    Zoom,
}

/// Pixels of a zooming drag that double the distance.
const ZOOM_DRAG: f32 = 200.0;

impl Navigation {
    /// What a drag on empty space with this button does. Kansetsu: left or right orbits, middle
    /// pans. Blender: middle orbits, with Shift pans, with Ctrl zooms. MikuMikuDance: right orbits,
    /// middle pans. Maya: with Alt, left orbits, middle pans and right zooms. On a joint the left
    /// button does something else, except where [`Self::is_over_joints`].
    #[must_use]
    pub fn of(preset: Preset, button: PointerButton, modifiers: Modifiers) -> Option<Self> {
        match (preset, button) {
            (Preset::Blender, PointerButton::Middle) if modifiers.shift => Some(Self::Pan),
            (Preset::Blender, PointerButton::Middle) if modifiers.command => Some(Self::Zoom),
            (Preset::Blender, PointerButton::Middle) => Some(Self::Orbit),
            (Preset::Maya, _) if !modifiers.alt => None,
            (Preset::Maya, PointerButton::Primary) => Some(Self::Orbit),
            (Preset::Maya, PointerButton::Secondary) => Some(Self::Zoom),
            (_, PointerButton::Middle) => Some(Self::Pan),
            (Preset::Kansetsu, PointerButton::Primary) if modifiers.shift => Some(Self::Pan),
            (_, PointerButton::Primary | PointerButton::Secondary) => Some(Self::Orbit),
            _ => None,
        }
    }

    /// Whether a drag on empty space selects joints in a box: with Ctrl, and in Blender and Maya
    /// with the left button alone.
    #[must_use]
    pub fn is_box(preset: Preset, button: PointerButton, modifiers: Modifiers) -> bool {
        let is_plain = matches!(preset, Preset::Blender | Preset::Maya) && !modifiers.alt;
        button == PointerButton::Primary && (is_plain || modifiers.command)
    }

    /// Whether a press moves the camera even on a joint or a handle: Alt in Maya.
    #[must_use]
    pub fn is_over_joints(preset: Preset, modifiers: Modifiers) -> bool {
        preset == Preset::Maya && modifiers.alt
    }

    /// The camera after a drag of so many pixels since the last event.
    #[must_use]
    pub fn apply(self, view: &View, pixels: Vec2) -> Camera {
        match self {
            Self::Orbit => view.camera.orbited(pixels, view.size.y),
            Self::Pan => view.camera.panned(pixels, view.size.y),
            Self::Zoom => {
                view.camera.zoomed((-pixels.y / ZOOM_DRAG).exp2(), 0.5 * view.size, view.size)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_preset_can_orbit_and_pan() {
        for preset in Preset::ALL {
            let drags = [PointerButton::Primary, PointerButton::Secondary, PointerButton::Middle]
                .into_iter()
                .flat_map(|button| {
                    [Modifiers::NONE, Modifiers::SHIFT, Modifiers::ALT]
                        .map(|modifiers| Navigation::of(preset, button, modifiers))
                });
            let found: Vec<Navigation> = drags.flatten().collect();
            assert!(
                found.contains(&Navigation::Orbit) && found.contains(&Navigation::Pan),
                "{preset:?}"
            );
        }
    }
}

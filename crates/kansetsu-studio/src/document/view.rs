//! How the document is looked at.

use serde::{Deserialize, Serialize};

use super::{Background, PictureFrame};
use crate::viewport::{Camera, Light};

/// How the document is looked at. Saved with it, not undone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct View {
    /// The position of the viewer.
    pub camera: Camera,
    /// What pictures and videos show of the view.
    pub frame: PictureFrame,
    /// The key light.
    pub light: Light,
    /// What is behind the figures.
    pub background: Background,
    /// Whether the ground's grid is drawn.
    pub grid: bool,
    /// Whether the figures' surfaces are drawn.
    pub surfaces: bool,
    /// Whether joints and bones are drawn.
    pub skeleton: bool,
    /// Whether the limits of the active joint, and the poles of its limb, are drawn all the time.
    pub limits: bool,
    /// Whether joints far from the relaxed pose are tinted.
    pub comfort: bool,
    /// Whether joints that are not posed by hand are drawn as well: hair, clothes, helper and
    /// control bones, nodes of meshes, weapons.
    pub others: bool,
    /// Whether the joints' names are drawn.
    pub names: bool,
    /// Whether the poses of the keys before and after are drawn.
    pub onion_skin: bool,
    /// Whether the poses of the frames before and after are drawn.
    pub onion_frames: bool,
    /// Whether the path of the active joint through the motion is drawn.
    pub motion_path: bool,
    /// Whether spring bones swing: hair and clothes.
    pub springs: bool,
    /// Whether the triangles that were read as bones are drawn, of figures that have such.
    pub triangles: bool,
    /// Whether a small view from the side is drawn, for depth.
    pub side_view: bool,
}

impl Default for View {
    fn default() -> Self {
        Self {
            camera: Camera::default(),
            frame: PictureFrame::Off,
            light: Light::STUDIO,
            background: Background::Theme,
            grid: true,
            surfaces: true,
            skeleton: true,
            limits: false,
            comfort: false,
            others: false,
            names: false,
            onion_skin: false,
            onion_frames: false,
            motion_path: false,
            springs: true,
            triangles: true,
            side_view: false,
        }
    }
}

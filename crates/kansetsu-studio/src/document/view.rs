//! How the document is looked at.

use std::f32::consts::FRAC_PI_2;

use serde::{Deserialize, Serialize};

use crate::viewport::Camera;

/// How the document is looked at. Saved with it, not undone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct View {
    /// The position of the viewer.
    pub camera: Camera,
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
            grid: true,
            surfaces: true,
            skeleton: true,
            limits: false,
            comfort: false,
            others: false,
            names: false,
            onion_skin: false,
            motion_path: false,
            springs: true,
            triangles: true,
            side_view: false,
        }
    }
}

impl View {
    /// Whether the camera can look with these numbers.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let camera = &self.camera;
        let is_in = |value: f32, low: f32, high: f32| (low..=high).contains(&value);
        camera.target.is_finite()
            && camera.yaw.is_finite()
            && is_in(camera.pitch, -FRAC_PI_2 - 1e-3, FRAC_PI_2 + 1e-3)
            && is_in(camera.distance, 1e-6, 1e9)
            && is_in(camera.field_of_view, 1e-3, 3.1)
    }
}

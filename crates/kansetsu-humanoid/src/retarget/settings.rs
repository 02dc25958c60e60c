//! Settings of the retargeter.

/// The parameters of the retargeter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Retarget {
    /// Frames per second; `None` for those of the clip, or 30 if its frames are not equally spaced.
    /// In [0.1, 1000].
    pub rate: Option<f32>,
    /// A foot slower than this is in contact if it is near the ground, leg lengths per second.
    /// Default 0.35: 0.3 m/s for an adult.
    pub plant_speed: f32,
    /// The height below which a foot is near the ground, leg lengths. Default 0.08.
    pub plant_height: f32,
    /// The time in which a foot blends into a contact, and out of it, seconds. Default 0.25.
    pub plant_blend: f32,
}

impl Default for Retarget {
    fn default() -> Self {
        Self { rate: None, plant_speed: 0.35, plant_height: 0.08, plant_blend: 0.25 }
    }
}

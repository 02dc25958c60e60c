//! Settings of the retargeter.

/// How a motion is carried over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Retarget {
    /// Frames a second; `None` for those of the clip, or 30 where it has no even frames. In [0.1,
    /// 1000].
    pub rate: Option<f32>,
    /// A foot slower than this counts as standing while it is near the ground, leg lengths a
    /// second. Default 0.35: 0.3 m/s for an adult.
    pub plant_speed: f32,
    /// So near the ground, leg lengths. Default 0.08.
    pub plant_height: f32,
    /// How long a foot takes to blend into a planted place, and out of it, seconds. Default 0.25.
    pub plant_blend: f32,
}

impl Default for Retarget {
    fn default() -> Self {
        Self { rate: None, plant_speed: 0.35, plant_height: 0.08, plant_blend: 0.25 }
    }
}

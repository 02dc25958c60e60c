//! The acceptance threshold of a rest pose.

/// The score below which a rest pose is replaced. Real characters and recordings score 0.9 to 1;
/// rest poses along bones score 0.
pub const MIN_STANDING_SCORE: f32 = 0.5;

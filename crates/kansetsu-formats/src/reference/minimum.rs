//! When a rest pose counts as one of a person who stands.

/// A rest pose with a lower score is replaced. Real characters and recordings score 0.9 to 1; rest
/// poses along bones 0.
pub const MIN_STANDING_SCORE: f32 = 0.5;

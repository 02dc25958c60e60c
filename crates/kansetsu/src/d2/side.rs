//! Left or right.

/// The side of the middle joint relative to the line from start to end, as seen along that line
/// with +X to the right and +Y up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Side {
    /// Counter-clockwise from the line.
    #[default]
    Left,
    /// Clockwise from the line.
    Right,
}

impl Side {
    /// 1 on the left, -1 on the right.
    pub(crate) const fn sign(self) -> f32 {
        match self {
            Self::Left => 1.0,
            Self::Right => -1.0,
        }
    }
}

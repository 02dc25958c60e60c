//! The quantity that a number of a BVH row moves.

/// A column of the motion: a position along, a rotation about or a scale of an axis (0 = x, 1 = y,
/// 2 = z).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// Replaces this coordinate of the joint's offset.
    Position(usize),
    /// Rotates the joint about this local axis, degrees, after the previous channels.
    Rotation(usize),
    /// Stored in the file and not applied: joints have no scale here.
    Scale(usize),
}

const NAMES: [(&str, Channel); 9] = [
    ("Xposition", Channel::Position(0)),
    ("Yposition", Channel::Position(1)),
    ("Zposition", Channel::Position(2)),
    ("Xrotation", Channel::Rotation(0)),
    ("Yrotation", Channel::Rotation(1)),
    ("Zrotation", Channel::Rotation(2)),
    ("Xscale", Channel::Scale(0)),
    ("Yscale", Channel::Scale(1)),
    ("Zscale", Channel::Scale(2)),
];

impl Channel {
    /// The channel of this name, in any case.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        NAMES
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|&(_, channel)| channel)
    }

    pub(super) fn name(self) -> &'static str {
        NAMES.iter().find(|(_, channel)| *channel == self).map_or("Xposition", |(name, _)| name)
    }
}

//! A bone and its degrees of freedom.

use crate::turn64::Turn64;

/// The quantity that a number of a frame moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Freedom {
    /// Along an axis.
    Move(usize),
    /// About an axis.
    Turn(usize),
    /// Along the bone; ignored.
    Length,
}

impl Freedom {
    pub(super) fn from_word(word: &str) -> Option<Self> {
        Some(match word.to_ascii_lowercase().as_str() {
            "tx" => Self::Move(0),
            "ty" => Self::Move(1),
            "tz" => Self::Move(2),
            "rx" => Self::Turn(0),
            "ry" => Self::Turn(1),
            "rz" => Self::Turn(2),
            "l" => Self::Length,
            _ => return None,
        })
    }
}

/// A bone of the file; the root is one too.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bone {
    pub(super) name: String,
    /// From its start to its end.
    pub(super) way: [f64; 3],
    /// The rotation of its axes.
    pub(super) axes: Turn64,
    pub(super) freedoms: Vec<Freedom>,
    /// The minimum and the maximum of each degree of freedom; angles in the file's unit.
    pub(super) limits: Vec<[f64; 2]>,
    pub(super) parent: Option<usize>,
    pub(super) line: usize,
}

/// The product of the rotations about axes; the first one of the order is applied first.
pub(super) fn product(turns: impl DoubleEndedIterator<Item = (usize, f64)>) -> Turn64 {
    turns.rev().fold(Turn64::IDENTITY, |turn, (axis, angle)| turn.then_about(axis, angle))
}

//! A piece of a tree in a round of [`FabrikTree`](super::FabrikTree).

use glam::{DMat3, DQuat, DVec3};

use crate::kinematics::NONE;

/// A node with the requests of its children and goals, all relative to the node's position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    /// Of points `a` with requested positions `b` and weights `w`: their number, `Σ w`, `Σ w a`, `Σ
    /// w b` and `Σ w b aᵀ`.
    pub(super) count: usize,
    pub(super) weight: f64,
    pub(super) points: DVec3,
    pub(super) places: DVec3,
    pub(super) products: DMat3,
    /// The rotation to a target orientation, in model space, and its weight.
    pub(super) aim: Option<DQuat>,
    pub(super) aim_weight: f64,
    /// The rotation and the position that it requests.
    pub(super) rotation: DQuat,
    pub(super) position: DVec3,
    /// Its first child and the next child of its parent, of those with requests.
    pub(super) child: usize,
    pub(super) sibling: usize,
}

impl Piece {
    pub(super) const NEW: Self = Self {
        count: 0,
        weight: 0.0,
        points: DVec3::ZERO,
        places: DVec3::ZERO,
        products: DMat3::ZERO,
        aim: None,
        aim_weight: 0.0,
        rotation: DQuat::IDENTITY,
        position: DVec3::ZERO,
        child: NONE,
        sibling: NONE,
    };

    /// Adds a point with its requested position.
    pub(super) fn ask(&mut self, point: DVec3, place: DVec3, weight: f64) {
        self.products += outer(place * weight, point);
        self.points += point * weight;
        self.places += place * weight;
        self.weight += weight;
        self.count += 1;
    }

    /// Whether its orientation matters: a point at an offset, or a target orientation.
    pub(super) fn has_say(&self) -> bool {
        self.products != DMat3::ZERO || self.points != DVec3::ZERO || self.aim.is_some()
    }
}

/// `a bᵀ`.
pub(super) fn outer(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(a * b.x, a * b.y, a * b.z)
}

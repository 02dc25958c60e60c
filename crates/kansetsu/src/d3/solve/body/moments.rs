//! What the balls above two goals do to them, summed once down the tree.
//!
//! A unit turn `ω` of a ball at P moves the point X by `ω × (X - P)`. With `e = E - P` and `f = F - P` for two points E and F that a
//! ball moves, its part of `J W Jᵀ` is `w (e·f I - f eᵀ)`, and the sum over balls follows from ten numbers: `Σ w`, `Σ w P`
//! and `Σ w P Pᵀ`.

use glam::{Vec4, Vec4Swizzles};

use super::node::Node;
use crate::d3::solve::dls::link::Freedom;

/// Sums over a ball and those above it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moments {
    /// `Σ w P`, and `Σ w` in the last lane.
    first: Vec4,
    /// xx, yy, zz and yz, zx, xy.
    squares: Vec4,
    products: Vec4,
    /// Of a free root's ways.
    slide: f32,
}

impl Moments {
    pub(crate) const ZERO: Self = Self { first: Vec4::ZERO, squares: Vec4::ZERO, products: Vec4::ZERO, slide: 0.0 };

    /// What a single node can do.
    pub(crate) fn of(node: &Node) -> Self {
        let mut moments = Self::ZERO;
        moments.add(node);
        moments
    }

    /// Adds what a node can do; hinges are counted elsewhere.
    #[inline]
    pub(crate) fn add(&mut self, node: &Node) {
        self.slide += node.slide;
        if matches!(node.freedom, Freedom::Free | Freedom::Ball(_) | Freedom::Polygon) {
            let p = node.pivot;
            let q = p * node.mobility;
            self.first += q.with_w(node.mobility);
            self.squares += q * p;
            self.products += q.yzxw() * p.zxyw();
        }
    }

    /// How a force at `f` moves `e`, row by row.
    #[inline]
    pub(crate) fn places(&self, e: Vec4, f: Vec4) -> [Vec4; 3] {
        let Self { first: m, squares, products, .. } = *self;
        let u = (e * m.w - m).with_w(0.0);
        let sums = u * f - m * e + squares;
        let dot = (sums.x + sums.y) + (sums.z + self.slide);
        // I dot - (f uᵀ - m eᵀ + Q)
        [
            e * m.x - u * f.x - Vec4::new(squares.x - dot, products.z, products.y, 0.0),
            e * m.y - u * f.y - Vec4::new(products.z, squares.y - dot, products.x, 0.0),
            e * m.z - u * f.z - Vec4::new(products.y, products.x, squares.z - dot, 0.0),
        ]
    }

    /// How a torque moves `e`, row by row.
    #[inline]
    pub(crate) fn place_by_turn(&self, e: Vec4) -> [Vec4; 3] {
        let u = self.first - e * self.first.w;
        [Vec4::new(0.0, -u.z, u.y, 0.0), Vec4::new(u.z, 0.0, -u.x, 0.0), Vec4::new(-u.y, u.x, 0.0, 0.0)]
    }

    /// How a force at `f` turns, row by row.
    #[inline]
    pub(crate) fn turn_by_place(&self, f: Vec4) -> [Vec4; 3] {
        self.place_by_turn(f).map(|row| -row)
    }

    /// How a torque turns, row by row.
    #[inline]
    pub(crate) fn turns(&self) -> [Vec4; 3] {
        [Vec4::X, Vec4::Y, Vec4::Z].map(|axis| axis * self.first.w)
    }
}

//! Solids blended into one smooth body.

use glam::Vec3;

use super::{Solid, solid::Slope};

/// The operation of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The solid is blended into the body.
    Add,
    /// The solid is carved from the body.
    Carve,
}

/// One solid and its operation.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) solid: Solid,
    pub(crate) change: Change,
    /// The distance within which the two surfaces are blended, metres.
    pub(crate) rounding: f32,
    /// `1 / 4k`.
    bulge: f32,
}

/// Solids that are added and carved in sequence.
///
/// The blend is the quadratic smooth minimum `min(a, b) - max(k - |a - b|, 0)² / 4k`: it is C1,
/// changes nothing beyond `k`, and bulges by at most `k / 4`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shape {
    pub(crate) steps: Vec<Step>,
    /// Whether the shape is mirrored to -X.
    pub(crate) symmetric: bool,
}

impl Shape {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// A shape whose solids are modelled at +X and mirrored to -X.
    pub(crate) fn symmetric() -> Self {
        Self { symmetric: true, ..Self::default() }
    }

    pub(crate) fn add(self, rounding: f32, solid: Solid) -> Self {
        self.step(Change::Add, rounding, solid)
    }

    pub(crate) fn carve(self, rounding: f32, solid: Solid) -> Self {
        self.step(Change::Carve, rounding, solid)
    }

    /// A box that holds the whole body.
    pub(crate) fn bounds(&self) -> (Vec3, Vec3) {
        let mut low = Vec3::INFINITY;
        let mut high = Vec3::NEG_INFINITY;
        for step in self.steps.iter().filter(|step| step.change == Change::Add) {
            if let Some((l, h)) = step.solid.bounds() {
                low = low.min(l - step.rounding * 0.5);
                high = high.max(h + step.rounding * 0.5);
            }
        }
        if self.symmetric {
            high.x = high.x.max(-low.x);
            low.x = -high.x;
        }
        (low, high)
    }

    /// The signed distance of `p` from the body; negative inside.
    pub(crate) fn distance(&self, p: Vec3) -> f32 {
        let p = if self.symmetric { Vec3::new(p.x.abs(), p.y, p.z) } else { p };
        self.steps.iter().fold(1e3, |before, step| step.apply(before, p))
    }

    fn step(mut self, change: Change, rounding: f32, solid: Solid) -> Self {
        let rounding = rounding.max(1e-5);
        self.steps.push(Step { solid, change, rounding, bulge: 0.25 / rounding });
        self
    }
}

impl Step {
    /// The distance to the body after this step, from the one before it.
    #[inline]
    pub(crate) fn apply(&self, before: f32, p: Vec3) -> f32 {
        self.blend(before, self.solid.distance(p))
    }

    /// [`Self::apply`], given the distance to the step's solid.
    #[inline]
    pub(crate) fn blend(&self, before: f32, solid: f32) -> f32 {
        match self.change {
            Change::Add => self.smooth_min(before, solid),
            Change::Carve => -self.smooth_min(-before, solid),
        }
    }

    /// [`Self::apply`] with gradients.
    #[inline]
    pub(crate) fn apply_slope(&self, before: Slope, p: Vec3) -> Slope {
        let solid = self.solid.slope(p);
        match self.change {
            Change::Add => self.smooth_min_slope(before, solid),
            Change::Carve => -self.smooth_min_slope(-before, solid),
        }
    }

    /// Whether this step may change anything within `reach` of a point at the distance `before`
    /// from the body so far and `solid` from the step's solid.
    #[inline]
    pub(crate) fn matters(&self, before: f32, solid: f32, reach: f32) -> bool {
        match self.change {
            Change::Add => solid - before < self.rounding + 2.0 * reach,
            Change::Carve => solid + before < self.rounding + 2.0 * reach,
        }
    }

    #[inline]
    fn smooth_min(&self, a: f32, b: f32) -> f32 {
        let overlap = (self.rounding - (a - b).abs()).max(0.0);
        a.min(b) - overlap * overlap * self.bulge
    }

    /// The weight of the nearer solid: 1 beyond `k`, one half where both are equally near.
    #[inline]
    fn smooth_min_slope(&self, a: Slope, b: Slope) -> Slope {
        let (near, far) = if a.distance <= b.distance { (a, b) } else { (b, a) };
        let share = 2.0 * self.bulge * (self.rounding - (far.distance - near.distance)).max(0.0);
        Slope {
            distance: self.smooth_min(a.distance, b.distance),
            gradient: near.gradient.lerp(far.gradient, share),
        }
    }
}

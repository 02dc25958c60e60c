//! The mannequin's chest, waist, pelvis and neck.

use glam::Vec3;

use crate::model::{Draft, Paint, Shape, Solid, Surface, Weights, polygonise, weights::Span};
use kansetsu::math::smoothstep;

/// The size of a cell, metres: small enough for the folds between chest and shoulders.
const CELL: f32 = 0.0170;

/// Adds the trunk from the pelvis to the neck.
pub(crate) fn model(draft: &mut Draft) {
    let trunk = Trunk::of(draft);
    let chest = polygonise(&chest(), CELL);
    draft.part(Paint::Shell, &chest, |p| trunk.chest_weights(p));
    for (paint, surface) in
        [(Paint::Joint, polygonise(&waist(), 1.3 * CELL)), (Paint::Joint, neck())]
    {
        draft.part(paint, &surface, |p| trunk.weights(p));
    }
    model_pelvis(draft);
}

/// Adds the pelvis alone.
pub(crate) fn model_pelvis(draft: &mut Draft) {
    draft.rigid(Paint::Shell, "Hips", &polygonise(&pelvis(), CELL));
}

/// The joints of the spine and the start of each one's weight.
struct Trunk {
    row: [Span; 6],
    shoulders: [Option<usize>; 2],
}

impl Trunk {
    fn of(draft: &Draft) -> Self {
        let span = |name: &str, blend: f32| Span {
            joint: draft.plan.joint(name),
            start: draft.position(name).y,
            blend,
        };
        Self {
            row: [
                span("Hips", 0.0),
                span("Spine", 0.10),
                span("Chest", 0.10),
                span("UpperChest", 0.12),
                span("Neck", 0.06),
                span("Head", 0.07),
            ],
            shoulders: ["LeftShoulder", "RightShoulder"].map(|name| draft.plan.find(name)),
        }
    }

    fn weights(&self, p: Vec3) -> Weights {
        Weights::in_row(&self.row, p.y)
    }

    /// The top of the chest follows the clavicles outwards.
    fn chest_weights(&self, p: Vec3) -> Weights {
        let weights = Weights::in_row(&self.row[..4], p.y);
        let outwards = smoothstep((p.x.abs() - 0.055) / 0.085) * smoothstep((p.y - 1.29) / 0.08);
        match self.shoulders[usize::from(p.x < 0.0)] {
            Some(shoulder) => weights.mixed(shoulder, 0.9 * outwards),
            None => weights,
        }
    }
}

/// Ribs, breast, shoulder blades and the slopes to the neck, with holes for the arms and the neck.
fn chest() -> Shape {
    Shape::symmetric()
        .add(0.0, Solid::ellipsoid((0.0, 1.235, -0.008), (0.142, 0.185, 0.100)))
        .add(0.05, Solid::ellipsoid((0.070, 1.315, -0.018), (0.090, 0.085, 0.082)))
        .add(0.03, Solid::ellipsoid((0.062, 1.290, 0.050), (0.072, 0.052, 0.042)))
        .add(0.04, Solid::ellipsoid((0.095, 1.270, -0.050), (0.055, 0.115, 0.055)))
        .add(0.03, Solid::cone((0.035, 1.430, -0.026), (0.112, 1.402, -0.018), 0.034, 0.034))
        .carve(0.030, Solid::ellipsoid((0.0, 1.275, 0.118), (0.012, 0.085, 0.040)))
        .carve(0.030, Solid::ellipsoid((0.0, 1.260, -0.140), (0.014, 0.150, 0.040)))
        .carve(0.020, Solid::ball(Vec3::new(0.170, 1.385, -0.018), 0.062))
        .carve(0.014, Solid::ellipsoid((0.0, 1.475, -0.010), (0.056, 0.060, 0.058)))
        .carve(0.020, Solid::ellipsoid((0.0, 1.030, 0.085), (0.090, 0.090, 0.095)))
        .carve(0.016, Solid::half_space((0.0, 1.078, 0.0), (0.0, 1.0, 0.10)))
}

fn waist() -> Shape {
    Shape::symmetric()
        .add(0.0, Solid::ellipsoid((0.0, 1.150, -0.008), (0.112, 0.110, 0.080)))
        .add(0.06, Solid::ellipsoid((0.0, 1.050, -0.003), (0.104, 0.110, 0.080)))
        .add(0.06, Solid::ellipsoid((0.0, 0.965, -0.004), (0.124, 0.070, 0.086)))
}

fn neck() -> Surface {
    let shape = Shape::new()
        .add(0.0, Solid::cone((0.0, 1.400, -0.026), (0.0, 1.550, -0.008), 0.053, 0.047))
        .add(0.02, Solid::ellipsoid((0.0, 1.470, 0.026), (0.016, 0.030, 0.016)));
    polygonise(&shape, CELL)
}

/// A basin with round seats and openings for the legs.
fn pelvis() -> Shape {
    Shape::symmetric()
        .add(0.0, Solid::ellipsoid((0.0, 0.955, -0.004), (0.158, 0.092, 0.102)))
        .add(0.05, Solid::ellipsoid((0.074, 0.895, -0.052), (0.074, 0.075, 0.064)))
        .add(0.04, Solid::ellipsoid((0.0, 0.870, 0.010), (0.045, 0.060, 0.060)))
        .carve(0.020, Solid::half_space((0.100, 0.902, 0.0), (-0.60, 0.75, -0.30)))
        .carve(0.016, Solid::ellipsoid((0.0, 1.058, 0.050), (0.130, 0.062, 0.110)))
        .carve(0.016, Solid::half_space((0.0, 1.020, 0.0), (0.0, -1.0, 0.0)))
}

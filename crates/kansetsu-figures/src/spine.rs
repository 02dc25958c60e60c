//! A spine, vertebra by vertebra.
//!
//! The ranges of the levels are the representative values of A. White and M. Panjabi, "Clinical
//! Biomechanics of the Spine", 2nd ed. 1990, ch. 2: flexion and extension together, bend to one
//! side, and rotation to one side. The share of flexion is 0.6 below and 0.45 in the neck. Heights
//! of the vertebrae and the curves of the spine are those of an upright adult of 1.70 m.

use glam::Vec3;
use kansetsu_formats::Figure;
use kansetsu_humanoid::anatomy::range::vertebra;

use crate::{
    mannequin,
    model::{
        Draft, Paint, Plan, Shape, Solid, Surface,
        lathe::{self, Lathe},
        polygonise,
    },
};

/// A level: its name, its height in metres, and its range in degrees (flexion and extension
/// together, bend to one side, rotation to one side).
struct Level {
    name: &'static str,
    height: f32,
    range: [f32; 3],
}

const fn level(name: &'static str, height: f32, bend: f32, side: f32, turn: f32) -> Level {
    Level { name, height, range: [bend, side, turn] }
}

/// From the sacrum upwards.
const LEVELS: [Level; 24] = [
    level("L5", 0.0330, 17.0, 3.0, 1.0),
    level("L4", 0.0335, 16.0, 6.0, 2.0),
    level("L3", 0.0335, 15.0, 8.0, 2.0),
    level("L2", 0.0330, 14.0, 6.0, 2.0),
    level("L1", 0.0320, 12.0, 6.0, 2.0),
    level("T12", 0.0300, 12.0, 8.0, 2.0),
    level("T11", 0.0280, 12.0, 9.0, 2.0),
    level("T10", 0.0265, 9.0, 7.0, 2.0),
    level("T9", 0.0255, 6.0, 6.0, 4.0),
    level("T8", 0.0245, 6.0, 6.0, 6.0),
    level("T7", 0.0235, 6.0, 6.0, 7.0),
    level("T6", 0.0225, 5.0, 6.0, 7.0),
    level("T5", 0.0220, 4.0, 6.0, 8.0),
    level("T4", 0.0210, 4.0, 6.0, 8.0),
    level("T3", 0.0205, 4.0, 5.0, 8.0),
    level("T2", 0.0200, 4.0, 6.0, 8.0),
    level("T1", 0.0195, 4.0, 5.0, 9.0),
    level("C7", 0.0175, 9.0, 4.0, 2.0),
    level("C6", 0.0165, 17.0, 7.0, 6.0),
    level("C5", 0.0160, 20.0, 8.0, 7.0),
    level("C4", 0.0160, 20.0, 11.0, 7.0),
    level("C3", 0.0160, 15.0, 11.0, 7.0),
    level("C2", 0.0190, 10.0, 10.0, 3.0),
    level("C1", 0.0150, 20.0, 5.0, 40.0),
];
/// Between the first vertebra of the neck and the skull.
const SKULL: [f32; 3] = [25.0, 5.0, 5.0];
/// The height of the lowest vertebra on the sacrum, metres.
const SACRUM: f32 = 0.958;
/// The height of the vertebra below, metres; the others are scaled.
const MODELLED_HEIGHT: f32 = 0.030;
/// The curve of the spine: height and forward position, metres.
const CURVE: [(f32, f32); 7] = [
    (0.98, -0.030),
    (1.07, -0.008),
    (1.17, -0.020),
    (1.30, -0.052),
    (1.42, -0.036),
    (1.49, -0.010),
    (1.56, -0.008),
];

/// A pelvis, all 24 vertebrae from "L5" to "C1", and a head, each joint with the range of its
/// level.
#[must_use]
pub fn spine() -> Figure {
    let mut draft = Draft::new(plan());
    mannequin::torso::model_pelvis(&mut draft);
    mannequin::head::model(&mut draft);
    let template = polygonise(&vertebra_shape(), 0.0062);
    for (i, level) in LEVELS.iter().enumerate() {
        // A vertebra of the neck is three fifths as wide as one of the lumbar spine.
        let size = 1.0 - 0.42 * i as f32 / (LEVELS.len() - 1) as f32;
        let foot = draft.position(level.name);
        draft.rigid(Paint::Joint, level.name, &disc(foot, size));
        let scale = Vec3::new(size, level.height / MODELLED_HEIGHT, size);
        draft.rigid(Paint::Shell, level.name, &template.placed(scale, foot));
    }
    draft.finish_humanoid("spine")
}

fn plan() -> Plan {
    let mut plan = Plan::default();
    plan.add("", "Hips", (0.0, 0.945, 0.0));
    let (mut parent, mut height) = ("Hips", SACRUM);
    for level in &LEVELS {
        plan.add(parent, level.name, (0.0, height, forward_at(height)));
        plan.limit(
            level.name,
            range(level.range, if level.name.starts_with('C') { 0.45 } else { 0.6 }),
        );
        (parent, height) = (level.name, height + level.height);
    }
    let offset = Vec3::new(0.0, height + 0.004, forward_at(height));
    let head = mannequin::plan().subtree("Head", Vec3::ZERO);
    let skull = head.joints[0].position;
    plan.graft(&mannequin::plan().subtree("Head", offset - skull), parent);
    plan.limit("Head", range(SKULL, 0.45));
    plan
}

fn range([bend, side, turn]: [f32; 3], forward: f32) -> kansetsu::d3::Limit {
    vertebra(bend * forward, bend * (1.0 - forward), side, turn)
}

/// The curve at a height: straight between the points, rounded by the smooth step.
fn forward_at(height: f32) -> f32 {
    let next = CURVE.iter().position(|&(at, _)| at > height).unwrap_or(CURVE.len() - 1).max(1);
    let ((low, from), (high, to)) = (CURVE[next - 1], CURVE[next]);
    from + (to - from) * kansetsu::math::smoothstep((height - low) / (high - low))
}

fn disc(foot: Vec3, size: f32) -> Surface {
    let radius = 0.0215 * size;
    let lathe = Lathe {
        base: foot - Vec3::Y * 0.005,
        axis: Vec3::Y,
        wide: Vec3::X,
        flatness: 0.80,
        segments: 16,
    };
    lathe.turn(&lathe::crisp(&[
        (0.0, 0.0),
        (0.0, 0.85 * radius),
        (0.0035, radius),
        (0.0065, radius),
        (0.010, 0.85 * radius),
        (0.010, 0.0),
    ]))
}

/// A body, two processes to the sides and one to the back and down.
fn vertebra_shape() -> Shape {
    let at = |x: f32, y: f32, z: f32| Vec3::new(x, y * MODELLED_HEIGHT, z);
    Shape::symmetric()
        .add(0.0, Solid::round_box(at(0.0, 0.53, 0.0), (0.0225, 0.0125, 0.0185), 0.0124))
        .add(0.006, Solid::cone(at(0.012, 0.60, -0.022), at(0.034, 0.66, -0.030), 0.0062, 0.0050))
        .add(0.008, Solid::cone(at(0.0, 0.55, -0.022), at(0.0, 0.22, -0.056), 0.0065, 0.0058))
}

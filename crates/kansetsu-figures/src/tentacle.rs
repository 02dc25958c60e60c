//! A tentacle.

use glam::Vec3;
use kansetsu::d3::{Limit, limit::Cone};
use kansetsu_formats::Figure;

use crate::model::{
    Draft, Paint, Plan, Surface, Weights,
    draft::Palette,
    lathe::{self, Lathe, Ring},
    weights::Span,
};

/// The number of joints that bend.
const JOINTS: usize = 30;
/// The first and the last segment, metres; those between are in geometric progression.
const FIRST: f32 = 0.056;
const LAST: f32 = 0.016;
/// The radius at the foot, metres, and at the tip.
const FOOT: f32 = 0.072;
const TIP: f32 = 0.007;
/// The range of each joint in any direction, degrees.
const BEND: f32 = 20.0;

/// A tapered tentacle of 30 joints ("Segment01" to "Segment30", then "Tip") that rises along +Y
/// from the origin, with two rows of suckers that face +Z. Every joint bends up to 20° in any
/// direction.
#[must_use]
pub fn tentacle() -> Figure {
    let mut draft = Draft::new(plan());
    let row: Vec<Span> = (0..JOINTS).map(|joint| span(&draft, joint)).collect();
    draft.part(Paint::Shell, &skin(&draft), |p| Weights::in_row(&row, p.y));
    for joint in 1..JOINTS - 1 {
        for side in [-1.0, 1.0] {
            model_sucker(&mut draft, &row, joint, side);
        }
    }
    draft.finish(
        "tentacle",
        Palette { shell: [0.55, 0.10, 0.085], joint: [0.80, 0.52, 0.40], eye: [0.0; 3] },
    )
}

fn plan() -> Plan {
    let mut plan = Plan::default();
    let mut parent = String::new();
    for joint in 0..=JOINTS {
        let name =
            if joint < JOINTS { format!("Segment{:02}", joint + 1) } else { "Tip".to_owned() };
        plan.add(&parent, &name, (0.0, height(joint as f32), 0.0));
        if joint < JOINTS {
            plan.limit(&name, Limit::Cone(Cone::around(Vec3::Y, BEND.to_radians())));
        }
        parent = name;
    }
    plan
}

/// The height of joint number `joint`; fractions are between joints.
fn height(joint: f32) -> f32 {
    let ratio = libm::expf(libm::logf(LAST / FIRST) / (JOINTS - 1) as f32);
    FIRST * (1.0 - libm::powf(ratio, joint)) / (1.0 - ratio)
}

fn radius(height_above_foot: f32) -> f32 {
    let share = height_above_foot / height(JOINTS as f32);
    FOOT + (TIP - FOOT) * share - 0.010 * share * (1.0 - share)
}

fn span(draft: &Draft, joint: usize) -> Span {
    let start = draft.plan.joints[joint].position.y;
    Span { joint, start, blend: 0.9 * (draft.plan.joints[joint + 1].position.y - start) }
}

/// Three rings to a segment, flared into the ground at the foot and rounded at the tip.
fn skin(draft: &Draft) -> Surface {
    let end = draft.plan.joints[JOINTS].position.y;
    let mut rings = lathe::crisp(&[(0.0, 0.0), (0.0, 1.25 * FOOT)]);
    // Up to the start of the rounded tip.
    for along in (0..3 * JOINTS)
        .map(|ring| height(ring as f32 / 3.0))
        .filter(|along| *along < end - 1.5 * TIP)
    {
        let flare = 1.0 + 0.25 * (1.0 - (along / 0.06).min(1.0)) * (1.0 - (along / 0.06).min(1.0));
        rings.push(Ring { along, radius: radius(along) * flare, normal: (0.06, 1.0) });
    }
    rings.extend(
        lathe::capsule(0.001, [TIP, TIP - 1e-5], 4)
            .into_iter()
            .skip(4)
            .map(|ring| Ring { along: ring.along + end - TIP, ..ring }),
    );
    Lathe { base: Vec3::ZERO, axis: Vec3::Y, wide: Vec3::X, flatness: 1.0, segments: 24 }
        .turn(&rings)
}

/// A sucker half-way along a segment, 22° off the middle.
fn model_sucker(draft: &mut Draft, row: &[Span], joint: usize, side: f32) {
    let along = height(joint as f32 + 0.5);
    let out = Vec3::new(0.375 * side, 0.0, 0.927);
    let around = radius(along);
    let size = 0.30 * around;
    let base = out * (around - 0.25 * size) + Vec3::Y * along;
    let lathe = Lathe::round(base, base + out, 12);
    let cup = [
        (0.0, 0.0),
        (0.0, 0.9),
        (0.35, 1.0),
        (0.55, 0.92),
        (0.60, 0.78),
        (0.52, 0.60),
        (0.40, 0.36),
        (0.35, 0.15),
        (0.34, 0.0),
    ];
    let cup: Vec<(f32, f32)> =
        cup.iter().map(|&(along, radius)| (along * size, radius * size)).collect();
    draft.part(Paint::Joint, &lathe.turn(&lathe::smooth(&cup)), |p| Weights::in_row(row, p.y));
}

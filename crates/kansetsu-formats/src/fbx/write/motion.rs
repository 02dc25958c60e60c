//! Clips to animation stacks.

use kansetsu::d3::{Pose, Transform};
use kansetsu::glam::DVec3;

use super::angles::angles_near;
use super::file::one;
use super::models::{Models, centimetres, degrees};
use super::scene::{Scene, properties, property};
use crate::output::Take;

/// Ticks per second.
const TICKS: f64 = 46_186_158_000.0;
/// A key from which the value runs linearly to the next.
const LINEAR: i32 = 4;

/// Writes a clip as a stack of one layer. Joints that keep the pose `standing` have no curves.
pub(super) fn write(take: &Take, standing: &Pose, models: &Models, scene: &mut Scene) {
    let times: Vec<i64> = take.times.iter().map(|&time| ticks(time)).collect();
    let end = times.last().copied().unwrap_or(0);
    let span = |name: &str, time: i64| property([name, "KTime", "Time", ""], [time]);
    let range = vec![
        span("LocalStart", 0),
        span("LocalStop", end),
        span("ReferenceStart", 0),
        span("ReferenceStop", end),
    ];
    let stack = scene.add(["AnimationStack", "AnimStack"], &take.name, "", vec![properties(range)]);
    let layer = scene.add(["AnimationLayer", "AnimLayer"], "Base Layer", "", Vec::new());
    scene.link(layer, stack);
    for (joint, id) in models.ids.iter().enumerate() {
        let (Some(id), still) = (*id, &standing.locals[joint]) else { continue };
        let locals: Vec<&Transform> = take.poses.iter().map(|pose| &pose.locals[joint]).collect();
        let mut channel = |property: &str, letter: &str, values: Vec<[f64; 3]>| {
            let node = add_channel((property, letter, values), &times, scene);
            scene.link(node, layer);
            scene.link_to(node, id, property);
        };
        if locals.iter().any(|local| local.translation != still.translation) {
            let place = |local: &&Transform| centimetres(local.translation).to_array();
            channel("Lcl Translation", "T", locals.iter().map(place).collect());
        }
        let is_turned =
            |local: &&Transform| ![local.rotation, -local.rotation].contains(&still.rotation);
        if locals.iter().any(is_turned) {
            let mut last = angles_near(still.rotation, DVec3::ZERO);
            let turn = |local: &&Transform| {
                last = angles_near(local.rotation, last);
                degrees(last)
            };
            channel("Lcl Rotation", "R", locals.iter().map(turn).collect());
        }
        if locals.iter().any(|local| local.scale != still.scale) {
            let scale = |local: &&Transform| local.scale.as_dvec3().to_array();
            channel("Lcl Scaling", "S", locals.iter().map(scale).collect());
        }
    }
}

pub(super) fn ticks(seconds: f64) -> i64 {
    (seconds * TICKS).round() as i64
}

/// Three curves; returns their node. A constant one has one key.
fn add_channel(
    (_, letter, values): (&str, &str, Vec<[f64; 3]>),
    times: &[i64],
    scene: &mut Scene,
) -> i64 {
    let first = values.first().copied().unwrap_or_default();
    let axes = ["d|X", "d|Y", "d|Z"];
    let usual = (0..3).map(|axis| property([axes[axis], "Number", "", "A"], [first[axis]]));
    let node = scene.add(
        ["AnimationCurveNode", "AnimCurveNode"],
        letter,
        "",
        vec![properties(usual.collect())],
    );
    for (axis, name) in axes.into_iter().enumerate() {
        let own: Vec<f32> = values.iter().map(|value| value[axis] as f32).collect();
        let is_still = own.iter().all(|value| *value == own[0]);
        let count = if is_still { own.len().min(1) } else { own.len() };
        let keys = vec![
            one("Default", first[axis]),
            one("KeyVer", 4008),
            one("KeyTime", times[..count].to_vec()),
            one("KeyValueFloat", own[..count].to_vec()),
            one("KeyAttrFlags", vec![LINEAR]),
            one("KeyAttrDataFloat", vec![0.0_f32; 4]),
            one("KeyAttrRefCount", vec![count as i32]),
        ];
        let curve = scene.add(["AnimationCurve", "AnimCurve"], "", "", keys);
        scene.link_to(curve, node, name);
    }
    node
}

//! Props: objects of everyday life, each with one joint, "Prop", which moves and turns freely.
//!
//! A prop stands on the floor at the origin. Its front is +Z. Sizes are usual ones, in metres.
//! Parts overlap by 1 cm or less: faces in one plane would flicker.

use glam::{Vec2, Vec3, vec2, vec3};
use kansetsu_formats::{Figure, Primitive};

use crate::model::{
    Draft, Paint, Plan, Surface,
    draft::Palette,
    lathe::{self, Lathe},
};

/// The names of the props.
pub const PROPS: &[&str] =
    &["chair", "table", "stairs", "box", "ball", "sword", "stick", "phone", "cup", "wall", "bed"];
/// Light grey and dark grey, linear RGB: a colour would draw the eye away from the figure.
const NEUTRAL: Palette =
    Palette { shell: [0.47, 0.455, 0.435], joint: [0.12, 0.12, 0.125], eye: [0.0; 3] };
/// Corners of a round prop: its outline is smooth in a close view.
const SEGMENTS: u32 = 32;

/// Builds the prop with this name; `None` if there is none.
pub(crate) fn prop(name: &str) -> Option<Figure> {
    let parts = match name {
        "chair" => chair(),
        "table" => table(),
        "stairs" => vec![(Paint::Shell, stairs())],
        "box" => vec![block((-0.2, 0.0, -0.2), (0.2, 0.4, 0.2))],
        "ball" => vec![(Paint::Shell, round(0.11, 0.22, &lathe::ball(0.11, SEGMENTS / 2)))],
        "sword" => sword(),
        "stick" => vec![(Paint::Shell, turned(&[(0.0, 0.0125), (1.2, 0.0125), (1.2, 0.0)]))],
        "phone" => phone(),
        "cup" => {
            let inside = [(0.095, 0.037), (0.006, 0.032), (0.006, 0.0)];
            let profile = [&[(0.0, 0.035), (0.095, 0.04)][..], &inside].concat();
            vec![(Paint::Shell, turned(&profile))]
        }
        "wall" => vec![block((-1.0, 0.0, -0.05), (1.0, 2.4, 0.05))],
        "bed" => bed(),
        _ => return None,
    };
    let mut plan = Plan::default();
    plan.add("", "Prop", Vec3::ZERO);
    let mut draft = Draft::new(plan);
    for (paint, surface) in parts {
        draft.rigid(paint, "Prop", &surface);
    }
    Some(draft.finish(name, NEUTRAL))
}

/// A part: its colour and its surface.
type Part = (Paint, Surface);

fn chair() -> Vec<Part> {
    let mut parts = legs((0.2, 0.2), 0.44, 0.04);
    parts.push(block((-0.21, 0.43, -0.21), (0.21, 0.46, 0.21)));
    parts.push(block((-0.2, 0.45, -0.205), (-0.16, 0.86, -0.175)));
    parts.push(block((0.16, 0.45, -0.205), (0.2, 0.86, -0.175)));
    parts.push(block((-0.19, 0.65, -0.2), (0.19, 0.85, -0.18)));
    parts
}

fn table() -> Vec<Part> {
    let mut parts = legs((0.57, 0.35), 0.7, 0.06);
    parts.push(block((-0.6, 0.69, -0.375), (0.6, 0.72, 0.375)));
    parts
}

/// Four legs of a square section, up to a height, `to_edge` from the middle.
fn legs(to_edge: (f32, f32), height: f32, side: f32) -> Vec<Part> {
    let corners = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)];
    let leg = |(x, z): (f32, f32)| {
        let middle = vec3(x * (to_edge.0 - 0.5 * side), 0.0, z * (to_edge.1 - 0.5 * side));
        let half = vec3(0.5 * side, 0.0, 0.5 * side);
        block((middle - half).into(), (middle + half + Vec3::Y * height).into())
    };
    corners.map(leg).into()
}

/// Five steps, 0.18 m high and 0.27 m deep, which a person climbs from the front.
fn stairs() -> Surface {
    let (steps, rise, run) = (5, 0.18, 0.27);
    let back = 0.5 * steps as f32 * run;
    let mut profile = vec![vec2(back, 0.0)];
    for step in 0..steps {
        let (end, top) = (back - step as f32 * run, (steps - step) as f32 * rise);
        profile.extend([vec2(end, top), vec2(end - run, top)]);
    }
    profile.push(vec2(-back, 0.0));
    extruded(&profile, 1.0)
}

/// Upright on its pommel, 0.95 m long.
fn sword() -> Vec<Part> {
    let blade: [(f32, f32); 5] =
        [(-0.022, 0.16), (0.022, 0.16), (0.016, 0.86), (0.0, 0.95), (-0.016, 0.86)];
    let grip = [(0.0, 0.018), (0.03, 0.018), (0.04, 0.013), (0.17, 0.013), (0.17, 0.0)];
    let (paint, guard) = block((-0.012, 0.155, -0.09), (0.012, 0.18, 0.09));
    vec![
        (Paint::Shell, extruded(&blade.map(Vec2::from), 0.006)),
        (paint, guard),
        (Paint::Joint, turned(&grip)),
    ]
}

/// Upright, with the screen to the front.
fn phone() -> Vec<Part> {
    let (_, screen) = block((-0.0335, 0.004, 0.0), (0.0335, 0.143, 0.0045));
    vec![block((-0.0355, 0.0, -0.004), (0.0355, 0.147, 0.004)), (Paint::Joint, screen)]
}

/// A single bed with its head at the back.
fn bed() -> Vec<Part> {
    let mut parts = legs((0.5, 1.0), 0.2, 0.06);
    let (_, frame) = block((-0.51, 0.15, -1.01), (0.51, 0.28, 1.01));
    let (_, head) = block((-0.52, 0.1, -1.04), (0.52, 0.85, -1.0));
    parts.extend([(Paint::Joint, frame), (Paint::Joint, head)]);
    parts.push(block((-0.49, 0.27, -0.99), (0.49, 0.45, 0.99)));
    parts.push(block((-0.3, 0.44, -0.95), (0.3, 0.53, -0.6)));
    parts
}

/// A box between two corners.
fn block(low: (f32, f32, f32), high: (f32, f32, f32)) -> Part {
    let (low, high) = (Vec3::from(low), Vec3::from(high));
    let Primitive { positions, normals, indices, .. } = Primitive::cuboid(high - low);
    let surface = Surface { positions, normals, indices };
    (Paint::Shell, surface.placed(Vec3::ONE, 0.5 * (low + high)))
}

/// A round prop on the floor from its `(height, radius)` points, with sharp edges.
fn turned(points: &[(f32, f32)]) -> Surface {
    round(0.0, 1.0, &lathe::crisp(&[&[(0.0, 0.0)][..], points].concat()))
}

fn round(base: f32, end: f32, profile: &[lathe::Ring]) -> Surface {
    Lathe::round(Vec3::Y * base, Vec3::Y * end, SEGMENTS).turn(profile)
}

/// A profile, drawn out to a width along X. Its points are `(-z, y)`, counter-clockwise seen from
/// +X; the first one sees all the others.
fn extruded(profile: &[Vec2], width: f32) -> Surface {
    let mut surface = Surface::default();
    let at = |point: Vec2, side: f32| vec3(0.5 * width * side, point.y, -point.x);
    for side in [1.0, -1.0] {
        let first = surface.positions.len() as u32;
        surface.positions.extend(profile.iter().map(|&point| at(point, side)));
        surface.normals.extend(profile.iter().map(|_| Vec3::X * side));
        for i in first + 1..first + profile.len() as u32 - 1 {
            surface.indices.extend(if side > 0.0 { [first, i, i + 1] } else { [first, i + 1, i] });
        }
    }
    for (i, &from) in profile.iter().enumerate() {
        let to = profile[(i + 1) % profile.len()];
        let first = surface.positions.len() as u32;
        surface.positions.extend([at(from, 1.0), at(from, -1.0), at(to, -1.0), at(to, 1.0)]);
        let normal = vec3(0.0, from.x - to.x, from.y - to.y).normalize();
        surface.normals.extend([normal; 4]);
        surface.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
    }
    surface
}

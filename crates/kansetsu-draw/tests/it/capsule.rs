//! A figure built by hand: a bending capsule on two joints.

use kansetsu::d3::{Pose, Rig, Skeleton, Transform};
use kansetsu::glam::{Affine3, Quat, Vec3};
use kansetsu_formats::{Attachment, Figure, Influence, Material, Mesh, Primitive, Skin};

const RADIUS: f32 = 0.12;
const SIDES: usize = 24;
const RINGS: usize = 40;

/// Root at the origin, middle at half a metre, tip at one metre.
pub fn figure() -> Figure {
    let mut builder = Skeleton::builder();
    let root = builder.root("root", Transform::IDENTITY);
    let middle = builder.child(root, "middle", Transform::from_translation(Vec3::Y * 0.5));
    builder.child(middle, "tip", Transform::from_translation(Vec3::Y * 0.5));
    let mut figure = Figure::new("capsule", Rig::new(builder.build().expect("a chain")));
    figure.is_skinned = vec![true; 3];
    figure.skins.push(Skin {
        joints: vec![0, 1],
        inverse_bind: vec![Affine3::IDENTITY, Affine3::from_translation(Vec3::Y * -0.5)],
    });
    figure.materials.push(Material {
        base_color: [0.75, 0.22, 0.12, 1.0],
        roughness: 0.5,
        ..Material::default()
    });
    figure.meshes.push(Mesh {
        name: "capsule".into(),
        attachment: Attachment::Skin(0),
        primitives: vec![surface()],
        ..Mesh::default()
    });
    figure
}

/// The capsule bent at its middle by an angle in radians.
pub fn bent(figure: &Figure, angle: f32) -> Pose {
    let mut pose = figure.rig.skeleton.rest_pose();
    pose.locals[1].rotation =
        Quat::from_xyzw(libm::sinf(0.5 * angle), 0.0, 0.0, libm::cosf(0.5 * angle));
    pose
}

fn surface() -> Primitive {
    let mut part =
        Primitive { influences_per_vertex: 2, material: Some(0), ..Primitive::default() };
    for (ring, side) in (0..=RINGS).flat_map(|ring| (0..SIDES).map(move |side| (ring, side))) {
        let along = std::f32::consts::PI * ring as f32 / RINGS as f32;
        let around = std::f32::consts::TAU * side as f32 / SIDES as f32;
        let direction = Vec3::new(
            libm::sinf(along) * libm::sinf(around),
            -libm::cosf(along),
            libm::sinf(along) * libm::cosf(around),
        );
        let middle = if ring < RINGS / 2 { RADIUS } else { 1.0 - RADIUS };
        let stretched = middle_height(ring).unwrap_or(middle);
        part.positions.push(direction * RADIUS + Vec3::Y * stretched);
        let weight = ((stretched - 0.35) / 0.3).clamp(0.0, 1.0);
        part.influences.push(Influence { joint: 0, weight: 1.0 - weight });
        part.influences.push(Influence { joint: 1, weight });
    }
    for (ring, side) in (0..RINGS).flat_map(|ring| (0..SIDES).map(move |side| (ring, side))) {
        let at = |ring: usize, side: usize| (ring * SIDES + side % SIDES) as u32;
        let [a, b, c, d] =
            [at(ring, side), at(ring, side + 1), at(ring + 1, side + 1), at(ring + 1, side)];
        part.indices.extend([a, b, c, a, c, d]);
    }
    part
}

/// The cylinder between the caps has rings, so that it can bend.
fn middle_height(ring: usize) -> Option<f32> {
    let part = (ring as f32 / RINGS as f32 - 0.2) / 0.6;
    Some(RADIUS + part.clamp(0.0, 1.0) * (1.0 - 2.0 * RADIUS))
}

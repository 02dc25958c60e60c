//! The position of a figure in a picture, computed independently of the renderer: kinematics,
//! skinning and projection in double precision.

use image::RgbaImage;
use kansetsu::d3::{Pose, Transform};
use kansetsu::glam::{Affine3, DAffine3, DMat3, DQuat, DVec2, DVec3, Vec2};
use kansetsu_draw::{Background, Eye, Ground, Picture, Scene, render_png};
use kansetsu_formats::{Attachment, Figure, Influence, Primitive};

/// A rectangle, pixels from the upper left: the smallest and the largest x and y.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Frame {
    low: DVec2,
    high: DVec2,
}

impl Frame {
    fn around(points: impl Iterator<Item = DVec2>) -> Self {
        let nothing = Self { low: DVec2::INFINITY, high: DVec2::NEG_INFINITY };
        points.fold(nothing, |frame, point| Self {
            low: frame.low.min(point),
            high: frame.high.max(point),
        })
    }

    /// The largest distance between two edges, pixels.
    fn apart(&self, other: &Self) -> f64 {
        (self.low - other.low).abs().max((self.high - other.high).abs()).max_element()
    }
}

/// The rectangle of the drawn pixels of a scene.
fn drawn(image: &RgbaImage) -> Frame {
    let seen = image.enumerate_pixels().filter(|(_, _, pixel)| pixel[3] > 127);
    let corners = seen.flat_map(|(x, y, _)| [(x, y), (x + 1, y + 1)]);
    Frame::around(corners.map(|(x, y)| DVec2::new(f64::from(x), f64::from(y))))
}

/// Draws a figure in a pose into a transparent square, and returns the distance of its outline from
/// the expected one, pixels.
pub fn off(figure: &Figure, pose: &Pose, side: u32) -> f64 {
    let corners = corners(figure, pose);
    let (low, high) =
        corners.iter().fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), corner| {
            (low.min(*corner), high.max(*corner))
        });
    let size = (high - low).max_element();
    // Seen from far in front: the figure is about 0.8 of the side.
    let place = 0.5 * (low + high) + DVec3::Z * 4.0 * size;
    let world_from_eye = Affine3::from_translation(place.as_vec3());
    let eye =
        Eye { world_from_eye, focal: 2.8 * side as f32, centre: Vec2::splat(0.5 * side as f32) };
    let picture = Picture { width: side, height: side, eye: Some(eye), ..Picture::default() };
    let picture =
        Picture { background: Background::Transparent, ground: Ground::Hidden, ..picture };
    let drawing = render_png(&Scene::new(figure, pose), &picture).expect("a picture");
    let image = image::load_from_memory(&drawing.content).expect("a PNG file").into_rgba8();
    drawn(&image).apart(&Frame::around(corners.iter().map(|corner| project(*corner, &picture))))
}

/// The projection of a point for a camera that looks along -Z, pixels.
fn project(point: DVec3, picture: &Picture) -> DVec2 {
    let eye = picture.eye.expect("the picture has a camera");
    let seen = point - eye.world_from_eye.translation.as_dvec3();
    eye.centre.as_dvec2() + DVec2::new(seen.x, -seen.y) * f64::from(eye.focal) / -seen.z
}

/// The transforms of the joints.
fn joints(figure: &Figure, pose: &Pose) -> Vec<DAffine3> {
    let mut maps: Vec<DAffine3> = Vec::new();
    for (joint, local) in figure.rig.skeleton.joints().iter().zip(&pose.locals) {
        let local = map(local);
        maps.push(joint.parent.map_or(local, |parent| maps[parent] * local));
    }
    maps
}

fn map(local: &Transform) -> DAffine3 {
    let [x, y, z, w] = local.rotation.to_array().map(f64::from);
    DAffine3::from_scale_rotation_translation(
        local.scale.as_dvec3(),
        DQuat::from_xyzw(x, y, z, w).normalize(),
        local.translation.as_dvec3(),
    )
}

/// The corners of all visible triangles, in model space.
fn corners(figure: &Figure, pose: &Pose) -> Vec<DVec3> {
    let joints = joints(figure, pose);
    let mut corners = Vec::new();
    for mesh in figure.visible_meshes() {
        for part in &mesh.primitives {
            corners.extend(part.indices.iter().map(|&index| match mesh.attachment {
                Attachment::Joint(joint) => {
                    joints[joint].transform_point3(part.positions[index as usize].as_dvec3())
                }
                Attachment::Skin(skin) => skinned(figure, (skin, &joints), part, index as usize),
            }));
        }
    }
    corners
}

/// Linear blend skinning.
fn skinned(
    figure: &Figure,
    (skin, joints): (usize, &[DAffine3]),
    part: &Primitive,
    vertex: usize,
) -> DVec3 {
    let skin = &figure.skins[skin];
    let influences =
        &part.influences[vertex * part.influences_per_vertex..][..part.influences_per_vertex];
    let total: f64 = influences.iter().map(|influence| f64::from(influence.weight)).sum();
    let place = |influence: &Influence| {
        let (joint, bind) =
            (skin.joints[influence.joint as usize], &skin.inverse_bind[influence.joint as usize]);
        let bind = DAffine3 {
            matrix3: DMat3::from_cols_array(&bind.matrix3.to_cols_array().map(f64::from)),
            translation: bind.translation.as_dvec3(),
        };
        (joints[joint] * bind).transform_point3(part.positions[vertex].as_dvec3())
            * (f64::from(influence.weight) / total)
    };
    influences.iter().filter(|influence| influence.weight != 0.0).map(place).sum()
}

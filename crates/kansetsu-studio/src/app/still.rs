//! Pictures to keep: the figures alone, and what image tools read.

use std::sync::Arc;

use kansetsu::{
    d3::Pose,
    glam::{Affine3, Vec3},
};

use super::{Layer as Show, Look, PictureOrder, body_points::people, stage};
use crate::{
    document::{Actor, Document},
    viewport::{
        Camera,
        scene::{Body, Layer, Scene, Surface},
        shape,
    },
};

/// What a picture shows of the document.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The poses of the figures.
    pub poses: &'a [Pose],
    /// The time of their faces, seconds.
    pub time: f32,
    /// The camera of the view.
    pub camera: Camera,
}

/// The figures alone at a moment, for a picture to keep.
pub fn still(
    document: &Document,
    look: Look,
    moment: Moment<'_>,
    (order, layer): (&PictureOrder, Show),
) -> Scene {
    let scene = figures(document, look, moment, order);
    let surface = match layer {
        Show::Figures => return scene,
        Show::OpenPose => {
            let mut scene = Scene { camera: scene.camera, background: BLACK, ..Scene::default() };
            people(document, moment.time)
                .iter()
                .for_each(|person| person.draw(&mut scene, order.height as f32));
            return scene;
        }
        Show::Depth => Surface::Depth(depth_range(document, moment)),
        Show::Normal => Surface::Normal,
    };
    // Behind normals lies what no light makes: it is laid under the finished picture.
    let background = if layer == Show::Normal { [0.0; 4] } else { BLACK };
    let bodies = scene.bodies.into_iter().map(|body| Body { surface, ..body }).collect();
    Scene { camera: scene.camera, bodies, background, ..Scene::default() }
}

const BLACK: [f32; 4] = [0.0, 0.0, 0.0, 1.0];
/// How bright the farthest point of a figure is in a picture of depth: it differs from the
/// background.
const DARKEST: f32 = 0.1;

/// How far from the viewer depth is white and black: from the nearest point of the figures to a
/// little behind the farthest.
fn depth_range(document: &Document, Moment { poses, camera, .. }: Moment<'_>) -> [f32; 2] {
    let actors = document.content().actors.iter().zip(poses);
    let points =
        actors.zip(document.content().placements(poses)).flat_map(|((actor, pose), placement)| {
            Actor { pose: pose.clone(), placement, ..(**actor).clone() }.surface()
        });
    let far = points.map(|point| (camera.eye() - point).dot(camera.back()));
    let range = far.fold(None, |range: Option<[f32; 2]>, far| {
        let [near, last] = range.unwrap_or([far; 2]);
        Some([near.min(far), last.max(far)])
    });
    let [near, last] = range.unwrap_or([0.0, 1.0]);
    [near, near + (last - near).max(1e-3) / (1.0 - DARKEST)]
}

fn figures(
    document: &Document,
    look: Look,
    Moment { poses, time, camera }: Moment<'_>,
    order: &PictureOrder,
) -> Scene {
    let is_dark = look == Look::Dark;
    let grid = order.grid && !order.transparent;
    let camera = order.camera(camera);
    let mut scene = Scene { camera, grid, ..stage(&document.view, is_dark) };
    if order.transparent {
        scene.background[3] = 0.0;
    }
    let placements = document.content().placements(poses);
    for ((actor, pose), placement) in document.content().actors.iter().zip(poses).zip(placements) {
        let skeleton = &actor.figure.rig.skeleton;
        let model_from_joint = skeleton.forward(pose);
        let world_from_joint: Vec<Affine3> =
            model_from_joint.into_iter().map(|map| placement * map).collect();
        if actor.figure.meshes.is_empty() {
            // What has no surface is seen as its bones.
            let palette = if is_dark { &shape::Palette::DARK } else { &shape::Palette::LIGHT };
            let bone = shape::Bone { color: palette.bone, layer: Layer::InDepth };
            let to_light = (camera.back() + 0.5 * camera.up()).normalize_or(Vec3::Y);
            shape::bones(&mut scene, skeleton, &world_from_joint, to_light, |_| Some(bone));
        }
        let body = Body::new(Arc::clone(&actor.figure), world_from_joint);
        scene.bodies.push(Body { face: actor.face_at(time).shown().cloned(), ..body });
    }
    scene
}

//! A graphics card without a window.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use eframe::egui_wgpu::{
    RenderState, RendererOptions, WgpuConfiguration, WgpuSetup, WgpuSetupExisting,
};
use eframe::wgpu;
use kansetsu::{
    d3::{Pose, Rig, Skeleton, Transform},
    glam::{Vec2, Vec3},
};
use kansetsu_formats::{Attachment, Figure, Image, Material, Mesh, Primitive};
use kansetsu_studio::viewport::{
    Camera,
    gpu::{Picture, PictureSize, draw_picture},
    scene::{Body, Scene},
};

/// One card for all tests, and one test at a time: software drivers use every processor anyhow.
static CARD: OnceLock<Option<Mutex<RenderState>>> = OnceLock::new();

#[expect(clippy::print_stdout, reason = "a test that did not run says so")]
fn say_missing() {
    println!("not run: there is no graphics driver here");
}

/// Draws a scene; `None`, with a line that says so, where no driver is installed. In CI there must
/// be one.
pub(super) fn draw(scene: &Scene, name: &str, [width, height]: [u32; 2]) -> Option<Picture> {
    let state = card()?;
    let pending = draw_picture(&state, scene, PictureSize { width, height, line_scale: 1.0 })
        .expect("the size is fine");
    let picture = pending.wait(&state.device).expect("the card is there");
    if let Some(folder) = std::env::var_os("KANSETSU_TEST_PICTURES") {
        let path = std::path::Path::new(&folder).join(format!("{name}.png"));
        std::fs::write(path, picture.to_png().expect("it is a picture"))
            .expect("the folder is there");
    }
    Some(picture)
}

/// The card.
pub(super) fn card() -> Option<MutexGuard<'static, RenderState>> {
    let card = CARD.get_or_init(|| {
        let made = pollster::block_on(make_card());
        let is_ci = std::env::var("CI").is_ok_and(|ci| ci == "true");
        assert!(made.is_some() || !is_ci, "no graphics driver: install mesa-vulkan-drivers");
        if made.is_none() {
            say_missing();
        }
        made.map(Mutex::new)
    });
    card.as_ref().map(|card| card.lock().unwrap_or_else(PoisonError::into_inner))
}

/// With the limits of WebGL2, so that what is drawn here can be drawn everywhere.
async fn make_card() -> Option<RenderState> {
    let instance =
        wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle_from_env());
    let adapter = instance.request_adapter(&wgpu::RequestAdapterOptions::default()).await.ok()?;
    let required_limits = wgpu::Limits {
        max_texture_dimension_2d: 4096,
        ..wgpu::Limits::downlevel_webgl2_defaults()
    };
    let (device, queue) = adapter
        .request_device(&wgpu::DeviceDescriptor { required_limits, ..Default::default() })
        .await
        .ok()?;
    let setup = WgpuSetupExisting { instance: instance.clone(), adapter, device, queue };
    let configuration = WgpuConfiguration {
        wgpu_setup: WgpuSetup::Existing(setup),
        ..WgpuConfiguration::default()
    };
    RenderState::create(&configuration, &instance, None, RendererOptions::default()).await.ok()
}

/// A dark scene with one figure, seen from the front.
pub(super) fn scene(figure: Figure, pose: &Pose) -> Scene {
    let world_from_joint = figure.rig.skeleton.forward(pose);
    Scene {
        bodies: vec![Body::new(Arc::new(figure), world_from_joint)],
        background: DARK,
        camera: FRONT,
        ..Scene::default()
    }
}

pub(super) const DARK: [f32; 4] = [0.012, 0.014, 0.017, 1.0];
pub(super) const LIGHT: [f32; 4] = [0.82, 0.85, 0.88, 1.0];

/// One metre above and below the origin, straight on.
pub(super) const FRONT: Camera = Camera {
    target: Vec3::ZERO,
    yaw: 0.0,
    pitch: 0.0,
    distance: 2.0,
    field_of_view: 0.927_295_2,
    projection: kansetsu_studio::viewport::Projection::Orthographic,
};

/// The pixel at a place of the picture, from (0, 0) at the upper left to (1, 1).
pub(super) fn pixel(picture: &Picture, x: f32, y: f32) -> [u8; 4] {
    let column = (x * picture.width as f32) as u32;
    let row = (y * picture.height as f32) as u32;
    picture.pixels
        [(row.min(picture.height - 1) * picture.width + column.min(picture.width - 1)) as usize]
}

/// A skeleton of one joint at the origin.
pub(super) fn one_joint() -> Skeleton {
    let mut builder = Skeleton::builder();
    builder.root("root", Transform::IDENTITY);
    builder.build().expect("a skeleton")
}

/// A figure of one surface on one joint.
pub(super) fn surface(
    primitive: Primitive,
    materials: Vec<Material>,
    images: Vec<Image>,
) -> Figure {
    let mut figure = Figure::new("surface", Rig::new(one_joint()));
    figure.meshes = vec![Mesh {
        name: String::new(),
        attachment: Attachment::Joint(0),
        primitives: vec![primitive],
        ..Mesh::default()
    }];
    figure.materials = materials;
    figure.images = images;
    figure
}

/// A square of side 2 `half` around a point, seen from the front, with the image upright on it.
pub(super) fn square(center: Vec3, half: f32) -> Primitive {
    let corner = |x: f32, y: f32| center + Vec3::new(x, y, 0.0) * half;
    Primitive {
        positions: vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)],
        normals: vec![Vec3::Z; 4],
        uvs: vec![
            Vec2::new(0.0, 1.0),
            Vec2::new(1.0, 1.0),
            Vec2::new(1.0, 0.0),
            Vec2::new(0.0, 0.0),
        ],
        indices: vec![0, 1, 2, 0, 2, 3],
        material: Some(0),
        ..Primitive::default()
    }
}

/// A material that shows its colour without shading.
pub(super) fn plain(base_color: [f32; 4]) -> Material {
    Material { base_color, unlit: true, ..Material::default() }
}

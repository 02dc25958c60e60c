//! Golden pictures: each is small and shows one thing, and is the same on every machine.
//!
//! `UPDATE_GOLDENS=1 cargo test -p kansetsu-draw` rewrites them. Look at them before the commit,
//! and say in the commit why they changed. Pixels are compared, not bytes, so that a newer PNG
//! encoder makes no difference.

use std::{fs, path::PathBuf};

use kansetsu::d3::{
    Limit,
    limit::{Cone, EulerBox, EulerOrder, Hinge, SwingTwist},
};
use kansetsu::glam::{Affine3, Quat, Vec3};
use kansetsu_draw::{
    Actor, Background, Frame, Grid, Mark, Picture, Prop, Scene, Sheet, SkeletonStyle, Target, Tint,
    contact_sheet, render_png,
};

use crate::{capsule, pictures::small};

fn check(name: &str, png: &[u8]) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        fs::write(&path, png).expect("the folder of goldens can be written");
    }
    let expected = fs::read(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; UPDATE_GOLDENS=1 writes it", path.display()));
    let unpack = |bytes: &[u8]| image::load_from_memory(bytes).expect("a PNG file").into_rgba8();
    let (drawn, expected) = (unpack(png), unpack(&expected));
    assert_eq!(drawn.dimensions(), expected.dimensions(), "{name}");
    let changed = drawn.pixels().zip(expected.pixels()).filter(|(a, b)| a != b).count();
    assert_eq!(changed, 0, "{name}: pixels differ; UPDATE_GOLDENS=1 rewrites it");
}

/// Light, shadow, grid, smooth shading, edges.
#[test]
fn a_capsule_and_a_box_on_the_floor() {
    let figure = capsule::figure();
    let mut scene = Scene::new(&figure, &capsule::bent(&figure, 1.2));
    scene.props.push(Prop::cuboid(Vec3::new(0.5, 0.1, 0.1), Vec3::new(0.4, 0.2, 0.3)));
    check("capsule.png", &render_png(&scene, &small(112)).expect("a picture").content);
}

/// Bones, targets, poles, axes, paths, text; the dark studio; a ghost.
#[test]
fn what_is_drawn_on_top() {
    let figure = capsule::figure();
    let mut scene = Scene::new(&figure, &capsule::bent(&figure, 0.9));
    scene.actors[0].skeleton = SkeletonStyle::Shown;
    scene.actors[0].opacity = 0.5;
    let tip = scene.actors[0].model_from_joint[2].translation;
    let target = Target {
        position: Vec3::new(0.35, 0.75, 0.5),
        reached: Some(tip),
        label: "Target 1".into(),
    };
    scene.marks = vec![
        Mark::Target(target),
        Mark::Pole { position: Vec3::new(-0.4, 0.5, 0.1), middle: Some(Vec3::Y * 0.5) },
        Mark::Axes {
            world_from_frame: Affine3::from_translation(Vec3::new(-0.3, 0.0, 0.2)),
            length: 0.2,
        },
        Mark::Path { points: vec![Vec3::Y, Vec3::new(0.1, 0.95, 0.3), tip], color: Tint::Accent },
    ];
    let picture =
        Picture { background: Background::Dark, caption: "90 mm, Qq&@".into(), ..small(160) };
    check("overlays.png", &render_png(&scene, &picture).expect("a picture").content);
}

/// The four kinds of limits side by side, on a transparent background.
#[test]
fn limits() {
    let kinds = [
        Limit::Hinge(Hinge { axis: Vec3::X, min: -0.3, max: 1.6 }),
        Limit::Cone(Cone::around(Vec3::Y, 0.6)),
        Limit::SwingTwist(SwingTwist { swing_x: 0.3, ..SwingTwist::cone(Vec3::Y, 0.9, -0.5, 0.5) }),
        Limit::EulerBox(EulerBox {
            frame: Quat::IDENTITY,
            order: EulerOrder::Xyz,
            min: Vec3::new(-0.5, -0.2, -0.4),
            max: Vec3::new(1.0, 0.9, 0.4),
        }),
    ];
    let figures = kinds.map(|limit| {
        let mut figure = capsule::figure();
        figure.meshes.clear();
        figure.rig.limits[1] = Some(limit);
        figure
    });
    let actors = figures.iter().enumerate().map(|(index, figure)| Actor {
        world_from_model: Affine3::from_translation(Vec3::X * 0.7 * index as f32),
        limits: vec![1],
        ..Actor::new(figure, &capsule::bent(figure, 0.4))
    });
    let scene = Scene { actors: actors.collect(), ..Scene::default() };
    let picture = Picture {
        width: 240,
        height: 120,
        background: Background::Transparent,
        ..Picture::default()
    };
    check("limits.png", &render_png(&scene, &picture).expect("a picture").content);
}

/// Cells, gaps, captions.
#[test]
fn a_sheet() {
    let figure = capsule::figure();
    let frame = |angle: f32| Frame {
        scene: Scene::new(&figure, &capsule::bent(&figure, angle)),
        caption: format!("{angle:.1} rad"),
    };
    let frames: Vec<Frame> = [0.0, 0.6, 1.2].map(frame).into();
    let sheet = Sheet { grid: Grid { rows: 1, columns: 3 }, picture: small(64) };
    check("sheet.png", &contact_sheet(&frames, &sheet).expect("a sheet").content);
}

//! Whole pictures.

use image::RgbaImage;
use kansetsu::d3::{Rig, Skeleton, Transform};
use kansetsu::glam::Vec3;
use kansetsu_draw::{
    Actor, Background, Ground, Mark, Picture, Scene, SkeletonStyle, View, render_png,
};
use kansetsu_formats::Figure;

use crate::capsule;

/// A small square picture.
pub fn small(side: u32) -> Picture {
    Picture { width: side, height: side, ..Picture::default() }
}

/// Draws a scene and decodes the PNG.
pub fn pixels(scene: &Scene, picture: &Picture) -> RgbaImage {
    let drawing = render_png(scene, picture).expect("a picture");
    assert_eq!(drawing.warnings, Vec::<String>::new());
    image::load_from_memory(&drawing.content).expect("a PNG file").into_rgba8()
}

/// The number of clearly red pixels.
pub fn red_pixels(image: &RgbaImage) -> usize {
    image.pixels().filter(|pixel| i32::from(pixel[0]) > i32::from(pixel[2]) + 40).count()
}

#[test]
fn the_same_scene_gives_the_same_bytes() {
    let figure = capsule::figure();
    let scene = Scene::new(&figure, &capsule::bent(&figure, 1.0));
    let draw = || render_png(&scene, &small(80)).expect("a picture").content;
    assert_eq!(draw(), draw());
}

#[test]
fn the_figure_fills_the_picture_but_for_the_margins() {
    let figure = capsule::figure();
    let scene = Scene::new(&figure, &figure.rig.skeleton.rest_pose());
    for view in ["front", "side", "30,15", "iso"] {
        let image =
            pixels(&scene, &Picture { view: View::parse(view).expect("a view"), ..small(100) });
        let red = |pixel: &image::Rgba<u8>| i32::from(pixel[0]) > i32::from(pixel[2]) + 40;
        let rows: Vec<u32> = image
            .enumerate_pixels()
            .filter(|(_, _, pixel)| red(pixel))
            .map(|(_, y, _)| y)
            .collect();
        let (top, bottom) =
            (rows.iter().min().copied().unwrap_or(0), rows.iter().max().copied().unwrap_or(0));
        assert!(
            (7..=10).contains(&top) && (89..=92).contains(&bottom),
            "{view}: rows {top} to {bottom}"
        );
    }
}

#[test]
fn a_figure_a_thousand_times_larger_looks_the_same() {
    let figure = capsule::figure();
    let picture = small(64);
    let mut scene = Scene::new(&figure, &capsule::bent(&figure, 0.8));
    let normal = pixels(&scene, &picture);
    for scale in [1000.0, 0.001] {
        scene.actors[0].world_from_model = kansetsu::glam::Affine3::from_scale(Vec3::splat(scale));
        let scaled = pixels(&scene, &picture);
        let difference: u32 =
            normal.pixels().zip(scaled.pixels()).map(|(a, b)| u32::from(a[1].abs_diff(b[1]))).sum();
        assert!(difference < 64 * 64, "{scale}: {difference}");
    }
}

#[test]
fn a_transparent_picture_is_clear_where_nothing_is() {
    let figure = capsule::figure();
    let scene = Scene::new(&figure, &figure.rig.skeleton.rest_pose());
    let image = pixels(
        &scene,
        &Picture { background: Background::Transparent, ground: Ground::Hidden, ..small(64) },
    );
    assert_eq!(image.get_pixel(1, 1)[3], 0);
    assert_eq!(image.get_pixel(32, 32)[3], 255);
    assert!(image.pixels().any(|pixel| (1..255).contains(&pixel[3])), "edges are smooth");
}

#[test]
fn a_single_joint_without_a_surface_is_drawn_as_a_skeleton() {
    let mut builder = Skeleton::builder();
    builder.root("alone", Transform::IDENTITY);
    let figure = Figure::new("dot", Rig::new(builder.build().expect("one joint")));
    let image = pixels(&Scene::new(&figure, &figure.rig.skeleton.rest_pose()), &small(64));
    // The only joint is in the middle of the picture, with its outline around it.
    let blue = image
        .enumerate_pixels()
        .filter(|(_, _, pixel)| i32::from(pixel[2]) > i32::from(pixel[0]) + 80);
    let places: Vec<[u32; 2]> = blue.map(|(x, y, _)| [x, y]).collect();
    let mean = [0, 1].map(|axis| {
        places.iter().map(|place| f64::from(place[axis])).sum::<f64>() / places.len() as f64
    });
    assert!(mean.iter().all(|mean| (mean - 31.5).abs() < 1.0), "{places:?}");
    assert!(places.iter().flatten().all(|place| place.abs_diff(32) < 8), "{places:?}");
}

#[test]
fn an_empty_scene_is_a_floor() {
    let draw = |ground: Ground| {
        pixels(
            &Scene::default(),
            &Picture { background: Background::Transparent, ground, ..small(64) },
        )
    };
    let (floor, nothing) = (draw(Ground::Auto), draw(Ground::Hidden));
    assert_eq!(nothing, RgbaImage::new(64, 64));
    // The camera looks at the origin, around which the grid lies; it fades with distance.
    let lines = |rows: std::ops::Range<u32>| {
        floor.enumerate_pixels().filter(|(_, y, pixel)| rows.contains(y) && pixel[3] > 0).count()
    };
    assert!(
        lines(32..64) > lines(0..32),
        "{} pixels of lines below, {} above",
        lines(32..64),
        lines(0..32)
    );
    assert!(lines(0..64) > 64, "{} pixels of lines", lines(0..64));
}

#[test]
fn numbers_that_are_none_are_left_out() {
    let mut figure = capsule::figure();
    figure.meshes[0].primitives[0].positions[100] = Vec3::new(f32::NAN, 0.0, f32::INFINITY);
    let mut scene = Scene::new(&figure, &capsule::bent(&figure, 0.5));
    scene.actors[0].model_from_joint[2].translation = Vec3::splat(f32::NAN);
    scene.actors[0].skeleton = SkeletonStyle::Everything;
    scene.marks.push(Mark::target(Vec3::splat(f32::NAN)));
    scene.marks.push(Mark::Label { position: Vec3::splat(f32::INFINITY), text: "nowhere".into() });
    let image = pixels(&scene, &small(64));
    assert!(red_pixels(&image) > 100);
    scene.actors[0].model_from_joint.clear();
    pixels(&scene, &small(64));
    scene.actors[0].world_from_model.translation = Vec3::splat(f32::NAN);
    pixels(&scene, &small(64));
}

#[test]
fn what_lies_in_front_hides_what_lies_behind_whatever_the_order() {
    let figure = capsule::figure();
    let pose = figure.rig.skeleton.rest_pose();
    let mut near = Actor::new(&figure, &pose);
    near.world_from_model = kansetsu::glam::Affine3::from_translation(Vec3::Z);
    let far = Actor::new(&figure, &pose);
    let picture = Picture { view: View::FRONT, ..small(48) };
    let draw = |actors: Vec<Actor>| pixels(&Scene { actors, ..Scene::default() }, &picture);
    assert_eq!(draw(vec![near.clone(), far.clone()]), draw(vec![far, near]));
}

#[test]
fn a_ghost_is_fainter_than_a_solid_figure() {
    let figure = capsule::figure();
    let mut scene = Scene::new(&figure, &figure.rig.skeleton.rest_pose());
    let blue = |scene: &Scene| {
        u32::from(
            pixels(scene, &Picture { ground: Ground::Hidden, ..small(48) }).get_pixel(24, 24)[2],
        )
    };
    let solid = blue(&scene);
    scene.actors[0].opacity = 0.3;
    let ghost = blue(&scene);
    assert!(ghost > solid + 50, "{solid} {ghost}");
}

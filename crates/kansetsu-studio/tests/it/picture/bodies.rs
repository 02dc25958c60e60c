//! Figures: shading, textures, alpha, sides.

use std::{fs, path::PathBuf, sync::Arc};

use kansetsu::glam::{Affine3, Vec3};
use kansetsu_formats::{AlphaMode, Figure, Image, Material, gltf};
use kansetsu_studio::viewport::{
    Camera,
    gpu::Picture,
    scene::{Body, Scene},
};

use super::stage::{DARK, LIGHT, draw, pixel, plain, scene, square, surface};

fn mannequin_scene(background: [f32; 4]) -> Scene {
    let figure = kansetsu_figures::mannequin();
    let pose = figure.rig.skeleton.rest_pose();
    Scene {
        grid: background[3] > 0.0,
        background,
        camera: Camera::default(),
        ..scene(figure, &pose)
    }
}

fn brightness([r, g, b, _]: [u8; 4]) -> u32 {
    u32::from(r) + u32::from(g) + u32::from(b)
}

#[test]
fn the_mannequin_stands_out_from_dark_and_from_light() {
    for (background, name) in [(DARK, "mannequin-dark"), (LIGHT, "mannequin-light")] {
        let Some(picture) = draw(&mannequin_scene(background), name, [640, 480]) else { return };
        let behind = brightness(pixel(&picture, 0.02, 0.02));
        let differing =
            picture.pixels.iter().filter(|pixel| brightness(**pixel).abs_diff(behind) > 60).count();
        assert!(differing > 12_000, "{name}: {differing} pixels");
        let (lit, shaded) =
            (brightness(pixel(&picture, 0.5, 0.39)), brightness(pixel(&picture, 0.505, 0.62)));
        assert!(lit.abs_diff(behind) > 60, "{name}: the chest is {lit} before {behind}; {shaded}");
    }
}

#[test]
fn a_transparent_picture_has_the_figure_alone() {
    let Some(picture) = draw(&mannequin_scene([0.0; 4]), "mannequin-transparent", [320, 240])
    else {
        return;
    };
    assert_eq!(pixel(&picture, 0.02, 0.02), [0; 4]);
    assert_eq!(pixel(&picture, 0.5, 0.4)[3], 255);
    let seen = picture.pixels.iter().filter(|pixel| pixel[3] > 0).count();
    let edge = picture.pixels.iter().filter(|pixel| pixel[3] > 0 && pixel[3] < 255).count();
    assert!(seen > 3000 && edge > 100 && edge < seen / 3, "{edge} of {seen}");
    let png = picture.to_png().expect("a PNG file");
    let read = image::load_from_memory(&png).expect("a PNG file").into_rgba8();
    assert_eq!(read.as_raw(), picture.pixels.as_flattened());
}

#[test]
fn textures_show_upright_and_in_their_colours() {
    let texels: [[u8; 4]; 4] =
        [[200, 30, 30, 255], [30, 200, 30, 255], [30, 30, 200, 255], [220, 220, 40, 255]];
    let image = image::RgbaImage::from_fn(16, 16, |x, y| {
        image::Rgba(texels[(2 * (y / 8) + x / 8) as usize])
    });
    let mut bytes = Vec::new();
    image
        .write_to(&mut std::io::Cursor::new(&mut bytes), image::ImageFormat::Png)
        .expect("a PNG file");
    let material = Material { base_color_image: Some(0), ..plain([1.0; 4]) };
    let image = Image { bytes, mime_type: "image/png".into(), ..Image::default() };
    let figure = surface(square(Vec3::ZERO, 0.8), vec![material], vec![image]);
    let pose = figure.rig.skeleton.rest_pose();
    let Some(picture) = draw(&scene(figure, &pose), "texture", [128, 128]) else { return };
    for (x, y, texel) in
        [(0.3, 0.3, texels[0]), (0.7, 0.3, texels[1]), (0.3, 0.7, texels[2]), (0.7, 0.7, texels[3])]
    {
        let seen = pixel(&picture, x, y);
        assert!(
            seen.iter().zip(texel).all(|(a, b)| a.abs_diff(b) <= 3),
            "{seen:?} at {x} {y} instead of {texel:?}"
        );
    }
}

/// What a white square before a red one looks like, both seen through or not.
fn over_red(white: Material) -> Option<Picture> {
    let figure = |primitive, material: Material| surface(primitive, vec![material], Vec::new());
    let (behind, before) = (
        figure(square(Vec3::NEG_Z, 0.9), plain([1.0, 0.0, 0.0, 1.0])),
        figure(square(Vec3::Z, 0.5), white),
    );
    let pose = behind.rig.skeleton.rest_pose();
    let mut scene = scene(before, &pose);
    scene.bodies.push(Body::new(Arc::new(behind), vec![Affine3::IDENTITY]));
    draw(&scene, "alpha", [64, 64])
}

#[test]
fn alpha_means_what_the_material_says() {
    let white = |alpha: AlphaMode, a: f32| Material { alpha, ..plain([1.0, 1.0, 1.0, a]) };
    let Some(opaque) = over_red(white(AlphaMode::Opaque, 0.3)) else { return };
    assert_eq!(pixel(&opaque, 0.5, 0.5), [255; 4]);
    let cases = [
        (AlphaMode::Mask(0.5), 0.3, 0),
        (AlphaMode::Mask(0.5), 0.6, 255),
        (AlphaMode::Blend, 0.5, 188),
    ];
    for (alpha, a, green) in cases {
        let picture = over_red(white(alpha, a)).expect("there is a card");
        let [r, g, b, _] = pixel(&picture, 0.5, 0.5);
        assert!(r == 255 && g.abs_diff(green) <= 1 && b == g, "{alpha:?} {a}: {r} {g} {b}");
        assert_eq!(pixel(&picture, 0.1, 0.5), [255, 0, 0, 255], "beside it");
    }
}

#[test]
fn backs_show_only_when_the_material_is_double_sided() {
    for (double_sided, mirrored, is_seen) in
        [(false, false, false), (true, false, true), (false, true, true)]
    {
        let material = Material { double_sided, ..plain([0.0, 1.0, 0.0, 1.0]) };
        let figure = surface(square(Vec3::ZERO, 0.9), vec![material], Vec::new());
        // A half turn shows the back; a mirror turns the corners round, but leaves the outside
        // outside.
        let scale = if mirrored { Vec3::new(-1.0, 1.0, 1.0) } else { Vec3::new(-1.0, 1.0, -1.0) };
        let pose = figure.rig.skeleton.rest_pose();
        let mut scene = scene(figure, &pose);
        scene.bodies[0].world_from_joint = vec![Affine3::from_scale(scale)];
        let Some(picture) = draw(&scene, "sides", [32, 32]) else { return };
        assert_eq!(
            pixel(&picture, 0.5, 0.5)[1] > 200,
            is_seen,
            "double sided {double_sided}, mirrored {mirrored}"
        );
    }
}

#[test]
fn tints_are_mixed_in() {
    let figure = surface(square(Vec3::ZERO, 0.9), vec![plain([1.0, 0.0, 0.0, 1.0])], Vec::new());
    let pose = figure.rig.skeleton.rest_pose();
    let mut scene = scene(figure, &pose);
    scene.bodies[0].joint_tints = vec![[0.0, 1.0, 0.0, 1.0]];
    let Some(picture) = draw(&scene, "tint", [32, 32]) else { return };
    assert_eq!(pixel(&picture, 0.5, 0.5), [0, 255, 0, 255]);
    scene.bodies[0].tint = [0.0, 0.0, 1.0, 0.5];
    let mixed = draw(&scene, "tint", [32, 32]).map(|picture| pixel(&picture, 0.5, 0.5));
    assert!(mixed.is_some_and(|[r, g, b, _]| r == 0 && g == b && g > 180 && g < 195), "{mixed:?}");
}

/// A body that one sees through shows its nearest surface alone: not its back, not its inside.
#[test]
fn ghosts_show_no_inside() {
    let mut primitive = square(Vec3::ZERO, 0.9);
    let back = square(Vec3::new(0.0, 0.0, -0.5), 0.9);
    primitive.indices.extend(back.indices.iter().map(|index| index + 4));
    primitive.positions.extend(back.positions);
    primitive.normals.extend(back.normals);
    primitive.uvs.extend(back.uvs);
    let figure = surface(primitive, vec![plain([1.0; 4])], Vec::new());
    let pose = figure.rig.skeleton.rest_pose();
    let mut scene = Scene { background: [0.0, 0.0, 0.0, 1.0], ..scene(figure, &pose) };
    scene.bodies[0].opacity = 0.5;
    let Some(picture) = draw(&scene, "ghost", [32, 32]) else { return };
    let seen = pixel(&picture, 0.5, 0.5)[0];
    assert!(seen.abs_diff(188) <= 2, "half of white is 188, twice half would be 225: {seen}");
}

fn corpus(name: &str) -> Option<Figure> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder =
        std::env::var_os("KANSETSU_CORPUS").map_or_else(beside, PathBuf::from).join("gltf");
    if !folder.is_dir() {
        assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{} is missing", folder.display());
        say_missing(name);
        return None;
    }
    let bytes = fs::read(folder.join(name)).expect("a file");
    Some(gltf::read(&bytes, &|name| Err(format!("there is no {name}"))).expect("a figure").figure)
}

#[expect(clippy::print_stdout, reason = "a test that did not run says so")]
fn say_missing(name: &str) {
    println!("not run: the picture of {name}, because there is no corpus");
}

/// Figures that other programs made: skins with textures, rigid parts, and clips.
#[test]
fn other_programs_figures_show() {
    for (name, distance, height) in [
        ("CesiumMan.glb", 4.0, 0.75),
        ("RobotExpressive.glb", 11.0, 2.2),
        ("webxr_hand_left.glb", 0.5, 0.0),
    ] {
        let Some(figure) = corpus(name) else { return };
        let pose = figure.rig.skeleton.rest_pose();
        let camera = Camera { distance, target: Vec3::Y * height, ..Camera::default() };
        let scene = Scene { camera, grid: true, background: LIGHT, ..scene(figure, &pose) };
        let Some(picture) = draw(&scene, name, [480, 480]) else { return };
        let behind = brightness(pixel(&picture, 0.02, 0.02));
        let differing =
            picture.pixels.iter().filter(|pixel| brightness(**pixel).abs_diff(behind) > 90).count();
        assert!(differing > 6000, "{name}: {differing} pixels");
    }
}

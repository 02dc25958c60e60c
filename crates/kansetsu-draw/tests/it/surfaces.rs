//! The look of surfaces: colours, textures, holes, sides.

use std::io::Cursor;

use image::{ImageFormat, Rgba, RgbaImage};
use kansetsu::d3::{Rig, Skeleton, Transform};
use kansetsu::glam::{Vec2, Vec3};
use kansetsu_draw::{Ground, Picture, Scene, View, render_png};
use kansetsu_formats::{AlphaMode, Figure, Image, Material, Mesh, Primitive};

use crate::{
    capsule,
    pictures::{pixels, red_pixels, small},
};

/// An upright square that faces +Z, one metre wide.
fn square() -> Figure {
    let mut builder = Skeleton::builder();
    builder.root("root", Transform::IDENTITY);
    let mut figure = Figure::new("square", Rig::new(builder.build().expect("one joint")));
    let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, y)| Vec2::new(x, y));
    let surface = Primitive {
        positions: corners.map(|corner| Vec3::new(corner.x - 0.5, corner.y, 0.0)).to_vec(),
        uvs: corners.map(|corner| Vec2::new(corner.x, 1.0 - corner.y)).to_vec(),
        indices: vec![0, 1, 2, 0, 2, 3],
        material: Some(0),
        ..Primitive::default()
    };
    figure.meshes.push(Mesh { primitives: vec![surface], ..Mesh::default() });
    figure.materials.push(Material { unlit: true, ..Material::default() });
    figure
}

fn front() -> Picture {
    Picture { view: View::new(0.0, 0.0), ground: Ground::Hidden, ..small(40) }
}

fn drawn(figure: &Figure) -> RgbaImage {
    pixels(&Scene::new(figure, &figure.rig.skeleton.rest_pose()), &front())
}

/// The square's four quarters, from the upper left, row by row.
fn quarters(image: &RgbaImage) -> [[u8; 3]; 4] {
    [(12, 12), (28, 12), (12, 28), (28, 28)].map(|(x, y)| {
        let Rgba([r, g, b, _]) = *image.get_pixel(x, y);
        [r, g, b]
    })
}

const FOUR: [[u8; 4]; 4] =
    [[200, 30, 30, 255], [30, 160, 40, 255], [40, 60, 180, 255], [120, 120, 120, 0]];

/// A picture of 32 x 32 texels in four colours.
fn four_colors() -> Image {
    let image = RgbaImage::from_fn(32, 32, |x, y| Rgba(FOUR[(x / 16 + y / 16 * 2) as usize]));
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, ImageFormat::Png).expect("it fits in memory");
    Image { bytes: bytes.into_inner(), ..Image::default() }
}

/// IEC 61966-2-1, from a byte to light.
fn decoded(byte: u8) -> f64 {
    let value = f64::from(byte) / 255.0;
    if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

/// The inverse, without rounding.
fn encoded(light: f64) -> f64 {
    255.0 * if light <= 0.0031308 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 }
}

#[test]
fn a_texture_stands_upright_and_keeps_its_colours() {
    let mut figure = square();
    figure.images.push(four_colors());
    figure.materials[0].base_color_image = Some(0);
    assert_eq!(quarters(&drawn(&figure)), FOUR.map(|[r, g, b, _]| [r, g, b]));
}

#[test]
fn a_masked_texture_has_holes() {
    let mut figure = square();
    figure.images.push(four_colors());
    figure.materials[0].base_color_image = Some(0);
    let behind = quarters(&pixels(&Scene::default(), &front()))[3];
    figure.materials[0].alpha = AlphaMode::Mask(0.5);
    let [a, _, _, hole] = quarters(&drawn(&figure));
    assert_eq!((a, hole), ([200, 30, 30], behind));
}

#[test]
fn a_blended_surface_lets_through_what_is_behind() {
    let mut figure = square();
    figure.materials[0] = Material {
        base_color: [0.0, 0.0, 0.0, 0.5],
        alpha: AlphaMode::Blend,
        ..figure.materials[0].clone()
    };
    let behind = quarters(&pixels(&Scene::default(), &front()))[0];
    let through = quarters(&drawn(&figure))[0];
    let half = behind.map(|byte| encoded(0.5 * decoded(byte)));
    assert!(
        through.iter().zip(half).all(|(seen, half)| (f64::from(*seen) - half).abs() < 1.5),
        "{through:?} {half:?}"
    );
}

#[test]
fn vertex_colours_multiply_the_base_colour() {
    let mut figure = square();
    figure.materials[0].base_color = [1.0, 0.5, 1.0, 1.0];
    figure.meshes[0].primitives[0].colors = vec![[1.0, 1.0, 0.0, 1.0]; 4];
    let [r, g, b] = quarters(&drawn(&figure))[0];
    // The base colour is 1, 0.5, 1 in linear light; the corner colours are 1, 1, 0. Shading makes
    // full red a little darker than 255.
    assert!(r > 235 && (f64::from(g) - encoded(0.5)).abs() < 1.5 && b == 0, "{r} {g} {b}");
}

#[test]
fn emissive_light_is_added() {
    let mut figure = square();
    figure.materials[0] = Material {
        base_color: [0.0, 0.0, 0.0, 1.0],
        emissive: [0.0, 0.6, 0.0],
        ..Material::default()
    };
    let [r, g, _] = quarters(&drawn(&figure))[0];
    assert!(g > 190 && r < 120, "{r} {g}");
}

#[test]
fn the_back_is_seen_only_when_the_material_has_two_sides() {
    let mut figure = square();
    figure.materials[0].base_color = [1.0, 0.0, 0.0, 1.0];
    let scene = |figure: &Figure| {
        red_pixels(&pixels(
            &Scene::new(figure, &figure.rig.skeleton.rest_pose()),
            &Picture { view: View::BACK, ..front() },
        ))
    };
    assert_eq!(scene(&figure), 0);
    figure.materials[0].double_sided = true;
    // The square fills the picture except for margins of 8 %.
    let side = 40.0 * (1.0 - 2.0 * 0.08_f64);
    let found = scene(&figure) as f64;
    assert!((found.sqrt() - side).abs() < 2.0, "{found} pixels, the square has {}", side * side);
}

#[test]
fn a_mirrored_figure_shows_its_outside() {
    let figure = capsule::figure();
    let mut scene = Scene::new(&figure, &figure.rig.skeleton.rest_pose());
    let normal = pixels(&scene, &front());
    scene.actors[0].world_from_model =
        kansetsu::glam::Affine3::from_scale(Vec3::new(-1.0, 1.0, 1.0));
    let mirrored = pixels(&scene, &front());
    // A round figure looks the same in a mirror; seen from inside it would be dark and lit from the
    // other side.
    let difference: u32 =
        normal.pixels().zip(mirrored.pixels()).map(|(a, b)| u32::from(a[0].abs_diff(b[0]))).sum();
    assert!(difference < 40 * 40, "{difference}");
}

#[test]
fn an_image_that_cannot_be_read_is_a_warning_and_a_plain_colour() {
    let mut figure = square();
    figure.materials[0].base_color = [1.0, 0.0, 0.0, 1.0];
    figure.materials[0].base_color_image = Some(0);
    figure.images.push(Image { bytes: b"BM not ours".to_vec(), ..Image::default() });
    let draw = |figure: &Figure| {
        render_png(&Scene::new(figure, &figure.rig.skeleton.rest_pose()), &front())
            .expect("a picture")
    };
    let drawing = draw(&figure);
    assert_eq!(drawing.warnings, ["image 0 of square is ignored: it is neither PNG nor JPEG"]);
    assert!(
        red_pixels(&image::load_from_memory(&drawing.content).expect("PNG").into_rgba8()) > 500
    );
    for bytes in
        [four_colors().bytes[..60].to_vec(), vec![0xFF, 0xD8, 0xFF, 0xE0, 0, 16], Vec::new()]
    {
        figure.images[0].bytes = bytes;
        assert_eq!(draw(&figure).warnings.len(), 1);
    }
    figure.images.clear();
    assert_eq!(
        draw(&figure).warnings,
        ["image 0 of square is ignored: the figure has no such image"]
    );
}

#[test]
fn triangles_without_corners_are_left_out() {
    let mut figure = square();
    let surface = &mut figure.meshes[0].primitives[0];
    surface.indices.extend([0, 1, 99, u32::MAX, 1, 2, 3]);
    surface.uvs.pop();
    surface.colors = vec![[0.0; 4]];
    surface.material = Some(7);
    figure.meshes.push(Mesh {
        attachment: kansetsu_formats::Attachment::Skin(3),
        ..figure.meshes[0].clone()
    });
    figure.meshes.push(Mesh {
        attachment: kansetsu_formats::Attachment::Joint(9),
        ..figure.meshes[0].clone()
    });
    let found = drawn(&figure);
    // The part to the right of it is drawn as if the rest did not exist.
    let mut right = square();
    right.meshes[0].primitives[0].uvs.clear();
    right.materials.clear();
    right.meshes[0].primitives[0].material = None;
    assert_eq!(found, drawn(&right));
}

#[test]
fn views_are_measured_from_the_front_of_the_figure() {
    let figure = square();
    let seen = |front_deg: f32, view: View| {
        let picture = Picture { front_deg, view, ground: Ground::Hidden, ..small(40) };
        pixels_of(&figure, &picture)
    };
    for (front_deg, view, same) in [
        (180.0, View::FRONT, View::BACK),
        (180.0, View::BACK, View::FRONT),
        (180.0, View::LEFT, View::RIGHT),
        (90.0, View::LEFT, View::BACK),
        (-90.0, View::new(30.0, 10.0), View::new(-60.0, 10.0)),
    ] {
        assert!(seen(front_deg, view) == seen(0.0, same), "{view:?} of a front at {front_deg}");
    }
    assert!(seen(0.0, View::FRONT) != seen(0.0, View::LEFT), "the views differ");
}

fn pixels_of(figure: &Figure, picture: &Picture) -> RgbaImage {
    pixels(&Scene::new(figure, &figure.rig.skeleton.rest_pose()), picture)
}

#[test]
fn hidden_meshes_are_not_drawn() {
    let mut figure = square();
    let shown = drawn(&figure);
    figure.meshes[0].is_hidden = true;
    let hidden = drawn(&figure);
    figure.meshes.clear();
    assert!(hidden != shown && hidden == drawn(&figure));
}

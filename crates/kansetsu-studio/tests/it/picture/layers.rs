//! Lines, faces and their layers.

use kansetsu::glam::Vec3;
use kansetsu_studio::viewport::scene::{Face, Layer, Line, Scene};

use super::stage::{FRONT, draw, pixel, plain, scene, square, surface};

const BLACK: [f32; 4] = [0.0, 0.0, 0.0, 1.0];
const RED: [f32; 4] = [1.0, 0.0, 0.0, 1.0];
const GREEN: [f32; 4] = [0.0, 1.0, 0.0, 1.0];
const BLUE: [f32; 4] = [0.0, 0.0, 1.0, 1.0];

fn line(y: f32, z: f32, layer: Layer) -> Line {
    Line { ends: [Vec3::new(-0.9, y, z), Vec3::new(0.9, y, z)], width: 4.0, color: GREEN, layer }
}

fn face(half: f32, z: f32, color: [f32; 4], layer: Layer) -> Face {
    let corner = |x: f32, y: f32| Vec3::new(x * half, y * half, z);
    Face { corners: [corner(-1.0, -1.0), corner(3.0, -1.0), corner(-1.0, 3.0)], color, layer }
}

fn empty() -> Scene {
    Scene { camera: FRONT, background: BLACK, ..Scene::default() }
}

#[test]
fn only_what_is_in_depth_is_hidden_by_bodies() {
    let figure = surface(square(Vec3::ZERO, 0.5), vec![plain(RED)], Vec::new());
    let pose = figure.rig.skeleton.rest_pose();
    let lines = vec![
        line(0.3, -0.5, Layer::InDepth),
        line(0.0, -0.5, Layer::OnTop),
        line(-0.3, 0.5, Layer::InDepth),
    ];
    let Some(picture) =
        draw(&Scene { lines, background: BLACK, ..scene(figure, &pose) }, "layers", [128, 128])
    else {
        return;
    };
    assert_eq!(pixel(&picture, 0.5, 0.35), [255, 0, 0, 255], "behind the body");
    assert_eq!(pixel(&picture, 0.1, 0.35), [0, 255, 0, 255], "beside the body");
    assert_eq!(pixel(&picture, 0.5, 0.5), [0, 255, 0, 255], "on top");
    assert_eq!(pixel(&picture, 0.5, 0.65), [0, 255, 0, 255], "before the body");
}

#[test]
fn layers_lie_over_each_other_and_hide_themselves_in_depth() {
    let faces = vec![
        face(0.9, 0.0, RED, Layer::OnTop),
        face(0.6, -0.2, GREEN, Layer::OnTop),
        face(0.3, -0.5, BLUE, Layer::Handle),
        face(0.9, 0.9, [1.0; 4], Layer::InDepth),
    ];
    let Some(picture) = draw(&Scene { faces, ..empty() }, "faces", [128, 128]) else { return };
    assert_eq!(pixel(&picture, 0.4, 0.6), [0, 0, 255, 255], "a handle lies over everything");
    assert_eq!(pixel(&picture, 0.25, 0.75), [255, 0, 0, 255], "in a layer the near hides the far");
}

#[test]
fn translucent_faces_are_laid_over_each_other_from_behind() {
    let see_through = |color: [f32; 4]| [color[0], color[1], color[2], 0.5];
    let faces = vec![
        face(0.9, 0.5, see_through(GREEN), Layer::InDepth),
        face(0.9, 0.0, see_through(RED), Layer::InDepth),
    ];
    let Some(picture) = draw(&Scene { faces, ..empty() }, "translucent", [64, 64]) else { return };
    let [r, g, b, _] = pixel(&picture, 0.3, 0.7);
    assert!(
        r.abs_diff(137) <= 2 && g.abs_diff(188) <= 2 && b == 0,
        "a quarter of red under half of green: {r} {g} {b}"
    );
}

#[test]
fn lines_are_as_wide_as_they_say() {
    for width in [1.0_f32, 3.0, 8.0] {
        let lines = vec![Line { width, ..line(0.0, 0.0, Layer::InDepth) }];
        let Some(picture) = draw(&Scene { lines, ..empty() }, "width", [65, 65]) else { return };
        let column = (0..65).map(|y| pixel(&picture, 0.5, (y as f32 + 0.5) / 65.0)[1]);
        let light = |value: u8| (f32::from(value) / 255.0).powf(2.2);
        let covered: f32 = column.map(light).sum();
        assert!((covered - width).abs() < 0.25, "{covered} pixels instead of {width}");
    }
}

#[test]
fn a_line_without_length_is_a_dot() {
    let lines =
        vec![Line { ends: [Vec3::ZERO; 2], width: 16.0, color: GREEN, layer: Layer::OnTop }];
    let Some(picture) = draw(&Scene { lines, ..empty() }, "dot", [64, 64]) else { return };
    let covered = picture.pixels.iter().filter(|pixel| pixel[1] > 128).count() as f32;
    assert!((covered - std::f32::consts::PI * 64.0).abs() < 16.0, "{covered} pixels");
}

/// A line that passes the viewer is cut where the viewer is, not turned round.
#[test]
fn a_line_that_passes_the_viewer_stays_straight() {
    let camera = kansetsu_studio::viewport::Camera {
        yaw: 0.0,
        pitch: 0.0,
        target: Vec3::ZERO,
        ..Default::default()
    };
    let ends = [Vec3::new(0.1, 0.1, -5.0), Vec3::new(0.1, 0.1, 8.0)];
    let lines = vec![Line { ends, width: 3.0, color: GREEN, layer: Layer::InDepth }];
    let Some(picture) = draw(&Scene { lines, camera, ..empty() }, "past-the-viewer", [128, 128])
    else {
        return;
    };
    let seen = |is: fn(usize, usize) -> bool| {
        picture
            .pixels
            .iter()
            .enumerate()
            .filter(|(index, pixel)| pixel[1] > 128 && is(index % 128, index / 128))
            .count()
    };
    assert!(seen(|x, y| x > 64 && y < 64) > 60, "it runs to the upper right");
    assert_eq!(seen(|x, y| x < 62 || y > 66), 0, "and nowhere else");
}

#[test]
fn the_ground_has_its_axes() {
    let camera = kansetsu_studio::viewport::Camera {
        pitch: 0.8,
        yaw: 0.3,
        target: Vec3::ZERO,
        ..Default::default()
    };
    let Some(picture) = draw(&Scene { grid: true, camera, ..empty() }, "ground", [256, 256]) else {
        return;
    };
    let count = |is: fn([u8; 4]) -> bool| picture.pixels.iter().filter(|pixel| is(**pixel)).count();
    assert!(count(|[r, g, b, _]| r > 100 && g < 80 && b < 80) > 100, "x is red");
    assert!(count(|[r, g, b, _]| b > 100 && r < 80 && g < 120) > 100, "z is blue");
    assert!(
        count(|[r, g, b, _]| r > 15 && r.abs_diff(g) < 20 && r.abs_diff(b) < 30) > 500,
        "lines are grey"
    );
}

//! Skeletons, limits, onion skins, paths and handles.

use std::sync::Arc;

use kansetsu::glam::{Quat, Vec2, Vec3};
use kansetsu_formats::Figure;
use kansetsu_studio::posing::limits::LimitSite;
use kansetsu_studio::viewport::{
    Camera, Manipulator, Part, Tool, View,
    scene::{Body, Layer, Scene},
    shape::{
        Bone, MotionPath, Palette, Skin, bones, limit, manipulator, motion_path, onion_skin, pin,
        pole, rubber,
    },
};

use super::stage::{DARK, LIGHT, draw};

fn posed() -> (Arc<Figure>, Vec<kansetsu::glam::Affine3>) {
    let figure = kansetsu_figures::mannequin();
    let mut pose = figure.rig.skeleton.rest_pose();
    let mut turn = |name: &str, by: Quat| {
        let joint = figure.find_joint(name).expect("a joint of the mannequin");
        pose.locals[joint].rotation *= by;
    };
    turn("LeftUpperArm", Quat::from_rotation_z(0.5));
    turn("LeftLowerArm", Quat::from_rotation_y(-1.1));
    turn("RightUpperArm", Quat::from_rotation_z(1.0));
    turn("RightUpperLeg", Quat::from_rotation_x(-0.6));
    turn("RightLowerLeg", Quat::from_rotation_x(0.9));
    let world = figure.rig.skeleton.forward(&pose);
    (Arc::new(figure), world)
}

fn scene(background: [f32; 4]) -> Scene {
    Scene {
        camera: Camera { distance: 3.4, ..Camera::default() },
        grid: true,
        background,
        ..Scene::default()
    }
}

/// How many pixels are nearer than a little to a colour, sRGB.
fn near(picture: &kansetsu_studio::viewport::gpu::Picture, [r, g, b]: [u8; 3]) -> usize {
    let is_near = |pixel: &&[u8; 4]| {
        pixel[0].abs_diff(r) < 40 && pixel[1].abs_diff(g) < 40 && pixel[2].abs_diff(b) < 40
    };
    picture.pixels.iter().filter(is_near).count()
}

#[test]
fn a_skeleton_alone_is_made_of_solid_bones() {
    for (background, palette, name) in
        [(DARK, Palette::DARK, "bones-dark"), (LIGHT, Palette::LIGHT, "bones-light")]
    {
        let (figure, world) = posed();
        let mut scene = scene(background);
        let look = |_: usize| Some(Bone { color: palette.bone, layer: Layer::OnTop });
        bones(&mut scene, &figure.rig.skeleton, &world, Vec3::new(0.3, 0.8, 0.5).normalize(), look);
        let plain = draw(&Scene { faces: Vec::new(), ..scene.clone() }, "empty", [640, 480]);
        let Some((picture, plain)) = draw(&scene, name, [640, 480]).zip(plain) else { return };
        let differing = picture.pixels.iter().zip(&plain.pixels).filter(|(a, b)| a != b).count();
        assert!(differing > 1500, "{name}: {differing}");
    }
}

#[test]
fn limits_and_handles_show_over_the_body() {
    for (background, palette, name) in
        [(DARK, Palette::DARK, "limits-dark"), (LIGHT, Palette::LIGHT, "limits-light")]
    {
        let (figure, world) = posed();
        let mut scene = scene(background);
        for joint in ["LeftUpperArm", "LeftLowerArm", "Head", "RightLowerLeg", "RightUpperArm"] {
            let joint = figure.find_joint(joint).expect("a joint of the mannequin");
            let site = LimitSite::of(&figure.rig.skeleton, &world, joint).expect("it is posed");
            let what = figure.rig.limits[joint].as_ref().expect("it has a limit");
            limit(&mut scene, what, &site, &palette, false);
        }
        let place = |name: &str| world[figure.find_joint(name).expect("a joint of the mannequin")];
        let view = View::new(scene.camera, Vec2::new(640.0, 480.0));
        let hand =
            Manipulator::new(&view, Tool::Move, place("LeftHand").translation, Quat::IDENTITY)
                .expect("it is seen");
        manipulator(&mut scene, &hand, &view, Some(Part::Centre), &palette);
        let hips = Manipulator::new(&view, Tool::Rotate, place("Hips").translation, Quat::IDENTITY)
            .expect("it is seen");
        manipulator(&mut scene, &hips, &view, None, &palette);
        pin(
            &mut scene,
            &place("LeftFoot"),
            place("LeftFoot").translation,
            [true, true],
            (0.09, &palette),
        );
        pole(
            &mut scene,
            [place("RightLowerLeg").translation, Vec3::new(-0.3, 0.7, 0.6)],
            0.04,
            (false, &palette),
        );
        let right = place("RightHand").translation;
        rubber(&mut scene, [right, right + Vec3::new(-0.15, -0.2, 0.1)], 0.04, &palette);
        scene.bodies.push(Body::new(figure.clone(), world.clone()));
        let Some(picture) = draw(&scene, name, [1280, 960]) else { return };
        let teal = if background == DARK { [0x2D, 0xD4, 0xBF] } else { [0x0E, 0x9F, 0x8E] };
        assert!(
            near(&picture, teal) > 200,
            "{name}: {} pixels of the cones' rims",
            near(&picture, teal)
        );
    }
}

#[test]
fn the_past_and_the_future_are_faint_and_differ() {
    let palette = Palette::DARK;
    let (figure, world) = posed();
    let rest = figure.rig.skeleton.forward(&figure.rig.skeleton.rest_pose());
    let mut scene = scene(DARK);
    let moved = |by: f32| {
        rest.iter()
            .map(|map| kansetsu::glam::Affine3::from_translation(Vec3::X * by) * *map)
            .collect()
    };
    let skins = vec![
        Skin { world_from_joint: moved(-0.5), steps: -1 },
        Skin { world_from_joint: moved(0.5), steps: 1 },
    ];
    scene.bodies.push(Body::new(figure.clone(), world));
    scene.bodies.extend(onion_skin(&figure, skins, &palette));
    let points: Vec<Vec3> = (0..40)
        .map(|i| i as f32 / 39.0)
        .map(|t| Vec3::new(0.9 * (3.0 * t).cos(), 1.2 + 0.5 * t, 0.4 * (4.0 * t).sin()))
        .collect();
    motion_path(&mut scene, &MotionPath { points, keys: vec![0, 13, 39], now: 20 }, &palette);
    let Some(picture) = draw(&scene, "onion", [640, 480]) else { return };
    assert!(near(&picture, [0x6F, 0xA8, 0xFF]) > 50, "the path's past");
    assert!(near(&picture, [0x7E, 0xD9, 0x8A]) > 50, "the path's future");
}

#[test]
fn a_skin_in_the_place_of_the_figure_does_not_tint_it() {
    let (figure, world) = posed();
    let mut scene = scene(DARK);
    scene.bodies.push(Body::new(figure.clone(), world.clone()));
    let plain = draw(&scene, "without-skin", [640, 480]);
    scene.bodies.extend(onion_skin(
        &figure,
        vec![Skin { world_from_joint: world, steps: -1 }],
        &Palette::DARK,
    ));
    let Some((with, plain)) = draw(&scene, "with-skin", [640, 480]).zip(plain) else { return };
    let differing = with.pixels.iter().zip(&plain.pixels).filter(|(a, b)| a != b).count();
    // Where several triangles meet in one pixel, their edges may show.
    assert!(differing < 300, "{differing} pixels");
}

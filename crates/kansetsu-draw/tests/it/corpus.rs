//! Files that other programs made.

use std::{fs, path::PathBuf};

use kansetsu_draw::{Scene, render_png};
use kansetsu_formats::gltf;

use crate::pictures::{pixels, small};

/// The folder of test files; `None`, said in one line, where it does not exist. It must exist where tests decide.
#[expect(clippy::print_stdout, reason = "a test that did not run says so")]
fn corpus() -> Option<PathBuf> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("KANSETSU_CORPUS").map_or_else(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{} is missing", folder.display());
    println!("not run: pictures of the test files, because {} does not exist", folder.display());
    None
}

#[test]
fn every_gltf_file_gives_a_picture() {
    let Some(folder) = corpus().map(|corpus| corpus.join("gltf")) else { return };
    let mut files: Vec<PathBuf> = fs::read_dir(&folder).expect("a folder").filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "glb" || extension == "gltf"));
    assert!(files.len() > 5);
    for path in files {
        let resources = |name: &str| fs::read(folder.join(name)).map_err(|error| error.to_string());
        let loaded = gltf::read(&fs::read(&path).expect("a file"), &resources).expect("a figure");
        let scene = Scene::new(&loaded.figure, &loaded.figure.rig.skeleton.rest_pose());
        let drawing = render_png(&scene, &small(72)).expect("a picture");
        // One file refers to an image that is not there; the loader says so too.
        assert!(drawing.warnings.len() <= loaded.warnings.len(), "{:?}", drawing.warnings);
        let image = image::load_from_memory(&drawing.content).expect("a PNG file").into_rgba8();
        let background = *image.get_pixel(0, 0);
        let drawn = image.pixels().filter(|pixel| pixel[1].abs_diff(background[1]) > 25).count();
        assert!(drawn > 50, "{}: {drawn} pixels", path.display());
    }
}

/// Textures made by a real JPEG encoder keep their colours: the figure of this file is white, blue and green.
#[test]
fn jpeg_textures_show() {
    let Some(folder) = corpus().map(|corpus| corpus.join("gltf")) else { return };
    let bytes = fs::read(folder.join("CesiumMan.glb")).expect("a file");
    let figure = gltf::read(&bytes, &|name| Err(format!("there is no {name}"))).expect("a figure").figure;
    let image = pixels(&Scene::new(&figure, &figure.rig.skeleton.rest_pose()), &small(128));
    let colored = |by: fn(i32, i32, i32) -> bool| image.pixels().filter(|p| by(p[0].into(), p[1].into(), p[2].into())).count();
    assert!(colored(|r, g, b| b > r + 60 && b > g + 10) > 60, "blue");
    assert!(colored(|r, g, b| g > b + 40 && g > r + 10) > 60, "green");
}

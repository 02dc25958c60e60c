//! Files from other programs.

use std::{fs, path::PathBuf};

use kansetsu::glam::Quat;
use kansetsu_draw::Scene;
use kansetsu_formats::gltf;

use crate::{
    pictures::{pixels, small},
    silhouette,
    skip::test_data,
};

/// The outline of each figure matches skinning in double precision: at rest, and with a rotated
/// joint that moves a surface.
#[test]
fn figures_of_gltf_files_are_drawn_where_they_are_posed() {
    let Some(folder) = test_data("gltf") else { return };
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("a folder")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    files.retain(|path| {
        path.extension().is_some_and(|extension| extension == "glb" || extension == "gltf")
    });
    assert!(files.len() > 5);
    for path in files {
        let resources = |name: &str| fs::read(folder.join(name)).map_err(|error| error.to_string());
        let figure =
            gltf::read(&fs::read(&path).expect("a file"), &resources).expect("a figure").figure;
        let rest = figure.rig.skeleton.rest_pose();
        let mut turned = rest.clone();
        let joint = figure.skins.first().map_or(0, |skin| skin.joints[skin.joints.len() / 2]);
        turned.locals[joint].rotation *= Quat::from_rotation_z(0.7);
        for (name, pose) in [("at rest", rest), ("turned", turned)] {
            let off = silhouette::off(&figure, &pose, 160);
            assert!(off < 2.0, "{} {name}: its outline is {off} pixels off", path.display());
        }
    }
}

/// Textures from a real JPEG encoder keep their colours: the figure of this file is white, blue and
/// green.
#[test]
fn jpeg_textures_show() {
    let Some(folder) = test_data("gltf") else { return };
    let bytes = fs::read(folder.join("CesiumMan.glb")).expect("a file");
    let figure =
        gltf::read(&bytes, &|name| Err(format!("there is no {name}"))).expect("a figure").figure;
    let image = pixels(&Scene::new(&figure, &figure.rig.skeleton.rest_pose()), &small(128));
    let colored = |by: fn(i32, i32, i32) -> bool| {
        image.pixels().filter(|p| by(p[0].into(), p[1].into(), p[2].into())).count()
    };
    assert!(colored(|r, g, b| b > r + 60 && b > g + 10) > 60, "blue");
    assert!(colored(|r, g, b| g > b + 40 && g > r + 10) > 60, "green");
}

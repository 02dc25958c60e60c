//! FBX: joints, motions and skins are where other programs put them, and damaged files are refused
//! with their place.

use kansetsu::d3::Pose;
use kansetsu::glam::{Affine3, Vec3};
use kansetsu_formats::fbx::{self, Loaded};
use kansetsu_formats::{Attachment, Figure};
use serde_json::Value;

use crate::{corpus, skip::test_data};

fn absent(path: &str) -> Result<Vec<u8>, String> {
    Err(format!("{path} is not here"))
}

fn vector(value: &Value) -> Vec3 {
    Vec3::from_array(std::array::from_fn(|i| value[i].as_f64().unwrap() as f32))
}

/// The intact files with the results of another program.
fn corpus() -> Vec<(String, Loaded, Value)> {
    let Some(folder) = test_data("fbx") else { return Vec::new() };
    let with_reference = |path: &std::path::PathBuf| {
        let reference = corpus::json(&path.with_extension("json"));
        let name = corpus::name(path);
        (reference["load"] == "ok").then(|| {
            let loaded = fbx::read(&std::fs::read(path).unwrap(), &absent)
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            (name, loaded, reference)
        })
    };
    corpus::files(&folder, &["fbx"]).iter().filter_map(with_reference).collect()
}

/// The largest extent of all positions of a reference.
fn scale(reference: &Value) -> f32 {
    let nodes = reference["nodes"].as_array().unwrap().iter();
    let places: Vec<Vec3> = nodes
        .flat_map(|node| [vector(&node["world_position_at_rest"]), vector(&node["probe_at_rest"])])
        .collect();
    let low = places.iter().copied().reduce(Vec3::min).unwrap();
    let high = places.iter().copied().reduce(Vec3::max).unwrap();
    (high - low).max_element()
}

/// The joint of a node; `None` for names that occur twice.
fn joint(figure: &Figure, key: &str) -> Option<usize> {
    (!key.is_empty() && !key.contains('#'))
        .then(|| figure.rig.skeleton.find(key).unwrap_or_else(|error| panic!("{error}")))
}

fn probe(model_from_joint: &Affine3, reference: &Value) -> Vec3 {
    let unit = reference["units_to_metres"].as_f64().unwrap() as f32;
    model_from_joint.transform_point3(Vec3::new(1.0, 2.0, 3.0) * unit)
}

#[test]
fn joints_stand_at_rest_where_another_program_puts_them() {
    for (name, loaded, reference) in corpus() {
        let skeleton = &loaded.figure.rig.skeleton;
        let rest = skeleton.forward(&loaded.figure.file_rest_pose());
        let tolerance = 1e-5 * scale(&reference) + 1e-6;
        let (mut compared, mut worst) = (0, 0.0_f32);
        for node in reference["nodes"].as_array().unwrap() {
            let Some(joint) = joint(&loaded.figure, node["key"].as_str().unwrap()) else {
                continue;
            };
            let off = rest[joint].translation.distance(vector(&node["world_position_at_rest"]));
            let probed = probe(&rest[joint], &reference).distance(vector(&node["probe_at_rest"]));
            compared += 1;
            worst = worst.max(off).max(probed);
        }
        println!("{name}: {compared} joints, worst {worst:.2e} of {tolerance:.2e} m");
        assert!(compared > 0 && worst <= tolerance, "{name}: {worst} m off");
    }
}

#[test]
fn motions_pass_where_another_program_puts_them() {
    for (name, loaded, reference) in corpus() {
        let skeleton = &loaded.figure.rig.skeleton;
        let tolerance = 1e-4 * scale(&reference) + 1e-6;
        for clip in reference["clips"].as_array().unwrap() {
            let title = clip["name"].as_str().unwrap();
            let own = &loaded.figure.clips
                [loaded.figure.find_clip(title).unwrap_or_else(|| panic!("{name}: {title}"))];
            let begin = clip["begin"].as_f64().unwrap();
            let (mut worst, mut samples) = (0.0_f32, 0);
            for sample in clip["samples"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|sample| sample["euler_jump"] == false)
            {
                let mut pose = loaded.figure.saved_pose();
                own.sample((sample["time"].as_f64().unwrap() - begin) as f32, &mut pose);
                let posed = skeleton.forward(&pose);
                samples += 1;
                for (key, place) in sample["positions"].as_object().unwrap() {
                    let Some(joint) = joint(&loaded.figure, key) else { continue };
                    worst = worst.max(posed[joint].translation.distance(vector(place)));
                }
                for (key, place) in sample["probes"].as_object().into_iter().flatten() {
                    let Some(joint) = joint(&loaded.figure, key) else { continue };
                    worst = worst.max(probe(&posed[joint], &reference).distance(vector(place)));
                }
            }
            println!(
                "{name} \"{title}\": {samples} times, worst {worst:.2e} of {tolerance:.2e} m, {} keys",
                keys(own)
            );
            assert!(worst <= tolerance, "{name} \"{title}\": {worst} m off");
        }
    }
}

fn keys(clip: &kansetsu_formats::Clip) -> usize {
    clip.tracks.iter().map(|track| track.times.len()).sum()
}

/// The points of the surfaces of a name, each close to one of the reference.
fn off(figure: &Figure, mesh: &Value, pose: &Pose, places: &Value) -> f32 {
    let posed = figure.rig.skeleton.forward(pose);
    let own: Vec<Vec3> = figure
        .meshes
        .iter()
        .filter(|own| {
            mesh["node"]
                .as_str()
                .is_some_and(|name| name.split('#').next() == Some(own.name.as_str()))
        })
        .flat_map(|own| {
            own.primitives
                .iter()
                .flat_map(|part| part.posed_positions(&figure.placement(own.attachment, &posed)))
        })
        .collect();
    let nearest =
        |place: Vec3| own.iter().map(|own| own.distance(place)).fold(f32::INFINITY, f32::min);
    places.as_array().unwrap().iter().map(|place| nearest(vector(place))).fold(0.0, f32::max)
}

#[test]
fn surfaces_and_skins_are_where_another_program_puts_them() {
    for (name, loaded, reference) in corpus() {
        let figure = &loaded.figure;
        let size = scale(&reference).max(figure.rig.skeleton.size());
        for mesh in reference["meshes"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|mesh| mesh["blend_channels"] == 0)
        {
            let rest = off(figure, mesh, &figure.saved_pose(), &mesh["rest"]);
            println!("{name} {}: rest {rest:.2e} of {size:.2e} m", mesh["node"]);
            assert!(rest <= 1e-5 * size + 1e-6, "{name} {}: {rest} m off", mesh["node"]);
            let Some(clip) = mesh["clip"].as_str().and_then(|clip| figure.find_clip(clip)) else {
                continue;
            };
            let begin = reference["clips"]
                .as_array()
                .unwrap()
                .iter()
                .find(|clip| clip["name"] == mesh["clip"])
                .unwrap()["begin"]
                .as_f64()
                .unwrap();
            let mut pose = figure.saved_pose();
            figure.clips[clip].sample((mesh["time"].as_f64().unwrap() - begin) as f32, &mut pose);
            let moved = off(figure, mesh, &pose, &mesh["at_time"]);
            println!("{name} {}: moved {moved:.2e}", mesh["node"]);
            assert!(moved <= 1e-4 * size + 1e-6, "{name} {}: {moved} m off", mesh["node"]);
        }
        for mesh in &figure.meshes {
            for part in
                mesh.primitives.iter().filter(|_| matches!(mesh.attachment, Attachment::Skin(_)))
            {
                let sums = part
                    .influences
                    .chunks(part.influences_per_vertex)
                    .map(|list| list.iter().map(|one| one.weight).sum::<f32>());
                assert!(sums.into_iter().all(|sum| (sum - 1.0).abs() < 1e-4), "{name}: weights");
            }
        }
    }
}

#[test]
fn broken_files_are_refused_with_their_place() {
    let Some(folder) = test_data("fbx") else { return };
    for path in corpus::files(&folder, &["fbx"]) {
        if corpus::json(&path.with_extension("json"))["load"] == "broken" {
            let error = fbx::read(&std::fs::read(&path).unwrap(), &absent)
                .map(drop)
                .unwrap_err()
                .to_string();
            println!("{error}");
            assert!(error.starts_with("FBX, "), "{error}");
        }
    }
}

#[test]
fn downloaded_figures_get_roles_limits_and_limbs() {
    let mut known = 0;
    for (name, loaded, _) in corpus() {
        let figure = &loaded.figure;
        if ["own_mixamo_like", "own_ue_like", "own_blender501"]
            .iter()
            .any(|start| name.starts_with(start))
        {
            assert!(
                figure.rig.humanoid().is_some() && figure.rig.limbs.len() >= 4,
                "{name}: {:?}",
                figure.rig.roles
            );
            assert!(figure.rig.limits.iter().flatten().count() > 10, "{name}");
            known += 1;
        }
    }
    assert!(known == 3 || test_data("fbx").is_none());
}

#[test]
fn tangents_of_text_files_are_followed() {
    let Some(folder) = test_data("cases") else { return };
    let bytes = std::fs::read(folder.join("fbx_7100_ascii_tangents.fbx")).unwrap();
    let loaded = fbx::read(&bytes, &absent).unwrap();
    let clip = &loaded.figure.clips[0];
    let track = clip
        .tracks
        .iter()
        .find(|track| matches!(track.values, kansetsu_formats::Values::Translation(_)))
        .unwrap();
    let mut pose = loaded.figure.rig.skeleton.rest_pose();
    clip.sample(0.1, &mut pose);
    let x = pose.locals[track.joint].translation.x;
    assert!((x - 0.00601).abs() < 1e-5, "{x} m at 0.1 s, not 0.00601");
}

//! A figure written as USD has its joints, weights and motion, by a reader of the text made for
//! these tests. `cargo xtask python --exchange` compares with the library of USD.

use std::collections::BTreeMap;

use kansetsu::d3::{Pose, Rig, Skeleton, Transform};
use kansetsu::glam::{Affine3, Mat3, Quat, Vec3};
use kansetsu_formats::{
    AlphaMode, Attachment, Clip, Error, Figure, Image, Influence, Material, Mesh, Primitive, Skin,
    Written, usd,
};

use crate::round_trips;

/// Positions that differ by less, in sizes of the figure, are equal.
const NEAR: f32 = 1e-5;

/// The attributes of a file by `path.attribute`, as text.
struct Read {
    values: BTreeMap<String, String>,
    kinds: BTreeMap<String, String>,
}

impl Read {
    fn new(text: &str) -> Self {
        assert!(text.starts_with("#usda 1.0\n"));
        let mut read = Self { values: BTreeMap::new(), kinds: BTreeMap::new() };
        let (mut path, mut samples) = (Vec::<String>::new(), None::<String>);
        for line in text.lines().skip_while(|line| !line.starts_with("def")) {
            let line = line.trim();
            if let Some(definition) = line.strip_prefix("def ") {
                let (kind, rest) = definition.split_once(" \"").unwrap();
                path.push(rest.split('"').next().unwrap().to_owned());
                read.kinds.insert(format!("/{}", path.join("/")), kind.to_owned());
            } else if line == "}" {
                if samples.take().is_none() {
                    path.pop().unwrap();
                }
            } else if let Some((time, value)) = samples.as_ref().and(line.split_once(": ")) {
                let key = format!("{}@{time}", samples.as_ref().unwrap());
                read.values.insert(key, value.trim_end_matches(',').to_owned());
            } else if let Some((head, value)) = line.split_once(" = ") {
                let name = head.split(' ').next_back().unwrap();
                let key = format!("/{}.{name}", path.join("/"));
                if value == "{" {
                    samples = Some(key.trim_end_matches(".timeSamples").to_owned());
                } else if !line.starts_with("prepend") {
                    read.values.insert(key, value.to_owned());
                }
            }
        }
        assert!(path.is_empty(), "{path:?} are open at the end");
        read
    }

    fn text(&self, key: &str) -> &str {
        self.values.get(key).unwrap_or_else(|| panic!("no {key}"))
    }

    fn numbers(&self, key: &str) -> Vec<f32> {
        let text = self.text(key);
        // Metadata in parentheses follows a list.
        let list = text.split("] (").next().unwrap();
        let parts = list.split(|c: char| "[](), ".contains(c)).filter(|part| !part.is_empty());
        parts.map(|part| part.parse().unwrap_or_else(|_| panic!("{key}: {part}"))).collect()
    }

    fn names(&self, key: &str) -> Vec<String> {
        let list = self.text(key).trim_matches(['[', ']']);
        let names = list.split("\", \"").map(|name| name.trim_matches('"').to_owned());
        names.filter(|name| !list.is_empty() || !name.is_empty()).collect()
    }

    fn matrices(&self, key: &str) -> Vec<Affine3> {
        let numbers = self.numbers(key);
        let matrix = |m: &[f32; 16]| Affine3 {
            matrix3: Mat3::from_cols_array(&[
                m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10],
            ]),
            translation: Vec3::new(m[12], m[13], m[14]),
        };
        numbers.as_chunks::<16>().0.iter().map(matrix).collect()
    }

    fn of_kind(&self, kind: &str) -> Vec<&str> {
        let paths = self.kinds.iter().filter(|(_, own)| *own == kind);
        paths.map(|(path, _)| path.as_str()).collect()
    }

    /// The world matrices of a skeleton at rest, or at a time code of an animation.
    fn worlds(&self, skeleton: &str, moved: Option<(&str, f64)>) -> Vec<Affine3> {
        let joints = self.names(&format!("{skeleton}.joints"));
        let mut locals = self.matrices(&format!("{skeleton}.restTransforms"));
        if let Some((animation, code)) = moved {
            let at = |name: &str| {
                let key = format!("{animation}.{name}");
                if self.values.contains_key(&key) {
                    self.numbers(&key)
                } else {
                    self.numbers(&format!("{key}@{code}"))
                }
            };
            let [turns, scales, places] = [at("rotations"), at("scales"), at("translations")];
            for (index, joint) in self.names(&format!("{animation}.joints")).iter().enumerate() {
                let [w, x, y, z] = turns.as_chunks::<4>().0[index];
                let local = Transform {
                    translation: Vec3::from(places.as_chunks::<3>().0[index]),
                    rotation: Quat::from_xyzw(x, y, z, w),
                    scale: Vec3::from(scales.as_chunks::<3>().0[index]),
                };
                let at = joints.iter().position(|other| other == joint).unwrap();
                locals[at] = local.to_affine();
            }
        }
        let mut worlds: Vec<Affine3> = Vec::new();
        for (joint, local) in joints.iter().zip(locals) {
            let parent = joint.rsplit_once('/').map(|(parent, _)| parent);
            let above = parent.map(|parent| joints.iter().position(|one| one == parent).unwrap());
            worlds.push(above.map_or(local, |above| worlds[above] * local));
        }
        worlds
    }
}

fn written(name: &str, figure: &Figure, pose: Option<&Pose>) -> (Read, Written) {
    let written = usd::write(figure, pose, None).unwrap_or_else(|error| panic!("{name}: {error}"));
    (Read::new(std::str::from_utf8(&written.bytes).unwrap()), written)
}

/// The joints of the figure that a skeleton has, in order: joints that are left out are skipped.
fn joints_of(read: &Read, skeleton: &str, figure: &Figure) -> Vec<usize> {
    let mut all = figure.rig.skeleton.joints().iter().enumerate();
    let names = read.names(&format!("{skeleton}.jointNames"));
    let plain = |name: &str| name.replace(['\\', '"'], "");
    let mut find = |name: &String| {
        all.find(|(_, joint)| plain(&joint.name) == plain(name))
            .unwrap_or_else(|| panic!("{name}"))
            .0
    };
    names.iter().map(&mut find).collect()
}

fn assert_places(what: &str, figure: &Figure, pose: &Pose, joints: &[usize], found: &[Affine3]) {
    let own = figure.rig.skeleton.forward(pose);
    let size = own.iter().map(|map| map.translation.length()).fold(1e-3, f32::max);
    assert_eq!(joints.len(), found.len(), "{what}");
    for (&joint, found) in joints.iter().zip(found) {
        let far = own[joint].translation.distance(found.translation);
        let name = &figure.rig.skeleton.joints()[joint].name;
        assert!(far <= NEAR * size, "{what}, {name}: off by {far} of {size}");
    }
}

/// The skinned vertices of all meshes are those of the figure.
fn assert_vertices(what: &str, read: &Read, figure: &Figure, pose: &Pose) {
    let own = figure.rig.skeleton.forward(pose);
    let shown = figure
        .meshes
        .iter()
        .filter(|mesh| mesh.primitives.iter().any(|part| part.triangle_count() > 0));
    let mut paths = read.of_kind("Mesh");
    for mesh in shown {
        let placement = figure.placement(mesh.attachment, &own);
        let mut expected: Vec<Vec3> = Vec::new();
        for part in &mesh.primitives {
            let places = part.posed_positions(&placement);
            expected.extend(part.indices.iter().map(|&corner| places[corner as usize]));
        }
        let size = expected.iter().map(|place| place.length()).fold(1e-3, f32::max);
        let fits = |path: &&str| {
            let found = posed(read, path);
            found.len() == expected.len()
                && found.iter().zip(&expected).all(|(a, b)| a.distance(*b) <= 3.0 * NEAR * size)
        };
        let at = paths.iter().position(fits);
        let at = at.unwrap_or_else(|| panic!("{what}: \"{}\" is at another place", mesh.name));
        paths.remove(at);
    }
    assert!(paths.is_empty(), "{what}: {paths:?}");
}

/// The vertices of the triangles of a mesh, skinned at rest.
fn posed(read: &Read, path: &str) -> Vec<Vec3> {
    let skeleton = read.text(&format!("{path}.skel:skeleton")).trim_matches(['<', '>']).to_owned();
    let bind = read.matrices(&format!("{skeleton}.bindTransforms"));
    let maps: Vec<Affine3> = read
        .worlds(&skeleton, None)
        .iter()
        .zip(bind)
        .map(|(world, bind)| *world * bind.inverse())
        .collect();
    let world_from_mesh = read.matrices(&format!("{path}.primvars:skel:geomBindTransform"))[0];
    let key = format!("{path}.primvars:skel:jointIndices");
    let width = read.text(&key).split("elementSize = ").nth(1).unwrap();
    let width: usize = width.split(';').next().unwrap().parse().unwrap();
    let indices = read.numbers(&key);
    let weights = read.numbers(&format!("{path}.primvars:skel:jointWeights"));
    let points = read.numbers(&format!("{path}.points"));
    let points: Vec<Vec3> =
        points.as_chunks::<3>().0.iter().map(|&point| Vec3::from(point)).collect();
    let place = |vertex: usize| {
        let start = if read.text(&key).contains("constant") { 0 } else { vertex * width };
        let point = world_from_mesh.transform_point3(points[vertex]);
        let moved = (start..start + width)
            .map(|at| weights[at] * maps[indices[at] as usize].transform_point3(point));
        moved.sum::<Vec3>()
    };
    read.numbers(&format!("{path}.faceVertexIndices"))
        .iter()
        .map(|&at| place(at as usize))
        .collect()
}

#[test]
fn every_figure_has_its_joints_weights_and_motion() {
    for (name, opened) in round_trips::made().into_iter().chain(round_trips::real()) {
        let figure = &opened.figure;
        let (read, _) = written(&name, figure, None);
        let pose = figure.saved_pose();
        let animations = read.of_kind("SkelAnimation");
        let moving: Vec<&Clip> =
            figure.clips.iter().filter(|clip| !clip.tracks.is_empty()).collect();
        assert_eq!(animations.len(), moving.len(), "{name}");
        for skeleton in read.of_kind("Skeleton") {
            let joints = joints_of(&read, skeleton, figure);
            assert_places(&name, figure, &pose, &joints, &read.worlds(skeleton, None));
            let Some(clip) = moving.first() else { continue };
            let played = read.text(&format!("{skeleton}.skel:animationSource"));
            let played = played.trim_matches(['<', '>']);
            let step = clip.frame_time().unwrap_or(1.0 / 30.0);
            let frames = (f64::from(clip.duration) / step) as usize;
            for frame in (0..=frames).step_by(1 + frames / 5) {
                let mut posed = pose.clone();
                clip.sample((frame as f64 * step) as f32, &mut posed);
                let worlds = read.worlds(skeleton, Some((played, frame as f64)));
                assert_places(&format!("{name}, frame {frame}"), figure, &posed, &joints, &worlds);
            }
        }
        assert_vertices(&name, &read, figure, &pose);
    }
}

/// Joints of these names in a chain, and a triangle that two skins move from different binds.
fn twice_bound() -> Figure {
    let mut builder = Skeleton::builder();
    let step =
        Transform::from_translation_rotation(Vec3::new(0.0, 1.0, 0.5), Quat::from_rotation_x(0.5));
    let root = builder.root("a b", step);
    let next = builder.child(root, "a_b", step);
    builder.child(next, "頭", step);
    let mut figure = Figure::new("two binds", Rig::new(builder.build().unwrap()));
    let rest = figure.rig.skeleton.forward(&figure.rig.skeleton.rest_pose());
    let moved = Affine3::from_rotation_y(0.5);
    let inverse_bind: Vec<Affine3> = rest.iter().map(Affine3::inverse).collect();
    let joints = vec![0, 1, 2];
    // The same bind in another space of the mesh, and another bind.
    let spaces = inverse_bind.iter().map(|inverse| *inverse * moved).collect();
    let other = inverse_bind
        .iter()
        .enumerate()
        .map(|(at, inverse)| Affine3::from_translation(Vec3::Y * at as f32) * *inverse);
    let other = other.collect();
    figure.skins = [inverse_bind, spaces, other]
        .map(|inverse_bind| Skin { joints: joints.clone(), inverse_bind })
        .to_vec();
    figure.is_skinned = vec![true; 3];
    let mesh = |skin: usize| Mesh {
        name: "body".to_owned(),
        attachment: Attachment::Skin(skin),
        primitives: vec![Primitive {
            positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z],
            influences: (0..8)
                .map(|at| Influence {
                    joint: at % 3,
                    weight: if at % 2 == 0 { 0.75 } else { 0.25 },
                })
                .collect(),
            influences_per_vertex: 2,
            // The third vertex is in no triangle.
            indices: vec![0, 1, 3],
            ..Primitive::default()
        }],
        ..Mesh::default()
    };
    figure.meshes = vec![mesh(0), mesh(1), mesh(2)];
    figure
}

#[test]
fn skins_with_other_binds_have_a_skeleton_of_their_own() {
    let figure = twice_bound();
    let mut pose = figure.saved_pose();
    pose.locals[1].rotation *= Quat::from_rotation_z(0.7);
    let (read, _) = written("two binds", &figure, Some(&pose));
    assert_eq!(read.of_kind("Skeleton"), ["/two_binds/Skeleton", "/two_binds/Skeleton_2"]);
    assert_vertices("two binds", &read, &figure, &pose);
    let joints = read.names("/two_binds/Skeleton.joints");
    assert_eq!(joints, ["a_b", "a_b/a_b_2", "a_b/a_b_2/頭"]);
    assert_eq!(read.names("/two_binds/Skeleton.jointNames"), ["a b", "a_b", "頭"]);
    assert_eq!(read.of_kind("Mesh").len(), 3);
    assert_eq!(read.numbers("/two_binds/body.points").len(), 9, "unused vertices are left out");
}

#[test]
fn materials_refer_to_pictures_beside_the_file() {
    let mut figure = twice_bound();
    let bytes = b"\x89PNG\r\n\x1a\n of a test".to_vec();
    figure.images = vec![Image { bytes: bytes.clone(), ..Image::default() }];
    figure.materials = vec![
        Material {
            base_color: [0.5, 0.25, 0.125, 1.0],
            base_color_image: Some(0),
            alpha: AlphaMode::Mask(0.5),
            double_sided: true,
            ..Material::default()
        },
        Material { name: "a.b".to_owned(), unlit: true, ..Material::default() },
    ];
    figure.meshes.truncate(1);
    let part = figure.meshes[0].primitives[0].clone();
    figure.meshes[0].primitives =
        [Some(0), Some(1), None].map(|material| Primitive { material, ..part.clone() }).to_vec();
    let (read, written) = written("looks", &figure, None);
    let [(name, picture)] = written.pictures.as_slice() else { panic!("one picture") };
    assert_eq!(*picture, bytes);
    let material = "/two_binds/Materials/Material";
    assert_eq!(read.text(&format!("{material}/Picture.inputs:file")), format!("@{name}@"));
    assert_eq!(read.numbers(&format!("{material}/Picture.inputs:scale")), [0.5, 0.25, 0.125, 1.0]);
    assert_eq!(read.numbers(&format!("{material}/Surface.inputs:opacityThreshold")), [0.5]);
    assert_eq!(read.text("/two_binds/body.doubleSided"), "1");
    assert_eq!(read.text("/two_binds/body/part_1.material:binding"), "</two_binds/Materials/a_b>");
    assert_eq!(read.numbers("/two_binds/body/part_2.indices"), [2.0]);
    assert!(
        written.warnings.iter().any(|warning| warning.contains("\"a.b\"")),
        "{:?}",
        written.warnings
    );
}

#[test]
fn scales_that_lose_digits_and_invalid_figures_are_reported() {
    let mut figure = twice_bound();
    let poses: Vec<Pose> = [1.0, 1.1]
        .map(|scale| {
            let mut pose = figure.saved_pose();
            pose.locals[1].scale = Vec3::splat(scale);
            pose
        })
        .to_vec();
    figure.clips = vec![Clip::from_poses("grow", &figure.saved_pose(), &poses, 24.0)];
    let (read, file) = written("grow", &figure, None);
    let tells = |warning: &String| warning.contains("half precision") && warning.contains("a_b_2");
    assert!(file.warnings.iter().any(tells), "{:?}", file.warnings);
    let head = std::str::from_utf8(&file.bytes).unwrap();
    assert!(head.contains("timeCodesPerSecond = 24\n") && head.contains("endTimeCode = 1\n"));
    assert_eq!(read.names("/two_binds/grow.joints"), ["a_b/a_b_2"]);
    figure.meshes[2].primitives[0].indices[0] = 4;
    assert!(matches!(
        usd::write(&figure, None, None),
        Err(Error::Malformed { format: "USD", place, .. }) if place == "mesh \"body\""
    ));
}

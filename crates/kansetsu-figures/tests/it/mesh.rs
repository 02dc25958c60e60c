//! The surfaces are closed, smooth, and follow the joints.

use std::collections::BTreeMap;

use kansetsu::{
    d3::{Limit, Pose},
    glam::{Affine3, Quat, Vec3},
};
use kansetsu_figures::{NAMES, figure};
use kansetsu_formats::{Attachment, Figure, Primitive};

fn primitives(figure: &Figure) -> impl Iterator<Item = &Primitive> {
    figure.meshes.iter().flat_map(|mesh| &mesh.primitives)
}

/// Indexes vertices by position, so that the two sides of a sharp edge are one.
fn welded(primitive: &Primitive) -> Vec<usize> {
    let mut numbers = BTreeMap::new();
    let number = |p: &Vec3| {
        let key = p.to_array().map(|part| (f64::from(part) * 1e7).round() as i64);
        let next = numbers.len();
        *numbers.entry(key).or_insert(next)
    };
    primitive.positions.iter().map(number).collect()
}

#[test]
fn surfaces_are_closed_and_consistently_wound() {
    for name in NAMES {
        for primitive in primitives(&figure(name).unwrap()) {
            let vertex = welded(primitive);
            let mut edges: BTreeMap<(usize, usize), i32> = BTreeMap::new();
            for triangle in primitive.indices.chunks_exact(3) {
                let [a, b, c] = [0, 1, 2].map(|i| vertex[triangle[i] as usize]);
                for (from, to) in [(a, b), (b, c), (c, a)] {
                    *edges.entry((from, to)).or_default() += 1;
                }
            }
            let open = edges
                .iter()
                .filter(|&(&(a, b), &count)| a != b && edges.get(&(b, a)) != Some(&count))
                .count();
            let shared = edges.iter().filter(|&(&(a, b), &count)| a != b && count > 1).count();
            assert_eq!(
                (open, shared),
                (0, 0),
                "{name}: open edges, edges of more than two triangles"
            );
        }
    }
}

#[test]
fn normals_are_unit_and_look_outwards() {
    for name in NAMES {
        for primitive in primitives(&figure(name).unwrap()) {
            assert_eq!(primitive.normals.len(), primitive.positions.len());
            assert!(primitive.normals.iter().all(|normal| (normal.length() - 1.0).abs() < 1e-4));
            let (mut against, mut volume) = (0, 0.0);
            for triangle in primitive.indices.chunks_exact(3) {
                let [a, b, c] = [0, 1, 2].map(|i| primitive.positions[triangle[i] as usize]);
                let face = (b - a).cross(c - a);
                volume += a.dot(b.cross(c));
                let wrong = |&i: &u32| face.dot(primitive.normals[i as usize]) < 0.0;
                against += usize::from(
                    face.length() > 1e-8 && triangle.iter().filter(|i| wrong(i)).count() > 1,
                );
            }
            assert!(volume > 0.0, "{name}: inside out");
            let share = against as f32 / primitive.triangle_count() as f32;
            assert!(
                share < 0.002,
                "{name}: {against} of {} triangles against their normals",
                primitive.triangle_count()
            );
        }
    }
}

#[test]
fn weights_sum_to_one_and_name_joints_of_the_skin() {
    for name in NAMES {
        let figure = figure(name).unwrap();
        let skin = &figure.skins[0];
        assert_eq!(skin.joints.len(), skin.inverse_bind.len());
        for primitive in primitives(&figure) {
            assert_eq!(primitive.influences.len(), 4 * primitive.positions.len());
            for vertex in primitive.influences.chunks_exact(4) {
                assert!(vertex.iter().all(|influence| influence.weight >= 0.0
                    && (influence.joint as usize) < skin.joints.len()));
                assert!(
                    (vertex.iter().map(|influence| influence.weight).sum::<f32>() - 1.0).abs()
                        < 1e-5,
                    "{name}"
                );
            }
        }
    }
}

/// Tips only mark an end; a root may have no skin; every other joint moves some skin.
#[test]
fn every_joint_but_the_tips_moves_something() {
    for name in NAMES {
        let figure = figure(name).unwrap();
        for (index, joint) in figure.rig.skeleton.joints().iter().enumerate() {
            let tip = joint.name.ends_with("Tip") || joint.name == "Tool" || joint.name == "Nose";
            assert_eq!(figure.is_skinned[index], !tip, "{name}: {}", joint.name);
        }
    }
}

fn skinned(figure: &Figure, pose: &Pose) -> Vec<Vec<Vec3>> {
    let at = figure.rig.skeleton.forward(pose);
    let skin = &figure.skins[0];
    let maps: Vec<Affine3> = skin
        .joints
        .iter()
        .zip(&skin.inverse_bind)
        .map(|(&joint, bind)| at[joint] * *bind)
        .collect();
    let moved = |primitive: &Primitive, i: usize| {
        let weigh = |influence: &kansetsu_formats::Influence| {
            maps[influence.joint as usize].transform_point3(primitive.positions[i])
                * influence.weight
        };
        primitive.influences[4 * i..4 * i + 4].iter().map(weigh).sum()
    };
    primitives(figure)
        .map(|primitive| (0..primitive.positions.len()).map(|i| moved(primitive, i)).collect())
        .collect()
}

/// Rotations at the bounds of a joint's limit: a rotation far beyond, projected, about each axis
/// both ways.
fn extremes(limit: &Limit) -> impl Iterator<Item = Quat> {
    [Vec3::X, Vec3::Y, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Y, Vec3::NEG_Z]
        .map(|axis| limit.project(Quat::from_axis_angle(axis, 2.4)))
        .into_iter()
}

#[test]
fn bending_every_joint_to_its_limits_tears_nothing() {
    for name in NAMES {
        let figure = figure(name).unwrap();
        assert!(figure.meshes.iter().all(|mesh| mesh.attachment == Attachment::Skin(0)));
        let turns: Vec<Vec<Quat>> = figure
            .rig
            .limits
            .iter()
            .map(|limit| {
                limit.as_ref().map_or(vec![Quat::IDENTITY; 6], |limit| extremes(limit).collect())
            })
            .collect();
        for way in 0..6 {
            let mut pose = figure.rig.skeleton.rest_pose();
            pose.locals
                .iter_mut()
                .zip(&turns)
                .for_each(|(local, turns)| local.rotation = turns[way]);
            for (primitive, moved) in primitives(&figure).zip(skinned(&figure, &pose)) {
                assert!(moved.iter().all(|p| p.is_finite()), "{name}");
                check_stretch(name, primitive, &moved);
            }
        }
    }
}

/// No edge becomes more than five times as long, or 3 cm longer, whichever is more.
fn check_stretch(name: &str, primitive: &Primitive, moved: &[Vec3]) {
    for triangle in primitive.indices.chunks_exact(3) {
        for (a, b) in [(0, 1), (1, 2), (2, 0)] {
            let [a, b] = [triangle[a] as usize, triangle[b] as usize];
            let (before, after) = (
                primitive.positions[a].distance(primitive.positions[b]),
                moved[a].distance(moved[b]),
            );
            assert!(
                after < (5.0 * before).max(before + 0.03),
                "{name}: an edge of {before} m becomes {after} m at {}",
                primitive.positions[a]
            );
        }
    }
}

#[test]
fn a_leg_does_not_move_the_other_one_nor_a_finger_its_neighbour() {
    let figure = figure("mannequin").unwrap();
    for (turned, kept) in [
        ("LeftUpperLeg", "RightUpperLeg"),
        ("LeftIndexProximal", "LeftMiddleProximal"),
        ("LeftUpperArm", "Head"),
    ] {
        let [turned, kept] =
            [turned, kept].map(|name| figure.rig.skeleton.find(name).unwrap() as u32);
        for primitive in primitives(&figure) {
            for vertex in primitive.influences.chunks_exact(4) {
                let weight = |joint: u32| {
                    vertex.iter().filter(|i| i.joint == joint).map(|i| i.weight).sum::<f32>()
                };
                assert!(weight(turned) * weight(kept) == 0.0);
            }
        }
    }
}

#[test]
fn figures_are_light() {
    for name in NAMES {
        let triangles: usize =
            primitives(&figure(name).unwrap()).map(Primitive::triangle_count).sum();
        assert!((500..=40_000).contains(&triangles), "{name}: {triangles} triangles");
    }
}

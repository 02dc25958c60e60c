//! Skins: many joints, many influences.

use kansetsu::{
    d3::{Rig, Skeleton, Transform},
    glam::{Affine3, Vec3},
};
use kansetsu_formats::{Attachment, Figure, Influence, Mesh, Primitive, Skin};

use super::stage::{draw, pixel, plain, scene, square};

/// A figure with a square that is skinned to joints at the origin.
fn skinned(joints: usize, influences: &[Influence]) -> Figure {
    let mut builder = Skeleton::builder();
    for joint in 0..joints {
        builder.root(format!("joint {joint}"), Transform::IDENTITY);
    }
    let mut figure = Figure::new("many", Rig::new(builder.build().expect("a skeleton")));
    let primitive = Primitive {
        influences: influences.repeat(4),
        influences_per_vertex: influences.len(),
        ..square(Vec3::ZERO, 0.2)
    };
    figure.meshes = vec![Mesh {
        name: String::new(),
        attachment: Attachment::Skin(0),
        primitives: vec![primitive],
        ..Mesh::default()
    }];
    figure.skins =
        vec![Skin { joints: (0..joints).collect(), inverse_bind: vec![Affine3::IDENTITY; joints] }];
    figure.materials = vec![plain([0.0, 1.0, 0.0, 1.0])];
    figure
}

/// Where the square is seen, from (0, 0) at the upper left to (1, 1), when joints are moved.
fn seen_at(figure: Figure, moved: &[(usize, Vec3)]) -> Option<[f32; 2]> {
    let pose = figure.rig.skeleton.rest_pose();
    let mut scene = scene(figure, &pose);
    for (joint, by) in moved {
        scene.bodies[0].world_from_joint[*joint] = Affine3::from_translation(*by);
    }
    let picture = draw(&scene, "skin", [100, 100])?;
    let places = picture
        .pixels
        .iter()
        .enumerate()
        .filter(|(_, pixel)| pixel[1] > 200)
        .map(|(index, _)| [index % 100, index / 100]);
    let places: Vec<[usize; 2]> = places.collect();
    assert!(
        places.len() > 300,
        "{} pixels; the middle is {:?}",
        places.len(),
        pixel(&picture, 0.5, 0.5)
    );
    let mean = |axis: usize| {
        (places.iter().map(|place| place[axis]).sum::<usize>() as f32 / places.len() as f32 + 0.5)
            / 100.0
    };
    Some([mean(0), mean(1)])
}

#[test]
fn the_last_of_seven_hundred_joints_moves_its_vertices() {
    let figure = skinned(700, &[Influence { joint: 699, weight: 1.0 }]);
    let Some([x, y]) = seen_at(figure, &[(699, Vec3::new(0.5, -0.5, 0.0))]) else { return };
    assert!((x - 0.75).abs() < 0.01 && (y - 0.75).abs() < 0.01, "{x} {y}");
}

#[test]
fn six_influences_of_a_vertex_all_count_and_are_brought_to_a_sum_of_one() {
    let influences: Vec<Influence> = (0..6).map(|joint| Influence { joint, weight: 0.5 }).collect();
    let moved: Vec<(usize, Vec3)> =
        (0..6).map(|joint| (joint, Vec3::X * 0.2 * joint as f32)).collect();
    let Some([x, y]) = seen_at(skinned(6, &influences), &moved) else { return };
    assert!(
        (x - 0.75).abs() < 0.01 && (y - 0.5).abs() < 0.01,
        "the mean of 0 to 1 m is 0.5 m: {x} {y}"
    );
}

#[test]
fn a_joint_that_is_not_there_leaves_vertices_where_they_were_bound() {
    let figure = skinned(2, &[Influence { joint: 9, weight: 1.0 }]);
    let Some([x, y]) = seen_at(figure, &[(0, Vec3::X), (1, Vec3::X)]) else { return };
    assert!((x - 0.5).abs() < 0.01 && (y - 0.5).abs() < 0.01, "{x} {y}");
}

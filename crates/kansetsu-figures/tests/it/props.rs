//! Props stand on the floor, are closed, and have their real sizes.

use std::collections::BTreeMap;

use kansetsu::glam::Vec3;
use kansetsu_figures::{NAMES, PROPS, figure};
use kansetsu_formats::{Figure, Primitive};

fn primitives(figure: &Figure) -> impl Iterator<Item = &Primitive> {
    figure.meshes.iter().flat_map(|mesh| &mesh.primitives)
}

#[test]
fn props_have_names_of_their_own_and_one_joint_without_a_role() {
    assert_eq!(PROPS.len(), 11);
    for name in PROPS {
        assert!(!NAMES.contains(name));
        let prop = figure(name).unwrap();
        assert_eq!(prop.name, *name);
        let joints = prop.rig.skeleton.joints();
        assert_eq!((joints.len(), joints[0].name.as_str()), (1, "Prop"));
        assert!(prop.rig.roles.is_empty() && prop.rig.limits[0].is_none());
    }
}

#[test]
fn props_stand_on_the_floor_with_real_sizes() {
    let sizes: [[f32; 3]; 11] = [
        [0.42, 0.86, 0.42],
        [1.2, 0.72, 0.75],
        [1.0, 0.9, 1.35],
        [0.4, 0.4, 0.4],
        [0.22, 0.22, 0.22],
        [0.036, 0.95, 0.18],
        [0.025, 1.2, 0.025],
        [0.071, 0.147, 0.0085],
        [0.08, 0.095, 0.08],
        [2.0, 2.4, 0.1],
        [1.04, 0.85, 2.05],
    ];
    for (name, size) in PROPS.iter().zip(sizes) {
        let prop = figure(name).unwrap();
        let points = || primitives(&prop).flat_map(|primitive| primitive.positions.iter().copied());
        let (low, high) =
            (points().reduce(Vec3::min).unwrap(), points().reduce(Vec3::max).unwrap());
        assert!(low.y.abs() < 1e-6, "{name} is at {low}");
        assert!((high - low).distance(Vec3::from(size)) < 1e-3, "{name}: {}", high - low);
        assert!((high + low).x.abs() < 1e-3 && (high + low).z.abs() < 0.05, "{name}");
    }
}

#[test]
fn surfaces_of_props_are_closed_and_look_outwards() {
    for name in PROPS {
        for primitive in primitives(&figure(name).unwrap()) {
            let place = |i: u32| {
                primitive.positions[i as usize].to_array().map(|part| (part * 1e6).round() as i64)
            };
            let (mut edges, mut volume) = (BTreeMap::<_, i32>::new(), 0.0);
            for triangle in primitive.indices.chunks_exact(3) {
                let [a, b, c] = [0, 1, 2].map(|i| primitive.positions[triangle[i] as usize]);
                let face = (b - a).cross(c - a);
                assert!(face.length() > 1e-9, "{name}: a triangle without area");
                volume += a.dot(b.cross(c));
                for i in 0..3 {
                    let normal = primitive.normals[triangle[i] as usize];
                    assert!(
                        (normal.length() - 1.0).abs() < 1e-4 && face.dot(normal) > 0.0,
                        "{name}"
                    );
                    let edge = (place(triangle[i]), place(triangle[(i + 1) % 3]));
                    *edges.entry(edge).or_default() += 1;
                }
            }
            assert!(volume > 0.0, "{name}: inside out");
            let is_closed = edges
                .iter()
                .all(|(&(a, b), count)| *count == 1 && edges.get(&(b, a)) == Some(count));
            assert!(is_closed, "{name}: open or shared edges");
        }
    }
}

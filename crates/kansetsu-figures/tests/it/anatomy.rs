//! The mannequin has the build of an adult of 1.70 m.

use kansetsu::glam::Vec3;
use kansetsu_figures::mannequin;
use kansetsu_formats::{Figure, Role};

fn positions(figure: &Figure) -> impl Iterator<Item = Vec3> + '_ {
    figure
        .meshes
        .iter()
        .flat_map(|mesh| &mesh.primitives)
        .flat_map(|primitive| primitive.positions.iter().copied())
}

#[test]
fn it_plays_every_humanoid_role_by_name() {
    let figure = mannequin();
    for role in Role::ALL {
        let joint = figure.rig.roles[&role];
        assert_eq!(
            figure.rig.skeleton.joints()[joint].name.to_lowercase(),
            role.name().to_lowercase()
        );
    }
}

#[test]
fn it_is_one_metre_seventy_tall_and_stands_on_the_ground() {
    let figure = mannequin();
    let low = positions(&figure).fold(Vec3::INFINITY, Vec3::min);
    let high = positions(&figure).fold(Vec3::NEG_INFINITY, Vec3::max);
    assert!(low.y.abs() < 0.003, "the soles are at {}", low.y);
    assert!((high.y - 1.70).abs() < 0.005, "the top of the head is at {}", high.y);
    let span = high.x - low.x;
    assert!((1.00..1.08).contains(&(span / 1.70)), "the span of the arms is {span}");
}

#[test]
fn it_faces_forward_and_bends_the_right_way() {
    let figure = mannequin();
    let at = figure.rig.skeleton.forward(&figure.rig.skeleton.rest_pose());
    let place = |role: Role| at[figure.rig.roles[&role]].translation;
    assert!(place(Role::LeftHand).x > 0.6 && place(Role::RightHand).x < -0.6);
    assert!(place(Role::LeftToes).z > place(Role::LeftFoot).z + 0.1);
    assert_eq!(figure.rig.limbs.len(), 4);
    for limb in &figure.rig.limbs {
        assert!(
            if limb.name.ends_with("arm") { limb.pole.z < -0.9 } else { limb.pole.z > 0.9 },
            "{}",
            limb.name
        );
    }
}

#[test]
fn left_and_right_are_mirror_images() {
    let figure = mannequin();
    let mut left: Vec<[i64; 3]> = Vec::new();
    let mut right = Vec::new();
    for p in positions(&figure) {
        let key = |x: f32| [x, p.y, p.z].map(|part| (f64::from(part) * 1e4).round() as i64);
        left.push(key(p.x));
        right.push(key(-p.x));
    }
    left.sort_unstable();
    right.sort_unstable();
    // Rounding may put the two of a pair on either side of a boundary: near counts as equal.
    let near = |p: &[i64; 3]| {
        let from = right.partition_point(|q| q[0] < p[0] - 1);
        right[from..]
            .iter()
            .take_while(|q| q[0] <= p[0] + 1)
            .any(|q| (q[1] - p[1]).abs() <= 1 && (q[2] - p[2]).abs() <= 1)
    };
    let lonely = left.iter().filter(|p| !near(p)).count();
    assert_eq!(lonely, 0, "vertices without a mirror image");
}

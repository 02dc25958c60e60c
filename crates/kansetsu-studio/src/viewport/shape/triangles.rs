//! Triangles that were read as bones, with which edge is which.

use kansetsu::glam::{Affine3, Vec3};
use kansetsu_formats::mqo::Triangle;

use super::color::{Palette, faded};
use super::stroke::{Pen, dot, polyline};
use crate::viewport::scene::{Face, Layer, Scene};

/// Draws each triangle at its joint: the edge at the beginning, the shortest, in the
/// colour of X; the one along the bone, of middle length, thick; the longest thin and faint; a dot
/// where the bone begins. What is ambiguous has the colour of alarms.
pub fn triangles(
    scene: &mut Scene,
    triangles: &[Triangle],
    world_from_joint: &[Affine3],
    palette: &Palette,
) {
    for triangle in triangles {
        let Some(map) = world_from_joint.get(triangle.joint) else { continue };
        let corners = triangle.positions.map(|place| map.transform_point3(Vec3::from_array(place)));
        if !corners.iter().all(|corner| corner.is_finite()) {
            continue;
        }
        let is_doubtful = triangle.warning().is_some();
        let color = |own: [f32; 4]| if is_doubtful { palette.alert } else { own };
        scene.faces.push(Face {
            corners,
            color: faded(color(palette.accent), 0.22),
            layer: Layer::OnTop,
        });
        let [start, end, third] = corners;
        for (ends, width, color) in [
            ([third, end], 1.2, faded(color(palette.bone), 0.7)),
            ([start, end], 3.0, color(palette.accent)),
            ([start, third], 2.0, color(palette.axes[0])),
        ] {
            polyline(scene, &ends, Pen { width, color, layer: Layer::OnTop });
        }
        dot(
            scene,
            start,
            Pen { width: 6.0, color: color(palette.axes[0]), layer: Layer::OnTop },
            faded(palette.halo, 0.8),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle(third: [f32; 3]) -> Triangle {
        let places = [[0.0; 3], [0.0, 1.0, 0.0], third];
        let [start, end, third] = places.map(Vec3::from_array);
        let edges = [start.distance(third), start.distance(end), end.distance(third)];
        Triangle {
            bone: "arm".to_owned(),
            joint: 0,
            line: 1,
            corners: [0, 1, 2],
            edges,
            positions: places,
        }
    }

    #[test]
    fn each_edge_has_its_own_pen_and_what_is_ambiguous_has_the_colour_of_alarms() {
        let palette = &Palette::LIGHT;
        let map = Affine3::from_translation(Vec3::X);
        let mut scene = Scene::default();
        triangles(&mut scene, &[triangle([0.0, 0.0, 0.3])], &[map], palette);
        let along = scene.lines.iter().find(|line| line.width == 3.0).unwrap();
        assert_eq!(
            (along.ends, along.color),
            ([Vec3::X, Vec3::new(1.0, 1.0, 0.0)], palette.accent)
        );
        assert_eq!(scene.faces.len(), 1);
        let mut scene = Scene::default();
        triangles(&mut scene, &[triangle([0.0, 0.0, 0.995])], &[map], palette);
        assert!(
            scene
                .lines
                .iter()
                .filter(|line| line.width <= 3.0)
                .all(|line| line.color[..3] == palette.alert[..3])
        );
    }

    #[test]
    fn a_joint_that_is_not_there_draws_nothing() {
        let mut scene = Scene::default();
        triangles(&mut scene, &[triangle([0.0, 0.0, 0.3])], &[], &Palette::DARK);
        assert!(scene.lines.is_empty() && scene.faces.is_empty());
    }
}

//! The transforms of COLLADA nodes.

use kansetsu::glam::{Affine3, Mat3, Quat, Vec3};
use roxmltree::Node;

/// `parent_from_node`: the product of the transforms in a node, in their order.
pub(super) fn of(node: Node<'_, '_>) -> Affine3 {
    let mut product = Affine3::IDENTITY;
    for element in node.children().filter(Node::is_element) {
        let values = numbers(element, 16);
        let step = match (element.tag_name().name(), &values[..]) {
            ("matrix", rows) if rows.len() == 16 => Affine3 {
                matrix3: Mat3::from_cols(
                    Vec3::new(rows[0], rows[4], rows[8]),
                    Vec3::new(rows[1], rows[5], rows[9]),
                    Vec3::new(rows[2], rows[6], rows[10]),
                ),
                translation: Vec3::new(rows[3], rows[7], rows[11]),
            },
            ("translate", &[x, y, z, ..]) => Affine3::from_translation(Vec3::new(x, y, z)),
            ("scale", &[x, y, z, ..]) => Affine3::from_scale(Vec3::new(x, y, z)),
            ("rotate", &[x, y, z, degrees, ..]) => {
                let axis = Vec3::new(x, y, z).normalize_or(Vec3::Y);
                Affine3::from_quat(Quat::from_axis_angle(axis, degrees.to_radians()))
            }
            _ => continue,
        };
        product *= step;
    }
    product
}

/// The numbers of an element, at most so many; what is not a number is 0.
pub(super) fn numbers(node: Node<'_, '_>, most: usize) -> Vec<f32> {
    let words = node.text().unwrap_or_default().split_whitespace().take(most);
    words
        .map(|word| word.parse().ok().filter(|number: &f32| number.is_finite()).unwrap_or(0.0))
        .collect()
}

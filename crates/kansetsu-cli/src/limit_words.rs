//! Limits as text for people.

use std::f32::consts::TAU;

use kansetsu::d3::Limit;

/// A short description of a limit, degrees.
pub(crate) fn limit_words(limit: &Limit) -> String {
    // Adding zero turns -0 into 0.
    let degrees = |angle: f32| angle.to_degrees().round() + 0.0;
    let range = |min: f32, max: f32| match max - min < TAU {
        true => format!("{}..{}°", degrees(min), degrees(max)),
        false => "free".to_owned(),
    };
    match limit {
        Limit::Hinge(hinge) => format!("hinge {}", range(hinge.min, hinge.max)),
        Limit::Cone(cone) => format!("cone {}°", degrees(cone.angle)),
        Limit::SwingTwist(limit) => {
            let (x, y) = (degrees(limit.swing_x), degrees(limit.swing_y));
            format!("swing {x}° × {y}°, twist {}", range(limit.twist_min, limit.twist_max))
        }
        Limit::ReachCone(limit) => {
            format!(
                "cone of {} corners, twist {}",
                limit.vertices.len(),
                range(limit.twist_min, limit.twist_max)
            )
        }
        Limit::EulerBox(limit) => {
            let axis = |axis: usize| {
                format!("{} {}", ["x", "y", "z"][axis], range(limit.min[axis], limit.max[axis]))
            };
            format!("angles {}", limit.order.axes().map(axis).join(", "))
        }
    }
}

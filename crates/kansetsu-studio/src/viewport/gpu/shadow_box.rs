//! What the key light's shadow map holds.

use kansetsu::glam::{Mat4, Vec3, Vec4};

/// The part of the world that throws shadows, as the light sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShadowBox {
    /// From the world to the map: x and y in [-1, 1], depth in [0, 1], smaller is nearer to the
    /// light.
    pub(crate) light_from_world: Mat4,
}

/// A ball around what a joint carries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ball {
    pub(crate) center: Vec3,
    pub(crate) radius: f32,
}

impl ShadowBox {
    /// The box around some balls; `None` when there are none.
    pub(crate) fn around(balls: impl Iterator<Item = Ball> + Clone, to_key: Vec3) -> Option<Self> {
        let right = Vec3::Y.cross(to_key).normalize_or(Vec3::X);
        let up = to_key.cross(right);
        let axes = [right, up, -to_key];
        let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        for ball in balls.filter(|ball| ball.center.is_finite() && ball.radius.is_finite()) {
            let center = Vec3::from_array(axes.map(|axis| axis.dot(ball.center)));
            low = low.min(center - ball.radius);
            high = high.max(center + ball.radius);
        }
        if !low.cmple(high).all() {
            return None;
        }
        // A square map: equal texels along both sides; a border keeps the soft looks inside.
        let half = 0.52 * (high - low).truncate().max_element().max(1e-4);
        let (middle, depth) = (0.5 * (low + high), (high.z - low.z).max(1e-4));
        let row = |axis: Vec3, offset: f32, scale: f32| (axis * scale).extend(-offset * scale);
        let rows = [
            row(right, middle.x, 1.0 / half),
            row(up, middle.y, 1.0 / half),
            row(-to_key, low.z, 1.0 / depth),
            Vec4::W,
        ];
        Some(Self {
            light_from_world: Mat4::from_cols(rows[0], rows[1], rows[2], rows[3]).transpose(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ball_is_inside() {
        let balls = [(Vec3::ZERO, 0.2), (Vec3::new(3.0, 1.0, -2.0), 0.5), (Vec3::Y, 0.1)];
        let balls = balls.into_iter().map(|(center, radius)| Ball { center, radius });
        let shadow = ShadowBox::around(balls.clone(), Vec3::new(0.3, 0.8, 0.2).normalize())
            .expect("there are balls");
        for ball in balls {
            for way in [Vec3::X, Vec3::Y, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Y, Vec3::NEG_Z] {
                let seen =
                    shadow.light_from_world.transform_point3(ball.center + way * ball.radius);
                assert!(
                    seen.x.abs() < 1.0 && seen.y.abs() < 1.0 && (-1e-5..=1.00001).contains(&seen.z),
                    "{seen}"
                );
            }
        }
        assert!(ShadowBox::around(std::iter::empty(), Vec3::Y).is_none());
    }
}

//! Limits in JSON; open bounds are null.

use kansetsu::d3::Limit;
use serde_json::Value;

use crate::document::json;

/// The limit as JSON.
pub(super) fn write(limit: Option<&Limit>) -> Value {
    limit.and_then(|limit| json::value_of(limit).ok()).unwrap_or(Value::Null)
}

/// The limit in `value`; the error is what is wrong.
pub(super) fn read(
    value: &Value,
) -> Result<Option<Limit>, serde_path_to_error::Error<serde_json::Error>> {
    serde_path_to_error::deserialize(value)
}

#[cfg(test)]
mod tests {
    use kansetsu::{
        d3::{
            EulerOrder,
            limit::{Cone, EulerBox, Hinge, ReachCone, SwingTwist},
        },
        glam::{Quat, Vec3},
    };

    use super::*;

    #[test]
    fn open_bounds_come_back() {
        let infinity = f32::INFINITY;
        let euler = EulerBox {
            frame: Quat::IDENTITY,
            order: EulerOrder::Zxy,
            min: Vec3::new(-infinity, -0.1, 0.0),
            max: Vec3::new(0.3, infinity, 0.1),
        };
        let limits = [
            Limit::Hinge(Hinge { axis: Vec3::X, min: -infinity, max: 0.5 }),
            Limit::Hinge(Hinge { axis: Vec3::X, min: -0.5, max: infinity }),
            Limit::Cone(Cone { axis: Vec3::Y, center: Vec3::Z, angle: 0.7 }),
            Limit::SwingTwist(SwingTwist::elliptic(Vec3::Y, Vec3::X, [0.3, 0.4])),
            Limit::ReachCone(ReachCone::new(Vec3::Y, vec![Vec3::X, Vec3::Y, Vec3::Z])),
            Limit::EulerBox(euler),
        ];
        for limit in limits {
            let text = write(Some(&limit)).to_string();
            assert_eq!(read(&serde_json::from_str(&text).unwrap()).unwrap(), Some(limit), "{text}");
        }
        assert_eq!(read(&write(None)).unwrap(), None);
    }
}

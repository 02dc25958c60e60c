//! Open bounds in files.
//!
//! JSON has no infinity. An open bound is `null` there, or omitted; so are the components of a
//! vector of bounds.

use glam::Vec3;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A lower bound: open is minus infinity.
pub(crate) mod least {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(bound: &f32, serializer: S) -> Result<S::Ok, S::Error> {
        closed(*bound).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f32, D::Error> {
        Ok(Option::deserialize(deserializer)?.unwrap_or_else(open))
    }

    pub(crate) const fn open() -> f32 {
        f32::NEG_INFINITY
    }
}

/// An upper bound: open is infinity.
pub(crate) mod greatest {
    use super::*;

    pub(crate) use super::least::serialize;

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f32, D::Error> {
        Ok(Option::deserialize(deserializer)?.unwrap_or_else(open))
    }

    pub(crate) const fn open() -> f32 {
        f32::INFINITY
    }
}

/// A lower bound for each axis.
pub(crate) mod least_each {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(
        bounds: &Vec3,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        bounds.to_array().map(closed).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec3, D::Error> {
        let bounds = <[Option<f32>; 3]>::deserialize(deserializer)?;
        Ok(Vec3::from_array(bounds.map(|bound| bound.unwrap_or_else(least::open))))
    }

    pub(crate) const fn open() -> Vec3 {
        Vec3::NEG_INFINITY
    }
}

/// An upper bound for each axis.
pub(crate) mod greatest_each {
    use super::*;

    pub(crate) use super::least_each::serialize;

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec3, D::Error> {
        let bounds = <[Option<f32>; 3]>::deserialize(deserializer)?;
        Ok(Vec3::from_array(bounds.map(|bound| bound.unwrap_or_else(greatest::open))))
    }

    pub(crate) const fn open() -> Vec3 {
        Vec3::INFINITY
    }
}

fn closed(bound: f32) -> Option<f32> {
    bound.is_finite().then_some(bound)
}

//! What a joint should do.

use glam::{Quat, Vec3};

use crate::Error;

/// What one joint should do: be somewhere, be turned somehow, or both.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Goal {
    /// The joint that reaches.
    pub joint: usize,
    /// Where it should be, in model space, metres; `None` when its place does not matter.
    pub position: Option<Vec3>,
    /// How it should be turned, in model space; `None` when its turn does not matter.
    pub orientation: Option<Quat>,
    /// Where the middle of the limb should point: a point in model space that the bend plane contains, on the
    /// side of the bend. `None` keeps the side of the rest pose.
    pub pole: Option<Vec3>,
}

impl Goal {
    /// `joint` should be at `position_in_model`.
    #[must_use]
    pub const fn position(joint: usize, position_in_model: Vec3) -> Self {
        Self { joint, position: Some(position_in_model), orientation: None, pole: None }
    }

    /// `joint` should be turned as `orientation_in_model`.
    #[must_use]
    pub const fn orientation(joint: usize, orientation_in_model: Quat) -> Self {
        Self { joint, position: None, orientation: Some(orientation_in_model), pole: None }
    }

    /// The same goal with an orientation in model space.
    #[must_use]
    pub const fn with_orientation(mut self, orientation_in_model: Quat) -> Self {
        self.orientation = Some(orientation_in_model);
        self
    }

    /// The same goal with a pole, a point in model space.
    #[must_use]
    pub const fn with_pole(mut self, pole_in_model: Vec3) -> Self {
        self.pole = Some(pole_in_model);
        self
    }

    /// Whether every number is finite.
    ///
    /// # Errors
    /// [`Error::InvalidNumber`] names the first one that is not.
    pub fn check(&self) -> Result<(), Error> {
        let check = |what: &'static str, values: &[f32]| match values.iter().find(|value| !value.is_finite()) {
            Some(&value) => Err(Error::InvalidNumber { what, value }),
            None => Ok(()),
        };
        check("the goal's position", &self.position.unwrap_or_default().to_array())?;
        check("the goal's pole", &self.pole.unwrap_or_default().to_array())?;
        check("the goal's orientation", &self.orientation.unwrap_or_default().to_array())?;
        match self.orientation {
            Some(q) if q.to_array().iter().all(|part| part.abs() < 1e-6) => {
                Err(Error::InvalidNumber { what: "the length of the goal's orientation", value: 0.0 })
            }
            _ => Ok(()),
        }
    }
}

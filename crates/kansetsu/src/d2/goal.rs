//! What a joint should do.

use glam::Vec2;

use crate::Error;

/// What one joint should do: be somewhere, be turned somehow, or both.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Goal {
    /// The joint that reaches.
    pub joint: usize,
    /// Where it should be, in model space, metres; `None` when its place does not matter.
    pub position: Option<Vec2>,
    /// How it should be turned, in model space, radians; `None` when its turn does not matter.
    pub orientation: Option<f32>,
    /// On which side the middle of two bones should lie: that of this point in model space, as seen from the line
    /// between the base and the target. `None` keeps the side that the pose has. Only two bones have a side.
    pub pole: Option<Vec2>,
}

impl Goal {
    /// `joint` should be at `position_in_model`.
    #[must_use]
    pub const fn position(joint: usize, position_in_model: Vec2) -> Self {
        Self { joint, position: Some(position_in_model), orientation: None, pole: None }
    }

    /// `joint` should be turned as `orientation_in_model`, radians.
    #[must_use]
    pub const fn orientation(joint: usize, orientation_in_model: f32) -> Self {
        Self { joint, position: None, orientation: Some(orientation_in_model), pole: None }
    }

    /// The same goal with an orientation in model space, radians.
    #[must_use]
    pub const fn with_orientation(mut self, orientation_in_model: f32) -> Self {
        self.orientation = Some(orientation_in_model);
        self
    }

    /// The same goal with a pole, a point in model space.
    #[must_use]
    pub const fn with_pole(mut self, pole_in_model: Vec2) -> Self {
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
        check("the goal's orientation", &[self.orientation.unwrap_or_default()])
    }
}

//! How a drag works.

use kansetsu::{d3::solve::Solver, glam::Vec3};
use serde::{Deserialize, Serialize};

use crate::viewport::Axis;

/// How a drag works. May change while it goes on: the wheel changes the levels, a key locks an axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// What finds the pose.
    pub method: Method,
    /// How many joints above the dragged one may turn; 0 is all, up to the root or a stop joint.
    pub levels: usize,
    /// What the joint that carries the body may do.
    pub root: RootMotion,
    /// How far before full reach a limb begins to hold back, as a part of its length; 0 is not at all. Default 0.02.
    pub soft: f32,
    /// Whether the dragged joint keeps the turn that it has in space.
    pub keeps_turn: bool,
    /// Whether the other side of the body does the same, mirrored.
    pub mirrored: bool,
    /// Whether limits hold.
    pub limited: bool,
    /// Whether hands and feet stop at the body's own surface and on the floor, and arms keep out of trunk and head.
    pub contact: bool,
    /// How much a human body moves as a person does, from 0 to 1: collar bones, trunk and pelvis wait until they are needed, and legs give way
    /// easily. At 0 a joint turns the less the more hangs on it.
    pub natural: f32,
    /// The axes that locks and rings speak of.
    pub space: Space,
    /// The one axis along which the target moves.
    pub lock: Option<Axis>,
    /// What targets and angles snap to.
    pub snap: Snap,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            method: Method::WholeBody,
            levels: 0,
            root: RootMotion::Auto,
            soft: 0.02,
            keeps_turn: false,
            mirrored: false,
            limited: true,
            contact: false,
            natural: 1.0,
            space: Space::World,
            lock: None,
            snap: Snap::default(),
        }
    }
}

/// What finds the pose of a dragged joint.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// All joints that may turn, together with the pins.
    #[default]
    WholeBody,
    /// By a solver of one's choice. One for chains turns those from the dragged joint upwards, and pins of other joints do not hold; one for
    /// bodies turns all that may turn, and they do.
    Solver(Solver),
}

/// What the joint that carries the body may do while another one is dragged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RootMotion {
    /// It moves when it is dragged itself, or when the place of some other joint is pinned.
    #[default]
    Auto,
    /// It stays, unless it is dragged itself.
    Held,
    /// It moves.
    Free,
}

/// Whose axes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Space {
    /// The joint's bone frame: Z along the bone.
    Local,
    /// The frame of the joint's parent.
    Parent,
    /// The world's.
    #[default]
    World,
}

/// What targets and angles snap to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Snap {
    /// Targets stand on multiples of this in world space, metres, along the locked axis from where the joint was.
    pub step: Option<f32>,
    /// Angles are multiples of this, radians, counted from the press.
    pub angle: Option<f32>,
    /// Targets do not go below the floor (y = 0 in world space), and stick to it when they are less than this above, metres.
    pub floor: Option<f32>,
}

impl Snap {
    /// The target in world space, snapped; `axis` is the locked one, `start` where the joint was.
    #[must_use]
    pub fn target(&self, target: Vec3, start: Vec3, axis: Option<Vec3>) -> Vec3 {
        let to_step = |value: f32| self.step.filter(|step| *step > 1e-6).map_or(value, |step| (value / step).round() * step);
        let mut snapped = match axis {
            Some(axis) => start + axis * to_step((target - start).dot(axis)),
            None => Vec3::from_array(target.to_array().map(to_step)),
        };
        if let Some(band) = self.floor
            && snapped.y < band.max(0.0)
        {
            snapped.y = 0.0;
        }
        snapped
    }

    /// The angle, snapped.
    #[must_use]
    pub fn angle(&self, angle: f32) -> f32 {
        self.angle.filter(|step| *step > 1e-6).map_or(angle, |step| (angle / step).round() * step)
    }
}

//! How the document is worked on: what drags do, what is keyed, what snaps.

use kansetsu::d3::solve::Solver;
use serde::{Deserialize, Serialize};

/// How the document is worked on. Saved with it, not undone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// What a drag of a joint does.
    pub tool: Tool,
    /// What solves chains.
    pub solver: Solver,
    /// How many segments above the dragged joint turn: `None` as the figure knows its limbs,
    /// `Some(0)` up to the root or to a stop joint.
    pub levels: Option<usize>,
    /// Whether the whole body follows a drag; pinned joints stay.
    pub whole_body: bool,
    /// Whether the other side of the body does the same during a drag.
    pub live_mirror: bool,
    /// Whether a limb slows down near full reach instead of snapping straight.
    pub soft_reach: bool,
    /// Whether limits hold during drags.
    pub limits: bool,
    /// Whether the dragged joint keeps the way it is rotated, as far as it can.
    pub keep_turn: bool,
    /// Whether hands and feet that are dragged stop at the body's own surface and on the floor.
    pub contact: bool,
    /// Whether people move as people do: collar bones, trunk and pelvis wait until they are needed.
    pub natural: bool,
    /// Whether vertical drags move in depth.
    pub in_depth: bool,
    /// Whether reaching and moving work as in the published pose editor.
    pub classic: bool,
    /// The axes of the gizmo.
    pub axes: Axes,
    /// What drags snap to.
    pub snapping: Snapping,
    /// Whether every change of a pose writes keys at the current time, when there is a motion.
    pub auto_key: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            tool: Tool::default(),
            solver: Solver::default(),
            levels: None,
            whole_body: false,
            live_mirror: false,
            soft_reach: true,
            limits: true,
            keep_turn: false,
            contact: true,
            natural: true,
            in_depth: false,
            classic: false,
            axes: Axes::default(),
            snapping: Snapping::default(),
            auto_key: false,
        }
    }
}

/// What a drag of a joint does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tool {
    /// The joint goes where it is dragged, the chain follows.
    #[default]
    Reach,
    /// The joint turns, nothing else.
    Rotate,
    /// The joint is moved out of its place, its bone changes its length.
    Move,
}

/// The axes of the gizmo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Axes {
    /// The joint's own: Z along the bone.
    #[default]
    Local,
    /// Those of the parent joint.
    Parent,
    /// Those of the world.
    World,
}

/// What drags snap to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Snapping {
    /// Whether a joint near the floor is put on it.
    pub floor: bool,
    /// Whether drags go in steps.
    pub steps: bool,
    /// How far apart the steps of a turn are, degrees, greater than 0.
    pub angle_deg: f32,
    /// How far apart the steps of a move are, metres, greater than 0.
    pub distance: f32,
}

impl Default for Snapping {
    fn default() -> Self {
        Self { floor: false, steps: false, angle_deg: 15.0, distance: 0.05 }
    }
}

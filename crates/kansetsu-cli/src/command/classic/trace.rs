//! The states of a method.

use kansetsu::glam::{Vec2, Vec3};
use serde::Serialize;

use crate::table::Table;

/// The steps of a method.
#[derive(Debug, Serialize)]
pub(super) struct Trace {
    pub(super) method: &'static str,
    /// "m" in 3D; "px" in 2D, where the originals count pixels.
    pub(super) unit: &'static str,
    pub(super) goals: Vec<Handle>,
    /// The bones, as pairs of joint indices.
    pub(super) bones: Vec<[usize; 2]>,
    /// The first one is the state before the first step.
    pub(super) steps: Vec<State>,
}

/// The dragged joints, with their targets at the last step.
#[derive(Debug, Serialize)]
pub(super) struct Handle {
    pub(super) joint: String,
    /// Its index in a state's joints.
    pub(super) index: usize,
    pub(super) target: Place,
}

/// Two or three numbers.
pub(super) type Place = Vec<f32>;

/// One state.
#[derive(Debug, Serialize)]
pub(super) struct State {
    pub(super) step: usize,
    /// The distance from each goal's joint to its target.
    pub(super) distances: Vec<f32>,
    /// What the step did.
    pub(super) note: String,
    /// The positions of all joints; `null` if the method has no answer.
    pub(super) joints: Vec<Option<Place>>,
}

impl State {
    /// A state of joints in 2D.
    pub(super) fn in_plane(
        step: usize,
        joints: &[Option<Vec2>],
        distance: f32,
        note: String,
    ) -> Self {
        let joints =
            joints.iter().map(|joint| joint.map(|joint| joint.to_array().to_vec())).collect();
        Self { step, distances: vec![distance], note, joints }
    }

    /// A state of joints in 3D.
    pub(super) fn in_space(
        step: usize,
        joints: &[Vec3],
        distances: Vec<f32>,
        note: String,
    ) -> Self {
        Self {
            step,
            distances,
            note,
            joints: joints.iter().map(|joint| Some(joint.to_array().to_vec())).collect(),
        }
    }
}

impl Trace {
    /// A line per step: the distance of each goal's joint from its target, the position of the
    /// first one, and the note.
    pub(super) fn table(&self) -> Table {
        let distances =
            self.goals.iter().map(|goal| format!("{} to target ({})", goal.joint, self.unit));
        let first =
            self.goals.first().map_or_else(String::new, |goal| format!("{} at", goal.joint));
        let mut table = Table::new(
            ["step".to_owned()].into_iter().chain(distances).chain([first, "note".to_owned()]),
        );
        for state in &self.steps {
            let distances = state.distances.iter().map(|distance| format!("{distance:.5}"));
            let place = self
                .goals
                .first()
                .and_then(|goal| state.joints.get(goal.index))
                .and_then(Option::as_ref);
            let place = place.map_or_else(String::new, |place| {
                place.iter().map(|part| format!("{part:.4}")).collect::<Vec<_>>().join(" ")
            });
            table.row(
                [state.step.to_string()]
                    .into_iter()
                    .chain(distances)
                    .chain([place, state.note.clone()]),
            );
        }
        table
    }
}

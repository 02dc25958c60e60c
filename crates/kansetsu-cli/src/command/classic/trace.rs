//! The states that a method goes through.

use kansetsu::glam::{Vec2, Vec3};
use serde::Serialize;

use crate::table::Table;

/// A method, step by step.
#[derive(Debug, Serialize)]
pub(super) struct Trace {
    pub(super) method: &'static str,
    /// "m" in space; "px" in the plane, where the originals count pixels.
    pub(super) unit: &'static str,
    pub(super) goals: Vec<Handle>,
    /// Which joints are joined, as pairs of indices.
    pub(super) bones: Vec<[usize; 2]>,
    /// The first one is the state before the first step.
    pub(super) steps: Vec<State>,
}

/// What is pulled, and where to at the last step.
#[derive(Debug, Serialize)]
pub(super) struct Handle {
    pub(super) joint: String,
    /// Its place in a state's joints.
    pub(super) index: usize,
    pub(super) target: Place,
}

/// Two or three numbers.
pub(super) type Place = Vec<f32>;

/// One state.
#[derive(Debug, Serialize)]
pub(super) struct State {
    pub(super) step: usize,
    /// From each goal's joint to its target.
    pub(super) distances: Vec<f32>,
    /// What the step did, in words.
    pub(super) note: String,
    /// Where every joint is; `null` where the method has no answer.
    pub(super) joints: Vec<Option<Place>>,
}

impl State {
    /// A state of joints in the plane.
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

    /// A state of joints in space.
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
    /// A line per step: how far each goal's joint is from its target, where the first one is, what
    /// was done.
    pub(super) fn table(&self) -> Table {
        let distances =
            self.goals.iter().map(|goal| format!("{} to target ({})", goal.joint, self.unit));
        let first =
            self.goals.first().map_or_else(String::new, |goal| format!("{} at", goal.joint));
        let mut table = Table::new(
            ["step".to_owned()]
                .into_iter()
                .chain(distances)
                .chain([first, "what happened".to_owned()]),
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

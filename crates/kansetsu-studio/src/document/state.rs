//! The document as JSON for tests and for scripts in the web app: what is there now, and nothing to
//! load it again from.

use kansetsu::{
    d3::{Transform, rotation_of},
    glam::Affine3,
};
use serde::Serialize;
use serde_json::Value;

use super::{Actor, Document, Pin, Settings, View, json};
use crate::motion::Playback;

/// The version of what [`Document::to_state_json`] gives; grows when a field changes its meaning.
pub const STATE_VERSION: u32 = 1;

#[derive(Serialize)]
struct State<'a> {
    state: u32,
    version: &'static str,
    #[serde(flatten)]
    content: ContentState,
    #[serde(flatten)]
    history: HistoryState,
    time: f32,
    playback: &'a Playback,
    selection: SelectionState,
    settings: &'a Settings,
    view: &'a View,
    poses: Vec<&'a str>,
    bookmarks: Vec<&'a str>,
    backdrop: Option<&'a str>,
    figures: Vec<FigureState<'a>>,
}

/// Which content it is, and whether it differs from what is saved and from the last step.
#[derive(Serialize)]
struct ContentState {
    hash: String,
    revision: u64,
    modified: bool,
    dragging: bool,
}

/// The next steps to undo and redo.
#[derive(Serialize)]
struct HistoryState {
    undo: Option<String>,
    redo: Option<String>,
    undo_steps: usize,
}

#[derive(Serialize)]
struct SelectionState {
    figure: usize,
    joints: Vec<usize>,
    active: Option<usize>,
}

#[derive(Serialize)]
struct FigureState<'a> {
    id: u32,
    name: &'a str,
    placement: Affine3,
    joints: Vec<JointState<'a>>,
    pins: &'a [Pin],
    stops: Vec<usize>,
    unkeyed: Vec<usize>,
    motion: Option<usize>,
    motions: Vec<MotionState<'a>>,
}

/// A joint: its local transform, and where it is in model space.
#[derive(Serialize)]
struct JointState<'a> {
    index: usize,
    name: &'a str,
    parent: Option<usize>,
    #[serde(flatten)]
    local: Transform,
    position_in_model: [f32; 3],
    rotation_in_model: [f32; 4],
}

#[derive(Serialize)]
struct MotionState<'a> {
    name: &'a str,
    frame_rate: f32,
    duration: f32,
    /// When anything is keyed, seconds.
    key_times: Vec<f32>,
    /// The keyed joints.
    joints: Vec<usize>,
}

impl Document {
    /// What is there now, as JSON: figures with their joints, the selection, the time, the
    /// [hash](super::Content::hash) of the content as 16 hexadecimal digits. Described in
    /// `docs/reference/project-file.md`.
    #[must_use]
    pub fn to_state_json(&self) -> Value {
        let state = State {
            state: STATE_VERSION,
            version: env!("CARGO_PKG_VERSION"),
            content: ContentState {
                hash: format!("{:016x}", self.content().hash()),
                revision: self.revision(),
                modified: self.is_modified(),
                dragging: self.is_dragging(),
            },
            history: HistoryState {
                undo: self.next_undo().map(ToString::to_string),
                redo: self.next_redo().map(ToString::to_string),
                undo_steps: self.undo_count(),
            },
            time: self.time(),
            playback: &self.playback,
            selection: SelectionState {
                figure: self.selection.actor,
                joints: self.selection.joints.clone(),
                active: self.selection.active_joint(),
            },
            settings: &self.settings,
            view: &self.view,
            poses: self.content().poses.iter().map(|pose| pose.name.as_str()).collect(),
            bookmarks: self.content().bookmarks.iter().map(|one| one.name.as_str()).collect(),
            backdrop: self.content().backdrop.as_ref().map(|file| file.path.as_str()),
            figures: self.content().actors.iter().map(|actor| figure(actor)).collect(),
        };
        // Nothing in it refuses to be written.
        json::value_of(&state).unwrap_or_default()
    }
}

fn figure(actor: &Actor) -> FigureState<'_> {
    let skeleton = &actor.figure.rig.skeleton;
    let places = skeleton.forward(&actor.pose);
    let joint = |(index, place): (usize, &Affine3)| JointState {
        index,
        name: &skeleton.joints()[index].name,
        parent: skeleton.joints()[index].parent,
        local: actor.pose.locals[index],
        position_in_model: place.translation.to_array(),
        rotation_in_model: rotation_of(place).to_array(),
    };
    let motions = actor.motions.iter().map(|motion| MotionState {
        name: &motion.name,
        frame_rate: motion.frame_rate,
        duration: motion.duration,
        key_times: motion.key_times(None),
        joints: motion.tracks.iter().map(|track| track.joint).collect(),
    });
    FigureState {
        id: actor.id,
        name: &actor.name,
        placement: actor.placement,
        joints: places.iter().enumerate().map(joint).collect(),
        pins: &actor.constraints.pins,
        stops: actor.constraints.stops.iter().copied().collect(),
        unkeyed: actor.unkeyed.keys().copied().collect(),
        motion: actor.motion,
        motions: motions.collect(),
    }
}

//! The joint values of a robot: shown, changed, exported.

use std::collections::BTreeMap;

use eframe::egui::Id;
use kansetsu::d3::Pose;
use kansetsu_formats::urdf::{motion_table, table};
use serde::Serialize;

use super::editor::Editor;
use crate::document::{Actor, Document, FigureKey, Refusal};

/// Values by the names of joints: radians, or metres of slides.
pub type Values = BTreeMap<String, f64>;

/// The values that each figure had when they were shown last, by [`Actor::id`]: of angles that look
/// alike those nearest to them are shown, so that a turn of ±2π stays one.
pub type ShownValues = BTreeMap<FigureKey, Values>;

/// Frames a second of a motion's values.
const RATE: f32 = 30.0;

/// How values are exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Json,
    Table,
}

/// A motion as JSON.
#[derive(Serialize)]
struct Motion<'a> {
    rate: f32,
    frames: &'a [Values],
}

/// The joint values of the selected figure, where it is a robot; `shown` holds those that were
/// shown last.
pub fn joint_values(document: &Document, shown: &mut ShownValues) -> Option<Values> {
    let actor = document.actor()?;
    let near = shown.entry(actor.key).or_default();
    *near = actor.figure.robot.as_ref()?.values(&actor.figure.rig.skeleton, &actor.pose, near);
    Some(near.clone())
}

impl Editor<'_> {
    /// Sets a joint of the selected robot, by a field; joints that follow it change too.
    pub fn set_joint_value(
        &mut self,
        shown: &mut ShownValues,
        field: Id,
        (joint, value): (&str, f64),
    ) {
        let values = joint_values(self.document, shown);
        let (Some(mut values), Some(key)) = (values, self.document.actor().map(|actor| actor.key))
        else {
            return;
        };
        values.insert(joint.to_owned(), value);
        shown.insert(key, values.clone());
        self.try_edit_field(field, move |actor| {
            let pose = posed(actor, &values)?;
            actor.pose = pose;
            Ok(())
        });
    }
}

/// The joint values of the selected robot as a file, those of its motion where one plays: the
/// file's name, and what it holds.
pub(super) fn values_file(
    document: &Document,
    shown: Values,
    form: Form,
) -> Option<(String, Result<String, Refusal>)> {
    let actor = document.actor()?;
    let robot = actor.figure.robot.as_ref()?;
    let skeleton = &actor.figure.rig.skeleton;
    let (frames, is_motion) = match actor.playing() {
        Some(motion) => {
            let count = (motion.duration * RATE).round() as usize + 1;
            let poses: Vec<Pose> =
                (0..count).map(|frame| actor.pose_at(frame as f32 / RATE)).collect();
            (robot.values_of_poses(skeleton, &poses, &BTreeMap::new()), true)
        }
        None => (vec![shown], false),
    };
    let (ending, text) = match form {
        Form::Json => ("json", json(&frames, is_motion)),
        Form::Table if is_motion => ("csv", Ok(motion_table(&frames, RATE))),
        Form::Table => ("csv", Ok(frames.first().map(table).unwrap_or_default())),
    };
    Some((format!("{}.values.{ending}", actor.name), text))
}

fn json(frames: &[Values], is_motion: bool) -> Result<String, Refusal> {
    let text = match is_motion {
        true => serde_json::to_string_pretty(&Motion { rate: RATE, frames }),
        false => serde_json::to_string_pretty(&frames.first()),
    };
    text.map(|text| text + "\n").map_err(|error| error.to_string().into())
}

/// The pose with these values; all else is unchanged.
fn posed(actor: &Actor, values: &Values) -> Result<Pose, Refusal> {
    let mut pose = actor.pose.clone();
    let Some(robot) = &actor.figure.robot else { return Ok(pose) };
    let driven: Values = robot
        .actuated_joints()
        .filter_map(|index| values.get_key_value(&robot.joints[index].name))
        .map(|(name, value)| (name.clone(), *value))
        .collect();
    let wanted = robot.pose(&actor.figure.rig.skeleton, &driven).map_err(Refusal::from)?;
    for joint in robot.joints.iter().filter(|joint| joint.kind.has_value()) {
        pose.locals[joint.joint] = wanted.locals[joint.joint];
    }
    Ok(pose)
}

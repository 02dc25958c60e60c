//! The data of a figure's original format, in extras: `extras.kansetsu.robot` for the joints of a
//! robot with their values' names and limits, `extras.kansetsu.triangles` for the triangles that
//! became bones. Joints are indices of nodes there.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::at::At;
use super::extras::EXTRAS;
use crate::Figure;
use crate::mqo::Triangle;
use crate::urdf::Robot;

const ROBOT: &str = "robot";
const TRIANGLES: &str = "triangles";

/// Applies the document's data to the figure; invalid data is ignored with a warning.
pub(super) fn read(root: &At<'_>, figure: &mut Figure, warnings: &mut Vec<String>) {
    let Some(own) = root.get("extras").and_then(|extras| extras.get(EXTRAS)) else { return };
    let joint_of = |node: usize| figure.nodes.iter().position(|&other| other == Some(node));
    let robot = own
        .get(ROBOT)
        .and_then(|at| found::<Robot>(&at, warnings, |robot| robot.renumbered(joint_of)));
    let triangles = own.get(TRIANGLES).and_then(|at| {
        found::<Vec<Triangle>>(&at, warnings, |mut triangles| {
            for triangle in &mut triangles {
                triangle.joint = joint_of(triangle.joint)?;
            }
            let is_sound = |triangle: &Triangle| {
                triangle.positions.iter().flatten().all(|number| number.is_finite())
            };
            triangles.iter().all(is_sound).then_some(triangles)
        })
    });
    figure.robot = robot;
    figure.triangles = triangles.unwrap_or_default();
}

fn found<T: DeserializeOwned>(
    at: &At<'_>,
    warnings: &mut Vec<String>,
    sound: impl Fn(T) -> Option<T>,
) -> Option<T> {
    let read = serde_json::from_value(at.value().clone()).map_err(|error| error.to_string());
    let read = read
        .and_then(|value| sound(value).ok_or_else(|| "a joint or a number is invalid".to_owned()));
    read.map_err(|problem| warnings.push(format!("{}: {problem}; it is ignored", at.path()))).ok()
}

/// The data of a figure whose joints are the nodes.
pub(super) fn write(figure: &Figure, own: &mut Map<String, Value>) {
    own.extend(figure.robot.as_ref().map(|robot| (ROBOT.to_owned(), json!(robot))));
    if !figure.triangles.is_empty() {
        own.insert(TRIANGLES.to_owned(), json!(figure.triangles));
    }
}

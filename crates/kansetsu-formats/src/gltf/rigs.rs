//! Rigs in extras: `extras.kansetsu.rig` of the document has the contents of a rig file. Joints
//! without a unique name are named `#` and their node's index.

use kansetsu::d3::Pose;
use serde_json::Value;

use super::Document;
use super::at::At;
use super::extras::EXTRAS;
use crate::Figure;
use crate::rig::RigFile;

/// Key of the rig among our extras.
pub(super) const RIG: &str = "rig";

/// Applies the rig of the document's extras to the figure; an invalid one is a warning.
pub(super) fn read(root: &At<'_>, figure: &mut Figure, warnings: &mut Vec<String>) {
    let Some(rig) = root.get("extras").and_then(|extras| extras.get(EXTRAS)?.get(RIG)) else {
        return;
    };
    match RigFile::from_value(rig.value()) {
        Ok(file) => {
            let numbers = numbers(&figure.nodes);
            let misfits = file.apply_numbered(figure, &numbers);
            warnings.extend(
                misfits
                    .into_iter()
                    .chain(file.warnings)
                    .map(|problem| format!("{}, {problem}", rig.path())),
            );
        }
        Err(error) => {
            warnings.push(format!("{}: {error}; the figure's rig is detected again", rig.path()))
        }
    }
}

/// The node index of each joint.
pub(super) fn numbers(nodes: &[Option<usize>]) -> Vec<usize> {
    nodes.iter().enumerate().map(|(joint, node)| node.unwrap_or(joint)).collect()
}

/// Whether a new file with the figure in this pose would lose part of its rig, or its rest pose.
pub(super) fn is_needed(figure: &Figure, standing: &Pose) -> bool {
    let rig = &figure.rig;
    let knows = !(figure.rig.roles.is_empty()
        && figure.rig.ik_stops.is_empty()
        && rig.limbs.is_empty()
        && figure.rig.stance.is_none());
    knows
        || rig.limits.iter().any(Option::is_some)
        || rig.mirrors.iter().any(Option::is_some)
        || standing.locals != rig.skeleton.rest_pose().locals
}

/// The rig to write for a figure in this pose.
pub(super) fn value(figure: &Figure, standing: &Pose, nodes: &[Option<usize>]) -> Value {
    RigFile::numbered(figure, standing, &numbers(nodes)).to_value()
}

/// The figure's rig for the document, if it would be lost: if the nodes have another pose than the
/// figure's rest, or if its rig differs from that of the opened document.
pub(super) fn changed(document: &Document, figure: &Figure, nodes: Option<&Pose>) -> Option<Value> {
    let file_pose = document.skeleton.rest_pose();
    let standing = nodes.unwrap_or(&file_pose);
    let is_posed = standing.locals != file_pose.locals;
    let is_changed =
        RigFile { name: String::new(), ..RigFile::from_figure(figure) } != document.rig;
    (is_posed || is_changed).then(|| value(figure, standing, &figure.nodes))
}

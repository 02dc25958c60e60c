//! The spring bones of VRM 0.x and 1.0.
//!
//! Sources: VRM Consortium, "VRM 0.0 specification", `secondaryAnimation`; "VRMC_springBone 1.0";
//! "VRMC_springBone_extended_collider 1.0"; "VRMC_springBone_limit 1.0-draft".
//!
//! A damaged part is left out with a warning: a figure can be posed without it.

mod reader;
mod version_0;
mod version_1;

use kansetsu::animation::SpringBones;

use self::reader::Reader;
use super::at::At;
use super::nodes::Nodes;

/// Reads the springs; empty for files without springs.
pub(super) fn read(root: &At<'_>, nodes: &Nodes<'_>, warnings: &mut Vec<String>) -> SpringBones {
    let is_taken = vec![false; nodes.skeleton.len()];
    let mut reader = Reader { nodes, warnings, is_taken, bones: SpringBones::default() };
    let older = || root.extension("VRM")?.get("secondaryAnimation");
    match (root.extension("VRMC_springBone"), older()) {
        (Some(block), _) => version_1::read(&block, &mut reader),
        (None, Some(block)) => version_0::read(&block, &mut reader),
        (None, None) => {}
    }
    reader.bones.springs.retain(|spring| !spring.joints.is_empty());
    reader.bones
}

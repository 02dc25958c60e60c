//! The part that needs no engine: bone lists, poses in and out.

#![expect(clippy::unwrap_used, reason = "what a figure cannot find fails its test")]

mod follow;
#[expect(dead_code, reason = "other tests read more of a case")]
#[path = "../../../../crates/kansetsu-figures/tests/it/request_table.rs"]
mod request_table;
mod requests;
#[path = "../../../../crates/kansetsu-formats/tests/it/skip.rs"]
mod skip;

use kansetsu::d3::Skeleton;
use kansetsu_godot::bones::Bone;

/// The bones of a skeleton, as the engine lists them.
fn bones_of(skeleton: &Skeleton) -> Vec<Bone> {
    let joints = skeleton.joints().iter();
    joints
        .map(|joint| Bone { name: joint.name.clone(), parent: joint.parent, rest: joint.rest })
        .collect()
}

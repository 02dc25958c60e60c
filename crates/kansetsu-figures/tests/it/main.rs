//! Public behaviour of the embedded figures.

mod anatomy;
mod apart;
mod balance;
mod catalogue;
mod drag;
mod everyday;
mod hard;
mod keypoints;
mod limits;
mod look;
mod mesh;
mod prior;
mod props;
mod request_table;
mod requests;
mod restart;
mod retarget;
mod scene_hashes;
mod scenes;
#[path = "../../examples/scene_hashes/scenes/mod.rs"]
#[expect(dead_code, reason = "the example, whose scenes they are, uses more of it")]
mod scenes_to_hash;
mod session;
#[path = "../../../kansetsu-formats/tests/it/skip.rs"]
mod skip;
mod squat;
mod too_far;
mod track;

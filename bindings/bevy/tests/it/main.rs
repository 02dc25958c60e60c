//! The plugin in headless apps: poses measured by the propagation of Bevy.

#![expect(clippy::unwrap_used, reason = "what a scene cannot find fails its test")]

mod animation;
mod changes;
#[cfg(feature = "gizmos")]
mod gizmos;
mod logs;
mod reach;
mod reflection;
#[expect(dead_code, reason = "other tests read more of a case")]
#[path = "../../../../crates/kansetsu-figures/tests/it/request_table.rs"]
mod request_table;
mod requests;
mod rigs;
mod scene;
#[path = "../../../../crates/kansetsu-formats/tests/it/skip.rs"]
mod skip;

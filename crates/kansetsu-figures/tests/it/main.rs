//! What the embedded figures promise.

mod anatomy;
mod apart;
mod balance;
mod catalogue;
mod drag;
mod everyday;
mod keypoints;
mod limits;
mod look;
mod mesh;
mod prior;
mod request_table;
mod requests;
mod restart;
mod retarget;
mod scenes;
mod session;
mod squat;
mod too_far;
mod track;

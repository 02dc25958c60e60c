//! Draws a sheet of the body poses of a group.
//!
//! `cargo run --release -p kansetsu-draw --example body_poses -- front stand.png stand`. `side`
//! draws from the right; any view that `View::parse` accepts works too. Instead of a group, the
//! third argument may be substrings of names, separated by commas.

mod shared;
mod sheet;

use std::error::Error;

use kansetsu_figures::scenes::body_poses::{self, PoseGroup};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let (Some(view), Some(path), Some(picked)) = (words.next(), words.next(), words.next()) else {
        return Err("usage: body_poses VIEW OUT.png GROUP|NAMES".into());
    };
    let is_group = PoseGroup::ALL.iter().any(|group| group.name() == picked);
    let figure = kansetsu_figures::mannequin();
    let poses = body_poses::all()
        .into_iter()
        .filter(|pose| {
            if is_group {
                pose.group.name() == picked
            } else {
                picked.split(',').any(|part| pose.goals.name.contains(part))
            }
        })
        .map(|pose| body_poses::solve(&figure, &pose).map(|solved| (pose.goals, solved)))
        .collect::<Result<Vec<_>, _>>()?;
    shared::save(&sheet::draw(&figure, &poses, &view, !is_group)?, &path)
}

//! Draws the sheet of everyday poses: the solutions of one or two goals each.
//!
//! `cargo run --release -p kansetsu-draw --example everyday -- front everyday.png`. `side` draws
//! from the right; any view that `View::parse` accepts works too. A third argument selects poses:
//! substrings of names, separated by commas.

mod shared;
mod sheet;

use std::error::Error;

use kansetsu_figures::scenes::everyday;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let (Some(view), Some(path)) = (words.next(), words.next()) else {
        return Err(
            "usage: everyday VIEW OUT.png [NAMES], with VIEW front, side or another view".into()
        );
    };
    let picked = words.next().unwrap_or_default();
    let figure = kansetsu_figures::mannequin();
    let poses = everyday::poses()
        .into_iter()
        .filter(|pose| picked.split(',').any(|part| pose.name.contains(part)))
        .map(|pose| everyday::solve(&figure, &pose).map(|solved| (pose, solved.pose)))
        .collect::<Result<Vec<_>, _>>()?;
    shared::save(&sheet::draw(&figure, &poses, &view, !picked.is_empty())?, &path)
}

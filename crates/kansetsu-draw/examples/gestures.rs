//! Draws a sheet of everyday gestures, each as users type it: one or two `--goal`, nothing else.
//!
//! `cargo run --release -p kansetsu-draw --example gestures -- mannequin front gestures.png` draws
//! an embedded figure; the path of a humanoid file in its place draws that figure. `side` draws
//! from the right. `page` writes the document with the commands in place of a picture.

mod shared;

use std::{error::Error, io::Write};

use kansetsu::{Budget, glam::Vec3};
use kansetsu_draw::{Frame, Grid, Ground, Mark, Picture, Scene, Sheet, View, contact_sheet};
use kansetsu_figures::scenes::gestures::{self, Gesture};
use kansetsu_formats::Figure;

const COLUMNS: u32 = 7;
/// The size of one gesture, pixels.
const CELL: [u32; 2] = [200, 240];
/// The budget of `kansetsu solve`.
const BUDGET: Budget = Budget::steps(800);

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let (Some(file), Some(view), Some(path)) = (words.next(), words.next(), words.next()) else {
        return Err("usage: gestures FIGURE VIEW OUT, with VIEW front, side or page".into());
    };
    let figure = match kansetsu_figures::figure(&file) {
        Some(figure) => figure,
        None => kansetsu_formats::open_path(&file)?.figure,
    };
    let all = gestures::requests(&figure)?;
    if view == "page" {
        return Ok(std::fs::write(path, page(&all))?);
    }
    let front = figure.front().direction;
    let azimuth = front.x.atan2(front.z).to_degrees();
    let view = if view == "side" {
        View::new(azimuth - 90.0, 6.0)
    } else {
        View::new(azimuth - 32.0, 10.0)
    };
    let frames =
        all.iter().map(|gesture| frame(&figure, gesture)).collect::<Result<Vec<Frame>, _>>()?;
    let picture = Picture {
        width: CELL[0],
        height: CELL[1],
        view,
        ground: Ground::At(floor(&figure)),
        margin: 0.05,
        ..Picture::default()
    };
    let grid = Grid { rows: (frames.len() as u32).div_ceil(COLUMNS), columns: COLUMNS };
    shared::save(&contact_sheet(&frames, &Sheet { grid, picture })?.content, &path)
}

fn frame<'a>(figure: &'a Figure, gesture: &Gesture) -> Result<Frame<'a>, Box<dyn Error>> {
    let mut pose = figure.rig.rest_pose();
    let report = gesture.request.session(&figure.rig)?.solve(&mut pose, BUDGET)?;
    writeln!(
        std::io::stdout(),
        "{:26} {:6.1} mm off  {}",
        gesture.name,
        1e3 * report.distance(),
        gesture.words
    )?;
    let mut scene = Scene::new(figure, &pose);
    scene.marks = gesture.places.iter().map(|&place| Mark::target(place)).collect();
    Ok(Frame { scene, caption: gesture.name.to_owned() })
}

/// The document of the guide: the command of each picture.
fn page(all: &[Gesture]) -> String {
    let mut page = String::from(PAGE);
    for gesture in all {
        page += &format!(
            "| {} | `kansetsu solve figure:mannequin {} --picture pose.png` |\n",
            gesture.name, gesture.words
        );
    }
    page
}

const PAGE: &str = "# Everyday gestures\n
One or two positions make a pose. These commands have no other options. Arms without a target hang relaxed, and the feet
stay on the floor. The trunk helps where an arm is too short, and the body keeps its balance. Targets are wrists, ankles,
hips and the head.

To draw the sheets and write this page again: `cargo xtask pictures --everyday`.

![From the front](../pictures/gestures.png)

![From the side](../pictures/gestures-side.png)

| gesture | command |
| --- | --- |
";

fn floor(figure: &Figure) -> f32 {
    let rest = figure.rig.skeleton.forward(&figure.rig.rest_pose());
    let lowest = rest.iter().map(|map| map.translation).reduce(Vec3::min);
    lowest.map_or(0.0, |lowest| lowest.y)
}

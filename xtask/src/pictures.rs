//! `cargo xtask pictures`: the pictures of the READMEs, made by the command that they document.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::repository::{cargo, root};

/// The folder of the pictures.
const FOLDER: &str = "docs/pictures";
/// The first picture of the READMEs: the demo's contact sheet, small enough for a first screen.
const DEMO: &str = "demo.png";
/// Every other picture, with the command's arguments that draw it.
const TOUR: [(&str, &str); 13] = [
    (
        "reach.png",
        "solve figure:mannequin --goal LeftHand=0.5,1.55,0.25 --goal RightHand=-0.25,1.15,0.4 --goal LeftFoot=0.1,0.4,0.35 \
         --require-reached --view 35,8 --size 400x480 --picture",
    ),
    (
        "tentacle.png",
        "solve figure:tentacle --goal Tip=0.35,0.55,0.3 --require-reached --size 400x480 --picture",
    ),
    (
        "quadruped.png",
        "solve figure:quadruped --goal LeftForepaw=0.1,0.3,0.42 --require-reached --view 55,10 --size 400x480 --picture",
    ),
    ("limits.png", "render figure:hand --limits --skeleton --view 70,50 --size 400x480 -o"),
    ("lab-elbow.png", "lab elbow --set end_x=790 --set end_y=500 -o"),
    ("lab-tentacle.png", "lab tentacle --frames 210 -o"),
    ("lab-limbs.png", "lab limbs --set step=9 -o"),
    ("lab-character.png", "lab character -o"),
    ("lab-lens.png", "lab lens --set rounds=3 -o"),
    ("lab-editor.png", "lab editor --set levels=3 --frames 90 -o"),
    ("lab-race.png", "lab race -o"),
    ("lab-reach.png", "lab reach --frames 100 -o"),
    ("lab-swivel.png", "lab swivel --frames 20 -o"),
];

/// A recorded jump on the mannequin, drawn if the recordings are available: from the folder of real
/// files, `KANSETSU_CORPUS` or the one beside the checkout.
const RETARGET: (&str, &str) = ("retarget.png", "mocap/cmu_02_04.bvh");

/// The mannequin in random poses inside the limits that a body without limits would get.
const RANDOM: &str = "random-poses.png";

/// The everyday poses from two sides, drawn by the example `everyday` of the crate that draws.
const EVERYDAY: [(&str, &str); 2] = [("everyday.png", "front"), ("everyday-side.png", "side")];

/// Everyday gestures as typed by users, drawn by the example `gestures`, and the document with
/// their commands.
const GESTURES: [(&str, &str); 3] =
    [("gestures.png", "front"), ("gestures-side.png", "side"), ("../guide/gestures.md", "page")];

/// The studio in each language, and the steps from a character to a film of it waving, drawn by its
/// example `window_picture`.
const STUDIO: [(&str, &str); 9] = [
    ("studio.png", "en drag"),
    ("studio.ja.png", "ja drag"),
    ("wave-pose.png", "en pose"),
    ("wave-pose.ja.png", "ja pose"),
    ("wave-keys.png", "en keys"),
    ("wave-keys.ja.png", "ja keys"),
    ("wave-film.png", "en film"),
    ("wave-film.ja.png", "ja film"),
    ("wave.gif", "en wave"),
];

/// The options of a run.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Draws the sheets of everyday poses only.
    #[arg(long)]
    everyday: bool,
}

/// Redraws them. The same sources draw the same bytes, so git shows the effect of a change.
pub(crate) fn run(options: &Options) -> Result<()> {
    let folder = root().join(FOLDER);
    std::fs::create_dir_all(&folder).with_context(|| format!("could not make {FOLDER}"))?;
    for (name, view) in EVERYDAY {
        draw(&format!("-p kansetsu-draw --example everyday -- {view}"), &folder.join(name))?;
    }
    for (name, view) in GESTURES {
        draw(
            &format!("-p kansetsu-draw --example gestures -- mannequin {view}"),
            &folder.join(name),
        )?;
    }
    if options.everyday {
        return Ok(());
    }
    for (name, words) in TOUR {
        kansetsu(words, &folder.join(name))?;
    }
    for (name, language) in STUDIO {
        draw(
            &format!("-p kansetsu-studio --example window_picture -- {language}"),
            &folder.join(name),
        )?;
    }
    draw_retarget(&folder.join(RETARGET.0))?;
    draw_random(&folder.join(RANDOM))?;
    draw_demo(&folder.join(DEMO))
}

/// The mannequin jumps as in the recording.
fn draw_retarget(picture: &Path) -> Result<()> {
    let files = std::env::var_os("KANSETSU_CORPUS")
        .map_or_else(|| root().join("../shared/data"), PathBuf::from);
    let recorded = files.join(RETARGET.1);
    if !recorded.is_file() {
        println!("{} is unchanged: {} is missing", RETARGET.0, recorded.display());
        return Ok(());
    }
    let folder = tempfile::tempdir().context("could not make a temporary folder")?;
    let jump = folder.path().join("jump.glb");
    kansetsu(&format!("retarget {} figure:mannequin -o", recorded.display()), &jump)?;
    kansetsu(&format!("render {} --clip 0 --sheet 2x6 --size 200x280 -o", jump.display()), picture)
}

/// Limits are detected on the mannequin's skeleton, as if it had none.
fn draw_random(picture: &Path) -> Result<()> {
    let folder = tempfile::tempdir().context("could not make a temporary folder")?;
    let [figure, poses] = ["mannequin.glb", "poses.glb"].map(|name| folder.path().join(name));
    kansetsu("convert figure:mannequin", &figure)?;
    // The last word is not a path, but is passed in its place.
    draw(
        &format!(
            "-p kansetsu-formats --example random_poses -- {} {}",
            figure.display(),
            poses.display()
        ),
        Path::new("guessed"),
    )?;
    kansetsu(
        &format!("render {} --clip random --sheet 4x6 --size 180x220 -o", poses.display()),
        picture,
    )
}

/// The demo writes more than its picture: into a temporary folder.
fn draw_demo(picture: &Path) -> Result<()> {
    let folder = tempfile::tempdir().context("could not make a temporary folder")?;
    kansetsu("demo --sheet 2x4 --size 250x320 --out", folder.path())?;
    std::fs::copy(folder.path().join("contact-sheet.png"), picture)
        .context("the demo left no contact sheet")?;
    Ok(())
}

/// Runs the command with `words` and, as its last argument, a path.
fn kansetsu(words: &str, path: &Path) -> Result<()> {
    draw(&format!("-p kansetsu-cli -- {words}"), path)
}

/// Runs `cargo run` with `words`, with a path as the last argument.
fn draw(words: &str, path: &Path) -> Result<()> {
    let mut command: Command = cargo();
    command.args(["run", "--release", "--quiet"]).args(words.split_whitespace()).arg(path);
    if !command.status().context("could not start cargo")?.success() {
        bail!("cargo run {words} failed");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_of_the_folder_can_be_drawn_again() {
        let known: Vec<&str> = TOUR
            .into_iter()
            .chain(EVERYDAY)
            .chain(GESTURES)
            .chain(STUDIO)
            .map(|(name, _)| name)
            .chain([DEMO, RETARGET.0, RANDOM])
            .collect();
        for entry in std::fs::read_dir(root().join(FOLDER)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            // The plots, which are SVG, come from `cargo xtask evidence`.
            assert!(
                name.ends_with(".svg") || known.contains(&name.as_str()),
                "{FOLDER}/{name} is not drawn by any command"
            );
        }
        for name in known {
            assert!(
                root().join(FOLDER).join(name).is_file(),
                "run cargo xtask pictures: {name} is missing"
            );
        }
    }
}

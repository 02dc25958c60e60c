//! Pictures that must not change unnoticed: small, and compared so that another driver's edges and
//! roundings pass.
//!
//! `cargo xtask bless` writes them again; look at them before committing, and say in the commit why
//! they changed.

use std::{env, path::Path};

use image::{RgbaImage, imageops};

/// Pixels across: enough to see what is where.
const WIDTH: u32 = 320;
/// How far the mean of all channels may be off, of 255.
const MEAN: f64 = 2.0;
/// A pixel is another one when a channel is off by more than this, of 255 …
const OTHER: u8 = 48;
/// … and this part of all pixels may be others.
const OTHERS: f64 = 0.01;

/// Compares a picture with the golden of this name.
pub fn check(name: &str, picture: &RgbaImage) {
    let height = (picture.height() * WIDTH).div_ceil(picture.width());
    let small = imageops::resize(picture, WIDTH, height, imageops::FilterType::Triangle);
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.png"));
    if env::var_os("UPDATE_GOLDENS").is_some() {
        small.save(&path).expect("the folder of goldens can be written");
    }
    let golden = image::open(&path)
        .unwrap_or_else(|error| panic!("{name}: {error}; cargo xtask bless writes it"))
        .into_rgba8();
    let [mean, others] = differences(&small, &golden);
    if mean > MEAN || others > OTHERS {
        let drawn = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
        small.save(&drawn).expect("the folder for pictures can be written");
        panic!(
            "{name}: off by {mean:.2} of 255, {:.1} % of all pixels are others; see {}",
            100.0 * others,
            drawn.display()
        );
    }
}

/// The mean of how far channels are off, and the part of all pixels that are others.
fn differences(a: &RgbaImage, b: &RgbaImage) -> [f64; 2] {
    assert_eq!(a.dimensions(), b.dimensions());
    let (mut sum, mut others) = (0_u64, 0_usize);
    for (a, b) in a.pixels().zip(b.pixels()) {
        let off = [0, 1, 2].map(|channel| a.0[channel].abs_diff(b.0[channel]));
        sum += off.iter().map(|&off| u64::from(off)).sum::<u64>();
        others += usize::from(off.iter().any(|&off| off > OTHER));
    }
    let count = f64::from(a.width()) * f64::from(a.height());
    [sum as f64 / (3.0 * count), others as f64 / count]
}

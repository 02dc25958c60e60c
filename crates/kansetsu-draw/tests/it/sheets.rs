//! Contact sheets.

use kansetsu_draw::{Frame, Grid, Picture, Scene, Sheet, contact_sheet};

use crate::capsule;

fn sheet(rows: u32, columns: u32) -> Sheet {
    Sheet {
        grid: Grid { rows, columns },
        picture: Picture { width: 48, height: 40, ..Picture::default() },
    }
}

#[test]
fn cells_stand_row_by_row_and_the_rest_stays_empty() {
    let figure = capsule::figure();
    let frame = |angle: f32| Frame {
        scene: Scene::new(&figure, &capsule::bent(&figure, angle)),
        caption: "a caption far too long for a cell".into(),
    };
    let frames: Vec<Frame> = [0.0, 0.5, 1.0].map(frame).into();
    let drawing = contact_sheet(&frames, &sheet(2, 2)).expect("a sheet");
    let image = image::load_from_memory(&drawing.content).expect("a PNG file").into_rgba8();
    assert_eq!(image.dimensions(), (48 * 2 + 2, 40 * 2 + 2));
    let gap = *image.get_pixel(48, 10);
    assert_eq!(*image.get_pixel(75, 70), gap, "the fourth cell is empty");
    assert_ne!(*image.get_pixel(20, 70), gap, "the third is not");
    assert_eq!(
        contact_sheet(&frames, &sheet(1, 1)).map(|drawing| drawing.content.is_empty()).ok(),
        Some(false)
    );
}

#[test]
fn all_cells_are_seen_by_the_same_camera() {
    let figure = capsule::figure();
    let frame = |angle: f32| Frame {
        scene: Scene::new(&figure, &capsule::bent(&figure, angle)),
        caption: String::new(),
    };
    let drawing =
        contact_sheet(&[frame(0.0), frame(1.5), frame(0.0)], &sheet(1, 3)).expect("a sheet");
    let image = image::load_from_memory(&drawing.content).expect("a PNG file").into_rgba8();
    let cell = |index: u32| image::imageops::crop_imm(&image, index * 50, 0, 48, 40).to_image();
    assert_eq!(cell(0), cell(2));
    assert_ne!(cell(0), cell(1));
}

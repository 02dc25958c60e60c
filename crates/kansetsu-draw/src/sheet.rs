//! Many frames in one picture.

use std::str::FromStr;

use kansetsu::glam::Vec2;

use crate::{
    Canvas, Drawing, Error, Framing, Ink, Picture, Scene, aim::Aim, backdrop::Backdrop, font,
    gather::Gatherer, largest, overlay::Shape, paint_shapes, render,
};

/// A grid of frames with the same camera. `picture` sets the drawing and the size of one cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    /// The number of cells.
    pub grid: Grid,
    /// The settings of each cell.
    pub picture: Picture,
}

/// Rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// From top to bottom.
    pub rows: u32,
    /// From left to right.
    pub columns: u32,
}

/// The scene of one cell and the caption under it.
#[derive(Clone, Debug)]
pub struct Frame<'a> {
    /// The scene.
    pub scene: Scene<'a>,
    /// A short caption; may be empty.
    pub caption: String,
}

impl Default for Grid {
    fn default() -> Self {
        Self { rows: 3, columns: 4 }
    }
}

impl Sheet {
    /// The most rows, and the most columns.
    pub const MAX_CELLS: u32 = largest::CELLS;
    /// Pixels between cells.
    const GAP: u32 = 2;

    /// The whole picture's width and height, pixels.
    fn size(&self) -> [u32; 2] {
        let side = |cells: u32, pixels: u32| {
            cells.saturating_mul(pixels.saturating_add(Self::GAP)).saturating_sub(Self::GAP)
        };
        [side(self.grid.columns, self.picture.width), side(self.grid.rows, self.picture.height)]
    }

    fn check(&self) -> Result<(), Error> {
        let Grid { rows, columns } = self.grid;
        let fits = |cells: u32| (1..=Self::MAX_CELLS).contains(&cells);
        if !(fits(rows) && fits(columns)) {
            return Err(Error::Sheet { text: format!("{rows}x{columns}") });
        }
        self.picture.check()?;
        let [width, height] = self.size();
        Picture { width, height, ..Picture::default() }.check()
    }
}

impl FromStr for Grid {
    type Err = Error;

    /// Parses "ROWSxCOLUMNS", for example "3x5".
    fn from_str(text: &str) -> Result<Self, Error> {
        let error = || Error::Sheet { text: text.to_owned() };
        let (rows, columns) = text.trim().split_once(['x', 'X', '×']).ok_or_else(error)?;
        let cells = |part: &str| {
            part.trim().parse().ok().filter(|cells| (1..=Sheet::MAX_CELLS).contains(cells))
        };
        Ok(Self {
            rows: cells(rows).ok_or_else(error)?,
            columns: cells(columns).ok_or_else(error)?,
        })
    }
}

/// Draws frames row by row as a PNG file and returns its bytes. Frames beyond the last cell are
/// ignored; cells beyond the last frame stay empty.
///
/// # Errors
/// [`Error::Size`] for a cell or a sheet that is empty or too large, [`Error::Sheet`] for too many
/// cells.
pub fn contact_sheet(frames: &[Frame], sheet: &Sheet) -> Result<Drawing<Vec<u8>>, Error> {
    sheet.check()?;
    let cells = (sheet.grid.rows * sheet.grid.columns) as usize;
    let frames = &frames[..frames.len().min(cells)];
    let aim = Aim::new(&sheet.picture);
    let mut gatherer = Gatherer::default();
    let mut framing = Framing::default();
    for frame in frames {
        render::frame(&frame.scene, &gatherer.surfaces(&frame.scene), &aim, &mut framing);
    }
    let [width, height] = sheet.size();
    let mut canvas = empty(sheet, width as usize, height as usize);
    for (index, frame) in frames.iter().enumerate() {
        let mut cell =
            render::draw(&frame.scene, gatherer.surfaces(&frame.scene), &framing, &sheet.picture);
        write_caption(&mut cell, &frame.caption, &sheet.picture);
        let (column, row) =
            (index % sheet.grid.columns as usize, index / sheet.grid.columns as usize);
        let pitch = |side: u32| (side + Sheet::GAP) as usize;
        canvas.place(&cell, column * pitch(sheet.picture.width), row * pitch(sheet.picture.height));
    }
    Ok(Drawing { content: canvas.to_png()?, warnings: gatherer.warnings })
}

/// A sheet in the colour of the gaps.
fn empty(sheet: &Sheet, width: usize, height: usize) -> Canvas {
    let mut canvas = Canvas::new(width, height);
    let backdrop = Backdrop::new(sheet.picture.background);
    if backdrop.solid {
        let (w, h) = (width as f32, height as f32);
        let corners = [Vec2::ZERO, Vec2::new(w, 0.0), Vec2::new(w, h), Vec2::new(0.0, h)];
        canvas.fill(&[corners.to_vec()], Ink::new(backdrop.gap, 1.0));
    }
    canvas
}

/// The caption at the lower left of a cell, cut to its width.
fn write_caption(cell: &mut Canvas, caption: &str, picture: &Picture) {
    let size = (0.05 * picture.width.min(picture.height) as f32).clamp(9.0, 22.0);
    let free = picture.width as f32 - 1.4 * size;
    let mut text = caption.to_owned();
    while !text.is_empty() && font::width(&text, size) > free {
        text.pop();
    }
    let backdrop = Backdrop::new(picture.background);
    let at = Vec2::new(0.7 * size, picture.height as f32 - 0.75 * size);
    let (ink, halo) = (Ink::new(backdrop.ink, 0.9), Ink::new(backdrop.bottom, 0.7));
    paint_shapes::paint(cell, &[Shape::Text { at, size, text, ink, halo }]);
}

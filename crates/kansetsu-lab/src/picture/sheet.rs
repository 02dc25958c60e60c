//! A page as a picture.

use kansetsu::glam::Vec2;
use kansetsu_draw::Flat;

use super::{Letters, grid::Grid, wrap::wrapped};
use crate::{
    Anchor, Drawing, Formula, Ink, Page, Part, SIZE, Shape, Table, lesson, text::Language,
};

/// How a still picture is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Pixels.
    Png,
    /// Shapes.
    Svg,
}

/// A still picture of a page.
///
/// # Errors
/// A sentence, should an encoder refuse.
pub fn still(page: &dyn Page, language: Language, format: Format) -> Result<Vec<u8>, String> {
    fitted(page, language, PICTURE)?.encoded(format)
}

/// A page to print, with its lesson and lines for the answers.
///
/// # Errors
/// A sentence, should an encoder refuse.
pub fn worksheet(page: &dyn Page, language: Language, format: Format) -> Result<Vec<u8>, String> {
    printed(page, language)?.encoded(format)
}

fn printed(page: &dyn Page, language: Language) -> Result<Sheet, String> {
    let mut sheet = fitted(page, language, A4)?;
    sheet.down = PICTURE[1] as f32;
    sheet.zoom = 1.0;
    let wide = (MARGIN, A4[0] as f32 - 2.0 * MARGIN);
    sheet.paragraph_in(wide, language.say("Try this", "やってみよう"), 17.0, Ink::Strong);
    for (index, step) in lesson(page.about().name).iter().enumerate() {
        sheet.skip(8.0);
        let text = format!("{}. {}", index + 1, step.task.get(language));
        sheet.paragraph_in(wide, &text, 15.0, Ink::Strong);
        for _ in 0..ANSWER {
            sheet.skip(LINE);
            let ends = [MARGIN, A4[0] as f32 - MARGIN].map(|x| Vec2::new(x, sheet.down));
            sheet.flat.line(ends.to_vec(), 1.0, Ink::Faint.rgb(false));
        }
    }
    Ok(sheet)
}

/// The size of a worksheet, pixels: A4 (297 × 210 mm) as wide as a picture.
const A4: [u32; 2] = [PICTURE[0], PICTURE[0] * 210 / 297];
/// Lines for an answer, and pixels between them.
const ANSWER: usize = 2;
const LINE: f32 = 36.0;

/// Pixels for a unit of the lab page.
const SCALE: f32 = 0.625;
const MARGIN: f32 = 16.0;
/// The size of most text in the column, pixels.
const TEXT: f32 = 13.0;
/// The width of the right column, pixels.
const COLUMN: f32 = 420.0;
const BACKGROUND: [u8; 3] = [0xFB, 0xFC, 0xFD];

/// The size of every picture, pixels.
pub(super) const PICTURE: [u32; 2] =
    [(SIZE.x * SCALE + 3.0 * MARGIN + COLUMN) as u32, (SIZE.y * SCALE + 2.0 * MARGIN) as u32];

/// The factor between two sizes of a column that is too tall.
const SMALLER: f32 = 0.96;
/// The smallest size of a column, as a fraction of its usual size.
const SMALLEST: f32 = 0.6;

/// The picture of a page. A column that is too tall is drawn smaller.
pub(super) fn sheet(page: &dyn Page, language: Language) -> Result<Flat, String> {
    fitted(page, language, PICTURE).map(|sheet| sheet.flat)
}

/// A sheet of this size whose column fits beside the picture.
fn fitted(page: &dyn Page, language: Language, size: [u32; 2]) -> Result<Sheet, String> {
    let drawing = page.draw(language);
    let mut sheet = Sheet::drawn(page, &drawing, language, (size, 1.0))?;
    while sheet.down > PICTURE[1] as f32 - 0.5 * MARGIN && sheet.zoom > SMALLEST {
        sheet = Sheet::drawn(page, &drawing, language, (size, SMALLER * sheet.zoom))?;
    }
    Ok(sheet)
}

struct Sheet {
    flat: Flat,
    /// Pixels.
    size: [u32; 2],
    letters: Letters,
    /// The size of the column, as a fraction of its usual size.
    zoom: f32,
    /// The top of the next line of the column.
    down: f32,
}

fn place(at: Vec2) -> Vec2 {
    Vec2::new(MARGIN + at.x * SCALE, MARGIN + (SIZE.y - at.y) * SCALE)
}

impl Sheet {
    fn drawn(
        page: &dyn Page,
        drawing: &Drawing,
        language: Language,
        (size, zoom): ([u32; 2], f32),
    ) -> Result<Self, String> {
        let letters = Letters::new().map_err(|error| error.to_string())?;
        let flat = Flat::new(size[0], size[1], BACKGROUND).map_err(|error| error.to_string())?;
        let mut sheet = Self { flat, size, letters, zoom, down: MARGIN };
        drawing.shapes.iter().for_each(|shape| sheet.shape(shape));
        sheet.frame();
        sheet.column(page, drawing, language);
        Ok(sheet)
    }

    fn encoded(self, format: Format) -> Result<Vec<u8>, String> {
        match format {
            Format::Png => self.flat.to_png().map_err(|error| error.to_string()),
            Format::Svg => Ok(self.flat.to_svg().into_bytes()),
        }
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Line { points, width, ink } => {
                let points = points.iter().map(|&point| place(point)).collect();
                self.flat.line(points, *width * 0.8, ink.rgb(false));
            }
            Shape::Disc { center, radius, ink } => {
                self.flat.disc(place(*center), *radius * 0.8, ink.rgb(false))
            }
            Shape::Text { at, text, size, ink, anchor } => {
                let width = self.letters.width(text, *size);
                let part = match anchor {
                    Anchor::Left => 0.0,
                    Anchor::Middle => 0.5,
                    Anchor::Right => 1.0,
                };
                self.text(place(*at) - Vec2::new(part * width, 0.0), text, *size, *ink);
            }
        }
    }

    /// Hides what sticks out of the lab page, and draws its edge.
    fn frame(&mut self) {
        let [width, height] = self.size.map(|side| side as f32);
        let (low, high) = (place(Vec2::new(0.0, SIZE.y)), place(Vec2::new(SIZE.x, 0.0)));
        for [left, top, right, bottom] in [
            [0.0, 0.0, width, low.y],
            [0.0, high.y, width, height],
            [0.0, 0.0, low.x, height],
            [high.x, 0.0, width, height],
        ] {
            let corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
                .map(|(x, y)| Vec2::new(x, y));
            self.flat.fill(vec![corners.to_vec()], BACKGROUND);
        }
        let corners =
            [(low.x, low.y), (high.x, low.y), (high.x, high.y), (low.x, high.y), (low.x, low.y)];
        self.flat.line(corners.map(|(x, y)| Vec2::new(x, y)).to_vec(), 1.0, Ink::Faint.rgb(false));
    }

    fn column(&mut self, page: &dyn Page, drawing: &Drawing, language: Language) {
        let about = page.about();
        self.paragraph(about.title.get(language), 19.0, Ink::Strong);
        self.paragraph(about.idea.get(language), TEXT, Ink::Weak);
        self.skip(6.0);
        about.formulas.iter().for_each(|formula| self.formula(formula, Ink::Strong));
        self.skip(4.0);
        drawing.formulas.iter().for_each(|formula| self.formula(formula, Ink::Accent));
        self.skip(4.0);
        if let Some(table) = &drawing.table {
            self.table(table);
        }
        for fact in &drawing.facts {
            let (size, middle) = (TEXT * self.zoom, self.down + 9.0 * self.zoom);
            self.text(Vec2::new(left(), middle), &fact.name, size, Ink::Weak);
            let width = self.letters.width(&fact.value, size);
            let at = Vec2::new(left() + COLUMN - width, middle);
            self.text(at, &fact.value, size, Ink::Strong);
            self.skip(19.0);
        }
        if let Some(note) = &drawing.note {
            self.skip(4.0);
            self.paragraph(note, TEXT, Ink::Alert);
        }
    }

    /// Leaves a gap in the column.
    fn skip(&mut self, gap: f32) {
        self.down += gap * self.zoom;
    }

    fn text(&mut self, at: Vec2, text: &str, size: f32, ink: Ink) {
        self.flat.fill(self.letters.outlines(text, at, size), ink.rgb(false));
    }

    fn paragraph(&mut self, text: &str, size: f32, ink: Ink) {
        self.paragraph_in((left(), COLUMN), text, size, ink);
    }

    /// A paragraph from this place, of this width.
    fn paragraph_in(&mut self, (left, width): (f32, f32), text: &str, size: f32, ink: Ink) {
        let size = size * self.zoom;
        for line in wrapped(text, width, &|text| self.letters.width(text, size)) {
            self.text(Vec2::new(left, self.down + 0.6 * size), &line, size, ink);
            self.down += 1.4 * size;
        }
    }

    /// A formula; one that is too wide is drawn smaller.
    fn formula(&mut self, text: &str, ink: Ink) {
        let formula = Formula::parse(text);
        let measure = |text: &str, size: f32| self.letters.width(text, size);
        let size = 16.0 * self.zoom;
        let mut laid = formula.lay(size, &measure);
        if laid.width > COLUMN {
            laid = formula.lay(size * COLUMN / laid.width, &measure);
        }
        let at = Vec2::new(left(), self.down + laid.above);
        for part in laid.parts {
            match part.moved(at) {
                Part::Text { at, text, size } => self.text(at, &text, size, ink),
                Part::Line { points } => self.flat.line(points, 1.2, ink.rgb(false)),
            }
        }
        self.down += laid.above + laid.below + 5.0 * self.zoom;
    }

    fn table(&mut self, table: &Table) {
        let measure = |text: &str, size: f32| self.letters.width(text, size);
        let grid = Grid::lay(table, COLUMN, self.zoom, &measure);
        for line in &grid.lines {
            let middle = self.down + grid.size * 8.0 / 12.0;
            if let Some(ink) = line.dot {
                let center = Vec2::new(left() + grid.size * 5.0 / 12.0, middle);
                self.flat.disc(center, grid.size * 4.5 / 12.0, ink.rgb(false));
            }
            let mut x = left() + grid.dot;
            for (column, cell) in line.cells.iter().enumerate() {
                let width = self.letters.width(cell, grid.size);
                let at = if column == 0 { x } else { x + grid.widths[column] - width };
                self.text(Vec2::new(at, middle), cell, grid.size, line.ink);
                x += grid.widths[column] + grid.gap;
            }
            self.down += 1.5 * grid.size;
        }
        self.skip(5.0);
    }
}

fn left() -> f32 {
    SIZE.x * SCALE + 2.0 * MARGIN
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NAMES, open};

    #[test]
    fn nothing_is_clipped_on_any_page() {
        let [width, height] = PICTURE.map(|side| side as usize);
        let edge = 4;
        for name in NAMES {
            let mut page = open(name).unwrap();
            (0..60).for_each(|frame| page.demonstrate(frame));
            for language in Language::ALL {
                let rgba = sheet(page.as_ref(), language).unwrap().to_rgba();
                let is_empty = |x: usize, y: usize| rgba[4 * (y * width + x)..][..3] == BACKGROUND;
                let right = (0..height).all(|y| (width - edge..width).all(|x| is_empty(x, y)));
                let bottom = (0..width).all(|x| (height - edge..height).all(|y| is_empty(x, y)));
                assert!(right && bottom, "{name}, {language:?}: right {right}, bottom {bottom}");
            }
        }
    }

    #[test]
    fn a_worksheet_is_a4_and_the_last_line_is_on_it() {
        let [width, height] = A4;
        assert!((width as f32 / height as f32 - 297.0 / 210.0).abs() < 0.01);
        for name in NAMES {
            let page = open(name).unwrap();
            for language in Language::ALL {
                let sheet = printed(page.as_ref(), language).unwrap();
                let bottom = height as f32 - 0.5 * MARGIN;
                assert!(sheet.down < bottom, "{name}, {language:?}: {}", sheet.down);
                let [tall, bare] = [sheet.flat, fitted(page.as_ref(), language, A4).unwrap().flat]
                    .map(|flat| flat.to_rgba());
                let from = 4 * (PICTURE[1] * width) as usize;
                assert!(tall[..from] == bare[..from], "{name}: the upper half is unchanged");
                let ink =
                    |rgba: &[u8]| rgba[from..].chunks(4).filter(|p| p[..3] != BACKGROUND).count();
                assert!(ink(&tall) > ink(&bare) + 5000, "{name}: {} pixels", ink(&tall));
            }
        }
    }
}

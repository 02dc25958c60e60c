//! A page as a picture.

use kansetsu::glam::Vec2;
use kansetsu_draw::Flat;

use super::Letters;
use crate::{Anchor, Drawing, Formula, Ink, Page, Part, SIZE, Shape, Table, text::Language};

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
    let flat = sheet(page, language)?;
    match format {
        Format::Png => flat.to_png().map_err(|error| error.to_string()),
        Format::Svg => Ok(flat.to_svg().into_bytes()),
    }
}

/// Pixels for a unit of the lab page.
const SCALE: f32 = 0.625;
const MARGIN: f32 = 16.0;
/// The width of the right column, pixels.
const COLUMN: f32 = 420.0;
const BACKGROUND: [u8; 3] = [0xFB, 0xFC, 0xFD];

/// The size of every picture, pixels.
pub(super) const PICTURE: [u32; 2] =
    [(SIZE.x * SCALE + 3.0 * MARGIN + COLUMN) as u32, (SIZE.y * SCALE + 2.0 * MARGIN) as u32];

pub(super) fn sheet(page: &dyn Page, language: Language) -> Result<Flat, String> {
    let letters = Letters::new().map_err(|error| error.to_string())?;
    let flat = Flat::new(PICTURE[0], PICTURE[1], BACKGROUND).map_err(|error| error.to_string())?;
    let mut sheet = Sheet { flat, letters, down: MARGIN };
    let drawing = page.draw(language);
    drawing.shapes.iter().for_each(|shape| sheet.shape(shape));
    sheet.frame();
    sheet.column(page, &drawing, language);
    Ok(sheet.flat)
}

struct Sheet {
    flat: Flat,
    letters: Letters,
    /// Where the next line of the column begins.
    down: f32,
}

fn place(at: Vec2) -> Vec2 {
    Vec2::new(MARGIN + at.x * SCALE, MARGIN + (SIZE.y - at.y) * SCALE)
}

impl Sheet {
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
        let [width, height] = PICTURE.map(|side| side as f32);
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
        self.paragraph(about.idea.get(language), 13.0, Ink::Weak);
        self.down += 6.0;
        about.formulas.iter().for_each(|formula| self.formula(formula, Ink::Strong));
        self.down += 4.0;
        drawing.formulas.iter().for_each(|formula| self.formula(formula, Ink::Accent));
        self.down += 4.0;
        if let Some(table) = &drawing.table {
            self.table(table);
        }
        for fact in &drawing.facts {
            self.text(Vec2::new(left(), self.down + 9.0), &fact.name, 13.0, Ink::Weak);
            let width = self.letters.width(&fact.value, 13.0);
            self.text(
                Vec2::new(left() + COLUMN - width, self.down + 9.0),
                &fact.value,
                13.0,
                Ink::Strong,
            );
            self.down += 19.0;
        }
        if let Some(note) = &drawing.note {
            self.down += 4.0;
            self.paragraph(note, 13.0, Ink::Alert);
        }
    }

    fn text(&mut self, at: Vec2, text: &str, size: f32, ink: Ink) {
        self.flat.fill(self.letters.outlines(text, at, size), ink.rgb(false));
    }

    fn paragraph(&mut self, text: &str, size: f32, ink: Ink) {
        for line in wrapped(text, COLUMN, &|text| self.letters.width(text, size)) {
            self.text(Vec2::new(left(), self.down + 0.6 * size), &line, size, ink);
            self.down += 1.4 * size;
        }
    }

    /// A formula; one that is too wide is drawn smaller.
    fn formula(&mut self, text: &str, ink: Ink) {
        let formula = Formula::parse(text);
        let measure = |text: &str, size: f32| self.letters.width(text, size);
        let mut laid = formula.lay(16.0, &measure);
        if laid.width > COLUMN {
            laid = formula.lay(16.0 * COLUMN / laid.width, &measure);
        }
        let at = Vec2::new(left(), self.down + laid.above);
        for part in laid.parts {
            match part.moved(at) {
                Part::Text { at, text, size } => self.text(at, &text, size, ink),
                Part::Line { points } => self.flat.line(points, 1.2, ink.rgb(false)),
            }
        }
        self.down += laid.above + laid.below + 5.0;
    }

    fn table(&mut self, table: &Table) {
        let columns = table.head.len().max(1);
        let rows = || std::iter::once(&table.head).chain(table.rows.iter().map(|row| &row.cells));
        let natural = |column: usize| {
            rows()
                .filter_map(|row| row.get(column))
                .map(|cell| self.letters.width(cell, 12.0))
                .fold(0.0, f32::max)
        };
        let widths: Vec<f32> = (0..columns).map(natural).collect();
        let gap = ((COLUMN - 14.0 - widths.iter().sum::<f32>()) / columns as f32).clamp(4.0, 24.0);
        let inks = std::iter::once(None).chain(table.rows.iter().map(|row| row.ink));
        for (index, (row, ink)) in rows().zip(inks).enumerate() {
            let middle = self.down + 8.0;
            ink.into_iter().for_each(|ink| {
                self.flat.disc(Vec2::new(left() + 5.0, middle), 4.5, ink.rgb(false))
            });
            let mut x = left() + 14.0;
            for (column, cell) in row.iter().enumerate() {
                let width = self.letters.width(cell, 12.0);
                let at = if column == 0 { x } else { x + widths[column] - width };
                self.text(
                    Vec2::new(at, middle),
                    cell,
                    12.0,
                    if index == 0 { Ink::Weak } else { Ink::Strong },
                );
                x += widths[column] + gap;
            }
            self.down += 18.0;
        }
        self.down += 5.0;
    }
}

fn left() -> f32 {
    SIZE.x * SCALE + 2.0 * MARGIN
}

/// The lines of a text: broken at spaces, and in Japanese anywhere but before a sign that may not
/// begin a line.
fn wrapped(text: &str, width: f32, measure: &dyn Fn(&str) -> f32) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for piece in pieces(text) {
        if !line.is_empty() && measure((line.clone() + &piece).trim_end()) > width {
            lines.push(std::mem::take(&mut line).trim_end().to_owned());
        }
        line.push_str(&piece);
    }
    lines.push(line.trim_end().to_owned());
    lines
}

/// What cannot be broken, with the space behind it.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut last = ' ';
    for letter in text.chars() {
        let is_wide = |letter: char| letter > '\u{2fff}';
        let begins = last == ' '
            || is_wide(letter) && !"、。」）ー".contains(letter)
            || is_wide(last) && !is_wide(letter);
        match pieces.last_mut() {
            Some(piece) if !begins || letter == ' ' => piece.push(letter),
            _ => pieces.push(letter.to_string()),
        }
        last = letter;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_no_wider_than_they_may_be() {
        let measure = |text: &str| text.chars().count() as f32;
        for text in [
            "Two bones and the line from the start to the end.",
            "二本のボーンと、始点から終点への線。それで三角形ができます。",
        ] {
            let lines = wrapped(text, 12.0, &measure);
            assert!(lines.len() > 2 && lines.iter().all(|line| measure(line) <= 13.0), "{lines:?}");
            assert!(lines.iter().all(|line| !line.starts_with(['、', '。'])), "{lines:?}");
        }
    }
}

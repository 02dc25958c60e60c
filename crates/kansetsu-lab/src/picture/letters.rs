//! Letters as outlines.

use kansetsu::glam::Vec2;
use skrifa::{
    FontRef, MetadataProvider,
    instance::{LocationRef, Size},
    outline::{DrawSettings, OutlinePen},
    raw::ReadError,
};

use crate::FONT;

/// The letters of the lab's font.
pub struct Letters {
    font: FontRef<'static>,
}

impl Letters {
    /// The letters of the lab's font.
    ///
    /// # Errors
    /// Never, as long as the font that is built in is one.
    pub fn new() -> Result<Self, ReadError> {
        Ok(Self { font: FontRef::new(FONT)? })
    }

    /// How wide a text is, in the unit of `size`.
    #[must_use]
    pub fn width(&self, text: &str, size: f32) -> f32 {
        let metrics = self.font.glyph_metrics(Size::new(size), LocationRef::default());
        let map = self.font.charmap();
        text.chars()
            .map(|letter| {
                map.map(letter).and_then(|glyph| metrics.advance_width(glyph)).unwrap_or(0.5 * size)
            })
            .sum()
    }

    /// The outlines of a text whose left end and middle height are at a place; y is down.
    #[must_use]
    pub fn outlines(&self, text: &str, at: Vec2, size: f32) -> Vec<Vec<Vec2>> {
        let (map, glyphs) = (self.font.charmap(), self.font.outline_glyphs());
        let mut pen = Pen {
            outlines: Vec::new(),
            at: Vec2::new(at.x, at.y + MIDDLE * size),
            last: Vec2::ZERO,
        };
        for letter in text.chars() {
            if let Some(glyph) = map.map(letter).and_then(|glyph| glyphs.get(glyph)) {
                // A glyph that cannot be drawn leaves its place empty.
                let _ = glyph.draw(
                    DrawSettings::unhinted(Size::new(size), LocationRef::default()),
                    &mut pen,
                );
            }
            pen.at.x += self.width(letter.encode_utf8(&mut [0; 4]), size);
        }
        pen.outlines
    }

    /// Whether the font has every letter of a text.
    #[must_use]
    pub fn has(&self, text: &str) -> bool {
        let map = self.font.charmap();
        text.chars().all(|letter| map.map(letter).is_some())
    }
}

/// From the middle of a line of text down to the baseline, as a fraction of the letters'
/// size.
const MIDDLE: f32 = 0.36;
/// Into how many lines a curve is cut: at 30 pixels a letter's largest curve then misses by a
/// hundredth of a pixel.
const CUTS: usize = 6;

struct Pen {
    outlines: Vec<Vec<Vec2>>,
    at: Vec2,
    last: Vec2,
}

impl Pen {
    fn go(&mut self, to: Vec2) {
        self.last = to;
        let place = self.at + Vec2::new(to.x, -to.y);
        if let Some(outline) = self.outlines.last_mut() {
            outline.push(place);
        }
    }
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.outlines.push(Vec::new());
        self.go(Vec2::new(x, y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.go(Vec2::new(x, y));
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let (from, by, to) = (self.last, Vec2::new(cx, cy), Vec2::new(x, y));
        for cut in 1..=CUTS {
            let t = cut as f32 / CUTS as f32;
            self.go(from.lerp(by, t).lerp(by.lerp(to, t), t));
        }
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        let (from, one, two, to) =
            (self.last, Vec2::new(cx0, cy0), Vec2::new(cx1, cy1), Vec2::new(x, y));
        for cut in 1..=CUTS {
            let t = cut as f32 / CUTS as f32;
            let (a, b, c) = (from.lerp(one, t), one.lerp(two, t), two.lerp(to, t));
            self.go(a.lerp(b, t).lerp(b.lerp(c, t), t));
        }
    }

    fn close(&mut self) {}
}

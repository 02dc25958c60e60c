//! What is to be seen, as plain data.

use kansetsu::glam::Vec2;

use crate::Ink;

/// What a page shows at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// What is drawn, in order. Places are the lab page's: right and up, from the lower left corner
    /// to [`SIZE`](crate::SIZE).
    pub shapes: Vec<Shape>,
    /// The formulas with the numbers of this moment, as [`Formula::parse`](crate::Formula::parse)
    /// reads them.
    pub formulas: Vec<String>,
    /// Numbers with their names.
    pub facts: Vec<Fact>,
    /// Numbers that are compared.
    pub table: Option<Table>,
    /// What one should know about this moment, as a sentence.
    pub note: Option<String>,
}

/// Something to draw.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A line through points; its width is in points of the screen.
    Line {
        /// Where it goes.
        points: Vec<Vec2>,
        /// How wide it is, points.
        width: f32,
        /// Its colour.
        ink: Ink,
    },
    /// A disc; its radius is in points of the screen.
    Disc {
        /// Its middle.
        center: Vec2,
        /// Its radius, points.
        radius: f32,
        /// Its colour.
        ink: Ink,
    },
    /// Words.
    Text {
        /// Where they are.
        at: Vec2,
        /// What they say.
        text: String,
        /// How high the letters are, points.
        size: f32,
        /// Their colour.
        ink: Ink,
        /// Which part of them is at the place.
        anchor: Anchor,
    },
}

/// Which part of the words is at their place; their middle height always is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Their left end.
    Left,
    /// Their middle.
    Middle,
    /// Their right end.
    Right,
}

/// A number with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What it is.
    pub name: String,
    /// What it says now.
    pub value: String,
}

/// Numbers in rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The title above the columns.
    pub head: Vec<String>,
    /// The rows; each is as long as the head.
    pub rows: Vec<Row>,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The colour of what the row is about, where that is drawn.
    pub ink: Option<Ink>,
    /// Its text.
    pub cells: Vec<String>,
}

impl Table {
    /// The table as comma-separated values, a line for each row.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let cell = |text: &String| {
            if text.contains([',', '"', '\n']) {
                format!("\"{}\"", text.replace('"', "\"\""))
            } else {
                text.clone()
            }
        };
        let line = |cells: &[String]| cells.iter().map(cell).collect::<Vec<_>>().join(",") + "\n";
        self.lines().map(line).collect()
    }

    /// The table as Markdown.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let line = |cells: &[String]| {
            format!(
                "| {} |\n",
                cells.iter().map(|text| text.replace('|', "\\|")).collect::<Vec<_>>().join(" | ")
            )
        };
        let mut lines: Vec<String> = self.lines().map(line).collect();
        // Names are set left, numbers right.
        let rule =
            (0..self.head.len()).map(|column| if column == 0 { " --- |" } else { " ---: |" });
        lines.insert(1, format!("|{}\n", rule.collect::<String>()));
        lines.concat()
    }

    fn lines(&self) -> impl Iterator<Item = &[String]> {
        std::iter::once(self.head.as_slice())
            .chain(self.rows.iter().map(|row| row.cells.as_slice()))
    }
}

impl Drawing {
    pub(crate) fn line(&mut self, points: impl Into<Vec<Vec2>>, width: f32, ink: Ink) {
        self.shapes.push(Shape::Line { points: points.into(), width, ink });
    }

    /// A line with gaps.
    pub(crate) fn dashes(&mut self, from: Vec2, to: Vec2, ink: Ink) {
        const DASH: f32 = 12.0;
        let count = (from.distance(to) / DASH).clamp(1.0, 200.0) as usize;
        let at = |part: f32| from.lerp(to, part / count as f32);
        (0..count).for_each(|dash| self.line([at(dash as f32), at(dash as f32 + 0.55)], 1.5, ink));
    }

    /// An arc of a circle, from an angle to another one, radians.
    pub(crate) fn arc(&mut self, center: Vec2, radius: f32, [from, to]: [f32; 2], ink: Ink) {
        let count = ((to - from).abs() * 12.0).ceil().clamp(2.0, 96.0) as usize;
        let at = |step: usize| {
            center + radius * direction(from + (to - from) * step as f32 / count as f32)
        };
        self.line((0..=count).map(at).collect::<Vec<_>>(), 1.5, ink);
    }

    pub(crate) fn circle(&mut self, center: Vec2, radius: f32, ink: Ink) {
        self.arc(center, radius, [0.0, std::f32::consts::TAU], ink);
    }

    pub(crate) fn disc(&mut self, center: Vec2, radius: f32, ink: Ink) {
        self.shapes.push(Shape::Disc { center, radius, ink });
    }

    pub(crate) fn words(&mut self, at: Vec2, text: impl Into<String>, ink: Ink) {
        self.shapes.push(Shape::Text {
            at,
            text: text.into(),
            size: 15.0,
            ink,
            anchor: Anchor::Middle,
        });
    }

    /// Smaller words, at their left end.
    pub(crate) fn remark(&mut self, at: Vec2, text: impl Into<String>, ink: Ink) {
        self.shapes.push(Shape::Text {
            at,
            text: text.into(),
            size: 12.0,
            ink,
            anchor: Anchor::Left,
        });
    }

    /// A cross with a circle: a target.
    pub(crate) fn target(&mut self, at: Vec2, ink: Ink) {
        self.circle(at, 11.0, ink);
        self.line([at - Vec2::X * 17.0, at + Vec2::X * 17.0], 1.5, ink);
        self.line([at - Vec2::Y * 17.0, at + Vec2::Y * 17.0], 1.5, ink);
    }

    /// A line with a point at its end; one that is too short to be seen is left out.
    pub(crate) fn arrow(&mut self, [from, to]: [Vec2; 2], ink: Ink) {
        let way = to - from;
        if way.length() < 3.0 {
            return;
        }
        let back = -way.normalize() * 9.0;
        self.line([from, to], 1.5, ink);
        self.line([to + back + 0.5 * back.perp(), to, to + back - 0.5 * back.perp()], 1.5, ink);
    }

    pub(crate) fn fact(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.facts.push(Fact { name: name.into(), value: value.into() });
    }
}

/// The unit vector at an angle, radians.
pub(crate) fn direction(angle: f32) -> Vec2 {
    let (sin, cos) = libm::sincosf(angle);
    Vec2::new(cos, sin)
}

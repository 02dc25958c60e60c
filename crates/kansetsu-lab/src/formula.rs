//! Formulas drawn as formulas.

use kansetsu::glam::Vec2;

/// A formula, or a term of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// Letters, digits, signs.
    Word(String),
    /// Parts beside one another.
    Row(Vec<Formula>),
    /// One over the other.
    Fraction(Box<[Formula; 2]>),
    /// The square root.
    Root(Box<Formula>),
    /// Small and lower.
    Index(Box<Formula>),
    /// Small and higher.
    Power(Box<Formula>),
}

/// A formula with places for its parts, in points: right and down from the left end of its line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Laid {
    /// What is drawn.
    pub parts: Vec<Part>,
    /// How wide it is.
    pub width: f32,
    /// How far it goes up from the line on which the letters' middles are.
    pub above: f32,
    /// How far it goes down from there.
    pub below: f32,
}

/// Something that a formula consists of.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// Letters; the place is their left end, at half their height.
    Text {
        /// Where.
        at: Vec2,
        /// Which.
        text: String,
        /// How high, points.
        size: f32,
    },
    /// A line, such as that of a fraction.
    Line {
        /// Through these points.
        points: Vec<Vec2>,
    },
}

/// Small letters beside large ones.
const SMALL: f32 = 0.72;

impl Formula {
    /// Reads `frac[..][..]`, `sqrt[..]`, `_x` or `_[..]` for an index and `^x` or `^[..]` for a
    /// power; all else is letters. What is not closed ends with the text.
    ///
    /// ```
    /// use kansetsu_lab::Formula;
    ///
    /// let root = Formula::parse("sqrt[1 − x^2]");
    /// assert!(matches!(root, Formula::Root(_)));
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let mut letters = text;
        row(&mut letters, 0)
    }

    /// Lays it out; `measure` says how wide a text of a size is, in points.
    #[must_use]
    pub fn lay(&self, size: f32, measure: &dyn Fn(&str, f32) -> f32) -> Laid {
        match self {
            Self::Word(text) => {
                let part = Part::Text { at: Vec2::ZERO, text: text.clone(), size };
                Laid {
                    parts: vec![part],
                    width: measure(text, size),
                    above: 0.62 * size,
                    below: 0.62 * size,
                }
            }
            Self::Row(parts) => {
                let mut laid = Laid::default();
                for part in parts {
                    let next = part.lay(size, measure);
                    laid.place(next, Vec2::new(laid.width, 0.0));
                }
                laid
            }
            Self::Index(part) => raised(part.lay(SMALL * size, measure), 0.38 * size),
            Self::Power(part) => raised(part.lay(SMALL * size, measure), -0.42 * size),
            Self::Fraction(parts) => {
                fraction(parts.each_ref().map(|part| part.lay(0.9 * size, measure)), size)
            }
            Self::Root(part) => root(part.lay(size, measure), size),
        }
    }
}

impl Laid {
    fn place(&mut self, other: Self, at: Vec2) {
        self.width = self.width.max(at.x + other.width);
        self.above = self.above.max(other.above - at.y);
        self.below = self.below.max(other.below + at.y);
        self.parts.extend(other.parts.into_iter().map(|part| part.moved(at)));
    }
}

impl Part {
    /// The same part at another position.
    #[must_use]
    pub fn moved(self, by: Vec2) -> Self {
        match self {
            Self::Text { at, text, size } => Self::Text { at: at + by, text, size },
            Self::Line { points } => {
                Self::Line { points: points.into_iter().map(|point| point + by).collect() }
            }
        }
    }
}

fn raised(part: Laid, down: f32) -> Laid {
    let mut laid = Laid::default();
    laid.place(part, Vec2::new(0.0, down));
    laid
}

fn fraction([over, under]: [Laid; 2], size: f32) -> Laid {
    let pad = 0.22 * size;
    let width = over.width.max(under.width) + 2.0 * pad;
    let mut laid = Laid { width, ..Laid::default() };
    let left = |part: &Laid| 0.5 * (width - part.width);
    let (over_at, under_at) = (
        Vec2::new(left(&over), -0.1 * size - over.below),
        Vec2::new(left(&under), 0.1 * size + under.above),
    );
    laid.place(over, over_at);
    laid.place(under, under_at);
    laid.parts.push(Part::Line {
        points: vec![Vec2::new(0.5 * pad, 0.0), Vec2::new(width - 0.5 * pad, 0.0)],
    });
    laid
}

fn root(inner: Laid, size: f32) -> Laid {
    let left = 0.62 * size;
    let (top, bottom, width) = (-inner.above - 0.06 * size, inner.below, inner.width);
    let mut laid = Laid::default();
    laid.place(inner, Vec2::new(left, 0.0));
    laid.width = left + width + 0.15 * size;
    let corners = [
        (0.05, bottom - 0.45 * size),
        (0.18, bottom - 0.52 * size),
        (0.34, bottom - 0.08 * size),
        (0.52, top),
    ]
    .map(|(x, y)| Vec2::new(x * size, y));
    laid.parts.push(Part::Line { points: [&corners[..], &[Vec2::new(laid.width, top)]].concat() });
    laid.above += 0.12 * size;
    laid
}

/// Brackets deeper than this are letters.
const DEEPEST: usize = 12;

fn row(rest: &mut &str, depth: usize) -> Formula {
    let mut parts = Vec::new();
    let mut word = String::new();
    while let Some(letter) = rest.chars().next() {
        if letter == ']' && depth > 0 {
            break;
        }
        let part = if depth < DEEPEST { special(rest, depth) } else { None };
        match part {
            Some(part) => {
                end_word(&mut word, &mut parts);
                parts.push(part);
            }
            None => {
                word.push(letter);
                *rest = &rest[letter.len_utf8()..];
            }
        }
    }
    end_word(&mut word, &mut parts);
    if parts.len() == 1 { parts.remove(0) } else { Formula::Row(parts) }
}

fn end_word(word: &mut String, parts: &mut Vec<Formula>) {
    if !word.is_empty() {
        parts.push(Formula::Word(std::mem::take(word)));
    }
}

fn special(rest: &mut &str, depth: usize) -> Option<Formula> {
    if let Some(after) = rest.strip_prefix("frac[") {
        *rest = after;
        let over = closed(rest, depth);
        *rest = rest.strip_prefix('[').unwrap_or(rest);
        return Some(Formula::Fraction(Box::new([over, closed(rest, depth)])));
    }
    if let Some(after) = rest.strip_prefix("sqrt[") {
        *rest = after;
        return Some(Formula::Root(Box::new(closed(rest, depth))));
    }
    let sign = rest.chars().next().filter(|sign| matches!(sign, '_' | '^'))?;
    *rest = &rest[1..];
    let part = if let Some(after) = rest.strip_prefix('[') {
        *rest = after;
        closed(rest, depth)
    } else {
        let letter: String = rest.chars().take(1).collect();
        *rest = &rest[letter.len()..];
        Formula::Word(letter)
    };
    Some(if sign == '_' { Formula::Index(Box::new(part)) } else { Formula::Power(Box::new(part)) })
}

/// The parts up to the closing bracket.
fn closed(rest: &mut &str, depth: usize) -> Formula {
    let inner = row(rest, depth + 1);
    *rest = rest.strip_prefix(']').unwrap_or(rest);
    inner
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measure(text: &str, size: f32) -> f32 {
        0.5 * size * text.chars().count() as f32
    }

    #[test]
    fn a_fraction_has_one_part_above_its_line_and_one_below() {
        let laid = Formula::parse("x = frac[a^2 + 1][2b]").lay(10.0, &measure);
        let place = |wanted: &str| {
            laid.parts.iter().find_map(|part| match part {
                Part::Text { at, text, .. } if text.contains(wanted) => Some(*at),
                _ => None,
            })
        };
        let (over, under) = (place("a").expect("above"), place("2b").expect("below"));
        assert!(over.y < 0.0 && under.y > 0.0 && place("x").expect("beside").y == 0.0);
        assert!(laid.parts.iter().any(|part| matches!(part, Part::Line { .. })));
        assert!(laid.above > 10.0 && laid.below > 10.0 && laid.width > over.x);
    }

    #[test]
    fn what_is_not_closed_is_read_to_its_end() {
        for text in ["frac[a", "sqrt[", "x_", "^[", "]", "frac[a][b", &"sqrt[".repeat(10_000)] {
            let laid = Formula::parse(text).lay(10.0, &measure);
            assert!(laid.width.is_finite(), "{text}");
        }
        assert_eq!(Formula::parse("]"), Formula::Word("]".to_owned()));
    }
}

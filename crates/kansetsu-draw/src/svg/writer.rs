//! A writer for SVG text.

use std::fmt::Write;

use kansetsu::glam::Vec2;

/// Collects elements.
pub(super) struct Writer {
    text: String,
    width: u32,
    height: u32,
}

impl Writer {
    pub(super) fn new(width: u32, height: u32, title: &str) -> Self {
        let mut writer = Self { text: String::new(), width, height };
        let size =
            format!("width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\"");
        writer.line(&format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {size} role=\"img\">"));
        writer.line(&format!("<title>{}</title>", escaped(title)));
        writer
    }

    /// Writes an element, or one line of an element.
    pub(super) fn line(&mut self, element: &str) {
        self.text.push_str(element);
        self.text.push('\n');
    }

    /// A picture that fills the whole drawing.
    pub(super) fn image(&mut self, base64_png: &str) {
        let (width, height) = (self.width, self.height);
        self.line(&format!("<image width=\"{width}\" height=\"{height}\" href=\"data:image/png;base64,{base64_png}\"/>"));
    }

    pub(super) fn finish(mut self) -> String {
        self.line("</svg>");
        self.text
    }
}

/// A number with at most two decimals, in its shortest form.
pub(super) fn number(value: f32) -> String {
    let hundredths = if value.is_finite() { (value * 100.0).round() as i64 } else { 0 };
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, part) = (hundredths.abs() / 100, hundredths.abs() % 100);
    let mut text = String::from(sign);
    if whole != 0 || part == 0 {
        text.push_str(&whole.to_string());
    }
    if part != 0 {
        // A write to a String cannot fail.
        let _ = if part % 10 == 0 {
            write!(text, ".{}", part / 10)
        } else {
            write!(text, ".{part:02}")
        };
    }
    text
}

/// An outline as path data: the first corner absolute, the others relative to the written previous
/// corner, so that rounding errors do not add up.
pub(super) fn path(points: &[Vec2], closed: bool) -> String {
    let rounded = |point: &Vec2| (*point * 100.0).round() / 100.0;
    let Some(first) = points.first() else { return String::new() };
    let mut text = format!("M{}", pair(rounded(first)));
    let mut before = rounded(first);
    for (index, point) in points.iter().skip(1).map(rounded).enumerate() {
        let step = pair(point - before);
        let separator = if index == 0 {
            "l"
        } else if step.starts_with('-') {
            ""
        } else {
            " "
        };
        text.push_str(separator);
        text.push_str(&step);
        before = point;
    }
    if closed {
        text.push('z');
    }
    text
}

fn pair(point: Vec2) -> String {
    let (x, y) = (number(point.x), number(point.y));
    if y.starts_with('-') { format!("{x}{y}") } else { format!("{x} {y}") }
}

/// The text without characters that XML reserves or forbids.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{FFFE}' | '\u{FFFF}' => {}
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, text) in [
            (0.0, "0"),
            (-0.001, "0"),
            (12.5, "12.5"),
            (-0.25, "-.25"),
            (3.999, "4"),
            (0.05, ".05"),
            (f32::NAN, "0"),
        ] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn paths_close_where_they_began() {
        let points = [(1.0, 2.0), (3.456, 2.0), (3.456, -1.5)].map(|(x, y)| Vec2::new(x, y));
        assert_eq!(path(&points, true), "M1 2l2.46 0 0-3.5z");
    }
}

//! A plot of a table: three dots per row on a logarithmic scale, as SVG that needs no font metrics.

use std::fmt::Write as _;

use crate::suite::Section;

/// The contents of a plot.
pub struct Plot {
    pub title: &'static str,
    /// The names of the small, the middle and the large dot.
    pub dots: [&'static str; 3],
    pub unit: &'static str,
    /// A threshold that dots should stay left of, and its name.
    pub line: Option<(f64, &'static str)>,
}

/// The start and end of the scale, and the height of a row, in pixels.
const LEFT: f64 = 430.0;
const RIGHT: f64 = 970.0;
const ROW: f64 = 18.0;
const TOP: f64 = 74.0;

/// Text color that is readable on white and on black.
const INK: &str = "#70757c";
const COLORS: [&str; 3] = ["#3a8fb7", "#c8963e", "#c4574e"];

impl Plot {
    /// The SVG of a section's rows that have dots.
    pub fn svg(&self, section: &Section) -> String {
        let rows: Vec<(&str, [f64; 3])> = section
            .entries
            .iter()
            .filter_map(|entry| Some((entry.name.as_str(), entry.dots?)))
            .collect();
        let values = || {
            rows.iter()
                .flat_map(|(_, dots)| *dots)
                .chain(self.line.map(|line| line.0))
                .filter(|value| *value > 0.0)
        };
        let low = values().fold(f64::MAX, f64::min).log10().floor();
        let high = values().fold(f64::MIN_POSITIVE, f64::max).log10().ceil().max(low + 1.0);
        let x = |value: f64| {
            LEFT + (RIGHT - LEFT)
                * ((value.max(1e-30).log10() - low) / (high - low)).clamp(0.0, 1.0)
        };
        let height = TOP + ROW * rows.len() as f64 + 24.0;
        let mut svg = self.head(height);
        for power in low as i32..=high as i32 {
            let at = x(10_f64.powi(power));
            let label = if (-2..=4).contains(&power) {
                format!("{}", 10_f64.powi(power))
            } else {
                format!("1e{power}")
            };
            line(&mut svg, at, height, "stroke-opacity=\"0.25\"");
            text(&mut svg, [at, TOP - 12.0], "middle", &label);
        }
        if let Some((value, name)) = self.line {
            line(&mut svg, x(value), height, "stroke-dasharray=\"4 3\"");
            text(&mut svg, [x(value) + 4.0, height - 8.0], "start", name);
        }
        for (index, (name, dots)) in rows.iter().enumerate() {
            let y = TOP + ROW * (index as f64 + 0.5);
            text(&mut svg, [LEFT - 12.0, y + 4.0], "end", name);
            for (value, color) in dots.iter().zip(COLORS) {
                let _ = writeln!(
                    svg,
                    "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{color}\"/>",
                    x(*value)
                );
            }
        }
        svg + "</svg>\n"
    }

    fn head(&self, height: f64) -> String {
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1000\" height=\"{height}\" viewBox=\"0 0 1000 {height}\" \
             font-family=\"sans-serif\" font-size=\"12\" fill=\"{INK}\" stroke-width=\"1\">\n<title>{}</title>\n",
            self.title
        );
        text(&mut svg, [LEFT, 20.0], "start", &format!("{}, {}", self.title, self.unit));
        let mut at = LEFT;
        for (name, color) in self.dots.iter().zip(COLORS) {
            let _ = writeln!(
                svg,
                "<circle cx=\"{:.1}\" cy=\"36\" r=\"4\" fill=\"{color}\"/>",
                at + 4.0
            );
            text(&mut svg, [at + 14.0, 40.0], "start", name);
            at += 40.0 + 7.0 * name.len() as f64;
        }
        svg
    }
}

fn line(svg: &mut String, x: f64, height: f64, style: &str) {
    let _ = writeln!(
        svg,
        "<line x1=\"{x:.1}\" y1=\"{:.1}\" x2=\"{x:.1}\" y2=\"{:.1}\" stroke=\"{INK}\" {style}/>",
        TOP - 6.0,
        height - 20.0
    );
}

fn text(svg: &mut String, [x, y]: [f64; 2], anchor: &str, words: &str) {
    let words = words.replace('&', "&amp;").replace('<', "&lt;");
    let _ =
        writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{words}</text>");
}

//! How far from their goals solvers end, and after how many rounds: a row of bars for each.

use kansetsu::glam::Vec2;

use super::course::{NEAR, Score};
use crate::{
    Anchor, Drawing, Ink, Method, Shape,
    text::{Language, Phrase},
};

/// The left lower corners of the two columns, and how far apart rows and bars are.
const CORNERS: [Vec2; 2] = [Vec2::new(585.0, 600.0), Vec2::new(940.0, 600.0)];
const ROW: f32 = 72.0;
const BAR: f32 = 10.0;
/// How high a bar is that holds all goals.
const HIGH: f32 = 44.0;
const BARS: usize = 30;
/// The powers of ten that distances are shown between, as fractions of the chain's length.
const POWERS: [f32; 2] = [-7.0, 0.5];
/// So many bars for a doubling of the rounds.
const FINE: f32 = 3.5;

/// Draws both columns.
pub(super) fn draw(drawing: &mut Drawing, scores: &[Score], length: f32, language: Language) {
    let titles = [
        Phrase::new("distance to the goal / L (log scale)", "目標までの距離 / L（対数目盛）"),
        Phrase::new("iterations (log scale)", "反復回数（対数目盛）"),
    ];
    for (title, corner) in titles.iter().zip(CORNERS) {
        drawing.remark(corner + Vec2::new(0.0, 78.0), title.get(language), Ink::Weak);
    }
    for (index, score) in scores.iter().enumerate() {
        let down = Vec2::new(0.0, -ROW * index as f32);
        let name = Method::ALL[index].name();
        let said = if score.runs.is_empty() {
            "–".to_owned()
        } else {
            format!("{:.1} %", score.percent())
        };
        drawing.remark(
            CORNERS[0] + down + Vec2::new(0.0, HIGH + 10.0),
            format!("{}  {said}", name.get(language)),
            Ink::Series(index as u8),
        );
        let far = score.runs.iter().map(|run| by_distance(run.distance / length));
        let late = score.runs.iter().map(|run| by_rounds(run.rounds));
        bars(drawing, CORNERS[0] + down, far, index);
        bars(drawing, CORNERS[1] + down, late, index);
    }
    axes(drawing, scores.len());
}

fn by_distance(part: f32) -> usize {
    let power = libm::log10f(part.max(1e-12));
    place((power - POWERS[0]) / (POWERS[1] - POWERS[0]) * BARS as f32)
}

fn by_rounds(rounds: usize) -> usize {
    place(FINE * libm::log2f(1.0 + rounds as f32))
}

fn place(at: f32) -> usize {
    at.clamp(0.0, BARS as f32 - 1.0) as usize
}

fn bars(drawing: &mut Drawing, corner: Vec2, places: impl Iterator<Item = usize>, index: usize) {
    let mut counts = [0_usize; BARS];
    places.for_each(|place| counts[place] += 1);
    let all = counts.iter().sum::<usize>().max(1) as f32;
    drawing.line([corner, corner + Vec2::X * BAR * BARS as f32], 1.0, Ink::Faint);
    for (place, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let foot = corner + Vec2::new((place as f32 + 0.5) * BAR, 0.0);
        // What is rare is seen, too.
        let height = (HIGH * *count as f32 / all).max(2.0);
        drawing.line([foot, foot + Vec2::Y * height], 0.5 * BAR, Ink::Series(index as u8));
    }
}

/// What counts as reached as a dashed line, and numbers below.
fn axes(drawing: &mut Drawing, rows: usize) {
    let low = -ROW * (rows as f32 - 1.0);
    let mut number = |at: Vec2, text: String| {
        drawing.shapes.push(Shape::Text {
            at,
            text,
            size: 12.0,
            ink: Ink::Weak,
            anchor: Anchor::Middle,
        });
    };
    let along =
        |part: f32| (libm::log10f(part) - POWERS[0]) / (POWERS[1] - POWERS[0]) * BARS as f32 * BAR;
    for (part, text) in [(1e-6, "1e-6"), (NEAR, "1e-3"), (1.0, "1")] {
        number(CORNERS[0] + Vec2::new(along(part), low - 14.0), text.to_owned());
    }
    for rounds in [0.0, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0] {
        let at = (FINE * libm::log2f(1.0 + rounds) + 0.5) * BAR;
        number(CORNERS[1] + Vec2::new(at, low - 14.0), format!("{rounds:.0}"));
    }
    let near = CORNERS[0] + Vec2::new(along(NEAR), 0.0);
    // Not through the names above the rows.
    for row in 0..rows {
        let foot = near - Vec2::new(0.0, ROW * row as f32);
        drawing.dashes(foot, foot + Vec2::new(0.0, HIGH), Ink::Accent);
    }
}

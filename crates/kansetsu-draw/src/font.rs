//! A stroke font.
//!
//! A few dozen glyphs drawn for this crate, so that captions need no font file. Units: baseline 0,
//! height of capitals 7, of small letters 5, descenders -2. Strokes are separated by `|`. A stroke
//! that starts with `r` has rounded corners; a stroke that ends with `z` is closed.

use kansetsu::glam::Vec2;

/// Units per em: capitals are 0.72 em high.
const EM: f32 = 9.7;
/// The gap between letters.
const GAP: f32 = 1.75;
/// The width of a space.
const SPACE: f32 = 3.0;
/// The radius of rounded corners.
const CORNER: f32 = 2.3;
/// The width of the strokes.
const STROKE: f32 = 0.95;

/// The stroke width of text of this size, pixels.
pub(crate) fn stroke_width(size: f32) -> f32 {
    (size / EM * STROKE).max(1.0)
}

/// The width of a text, pixels.
pub(crate) fn width(text: &str, size: f32) -> f32 {
    let units: f32 = text.chars().map(|letter| advance(letter) + GAP).sum();
    (units - GAP).max(0.0) * size / EM
}

/// The strokes of a text whose baseline starts at `at`, in pixels with y down.
pub(crate) fn strokes(text: &str, at: Vec2, size: f32) -> Vec<Vec<Vec2>> {
    let scale = size / EM;
    let mut pen = 0.0;
    let mut strokes = Vec::new();
    for letter in text.chars() {
        let place = |point: Vec2| at + Vec2::new(pen + point.x, -point.y) * scale;
        strokes.extend(
            parsed(glyph(letter)).into_iter().map(|stroke| stroke.into_iter().map(place).collect()),
        );
        pen += advance(letter) + GAP;
    }
    strokes
}

fn advance(letter: char) -> f32 {
    if letter == ' ' {
        return SPACE;
    }
    parsed(glyph(letter)).iter().flatten().fold(0.0, |right, point| point.x.max(right))
}

fn parsed(glyph: &str) -> Vec<Vec<Vec2>> {
    glyph.split('|').filter(|stroke| !stroke.is_empty()).map(parsed_stroke).collect()
}

fn parsed_stroke(stroke: &str) -> Vec<Vec2> {
    let (open, closed) = stroke.strip_suffix('z').map_or((stroke, false), |open| (open, true));
    let (plain, round) = open.strip_prefix('r').map_or((open, false), |plain| (plain, true));
    let number = |text: &str| text.parse::<f32>().unwrap_or(0.0);
    let point = |pair: &str| pair.split_once(',').map(|(x, y)| Vec2::new(number(x), number(y)));
    let points: Vec<Vec2> = plain.split(' ').filter_map(point).collect();
    let mut outline = if round { rounded(&points, closed) } else { points };
    if closed {
        outline.extend(outline.first().copied());
    }
    outline
}

/// Each corner becomes a parabola between points before and after it.
fn rounded(points: &[Vec2], closed: bool) -> Vec<Vec2> {
    let count = points.len();
    let mut outline = Vec::new();
    for (index, &corner) in points.iter().enumerate() {
        if !closed && (index == 0 || index + 1 == count) {
            outline.push(corner);
            continue;
        }
        let (before, after) =
            (points[(index + count - 1) % count] - corner, points[(index + 1) % count] - corner);
        let cut = |side: Vec2| corner + side.normalize_or_zero() * CORNER.min(0.5 * side.length());
        let (start, end) = (cut(before), cut(after));
        outline.extend((0..=5).map(|step| {
            let t = step as f32 / 5.0;
            start.lerp(corner, t).lerp(corner.lerp(end, t), t)
        }));
    }
    outline
}

fn glyph(letter: char) -> &'static str {
    match letter {
        'A'..='Z' => CAPITALS[letter as usize - 'A' as usize],
        'a'..='z' => SMALL[letter as usize - 'a' as usize],
        '0'..='9' => DIGITS[letter as usize - '0' as usize],
        ' ' => "",
        _ => SIGNS
            .iter()
            .find(|(sign, _)| *sign == letter)
            .map_or("0,0 4,0 4,6 0,6 0,0", |(_, glyph)| glyph),
    }
}

const CAPITALS: [&str; 26] = [
    "0,0 2.6,7 5.2,0|0.9,2.3 4.3,2.3",
    "0,0 0,7|r0,7 4.3,7 4.3,3.7 0,3.7|r0,3.7 4.9,3.7 4.9,0 0,0",
    "r5,5.2 5,7 0,7 0,0 5,0 5,1.8",
    "0,0 0,7|r0,7 5.1,7 5.1,0 0,0",
    "4.3,7 0,7 0,0 4.3,0|0,3.7 3.8,3.7",
    "4.3,7 0,7 0,0|0,3.6 3.8,3.6",
    "r5,5.2 5,7 0,7 0,0 5,0 5,3.3|5,3.3 2.9,3.3",
    "0,0 0,7|5,0 5,7|0,3.6 5,3.6",
    "0,0 0,7",
    "r3.6,7 3.6,0 0,0 0,1.8",
    "0,0 0,7|4.6,7 0,2.6|1.5,4.1 4.8,0",
    "0,7 0,0 4.1,0",
    "0,0 0,7 3,2 6,7 6,0",
    "0,0 0,7 5,0 5,7",
    "r0,0 5.4,0 5.4,7 0,7z",
    "0,0 0,7|r0,7 4.7,7 4.7,3.1 0,3.1",
    "r0,0 5.4,0 5.4,7 0,7z|3.4,1.9 5.6,-0.5",
    "0,0 0,7|r0,7 4.7,7 4.7,3.2 0,3.2|2.5,3.2 4.9,0",
    "r4.6,5.5 4.6,7 0.1,7 0.1,3.7 4.8,3.7 4.8,0 0,0 0,1.5",
    "0,7 5,7|2.5,7 2.5,0",
    "r0,7 0,0 5,0 5,7",
    "0,7 2.6,0 5.2,7",
    "0,7 1.8,0 3.6,5.6 5.4,0 7.2,7",
    "0,0 4.8,7|0,7 4.8,0",
    "0,7 2.5,3.2 5,7|2.5,3.2 2.5,0",
    "0,7 4.7,7 0,0 4.7,0",
];

const SMALL: [&str; 26] = [
    "r0.3,5 4,5 4,1|4,3 4,0|r4,3 0,3 0,0 4,0 4,2",
    "0,7 0,0|r0,2.5 0,5 4.2,5 4.2,0 0,0 0,2.5",
    "r3.9,3.7 3.9,5 0,5 0,0 3.9,0 3.9,1.3",
    "4.2,7 4.2,0|r4.2,2.5 4.2,5 0,5 0,0 4.2,0 4.2,2.5",
    "0,2.6 4.2,2.6|r4.2,2.6 4.2,5 0,5 0,0 4,0 4,1",
    "r3,7 1.1,7 1.1,4|1.1,5 1.1,0|0,5 2.8,5",
    "r4.2,5 4.2,-2 0.2,-2 0.2,-1|r4.2,2.5 4.2,5 0,5 0,0 4.2,0 4.2,2.5",
    "0,7 0,0|r0,2.6 0,5 4.1,5 4.1,2|4.1,3 4.1,0",
    "0.3,5 0.3,0|0,6.5 0.6,6.5 0.6,7.1 0,7.1z",
    "r1.1,5 1.1,-2 -0.4,-2|0.8,6.5 1.4,6.5 1.4,7.1 0.8,7.1z",
    "0,7 0,0|3.6,5 0,1.7|1.4,3 3.9,0",
    "r0,7 0,0 1.4,0",
    "0,5 0,0|r0,2.6 0,5 3.3,5 3.3,2.6|3.3,3 3.3,0|r3.3,2.6 3.3,5 6.6,5 6.6,2|6.6,3 6.6,0",
    "0,5 0,0|r0,2.6 0,5 4.1,5 4.1,2|4.1,3 4.1,0",
    "r0,0 4.4,0 4.4,5 0,5z",
    "0,5 0,-2|r0,2.5 0,5 4.2,5 4.2,0 0,0 0,2.5",
    "4.2,5 4.2,-2|r4.2,2.5 4.2,5 0,5 0,0 4.2,0 4.2,2.5",
    "0,5 0,0|r0,2.4 0,5 2.8,5",
    "r3.6,4 3.6,5 0.1,5 0.1,2.6 3.8,2.6 3.8,0 0,0 0,1",
    "r1.1,6.7 1.1,0 3,0|0,5 2.8,5",
    "r0,5 0,0 4.1,0 4.1,2.4|4.1,5 4.1,0",
    "0,5 2.1,0 4.2,5",
    "0,5 1.5,0 3,4.2 4.5,0 6,5",
    "0,5 4,0|0,0 4,5",
    "0,5 2.1,0|4.2,5 1.2,-2",
    "0,5 3.9,5 0,0 3.9,0",
];

const DIGITS: [&str; 10] = [
    "r0,0 4.6,0 4.6,7 0,7z",
    "0.3,5.5 2.3,7 2.3,0",
    "r0.1,5.3 0.1,7 4.5,7 4.5,4.1 0,0|0,0 4.7,0",
    "r0.2,5.6 0.2,7 4.3,7 4.3,3.8 1.7,3.8|r1.7,3.8 4.6,3.8 4.6,0 0,0 0,1.5",
    "3.6,0 3.6,7 0,1.9 4.9,1.9",
    "4.2,7 0.6,7 0.3,3.8|r0.3,3.8 1,4.4 4.6,4.4 4.6,0 0,0 0,1.4",
    "r4.2,5.7 4.2,7 0,7 0,0 4.6,0 4.6,4.1 0,4.1 0,2.4",
    "0,7 4.6,7 1.6,0",
    "r0.3,3.8 4.3,3.8 4.3,7 0.3,7z|r0,0 4.6,0 4.6,3.8 0,3.8z",
    "r0.4,1.3 0.4,0 4.6,0 4.6,7 0,7 0,2.9 4.6,2.9 4.6,4.6",
];

const SIGNS: [(char, &str); 40] = [
    ('.', "0.1,0 0.8,0 0.8,0.7 0.1,0.7z"),
    (',', "0.8,0.6 0.1,-1.3"),
    (':', "0.1,0 0.8,0 0.8,0.7 0.1,0.7z|0.1,4 0.8,4 0.8,4.7 0.1,4.7z"),
    (';', "0.8,0.6 0.1,-1.3|0.1,4 0.8,4 0.8,4.7 0.1,4.7z"),
    ('-', "0,2.8 2.8,2.8"),
    ('–', "0,2.8 4.4,2.8"),
    ('_', "0,-1.2 4.6,-1.2"),
    ('+', "0,3 4.4,3|2.2,0.8 2.2,5.2"),
    ('=', "0,2 4.2,2|0,4.1 4.2,4.1"),
    ('/', "0,-1 3,7.6"),
    ('\\', "0,7.6 3,-1"),
    ('|', "0,-1.4 0,7.8"),
    ('(', "r1.5,8 0,6.4 0,0.2 1.5,-1.4"),
    (')', "r0,8 1.5,6.4 1.5,0.2 0,-1.4"),
    ('[', "1.6,7.8 0,7.8 0,-1.2 1.6,-1.2"),
    (']', "0,7.8 1.6,7.8 1.6,-1.2 0,-1.2"),
    ('{', "r2,8 1,8 1,3.3 0,3.3|r0,3.3 1,3.3 1,-1.4 2,-1.4"),
    ('}', "r0,8 1,8 1,3.3 2,3.3|r2,3.3 1,3.3 1,-1.4 0,-1.4"),
    ('<', "4,5.4 0,3 4,0.6"),
    ('>', "0,5.4 4,3 0,0.6"),
    ('!', "0.4,7 0.4,2.4|0.1,0 0.8,0 0.8,0.7 0.1,0.7z"),
    ('?', "r0,5.5 0,7 4.1,7 4.1,4.3 2,3.3 2,2|1.7,0 2.3,0 2.3,0.6 1.7,0.6z"),
    ('\'', "0.2,7.2 0.2,5.4"),
    ('"', "0.2,7.2 0.2,5.4|1.9,7.2 1.9,5.4"),
    ('*', "1.9,7.2 1.9,3.8|0.4,6.4 3.4,4.6|0.4,4.6 3.4,6.4"),
    ('#', "1.5,0 2.3,7|3.7,0 4.5,7|0.4,4.7 5.6,4.7|0,2.3 5.2,2.3"),
    ('%', "r0,4 2.2,4 2.2,7 0,7z|r3.8,0 6,0 6,3 3.8,3z|1,0 5,7"),
    ('&', "r5,0 0.6,4.6 0.6,7 3.4,7 3.4,4.8 0,3 0,0 3.6,0 4.8,3.4"),
    ('@', "r4.6,2 4.6,5 2,5 2,2 5,2 6.6,2.4 6.6,7 0,7 0,-0.6 5.4,-0.6"),
    ('$', "r4.6,5.5 4.6,7 0.1,7 0.1,3.7 4.8,3.7 4.8,0 0,0 0,1.5|2.4,8 2.4,-1"),
    ('^', "0,4.8 1.9,7.2 3.8,4.8"),
    ('~', "r0,2.4 0.6,3.9 2.2,3.3 3.8,2.3 4.6,3.8"),
    ('`', "0,7.4 1.2,6"),
    ('°', "r0,5.2 2.2,5.2 2.2,7.4 0,7.4z"),
    ('×', "0.2,1.2 3.8,4.8|0.2,4.8 3.8,1.2"),
    ('·', "0.1,2.7 0.8,2.7 0.8,3.4 0.1,3.4z"),
    ('µ', "0,5 0,-2|r0,2.4 0,0 4.1,0 4.1,2.4|4.1,5 4.1,0"),
    ('→', "0,3 5.4,3|3.4,5 5.4,3 3.4,1"),
    ('±', "0,3.6 4.4,3.6|2.2,1.6 2.2,5.6|0,0.4 4.4,0.4"),
    ('…', "0.1,0 0.7,0 0.7,0.6 0.1,0.6z|2.6,0 3.2,0 3.2,0.6 2.6,0.6z|5.1,0 5.7,0 5.7,0.6 5.1,0.6z"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ascii_letter_has_a_glyph_of_its_own() {
        let unknown = glyph('\u{1}');
        for letter in (33_u8..127).map(char::from) {
            assert_ne!(glyph(letter), unknown, "{letter}");
            assert!(!parsed(glyph(letter)).is_empty(), "{letter}");
        }
    }

    #[test]
    fn words_are_as_wide_as_they_say() {
        let right = strokes("Wide, 100 %", Vec2::ZERO, 20.0)
            .into_iter()
            .flatten()
            .fold(0.0, |right: f32, point| right.max(point.x));
        assert!((right - width("Wide, 100 %", 20.0)).abs() < 1e-3);
    }
}

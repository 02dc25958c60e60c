//! Text in lines.

/// The lines of a text: broken at spaces, and in Japanese anywhere but before a sign that may not
/// begin a line.
pub(super) fn wrapped(text: &str, width: f32, measure: &dyn Fn(&str) -> f32) -> Vec<String> {
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

//! Pictures and films.

use kansetsu_lab::{
    Drawing, NAMES, open,
    picture::{Format, Letters, film, still},
    text::Language,
};

#[test]
fn the_same_page_gives_the_same_bytes() {
    for name in NAMES {
        let draw = |format| {
            let mut page = open(name).expect("a page");
            (0..30).for_each(|frame| page.demonstrate(frame));
            still(page.as_ref(), Language::Japanese, format).expect("a picture")
        };
        for (format, head) in [(Format::Png, &b"\x89PNG"[..]), (Format::Svg, &b"<svg"[..])] {
            let bytes = draw(format);
            assert!(bytes.starts_with(head), "{name}");
            assert_eq!(bytes, draw(format), "{name}");
        }
    }
}

#[test]
fn the_same_film_has_the_same_bytes_and_moves() {
    let draw =
        || film(open("elbow").expect("a page").as_mut(), 4, Language::English).expect("a film");
    let bytes = draw();
    assert_eq!(bytes, draw());
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes.as_slice()).expect("a GIF file");
    let mut pictures = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("sound") {
        pictures.push(frame.buffer.to_vec());
    }
    assert!(pictures.len() == 4 && pictures.windows(2).all(|pair| pair[0] != pair[1]));
}

fn words(drawing: &Drawing) -> String {
    let facts = drawing.facts.iter().flat_map(|fact| [fact.name.as_str(), fact.value.as_str()]);
    let table = drawing
        .table
        .iter()
        .flat_map(|table| table.head.iter().chain(table.rows.iter().flat_map(|row| &row.cells)))
        .map(String::as_str);
    facts
        .chain(table)
        .chain(drawing.formulas.iter().map(String::as_str))
        .chain(drawing.note.as_deref())
        .collect()
}

#[test]
fn every_letter_of_every_page_can_be_drawn() {
    let letters = Letters::new().expect("the built-in font");
    for name in NAMES {
        let page = open(name).expect("a page");
        let about = page.about();
        for language in Language::ALL {
            let said = [
                &about.title,
                &about.task,
                &about.idea,
                &about.purpose,
                &about.weakness,
                &about.source,
            ]
            .map(|phrase| phrase.get(language))
            .concat();
            let text = said + &about.formulas.concat() + &words(&page.draw(language));
            let missing: String =
                text.chars().filter(|letter| !letters.has(&letter.to_string())).collect();
            assert!(missing.is_empty(), "run cargo xtask font: the font lacks {missing} ({name})");
        }
    }
}

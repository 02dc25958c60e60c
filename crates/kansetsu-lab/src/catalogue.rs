//! The pages by their names.

use crate::{
    About, Character, Editor, Elbow, Lens, Limbs, Page, Race, Reach, Swivel, Tentacles, character,
    editor, elbow, lens, limbs, race, reach, swivel, tentacles, text::Phrase,
};

/// The names of all pages.
pub const NAMES: [&str; 9] =
    ["tentacle", "elbow", "limbs", "character", "editor", "lens", "race", "reach", "swivel"];

/// The lab page of this name, as it begins.
#[must_use]
pub fn open(name: &str) -> Option<Box<dyn Page>> {
    Some(match name {
        "tentacle" => Box::new(Tentacles::default()),
        "elbow" => Box::new(Elbow::default()),
        "limbs" => Box::new(Limbs::default()),
        "lens" => Box::new(Lens::default()),
        "editor" => Box::new(Editor::default()),
        "race" => Box::new(Race::default()),
        "reach" => Box::new(Reach::default()),
        "swivel" => Box::new(Swivel::default()),
        "character" => Box::new(Character::default()),
        _ => return None,
    })
}

/// What the lab page of this name says about its method; for lists, without opening it.
#[must_use]
pub fn about(name: &str) -> Option<&'static About> {
    let all = [
        &tentacles::ABOUT,
        &elbow::ABOUT,
        &limbs::ABOUT,
        &lens::ABOUT,
        &character::ABOUT,
        &editor::ABOUT,
        &race::ABOUT,
        &reach::ABOUT,
        &swivel::ABOUT,
    ];
    all.into_iter().find(|about| about.name == name)
}

/// Whether the part of a link behind `#` leads to the lab.
#[must_use]
pub fn is_link(fragment: &str) -> bool {
    fragment.trim().trim_start_matches('#').split('/').next() == Some("lab")
}

/// The lab page named after the `#` of a link, with the values set there; `None` when it is a
/// a link to something else.
///
/// # Errors
/// A sentence, for a page or a value that there is not.
#[must_use]
pub fn follow(fragment: &str) -> Option<Result<Box<dyn Page>, Phrase>> {
    let place = fragment.trim().trim_start_matches('#').strip_prefix("lab")?;
    let place = match place.strip_prefix('/') {
        Some(place) => place,
        None if place.is_empty() => NAMES[0],
        None => return None,
    };
    let (name, query) = place.split_once('?').unwrap_or((place, ""));
    let Some(mut page) = open(if name.is_empty() { NAMES[0] } else { name }) else {
        let names = NAMES.join(", ");
        return Some(Err(Phrase::made(
            format!("The lab has no page \"{name}\". Pages: {names}."),
            format!("ラボに「{name}」というページはありません。ページ：{names}。"),
        )));
    };
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        if let Err(reason) = page.set(key, value) {
            return Some(Err(reason.about(key)));
        }
    }
    Some(Ok(page))
}

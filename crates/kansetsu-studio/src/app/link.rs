//! What a link holds: a pose, or a page of the lab.

use super::{
    Studio,
    replacing::{put_away, replace},
};
use crate::{lab::open_lab, share};

/// Shows what the part of a link behind `#` holds; anything else than a pose or a page of the lab
/// is left alone.
pub fn open_fragment(studio: &mut Studio, fragment: &str) {
    if open_lab(studio, fragment) {
        return;
    }
    match share::from_fragment(fragment) {
        None => {}
        Some(Ok(shared)) => {
            put_away(studio);
            let document = shared.into_document();
            let view = document.view;
            replace(studio, document, None);
            studio.document.view = view;
        }
        Some(Err(refusal)) => studio.editor().show_refusal(Err(refusal)),
    }
}

//! What is kept between runs: preferences, and work that was not saved.

use std::{collections::BTreeMap, sync::Arc};

use eframe::egui::Context;

use super::{
    Arrival, Banner, Keeper, Remedy, Services, Studio, Weight,
    replacing::{put_away, replace},
};
use crate::{
    document::{
        project::Surroundings,
        recovery::{Offer, Storage, Tick, offers},
    },
    text::Phrase,
};

/// Keeps things there from now on, takes over the preferences that are kept there, and offers work
/// that was not saved.
pub fn keep_in(services: &mut Services, storage: Box<dyn Storage>) {
    services.keeper = Keeper::new(storage);
    services.preferences = services.keeper.preferences();
    services.keeper.find_poses();
    offer_first(services);
}

fn offer_first(services: &mut Services) {
    if let Some(offer) = services.keeper.offers.first() {
        services.banners.tell(Banner::of(Weight::Warning, offered(offer), Some(Remedy::Recover)));
    }
}

/// Offers what was not saved of a project that has just been opened, when something lies beside it.
pub(super) fn offer_beside(services: &mut Services, path: &str) {
    let Some(beside) = super::system::beside(path) else { return };
    let mut found = offers(&*beside, &services.keeper.autosave);
    found.retain(|offer| {
        offer.path.as_deref() == Some(path)
            && services.keeper.offers.iter().all(|known| known.name != offer.name)
    });
    if !found.is_empty() {
        found.append(&mut services.keeper.offers);
        services.keeper.offers = found;
        offer_first(services);
    }
}

/// Keeps what has changed, when it is time.
pub(super) fn keep(studio: &mut Studio, context: &Context) {
    if studio.services.preferences != studio.services.keeper.kept
        && !context.input(|input| input.pointer.any_down())
    {
        studio.services.keeper.keep_preferences(&studio.services.preferences);
    }
    let now = context.input(|input| input.time);
    let Keeper { storage, autosave, .. } = &mut studio.services.keeper;
    storage.copy_to(studio.project.path.as_deref(), super::system::beside);
    let done = autosave.tick(
        &studio.document,
        [now, super::system::stamp()],
        studio.project.path.as_deref(),
        storage,
    );
    if done == Ok(Tick::Kept) || !studio.document.is_modified() {
        studio.services.keeper.let_go();
    }
    match done {
        Ok(Tick::Kept) => is_kept(&mut studio.services),
        Ok(_) => {}
        Err(reason) => is_not_kept(&mut studio.services, NOT_KEPT, vec![reason.into()]),
    }
    // What is refused of a document that is gone is nothing that the present one could be saved
    // from.
    if let Some(reason) =
        studio.services.keeper.storage.refusal().filter(|_| studio.document.is_modified())
    {
        studio.services.keeper.autosave.doubt(now, AGAIN);
        is_not_kept(&mut studio.services, reason, Vec::new());
    }
    if let Some(wait) = studio.services.keeper.autosave.due(now) {
        // A moment later than due: the clock of the next picture must be past it.
        context.request_repaint_after(std::time::Duration::from_secs_f64(wait + 0.02));
    }
}

fn is_kept(services: &mut Services) {
    if services.keeper.storage.files().is_none() {
        services.keeper.has_told = false;
        services.banners.shown.retain(|banner| banner.remedy != Some(Remedy::SaveFile));
    }
}

/// Tells, once for each document, that unsaved work cannot be kept.
fn is_not_kept(services: &mut Services, text: Phrase, details: Vec<Phrase>) {
    if !std::mem::replace(&mut services.keeper.has_told, true) {
        services
            .banners
            .tell(Banner { details, ..Banner::of(Weight::Warning, text, Some(Remedy::SaveFile)) });
    }
}

/// Keeps everything now: the program ends. Returns the name of the record that holds what is not
/// saved, when something is not.
///
/// # Errors
/// The storage's sentence, when the work could not be kept.
pub fn keep_all(studio: &mut Studio) -> Result<Option<String>, String> {
    studio.editor().finish_field();
    studio.editor().cancel_drag();
    studio.services.keeper.keep_preferences(&studio.services.preferences);
    let Keeper { storage, autosave, .. } = &mut studio.services.keeper;
    if autosave.keep(
        &studio.document,
        super::system::stamp(),
        studio.project.path.as_deref(),
        storage,
    )? == Tick::Kept
    {
        studio.services.keeper.let_go();
    }
    let record = studio.document.is_modified().then(|| studio.services.keeper.autosave.record());
    Ok(record.flatten().map(str::to_owned))
}

/// Continues the work of an earlier run whose record has this name, as [`keep_all`] returned it,
/// without asking. Nothing happens when there is no such record.
pub fn go_on_with(studio: &mut Studio, record: &str) {
    let Some(index) = studio.services.keeper.offers.iter().position(|offer| offer.name == record)
    else {
        return;
    };
    let offer = studio.services.keeper.offers.remove(index);
    let files: BTreeMap<String, Arc<[u8]>> = match studio.services.keeper.storage.files() {
        Some(kept) => offer
            .files()
            .into_iter()
            .filter_map(|name| Some((name.clone(), kept.get(&name)?)))
            .collect(),
        None => BTreeMap::new(),
    };
    match offer.open(Surroundings { kept: &|name| files.get(name).cloned(), ..Surroundings::NONE })
    {
        Ok(loaded) => {
            put_away(studio);
            replace(studio, loaded.document, offer.path.clone());
            studio.services.keeper.take_over(Some(offer.name));
        }
        Err(error) => studio.services.banners.problem(error.to_string().into()),
    }
    studio.services.banners.shown.retain(|banner| banner.remedy != Some(Remedy::Recover));
    offer_first(&mut studio.services);
}

/// Brings back work that was not saved, as soon as its files are at hand. Its record stays until
/// this run has kept it.
pub(super) fn recover(studio: &mut Studio, index: usize, context: &Context) {
    let Some(offer) = studio.services.keeper.offers.get(index) else { return };
    let (record, files) = (offer.name.clone(), offer.files());
    let Some(kept) = studio.services.keeper.storage.files() else {
        return go_on_with(studio, &record);
    };
    let (arrive, context) = (studio.services.inbox.sender.clone(), context.clone());
    let done = move || {
        // Nobody waits any more when the web app was left.
        let _ = arrive.send(Arrival::Fetched { record });
        context.request_repaint();
    };
    kept.fetch(&files, Box::new(done));
}

const NOT_KEPT: Phrase = Phrase::new("Autosave failed.", "自動保存できませんでした。");
/// Seconds after which it is tried again to keep what was refused.
const AGAIN: f64 = 20.0;

/// Names what has changed, by its file or else by its first figure, and when it was kept.
fn offered(offer: &Offer) -> Phrase {
    let file = offer.path.as_deref().map(super::import::last_part);
    let [when, when_ja] = ago(super::system::stamp() - offer.written_at);
    match file.or(offer.first_figure.as_deref()) {
        Some(name) => Phrase::made(
            format!("{name} has unsaved changes from {when}."),
            format!("{name} に未保存の変更があります（{when_ja}）。"),
        ),
        None => Phrase::made(
            format!("There are unsaved changes from {when}."),
            format!("未保存の変更があります（{when_ja}）。"),
        ),
    }
}

/// How long ago something was, in English and Japanese. A clock that was set back counts as now.
fn ago(seconds: f64) -> [String; 2] {
    let [minutes, hours, days] = [60.0, 3600.0, 86_400.0].map(|unit| (seconds / unit) as u64);
    let counted = |count: u64, unit: &str, unit_ja: &str| {
        let plural = if count == 1 { "" } else { "s" };
        [format!("{count} {unit}{plural} ago"), format!("{count} {unit_ja}前")]
    };
    match (days, hours, minutes) {
        (0, 0, 0) => ["a moment ago".to_owned(), "たった今".to_owned()],
        (0, 0, minutes) => counted(minutes, "minute", "分"),
        (0, hours, _) => counted(hours, "hour", "時間"),
        (days, ..) => counted(days, "day", "日"),
    }
}

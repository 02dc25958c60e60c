//! What arrives is taken in: files, and the results of background work.

use eframe::egui::{Context, DroppedFileHandle};

use super::{
    Arrival, GivenFile, Open, Services, Session, Studio,
    dialog::{dialog_closed, offer_typing, open_path, wait_for},
    import::{import, take_figure, take_step},
    keeping::go_on_with,
    outgoing::send,
    pictures::poll_shoot,
};
use crate::{
    document::{Content, Document, Opened, Refusal},
    text::Phrase,
};

/// Whether what arrives has to wait: a drag is under way, and nothing that it does may be lost.
const fn must_wait(document: &Document, session: &Session) -> bool {
    document.is_dragging() && session.fields.open.is_none()
}

/// Takes in what has arrived since the last picture.
pub(super) fn take_arrivals(studio: &mut Studio, context: &Context) {
    while !must_wait(&studio.document, &studio.session)
        && let Ok(arrival) = studio.services.inbox.arrivals.try_recv()
    {
        arrived(studio, arrival, context);
    }
    offer_typing(&mut studio.services);
}

/// Takes in one thing.
pub(crate) fn arrived(studio: &mut Studio, arrival: Arrival, context: &Context) {
    match arrival {
        Arrival::Files { files, .. } if files.is_empty() => {}
        Arrival::Files { files, adds } => import(studio, files, adds, context),
        Arrival::Import(place, step) => take_step(studio, place, step, context),
        Arrival::Filmed { name, film } => {
            studio.services.tasks.films = studio.services.tasks.films.saturating_sub(1);
            send(studio, (name, None), film.map_err(Refusal::from), context);
        }
        Arrival::Saved { name, project } => {
            let text = Phrase::made(format!("Saved {name}."), format!("{name} を保存しました。"));
            studio.services.banners.settle();
            studio.services.banners.news(text);
            if let Some(content) = project {
                studio.document.set_saved_as(content);
                studio.services.preferences.remember(&name);
                studio.project.path = Some(name);
            }
        }
        Arrival::Downloading { name, project } => take_downloading(studio, name, project),
        Arrival::Fetched { record } => go_on_with(studio, &record),
        Arrival::DialogClosed { was_there } => dialog_closed(studio, was_there),
        Arrival::Baked(baked) => studio.editor().take_baked(*baked),
        Arrival::Exported(exported) => super::exporting::send(studio, *exported, context),
        Arrival::Failed(reason) => studio.services.banners.problem(reason),
    }
}

/// Takes in what the jobs have given; during a drag it waits for the end of the drag. Draws what is
/// to be drawn.
pub(super) fn poll_tasks(studio: &mut Studio, context: &Context) {
    if !must_wait(&studio.document, &studio.session) {
        for arrival in studio.services.tasks.poll(context) {
            arrived(studio, arrival, context);
        }
    }
    poll_shoot(studio, context);
    let Services { tasks, graphics, .. } = &mut studio.services;
    tasks.thumbnails.poll(graphics.render_state.as_ref(), context);
}

/// Opens what a name means: `figure:` and an embedded figure, or a path.
pub fn open_named(studio: &mut Studio, name: &str) {
    match name.strip_prefix("figure:").map(Opened::embedded) {
        Some(Ok(opened)) => take_figure(studio, opened, false),
        Some(Err(refusal)) => studio.editor().show_refusal(Err(refusal)),
        None => open_path(&studio.services, name, false),
    }
}

/// Takes files that were dropped on the app window. With Shift they are added.
pub(super) fn take_dropped(studio: &mut Studio, context: &Context) {
    let (dropped, adds) =
        context.input(|input| (input.raw.dropped_files.clone(), input.modifiers.shift));
    if dropped.is_empty() {
        return;
    }
    studio.view.cards.open = Open::Nothing;
    let (arrive, context) = (studio.services.inbox.sender.clone(), context.clone());
    wait_for(async move {
        let mut files = Vec::new();
        for file in dropped {
            let name = file.path().to_string_lossy().into_owned();
            files.push(match bytes_of(&file).await {
                Ok(bytes) => Ok(GivenFile { name, bytes: bytes.into() }),
                Err(reason) => Err((name, reason)),
            });
        }
        let _ = arrive.send(Arrival::Files { files, adds });
        context.request_repaint();
    });
}

/// Takes in that the browser downloads something. A download may fail or be refused, so the work
/// stays kept, and counts as unsaved; the title does not nag about it any more.
fn take_downloading(studio: &mut Studio, name: String, project: Option<Content>) {
    studio.services.banners.settle();
    studio.services.banners.news(Phrase::made(
        format!("Your browser is downloading {name}."),
        format!("{name} のダウンロードを開始しました。"),
    ));
    if let Some(content) = project {
        studio.project.downloaded = Some(content);
        studio.project.path = Some(name);
    }
}

#[cfg(not(target_arch = "wasm32"))]
async fn bytes_of(file: &DroppedFileHandle) -> Result<Vec<u8>, String> {
    file.bytes()
}

#[cfg(target_arch = "wasm32")]
async fn bytes_of(file: &DroppedFileHandle) -> Result<Vec<u8>, String> {
    file.bytes_async().await
}

//! Exports in formats that another program writes in the web app.

use eframe::egui::Context;
use kansetsu_formats::{Converted, ExportFormat};

use super::{
    Studio,
    arrival::{Arrival, Exported},
    outgoing,
};
use crate::document::{Conversion, Refusal};

/// Exports the selected figure in another format: its motion, else its pose.
pub(super) fn export_as(studio: &mut Studio, format: ExportFormat, context: &Context) {
    let Some(actor) = studio.document.actor().cloned() else { return };
    let name = format!("{}.{}", actor.name, format.extension());
    let order = match actor.to_export(format) {
        Ok(order) => order,
        Err(refusal) => return studio.editor().show_refusal(Err(refusal)),
    };
    let Some(host) = &studio.services.host else {
        return send(studio, Exported { name, converted: converted(&order) }, context);
    };
    let (arrive, context) = (studio.services.inbox.sender.clone(), context.clone());
    let done = move |converted: Result<Converted, String>| {
        let converted = converted.map_err(Refusal::from);
        let _ = arrive.send(Arrival::Exported(Box::new(Exported { name, converted })));
        context.request_repaint();
    };
    host.convert(order, Box::new(done));
}

/// Asks where to save a converted file, and says what it does not hold.
pub(super) fn send(studio: &mut Studio, exported: Exported, context: &Context) {
    let Exported { name, converted } = exported;
    if let Ok(Converted { warnings, .. }) = &converted {
        outgoing::warn(&mut studio.services.banners, warnings);
    }
    outgoing::send(studio, (name, None), converted.map(|converted| converted.bytes), context);
}

#[cfg(not(target_arch = "wasm32"))]
fn converted(order: &Conversion) -> Result<Converted, Refusal> {
    let Conversion { glb, format, model } = order;
    let model = model.as_ref().map(|model| (&*model.bytes, model.path.as_str()));
    Ok(kansetsu_formats::from_glb(glb, *format, model)?)
}

/// The program that knows the formats is another one there.
#[cfg(target_arch = "wasm32")]
fn converted(_: &Conversion) -> Result<Converted, Refusal> {
    Err(Refusal::new(
        "This page cannot export this format.",
        "このページでは書き出せない形式です。",
    ))
}

//! In a page: the host opens the lab.

use eframe::egui::Ui;
use kansetsu_formats::{Figure, gltf};
use serde_json::Value;

use super::Room;
use crate::app::{Action, LabOrder, Services, Studio};

/// Opens the lab at the part of a link behind `#`; returns whether it is a link to the
/// lab.
pub fn open_lab(studio: &mut Studio, fragment: &str) -> bool {
    if !kansetsu_lab::is_link(fragment) {
        return false;
    }
    studio.editor().cancel_drag();
    let humanoid = studio.document.actor().and_then(|actor| bones(&actor.figure));
    let Services { preferences, host, .. } = &studio.services;
    let order = LabOrder {
        fragment: fragment.to_owned(),
        language: studio.services.language(),
        look: preferences.look,
        humanoid,
    };
    if let Some(host) = host {
        host.open_lab(order);
    }
    true
}

/// In a window the studio shows it.
pub const fn show_lab(_: &mut Ui, _: &mut Studio) -> Option<Vec<Action>> {
    None
}

/// In a window it reports its own state.
pub const fn state(_: Option<&Room>) -> Option<Value> {
    None
}

/// The joints of a humanoid with their roles and limits, as GLB.
fn bones(figure: &Figure) -> Option<Vec<u8>> {
    figure.rig.humanoid()?;
    let bones = Figure::new(figure.name.clone(), figure.rig.clone());
    gltf::write_new(&bones, None).ok()
}

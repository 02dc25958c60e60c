//! In a page: the host opens the lab.

use eframe::egui::Ui;
use kansetsu_formats::{Figure, gltf};
use serde_json::Value;

use crate::app::{LabOrder, Studio};

/// Nothing of the lab is in the studio's program.
pub enum Room {}

impl Studio {
    /// Has the lab opened where the part of a link behind `#` says; gives whether it is a link to the lab.
    pub fn open_lab(&mut self, fragment: &str) -> bool {
        if !kansetsu_lab::is_link(fragment) {
            return false;
        }
        self.cancel_drag();
        let humanoid = self.document.actor().and_then(|actor| bones(&actor.figure));
        let order = LabOrder { fragment: fragment.to_owned(), language: self.language(), look: self.preferences.look, humanoid };
        if let Some(host) = &self.host {
            host.open_lab(order);
        }
        true
    }

    #[expect(clippy::unused_self, reason = "in a window the studio shows it")]
    pub(crate) const fn show_lab(&mut self, _: &mut Ui) -> bool {
        false
    }

    #[expect(clippy::unused_self, reason = "in a window the studio shows it")]
    pub(crate) const fn lab_state(&self) -> Option<Value> {
        None
    }
}

/// The joints of a humanoid with their roles and limits, as GLB.
fn bones(figure: &Figure) -> Option<Vec<u8>> {
    figure.rig.humanoid()?;
    let bones = Figure::new(figure.name.clone(), figure.rig.clone());
    gltf::write_new(&bones, None).ok()
}

//! Offers the relaxed stance for a character that is opened in a T-pose.

use super::{Banner, ProjectFile, Remedy, editor::Editor, import::stands_in_t_pose};
use crate::{
    document::{Document, FigureKey},
    posing::{Subject, relaxed_stance},
    text::Phrase,
};

impl ProjectFile {
    /// The message about the selected figure, with the offer if it is in a T-pose: once per
    /// document, and only if the message has no other remedy.
    pub(super) fn offering_stance(&mut self, document: &Document, message: Banner) -> Banner {
        let figure =
            document.actor().filter(|actor| relaxed_stance(&Subject::from(&***actor)).is_some());
        match figure {
            Some(actor)
                if message.remedy.is_none() && self.offered_stance != Some(document.key()) =>
            {
                self.offered_stance = Some(document.key());
                stands_in_t_pose(message, actor.key)
            }
            _ => message,
        }
    }
}

impl Editor<'_> {
    /// Lowers the arms of a figure, as one undo step.
    pub(super) fn relax_stance(&mut self, figure: FigureKey) {
        let Some(index) = self.document.content().index_of(figure) else { return };
        self.choose_actor(index);
        self.edit(Phrase::new("Relaxed stance", "リラックスした立ち姿"), |actor| {
            if let Some(relaxed) = relaxed_stance(&Subject::from(&*actor)) {
                actor.pose = relaxed;
            }
        });
        self.banners.shown.retain(|banner| banner.remedy != Some(Remedy::RelaxStance { figure }));
    }
}

//! Limits that are changed on the body, and the warning when the figure is outside of them.

use kansetsu::d3::Limit;

use super::{
    Banner, LimitDrag, Remedy, Weight, Words, editor::Editor, handles::shown_limit,
    touchable::place_all,
};
use crate::{
    document::{Actor, Outside},
    posing::{
        Pointer, Travel,
        limits::{self, HandleId},
    },
    text::{Language, Phrase},
    viewport::View,
};

/// What a joint is called in English and in Japanese.
fn names(actor: &Actor, joint: usize) -> [String; 2] {
    Language::ALL.map(|language| Words(language).joint(actor, joint))
}

impl Editor<'_> {
    /// Begins to drag a handle of the selected joint's limit.
    pub fn begin_limit_drag(&mut self, id: HandleId, view: View, press: Pointer) {
        let placed = place_all(self.document.content(), &view, None);
        let shown = shown_limit(self.document, self.session, &view, &placed);
        let (Some(actor), Some(shown)) = (self.document.actor(), shown) else { return };
        let Some(handle) = shown.handles(&view).into_iter().find(|handle| handle.id == id) else {
            return;
        };
        let joint = shown.joint;
        let site = shown.site.of_line(&shown.limit, id.line());
        let drag = limits::LimitDrag::new(shown.limit, handle, site.ray(&view.ray(press.pixel)));
        let [name, name_ja] = names(actor, joint);
        self.document.begin_drag(Phrase::made(
            format!("Change the limit of {name}"),
            format!("{name_ja}の可動域を変更"),
        ));
        self.session.limit_drag = Some(LimitDrag {
            joint,
            handle: id,
            drag,
            site,
            view,
            press,
            travel: Travel::new(press),
        });
    }

    /// Shows the limit with the pointer here.
    pub fn limit_drag_to(&mut self, pointer: Pointer) {
        let Some(session) = &mut self.session.limit_drag else { return };
        let across = session.travel.to(Pointer { in_depth: false, ..pointer }).across;
        let limit =
            session.drag.at(&session.site.ray(&session.view.ray(session.press.pixel + across)));
        let (joint, index) = (session.joint, self.document.selection.actor);
        let done = self.document.preview(|content| {
            content.actor_mut(index)?.set_limit(joint, Some(limit));
            Ok(())
        });
        self.show_refusal(done);
    }

    /// Ends the drag and keeps what it did.
    pub fn end_limit_drag(&mut self) {
        let Some(session) = self.session.limit_drag.take() else { return };
        if self.document.commit_drag() {
            self.banners.settle();
            self.tell_outside(session.joint);
        }
    }

    /// Changes a limit, as one step.
    pub fn change_limit(&mut self, joint: usize, limit: Option<Limit>) {
        self.edit(Phrase::new("Change limit", "可動域の変更"), move |actor| {
            actor.set_limit(joint, limit)
        });
        self.tell_outside(joint);
    }

    /// Warns when a joint is outside its limit, now or in the motion.
    pub(super) fn tell_outside(&mut self, joint: usize) {
        let Some(actor) = self.document.actor() else { return };
        let ([name, name_ja], now) = (names(actor, joint), actor.outside(joint).to_degrees());
        if let Some(Outside { by, time }) = actor.motion_outside(joint) {
            let (by, frame) = (by.to_degrees(), (time * self.document.frame_rate()).round());
            self.banners.warning(Phrase::made(
                format!("In the motion, {name} exceeds its limit, at most by {by:.1}° (frame \
                         {frame})."),
                format!("モーション中の{name_ja}が可動域を超えています（最大はフレーム {frame} の {by:.1}°）。"),
            ));
        } else if now > 0.0 {
            let text = Phrase::made(
                format!("{name} exceeds its limit by {now:.1}°."),
                format!("{name_ja}は可動域を {now:.1}° 超えています。"),
            );
            self.banners.tell(Banner::of(
                Weight::Warning,
                text,
                Some(Remedy::ClampToLimit { figure: actor.key, joint }),
            ));
        }
    }

    /// Rotates a joint so that it is inside its limit.
    pub fn clamp_to_limit(&mut self, joint: usize) {
        self.edit(Phrase::new("Clamp to limit", "可動域内に収める"), move |actor| {
            actor.clamp_to_limit(joint)
        });
    }
}

//! What can be grabbed beside joints: which of it is shown, which of it is touched.

use kansetsu::glam::{Vec2, Vec3};

use super::{
    handle::{Handle, ShownLimit, ShownPole, manipulator},
    session::Session,
    touchable::Placed,
};
use crate::{
    document::{Document, Tool},
    posing::{Subject, limits::LimitSite, pole_place},
    viewport::{Manipulator, View},
};

/// Where something is touched.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    /// Pixels of the view.
    pub at: Vec2,
    /// Pixels around it within which something is touched.
    pub radius: f32,
    /// Pixels to the nearest joint.
    pub joint: Option<f32>,
}

/// A limit is drawn so much larger than the gizmo at least: its handles are beyond arrows
/// and rings.
const BEYOND: f32 = 1.15;
/// Points from the pointer within which a handle that is a dot is touched, as a fraction of a
/// joint's distance: it is smaller.
const DOT: f32 = 0.7;

/// The limit that is shown at the selected joint: where that is switched on, or its section in the
/// panel is pointed at; none during a drag.
#[must_use]
pub fn shown_limit(
    document: &Document,
    session: &Session,
    view: &View,
    placed: &[Placed],
) -> Option<ShownLimit> {
    let is_wanted = document.view.limits || session.points_at_limit || session.limit_drag.is_some();
    if !is_wanted || session.drag.is_some() {
        return None;
    }
    let actor = document.actor()?;
    let joint = document.selection.active_joint()?;
    let limit = actor.constraints.limits.get(joint)?.clone()?;
    let maps = &placed.get(document.selection.actor)?.world_from_joint;
    let mut site = LimitSite::of(&actor.figure.rig.skeleton, maps, joint)?;
    if let Some(manipulator) = shown_manipulator(document, view, placed) {
        site.radius = site.radius.max(BEYOND * manipulator.reach());
    }
    Some(ShownLimit { joint, limit, site })
}

/// The poles that are shown: those of the limb whose middle or end is dragged; where limits are
/// switched on, of the selected one too.
#[must_use]
pub fn shown_poles(document: &Document, session: &Session) -> Vec<ShownPole> {
    let (Some(actor), Tool::Reach) = (document.actor(), document.settings.tool) else {
        return Vec::new();
    };
    let chosen = document.selection.active_joint().filter(|_| document.view.limits);
    let joint = session.drag.as_ref().map(|session| session.joint).or(chosen);
    let limbs = actor.figure.rig.limbs.iter().enumerate();
    let limbs: Vec<usize> = limbs
        .filter(|(_, limb)| Some(limb.middle) == joint || Some(limb.tip) == joint)
        .map(|(index, _)| index)
        .collect();
    if limbs.is_empty() {
        return Vec::new();
    }
    let subject = Subject::from(&**actor);
    let pole = |limb: usize| {
        let middle = subject.world_position(subject.rig().limbs[limb].middle);
        Some(ShownPole { limb, middle, place: pole_place(&subject, limb)? })
    };
    limbs.into_iter().filter_map(pole).collect()
}

/// The handle under the pointer: a dot must be nearer than the nearest joint, a line is only
/// touched where no joint is.
#[must_use]
pub fn handle_at(
    document: &Document,
    session: &Session,
    view: &View,
    placed: &[Placed],
    touch: Touch,
) -> Option<Handle> {
    let Touch { at, radius, joint } = touch;
    let mut dots: Vec<(Handle, Vec3)> = Vec::new();
    if let Some(shown) = shown_limit(document, session, view, placed) {
        dots.extend(
            shown
                .handles(view)
                .iter()
                .map(|handle| (Handle::Limit(handle.id), shown.place(handle))),
        );
    }
    dots.extend(
        shown_poles(document, session).iter().map(|pole| (Handle::Pole(pole.limb), pole.place)),
    );
    let pixels = |place: Vec3| view.project(place).map(|seen| seen.pixel.distance(at));
    let near = dots.into_iter().filter_map(|(handle, place)| Some((handle, pixels(place)?)));
    let near = near
        .filter(|(_, pixels)| *pixels <= DOT * radius && joint.is_none_or(|joint| *pixels < joint));
    if let Some((handle, _)) = near.min_by(|a, b| a.1.total_cmp(&b.1)) {
        return Some(handle);
    }
    let manipulator = shown_manipulator(document, view, placed).filter(|_| joint.is_none())?;
    manipulator.part_at(view, at, 0.5 * radius).map(Handle::Part)
}

/// The gizmo: while the tool moves or turns one joint. To reach, a joint is dragged itself.
#[must_use]
pub fn shown_manipulator(
    document: &Document,
    view: &View,
    placed: &[Placed],
) -> Option<Manipulator> {
    manipulator(document, view, placed).filter(|_| document.settings.tool != Tool::Reach)
}

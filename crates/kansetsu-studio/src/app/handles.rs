//! What can be grabbed beside joints, where it stands now.

use kansetsu::{
    d3::{Limit, frame::bone_frames, rotation_of},
    glam::{Quat, Vec2, Vec3},
};

use super::{Studio, touchable::Placed};
use crate::{
    document::{Axes, Document, Tool},
    posing::{
        Subject,
        limits::{HandleId, LimitHandle, LimitSite, handles},
        pole_place,
    },
    viewport::{self, Manipulator, Part, View},
};

/// What can be grabbed beside joints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Handle {
    /// A part of the manipulator at the chosen joint.
    Part(Part),
    /// The handle that shows where a limb (an index into the rig's limbs) points.
    Pole(usize),
    /// A handle of the chosen joint's limit.
    Limit(HandleId),
}

/// The limit of the chosen joint as it is drawn.
#[derive(Clone, Debug)]
pub struct ShownLimit {
    /// The joint.
    pub joint: usize,
    /// What it may do.
    pub limit: Limit,
    /// Where it is drawn.
    pub site: LimitSite,
}

/// A pole as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownPole {
    /// Index of the limb.
    pub limb: usize,
    /// The limb's middle, world space, metres.
    pub middle: Vec3,
    /// The handle, world space, metres.
    pub place: Vec3,
}

/// A limit is drawn so much larger than the manipulator at least: its handles stand beyond arrows and rings.
const BEYOND: f32 = 1.15;
/// A handle nearer than this to the middle of its joint, points, is left out: it would be grabbed instead of the joint.
const ROOM: f32 = 14.0;

/// Points from the pointer within which a handle that is a dot is touched, as a part of what it is for a joint: it is smaller.
const DOT: f32 = 0.7;

impl ShownLimit {
    /// The handles that have room beside the joint as it is seen.
    #[must_use]
    pub fn handles(&self, view: &View) -> Vec<LimitHandle> {
        let pixel = |place: Vec3| view.project(place).map(|seen| seen.pixel);
        let centre = pixel(self.site.centre);
        let has_room =
            |handle: &LimitHandle| pixel(self.place(handle)).zip(centre).is_some_and(|(place, centre)| place.distance(centre) >= ROOM);
        handles(&self.limit, self.site.bone).into_iter().filter(has_room).collect()
    }

    /// Where a handle stands, world space, metres.
    #[must_use]
    pub fn place(&self, handle: &LimitHandle) -> Vec3 {
        self.site.of_line(&self.limit, handle.id.line()).place(handle.direction)
    }
}

impl Studio {
    /// The limit that is shown at the chosen joint: where that is switched on, or its section in the panel is pointed at; none during a
    /// drag.
    #[must_use]
    pub fn shown_limit(&self, placed: &[Placed]) -> Option<ShownLimit> {
        let is_wanted = self.document.view.limits || self.points_at_limit || self.limit_session.is_some();
        if !is_wanted || self.session.is_some() {
            return None;
        }
        let actor = self.document.actor()?;
        let joint = self.document.selection.active_joint()?;
        let limit = actor.limits.get(joint)?.clone()?;
        let maps = &placed.get(self.document.selection.actor)?.world_from_joint;
        let mut site = LimitSite::of(&actor.figure.rig.skeleton, maps, joint)?;
        if let Some(manipulator) = self.shown_manipulator(&self.view(), placed) {
            site.radius = site.radius.max(BEYOND * manipulator.reach());
        }
        Some(ShownLimit { joint, limit, site })
    }

    /// The poles that are shown: those of the limb whose middle or end is dragged; where limits are switched on, of the chosen one too.
    #[must_use]
    pub fn shown_poles(&self) -> Vec<ShownPole> {
        let (Some(actor), Tool::Reach) = (self.document.actor(), self.document.settings.tool) else { return Vec::new() };
        let chosen = self.document.selection.active_joint().filter(|_| self.document.view.limits);
        let joint = self.session.as_ref().map(|session| session.joint).or(chosen);
        let limbs = actor.figure.rig.limbs.iter().enumerate();
        let limbs: Vec<usize> =
            limbs.filter(|(_, limb)| Some(limb.middle) == joint || Some(limb.tip) == joint).map(|(index, _)| index).collect();
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

    /// The handle under the pointer. `joint` is how far away the nearest joint is, pixels: what is a dot must be nearer, what is a line is
    /// only touched where no joint is.
    #[must_use]
    pub fn handle_at(&self, view: &View, placed: &[Placed], (at, radius): (Vec2, f32), joint: Option<f32>) -> Option<Handle> {
        let mut dots: Vec<(Handle, Vec3)> = Vec::new();
        if let Some(shown) = self.shown_limit(placed) {
            dots.extend(shown.handles(view).iter().map(|handle| (Handle::Limit(handle.id), shown.place(handle))));
        }
        dots.extend(self.shown_poles().iter().map(|pole| (Handle::Pole(pole.limb), pole.place)));
        let pixels = |place: Vec3| view.project(place).map(|seen| seen.pixel.distance(at));
        let near = dots.into_iter().filter_map(|(handle, place)| Some((handle, pixels(place)?)));
        let near = near.filter(|(_, pixels)| *pixels <= DOT * radius && joint.is_none_or(|joint| *pixels < joint));
        if let Some((handle, _)) = near.min_by(|a, b| a.1.total_cmp(&b.1)) {
            return Some(handle);
        }
        let manipulator = self.shown_manipulator(view, placed).filter(|_| joint.is_none())?;
        manipulator.part_at(view, at, 0.5 * radius).map(Handle::Part)
    }

    /// The manipulator as it is drawn and touched: while the tool moves or turns one joint. To reach, a joint is dragged itself.
    #[must_use]
    pub fn shown_manipulator(&self, view: &View, placed: &[Placed]) -> Option<Manipulator> {
        self.manipulator(view, placed).filter(|_| self.document.settings.tool != Tool::Reach)
    }

    /// The manipulator at the chosen joint.
    #[must_use]
    pub fn manipulator(&self, view: &View, placed: &[Placed]) -> Option<Manipulator> {
        manipulator(&self.document, view, placed)
    }
}

/// The handles at the chosen joint; none without a joint and none out of sight.
fn manipulator(document: &Document, view: &View, placed: &[Placed]) -> Option<Manipulator> {
    let actor = document.actor()?;
    let joint = document.selection.active_joint()?;
    let maps = &placed.get(document.selection.actor)?.world_from_joint;
    let origin = maps.get(joint)?.translation;
    let frame = match document.settings.axes {
        Axes::World => Quat::IDENTITY,
        Axes::Parent => actor.figure.rig.skeleton.joints()[joint].parent.map_or(Quat::IDENTITY, |parent| rotation_of(&maps[parent])),
        Axes::Local => rotation_of(&maps[joint]) * bone_frames(&actor.figure.rig.skeleton, &[])[joint],
    };
    let tool = if document.settings.tool == Tool::Rotate { viewport::Tool::Rotate } else { viewport::Tool::Move };
    Manipulator::new(view, tool, origin, frame)
}

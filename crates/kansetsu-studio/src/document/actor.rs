//! A figure in the document.

use std::{collections::BTreeMap, sync::Arc};

use kansetsu::{
    d3::{Limit, Pose, Transform},
    glam::Affine3,
};
use kansetsu_formats::{Figure, Role};
use serde::{Serialize, Serializer, ser::SerializeStruct};

use super::{
    Attachment, Constraints, Face, FigureKey, Pin, Refusal, Source,
    file_rate::FILE_FRAME_RATE,
    sharing::{all_same, same},
    source::Opened,
};
use crate::motion::Motion;

/// A figure with everything that was done to it.
///
/// Its pose comes from three layers, the later ones above the earlier ones:
/// [`base`](Self::base) (without any motion), the keys of the motion that plays, and
/// [`unkeyed`](Self::unkeyed) (changes that were not keyed yet). [`pose`](Self::pose) is the result
/// out at the document's time: read it, and change it in an [edit](super::Document::edit); the
/// document finds out what was changed.
#[derive(Clone, Debug)]
pub struct Actor {
    /// Identifies it in this run of the program.
    pub key: FigureKey,
    /// Identifies it in its project file. A later figure may get the number of one that was
    /// deleted.
    pub id: u32,
    /// Its name; unique in the document.
    pub name: String,
    /// Where it came from.
    pub source: Source,
    /// The figure from the file, with corrected roles; otherwise never changed.
    pub figure: Arc<Figure>,
    /// `world_from_model`: its placement. Of an attached figure it follows from the other one.
    pub placement: Affine3,
    /// What carries it along.
    pub attachment: Option<Attachment>,
    /// How it is posed now. Not saved, not compared: it follows from the layers below and the time.
    pub pose: Pose,
    /// Its pose without a motion.
    pub base: Arc<Pose>,
    /// Changes of joints that are not keyed yet: they hold at every time, until they are keyed or
    /// given up. Empty without a motion.
    pub unkeyed: BTreeMap<usize, Transform>,
    /// The parts of its body, where they were corrected: those of [`Self::figure`].
    pub roles: Option<BTreeMap<Role, usize>>,
    /// Its limits, pins and stop joints.
    pub constraints: Constraints,
    /// Its expression.
    pub face: Face,
    /// Its motions.
    pub motions: Vec<Arc<Motion>>,
    /// Index into `motions` of the one that plays and takes keys; `None` when nothing is keyed.
    pub motion: Option<usize>,
}

impl Actor {
    /// A figure in the pose of its file, with its file's motions, none of them playing.
    #[must_use]
    pub fn new(opened: Opened) -> Self {
        let Opened { source, figure, .. } = opened;
        let standing = figure.saved_pose();
        let motions =
            figure.clips.iter().map(|clip| Arc::new(Motion::from_clip(clip, FILE_FRAME_RATE)));
        // What cannot be played cannot be edited either; the file keeps it.
        let motions =
            motions.filter(|motion| motion.check(standing.locals.len()).is_ok()).collect();
        Self {
            key: FigureKey::fresh(),
            id: 0,
            name: figure.name.clone(),
            source,
            placement: Affine3::IDENTITY,
            attachment: None,
            base: Arc::new(standing.clone()),
            pose: standing,
            unkeyed: BTreeMap::new(),
            roles: None,
            constraints: Constraints::of(&figure.rig),
            face: Face::default(),
            motions,
            motion: None,
            figure: Arc::new(figure),
        }
    }

    /// The motion that plays and takes keys.
    #[must_use]
    pub fn playing(&self) -> Option<&Arc<Motion>> {
        self.motions.get(self.motion?)
    }

    /// The same, to be changed. Other holders keep the unchanged figure.
    pub fn playing_mut(&mut self) -> Option<&mut Motion> {
        self.motions.get_mut(self.motion?).map(Arc::make_mut)
    }

    /// How many joints it has.
    #[must_use]
    pub fn joint_count(&self) -> usize {
        self.figure.rig.skeleton.len()
    }

    /// What people call a joint: its name, or `#` and its index when it has none.
    #[must_use]
    pub fn joint_name(&self, joint: usize) -> String {
        let name =
            self.figure.rig.skeleton.joints().get(joint).map_or("", |joint| joint.name.as_str());
        if name.is_empty() { format!("#{joint}") } else { name.to_owned() }
    }

    /// The pin of a joint.
    #[must_use]
    pub fn pin(&self, joint: usize) -> Option<&Pin> {
        self.constraints.pins.iter().find(|pin| pin.joint == joint)
    }

    /// Its pose at `time` (seconds): the base, the motion's keys above it, and above these
    /// what is not keyed yet.
    #[must_use]
    pub fn pose_at(&self, time: f32) -> Pose {
        let mut pose = self.motion_pose_at(time);
        for (&joint, local) in &self.unkeyed {
            if let Some(shown) = pose.locals.get_mut(joint) {
                *shown = *local;
            }
        }
        pose
    }

    /// Its pose at `time` (seconds) without un-keyed changes.
    #[must_use]
    pub fn motion_pose_at(&self, time: f32) -> Pose {
        let mut pose = (*self.base).clone();
        if let Some(motion) = self.playing() {
            motion.sample(time, &mut pose);
        }
        pose
    }

    /// Whether everything in it fits its skeleton and is finite.
    ///
    /// # Errors
    /// A sentence that names the first thing that is wrong.
    pub fn check(&self) -> Result<(), Refusal> {
        self.check_since(None)
    }

    /// [`Self::check`] for what it does not share with a state that was sound: a motion of a
    /// million keys is not looked through at every move of the pointer.
    pub(super) fn check_since(&self, old: Option<&Self>) -> Result<(), Refusal> {
        self.check_pose(&self.pose)?;
        self.check_layers(old)
    }

    /// The same without the pose that is shown.
    pub(super) fn check_layers(&self, old: Option<&Self>) -> Result<(), Refusal> {
        let count = self.joint_count();
        if old.is_none_or(|old| !Arc::ptr_eq(&old.base, &self.base)) {
            self.check_pose(&self.base)?;
        }
        if self.constraints.limits.len() != count {
            return Err(kansetsu::Error::PoseMismatch {
                pose: self.constraints.limits.len(),
                skeleton: count,
            }
            .into());
        }
        if old.is_none_or(|old| !Arc::ptr_eq(&old.constraints.limits, &self.constraints.limits)) {
            self.constraints.limits.iter().flatten().try_for_each(Limit::check)?;
        }
        self.check_joints()?;
        if self.motion.is_some_and(|motion| motion >= self.motions.len()) {
            return Err(Refusal::new("There is no such motion.", "そのモーションはありません。"));
        }
        let is_known = |motion: &&Arc<Motion>| {
            old.is_some_and(|old| old.motions.iter().any(|known| Arc::ptr_eq(known, motion)))
        };
        let mut new = self.motions.iter().filter(|motion| !is_known(motion));
        new.try_for_each(|motion| motion.check(count).map_err(|error| error.to_string().into()))
    }

    /// Pins, stops, un-keyed changes and the placement.
    fn check_joints(&self) -> Result<(), Refusal> {
        let count = self.joint_count();
        let Constraints { pins, stops, .. } = &self.constraints;
        let mut joints = pins
            .iter()
            .map(|pin| pin.joint)
            .chain(stops.iter().copied())
            .chain(self.unkeyed.keys().copied());
        if let Some(joint) = joints.find(|&joint| joint >= count) {
            return Err(kansetsu::Error::JointOutOfRange { joint, count }.into());
        }
        let is_finite = self.placement.is_finite()
            && pins.iter().all(Pin::is_finite)
            && self.unkeyed.values().all(is_sound);
        if is_finite { Ok(()) } else { Err(not_finite(&self.name)) }
    }

    fn check_pose(&self, pose: &Pose) -> Result<(), Refusal> {
        let count = self.joint_count();
        if pose.locals.len() != count {
            return Err(
                kansetsu::Error::PoseMismatch { pose: pose.locals.len(), skeleton: count }.into()
            );
        }
        if pose.locals.iter().all(is_sound) { Ok(()) } else { Err(not_finite(&self.name)) }
    }
}

/// Whether it is made of finite numbers, with a rotation that is one.
pub(super) fn is_sound(local: &Transform) -> bool {
    local.translation.is_finite()
        && local.scale.is_finite()
        && local.rotation.is_finite()
        && local.rotation.length_squared() > 1e-12
}

pub(super) fn not_finite(name: &str) -> Refusal {
    Refusal::made(
        format!("\"{name}\" would get an infinite or undefined number. Nothing was changed."),
        format!("「{name}」の値が無限大または不正になるため、変更しませんでした。"),
    )
}

impl From<String> for Refusal {
    fn from(sentence: String) -> Self {
        Self { reason: sentence.into() }
    }
}

/// What is compared, hashed and counts as content: not the pose that is shown, and of the figure
/// only where it came from (comparing its meshes costs too much).
impl PartialEq for Actor {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
            && self.name == other.name
            && self.source == other.source
            && self.placement == other.placement
            && self.attachment == other.attachment
            && same(&self.base, &other.base)
            && self.unkeyed == other.unkeyed
            && self.roles == other.roles
            && self.constraints == other.constraints
            && self.face == other.face
            && all_same(&self.motions, &other.motions)
            && self.motion == other.motion
    }
}

impl Serialize for Actor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let motions: Vec<&Motion> = self.motions.iter().map(AsRef::as_ref).collect();
        let weights = Some(self.face.weights()).filter(|weights| !weights.is_empty());
        let roles = self.roles_by_name();
        let count = 11
            + usize::from(weights.is_some())
            + usize::from(roles.is_some())
            + usize::from(self.attachment.is_some());
        let mut fields = serializer.serialize_struct("Actor", count)?;
        fields.serialize_field("id", &self.id)?;
        fields.serialize_field("name", &self.name)?;
        fields.serialize_field("source", &self.source)?;
        fields.serialize_field("placement", &self.placement)?;
        fields.serialize_field("base", &*self.base)?;
        fields.serialize_field("unkeyed", &self.unkeyed)?;
        fields.serialize_field("limits", &*self.constraints.limits)?;
        fields.serialize_field("pins", &self.constraints.pins)?;
        fields.serialize_field("stops", &self.constraints.stops)?;
        fields.serialize_field("motions", &motions)?;
        fields.serialize_field("motion", &self.motion)?;
        if let Some(attachment) = &self.attachment {
            fields.serialize_field("attachment", attachment)?;
        }
        if let Some(roles) = roles {
            fields.serialize_field("roles", &roles)?;
        }
        if let Some(weights) = weights {
            fields.serialize_field("expressions", weights)?;
        }
        fields.end()
    }
}

//! A link becomes what is shown.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use kansetsu::{d3::Transform, glam::Affine3};

use super::{
    bytes::Reader,
    layout::{MOST_FIGURES, PREFIX, VERSION, figure_flags, joint_flags},
    turn,
};
use crate::{
    document::{Actor, Content, Document, Opened, Refusal, View, hash},
    viewport::{Camera, Projection},
};

/// What a link holds.
#[derive(Clone, Debug)]
pub struct Shared {
    /// The figures in their poses.
    pub content: Content,
    /// Where they are seen from.
    pub camera: Camera,
}

impl Shared {
    /// A document that shows it.
    #[must_use]
    pub fn into_document(self) -> Document {
        let mut document = Document::new(self.content);
        document.view.camera = self.camera;
        document
    }
}

/// What the fragment of a link holds, with or without the `#`; `None` when it is a link to
/// something else.
///
/// # Errors
/// A sentence, when the link was cut or changed, or comes from a newer version.
#[must_use]
pub fn from_fragment(fragment: &str) -> Option<Result<Shared, Refusal>> {
    let coded = fragment.trim().trim_start_matches('#').strip_prefix(PREFIX)?;
    Some(decode(coded))
}

fn decode(coded: &str) -> Result<Shared, Refusal> {
    let bytes = URL_SAFE_NO_PAD.decode(coded.trim_end_matches('=')).map_err(|_| broken())?;
    if bytes.first().is_some_and(|&version| version > VERSION) {
        return Err(Refusal::new(
            "The link was made by a newer Kansetsu. Use a newer version.",
            "このリンクは新しいバージョンの Kansetsu で作られています。新しいバージョンで開いてください。",
        ));
    }
    let (content, check) = bytes.split_last_chunk::<2>().ok_or_else(broken)?;
    if u16::from_le_bytes(*check) != hash::of_bytes(content) as u16 {
        return Err(broken());
    }
    let mut reader = Reader::new(content);
    let shared = read(&mut reader).ok_or_else(broken)?;
    let view = View { camera: shared.camera, ..View::default() };
    if !(reader.is_at_end() && view.camera.is_sound()) {
        return Err(broken());
    }
    shared.content.actors.iter().try_for_each(|actor| actor.check()).map_err(|_| broken())?;
    Ok(shared)
}

fn broken() -> Refusal {
    Refusal::new(
        "The link is damaged. It may have been cut off when it was copied.",
        "リンクが壊れています。コピーしたときに途中で切れた可能性があります。",
    )
}

fn read(reader: &mut Reader<'_>) -> Option<Shared> {
    reader.byte().filter(|version| *version == VERSION)?;
    let camera = read_camera(reader)?;
    let count = reader.count().filter(|count| (1..=MOST_FIGURES).contains(count))?;
    let mut content = Content::default();
    for _ in 0..count {
        let actor = read_actor(reader)?;
        let placement = actor.placement;
        let index = content.add(actor);
        content.actor_mut(index).ok()?.placement = placement;
    }
    Some(Shared { content, camera })
}

fn read_camera(reader: &mut Reader<'_>) -> Option<Camera> {
    Some(Camera {
        target: reader.vector()?,
        yaw: reader.number()?,
        pitch: reader.number()?,
        distance: reader.number()?,
        field_of_view: reader.number()?,
        projection: if reader.byte()? == 0 {
            Projection::Perspective
        } else {
            Projection::Orthographic
        },
    })
}

fn read_actor(reader: &mut Reader<'_>) -> Option<Actor> {
    let mut actor = Actor::new(Opened::embedded(reader.text()?).ok()?);
    if reader.byte()? & figure_flags::PLACED != 0 {
        let translation = reader.vector()?;
        let rotation = turn::unpack(reader.take()?);
        actor.placement =
            Affine3::from_scale_rotation_translation(reader.vector()?, rotation, translation);
    }
    reader.count().filter(|count| *count == actor.joint_count())?;
    let mut next = 0;
    for _ in 0..reader.count()? {
        let joint = next + reader.count()?;
        read_joint(reader, actor.pose.locals.get_mut(joint)?)?;
        next = joint + 1;
    }
    actor.base = std::sync::Arc::new(actor.pose.clone());
    Some(actor)
}

fn read_joint(reader: &mut Reader<'_>, local: &mut Transform) -> Option<()> {
    let flags = reader.byte()?;
    if flags & joint_flags::TURNED != 0 {
        local.rotation = turn::unpack(reader.take()?);
    }
    if flags & joint_flags::MOVED != 0 {
        local.translation = reader.vector()?;
    }
    if flags & joint_flags::SCALED != 0 {
        local.scale = reader.vector()?;
    }
    Some(())
}

//! What is shown becomes a link.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use kansetsu::{d3::Transform, glam::Affine3};

use super::{
    bytes::Writer,
    layout::{MOST_FIGURES, PREFIX, VERSION, figure_flags, joint_flags},
    turn,
};
use crate::{
    document::{Actor, Document, Refusal, Source, hash},
    viewport::{Camera, Projection},
};

/// The fragment of a link, without the `#`.
///
/// # Errors
/// A sentence, when there is no figure, too many, or one from a file.
pub fn to_fragment(document: &Document) -> Result<String, Refusal> {
    let actors = &document.content().actors;
    if actors.is_empty() {
        return Err(Refusal::new("There is no figure to share.", "共有するモデルがありません。"));
    }
    if actors.len() > MOST_FIGURES {
        return Err(Refusal::made(
            format!("A link holds at most {MOST_FIGURES} figures."),
            format!("リンクに入れられるモデルは {MOST_FIGURES} 体までです。"),
        ));
    }
    let mut writer = Writer::default();
    writer.byte(VERSION);
    write_camera(&document.view.camera, &mut writer);
    writer.count(actors.len());
    for actor in actors {
        write_actor(actor, &mut writer)?;
    }
    let check = hash::of_bytes(&writer.bytes) as u16;
    writer.bytes.extend_from_slice(&check.to_le_bytes());
    Ok(format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(&writer.bytes)))
}

fn write_camera(camera: &Camera, writer: &mut Writer) {
    writer.vector(camera.target);
    [camera.yaw, camera.pitch, camera.distance, camera.field_of_view]
        .into_iter()
        .for_each(|number| writer.number(number));
    writer.byte(u8::from(camera.projection == Projection::Orthographic));
}

fn write_actor(actor: &Actor, writer: &mut Writer) -> Result<(), Refusal> {
    let Source::Embedded(figure) = &actor.source else {
        return Err(Refusal::made(
            format!("\"{}\" comes from a file. Links can only show built-in figures.", actor.name),
            format!(
                "「{}」はファイルのモデルです。リンクで共有できるのは内蔵モデルだけです。",
                actor.name
            ),
        ));
    };
    writer.text(figure);
    write_placement(&actor.placement, writer);
    writer.count(actor.joint_count());
    let rest = actor.rest_pose();
    let pairs = actor.pose.locals.iter().zip(&rest.locals).enumerate();
    let changed: Vec<(usize, &Transform, u8)> = pairs
        .map(|(joint, (local, rest))| (joint, local, flags(local, rest)))
        .filter(|(_, _, flags)| *flags != 0)
        .collect();
    writer.count(changed.len());
    let mut next = 0;
    for (joint, local, flags) in changed {
        // Neighbours in the list are mostly neighbours in the body: a small difference takes one
        // byte.
        writer.count(joint - next);
        next = joint + 1;
        write_joint(local, flags, writer);
    }
    Ok(())
}

fn write_placement(placement: &Affine3, writer: &mut Writer) {
    if *placement == Affine3::IDENTITY {
        return writer.byte(0);
    }
    writer.byte(figure_flags::PLACED);
    let placed = Transform::from_affine(placement);
    writer.vector(placed.translation);
    writer.bytes.extend_from_slice(&turn::pack(placed.rotation));
    writer.vector(placed.scale);
}

fn flags(local: &Transform, rest: &Transform) -> u8 {
    let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
    flag(local.rotation != rest.rotation, joint_flags::TURNED)
        | flag(local.translation != rest.translation, joint_flags::MOVED)
        | flag(local.scale != rest.scale, joint_flags::SCALED)
}

fn write_joint(local: &Transform, flags: u8, writer: &mut Writer) {
    writer.byte(flags);
    if flags & joint_flags::TURNED != 0 {
        writer.bytes.extend_from_slice(&turn::pack(local.rotation));
    }
    if flags & joint_flags::MOVED != 0 {
        writer.vector(local.translation);
    }
    if flags & joint_flags::SCALED != 0 {
        writer.vector(local.scale);
    }
}

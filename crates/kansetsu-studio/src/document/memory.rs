//! How many bytes the parts of a content take, for the bound of the history.

use std::{mem::size_of_val, sync::Arc};

use kansetsu::d3::{Limit, Transform};
use kansetsu_formats::{Figure, Primitive};

use super::{Actor, BesideFile, Content, Face, Source};
use crate::{
    library::{SavedJoint, SavedPose},
    motion::{Key, Motion},
};

/// The bytes of what `content` holds and `other` does not share: what would be freed if only
/// `other` stayed.
pub(super) fn beyond(content: &Content, other: &Content) -> usize {
    let list = size_of_val(content.actors.as_slice())
        + size_of_val(content.poses.as_slice())
        + size_of_val(content.bookmarks.as_slice());
    let actors = content.actors.iter().map(|actor| {
        let same = other.actors.iter().find(|there| there.id == actor.id);
        match same {
            Some(there) if Arc::ptr_eq(there, actor) => 0,
            _ => of_actor(actor, same.map(AsRef::as_ref)),
        }
    });
    let is_new = |pose: &&Arc<SavedPose>| !other.poses.iter().any(|there| Arc::ptr_eq(there, pose));
    let poses = content.poses.iter().filter(is_new).map(|pose| of_pose(pose));
    let is_same = |file: &&Arc<BesideFile>| {
        other.backdrop.as_ref().is_some_and(|there| Arc::ptr_eq(there, file))
    };
    let backdrop =
        content.backdrop.as_ref().filter(|file| !is_same(file)).map_or(0, |file| file.bytes.len());
    list + actors.sum::<usize>() + poses.sum::<usize>() + backdrop
}

fn of_pose(pose: &SavedPose) -> usize {
    size_of::<SavedPose>()
        + pose.joints.len() * (size_of::<SavedJoint>() + 32)
        + pose.thumbnail.as_ref().map_or(0, |bytes| bytes.len())
}

fn of_actor(actor: &Actor, other: Option<&Actor>) -> usize {
    let own = size_of_val(actor)
        + actor.name.len()
        + size_of_val(actor.pose.locals.as_slice())
        + actor.unkeyed.len() * (size_of::<(usize, Transform)>() + NODE)
        + size_of_val(actor.constraints.pins.as_slice())
        + actor.constraints.stops.len() * (size_of::<usize>() + NODE)
        + size_of_val(actor.motions.as_slice());
    let is_shared = |is: fn(&Actor, &Actor) -> bool| other.is_some_and(|other| is(actor, other));
    let base = if is_shared(|a, b| Arc::ptr_eq(&a.base, &b.base)) {
        0
    } else {
        size_of_val(actor.base.locals.as_slice())
    };
    let limits = if is_shared(|a, b| Arc::ptr_eq(&a.constraints.limits, &b.constraints.limits)) {
        0
    } else {
        of_limits(&actor.constraints.limits)
    };
    let figure = if is_shared(|a, b| Arc::ptr_eq(&a.figure, &b.figure)) {
        0
    } else {
        of_figure(&actor.figure) + of_source(&actor.source)
    };
    let is_old = |motion: &Arc<Motion>| {
        other.is_some_and(|other| other.motions.iter().any(|old| Arc::ptr_eq(old, motion)))
    };
    let face = if is_shared(|a, b| match (a.face.shown(), b.face.shown()) {
        (Some(a), Some(b)) => Arc::ptr_eq(a, b),
        (shown, _) => shown.is_none(),
    }) {
        0
    } else {
        of_face(&actor.face)
    };
    let motions =
        actor.motions.iter().filter(|motion| !is_old(motion)).map(|motion| of_motion(motion));
    own + base + limits + figure + face + motions.sum::<usize>()
}

fn of_face(face: &Face) -> usize {
    let primitives = face.shown().into_iter().flat_map(|shown| &shown.primitives);
    primitives.map(|moved| size_of_val(moved.positions.as_slice())).sum()
}

/// What a tree's node costs beside its entries, about.
const NODE: usize = 16;

fn of_limits(limits: &[Option<Limit>]) -> usize {
    let polygons = limits.iter().map(|limit| match limit {
        Some(Limit::ReachCone(cone)) => size_of_val(cone.vertices.as_slice()),
        _ => 0,
    });
    size_of_val(limits) + polygons.sum::<usize>()
}

/// The bytes of a motion.
pub(super) fn of_motion(motion: &Motion) -> usize {
    let keys = |track: &crate::motion::Track| {
        size_of_val(track)
            + track.rotation.capacity() * size_of::<Key<kansetsu::glam::Quat>>()
            + (track.translation.capacity() + track.scale.capacity())
                * size_of::<Key<kansetsu::glam::Vec3>>()
    };
    let weights = |(name, keys): (&String, &Vec<Key<f32>>)| {
        NODE + name.len() + keys.capacity() * size_of::<Key<f32>>()
    };
    size_of::<Motion>()
        + motion.name.len()
        + motion.tracks.iter().map(keys).sum::<usize>()
        + motion.weights.iter().map(weights).sum::<usize>()
}

/// What weighs in a figure: vertices, images, clips.
fn of_figure(figure: &Figure) -> usize {
    let meshes = figure.meshes.iter().flat_map(|mesh| &mesh.primitives).map(of_primitive);
    let images = figure.images.iter().map(|image| image.bytes.len());
    meshes.sum::<usize>() + images.sum::<usize>() + figure.rig.skeleton.len() * 256
}

fn of_source(source: &Source) -> usize {
    match source {
        Source::Embedded(name) => name.len(),
        Source::File(file) => {
            file.bytes.len() + file.beside.iter().map(|file| file.bytes.len()).sum::<usize>()
        }
    }
}

fn of_primitive(primitive: &Primitive) -> usize {
    size_of_val(primitive.positions.as_slice())
        + size_of_val(primitive.normals.as_slice())
        + size_of_val(primitive.uvs.as_slice())
        + size_of_val(primitive.colors.as_slice())
        + size_of_val(primitive.influences.as_slice())
        + size_of_val(primitive.indices.as_slice())
}

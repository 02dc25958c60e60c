//! The springs of VRM 0.x.

use kansetsu::animation::{ColliderGroup, ColliderShape, Spring, SpringCollider, SpringJoint};
use kansetsu::glam::Vec3;

use super::reader::Reader;
use crate::Error;
use crate::gltf::at::At;

/// The length of a joint without children, metres: the format says 7 cm.
const LEAF: f32 = 0.07;

pub(super) fn read(block: &At<'_>, reader: &mut Reader<'_>) {
    for at in &reader.list(block, "colliderGroups") {
        let read = group(at, reader);
        let colliders = reader.kept(read, "collider group").unwrap_or_default();
        let first = reader.bones.colliders.len();
        reader.bones.colliders.extend(colliders);
        let indices = (first..reader.bones.colliders.len()).collect();
        reader.bones.groups.push(ColliderGroup { colliders: indices });
    }
    for at in &reader.list(block, "boneGroups") {
        let (center, groups) = (reader.center(at), reader.groups(at));
        let name = at.get("comment").and_then(|name| name.as_text()).unwrap_or_default();
        let read = settings(at).and_then(|settings| joints((at, name), &settings, reader));
        let joints = reader.kept(read, "spring").unwrap_or_default();
        reader.bones.springs.push(Spring { name: name.to_owned(), center, groups, joints });
    }
}

/// The spheres on a node. Their offsets have the axes of Unity, with Z to the other side.
fn group(at: &At<'_>, reader: &Reader<'_>) -> Result<Vec<SpringCollider>, Error> {
    let joint = reader.joint(at, "node")?;
    let sphere = |at: &At<'_>| {
        let Vec3 { x, y, z } = vector(at, "offset")?.unwrap_or(Vec3::ZERO);
        let (ends, radius) = ([Vec3::new(x, y, -z); 2], at.number("radius")?.unwrap_or(0.0));
        let shape = ColliderShape::Capsule { ends, radius, is_container: false };
        Ok(SpringCollider { joint, shape })
    };
    at.objects("colliders")?.iter().map(sphere).collect()
}

/// A vector as an object of x, y and z.
fn vector(at: &At<'_>, key: &str) -> Result<Option<Vec3>, Error> {
    let Some(at) = at.child(key)? else { return Ok(None) };
    let part = |key: &str| Ok::<f32, Error>(at.number(key)?.unwrap_or(0.0));
    Ok(Some(Vec3::new(part("x")?, part("y")?, part("z")?)))
}

/// The settings of all joints of a spring.
fn settings(at: &At<'_>) -> Result<SpringJoint, Error> {
    let usual = SpringJoint::default();
    let direction = vector(at, "gravityDir")?.unwrap_or(Vec3::NEG_Y);
    Ok(SpringJoint {
        // The name in the format has this spelling.
        stiffness: at.number("stiffiness")?.unwrap_or(usual.stiffness),
        gravity: direction * at.number("gravityPower")?.unwrap_or(0.0),
        drag: at.number("dragForce")?.unwrap_or(usual.drag),
        radius: at.number("hitRadius")?.unwrap_or(usual.radius),
        ..usual
    })
}

/// The named joints and all joints below them, each once.
fn joints(
    (at, name): (&At<'_>, &str),
    settings: &SpringJoint,
    reader: &mut Reader<'_>,
) -> Result<Vec<SpringJoint>, Error> {
    let count = reader.nodes.at.len();
    let (mut joints, mut repeated) = (Vec::new(), 0);
    for bone in at.list("bones")? {
        let mut open = vec![bone.as_index(count, "nodes")?];
        while let Some(node) = open.pop() {
            let joint = reader.nodes.joints[node];
            // The joints below one that is taken are taken too.
            if !reader.take(joint) {
                repeated += 1;
                continue;
            }
            let children = children(&reader.nodes.at[node], count)?;
            let tail = tail(node, children.first(), reader);
            joints.push(SpringJoint { joint, tail, ..settings.clone() });
            open.extend(children.into_iter().rev());
        }
    }
    reader.warn_of_repeated(name, repeated);
    Ok(joints)
}

fn children(node: &At<'_>, count: usize) -> Result<Vec<usize>, Error> {
    node.list("children")?.iter().map(|child| child.as_index(count, "nodes")).collect()
}

/// The tail of a joint is its first child. A joint without children continues its parent.
fn tail(node: usize, child: Option<&usize>, reader: &Reader<'_>) -> Vec3 {
    let place = |node: usize| {
        let joint = reader.nodes.joints[node];
        reader.nodes.skeleton.joints()[joint].rest.translation
    };
    match child {
        Some(&child) => place(child),
        None => place(node).normalize_or_zero() * LEAF,
    }
}

//! The springs of VRM 1.0.

use kansetsu::animation::{
    ColliderGroup, ColliderShape, Spring, SpringCollider, SpringJoint, SpringLimit,
};
use kansetsu::glam::{Quat, Vec3};

use super::reader::Reader;
use crate::Error;
use crate::gltf::at::At;

pub(super) fn read(block: &At<'_>, reader: &mut Reader<'_>) {
    if !matches!(block.text("specVersion"), Ok(Some("1.0" | "1.0-beta"))) {
        let place = block.path_of("specVersion");
        reader.warnings.push(format!("{place}: expected \"1.0\"; the springs are read as 1.0"));
    }
    let indices = colliders(block, reader);
    for at in reader.list(block, "colliderGroups") {
        let list = reader.list(&at, "colliders");
        let list = list.iter().map(|index| index.as_index(indices.len(), "colliders"));
        let kept = reader.kept_of(list.collect(), "collider");
        let colliders = kept.into_iter().filter_map(|index| indices[index]).collect();
        reader.bones.groups.push(ColliderGroup { colliders });
    }
    for at in reader.list(block, "springs") {
        let spring = Spring {
            name: at.name().to_owned(),
            center: reader.center(&at),
            groups: reader.groups(&at),
            joints: joints(&at, reader),
        };
        reader.bones.springs.push(spring);
    }
}

/// Reads the colliders; the index of each, `None` for a damaged one.
fn colliders(block: &At<'_>, reader: &mut Reader<'_>) -> Vec<Option<usize>> {
    let list = reader.list(block, "colliders");
    let read: Vec<_> = list.iter().map(|at| collider(at, reader)).collect();
    let mut count = 0;
    let indices = read.iter().map(|one| {
        let index = one.is_ok().then_some(count);
        count += usize::from(one.is_ok());
        index
    });
    let indices = indices.collect();
    reader.bones.colliders = reader.kept_of(read, "collider");
    indices
}

fn collider(at: &At<'_>, reader: &Reader<'_>) -> Result<SpringCollider, Error> {
    let joint = reader.joint(at, "node")?;
    let extended = at.extension("VRMC_springBone_extended_collider");
    let shape = extended.as_ref().unwrap_or(at).need_child("shape")?;
    Ok(SpringCollider { joint, shape: shape_of(&shape)? })
}

fn shape_of(at: &At<'_>) -> Result<ColliderShape, Error> {
    if let Some(plane) = at.child("plane")? {
        let normal = plane.numbers("normal")?.map_or(Vec3::Z, Vec3::from_array);
        return Ok(ColliderShape::Plane { point: vector(&plane, "offset")?, normal });
    }
    let (round, is_capsule) = match (at.child("sphere")?, at.child("capsule")?) {
        (Some(sphere), _) => (sphere, false),
        (None, Some(capsule)) => (capsule, true),
        (None, None) => return Err(at.wrong("expected a sphere or a capsule")),
    };
    let start = vector(&round, "offset")?;
    let end = if is_capsule { vector(&round, "tail")? } else { start };
    let radius = round.number("radius")?.unwrap_or(0.0);
    Ok(ColliderShape::Capsule { ends: [start, end], radius, is_container: round.flag("inside")? })
}

fn vector(at: &At<'_>, key: &str) -> Result<Vec3, Error> {
    Ok(at.numbers(key)?.map_or(Vec3::ZERO, Vec3::from_array))
}

/// Each joint but the last, whose place is the tail of the one before.
fn joints(spring: &At<'_>, reader: &mut Reader<'_>) -> Vec<SpringJoint> {
    let list = reader.list(spring, "joints");
    let (mut read, mut repeated) = (Vec::new(), 0);
    for pair in list.windows(2) {
        match reader.joint(&pair[0], "node") {
            Ok(head) if !reader.take(head) => repeated += 1,
            head => {
                read.push(head.and_then(|head| joint((head, &pair[0]), &pair[1], (spring, reader))))
            }
        }
    }
    reader.warn_of_repeated(spring.name(), repeated);
    reader.kept_of(read, "spring joint")
}

fn joint(
    (joint, at): (usize, &At<'_>),
    next: &At<'_>,
    (spring, reader): (&At<'_>, &Reader<'_>),
) -> Result<SpringJoint, Error> {
    let tail = reader
        .place_below(joint, reader.joint(next, "node")?)
        .ok_or_else(|| next.wrong_at("node", "expected a descendant of the joint before"))?;
    let usual = SpringJoint::default();
    let direction = at.numbers("gravityDir")?.map_or(Vec3::NEG_Y, Vec3::from_array);
    Ok(SpringJoint {
        joint,
        tail,
        stiffness: at.number("stiffness")?.unwrap_or(usual.stiffness),
        gravity: direction * at.number("gravityPower")?.unwrap_or(0.0),
        drag: at.number("dragForce")?.unwrap_or(usual.drag),
        radius: at.number("hitRadius")?.unwrap_or(usual.radius),
        limit: [at, spring].into_iter().find_map(limit_of).transpose()?,
    })
}

/// The limit that a joint or a spring declares.
fn limit_of(at: &At<'_>) -> Option<Result<SpringLimit, Error>> {
    let limit = at.extension("VRMC_springBone_limit")?.get("limit")?;
    Some(read_limit(&limit))
}

fn read_limit(at: &At<'_>) -> Result<SpringLimit, Error> {
    let rotation = |shape: &At<'_>| -> Result<Quat, Error> {
        Ok(shape.numbers("rotation")?.map_or(Quat::IDENTITY, Quat::from_array))
    };
    let angle = |shape: &At<'_>, keys: [&str; 2]| -> Result<f32, Error> {
        let number = shape.number(keys[0])?.or(shape.number(keys[1])?);
        number.ok_or_else(|| shape.wrong_at(keys[0], "expected a number, found nothing"))
    };
    if let Some(cone) = at.child("cone")? {
        return Ok(SpringLimit::Cone {
            angle: angle(&cone, ["angle"; 2])?,
            rotation: rotation(&cone)?,
        });
    }
    if let Some(hinge) = at.child("hinge")? {
        let angle = angle(&hinge, ["angle"; 2])?;
        return Ok(SpringLimit::Hinge { angle, rotation: rotation(&hinge)? });
    }
    let Some(ball) = at.child("spherical")? else {
        return Err(at.wrong("expected a cone, a hinge or a spherical limit"));
    };
    // Earlier drafts name the angles phi and theta.
    Ok(SpringLimit::Spherical {
        pitch: angle(&ball, ["pitch", "phi"])?,
        yaw: angle(&ball, ["yaw", "theta"])?,
        rotation: rotation(&ball)?,
    })
}

//! Spring bones, as the extension `VRMC_springBone`.
//!
//! Source: VRM Consortium, "VRMC_springBone 1.0", "VRMC_springBone_extended_collider 1.0" and
//! "VRMC_springBone_limit 1.0-draft".

use std::collections::BTreeMap;

use kansetsu::animation::{ColliderShape, Spring, SpringCollider, SpringJoint, SpringLimit};
use kansetsu::d3::Skeleton;
use kansetsu::glam::{Quat, Vec3};
use serde_json::{Value, json};

use super::draft::Draft;
use super::nodes::free_name;
use crate::Figure;
use crate::gltf::save::number::numbers;
use crate::gltf::save::pose::unit;

/// The names of the extensions.
const BONES: &str = "VRMC_springBone";
const COLLIDER: &str = "VRMC_springBone_extended_collider";
const LIMIT: &str = "VRMC_springBone_limit";
/// Tails at this distance from a joint are at it, as a fraction of their length.
const SAME: f32 = 1e-5;

/// Writes the springs. A tail without a joint becomes a node.
pub(super) fn write(figure: &Figure, draft: &mut Draft) {
    let bones = &figure.springs;
    if bones.springs.is_empty() {
        return;
    }
    let colliders: Vec<Value> = bones.colliders.iter().map(|one| collider(one, draft)).collect();
    let groups: Vec<Value> =
        bones.groups.iter().map(|group| json!({"colliders": group.colliders})).collect();
    let mut springs = Vec::new();
    for spring in &bones.springs {
        for chain in chains(spring, &figure.rig.skeleton) {
            springs.push(written(spring, &chain, figure, draft));
        }
    }
    let mut value = json!({"specVersion": "1.0", "springs": springs});
    // The format has no empty lists.
    for (key, list) in [("colliders", colliders), ("colliderGroups", groups)] {
        if !list.is_empty() {
            value[key] = list.into();
        }
    }
    draft.extension(BONES, value);
}

/// The joints of a spring as lists in which each is the tail of the one before.
fn chains<'a>(spring: &'a Spring, skeleton: &Skeleton) -> Vec<Vec<&'a SpringJoint>> {
    let mut waiting: BTreeMap<usize, &SpringJoint> =
        spring.joints.iter().rev().map(|joint| (joint.joint, joint)).collect();
    let mut chains = Vec::new();
    // Parents have lower indices than their children.
    while let Some((_, first)) = waiting.pop_first() {
        let mut chain = vec![first];
        let mut last = first;
        while let Some(next) = child_at(last, skeleton).and_then(|child| waiting.remove(&child)) {
            chain.push(next);
            last = next;
        }
        chains.push(chain);
    }
    chains
}

/// The child of a spring joint at its tail.
fn child_at(joint: &SpringJoint, skeleton: &Skeleton) -> Option<usize> {
    let is_at_tail = |&child: &usize| {
        let place = skeleton.joints()[child].rest.translation;
        place.distance(joint.tail) <= SAME * joint.tail.length()
    };
    skeleton.children(joint.joint).iter().copied().find(is_at_tail)
}

fn written(spring: &Spring, chain: &[&SpringJoint], figure: &Figure, draft: &mut Draft) -> Value {
    let mut joints: Vec<Value> = chain.iter().map(|joint| settings(joint, draft)).collect();
    joints.extend(chain.last().map(|last| json!({"node": end(last, figure, draft)})));
    let mut value = json!({"joints": joints});
    if !spring.name.is_empty() {
        value["name"] = spring.name.as_str().into();
    }
    if !spring.groups.is_empty() {
        value["colliderGroups"] = spring.groups.clone().into();
    }
    if let Some(center) = spring.center {
        value["center"] = center.into();
    }
    value
}

/// The node at the tail of a joint.
fn end(joint: &SpringJoint, figure: &Figure, draft: &mut Draft) -> usize {
    let skeleton = &figure.rig.skeleton;
    if let Some(child) = child_at(joint, skeleton) {
        return child;
    }
    let name = format!("{}_end", skeleton.joints()[joint.joint].name);
    let node = draft.nodes.len();
    let translation = numbers(&joint.tail.to_array());
    draft.nodes.push(json!({"name": free_name(skeleton, &name), "translation": translation}));
    draft.hung.push(node);
    match &mut draft.nodes[joint.joint]["children"] {
        Value::Array(children) => children.push(node.into()),
        children => *children = json!([node]),
    }
    node
}

fn settings(joint: &SpringJoint, draft: &mut Draft) -> Value {
    let power = joint.gravity.length();
    let mut value = json!({
        "node": joint.joint,
        "stiffness": joint.stiffness,
        "gravityPower": power,
        "gravityDir": numbers(&joint.gravity.try_normalize().unwrap_or(Vec3::NEG_Y).to_array()),
        "dragForce": joint.drag,
        "hitRadius": joint.radius,
    });
    if let Some(limit) = &joint.limit {
        draft.use_extension(LIMIT);
        value["extensions"] = json!({LIMIT: {"specVersion": "1.0-draft", "limit": shape(limit)}});
    }
    value
}

fn shape(limit: &SpringLimit) -> Value {
    let turned = |rotation: Quat| numbers(&unit(rotation).to_array());
    match *limit {
        SpringLimit::Cone { angle, rotation } => {
            json!({"cone": {"angle": angle, "rotation": turned(rotation)}})
        }
        SpringLimit::Hinge { angle, rotation } => {
            json!({"hinge": {"angle": angle, "rotation": turned(rotation)}})
        }
        SpringLimit::Spherical { pitch, yaw, rotation } => {
            json!({"spherical": {"pitch": pitch, "yaw": yaw, "rotation": turned(rotation)}})
        }
    }
}

/// Programs without the extension of colliders see a sphere far below the floor instead of a
/// container or a plane.
fn collider(collider: &SpringCollider, draft: &mut Draft) -> Value {
    let vector = |vector: Vec3| numbers(&vector.to_array());
    let (shape, is_extended) = match collider.shape {
        ColliderShape::Plane { point, normal } => {
            (json!({"plane": {"offset": vector(point), "normal": vector(normal)}}), true)
        }
        ColliderShape::Capsule { ends: [start, end], radius, is_container } => {
            let kind = if start == end { "sphere" } else { "capsule" };
            let mut round = json!({"offset": vector(start), "radius": radius});
            if start != end {
                round["tail"] = vector(end);
            }
            if is_container {
                round["inside"] = true.into();
            }
            (json!({kind: round}), is_container)
        }
    };
    if !is_extended {
        return json!({"node": collider.joint, "shape": shape});
    }
    draft.use_extension(COLLIDER);
    let far = json!({"sphere": {"offset": [0.0, -10_000.0, 0.0], "radius": 0.0}});
    let extended = json!({COLLIDER: {"specVersion": "1.0", "shape": shape}});
    json!({"node": collider.joint, "shape": far, "extensions": extended})
}

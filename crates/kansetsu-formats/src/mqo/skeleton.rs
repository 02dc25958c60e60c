//! Bones to joints.

use kansetsu::d3::limit::Hinge;
use kansetsu::d3::{Limit, Rig, Skeleton, SkeletonBuilder, Transform};
use kansetsu::glam::{Quat, Vec3};

use super::bone::{Bone, frame};
use super::object::Object;
use super::triangle::Triangle;
use crate::Error;

/// The rig of the bones, and their triangles.
pub(super) struct Built {
    pub(super) rig: Rig,
    /// The joint of each bone.
    pub(super) joints: Vec<usize>,
    pub(super) triangles: Vec<Triangle>,
    /// The joints at which chains end: the children of floating bones.
    pub(super) stops: Vec<usize>,
}

/// A joint at the start of each bone, with the bone's name and its axes, and one more at each end
/// without a child. Floating bones do not rotate.
pub(super) fn build(bones: &[Bone], object: &Object) -> Result<Built, Error> {
    let skeleton = skeleton(bones, object)?.build()?;
    let place = |vertex: u32| object.vertices[vertex as usize];
    let joints: Vec<usize> =
        (0..bones.len()).filter_map(|bone| skeleton.index_of_added(bone)).collect();
    let mut rig = Rig::new(skeleton);
    let mut triangles = Vec::new();
    let mut stops = Vec::new();
    for (bone, &joint) in bones.iter().zip(&joints) {
        match bone.triangle {
            Some((third, edges)) => {
                let corners = [bone.head, bone.tail, third];
                let [head, tail, third] = corners.map(place);
                let back = frame(head, tail, third).conjugate();
                triangles.push(Triangle {
                    bone: bone.name.clone(),
                    joint,
                    line: bone.line,
                    corners,
                    edges,
                    positions: [head, tail, third].map(|place| (back * (place - head)).to_array()),
                });
            }
            None => {
                rig.limits[joint] = Some(Limit::Hinge(Hinge::new(Vec3::X, 0.0, 0.0)));
                stops.extend(rig.skeleton.children(joint));
            }
        }
    }
    Ok(Built { rig, joints, triangles, stops })
}

/// A joint for each bone, in their order, then one at each end where nothing hangs.
fn skeleton(bones: &[Bone], object: &Object) -> Result<SkeletonBuilder, Error> {
    let place = |vertex: u32| object.vertices[vertex as usize];
    let mut frames: Vec<Option<Quat>> = vec![None; bones.len()];
    for (index, bone) in bones.iter().enumerate() {
        frames[index] =
            bone.triangle.map(|(third, _)| frame(place(bone.head), place(bone.tail), place(third)));
    }
    let turn = |bone: usize| {
        frames[bone].or_else(|| frames[bones[bone].parent?]).unwrap_or(Quat::IDENTITY)
    };
    let local = |at: Vec3, rotation: Quat, parent: Option<usize>| {
        let (origin, above) = parent.map_or((Vec3::ZERO, Quat::IDENTITY), |parent| {
            (place(bones[parent].head), turn(parent))
        });
        Transform::from_translation_rotation(
            above.conjugate() * (at - origin),
            (above.conjugate() * rotation).normalize(),
        )
    };
    let mut builder = Skeleton::builder();
    for (index, bone) in bones.iter().enumerate() {
        builder.root(bone.name.as_str(), local(place(bone.head), turn(index), bone.parent));
    }
    for (index, bone) in bones.iter().enumerate() {
        if let Some(parent) = bone.parent {
            builder.attach(index, parent)?;
        }
    }
    for (index, bone) in bones.iter().enumerate() {
        if !bones.iter().any(|other| other.parent == Some(index)) {
            builder.child(
                index,
                format!("{}_end", bone.name),
                local(place(bone.tail), turn(index), Some(index)),
            );
        }
    }
    Ok(builder)
}

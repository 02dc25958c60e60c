//! Joints to models.

use kansetsu::d3::{Pose, Transform};
use kansetsu::glam::{DVec3, Vec3};

use super::angles::angles_near;
use super::file::{Record, one};
use super::scene::{ROOT, Scene, animatable, properties, property};
use crate::output::{Part, Surface, parts};
use crate::{Attachment, Figure};

/// Centimetres in a metre: the unit of the file is its default, one centimetre.
pub(super) const UNIT: f64 = 100.0;

/// The kind of a model.
pub(super) const MODEL: [&str; 2] = ["Model", "Model"];
const ATTRIBUTE: [&str; 2] = ["NodeAttribute", "NodeAttribute"];

/// The models of the joints.
pub(super) struct Models {
    /// The id of each joint; `None` for one that is left out.
    pub(super) ids: Vec<Option<i64>>,
    /// For each joint, whether its model is that of its surface.
    pub(super) is_mesh: Vec<bool>,
    /// For each joint, whether it is a bone.
    pub(super) is_bone: Vec<bool>,
}

impl Models {
    pub(super) fn write(
        figure: &Figure,
        standing: &Pose,
        surfaces: &[Surface<'_>],
        scene: &mut Scene,
    ) -> Self {
        let parts = parts(figure);
        let is_mesh: Vec<bool> = parts.iter().enumerate().map(|at| is_mesh(at, surfaces)).collect();
        let mut ids: Vec<Option<i64>> = Vec::with_capacity(parts.len());
        let joints = figure.rig.skeleton.joints();
        for (index, (joint, local)) in joints.iter().zip(&standing.locals).enumerate() {
            let (class, flags) = match parts[index] {
                Part::LeftOut => {
                    ids.push(None);
                    continue;
                }
                Part::Bone => ("LimbNode", "Skeleton"),
                Part::Node if is_mesh[index] => ("Mesh", ""),
                Part::Node => ("Null", "Null"),
            };
            let id = scene.add(MODEL, &joint.name, class, model(local, false));
            if !is_mesh[index] {
                let kind = vec![one("TypeFlags", flags)];
                let attribute = scene.add(ATTRIBUTE, &joint.name, class, kind);
                scene.link(attribute, id);
            }
            let parent = joint.parent.and_then(|parent| ids[parent]);
            scene.link(id, parent.unwrap_or(ROOT));
            ids.push(Some(id));
        }
        let is_bone = parts.iter().map(|part| *part == Part::Bone).collect();
        Self { ids, is_mesh, is_bone }
    }
}

/// Whether a joint is a node with one visible surface. A hidden one would hide the nodes below.
fn is_mesh((joint, part): (usize, &Part), surfaces: &[Surface<'_>]) -> bool {
    let carried = |surface: &&Surface<'_>| surface.mesh.attachment == Attachment::Joint(joint);
    let mut own = surfaces.iter().filter(carried);
    let first = own.next().is_some_and(|surface| !surface.mesh.is_hidden);
    *part == Part::Node && first && own.next().is_none()
}

/// The records of a model with this transform.
pub(super) fn model(local: &Transform, is_hidden: bool) -> Vec<Record> {
    let list = vec![
        property(["RotationActive", "bool", "", ""], [1]),
        // Scales of parents apply to children, as in a product of matrices.
        property(["InheritType", "enum", "", ""], [1]),
        property(["DefaultAttributeIndex", "int", "Integer", ""], [0]),
        property(["Visibility", "Visibility", "", "A"], [if is_hidden { 0.0 } else { 1.0 }]),
        animatable("Lcl Translation", centimetres(local.translation).to_array()),
        animatable("Lcl Rotation", degrees(angles_near(local.rotation, DVec3::ZERO))),
        animatable("Lcl Scaling", local.scale.as_dvec3().to_array()),
    ];
    vec![one("Version", 232), properties(list), one("Shading", true), one("Culling", "CullingOff")]
}

pub(super) fn centimetres(place: Vec3) -> DVec3 {
    place.as_dvec3() * UNIT
}

pub(super) fn degrees(angles: DVec3) -> [f64; 3] {
    angles.to_array().map(f64::to_degrees)
}

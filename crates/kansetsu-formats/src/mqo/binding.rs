//! Binding of surfaces to bones.

use super::anchor::{Owners, Volume, volumes};
use super::bone::Bone;
use super::geometry::Solid;
use super::names::{Part, part};
use super::object::Object;
use super::scene::Scene;
use super::weights::{Segments, influences};
use crate::{Attachment, Influence, Mesh};

/// The most tests of vertices against triangles of volumes: beyond that vertices follow the nearest
/// bones.
const MOST_WORK: usize = 200_000_000;

/// The surfaces, hidden ones included.
pub(super) fn surfaces(scene: &Scene) -> impl Iterator<Item = (&Object, &str, Option<&str>)> {
    scene.objects.iter().filter_map(|object| match part(&object.name) {
        Part::Surface { name, bone } => Some((object, name, bone)),
        _ => None,
    })
}

/// The data for binding surfaces to bones.
pub(super) struct Binding<'a> {
    pub(super) scene: &'a Scene,
    pub(super) object: &'a Object,
    pub(super) bones: &'a [Bone],
    pub(super) joints: &'a [usize],
    pub(super) segments: Segments,
}

impl Binding<'_> {
    /// The mesh of a surface, and its vertex of each vertex of each primitive.
    pub(super) fn mesh(
        &self,
        surface: &Object,
        name: &str,
        named: Option<&str>,
        warnings: &mut Vec<String>,
    ) -> (Mesh, Vec<Vec<u32>>) {
        let solid = Solid::new(surface);
        let weights = self.weights(&solid, (surface, name, named), warnings);
        let (mut primitives, mut vertices) = (Vec::new(), Vec::new());
        for (mut part, sources) in solid.primitives(surface.facet) {
            part.influences_per_vertex = 4;
            part.influences = sources.iter().flat_map(|&vertex| weights[vertex as usize]).collect();
            primitives.push(part);
            vertices.push(sources);
        }
        let mesh = Mesh {
            name: name.to_owned(),
            attachment: Attachment::Skin(0),
            is_hidden: !surface.is_visible,
            primitives,
        };
        (mesh, vertices)
    }

    /// The influences of each vertex.
    pub(super) fn weights(
        &self,
        solid: &Solid,
        (surface, name, named): (&Object, &str, Option<&str>),
        warnings: &mut Vec<String>,
    ) -> Vec<[Influence; 4]> {
        let volumes = self.volumes(surface, name);
        let whole = named
            .filter(|_| volumes.is_empty())
            .and_then(|name| self.bones.iter().position(|bone| bone.name == name));
        if let Some(bone) = whole {
            return vec![influences(&[(bone, 1.0)], self.joints); solid.vertices.len()];
        }
        let work =
            volumes.iter().map(Volume::cost).sum::<usize>().saturating_mul(solid.vertices.len());
        let is_too_much = work > MOST_WORK;
        let mut outside = 0;
        let weigh = |&vertex: &kansetsu::glam::Vec3| {
            let holding = volumes.iter().filter(|volume| !is_too_much && volume.holds(vertex));
            let mut weights = self.segments.weigh(vertex, holding);
            if weights.is_empty() {
                outside += 1;
                weights.extend(self.segments.nearest(vertex).map(|bone| (bone, 1.0)));
            }
            influences(&weights, self.joints)
        };
        let found: Vec<[Influence; 4]> = solid.vertices.iter().map(weigh).collect();
        match (is_too_much, volumes.is_empty()) {
            (true, _) => warnings.push(format!(
                "\"{name}\": the anchors have too many faces; every vertex follows the nearest bone"
            )),
            (false, true) => warnings
                .push(format!("\"{name}\" has no anchor: every vertex follows the nearest bone")),
            (false, false) if outside > 0 => {
                warnings.push(format!("\"{name}\": {outside} of {} vertices are in no anchor; they follow the nearest bone", found.len()));
            }
            _ => {}
        }
        found
    }

    fn volumes(&self, surface: &Object, name: &str) -> Vec<Volume> {
        let mut found = Vec::new();
        let owners =
            Owners { bones: self.bones, object: self.object, looks: &self.scene.materials };
        for object in &self.scene.objects {
            if let Part::Anchor { target, bone } = part(&object.name)
                && (target == name || target == surface.name)
            {
                found.extend(volumes(object, bone, &owners));
            }
        }
        found
    }
}

//! Morphs of Metasequoia 4: objects of the same vertices are targets of others.
//!
//! They are in an XML file beside the document, or in its archive. Source: tetraface Inc.,
//! "Metasequoia file format specification" (2019), MQX; the names of elements are those of the
//! SDK's morph plug-in.

use kansetsu::glam::Vec3;

use super::geometry::Solid;
use super::object::Object;
use super::scene::Scene;
use crate::element::Skipped;
use crate::morph::OffsetBudget;
use crate::text::decode;
use crate::xml;
use crate::{Figure, Morph, MorphOffsets};

/// The elements of the plug-ins for morphs and bones.
const MORPHS: &str = "Plugin.56A31D20.C452C6DB";
const BONES: &str = "Plugin.56A31D20.71F282AB";

/// The base object and the target object of each morph.
pub(super) struct Morphs(Vec<[String; 2]>);

/// A mesh of the figure under construction: its object, and the object's vertex of each vertex of
/// each primitive.
pub(super) struct Source<'a> {
    pub(super) object: &'a Object,
    pub(super) mesh: usize,
    pub(super) vertices: Vec<Vec<u32>>,
}

impl Morphs {
    /// Reads the XML file. Damage is a warning.
    pub(super) fn read(bytes: &[u8], counted: &mut Skipped, warnings: &mut Vec<String>) -> Self {
        let text = decode(bytes);
        let document = match xml::parse(&text) {
            Ok(document) => document,
            Err(xml::Damage { line, problem }) => {
                warnings.push(format!(
                    "the morphs in the MQX file are not read: line {line}: {problem}"
                ));
                return Self(Vec::new());
            }
        };
        let plugin = |name: &'static str| {
            let all = document.descendants().filter(move |node| node.has_tag_name(name));
            all.flat_map(|plugin| plugin.descendants())
        };
        let bones = plugin(BONES).filter(|node| node.has_tag_name("Bone")).count();
        counted.add_many("includexml/bones", "", bones);
        let (mut list, mut moved) = (Vec::new(), 0);
        for base in plugin(MORPHS).filter(|node| node.has_tag_name("TargetList")) {
            let targets = base.children().filter(|node| node.has_tag_name("Target"));
            for target in targets {
                moved += usize::from(target.attribute("param").is_some_and(|at| at.trim() != "0"));
                if let (Some(base), Some(target)) =
                    (base.attribute("base"), target.attribute("name"))
                {
                    list.push([base.to_owned(), target.to_owned()]);
                }
            }
        }
        counted.add_many("includexml/sliders", "", moved);
        Self(list)
    }

    /// Adds the morph targets to the meshes of a figure.
    pub(super) fn add(
        &self,
        figure: &mut Figure,
        scene: &Scene,
        sources: &[Source<'_>],
        warnings: &mut Vec<String>,
    ) {
        let mut left = OffsetBudget::new();
        for [base, target] in &self.0 {
            let named = |name: &String| scene.objects.iter().find(|object| object.name == *name);
            let source = sources.iter().find(|source| source.object.name == *base);
            let (Some(source), Some(object)) = (source, named(target)) else {
                warnings.push(format!(
                    "the morph \"{target}\" of \"{base}\" is ignored: one of these objects is not in the file"
                ));
                continue;
            };
            let [from, to] = [source.object, object].map(|object| Solid::new(object).vertices);
            if from.len() != to.len() {
                warnings.push(format!(
                    "the morph \"{target}\" of \"{base}\" is ignored: it has {} vertices in place of {}",
                    to.len(),
                    from.len()
                ));
                continue;
            }
            let offset = |vertex: u32| to[vertex as usize] - from[vertex as usize];
            let own = |morph: &&Morph| morph.mesh == source.mesh;
            figure.morphs.push(Morph {
                name: target.clone(),
                mesh: source.mesh,
                index: figure.morphs.iter().filter(own).count(),
                parts: parts(source, offset, &mut left),
                ..Morph::default()
            });
        }
        warnings.extend(left.warning());
    }
}

/// The vertices that have an offset, by primitive.
fn parts(
    source: &Source<'_>,
    offset: impl Fn(u32) -> Vec3,
    left: &mut OffsetBudget,
) -> Vec<MorphOffsets> {
    let mut parts = Vec::new();
    for (primitive, vertices) in source.vertices.iter().enumerate() {
        let mut part = MorphOffsets { primitive, ..MorphOffsets::default() };
        for (own, &vertex) in (0..).zip(vertices) {
            let offset = offset(vertex);
            if offset != Vec3::ZERO && left.take() {
                part.vertices.push(own);
                part.offsets.push(offset);
            }
        }
        if !part.vertices.is_empty() {
            parts.push(part);
        }
    }
    parts
}

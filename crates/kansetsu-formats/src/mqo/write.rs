//! A figure as a new MQO file: its bones as triangles, its surfaces in the pose.
//!
//! A bone runs from its joint to the joint's first child. Without a child it continues the
//! direction of its parent. The third corner of its triangle is at its start, perpendicular to the
//! bone, in the direction of the joint's own z axis (or x axis, if z is along the bone): so the
//! roll is stored. Further children are joined to its end by lines, which are floating bones.

mod bones;

use std::collections::BTreeMap;

use encoding_rs::SHIFT_JIS;
use kansetsu::d3::Pose;
use kansetsu::glam::{Affine3, Vec3};

use super::lines::{FARTHEST, FORMAT};
use crate::picture::ending;
use crate::texture::gamma;
use crate::{Attachment, Error, Figure, Material, Mesh, Primitive, Written};
use bones::{Bones, bits, plain};

/// Writes a figure in a pose, in its rest pose without one; the numbers stay as they are.
///
/// # Errors
/// [`Error::Skeleton`] for a pose of another skeleton, [`Error::Malformed`] if a joint or a vertex
/// is too far away for the format.
pub fn write(figure: &Figure, pose: Option<&Pose>) -> Result<Written, Error> {
    let skeleton = &figure.rig.skeleton;
    let rest = skeleton.rest_pose();
    let pose = pose.unwrap_or(&rest);
    if pose.locals.len() != skeleton.len() {
        return Err(kansetsu::Error::PoseMismatch {
            pose: pose.locals.len(),
            skeleton: skeleton.len(),
        }
        .into());
    }
    let maps = skeleton.forward(pose);
    for (joint, map) in skeleton.joints().iter().zip(&maps) {
        let is_near = map.matrix3.is_finite() && is_near(&map.translation);
        check(is_near, || format!("the joint \"{}\"", joint.name))?;
    }
    let bones = Bones::of(figure, &maps);
    check(bones.vertices.iter().all(is_near), || "the bones".to_owned())?;
    let mut out = Text::default();
    let (count, pictures) = out.materials(figure, &bones);
    out.bones(figure, &bones, count);
    for (index, mesh) in figure.meshes.iter().enumerate() {
        out.surface(figure, (mesh, index), (&maps, &bones))?;
    }
    let mut warnings = bones.warnings;
    if figure.meshes.iter().any(|mesh| matches!(mesh.attachment, Attachment::Skin(_))) {
        warnings.push("MQO does not store weights: when the file is opened, surfaces follow the nearest bones; add anchors for other weights".to_owned());
    }
    if !figure.clips.is_empty() {
        warnings.push("MQO does not store motion: the clips are not in the file".to_owned());
    }
    Ok(Written { bytes: out.bytes(), pictures, warnings })
}

/// Whether the format has these numbers.
fn is_near(place: &Vec3) -> bool {
    place.to_array().iter().all(|number| number.abs() < FARTHEST)
}

fn check(is_near: bool, place: impl FnOnce() -> String) -> Result<(), Error> {
    if is_near {
        return Ok(());
    }
    let problem = format!("a position is too large; the format has numbers below {FARTHEST:e}");
    Err(Error::Malformed { format: FORMAT, place: place(), problem })
}

/// The file's text.
#[derive(Default)]
struct Text {
    body: String,
}

impl Text {
    /// The figure's materials, then one for each bone; returns the number of the figure's, and the
    /// pictures.
    fn materials(&mut self, figure: &Figure, bones: &Bones) -> (usize, Vec<(String, Vec<u8>)>) {
        let mut pictures: Vec<(String, Vec<u8>)> = Vec::new();
        let mut lines = String::new();
        for (index, material) in figure.materials.iter().enumerate() {
            let picture = material
                .base_color_image
                .and_then(|image| Some((image, figure.images.get(image)?)));
            let picture = picture.and_then(|(at, image)| {
                Some((format!("picture{at}.{}", ending(&image.bytes)?), &image.bytes))
            });
            lines.push_str(&look(material, index, picture.as_ref().map(|(name, _)| name.as_str())));
            if let Some((name, bytes)) =
                picture.filter(|(name, _)| !pictures.iter().any(|(other, _)| other == name))
            {
                pictures.push((name, bytes.clone()));
            }
        }
        for (order, (joint, _)) in bones.triangles.iter().enumerate() {
            let hue = order as f32 / bones.triangles.len() as f32;
            lines.push_str(&format!(
                "\t\"{}\" shader(3) col({:.3} 0.500 {:.3} 0.400) dif(1.000) amb(0.600) emi(0.250) spc(0.000) power(5.00)\n",
                bones.names[joint],
                hue,
                1.0 - hue
            ));
        }
        let count = figure.materials.len() + bones.triangles.len();
        self.body.push_str(&format!("Material {count} {{\n{lines}}}\n"));
        (figure.materials.len(), pictures)
    }

    fn bones(&mut self, figure: &Figure, bones: &Bones, first: usize) {
        let triangles = bones
            .triangles
            .iter()
            .enumerate()
            .map(|(order, (_, [a, b, c]))| format!("3 V({a} {b} {c}) M({})", first + order));
        let lines = bones.lines.iter().map(|[a, b]| format!("2 V({a} {b})"));
        let faces: Vec<String> = triangles.chain(lines).collect();
        self.object((&format!("bone:{}", plain(&figure.name)), true), &bones.vertices, &faces);
    }

    /// A surface in the pose. If it is fixed to a bone, its name has that bone.
    fn surface(
        &mut self,
        figure: &Figure,
        (mesh, index): (&Mesh, usize),
        (maps, bones): (&[Affine3], &Bones),
    ) -> Result<(), Error> {
        let placement = figure.placement(mesh.attachment, maps);
        let mut surface = Surface::default();
        for part in &mesh.primitives {
            surface.add(part, &part.posed_positions(&placement));
        }
        if surface.faces.is_empty() {
            return Ok(());
        }
        check(surface.vertices.iter().all(is_near), || format!("the mesh \"{}\"", mesh.name))?;
        let mut name = plain(&mesh.name).replace(['-', '|', ':'], "_");
        if name.is_empty() || name.starts_with("anchor") {
            name = format!("surface{index} {name}").trim().to_owned();
        }
        if let Some(bone) = surface.fixed_to(figure, mesh).and_then(|joint| bones.names.get(&joint))
        {
            name = format!("{name}-{bone}");
        }
        self.object((&name, !mesh.is_hidden), &surface.vertices, &surface.faces);
        Ok(())
    }

    fn object(&mut self, (name, is_visible): (&str, bool), vertices: &[Vec3], faces: &[String]) {
        let rows: String = vertices
            .iter()
            .map(|place| format!("\t\t{} {} {}\n", place.x + 0.0, place.y + 0.0, place.z + 0.0))
            .collect();
        let faces_text: String = faces.iter().map(|face| format!("\t\t{face}\n")).collect();
        self.body.push_str(&format!(
            "Object \"{name}\" {{\n\tvisible {}\n\tlocking 0\n\tshading 1\n\tfacet 59.5\n\tcolor 0.898 0.498 0.698\n\tcolor_type 0\n\tvertex {} {{\n{rows}\t}}\n\tface {} {{\n{faces_text}\t}}\n}}\n",
            if is_visible { 15 } else { 0 },
            vertices.len(),
            faces.len()
        ));
    }

    /// In Shift_JIS, which every program reads, if it can encode all names; otherwise in UTF-8, for
    /// newer programs.
    fn bytes(self) -> Vec<u8> {
        let text = |version: &str| {
            format!(
                "Metasequoia Document\r\nFormat Text Ver {version}\r\n\r\n{}Eof\r\n",
                self.body.replace('\n', "\r\n")
            )
        };
        let (bytes, _, is_lossy) = SHIFT_JIS.encode(&self.body);
        let reads_back = !is_lossy && SHIFT_JIS.decode_without_bom_handling(&bytes).0 == self.body;
        match reads_back {
            true => SHIFT_JIS.encode(&text("1.0")).0.into_owned(),
            false => text("1.2").into_bytes(),
        }
    }
}

#[derive(Default)]
struct Surface {
    vertices: Vec<Vec3>,
    faces: Vec<String>,
    known: BTreeMap<[u32; 3], usize>,
}

impl Surface {
    /// Triangles, clockwise seen from the front; coincident vertices are merged.
    fn add(&mut self, part: &Primitive, places: &[Vec3]) {
        let corners: Vec<usize> = places.iter().map(|place| self.vertex(*place)).collect();
        let material = part.material.map_or_else(String::new, |material| format!(" M({material})"));
        for triangle in part.indices.as_chunks::<3>().0 {
            let [c, b, a] = triangle.map(|index| index as usize);
            let (Some(&one), Some(&two), Some(&three)) =
                (corners.get(a), corners.get(b), corners.get(c))
            else {
                continue;
            };
            let uv = |index: usize| part.uvs.get(index).map(|uv| format!("{} {}", uv.x, uv.y));
            let uvs = match (uv(a), uv(b), uv(c)) {
                (Some(one), Some(two), Some(three)) if part.uvs.iter().all(|uv| uv.is_finite()) => {
                    format!(" UV({one} {two} {three})")
                }
                _ => String::new(),
            };
            self.faces.push(format!("3 V({one} {two} {three}){material}{uvs}"));
        }
    }

    fn vertex(&mut self, place: Vec3) -> usize {
        let next = self.vertices.len();
        let at = *self.known.entry(bits(place)).or_insert(next);
        if at == next {
            self.vertices.push(place);
        }
        at
    }

    /// The joint that carries all of a mesh.
    fn fixed_to(&self, figure: &Figure, mesh: &Mesh) -> Option<usize> {
        match mesh.attachment {
            Attachment::Joint(joint) => figure.rig.skeleton.ancestors(joint).next(),
            Attachment::Skin(skin) => {
                let joints = &figure.skins.get(skin)?.joints;
                let mut used = mesh
                    .primitives
                    .iter()
                    .flat_map(|part| &part.influences)
                    .filter(|influence| influence.weight > 0.0);
                let first = used.next()?.joint;
                used.all(|influence| influence.joint == first)
                    .then(|| joints.get(first as usize).copied())?
            }
        }
    }
}

/// A material's line.
fn look(material: &Material, index: usize, picture: Option<&str>) -> String {
    let name = plain(&material.name);
    let name = if name.is_empty() { format!("material{index}") } else { name };
    let [r, g, b] = [0, 1, 2].map(|at| gamma(material.base_color[at]));
    let texture = picture.map_or_else(String::new, |picture| format!(" tex(\"{picture}\")"));
    let sides = if material.double_sided { " dbls(1)" } else { "" };
    format!(
        "\t\"{name}\" shader(3){sides} col({r:.3} {g:.3} {b:.3} {:.3}) dif(0.800) amb(0.600) emi(0.000) spc(0.000) power(5.00){texture}\n",
        material.base_color[3]
    )
}

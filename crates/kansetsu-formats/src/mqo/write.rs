//! A figure as a new MQO file: its bones as triangles, its surfaces in the pose.
//!
//! A bone runs from its joint to the joint's first child. Without a child it continues the
//! direction of its parent. The third corner of its triangle is at its start, perpendicular to the
//! bone, in the direction of the joint's own z axis (or x axis, if z is along the bone): so the
//! roll is stored. Further children are joined to its end by lines, which are floating bones.

use std::collections::{BTreeMap, BTreeSet};

use encoding_rs::SHIFT_JIS;
use kansetsu::d3::{Pose, Skeleton};
use kansetsu::glam::{Affine3, Vec3};

use super::lines::FORMAT;
use crate::skinned::written_joints;
use crate::texture::gamma;
use crate::{Attachment, Error, Figure, Material, Mesh, Primitive};

/// A file, and the files that must be beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The file.
    pub bytes: Vec<u8>,
    /// Names and contents of pictures.
    pub pictures: Vec<(String, Vec<u8>)>,
    /// Warnings about lost data, as sentences for people.
    pub warnings: Vec<String>,
}

/// The distance of the third corner from the start of a bone, bone lengths. The longest edge is
/// then 4 % longer than the bone, which is unambiguous for every reader (2 % is where
/// [`Triangle`](super::Triangle) starts to warn).
const ASIDE: f32 = 0.3;

/// The length of a bone without a child, as a fraction of its parent, or of the figure without a
/// parent.
const LAST: [f32; 2] = [0.5, 0.1];

/// Joints closer than this fraction of the figure's size form no bone.
const NEAR: f32 = 1e-4;

/// Joints closer than this coincide.
const SAME: f32 = 1e-6;

/// Writes a figure in a pose, by default in its rest pose; numbers are not converted.
///
/// # Errors
/// [`Error::Skeleton`] for a pose of another skeleton, [`Error::Malformed`] if a position is not
/// finite.
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
    if let Some(joint) = maps.iter().position(|map| !map.is_finite()) {
        let place = format!("the joint \"{}\"", skeleton.joints()[joint].name);
        return Err(Error::Malformed {
            format: FORMAT,
            place,
            problem: "its position is too large for a number".to_owned(),
        });
    }
    let bones = Bones::of(figure, &maps);
    let mut out = Text::default();
    let (count, pictures) = out.materials(figure, &bones);
    out.bones(figure, &bones, count);
    for (index, mesh) in figure.meshes.iter().enumerate() {
        out.surface(figure, (mesh, index), (&maps, &bones));
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

/// The starts and ends of bones.
struct Bones {
    vertices: Vec<Vec3>,
    /// Their positions.
    taken: BTreeSet<[u32; 3]>,
    /// Joint, and the corners of its triangle: start, end, third.
    triangles: Vec<(usize, [usize; 3])>,
    /// Floating bones.
    lines: Vec<[usize; 2]>,
    /// For each joint, the name of its bone.
    names: BTreeMap<usize, String>,
    warnings: Vec<String>,
}

impl Bones {
    fn of(figure: &Figure, maps: &[Affine3]) -> Self {
        let skeleton = &figure.rig.skeleton;
        let size = skeleton.size().max(1e-6);
        let (kept, left_out) = bones_of(figure);
        let mut bones = Self {
            vertices: Vec::new(),
            taken: BTreeSet::new(),
            triangles: Vec::new(),
            lines: Vec::new(),
            names: BTreeMap::new(),
            warnings: Vec::new(),
        };
        if left_out > 0 {
            bones.warnings.push(format!("{left_out} joints that only carry meshes, place the figure or end other bones are not written as bones"));
        }
        let mut head_of: BTreeMap<usize, usize> = BTreeMap::new();
        let (mut roots, mut names): (Vec<usize>, BTreeSet<String>) = Default::default();
        let mut moved = 0;
        let place = |joint: usize| maps[joint].translation;
        let below = children(skeleton, &kept);
        let none = Vec::new();
        for &joint in kept.iter().filter(|&&joint| !floats(skeleton, joint)) {
            let children = below.get(&joint).unwrap_or(&none);
            // Bones without a parent may start at one position.
            let shared = |bones: &Self| {
                roots
                    .iter()
                    .copied()
                    .find(|&root| bones.vertices[root].distance(place(joint)) < size * SAME)
            };
            let known = head_of.get(&joint).copied().or_else(|| shared(&bones));
            let head = known.unwrap_or_else(|| bones.vertex(place(joint), size * NEAR, &mut moved));
            if !head_of.contains_key(&joint) {
                roots.push(head);
            }
            let start = bones.vertices[head];
            let far = |child: &usize| place(*child).distance(start) > size * NEAR;
            let end = match children.iter().copied().find(far) {
                Some(main) => place(main),
                None => start + last(skeleton, joint, &kept, maps, size),
            };
            let tail = bones.vertex(end, size * NEAR, &mut moved);
            let third = third(&maps[joint], start, bones.vertices[tail]);
            let third = bones.vertex(third, size * NEAR, &mut moved);
            bones.triangles.push((joint, [head, tail, third]));
            bones.names.insert(joint, unique(&skeleton.joints()[joint].name, joint, &mut names));
            let mut ends = vec![tail];
            for &child in children.iter().flat_map(|child| over_lines(skeleton, child, &below)) {
                let shared = ends
                    .iter()
                    .copied()
                    .find(|&end| bones.vertices[end].distance(place(child)) < size * SAME);
                let to = shared.unwrap_or_else(|| {
                    let to = bones.vertex(place(child), size * NEAR, &mut moved);
                    bones.lines.push([tail, to]);
                    ends.push(to);
                    to
                });
                head_of.insert(child, to);
            }
        }
        if moved > 0 {
            bones.warnings.push(format!(
                "{moved} ends of bones coincided with others; they are moved aside by up to {:.1e}",
                size * NEAR * 3.0
            ));
        }
        bones
    }

    /// A corner here, or just beside an existing one: coincident corners would be merged.
    fn vertex(&mut self, place: Vec3, aside: f32, moved: &mut usize) -> usize {
        let mut free = place;
        while !self.taken.insert(bits(free)) {
            free.x += aside;
            *moved += 1;
        }
        self.vertices.push(free);
        self.vertices.len() - 1
    }
}

/// The joints that become bones, parents first, and the number of other ones. Those only carry
/// meshes or place the figure, or are at the end of a bone because a file stated its end.
fn bones_of(figure: &Figure) -> (BTreeSet<usize>, usize) {
    let skeleton = &figure.rig.skeleton;
    let written = written_joints(figure);
    let is_end = |joint: usize| {
        let name = skeleton.joints()[joint].name.to_lowercase();
        let ends = name.ends_with("_end") || name.ends_with("end site") || name.ends_with("_nub");
        let only = |parent: usize| skeleton.children(parent).len() == 1;
        ends && skeleton.children(joint).is_empty()
            && skeleton.joints()[joint].parent.is_some_and(only)
    };
    // If surfaces have skins, an ancestor of all their joints places the figure and is not a bone.
    let moves = |joint: usize| {
        figure.is_skinned[joint] || figure.rig.roles.values().any(|&other| other == joint)
    };
    let is_below =
        |joint: usize| !figure.is_skinned.contains(&true) || skeleton.ancestors(joint).any(moves);
    let kept: BTreeSet<usize> =
        written.into_iter().filter(|&joint| !is_end(joint) && is_below(joint)).collect();
    let left_out = skeleton.len() - kept.len();
    (kept, left_out)
}

/// Whether a joint was a floating bone in its original file.
fn floats(skeleton: &Skeleton, joint: usize) -> bool {
    skeleton.joints()[joint].name.starts_with("FLOAT_") && skeleton.joints()[joint].parent.is_some()
}

/// The joint itself, or for a floating one its children: its line is added again.
fn over_lines<'a>(
    skeleton: &Skeleton,
    joint: &'a usize,
    below: &'a BTreeMap<usize, Vec<usize>>,
) -> &'a [usize] {
    if floats(skeleton, *joint) {
        below.get(joint).map_or(&[], Vec::as_slice)
    } else {
        std::slice::from_ref(joint)
    }
}

/// The children of each joint, across joints that are not bones.
fn children(skeleton: &Skeleton, kept: &BTreeSet<usize>) -> BTreeMap<usize, Vec<usize>> {
    let mut below: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for &joint in kept {
        if let Some(above) = skeleton.ancestors(joint).skip(1).find(|above| kept.contains(above)) {
            below.entry(above).or_default().push(joint);
        }
    }
    below
}

/// The direction of a bone without a child: to an end joint, if the skeleton has one, else that of
/// its parent.
fn last(
    skeleton: &Skeleton,
    joint: usize,
    kept: &BTreeSet<usize>,
    maps: &[Affine3],
    size: f32,
) -> Vec3 {
    let place = |joint: usize| maps[joint].translation;
    let ends = skeleton
        .children(joint)
        .iter()
        .filter(|child| !kept.contains(child))
        .map(|&end| place(end) - place(joint));
    if let Some(way) = ends.into_iter().find(|way| way.length() > size * NEAR) {
        return way;
    }
    let above = skeleton
        .ancestors(joint)
        .skip(1)
        .map(|above| place(joint) - place(above))
        .find(|way| way.length() > size * NEAR);
    above.map_or(Vec3::Y * size * LAST[1], |way| way * LAST[0])
}

/// The third corner: perpendicular to the bone, in the direction of the joint's z axis, or its x
/// axis.
fn third(map: &Affine3, start: Vec3, end: Vec3) -> Vec3 {
    let way = end - start;
    let along = way.normalize_or(Vec3::Y);
    let across = [map.matrix3.z_axis, map.matrix3.x_axis, map.matrix3.y_axis, Vec3::Z, Vec3::X];
    let across = across
        .into_iter()
        .filter_map(Vec3::try_normalize)
        .map(|axis| axis.reject_from_normalized(along));
    let across = across.into_iter().find(|axis| axis.length() > 0.5).unwrap_or(Vec3::Z);
    start + across.normalize_or(Vec3::Z) * way.length() * ASIDE
}

/// A position as a key for equality; adding zero turns -0 into 0.
fn bits(place: Vec3) -> [u32; 3] {
    place.to_array().map(|number| (number + 0.0).to_bits())
}

/// A unique name for this bone.
fn unique(name: &str, joint: usize, taken: &mut BTreeSet<String>) -> String {
    let name = plain(name);
    let mut name = if name.is_empty() { format!("bone{joint}") } else { name };
    if !taken.insert(name.clone()) {
        name = format!("{name}_{joint}");
    }
    name
}

/// Without characters that would end a name in the text.
fn plain(name: &str) -> String {
    name.replace(['"', '\n', '\r'], "_").trim().to_owned()
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
    ) {
        let placement = figure.placement(mesh.attachment, maps);
        let mut surface = Surface::default();
        for part in &mesh.primitives {
            surface.add(part, &part.posed_positions(&placement));
        }
        if surface.faces.is_empty() {
            return;
        }
        let mut name = plain(&mesh.name).replace(['-', '|', ':'], "_");
        if name.is_empty() || name.starts_with("anchor") {
            name = format!("surface{index} {name}").trim().to_owned();
        }
        if let Some(bone) = surface.fixed_to(figure, mesh).and_then(|joint| bones.names.get(&joint))
        {
            name = format!("{name}-{bone}");
        }
        self.object((&name, !mesh.is_hidden), &surface.vertices, &surface.faces);
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
        let place = if place.is_finite() { place } else { Vec3::ZERO };
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

/// The extension of a picture that programs read.
fn ending(bytes: &[u8]) -> Option<&'static str> {
    match crate::gltf::guess(bytes) {
        "image/png" => Some("png"),
        "image/jpeg" => Some("jpg"),
        _ => None,
    }
}

//! `kansetsu inspect`: the contents of a file.

mod morphs;
mod springs;

use std::collections::BTreeMap;

use kansetsu::{
    d3::{Limb, Limit},
    glam::Vec3,
};
use kansetsu_formats::{Attachment, Clip, Figure, Front, Mesh, Meta, Primitive, mqo::Triangle};
use serde::Serialize;

use self::{
    morphs::{ExpressionEntry, MorphEntry},
    springs::SpringEntry,
};
use crate::{
    argument::FileArg,
    argument::{ReferenceEntry, RestArgs, label},
    escape::escaped,
    json::{self, JointEntry, joint_entries},
    limit_words::limit_words,
    message,
    source::Source,
    status::Status,
};

const LONG_ABOUT: &str = "\
Print the contents of a file: its format, the tree of joints with their limits and humanoid roles, limbs, meshes, clips, \
warnings (also on standard error), and notes on data that does not affect posing.

The line of a joint shows its index, its name, its humanoid role, its limit, and `*` if a skin uses it.";

const AFTER: &str = "\
Examples:
  kansetsu inspect figure:mannequin
  kansetsu inspect kansetsu-demo/demo.glb
  kansetsu inspect kansetsu-demo/demo.glb --json | jq '.clips[].name'

`kansetsu demo` writes kansetsu-demo/demo.glb; any other glTF file works too.";

/// Print the contents of a file
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    #[command(flatten)]
    file: FileArg,
    #[command(flatten)]
    rest: RestArgs,
    /// Print JSON: {"joints": [{index, name, node, parent}], "clips": [{index, name, duration}],
    /// "vertices", "warnings", ...}
    #[arg(long)]
    json: bool,
}

/// Runs `kansetsu inspect`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let mut source = Source::open(&args.file.file)?;
    args.rest.put_on(&mut source)?;
    let contents = Contents::of(&source);
    let text = if args.json {
        json::text(&contents)?
    } else {
        contents.page(&args.file.file.display().to_string(), &source.figure)
    };
    message::result(&text)?;
    Ok(Status::Done)
}

/// The contents of a file, in JSON.
#[derive(Debug, Serialize)]
struct Contents<'a> {
    name: &'a str,
    format: &'a str,
    joints: Vec<JointEntry>,
    roles: BTreeMap<&'static str, usize>,
    limits: Vec<LimitEntry>,
    limbs: Vec<LimbEntry<'a>>,
    /// The front of the figure at rest.
    front: FrontEntry,
    /// Width, height and depth of the bounding box of all joints at rest, metres.
    size: [f32; 3],
    /// The pose in which the body is measured.
    reference: ReferenceEntry,
    meshes: Vec<MeshEntry<'a>>,
    vertices: usize,
    triangles: usize,
    clips: Vec<ClipEntry<'a>>,
    /// The expressions of an avatar.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    expressions: Vec<ExpressionEntry<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    morph_targets: Vec<MorphEntry<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    spring_bones: Vec<SpringEntry<'a>>,
    /// The authors, and the permissions of the licence.
    #[serde(skip_serializing_if = "Option::is_none")]
    meta: Option<MetaEntry<'a>>,
    /// The triangles of an MQO file that became bones.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    bone_triangles: Vec<TriangleEntry<'a>>,
    warnings: &'a [String],
    /// Data that does not affect posing.
    notes: &'a [String],
}

#[derive(Debug, Serialize)]
struct FrontEntry {
    /// A horizontal unit vector in model space.
    direction: [f32; 3],
    /// The angle from +Z about +Y.
    azimuth_deg: f32,
    /// The source: `roles`, `feet` or `format`.
    from: &'static str,
}

impl FrontEntry {
    fn of(front: Front) -> Self {
        Self {
            direction: front.direction.to_array(),
            azimuth_deg: front.azimuth_deg(),
            from: front.source.name(),
        }
    }

    fn words(&self) -> String {
        let axes = [("+x", 0, 1.0), ("-x", 0, -1.0), ("+z", 2, 1.0), ("-z", 2, -1.0)];
        let axis = axes
            .into_iter()
            .find(|&(_, axis, sign)| self.direction[axis] * sign > 0.9999)
            .map(|(name, ..)| name.to_owned());
        let axis =
            axis.unwrap_or_else(|| format!("{:.1}\u{b0} from +z toward +x", self.azimuth_deg));
        let from = match self.from {
            "roles" => "by its humanoid joints at rest",
            "feet" => "by its feet at rest",
            _ => "by the convention of its format",
        };
        format!("front: {axis}, {from}")
    }
}

#[derive(Debug, Serialize)]
struct MetaEntry<'a> {
    title: &'a str,
    authors: &'a str,
    licence: &'a str,
    /// By the format's own field names.
    terms: BTreeMap<&'a str, &'a str>,
}

impl<'a> MetaEntry<'a> {
    fn of(meta: &'a Meta) -> Self {
        let terms =
            meta.terms.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        Self { title: &meta.title, authors: &meta.authors, licence: &meta.licence, terms }
    }

    fn lines(&self) -> Vec<String> {
        let own = [("title", self.title), ("authors", self.authors), ("licence", self.licence)];
        let said = own.into_iter().filter(|(_, value)| !value.is_empty());
        said.chain(self.terms.iter().map(|(name, value)| (*name, *value)))
            .map(|(name, value)| format!("{name}: {value}"))
            .collect()
    }
}

#[derive(Debug, Serialize)]
struct TriangleEntry<'a> {
    joint: usize,
    name: &'a str,
    line: usize,
    /// Vertices at the start of the bone and at its end, and the third one.
    beginning: u32,
    end: u32,
    third: u32,
    /// Lengths: the shortest edge, at the start; the middle one, along the bone; the longest.
    edges: [f32; 3],
}

impl<'a> TriangleEntry<'a> {
    fn of(triangle: &'a Triangle) -> Self {
        let ([beginning, end, third], edges) = (triangle.corners, triangle.edges);
        Self {
            joint: triangle.joint,
            name: &triangle.bone,
            line: triangle.line,
            beginning,
            end,
            third,
            edges,
        }
    }

    fn words(&self) -> String {
        let [shortest, middle, longest] = self.edges;
        format!(
            "#{} \"{}\" (line {}): from vertex {} to vertex {}, along the middle edge ({middle}); the shortest edge ({shortest}), from {} to {}, is at its \
             start and sets the roll; the longest edge ({longest}) joins {} and {}",
            self.joint,
            self.name,
            self.line,
            self.beginning,
            self.end,
            self.beginning,
            self.third,
            self.end,
            self.third
        )
    }
}

#[derive(Debug, Serialize)]
struct LimitEntry {
    joint: usize,
    limit: String,
}

#[derive(Debug, Serialize)]
struct LimbEntry<'a> {
    name: &'a str,
    base: usize,
    middle: usize,
    tip: usize,
}

#[derive(Debug, Serialize)]
struct MeshEntry<'a> {
    name: &'a str,
    vertices: usize,
    triangles: usize,
    skinned: bool,
    /// Whether the file hides it.
    hidden: bool,
}

#[derive(Debug, Serialize)]
struct ClipEntry<'a> {
    index: usize,
    name: &'a str,
    duration: f32,
}

impl<'a> Contents<'a> {
    fn of(source: &'a Source) -> Self {
        let figure = &source.figure;
        let meshes: Vec<MeshEntry<'_>> = figure.meshes.iter().map(MeshEntry::of).collect();
        let clip = |(index, clip): (usize, &'a Clip)| ClipEntry {
            index,
            name: &clip.name,
            duration: clip.duration,
        };
        let limit = |(joint, limit): (usize, &Option<Limit>)| {
            Some(LimitEntry { joint, limit: limit_words(limit.as_ref()?) })
        };
        let limb = |limb: &'a Limb| LimbEntry {
            name: &limb.name,
            base: limb.base,
            middle: limb.middle,
            tip: limb.tip,
        };
        Self {
            name: &figure.name,
            format: source.format,
            joints: joint_entries(figure).collect(),
            roles: figure.rig.roles.iter().map(|(role, joint)| (role.name(), *joint)).collect(),
            limits: figure.rig.limits.iter().enumerate().filter_map(limit).collect(),
            limbs: figure.rig.limbs.iter().map(limb).collect(),
            reference: ReferenceEntry::of(figure),
            vertices: meshes.iter().map(|mesh| mesh.vertices).sum(),
            triangles: meshes.iter().map(|mesh| mesh.triangles).sum(),
            front: FrontEntry::of(figure.front()),
            size: size_at_rest(figure),
            meshes,
            clips: figure.clips.iter().enumerate().map(clip).collect(),
            expressions: figure.expressions.iter().map(ExpressionEntry::of).collect(),
            morph_targets: figure
                .morphs
                .iter()
                .map(|morph| MorphEntry::of(morph, figure))
                .collect(),
            spring_bones: figure
                .springs
                .springs
                .iter()
                .map(|spring| SpringEntry::of(spring, &figure.springs))
                .collect(),
            meta: figure.meta.as_ref().map(MetaEntry::of),
            bone_triangles: source.triangles().iter().map(TriangleEntry::of).collect(),
            warnings: &source.warnings,
            notes: &source.notes,
        }
    }

    /// The text for people.
    fn page(&self, file: &str, figure: &Figure) -> String {
        let mut page = format!("{}: {}, \"{}\"\n", escaped(file), self.format, escaped(self.name));
        let skinned = figure.is_skinned.iter().filter(|deforms| **deforms).count();
        let counts = [
            counted(self.joints.len(), "joint", &format!(" ({skinned} in skins, marked *)")),
            counted(self.limits.len(), "limit", ""),
            counted(self.roles.len(), "humanoid role", ""),
            counted(self.vertices, "vertex", &format!(" in {} triangles", self.triangles)),
            counted(self.clips.len(), "clip", ""),
        ];
        page.push_str(&format!(
            "{}\n{}\n{}\n\njoints\n",
            counts.join(", "),
            self.front.words(),
            self.size_words()
        ));
        let tree = Tree { contents: self, figure };
        figure.rig.skeleton.roots().for_each(|root| tree.write(&mut page, root));
        self.write_lists(&mut page, figure);
        page
    }

    /// The size, with a hint for a person whose file is not in metres.
    fn size_words(&self) -> String {
        let [width, height, depth] = self.size;
        let words = format!("size: {width:.2} x {height:.2} x {depth:.2} m, joints at rest");
        match self.roles.is_empty() || (PERSON[0]..=PERSON[1]).contains(&height) {
            true => words,
            false => format!(
                "{words}; a person is 1 to 2 m tall, `kansetsu convert FILE OUT --scale 0.01` converts centimetres"
            ),
        }
    }

    fn write_lists(&self, page: &mut String, figure: &Figure) {
        let name = |joint: usize| label(&figure.rig.skeleton, joint);
        section(
            page,
            "about",
            self.meta.iter().flat_map(MetaEntry::lines).collect::<Vec<_>>().into_iter(),
        );
        let limb = |limb: &LimbEntry<'_>| {
            format!(
                "{}: {} - {} - {}",
                limb.name,
                name(limb.base),
                name(limb.middle),
                name(limb.tip)
            )
        };
        section(page, "limbs", self.limbs.iter().map(limb));
        let measured = self.reference.is_scored().then(|| figure.reference_summary());
        section(page, "reference pose", measured.into_iter());
        section(page, "expressions", self.expressions.iter().map(ExpressionEntry::words));
        section(page, "morph targets", self.morph_targets.iter().map(MorphEntry::words));
        section(page, "spring bones", self.spring_bones.iter().map(SpringEntry::words));
        let mesh = |mesh: &MeshEntry<'_>| {
            let kind = if mesh.skinned { "skinned" } else { "rigid" };
            let hidden = if mesh.hidden { ", hidden" } else { "" };
            format!(
                "\"{}\": {} vertices, {} triangles, {kind}{hidden}",
                mesh.name, mesh.vertices, mesh.triangles
            )
        };
        section(page, "meshes", self.meshes.iter().map(mesh));
        section(
            page,
            "clips",
            self.clips
                .iter()
                .map(|clip| format!("#{} \"{}\": {} s", clip.index, clip.name, clip.duration)),
        );
        section(page, "triangles as bones", self.bone_triangles.iter().map(TriangleEntry::words));
        section(page, "warnings", self.warnings.iter().cloned());
        section(page, "notes", self.notes.iter().cloned());
    }
}

impl<'a> MeshEntry<'a> {
    fn of(mesh: &'a Mesh) -> Self {
        Self {
            name: &mesh.name,
            vertices: mesh.primitives.iter().map(|part| part.positions.len()).sum(),
            triangles: mesh.primitives.iter().map(Primitive::triangle_count).sum(),
            skinned: matches!(mesh.attachment, Attachment::Skin(_)),
            hidden: mesh.is_hidden,
        }
    }
}

/// The joints as an indented tree.
struct Tree<'a> {
    contents: &'a Contents<'a>,
    figure: &'a Figure,
}

impl Tree<'_> {
    /// Writes a joint and its descendants. Not recursive: a file may nest thousands of joints.
    fn write(&self, page: &mut String, root: usize) {
        let mut waiting = vec![(root, 0_usize)];
        while let Some((joint, depth)) = waiting.pop() {
            // Deep chains stay inside the terminal: the indentation stops growing.
            page.push_str(&format!("  {}{}\n", "  ".repeat(depth.min(20)), self.line(joint)));
            waiting.extend(
                self.figure
                    .rig
                    .skeleton
                    .children(joint)
                    .iter()
                    .rev()
                    .map(|&child| (child, depth + 1)),
            );
        }
    }

    fn line(&self, joint: usize) -> String {
        let mut line = format!("#{joint} {}", escaped(&self.contents.joints[joint].name));
        if self.figure.is_skinned.get(joint) == Some(&true) {
            line.push_str(" *");
        }
        for (role, _) in self.contents.roles.iter().filter(|(_, player)| **player == joint) {
            line.push_str(&format!(" [{role}]"));
        }
        if let Some(entry) = self.contents.limits.iter().find(|entry| entry.joint == joint) {
            line.push_str(&format!("  {}", entry.limit));
        }
        line
    }
}

/// Heights of characters, metres: from a doll to a giant.
const PERSON: [f32; 2] = [0.2, 10.0];

fn size_at_rest(figure: &Figure) -> [f32; 3] {
    let skeleton = &figure.rig.skeleton;
    let joints = skeleton.forward(&skeleton.rest_pose());
    let places = || joints.iter().map(|joint| joint.translation);
    let [low, high] =
        [places().reduce(Vec3::min), places().reduce(Vec3::max)].map(Option::unwrap_or_default);
    (high - low).to_array()
}

fn section(page: &mut String, title: &str, lines: impl ExactSizeIterator<Item = String>) {
    if lines.len() > 0 {
        page.push_str(&format!("\n{title}\n"));
        lines.for_each(|line| page.push_str(&format!("  {}\n", escaped(&line))));
    }
}

fn counted(count: usize, noun: &str, more: &str) -> String {
    let plural = match (count, noun) {
        (1, _) => noun.to_owned(),
        (_, "vertex") => "vertices".to_owned(),
        _ => format!("{noun}s"),
    };
    if count == 0 { format!("no {plural}") } else { format!("{count} {plural}{more}") }
}

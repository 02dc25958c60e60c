//! ASF to a figure.

use std::collections::BTreeMap;

use kansetsu::d3::limit::EulerBox;
use kansetsu::d3::{EulerOrder, Limit, Rig, Skeleton, Transform};
use kansetsu::glam::Vec3;

use super::bone::{Bone, Freedom, product};
use super::elements::ELEMENTS;
use crate::element::Skipped;
use crate::text::decode;
use crate::turn64::{Turn64, vec3};
use crate::{Error, Figure};

/// The format's name in errors.
const FORMAT: &str = "ASF";
/// The most bones; more are taken as damage.
const MOST_BONES: usize = 16_384;

/// The figure of an ASF file, and its bones for motions.
pub type Loaded = crate::Loaded<Acclaim>;

/// The bones of an ASF file, with the data for reading a motion.
#[derive(Clone, Debug, PartialEq)]
pub struct Acclaim {
    /// The root is the first one.
    pub(super) bones: Vec<Bone>,
    /// Radians per unit of the file's angles.
    pub(super) radians: f64,
    pub(super) place: [f64; 3],
    pub(super) orientation: Turn64,
    /// The angles of the root about x, y and z, in the file's unit, and their order of application.
    angles: [f64; 3],
    axis: [usize; 3],
}

struct Words<'a> {
    lines: Vec<(usize, Vec<&'a str>)>,
    at: usize,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<(usize, Vec<&'a str>)> {
        let line = self.lines.get(self.at).cloned();
        self.at += 1;
        line
    }

    fn line(&self) -> usize {
        self.lines.get(self.at.saturating_sub(1)).or(self.lines.last()).map_or(1, |line| line.0)
    }
}

fn wrong(line: usize, problem: impl Into<String>) -> Error {
    Error::Malformed { format: FORMAT, place: format!("line {line}"), problem: problem.into() }
}

fn number(word: &str, line: usize) -> Result<f64, Error> {
    let parsed = word.trim_matches(|c| matches!(c, '(' | ')' | ',')).parse::<f64>().ok();
    let found = || {
        wrong(
            line,
            format!(
                "expected a finite number, found \"{}\"",
                word.chars().take(24).collect::<String>()
            ),
        )
    };
    parsed.filter(|number| number.is_finite() && number.abs() < 1e30).ok_or_else(found)
}

fn three(words: &[&str], line: usize) -> Result<[f64; 3], Error> {
    let mut found = [0.0; 3];
    for (number_of, word) in found.iter_mut().zip(words.iter().copied().chain(["", "", ""])) {
        *number_of = number(word, line)?;
    }
    Ok(found)
}

/// Reads an ASF file. Numbers are not converted.
///
/// # Errors
/// [`Error::Malformed`] names the line, the problem and the expected content; [`Error::Skeleton`]
/// for a cycle of bones.
pub fn read(bytes: &[u8]) -> Result<Loaded, Error> {
    let text = decode(bytes);
    let lines = text.lines().enumerate().map(|(index, line)| {
        (
            index + 1,
            line.split('#').next().unwrap_or_default().split_whitespace().collect::<Vec<_>>(),
        )
    });
    let mut words = Words { lines: lines.filter(|(_, words)| !words.is_empty()).collect(), at: 0 };
    let mut skeleton = Acclaim::with_root();
    let (mut warnings, mut notes) = (Vec::new(), Vec::new());
    let mut counted = Skipped::new(&ELEMENTS);
    let mut section = String::new();
    while let Some((line, row)) = words.next() {
        if let Some(name) = row[0].strip_prefix(':') {
            section = name.to_ascii_lowercase();
            count_section(&section, &mut counted);
            continue;
        }
        match (section.as_str(), row[0].to_ascii_lowercase().as_str()) {
            ("units", "angle") => {
                skeleton.radians = if row.get(1).is_some_and(|unit| unit.starts_with("rad")) {
                    1.0
                } else {
                    1f64.to_radians()
                }
            }
            ("root", key) => {
                counted.add(&format!("root/{key}"), "");
                skeleton.read_root(&row, line)?;
            }
            ("bonedata", "begin") => {
                let bone = read_bone(&mut words, skeleton.radians, line, &mut counted)?;
                skeleton.bones.push(bone);
            }
            ("hierarchy", "begin" | "end") => {}
            ("hierarchy", _) => skeleton.read_children(&row, line)?,
            (section @ ("units" | "bonedata"), key) => counted.add(&format!("{section}/{key}"), ""),
            _ => {}
        }
        if skeleton.bones.len() > MOST_BONES {
            return Err(wrong(line, format!("more than {MOST_BONES} bones")));
        }
    }
    if skeleton.bones.len() == 1 {
        return Err(wrong(
            words.line(),
            "the file has no bones; expected :bonedata and a bone between begin and end",
        ));
    }
    skeleton.attach_loose_bones(&mut warnings);
    skeleton.orientation = product(
        skeleton.axis.map(|axis| (axis, skeleton.angles[axis] * skeleton.radians)).into_iter(),
    );
    skeleton.bones.iter().for_each(|bone| count_limits(bone, &mut counted));
    counted.tell(&mut warnings, &mut notes);
    let figure = skeleton.figure()?;
    Ok(crate::Loaded { figure, warnings, notes, document: skeleton })
}

impl Acclaim {
    /// Attaches bones without a parent to the root, with a warning.
    fn attach_loose_bones(&mut self, warnings: &mut Vec<String>) {
        let loose = self.bones.iter().skip(1).filter(|bone| bone.parent.is_none()).count();
        if loose > 0 {
            warnings.push(format!(
                "{loose} bones are in no line of :hierarchy; they become children of the root"
            ));
            self.bones.iter_mut().skip(1).for_each(|bone| bone.parent = bone.parent.or(Some(0)));
        }
    }

    /// A skeleton of the root alone.
    fn with_root() -> Self {
        let root = Bone {
            name: "root".to_owned(),
            way: [0.0; 3],
            axes: Turn64::IDENTITY,
            freedoms: Vec::new(),
            limits: Vec::new(),
            parent: None,
            line: 1,
        };
        Self {
            bones: vec![root],
            radians: 1f64.to_radians(),
            place: [0.0; 3],
            orientation: Turn64::IDENTITY,
            angles: [0.0; 3],
            axis: [0, 1, 2],
        }
    }

    fn read_root(&mut self, row: &[&str], line: usize) -> Result<(), Error> {
        match row[0].to_ascii_lowercase().as_str() {
            "order" => self.bones[0].freedoms = freedoms(&row[1..], line)?,
            "position" => self.place = three(&row[1..], line)?,
            "orientation" => self.angles = three(&row[1..], line)?,
            "axis" => {
                self.axis = axis_order(row.get(1).copied().unwrap_or_default()).unwrap_or(self.axis)
            }
            _ => {}
        }
        Ok(())
    }

    fn read_children(&mut self, row: &[&str], line: usize) -> Result<(), Error> {
        let find = |bones: &[Bone], name: &str| {
            let found = bones.iter().position(|bone| bone.name == name);
            found.ok_or_else(|| {
                wrong(
                    line,
                    format!("there is no bone \"{}\"", name.chars().take(60).collect::<String>()),
                )
            })
        };
        let parent = find(&self.bones, row[0])?;
        for name in &row[1..] {
            let child = find(&self.bones, name)?;
            if child == 0 || self.bones[child].parent.is_some() {
                return Err(wrong(line, format!("\"{name}\" has two parents; a bone has one")));
            }
            self.bones[child].parent = Some(parent);
        }
        Ok(())
    }

    fn figure(&self) -> Result<Figure, Error> {
        let mut builder = Skeleton::builder();
        for (index, bone) in self.bones.iter().enumerate() {
            let parent = bone.parent.map_or([0.0; 3], |parent| self.bones[parent].way);
            let rest = if index == 0 {
                Transform::from_translation_rotation(vec3(self.place), self.orientation.quat())
            } else {
                Transform::from_translation(vec3(parent))
            };
            builder.root(bone.name.as_str(), rest);
        }
        for (index, bone) in self.bones.iter().enumerate() {
            if let Some(parent) = bone.parent {
                builder.attach(index, parent)?;
            }
        }
        let parents: BTreeMap<usize, ()> =
            self.bones.iter().filter_map(|bone| Some((bone.parent?, ()))).collect();
        for (index, bone) in
            self.bones.iter().enumerate().skip(1).filter(|(index, _)| !parents.contains_key(index))
        {
            builder.child(
                index,
                format!("{}_end", bone.name),
                Transform::from_translation(vec3(bone.way)),
            );
        }
        let skeleton = builder.build()?;
        let joints: Vec<usize> =
            (0..self.bones.len()).filter_map(|bone| skeleton.index_of_added(bone)).collect();
        let mut figure = Figure::new("", Rig::new(skeleton));
        for (bone, &joint) in self.bones.iter().zip(&joints).skip(1) {
            figure.rig.limits[joint] = limit(bone, self.radians);
        }
        figure.detect_humanoid();
        Ok(figure)
    }
}

/// The angles of a bone in its own axes; missing ones are 0. Orders other than x, y, z have no
/// limit of this kind.
fn limit(bone: &Bone, radians: f64) -> Option<Limit> {
    let turns: Vec<usize> = bone
        .freedoms
        .iter()
        .filter_map(|freedom| if let Freedom::Turn(axis) = *freedom { Some(axis) } else { None })
        .collect();
    if !turns.is_sorted() {
        return None;
    }
    let (mut low, mut high) = (Vec3::ZERO, Vec3::ZERO);
    for (freedom, [least, most]) in bone
        .freedoms
        .iter()
        .zip(bone.limits.iter().copied().chain(std::iter::repeat([-360.0, 360.0])))
    {
        if let Freedom::Turn(axis) = *freedom {
            (low[axis], high[axis]) = (
                (least.min(most) * radians).min(0.0) as f32,
                (most.max(least) * radians).max(0.0) as f32,
            );
        }
    }
    // Rz Ry Rx: x is applied first.
    Some(Limit::EulerBox(EulerBox {
        frame: bone.axes.quat(),
        order: EulerOrder::Zyx,
        min: low,
        max: high,
    }))
}

fn freedoms(words: &[&str], line: usize) -> Result<Vec<Freedom>, Error> {
    let one = |word: &&str| {
        Freedom::from_word(word).ok_or_else(|| {
            wrong(line, format!("expected tx, ty, tz, rx, ry, rz or l, found \"{word}\""))
        })
    };
    words.iter().map(one).collect()
}

/// Three different axes in an order such as XYZ.
fn axis_order(word: &str) -> Option<[usize; 3]> {
    let axes: Vec<usize> = word
        .to_ascii_uppercase()
        .bytes()
        .filter_map(|letter| "XYZ".bytes().position(|axis| axis == letter))
        .collect();
    axes.try_into().ok().filter(|axes: &[usize; 3]| (0..3).all(|axis| axes.contains(&axis)))
}

fn count_section(section: &str, counted: &mut Skipped) {
    match section {
        "units" | "root" | "bonedata" | "hierarchy" => {}
        "version" | "name" | "documentation" | "skin" => counted.add(section, ""),
        other => counted.add(&format!("sections/{other}"), ""),
    }
}

/// The parts that [`limit`] does not use.
fn count_limits(bone: &Bone, counted: &mut Skipped) {
    let freedoms = || bone.freedoms.iter();
    let turns = freedoms()
        .filter_map(|freedom| if let Freedom::Turn(axis) = *freedom { Some(axis) } else { None });
    if freedoms().any(|freedom| *freedom == Freedom::Length) {
        counted.add("dof/l", &bone.name);
    }
    if !bone.limits.is_empty() && !turns.is_sorted() {
        counted.add("limits in another order", &bone.name);
    }
    let is_bounded = |limit: &[f64; 2]| limit.iter().any(|bound| bound.abs() < 1e8);
    if freedoms()
        .zip(&bone.limits)
        .any(|(freedom, limit)| !matches!(freedom, Freedom::Turn(_)) && is_bounded(limit))
    {
        counted.add("limits of positions", &bone.name);
    }
}

fn read_bone(
    words: &mut Words<'_>,
    radians: f64,
    start: usize,
    counted: &mut Skipped,
) -> Result<Bone, Error> {
    let mut bone = Bone {
        name: String::new(),
        way: [0.0; 3],
        axes: Turn64::IDENTITY,
        freedoms: Vec::new(),
        limits: Vec::new(),
        parent: None,
        line: start,
    };
    let (mut direction, mut length) = ([0.0; 3], 0.0);
    loop {
        let Some((line, row)) = words.next() else {
            return Err(wrong(
                words.line(),
                format!("the file ends inside the bone of line {start}; it seems cut"),
            ));
        };
        let key = row[0].to_ascii_lowercase();
        if !matches!(key.as_str(), "begin" | "end") && !key.starts_with('(') {
            counted.add(&format!("bonedata/{key}"), "");
        }
        match key.as_str() {
            "end" => break,
            "begin" => {
                return Err(wrong(
                    line,
                    format!("the bone of line {start} is not closed; add end"),
                ));
            }
            "name" => {
                bone.name = row.get(1).copied().unwrap_or_default().chars().take(128).collect()
            }
            "direction" => direction = three(&row[1..], line)?,
            "length" => length = number(row.get(1).copied().unwrap_or_default(), line)?,
            "axis" => bone.axes = axes(&row, radians, line)?,
            "dof" => bone.freedoms = freedoms(&row[1..], line)?,
            first if first.starts_with('(') || first == "limits" => {
                let rest = if first == "limits" { &row[1..] } else { &row[..] };
                bone.limits.extend(bounds(rest, line)?.as_chunks::<2>().0);
            }
            _ => {}
        }
    }
    if bone.name.is_empty() || bone.name == "root" {
        return Err(wrong(start, "the bone has no unique name; add one"));
    }
    let size = direction.iter().map(|part| part * part).sum::<f64>().sqrt().max(1e-12);
    bone.way = direction.map(|part| part / size * length);
    Ok(bone)
}

/// The rotation of a line `axis`: three angles and the order of their axes.
fn axes(row: &[&str], radians: f64, line: usize) -> Result<Turn64, Error> {
    let angles = three(&row[1..], line)?;
    let order = row.get(4).copied().unwrap_or("XYZ").to_ascii_uppercase();
    let axes = order
        .bytes()
        .filter_map(|letter| "XYZ".bytes().position(|axis| axis == letter))
        .collect::<Vec<_>>();
    Ok(product(axes.into_iter().enumerate().take(3).map(|(at, axis)| (axis, angles[at] * radians))))
}

/// The numbers of a line of limits, where `inf` is a bound too.
fn bounds(words: &[&str], line: usize) -> Result<Vec<f64>, Error> {
    let text = words.join(" ").replace(['(', ')', ','], " ");
    let numbers = text.split_whitespace().map(|word| {
        if word.contains("inf") {
            Ok(if word.starts_with('-') { -1e9 } else { 1e9 })
        } else {
            number(word, line)
        }
    });
    numbers.collect()
}

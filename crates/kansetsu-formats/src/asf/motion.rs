//! AMC to a clip.

use std::collections::BTreeMap;

use kansetsu::d3::Skeleton;
use kansetsu::glam::{Quat, Vec3};

use super::bone::{Bone, Freedom, product};
use super::elements::ELEMENTS;
use super::read::Acclaim;
use crate::element::Skipped;
use crate::text::decode;
use crate::turn64::vec3;
use crate::{Clip, Error, Interpolation, Track, Values};

const FORMAT: &str = "AMC";
/// Frames per second; the format does not store it.
const RATE: f64 = 120.0;

fn wrong(line: usize, problem: impl Into<String>) -> Error {
    Error::Malformed { format: FORMAT, place: format!("line {line}"), problem: problem.into() }
}

#[derive(Default)]
struct Keys {
    times: Vec<f32>,
    turns: Vec<Quat>,
    ways: Vec<Vec3>,
}

/// Reads the motion of the skeleton in the ASF file. A truncated frame is ignored with a warning.
///
/// # Errors
/// [`Error::Malformed`] names the line and what was expected.
pub fn clip(
    bytes: &[u8],
    acclaim: &Acclaim,
    skeleton: &Skeleton,
    warnings: &mut Vec<String>,
) -> Result<Clip, Error> {
    let text = decode(bytes);
    let bone_of: BTreeMap<&str, usize> =
        acclaim.bones.iter().enumerate().map(|(index, bone)| (bone.name.as_str(), index)).collect();
    let mut keys: Vec<Keys> = acclaim.bones.iter().map(|_| Keys::default()).collect();
    let mut counted = Skipped::new(&ELEMENTS);
    let (mut frame, mut radians) = (None::<usize>, acclaim.radians);
    for (index, row) in text.lines().enumerate() {
        let line = index + 1;
        let mut words = row.split('#').next().unwrap_or_default().split_whitespace();
        let Some(first) = words.next() else { continue };
        if first.starts_with(':') {
            let header = first.to_ascii_uppercase();
            counted.add(&format!("amc/{header}"), "");
            radians = match header.as_str() {
                ":DEGREES" => 1f64.to_radians(),
                ":RADIANS" => 1.0,
                _ => radians,
            };
            continue;
        }
        if first.bytes().all(|byte| byte.is_ascii_digit()) {
            frame = Some(frame.map_or(0, |frame| frame + 1));
            continue;
        }
        let Some(frame) = frame else { return Err(wrong(line, "expected the number of a frame")) };
        let Some(&bone) = bone_of.get(first) else {
            counted.add("amc bones", first);
            continue;
        };
        let numbers = numbers(words, &acclaim.bones[bone], line)?;
        keys[bone].add(
            (frame as f64 / RATE) as f32,
            &acclaim.bones[bone],
            &numbers,
            (acclaim, radians, bone == 0),
        );
    }
    counted.tell(warnings, &mut Vec::new());
    let frames = frame.map_or(0, |frame| frame + 1);
    warnings
        .push(format!("{FORMAT} has no frame rate: {frames} frames are read at {RATE} per second"));
    let mut clip = Clip {
        name: "motion".to_owned(),
        duration: (frames.saturating_sub(1) as f64 / RATE) as f32,
        ..Clip::default()
    };
    for (bone, keys) in keys.into_iter().enumerate() {
        if let (Some(joint), false) = (skeleton.index_of_added(bone), keys.times.is_empty()) {
            clip.tracks.extend(keys.tracks(joint, &acclaim.bones[bone]));
        }
    }
    Ok(clip)
}

/// The numbers of a line: one for each freedom of its bone.
fn numbers<'a>(
    words: impl Iterator<Item = &'a str>,
    bone: &Bone,
    line: usize,
) -> Result<Vec<f64>, Error> {
    let (name, expected) = (&bone.name, bone.freedoms.len());
    let finite = |word: &str| {
        word.parse::<f64>().ok().filter(|number| number.is_finite() && number.abs() < 1e30)
    };
    let numbers = words
        .map(finite)
        .collect::<Option<Vec<f64>>>()
        .ok_or_else(|| wrong(line, format!("expected finite numbers after \"{name}\"")))?;
    if numbers.len() != expected {
        return Err(wrong(
            line,
            format!(
                "\"{name}\" has {} numbers, expected {expected}, as in its skeleton",
                numbers.len()
            ),
        ));
    }
    Ok(numbers)
}

impl Keys {
    /// The rotation of a bone's joint, and its translation if the bone moves.
    fn tracks(self, joint: usize, bone: &Bone) -> Vec<Track> {
        let track = |values| Track {
            joint,
            times: self.times.clone(),
            values,
            interpolation: Interpolation::Linear,
        };
        let mut tracks = vec![track(Values::Rotation(self.turns))];
        if bone.freedoms.iter().any(|freedom| matches!(freedom, Freedom::Move(_))) {
            tracks.push(track(Values::Translation(self.ways)));
        }
        tracks
    }

    fn add(
        &mut self,
        time: f32,
        bone: &Bone,
        numbers: &[f64],
        (acclaim, radians, is_root): (&Acclaim, f64, bool),
    ) {
        let mut way = if is_root {
            acclaim.place
        } else {
            bone.parent.map_or([0.0; 3], |parent| acclaim.bones[parent].way)
        };
        for (freedom, number) in bone.freedoms.iter().zip(numbers) {
            if let Freedom::Move(axis) = *freedom {
                way[axis] += number;
            }
        }
        let turns: Vec<(usize, f64)> = bone
            .freedoms
            .iter()
            .zip(numbers)
            .filter_map(|(freedom, number)| {
                if let Freedom::Turn(axis) = *freedom {
                    Some((axis, number * radians))
                } else {
                    None
                }
            })
            .collect();
        let (axes, own) = (bone.axes.quat(), product(turns.into_iter()).quat());
        let turn =
            if is_root { own * acclaim.orientation.quat() } else { axes * own * axes.conjugate() };
        let flips = self.turns.last().is_some_and(|last| last.dot(turn) < 0.0);
        // If a bone occurs twice in a frame, the later line counts.
        if self.times.last() == Some(&time) {
            self.turns.pop();
            self.ways.pop();
            self.times.pop();
        }
        self.times.push(time);
        self.turns.push(if flips { -turn } else { turn });
        self.ways.push(vec3(way));
    }
}

//! Bytes to a figure.

use kansetsu::d3::{Rig, Skeleton, Transform};
use kansetsu::glam::{Quat, Vec3};

use super::channel::Channel;
use super::document::Document;
use super::elements::ELEMENTS;
use super::hierarchy::{self, Node, Then};
use super::motion::{self, Motion};
use super::scanner::Scanner;
use crate::element::Skipped;
use crate::text::decode;
use crate::turn64::{Turn64, vec3};
use crate::{Clip, Error, Figure, Interpolation, Track, Values};

/// The figure, with one clip if the file has frames, and the file.
pub type Loaded = crate::Loaded<Document>;

/// Reads a BVH file. Numbers are not converted: the format has neither units nor axes. End Sites
/// are joints too, named after their parents with `_end`.
///
/// # Errors
/// [`Error::Malformed`] names the line, the problem, and a correction; [`Error::Unsupported`] for a
/// skeleton with more joints than any figure has.
pub fn read(bytes: &[u8]) -> Result<Loaded, Error> {
    let (mut warnings, mut notes) = (Vec::new(), Vec::new());
    let mut counted = Skipped::new(&ELEMENTS);
    let text = decode(bytes);
    let mut scanner = Scanner::new(&text);
    let (nodes, then) = hierarchy::read(&mut scanner, &mut counted, &mut warnings)?;
    let channels = nodes.iter().map(|node| node.channels.len()).sum();
    let mut motion = match then {
        Then::Motion => motion::read(&mut scanner, channels, &mut warnings)?,
        Then::Nothing => {
            warnings.push(format!(
                "line {}: the file ends without MOTION; the figure has no clip",
                scanner.line()
            ));
            Motion { frame_time: 1.0 / 30.0, ..Motion::default() }
        }
    };
    motion.fill(&nodes, &mut warnings);
    counted.tell(&mut warnings, &mut notes);
    let mut figure = Figure::new("", Rig::new(skeleton(&nodes)?));
    figure.clips.extend(clip(&nodes, &motion, channels));
    figure.detect_humanoid();
    warnings.extend(figure.detect_reference());
    Ok(crate::Loaded { figure, warnings, notes, document: Document { nodes, motion } })
}

fn skeleton(nodes: &[Node]) -> Result<Skeleton, Error> {
    let mut builder = Skeleton::builder();
    for node in nodes {
        let rest = Transform::from_translation(vec3(node.offset));
        match node.parent {
            Some(parent) => builder.child(parent, node.name.as_str(), rest),
            None => builder.root(node.name.as_str(), rest),
        };
    }
    Ok(builder.build()?)
}

/// The motion, unless it has no frame or no channel.
fn clip(nodes: &[Node], motion: &Motion, channels: usize) -> Option<Clip> {
    if motion.frames == 0 || channels == 0 {
        return None;
    }
    let times: Vec<f32> =
        (0..motion.frames).map(|frame| (frame as f64 * motion.frame_time) as f32).collect();
    let mut tracks = Vec::new();
    let mut first = 0;
    for (joint, node) in nodes.iter().enumerate() {
        let column = first;
        first += node.channels.len();
        let rows = motion
            .values
            .chunks_exact(channels)
            .map(|row| &row[column..column + node.channels.len()]);
        let track = |values| Track {
            joint,
            times: times.clone(),
            values,
            interpolation: Interpolation::Linear,
        };
        if node.channels.iter().any(|channel| matches!(channel, Channel::Position(_))) {
            tracks.push(track(Values::Translation(
                rows.clone().map(|row| translation(node, row)).collect(),
            )));
        }
        if node.channels.iter().any(|channel| matches!(channel, Channel::Rotation(_))) {
            let mut rotations: Vec<Quat> = Vec::with_capacity(motion.frames);
            for row in rows {
                let rotation = rotation(&node.channels, row);
                let flips = rotations.last().is_some_and(|last| last.dot(rotation) < 0.0);
                rotations.push(if flips { -rotation } else { rotation });
            }
            tracks.push(track(Values::Rotation(rotations)));
        }
    }
    Some(Clip {
        name: "motion".to_owned(),
        duration: times.last().copied().unwrap_or(0.0),
        tracks,
        ..Clip::default()
    })
}

/// Positions replace the offset, coordinate by coordinate.
fn translation(node: &Node, row: &[f64]) -> Vec3 {
    let mut place = node.offset;
    for (channel, &value) in node.channels.iter().zip(row) {
        if let Channel::Position(axis) = *channel {
            place[axis] = value;
        }
    }
    vec3(place)
}

/// The product of the rotations in the order of the channels, computed in double precision.
fn rotation(channels: &[Channel], row: &[f64]) -> Quat {
    let mut turn = Turn64::IDENTITY;
    for (channel, &degrees) in channels.iter().zip(row) {
        if let Channel::Rotation(axis) = *channel {
            turn = turn.then_about(axis, degrees.to_radians());
        }
    }
    turn.quat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotations_are_multiplied_in_the_listed_order() {
        let channels = [
            Channel::Rotation(2),
            Channel::Position(0),
            Channel::Rotation(0),
            Channel::Rotation(1),
        ];
        let found = rotation(&channels, &[10.0, 5.0, -40.0, 75.0]);
        let turn = |axis, degrees: f32| Quat::from_axis_angle(axis, degrees.to_radians());
        let expected = turn(Vec3::Z, 10.0) * turn(Vec3::X, -40.0) * turn(Vec3::Y, 75.0);
        assert!((found - expected).length() < 1e-6, "{found}, not {expected}");
    }
}

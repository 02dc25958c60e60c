//! As much of a BVH reader as it takes to measure human motion.

use std::path::Path;

use kansetsu::d3::{Pose, Rig, Skeleton, Transform};
use kansetsu::glam::{Quat, Vec3};
use kansetsu_formats::Figure;

/// A figure and its motion.
pub(crate) struct Motion {
    pub(crate) figure: Figure,
    pub(crate) poses: Vec<Pose>,
}

/// Reads a well-formed file whose rotations are in the order Z, Y, X or any other.
pub(crate) fn read(path: &Path) -> Motion {
    let text = std::fs::read_to_string(path).unwrap();
    let mut words = text.split_whitespace().peekable();
    let (mut builder, mut open, mut channels) = (Skeleton::builder(), Vec::<Option<usize>>::new(), Vec::new());
    let (mut names, mut parents, mut offsets) = (Vec::new(), Vec::new(), Vec::<Vec3>::new());
    let mut last = None;
    while let Some(word) = words.next() {
        let mut number = || words.next().unwrap().parse::<f32>().unwrap();
        match word {
            "OFFSET" => {
                let offset = Vec3::new(number(), number(), number());
                if let Some(&Some(joint)) = open.last() {
                    let joint: usize = joint;
                    offsets[joint] = offset;
                }
            }
            "CHANNELS" => {
                let count = number() as usize;
                let joint = open.last().unwrap().unwrap();
                channels.extend((0..count).map(|_| (joint, words.next().unwrap())));
            }
            "ROOT" | "JOINT" => {
                names.push(words.next().unwrap());
                parents.push(open.last().copied().flatten());
                offsets.push(Vec3::ZERO);
                last = Some(names.len() - 1);
            }
            "End" => {
                words.next();
                last = None;
            }
            "{" => open.push(last),
            "}" => drop(open.pop()),
            "MOTION" => break,
            _ => {}
        }
    }
    for (index, name) in names.iter().enumerate() {
        let rest = Transform::from_translation(offsets[index]);
        match parents[index] {
            Some(parent) => builder.child(parent, *name, rest),
            None => builder.root(*name, rest),
        };
    }
    let mut figure = Figure::new("motion", Rig::new(builder.build().unwrap()));
    figure.recognize_body();
    let numbers: Vec<f32> = words.skip_while(|word| *word != "Time:").skip(2).map(|word| word.parse().unwrap()).collect();
    let poses = numbers.chunks_exact(channels.len()).map(|row| pose(&figure, &channels, row)).collect();
    Motion { figure, poses }
}

fn pose(figure: &Figure, channels: &[(usize, &str)], row: &[f32]) -> Pose {
    let mut pose = figure.rig.skeleton.rest_pose();
    for (&(joint, channel), &number) in channels.iter().zip(row) {
        let axis = Vec3::AXES["XYZ".find(&channel[..1]).unwrap()];
        let local = &mut pose.locals[joint];
        if channel.ends_with("rotation") {
            local.rotation *= Quat::from_axis_angle(axis, number.to_radians());
        } else {
            local.translation = local.translation - axis * local.translation.dot(axis) + axis * number;
        }
    }
    pose
}

//! BVH texts made here: every order of channels, joint by joint, and every common layout of the
//! text. Joints are where matrices, multiplied here in double precision, put them.

use kansetsu::d3::Pose;
use kansetsu::glam::{DMat4, DVec3};
use kansetsu_formats::bvh;

use crate::random::Random;

struct Joint {
    parent: Option<usize>,
    offset: DVec3,
    /// In the order of the file; an End Site has none.
    channels: Vec<&'static str>,
    /// A row for each frame.
    rows: Vec<Vec<f64>>,
}

const FRAMES: usize = 4;
const POSITIONS: [&str; 3] = ["Xposition", "Yposition", "Zposition"];
const ROTATIONS: [&str; 3] = ["Xrotation", "Yrotation", "Zrotation"];

fn vector(random: &mut Random, most: f64) -> DVec3 {
    DVec3::from_array([0; 3].map(|_| (f64::from(random.signed()) * most * 1e4).round() / 1e4))
}

/// `count` of the names, shuffled.
fn shuffled(random: &mut Random, names: [&'static str; 3], count: usize) -> Vec<&'static str> {
    let mut left = names.to_vec();
    (0..count).map(|_| left.remove(random.below(left.len()))).collect()
}

/// A tree whose first joint has all six channels; others have positions before or after rotations,
/// one or two of them, or none.
fn random_tree(random: &mut Random, count: usize) -> Vec<Joint> {
    let joint = |index: usize, random: &mut Random| {
        let turns = if random.below(8) == 0 { random.below(3) } else { 3 };
        let mut channels = shuffled(random, ROTATIONS, turns);
        let moves = if index == 0 || random.below(2) == 0 { 3 } else { random.below(3) };
        let positions = shuffled(random, POSITIONS, moves);
        let at = [0, channels.len()][random.below(2)];
        channels.splice(at..at, positions);
        let number = |name: &&str, random: &mut Random| {
            vector(random, if name.ends_with("rotation") { 180.0 } else { 5.0 }).x
        };
        let rows = (0..FRAMES)
            .map(|_| channels.iter().map(|name| number(name, random)).collect())
            .collect();
        Joint {
            parent: (index > 0).then(|| random.below(index)),
            offset: vector(random, 10.0),
            channels,
            rows,
        }
    };
    (0..count).map(|index| joint(index, random)).collect()
}

fn text(joints: &[Joint], has_ends: bool) -> String {
    let mut text = "HIERARCHY\n".to_owned();
    let mut order = Vec::new();
    write(joints, 0, has_ends, &mut text, &mut order);
    text.push_str(&format!("MOTION\nFrames: {FRAMES}\nFrame Time: 0.04\n"));
    for frame in 0..FRAMES {
        let numbers =
            order.iter().flat_map(|&joint: &usize| &joints[joint].rows[frame]).map(f64::to_string);
        text.push_str(&numbers.collect::<Vec<_>>().join(" "));
        text.push('\n');
    }
    text
}

fn write(
    joints: &[Joint],
    index: usize,
    has_ends: bool,
    text: &mut String,
    order: &mut Vec<usize>,
) {
    let joint = &joints[index];
    order.push(index);
    let [x, y, z] = joint.offset.to_array();
    text.push_str(&format!(
        "{} part{index}\n{{\nOFFSET {x} {y} {z}\n",
        if index == 0 { "ROOT" } else { "JOINT" }
    ));
    text.push_str(&format!("CHANNELS {} {}\n", joint.channels.len(), joint.channels.join(" ")));
    let below: Vec<usize> =
        (0..joints.len()).filter(|&other| joints[other].parent == Some(index)).collect();
    below.iter().for_each(|&other| write(joints, other, has_ends, text, order));
    if below.is_empty() && has_ends {
        text.push_str("End Site\n{\nOFFSET 0 1 0\n}\n");
    }
    text.push_str("}\n");
}

/// The positions of the joints in a frame.
fn places(joints: &[Joint], frame: usize) -> Vec<DVec3> {
    let mut maps: Vec<DMat4> = Vec::new();
    for joint in joints {
        let (mut place, mut turn) = (joint.offset, DMat4::IDENTITY);
        for (name, number) in joint.channels.iter().zip(&joint.rows[frame]) {
            let axis = usize::from(name.as_bytes()[0] - b'X');
            match name.ends_with("position") {
                true => place[axis] = *number,
                false => turn *= DMat4::from_axis_angle(DVec3::AXES[axis], number.to_radians()),
            }
        }
        let above = joint.parent.map_or(DMat4::IDENTITY, |parent| maps[parent]);
        maps.push(above * DMat4::from_translation(place) * turn);
    }
    maps.iter().map(|map| map.transform_point3(DVec3::ZERO)).collect()
}

fn assert_stands(what: &str, joints: &[Joint], loaded: &bvh::Loaded) {
    let figure = &loaded.figure;
    let skeleton = &figure.rig.skeleton;
    assert_eq!(loaded.document.frames(), FRAMES, "{what}");
    for frame in 0..FRAMES {
        let mut pose: Pose = skeleton.rest_pose();
        figure.clips[0].sample(frame as f32 * 0.04, &mut pose);
        let maps = skeleton.forward(&pose);
        for (index, place) in places(joints, frame).into_iter().enumerate() {
            let found = maps[skeleton
                .find(&format!("part{index}"))
                .unwrap_or_else(|error| panic!("{what}: {error}"))]
            .translation;
            assert!(
                found.distance(place.as_vec3()) <= 1e-5 * skeleton.size() + 1e-6,
                "{what}, part{index}: {found}, not {place}"
            );
        }
    }
}

/// A text with a motion.
pub(crate) fn moving_text() -> String {
    text(&random_tree(&mut Random::new(2), 7), true)
}

#[test]
fn every_order_of_channels_joint_by_joint_in_every_layout() {
    let mut random = Random::new(17);
    for round in 0..40 {
        let joints = random_tree(&mut random, 7);
        let plain = text(&joints, round % 2 == 0);
        for (what, laid_out) in [
            ("plain", plain.clone()),
            ("CRLF", plain.replace('\n', "\r\n")),
            ("CR", plain.replace('\n', "\r")),
            ("capitals", plain.replace("rotation", "ROTATION").replace("position", "POSITION")),
            ("small letters", plain.to_lowercase()),
            (
                "tabs",
                plain
                    .replace(' ', "\t")
                    .replace("End\tSite", "End Site")
                    .replace("Frame\tTime", "Frame Time"),
            ),
            ("wide", plain.replace(' ', "   \t").replace('\n', "  \n\n ")),
            ("braces behind names", plain.replace("\n{\n", " { ")),
            ("no line at the end", plain.trim_end().to_owned()),
            ("byte order mark", format!("\u{feff}{plain}")),
            ("null at the end", format!("{plain}\0")),
            ("exponents", plain.replace("Time: 0.04", "Time: 4e-2")),
            ("plus signs", plain.replace("OFFSET ", "OFFSET +").replace("+-", "-")),
        ] {
            let loaded = bvh::read(laid_out.as_bytes())
                .unwrap_or_else(|error| panic!("{what}: {error}\n{laid_out}"));
            assert!(loaded.warnings.is_empty(), "{what}: {:?}", loaded.warnings);
            assert_stands(what, &joints, &loaded);
        }
        let still = bvh::read(plain.replace("Frame Time: 0.04", "Frame Time: 0").as_bytes())
            .unwrap_or_else(|error| panic!("{error}"));
        assert!(
            still.warnings.iter().any(|warning| warning.contains("frame time")),
            "{:?}",
            still.warnings
        );
    }
}

#[test]
fn what_was_read_is_written_with_equal_numbers_and_moves_alike() {
    let mut random = Random::new(18);
    for round in 0..20 {
        let joints = random_tree(&mut random, 6);
        let first = bvh::read(text(&joints, round % 2 == 0).as_bytes())
            .unwrap_or_else(|error| panic!("{error}"));
        let written = first.document.write();
        let again = bvh::read(&written).unwrap_or_else(|error| panic!("{error}"));
        assert!(first.figure.rig == again.figure.rig && first.figure.clips == again.figure.clips);
        assert_eq!(first.document.write(), again.document.write());
        assert_stands("written", &joints, &again);
        let numbers = |text: &str| -> Vec<f64> {
            let rows = text.split_once("Frame Time:").map_or("", |(_, rows)| rows);
            rows.split_whitespace().map(|word| word.parse().unwrap_or(f64::NAN)).collect()
        };
        let written = String::from_utf8(written).unwrap_or_default();
        assert_eq!(numbers(&text(&joints, true)), numbers(&written), "every number is unchanged");
    }
}

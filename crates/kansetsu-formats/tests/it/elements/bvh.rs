//! BVH.

use kansetsu_formats::Opened;

use super::{Case, check, opened};

/// A chain of joints with these channels and this End Site.
fn chain(count: usize, channels: &str, [name, end]: [&str; 2], more: &str) -> Opened {
    let width = channels.split_whitespace().count();
    let joint = |joint: usize| {
        let title = if joint == 0 { "ROOT" } else { "JOINT" };
        let number = if name.is_empty() { String::new() } else { joint.to_string() };
        format!(
            "{title} {name}{number}\n{{\nOFFSET 0 1 0\nCHANNELS {width} {channels}\nEnd Site\n{{\nOFFSET 0 0 1\n{end}\n}}\n"
        )
    };
    let joints: String = (0..count).map(joint).collect();
    let row = (0..count * width).map(|column| column.to_string()).collect::<Vec<_>>().join(" ");
    let text = format!(
        "HIERARCHY\n{joints}{}MOTION\nFrames: 1\nFrame Time: 0.5\n{row}\n{}",
        "}\n".repeat(count),
        more.repeat(count)
    );
    opened(text.as_bytes(), "a.bvh")
}

#[test]
fn elements() {
    let turns = "Zrotation Xrotation Yrotation";
    let plain = move |count: usize| chain(count, turns, ["joint", ""], "");
    let read = |element, is_read: fn(&Opened) -> bool| Case::read(element, plain, is_read);
    let has_joint = |opened: &Opened, name: &str| opened.figure.rig.skeleton.find(name).is_ok();
    let cases = [
        read("HIERARCHY", |opened| opened.warnings.is_empty()),
        Case::read("ROOT", plain, move |opened| has_joint(opened, "joint0")),
        Case::read(
            "JOINT",
            move |count| plain(count + 1),
            move |opened| has_joint(opened, "joint1"),
        ),
        Case::read("End Site", plain, move |opened| has_joint(opened, "joint0_end")),
        read("OFFSET", |opened| opened.figure.rig.skeleton.joints()[0].rest.translation.y == 1.0),
        read("MOTION", |opened| opened.figure.clips.len() == 1),
        read("Frames", |opened| opened.figure.clips[0].tracks[0].times.len() == 1),
        read("Frame Time", |opened| opened.figure.clips[0].duration == 0.0),
        read("rotation channels", |opened| {
            opened.figure.clips[0].tracks.len() >= opened.figure.rig.skeleton.len() / 2
        }),
        Case::read(
            "position channels",
            |count| chain(count, "Xposition Yposition Zposition", ["joint", ""], ""),
            |opened| {
                let mut pose = opened.figure.rig.skeleton.rest_pose();
                opened.figure.clips[0].sample(0.0, &mut pose);
                pose.locals[0].translation.to_array() == [0.0, 1.0, 2.0]
            },
        ),
        Case::told("name", "\"line 2\"", move |count| chain(count, turns, ["", ""], "")),
        Case::told("scale channels", "\"joint0\"", |count| {
            chain(count, "Xscale Yscale Zscale", ["joint", ""], "")
        }),
        Case::told("channels of an End Site", "\"joint0_end\"", move |count| {
            chain(count, turns, ["joint", "CHANNELS 1 Xposition"], "")
        }),
        Case::told("rows after the last frame", "", move |count| {
            chain(count, turns, ["joint", ""], "1 2 3\n")
        }),
    ];
    check("BVH", &cases);
}

//! ASF and AMC.

use kansetsu::d3::Limit;
use kansetsu::glam::{Quat, Vec3};
use kansetsu_formats::Opened;

use super::{Case, check, opened};

/// A chain of bones, with text to insert in `:units`, `:root`, each bone and at the end.
struct File<'a> {
    units: &'a str,
    root: &'a str,
    bone: &'a str,
    end: &'a str,
    /// The motion, with text to insert for each bone.
    motion: Option<[&'a str; 2]>,
}

const PLAIN: File<'_> = File {
    units: "angle deg",
    root: "order TX TY TZ RX RY RZ",
    bone: "dof rx",
    end: "",
    motion: None,
};

impl File<'_> {
    fn open(&self, count: usize) -> Opened {
        let bone = |bone: usize| {
            format!("begin\nname bone{bone}\ndirection 0 1 0\nlength 2\n{}\nend\n", self.bone)
        };
        let bones: String = (1..=count).map(bone).collect();
        let line = |bone: usize| {
            format!(
                "{} bone{bone}\n",
                if bone == 1 { "root".to_owned() } else { format!("bone{}", bone - 1) }
            )
        };
        let tree: String = (1..=count).map(line).collect();
        let text = format!(
            ":version 1.10\n:units\n{}\n:root\n{}\n:bonedata\n{bones}:hierarchy\nbegin\n{tree}end\n{}\n",
            self.units,
            self.root,
            self.end.repeat(count)
        );
        let mut opened = opened(text.as_bytes(), "a.asf");
        if let Some([head, of_bone]) = self.motion {
            let bones: String = (1..=count)
                .map(|bone| format!("{}\n", of_bone.replace('#', &bone.to_string())))
                .collect();
            opened.import_animation(format!("{head}\n1\n{bones}").as_bytes(), "a.amc").unwrap();
        }
        opened
    }
}

fn told<'a>(element: &'a str, name: &'a str, file: File<'a>) -> Case<'a> {
    Case::told(element, name, move |count| file.open(count))
}

fn read<'a>(element: &'a str, file: File<'a>, is_read: impl Fn(&Opened) -> bool + 'a) -> Case<'a> {
    Case::read(element, move |count| file.open(count), is_read)
}

/// The transform of the first bone after one frame of this degree of freedom.
fn freedom(
    element: &'static str,
    word: &'static str,
    motion: [&'static str; 2],
    expected: (Quat, Vec3),
) -> Case<'static> {
    read(element, File { bone: word, motion: Some(motion), ..PLAIN }, move |opened| {
        let mut pose = opened.figure.rig.skeleton.rest_pose();
        let rest = pose.locals[1];
        opened.figure.clips[0].sample(0.0, &mut pose);
        let (turn, way) = (pose.locals[1].rotation, pose.locals[1].translation - rest.translation);
        (turn - expected.0).length() < 1e-6 && way.distance(expected.1) < 1e-6
    })
}

fn freedoms() -> Vec<Case<'static>> {
    let degrees = [":FULLY-SPECIFIED\n:DEGREES", "bone# 30"];
    let radians = [":RADIANS", "bone# 0.5"];
    let (still, turn) = (Vec3::ZERO, 30_f32.to_radians());
    vec![
        freedom("dof/rx", "dof rx", degrees, (Quat::from_rotation_x(turn), still)),
        freedom("dof/ry", "dof ry", degrees, (Quat::from_rotation_y(turn), still)),
        freedom("dof/rz", "dof rz", degrees, (Quat::from_rotation_z(turn), still)),
        freedom("dof/tx", "dof tx", degrees, (Quat::IDENTITY, Vec3::X * 30.0)),
        freedom("dof/ty", "dof ty", degrees, (Quat::IDENTITY, Vec3::Y * 30.0)),
        freedom("dof/tz", "dof tz", degrees, (Quat::IDENTITY, Vec3::Z * 30.0)),
        freedom("bonedata/dof", "dof rx", degrees, (Quat::from_rotation_x(turn), still)),
        freedom("amc/:FULLY-SPECIFIED", "dof rx", degrees, (Quat::from_rotation_x(turn), still)),
        freedom("amc/:DEGREES", "dof rx", degrees, (Quat::from_rotation_x(turn), still)),
        freedom("amc/:RADIANS", "dof rx", radians, (Quat::from_rotation_x(0.5), still)),
        told("dof/l", "bone1", File { bone: "dof rx l", ..PLAIN }),
        told(
            "amc/*",
            ":SAMPLES-PER-SECOND",
            File { motion: Some([":SAMPLES-PER-SECOND 120", "bone# 1"]), ..PLAIN },
        ),
        told("amc bones", "tail1", File { motion: Some([":DEGREES", "tail# 1"]), ..PLAIN }),
    ]
}

fn bones() -> Vec<Case<'static>> {
    let tip = |opened: &Opened| {
        opened.figure.rig.skeleton.joints()[opened.figure.rig.skeleton.len() - 1].rest.translation
    };
    let limits = |opened: &Opened| match opened.figure.rig.limits[1] {
        Some(Limit::EulerBox(limit)) => {
            [limit.min.x.to_degrees(), limit.max.x.to_degrees()].map(f32::round)
        }
        _ => [0.0; 2],
    };
    let framed = |opened: &Opened| match opened.figure.rig.limits[1] {
        Some(Limit::EulerBox(limit)) => {
            (limit.frame - Quat::from_rotation_z(20_f32.to_radians())).length() < 1e-6
        }
        _ => false,
    };
    vec![
        read("bonedata/name", PLAIN, |opened| opened.figure.rig.skeleton.find("bone1").is_ok()),
        read("bonedata/direction", PLAIN, move |opened| tip(opened).distance(Vec3::Y * 2.0) < 1e-6),
        read("bonedata/length", PLAIN, move |opened| tip(opened).distance(Vec3::Y * 2.0) < 1e-6),
        read("hierarchy/begin", PLAIN, |opened| {
            opened.figure.rig.skeleton.joints()[1].parent == Some(0)
        }),
        read(
            "bonedata/axis",
            File { bone: "axis 0 0 20 XYZ\ndof rx\nlimits (-1 2)", ..PLAIN },
            framed,
        ),
        read("bonedata/limits", File { bone: "dof rx\nlimits (-10 20)", ..PLAIN }, move |opened| {
            limits(opened) == [-10.0, 20.0]
        }),
        told(
            "limits in another order",
            "bone1",
            File { bone: "dof rz rx\nlimits (-1 1)\n(-2 2)", ..PLAIN },
        ),
        told(
            "limits of positions",
            "bone1",
            File { bone: "dof tx rx\nlimits (-1 1)\n(-2 2)", ..PLAIN },
        ),
        told("bonedata/id", "", File { bone: "id 1\ndof rx", ..PLAIN }),
        told("bonedata/bodymass", "", File { bone: "bodymass 1", ..PLAIN }),
        told("bonedata/cofmass", "", File { bone: "cofmass 1", ..PLAIN }),
        told("*", "\"colour\"", File { bone: "colour red", ..PLAIN }),
    ]
}

#[test]
fn elements() {
    let first = |opened: &Opened| opened.figure.rig.skeleton.joints()[0].rest;
    let quarter = std::f32::consts::FRAC_PI_2;
    let turned = "order TX TY TZ RX RY RZ\naxis ZXY\norientation 90 0 90";
    let as_listed = Quat::from_rotation_x(quarter) * Quat::from_rotation_z(quarter);
    let radians = File { units: "angle rad", bone: "dof rx\nlimits (-0.5 0.5)", ..PLAIN };
    let mut cases = vec![
        told("version", "", PLAIN),
        told("name", "", File { end: ":name x\n", ..PLAIN }),
        told("documentation", "", File { end: ":documentation\nwords of all kinds\n", ..PLAIN }),
        told("skin", "", File { end: ":skin x.skin\n", ..PLAIN }),
        told("sections/*", "\"muscles\"", File { end: ":muscles\n", ..PLAIN }),
        told("units/mass", "", File { units: "mass 1.0", ..PLAIN }),
        told("units/length", "", File { units: "length 0.45", ..PLAIN }),
        told("*", "\"time\"", File { units: "time 1", ..PLAIN }),
        told("*", "\"colour\"", File { root: "order TX\ncolour red", ..PLAIN }),
        read("units/angle", radians, |opened| match opened.figure.rig.limits[1] {
            Some(Limit::EulerBox(limit)) => limit.max.x == 0.5,
            _ => false,
        }),
        read(
            "root/order",
            File { motion: Some([":DEGREES", "root 0 0 0 90 0 0\nbone# 0"]), ..PLAIN },
            |opened| {
                let mut pose = opened.figure.rig.skeleton.rest_pose();
                opened.figure.clips[0].sample(0.0, &mut pose);
                (pose.locals[0].rotation - Quat::from_rotation_x(std::f32::consts::FRAC_PI_2))
                    .length()
                    < 1e-6
            },
        ),
        read("root/axis", File { root: turned, ..PLAIN }, move |opened| {
            (first(opened).rotation - as_listed).length() < 1e-6
        }),
        read("root/orientation", File { root: turned, ..PLAIN }, move |opened| {
            (first(opened).rotation - as_listed).length() < 1e-6
        }),
        read("root/position", File { root: "position 1 2 3", ..PLAIN }, move |opened| {
            first(opened).translation == Vec3::new(1.0, 2.0, 3.0)
        }),
    ];
    cases.extend(freedoms());
    cases.extend(bones());
    check("ASF", &cases);
}

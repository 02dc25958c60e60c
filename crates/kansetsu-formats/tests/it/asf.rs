//! ASF and AMC: bones are where the formula puts them, limits are the file's, motions apply to
//! their skeleton.

use kansetsu::d3::{Limit, Pose};
use kansetsu::glam::{Quat, Vec3};
use kansetsu_formats::{Figure, open};

fn absent(path: &str) -> Result<Vec<u8>, String> {
    Err(format!("{path} is not here"))
}

pub(crate) const SKELETON: &str = "# made for a test\n:version 1.10\n:name test\n:units\n  mass 1.0\n  length 0.45\n  angle deg\n:root\n  order TX TY TZ RX RY RZ\n  axis XYZ\n  \
    position 0 0 0\n  orientation 0 0 0\n:bonedata\n  begin\n    id 1\n    name thigh\n    direction 0 -2 0\n    length 7\n    axis 0 0 20 XYZ\n    dof rx ry rz\n    limits (-160.0 20.0)\n      \
    (-70.0 70.0)\n      (-60.0 70.0)\n  end\n  begin\n    id 2\n    name shin\n    direction 0 -1 0\n    length 6\n    axis 0 0 20 XYZ\n    dof rx\n    limits (-10.0 170.0)\n  end\n\
    :hierarchy\n  begin\n    root thigh\n    thigh shin\n  end\n";

pub(crate) const MOTION: &str = "#!OML:ASF test.asf\n:FULLY-SPECIFIED\n:DEGREES\n1\nroot 1 17 2 0 90 0\nthigh 0 0 0\nshin 0\n2\nroot 1 17 2 0 90 0\nthigh 30 -20 10\nshin 50\n";

fn place(figure: &Figure, pose: &Pose, name: &str) -> Vec3 {
    figure.rig.skeleton.forward(pose)[figure.rig.skeleton.find(name).unwrap()].translation
}

#[test]
fn bones_stand_and_move_as_the_formula_says() {
    let mut opened = open(SKELETON.as_bytes(), "test.asf", &absent).unwrap();
    assert!(opened.warnings.is_empty(), "{:?}", opened.warnings);
    let rest = opened.figure.rig.skeleton.rest_pose();
    assert!(place(&opened.figure, &rest, "shin_end").distance(Vec3::new(0.0, -13.0, 0.0)) < 1e-5);
    opened.import_animation(MOTION.as_bytes(), "test.amc").unwrap();
    assert!(
        opened.warnings.iter().any(|warning| warning.contains("at 120 per second")),
        "{:?}",
        opened.warnings
    );
    let figure = &opened.figure;
    assert!((figure.clips[0].duration - 1.0 / 120.0).abs() < 1e-6);
    let mut pose = rest;
    figure.clips[0].sample(1.0, &mut pose);
    let turn = |axis: Vec3, degrees: f32| Quat::from_axis_angle(axis, degrees.to_radians());
    let axes = turn(Vec3::Z, 20.0);
    let root = turn(Vec3::Y, 90.0);
    let thigh =
        axes * turn(Vec3::Z, 10.0) * turn(Vec3::Y, -20.0) * turn(Vec3::X, 30.0) * axes.conjugate();
    let shin = axes * turn(Vec3::X, 50.0) * axes.conjugate();
    let expected = Vec3::new(1.0, 17.0, 2.0)
        + root * (thigh * (Vec3::NEG_Y * 7.0 + shin * (Vec3::NEG_Y * 6.0)));
    assert!(
        place(figure, &pose, "shin_end").distance(expected) < 1e-4,
        "{}, not {expected}",
        place(figure, &pose, "shin_end")
    );
}

#[test]
fn limits_are_those_of_the_file() {
    let opened = open(SKELETON.as_bytes(), "test.asf", &absent).unwrap();
    let joint = opened.figure.rig.skeleton.find("thigh").unwrap();
    let Some(limit @ Limit::EulerBox(_)) = &opened.figure.rig.limits[joint] else {
        panic!("no box")
    };
    let axes = Quat::from_rotation_z(20f32.to_radians());
    let turn = |x: f32, y: f32, z: f32| {
        let own = Quat::from_rotation_z(z.to_radians())
            * Quat::from_rotation_y(y.to_radians())
            * Quat::from_rotation_x(x.to_radians());
        axes * own * axes.conjugate()
    };
    assert!(
        limit.violation(turn(19.0, -69.0, 69.0)) < 1e-4
            && limit.violation(turn(-150.0, 0.0, 0.0)) < 1e-4
    );
    assert!(
        limit.violation(turn(30.0, 0.0, 0.0)) > 0.1 && limit.violation(turn(0.0, 80.0, 0.0)) > 0.1
    );
}

#[test]
fn errors_name_the_line() {
    for (text, expected) in [
        (
            ":bonedata\nbegin\nname a\nlength x\nend",
            "ASF, line 4: expected a finite number, found \"x\"",
        ),
        (":bonedata\nbegin\nname a\n", "ASF, line 3: the file ends inside the bone of line 2"),
        (":bonedata\nbegin\nname a\ndof rw\nend", "ASF, line 4: expected tx, ty, tz"),
        (":hierarchy\nroot b", "ASF, line 2: there is no bone \"b\""),
        (":name a", "ASF, line 1: the file has no bones"),
    ] {
        let error = open(text.as_bytes(), "a.asf", &absent).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}, not {expected}");
    }
    let mut opened = open(SKELETON.as_bytes(), "test.asf", &absent).unwrap();
    for (text, expected) in [
        ("1\nthigh 1 2", "AMC, line 2: \"thigh\" has 2 numbers, expected 3"),
        ("1\nshin nan", "AMC, line 2: expected finite numbers"),
        ("shin 1", "AMC, line 1: expected the number of a frame"),
    ] {
        let error = opened.import_animation(text.as_bytes(), "a.amc").unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}, not {expected}");
    }
    let error = open(MOTION.as_bytes(), "a.amc", &absent).unwrap_err().to_string();
    assert!(error.contains("AMC") && error.contains("--motion"), "{error}");
}

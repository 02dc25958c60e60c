//! Joint limits.

use kansetsu::{
    d3::Limit,
    glam::{Quat, Vec3},
};
use kansetsu_figures::{NAMES, figure, mannequin};
use kansetsu_formats::Figure;

/// A seeded generator (Marsaglia's xorshift, 2003).
struct Dice(u32);

impl Dice {
    fn part(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 8) as f32 / (1 << 23) as f32 - 1.0
    }

    fn turn(&mut self, most: f32) -> Quat {
        let v = Vec3::new(self.part(), self.part(), self.part());
        Quat::from_axis_angle(v.normalize_or(Vec3::X), self.part() * most)
    }
}

fn limit<'a>(figure: &'a Figure, name: &str) -> &'a Limit {
    let joint = figure.rig.skeleton.find(name).expect("the figure has this joint");
    figure.rig.limits[joint].as_ref().expect("the joint is limited")
}

fn turn(axis: Vec3, degrees: f32) -> Quat {
    Quat::from_axis_angle(axis, degrees.to_radians())
}

#[test]
fn the_rest_pose_is_inside_every_limit() {
    for name in NAMES {
        let figure = figure(name).unwrap();
        for (joint, limit) in figure.rig.skeleton.joints().iter().zip(&figure.rig.limits) {
            let violation = limit.as_ref().map_or(0.0, |limit| limit.violation(Quat::IDENTITY));
            assert!(violation < 1e-6, "{name}: {} is {violation} rad outside", joint.name);
        }
    }
}

#[test]
fn every_joint_that_moves_something_is_limited() {
    for name in NAMES {
        let figure = figure(name).unwrap();
        for (index, joint) in figure.rig.skeleton.joints().iter().enumerate() {
            let leaf = figure.rig.skeleton.children(index).is_empty() && !figure.is_skinned[index];
            let free = leaf || joint.parent.is_none() || figure.rig.limits[index].is_some();
            assert!(free, "{name}: {} has no limit", joint.name);
        }
    }
}

#[test]
fn a_mirrored_turn_is_allowed_exactly_when_the_turn_is() {
    let mut dice = Dice(20_241);
    for name in NAMES {
        let figure = figure(name).unwrap();
        for (joint, mirror) in figure.rig.mirrors.iter().enumerate() {
            let Some(other) = *mirror else { continue };
            let (Some(limit), Some(mirrored)) =
                (&figure.rig.limits[joint], &figure.rig.limits[other])
            else {
                continue;
            };
            for _ in 0..50 {
                let turn = dice.turn(2.5);
                let image = Quat::from_xyzw(turn.x, -turn.y, -turn.z, turn.w);
                let (a, b) = (limit.violation(turn), mirrored.violation(image));
                assert!((a - b).abs() < 2e-3, "{name}, joint {joint}: {a} and {b}");
            }
        }
    }
}

#[test]
fn elbows_knees_and_fingers_bend_one_way_with_positive_angles() {
    let figure = mannequin();
    for (name, bone, towards) in [
        ("LeftLowerArm", Vec3::X, Vec3::Z),
        ("RightLowerArm", Vec3::NEG_X, Vec3::Z),
        ("LeftLowerLeg", Vec3::NEG_Y, Vec3::NEG_Z),
        ("RightLowerLeg", Vec3::NEG_Y, Vec3::NEG_Z),
        ("LeftIndexIntermediate", Vec3::X, Vec3::NEG_Y),
        ("RightLittleDistal", Vec3::NEG_X, Vec3::NEG_Y),
    ] {
        let Limit::Hinge(hinge) = limit(&figure, name) else { panic!("{name} is no hinge") };
        let bent = Quat::from_axis_angle(hinge.axis.normalize(), 0.8) * bone;
        assert!(bent.dot(towards) > 0.6, "{name} bends to {bent}");
        assert!(hinge.max > 1.2 && hinge.min > -0.3, "{name}");
    }
}

#[test]
fn shoulders_allow_what_people_do_and_nothing_else() {
    let figure = mannequin();
    let shoulder = limit(&figure, "LeftUpperArm");
    let allowed = [
        ("hanging", turn(Vec3::Z, -90.0)),
        ("forward", turn(Vec3::Y, -90.0)),
        ("hanging a bit behind", turn(Vec3::X, 35.0) * turn(Vec3::Z, -90.0)),
        ("up and out", turn(Vec3::Z, 60.0)),
        ("forward and up", turn(Vec3::X, -50.0) * turn(Vec3::Y, -90.0)),
        ("across the chest", turn(Vec3::Y, -125.0)),
        ("turned out", turn(Vec3::X, 45.0)),
        ("turned in", turn(Vec3::X, -45.0)),
    ];
    for (what, turn) in allowed {
        assert!(
            shoulder.violation(turn) < 1e-5,
            "{what}: {} rad outside",
            shoulder.violation(turn)
        );
    }
    let refused = [
        ("into the back", turn(Vec3::Y, 90.0)),
        ("through the chest", turn(Vec3::Y, 180.0)),
        ("twisted round", turn(Vec3::X, 160.0)),
        ("hanging far behind", turn(Vec3::X, 110.0) * turn(Vec3::Z, -90.0)),
    ];
    for (what, turn) in refused {
        assert!(shoulder.violation(turn) > 0.1, "{what} is allowed");
    }
}

#[test]
fn hips_ankles_and_necks_have_the_published_ranges() {
    let figure = mannequin();
    for (name, axis, least, most) in [
        ("LeftUpperLeg", Vec3::NEG_X, -20.0, 110.0),
        ("LeftUpperLeg", Vec3::Z, -22.0, 37.0),
        ("LeftFoot", Vec3::X, -35.0, 45.0),
        ("LeftToes", Vec3::X, -70.0, 1.0),
        ("Head", Vec3::Y, -45.0, 45.0),
        ("Head", Vec3::X, -30.0, 25.0),
        ("LeftHand", Vec3::X, -80.0, 80.0),
        ("LeftHand", Vec3::NEG_Z, -65.0, 75.0),
    ] {
        let limit = limit(&figure, name);
        for (angle, inside) in
            [(least + 1.0, true), (most - 1.0, true), (least - 20.0, false), (most + 20.0, false)]
        {
            let violation = limit.violation(turn(axis, angle));
            assert_eq!(
                violation < 1e-5,
                inside,
                "{name} about {axis} by {angle}: {} degrees outside",
                violation.to_degrees()
            );
        }
    }
}

/// Opposite the middle of a swing its direction is undefined; no allowed rotation may be near.
#[test]
fn singularities_lie_outside_the_limits() {
    let figure = mannequin();
    for (joint, limit) in figure.rig.skeleton.joints().iter().zip(&figure.rig.limits) {
        if let Some(Limit::SwingTwist(limit)) = limit {
            assert!(limit.swing_x.max(limit.swing_y) < 125f32.to_radians(), "{}", joint.name);
        }
    }
}

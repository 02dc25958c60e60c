//! Saved values are read back unchanged.

use kansetsu::d3::{
    EulerOrder, Goal, Limb, Limit, Pose, Region, Smoothing, Transform,
    limit::{Cone, EulerBox, Hinge, ReachCone, SwingTwist},
    solve::{AimChain, Dls, Root, Solver, TrackingState, WholeBody},
};
use kansetsu::glam::{Quat, Vec3};
use kansetsu::{d2, d2::Interval};
use serde::{Serialize, de::DeserializeOwned};

fn same<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T) -> String {
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), value, "{text}");
    text
}

fn read<T: DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).unwrap()
}

#[test]
fn every_solver_is_saved_under_its_name() {
    for name in Solver::NAMES {
        let solver = Solver::from_name(name).unwrap();
        assert_eq!(solver.name(), name);
        assert!(same(&solver).starts_with(&format!("{{\"solver\":\"{name}\"")));
        assert_eq!(
            read::<Solver>(&format!("{{\"solver\":\"{name}\"}}")),
            solver,
            "omitted parameters have their defaults"
        );
    }
    for name in d2::solve::Solver::NAMES {
        let solver = d2::solve::Solver::from_name(name).unwrap();
        assert!(same(&solver).starts_with(&format!("{{\"solver\":\"{name}\"")));
    }
    same(&Solver::WholeBody(WholeBody {
        root: Root::Free,
        strength: 20.0,
        ..WholeBody::default()
    }));
    same(&Solver::AimChain(AimChain { shares: vec![0.2, 0.8], ..AimChain::default() }));
    let dls = Solver::Dls(Dls { max_restarts: 3, ..Dls::default() });
    assert_eq!(
        read::<Solver>(r#"{"solver": "dls", "max_restarts": 3, "a key of tomorrow": 1}"#),
        dls
    );
    assert!(serde_json::from_str::<Solver>(r#"{"solver": "magic"}"#).is_err());
}

#[test]
fn open_bounds_come_back_open() {
    let open = Limit::Hinge(Hinge::free(Vec3::Y));
    assert_eq!(same(&open), r#"{"kind":"hinge","axis":[0.0,1.0,0.0],"min":null,"max":null}"#);
    assert_eq!(read::<Limit>(r#"{"kind": "hinge", "axis": [0, 1, 0]}"#), open);
    assert_eq!(
        read::<Limit>(r#"{"kind": "hinge", "axis": [0, 1, 0], "max": 2.5}"#),
        Limit::Hinge(Hinge::new(Vec3::Y, f32::NEG_INFINITY, 2.5))
    );
    same(&Interval::FREE);
    same(&Smoothing::default());
    same(&Limit::EulerBox(EulerBox::new(
        EulerOrder::Zxy,
        Vec3::new(-1.0, f32::NEG_INFINITY, 0.0),
        Vec3::new(f32::INFINITY, 1.0, 2.0),
    )));
}

#[test]
fn every_limit_is_saved_under_its_kind() {
    let limits = [
        ("hinge", Limit::Hinge(Hinge::new(Vec3::X, -0.5, 2.5))),
        ("cone", Limit::Cone(Cone::around(Vec3::Z, 0.5))),
        ("swing_twist", Limit::SwingTwist(SwingTwist::cone(Vec3::X, 0.7, -0.5, f32::INFINITY))),
        (
            "euler_box",
            Limit::EulerBox(EulerBox::new(EulerOrder::Xyz, Vec3::splat(-1.0), Vec3::ONE)),
        ),
        ("reach_cone", Limit::ReachCone(ReachCone::new(Vec3::Z, vec![Vec3::X, Vec3::Y, Vec3::Z]))),
    ];
    for (kind, limit) in limits {
        assert!(same(&limit).starts_with(&format!("{{\"kind\":\"{kind}\"")));
    }
}

#[test]
fn files_with_the_former_names_load() {
    let goal = read::<Goal>(
        r#"{"joint": 2, "position": [1, 0, 0], "frame": 1, "within": 0.1, "within_angle": 0.2, "extent": {"line": [0, 1, 0]}}"#,
    );
    let expected = Goal::position(2, Vec3::X).with_relative_to(1).with_radius(0.1).with_angle(0.2);
    assert_eq!(goal, expected.with_region(Region::Line(Vec3::Y)));
    assert_eq!(
        [read::<Root>(r#""held""#), read::<Root>(r#""turns""#)],
        [Root::Fixed, Root::Rotates]
    );
    let state = read::<TrackingState>(r#"{"insistence": 2, "is_done": true}"#);
    let expected = TrackingState { penalty: 2.0, is_settled: true, ..TrackingState::default() };
    assert_eq!(state, expected);
}

#[test]
fn goals_hold_what_was_said() {
    assert_eq!(
        same(&Goal::position(7, Vec3::new(0.5, 1.0, -2.0))),
        r#"{"joint":7,"position":[0.5,1.0,-2.0]}"#
    );
    same(&Goal::orientation(1, Quat::from_rotation_x(0.3)).with_offset(Vec3::Y).with_weight(0.5));
    same(&Goal::look_at(2, Vec3::Z, Vec3::ONE).with_pole(Vec3::Y).pinned());
    same(&Goal::position(2, Vec3::Z).with_region(kansetsu::d3::Region::Line(Vec3::Y)));
    same(&Goal::position(2, Vec3::Z).with_axis(Vec3::X, Vec3::NEG_Y));
    assert_eq!(
        read::<Goal>(r#"{"joint": 3, "position": [1, 2, 3]}"#),
        Goal::position(3, Vec3::new(1.0, 2.0, 3.0))
    );
}

#[test]
fn poses_and_limbs_come_back() {
    let local =
        Transform::from_translation_rotation(Vec3::new(0.1, 0.2, 0.3), Quat::from_rotation_y(0.1));
    same(&Pose { locals: vec![Transform::IDENTITY, local] });
    assert_eq!(
        read::<Transform>(r#"{"translation": [0, 1, 0]}"#),
        Transform::from_translation(Vec3::Y)
    );
    same(&Limb { name: "left arm".to_owned(), base: 1, middle: 2, tip: 3, pole: Vec3::NEG_Z });
    same(&d2::Pose { locals: vec![d2::Transform::from_rotation(0.25)] });
}

//! Self-collision avoidance.

use std::f32::consts::TAU;

use glam::Vec3;
use kansetsu::{
    Error,
    d3::{
        Capsule, Goal, Pose, rotation_of,
        solve::{Body, Root, Scratch, TrackingState, WholeBody},
    },
};
use kansetsu_formats::{Attachment, Figure};

fn body(figure: &Figure, apart: &[[Capsule; 2]]) -> Body {
    let rig = &figure.rig;
    let body = Body::new(&rig.skeleton)
        .with_limits(&rig.limits)
        .and_then(|body| body.with_limbs(&rig.skeleton, &rig.limbs));
    body.and_then(|body| body.with_posture(&figure.rig.posture()))
        .and_then(|body| body.with_collision_pairs(apart))
        .expect("its own")
}

/// The largest overlap of parts, metres.
fn depth(figure: &Figure, apart: &[[Capsule; 2]], pose: &Pose) -> f32 {
    let maps = figure.rig.skeleton.forward(pose);
    apart.iter().map(|pair| -Capsule::distance(pair, &maps)).fold(0.0, f32::max)
}

#[test]
fn at_ease_and_at_rest_nothing_touches() {
    for name in ["mannequin"] {
        let figure = kansetsu_figures::figure(name).expect("an embedded figure");
        let apart = figure.rig.collision_pairs();
        assert_eq!(apart.len(), 11, "{name}");
        for pose in [figure.rig.skeleton.rest_pose(), figure.rig.posture().reference] {
            assert!(depth(&figure, &apart, &pose) <= 0.0, "{name}");
        }
    }
}

/// Targets around the mannequin for its left hand that are not in its trunk or head, and its
/// reference pose.
fn places_around(figure: &Figure, apart: &[[Capsule; 2]]) -> Vec<Vec3> {
    let human = figure.rig.humanoid().expect("a person");
    let maps = figure.rig.skeleton.forward(&figure.rig.posture().reference);
    let is_free = |place: &Vec3| {
        let hand = Capsule {
            joint: human.hips,
            ends: [maps[human.hips].inverse().transform_point3(*place); 2],
            radius: 0.05,
        };
        let parts =
            apart.iter().map(|pair| pair[1]).filter(|part| part.joint != human.arms[1].lower);
        parts.into_iter().all(|part| Capsule::distance(&[hand, part], &maps) >= 0.0)
    };
    let all = (-7..=9).flat_map(|x| (0..8).flat_map(move |y| (-4..=6).map(move |z| [x, y, z])));
    let places =
        all.map(|[x, y, z]| Vec3::new(0.05 * x as f32, 0.95 + 0.1 * y as f32, 0.05 * z as f32));
    places.filter(is_free).collect()
}

#[test]
fn an_arm_that_reaches_around_the_body_stays_out_of_it() {
    let figure = kansetsu_figures::mannequin();
    let apart = figure.rig.collision_pairs();
    let hand = figure.rig.humanoid().expect("a person").arms[0].hand;
    let places = places_around(&figure, &apart);
    // The number of poses with an overlap of more than a centimetre, and of hands that reach:
    // without avoidance, and with it.
    let [mut deep, mut there, mut worst] = [[0; 2]; 3];
    for (which, body) in [body(&figure, &[]), body(&figure, &apart)].iter().enumerate() {
        for place in &places {
            let mut pose = figure.rig.posture().reference;
            let report = WholeBody::default()
                .solve(body, &[Goal::position(hand, *place)], &mut pose)
                .expect("solved");
            let depth = depth(&figure, &apart, &pose);
            deep[which] += usize::from(depth > 0.01);
            worst[which] = worst[which].max((1000.0 * depth) as usize);
            there[which] += usize::from(report.distance() < 1e-3);
        }
    }
    println!("{deep:?} {there:?} {worst:?}");
    assert!(places.len() > 1000 && deep[0] > places.len() / 4, "{deep:?}: the test tests nothing");
    assert!(deep[1] <= 5 && worst[1] <= 25, "{deep:?}, {worst:?} mm");
    assert!(there[1] >= there[0] - 5, "{there:?} of {}", places.len());
}

#[test]
fn a_hand_that_is_led_around_the_body_goes_on_without_a_leap() {
    let figure = kansetsu_figures::mannequin();
    let apart = figure.rig.collision_pairs();
    let hand = figure.rig.humanoid().expect("a person").arms[0].hand;
    let body = body(&figure, &apart);
    let (mut pose, mut state) = (figure.rig.posture().reference, TrackingState::default());
    let solver = WholeBody { root: Root::Fixed, ..WholeBody::default() };
    let (mut deepest, mut largest, mut farthest) = (0.0_f32, 0.0_f32, 0.0_f32);
    let mut scratch = Scratch::default();
    for step in 0..1200 {
        // From the side to the belly, up in front of the chest, and back: 5 mm per step at most.
        let part = step as f32 / 1200.0 * TAU;
        let place = Vec3::new(
            0.1 + 0.25 * part.cos(),
            1.15 + 0.2 * (2.0 * part).sin(),
            0.27 + 0.07 * part.sin(),
        );
        let before = pose.clone();
        let report = solver
            .track_with(
                &body,
                &[Goal::position(hand, place)],
                (&mut pose, &mut state),
                &mut scratch,
            )
            .expect("solved");
        if step > 100 {
            farthest = farthest.max(report.distance());
            deepest = deepest.max(depth(&figure, &apart, &pose));
            let turns = before
                .locals
                .iter()
                .zip(&pose.locals)
                .map(|(a, b)| a.rotation.angle_between(b.rotation).to_degrees());
            largest = largest.max(turns.fold(0.0, f32::max));
        }
    }
    println!("{deepest} {largest} {farthest}");
    // Where the elbow must swing out at the velocity limit, the hand lags.
    assert!(
        deepest < 0.01 && largest < 5.0 && farthest < 0.025,
        "{deepest} m deep, {largest} degrees, {farthest} m"
    );
}

/// After a collision a body is solved a second time with the remaining steps, which may be few.
#[test]
fn pins_are_kept_however_few_steps_are_left_to_keep_parts_apart() {
    let figure = kansetsu_figures::mannequin();
    let (human, skeleton) = (figure.rig.humanoid().expect("a person"), &figure.rig.skeleton);
    let body = body(&figure, &figure.rig.collision_pairs());
    let at = skeleton.forward(&figure.rig.posture().reference);
    let foot = |foot: usize| {
        Goal::position(foot, at[foot].translation).with_orientation(rotation_of(&at[foot])).pinned()
    };
    let pins = human.legs.map(|leg| foot(leg.foot));
    // All around, near and far out of reach.
    let places = (0..1600).map(|index| {
        let (turn, up) = (2.4 * index as f32, 1.0 - (index as f32 + 0.5) / 800.0);
        let level = (1.0 - up * up).sqrt();
        Vec3::Y
            + Vec3::new(level * turn.cos(), up, level * turn.sin())
                * [0.5, 0.8, 1.3, 5.0][index % 4]
    });
    for place in places {
        let goals = [&pins[..], &[Goal::position(human.arms[0].hand, place)]].concat();
        for max_steps in (80..=110).step_by(3) {
            let mut pose = skeleton.rest_pose();
            let solver = WholeBody { root: Root::Free, max_steps, ..WholeBody::default() };
            let report = solver.solve(&body, &goals, &mut pose).expect("solved");
            let maps = skeleton.forward(&pose);
            let off = pins
                .iter()
                .map(|pin| maps[pin.joint].translation.distance(pin.position.expect("a place")))
                .fold(0.0, f32::max);
            assert!(off < 1e-5, "{place}, {max_steps} steps: a foot is {off} m off");
            assert!(
                report.iterations <= max_steps,
                "{place}: {} steps of {max_steps}",
                report.iterations
            );
        }
    }
}

#[test]
fn capsules_that_are_none_are_refused() {
    let figure = kansetsu_figures::mannequin();
    let capsule = Capsule { joint: 0, ends: [Vec3::ZERO, Vec3::Y], radius: 0.1 };
    let of = |wrong: Capsule| {
        Body::new(&figure.rig.skeleton).with_collision_pairs(&[[capsule, wrong]]).err()
    };
    assert!(matches!(
        of(Capsule { joint: 900, ..capsule }),
        Some(Error::JointOutOfRange { joint: 900, .. })
    ));
    for wrong in [
        Capsule { radius: -1.0, ..capsule },
        Capsule { ends: [Vec3::NAN; 2], ..capsule },
        Capsule { radius: f32::INFINITY, ..capsule },
    ] {
        assert!(matches!(of(wrong), Some(Error::InvalidNumber { .. })), "{wrong:?}");
    }
    assert!(of(capsule).is_none());
}

/// The points of a figure's skins at rest, in the model's frame.
fn skin(figure: &Figure) -> Vec<Vec3> {
    let maps = figure.rig.skeleton.forward(&figure.rig.skeleton.rest_pose());
    let mut points = Vec::new();
    for mesh in &figure.meshes {
        let Attachment::Skin(skin) = mesh.attachment else { continue };
        let skin = &figure.skins[skin];
        for primitive in &mesh.primitives {
            for (point, influences) in primitive
                .positions
                .iter()
                .zip(primitive.influences.chunks(primitive.influences_per_vertex))
            {
                let parts = influences.iter().map(|influence| {
                    let joint = influence.joint as usize;
                    influence.weight
                        * (maps[skin.joints[joint]] * skin.inverse_bind[joint])
                            .transform_point3(*point)
                });
                points.push(parts.sum());
            }
        }
    }
    points
}

#[test]
fn capsules_lie_in_the_skin() {
    let figure = kansetsu_figures::mannequin();
    let (maps, points) =
        (figure.rig.skeleton.forward(&figure.rig.skeleton.rest_pose()), skin(&figure));
    let human = figure.rig.humanoid().expect("a person");
    let [shoulder, elbow, wrist] = [human.arms[0].upper, human.arms[0].lower, human.arms[0].hand]
        .map(|joint| maps[joint].translation);
    let arm = shoulder.distance(elbow) + elbow.distance(wrist);
    let mut capsules: Vec<Capsule> = Vec::new();
    for capsule in figure.rig.collision_pairs().into_iter().flatten() {
        if !capsules.iter().any(|other| other.joint == capsule.joint) {
            capsules.push(capsule);
        }
    }
    assert_eq!(capsules.len(), 7, "waist, chest, head, two upper arms and forearms");
    for capsule in capsules {
        let [a, b] = capsule.ends.map(|end| maps[capsule.joint].transform_point3(end));
        let along = |point: Vec3| (point - a).dot(b - a) / (b - a).length_squared();
        // Skin of other limbs may be beside the segment too, but far from it.
        let beside = points.iter().filter(|point| (0.0..=1.0).contains(&along(**point)));
        let mut distances: Vec<f32> = beside
            .map(|point| point.distance(a.lerp(b, along(*point))))
            .filter(|far| *far < 0.6 * arm)
            .collect();
        distances.sort_by(f32::total_cmp);
        assert!(distances.len() > 50, "{} points around joint {}", distances.len(), capsule.joint);
        let tenth = |tenths: usize| distances[(distances.len() - 1) * tenths / 10];
        let name = &figure.rig.skeleton.joints()[capsule.joint].name;
        println!(
            "{name}: {:.3} of the arm; skin {:.3} to {:.3}",
            capsule.radius / arm,
            tenth(1) / arm,
            tenth(9) / arm
        );
        assert!(
            (tenth(1) - 0.005 * arm..=tenth(9) + 0.005 * arm).contains(&capsule.radius),
            "{name}: {} m, skin {} to {}",
            capsule.radius,
            tenth(1),
            tenth(9)
        );
    }
}

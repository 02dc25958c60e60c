//! A person keeps the balance.

use glam::{Vec2, Vec3};
use kansetsu::{
    d3::{
        Balance, Goal, Pose,
        balance::hull::{hull, outside},
        rotation_of,
        solve::{Body, Root, WholeBody},
    },
    glam,
};
use kansetsu_figures::scenes::everyday;
use kansetsu_formats::Figure;

/// The toes of both feet stay, place and turn; heels may rise.
fn planted(figure: &Figure, stance: &Pose) -> Vec<Goal> {
    let at = figure.rig.skeleton.forward(stance);
    let toes = figure.rig.humanoid().expect("human").legs.map(|leg| leg.toes.expect("toes"));
    toes.map(|joint| Goal::position(joint, at[joint].translation).with_orientation(rotation_of(&at[joint])).pinned()).to_vec()
}

/// How far the centre of mass is outside of the soles of a pose, seen from above.
fn off_balance(figure: &Figure, balance: &Balance, pose: &Pose) -> f32 {
    let at = figure.rig.skeleton.forward(pose);
    let flat = |place: Vec3| Vec2::new(place.x, place.z);
    let corners = balance.soles.iter().flat_map(|sole| &sole.corners);
    let (mut points, mut border) = (corners.map(|&(joint, place)| flat(at[joint].transform_point3(place))).collect(), Vec::new());
    hull(&mut points, &mut border);
    outside(&border, flat(balance.centre_of_mass(&at)))
}

fn solve(figure: &Figure, body: &Body, goal: Goal) -> (Pose, f32) {
    let mut pose = everyday::stance(figure);
    let goals: Vec<Goal> = [goal].into_iter().chain(planted(figure, &pose)).collect();
    let solver = WholeBody { root: Root::Free, ..WholeBody::default() };
    let missed = solver.solve(body, &goals, &mut pose).expect("well formed").distance();
    (pose, missed)
}

#[test]
fn hips_led_down_make_a_squat() {
    let figure = kansetsu_figures::mannequin();
    let (skeleton, human, balance) = (&figure.rig.skeleton, figure.rig.humanoid().unwrap(), figure.rig.balance().unwrap());
    let body = everyday::prepared(&figure).unwrap();
    let rest = skeleton.forward(&everyday::stance(&figure));
    for down in [0.10, 0.20, 0.30, 0.40, 0.45] {
        let target = rest[human.hips].translation - Vec3::Y * down;
        let (pose, missed) = solve(&figure, &body, Goal::position(human.hips, target));
        let at = skeleton.forward(&pose);
        assert!(missed < 1e-3, "{down}: {missed}");
        assert!(off_balance(&figure, &balance, &pose) < 0.0, "{down}");
        let lean = |at: &[glam::Affine3]| {
            let trunk = at[human.neck[0]].translation - at[human.hips].translation;
            trunk.z.atan2(trunk.y).to_degrees()
        };
        let forward = lean(&at) - lean(&rest);
        assert!((-1.0..45.0).contains(&forward), "{down}: {forward}");
        for leg in &human.legs {
            let [knee, ankle, toes] = [leg.lower, leg.foot, leg.toes.unwrap()].map(|joint| at[joint].translation);
            assert!((knee.x - toes.x).abs() < 0.05 && knee.z > ankle.z, "{down}: {knee}");
            let heel = balance.soles.iter().flat_map(|sole| &sole.corners).filter(|corner| corner.0 == leg.foot);
            for &(joint, place) in heel {
                let lowest = at[joint].transform_point3(place).y - rest[joint].transform_point3(place).y;
                assert!(lowest > -0.005, "{down}: {lowest}");
            }
        }
    }
}

#[test]
fn who_reaches_far_stays_over_the_feet() {
    let figure = kansetsu_figures::mannequin();
    let (balance, balanced) = (figure.rig.balance().unwrap(), everyday::prepared(&figure).unwrap());
    let rig = &figure.rig;
    let body = Body::new(&rig.skeleton).with_limits(&rig.limits).unwrap().with_posture(&figure.rig.posture()).unwrap();
    let hand = figure.rig.humanoid().unwrap().arms[0].hand;
    let mut saved = 0;
    for place in [[0.2, 1.2, 0.8], [0.9, 1.2, 0.1], [0.3, 0.4, 0.6], [0.7, 0.3, 0.3]].map(Vec3::from_array) {
        let [with, without] = [&balanced, &body].map(|body| solve(&figure, body, Goal::position(hand, place)));
        assert!(with.1 < 1e-3 && without.1 < 1e-3, "{place}: {}, {}", with.1, without.1);
        assert!(off_balance(&figure, &balance, &with.0) < 0.0, "{place}");
        saved += usize::from(off_balance(&figure, &balance, &without.0) > 0.0);
    }
    assert!(saved > 1, "{saved} of these poses would fall without heed to the balance");
}

#[test]
fn a_person_weighs_in_the_pelvis() {
    let figure = kansetsu_figures::mannequin();
    let (skeleton, balance) = (&figure.rig.skeleton, figure.rig.balance().unwrap());
    let at = skeleton.forward(&skeleton.rest_pose());
    let told = balance.centre_of_mass(&at);
    // The same literature, but with the hands' and feet's own segments.
    assert!(told.distance(everyday::centre_of_mass(&figure, &at)) < 0.02, "{told}");
    assert!(off_balance(&figure, &balance, &skeleton.rest_pose()) < 0.0);
}

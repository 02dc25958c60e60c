//! A person keeps the balance.

use glam::{Vec2, Vec3};
use kansetsu::{
    Budget, IkSession, Options, Pose, Target,
    d3::{
        Balance,
        balance::hull::{hull, outside},
    },
    glam,
    session::{self, Feet, Root},
};
use kansetsu_figures::scenes::everyday;
use kansetsu_formats::Figure;

/// The joints of the toes, which stay where they are; heels may rise.
fn toes(figure: &Figure) -> [usize; 2] {
    figure.rig.humanoid().expect("human").legs.map(|leg| leg.toes.expect("toes"))
}

/// The distance of the center of mass from the soles' support polygon in plan view.
fn off_balance(figure: &Figure, balance: &Balance, pose: &Pose) -> f32 {
    let at = figure.rig.skeleton.forward(pose);
    let flat = |place: Vec3| Vec2::new(place.x, place.z);
    let corners = balance.soles.iter().flat_map(|sole| &sole.corners);
    let (mut points, mut border) = (
        corners.map(|&(joint, place)| flat(at[joint].transform_point3(place))).collect(),
        Vec::new(),
    );
    hull(&mut points, &mut border);
    outside(&border, flat(balance.center_of_mass(&at)))
}

/// Solves one target from the stance with the toes pinned.
fn solve(figure: &Figure, balance: session::Balance, joint: usize, target: Vec3) -> (Pose, f32) {
    let rig = &figure.rig;
    let mut pose = everyday::stance(figure);
    let mut ik = IkSession::new(
        rig,
        Options { balance, feet: Feet::Free, root: Root::Free, ..Options::default() },
    );
    toes(figure).into_iter().for_each(|joint| ik.pin(rig.skeleton.id(joint)));
    ik.set_target(rig.skeleton.id(joint), Target::position(target));
    let missed = ik.solve(&mut pose, Budget::steps(800)).expect("well formed").distance();
    (pose, missed)
}

#[test]
fn hips_led_down_make_a_squat() {
    let figure = kansetsu_figures::mannequin();
    let (skeleton, human, balance) =
        (&figure.rig.skeleton, figure.rig.humanoid().unwrap(), figure.rig.balance().unwrap());
    let rest = skeleton.forward(&everyday::stance(&figure));
    for down in [0.10, 0.20, 0.30, 0.40, 0.45] {
        let target = rest[human.hips].translation - Vec3::Y * down;
        let (pose, missed) = solve(&figure, session::Balance::On, human.hips, target);
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
            let [knee, ankle, toes] =
                [leg.lower, leg.foot, leg.toes.unwrap()].map(|joint| at[joint].translation);
            assert!((knee.x - toes.x).abs() < 0.065 && knee.z > ankle.z, "{down}: {knee}");
            let heel = balance
                .soles
                .iter()
                .flat_map(|sole| &sole.corners)
                .filter(|corner| corner.0 == leg.foot);
            for &(joint, place) in heel {
                let lowest =
                    at[joint].transform_point3(place).y - rest[joint].transform_point3(place).y;
                assert!(lowest > -0.005, "{down}: {lowest}");
            }
        }
    }
}

#[test]
fn who_reaches_far_stays_over_the_feet() {
    let figure = kansetsu_figures::mannequin();
    let balance = figure.rig.balance().unwrap();
    let hand = figure.rig.humanoid().unwrap().arms[0].hand;
    let mut saved = 0;
    for place in
        [[0.2, 1.2, 0.8], [0.9, 1.2, 0.1], [0.3, 0.4, 0.6], [0.7, 0.3, 0.3]].map(Vec3::from_array)
    {
        let [with, without] = [session::Balance::On, session::Balance::Off]
            .map(|keeps| solve(&figure, keeps, hand, place));
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
    let told = balance.center_of_mass(&at);
    // The same literature, but with the hands' and feet's own segments.
    assert!(told.distance(everyday::centre_of_mass(&figure, &at)) < 0.02, "{told}");
    assert!(off_balance(&figure, &balance, &skeleton.rest_pose()) < 0.0);
}

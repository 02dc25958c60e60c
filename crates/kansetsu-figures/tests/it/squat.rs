//! Hips that are dragged down over planted feet.

use glam::Vec3;
use kansetsu::{
    d3::{
        Goal, rotation_of,
        solve::{Body, Root, WholeBody},
    },
    glam,
};

#[test]
fn knees_go_over_the_toes_and_not_inwards() {
    let figure = kansetsu_figures::mannequin();
    let (rig, human) = (&figure.rig, figure.rig.humanoid().unwrap());
    let body = Body::new(&rig.skeleton)
        .with_limits(&rig.limits)
        .and_then(|body| body.with_limbs(&rig.skeleton, &rig.limbs));
    let body = body.and_then(|body| body.with_posture(&figure.rig.posture())).unwrap();
    let rest = rig.skeleton.forward(&rig.skeleton.rest_pose());
    let planted = human.legs.map(|leg| {
        Goal::position(leg.foot, rest[leg.foot].translation)
            .with_orientation(rotation_of(&rest[leg.foot]))
            .pinned()
    });
    for down in 1..=9 {
        let hips = rest[human.hips].translation - 0.05 * down as f32 * Vec3::Y;
        let goals = [&planted[..], &[Goal::position(human.hips, hips)]].concat();
        let mut pose = rig.skeleton.rest_pose();
        WholeBody { root: Root::Free, ..WholeBody::default() }
            .solve(&body, &goals, &mut pose)
            .unwrap();
        let maps = rig.skeleton.forward(&pose);
        // Below that, flat feet prevent the hips from staying over them.
        let off = maps[human.hips].translation.distance(hips);
        assert!(off < 1e-3 || down > 5, "{down}: hips are {off} m off");
        let [left, right] =
            human.legs.map(|leg| maps[leg.lower].translation - maps[leg.foot].translation);
        assert!(
            left.x > -0.005 && left.x < 0.065,
            "{down}: the left knee is {} m outside of its ankle",
            left.x
        );
        assert!(
            (left - right * Vec3::new(-1.0, 1.0, 1.0)).length() < 2e-3,
            "{down}: {left} and {right}"
        );
    }
}

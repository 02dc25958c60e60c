//! A hand dragged out of reach, with a target for the other one and both feet planted.

use glam::Vec3;
use kansetsu::{
    d3::{
        Goal, rotation_of,
        solve::{Body, Root, WholeBody},
    },
    glam,
};

#[test]
fn a_body_that_is_drawn_two_ways_comes_to_rest_with_the_other_hand_there() {
    let figure = kansetsu_figures::mannequin();
    let (rig, human) = (&figure.rig, figure.rig.humanoid().unwrap());
    let body = Body::new(&rig.skeleton)
        .with_limits(&rig.limits)
        .and_then(|body| body.with_limbs(&rig.skeleton, &rig.limbs));
    let body = body
        .and_then(|body| body.with_posture(&figure.rig.posture()))
        .and_then(|body| body.with_collision_pairs(&figure.rig.collision_pairs()));
    let body = body.and_then(|body| body.with_balance(&figure.rig.balance().unwrap())).unwrap();
    let rest = rig.skeleton.forward(&rig.skeleton.rest_pose());
    let at = |joint: usize| rest[joint].translation;
    let planted = human.legs.map(|leg| {
        Goal::position(leg.foot, at(leg.foot))
            .with_orientation(rotation_of(&rest[leg.foot]))
            .pinned()
    });
    let other = at(human.arms[1].upper) + Vec3::new(-0.05, -0.3, 0.3);
    for index in 0..40 {
        let turn = 0.7 * index as f32;
        let far = at(human.arms[0].upper)
            + Vec3::new(turn.cos(), 0.4 * (0.37 * turn).sin(), turn.sin())
                * (1.5 + 0.05 * index as f32);
        let goals = [
            &planted[..],
            &[Goal::position(human.arms[0].hand, far), Goal::position(human.arms[1].hand, other)],
        ]
        .concat();
        let mut pose = rig.skeleton.rest_pose();
        WholeBody { root: Root::Free, ..WholeBody::default() }
            .solve(&body, &goals, &mut pose)
            .unwrap();
        let maps = rig.skeleton.forward(&pose);
        let off = |goal: &Goal| maps[goal.joint].translation.distance(goal.position.unwrap());
        let (pins, other) = (goals[..2].iter().map(off).fold(0.0, f32::max), off(&goals[3]));
        assert!(off(&goals[2]) > 0.5, "{index}: it is not too far");
        assert!(pins < 5e-6, "{index}: pins are {pins} m off");
        assert!(other < 1e-2, "{index}: the other hand is {other} m off");
    }
}

//! A joint that is dragged out of reach recovers.

use glam::Vec3;
use kansetsu::{
    d3::{
        Goal, rotation_of,
        solve::{Body, Root, TrackingState, WholeBody},
    },
    glam,
};

/// Metres a frame, and frames that the pointer rests at the end.
const STEP: f32 = 0.003;
const REST: usize = 90;

#[test]
fn hips_that_were_led_out_of_reach_end_where_they_can_be() {
    let figure = kansetsu_figures::mannequin();
    let (skeleton, human) = (&figure.rig.skeleton, figure.rig.humanoid().unwrap());
    let at = skeleton.forward(&skeleton.rest_pose());
    let pins = human.legs.map(|leg| {
        Goal::position(leg.foot, at[leg.foot].translation)
            .with_orientation(rotation_of(&at[leg.foot]))
            .pinned()
    });
    let limited = Body::new(skeleton)
        .with_limits(&figure.rig.limits)
        .and_then(|body| body.with_limbs(skeleton, &figure.rig.limbs))
        .unwrap();
    let free = Body::new(skeleton).with_limbs(skeleton, &figure.rig.limbs).unwrap();
    let solver = WholeBody { root: Root::Free, ..WholeBody::default() };
    let rest = at[human.hips].translation;
    for body in [&limited, &free] {
        for (index, aside) in
            [[0.0, 0.08], [0.02, 0.12], [-0.08, 0.03], [0.05, -0.05]].into_iter().enumerate()
        {
            for down in [0.03, 0.08, 0.15] {
                let end = rest + Vec3::new(aside[0], -down, aside[1]);
                let out = rest + Vec3::new(0.3 - 0.2 * index as f32, 0.5, 0.1);
                let (mut pose, mut state) = (skeleton.rest_pose(), TrackingState::default());
                let way = [rest, out, end];
                let led = way.windows(2).flat_map(|way| {
                    let count = (way[0].distance(way[1]) / STEP).ceil();
                    (1..=count as usize).map(move |step| way[0].lerp(way[1], step as f32 / count))
                });
                for place in led.chain(std::iter::repeat_n(end, REST)) {
                    let goals = [&pins[..], &[Goal::position(human.hips, place)]].concat();
                    solver.track(body, &goals, &mut pose, &mut state).unwrap();
                }
                let off = skeleton.forward(&pose)[human.hips].translation.distance(end);
                assert!(off < 1e-3, "{aside:?}, {down} down: {off} m off");
            }
        }
    }
}

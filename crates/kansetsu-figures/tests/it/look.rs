//! Look-at goals: eyes first, then the head, then the trunk.

use glam::{Affine3, Vec3};
use kansetsu::d3::{
    Humanoid, Pose,
    solve::{Body, Root, WholeBody},
};
use kansetsu_formats::Figure;

/// A standing mannequin with a gaze.
struct Looker {
    figure: Figure,
    human: Humanoid,
    body: Body,
    head: usize,
}

impl Looker {
    fn new() -> Self {
        let figure = kansetsu_figures::mannequin();
        let human = figure.rig.humanoid().expect("a person");
        let rig = &figure.rig;
        let body = Body::new(&rig.skeleton)
            .with_limits(&rig.limits)
            .and_then(|body| body.with_posture(&figure.rig.posture()));
        let head = *human.neck.last().expect("it has a head");
        Self { body: body.expect("its own"), head, human, figure }
    }

    /// A position three metres away, at these angles in degrees to the left and up of straight
    /// ahead.
    fn place(&self, left: f32, up: f32) -> Vec3 {
        let [left, up] = [left, up].map(f32::to_radians);
        self.between(&self.maps(&self.figure.rig.posture().reference))
            + 3.0 * Vec3::new(left.sin() * up.cos(), up.sin(), left.cos() * up.cos())
    }

    fn maps(&self, pose: &Pose) -> Vec<Affine3> {
        self.figure.rig.skeleton.forward(pose)
    }

    fn between(&self, maps: &[Affine3]) -> Vec3 {
        (maps[self.human.eyes[0]].translation + maps[self.human.eyes[1]].translation) / 2.0
    }

    /// The pose that looks there from the reference pose, within limits.
    fn look(&self, target: Vec3) -> Pose {
        let mut pose = self.figure.rig.posture().reference;
        let goals = self.human.look(&self.figure.rig.skeleton, target).expect("its own joints");
        let report = WholeBody { root: Root::Fixed, ..WholeBody::default() }
            .solve(&self.body, &goals, &mut pose)
            .expect("solved");
        assert!(report.goals.iter().all(|goal| goal.angle.is_finite()), "{report:?}");
        pose
    }

    /// The angle between a joint's front, at rest +Z, and straight ahead, degrees.
    fn turned(&self, pose: &Pose, joint: usize) -> f32 {
        let [rest, now] =
            [&self.figure.rig.skeleton.rest_pose(), pose].map(|pose| self.maps(pose)[joint]);
        let turned = now.matrix3 * rest.matrix3.inverse() * Vec3::Z;
        turned.angle_between(Vec3::Z).to_degrees()
    }

    /// The angle between the gaze of a joint at `place` and the target, degrees.
    fn off(&self, pose: &Pose, joint: usize, place: Vec3, target: Vec3) -> f32 {
        let [rest, now] =
            [&self.figure.rig.skeleton.rest_pose(), pose].map(|pose| self.maps(pose)[joint]);
        (now.matrix3 * rest.matrix3.inverse() * Vec3::Z).angle_between(target - place).to_degrees()
    }

    /// The largest gaze error of the eyes.
    fn eyes_off(&self, pose: &Pose, target: Vec3) -> f32 {
        let maps = self.maps(pose);
        self.human
            .eyes
            .iter()
            .map(|&eye| self.off(pose, eye, maps[eye].translation, target))
            .fold(0.0, f32::max)
    }
}

#[test]
fn a_glance_moves_the_eyes_alone() {
    let looker = Looker::new();
    for (left, up) in [(10.0, 0.0), (-10.0, 0.0), (0.0, 8.0), (6.0, -6.0)] {
        let target = looker.place(left, up);
        let pose = looker.look(target);
        assert!(
            looker.eyes_off(&pose, target) < 0.1,
            "{left}, {up}: {}",
            looker.eyes_off(&pose, target)
        );
        assert!(
            looker.turned(&pose, looker.head) < 1.5,
            "{left}, {up}: the head turns by {}",
            looker.turned(&pose, looker.head)
        );
    }
}

#[test]
fn beyond_the_reach_of_a_glance_the_head_turns_and_then_the_trunk() {
    let looker = Looker::new();
    let chest = *looker.human.spine.last().expect("it has a trunk");
    let mut chests = Vec::new();
    for left in [30.0_f32, -45.0, 60.0, 110.0] {
        let target = looker.place(left, 0.0);
        let pose = looker.look(target);
        let head_off = looker.off(&pose, looker.head, looker.between(&looker.maps(&pose)), target);
        assert!(
            looker.eyes_off(&pose, target) < 0.1,
            "{left}: eyes off by {}",
            looker.eyes_off(&pose, target)
        );
        assert!((10.0..15.3).contains(&head_off), "{left}: eyes have {head_off} to do");
        chests.push(looker.turned(&pose, chest));
    }
    // Within the neck's range, the trunk rotates by less than an eighth of the neck's angle.
    let before_need =
        chests.iter().zip([30.0, 45.0, 60.0]).all(|(chest, left)| *chest < left / 8.0);
    assert!(before_need, "the trunk joins in before it is needed: {chests:?}");
    assert!(chests[3] > 12.0, "the trunk does not join in: {chests:?}");
}

#[test]
fn a_look_that_wanders_turns_nothing_at_once() {
    let looker = Looker::new();
    let mut before: Option<Pose> = None;
    for step in -220..=220 {
        let along = 0.5 * step as f32;
        let pose = looker.look(looker.place(along, 25.0 * (0.05 * along).sin()));
        if let Some(before) = before {
            for (index, (was, is)) in before.locals.iter().zip(&pose.locals).enumerate() {
                let turn = was.rotation.angle_between(is.rotation).to_degrees();
                assert!(turn < 3.0, "{along}: joint {index} turns by {turn}");
            }
        }
        before = Some(pose);
    }
}

#[test]
fn a_mirrored_look_is_the_mirror_image() {
    let looker = Looker::new();
    let [left, right] = [1.0, -1.0].map(|side| looker.look(looker.place(side * 50.0, 12.0)));
    let mirrored = looker.figure.rig.mirrored_pose(&left).expect("it has mirror pairs");
    let off = |joint: usize| {
        looker.maps(&mirrored)[joint].translation.distance(looker.maps(&right)[joint].translation)
    };
    let worst = (0..mirrored.locals.len()).map(off).fold(0.0, f32::max);
    assert!(worst < 1e-3, "{worst} m");
}

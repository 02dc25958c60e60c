use kansetsu::Error;
use kansetsu::d3::{
    Goal, Pose, Rig, Skeleton, Transform,
    ground::{
        Block, ClipFrame, Foot, FootPlacement, Ground, Phase, PlacementState, Plane, Surface,
    },
    solve::{Body, Scratch, WholeBody},
};
use kansetsu::glam::{Affine3, Quat, Vec3};

const FRAME: f32 = 1.0 / 60.0;
const SPEED: f32 = 0.75;
const CYCLE: f32 = 1.2;
const STANDS: f32 = 0.62;

/// A trunk on legs, in pairs one behind the other, and a walk on a level floor for them.
struct Walker {
    skeleton: Skeleton,
    body: Body,
    legs: Vec<[usize; 4]>,
    feet: Vec<Foot>,
}

impl Walker {
    fn new(legs: usize) -> Self {
        let mut builder = Skeleton::builder();
        let hips = builder.root("hips", Transform::from_translation(Vec3::Y));
        let legs: Vec<[usize; 4]> = (0..legs)
            .map(|leg| {
                let side = if leg % 2 == 0 { 0.1 } else { -0.1 };
                let back = -0.6 * (leg / 2) as f32;
                let mut add = |parent, part: &str, x, y, z| {
                    builder.child(
                        parent,
                        format!("{part}{leg}"),
                        Transform::from_translation(Vec3::new(x, y, z)),
                    )
                };
                let thigh = add(hips, "thigh", side, -0.02, back);
                let shin = add(thigh, "shin", 0.0, -0.45, 0.0);
                let ankle = add(shin, "ankle", 0.0, -0.45, 0.0);
                let toes = add(ankle, "toes", 0.0, -0.06, 0.14);
                add(toes, "tip", 0.0, -0.005, 0.06);
                [thigh, shin, ankle, toes]
            })
            .collect();
        let skeleton = builder.build().unwrap();
        let feet =
            legs.iter().map(|leg| Foot::at_rest(&skeleton, leg[0], leg[2], 0.0).unwrap()).collect();
        Self { body: Body::new(&skeleton), skeleton, legs, feet }
    }

    /// Feet stand, roll over the ball, and swing, in sequence.
    fn walk(&self, time: f32) -> Pose {
        let mut pose = self.skeleton.rest_pose();
        pose.locals[0].translation = Vec3::new(0.0, 0.955, SPEED * time);
        for (index, leg) in self.legs.iter().enumerate() {
            let ahead = (0.5 * index as f32 + 0.25 * (index / 2) as f32).fract();
            let cycles = time / CYCLE + ahead;
            let phase = cycles.fract();
            let swing = ((phase - STANDS) / (1.0 - STANDS)).max(0.0);
            let stood = SPEED * CYCLE * (cycles.floor() - ahead + 0.5 * STANDS + smooth(swing));
            let roll = 0.5 * smooth((phase - 0.3) / (STANDS - 0.3)) * (1.0 - smooth(swing));
            let lift = 0.07 * (1.0 - (std::f32::consts::TAU * swing).cos()) / 2.0;
            let hip = pose.locals[0].translation + self.skeleton.joints()[leg[0]].rest.translation;
            let ball = Vec3::new(
                hip.x,
                0.02 + lift,
                stood + 0.12 + self.skeleton.joints()[leg[0]].rest.translation.z,
            );
            self.reach(*leg, ball, roll, &mut pose);
        }
        pose
    }

    /// Standing still on bent knees, hips this high.
    fn crouch(&self, height: f32) -> Pose {
        let mut pose = self.skeleton.rest_pose();
        pose.locals[0].translation.y = height;
        for leg in &self.legs {
            let hip = pose.locals[0].translation + self.skeleton.joints()[leg[0]].rest.translation;
            self.reach(*leg, Vec3::new(hip.x, 0.02, hip.z + 0.14), 0.0, &mut pose);
        }
        pose
    }

    /// By the law of cosines.
    fn reach(&self, [thigh, shin, foot, toes]: [usize; 4], ball: Vec3, roll: f32, pose: &mut Pose) {
        let hip = pose.locals[0].translation + self.skeleton.joints()[thigh].rest.translation;
        let ankle =
            ball - Quat::from_rotation_x(roll) * self.skeleton.joints()[toes].rest.translation;
        let (down, forward, bone) = (hip.y - ankle.y, ankle.z - hip.z, 0.45);
        let span = down.hypot(forward).min(0.9);
        let knee = std::f32::consts::PI - (1.0 - span * span / (2.0 * bone * bone)).acos();
        let lean = -(forward.atan2(down) + 0.5 * knee);
        for (joint, angle) in
            [(thigh, lean), (shin, knee), (foot, roll - lean - knee), (toes, -roll)]
        {
            pose.locals[joint].rotation = Quat::from_rotation_x(angle);
        }
    }
}

fn smooth(s: f32) -> f32 {
    let s = s.clamp(0.0, 1.0);
    s * s * (3.0 - 2.0 * s)
}

/// The result of one frame.
struct Seen {
    stance: PlacementState,
    pose: Pose,
    clip: Vec<Affine3>,
    joints: Vec<Affine3>,
}

/// One frame of a game.
fn frame(
    walker: &Walker,
    ground: &impl Ground,
    clip: &Pose,
    (stance, seconds): (&mut PlacementState, f32),
    scratch: &mut Scratch,
) -> Seen {
    let mut pose = clip.clone();
    let clip = walker.skeleton.forward(&pose);
    let frame = ClipFrame { model_from_joint: &clip, floor: 0.0, seconds };
    FootPlacement::default().step(stance, &walker.feet, &frame, ground).unwrap();
    stance.apply_pelvis_offset(&walker.skeleton, &mut pose);
    let goals: Vec<Goal> = stance.goals(&walker.feet).collect();
    WholeBody::default().solve_with(&walker.body, &goals, &mut pose, scratch).unwrap();
    let joints = walker.skeleton.forward(&pose);
    Seen { stance: stance.clone(), pose, clip, joints }
}

/// A walk from its start.
fn walk(walker: &Walker, ground: &impl Ground, seconds: f32, step: f32) -> Vec<Seen> {
    let (mut stance, mut scratch) = (PlacementState::default(), Scratch::default());
    let frames = (seconds / step) as usize;
    (0..frames)
        .map(|index| {
            frame(
                walker,
                ground,
                &walker.walk(index as f32 * step),
                (&mut stance, step),
                &mut scratch,
            )
        })
        .collect()
}

fn rough(place: Vec3) -> Option<Surface> {
    let height =
        |x: f32, z: f32| 0.02 * (2.1 * x + 0.7 * z).sin() + 0.014 * (3.1 * z - 1.3 * x + 1.9).sin();
    let slope = |d: Vec3| {
        (height(place.x + d.x, place.z + d.z) - height(place.x - d.x, place.z - d.z)) / 0.02
    };
    let step = [(0.6, 0.05), (1.4, 0.12), (2.1, -0.07), (2.9, -0.1)]
        .iter()
        .filter(|(z, _)| place.z > *z)
        .map(|(_, up)| up)
        .sum::<f32>();
    let normal = Vec3::new(-slope(Vec3::X * 0.01), 1.0, -slope(Vec3::Z * 0.01));
    Some(Surface { height: height(place.x, place.z) + step, normal })
}

/// The depth of the deepest sole point of planted feet below the ground, and the height of the
/// lowest one of all feet above it.
fn depth(seen: &Seen, foot: &Foot, ground: &impl Ground) -> f32 {
    let soles =
        foot.soles(&seen.joints).map(|sole| ground.surface_at(sole).unwrap().height - sole.y);
    soles.into_iter().fold(f32::NEG_INFINITY, f32::max)
}

#[test]
fn planted_feet_do_not_slide() {
    for (legs, seconds) in [(2, 5.0), (4, 5.0)] {
        let walker = Walker::new(legs);
        let seen = walk(&walker, &rough, seconds, FRAME);
        let (mut planted, mut slide) = (0, 0.0f32);
        for (before, now) in seen.iter().zip(&seen[1..]) {
            for (index, foot) in walker.feet.iter().enumerate() {
                let (was, is) = (&before.stance.feet[index], &now.stance.feet[index]);
                let at = now.joints[foot.ankle].transform_point3(is.contact_in_ankle);
                if was.phase == Phase::Planted && is.phase == Phase::Planted {
                    planted += 1;
                    assert!(
                        at.distance(is.contact) < 2e-4,
                        "the contact is {} m from its place",
                        at.distance(is.contact)
                    );
                    if was.contact_in_ankle.distance(is.contact_in_ankle) < 1e-3 {
                        assert_eq!(was.contact, is.contact, "a pin is the same to the last bit");
                    }
                    let ball = |seen: &Seen| foot.soles(&seen.joints)[1];
                    slide = slide.max(ball(now).distance(ball(before)));
                }
            }
        }
        assert!(planted > 100 * legs, "{planted} frames planted");
        assert!(slide < 1e-3, "the ball of a foot moves {slide} m in a frame");
    }
}

#[test]
fn a_standing_foot_keeps_its_goals_to_the_last_bit() {
    let walker = Walker::new(2);
    let mut stance = PlacementState::default();
    let mut scratch = Scratch::default();
    // A clip with noise in its last digits, far from the origin, that slides by a centimetre.
    let mut first = None;
    for index in 0..60 {
        let mut clip = walker.crouch(0.9);
        clip.locals[0].translation += Vec3::new(700.0, 0.0, 300.0 + 0.0001 * index as f32);
        let seen = frame(&walker, &rough_far, &clip, (&mut stance, FRAME), &mut scratch);
        let goals: Vec<Goal> = seen.stance.goals(&walker.feet).collect();
        assert_eq!(first.get_or_insert_with(|| goals.clone()), &goals);
    }
}

fn rough_far(place: Vec3) -> Option<Surface> {
    rough(place - Vec3::new(700.0, 0.0, 300.0))
}

#[test]
fn goals_are_continuous() {
    let walker = Walker::new(2);
    let largest = |step: f32| {
        let seen = walk(&walker, &rough, 5.0, step);
        let mut largest = [0.0f32; 3];
        for (before, now) in seen.iter().zip(&seen[1..]) {
            for (index, foot) in walker.feet.iter().enumerate() {
                let (was, is) = (&before.stance.feet[index], &now.stance.feet[index]);
                // The ground's contribution to the clip.
                let added = (is.ankle - now.clip[foot.ankle].translation)
                    - (was.ankle - before.clip[foot.ankle].translation);
                let turned = 2.0 * (is.rotation * was.rotation.inverse()).xyz().length();
                let risen = (now.stance.pelvis_offset() - before.stance.pelvis_offset()).length();
                let all = [added.length(), turned, risen];
                largest = std::array::from_fn(|part| largest[part].max(all[part]));
            }
        }
        largest
    };
    let (at_60, at_240) = (largest(FRAME), largest(0.25 * FRAME));
    assert!(at_60[0] < 0.030 && at_60[1] < 0.12 && at_60[2] < 0.025, "{at_60:?}");
    for part in 0..3 {
        assert!(
            at_240[part] < 0.45 * at_60[part] + 1e-3,
            "what is continuous moves less in less time: {at_60:?} {at_240:?}"
        );
    }
}

#[test]
fn level_ground_gives_the_clip_back() {
    let walker = Walker::new(2);
    let (mut largest, mut exact) = (0.0f32, 0);
    let seen = walk(&walker, &Plane::level(0.0), 5.0, FRAME);
    for seen in &seen {
        for (index, foot) in walker.feet.iter().enumerate() {
            let apart = seen.stance.feet[index].ankle.distance(seen.clip[foot.ankle].translation);
            largest = largest.max(apart);
            exact += usize::from(apart < 1e-5);
        }
        assert!(seen.stance.pelvis_offset().y.abs() < 1e-5);
    }
    // At lift-off the pin holds until the foot is fast enough, then it fades out.
    assert!(largest < 0.02, "{largest}");
    assert!(exact * 10 > 2 * seen.len() * 7, "{exact} of {} are exact", 2 * seen.len());

    let mut stance = PlacementState::default();
    for index in 0..30 {
        let clip = walker.crouch(0.9 + 0.03 * (0.2 * index as f32).sin());
        let seen = frame(
            &walker,
            &Plane::level(0.0),
            &clip,
            (&mut stance, FRAME),
            &mut Scratch::default(),
        );
        for (wanted, got) in seen.clip.iter().zip(&seen.joints) {
            assert!(wanted.translation.distance(got.translation) < 1e-5);
        }
    }
}

#[test]
fn a_step_up_is_climbed() {
    let walker = Walker::new(2);
    let blocks = [
        Block { min: Vec3::splat(-9.0), max: Vec3::new(9.0, 0.0, 9.0) },
        Block { min: Vec3::new(-9.0, 0.0, 1.2), max: Vec3::new(9.0, 0.12, 9.0) },
    ];
    let seen = walk(&walker, &move |place: Vec3| blocks.surface_at(place), 5.0, FRAME);
    for seen in &seen {
        for (index, foot) in walker.feet.iter().enumerate() {
            if seen.stance.feet[index].phase == Phase::Planted {
                let deep = depth(seen, foot, &move |place: Vec3| blocks.surface_at(place));
                assert!(deep.abs() < 1e-3, "{deep}");
                // Level, also over the edge, except for the roll of the clip.
                let turned = seen.stance.feet[index].rotation
                    * Quat::from_mat3(&seen.clip[foot.ankle].matrix3).inverse();
                assert!(turned.xyz().length() < 1e-3);
            }
        }
    }
    let shifts: Vec<f32> = seen.iter().map(|seen| seen.stance.pelvis_offset().y).collect();
    assert!(shifts[0].abs() < 1e-5 && (shifts[shifts.len() - 1] - 0.12).abs() < 1e-3);
    assert!(shifts.windows(2).all(|pair| pair[1] > pair[0] - 0.01), "up, not up and down");
}

#[test]
fn on_a_slope_feet_lie_flat_and_the_pelvis_goes_evenly() {
    let walker = Walker::new(2);
    for rise in [0.15, -0.15] {
        let slope = Plane { point: Vec3::ZERO, normal: Vec3::new(0.0, 1.0, -rise) };
        let seen = walk(&walker, &slope, 4.0, FRAME);
        for (index, foot) in walker.feet.iter().enumerate() {
            for seen in &seen {
                let footing = &seen.stance.feet[index];
                let tilt =
                    footing.rotation * Quat::from_mat3(&seen.clip[foot.ankle].matrix3).inverse();
                assert!((tilt * Vec3::Y).distance(slope.normal.normalize()) < 1e-3);
                if footing.phase == Phase::Planted {
                    assert!(depth(seen, foot, &slope).abs() < 1e-3);
                }
            }
        }
        let late = &seen[60..];
        for (before, now) in late.iter().zip(&late[1..]) {
            let risen = (now.stance.pelvis_offset() - before.stance.pelvis_offset()).y;
            assert!((risen - rise * SPEED * FRAME).abs() < 8e-3, "{risen}");
        }
    }
}

#[test]
fn without_ground_feet_go_on_as_in_the_clip() {
    let walker = Walker::new(2);
    let cliffs: [fn(Vec3) -> Option<Surface>; 3] = [
        |place| (place.z < 1.5).then_some(Surface::level(-0.05)),
        |place| Some(Surface::level(if place.z < 1.5 { -0.05 } else { f32::NAN })),
        |place| Some(Surface::level(if place.z < 1.5 { -0.05 } else { -40.0 })),
    ];
    for cliff in cliffs {
        let seen = walk(&walker, &cliff, 5.0, FRAME);
        for seen in &seen {
            for footing in &seen.stance.feet {
                assert!(footing.phase != Phase::Planted || footing.contact.z < 1.7);
                assert!(
                    footing.ankle.is_finite()
                        && footing.rotation.is_finite()
                        && footing.contact.is_finite()
                );
            }
        }
        let last = &seen[seen.len() - 1];
        assert!(
            last.stance
                .feet
                .iter()
                .all(|footing| !footing.has_ground && footing.phase == Phase::Swing)
        );
        for (wanted, got) in last.clip.iter().zip(&last.joints) {
            assert!(
                wanted.translation.distance(got.translation) < 1e-3,
                "nothing to stand on changes nothing"
            );
        }
    }
}

#[test]
fn a_clip_that_slides_away_steps_again() {
    let walker = Walker::new(2);
    let (mut stance, mut scratch) = (PlacementState::default(), Scratch::default());
    let mut phases = Vec::new();
    for index in 0..120 {
        // A quarter of a metre per second: slow enough to be planted.
        let mut clip = walker.crouch(0.9);
        clip.locals[0].translation.x = 0.25 * FRAME * index as f32;
        let seen = frame(&walker, &Plane::level(0.0), &clip, (&mut stance, FRAME), &mut scratch);
        for (footing, foot) in seen.stance.feet.iter().zip(&walker.feet) {
            let way = footing.ankle - seen.clip[foot.ankle].translation;
            assert!(way.length() < 0.13, "{way}");
        }
        phases.push(seen.stance.feet[0].phase);
    }
    let changes = phases.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert!((6..=14).contains(&changes), "{changes} changes");
}

#[test]
fn a_saved_state_goes_on_bit_by_bit() {
    let walker = Walker::new(4);
    let all = walk(&walker, &rough, 3.0, FRAME);
    for start in [1, 37, 80, 120] {
        let saved = all[start].stance.clone();
        #[cfg(feature = "serde")]
        let saved: PlacementState =
            serde_json::from_str(&serde_json::to_string(&saved).unwrap()).unwrap();
        let (mut stance, mut scratch) = (saved, Scratch::default());
        for (index, wanted) in all.iter().enumerate().skip(start + 1) {
            let seen = frame(
                &walker,
                &rough,
                &walker.walk(index as f32 * FRAME),
                (&mut stance, FRAME),
                &mut scratch,
            );
            assert_eq!(seen.stance, wanted.stance);
            assert_eq!(seen.pose, wanted.pose);
        }
    }
}

#[test]
fn any_number_of_legs() {
    for legs in [0, 1, 3, 6] {
        let walker = Walker::new(legs);
        for seen in walk(&walker, &rough, 2.0, FRAME) {
            assert_eq!(seen.stance.feet.len(), legs);
            assert!(seen.joints.iter().all(|joint| joint.is_finite()));
        }
    }
}

#[test]
fn a_pose_is_put_down_on_the_ground() {
    let walker = Walker::new(2);
    for (height, slope) in [(3.0, 0.1), (-2.0, -0.2), (0.0, 0.0)] {
        let ground = Plane { point: Vec3::Y * height, normal: Vec3::new(-slope, 1.0, 0.3 * slope) };
        let mut pose = walker.crouch(0.9);
        let stance = FootPlacement::default()
            .plant(&walker.feet, &walker.skeleton.forward(&pose), &ground)
            .unwrap();
        stance.apply_pelvis_offset(&walker.skeleton, &mut pose);
        let goals: Vec<Goal> = stance.goals(&walker.feet).collect();
        WholeBody::default().solve(&walker.body, &goals, &mut pose).unwrap();
        let joints = walker.skeleton.forward(&pose);
        for foot in &walker.feet {
            for sole in foot.soles(&joints) {
                let above = sole.y - ground.surface_at(sole).unwrap().height;
                assert!(above.abs() < 1e-3, "{above} above a slope of {slope}");
            }
        }
    }
    let nowhere = FootPlacement::default()
        .plant(&walker.feet, &walker.skeleton.forward(&walker.crouch(0.9)), &|_| None)
        .unwrap();
    assert_eq!(nowhere.pelvis_offset(), Vec3::ZERO);
}

#[test]
fn a_leg_that_is_too_short_lowers_the_pelvis() {
    let walker = Walker::new(2);
    // One foot a step lower.
    let ground = |place: Vec3| Some(Surface::level(if place.x > 0.0 { 0.0 } else { -0.25 }));
    let mut stance = PlacementState::default();
    let clip = walker.crouch(0.97);
    let mut seen = frame(&walker, &ground, &clip, (&mut stance, FRAME), &mut Scratch::default());
    for _ in 0..60 {
        seen = frame(&walker, &ground, &clip, (&mut stance, FRAME), &mut Scratch::default());
    }
    for foot in &walker.feet {
        assert!(depth(&seen, foot, &ground).abs() < 1e-3);
        let leg = seen.joints[foot.hip].translation.distance(seen.joints[foot.ankle].translation);
        assert!(leg <= foot.length * 0.99, "{leg}");
    }
}

#[test]
fn what_is_not_a_number_is_an_error_and_changes_nothing() {
    let walker = Walker::new(2);
    let clip = walker.skeleton.forward(&walker.crouch(0.9));
    let mut stance = PlacementState::default();
    let floor = Plane::level(0.0);
    let good = ClipFrame { model_from_joint: &clip, floor: 0.0, seconds: FRAME };
    FootPlacement::default().step(&mut stance, &walker.feet, &good, &floor).unwrap();
    let before = stance.clone();
    let mut lost = clip.clone();
    lost[walker.feet[1].ankle].translation.x = f32::NAN;
    let steep = FootPlacement { max_tilt: 2.0, ..FootPlacement::default() };
    let cases = [
        (FootPlacement::default(), ClipFrame { seconds: f32::NAN, ..good }),
        (FootPlacement::default(), ClipFrame { seconds: -FRAME, ..good }),
        (FootPlacement::default(), ClipFrame { floor: f32::INFINITY, ..good }),
        (FootPlacement::default(), ClipFrame { model_from_joint: &lost, ..good }),
        (steep, good),
    ];
    for (placement, frame) in cases {
        let error = placement.step(&mut stance, &walker.feet, &frame, &floor).unwrap_err();
        assert!(matches!(error, Error::InvalidNumber { .. }), "{error}");
        assert_eq!(stance, before);
    }
    let short = ClipFrame { model_from_joint: &clip[..3], ..good };
    let error =
        FootPlacement::default().step(&mut stance, &walker.feet, &short, &floor).unwrap_err();
    assert!(matches!(error, Error::JointOutOfRange { .. }));
    let error =
        FootPlacement::default().step(&mut stance, &walker.feet[..1], &good, &floor).unwrap_err();
    assert!(matches!(error, Error::InvalidNumber { .. }));
    assert_eq!(stance, before);
}

#[test]
fn feet_are_found_and_measured_at_rest() {
    let walker = Walker::new(2);
    let (skeleton, foot) = (&walker.skeleton, &walker.feet[0]);
    assert!((foot.length - 0.9).abs() < 1e-6 && foot.toe == Some(walker.legs[0][3]));
    let rest = skeleton.forward(&skeleton.rest_pose());
    assert!(foot.soles(&rest).iter().all(|sole| sole.y.abs() < 1e-6));
    assert!((foot.soles(&rest)[0].z + 0.3 * 0.14).abs() < 1e-6);

    let limb = |leg: [usize; 4]| kansetsu::d3::Limb {
        name: String::new(),
        base: leg[0],
        middle: leg[1],
        tip: leg[2],
        pole: Vec3::Z,
    };
    let mut rig = Rig::new(skeleton.clone());
    rig.limbs = walker.legs.iter().map(|leg| limb(*leg)).collect();
    assert_eq!(Foot::from_rig(&rig, 0.0).unwrap(), walker.feet);
    assert_eq!(Foot::from_rig(&rig, -1.0).unwrap(), [], "an arm that hangs in the air is no leg");
    assert!(matches!(
        Foot::at_rest(skeleton, walker.legs[1][0], walker.legs[0][2], 0.0),
        Err(Error::NotAChain { .. })
    ));
    assert!(matches!(Foot::at_rest(skeleton, 99, 0, 0.0), Err(Error::JointOutOfRange { .. })));
}

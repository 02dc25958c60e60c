use kansetsu::Error;
use kansetsu::classic::{AlignAttach, AlignBody, AlignGoals, AlignJoints, AlignLimb, AlignLimits};
use kansetsu::d3::{Pose, Skeleton, Transform};
use kansetsu::glam::{DMat3, DMat4, DQuat, DVec3, Quat, Vec3};

use crate::random::Random;

/// A humanoid in a T-pose that faces -Z, its joints' own axes rotated at random unless `turn` is
/// none.
fn humanoid(mut turn: impl FnMut() -> Option<Quat>) -> (Skeleton, AlignJoints) {
    // Positions in model space.
    let places: [(&str, Option<usize>, [f32; 3]); 16] = [
        ("hips", None, [0.0, 1.0, 0.0]),
        ("chest", Some(0), [0.0, 1.3, 0.02]),
        ("left shoulder", Some(1), [-0.03, 1.45, 0.0]),
        ("left upper arm", Some(2), [-0.15, 1.45, 0.0]),
        ("left lower arm", Some(3), [-0.42, 1.45, 0.0]),
        ("left hand", Some(4), [-0.66, 1.45, 0.0]),
        ("right shoulder", Some(1), [0.03, 1.45, 0.0]),
        ("right upper arm", Some(6), [0.15, 1.45, 0.0]),
        ("right lower arm", Some(7), [0.42, 1.45, 0.0]),
        ("right hand", Some(8), [0.66, 1.45, 0.0]),
        ("left upper leg", Some(0), [-0.1, 0.92, 0.0]),
        ("left lower leg", Some(10), [-0.1, 0.5, 0.0]),
        ("left foot", Some(11), [-0.1, 0.08, 0.0]),
        ("right upper leg", Some(0), [0.1, 0.92, 0.0]),
        ("right lower leg", Some(13), [0.1, 0.5, 0.0]),
        ("right foot", Some(14), [0.1, 0.08, 0.0]),
    ];
    let mut builder = Skeleton::builder();
    let mut model_from_joint: Vec<(Vec3, Quat)> = Vec::new();
    for (name, parent, place) in places {
        let (at, rotation) =
            parent.map_or((Vec3::ZERO, Quat::IDENTITY), |parent: usize| model_from_joint[parent]);
        let wanted = turn().unwrap_or(Quat::IDENTITY);
        let back = rotation.inverse();
        let rest =
            Transform::from_translation_rotation(back * (Vec3::from(place) - at), back * wanted);
        match parent {
            None => builder.root(name, rest),
            Some(parent) => builder.child(parent, name, rest),
        };
        model_from_joint.push((place.into(), wanted));
    }
    let limb = |shoulder, upper| AlignLimb { shoulder, upper, lower: upper + 1, tip: upper + 2 };
    let joints = AlignJoints {
        hips: 0,
        left_arm: limb(Some(2), 3),
        right_arm: limb(Some(6), 7),
        left_leg: limb(None, 10),
        right_leg: limb(None, 13),
    };
    (builder.build().unwrap(), joints)
}

/// The published table in degrees, written again independently, by joint: the axes in order (0 =
/// x), then x, y, z.
fn table(joint: usize, has_slip: bool) -> Option<([usize; 3], [[f64; 2]; 3])> {
    let free = [-1e9, 1e9];
    Some(match joint {
        2 => ([0, 2, 1], [[0.0, 0.0], [-30.0, 30.0], [-45.0, 0.0]]),
        6 => ([0, 2, 1], [[0.0, 0.0], [-30.0, 30.0], [0.0, 45.0]]),
        3 => ([1, 0, 2], [[-90.0, 90.0], [-160.0, 0.0], [-50.0, 120.0]]),
        7 => ([1, 0, 2], [[-90.0, 90.0], [0.0, 160.0], [-120.0, 50.0]]),
        4 => ([1, 2, 0], [[-45.0, 45.0], [-170.0, 0.0], [0.0, 0.0]]),
        8 => ([1, 2, 0], [[-45.0, 45.0], [0.0, 170.0], [0.0, 0.0]]),
        10 => ([0, 2, 1], [free, [-90.0, 90.0], [-150.0, 30.0]]),
        13 if has_slip => return None,
        13 => ([0, 2, 1], [free, [-90.0, 90.0], [-30.0, 150.0]]),
        11 | 14 => ([0, 1, 2], [[-180.0, 0.0], [0.0, 0.0], [0.0, 0.0]]),
        _ => return None,
    })
}

fn axis_matrix(axis: usize, angle: f64) -> DMat3 {
    DMat3::from_axis_angle(DVec3::AXES[axis], angle)
}

/// Canonical angles from the matrix, each clamped, and the matrix of the result.
fn boxed(m: DMat3, ([i, j, k], bounds): ([usize; 3], [[f64; 2]; 3])) -> DMat3 {
    let at = |row: usize, column: usize| m.col(column)[row];
    let sign = if (i + 1) % 3 == j { 1.0 } else { -1.0 };
    let pitch = (sign * at(i, k)).clamp(-1.0, 1.0).asin();
    let heading = (-sign * at(j, k)).atan2(at(k, k));
    let bank = (-sign * at(i, j)).atan2(at(i, i));
    let cut = |axis: usize, angle: f64| {
        angle.clamp(bounds[axis][0].to_radians(), bounds[axis][1].to_radians())
    };
    axis_matrix(i, cut(i, heading)) * axis_matrix(j, cut(j, pitch)) * axis_matrix(k, cut(k, bank))
}

/// The published pass in double precision, written again independently, with matrices that are
/// recomputed after every rotation.
struct Plain<'a> {
    skeleton: &'a Skeleton,
    translations: Vec<DVec3>,
    rotations: Vec<DMat3>,
    rest: Vec<DMat3>,
    has_slip: bool,
    facing: DMat3,
}

impl Plain<'_> {
    fn world(&self, joint: usize) -> DMat4 {
        let local = DMat4::from_mat3(self.rotations[joint]);
        let local = DMat4::from_translation(self.translations[joint]) * local;
        self.skeleton.joints()[joint].parent.map_or(local, |parent| self.world(parent) * local)
    }

    fn place(&self, joint: usize) -> DVec3 {
        self.world(joint).w_axis.truncate()
    }

    fn rest_in_model(&self, joint: usize) -> DMat3 {
        self.skeleton.joints()[joint]
            .parent
            .map_or(DMat3::IDENTITY, |parent| self.rest_in_model(parent))
            * self.rest[joint]
    }

    fn limb(&mut self, bones: &[(usize, f64)], tip: usize, goal: DVec3) {
        let (mut end, mut goal) = (tip, goal);
        for &(joint, part) in bones {
            let (a, b) = (self.place(end) - self.place(joint), goal - self.place(joint));
            let axis = a.cross(b).normalize();
            let angle = a.cross(b).length().atan2(a.dot(b)) * part;
            let parent =
                DMat3::from_mat4(self.world(self.skeleton.joints()[joint].parent.unwrap()));
            self.rotations[joint] = parent.transpose()
                * DMat3::from_axis_angle(axis, angle)
                * parent
                * self.rotations[joint];
            if let Some(limit) = table(joint, self.has_slip) {
                // The rotation from rest about the model's axes at rest, then about those of the
                // table.
                let rest = self.rest_in_model(joint);
                let axes = rest.transpose() * self.facing;
                let turn =
                    axes.transpose() * self.rest[joint].transpose() * self.rotations[joint] * axes;
                self.rotations[joint] =
                    self.rest[joint] * axes * boxed(turn, limit) * axes.transpose();
            }
            goal -= self.place(end) - self.place(joint);
            end = joint;
        }
    }
}

fn random_goals(
    random: &mut Random,
    skeleton: &Skeleton,
    pose: &Pose,
    joints: &AlignJoints,
) -> AlignGoals {
    let places = skeleton.forward(pose);
    let mut near = |joint: usize, by: f32| {
        Some(places[joint].translation + random.direction() * random.range(0.02, by))
    };
    AlignGoals {
        hips: near(joints.hips, 0.1),
        left_hand: near(joints.left_arm.tip, 0.6),
        right_hand: near(joints.right_arm.tip, 0.6),
        left_foot: near(joints.left_leg.tip, 0.6),
        right_foot: near(joints.right_leg.tip, 0.6),
    }
}

#[test]
fn one_pass_from_a_thousand_random_states_agrees_with_the_published_steps() {
    let mut random = Random::new(201);
    let mut worst = 0.0_f64;
    for state in 0..1_000 {
        let own_axes = state % 2 == 0;
        let (skeleton, joints) = humanoid(|| own_axes.then(|| random.rotation()));
        let has_slip = state % 3 == 0;
        // The limits' axes with the figure's facing; here any rotation about Y.
        let facing =
            Quat::from_rotation_y(if state % 5 == 0 { random.range(-3.0, 3.0) } else { 0.0 });
        let limits = if has_slip { AlignLimits::PUBLISHED } else { AlignLimits::SYMMETRIC };
        let body = AlignBody::new(&skeleton, joints, limits, facing).unwrap();
        let mut pose = skeleton.rest_pose();
        for local in &mut pose.locals {
            local.rotation = random.rotation();
        }
        let goals = random_goals(&mut random, &skeleton, &pose, &joints);
        let matrix = |q: Quat| DMat3::from_quat(q.as_dquat().normalize());
        let mut plain = Plain {
            skeleton: &skeleton,
            translations: pose.locals.iter().map(|local| local.translation.as_dvec3()).collect(),
            rotations: pose.locals.iter().map(|local| matrix(local.rotation)).collect(),
            rest: skeleton.joints().iter().map(|joint| matrix(joint.rest.rotation)).collect(),
            has_slip,
            facing: matrix(facing),
        };
        AlignAttach::default().step(&skeleton, &body, &goals, &mut pose).unwrap();
        plain.translations[0] = goals.hips.unwrap().as_dvec3();
        plain.limb(&[(4, 1.0), (3, 0.2), (2, 0.05)], 5, goals.left_hand.unwrap().as_dvec3());
        plain.limb(&[(8, 1.0), (7, 0.2), (6, 0.05)], 9, goals.right_hand.unwrap().as_dvec3());
        plain.limb(&[(11, 1.0), (10, 0.2)], 12, goals.left_foot.unwrap().as_dvec3());
        plain.limb(&[(14, 1.0), (13, 0.2)], 15, goals.right_foot.unwrap().as_dvec3());
        for (joint, map) in skeleton.forward(&pose).iter().enumerate() {
            let off = plain.place(joint).distance(map.translation.as_dvec3());
            worst = worst.max(off);
            assert!(off <= 1e-5 * 1.7, "{off} at joint {joint} in state {state}");
        }
    }
    assert!(worst > 0.0 && worst <= 1e-5 * 1.7, "{worst:e}");
}

#[test]
fn frame_after_frame_the_hands_and_feet_come_to_what_the_limits_allow_and_stay_inside() {
    let mut random = Random::new(202);
    let (mut near, mut count) = (0, 0);
    for _ in 0..100 {
        let (skeleton, joints) = humanoid(|| Some(random.rotation()));
        let body =
            AlignBody::new(&skeleton, joints, AlignLimits::SYMMETRIC, Quat::IDENTITY).unwrap();
        let goals = AlignGoals {
            hips: Some(Vec3::new(0.0, 0.95, 0.0)),
            left_hand: Some(Vec3::new(-0.45, 1.2, -0.15) + random.direction() * 0.1),
            right_hand: Some(Vec3::new(0.45, 1.2, -0.15) + random.direction() * 0.1),
            left_foot: Some(Vec3::new(-0.12, 0.2, 0.1) + random.direction() * 0.05),
            right_foot: Some(Vec3::new(0.12, 0.2, 0.1) + random.direction() * 0.05),
        };
        let mut pose = skeleton.rest_pose();
        let report = (0..300)
            .map(|_| AlignAttach::default().step(&skeleton, &body, &goals, &mut pose).unwrap())
            .last()
            .unwrap();
        for goal in &report.goals {
            let place = skeleton.forward(&pose)[goal.joint].translation;
            assert!((place.distance(goal.target) - goal.distance).abs() < 1e-5);
            near += usize::from(goal.distance < 0.01);
            count += 1;
        }
        let rest = skeleton.forward(&skeleton.rest_pose());
        for joint in 0..skeleton.len() {
            let Some(limit) = table(joint, false) else { continue };
            let axes =
                DMat3::from_quat(kansetsu::d3::rotation_of(&rest[joint]).as_dquat().normalize())
                    .transpose();
            let turn = (skeleton.joints()[joint].rest.rotation.inverse()
                * pose.locals[joint].rotation)
                .as_dquat()
                .normalize();
            let seen = axes.transpose() * DMat3::from_quat(turn) * axes;
            let kept = boxed(seen, limit);
            let off = DQuat::from_mat3(&kept).angle_between(DQuat::from_mat3(&seen));
            assert!(off < 1e-3, "joint {joint} is {off} rad outside");
        }
    }
    assert!(near * 100 >= count * 80, "{near} of {count} within a centimetre");
}

#[test]
fn half_a_turn_goes_about_the_bend_axis() {
    let (skeleton, joints) = humanoid(|| None);
    let body = AlignBody::new(&skeleton, joints, AlignLimits::SYMMETRIC, Quat::IDENTITY).unwrap();
    let mut pose = skeleton.rest_pose();
    // Behind the elbow on the arm's own line.
    let goals = AlignGoals { left_hand: Some(Vec3::new(-0.2, 1.45, 0.0)), ..AlignGoals::default() };
    AlignAttach::default().step(&skeleton, &body, &goals, &mut pose).unwrap();
    // The elbow's box is widest about Y: it folds in the level plane, as far as its bound.
    let turn = pose.locals[joints.left_arm.lower].rotation;
    assert!(turn.xyz().cross(Vec3::Y).length() < 1e-5 && turn.xyz().length() > 0.5, "{turn}");
    assert!(pose.locals.iter().all(|local| local.rotation.is_finite()));
}

#[test]
fn what_has_no_goal_and_what_is_met_stays_to_the_bit() {
    let (skeleton, joints) = humanoid(|| None);
    let body = AlignBody::new(&skeleton, joints, AlignLimits::SYMMETRIC, Quat::IDENTITY).unwrap();
    let rest = skeleton.rest_pose();
    let mut pose = rest.clone();
    AlignAttach::default().step(&skeleton, &body, &AlignGoals::default(), &mut pose).unwrap();
    assert_eq!(pose, rest);
    let places = skeleton.forward(&rest);
    let at = |joint: usize| Some(places[joint].translation);
    let goals = AlignGoals {
        hips: at(0),
        left_hand: at(5),
        right_hand: at(9),
        left_foot: at(12),
        right_foot: at(15),
    };
    AlignAttach::default().step(&skeleton, &body, &goals, &mut pose).unwrap();
    assert_eq!(pose, rest);
}

#[test]
fn bad_input_is_an_error_and_the_pose_is_untouched() {
    let (skeleton, joints) = humanoid(|| None);
    let new = |joints, limits, facing| AlignBody::new(&skeleton, joints, limits, facing);
    let odd = AlignJoints { left_arm: AlignLimb { lower: 8, ..joints.left_arm }, ..joints };
    assert!(matches!(new(odd, AlignLimits::NONE, Quat::IDENTITY), Err(Error::NotAChain { .. })));
    let far = AlignJoints { hips: 99, ..joints };
    assert!(matches!(
        new(far, AlignLimits::NONE, Quat::IDENTITY),
        Err(Error::JointOutOfRange { .. })
    ));
    assert!(new(joints, AlignLimits::NONE, Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)).is_err());
    let mut limits = AlignLimits::SYMMETRIC;
    limits.left_shoulder.as_mut().unwrap().min.x = f32::NAN;
    assert!(new(joints, limits, Quat::IDENTITY).is_err());

    let body = new(joints, AlignLimits::SYMMETRIC, Quat::IDENTITY).unwrap();
    let mut pose = skeleton.rest_pose();
    let before = pose.clone();
    let good = AlignGoals { hips: Some(Vec3::ONE), ..AlignGoals::default() };
    let bad = AlignGoals { right_foot: Some(Vec3::NAN), ..good };
    assert!(AlignAttach::default().step(&skeleton, &body, &bad, &mut pose).is_err());
    assert!(
        AlignAttach { upper: f32::NAN, ..AlignAttach::default() }
            .step(&skeleton, &body, &good, &mut pose)
            .is_err()
    );
    assert_eq!(pose, before);
    pose.locals[3].rotation = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    assert!(matches!(
        AlignAttach::default().step(&skeleton, &body, &good, &mut pose),
        Err(Error::InvalidTransform { .. })
    ));
    pose.locals.pop();
    assert!(matches!(
        AlignAttach::default().step(&skeleton, &body, &good, &mut pose),
        Err(Error::PoseMismatch { .. })
    ));
}

#[test]
fn nothing_is_ever_nan() {
    let mut random = Random::new(203);
    let extremes = [0.0, -0.0, 1e-45, 1e-38, 1e-20, 1.0, -1.0, 1e10, 1e20, 1e30, -1e30, 3e38];
    let (skeleton, joints) = humanoid(|| Some(random.rotation()));
    let body = AlignBody::new(&skeleton, joints, AlignLimits::PUBLISHED, Quat::IDENTITY).unwrap();
    for _ in 0..5_000 {
        let value = |random: &mut Random| {
            if random.unit() < 0.2 {
                extremes[random.below(extremes.len())]
            } else {
                random.range(-2.0, 2.0)
            }
        };
        let vector = |random: &mut Random| Vec3::new(value(random), value(random), value(random));
        let mut pose = skeleton.rest_pose();
        for local in &mut pose.locals {
            local.rotation = random.rotation();
            if random.unit() < 0.2 {
                local.scale = vector(&mut random);
            }
            if random.unit() < 0.1 {
                local.translation = vector(&mut random);
            }
        }
        let before = pose.clone();
        let mut goal = || Some(vector(&mut random));
        let goals = AlignGoals {
            hips: goal(),
            left_hand: goal(),
            right_hand: goal(),
            left_foot: goal(),
            right_foot: goal(),
        };
        match AlignAttach::default().step(&skeleton, &body, &goals, &mut pose) {
            Ok(report) => {
                assert!(
                    pose.locals
                        .iter()
                        .all(|local| local.rotation.is_finite() && local.translation.is_finite()),
                    "{before:?}"
                );
                assert!(report.goals.iter().all(|goal| goal.reached.is_finite()));
            }
            Err(_) => assert_eq!(pose, before),
        }
    }
}

//! Rigid bodies of MikuMikuDance as spring bones: a skirt panel of two bones in front of the hips,
//! above a leg.

use std::f32::consts::FRAC_PI_2;

use kansetsu::animation::{ColliderShape, SpringSimulation};
use kansetsu::glam::{Quat, Vec3};
use kansetsu_formats::{Figure, Opened, gltf, open};

use crate::mmd_made::{Form, Pmx, pmd};
use crate::skip::test_data;

const FORM: Form = Form { version: 2.0, is_utf16: true, more_uvs: 0, sizes: [2; 6] };
const UNIT: f32 = 0.08;
const SEPARATE: [f32; 3] = [0.0; 3];

/// Bone, group, mask; shape and size; position; mass, damping; whether it is dynamic.
type Body = (i32, u8, u16, (u8, [f32; 3]), [f32; 3], [f32; 2], bool);

/// The hips are static, as is the leg, which is a box. The panel has two dynamic capsules.
fn bodies(mask: u16) -> Vec<Body> {
    vec![
        (0, 0, 0xFFFF, (0, [1.0, 0.0, 0.0]), [0.0, 10.0, 0.0], [1.0, 0.5], false),
        (1, 0, 0xFFFF, (1, [0.2, 2.0, 0.2]), [0.0, 7.0, -0.5], [1.0, 0.5], false),
        (2, 1, mask, (2, [0.1, 1.0, 0.0]), [0.0, 9.0, -1.0], [2.0, 0.75], true),
        (3, 1, mask, (2, [0.1, 1.0, 0.0]), [0.0, 7.0, -1.0], [2.0, 0.75], true),
    ]
}

/// `limits` are the least and the largest angles of the upper joint about x and z, degrees.
/// `springs` are its torques.
fn skirt(limits: [[f32; 2]; 2], springs: [f32; 3], mask: u16) -> Vec<u8> {
    let mut file = Pmx::new(FORM);
    // Vertices, indices, pictures and materials: none.
    (0..4).for_each(|_| file.int(0));
    file.int(4);
    file.bone("センター", [0.0, 10.0, 0.0], -1);
    file.bone("左足", [0.0, 9.0, -0.5], 0);
    file.bone("スカート1", [0.0, 10.0, -1.0], 0);
    file.bone("スカート2", [0.0, 8.0, -1.0], 2);
    // Morphs and display frames: none.
    (0..2).for_each(|_| file.int(0));
    let bodies = bodies(mask);
    file.int(bodies.len() as i32);
    for (bone, group, mask, (shape, size), place, factors, is_dynamic) in bodies {
        file.text("剛体");
        file.text("");
        file.index(3, bone);
        file.bytes.push(group);
        file.bytes.extend(mask.to_le_bytes());
        file.bytes.push(shape);
        [size, place, [0.0; 3]].iter().for_each(|numbers| file.floats(numbers));
        file.floats(&[factors[0], factors[1], factors[1], 0.0, 0.5]);
        file.bytes.push(u8::from(is_dynamic));
    }
    let [x, z] = limits.map(|limits| limits.map(f32::to_radians));
    let joints = [
        (0, 2, [0.0, 10.0, -1.0], [[x[0], 0.0, z[0]], [x[1], 0.0, z[1]]], springs),
        (2, 3, [0.0, 8.0, -1.0], [[-1.0; 3], [1.0; 3]], SEPARATE),
    ];
    file.int(joints.len() as i32);
    for (first, second, place, [low, high], springs) in joints {
        file.text("関節");
        file.text("");
        file.bytes.push(0);
        file.index(5, first);
        file.index(5, second);
        for numbers in [place, [0.0; 3], [0.0; 3], [0.0; 3], low, high, [0.0; 3], springs] {
            file.floats(&numbers);
        }
    }
    file.bytes
}

pub(crate) fn example() -> Vec<u8> {
    skirt([[-60.0, 3.0], [-15.0, 15.0]], [9.0; 3], 0xFFFF)
}

fn opened(bytes: &[u8], name: &str) -> Opened {
    open(bytes, name, &|path| Err(format!("{path} is not here")))
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The direction of the tail of the upper panel in the space of the hips, ten seconds after the
/// hips have turned.
fn hanging(figure: &Figure, turn: Quat) -> Vec3 {
    let skeleton = &figure.rig.skeleton;
    let mut pose = skeleton.rest_pose();
    let mut simulation = SpringSimulation::start(skeleton, &figure.springs, &mut pose).unwrap();
    pose.locals[0].rotation = turn;
    for _ in 0..600 {
        simulation.step(&mut pose, 1.0 / 60.0);
    }
    let [upper, lower] = ["スカート1", "スカート2"].map(|name| skeleton.find(name).unwrap());
    let maps = skeleton.forward(&pose);
    let along = maps[lower].translation - maps[upper].translation;
    assert!((along.length() - 2.0 * UNIT).abs() < 1e-5, "{along}");
    turn.inverse() * along.normalize()
}

/// Degrees towards the front and towards the left.
fn swing(direction: Vec3) -> [f32; 2] {
    [direction.z, direction.x].map(|part| part.atan2(-direction.y).to_degrees())
}

#[test]
fn limits_of_joints_hold_on_their_own_side() {
    // On real models, negative angles about x lift a panel in front whose joint is not turned.
    let figure = opened(&skirt([[-60.0, 3.0], [-15.0, 15.0]], SEPARATE, 0), "skirt.pmx").figure;
    assert_eq!(figure.springs.springs.len(), 1);
    assert_eq!(figure.springs.springs[0].joints.len(), 2);
    for (name, turn, expected) in [
        ("face down", Quat::from_rotation_x(FRAC_PI_2), [60.0, 0.0]),
        ("face up", Quat::from_rotation_x(-FRAC_PI_2), [-3.0, 0.0]),
        ("left side down", Quat::from_rotation_z(-FRAC_PI_2), [0.0, 15.0]),
        ("right side down", Quat::from_rotation_z(FRAC_PI_2), [0.0, -15.0]),
    ] {
        let found = swing(hanging(&figure, turn));
        let is_near = |(found, expected): (&f32, &f32)| (found - expected).abs() < 3.5;
        assert!(found.iter().zip(&expected).all(is_near), "{name}: {found:?}");
        let [at, most] =
            if expected[0] == 0.0 { [found[1], expected[1]] } else { [found[0], expected[0]] };
        assert!((at - most).abs() < 0.1, "{name}: {found:?}");
    }
    let free = opened(&skirt([[1.0, -1.0], [1.0, -1.0]], SEPARATE, 0), "skirt.pmx").figure;
    let down = hanging(&free, Quat::from_rotation_x(FRAC_PI_2));
    assert!(down.distance(Vec3::Z) < 1e-2, "{down}");
}

#[test]
fn a_swing_has_the_frequency_of_the_torque_and_the_inertia() {
    // m r² = 2; 128 / 2 is the square of 8 radians per second.
    let figure = opened(&skirt([[-90.0, 90.0]; 2], [128.0, 0.0, 128.0], 0), "skirt.pmx").figure;
    let mut bones = figure.springs.clone();
    let joint = &mut bones.springs[0].joints[0];
    assert!((joint.drag - (1.0 - 0.25_f32.powf(1.0 / 60.0))).abs() < 1e-6, "{}", joint.drag);
    assert!((joint.gravity.y + 98.0 * UNIT / 60.0).abs() < 1e-5, "{}", joint.gravity);
    (joint.drag, joint.gravity) = (0.0, Vec3::ZERO);
    let skeleton = &figure.rig.skeleton;
    let mut pose = skeleton.rest_pose();
    let mut simulation = SpringSimulation::start(skeleton, &bones, &mut pose).unwrap();
    pose.locals[0].rotation = Quat::from_rotation_x(0.1);
    let mut crossings = Vec::new();
    let mut before = 0.0;
    for step in 1..=240 {
        simulation.step(&mut pose, 1.0 / 60.0);
        let angle = pose.locals[2].rotation.x;
        if before * angle < 0.0 {
            crossings.push(step as f32 / 60.0);
        }
        before = angle;
    }
    let halves = crossings.len() - 1;
    let rate = std::f32::consts::PI * halves as f32 / (crossings[halves] - crossings[0]);
    assert!((rate - 8.0).abs() < 0.3, "{rate} radians per second");
}

#[test]
fn bodies_collide_as_groups_and_joints_say() {
    let limits = [[-60.0, 60.0], [-1.0, 1.0]];
    let all = opened(&skirt(limits, SEPARATE, 0xFFFF), "skirt.pmx").figure;
    let springs = &all.springs;
    assert_eq!(springs.colliders.len(), 2);
    assert!(springs.colliders.contains(&kansetsu::animation::SpringCollider {
        joint: 0,
        shape: ColliderShape::Capsule { ends: [Vec3::ZERO; 2], radius: UNIT, is_container: false },
    }));
    // A joint links the upper panel to the hips.
    let of = |joint: usize| {
        let is_of = |spring: &&kansetsu::animation::Spring| {
            spring.joints.iter().any(|own| own.joint == joint)
        };
        let spring = springs.springs.iter().find(is_of).unwrap();
        let mut joints: Vec<usize> =
            springs.colliders_of(spring).map(|collider| collider.joint).collect();
        joints.sort_unstable();
        joints
    };
    assert_eq!((of(2), of(3)), (vec![1], vec![0, 1]));
    // Face up, the panel falls onto the leg, whose surface is 0.2 units behind its own.
    let turn = Quat::from_rotation_x(-FRAC_PI_2);
    let [held, _] = swing(hanging(&all, turn));
    let none = opened(&skirt(limits, SEPARATE, 0), "skirt.pmx").figure;
    let [free, _] = swing(hanging(&none, turn));
    assert!((free + 60.0).abs() < 0.1, "{free}");
    assert!(held > -15.0 && held < 0.0, "{held}");
}

#[test]
fn bodies_of_the_older_format_are_relative_to_their_bones() {
    let mut file = pmd();
    // No English names; toon pictures.
    file.extend([0; 1001]);
    file.extend(1_u32.to_le_bytes());
    let mut body = vec![0; 20];
    body.extend(2_u16.to_le_bytes());
    body.extend([0, 0xFF, 0xFF, 0]);
    for number in [0.5_f32, 0.0, 0.0, 0.0, 1.0, 0.0] {
        body.extend(number.to_le_bytes());
    }
    body.resize(83, 0);
    file.extend(body);
    file.extend(0_u32.to_le_bytes());
    let opened = opened(&file, "made.pmd");
    let collider = &opened.figure.springs.colliders[0];
    assert_eq!(collider.joint, opened.figure.rig.skeleton.find("左ひざ").unwrap());
    let ColliderShape::Capsule { ends, radius, .. } = collider.shape else { panic!("a sphere") };
    assert!(ends[0] == ends[1] && ends[0].distance(Vec3::Y * UNIT) < 1e-6, "{ends:?}");
    assert!((radius - 0.5 * UNIT).abs() < 1e-6, "{radius}");
}

#[test]
fn springs_are_kept_in_glb_files() {
    let figure = opened(&example(), "skirt.pmx").figure;
    let bytes = gltf::write_new(&figure, None).unwrap();
    let read = gltf::read(&bytes, &|path| Err(path.to_owned())).unwrap();
    assert!(read.warnings.is_empty(), "{:?}", read.warnings);
    let back = read.figure;
    assert_eq!(back.springs.colliders, figure.springs.colliders);
    for turn in [Quat::from_rotation_x(1.2), Quat::from_rotation_z(-0.8)] {
        let [before, after] = [&figure, &back].map(|figure| hanging(figure, turn));
        assert!(before.distance(after) < 1e-4, "{before} {after}");
    }
}

#[test]
fn hair_of_a_real_model_swings_inside_its_limits() {
    let Some(path) = test_data("mmd/Gene_light.pmx") else { return };
    let figure = opened(&std::fs::read(path).unwrap(), "Gene_light.pmx").figure;
    let joints: usize = figure.springs.springs.iter().map(|spring| spring.joints.len()).sum();
    // 53 bodies of hair, ears, cloak and hem; 9 weights of the cloak are fixed to it.
    assert_eq!(joints, 53);
    assert_eq!(figure.springs.colliders.len(), 25);
    let skeleton = &figure.rig.skeleton;
    let mut pose = skeleton.rest_pose();
    let mut simulation = SpringSimulation::start(skeleton, &figure.springs, &mut pose).unwrap();
    let root = pose.locals[0].translation;
    let mut moved = 0.0_f32;
    for step in 0..300 {
        let time = step as f32 / 60.0;
        pose.locals[0].translation = root + Vec3::new((3.0 * time).sin() * 0.5, 0.0, 0.0);
        simulation.step(&mut pose, 1.0 / 60.0);
        for (joint, local) in skeleton.joints().iter().zip(&pose.locals) {
            assert!(local.rotation.is_finite());
            moved = moved.max(local.rotation.angle_between(joint.rest.rotation));
        }
    }
    // The widest limit of the file is 60°, with 30° across.
    assert!(moved > 0.1 && moved < 75.0_f32.to_radians(), "{moved}");
}

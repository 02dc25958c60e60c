//! Bodies that are not human, and stiffness by carried length.

use super::*;

#[test]
fn the_root_of_a_single_chain_rotates_and_that_of_a_machine_does_not() {
    let mut rig = kansetsu_figures::figure("arm").unwrap().rig;
    let hand = rig.joint("LeftHand").unwrap();
    let reach = |rig: &Rig| {
        let mut pose = rig.rest_pose();
        let mut ik = IkSession::new(rig, Options::default());
        ik.set_target(hand, Target::position([0.3, 0.2, 0.2]));
        ik.solve(&mut pose, BUDGET).unwrap().distance()
    };
    assert!(reach(&rig) < 1e-4, "an arm alone rotates at its shoulder");
    (rig.limits[0], rig.limbs) = (None, Vec::new());
    assert!(reach(&rig) > 0.05, "a frame without a limit, whose joints have limits, stays");
}

#[test]
fn an_animal_gives_a_paw_and_its_trunk_stays() {
    let rig = kansetsu_figures::figure("quadruped").unwrap().rig;
    let paw = rig.joint("LeftForepaw").unwrap();
    let at = |pose: &Pose, name: &str| {
        rig.skeleton.forward(pose)[rig.joint(name).unwrap().index() as usize].translation
    };
    let solve = |posture: Posture| {
        let mut pose = rig.rest_pose();
        let mut ik = IkSession::new(&rig, Options { posture, ..Options::default() });
        ik.set_target(paw, Target::position([0.1, 0.25, 0.3]));
        let report = ik.solve(&mut pose, BUDGET).unwrap();
        assert!(report.distance() < 1e-4, "{posture:?}: {} m off", report.distance());
        at(&pose, "Chest").distance(at(&rig.rest_pose(), "Chest"))
    };
    let [auto, uniform] = [Posture::Auto, Posture::Uniform].map(solve);
    assert!(
        auto < 0.01 && uniform > 0.05,
        "the chest moves by {auto} m, with all joints alike by {uniform} m"
    );
}

#[test]
fn what_carries_a_body_moves_for_its_own_target_and_for_joints_directly_on_it() {
    for (name, led) in [("quadruped", "Hips"), ("hand", "LeftIndexProximal"), ("robot_arm", "")] {
        let rig = kansetsu_figures::figure(name).unwrap().rig;
        let led = if led.is_empty() {
            rig.skeleton.id(rig.skeleton.children(rig.base_joint())[0])
        } else {
            rig.joint(led).unwrap()
        };
        let mut pose = rig.rest_pose();
        let target = rig.skeleton.forward(&pose)[led.index() as usize].translation
            + Vec3::new(0.05, 0.04, 0.02) * rig.skeleton.size();
        let mut ik = IkSession::new(&rig, Options::default());
        ik.set_target(led, Target::position(target));
        let report = ik.solve(&mut pose, BUDGET).unwrap();
        assert!(
            report.distance() < 1e-4 * rig.skeleton.size(),
            "{name}: {} m off",
            report.distance()
        );
        ik.options_mut().root = Root::Fixed;
        let refused = ik.solve(&mut rig.rest_pose(), BUDGET).unwrap_err().to_string();
        assert!(refused.contains("fixed as the root"), "{name}: {refused}");
    }
}

#[test]
fn joints_above_the_base_place_the_figure_and_move_for_their_own_target() {
    let mut builder = Skeleton::builder();
    let scene = builder.root("scene", Transform::IDENTITY);
    let mut last = builder.child(scene, "armature", Transform::from_translation(Vec3::Y));
    for _ in 0..4 {
        last = builder.child(
            last,
            format!("bone {last}"),
            Transform::from_translation(Vec3::Y * 0.25),
        );
    }
    let prop = builder.root("prop", Transform::from_translation(Vec3::X));
    let mut rig = Rig::new(builder.build().unwrap());
    rig.base = Some(2);
    let solve = |name: &str, way: Vec3| {
        let mut pose = rig.rest_pose();
        let id = rig.joint(name).unwrap();
        let target = rig.skeleton.forward(&pose)[id.index() as usize].translation + way;
        let mut ik = IkSession::new(&rig, Options::default());
        ik.set_target(id, Target::position(target));
        let report = ik.solve(&mut pose, BUDGET).unwrap();
        assert!(report.distance() < 1e-4, "{name}: {} m off", report.distance());
        (0..rig.skeleton.len())
            .filter(|&joint| pose.locals[joint] != rig.rest_pose().locals[joint])
            .collect::<Vec<_>>()
    };
    assert_eq!(solve("armature", Vec3::X * 0.3), [1]);
    assert_eq!(solve("prop", Vec3::X * 0.3), [prop]);
    let bones = solve(&format!("bone {}", last - 1), Vec3::new(0.1, -0.1, 0.0));
    assert!(bones.iter().all(|joint| (2..6).contains(joint)), "{bones:?}");
}

#[test]
fn joints_that_carry_more_of_a_body_rotate_less() {
    let rig = kansetsu_figures::figure("tentacle").unwrap().rig;
    let joints: Vec<usize> = rig.skeleton.ancestors(rig.skeleton.len() - 1).skip(1).collect();
    let rotated = |posture: Posture| {
        let mut pose = rig.rest_pose();
        let tip = rig.skeleton.id(rig.skeleton.len() - 1);
        let target = rig.skeleton.forward(&pose)[tip.index() as usize].translation
            + Vec3::new(0.1, -0.1, 0.05) * rig.skeleton.size();
        let mut ik = IkSession::new(&rig, Options { posture, ..Options::default() });
        ik.set_target(tip, Target::position(target));
        assert!(ik.solve(&mut pose, BUDGET).unwrap().distance() < 1e-3);
        let angle = |&joint: &usize| {
            pose.locals[joint].rotation.angle_between(rig.rest_pose().locals[joint].rotation)
        };
        let [near, all] = [&joints[joints.len() / 2..], &joints[..]]
            .map(|joints| joints.iter().map(angle).sum::<f32>());
        near / all
    };
    let [carrying, uniform] = [Posture::Auto, Posture::Uniform].map(rotated);
    assert!(
        carrying < 0.9 * uniform,
        "the half at the root rotates {carrying} and {uniform} of all"
    );
}

//! Solvers selected by the caller.

use super::*;

#[test]
fn a_chosen_solver_refuses_what_it_does_not_know() {
    let rig = mannequin();
    let at = Target::position(before_left_shoulder(&rig));
    let refused = |name: &str, target: Target, change: &dyn Fn(&mut IkSession)| {
        let mut ik =
            IkSession::new(&rig, Options { solver: Solver::from_name(name), ..Options::default() });
        ik.set_target(joint(&rig, Role::LeftHand), target);
        change(&mut ik);
        let mut pose = rig.rest_pose();
        let said = ik.solve(&mut pose, BUDGET).unwrap_err().to_string();
        assert_eq!(pose, rig.rest_pose());
        said
    };
    let nothing = |_: &mut IkSession| {};
    let foot = joint(&rig, Role::LeftFoot);
    assert!(refused("ccd", at.with_weight(2.0), &nothing).contains("weight"));
    assert!(refused("ccd", at.with_radius(0.1), &nothing).contains("tolerance radius"));
    assert!(refused("dls", at.relative_to(foot), &nothing).contains("relative"));
    assert!(refused("fabrik-tree", at.with_pole([0.0; 3]), &nothing).contains("pole"));
    assert!(refused("whole-body", at, &nothing).contains("leave the solver out"));
    assert!(refused("fabrik", at, &|ik| ik.pin(foot)).contains("pins"));
    assert!(refused("two-bone", at, &|ik| ik.options_mut().restarts = 3).contains("restarts"));
    assert!(refused("two-bone", at, &|ik| ik.options_mut().strength = 3.0).contains("strength"));
    assert!(refused("dls", at, &|ik| ik.options_mut().root = Root::Free).contains("root"));
}

#[test]
fn a_chosen_solver_leans_the_trunk_before_the_arm_reaches() {
    let rig = mannequin();
    let mut pose = rig.rest_pose();
    let mut ik = IkSession::new(
        &rig,
        Options { solver: Solver::from_name("auto"), limits: Limits::Off, ..Options::default() },
    );
    let hand = before_left_shoulder(&rig);
    ik.set_target(joint(&rig, Role::LeftHand), Target::position(hand));
    ik.set_target(joint(&rig, Role::Chest), Target::orientation(Quat::from_rotation_x(0.3)));
    ik.solve(&mut pose, BUDGET).unwrap();
    assert!(place(&rig, &pose, Role::LeftHand).distance(hand) < 1e-3);
}

#[test]
fn soft_reach_without_a_limb_is_refused() {
    let rig = kansetsu_figures::figure("tentacle").unwrap().rig;
    let mut solver = kansetsu::d3::solve::Auto::default();
    solver.two_bone.soft = 0.1;
    let mut ik =
        IkSession::new(&rig, Options { solver: Some(Solver::Auto(solver)), ..Options::default() });
    ik.set_target(rig.skeleton.id(29), Target::position([0.3, 0.5, 0.2]));
    assert!(ik.solve(&mut rig.rest_pose(), BUDGET).unwrap_err().to_string().contains("soft reach"));
}

//! A hand follows a target with both feet planted: the example in the README and the library guide.
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use kansetsu::{Budget, IkSession, Options, Role, Target};

fn main() -> Result<(), kansetsu_formats::Error> {
    let model = kansetsu_formats::open_path("hero.vrm")?;
    let rig = model.rig();
    let mut pose = rig.rest_pose();
    let mut ik = IkSession::new(rig, Options::default());
    ik.pin(rig.role(Role::LeftFoot)?);
    ik.pin(rig.role(Role::RightFoot)?);
    let hand = rig.role(Role::LeftHand)?;
    ik.set_target(hand, Target::position([0.3, 1.3, 0.4]));
    let report = ik.solve(&mut pose, Budget::steps(200))?; // one pose
    println!("{:?}, {:.4} m off", report.outcome, report.distance());
    for frame in 1..=60 {
        ik.set_target(hand, Target::position([0.3, 1.3 + 0.002 * frame as f32, 0.4]));
        ik.step(&mut pose, Budget::steps(16))?; // one frame of a game or a drag
    }
    Ok(())
}

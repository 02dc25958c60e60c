//! An arm reaches for a point: the example in the README.
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use kansetsu::d3::{Chain, Goal, Skeleton, Transform, solve::TwoBone};
use kansetsu::glam::Vec3;

fn main() -> Result<(), kansetsu::Error> {
    let mut body = Skeleton::builder();
    let shoulder = body.root("shoulder", Transform::IDENTITY);
    let elbow = body.child(shoulder, "elbow", Transform::from_translation(Vec3::X * 0.30));
    let hand = body.child(elbow, "hand", Transform::from_translation(Vec3::X * 0.25));
    let skeleton = body.build()?;

    let arm = Chain::new(&skeleton, shoulder, hand)?;
    let mut pose = skeleton.rest_pose();
    let goal = Goal::position(hand, Vec3::new(0.2, 0.3, 0.1));
    let report = TwoBone::default().solve(&arm, &goal, &mut pose)?;

    let joints = skeleton.forward(&pose);
    println!("{:?}, the hand is at {:.3}", report.outcome, joints[hand].translation);
    Ok(())
}

//! Instances one at a time, on one thread or on several.

use super::{Poses, parallel, poses::LANES};
use crate::{
    Error, InvalidInstance, Pose,
    d3::{FourTransforms, Transform},
};

/// Solves every instance with a function: bodies, sessions, aims, anything that changes a pose.
///
/// `memory` makes the memory that calls on the same thread share: a [`Scratch`], a session. A
/// result must not depend on what is left in it. `solve` gets this memory, the number of the
/// instance, and its pose, which it changes. The results are in the order of the instances; an
/// instance with an error has the default.
///
/// ```
/// use kansetsu::{Budget, IkSession, Options, Rig, Target, batch::{self, Poses}, d3::{Skeleton, Transform}, glam::Vec3};
///
/// let mut builder = Skeleton::builder();
/// let shoulder = builder.root("shoulder", Transform::IDENTITY);
/// let elbow = builder.child(shoulder, "elbow", Transform::from_translation(Vec3::X * 0.3));
/// builder.child(elbow, "hand", Transform::from_translation(Vec3::X * 0.25));
/// let rig = Rig::new(builder.build()?);
/// let hand = rig.joint("hand")?;
///
/// let session = IkSession::new(&rig, Options::default());
/// let mut poses = Poses::new(&rig.rest_pose(), 100);
/// let mut reports = Vec::new();
/// let solve = |session: &mut IkSession, instance: usize, pose: &mut _| {
///     session.set_target(hand, Target::position([0.2, 0.3, 0.001 * instance as f32]));
///     session.solve(pose, Budget::steps(200))
/// };
/// batch::solve_each(&mut poses, &mut reports, || session.clone(), solve)?;
/// assert!(reports.iter().all(|report| report.distance() < 1e-5));
/// # Ok::<(), kansetsu::Error>(())
/// ```
///
/// # Errors
/// [`Error::Instances`] with the errors of `solve`.
///
/// [`Scratch`]: crate::d3::solve::Scratch
pub fn solve_each<M, R: Clone + Default + Send>(
    poses: &mut Poses,
    results: &mut Vec<R>,
    memory: impl Fn() -> M + Sync + Send,
    solve: impl Fn(&mut M, usize, &mut Pose) -> Result<R, Error> + Sync + Send,
) -> Result<(), Error> {
    let joint_count = poses.joint_count();
    let make = || (memory(), Pose { locals: vec![Transform::IDENTITY; joint_count] });
    run(poses, results, 1, make, |(memory, pose), task| {
        for lane in 0..task.results.len() {
            load(task.joints, lane, pose);
            match solve(memory, task.first + lane, pose) {
                Ok(result) => task.results[lane] = result,
                Err(error) => task.refuse(lane, error),
            }
            store(pose, task.joints, lane);
        }
    })
}

fn load(joints: &[FourTransforms], lane: usize, pose: &mut Pose) {
    pose.locals.clear();
    pose.locals.extend(joints.iter().map(|joint| joint.get(lane)));
}

fn store(pose: &Pose, joints: &mut [FourTransforms], lane: usize) {
    joints.iter_mut().zip(&pose.locals).for_each(|(joint, local)| joint.set(lane, local));
}

/// Instances that one thread solves.
pub(super) struct Task<'a, R> {
    /// The number of the first instance.
    pub(super) first: usize,
    /// The blocks of the instances.
    pub(super) joints: &'a mut [FourTransforms],
    /// A result for each instance.
    pub(super) results: &'a mut [R],
    refused: &'a mut Vec<InvalidInstance>,
}

impl<R> Task<'_, R> {
    /// Reports the error of an instance, counted from the first one of the task.
    pub(super) fn refuse(&mut self, index: usize, error: Error) {
        self.refused.push(InvalidInstance { instance: self.first + index, error });
    }
}

/// Divides the instances into tasks of this number of blocks and works on each.
///
/// # Errors
/// [`Error::Instances`] with the refused instances.
pub(super) fn run<M, R: Clone + Default + Send>(
    poses: &mut Poses,
    results: &mut Vec<R>,
    blocks: usize,
    memory: impl Fn() -> M + Sync + Send,
    work: impl Fn(&mut M, &mut Task<R>) + Sync + Send,
) -> Result<(), Error> {
    results.clear();
    results.resize(poses.len(), R::default());
    // Poses without joints have no blocks.
    let size = (blocks * poses.joint_count()).max(1);
    let tasks = poses.blocks.chunks_mut(size).zip(results.chunks_mut(blocks * LANES)).enumerate();
    let refused = parallel::each(tasks.collect(), memory, |memory, (index, (joints, results))| {
        let (first, mut refused) = (index * blocks * LANES, Vec::new());
        work(memory, &mut Task { first, joints, results, refused: &mut refused });
        refused
    });
    let refused: Vec<_> = refused.into_iter().flatten().collect();
    if refused.is_empty() { Ok(()) } else { Err(Error::Instances(refused)) }
}

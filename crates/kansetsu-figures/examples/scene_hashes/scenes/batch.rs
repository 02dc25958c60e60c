//! Many instances, solved one by one and as a batch: both lines have the same hash.

use kansetsu::{
    Error, Pose,
    batch::{self, Goals, ModelTransforms, Poses},
    d3::{Chain, Goal, Skeleton, Transform, solve::Solver},
    glam::Vec3,
    math::Rot,
};

use super::{Run, Scene};

/// The same chains of one skeleton in many poses.
struct Crowd {
    skeleton: Skeleton,
    chains: Vec<Chain>,
    starts: Vec<Pose>,
    /// The targets of each chain.
    targets: Vec<Vec<Vec3>>,
}

/// Makes the crowd of a round, whose targets are those with the points from this one on.
type MakeCrowd = fn(usize) -> Result<Crowd, Error>;

/// The number of crowds of each kind: more than a million solves in all.
const ROUNDS: usize = 25;

pub(super) fn scenes() -> Vec<Scene> {
    let crowds: [(&str, MakeCrowd); 3] =
        [("two bones", two_bones), ("even chains", even_chains), ("mannequins", mannequins)];
    let scenes = crowds.into_iter().map(|(name, crowd)| {
        [
            rounds(format!("one by one: {name}"), crowd, one_by_one),
            rounds(format!("batch: {name}"), crowd, together),
        ]
    });
    scenes.flatten().collect()
}

/// A scene of all crowds of a kind.
fn rounds(
    name: String,
    crowd: MakeCrowd,
    solve: fn(&mut Run, &Crowd) -> Result<(), Error>,
) -> Scene {
    Scene::new(name, move |run| {
        (0..ROUNDS).try_for_each(|round| solve(run, &crowd(round * 40_000)?))
    })
}

fn one_by_one(run: &mut Run, crowd: &Crowd) -> Result<(), Error> {
    let solver = Solver::default();
    for (instance, start) in crowd.starts.iter().enumerate() {
        let mut pose = start.clone();
        for (chain, targets) in crowd.chains.iter().zip(&crowd.targets) {
            let goal = Goal::position(chain.tip(), targets[instance]);
            let report = solver.solve_with(chain, &goal, &mut pose, &mut run.space)?;
            run.hash.add(&[report.distance()]);
        }
        run.hash.add_pose(&pose);
        for model_from_joint in crowd.skeleton.forward(&pose) {
            run.hash.add(&model_from_joint.to_cols_array());
        }
    }
    Ok(())
}

fn together(run: &mut Run, crowd: &Crowd) -> Result<(), Error> {
    let solver = Solver::default();
    let mut poses = Poses::new(&crowd.skeleton.rest_pose(), crowd.starts.len());
    for (instance, start) in crowd.starts.iter().enumerate() {
        poses.set(instance, start)?;
    }
    let mut reports = vec![Vec::new(); crowd.chains.len()];
    for ((chain, targets), reports) in crowd.chains.iter().zip(&crowd.targets).zip(&mut reports) {
        batch::solve_chains(&solver, chain, Goals::Positions(targets), &mut poses, reports)?;
    }
    let mut model_from_joint = ModelTransforms::default();
    batch::forward(&crowd.skeleton, &poses, &mut model_from_joint)?;
    for instance in 0..poses.len() {
        reports.iter().for_each(|reports| run.hash.add(&[reports[instance].distance]));
        poses.get(instance).iter().for_each(|pose| run.hash.add_pose(pose));
        for joint in 0..poses.joint_count() {
            run.hash.add(&model_from_joint.get(instance, joint).to_cols_array());
        }
    }
    Ok(())
}

/// An arm in 40,000 poses.
fn two_bones(first: usize) -> Result<Crowd, Error> {
    let (skeleton, chain) = path(&[Vec3::X * 0.3, Vec3::X * 0.25])?;
    let starts = (0..40_000).map(|instance| {
        let mut pose = skeleton.rest_pose();
        if instance % 2 == 1 {
            pose.locals.iter_mut().for_each(|local| {
                let Vec3 { x, y, z } = point(3 * (first + instance) + 1);
                local.rotation = Rot::new(x, y, z, 0.5).normalized().into();
            });
        }
        pose
    });
    let starts: Vec<Pose> = starts.collect();
    let targets = vec![(0..starts.len()).map(|instance| point(first + instance) * 0.4).collect()];
    Ok(Crowd { skeleton, chains: vec![chain], starts, targets })
}

/// Chains of ten equal segments from rest, 10,000 times.
fn even_chains(first: usize) -> Result<Crowd, Error> {
    let (skeleton, chain) = path(&[Vec3::Y * 0.1; 10])?;
    let starts = vec![skeleton.rest_pose(); 10_000];
    let targets = vec![(0..starts.len()).map(|instance| point(first + instance) * 0.7).collect()];
    Ok(Crowd { skeleton, chains: vec![chain], starts, targets })
}

/// Mannequins with limits, of which arms and legs reach for points near their ends.
fn mannequins(first: usize) -> Result<Crowd, Error> {
    let rig = kansetsu_figures::mannequin().rig;
    let stance = rig.stance.clone().unwrap_or_else(|| rig.rest_pose());
    let at_stance = rig.skeleton.forward(&stance);
    let starts = vec![stance; 400];
    let (mut chains, mut targets) = (Vec::new(), Vec::new());
    for limb in &rig.limbs {
        let chain = Chain::new(&rig.skeleton, limb.base, limb.tip)?.with_limits(&rig.limits)?;
        chains.push(chain.with_pole(&rig.skeleton, limb.pole));
        let end = at_stance[limb.tip].translation;
        targets
            .push((0..starts.len()).map(|instance| end + point(first + instance) * 0.2).collect());
    }
    Ok(Crowd { skeleton: rig.skeleton, chains, starts, targets })
}

/// The chain of these segments.
fn path(segments: &[Vec3]) -> Result<(Skeleton, Chain), Error> {
    let mut builder = Skeleton::builder();
    let base = builder.root("base", Transform::IDENTITY);
    let tip = segments.iter().fold(base, |last, segment| {
        builder.child(last, "joint", Transform::from_translation(*segment))
    });
    let skeleton = builder.build()?;
    let chain = Chain::new(&skeleton, base, tip)?;
    Ok((skeleton, chain))
}

/// Points that fill the cube from -1 to 1 evenly: multiples of the powers of the plastic number, as
/// in M. Roberts, "The unreasonable effectiveness of quasirandom sequences", 2018.
fn point(index: usize) -> Vec3 {
    let part = |step: f64| 2.0 * (index as f64 * step).fract() as f32 - 1.0;
    Vec3::new(
        part(0.819_172_513_396_164_5),
        part(0.671_043_606_703_789_3),
        part(0.549_700_477_901_966_9),
    )
}

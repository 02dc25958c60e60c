//! Recorded motion: BVH files of a folder, ten poses per second.

use std::path::Path;

use kansetsu::{
    d3::{Humanoid, Pose, Skeleton, ground::Foot},
    glam::Affine3,
};
use kansetsu_formats::{Figure, open};
use kansetsu_humanoid::prior::PriorBody;

/// Poses per second.
const RATE: f32 = 10.0;
/// The first poses of a clip are often a T-pose, seconds.
const BEGINS: f32 = 0.2;

/// A clip as poses of its skeleton.
pub(crate) struct Clip {
    /// The file's name without its extension.
    pub(crate) name: String,
    pub(crate) figure: Figure,
    pub(crate) humanoid: Humanoid,
    pub(crate) body: PriorBody,
    pub(crate) poses: Vec<Pose>,
    /// The height of the floor, in the file's units.
    pub(crate) floor: f32,
}

/// All clips of a folder, by name.
pub(crate) fn clips(folder: &Path) -> Result<Vec<Clip>, String> {
    let entries =
        std::fs::read_dir(folder).map_err(|problem| format!("{}: {problem}", folder.display()))?;
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("bvh")));
    paths.sort();
    if paths.is_empty() {
        return Err(format!("{} holds no BVH files", folder.display()));
    }
    paths
        .iter()
        .map(|path| read(path).map_err(|problem| format!("{}: {problem}", path.display())))
        .collect()
}

fn read(path: &Path) -> Result<Clip, String> {
    let bytes = std::fs::read(path).map_err(|problem| problem.to_string())?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let opened = open(&bytes, &name, &|_| Err("a BVH file refers to no others".to_owned()))
        .map_err(|problem| problem.to_string())?;
    let figure = opened.figure;
    let humanoid = figure.rig.humanoid().ok_or("its joints are not those of a person")?;
    let skeleton = &figure.rig.skeleton;
    let body = PriorBody::new(skeleton, &humanoid).map_err(|problem| problem.to_string())?;
    let clip = figure.clips.first().ok_or("it holds no motion")?;
    let count = ((clip.duration - BEGINS) * RATE).max(0.0) as usize;
    let mut poses = vec![skeleton.rest_pose(); count];
    for (index, pose) in poses.iter_mut().enumerate() {
        clip.sample(BEGINS + index as f32 / RATE, pose);
    }
    let floor = floor(skeleton, &humanoid, &poses).map_err(|problem| problem.to_string())?;
    Ok(Clip { name, humanoid, body, poses, floor, figure })
}

/// The lowest joint.
pub(crate) fn lowest(joints: &[Affine3]) -> f32 {
    joints.iter().map(|joint| joint.translation.y).fold(f32::INFINITY, f32::min)
}

/// The quantile of the lower foot's height that defines the floor: lower values are noise and bad
/// recordings.
const BELOW: f32 = 0.05;

/// The most frequent height of planted feet.
fn floor(skeleton: &Skeleton, humanoid: &Humanoid, poses: &[Pose]) -> Result<f32, kansetsu::Error> {
    let rest = skeleton.forward(&skeleton.rest_pose());
    let at_rest = lowest(&rest);
    let [left, right] =
        humanoid.legs.map(|leg| Foot::at_rest(skeleton, leg.upper, leg.foot, at_rest));
    let feet = [left?, right?];
    let low = |pose: &Pose| {
        let maps = skeleton.forward(pose);
        feet.iter()
            .flat_map(|foot| foot.soles(&maps))
            .map(|sole| sole.y)
            .fold(f32::INFINITY, f32::min)
    };
    let mut lows: Vec<f32> = poses.iter().map(low).collect();
    lows.sort_by(f32::total_cmp);
    Ok(lows.get((BELOW * lows.len() as f32) as usize).copied().unwrap_or(at_rest))
}

//! What was read can be written, and what was written can be read.

use kansetsu::d3::Pose;
use kansetsu_formats::{
    Error, Figure, bvh, fbx, gltf, mmd, mqo, open,
    rig::RigFile,
    usd,
    vrma::{self, RestConvention},
};

use crate::checks;

/// Writes a figure in every format that we write, and reads it again. Larger figures are only read.
pub(super) fn all(figure: &Figure) -> Result<(), String> {
    const MOST_JOINTS: usize = 200;
    const MOST_VERTICES: usize = 5000;
    let vertices = figure.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let vertices: usize = vertices.map(|part| part.positions.len()).sum();
    if figure.rig.skeleton.len() > MOST_JOINTS || vertices > MOST_VERTICES {
        return Ok(());
    }
    let poses = sampled(figure);
    again(gltf::write_new(figure, poses.last()), "written.glb", None)?;
    let take = bvh::Take { poses: &poses, frame_time: 1.0 / 30.0 };
    again(bvh::write(figure, &take, None).map(|written| written.bytes), "written.bvh", None)?;
    again(mqo::write(figure, poses.last()).map(|written| written.bytes), "written.mqo", None)?;
    let exchanged = fbx::write(figure, poses.last(), None).map(|written| written.bytes);
    again(exchanged, "written.fbx", None)?;
    drop(usd::write(figure, poses.last(), None));
    if let Ok(bytes) = mmd::write(figure, &poses, &[], None) {
        mmd::Vmd::read(&bytes, &mut Vec::new())
            .map_err(|error| format!("a written VMD file is not read: {error}"))?;
    }
    if let Some(clip) = figure.clips.first()
        && let Ok(written) = vrma::write(figure, clip, RestConvention::Unknown)
    {
        let mut other = figure.clone();
        other.clips.clear();
        again(Ok(written.bytes), "written.vrma", None)?;
    }
    rig(figure)
}

/// The rest pose, and three frames of the first clip.
fn sampled(figure: &Figure) -> Vec<Pose> {
    let rest = figure.rig.skeleton.rest_pose();
    let Some(clip) = figure.clips.first() else { return vec![rest] };
    let frame = |part: f32| {
        let mut pose = rest.clone();
        clip.sample(part * clip.duration, &mut pose);
        pose
    };
    vec![rest.clone(), frame(0.0), frame(0.5), frame(1.0)]
}

/// The rig file of a figure is read, fits the figure, and changes nothing.
fn rig(figure: &Figure) -> Result<(), String> {
    let text = RigFile::from_figure(figure).to_text();
    let read =
        RigFile::read(&text).map_err(|error| format!("a written rig file is not read: {error}"))?;
    let mut other = figure.clone();
    read.apply(&mut other);
    checks::figure(&other).map_err(|broken| format!("after its own rig file: {broken}"))
}

/// A written file is read, and has this number of joints. A refusal to write is no fault.
pub(super) fn again(
    written: Result<Vec<u8>, Error>,
    name: &str,
    joints: Option<usize>,
) -> Result<(), String> {
    let Ok(bytes) = written else { return Ok(()) };
    let opened = open(&bytes, name, &|path| Err(format!("there is no {path}")))
        .map_err(|error| format!("{name} is not read: {error}"))?;
    checks::figure(&opened.figure).map_err(|broken| format!("{name}: {broken}"))?;
    let found = opened.figure.rig.skeleton.len();
    checks::must(joints.is_none_or(|joints| joints == found), || {
        format!("{name} has {found} joints, not {joints:?}")
    })
}

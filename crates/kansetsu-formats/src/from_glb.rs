//! A figure in GLB to other formats, for programs that store one format.

use kansetsu::d3::Pose;

use crate::mmd::{self, Model};
use crate::vrma::{self, RestConvention};
use crate::{Clip, Converted, Document, Error, Figure, bvh, fbx, gltf, open};

/// A format of [`from_glb`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// A motion for MikuMikuDance.
    Vmd,
    /// A pose for MikuMikuDance.
    Vpd,
    /// A motion with its skeleton.
    Bvh,
    /// Bones, surfaces and motions.
    Fbx,
    /// A motion of humanoid roles, for a figure that rests like this.
    Vrma(RestConvention),
}

/// The frame rate of VMD, and of motions without one, frames per second.
const RATE: f64 = 30.0;
/// The most frames: an hour and a half at 60 frames per second.
const MOST: f64 = 324_000.0;

impl ExportFormat {
    /// All formats.
    pub const ALL: [Self; 7] = [
        Self::Vmd,
        Self::Vpd,
        Self::Bvh,
        Self::Fbx,
        Self::Vrma(RestConvention::Unknown),
        Self::Vrma(RestConvention::Front),
        Self::Vrma(RestConvention::Back),
    ];

    /// A unique name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vrma(RestConvention::Front) => "vrma of VRM 1.0",
            Self::Vrma(RestConvention::Back) => "vrma of VRM 0.x",
            other => other.extension(),
        }
    }

    /// The extension of its files.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Vmd => "vmd",
            Self::Vpd => "vpd",
            Self::Bvh => "bvh",
            Self::Fbx => "fbx",
            Self::Vrma(_) => "vrma",
        }
    }
}

/// Converts a figure in GLB: its first motion, else its pose. With the file and the name of the
/// PMX or PMD model that the figure was read from, a motion or pose for MikuMikuDance has the bones
/// of that model.
///
/// # Errors
/// Those of [`gltf::read`], [`open`] and of the writer of the format.
pub fn from_glb(
    glb: &[u8],
    format: ExportFormat,
    model: Option<(&[u8], &str)>,
) -> Result<Converted, Error> {
    let loaded = gltf::read(glb, &|path| Err(format!("{path} is inside")))?;
    let mut figure = loaded.figure;
    figure.clips.truncate(1);
    match format {
        ExportFormat::Fbx => {
            let standing = figure.saved_pose();
            let written = fbx::write(&figure, Some(&standing), None)?;
            Ok(Converted { bytes: written.bytes, warnings: written.warnings })
        }
        ExportFormat::Vrma(rest) => {
            let standing = figure.saved_pose();
            let still = || {
                let rest = figure.rig.skeleton.rest_pose();
                Clip::from_poses("pose", &rest, &[standing], RATE as f32)
            };
            let clip = match figure.clips.first() {
                Some(clip) if !clip.tracks.is_empty() || clip.duration > 0.0 => clip.clone(),
                Some(face) => Clip { weights: face.weights.clone(), ..still() },
                None => still(),
            };
            let written = vrma::write(&figure, &clip, rest)?;
            Ok(Converted { bytes: written.bytes, warnings: written.warnings })
        }
        ExportFormat::Bvh => {
            let frame_time = figure.clips.first().and_then(Clip::frame_time);
            let frame_time = frame_time.unwrap_or(1.0 / RATE);
            let poses = poses(&figure, "BVH", 1.0 / frame_time)?;
            let take = bvh::Take { poses: &poses, frame_time };
            let mut written = bvh::write(&figure, &take, None)?;
            if figure.clips.iter().any(|clip| !clip.weights.is_empty()) {
                written.warnings.push("BVH does not store expressions".to_owned());
            }
            Ok(Converted { bytes: written.bytes, warnings: written.warnings })
        }
        ExportFormat::Vmd | ExportFormat::Vpd => {
            let opened = model
                .map(|(bytes, name)| {
                    open(bytes, name, &|path| Err(format!("{path} is not needed")))
                })
                .transpose()?;
            let model = opened.and_then(|opened| match opened.document {
                Document::Mmd(model) => Some((opened.figure, model)),
                _ => None,
            });
            for_mmd(&figure, format, model.as_ref().map(|(figure, model)| (figure, &**model)))
        }
    }
}

fn for_mmd(
    figure: &Figure,
    format: ExportFormat,
    model: Option<(&Figure, &Model)>,
) -> Result<Converted, Error> {
    let (target, rules) = model.map_or((figure, None), |(own, model)| (own, Some(model)));
    let mut poses = poses(figure, "VMD", RATE)?;
    if model.is_some() {
        poses = poses.iter().map(|pose| pose_of(figure, pose, target)).collect();
    }
    let weights = figure.clips.first().map(|clip| clip.weights.clone()).unwrap_or_default();
    let mut warnings = Vec::new();
    if rules.is_none() {
        warnings.push(
            "the bones have the names of this figure: MikuMikuDance finds them on models with the same names"
                .to_owned(),
        );
    }
    let bytes = match (format, poses.first()) {
        (ExportFormat::Vpd, Some(pose)) => {
            let morphs = mmd::morph_values(&weights, rules);
            let mut file = mmd::write_pose(target, pose, rules, &morphs)?;
            if rules.is_some() {
                // The name under which MikuMikuDance stores a model.
                file.model = format!("{}.osm", target.name);
            }
            let written = file.write();
            warnings.extend(written.left_out.iter().map(|name| left_out(name)));
            written.bytes
        }
        _ => {
            warnings.extend(mmd::unfit_names(target).iter().map(|name| left_out(name)));
            mmd::write(target, &poses, &weights, rules)?
        }
    };
    Ok(Converted { bytes, warnings })
}

fn left_out(name: &str) -> String {
    format!(
        "the name \"{name}\" is not stored exactly, or not at all (Shift_JIS characters; VMD has 15 bytes)"
    )
}

/// The poses of the first motion at a frame rate, else the saved pose.
fn poses(figure: &Figure, format: &'static str, rate: f64) -> Result<Vec<Pose>, Error> {
    let duration = figure.clips.first().map_or(0.0, |clip| f64::from(clip.duration));
    let last = (duration * rate + 1e-3).floor();
    if !(0.0..MOST).contains(&last) {
        let what = format!("a motion of {duration} s at {rate} frames per second");
        return Err(Error::Unsupported { format, place: "the motion".to_owned(), what });
    }
    let pose = |frame: usize| {
        let mut pose = figure.saved_pose();
        for clip in &figure.clips {
            clip.sample((frame as f64 / rate) as f32, &mut pose);
        }
        pose
    };
    Ok((0..=last as usize).map(pose).collect())
}

/// The pose for the same joints in another order; joints that are missing here are at rest.
fn pose_of(figure: &Figure, pose: &Pose, target: &Figure) -> Pose {
    let mut moved = target.rig.skeleton.rest_pose();
    for (local, joint) in moved.locals.iter_mut().zip(target.rig.skeleton.joints()) {
        let own = figure.rig.skeleton.find(&joint.name);
        if let Some(posed) = own.ok().and_then(|own| pose.locals.get(own)) {
            *local = *posed;
        }
    }
    moved
}

//! `kansetsu pose-from`: a pose from the keypoints of a picture.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use kansetsu::{
    d3::Pose,
    glam::{Vec2, Vec3},
};
use kansetsu_draw::{Eye, Mark, Picture, Scene, Target};
use kansetsu_formats::{
    Figure,
    keypoints::{self, Person},
};
use kansetsu_humanoid::{
    keypoints::{Keypoint, Lens, PoseEstimate, PoseEstimator},
    prior::Prior,
};
use serde::Serialize;

use crate::{
    argument::{PostureArg, PostureChoice, between},
    batch::{Job, OutArgs},
    json, message,
    motion::PoseFile,
    outbox::{self, Outbox},
    picture::{self, Format},
    report,
    save::Work,
    source::{self, Source},
    status::Status,
};

const LONG_ABOUT: &str = "\
Pose a figure like the person in a picture, from the keypoints of OpenPose or of a COCO detector. The camera is estimated \
too. A picture has no depth: the result is the most likely pose inside the limits that matches the keypoints.

KEYPOINTS is OpenPose JSON (people with pose_keypoints_2d of 18 or 25 points), a COCO file with annotations, or a list of COCO results (17 points). \
Points with confidence 0 are unseen; the pose prior sets them.

Depth is ambiguous in one picture: a limb may point toward the camera or away from it. The likelier pose is used; --mirror uses the other one. The figure stays \
above its rest position and keeps its front; the report and --picture show the camera.";

const AFTER: &str = "\
Examples:
  kansetsu pose-from kansetsu-demo/keypoints.json figure:mannequin -o seen.glb
  kansetsu pose-from kansetsu-demo/keypoints.json figure:mannequin --picture seen.png --json
  kansetsu pose-from kansetsu-demo/keypoints.json figure:mannequin --mirror --fov 25 -o other.bvh

`kansetsu demo` writes kansetsu-demo/keypoints.json: one frame of its motion as a camera sees it.";

/// Pose a figure like the person in a picture, from OpenPose or COCO keypoints
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    /// The keypoints: JSON of OpenPose or COCO, or - for standard input
    #[arg(value_name = "KEYPOINTS.json")]
    keypoints: PathBuf,
    /// The figure to pose: a file of any supported format, or figure:NAME; it must be human
    #[arg(value_name = "FIGURE")]
    figure: PathBuf,
    /// The index of the person in the file, from 0 [default: the person with the most visible
    /// points]
    #[arg(long, value_name = "NUMBER")]
    person: Option<usize>,
    /// Use the other solution: the mirror image in depth
    #[arg(long)]
    mirror: bool,
    /// The vertical field of view of the lens, degrees
    #[arg(long, value_name = "DEG", default_value_t = 40.0, value_parser = between(1.0, 150.0), allow_hyphen_values = true)]
    fov: f32,
    /// Draw the posed figure from the estimated camera, with the keypoints, here: .png or .svg
    #[arg(long, value_name = "OUT.png|OUT.svg")]
    picture: Option<PathBuf>,
    #[command(flatten)]
    people: PostureArg,
    #[command(flatten)]
    out: OutArgs,
    /// Print JSON: {"person", "points", "selected", "estimates": [{"score", "reprojection_error",
    /// "relative_error", "camera"}]}
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// The JSON of `pose-from --json`.
#[derive(Debug, Serialize)]
struct Document {
    /// The index of the person in the file.
    person: String,
    /// The number of keypoints used.
    points: usize,
    /// The index of the estimate used.
    selected: usize,
    estimates: Vec<EstimateEntry>,
}

#[derive(Debug, Serialize)]
struct EstimateEntry {
    /// Twice the negative log likelihood up to a constant, 0 or more; less is likelier.
    score: f32,
    /// The reprojection error: root mean square distance of keypoints from their joints, pixels.
    reprojection_error: f32,
    /// The reprojection error as a fraction of the height of the keypoints.
    relative_error: f32,
    camera: CameraEntry,
}

#[derive(Debug, Serialize)]
struct CameraEntry {
    /// Metres in model space.
    position: Vec3,
    /// The rotation of its axes x (right), y (up) and -z (view) in model space, a quaternion.
    rotation: [f32; 4],
    /// Pixels.
    focal_length: f32,
    /// Pixels.
    principal_point: Vec2,
}

/// Runs `kansetsu pose-from`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let jobs = args.out.jobs(std::slice::from_ref(&args.figure))?;
    let [job] = &jobs[..] else { bail!("pose-from takes exactly one figure") };
    if let Some(path) = &args.picture {
        Format::of(path)?;
        outbox::check(path)?;
    }
    let person = args.person()?;
    let source = Source::open(&args.figure)?;
    let found = args.find(&person, &source)?;
    let mut outbox = Outbox::default();
    args.fill(&mut outbox, &source, (job, &found))?;
    outbox.send()?;
    let document = found.document(&person);
    let files = || job.outputs().chain(args.picture.as_deref());
    let text = if args.json {
        json::text(&document)?
    } else {
        document.text() + &files().map(report::wrote).collect::<String>()
    };
    message::result_beside(files(), &text)?;
    Ok(Status::Done)
}

/// The estimates, the likelier first, and their keypoints.
struct Found {
    sights: Vec<Keypoint>,
    size: Vec2,
    estimates: Vec<PoseEstimate>,
    selected: usize,
}

impl Args {
    fn person(&self) -> anyhow::Result<Person> {
        let bytes = source::read(&self.keypoints)?;
        let named = || format!("{} cannot be read", source::shown(&self.keypoints));
        let mut people = keypoints::read(&bytes).with_context(named)?;
        let most = || {
            (0..people.len())
                .rev()
                .max_by_key(|&person| people[person].points.len())
                .unwrap_or_default()
        };
        let number = self.person.unwrap_or_else(most);
        if number >= people.len() {
            bail!("person {number} does not exist; there are {}, counted from 0", people.len());
        }
        Ok(people.swap_remove(number))
    }

    fn find(&self, person: &Person, source: &Source) -> anyhow::Result<Found> {
        let figure = &source.figure;
        let humanoid = figure.rig.humanoid().ok_or_else(|| {
            anyhow!("the figure needs hips, arms and legs; `kansetsu rig guess` shows the detected roles, a rig file adds missing ones")
        })?;
        let prior = match &self.people.posture {
            PostureChoice::Full(None) => Prior::people(),
            PostureChoice::Full(Some(prior)) => prior,
            PostureChoice::Off | PostureChoice::Light => {
                bail!(
                    "a picture has no depth, so pose-from needs a pose prior; use --posture full or a table"
                )
            }
        };
        let sights = keypoints::observations(&keypoints::body_points(figure), &person.points);
        let size = person.size_or_guess();
        let lens = Lens::new(size, self.fov)?;
        let keypoints = PoseEstimator { rig: &figure.rig, humanoid: &humanoid, prior };
        let estimates = keypoints
            .estimates(&sights, lens, &figure.saved_pose())
            .with_context(|| person.place.clone())?;
        let selected = usize::from(self.mirror);
        if selected >= estimates.len() {
            bail!(
                "there is no second solution: the mirror image in depth is the same or invalid; remove --mirror"
            );
        }
        Ok(Found { sights, size, estimates, selected })
    }

    /// Writes the requested files.
    fn fill(
        &self,
        outbox: &mut Outbox,
        source: &Source,
        (job, found): (&Job, &Found),
    ) -> anyhow::Result<()> {
        let mut pose = found.estimates[found.selected].pose.clone();
        source.settle(&source.figure.saved_pose(), &mut pose);
        if let Some(path) = &job.out {
            outbox.add_saved(
                path,
                &source.save(path, &Work { pose: Some(&pose), bake: job.bake, clips: &[] })?,
            )?;
        }
        if let Some(path) = &job.pose_out {
            outbox.add(
                path,
                PoseFile::text(&source.figure, std::slice::from_ref(&pose), None)?.as_bytes(),
            )?;
        }
        if let Some(path) = &self.picture {
            outbox.add(path, &found.picture(&source.figure, &pose, path)?)?;
        }
        Ok(())
    }
}

/// The least and the greatest side of a picture, pixels.
const SIDES: [f32; 2] = [64.0, 4096.0];

impl Found {
    /// The figure from the estimated camera, and its keypoints.
    fn picture(&self, figure: &Figure, pose: &Pose, path: &Path) -> anyhow::Result<Vec<u8>> {
        let camera = &self.estimates[self.selected].camera;
        let scale =
            (SIDES[0] / self.size.min_element()).max(1.0).min(SIDES[1] / self.size.max_element());
        let [width, height] =
            (scale * self.size).to_array().map(|side| side.round().max(1.0) as u32);
        let eye = Eye {
            world_from_eye: camera.model_from_camera,
            focal: scale * camera.lens.focal_length,
            centre: scale * camera.lens.principal_point,
        };
        let mut scene = Scene::new(figure, pose);
        let maps = figure.rig.skeleton.forward(pose);
        let mark = |sight: &Keypoint| {
            let there = maps[sight.joint].transform_point3(sight.offset);
            let depth = -camera.model_from_camera.inverse().transform_point3(there).z;
            let off =
                (sight.pixel - camera.lens.principal_point) * (depth / camera.lens.focal_length);
            let position =
                camera.model_from_camera.transform_point3(Vec3::new(off.x, -off.y, -depth));
            Mark::Target(Target { position, reached: Some(there), label: String::new() })
        };
        scene.marks = self.sights.iter().map(mark).collect();
        picture::of_scene(
            &scene,
            &Picture { width, height, eye: Some(eye), ..Picture::default() },
            Format::of(path)?,
        )
    }

    fn document(&self, person: &Person) -> Document {
        let heights = self.sights.iter().map(|sight| sight.pixel.y);
        let height = heights.clone().fold(f32::MIN, f32::max) - heights.fold(f32::MAX, f32::min);
        let entry = |estimate: &PoseEstimate| {
            let (_, rotation, position) =
                estimate.camera.model_from_camera.to_scale_rotation_translation();
            EstimateEntry {
                score: estimate.score,
                reprojection_error: estimate.reprojection_error,
                relative_error: estimate.reprojection_error / height.max(1.0),
                camera: CameraEntry {
                    position,
                    rotation: rotation.to_array(),
                    focal_length: estimate.camera.lens.focal_length,
                    principal_point: estimate.camera.lens.principal_point,
                },
            }
        };
        let estimates = self.estimates.iter().map(entry).collect();
        Document {
            person: person.place.clone(),
            points: self.sights.len(),
            selected: self.selected,
            estimates,
        }
    }
}

impl Document {
    fn text(&self) -> String {
        let mut text = format!("{}: {} points\n", self.person, self.points);
        for (number, estimate) in self.estimates.iter().enumerate() {
            let EstimateEntry { score, reprojection_error, relative_error, camera } = estimate;
            let [x, y, z] = camera.position.to_array();
            let which = if number == self.selected { "selected" } else { "other" };
            text += &format!(
                "{which}: {reprojection_error:.1} px off ({:.1} % of the height), score {score:.1}, camera at {x:.2}, {y:.2}, {z:.2} m\n",
                100.0 * relative_error
            );
        }
        text
    }
}

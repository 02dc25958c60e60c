//! `kansetsu pose-from`: a pose from the points of a picture.

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
Pose a figure as a person in a picture stands, from the points that OpenPose or a program that speaks COCO has found there. The camera is found \
too. How far away each joint is a picture does not say: of all poses inside the limits that lie on the points the one is taken that people take.

KEYPOINTS is OpenPose's JSON (people with pose_keypoints_2d of 18 or 25 points), a COCO file with annotations, or a list of COCO results (17 points). \
Points that are not seen, of confidence 0, are as people have them.

A picture has two answers: what leans toward the camera may lean away from it. The likelier one is taken, --mirror takes the other. The figure stands \
over the place where it rests, and faces as it does at rest; the report and --picture say from where it is seen.";

const AFTER: &str = "\
Examples:
  kansetsu pose-from kansetsu-demo/keypoints.json figure:mannequin -o seen.glb
  kansetsu pose-from kansetsu-demo/keypoints.json figure:mannequin --picture seen.png --json
  kansetsu pose-from kansetsu-demo/keypoints.json figure:mannequin --mirror --fov 25 -o other.bvh

kansetsu-demo/keypoints.json is what `kansetsu demo` writes: a moment of its motion as a camera sees it.";

/// Pose a figure as a person in a picture stands, from OpenPose or COCO keypoints
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    /// The points: JSON of OpenPose or COCO, or - for standard input
    #[arg(value_name = "KEYPOINTS.json")]
    keypoints: PathBuf,
    /// Who is to be posed: a file in any format that is read, or figure:NAME; it must be human
    #[arg(value_name = "FIGURE")]
    figure: PathBuf,
    /// Which person of the file, counted from 0 [default: the one of whom most is seen]
    #[arg(long, value_name = "NUMBER")]
    person: Option<usize>,
    /// Take the other answer: the mirror image in depth
    #[arg(long)]
    mirror: bool,
    /// How far the lens was open from the lower to the upper edge of the picture, degrees
    #[arg(long, value_name = "DEG", default_value_t = 40.0, value_parser = between(1.0, 150.0), allow_hyphen_values = true)]
    fov: f32,
    /// Draw the posed figure from the camera that was found, with the points, here: .png or .svg
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

/// What `pose-from --json` prints.
#[derive(Debug, Serialize)]
struct Document {
    /// Where the person is in the file.
    person: String,
    /// How many points were used.
    points: usize,
    /// Which answer was taken.
    selected: usize,
    estimates: Vec<AnswerEntry>,
}

#[derive(Debug, Serialize)]
struct AnswerEntry {
    /// How unlikely it is; less is likelier.
    score: f32,
    /// How far the points are from their joints: root mean square, pixels.
    reprojection_error: f32,
    /// The same as a fraction of how high the points lie above each other.
    relative_error: f32,
    camera: CameraEntry,
}

#[derive(Debug, Serialize)]
struct CameraEntry {
    /// Metres in model space.
    position: Vec3,
    /// Its x (right), y (up) and -z (where it looks) in model space, a quaternion.
    rotation: [f32; 4],
    /// Pixels.
    focal_length: f32,
    /// Pixels.
    principal_point: Vec2,
}

/// Runs `kansetsu pose-from`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let jobs = args.out.jobs(std::slice::from_ref(&args.figure))?;
    let [job] = &jobs[..] else { bail!("one figure is wanted") };
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

/// The answers, the likelier first, and what they are of.
struct Found {
    sights: Vec<Keypoint>,
    size: Vec2,
    answers: Vec<PoseEstimate>,
    taken: usize,
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
            anyhow!("a body with hips, arms and legs is wanted; `kansetsu rig guess` says what was found, a rig file names what was not")
        })?;
        let prior = match &self.people.posture {
            PostureChoice::Full(None) => Prior::people(),
            PostureChoice::Full(Some(prior)) => prior,
            PostureChoice::Off | PostureChoice::Light => {
                bail!(
                    "a picture does not say how far away joints are; give --posture full or a table"
                )
            }
        };
        let sights = keypoints::observations(&keypoints::body_points(figure), &person.points);
        let size = person.size_or_guess();
        let lens = Lens::new(size, self.fov)?;
        let keypoints = PoseEstimator { rig: &figure.rig, humanoid: &humanoid, prior };
        let answers = keypoints
            .estimates(&sights, lens, &figure.saved_pose())
            .with_context(|| person.place.clone())?;
        let taken = usize::from(self.mirror);
        if taken >= answers.len() {
            bail!("there is no other answer: the mirror image in depth is the same or cannot be");
        }
        Ok(Found { sights, size, answers, taken })
    }

    /// Makes the files that were asked for.
    fn fill(
        &self,
        outbox: &mut Outbox,
        source: &Source,
        (job, found): (&Job, &Found),
    ) -> anyhow::Result<()> {
        let mut pose = found.answers[found.taken].pose.clone();
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

/// Pictures are drawn at least and at most so large, pixels.
const SIDES: [f32; 2] = [64.0, 4096.0];

impl Found {
    /// The figure from the camera that was found, and where its points were seen.
    fn picture(&self, figure: &Figure, pose: &Pose, path: &Path) -> anyhow::Result<Vec<u8>> {
        let camera = &self.answers[self.taken].camera;
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
        let entry = |answer: &PoseEstimate| {
            let (_, rotation, position) =
                answer.camera.model_from_camera.to_scale_rotation_translation();
            AnswerEntry {
                score: answer.score,
                reprojection_error: answer.reprojection_error,
                relative_error: answer.reprojection_error / height.max(1.0),
                camera: CameraEntry {
                    position,
                    rotation: rotation.to_array(),
                    focal_length: answer.camera.lens.focal_length,
                    principal_point: answer.camera.lens.principal_point,
                },
            }
        };
        let estimates = self.answers.iter().map(entry).collect();
        Document {
            person: person.place.clone(),
            points: self.sights.len(),
            selected: self.taken,
            estimates,
        }
    }
}

impl Document {
    fn text(&self) -> String {
        let mut text = format!("{}: {} points\n", self.person, self.points);
        for (number, answer) in self.estimates.iter().enumerate() {
            let AnswerEntry { score, reprojection_error, relative_error, camera } = answer;
            let [x, y, z] = camera.position.to_array();
            let which = if number == self.selected { "selected" } else { "other" };
            text += &format!(
                "{which}: {reprojection_error:.1} px off ({:.1} % of the height), score {score:.1}, seen from {x:.2}, {y:.2}, {z:.2} m\n",
                100.0 * relative_error
            );
        }
        text
    }
}

//! Bodies from keypoints: recorded poses are projected by cameras, and estimated from 25 keypoints
//! alone.

use std::{path::Path, time::Instant};

use kansetsu::{
    Error,
    d3::Pose,
    glam::{Affine3, Quat, Vec2, Vec3},
};
use kansetsu_formats::keypoints::{
    BodyPoints, ObservedPoint, Point, body_points, numbers, observations,
};
use kansetsu_humanoid::{
    keypoints::{Camera, Lens, PoseEstimate, PoseEstimator},
    prior::Prior,
};

use crate::{
    given::heading_of,
    judge::{GROUPS, split, toes},
    recorded::{Clip, clips},
};

/// Number of compared poses of a group, spread evenly.
const JUDGED: usize = 100;
/// The height of the compared bodies, metres, and in pixels at the distance of the person.
const HEIGHT: f32 = 1.75;
const PIXELS: f32 = 500.0;
/// The size of pictures, pixels, and the assumed field of view of an unknown lens, degrees.
const SIZE: Vec2 = Vec2::splat(1000.0);
const ASSUMED: f32 = 40.0;
/// The standard deviation of the keypoints' noise, pixels.
const NOISES: [f32; 2] = [0.0, 3.0];

/// The head of the table.
pub(crate) const HEAD: &str = "| who | noise, px | how | off in the picture, px | all joints, cm: mean, median, 90 % | outside limits | refused | time, ms |\n\
    | --- | --- | --- | --- | --- | --- | --- | --- |\n";

/// The results of some poses.
#[derive(Default)]
struct Found {
    off: Vec<f32>,
    joints: Vec<f32>,
    outside: usize,
    refused: usize,
    millis: Vec<f32>,
    /// The keypoints.
    seen: Vec<(f32, Vec<ObservedPoint>)>,
}

/// Judges the groups, and prints the table. The keypoints of the best, the middle and the worst of
/// each group are written to a folder as OpenPose JSON: `kansetsu pose-from` makes pictures of
/// them.
pub(crate) fn run(folder: &Path, points: Option<&Path>) -> Result<(), String> {
    let clips = clips(folder)?;
    print!("{HEAD}");
    for (who, names) in GROUPS {
        let (prior, judged) = split(&clips, names);
        for noise in NOISES {
            let found = judge(&judged, &prior, noise).map_err(|problem| problem.to_string())?;
            if let Some(points) = points {
                found[1].write(&points.join(format!("{}-{noise}", names[0])))?;
            }
            rows_of(who, noise, found).iter().for_each(|row| println!("{row}"));
        }
    }
    Ok(())
}

/// Three rows for each noise: the rest pose, the first result, the better of two.
pub(crate) fn rows(who: &str, clips: &[&Clip], prior: &Prior) -> Result<Vec<String>, Error> {
    let mut rows = Vec::new();
    for noise in NOISES {
        rows.extend(rows_of(who, noise, judge(clips, prior, noise)?));
    }
    Ok(rows)
}

fn rows_of(who: &str, noise: f32, found: [Found; 3]) -> Vec<String> {
    let words = ["rest pose", "first answer", "better of two"];
    words
        .iter()
        .zip(found)
        .map(|(words, found)| found.row(&format!("{who} | {noise} | {words}")))
        .collect()
}

fn judge(clips: &[&Clip], prior: &Prior, noise: f32) -> Result<[Found; 3], Error> {
    let total: usize = clips.iter().map(|clip| clip.poses.len()).sum();
    let every = total.div_ceil(JUDGED).max(1);
    let (mut found, mut number) = (<[Found; 3]>::default(), 0);
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for clip in clips {
        let judge = Judge { clip, places: body_points(&clip.figure), prior };
        for pose in &clip.poses {
            if number % every == 0 {
                judge.add(pose, noise, &mut random, &mut found)?;
            }
            number += 1;
        }
    }
    Ok(found)
}

struct Judge<'a> {
    clip: &'a Clip,
    places: BodyPoints,
    prior: &'a Prior,
}

impl Judge<'_> {
    fn add(
        &self,
        truth: &Pose,
        noise: f32,
        random: &mut Random,
        found: &mut [Found; 3],
    ) -> Result<(), Error> {
        let skeleton = &self.clip.figure.rig.skeleton;
        let at = skeleton.forward(truth);
        let camera = self.camera(&at, random)?;
        let seen = self.seen(&at, &camera, (noise, random));
        let scene = PoseEstimator {
            rig: &self.clip.figure.rig,
            humanoid: &self.clip.humanoid,
            prior: self.prior,
        };
        let started = Instant::now();
        let answers = scene.estimates(
            &observations(&self.places, &seen),
            Lens::new(SIZE, ASSUMED)?,
            &skeleton.rest_pose(),
        );
        let millis = started.elapsed().as_secs_f32() * 1e3;
        let rest = skeleton.rest_pose();
        found[0].joints.push(self.off(truth, &rest));
        let Ok(answers) = answers else {
            found[1..].iter_mut().for_each(|found| found.refused += 1);
            return Ok(());
        };
        let off = |answer: &PoseEstimate| self.off(truth, &answer.pose);
        let better = answers.iter().min_by(|a, b| off(a).total_cmp(&off(b)));
        for (found, answer) in found[1..].iter_mut().zip([answers.first(), better]) {
            let Some(answer) = answer else { continue };
            found.joints.push(off(answer));
            found.off.push(answer.reprojection_error);
            found.millis.push(millis);
            found.outside += self.outside(&answer.pose);
            found.seen.push((off(answer), seen.clone()));
        }
        Ok(())
    }

    /// A random camera around the person, from slightly below the hips to well above the head, with
    /// a long or a wide lens.
    fn camera(&self, at: &[Affine3], random: &mut Random) -> Result<Camera, Error> {
        let size = self.height();
        let (azimuth, elevation) =
            (random.within(0.0, std::f32::consts::TAU), random.within(-0.1, 0.5));
        let lens = Lens::new(SIZE, random.within(25.0, 60.0))?;
        let turn = Quat::from_rotation_y(azimuth) * Quat::from_rotation_x(-elevation);
        let middle = at[self.clip.humanoid.hips].translation;
        let far = size * lens.focal_length / PIXELS;
        Ok(Camera {
            model_from_camera: Affine3::from_rotation_translation(
                turn,
                middle + turn * (Vec3::Z * far),
            ),
            lens,
        })
    }

    fn seen(
        &self,
        at: &[Affine3],
        camera: &Camera,
        (noise, random): (f32, &mut Random),
    ) -> Vec<ObservedPoint> {
        let point = |point: &Point| {
            let &(joint, offset) = self.places.get(point)?;
            let off = noise * Vec2::new(random.normal(), random.normal());
            let at = camera.project(at[joint].transform_point3(offset))?;
            Some(ObservedPoint { point: *point, pixel: at + off, confidence: 1.0 })
        };
        Point::BODY_25.iter().filter_map(point).collect()
    }

    /// The height of the skeleton at rest.
    fn height(&self) -> f32 {
        let skeleton = &self.clip.figure.rig.skeleton;
        let rest = skeleton.forward(&skeleton.rest_pose());
        let ends = rest.iter().map(|map| map.translation.y);
        ends.clone().fold(f32::MIN, f32::max) - ends.fold(f32::MAX, f32::min)
    }

    /// The mean distance of joints, with aligned hips and heading, centimetres.
    fn off(&self, truth: &Pose, found: &Pose) -> f32 {
        let skeleton = &self.clip.figure.rig.skeleton;
        let human = &self.clip.humanoid;
        let seen = |pose: &Pose| {
            let back = heading_of(skeleton, human.hips, pose).inverse();
            let at = skeleton.forward(pose);
            let hips = at[human.hips].translation;
            at.into_iter().map(|map| back * (map.translation - hips)).collect::<Vec<_>>()
        };
        let (truth, found) = (seen(truth), seen(found));
        let toes = toes(self.clip);
        let joints: Vec<usize> = human.joints().filter(|joint| !toes.contains(joint)).collect();
        let sum: f32 = joints.iter().map(|&joint| truth[joint].distance(found[joint])).sum();
        100.0 * HEIGHT / self.height() * sum / joints.len() as f32
    }

    /// The number of joints outside their limits, by more than a thousandth of a radian.
    fn outside(&self, pose: &Pose) -> usize {
        let rig = &self.clip.figure.rig;
        let turned = |joint: usize| {
            rig.skeleton.joints()[joint].rest.rotation.inverse() * pose.locals[joint].rotation
        };
        let limits = rig.limits.iter().enumerate();
        limits
            .filter(|(joint, limit)| {
                limit.as_ref().is_some_and(|limit| limit.violation(turned(*joint)) > 1e-3)
            })
            .count()
    }
}

impl Found {
    /// Writes the keypoints of the best, the middle and the worst.
    fn write(&self, path: &Path) -> Result<(), String> {
        let mut seen: Vec<_> = self.seen.iter().collect();
        seen.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (Some(last), name) = (seen.len().checked_sub(1), path.to_string_lossy()) else {
            return Ok(());
        };
        for (which, at) in [("best", 0), ("middle", last / 2), ("worst", last)] {
            let (off, points) = seen[at];
            let people =
                [serde_json::json!({ "pose_keypoints_2d": numbers(&Point::BODY_25, points) })];
            let text = serde_json::json!({ "canvas_width": SIZE.x, "canvas_height": SIZE.y, "people": people, "off_cm": off });
            let file = format!("{name}-{which}.json");
            std::fs::write(&file, text.to_string())
                .map_err(|problem| format!("{file}: {problem}"))?;
        }
        Ok(())
    }

    fn row(mut self, words: &str) -> String {
        let mean = |numbers: &[f32]| numbers.iter().sum::<f32>() / numbers.len().max(1) as f32;
        self.joints.sort_by(f32::total_cmp);
        let part = |part: usize| {
            self.joints.get(self.joints.len() * part / 100).copied().unwrap_or_default()
        };
        let joints = format!("{:.1}, {:.1}, {:.1}", mean(&self.joints), part(50), part(90));
        match self.off.is_empty() {
            true => format!("| {words} | - | {joints} | - | - | - |"),
            false => {
                format!(
                    "| {words} | {:.1} | {joints} | {} | {} | {:.0} |",
                    mean(&self.off),
                    self.outside,
                    self.refused,
                    mean(&self.millis)
                )
            }
        }
    }
}

/// A reproducible sequence: `splitmix64` (G. L. Steele and others, OOPSLA 2014).
struct Random(u64);

impl Random {
    fn within(&mut self, low: f32, high: f32) -> f32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^= bits >> 31;
        low + (high - low) * ((bits >> 40) as f32 / (1_u64 << 24) as f32)
    }

    fn normal(&mut self) -> f32 {
        let (a, b) = (self.within(1e-7, 1.0), self.within(0.0, std::f32::consts::TAU));
        (-2.0 * a.ln()).sqrt() * b.cos()
    }
}

//! Retargets recorded motion to the mannequin, under its own names and those of Mixamo, and to
//! other figures, and measures it: `cargo run --release -p kansetsu-figures --example retarget`,
//! with prefixes of file names to select some of them.
//!
//! The recordings and the other figures are outside the repository, where the tests expect them
//! too. Everything is measured on the resulting poses, by forward kinematics, and contacts are
//! detected independently of the retargeter.
#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    time::Instant,
};

use glam::{Affine3, Quat, Vec3};
use kansetsu::d3::{Pose, Rig, Skeleton};
use kansetsu_formats::{Clip, Figure, Role, open};
use kansetsu_humanoid::retarget::{Retarget, Retargeted};

/// The actions in the recordings, by prefixes of their names.
const ACTIONS: [(&str, &[&str]); 7] = [
    ("walk", &["cmu_02_01", "cmu_02_02", "cmu8_train_walking"]),
    ("run", &["cmu_02_03", "cmu8_train_running"]),
    ("jump", &["cmu_02_04", "cmu8_train_jumping"]),
    (
        "basketball",
        &[
            "cmu8_train_basketball_1",
            "cmu8_train_basketball_2",
            "cmu8_train_basketball_3",
            "cmu8_train_basketball_4",
            "cmu8_train_basketball_5",
        ],
    ),
    (
        "signals, soccer, washing",
        &[
            "cmu8_train_basketball_signal",
            "cmu8_train_directing",
            "cmu8_train_soccer",
            "cmu_02_05",
            "cmu_02_06",
            "cmu_02_07",
            "cmu_02_08",
            "cmu_02_09",
            "cmu_02_10",
        ],
    ),
    ("dance, martial arts", &["acrnn"]),
    ("climbing, swinging", &["cmu_01"]),
];

/// Figures besides the mannequin.
const OTHERS: [&str; 5] = [
    "vrm/basic_armature_vrm0.vrm",
    "vrm/basic_armature_vrm1.vrm",
    "vrm/unity_example_vrm1.vrm",
    "vrm/rest_a_pose_t_position_rest.vrm",
    "mmd/Gene_light.pmx",
];

/// The motions of the first row about all figures.
const EVERYDAY: [&str; 4] = ["walk", "run", "jump", "basketball"];

const HEAD: &str = "\
# Retargeting

Recorded clips on several figures, 30 frames per second. Foot slide, limits and hands are the worst of all frames.

- *Feet* are heels and balls in frames in which they are planted in the recording.
- *Hands* are compared with where the proportions place them, beside the chest and scaled by arm length.
- *Turns* are rotations per frame beyond the recording; frames between which the recording itself jumps are left out.
";

fn main() {
    let data = std::env::var_os("KANSETSU_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let Ok(folder) = std::fs::read_dir(data.join("mocap")) else {
        println!("not run: the recordings {} are not here", data.join("mocap").display());
        return;
    };
    let only = std::env::args().nth(1).unwrap_or_default();
    let mut paths: Vec<PathBuf> = folder.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| {
        path.extension().is_some_and(|ending| ending == "bvh") && name(path).starts_with(&only)
    });
    paths.sort();
    let motions: Vec<(String, Figure)> =
        paths.iter().filter_map(|path| Some((name(path), read(path)?))).collect();
    println!("{HEAD}");
    println!(
        "| figure | motion | clips | frames | foot slide (mm) | feet over 5 mm | limits (°) | hands (mm) | hands over 2 cm | turns over 10° | times faster |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    let [mut everyday, mut total] = [Row::default(), Row::default()];
    for (figure, target) in targets(&data) {
        let mut all = Row::default();
        for (action, beginnings) in ACTIONS {
            let mut row = Row::default();
            for (name, source) in motions
                .iter()
                .filter(|(name, _)| beginnings.iter().any(|beginning| name.starts_with(beginning)))
            {
                row.carry_over((name, source), &target);
            }
            row.print(&figure, action);
            all.add(&row);
            if EVERYDAY.contains(&action) {
                everyday.add(&row);
            }
        }
        all.print(&figure, "all");
        total.add(&all);
    }
    everyday.print("all figures", &EVERYDAY.join(", "));
    total.print("all figures", "all");
}

/// The results of some motions.
#[derive(Default)]
struct Row {
    clips: usize,
    frames: usize,
    seconds: f64,
    spent: f64,
    planted: usize,
    slid: usize,
    slide: f32,
    limit: f32,
    hand: f32,
    far: usize,
    turns: usize,
    quick: usize,
    quickest: f32,
}

impl Row {
    fn carry_over(&mut self, (name, source): (&str, &Figure), target: &Figure) {
        let Some(clip) = source.clips.first() else { return };
        let start = Instant::now();
        let done = match Retarget::default().run(source, clip, target) {
            Ok(done) => done,
            Err(error) => return println!("{name}: {error}"),
        };
        let spent = start.elapsed().as_secs_f64();
        let recorded = Recorded::of(source, clip, &done);
        let report = done.report;
        let mut row = Self {
            clips: 1,
            frames: report.frames,
            seconds: f64::from(clip.duration),
            spent,
            limit: report.limit_violation,
            hand: report.hand_error,
            far: report.far_hands,
            ..Self::default()
        };
        row.measure_feet(&recorded, target, &done);
        row.measure_turns(&recorded, target, &done);
        if std::env::var_os("VERBOSE").is_some() {
            row.print(name, "");
        }
        self.add(&row);
    }

    /// The slide of ankles and balls along the ground, from touch-down, while in the recording they
    /// are slower than 0.15 m/s and within 5 cm of their lowest height, for a person of 1.7 m.
    fn measure_feet(&mut self, recorded: &Recorded<'_>, target: &Figure, done: &Retargeted) {
        let leg = recorded.leg();
        let here: Vec<Vec<Affine3>> =
            done.poses.iter().map(|pose| target.rig.skeleton.forward(pose)).collect();
        for role in [Role::LeftFoot, Role::LeftToes, Role::RightFoot, Role::RightToes] {
            let (Some(from), Some(&to)) = (recorded.path(role), target.rig.roles.get(&role)) else {
                continue;
            };
            let low = from.iter().map(|place| place.y).fold(f32::INFINITY, f32::min);
            let last = from.len() - 1;
            let mut down: Option<Vec3> = None;
            for frame in 0..from.len() {
                let (before, after) = (frame.saturating_sub(1), (frame + 1).min(last));
                let speed =
                    from[before].distance(from[after]) * done.rate / (after - before).max(1) as f32;
                if from[frame].y - low > 0.06 * leg || speed > 0.18 * leg {
                    down = None;
                    continue;
                }
                let place = here[frame][to].translation;
                let slide = (place - *down.get_or_insert(place)).with_y(0.0).length();
                self.slide = self.slide.max(slide);
                self.planted += 1;
                self.slid += usize::from(slide > 0.005);
            }
        }
    }

    /// The rotation of each joint in 1/30 s beyond its rotation in the recording. Frames between
    /// which the recording itself jumps (a joint rotates by 45 degrees, the hips by 25, or their
    /// acceleration is 6 g; many start with a frame in a T-pose) are ignored.
    fn measure_turns(&mut self, recorded: &Recorded<'_>, target: &Figure, done: &Retargeted) {
        let factor = done.rate / 30.0;
        for frame in (1..done.poses.len()).filter(|&frame| !recorded.leaps(frame)) {
            for (role, &joint) in &target.rig.roles {
                let own = recorded
                    .figure
                    .rig
                    .roles
                    .get(role)
                    .map_or(0.0, |&own| turned(&recorded.poses, own, frame));
                let beyond = (turned(&done.poses, joint, frame) - own) * factor;
                self.turns += 1;
                self.quick += usize::from(beyond > 10.0);
                if beyond > self.quickest {
                    self.quickest = beyond;
                    if std::env::var_os("VERBOSE").is_some() && beyond > 10.0 {
                        println!(
                            "{role} at {frame}: {beyond:.1} degrees more than the {own:.1} recorded"
                        );
                    }
                }
            }
        }
    }

    fn add(&mut self, other: &Self) {
        self.clips += other.clips;
        self.frames += other.frames;
        self.seconds += other.seconds;
        self.spent += other.spent;
        self.planted += other.planted;
        self.slid += other.slid;
        self.slide = self.slide.max(other.slide);
        self.limit = self.limit.max(other.limit);
        self.hand = self.hand.max(other.hand);
        self.far += other.far;
        self.turns += other.turns;
        self.quick += other.quick;
        self.quickest = self.quickest.max(other.quickest);
    }

    fn print(&self, figure: &str, action: &str) {
        if self.clips == 0 {
            return;
        }
        println!(
            "| {figure} | {action} | {} | {} | {:.1} | {} of {} | {:.4} | {:.1} | {} of {} | {} of {}, {:.0}° | {:.0} |",
            self.clips,
            self.frames,
            self.slide * 1e3,
            self.slid,
            self.planted,
            self.limit.to_degrees(),
            self.hand * 1e3,
            self.far,
            2 * self.frames,
            self.quick,
            self.turns,
            self.quickest,
            self.seconds / self.spent,
        );
    }
}

/// A recording, frame by frame.
struct Recorded<'a> {
    figure: &'a Figure,
    poses: Vec<Pose>,
    maps: Vec<Vec<Affine3>>,
    factor: f32,
}

impl<'a> Recorded<'a> {
    fn of(figure: &'a Figure, clip: &Clip, done: &Retargeted) -> Self {
        let pose = |frame: usize| {
            let mut pose = figure.saved_pose();
            clip.sample(frame as f32 / done.rate, &mut pose);
            pose
        };
        let poses: Vec<Pose> = (0..done.poses.len()).map(pose).collect();
        let maps = poses.iter().map(|pose| figure.rig.skeleton.forward(pose)).collect();
        Self { figure, poses, maps, factor: done.rate / 30.0 }
    }

    fn path(&self, role: Role) -> Option<Vec<Vec3>> {
        let joint = *self.figure.rig.roles.get(&role)?;
        Some(self.maps.iter().map(|maps| maps[joint].translation).collect())
    }

    fn leg(&self) -> f32 {
        let rest = self.figure.rig.skeleton.forward(&self.figure.rig.skeleton.rest_pose());
        let at = |role: Role| {
            self.figure.rig.roles.get(&role).map_or(Vec3::ZERO, |&joint| rest[joint].translation)
        };
        let [hip, knee, ankle] = [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot].map(at);
        hip.distance(knee) + knee.distance(ankle)
    }

    fn leaps(&self, frame: usize) -> bool {
        let Some(&hips) = self.figure.rig.roles.get(&Role::Hips) else { return false };
        let at = |frame: usize| self.maps[frame.min(self.maps.len() - 1)][hips].translation;
        let thrown = |frame: usize| {
            (at(frame + 1) - 2.0 * at(frame) + at(frame.saturating_sub(1))).length()
                * self.factor
                * self.factor
        };
        let most = 0.08 * self.leg();
        let leaps = self
            .figure
            .rig
            .roles
            .values()
            .any(|&joint| turned(&self.poses, joint, frame) * self.factor > 45.0);
        leaps
            || turned(&self.poses, hips, frame) * self.factor > 25.0
            || thrown(frame) > most
            || thrown(frame - 1) > most
    }
}

/// The rotation of a joint since the previous frame, degrees.
fn turned(poses: &[Pose], joint: usize, frame: usize) -> f32 {
    let [a, b] = [frame - 1, frame].map(|frame| poses[frame].locals[joint].rotation);
    let between: Quat = a.inverse() * b;
    (2.0 * between.xyz().length().atan2(between.w.abs())).to_degrees()
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn read(path: &Path) -> Option<Figure> {
    let folder = path.parent()?.to_owned();
    let bytes = std::fs::read(path).ok()?;
    let beside = |name: &str| std::fs::read(folder.join(name)).map_err(|error| error.to_string());
    match open(&bytes, &path.to_string_lossy(), &beside) {
        Ok(opened) => Some(opened.figure),
        Err(error) => {
            println!("{}: {error}", path.display());
            None
        }
    }
}

fn targets(data: &Path) -> Vec<(String, Figure)> {
    let mannequin = kansetsu_figures::mannequin();
    let mut all = vec![("mixamo names".to_owned(), renamed(&mannequin))];
    all.insert(0, ("mannequin".to_owned(), mannequin));
    all.extend(
        OTHERS.iter().filter_map(|path| Some((name(Path::new(path)), read(&data.join(path))?))),
    );
    all
}

/// The figure under Mixamo's names, with roles and limits detected again.
fn renamed(figure: &Figure) -> Figure {
    let words = BTreeMap::from([
        ("Hips", "Hips"),
        ("Spine", "Spine"),
        ("Chest", "Spine1"),
        ("UpperChest", "Spine2"),
        ("Neck", "Neck"),
        ("Head", "Head"),
        ("Shoulder", "Shoulder"),
        ("UpperArm", "Arm"),
        ("LowerArm", "ForeArm"),
        ("Hand", "Hand"),
        ("UpperLeg", "UpLeg"),
        ("LowerLeg", "Leg"),
        ("Foot", "Foot"),
        ("Toes", "ToeBase"),
    ]);
    let mut builder = Skeleton::builder();
    for joint in figure.rig.skeleton.joints() {
        let side = ["Left", "Right"]
            .into_iter()
            .find(|side| joint.name.starts_with(side))
            .unwrap_or_default();
        let word = &joint.name[side.len()..];
        let name = format!("mixamorig:{side}{}", words.get(word).copied().unwrap_or(word));
        match joint.parent {
            Some(parent) => builder.child(parent, name, joint.rest),
            None => builder.root(name, joint.rest),
        };
    }
    let Ok(skeleton) = builder.build() else { return figure.clone() };
    let mut renamed =
        Figure { meshes: figure.meshes.clone(), ..Figure::new("mixamo", Rig::new(skeleton)) };
    renamed.detect_humanoid();
    renamed
}

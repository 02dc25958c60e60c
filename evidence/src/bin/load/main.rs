//! Measures the time to open files and to retarget motion: `cargo xtask results load`.
//!
//! With `--check` it fails if a row falls short.
#![expect(clippy::print_stdout, reason = "this program prints its measurements")]

mod fbx;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use kansetsu_formats::{Figure, open};
use kansetsu_humanoid::retarget::Retarget;

/// The number of times that a file is opened; the median counts.
const ROUNDS: usize = 15;

/// A row of the table.
struct Row {
    what: String,
    size: String,
    measured: String,
    promised: &'static str,
    holds: bool,
}

fn main() -> ExitCode {
    let checks = std::env::args().any(|word| word == "--check");
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let data = std::env::var_os("KANSETSU_CORPUS")
        .map_or_else(|| crate_folder.join("../../shared/data"), PathBuf::from);
    let rows = match rows(&data) {
        Ok(rows) => rows,
        Err(problem) => {
            println!("not measured: {problem}");
            return ExitCode::FAILURE;
        }
    };
    let page = page(&rows);
    println!("{page}");
    if checks && rows.iter().any(|row| !row.holds) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn rows(data: &Path) -> Result<Vec<Row>, String> {
    let read = |path: PathBuf| {
        std::fs::read(&path).map_err(|problem| format!("{}: {problem}", path.display()))
    };
    let mut rows = Vec::new();
    for (folder, name, most, promised) in [
        ("mmd", "Gene_light.pmx", 60.0, "≤ 60 ms"),
        ("bvh", "cmu_12_01_walk.bvh", 10.0, "≤ 10 ms"),
        ("mqo", "yuri_nii.mqo", 20.0, "≤ 20 ms"),
    ] {
        rows.push(opened(name, &read(data.join(folder).join(name))?, most, promised)?);
    }
    let angles = recorded(&read(data.join("mocap").join(RECORDED))?)?;
    rows.push(opened(
        "an FBX of Mixamo's size: 30 s of recorded climbing, 30 a second",
        &fbx::walk(65, &angles),
        80.0,
        "≤ 80 ms",
    )?);
    rows.push(retargeted(&data.join("mocap"))?);
    Ok(rows)
}

/// A person climbs for more than 30 s.
const RECORDED: &str = "cmu_01_06.bvh";

/// The angles of every joint of a recorded motion in 900 frames, degrees about x, y and z in this
/// order, without jumps by full turns.
fn recorded(bytes: &[u8]) -> Result<Vec<Vec<[f32; 3]>>, String> {
    let figure = open(bytes, RECORDED, &|_| Err(String::new()))
        .map_err(|problem| format!("{RECORDED}: {problem}"))?
        .figure;
    let clip = figure.clips.first().ok_or("the recording holds no motion")?;
    let mut angles: Vec<Vec<[f32; 3]>> = vec![Vec::new(); figure.rig.skeleton.len()];
    for frame in 0..900 {
        let mut pose = figure.rig.skeleton.rest_pose();
        clip.sample(frame as f32 / 30.0, &mut pose);
        for (list, local) in angles.iter_mut().zip(&pose.locals) {
            let (z, y, x) = local.rotation.to_euler(glam::EulerRot::ZYX);
            let mut now = [x, y, z].map(f32::to_degrees);
            if let Some(last) = list.last() {
                now.iter_mut()
                    .zip(last)
                    .for_each(|(now, last)| *now -= 360.0 * ((*now - last) / 360.0).round());
            }
            list.push(now);
        }
    }
    angles.retain(|list| list.iter().any(|angles| *angles != list[0]));
    Ok(angles)
}

fn opened(what: &str, bytes: &[u8], most: f64, promised: &'static str) -> Result<Row, String> {
    let mut times = Vec::with_capacity(ROUNDS);
    let mut size = String::new();
    let name = if what.contains("FBX") { "test.fbx" } else { what };
    for _ in 0..ROUNDS {
        let start = now();
        let opened = open(bytes, name, &|_| Err("pictures are not counted".to_owned()))
            .map_err(|problem| format!("{what}: {problem}"))?;
        times.push(now().saturating_sub(start));
        size = sizes(&opened.figure);
    }
    times.sort_unstable();
    let median = times[ROUNDS / 2].as_secs_f64() * 1e3;
    Ok(Row {
        what: what.to_owned(),
        size,
        measured: format!("{median:.1} ms"),
        promised,
        holds: median <= most,
    })
}

fn sizes(figure: &Figure) -> String {
    let vertices: usize = figure
        .meshes
        .iter()
        .flat_map(|mesh| &mesh.primitives)
        .map(|part| part.positions.len())
        .sum();
    let keys: usize =
        figure.clips.iter().flat_map(|clip| &clip.tracks).map(|track| track.times.len()).sum();
    format!("{} joints, {vertices} vertices, {keys} keys", figure.rig.skeleton.len())
}

/// A hundred recorded clips on the mannequin: the time to read and retarget them, relative to their
/// duration.
fn retargeted(folder: &Path) -> Result<Row, String> {
    let target = kansetsu_figures::figure("mannequin").ok_or("there is no mannequin")?;
    let entries =
        std::fs::read_dir(folder).map_err(|problem| format!("{}: {problem}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "bvh"));
    paths.sort();
    paths.truncate(100);
    let (mut plays, mut spent, mut frames) = (0.0, Duration::ZERO, 0);
    for path in &paths {
        let bytes =
            std::fs::read(path).map_err(|problem| format!("{}: {problem}", path.display()))?;
        let failed = |problem: kansetsu_formats::Error| format!("{}: {problem}", path.display());
        let start = now();
        let source = open(&bytes, "walk.bvh", &|_| Err(String::new())).map_err(failed)?.figure;
        let Some(clip) = source.clips.first() else { continue };
        let done = Retarget { rate: Some(30.0), ..Retarget::default() }.run(&source, clip, &target);
        let done = done.map_err(|problem| format!("{}: {problem}", path.display()))?;
        spent += now().saturating_sub(start);
        plays += f64::from(clip.duration);
        frames += done.poses.len();
    }
    let times = plays / spent.as_secs_f64();
    Ok(Row {
        what: format!("{} recorded clips on the mannequin", paths.len()),
        size: format!("{plays:.0} s, {frames} frames"),
        measured: format!("{times:.0} times as fast as they play"),
        promised: "≥ 200 times",
        holds: times >= 200.0,
    })
}

/// The CPU time of this thread.
fn now() -> Duration {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
    }
    #[cfg(not(unix))]
    {
        static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        START.get_or_init(std::time::Instant::now).elapsed()
    }
}

fn page(rows: &[Row]) -> String {
    let mut page = format!(
        "# Opening files\n\nFrom bytes to a figure with roles and limits, without the pictures beside the file. CPU time of the thread, the median of {ROUNDS}, on {}.\n\n| file | what it holds | measured | promised | |\n| --- | --- | --- | --- | --- |\n",
        kansetsu_evidence::machine::processor()
    );
    for Row { what, size, measured, promised, holds } in rows {
        page.push_str(&format!(
            "| {what} | {size} | {measured} | {promised} | {} |\n",
            if *holds { "holds" } else { "falls short" }
        ));
    }
    page
}

//! `kansetsu compare`: solves the same goals with every solver.

use std::path::{Path, PathBuf};

use anyhow::bail;
use kansetsu::{
    d3::{Outcome, Pose, Rig, solve::Solver},
    glam::Vec3,
};
use kansetsu_draw::{Frame, Grid, Mark, Picture, Scene, Sheet, SkeletonStyle, contact_sheet};
use kansetsu_formats::Figure;
use serde::Serialize;

use super::race::RaceArgs;
use crate::{
    angle::angle_between,
    argument::FileArg,
    argument::{CameraArgs, ClipArgs, GoalArgs, MethodArgs, Start, label},
    escape::escaped,
    json::{self, GoalEntry, tenths},
    message,
    outbox::{self, Outbox},
    picture,
    reach::{Posing, Solved},
    report::{self, outcome_words},
    source::Source,
    status::Status,
    table::Table,
};

const LONG_ABOUT: &str = "\
Solve the same goals with every solver from the same pose, and print the results side by side: the outcome, the \
largest residual distance and angle, the iterations, the median time of several runs, and the largest rotation of a \
joint.

Goals and parameters are those of `kansetsu solve`; each solver ignores parameters of other solvers. A solver that \
does not support the goals is listed with the reason.

With --random N the goals are N random positions that one joint can reach inside its limits. The table shows how many each solver reaches from the rest \
pose, like the page \"race\" of the lab. A goal counts as reached within 0.001 of the chain's length, with every joint inside its limits.";

const AFTER: &str = "\
Examples:
  kansetsu compare figure:mannequin --goal LeftHand=0.3,1.3,0.4
  kansetsu compare figure:tentacle --goal 29=0.3,0.5,0.2 --picture tentacle.png
  kansetsu compare figure:mannequin --random 1000 --csv
  kansetsu compare figure:mannequin --goal leftHand=0.3,1.2,0.4 \\
    --goal rightHand=-0.3,1.2,0.4 --runs 101 --json";

/// Solve the same goals with every solver, side by side
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    #[command(flatten)]
    file: FileArg,
    #[command(flatten)]
    goals: GoalArgs,
    #[command(flatten)]
    race: RaceArgs,
    #[command(flatten)]
    method: MethodArgs,
    #[command(flatten, next_help_heading = "Start pose")]
    clip: ClipArgs,
    /// The runs of each solver; the median time is printed
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..=100_000), help_heading = "Output", allow_hyphen_values = true)]
    runs: u32,
    /// Draw the results here, a cell for each solver, as PNG (- for standard output)
    #[arg(long, value_name = "OUT.png", help_heading = "Output")]
    picture: Option<PathBuf>,
    #[command(flatten, next_help_heading = "Output")]
    camera: CameraArgs,
    /// Print JSON: {"runs", "solvers": [{"solver", "outcome", "distance", ...}], "not_applicable"}
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// The JSON of `compare --json`.
#[derive(Debug, Serialize)]
struct Comparison {
    runs: u32,
    solvers: Vec<Row>,
    not_applicable: Vec<Refusal>,
}

/// The result of one solver.
#[derive(Debug, Serialize)]
struct Row {
    solver: &'static str,
    /// The outcome, as `solve --json` names it.
    solved_by: &'static str,
    outcome: Outcome,
    /// The largest residual, metres.
    distance: f32,
    /// The largest residual, radians.
    angle: f32,
    iterations: u32,
    restarts: u32,
    /// The median, microseconds.
    micros: f64,
    /// The rotation of the joint that rotated most, radians.
    largest_turn: f32,
    turned_joint: String,
    goals: Vec<GoalEntry>,
    #[serde(skip)]
    pose: Pose,
}

/// A solver that does not support the goals.
#[derive(Debug, Serialize)]
struct Refusal {
    solver: &'static str,
    reason: String,
}

/// Runs `kansetsu compare`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    if let Some(path) = &args.picture {
        outbox::check(path)?;
        if picture::Format::of(path)? != picture::Format::Png {
            bail!("a sheet is drawn as PNG; use the extension .png");
        }
    }
    let mut source = args.clip.open(&args.file.file)?;
    args.method.bring_limits(&mut source.figure)?;
    let figure = &source.figure;
    if let Some(race) = args.race.race(figure, &args.method)? {
        message::result(&race.run()?)?;
        return Ok(Status::Done);
    }
    let start = args.clip.pose(&source)?;
    args.goals.check()?;
    let comparison = args.compare(&source, &start)?;
    if let Some(path) = &args.picture {
        let mut outbox = Outbox::default();
        outbox.add(path, &comparison.draw(figure, args.camera.picture(figure, 320))?)?;
        outbox.send()?;
    }
    let text =
        if args.json { json::text(&comparison)? } else { comparison.page(args.picture.as_deref()) };
    message::result_beside(args.picture.as_deref(), &text)?;
    Ok(Status::Done)
}

impl Args {
    fn compare(&self, source: &Source, start: &Pose) -> anyhow::Result<Comparison> {
        let mut comparison =
            Comparison { runs: self.runs, solvers: Vec::new(), not_applicable: Vec::new() };
        // Errors in the arguments, which are the same for every solver.
        self.posing(source, "whole-body")?.aim(&self.goals, start)?;
        for solver in Solver::NAMES {
            match self.row(source, start, solver) {
                Ok(row) => comparison.solvers.push(row),
                Err(failure) => {
                    // The innermost cause: its context is the same for all solvers.
                    comparison
                        .not_applicable
                        .push(Refusal { solver, reason: failure.root_cause().to_string() });
                }
            }
        }
        match (comparison.solvers.is_empty(), comparison.not_applicable.first()) {
            (true, Some(refusal)) => {
                bail!("no solver supports these goals; {}: {}", refusal.solver, refusal.reason)
            }
            _ => Ok(comparison),
        }
    }

    fn posing<'a>(&'a self, source: &'a Source, solver: &str) -> anyhow::Result<Posing<'a>> {
        let start = if self.clip.poses(source) { Start::Given } else { Start::Stance };
        Posing::by_name(&source.figure, (solver, &self.method), start)
    }

    fn row(&self, source: &Source, start: &Pose, solver: &'static str) -> anyhow::Result<Row> {
        let mut posing = self.posing(source, solver)?;
        posing.aim(&self.goals, start)?;
        let (solved, stance) = (posing.solve(start)?, posing.stance(start));
        let mut micros = Vec::with_capacity(self.runs as usize);
        for _ in 0..self.runs {
            micros.push(posing.solve(start)?.goals.micros);
        }
        micros.sort_by(f64::total_cmp);
        Ok(Row::new(&source.figure.rig, solver, solved, &stance, micros[micros.len() / 2]))
    }
}

impl Row {
    fn new(rig: &Rig, solver: &'static str, solved: Solved, start: &Pose, micros: f64) -> Self {
        let turns = start
            .locals
            .iter()
            .zip(&solved.pose.locals)
            .map(|(before, after)| angle_between(before.rotation, after.rotation));
        let (joint, largest_turn) = turns
            .enumerate()
            .fold((0, 0.0), |most, next| if next.1 > most.1 { next } else { most });
        let goals = solved.goals;
        Self {
            solver,
            solved_by: goals.solver,
            outcome: goals.outcome,
            distance: goals.goals.iter().fold(0.0, |worst, goal| goal.distance.max(worst)),
            angle: goals.goals.iter().fold(0.0, |worst, goal| goal.angle.max(worst)),
            iterations: goals.iterations,
            restarts: goals.restarts,
            micros: tenths(micros),
            largest_turn,
            turned_joint: label(&rig.skeleton, joint),
            goals: goals.goals,
            pose: solved.pose,
        }
    }
}

impl Comparison {
    /// The table for people.
    fn page(&self, picture: Option<&Path>) -> String {
        let mut table = Table::new([
            "solver",
            "distance (mm)",
            "angle (°)",
            "iterations",
            "median (µs)",
            "largest rotation (°)",
            "outcome",
        ]);
        for row in &self.solvers {
            table.row([
                row.solver.to_owned(),
                format!("{:.4}", row.distance * 1e3),
                format!("{:.2}", row.angle.to_degrees()),
                row.iterations.to_string(),
                format!("{:.1}", row.micros),
                format!("{:.1} {}", row.largest_turn.to_degrees(), row.turned_joint),
                outcome_words(row.outcome).to_owned(),
            ]);
        }
        let mut page = table.to_string();
        if !self.not_applicable.is_empty() {
            page.push('\n');
        }
        self.not_applicable.iter().for_each(|refusal| {
            page.push_str(&format!(
                "{} does not apply: {}\n",
                refusal.solver,
                escaped(&refusal.reason)
            ))
        });
        picture.into_iter().for_each(|path| page.push_str(&report::wrote(path)));
        page
    }

    /// A cell for each solver, with its goals and residuals.
    fn draw(&self, figure: &Figure, picture: Picture) -> anyhow::Result<Vec<u8>> {
        let cell = |row: &Row| {
            let mut scene = Scene::new(figure, &row.pose);
            scene.actors[0].skeleton = SkeletonStyle::Shown;
            scene.marks =
                row.goals.iter().map(|goal| Mark::target(Vec3::from_array(goal.target))).collect();
            Frame { scene, caption: format!("{}: {:.2} mm", row.solver, row.distance * 1e3) }
        };
        let cells: Vec<Frame<'_>> = self.solvers.iter().map(cell).collect();
        let count = cells.len() as u32;
        let rows = if count > 3 { 2 } else { 1 };
        let grid = Grid { rows, columns: count.div_ceil(rows) };
        Ok(picture::content(contact_sheet(&cells, &Sheet { grid, picture })?))
    }
}

//! `kansetsu compare --random`: compares solvers on random reachable goals.

use std::{sync::LazyLock, time::Instant};

use anyhow::bail;
use kansetsu::glam::Vec3;
use kansetsu_formats::Figure;
use kansetsu_lab::{Course, Method, Score, usual_base, usual_tip};

use crate::{
    argument::{MethodArgs, Switch, joint_named, label},
    table::Table,
};

/// The goals of the comparison.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Random goals")]
pub(crate) struct RaceArgs {
    /// Compare the solvers on N random reachable goals
    #[arg(long, value_name = "N", conflicts_with_all = ["GoalArgs", "picture", "json", "stops", "locks", "restarts", "angle_tolerance", "soft",
              "twist", "up", "shares", "root", "feet", "balance", "self_collision", "stiffness", "strength", "polish", "posture", "start"],
          value_parser = clap::value_parser!(u32).range(1..=1_000_000), allow_hyphen_values = true)]
    random: Option<u32>,
    /// The joint that reaches [default: the end of the figure's first limb, else the joint furthest
    /// from the root]
    #[arg(long, value_name = "JOINT", requires = "random", allow_hyphen_values = true)]
    tip: Option<String>,
    /// The seed of the random goals [default: 1]
    #[arg(long, value_name = "N", requires = "random", allow_hyphen_values = true)]
    seed: Option<u64>,
    /// Print comma-separated values
    #[arg(long, requires = "random")]
    csv: bool,
}

/// A prepared race.
pub(super) struct Race {
    course: Course,
    goals: usize,
    is_csv: bool,
    title: String,
}

impl RaceArgs {
    /// The race that the arguments request; `None` without `--random`.
    pub(super) fn race(
        &self,
        figure: &Figure,
        method: &MethodArgs,
    ) -> anyhow::Result<Option<Race>> {
        let Some(goals) = self.random else {
            // clap's `requires` cannot express this: the conflicts of --random hide it from the
            // parser.
            let words = [
                ("--tip", self.tip.is_some()),
                ("--seed", self.seed.is_some()),
                ("--csv", self.csv),
            ];
            if let Some((word, _)) = words.iter().find(|(_, is_set)| *is_set) {
                bail!("{word} needs --random N; add --random N, or remove {word}");
            }
            return Ok(None);
        };
        let rig = &figure.rig;
        let tip = self
            .tip
            .as_ref()
            .map_or_else(|| Ok(usual_tip(rig)), |word| joint_named(figure, word))?;
        if rig.skeleton.joints()[tip].parent.is_none() {
            bail!(
                "\"{}\" has no joint above it that can rotate; choose a descendant with --tip",
                label(&rig.skeleton, tip)
            );
        }
        let base = method.base_over(figure, tip)?.unwrap_or_else(|| usual_base(rig, tip));
        let limits = if method.limits == Switch::Off {
            vec![None; rig.limits.len()]
        } else {
            rig.limits.clone()
        };
        let mut course = Course::new(rig, [base, tip], &limits)?;
        course.seed = self.seed.unwrap_or(course.seed);
        course.world.tolerance = method.tolerance.unwrap_or(course.world.tolerance);
        course.max_iterations = method.iterations.map(|iterations| iterations as usize);
        let title = format!(
            "{goals} goals for {}, from {}\n",
            label(&rig.skeleton, tip),
            label(&rig.skeleton, base)
        );
        Ok(Some(Race { course, goals: goals as usize, is_csv: self.csv, title }))
    }
}

impl Race {
    /// Runs every solver and prints the results.
    pub(super) fn run(mut self) -> anyhow::Result<String> {
        let rows = Method::ALL.map(|method| self.row(method)).into_iter();
        if self.is_csv {
            let head =
                Score::COLUMNS.into_iter().chain(["micros_mean"]).collect::<Vec<_>>().join(",");
            return Ok(std::iter::once(head)
                .chain(rows.map(|row| row.join(",")))
                .map(|line| line + "\n")
                .collect());
        }
        let titles = [
            "solver",
            "goals",
            "reached (%)",
            "rounds",
            "most",
            "median (mm)",
            "worst (mm)",
            "outside",
            "mean (µs)",
        ];
        let mut table = Table::new(titles);
        rows.for_each(|row| table.row(row));
        Ok(format!("{}{table}", self.title))
    }

    /// The row of a solver; empty if it does not support the chain.
    fn row(&mut self, method: Method) -> Vec<String> {
        let mut score = Score::default();
        let goals: Vec<Vec3> = (0..self.goals).map(|index| self.course.goal(index)).collect();
        goals
            .chunks(BATCH)
            .for_each(|goals| score.extend(&mut self.course, method, goals, Some(seconds)));
        let mut row = vec![method.key().to_owned()];
        if score.runs.is_empty() {
            row.resize(Score::COLUMNS.len() + 1, String::new());
        } else {
            row.extend(score.cells());
            row.push(format!("{:.1}", score.mean_micros()));
        }
        row
    }
}

/// The number of goals that are timed together; memory for the results grows with it.
const BATCH: usize = 1_000;

/// The time since the first call.
fn seconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64()
}

//! The words of the command line that say how goals are solved.

use clap::ValueEnum;
use kansetsu::d3::solve::Root;
use kansetsu_formats::Figure;

use super::{BaseChoice, Limits, method::checked, whole_body::stiffness};
use crate::argument::{JointNumber, between, finite, joint_named};

/// How goals are solved, but for the solver's name.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "How to solve")]
pub(crate) struct MethodArgs {
    /// Begin the chains at this joint, an ancestor of each goal's joint
    #[arg(long, value_name = "JOINT", conflicts_with = "levels", allow_hyphen_values = true)]
    base: Option<String>,
    /// Begin the chains N joints above each goal's joint; 0 is the root, and so is any N that leads beyond it
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    levels: Option<usize>,
    /// Whether joints stay inside the limits that the figure knows (`kansetsu inspect` shows them)
    #[arg(long, value_enum, default_value_t)]
    pub(crate) limits: Limits,
    /// Rounds at most, for solvers that iterate [default: the solver's own]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) iterations: Option<usize>,
    /// When a goal counts as reached, as a part of its chain's length, in (0, 1] [default: 0.0001]
    ///
    /// The default is 0.06 mm for an arm of 0.6 m. For the whole body it is a part of the longest way from the root to
    /// a goal, and 0.00001.
    #[arg(long, value_name = "T", value_parser = finite, allow_hyphen_values = true)]
    pub(crate) tolerance: Option<f32>,
    /// How often auto, dls and whole-body begin anew from another pose when they end short [default: 32]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) restarts: Option<usize>,
    /// Keep JOINT as it is turned to its parent (repeat for more joints)
    #[arg(long = "hold", value_name = "JOINT", allow_hyphen_values = true)]
    pub(crate) holds: Vec<String>,
    /// Hold a limb back near full reach, from this part of its length on, in [0, 0.5] (auto, two-bone) [default: 0]
    ///
    /// 0.05 keeps an elbow from popping when a target passes full reach.
    #[arg(long, value_name = "S", value_parser = between(0.0, 0.5), allow_hyphen_values = true)]
    pub(crate) soft: Option<f32>,
    /// Turn a limb's middle about the line from its base to its target, degrees, after the pole (auto, two-bone)
    #[arg(long, value_name = "DEG", value_parser = between(-3600.0, 3600.0), allow_hyphen_values = true)]
    pub(crate) twist: Option<f32>,
    /// How much of the way a limb goes, from 0 (stays) to 1 (reaches) (auto, two-bone) [default: 1]
    #[arg(long, value_name = "W", value_parser = between(0.0, 1.0), allow_hyphen_values = true)]
    pub(crate) blend: Option<f32>,
    /// What the body's root may do (whole-body) [default: held where the body branches there, else turns]
    ///
    /// The root is the hips of a humanoid, else the topmost joint that moves the mesh.
    #[arg(long, value_enum, value_name = "ROOT")]
    root: Option<RootChoice>,
    /// How stiff JOINT is, in [0.01, 100]: 2 turns half as readily, 0.5 twice (whole-body) [default: 1]
    #[arg(long = "stiffness", value_name = "JOINT=S", allow_hyphen_values = true)]
    pub(crate) stiffness: Vec<JointNumber>,
    /// How strongly the first steps are drawn towards the pose at the start, in [0, 1] (whole-body) [default: 0.5]
    #[arg(long, value_name = "P", value_parser = between(0.0, 1.0), allow_hyphen_values = true)]
    pub(crate) posture: Option<f32>,
}

/// What the root of the body may do.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum RootChoice {
    /// Neither move nor turn.
    Held,
    /// Turn, but stay where it is.
    Turns,
    /// Turn and move.
    Free,
}

impl MethodArgs {
    /// Where chains begin.
    pub(crate) fn base(&self) -> BaseChoice {
        match (&self.base, self.levels) {
            (Some(joint), _) => BaseChoice::Joint(joint.clone()),
            (None, Some(levels)) => BaseChoice::Levels(levels),
            (None, None) => BaseChoice::Auto,
        }
    }

    /// What the root may do, where the user says so.
    pub(crate) fn root(&self) -> Option<Root> {
        self.root.map(|root| match root {
            RootChoice::Held => Root::Held,
            RootChoice::Turns => Root::Turns,
            RootChoice::Free => Root::Free,
        })
    }

    /// Refuses joints that do not exist and numbers out of their range, whether a solver would use them or not.
    pub(crate) fn check(&self, figure: &Figure) -> anyhow::Result<()> {
        checked(self.tolerance)?;
        self.base.iter().chain(&self.holds).try_for_each(|word| joint_named(figure, word).map(drop))?;
        stiffness(figure, self).map(drop)
    }

    /// The first flag that only chains know.
    pub(crate) fn chain_word(&self) -> Option<&'static str> {
        let words = [("--base", self.base.is_some()), ("--levels", self.levels.is_some())];
        first(&words).or_else(|| self.limb_word())
    }

    /// The first flag that only two-bone (and auto, by it) knows.
    pub(crate) fn limb_word(&self) -> Option<&'static str> {
        first(&[("--soft", self.soft.is_some()), ("--twist", self.twist.is_some()), ("--blend", self.blend.is_some())])
    }

    /// The first flag that only the whole body knows.
    pub(crate) fn body_word(&self) -> Option<&'static str> {
        first(&[("--root", self.root.is_some()), ("--stiffness", !self.stiffness.is_empty()), ("--posture", self.posture.is_some())])
    }
}

fn first(words: &[(&'static str, bool)]) -> Option<&'static str> {
    words.iter().find(|(_, is_given)| *is_given).map(|(word, _)| *word)
}

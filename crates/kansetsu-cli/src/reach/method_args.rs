//! The words of the command line that say how goals are solved.

use std::path::PathBuf;

use clap::ValueEnum;
use kansetsu::{
    d3::solve::{Root, Solver},
    glam::Vec3,
};
use kansetsu_formats::Figure;

use super::{
    BaseChoice, Limits,
    blend::{Blend, BlendBy},
    limit_file,
    method::checked,
    posture::PostureChoice,
    whole_body::stiffness,
};
use crate::argument::{JointNumber, axis, between, finite, joint_named};

/// How goals are solved, but for the solver's name.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "How to solve")]
pub(crate) struct MethodArgs {
    /// Begin the chains at this joint, an ancestor of each goal's joint
    #[arg(long, value_name = "JOINT", conflicts_with = "levels", allow_hyphen_values = true)]
    base: Option<String>,
    /// Begin the chains N joints above each goal's joint; 0 is the root, and so is any N that leads beyond it
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    levels: Option<usize>,
    /// Let no chain go above JOINT, wherever it would begin; JOINT itself turns (repeat for more joints)
    #[arg(long = "stop", value_name = "JOINT", allow_hyphen_values = true)]
    pub(crate) stops: Vec<String>,
    /// Whether joints stay inside the limits that the figure knows (`kansetsu inspect` shows them)
    #[arg(long, value_enum, default_value_t)]
    pub(crate) limits: Limits,
    /// Take the limits from this file, in the form that `kansetsu limits --json` prints, in place of the figure's own
    #[arg(long, value_name = "LIMITS.json")]
    limits_from: Option<PathBuf>,
    /// Rounds or steps at most, for solvers that iterate [default: the solver's own]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) iterations: Option<usize>,
    /// When a goal counts as reached, as a part of its chain's length, in (0, 1] [default: 0.0001]
    ///
    /// The default is 0.06 mm for an arm of 0.6 m. For the whole body it is a part of the longest way from the root to
    /// a goal, and 0.00001.
    #[arg(long, value_name = "T", value_parser = finite, allow_hyphen_values = true)]
    pub(crate) tolerance: Option<f32>,
    /// When an orientation counts as reached, degrees, in [0, 180] (auto, dls, whole-body, fabrik-tree) [default: 0.057]
    #[arg(long, value_name = "DEG", value_parser = between(0.0, 180.0), allow_hyphen_values = true)]
    pub(crate) angle_tolerance: Option<f32>,
    /// How often auto, dls and whole-body begin anew from another pose when they end short [default: 32; whole-body: 0]
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
    /// Turn a limb's middle about the line from its base to its target, degrees, after the pole (auto, two-bone); or roll
    /// what looks about its line of sight (aim, aim-chain, with --pole)
    #[arg(long, value_name = "DEG", value_parser = between(-3600.0, 3600.0), allow_hyphen_values = true)]
    pub(crate) twist: Option<f32>,
    /// How much of the way to go, from 0 (everything stays) to 1 (the goals are met)
    #[arg(long, value_name = "W", default_value_t = 1.0, value_parser = between(0.0, 1.0), allow_hyphen_values = true)]
    blend: f32,
    /// What --blend blends
    #[arg(long, value_enum, default_value_t)]
    blend_by: BlendBy,
    /// The axis of JOINT that --pole draws to its side: +x, -x, +y, ... or three numbers, in JOINT's own frame (aim, aim-chain)
    /// [default: +y]
    #[arg(long, value_name = "AXIS", value_parser = axis, allow_hyphen_values = true)]
    pub(crate) up: Option<Vec3>,
    /// How much each joint turns, from the base to the tip, as in 1,2,3 (aim-chain) [default: more towards the tip]
    #[arg(long, value_name = "S,S,...", value_delimiter = ',', value_parser = between(0.0, 1e6), allow_hyphen_values = true)]
    pub(crate) shares: Vec<f32>,
    /// What the body's root may do (whole-body, fabrik-tree) [default: held where the body branches there, else turns]
    ///
    /// The root is the hips of a humanoid, else the topmost joint that moves the mesh.
    #[arg(long, value_enum, value_name = "ROOT")]
    root: Option<RootChoice>,
    /// How stiff JOINT is, in [0.01, 100]: 2 turns half as readily, 0.5 twice (whole-body; what fabrik-tree leaves) [default: 1]
    #[arg(long = "stiffness", value_name = "JOINT=S", allow_hyphen_values = true)]
    pub(crate) stiffness: Vec<JointNumber>,
    /// Steps at most with which whole-body goes on where fabrik-tree ends; 0 leaves it out (fabrik-tree) [default: 30]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) polish: Option<usize>,
    /// How hard goals pull before they give way to the pose at the start, in [1, 1000] (whole-body) [default: 10]
    #[arg(long, value_name = "S", value_parser = between(1.0, 1000.0), allow_hyphen_values = true)]
    pub(crate) strength: Option<f32>,
    /// How a person's body moves: off, all joints alike; light, limbs before the trunk, balanced over pinned feet; full, also everything as
    /// people have it who reach such goals; or a FILE that cargo xtask posture has made, for full by one's own recordings (whole-body) [default: light]
    #[arg(long, value_name = "off|light|full|FILE", value_parser = PostureChoice::parse)]
    posture: Option<PostureChoice>,
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

    /// How much of the way to go.
    pub(super) fn blend(&self) -> Blend {
        Blend { weight: self.blend, by: self.blend_by }
    }

    /// How a person's body moves.
    pub(super) fn posture(&self) -> &PostureChoice {
        self.posture.as_ref().unwrap_or(&PostureChoice::Light)
    }

    /// What the root may do, where the user says so.
    pub(crate) fn root(&self) -> Option<Root> {
        self.root.map(|root| match root {
            RootChoice::Held => Root::Fixed,
            RootChoice::Turns => Root::Rotates,
            RootChoice::Free => Root::Free,
        })
    }

    /// Gives the figure the limits that the user brings.
    pub(crate) fn bring_limits(&self, figure: &mut Figure) -> anyhow::Result<()> {
        self.limits_from.as_deref().map_or(Ok(()), |path| limit_file::apply(path, figure))
    }

    /// Refuses joints that do not exist and numbers out of their range, whether a solver would use them or not.
    pub(crate) fn check(&self, figure: &Figure) -> anyhow::Result<()> {
        checked(self.tolerance)?;
        self.base.iter().chain(&self.holds).chain(&self.stops).try_for_each(|word| joint_named(figure, word).map(drop))?;
        stiffness(figure, self).map(drop)
    }

    /// The first flag that only chains know.
    pub(crate) fn chain_word(&self) -> Option<&'static str> {
        let words = [("--base", self.base.is_some()), ("--levels", self.levels.is_some()), ("--stop", !self.stops.is_empty())];
        first(&words).or_else(|| self.limb_word()).or_else(|| self.aim_word())
    }

    /// The first flag that this solver of chains has no use for.
    pub(crate) fn word_unknown_to(&self, solver: &Solver) -> Option<&'static str> {
        match solver {
            Solver::TwoBone(_) => self.aim_word(),
            Solver::AimChain(_) => self.soft.map(|_| "--soft"),
            Solver::Aim(_) => first(&[("--soft", self.soft.is_some()), ("--shares", !self.shares.is_empty())]),
            _ => self.limb_word().or_else(|| self.aim_word()),
        }
    }

    /// The first flag that a race for random goals has no use for.
    pub(crate) fn word_unknown_to_races(&self) -> Option<&'static str> {
        let words = [
            ("--stop", !self.stops.is_empty()),
            ("--hold", !self.holds.is_empty()),
            ("--restarts", self.restarts.is_some()),
            ("--angle-tolerance", self.angle_tolerance.is_some()),
        ];
        first(&words).or_else(|| self.limb_word()).or_else(|| self.aim_word()).or_else(|| self.body_word())
    }

    /// The first flag that only aim and aim-chain know.
    pub(crate) fn aim_word(&self) -> Option<&'static str> {
        first(&[("--up", self.up.is_some()), ("--shares", !self.shares.is_empty())])
    }

    /// The first flag that is for limbs (and for aims, but for --soft).
    pub(crate) fn limb_word(&self) -> Option<&'static str> {
        first(&[("--soft", self.soft.is_some()), ("--twist", self.twist.is_some())])
    }

    /// The first flag that only the whole body knows.
    pub(crate) fn body_word(&self) -> Option<&'static str> {
        let words = [("--root", self.root.is_some()), ("--stiffness", !self.stiffness.is_empty()), ("--strength", self.strength.is_some())];
        first(&words).or_else(|| first(&[("--polish", self.polish.is_some()), ("--posture", self.posture.is_some())]))
    }
}

fn first(words: &[(&'static str, bool)]) -> Option<&'static str> {
    words.iter().find(|(_, is_given)| *is_given).map(|(word, _)| *word)
}

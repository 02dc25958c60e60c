//! The command-line arguments that become options of a session.

use std::path::PathBuf;

use kansetsu::glam::Vec3;

use super::{
    BlendBy, Feet, JointNumber, PostureChoice, Root, Start, Switch, axis, between, finite,
};

/// How targets are met: all parameters but the solver's name.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Solver")]
pub(crate) struct MethodArgs {
    /// End the chain of each target at this joint, which rotates; it must be an ancestor of each
    /// target's joint
    #[arg(long, value_name = "JOINT", conflicts_with = "chain_length", allow_hyphen_values = true)]
    pub(crate) base: Option<String>,
    /// The most joints above each target's joint that follow it; 0 for all
    #[arg(long, alias = "levels", value_name = "N", allow_hyphen_values = true)]
    pub(crate) chain_length: Option<u32>,
    /// Stop IK at JOINT, which rotates: no chain goes above it (repeat for more joints)
    #[arg(long = "stop", value_name = "JOINT", allow_hyphen_values = true)]
    pub(crate) stops: Vec<String>,
    /// Whether joints stay inside the figure's limits (`kansetsu inspect` shows them)
    #[arg(long, value_enum, default_value_t)]
    pub(crate) limits: Switch,
    /// Use the limits from this file, as `kansetsu limits --json` prints them, in place of the
    /// figure's
    #[arg(long, value_name = "LIMITS.json")]
    pub(crate) limits_from: Option<PathBuf>,
    /// The most solver steps [default: 800]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) iterations: Option<u32>,
    /// The position tolerance, as a fraction of the path from the root to the target's joint, in
    /// (0, 1] [default: 0.00001]
    ///
    /// For a --solver of chains it is a fraction of the chain's length.
    #[arg(long, value_name = "T", value_parser = tolerance, allow_hyphen_values = true)]
    pub(crate) tolerance: Option<f32>,
    /// The angle tolerance of orientations, degrees, in [0, 180] (whole-body, auto, dls,
    /// fabrik-tree) [default: 0.057]
    #[arg(long, value_name = "DEG", value_parser = between(0.0, 180.0), allow_hyphen_values = true)]
    pub(crate) angle_tolerance: Option<f32>,
    /// The most restarts if a target is missed (whole-body, auto, dls) [default:
    /// 12]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) restarts: Option<u32>,
    /// Lock the rotation of JOINT against its parent (repeat for more joints)
    #[arg(long = "lock", alias = "hold", value_name = "JOINT", allow_hyphen_values = true)]
    pub(crate) locks: Vec<String>,
    /// Soften the reach of a limb from this fraction of its length on, in [0, 0.5] (auto, two-bone;
    /// alone it selects auto) [default: 0]
    ///
    /// 0.05 keeps an elbow from popping when a target passes full reach.
    #[arg(long, value_name = "S", value_parser = between(0.0, 0.5), allow_hyphen_values = true)]
    pub(crate) soft: Option<f32>,
    /// Rotate a limb's middle about the line from its base to its target, degrees, after the pole
    /// (auto, two-bone; alone it selects auto); or roll a looking joint about its line of sight
    /// (aim, aim-chain, with --pole)
    #[arg(long, value_name = "DEG", value_parser = between(-3600.0, 3600.0), allow_hyphen_values = true)]
    pub(crate) twist: Option<f32>,
    /// Blend from the start pose (0) to the solution (1)
    #[arg(long, value_name = "W", default_value_t = 1.0, value_parser = between(0.0, 1.0), allow_hyphen_values = true)]
    pub(crate) blend: f32,
    /// The quantity that --blend blends
    #[arg(long, value_enum, default_value_t)]
    pub(crate) blend_by: BlendBy,
    /// The axis of JOINT that turns toward --pole: +x, -x, +y, ... or three numbers, in JOINT's
    /// local frame (aim, aim-chain) [default: +y]
    #[arg(long, value_name = "AXIS", value_parser = axis, allow_hyphen_values = true)]
    pub(crate) up: Option<Vec3>,
    /// The share of the rotation of each joint, from the base to the tip, as in 1,2,3 (aim-chain)
    /// [default: more toward the tip]
    #[arg(long, value_name = "S,S,...", value_delimiter = ',', value_parser = between(0.0, 1e6), allow_hyphen_values = true)]
    pub(crate) shares: Vec<f32>,
    /// The motion of the root: the hips of a human body, otherwise the first joint (whole-body,
    /// fabrik-tree)
    #[arg(long, value_enum, value_name = "ROOT", default_value_t)]
    pub(crate) root: Root,
    /// Whether feet on the floor stay planted, unless their leg has a goal or a pin (whole-body)
    #[arg(long, value_enum, default_value_t)]
    pub(crate) feet: Feet,
    /// Whether the center of mass stays above planted and pinned feet (whole-body)
    #[arg(long, value_enum, default_value_t)]
    pub(crate) balance: Switch,
    /// Whether arms stay out of the trunk, the head and each other (whole-body)
    #[arg(long, value_enum, default_value_t)]
    pub(crate) self_collision: Switch,
    /// The stiffness of JOINT relative to the others, in [0.01, 100]: 2 rotates half as far
    /// (whole-body, fabrik-tree) [default: 1]
    #[arg(long = "stiffness", value_name = "JOINT=S", allow_hyphen_values = true)]
    pub(crate) stiffness: Vec<JointNumber>,
    /// The most whole-body steps after those of fabrik-tree; 0 for none (fabrik-tree) [default: 30]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) polish: Option<usize>,
    /// The strength of targets against the posture, in [1, 1000] (whole-body) [default: 10]
    #[arg(long, value_name = "S", value_parser = between(1.0, 1000.0), allow_hyphen_values = true)]
    pub(crate) strength: Option<f32>,
    /// The posture of a human body: off, all joints alike; light, arms before trunk and hips; full,
    /// also the most likely pose; or a FILE from cargo xtask posture, for full from your own
    /// recordings (whole-body) [default: light]
    #[arg(long, value_name = "off|light|full|FILE", value_parser = PostureChoice::parse)]
    pub(crate) posture: Option<PostureChoice>,
    /// The start pose of a solve [default: stance, but given if --clip, --time, --pose-in or
    /// --values pose the figure]
    #[arg(long, value_enum, value_name = "POSE")]
    pub(crate) start: Option<Start>,
}

/// Parses a tolerance.
fn tolerance(text: &str) -> Result<f32, String> {
    let number = between(0.0, 1.0)(text).ok().filter(|&number| number > 0.0);
    finite(text)?;
    number.ok_or_else(|| {
        format!("{text} is out of range; use a fraction in (0, 1], for example 0.0001")
    })
}

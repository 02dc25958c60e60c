//! The command-line arguments that set targets and pins.

use super::{JointAim, JointDirection, JointNumber, JointOn, JointPoint, JointTurn, point};

/// The targets of joints. A JOINT is a name, a humanoid role or an index.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Goals")]
pub(crate) struct GoalArgs {
    /// Move JOINT to this point in the world, metres (repeat for more joints)
    #[arg(long = "goal", alias = "target", value_name = "JOINT=X,Y,Z", allow_hyphen_values = true)]
    pub(crate) goals: Vec<JointPoint>,
    /// Rotate JOINT to this orientation in the world, a non-zero quaternion X,Y,Z,W
    #[arg(long = "orient", value_name = "JOINT=X,Y,Z,W", allow_hyphen_values = true)]
    pub(crate) orients: Vec<JointTurn>,
    /// Point an axis of JOINT at a point in the world, metres, as in Head=+z@0,1.5,2
    ///
    /// AXIS is +x, -x, +y, -y, +z, -z or three numbers, in the joint's local frame; rotation about
    /// it is free.
    #[arg(
        long = "look-at",
        alias = "look",
        value_name = "JOINT=AXIS@X,Y,Z",
        allow_hyphen_values = true
    )]
    pub(crate) looks: Vec<JointAim>,
    /// Point an axis of JOINT along a direction in the world, as in LeftHand=-y@0,-1,0
    #[arg(
        long = "align",
        alias = "aim",
        value_name = "JOINT=AXIS@X,Y,Z",
        allow_hyphen_values = true
    )]
    pub(crate) aims: Vec<JointAim>,
    /// Turn the gaze of the whole body to a point in the world, metres: eyes up to 15 degrees, then
    /// neck and head, then the trunk
    #[arg(long = "gaze", value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = point::<3>)]
    pub(crate) gaze: Option<[f32; 3]>,
    /// Pin the position of JOINT, with priority over all targets; its rotation stays free (repeat
    /// for more joints)
    #[arg(long = "pin", value_name = "JOINT", allow_hyphen_values = true)]
    pub(crate) pins: Vec<String>,
    /// Pin position and rotation of JOINT, with priority over all targets
    #[arg(long = "pin-full", alias = "pin-turn", value_name = "JOINT", allow_hyphen_values = true)]
    pub(crate) full_pins: Vec<String>,
    /// Point the middle of JOINT's limb (elbow, knee) at this point in the world, metres
    #[arg(long = "pole", value_name = "JOINT=X,Y,Z", allow_hyphen_values = true)]
    pub(crate) poles: Vec<JointPoint>,
    /// Make the pole of JOINT's limb follow JOINT's --orient, from 0 (stays as at rest) to 1 (fixed
    /// to the hand or foot)
    #[arg(long = "pole-follow", value_name = "JOINT=W", allow_hyphen_values = true)]
    pub(crate) pole_follows: Vec<JointNumber>,
    /// The point of JOINT that reaches the target, in JOINT's frame, metres: a fingertip, the end
    /// of a tool [default: its origin]
    #[arg(
        long = "point",
        alias = "offset",
        value_name = "JOINT=X,Y,Z",
        allow_hyphen_values = true
    )]
    pub(crate) points: Vec<JointPoint>,
    /// Allow JOINT anywhere on the line through its --goal with this direction
    #[arg(long = "line", value_name = "JOINT=X,Y,Z", allow_hyphen_values = true)]
    pub(crate) lines: Vec<JointDirection>,
    /// Allow JOINT anywhere in the plane through its --goal with this normal
    #[arg(long = "plane", value_name = "JOINT=X,Y,Z", allow_hyphen_values = true)]
    pub(crate) planes: Vec<JointDirection>,
    /// Set --goal and --orient of JOINT in the frame of OTHER, so that they move with it, as in
    /// LeftHand=Head
    #[arg(
        long = "relative-to",
        alias = "on",
        value_name = "JOINT=OTHER",
        allow_hyphen_values = true
    )]
    pub(crate) frames: Vec<JointOn>,
    /// The tolerance radius of JOINT's --goal, metres [default: 0]
    #[arg(
        long = "radius",
        alias = "within",
        value_name = "JOINT=METRES",
        allow_hyphen_values = true
    )]
    pub(crate) radii: Vec<JointNumber>,
    /// The weight of JOINT's target if the body cannot meet all targets, more than 0 [default: 1]
    #[arg(long = "weight", value_name = "JOINT=W", allow_hyphen_values = true)]
    pub(crate) weights: Vec<JointNumber>,
}

impl GoalArgs {
    /// Refuses arguments without a target.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        let rotations = self.orients.len() + self.looks.len() + self.aims.len();
        if self.goals.is_empty() && rotations == 0 && self.gaze.is_none() {
            anyhow::bail!(
                "there is no goal; set at least one --goal JOINT=X,Y,Z, --orient JOINT=X,Y,Z,W, --look-at JOINT=AXIS@X,Y,Z or --gaze X,Y,Z"
            );
        }
        Ok(())
    }
}

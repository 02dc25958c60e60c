//! The words of the command line that make goals.

use crate::argument::{JointAim, JointDirection, JointNumber, JointOn, JointPoint, JointTurn, point};

/// What joints should do. A JOINT is a name, a humanoid role or an index.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Goals")]
pub(crate) struct GoalArgs {
    /// Bring JOINT to this point in the world, metres (repeat for more joints)
    #[arg(long = "goal", value_name = "JOINT=X,Y,Z", allow_hyphen_values = true)]
    pub(crate) goals: Vec<JointPoint>,
    /// Turn JOINT to this orientation in the world, a quaternion (its length does not matter)
    #[arg(long = "orient", value_name = "JOINT=X,Y,Z,W", allow_hyphen_values = true)]
    pub(crate) orients: Vec<JointTurn>,
    /// Let an axis of JOINT point at a place in the world, metres, as in Head=+z@0,1.5,2
    ///
    /// AXIS is +x, -x, +y, -y, +z, -z or three numbers, in the joint's own frame; the turn about it is free.
    #[arg(long = "look", value_name = "JOINT=AXIS@X,Y,Z", allow_hyphen_values = true)]
    pub(crate) looks: Vec<JointAim>,
    /// Let an axis of JOINT point in a direction in the world, as in LeftHand=-y@0,-1,0
    #[arg(long = "aim", value_name = "JOINT=AXIS@X,Y,Z", allow_hyphen_values = true)]
    pub(crate) aims: Vec<JointAim>,
    /// Let the whole body look at a place in the world, metres: eyes up to 15 degrees, then neck and head, then the trunk
    #[arg(long = "gaze", value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = point::<3>)]
    pub(crate) gaze: Option<[f32; 3]>,
    /// Keep JOINT where it is, before all other goals (repeat for more joints)
    #[arg(long = "pin", value_name = "JOINT", allow_hyphen_values = true)]
    pub(crate) pins: Vec<String>,
    /// Keep JOINT where it is and turned as it is, before all other goals
    #[arg(long = "pin-turn", value_name = "JOINT", allow_hyphen_values = true)]
    pub(crate) turn_pins: Vec<String>,
    /// Let the middle of the chain to JOINT (elbow, knee) point at this point in the world, metres
    #[arg(long = "pole", value_name = "JOINT=X,Y,Z", allow_hyphen_values = true)]
    pub(crate) poles: Vec<JointPoint>,
    /// Let the pole of the limb to JOINT follow JOINT's --orient, from 0 (stays as at rest) to 1 (fixed to the hand or foot)
    #[arg(long = "pole-follow", value_name = "JOINT=W", allow_hyphen_values = true)]
    pub(crate) pole_follows: Vec<JointNumber>,
    /// Bring not JOINT itself there but this point of it, in its own frame, metres: a fingertip, the end of a tool
    #[arg(long = "offset", value_name = "JOINT=X,Y,Z", allow_hyphen_values = true)]
    pub(crate) offsets: Vec<JointPoint>,
    /// JOINT may be anywhere on the line through its --goal with this direction
    #[arg(long = "line", value_name = "JOINT=X,Y,Z", allow_hyphen_values = true)]
    pub(crate) lines: Vec<JointDirection>,
    /// JOINT may be anywhere in the plane through its --goal with this normal
    #[arg(long = "plane", value_name = "JOINT=X,Y,Z", allow_hyphen_values = true)]
    pub(crate) planes: Vec<JointDirection>,
    /// Let JOINT's goal hang on OTHER: its --goal and --orient are in OTHER's own frame and go along with it, as in LeftHand=Head
    #[arg(long = "on", value_name = "JOINT=OTHER", allow_hyphen_values = true)]
    pub(crate) hung: Vec<JointOn>,
    /// So near its --goal is near enough for JOINT, metres
    #[arg(long = "within", value_name = "JOINT=METRES", allow_hyphen_values = true)]
    pub(crate) radii: Vec<JointNumber>,
    /// How much JOINT's goal counts when the whole body cannot meet all goals, more than 0 [default: 1]
    #[arg(long = "weight", value_name = "JOINT=W", allow_hyphen_values = true)]
    pub(crate) weights: Vec<JointNumber>,
}

//! `kansetsu fk`: the world transforms of all joints.

use std::path::PathBuf;

use crate::{
    argument::PosedFile,
    escape::escaped,
    json::{self, JointState, Stance, joint_states},
    message,
    motion::PoseFile,
    outbox::{self, Outbox},
    status::Status,
};

const LONG_ABOUT: &str = "\
Print the world position and rotation of every joint (forward kinematics).

Positions are metres, rotations unit quaternions in the order x, y, z, w. The world is the space above the file's \
root nodes: right-handed, +Y up. Every node of a glTF file is a joint. Without --clip and --time the figure is in its rest pose, as \
the file's nodes define it (which may differ from the bind pose of a mesh).";

const AFTER: &str = "\
Examples:
  kansetsu fk figure:mannequin
  kansetsu fk kansetsu-demo/demo.glb --clip demo --time 0.5
  kansetsu fk kansetsu-demo/demo.glb --clip 0 --time 1.25 --json | jq '.joints[] \\
    | select(.name == \"Head\").position'
  kansetsu fk kansetsu-demo/demo.glb --clip demo --time 0.5 --pose-out pose.json

`kansetsu demo` writes kansetsu-demo/demo.glb; any other glTF file works too.";

/// Print the position and rotation of every joint
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    #[command(flatten)]
    posed: PosedFile,
    /// Write the pose here too, as JSON for --pose-in (- for standard output; the table then goes
    /// to standard error)
    #[arg(long, value_name = "OUT.json")]
    pose_out: Option<PathBuf>,
    /// Print JSON: {"joints": [{index, name, node, parent, position, rotation}]}
    #[arg(long)]
    json: bool,
}

/// Runs `kansetsu fk`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    args.pose_out.iter().try_for_each(|path| outbox::check(path))?;
    let (source, pose) = args.posed.open()?;
    let joints = joint_states(&source.figure, &pose)?;
    let text = if args.json {
        json::text(&Stance { joints, values: source.values_of(&pose) })?
    } else {
        table(&joints)
    };
    if let Some(path) = &args.pose_out {
        let mut outbox = Outbox::default();
        outbox.add(path, PoseFile::text(&source.figure, &[pose], None)?.as_bytes())?;
        outbox.send()?;
    }
    message::result_beside(args.pose_out.as_deref(), &text)?;
    Ok(Status::Done)
}

/// One line per joint, with the columns named above.
pub(crate) fn table(joints: &[JointState]) -> String {
    let widest = joints
        .iter()
        .map(|state| escaped(&state.joint.name).chars().count())
        .max()
        .unwrap_or(0)
        .clamp(4, 40);
    let mut text = format!(
        "{:>5} {:>6}  {:widest$}  {:>30}  {:>40}\n",
        "index", "parent", "name", "position x y z (m)", "rotation x y z w"
    );
    for JointState { joint, position: [x, y, z], rotation: [qx, qy, qz, qw] } in joints {
        let parent = joint.parent.map_or_else(|| "-".to_owned(), |parent| parent.to_string());
        text.push_str(&format!(
            "{:>5} {parent:>6}  {:widest$}  {x:>9.5} {y:>9.5} {z:>9.5}   {qx:>9.5} {qy:>9.5} {qz:>9.5} {qw:>9.5}\n",
            joint.index,
            escaped(&joint.name)
        ));
    }
    text
}

//! The command line as a whole.

use clap::{Parser, Subcommand};

#[cfg(feature = "studio")]
use crate::command::studio;
use crate::command::{
    blend, classic, compare, completions, convert, demo, euler, fk, ground, inspect, lab, limits,
    man, matching, mirror, pin, pose_from, render, retarget, rig, smooth, solve, track, twist,
};

const ABOUT: &str = "Pose characters by inverse kinematics, render them, save them";

const LONG_ABOUT: &str = "\
Pose characters by inverse kinematics, render them, save them.

Kansetsu opens a figure (glTF, VRM, FBX, BVH, Metasequoia, MikuMikuDance, URDF, or an embedded one), moves its joints to targets inside \
their limits, and writes the pose as a file, a picture or JSON. Without a subcommand it opens the studio, a desktop pose editor; \
without a display it runs `kansetsu demo`.

Lengths are metres, angles on the command line degrees, times seconds. The space is right-handed, +Y up; figures \
face +Z. figure:NAME as a FILE is an embedded figure, for example figure:mannequin. \
- as a FILE is standard input; as an output it is standard output, and all other output then goes to standard error.";

const AFTER: &str = "\
Examples:
  kansetsu                                        open the studio: drag a hand
  kansetsu demo                                   write an example into ./kansetsu-demo
  kansetsu inspect kansetsu-demo/demo.glb         list the contents of a file
  kansetsu solve figure:mannequin --goal LeftHand=0.3,1.3,0.4 --picture reach.png
  kansetsu solve kansetsu-demo/demo.glb --goal leftHand=0.3,1.3,0.4 -o reach.glb
  kansetsu compare figure:mannequin --goal LeftHand=0.3,1.3,0.4 --picture solvers.png
  kansetsu match figure:mannequin                 the goals and poles that reproduce a pose
  kansetsu smooth kansetsu-demo/demo.glb -o soft.glb  remove the jitter of a clip
  kansetsu ground kansetsu-demo/demo.glb --rate 30 --slope 10 -o uphill.glb  walk uphill
  kansetsu lab elbow -o elbow.png                 a method with its formula and values
  kansetsu render kansetsu-demo/demo.glb --clip 0 --sheet 2x4 -o moments.png
  kansetsu convert kansetsu-demo/demo.glb demo.bvh
  kansetsu retarget kansetsu-demo/demo.glb figure:mannequin -o dance.glb
  kansetsu pose-from kansetsu-demo/keypoints.json figure:mannequin -o seen.glb

`kansetsu demo` writes kansetsu-demo/demo.glb; any other glTF file works too.

Exit status:
  0    done
  2    invalid input or usage; nothing was written
  3    a goal was not reached and --require-reached was given
  130  interrupted (Ctrl-C); half-written files are removed

Results go to standard output, messages to standard error. `kansetsu SUBCOMMAND --help` describes each subcommand.";

fn after() -> String {
    let line = |name: &&str| {
        format!("\n  figure:{name:<11} {}", kansetsu_figures::describe(name).unwrap_or_default())
    };
    format!(
        "{AFTER}\n\nEmbedded figures:{}\n\nEmbedded props, named figure:chair and so on:\n  {}",
        kansetsu_figures::NAMES.iter().map(line).collect::<String>(),
        kansetsu_figures::PROPS.join(", ")
    )
}

/// The command line.
#[derive(Debug, Parser)]
#[command(name = "kansetsu", version, about = ABOUT, long_about = LONG_ABOUT, after_long_help = after(), after_help = "Try --help for examples.")]
pub(crate) struct Cli {
    /// The subcommand; `studio` if there is none.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    #[cfg(feature = "studio")]
    Studio(studio::Args),
    Demo(demo::Args),
    Inspect(inspect::Args),
    Fk(fk::Args),
    Solve(Box<solve::Args>),
    Compare(Box<compare::Args>),
    Match(matching::Args),
    Pin(Box<pin::Args>),
    Ground(ground::Args),
    Mirror(mirror::Args),
    Blend(blend::Args),
    Twist(twist::Args),
    Smooth(smooth::Args),
    Euler(euler::Args),
    Limits(limits::Args),
    Classic(classic::Args),
    Lab(lab::Args),
    Render(render::Args),
    Retarget(retarget::Args),
    Track(Box<track::Args>),
    PoseFrom(Box<pose_from::Args>),
    Rig(rig::Args),
    Convert(convert::Args),
    Man(man::Args),
    Completions(completions::Args),
}

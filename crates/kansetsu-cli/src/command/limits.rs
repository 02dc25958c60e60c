//! `kansetsu limits`: the limits of joints, and the state of a pose in them.

use kansetsu::d3::{Limit, Pose};
use kansetsu_formats::Figure;
use serde::Serialize;

use crate::{
    argument::PosedFile, argument::label, json, limit_words::limit_words, message, status::Status,
    table::Table,
};

const LONG_ABOUT: &str = "\
Print the limit of each joint and its state: inside, on a bound, or outside and by how much.

Limits restrict the rotation from the rest pose. --clip and --time show where a motion exceeds them.";

const AFTER: &str = "\
Examples:
  kansetsu limits figure:mannequin
  kansetsu limits kansetsu-demo/demo.glb --clip demo --time 0.4
  kansetsu limits figure:quadruped --json > limits.json
  kansetsu solve figure:quadruped --goal 5=0.2,0.4,0.5 --limits-from limits.json

`kansetsu solve --limits-from FILE` reads limits in the form of --json: print them, edit them, use them.";

/// Print the limits of joints, and how a pose fits them
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    #[command(flatten)]
    posed: PosedFile,
    /// Print JSON: {"limits": [{"joint", "index", "limit": {"kind", ...}, "violation", "active"}]}
    #[arg(long)]
    json: bool,
}

/// The JSON of `limits --json`.
#[derive(Debug, Serialize)]
struct Document<'a> {
    limits: Vec<Entry<'a>>,
}

#[derive(Debug, Serialize)]
struct Entry<'a> {
    joint: String,
    index: usize,
    limit: &'a Limit,
    /// The distance outside the limit, radians.
    violation: f32,
    /// The active bounds.
    active: Vec<&'static str>,
}

/// A joint this close to a bound is on it, radians; the solvers use the same value.
const NEAR: f32 = 2e-4;

/// Runs `kansetsu limits`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let (source, pose) = args.posed.open()?;
    let document = Document::of(&source.figure, &pose);
    let text = match (args.json, document.limits.is_empty()) {
        (true, _) => json::text(&document)?,
        (false, true) => "the figure has no limits\n".to_owned(),
        (false, false) => document.table().to_string(),
    };
    message::result(&text)?;
    Ok(Status::Done)
}

impl<'a> Document<'a> {
    fn of(figure: &'a Figure, pose: &Pose) -> Self {
        let skeleton = &figure.rig.skeleton;
        let entry = |(index, limit): (usize, &'a Option<Limit>)| {
            let limit = limit.as_ref()?;
            let turn = skeleton.joints()[index].rest.rotation.inverse()
                * pose.locals[index].rotation.normalize();
            let active = limit.active_bounds(turn, NEAR).collect();
            Some(Entry {
                joint: label(skeleton, index),
                index,
                limit,
                violation: limit.violation(turn),
                active,
            })
        };
        Self { limits: figure.rig.limits.iter().enumerate().filter_map(entry).collect() }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(["joint", "outside (°)", "limit"]);
        for entry in &self.limits {
            let mut words = limit_words(entry.limit);
            if !entry.active.is_empty() {
                words.push_str(&format!("  (at {})", entry.active.join(", ")));
            }
            table.row([entry.joint.clone(), format!("{:.2}", entry.violation.to_degrees()), words]);
        }
        table
    }
}

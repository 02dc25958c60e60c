//! `kansetsu limits`: what joints may do, and where they stand in it.

use kansetsu::d3::{Limit, Pose};
use kansetsu_formats::Figure;
use serde::Serialize;

use crate::{
    argument::PosedFile, argument::label, json, limit_words::limit_words, message, status::Status,
    table::Table,
};

const LONG_ABOUT: &str = "\
Print what each joint may do, and where it stands: inside its limit, on which bounds, or by how much outside.

Limits speak of the turn from rest. --clip and --time show where a motion leaves them.";

const AFTER: &str = "\
Examples:
  kansetsu limits figure:mannequin
  kansetsu limits kansetsu-demo/demo.glb --clip demo --time 0.4
  kansetsu limits figure:quadruped --json > limits.json
  kansetsu solve figure:quadruped --goal 5=0.2,0.4,0.5 --limits-from limits.json

`kansetsu solve --limits-from FILE` takes limits in the form of --json: print them, change them, use them.";

/// Print what joints may do, and where they stand in it
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    #[command(flatten)]
    posed: PosedFile,
    /// Print JSON: {"limits": [{"joint", "index", "limit": {"kind", ...}, "violation", "active"}]}
    #[arg(long)]
    json: bool,
}

/// What `limits --json` prints.
#[derive(Debug, Serialize)]
struct Document<'a> {
    limits: Vec<Entry<'a>>,
}

#[derive(Debug, Serialize)]
struct Entry<'a> {
    joint: String,
    index: usize,
    limit: &'a Limit,
    /// By how much the joint is outside, radians.
    violation: f32,
    /// The bounds that it stands on.
    active: Vec<&'static str>,
}

/// On a bound is what is so near to it, radians: as solvers see it.
const NEAR: f32 = 2e-4;

/// Runs `kansetsu limits`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let (source, pose) = args.posed.open()?;
    let document = Document::of(&source.figure, &pose);
    let text = match (args.json, document.limits.is_empty()) {
        (true, _) => json::text(&document)?,
        (false, true) => "the figure knows no limits\n".to_owned(),
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

//! `kansetsu limits`: what joints may do, and where they stand in it.

use std::path::PathBuf;

use kansetsu::d3::Limit;
use serde::Serialize;

use crate::{
    argument::{ClipArgs, label},
    json,
    limit_words::limit_words,
    message,
    source::Source,
    status::Status,
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
    /// A file in any format that is read, figure:NAME, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    clip: ClipArgs,
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
    let source = args.clip.open(&args.file)?;
    let document = args.document(&source)?;
    let text = match (args.json, document.limits.is_empty()) {
        (true, _) => json::text(&document)?,
        (false, true) => "the figure knows no limits\n".to_owned(),
        (false, false) => document.table().to_string(),
    };
    message::result(&text)?;
    Ok(Status::Done)
}

impl Args {
    fn document<'a>(&self, source: &'a Source) -> anyhow::Result<Document<'a>> {
        let figure = &source.figure;
        let skeleton = &figure.rig.skeleton;
        let pose = self.clip.pose(source)?;
        let entry = |(index, limit): (usize, &'a Option<Limit>)| {
            let limit = limit.as_ref()?;
            let turn = skeleton.joints()[index].rest.rotation.inverse() * pose.locals[index].rotation.normalize();
            let active = limit.active_bounds(turn, NEAR).collect();
            Some(Entry { joint: label(skeleton, index), index, limit, violation: limit.violation(turn), active })
        };
        Ok(Document { limits: figure.rig.limits.iter().enumerate().filter_map(entry).collect() })
    }
}

impl Document<'_> {
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

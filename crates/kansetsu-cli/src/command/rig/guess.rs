//! `kansetsu rig guess`: detects roles and limits of a figure.

use std::path::PathBuf;

use kansetsu_formats::{Role, rig::RigFile};
use kansetsu_humanoid::detect::role_scores;
use serde::Serialize;

use crate::{
    argument::{ReferenceEntry, RestArgs, label},
    json,
    limit_words::limit_words,
    message,
    outbox::{self, Outbox},
    report,
    source::Source,
    status::Status,
    table::Table,
};

const LONG_ABOUT: &str = "\
Show the joint, the score and the limit of each humanoid role, or write them as a rig file.

The score is from 0 to 1: half of it for a name that means exactly this body part, a quarter for the right parent joint, a \
quarter for the right position. To correct a role, write the file, change the joint's name under \"roles\", remove \
\"limits\" and everything else derived from the roles, and save it beside the figure as NAME.rig.json.";

const AFTER: &str = "\
Examples:
  kansetsu rig guess kansetsu-demo/demo.glb
  kansetsu rig guess kansetsu-demo/demo.glb -o kansetsu-demo/demo.rig.json
  kansetsu rig guess figure:mannequin --json | jq '.roles[] | select(.score < 0.7)'";

/// Detect roles and limits and show them, or write them as a rig file
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    /// A glTF or GLB file, figure:NAME, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    rest: RestArgs,
    /// Write the rig here; - for standard output
    #[arg(short, long = "out", value_name = "OUT.rig.json")]
    out: Option<PathBuf>,
    /// Print JSON: {"roles": [{"role", "joint", "index", "score"}]}
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Serialize)]
struct Document {
    roles: Vec<Entry>,
    /// The pose in which the body is measured.
    reference: ReferenceEntry,
}

#[derive(Debug, Serialize)]
struct Entry {
    role: &'static str,
    joint: String,
    index: usize,
    /// In [0, 1].
    score: f32,
}

/// Runs `kansetsu rig guess`.
pub(super) fn run(args: &Args) -> anyhow::Result<Status> {
    args.out.iter().try_for_each(|path| outbox::check(path))?;
    let mut source = Source::open(&args.file)?;
    args.rest.put_on(&mut source)?;
    let figure = source.figure;
    let scores = role_scores(&figure.rig.skeleton, &figure.rig.roles);
    let entry = |(role, &index): (&Role, &usize)| Entry {
        role: role.name(),
        joint: label(&figure.rig.skeleton, index),
        index,
        score: scores.get(role).copied().unwrap_or_default(),
    };
    let document = Document {
        roles: figure.rig.roles.iter().map(entry).collect(),
        reference: ReferenceEntry::of(&figure),
    };
    let mut text = match (args.json, document.roles.is_empty()) {
        (true, _) => json::text(&document)?,
        (false, true) => "no joint of this figure has a humanoid role\n".to_owned(),
        (false, false) => document.table(&figure.rig.limits).to_string(),
    };
    if let Some(path) = &args.out {
        let mut outbox = Outbox::default();
        outbox.add(path, RigFile::from_figure(&figure).to_text().as_bytes())?;
        outbox.send()?;
        if !args.json {
            text.push_str(&format!("\n{}", report::wrote(path)));
        }
    }
    message::result_beside(args.out.as_deref(), &text)?;
    Ok(Status::Done)
}

impl Document {
    fn table(&self, limits: &[Option<kansetsu::d3::Limit>]) -> Table {
        let mut table = Table::new(["role", "score", "joint", "limit"]);
        for entry in &self.roles {
            let limit = limits
                .get(entry.index)
                .and_then(Option::as_ref)
                .map_or_else(|| "none".to_owned(), limit_words);
            table.row([
                entry.role.to_owned(),
                format!("{:.2}", entry.score),
                entry.joint.clone(),
                limit,
            ]);
        }
        table
    }
}

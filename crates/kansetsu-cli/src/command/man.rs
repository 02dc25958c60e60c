//! `kansetsu man`: the manual pages, made from the help texts.

use std::path::PathBuf;

use anyhow::Context;
use clap::Command;
use clap_mangen::Man;

use crate::{
    message,
    outbox::{self, Outbox},
    report,
    status::Status,
};

const LONG_ABOUT: &str = "\
Write the manual pages: kansetsu.1 and one page per subcommand, such as kansetsu-solve.1. They contain the same texts as --help.

DIR is created if needed. Without DIR the manual page of kansetsu itself goes to standard output.

`man` finds the pages in a folder man1 of its search path, for example ~/.local/share/man/man1.";

const AFTER: &str = "\
Examples:
  kansetsu man man1
  kansetsu man > kansetsu.1";

/// Write the manual pages
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    /// The output folder [default: kansetsu.1 on standard output]
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

/// A manual page with the name of its file.
struct Page {
    file: String,
    text: Vec<u8>,
}

/// Runs `kansetsu man`; the pages are those of `command`.
pub(crate) fn run(args: &Args, mut command: Command) -> anyhow::Result<Status> {
    command.build();
    let Some(folder) = &args.folder else {
        message::bytes(&Page::of(command)?.text)?;
        return Ok(Status::Done);
    };
    outbox::make_folder(folder)?;
    let mut outbox = Outbox::default();
    let mut wrote = String::new();
    for page in pages(command)? {
        let path = folder.join(&page.file);
        outbox.add(&path, &page.text)?;
        wrote.push_str(&report::wrote(&path));
    }
    outbox.send()?;
    message::result(&wrote)?;
    Ok(Status::Done)
}

/// The pages of a command and of all its subcommands, except `help`.
fn pages(command: Command) -> anyhow::Result<Vec<Page>> {
    let mut pages = Vec::new();
    let mut waiting = vec![command];
    while let Some(command) = waiting.pop() {
        waiting.extend(command.get_subcommands().filter(|sub| sub.get_name() != "help").cloned());
        pages.push(Page::of(command)?);
    }
    pages.sort_by(|a, b| a.file.cmp(&b.file));
    Ok(pages)
}

impl Page {
    fn of(command: Command) -> anyhow::Result<Self> {
        let man = Man::new(command);
        let file = man.get_filename();
        let mut text = Vec::new();
        man.render(&mut text).with_context(|| format!("cannot write {file}"))?;
        Ok(Self { file, text })
    }
}

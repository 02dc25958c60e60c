//! `kansetsu studio`: the desktop pose editor.

use kansetsu_studio::app::{self, NoWindow};

use super::demo;
use crate::{message, source, status::Status};

const LONG_ABOUT: &str = "\
Open the studio, a desktop pose editor: drag any joint of a character, pin its feet, key a motion and save it.

FILE is a studio project, a glTF, GLB or VRM file, or figure:NAME for an embedded figure. Without FILE the \
mannequin is opened. Without a display the command prints a note and runs `kansetsu demo` instead.";

const AFTER: &str = "\
Examples:
  kansetsu                        the same as kansetsu studio
  kansetsu studio kansetsu-demo/demo.glb
  kansetsu studio figure:quadruped";

/// Open the studio, a desktop pose editor
#[derive(Debug, Default, clap::Args)]
#[command(long_about = LONG_ABOUT, after_help = AFTER)]
pub(crate) struct Args {
    /// A project, a figure, or figure:NAME
    file: Option<String>,
}

/// Opens the studio and returns when it is closed.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let file = args.file.clone();
    file.as_deref().map_or(Ok(()), source::find)?;
    let opened = app::run(move |studio| {
        if let Some(file) = &file {
            app::open_named(studio, file);
        }
    });
    match opened {
        Ok(()) => Ok(Status::Done),
        Err(NoWindow::NoDisplay) => {
            message::note("no display was found, so the demo runs instead of the studio");
            demo::run(&demo::Args::default())
        }
        Err(refused) => Err(anyhow::anyhow!("the studio cannot be opened: {refused}")),
    }
}

//! `kansetsu studio`: the window in which joints are dragged.

use kansetsu_studio::app::{self, NoWindow};

use super::demo;
use crate::{message, source, status::Status};

const LONG_ABOUT: &str = "\
Open the studio: a window in which you drag any joint of a character, pin its feet, key a motion and save it.

FILE is a project of the studio, a glTF, GLB or VRM file, or figure:NAME for an embedded figure. Without one the \
mannequin stands ready. Where no display is found, the command says so and runs `kansetsu demo` instead.";

const AFTER: &str = "\
Examples:
  kansetsu                        the same as kansetsu studio
  kansetsu studio kansetsu-demo/demo.glb
  kansetsu studio figure:quadruped";

/// Open the studio, a window in which joints are dragged
#[derive(Debug, Default, clap::Args)]
#[command(long_about = LONG_ABOUT, after_help = AFTER)]
pub(crate) struct Args {
    /// A project, a figure, or figure:NAME
    file: Option<String>,
}

/// Opens the window and waits until it is closed.
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
        Err(refused) => Err(anyhow::anyhow!("the studio's window cannot be opened: {refused}")),
    }
}

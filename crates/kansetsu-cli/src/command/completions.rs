//! `kansetsu completions`: scripts that complete the command line in a shell.

use clap::Command;
use clap_complete::Shell;

use crate::{message, status::Status};

const LONG_ABOUT: &str = "\
Print a script that completes subcommands, options and file names of kansetsu in a shell.

Where each shell looks for it:
  bash        ~/.local/share/bash-completion/completions/kansetsu
  zsh         _kansetsu in a folder of $fpath
  fish        ~/.config/fish/completions/kansetsu.fish
  powershell  kansetsu.ps1, which $PROFILE runs
  elvish      ~/.config/elvish/lib/kansetsu.elv, with `use kansetsu` in rc.elv";

const AFTER: &str = "\
Examples:
  kansetsu completions bash > kansetsu
  kansetsu completions zsh > _kansetsu
  kansetsu completions fish > kansetsu.fish
  kansetsu completions powershell > kansetsu.ps1";

/// Print the completion script of a shell
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Runs `kansetsu completions`; the script completes `command`.
pub(crate) fn run(args: &Args, mut command: Command) -> anyhow::Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "kansetsu", &mut script);
    message::bytes(&script)?;
    Ok(Status::Done)
}

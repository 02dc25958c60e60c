//! `kansetsu completions`.

use crate::{command::kansetsu, help::commands};

#[test]
fn the_script_of_every_shell_names_every_subcommand() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = kansetsu(&["completions", shell]).done().out;
        for command in commands().iter().filter_map(|command| command.last()) {
            let is_named = script
                .split(|c: char| !(c.is_alphanumeric() || c == '-'))
                .any(|word| word == command);
            assert!(is_named, "{shell}: {command}");
        }
    }
}

/// Completion in a real bash: subcommands, and the options of a subcommand.
#[cfg(unix)]
#[test]
fn bash_completes_subcommands_and_options() {
    let script = kansetsu(&["completions", "bash"]).done().out;
    let completed = |words: &str, index: usize| {
        let ask = format!(
            "{script}\nCOMP_WORDS=({words})\nCOMP_CWORD={index}\n\
             _kansetsu kansetsu \"${{COMP_WORDS[{index}]}}\" \"${{COMP_WORDS[{index} - 1]}}\"\n\
             echo \"${{COMPREPLY[*]}}\"\n"
        );
        let run = std::process::Command::new("bash").args(["-c", &ask]).output().unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        String::from_utf8(run.stdout).unwrap()
    };
    assert_eq!(completed("kansetsu ret", 1), "retarget\n");
    assert_eq!(completed("kansetsu solve --require", 2), "--require-reached\n");
    assert_eq!(completed("kansetsu rig gu", 2), "guess\n");
}

#[test]
fn an_unknown_shell_is_refused() {
    kansetsu(&["completions", "tcsh"]).refused(&["tcsh", "bash", "zsh", "fish", "powershell"]);
}

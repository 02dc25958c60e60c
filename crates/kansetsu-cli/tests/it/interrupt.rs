//! Ctrl-C during a write.

use std::{
    os::unix::process::ExitStatusExt,
    process::{Command, Stdio},
    thread::sleep,
    time::Duration,
};

use crate::files::Folder;

/// SIGINT and SIGTERM.
const SIGNALS: [(&str, i32); 2] = [("INT", 2), ("TERM", 15)];

#[test]
fn an_interrupt_leaves_no_half_written_file_and_does_not_touch_the_old_one() {
    for (name, number) in SIGNALS {
        let folder = Folder::new();
        let out = folder.with("out.glb", "old");
        // The reader never reads the picture, so the program waits for ever with its other file
        // under a temporary name.
        let mut child = Command::new(env!("CARGO_BIN_EXE_kansetsu"))
            .args([
                "solve",
                "figure:arm",
                "--goal",
                "LeftHand=0.3,0.1,0.2",
                "-o",
                &out,
                "--picture",
                "-",
                "--size",
                "1600x1600",
            ])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while folder.names().len() == 1 {
            assert!(child.try_wait().unwrap().is_none(), "the process ended before the write");
            sleep(Duration::from_millis(1));
        }
        let sent = Command::new("kill")
            .args([&format!("-{name}"), &child.id().to_string()])
            .status()
            .unwrap();
        assert!(sent.success());
        // Death by signal 2 is 130 in a shell.
        assert_eq!(child.wait().unwrap().signal(), Some(number));
        assert_eq!(folder.names(), ["out.glb"]);
        assert_eq!(std::fs::read(&out).unwrap(), b"old");
    }
}

#[test]
fn a_shell_sees_130() {
    let folder = Folder::new();
    let script = "\"$0\" solve figure:arm --goal LeftHand=0.3,0.1,0.2 -o out.glb --picture - --size 1600x1600 | {
        until ls -A | grep -q kansetsu; do sleep 0.01; done
        kill -INT $(cat pid)
        cat > /dev/null
    }";
    let script = format!("set -o pipefail; sh -c 'echo $$ > pid; exec \"$0\" \"$@\"' {}", &script);
    let output = Command::new("bash")
        .args(["-c", &script, env!("CARGO_BIN_EXE_kansetsu")])
        .current_dir(folder.path(""))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert_eq!(folder.names(), ["pid"]);
}

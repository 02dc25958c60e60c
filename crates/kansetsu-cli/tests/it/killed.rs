//! Kills of the process (SIGKILL), which it cannot notice.

use std::{
    env, fs,
    os::unix::process::ExitStatusExt,
    process::{Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use crate::{
    command::kansetsu,
    files::{Folder, glb_of},
};

/// The prefix of unfinished files, hidden from users.
const UNFINISHED: &str = ".kansetsu-";

/// `KANSETSU_KILLS`, or as many as a short run affords.
fn kills() -> u32 {
    env::var("KANSETSU_KILLS").map_or(30, |count| count.parse().unwrap())
}

/// The arguments that save a figure with its root turned.
fn saving<'a>(source: &'a str, out: &'a str) -> [&'a str; 6] {
    ["solve", source, "--orient", "1=0,1,0,0", "-o", out]
}

#[test]
fn a_kill_at_any_moment_leaves_the_old_file_or_the_new_one() {
    let folder = Folder::new();
    let sources = ["figure:mannequin", "figure:quadruped"].map(|figure| {
        let source = folder.with(&format!("{}.glb", &figure[7..]), glb_of(figure));
        let out = folder.path("whole.glb");
        let start = Instant::now();
        kansetsu(&saving(&source, &out)).done();
        (source, fs::read(&out).unwrap(), start.elapsed())
    });
    let out = folder.with("out.glb", &sources[1].1);
    let (mut killed, mut replaced) = (0, 0);
    for kill in 0..kills() {
        let (source, _, time) = &sources[kill as usize % 2];
        let before = fs::read(&out).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_kansetsu"))
            .args(saving(source, &out))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // The multiples of the golden ratio are spread evenly over the whole run.
        let share = (f64::from(kill) * 0.618_034).fract();
        sleep(Duration::from_secs_f64(1.2 * share * time.as_secs_f64()));
        child.kill().unwrap();
        killed += u32::from(child.wait().unwrap().signal() == Some(9));
        let after = fs::read(&out).unwrap();
        replaced += u32::from(after != before);
        assert!(sources.iter().any(|(_, whole, _)| *whole == after), "kill {kill}: neither file");
    }
    assert!(killed > 0, "every run ended before its kill");
    assert!(replaced > 0, "no run was fast enough to write");
    let known = ["mannequin.glb", "out.glb", "quadruped.glb", "whole.glb"];
    for name in folder.names() {
        assert!(known.contains(&&*name) || name.starts_with(UNFINISHED), "{name}");
    }
    kansetsu(&saving(&sources[0].0, &out)).done();
    assert_eq!(fs::read(&out).unwrap(), sources[0].1);
}

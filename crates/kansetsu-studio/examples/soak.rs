//! An hour's work in the app window, and what memory it takes. It needs no display.
//!
//! `cargo run -p kansetsu-studio --example soak` does 1800 things, one for every two seconds, draws
//! the app window after each, and prints a row for every five minutes: what the process holds, and
//! what of it the undo steps hold. It fails when the rest grows. A number means other than 1800
//! things. Without a graphics card say `WGPU_BACKEND=gl`: that is what the app window takes there,
//! because Vulkan in software keeps every picture.

// The same window as in the tests, which use more of it.
#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../tests/it/kit.rs"]
mod kit;

use std::{error::Error, fs};

use eframe::egui::{Modifiers, PointerButton, vec2};
use kansetsu_studio::{command::Command, text::Language};
use kit::Window;

/// One for every two seconds of an hour.
const HOUR: usize = 1800;
/// Rows of the table.
const ROWS: usize = 12;
/// MB that the process may grow by from the second row to the last, beside the undo steps:
/// allocators keep some of what is given back.
const GROWTH: f64 = 24.0;

const JOINTS: [&str; 8] =
    ["LeftHand", "RightHand", "LeftFoot", "Hips", "Head", "RightLowerArm", "LeftLowerLeg", "Neck"];
const COMMANDS: [Command; 12] = [
    Command::Undo,
    Command::Redo,
    Command::Key,
    Command::NextFrame,
    Command::LastFrame,
    Command::FirstFrame,
    Command::PinBoth,
    Command::UnpinAll,
    Command::FlipPose,
    Command::ResetLimb,
    Command::ToggleWholeBody,
    Command::FrameAll,
];

/// The same things in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % count.max(1) as u64) as usize
    }

    fn signed(&mut self, most: f32) -> f32 {
        most * (self.below(2001) as f32 / 1000.0 - 1.0)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let actions = std::env::args().nth(1).map_or(Ok(HOUR), |word| word.parse())?;
    let mut window = Window::in_language(Language::English);
    let mut chance = Chance(7);
    let mut rows: Vec<f64> = Vec::new();
    say("# Memory of the studio\n\nResident memory while the app window is used.\n");
    say("| actions | resident, MB | of it undo steps, MB |\n| --- | --- | --- |");
    for action in 1..=actions {
        act(&mut window, &mut chance);
        window.harness.render()?;
        if action % (actions / ROWS).max(1) == 0 {
            let (held, undo) =
                (resident()?, window.studio().document.undo_bytes() as f64 / f64::from(1 << 20));
            say(&format!("| {action} | {held:.0} | {undo:.1} |"));
            rows.push(held - undo);
        }
    }
    let growth = rows.last().unwrap_or(&0.0) - rows.get(1).unwrap_or(&0.0);
    say(&format!("\nBeside the undo steps it grew by {growth:.1} MB since the second row."));
    if growth > GROWTH { Err(format!("that is more than {GROWTH} MB").into()) } else { Ok(()) }
}

/// One of the things that people do.
fn act(window: &mut Window, chance: &mut Chance) {
    match chance.below(10) {
        0..=4 => {
            let Some(from) = window
                .studio()
                .context()
                .pixel_of(window.place(JOINTS[chance.below(JOINTS.len())]))
            else {
                return;
            };
            window.drag_and_drop(from, from + vec2(chance.signed(80.0), chance.signed(80.0)));
        }
        5 => {
            let middle = window.harness.ctx.content_rect().center();
            let to = middle + vec2(chance.signed(60.0), chance.signed(30.0));
            window.drag_with((PointerButton::Secondary, Modifiers::NONE), middle, to);
        }
        6 => {
            window.run(Command::Play);
            window.harness.run_steps(6);
            window.run(Command::Play);
        }
        _ => window.run(COMMANDS[chance.below(COMMANDS.len())]),
    }
}

/// MB that the process holds in memory.
fn resident() -> Result<f64, Box<dyn Error>> {
    let status = fs::read_to_string("/proc/self/status")
        .map_err(|error| format!("only Linux reports the memory of a process: {error}"))?;
    let line = status
        .lines()
        .find(|line| line.starts_with("VmRSS:"))
        .ok_or("there is no line VmRSS in /proc/self/status")?;
    let kilobytes: f64 = line.split_whitespace().nth(1).ok_or("VmRSS has no number")?.parse()?;
    Ok(kilobytes / 1024.0)
}

#[expect(clippy::print_stdout, reason = "an example prints its results")]
fn say(line: &str) {
    println!("{line}");
}

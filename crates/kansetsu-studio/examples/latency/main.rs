//! How long the studio takes for one event of the pointer: from where the pointer is to all that
//! the graphics card is sent.
//!
//! `cargo xtask latency` runs it and writes `results/latency.md`; `--check` fails when a row falls
//! short instead.

#![expect(clippy::print_stdout, reason = "what this program has to say goes to standard output")]

mod crawler;
mod hand;
// The same window as in the tests, which use more of it.
#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../../tests/it/kit.rs"]
mod kit;
mod table;

use std::error::Error;

use kansetsu_studio::document::{Actor, Opened};

use crawler::crawler;
use hand::{Drags, Hand};
use table::{Row, Table};

/// Events of each row; a tenth with `--quick`.
const EVENTS: usize = 4000;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let has = |word: &str| words.iter().any(|given| given == word);
    let events = if has("--quick") { EVENTS / 10 } else { EVENTS };
    let mannequin =
        Actor::new(Opened::embedded("mannequin").map_err(|refusal| refusal.to_string())?);
    let mut table = Table { events, rows: Vec::new() };
    for (actor, promised) in
        [(mannequin, None), (crawler(64), Some(1.0)), (crawler(300), Some(4.0))]
    {
        for drags in [Drags::Limbs, Drags::WholeBody] {
            let (figure, joints) = (actor.name.clone(), actor.joint_count());
            let mut hand = Hand::new(actor.clone(), drags)?;
            let times = hand.times(events)?;
            let row = Row { figure, joints, drags, promised, times, press: hand.press() };
            println!("{}", row.line());
            table.rows.push(row);
        }
    }
    if let Some(at) = words.iter().position(|word| word == "--write") {
        std::fs::write(words.get(at + 1).ok_or("say where the table goes")?, table.document())?;
    }
    if has("--check") && table.rows.iter().any(|row| row.holds() == Some(false)) {
        return Err("a row falls short of what is promised".into());
    }
    Ok(())
}

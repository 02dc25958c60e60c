//! Why a drag stopped, in words.

use kansetsu::d3::{ActiveLimit, Outcome};

use crate::panel::Words;

/// How a solve ended.
#[must_use]
pub fn outcome_name(words: Words, outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Reached => words.say("Reached", "届きました"),
        Outcome::SoftReached => words.say("Reached softly", "届きました（ソフトリーチ）"),
        Outcome::OutOfReach => words.say("Out of reach", "届きません"),
        Outcome::TooClose => words.say("Too close", "近すぎます"),
        Outcome::Limited => words.say("Stopped by a limit", "可動域の限界です"),
        Outcome::Stalled => words.say("Not reached", "届きませんでした"),
    }
}

/// What a bound of a limit is called.
#[must_use]
pub fn bound_name(words: Words, limit: &ActiveLimit) -> &'static str {
    match limit.bound {
        "min" => words.say("bent back as far as it goes", "これ以上伸ばせません"),
        "max" => words.say("bent as far as it goes", "これ以上曲げられません"),
        "swing" => words.say("swung as far as it goes", "これ以上振れません"),
        "twist_min" | "twist_max" => words.say("twisted as far as it goes", "これ以上ひねれません"),
        bound if bound.starts_with("x_") => words.say("at its X limit", "X の限界です"),
        bound if bound.starts_with("y_") => words.say("at its Y limit", "Y の限界です"),
        bound if bound.starts_with("z_") => words.say("at its Z limit", "Z の限界です"),
        _ => words.say("at its limit", "限界です"),
    }
}

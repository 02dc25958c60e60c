//! Why a drag stopped, in words.

use kansetsu::d3::{ActiveLimit, Outcome};

use crate::{app::Words, posing::limits::HandleId, viewport::Axis};

/// How a solve ended.
#[must_use]
pub fn outcome_name(words: Words, outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Reached => words.say("Reached", "届きました"),
        Outcome::SoftReached => words.say("Reached (soft)", "届きました（ソフトリーチ）"),
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
        "min" => words.say("fully extended", "これ以上伸ばせません"),
        "max" => words.say("fully bent", "これ以上曲げられません"),
        "swing" => words.say("at its swing limit", "これ以上傾けられません"),
        "twist_min" | "twist_max" => words.say("at its twist limit", "これ以上ひねれません"),
        bound if bound.starts_with("x_") => words.say("at its X limit", "X の限界です"),
        bound if bound.starts_with("y_") => words.say("at its Y limit", "Y の限界です"),
        bound if bound.starts_with("z_") => words.say("at its Z limit", "Z の限界です"),
        _ => words.say("at its limit", "限界です"),
    }
}

/// What a handle of a limit changes.
#[must_use]
pub fn handle_name(words: Words, handle: HandleId) -> &'static str {
    match handle {
        HandleId::HingeMin => words.say("Bend min", "曲げ 下限"),
        HandleId::HingeMax => words.say("Bend max", "曲げ 上限"),
        HandleId::ConeAngle => words.say("Swing", "傾き"),
        HandleId::Swing(Axis::X) => words.say("Swing X", "傾き X"),
        HandleId::Swing(_) => words.say("Swing Y", "傾き Y"),
        HandleId::TwistMin => words.say("Twist min", "ひねり 下限"),
        HandleId::TwistMax => words.say("Twist max", "ひねり 上限"),
        HandleId::BoxMin(Axis::X) => words.say("X min", "X 下限"),
        HandleId::BoxMin(Axis::Y) => words.say("Y min", "Y 下限"),
        HandleId::BoxMin(Axis::Z) => words.say("Z min", "Z 下限"),
        HandleId::BoxMax(Axis::X) => words.say("X max", "X 上限"),
        HandleId::BoxMax(Axis::Y) => words.say("Y max", "Y 上限"),
        HandleId::BoxMax(Axis::Z) => words.say("Z max", "Z 上限"),
        HandleId::Vertex(_) => words.say("Corner", "頂点"),
    }
}

//! The header and the library agree: sizes and offsets of structs, numbers of constants, names of
//! functions.

use std::{collections::BTreeSet, fmt::Write, mem::offset_of, process::Command};

use kansetsu::{Pose, d3::Outcome};
use kansetsu_c::{
    failure::{Code, KsError, MESSAGE},
    joint_limit::KsLimit,
    options::KsOptions,
    report::{BOUND, KsActiveLimit, KsReport, KsTargetReport, outcome},
    rig::{KsRig, MATRIX},
    rig_def::{HUMANOID, KsRigDef},
    session::KsSession,
    target::{KsTarget, flag},
    version::ks_version,
};

use crate::c_program::{Workshop, library, output};

const HEADER: &str = include_str!("../../include/kansetsu.h");

/// A number of the library, and the C expression for it.
struct Fact {
    c: String,
    number: u64,
}

macro_rules! layout {
    ($facts:ident, $rust:ty, $c:literal: $($field:ident)*) => {
        $facts.push(Fact { c: format!("sizeof({})", $c), number: size_of::<$rust>() as u64 });
        $facts.push(Fact { c: format!("_Alignof({})", $c), number: align_of::<$rust>() as u64 });
        $($facts.push(Fact {
            c: format!("offsetof({}, {})", $c, stringify!($field)),
            number: offset_of!($rust, $field) as u64,
        });)*
        assert_eq!(fields($c), [$(stringify!($field)),*].map(String::from).into(), "fields of {}", $c);
    };
}

fn facts() -> Vec<Fact> {
    let mut facts = Vec::new();
    layout!(facts, KsError, "ks_error": code message);
    layout!(facts, KsRig, "ks_rig": id);
    layout!(facts, KsSession, "ks_session": id);
    layout!(facts, KsLimit, "ks_limit": kind order axis across swing min max);
    layout!(facts, KsRigDef, "ks_rig_def": size flags names parents rest limits roles joint_count reserved);
    layout!(facts, KsOptions, "ks_options": size limits root posture feet balance self_collision chain_length tolerance
        angle_tolerance strength restarts locked stiffness solver locked_count stiffness_count
        velocity_limit);
    layout!(facts, KsTarget, "ks_target": size flags position region orientation axis direction point pole relative_to
        radius angle weight);
    layout!(facts, KsReport, "ks_report": size outcome is_settled steps restarts distance target_count pin_count
        active_limit_count);
    layout!(facts, KsTargetReport, "ks_target_report": size joint outcome is_reached target reached distance angle);
    layout!(facts, KsActiveLimit, "ks_active_limit": size joint bound);
    let mut fact = |c: &str, number: u64| facts.push(Fact { c: c.to_owned(), number });
    for code in Code::ALL {
        fact(code.name().to_str().expect("names of codes are ASCII"), code as u64);
    }
    let flags =
        ["POSITION", "ORIENTATION", "ALIGN", "LOOK_AT", "LINE", "PLANE", "RELATIVE", "POLE"];
    for (name, number) in flags.into_iter().zip([
        flag::POSITION,
        flag::ORIENTATION,
        flag::ALIGN,
        flag::LOOK_AT,
        flag::LINE,
        flag::PLANE,
        flag::RELATIVE,
        flag::POLE,
    ]) {
        fact(&format!("KS_TARGET_{name}"), number.into());
    }
    for (name, of) in [
        ("REACHED", Outcome::Reached),
        ("SOFT_REACHED", Outcome::SoftReached),
        ("OUT_OF_REACH", Outcome::OutOfReach),
        ("TOO_CLOSE", Outcome::TooClose),
        ("LIMITED", Outcome::Limited),
        ("STALLED", Outcome::Stalled),
    ] {
        fact(&format!("KS_OUTCOME_{name}"), outcome(of) as u64);
    }
    fact("KS_VERSION", ks_version().into());
    fact("KS_POSE_FLOATS", Pose::FLAT as u64);
    fact("KS_MATRIX_FLOATS", MATRIX as u64);
    fact("KS_RIG_HUMANOID", HUMANOID.into());
    fact("sizeof(((ks_error *)0)->message)", MESSAGE as u64);
    fact("sizeof(((ks_active_limit *)0)->bound)", BOUND as u64);
    facts
}

/// The fields of a struct in the header.
fn fields(name: &str) -> BTreeSet<String> {
    let (_, body) =
        HEADER.split_once(&format!("typedef struct {name} {{")).expect("the header has the struct");
    let (body, _) = body.split_once(&format!("}} {name};")).expect("the struct ends");
    let lines = body.lines().filter_map(|line| line.split_once(';')).map(|(field, _)| field);
    lines.map(|line| last_word(line, '[')).collect()
}

/// The functions that the header declares.
fn declared() -> BTreeSet<String> {
    let declarations = HEADER.lines().filter_map(|line| line.strip_prefix("KS_API "));
    declarations.map(|line| last_word(line, '(')).collect()
}

/// The last word before a character: the name in a declaration.
fn last_word(line: &str, end: char) -> String {
    let declared = line.split(end).next().unwrap_or_default();
    declared.rsplit([' ', '*']).next().unwrap_or_default().to_owned()
}

#[test]
fn structs_and_constants_of_the_header_are_those_of_the_library() {
    let facts = facts();
    let mut program =
        "#include <stddef.h>\n#include <stdio.h>\n#include \"kansetsu.h\"\nint main(void) {\n"
            .to_owned();
    for fact in &facts {
        writeln!(program, "printf(\"%llu\\n\", (unsigned long long)({}));", fact.c).unwrap();
    }
    program.push_str("return 0;\n}\n");
    let workshop = Workshop::new("facts");
    let source = workshop.path().join("facts.c");
    std::fs::write(&source, program).unwrap();
    let printed = workshop.run(&source, &[], &[]);
    let in_c: Vec<u64> = printed.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(in_c.len(), facts.len());
    for (fact, in_c) in facts.iter().zip(in_c) {
        assert_eq!(
            in_c, fact.number,
            "{} is {in_c} in the header and {} in the library",
            fact.c, fact.number
        );
    }
}

#[test]
fn the_library_exports_what_the_header_declares() {
    let symbols =
        output(Command::new("nm").args(["-D", "--defined-only", "--format=posix"]).arg(library()));
    let exported: BTreeSet<String> =
        symbols.lines().map(|line| line.split(' ').next().unwrap().to_owned()).collect();
    assert_eq!(exported, declared());
}

#[test]
fn the_header_needs_no_other() {
    let workshop = Workshop::new("alone");
    let source = workshop.path().join("twice.c");
    std::fs::write(&source, "#include \"kansetsu.h\"\n#include \"kansetsu.h\"\nint main(void) { return ks_version() != KS_VERSION; }\n")
        .unwrap();
    workshop.run(&source, &["-pedantic", "-Wconversion", "-Wstrict-prototypes"], &[]);
}

//! The promises of natural poses, and the measurements.

use std::fmt::Write as _;

use crate::{
    given::Given,
    judge::{Judged, Method},
    tracked::Followed,
};

/// A row of promises: the worst group counts.
pub(crate) struct Row {
    what: &'static str,
    measured: f64,
    most: f64,
    unit: &'static str,
}

impl Row {
    fn holds(&self) -> bool {
        self.measured <= self.most
    }
}

/// The group that differs most from the learned ones.
const FAR: &str = "dance";

/// NaN for none.
fn greatest(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.fold(f64::NAN, f64::max)
}

/// All promises.
pub(crate) fn rows(judged: &[Judged], tracks: &[Followed]) -> Vec<Row> {
    let of = |given: Given, method: Method| {
        judged.iter().filter(move |one| one.given == given && one.method == method)
    };
    let worst = |given: Given, number: &dyn Fn(&Judged) -> f64| {
        greatest(of(given, Method::Full).map(number))
    };
    let six = |is_far: bool| {
        of(Given::SixPoses, Method::Full).filter(move |one| (one.who == FAR) == is_far)
    };
    let all = |one: &Judged| one.errors.all;
    let inner = |one: &Judged| one.errors.inner;
    let dragged = |way: Method| of(Given::Drag, way).map(inner).sum::<f64>();
    let far = greatest(six(true).map(inner));
    let row = |what, measured, most, unit| Row { what, measured, most, unit };
    vec![
        row("six poses, inner joints", greatest(six(false).map(inner)), 2.0, "cm"),
        row("six poses, all joints", greatest(six(false).map(all)), 1.3, "cm"),
        row("six poses far off what was learnt (dance), inner joints", far, 3.5, "cm"),
        row("six places, heading known, all joints", worst(Given::SixPlaces, &all), 2.6, "cm"),
        row("five places, heading known, all joints", worst(Given::FivePlaces, &all), 3.5, "cm"),
        row(
            "five places, heading known, turns",
            worst(Given::FivePlaces, &|one| one.errors.turn),
            15.0,
            "°",
        ),
        row("three poses, one frame, all joints", worst(Given::ThreePoses, &all), 8.5, "cm"),
        row(
            "three poses over time, inner joints",
            greatest(tracks.iter().map(Followed::inner)),
            6.5,
            "cm",
        ),
        row(
            "a dragged hand: error with a posture, of that without",
            100.0 * dragged(Method::Stance) / dragged(Method::Rest),
            60.0,
            "%",
        ),
        row(
            "elbows' swivel, hands rotated at random",
            worst(Given::PosesWithHandsTurned, &|one| one.errors.swivel()),
            16.0,
            "°",
        ),
        row("goals off, six poses", worst(Given::SixPoses, &|one| one.errors.goals), 0.1, "cm"),
        row(
            "the likely pose of six poses",
            worst(Given::SixPoses, &|one| f64::from(one.micros[0])),
            12.0,
            "µs",
        ),
        row(
            "the mean of six poses",
            greatest(of(Given::SixPoses, Method::Likely).map(|one| f64::from(one.micros[1]))),
            12.0,
            "µs",
        ),
    ]
}

/// The rows as a table.
pub(crate) fn table(rows: &[Row]) -> String {
    let mut table = "\n## What is promised\n\n| what | measured, the worst group | promised | |\n| --- | --- | --- | --- |\n".to_owned();
    for row in rows {
        let word = if row.holds() { "holds" } else { "falls short" };
        // Writing to a string cannot fail.
        let _ = writeln!(
            table,
            "| {} | {:.2} {} | ≤ {} {} | {word} |",
            row.what, row.measured, row.unit, row.most, row.unit
        );
    }
    table
}

/// Returns the rows that fall short as an error.
pub(crate) fn check(rows: &[Row]) -> Result<(), String> {
    let short: Vec<&str> = rows.iter().filter(|row| !row.holds()).map(|row| row.what).collect();
    if short.is_empty() {
        Ok(())
    } else {
        Err(format!("{} of {} rows fall short: {}", short.len(), rows.len(), short.join("; ")))
    }
}

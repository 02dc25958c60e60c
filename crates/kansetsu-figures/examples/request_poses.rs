//! Prints a line for each of the 200 requests whose figure is available: its number, and the bits
//! of the solved pose as hexadecimal numbers.
//!
//! The tests of the bindings compare their poses with these.

#![expect(clippy::print_stdout, reason = "this program prints to standard output")]

#[expect(dead_code, reason = "the tests read more of a case")]
#[path = "../tests/it/request_table.rs"]
mod request_table;
#[path = "../../kansetsu-formats/tests/it/skip.rs"]
mod skip;

use kansetsu::Pose;

fn main() {
    for case in request_table::cases() {
        let (pose, report) = case.solve();
        println!("{}\t{:?}\t{}", case.name, report.outcome, bits(&pose));
    }
}

fn bits(pose: &Pose) -> String {
    let numbers = pose.locals.iter().flat_map(|local| {
        let (translation, rotation, scale) =
            (local.translation.to_array(), local.rotation.to_array(), local.scale.to_array());
        translation.into_iter().chain(rotation).chain(scale)
    });
    numbers.map(|number| format!("{:08x}", number.to_bits())).collect()
}

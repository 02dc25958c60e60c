//! The table of requests as lines of text, which clients in every language read: see
//! tests/clients/requests.c.

use std::fmt::Write;

use kansetsu::Pose;

use crate::request_table::{Case, STEPS};

/// The input of clients, and their expected output.
pub(crate) struct RequestLines {
    pub(crate) table: String,
    pub(crate) expected: String,
}

impl RequestLines {
    /// Solves every request with the library.
    pub(crate) fn new(cases: &[Case]) -> Self {
        let mut lines = Self { table: format!("{STEPS}\n"), expected: String::new() };
        for case in cases {
            lines.add(case);
        }
        lines
    }

    fn add(&mut self, case: &Case) {
        let Case { path, request, start, .. } = case;
        let json = serde_json::to_string(request)
            .expect("a request has no maps and no numbers without a text");
        let _ = writeln!(self.table, "{path}\n{json}\n{}", bits(start));
        let (pose, report) = case.solve();
        let _ = writeln!(
            self.expected,
            "{} {}",
            kansetsu_c::report::outcome(report.outcome),
            bits(&pose)
        );
    }
}

/// The bits of a pose, in hexadecimal.
fn bits(pose: &Pose) -> String {
    let mut flat = vec![0.0; Pose::FLAT * pose.locals.len()];
    pose.copy_to_flat(&mut flat).expect("there is room for all numbers");
    flat.iter().map(|number| format!("{:08x}", number.to_bits())).collect::<Vec<_>>().join(" ")
}

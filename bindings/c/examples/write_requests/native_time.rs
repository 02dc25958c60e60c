//! The time of the library, to which bindings compare theirs.

use std::time::Instant;

use kansetsu::{Budget, IkSession, Pose};

use crate::request_table::{Case, STEPS};

/// How often all requests are solved. The fastest round counts, since others run beside other
/// programs. With half as many rounds the result varies more; twice as many take twice the time.
const ROUNDS: usize = 5;

/// The mean time of a solve, microseconds, over the requests of embedded figures. Sessions are
/// made before.
pub(crate) fn native_time(cases: &[Case]) -> f64 {
    let embedded = cases.iter().filter(|case| case.path.starts_with("figure:"));
    let mut sessions: Vec<(IkSession, &Pose)> = embedded
        .map(|case| {
            let session = case.request.session(&case.figure.rig);
            (session.unwrap_or_else(|error| panic!("{}: {error}", case.name)), &case.start)
        })
        .collect();
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        for (session, pose) in &mut sessions {
            session
                .solve(&mut pose.clone(), Budget::steps(STEPS))
                .expect("the request was solved before");
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    1e6 * best / sessions.len() as f64
}

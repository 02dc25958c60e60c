//! The time of the library, to which bindings compare theirs.

use std::time::Instant;

use kansetsu::{Budget, IkSession, Pose};

use crate::request_table::{Case, STEPS};

/// How often each request is solved. Its fastest solve counts, since others wait for other
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
    let mut fastest = vec![f64::INFINITY; sessions.len()];
    for _ in 0..ROUNDS {
        for ((session, pose), fastest) in sessions.iter_mut().zip(&mut fastest) {
            let mut pose = pose.clone();
            let start = Instant::now();
            session.solve(&mut pose, Budget::steps(STEPS)).expect("the request was solved before");
            *fastest = fastest.min(start.elapsed().as_secs_f64());
        }
    }
    1e6 * fastest.iter().sum::<f64>() / sessions.len() as f64
}

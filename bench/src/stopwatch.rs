//! Time measurement.
//!
//! The mean is that of whole batches, in CPU time of the thread, so that no clock runs inside a
//! solve and no other program counts. Batches of the contenders alternate, and ratios are taken
//! between neighbours, so that a slow second of the machine affects both. The median and the 99th
//! percentile are over the problems, each timed alone (the minimum of several times, minus the cost
//! of the clock).

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use crate::{clock, contender::Contender};

/// The duration of a measurement.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Maximum number of batches per contender. Many and short ones, so that other load on the
    /// machine affects few of them.
    pub batches: usize,
    /// No batch starts after this time, except the first five.
    pub patience: Duration,
    /// A batch repeats all problems until it has taken this long.
    pub batch: Duration,
    /// The number of times that each problem is timed alone.
    pub passes: usize,
}

/// The minimum number of batches.
const BATCHES: usize = 5;

impl Effort {
    fn goes_on(&self, number: usize, start: Instant) -> bool {
        number < BATCHES || start.elapsed() < self.patience
    }
}

/// The times of one contender, nanoseconds per solve.
#[derive(Clone, Debug, Default)]
pub struct Times {
    /// The mean of each batch.
    pub batches: Vec<f64>,
    pub median: f64,
    pub p99: f64,
    /// The fraction of the problems that it solved.
    pub solved: f64,
}

impl Times {
    /// The median of the batches' means.
    pub fn mean(&self) -> f64 {
        quantile(&self.batches, 0.5)
    }
}

/// Times one contender alone.
pub fn time(ours: &mut impl Contender, problems: usize, effort: Effort) -> Times {
    let (solved, rounds) = warm_up(ours, problems, effort);
    let start = Instant::now();
    let batches = (0..effort.batches)
        .take_while(|&number| effort.goes_on(number, start))
        .map(|_| batch(ours, problems, rounds))
        .collect();
    let [median, p99] = single_times(ours, problems, effort);
    Times { batches, median, p99, solved }
}

/// Times two contenders alternately.
pub fn compare(
    ours: &mut impl Contender,
    rival: &mut impl Contender,
    problems: usize,
    effort: Effort,
) -> [Times; 2] {
    let (our_solved, our_rounds) = warm_up(ours, problems, effort);
    let (rival_solved, rival_rounds) = warm_up(rival, problems, effort);
    let (mut our_batches, mut rival_batches) = (Vec::new(), Vec::new());
    let start = Instant::now();
    for number in (0..effort.batches).take_while(|&number| effort.goes_on(number, start)) {
        // The order alternates too.
        if number % 2 == 0 {
            our_batches.push(batch(ours, problems, our_rounds));
            rival_batches.push(batch(rival, problems, rival_rounds));
        } else {
            rival_batches.push(batch(rival, problems, rival_rounds));
            our_batches.push(batch(ours, problems, our_rounds));
        }
    }
    let [our_median, our_p99] = single_times(ours, problems, effort);
    let [rival_median, rival_p99] = single_times(rival, problems, effort);
    [
        Times { batches: our_batches, median: our_median, p99: our_p99, solved: our_solved },
        Times {
            batches: rival_batches,
            median: rival_median,
            p99: rival_p99,
            solved: rival_solved,
        },
    ]
}

/// Solves every problem once and judges it. Returns the fraction that was solved, and the number of
/// repetitions per batch.
fn warm_up(contender: &mut impl Contender, problems: usize, effort: Effort) -> (f64, usize) {
    let mut solved = 0;
    for problem in 0..problems {
        contender.solve(problem);
        solved += usize::from(contender.is_solved(problem));
    }
    let once = batch(contender, problems, 1) * problems as f64;
    let rounds = (effort.batch.as_nanos() as f64 / once).ceil() as usize;
    (solved as f64 / problems as f64, rounds.max(1))
}

/// The mean time of a solve over all problems, `rounds` times.
fn batch(contender: &mut impl Contender, problems: usize, rounds: usize) -> f64 {
    let start = clock::now();
    for _ in 0..rounds {
        for problem in 0..problems {
            contender.solve(black_box(problem));
        }
    }
    (clock::now() - start).as_nanos() as f64 / (problems * rounds) as f64
}

/// The median and the 99th percentile over the problems.
fn single_times(contender: &mut impl Contender, problems: usize, effort: Effort) -> [f64; 2] {
    let clock = clock_cost();
    let mut least = vec![f64::INFINITY; problems];
    for _ in 0..effort.passes {
        for (problem, least) in least.iter_mut().enumerate() {
            let start = Instant::now();
            contender.solve(black_box(problem));
            let taken = start.elapsed().as_nanos() as f64;
            *least = least.min((taken - clock).max(0.0));
        }
    }
    [0.5, 0.99].map(|part| quantile(&least, part))
}

/// The cost of reading the clock twice.
fn clock_cost() -> f64 {
    let costs: Vec<f64> =
        (0..1001).map(|_| black_box(Instant::now()).elapsed().as_nanos() as f64).collect();
    quantile(&costs, 0.5)
}

/// The quantile of the values at this fraction.
pub fn quantile(values: &[f64], part: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[((sorted.len() - 1) as f64 * part).round() as usize]
}

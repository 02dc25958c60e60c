//! Measures what Kansetsu promises.

#![expect(clippy::print_stdout, reason = "a program that prints")]
#![expect(missing_docs, reason = "a program, not a library")]

mod check;
mod problem;
mod random;
mod reach;
mod sample;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let count = arguments.get(1).and_then(|text| text.parse().ok()).unwrap_or(2_000);
    let filter = arguments.get(2).cloned().unwrap_or_default();
    for problem in problem::chains().iter().filter(|problem| problem.name.contains(&filter)) {
        let mut line = format!("{:32}", problem.name);
        for on_bound in [0.0, 0.7] {
            let row = reach::measure(problem, count, on_bound);
            line += &row.to_string();
        }
        println!("{line}");
    }
}

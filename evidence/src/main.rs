//! Measures what Kansetsu promises.

#![expect(clippy::print_stdout, reason = "a program that prints")]

mod body;
mod check;
mod problem;
mod random;
mod reach;
mod row;
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
    for problem in body::mannequin().iter().filter(|problem| problem.name.contains(&filter)) {
        let row = [0.0, 0.5].map(|on_bound| problem.measure(count, on_bound).to_string()).concat();
        println!("{:32}{row}", problem.name);
    }
}

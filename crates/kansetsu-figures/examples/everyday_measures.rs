//! Prints the quality of the everyday poses, a line each, with the current solver.
#![expect(clippy::print_stdout, reason = "an example prints its results")]

use kansetsu_figures::scenes::everyday;

fn main() -> Result<(), kansetsu::Error> {
    let figure = kansetsu_figures::mannequin();
    let name = |joint: usize| figure.rig.skeleton.joints()[joint].name.as_str();
    let largest = |values: &[f32]| values.iter().copied().fold(0.0f32, f32::max);
    println!(
        "{:26} {:>8} {:>7} {:>6} {:>12} {:>10} {:>6} on limits",
        "pose", "miss mm", "turn °", "lean °", "outside cm", "lowest mm", "steps"
    );
    for pose in everyday::poses() {
        let solved = everyday::solve(&figure, &pose)?;
        let measures = everyday::measure(&figure, &pose, &solved.pose);
        println!(
            "{:26} {:8.3} {:7.2} {:6.1} {:12.1} {:10.1} {:6} {}",
            pose.name,
            1e3 * largest(&measures.distances),
            largest(&measures.angles).to_degrees(),
            measures.lean_deg,
            1e2 * measures.outside,
            1e3 * measures.lowest,
            solved.report.steps,
            measures.on_limits.iter().map(|&joint| name(joint)).collect::<Vec<_>>().join(" ")
        );
    }
    Ok(())
}

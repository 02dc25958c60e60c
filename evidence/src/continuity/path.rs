//! Smooth paths of the goals, in small steps.

use glam::{DQuat, DVec3};
use kansetsu::d3::Pose;

use crate::problem::{Draw, Problem};

/// The lever arm of orientation errors, as a fraction of the reach.
const LEVER: f64 = 0.3;

/// The largest number of steps of a path.
const MOST_STEPS: usize = 1_000;

/// A start pose and the targets of the ends, step by step.
pub struct Drag {
    pub start: Pose,
    pub places: Vec<Vec<(DVec3, DQuat)>>,
}

/// The forward kinematics of a smooth path through poses inside the limits, so that every target is
/// reachable: a curve through three random poses' coordinates. Freedoms at a bound stay there.
pub fn random(problem: &Problem, seed: u64, on_bound: f32) -> Drag {
    let mut random = crate::draw::random(seed);
    let first = problem.draw(&mut random, on_bound);
    let (second, third) = (problem.draw(&mut random, 0.0), problem.draw(&mut random, 0.0));
    let at = |t: f64| problem.places(&problem.pose(&blend([&first, &second, &third], t as f32)));
    Drag { start: problem.pose(&first), places: in_steps(at, 1e-3 * problem.size) }
}

/// A quadratic Bézier curve, which stays between its points.
fn blend(points: [&Draw; 3], t: f32) -> Draw {
    let weights = [(1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t];
    let sum = |number: &dyn Fn(&Draw) -> f32| {
        (0..3).map(|point| weights[point] * number(points[point])).sum::<f32>()
    };
    let mut blended = points[0].clone();
    for (joint, stand) in blended.stands.iter_mut().enumerate() {
        for axis in (0..3).filter(|axis| !points[0].stands[joint].fixed[*axis]) {
            stand.numbers[axis] = sum(&|draw| draw.stands[joint].numbers[axis]).clamp(0.0, 1.0);
        }
    }
    blended.root = std::array::from_fn(|axis| sum(&|draw| draw.root[axis]));
    blended
}

/// The targets along `at`, from 0 to 1, at most `step` apart.
pub fn in_steps(at: impl Fn(f64) -> Vec<(DVec3, DQuat)>, step: f64) -> Vec<Vec<(DVec3, DQuat)>> {
    let mut places = vec![at(0.0)];
    let (mut t, mut advance) = (0.0_f64, 1e-3_f64);
    while t < 1.0 && places.len() < MOST_STEPS {
        let next = (t + advance).min(1.0);
        let candidate = at(next);
        let moved = way(places.last().map_or(&candidate, |last| last), &candidate, step);
        if moved > 1.0 && advance > 1e-9 {
            advance *= (0.9 / moved).max(0.2);
            continue;
        }
        places.push(candidate);
        t = next;
        advance *= (0.9 / moved.max(1e-3)).min(1.5);
    }
    places
}

/// The distance that the ends moved, in steps.
fn way(a: &[(DVec3, DQuat)], b: &[(DVec3, DQuat)], step: f64) -> f64 {
    let lever = LEVER * step * 1e3;
    a.iter().zip(b).fold(0.0, |most, (a, b)| {
        most.max(a.0.distance(b.0).hypot(lever * super::turn::angle(a.1, b.1)) / step)
    })
}

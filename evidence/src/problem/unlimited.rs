//! Chains without limits, and two bones.

use glam::{Quat, Vec3};
use kansetsu::d3::{
    Chain, Skeleton, Transform,
    solve::{Auto, TwoBone},
};

use super::{
    End, Means, Problem, Undecided,
    segment::{Segment, of_chain, problem},
};

/// A straight chain of this number of equal bones without limits, 1 m long.
pub fn straight(count: usize) -> Problem {
    let bone = Vec3::Y / count as f32;
    let segments: Vec<Segment> =
        (0..count).map(|_| Segment { to_next: bone, limit: None }).collect();
    problem(format!("unlimited x {count}"), &segments, false)
}

/// A chain whose first bone is longer than the others together, so that it has a hole around its
/// base.
pub fn with_hole(count: usize) -> Problem {
    let rest = Vec3::Y * 0.3 / (count - 1) as f32;
    let segments: Vec<Segment> = (0..count)
        .map(|index| Segment {
            to_next: if index == 0 { Vec3::Y * 0.7 } else { rest },
            limit: None,
        })
        .collect();
    problem(format!("unlimited x {count}, first bone 0.7"), &segments, false)
}

/// Two bones of these lengths, bent at rest by `bend` radians about Z.
pub fn two_bones(name: &str, [upper, lower]: [f32; 2], bend: f32) -> Problem {
    let mut builder = Skeleton::builder();
    let base = builder.root("base", Transform::IDENTITY);
    let middle = Transform::from_translation_rotation(Vec3::X * upper, Quat::from_rotation_z(bend));
    let middle = builder.child(base, "middle", middle);
    let tip = builder.child(middle, "tip", Transform::from_translation(Vec3::X * lower));
    let skeleton = builder.build().expect("a path is a tree");
    let chain = Chain::new(&skeleton, base, tip).expect("a path is a chain");
    let size = f64::from(upper + lower);
    let limits = vec![None; skeleton.len()];
    of_chain(
        name.into(),
        skeleton,
        (chain, limits, vec![End { joint: tip, turned: false }]),
        (size, Undecided::Opposite),
    )
}

/// The same two bones with soft reach in this fraction of their length.
pub fn soft(problem: Problem, part: f32) -> Problem {
    let name = format!("{}, soft {part}", problem.name);
    let means = match problem.means {
        Means::Chain(chain, solver) => Means::Chain(
            chain,
            Auto { two_bone: TwoBone { soft: part, ..solver.two_bone }, ..solver },
        ),
        body => body,
    };
    Problem { name, means, ..problem }
}

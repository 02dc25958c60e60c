//! There are 24 everyday poses, their goals are on the skin, and attached objects touch the body.

use kansetsu::{
    d3::{Goal, Priority},
    glam::{Quat, Vec3},
};
use kansetsu_figures::{
    mannequin,
    scenes::everyday::{Everyday, centre_of_mass, measure, poses, solve, stance},
};
use kansetsu_formats::Figure;

#[test]
fn there_are_24_of_one_or_two_goals_each() {
    let (figure, poses) = (mannequin(), poses());
    assert_eq!(poses.len(), 24);
    for (index, pose) in poses.iter().enumerate() {
        assert!(poses[..index].iter().all(|other| other.name != pose.name), "{} twice", pose.name);
        assert!(
            (1..=2).contains(&pose.asked) && pose.goals.len() > pose.asked,
            "{}: {} goals",
            pose.name,
            pose.asked
        );
        assert!(
            !pose.stands.is_empty() && pose.stands.iter().all(|support| !support.is_empty()),
            "{} stands on nothing",
            pose.name
        );
        let (asked, pins) = pose.goals.split_at(pose.asked);
        assert!(asked.iter().all(|goal| goal.priority == Priority::Normal), "{}", pose.name);
        assert!(pins.iter().all(|goal| goal.priority == Priority::Pin), "{}", pose.name);
    }
    let hanging = poses
        .iter()
        .filter(|pose| pose.goals.iter().any(|goal| goal.relative_to.is_some()))
        .count();
    assert_eq!(hanging, 10, "poses with goals relative to the body");
    assert!(poses.iter().all(|pose| has_valid_joints(&figure, pose)));
}

fn has_valid_joints(figure: &Figure, pose: &Everyday) -> bool {
    let count = figure.rig.skeleton.len();
    let of_goals =
        pose.goals.iter().flat_map(|goal| [Some(goal.joint), goal.relative_to]).flatten();
    let of_things = pose.things.iter().filter_map(|thing| thing.carried_by);
    pose.goals.iter().all(|goal| goal.check().is_ok())
        && of_goals
            .chain(of_things)
            .chain(pose.stands.iter().flatten().copied())
            .all(|joint| joint < count)
}

#[test]
fn what_should_be_touched_is_on_the_skin() {
    let figure = mannequin();
    let skin = Skin::at_rest(&figure);
    let mut seen = 0;
    // The other palm is a box's width away from the first.
    for pose in poses().iter().filter(|pose| pose.name != "carry a box") {
        for goal in &pose.goals {
            if let (Some(frame), Some(point)) = (goal.relative_to, goal.position) {
                let off = skin.distance(frame, point);
                assert!(
                    off < 0.003,
                    "{}: {point} is {off} m off the skin of {}",
                    pose.name,
                    figure.rig.skeleton.joints()[frame].name
                );
                seen += 1;
            }
        }
    }
    assert_eq!(seen, 12);
}

#[test]
fn what_hangs_on_the_body_touches_it_and_what_is_pinned_stays() {
    let figure = mannequin();
    let mut faults = Vec::new();
    for pose in &poses() {
        let solved = solve(&figure, pose).unwrap();
        let measures = measure(&figure, pose, &solved.pose);
        for (goal, (&distance, &angle)) in
            pose.goals.iter().zip(measures.distances.iter().zip(&measures.angles))
        {
            let name = &figure.rig.skeleton.joints()[goal.joint].name;
            if distance > allowed(goal) || angle > 0.01 {
                faults.push(format!(
                    "{}: {name} misses by {:.3} mm, {angle:.4} rad",
                    pose.name,
                    1e3 * distance
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn who_stands_stands() {
    let figure = mannequin();
    let human = figure.rig.humanoid().unwrap();
    let feet: Vec<usize> =
        human.legs.iter().flat_map(|leg| [Some(leg.foot), leg.toes]).flatten().collect();
    let poses = poses();
    let standing =
        poses.iter().filter(|pose| pose.stands.iter().flatten().all(|joint| feet.contains(joint)));
    let mut count = 0;
    for pose in standing {
        let measures = measure(&figure, pose, &solve(&figure, pose).unwrap().pose);
        // The balance task uses its own soles; the skin's are measured here.
        assert!(
            measures.outside < 0.01,
            "{}: the centre of mass is {} m outside",
            pose.name,
            measures.outside
        );
        assert!(measures.lowest > -0.005, "{}: {} m through the floor", pose.name, measures.lowest);
        count += 1;
    }
    assert!(count > 15, "{count}");
}

/// The local minimum of these poses is sensitive: their pictures were bad once while all tests
/// passed.
#[test]
fn crossed_arms_hang_and_a_deep_squat_keeps_the_trunk_up() {
    let figure = mannequin();
    let solved = |name: &str| {
        let pose = poses().into_iter().find(|pose| pose.name == name).expect("one of them");
        let solved = solve(&figure, &pose).expect("it is sound");
        (measure(&figure, &pose, &solved.pose), figure.rig.skeleton.forward(&solved.pose))
    };
    let (squat, _) = solved("deep squat");
    assert!((0.0..45.0).contains(&squat.lean_deg), "the trunk leans by {} degrees", squat.lean_deg);
    let (crossed, joints) = solved("arms crossed");
    assert!(crossed.lean_deg < 7.0, "the trunk leans by {} degrees", crossed.lean_deg);
    for side in ["Left", "Right"] {
        let [shoulder, elbow] = ["UpperArm", "LowerArm"].map(|part| {
            joints[figure.find_joint(&format!("{side}{part}")).expect("it is there")].translation
        });
        let raised = (elbow - shoulder).angle_between(Vec3::NEG_Y).to_degrees();
        assert!(raised < 60.0, "the {side} upper arm is raised by {raised} degrees");
    }
}

/// A pin holds, every other goal is met to a millimetre.
fn allowed(goal: &Goal) -> f32 {
    if goal.priority == Priority::Pin { 1e-4 } else { 1e-3 }
}

#[test]
fn measures_of_a_standing_body_are_those_of_a_standing_body() {
    let figure = mannequin();
    let pose = poses().into_iter().find(|pose| pose.name == "arms hanging").expect("the first");
    let measures = measure(&figure, &pose, &stance(&figure));
    assert!(measures.lean_deg < 4.0 && measures.on_limits.is_empty(), "{measures:?}");
    assert!(
        (-0.06..-0.02).contains(&measures.outside),
        "the centre of mass is well over the soles: {}",
        measures.outside
    );
    assert!(measures.lowest.abs() < 0.003, "{}", measures.lowest);
    // Pins of the feet are met at the start; the hands hang straighter than requested.
    assert!(measures.distances[2..].iter().all(|distance| *distance < 1e-6));
    assert!(measures.distances[..2].iter().all(|distance| *distance > 0.01));
}

#[test]
fn a_body_that_leans_has_its_centre_outside_and_one_that_sinks_is_in_the_floor() {
    let figure = mannequin();
    let pose = poses().into_iter().find(|pose| pose.name == "wave").expect("one of them");
    let [hips, spine] = ["Hips", "Spine"].map(|name| figure.rig.skeleton.find(name).unwrap());
    let mut bent = stance(&figure);
    bent.locals[spine].rotation = Quat::from_rotation_x(0.7);
    let measures = measure(&figure, &pose, &bent);
    assert!(measures.on_limits == [spine] && measures.lean_deg > 25.0, "{measures:?}");
    // A straight body, leaning 30° forward over the tips of the toes.
    let mut leaning = stance(&figure);
    leaning.locals[hips].rotation = Quat::from_rotation_x(0.52);
    let measures = measure(&figure, &pose, &leaning);
    assert!((measures.lean_deg - 30.0).abs() < 4.0 && measures.outside > 0.25, "{measures:?}");
    leaning.locals[hips].translation.y -= 0.1;
    let sunk = measure(&figure, &pose, &leaning).lowest - measures.lowest;
    assert!((sunk + 0.1).abs() < 1e-4, "{sunk}");
}

#[test]
fn the_centre_of_mass_moves_with_what_moves() {
    let figure = mannequin();
    let skeleton = &figure.rig.skeleton;
    let mut pose = stance(&figure);
    let before = centre_of_mass(&figure, &skeleton.forward(&pose));
    pose.locals[0].translation += Vec3::new(0.3, -0.2, 0.1);
    let moved = centre_of_mass(&figure, &skeleton.forward(&pose)) - before;
    assert!((moved - Vec3::new(0.3, -0.2, 0.1)).length() < 1e-5);
    // An arm is 4.9 % of the body; lifted sideways its center moves outwards by less than its
    // length.
    let arm = skeleton.find("LeftUpperArm").unwrap();
    pose = stance(&figure);
    pose.locals[arm].rotation = Quat::IDENTITY;
    let lifted = centre_of_mass(&figure, &skeleton.forward(&pose)) - before;
    assert!((0.005..0.02).contains(&lifted.x) && (0.005..0.02).contains(&lifted.y), "{lifted}");
}

/// The triangles of a figure at rest.
struct Skin {
    places: Vec<Vec3>,
    triangles: Vec<[Vec3; 3]>,
}

impl Skin {
    fn at_rest(figure: &Figure) -> Self {
        let at = figure.rig.skeleton.forward(&figure.rig.skeleton.rest_pose());
        let mut triangles = Vec::new();
        for mesh in &figure.meshes {
            let placement = figure.placement(mesh.attachment, &at);
            for part in &mesh.primitives {
                let places = part.posed_positions(&placement);
                triangles.extend(
                    part.indices
                        .chunks(3)
                        .map(|corners| [0, 1, 2].map(|i| places[corners[i] as usize])),
                );
            }
        }
        Self { places: at.iter().map(|at| at.translation).collect(), triangles }
    }

    /// The distance from a point of a joint to the nearest one of the surface. No joint of the
    /// mannequin has a rotation at rest.
    fn distance(&self, joint: usize, point: Vec3) -> f32 {
        let point = self.places[joint] + point;
        self.triangles
            .iter()
            .map(|triangle| nearest(triangle, point).distance(point))
            .fold(f32::INFINITY, f32::min)
    }
}

/// The point of a triangle that is nearest to `point`: in the face, or on an edge.
fn nearest([a, b, c]: &[Vec3; 3], point: Vec3) -> Vec3 {
    let normal = (*b - *a).cross(*c - *a);
    let edges = [(*a, *b), (*b, *c), (*c, *a)];
    let is_inside =
        edges.iter().all(|&(from, to)| (to - from).cross(point - from).dot(normal) >= 0.0);
    if is_inside && normal != Vec3::ZERO {
        return point - normal * ((point - *a).dot(normal) / normal.length_squared());
    }
    let on_edges = edges.map(|(from, to)| {
        let way = to - from;
        from + way * ((point - from).dot(way) / way.length_squared().max(1e-12)).clamp(0.0, 1.0)
    });
    on_edges
        .into_iter()
        .min_by(|p, q| p.distance(point).total_cmp(&q.distance(point)))
        .unwrap_or(*a)
}

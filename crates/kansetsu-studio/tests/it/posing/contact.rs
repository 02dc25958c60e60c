//! Hands and feet that are dragged stop at the body's own surface and on the floor.

use std::sync::Arc;

use kansetsu::{
    d3::Pose,
    glam::{Vec2, Vec3},
};
use kansetsu_formats::{Attachment, Figure};
use kansetsu_studio::{
    posing::{Drag, Grip, Posed, Settings, Subject, lowest_point},
    viewport::{Axis, Camera, View},
};

use super::random::{PRESS, Random, after, worst_violation};

/// Triangles of the figure's surface in a pose, each with the joint that moves its first corner
/// most.
fn triangles(figure: &Figure, pose: &Pose) -> Vec<(usize, [Vec3; 3])> {
    let model = figure.rig.skeleton.forward(pose);
    let mut triangles = Vec::new();
    for mesh in &figure.meshes {
        let places = figure.placement(mesh.attachment, &model);
        for part in &mesh.primitives {
            let posed = part.posed_positions(&places);
            let per = part.influences_per_vertex;
            let mover = |vertex: usize| match mesh.attachment {
                Attachment::Joint(joint) => joint,
                Attachment::Skin(skin) => {
                    let influences = part.influences[vertex * per..][..per].iter();
                    let most = influences
                        .max_by(|a, b| a.weight.total_cmp(&b.weight))
                        .expect("an influence");
                    figure.skins[skin].joints[most.joint as usize]
                }
            };
            let corners = part.indices.chunks_exact(3);
            triangles.extend(corners.map(|corner| {
                (mover(corner[0] as usize), [0, 1, 2].map(|index| posed[corner[index] as usize]))
            }));
        }
    }
    triangles
}

/// How often the surface of triangles lies around a point: the solid angles that they are seen
/// under, in whole spheres.
fn windings(triangles: &[[Vec3; 3]], point: Vec3) -> f32 {
    let angle = |corners: &[Vec3; 3]| {
        let [a, b, c] = corners.map(|corner| corner - point);
        let [la, lb, lc] = [a, b, c].map(Vec3::length);
        2.0 * a.dot(b.cross(c)).atan2(la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb)
    };
    triangles.iter().map(angle).sum::<f32>() / (2.0 * std::f32::consts::TAU)
}

/// How far a point is from a triangle.
fn distance(point: Vec3, [a, b, c]: [Vec3; 3]) -> f32 {
    let edge = |from: Vec3, to: Vec3| {
        let along = ((point - from).dot(to - from) / (to - from).length_squared().max(1e-20))
            .clamp(0.0, 1.0);
        point.distance(from + (to - from) * along)
    };
    let normal = (b - a).cross(c - a).normalize_or_zero();
    let foot = point - normal * (point - a).dot(normal);
    let inside = [(a, b), (b, c), (c, a)]
        .iter()
        .all(|(from, to)| (*to - *from).cross(foot - *from).dot(normal) >= 0.0);
    if inside { point.distance(foot) } else { edge(a, b).min(edge(b, c)).min(edge(c, a)) }
}

/// How deep the surface of the dragged hand or foot lies in that of the rest of the body, metres.
fn depth(subject: &Subject, pose: &Pose, joint: usize) -> f32 {
    let skeleton = subject.skeleton();
    let is_above = |above: usize, below: usize| skeleton.ancestors(below).any(|one| one == above);
    let limb =
        subject.rig().limbs.iter().find(|limb| limb.tip == joint).expect("the tip of a limb");
    let (mut own, mut body) = (Vec::new(), Vec::new());
    for (mover, corners) in triangles(&subject.figure, pose) {
        if is_above(joint, mover) {
            own.extend(corners);
        } else if !is_above(limb.base, mover) {
            body.push(corners);
        }
    }
    let low = own.iter().fold(Vec3::INFINITY, |low, place| low.min(*place)) - 0.1;
    let high = own.iter().fold(Vec3::NEG_INFINITY, |high, place| high.max(*place)) + 0.1;
    let near: Vec<[Vec3; 3]> = body
        .iter()
        .filter(|corners| corners.iter().any(|c| c.cmpge(low).all() && c.cmple(high).all()))
        .copied()
        .collect();
    let deep = |point: &Vec3| {
        near.iter().map(|corners| distance(*point, *corners)).fold(f32::INFINITY, f32::min)
    };
    let inside = own.iter().step_by(23).filter(|point| windings(&body, **point) > 0.5);
    inside.map(deep).filter(|deep| deep.is_finite()).fold(0.0, f32::max)
}

/// A standing figure seen from `yaw`, and the way of the pointer that leads `joint` to `place`.
fn led(figure: &Arc<Figure>, (joint, place): (&str, Vec3), yaw: f32) -> (Drag, Vec2) {
    let subject = Subject::new(Arc::clone(figure), figure.rig.skeleton.rest_pose());
    let camera = Camera { yaw, pitch: 0.1, ..Camera::default() };
    let camera = camera
        .framing((0..subject.skeleton().len()).map(|joint| subject.world_position(joint)), 1.6);
    let view = View::new(camera, Vec2::new(1280.0, 800.0));
    let pixel = |place: Vec3| view.project(place).expect("before the camera").pixel;
    let joint = figure.find_joint(joint).expect("a joint");
    let way = pixel(place) - pixel(subject.world_position(joint));
    (Drag::begin(subject, Grip::Joint(joint), view, PRESS).expect("a joint"), way)
}

fn rested(drag: &mut Drag, way: Vec2, settings: &Settings) -> Posed {
    let mut posed = drag.at(after(way), settings).expect("a pose");
    while drag.glides() {
        posed = drag.at(after(way), settings).expect("a pose");
    }
    posed
}

fn touching() -> Settings {
    Settings { contact: true, ..Settings::default() }
}

#[test]
fn where_nothing_is_in_the_way_nothing_is_changed() {
    let figure = Arc::new(kansetsu_figures::mannequin());
    let mut free = 0;
    for (joint, place) in [
        ("LeftHand", Vec3::new(0.7, 1.7, 0.0)),
        ("LeftHand", Vec3::new(0.5, 1.0, 0.0)),
        ("RightFoot", Vec3::new(-0.5, 0.4, 0.0)),
    ] {
        for yaw in [0.0, 0.4, -1.0] {
            let (mut drag, way) = led(&figure, (joint, place), yaw);
            let [touching, through] = [true, false].map(|contact| {
                let settings = Settings { contact, ..Settings::default() };
                drag.at(PRESS, &settings).expect("a pose");
                (1..=40)
                    .map(|event| {
                        drag.at(after(way * (event as f32 / 40.0)), &settings).expect("a pose")
                    })
                    .collect::<Vec<_>>()
            });
            let is_free = touching
                .iter()
                .zip(&through)
                .all(|(touching, through)| touching.target == through.target);
            free += usize::from(is_free);
            let far = touching
                .iter()
                .zip(&through)
                .map(|(a, b)| super::random::largest_turn(&a.pose, &b.pose))
                .fold(0.0, f32::max);
            assert!(!is_free || far < 1e-5, "{joint} {place} {yaw}: {far} radians apart");
        }
    }
    assert!(free >= 6, "{free}");
}

#[test]
fn on_an_axis_a_hand_stops_on_its_way() {
    let figure = Arc::new(kansetsu_figures::mannequin());
    let (mut drag, way) = led(&figure, ("LeftHand", Vec3::new(0.0, 1.2, 0.0)), 0.0);
    let settings = Settings { lock: Some(Axis::X), ..touching() };
    let start = drag.subject().world_position(drag.joint());
    let posed = rested(&mut drag, Vec2::new(way.x, 0.0), &settings);
    let gone = posed.target - start;
    assert!(gone.y.abs() + gone.z.abs() < 1e-4 && posed.target.x > 0.1, "{gone}");
}

#[test]
fn a_foot_stops_on_the_floor_and_at_the_other_leg() {
    let figure = Arc::new(kansetsu_figures::mannequin());
    for yaw in [0.0, 1.2] {
        let (mut drag, way) = led(&figure, ("LeftFoot", Vec3::new(0.12, -0.3, 0.0)), yaw);
        let before = lowest_point(drag.subject(), &drag.subject().pose).expect("a surface").y;
        let posed = rested(&mut drag, way, &touching());
        let lowest = lowest_point(drag.subject(), &posed.pose).expect("a surface").y;
        assert!(lowest > before - 2e-3, "{yaw}: {} m through the floor", before - lowest);
    }
    let (mut drag, way) = led(&figure, ("LeftFoot", Vec3::new(-0.1, 0.3, 0.0)), 0.0);
    let posed = rested(&mut drag, way, &touching());
    let joint = drag.joint();
    assert!(
        depth(drag.subject(), &posed.pose, joint) <= 1e-3,
        "{} m in",
        depth(drag.subject(), &posed.pose, joint)
    );
}

#[test]
fn drags_on_the_surface_keep_what_every_drag_keeps() {
    for name in ["mannequin", "quadruped", "robot_arm", "hand", "arm"] {
        let figure = Arc::new(kansetsu_figures::figure(name).expect("a figure"));
        let mut random = Random(23);
        for number in 0..30 {
            let subject = random.subject(&figure);
            let joint = random.below(subject.skeleton().len());
            let view = random.view(&subject);
            let mut drag = Drag::begin(subject, Grip::Joint(joint), view, PRESS).expect("a joint");
            let settings = Settings { levels: random.below(4), ..touching() };
            for _ in 0..3 {
                let posed = drag.at(after(random.way(400.0)), &settings).expect("a pose");
                assert!(
                    worst_violation(drag.subject(), &posed.pose) <= 1e-4,
                    "{name} {number} joint {joint}"
                );
                assert!(
                    posed.target.is_finite()
                        && posed.pose.locals.iter().all(|local| local.rotation.is_finite())
                );
            }
            assert_eq!(drag.at(PRESS, &settings).expect("a pose").pose, drag.subject().pose);
        }
    }
}

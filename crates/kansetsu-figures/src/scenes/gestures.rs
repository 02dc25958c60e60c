//! Everyday gestures as typed by users: one or two positions, nothing else.
//!
//! Positions are those of the [mannequin](crate::mannequin), metres: X to its left, Y up, Z to its
//! front, the origin on the floor between the feet. [`requests`] scales them to another humanoid
//! and rotates them to its front.

use glam::{Quat, Vec3};
use kansetsu::{
    Error, Role, Target,
    session::{Request, RequestTarget},
};
use kansetsu_formats::Figure;

/// A target of a gesture.
enum GestureTarget {
    /// A joint at this position.
    At(Role, [f32; 3]),
    /// A look at this position.
    Look([f32; 3]),
}

const fn at(role: Role, place: [f32; 3]) -> GestureTarget {
    GestureTarget::At(role, place)
}

/// The 24 [everyday poses](super::everyday) in this form, then 18 others.
const GESTURES: [(&str, &[GestureTarget]); 42] = [
    (
        "arms hanging",
        &[at(Role::LeftHand, [0.235, 0.87, 0.03]), at(Role::RightHand, [-0.235, 0.87, 0.03])],
    ),
    ("high shelf", &[at(Role::RightHand, [-0.2, 1.83, 0.28])]),
    (
        "tie a shoe",
        &[at(Role::LeftHand, [-0.04, 0.16, 0.16]), at(Role::RightHand, [-0.14, 0.16, 0.14])],
    ),
    ("sit", &[at(Role::Hips, [0.0, 0.5, -0.25])]),
    ("drink", &[at(Role::RightHand, [-0.07, 1.4, 0.22])]),
    ("point behind", &[at(Role::RightHand, [-0.5, 1.25, -0.4])]),
    (
        "carry a box",
        &[at(Role::LeftHand, [0.2, 1.05, 0.38]), at(Role::RightHand, [-0.2, 1.05, 0.38])],
    ),
    ("look over the shoulder", &[GestureTarget::Look([1.9, 1.5, -0.7])]),
    ("kneel", &[at(Role::Hips, [0.0, 0.55, 0.0]), at(Role::RightFoot, [-0.1, 0.1, -0.45])]),
    ("throw", &[at(Role::RightHand, [-0.42, 1.62, -0.22]), at(Role::LeftHand, [0.26, 1.4, 0.44])]),
    ("push-up", &[at(Role::LeftHand, [0.25, 0.06, 0.7]), at(Role::RightHand, [-0.25, 0.06, 0.7])]),
    ("hand on the opposite knee", &[at(Role::RightHand, [0.1, 0.52, 0.14])]),
    ("salute", &[at(Role::RightHand, [-0.18, 1.56, 0.14])]),
    (
        "hands on hips",
        &[at(Role::LeftHand, [0.23, 1.0, 0.0]), at(Role::RightHand, [-0.23, 1.0, 0.0])],
    ),
    (
        "arms crossed",
        &[at(Role::LeftHand, [-0.1, 1.16, 0.22]), at(Role::RightHand, [0.1, 1.22, 0.22])],
    ),
    ("scratch the back", &[at(Role::RightHand, [-0.1, 1.38, -0.2])]),
    ("phone", &[at(Role::RightHand, [-0.15, 1.48, 0.08])]),
    ("wave", &[at(Role::RightHand, [-0.4, 1.6, 0.16])]),
    ("pick up", &[at(Role::RightHand, [-0.2, 0.12, 0.4])]),
    ("long step", &[at(Role::LeftFoot, [0.1, 0.067, 0.6]), at(Role::Hips, [0.0, 0.8, 0.3])]),
    ("deep squat", &[at(Role::Hips, [0.0, 0.4, -0.21])]),
    ("kick", &[at(Role::RightFoot, [-0.1, 0.75, 0.64])]),
    ("ladder", &[at(Role::LeftHand, [0.17, 1.75, 0.35]), at(Role::RightFoot, [-0.09, 0.4, 0.28])]),
    ("clap", &[at(Role::LeftHand, [0.04, 1.2, 0.38]), at(Role::RightHand, [-0.04, 1.2, 0.38])]),
    ("high five", &[at(Role::RightHand, [-0.25, 1.72, 0.35])]),
    ("shake hands", &[at(Role::RightHand, [-0.12, 1.05, 0.45])]),
    (
        "raise both hands",
        &[at(Role::LeftHand, [0.25, 1.92, 0.05]), at(Role::RightHand, [-0.25, 1.92, 0.05])],
    ),
    (
        "touch the toes",
        &[at(Role::LeftHand, [0.1, 0.15, 0.2]), at(Role::RightHand, [-0.1, 0.15, 0.2])],
    ),
    ("hand on the heart", &[at(Role::RightHand, [0.03, 1.22, 0.2])]),
    ("scratch the head", &[at(Role::RightHand, [-0.12, 1.68, 0.02])]),
    ("point forward", &[at(Role::RightHand, [-0.2, 1.38, 0.58])]),
    ("point up", &[at(Role::RightHand, [-0.25, 1.88, 0.1])]),
    ("stop", &[at(Role::LeftHand, [0.2, 1.4, 0.5])]),
    (
        "hands behind the back",
        &[at(Role::LeftHand, [0.08, 1.0, -0.2]), at(Role::RightHand, [-0.08, 1.0, -0.2])],
    ),
    (
        "hands behind the head",
        &[at(Role::LeftHand, [0.12, 1.52, -0.1]), at(Role::RightHand, [-0.12, 1.52, -0.1])],
    ),
    ("bow", &[at(Role::Head, [0.0, 1.2, 0.45])]),
    ("suitcase", &[at(Role::RightHand, [-0.28, 0.68, 0.05])]),
    ("lean to the side", &[at(Role::LeftHand, [0.6, 1.7, 0.0])]),
    ("knock on a door", &[at(Role::RightHand, [-0.2, 1.4, 0.42])]),
    ("lunge", &[at(Role::LeftFoot, [0.1, 0.067, 0.55])]),
    ("step up", &[at(Role::RightFoot, [-0.1, 0.35, 0.3])]),
    ("hug", &[at(Role::LeftHand, [0.14, 1.28, 0.48]), at(Role::RightHand, [-0.14, 1.28, 0.48])]),
];

/// A gesture for a figure.
#[derive(Clone, Debug)]
pub struct Gesture {
    /// Its name, for captions.
    pub name: &'static str,
    /// The session's request, with default options.
    pub request: Request,
    /// The same as arguments of the command line, after `kansetsu solve FILE`.
    pub words: String,
    /// The target positions of the joints, in model space, metres.
    pub places: Vec<Vec3>,
}

/// The height of the mannequin's hips at rest, metres.
const HIPS: f32 = 0.95;

/// All gestures for a humanoid that is upright at rest.
///
/// # Errors
/// [`Error::NoRole`] for a figure without hips or without a joint of a gesture.
pub fn requests(figure: &Figure) -> Result<Vec<Gesture>, Error> {
    let rig = &figure.rig;
    let rest = rig.skeleton.forward(&rig.rest_pose());
    let place = |role: Role| Ok::<Vec3, Error>(rest[rig.role(role)?.index() as usize].translation);
    let hips = place(Role::Hips)?;
    let floor = place(Role::LeftFoot)?.min(place(Role::RightFoot)?).y - ANKLE * hips.y;
    let scale = (hips.y - floor) / HIPS;
    let turn = Quat::from_rotation_arc(
        Vec3::Z,
        figure.front().direction.with_y(0.0).normalize_or(Vec3::Z),
    );
    let in_model = |at: [f32; 3]| hips.with_y(floor) + turn * (Vec3::from_array(at) * scale);
    GESTURES
        .iter()
        .map(|(name, gesture_targets)| gesture(figure, name, gesture_targets, in_model))
        .collect()
}

/// The height of the mannequin's ankles, as a fraction of the hips' height.
const ANKLE: f32 = 0.07;

fn gesture(
    figure: &Figure,
    name: &'static str,
    gesture_targets: &[GestureTarget],
    in_model: impl Fn([f32; 3]) -> Vec3,
) -> Result<Gesture, Error> {
    let mut gesture =
        Gesture { name, request: Request::default(), words: String::new(), places: Vec::new() };
    for wish in gesture_targets {
        match *wish {
            GestureTarget::At(role, at) => {
                let place = typed(in_model(at));
                let target = Target::position(place);
                gesture.request.targets.push(RequestTarget {
                    joint: role.name().to_owned(),
                    relative_to: None,
                    target,
                });
                gesture.words +=
                    &format!(" --goal {}={},{},{}", role.name(), place.x, place.y, place.z);
                gesture.places.push(place);
            }
            GestureTarget::Look(at) => {
                let place = typed(in_model(at));
                let human =
                    figure.rig.humanoid().ok_or(Error::NoRole { role: Role::Head.name() })?;
                for goal in human.look(&figure.rig.skeleton, place)? {
                    let target = Target::from_goal(&figure.rig.skeleton, &goal);
                    let joint = format!("#{}", goal.joint);
                    gesture.request.targets.push(RequestTarget {
                        joint,
                        relative_to: None,
                        target,
                    });
                }
                gesture.words += &format!(" --gaze {},{},{}", place.x, place.y, place.z);
                gesture.places.push(place);
            }
        }
    }
    gesture.words = gesture.words.trim_start().to_owned();
    Ok(gesture)
}

/// Rounded to the millimetre, as a user would type it.
fn typed(place: Vec3) -> Vec3 {
    Vec3::from_array(
        place
            .to_array()
            .map(|number| (f64::from(number) * 1e3).round() * 1e-3 + 0.0)
            .map(|number| number as f32),
    )
}

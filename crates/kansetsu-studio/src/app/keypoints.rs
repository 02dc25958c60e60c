//! A figure posed after the points of a picture.

use std::sync::Arc;

use kansetsu::{
    d3::{
        Rig,
        keypoints::{Answer, Keypoints, Lens},
        prior::Prior,
    },
    glam::{Vec2, Vec3},
};
use kansetsu_formats::{is_gltf, keypoints};

use super::{Arrival, Banner, GivenFile, Remedy, Studio, Unreadable, Weight, reading::damaged};
use crate::{
    document::Actor,
    text::Phrase,
    viewport::{Camera, Projection},
};

/// What the points of a picture came to.
#[derive(Clone, Debug)]
pub struct Pictured {
    /// [`Actor::id`] of the figure.
    pub figure: u32,
    /// How large the picture is, pixels.
    pub size: Vec2,
    /// The answers, the likeliest first: one or two.
    pub answers: Vec<Answer>,
}

/// For how far open the lens of a picture is taken, degrees from its lower to its upper edge.
const FIELD_OF_VIEW_DEG: f32 = 40.0;

/// Whether a file holds points of people in pictures.
pub(super) fn is_keypoints(file: &GivenFile) -> bool {
    let Ok(text) = std::str::from_utf8(&file.bytes) else { return false };
    let is_json = text.trim_start().starts_with(['{', '[']) && !file.bytes.starts_with(b"glTF");
    let is_other = is_gltf(&file.bytes) && ["\"asset\"", "\"kansetsu_"].iter().any(|word| text.contains(word));
    is_json && !is_other && ["\"pose_keypoints_2d\"", "\"keypoints\""].iter().any(|word| text.contains(word))
}

/// How a figure stands as the person in a picture of whom most is seen.
pub(super) fn read_keypoints(file: &GivenFile, actor: Option<&Arc<Actor>>) -> Result<Arrival, Unreadable> {
    let nobody = || Unreadable {
        text: Phrase::new(
            "Points of a picture pose a human figure: open and choose one first.",
            "画像の骨格点は人の体のモデルに使えます。先にモデルを開いて選んでください。",
        ),
        details: Vec::new(),
    };
    let actor = actor.ok_or_else(nobody)?;
    let humanoid = actor.figure.humanoid().ok_or_else(nobody)?;
    let people = keypoints::read(&file.bytes).map_err(|error| damaged(error.into()))?;
    let person = people.into_iter().rev().max_by_key(|person| person.points.len()).ok_or_else(nobody)?;
    let size = person.size_or_guess();
    let sights = keypoints::sights(&keypoints::places(&actor.figure), &person.points);
    let rig = Rig { limits: (*actor.limits).clone(), ..actor.figure.rig.clone() };
    let keypoints = Keypoints { rig: &rig, humanoid: &humanoid, prior: Prior::people() };
    let answers = Lens::new(size, FIELD_OF_VIEW_DEG).and_then(|lens| keypoints.answers(&sights, lens, &actor.pose));
    let answers = answers.map_err(|error| Unreadable {
        text: Phrase::new("No pose can be made of these points.", "この骨格点からはポーズを作れません。"),
        details: vec![error.to_string().into()],
    })?;
    Ok(Arrival::Pictured(Box::new(Pictured { figure: actor.id, size, answers })))
}

impl Studio {
    /// Poses the figure as the likeliest answer has it, sees it as the picture does, and offers the other answer.
    pub(super) fn take_pictured(&mut self, pictured: Pictured) {
        let figure = pictured.figure;
        self.pictured = Some(Arc::new(pictured));
        self.show_answer(figure, 0);
    }

    /// Takes an answer, as one step that can be undone.
    pub(super) fn show_answer(&mut self, figure: u32, number: usize) {
        let Some(pictured) = self.pictured.clone().filter(|pictured| pictured.figure == figure) else { return };
        let Some(answer) = pictured.answers.get(number) else { return };
        let Some(index) = self.document.content().actors.iter().position(|actor| actor.id == figure) else { return };
        self.choose_actor(index);
        self.try_edit(Phrase::new("Pose after a picture", "画像の骨格点からポーズ"), |actor| {
            if actor.pose.locals.len() == answer.pose.locals.len() {
                actor.pose = answer.pose.clone();
            }
            Ok(())
        });
        self.look_as(answer, pictured.size);
        let other = 1 - number.min(1);
        let remedy = (other < pictured.answers.len()).then_some(Remedy::OtherAnswer { figure, answer: other });
        let text = Phrase::new(
            "The figure stands as in the picture. What leans toward the camera may lean away from it.",
            "画像と同じポーズにしました。奥行きは逆の解もあります。",
        );
        let alone = Phrase::new("The figure stands as in the picture.", "画像と同じポーズにしました。");
        self.banners.tell(Banner::of(Weight::News, if remedy.is_some() { text } else { alone }, remedy));
    }

    /// Moves the view to where the picture was taken from: all of the picture is in it.
    fn look_as(&mut self, answer: &Answer, size: Vec2) {
        let Some(actor) = self.actor() else { return };
        let world_from_camera = actor.placement * answer.camera.model_from_camera;
        let back = world_from_camera.transform_vector3(Vec3::Z).normalize_or(Vec3::Z);
        let eye = world_from_camera.translation;
        let middle = actor.placement.transform_point3(middle(&actor, answer));
        let distance = (eye - middle).dot(back).max(0.1);
        let view = self.viewport.size();
        // A view that is narrower than the picture shows more above and below.
        let narrow = if view.x > 1.0 && view.y > 1.0 { ((size.x / size.y) / (view.x / view.y)).max(1.0) } else { 1.0 };
        let camera = Camera {
            target: eye - back * distance,
            yaw: back.x.atan2(back.z),
            pitch: back.y.clamp(-1.0, 1.0).asin(),
            distance,
            field_of_view: 2.0 * (narrow * 0.5 * size.y / answer.camera.lens.focal).atan(),
            projection: Projection::Perspective,
        };
        self.document.view.camera = camera;
    }
}

/// The middle of the joints in model space.
fn middle(actor: &Actor, answer: &Answer) -> Vec3 {
    let maps = actor.figure.rig.skeleton.forward(&answer.pose);
    maps.iter().map(|map| map.translation).sum::<Vec3>() / maps.len().max(1) as f32
}

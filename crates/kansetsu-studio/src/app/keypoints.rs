//! A figure posed after the points of a picture.

use std::sync::Arc;

use kansetsu::{d3::keypoints::Answer, glam::Vec3};
use kansetsu_formats::{Exchanged, gltf, keypoints};

use super::{Arrival, Banner, GivenFile, Remedy, Studio, Unreadable, Weight, reading::joints_of};
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
    /// The picture and the answers.
    pub found: keypoints::Pictured,
}

/// Whether a file holds points of people in pictures.
pub(super) fn is_keypoints(file: &GivenFile) -> bool {
    keypoints::is_keypoints(&file.bytes)
}

/// The body that points of a picture are for, as it stands.
pub(super) fn standing(actor: Option<&Arc<Actor>>) -> Result<GivenFile, Unreadable> {
    let joints = actor.and_then(|actor| Some((actor, joints_of(actor)?)));
    let glb = joints.and_then(|(actor, joints)| gltf::write_new(&joints, Some(&actor.pose)).ok());
    glb.map(|glb| GivenFile { name: "figure.glb".to_owned(), bytes: glb.into() }).ok_or_else(|| Unreadable {
        text: Phrase::new(
            "Points of a picture pose a human figure: open and choose one first.",
            "画像の骨格点は人の体のモデルに使えます。先にモデルを開いて選んでください。",
        ),
        details: Vec::new(),
    })
}

/// How a figure stands as the person in a picture of whom most is seen.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn read_keypoints(file: &GivenFile, actor: Option<&Arc<Actor>>) -> Result<Arrival, Unreadable> {
    let own = standing(actor)?;
    let read = kansetsu_formats::pose_after((&own.bytes, &own.name), &file.bytes);
    pictured(read.map_err(|error| error.to_string()), actor)
}

/// A page lets its host read it.
#[cfg(target_arch = "wasm32")]
pub(super) fn read_keypoints(_: &GivenFile, _: Option<&Arc<Actor>>) -> Result<Arrival, Unreadable> {
    pictured(Err(String::new()), None)
}

/// What was made of points.
pub(super) fn pictured(read: Result<Exchanged, String>, actor: Option<&Arc<Actor>>) -> Result<Arrival, Unreadable> {
    let refused = |reason: String| Unreadable {
        text: Phrase::new("No pose can be made of these points.", "この骨格点からはポーズを作れません。"),
        details: vec![reason.into()],
    };
    let found = serde_json::from_slice(&read.map_err(refused)?.bytes).map_err(|error| refused(error.to_string()))?;
    let figure = actor.map_or(0, |actor| actor.id);
    Ok(Arrival::Pictured(Box::new(Pictured { figure, found })))
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
        let Some(answer) = pictured.found.answers.get(number) else { return };
        let Some(index) = self.document.content().actors.iter().position(|actor| actor.id == figure) else { return };
        self.choose_actor(index);
        self.try_edit(Phrase::new("Pose after a picture", "画像の骨格点からポーズ"), |actor| {
            if actor.pose.locals.len() == answer.pose.locals.len() {
                actor.pose = answer.pose.clone();
            }
            Ok(())
        });
        self.look_as(answer, pictured.found.size);
        let other = 1 - number.min(1);
        let remedy = (other < pictured.found.answers.len()).then_some(Remedy::OtherAnswer { figure, answer: other });
        let text = Phrase::new(
            "The figure stands as in the picture. What leans toward the camera may lean away from it.",
            "画像と同じポーズにしました。奥行きは逆の解もあります。",
        );
        let alone = Phrase::new("The figure stands as in the picture.", "画像と同じポーズにしました。");
        self.banners.tell(Banner::of(Weight::News, if remedy.is_some() { text } else { alone }, remedy));
    }

    /// Moves the view to where the picture was taken from: all of the picture is in it.
    fn look_as(&mut self, answer: &Answer, size: kansetsu::glam::Vec2) {
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

//! A figure posed after the points of a picture.

use eframe::egui::Vec2;
use kansetsu::glam::Vec3;
use kansetsu_formats::{Converted, gltf, keypoints};
use kansetsu_humanoid::keypoints::PoseEstimate;

use super::{
    Banner, GivenFile, Remedy, Weight,
    editor::Editor,
    import::{Unreadable, figure_is_gone, joints_of},
};
use crate::{
    document::{Actor, FigureKey, Refusal},
    text::Phrase,
    viewport::{Camera, Projection},
};

/// What the points of a picture came to.
#[derive(Clone, Debug)]
pub struct Pictured {
    /// The figure.
    pub figure: FigureKey,
    /// The picture and the answers.
    pub found: keypoints::KeypointPoses,
}

/// The body that points of a picture are for, in its current pose.
pub(super) fn standing(actor: &Actor) -> Result<GivenFile, Unreadable> {
    let glb = joints_of(actor).and_then(|joints| gltf::write_new(&joints, Some(&actor.pose)).ok());
    glb.map(|glb| GivenFile { name: "figure.glb".to_owned(), bytes: glb.into() })
        .ok_or_else(no_humanoid)
}

/// There is nobody whom the points could pose.
pub(super) fn no_humanoid() -> Unreadable {
    Unreadable::new(Phrase::new(
        "Pose keypoints need a humanoid. Open or select one first.",
        "画像からのポーズは人型モデルだけに使えます。先に人型モデルを開くか選択してください。",
    ))
}

/// Points of which no pose can be made.
pub(super) fn refused(reason: String) -> Unreadable {
    Unreadable {
        text: Phrase::new(
            "No pose fits these keypoints.",
            "このキーポイントからはポーズを作れません。",
        ),
        details: vec![reason.into()],
    }
}

/// What was made of points for a figure.
pub(super) fn pictured(made: Converted, figure: FigureKey) -> Result<Box<Pictured>, Unreadable> {
    let found = serde_json::from_slice(&made.bytes).map_err(|error| refused(error.to_string()))?;
    Ok(Box::new(Pictured { figure, found }))
}

impl Editor<'_> {
    /// Takes an answer, as one step that can be undone; shows it in a view of this size, points.
    /// The message offers the other answer.
    pub(super) fn pose_from_keypoints(
        &mut self,
        pictured: Option<&Pictured>,
        (figure, number): (FigureKey, usize),
        view: Vec2,
    ) -> Result<Banner, Refusal> {
        let pictured = pictured.filter(|pictured| pictured.figure == figure);
        let index = self.document.content().index_of(figure);
        let (Some(pictured), Some(index)) = (pictured, index) else { return Err(figure_is_gone()) };
        let Some(answer) = pictured.found.estimates.get(number) else {
            return Err(figure_is_gone());
        };
        self.finish_field();
        self.document.edit(Phrase::new("Pose from image", "画像からポーズ"), |content| {
            content.actor_mut(index)?.pose = answer.pose.clone();
            Ok(())
        })?;
        self.choose_actor(index);
        if let Some(camera) =
            self.document.actor().map(|actor| camera_of(actor, answer, (pictured.found.size, view)))
        {
            self.document.view.camera = camera;
        }
        let other = 1 - number.min(1);
        let remedy = (other < pictured.found.estimates.len())
            .then_some(Remedy::FlipDepth { figure, answer: other });
        let text = Phrase::new(
            "Posed from the picture. Depth is ambiguous in one image: limbs may point the other \
             way.",
            "画像のポーズを写しました。1 枚の画像では前後が決まらないため、逆の場合は切り替えてください。",
        );
        let alone = Phrase::new("Posed from the picture.", "画像のポーズを写しました。");
        Ok(Banner::of(Weight::News, if remedy.is_some() { text } else { alone }, remedy))
    }
}

/// The camera of the picture: all of the picture is in a view of this size.
fn camera_of(
    actor: &Actor,
    answer: &PoseEstimate,
    (size, view): (kansetsu::glam::Vec2, Vec2),
) -> Camera {
    let world_from_camera = actor.placement * answer.camera.model_from_camera;
    let back = world_from_camera.transform_vector3(Vec3::Z).normalize_or(Vec3::Z);
    let eye = world_from_camera.translation;
    let middle = actor.placement.transform_point3(middle(actor, answer));
    let distance = (eye - middle).dot(back).max(0.1);
    // A view that is narrower than the picture shows more above and below.
    let narrow = if view.x > 1.0 && view.y > 1.0 {
        ((size.x / size.y) / (view.x / view.y)).max(1.0)
    } else {
        1.0
    };
    Camera {
        target: eye - back * distance,
        yaw: back.x.atan2(back.z),
        pitch: back.y.clamp(-1.0, 1.0).asin(),
        distance,
        field_of_view: 2.0 * (narrow * 0.5 * size.y / answer.camera.lens.focal_length).atan(),
        projection: Projection::Perspective,
    }
}

/// The middle of the joints in model space.
fn middle(actor: &Actor, answer: &PoseEstimate) -> Vec3 {
    let maps = actor.figure.rig.skeleton.forward(&answer.pose);
    maps.iter().map(|map| map.translation).sum::<Vec3>() / maps.len().max(1) as f32
}

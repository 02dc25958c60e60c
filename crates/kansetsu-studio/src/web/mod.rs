//! What a page's script asks of the studio. Nothing here needs a page, so that tests without one
//! can hold it to its word.

use std::sync::Arc;

use eframe::egui::{
    Context, FullOutput, Galley, Plugin, Rect, Shape,
    accesskit::{Node, NodeId},
    pos2,
};
use kansetsu::glam::Vec2;
use serde_json::{Value, json};

use crate::{
    app::{Studio, put_away, replace, run_command, touchable::world_from_joints},
    command::Command,
    document::project::{self, Surroundings},
    lab::open_lab,
    library::load_body_poses,
    share,
    text::Phrase,
};

/// The document's state ([`Document::to_state_json`](crate::document::Document::to_state_json))
/// with the state of the web app: the language, the messages, and where the viewport is, CSS
/// pixels of the web app.
#[must_use]
pub fn state(studio: &Studio, context: &Context) -> Value {
    let mut state = studio.document.to_state_json();
    let zoom = context.zoom_factor();
    let rect = studio.view.rect;
    let language = studio.context().words().say("en", "ja");
    let viewport =
        [rect.left(), rect.top(), rect.width(), rect.height()].map(|points| points * zoom);
    let banners: Vec<&str> = studio
        .services
        .banners
        .shown
        .iter()
        .map(|banner| banner.text.get(studio.services.language()))
        .collect();
    state["page"] = json!({ "language": language, "viewport": viewport, "banners": banners });
    state
}

/// Where a joint of the selected figure is seen, CSS pixels of the web app; `None` when it is not,
/// or there is no such joint.
#[must_use]
pub fn pixel_of(studio: &Studio, context: &Context, joint: &str) -> Option<Vec2> {
    let actor = studio.document.actor()?;
    let joint = actor.figure.find_joint(joint).ok()?;
    let place = world_from_joints(actor).get(joint)?.translation;
    let seen = studio.context().camera_view().project(place)?.pixel;
    let corner = studio.view.rect.min;
    Some((seen + Vec2::new(corner.x, corner.y)) * context.zoom_factor())
}

/// The content of the app window: the texts for screen readers, and what is only drawn.
#[derive(Default)]
struct Seen {
    told: Vec<(NodeId, Node)>,
    drawn: Vec<(Rect, Arc<Galley>)>,
}

impl Plugin for Seen {
    fn debug_name(&self) -> &'static str {
        "seen"
    }

    fn output_hook(&mut self, _context: &Context, output: &mut FullOutput) {
        if let Some(update) = output.platform_output.accesskit_update.take() {
            self.told = update.nodes;
            let texts = output.shapes.iter().filter_map(|clipped| match &clipped.shape {
                Shape::Text(text) => Some((
                    text.visual_bounding_rect().intersect(clipped.clip_rect),
                    Arc::clone(&text.galley),
                )),
                _ => None,
            });
            self.drawn = texts.filter(|(rect, _)| rect.is_positive()).collect();
        }
    }
}

impl Seen {
    /// Points.
    fn place_of(&self, name: &str) -> Option<Rect> {
        let told = |(_, node): &(NodeId, Node)| {
            let bounds = node.bounds().filter(|_| {
                !node.is_disabled() && [node.label(), node.value()].contains(&Some(name))
            })?;
            let [left, top, right, bottom] =
                [bounds.x0, bounds.y0, bounds.x1, bounds.y1].map(|points| points as f32);
            Some(Rect::from_min_max(pos2(left, top), pos2(right, bottom)))
        };
        let drawn =
            || self.drawn.iter().find(|(_, text)| text.text() == name).map(|(rect, _)| *rect);
        self.told.iter().find_map(told).or_else(drawn)
    }
}

/// Where in the app window the widget of this name is, or a text that is drawn,
/// CSS pixels of the web app. It is noted from the first time on that this is asked: there is
/// nothing yet until the app window has been drawn again.
#[must_use]
pub fn place_of(context: &Context, name: &str) -> Option<Rect> {
    if context.with_plugin(|_: &mut Seen| ()).is_none() {
        context.enable_accesskit();
        context.add_plugin(Seen::default());
        context.request_repaint();
    }
    let window = context.content_rect();
    let place = context.with_plugin(|seen: &mut Seen| seen.place_of(name))??.intersect(window);
    place.is_positive().then_some(place * context.zoom_factor())
}

/// Runs the command of this name; returns whether there is such a command.
pub fn run(studio: &mut Studio, context: &Context, id: &str) -> bool {
    let Some(command) = Command::from_id(id) else { return false };
    run_command(studio, command, context);
    true
}

/// Takes the text of a project file in the place of what is there; what is not saved there is
/// offered back.
///
/// # Errors
/// The loader's sentence; then nothing has changed.
pub fn open_project(studio: &mut Studio, text: &str) -> Result<(), String> {
    let loaded = project::load(text, Surroundings::NONE).map_err(|error| error.to_string())?;
    put_away(studio);
    replace(studio, loaded.document, None);
    Ok(())
}

/// Takes the poses of the library, which load after the start.
pub fn load_poses(studio: &mut Studio, text: &str) {
    if load_body_poses(text).is_err() {
        studio.services.banners.problem(Phrase::new(
            "The poses did not load. Reload to try again.",
            "ポーズを読み込めませんでした。再読み込みしてください。",
        ));
    }
}

/// Reports that the lab could not be loaded, or has broken down.
pub fn tell_lab_failed(studio: &mut Studio) {
    studio.services.banners.problem(Phrase::new(
        "The lab did not load or has stopped. Reload to continue.",
        "ラボを読み込めなかったか、停止しました。再読み込みしてください。",
    ));
}

/// Shows what the fragment of a link holds; a link to something else changes nothing, a damaged one
/// is shown.
pub fn open_link(studio: &mut Studio, fragment: &str) {
    if open_lab(studio, fragment) {
        return;
    }
    match share::from_fragment(fragment) {
        Some(Ok(shared)) => {
            put_away(studio);
            replace(studio, shared.into_document(), None);
        }
        Some(Err(refusal)) => studio.services.banners.problem(refusal.reason),
        None => {}
    }
}

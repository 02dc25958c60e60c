//! Commands that need a window, a file or a question.

use eframe::egui::{Context, ViewportCommand};
use kansetsu::glam::{Vec2, vec2};
use kansetsu_formats::ExportFormat;

use super::{
    Look, Open, Remedy, Studio,
    baking::bake_springs,
    dialog::type_path_instead,
    drag::{Grabbed, drag_settings},
    exporting::export_as,
    framing::fit_width,
    import::{play_first, show_answer},
    keeping::recover,
    outgoing::run_with_files,
    replacing::{put_away, reopen, replace},
    touchable::world_from_joints,
};
use crate::{
    command::{Command, Effect, apply},
    document::Document,
    lab::open_lab,
    posing::Pointer,
    text::{Language, Phrase},
};

/// Runs a command. A refusal is shown. During a drag the commands that only look, and
/// those that say how drags work, are done; the others are refused, and the drag goes on.
pub fn run(studio: &mut Studio, command: Command, context: &Context) {
    studio.editor().finish_field();
    let revision = studio.document.revision();
    let before =
        studio.session.drag.as_ref().map(|session| drag_settings(&studio.document, session.joint));
    match apply(&mut studio.document, command) {
        Ok(Effect::Done) => {
            if matches!(command, Command::FrameAll | Command::FrameSelection) {
                fit_width(&mut studio.document, studio.view.rect);
            }
            studio.services.banners.settle();
        }
        Ok(Effect::Window(command)) => run_in_window(studio, command, context),
        Err(refusal) => studio.services.banners.problem(refusal.reason),
    }
    if !studio.document.is_dragging() {
        studio.session.drag = None;
        studio.session.limit_drag = None;
    }
    if let Some(before) = before {
        studio.editor().renew_drag(&before);
    } else if studio.document.revision() != revision {
        // Its statement about the pose is outdated.
        studio.session.last_drag = None;
    }
    context.request_repaint();
}

fn run_in_window(studio: &mut Studio, command: Command, context: &Context) {
    match command {
        Command::NewDocument => {
            put_away(studio);
            replace(studio, Document::welcome(), None);
        }
        Command::AddFigure => studio.view.cards.open = Open::Gallery,
        Command::Quit => context.send_viewport_cmd(ViewportCommand::Close),
        Command::RenameFigure => studio.view.cards.open = Open::Rename,
        Command::ToggleTheme => toggle_theme(studio, context),
        Command::ToggleLanguage => {
            let other = if studio.services.language() == Language::English {
                Language::Japanese
            } else {
                Language::English
            };
            studio.services.preferences.language = Some(other);
        }
        Command::Palette => studio.view.palette.open(),
        Command::Shortcuts => studio.view.cards.open = Open::Help,
        Command::Lab => {
            open_lab(studio, "lab/elbow");
        }
        Command::FirstSteps => studio.view.cards.open = Open::FirstSteps,
        Command::About => studio.view.cards.open = Open::About,
        Command::ExportPicture
        | Command::ExportPictures
        | Command::ExportFilm
        | Command::ExportForTools => studio.view.cards.open = Open::Picture,
        Command::NoBackdrop => studio.editor().remove_backdrop(),
        Command::AddBookmark => add_bookmark(studio),
        Command::NudgeLeft => nudge(studio, vec2(-NUDGE, 0.0)),
        Command::NudgeRight => nudge(studio, vec2(NUDGE, 0.0)),
        Command::NudgeUp => nudge(studio, vec2(0.0, -NUDGE)),
        Command::NudgeDown => nudge(studio, vec2(0.0, NUDGE)),
        Command::SavePose => studio.view.cards.open = Open::SavePose,
        Command::BakeIk => studio.view.cards.open = Open::Bake,
        Command::BakeSprings => bake_springs(studio, context),
        Command::BlendIntoMotion => studio.view.cards.open = Open::Blend,
        Command::ExportVrma => {
            let rest = studio.document.actor().map(|actor| actor.rest_convention());
            let format = ExportFormat::Vrma(rest.unwrap_or_default());
            export_as(studio, format, context);
        }
        Command::ExportVmd => export_as(studio, ExportFormat::Vmd, context),
        Command::ExportVpd => export_as(studio, ExportFormat::Vpd, context),
        Command::ExportFbx => export_as(studio, ExportFormat::Fbx, context),
        Command::ExportBvh => export_as(studio, ExportFormat::Bvh, context),
        _ => run_with_files(studio, command, context),
    }
}

/// How far a key drags a joint, points.
const NUDGE: f32 = 5.0;

/// Drags the active joint in the view, as the pointer does.
fn nudge(studio: &mut Studio, way: Vec2) {
    let view = studio.context().camera_view();
    let Some(joint) = studio.document.selection.active_joint() else { return };
    let placed = studio.document.actor().map(|actor| world_from_joints(actor));
    let place = placed.as_ref().and_then(|placed| placed.get(joint));
    let Some(seen) = place.and_then(|place| view.project(place.translation)) else {
        return studio
            .services
            .banners
            .problem(Phrase::new("The joint is not in view.", "ボーンが画面に入っていません。"));
    };
    let mut editor = studio.editor();
    editor.begin_drag(Grabbed { joint, handle: None }, view, Pointer::at(seen.pixel));
    editor.drag_to(Pointer::at(seen.pixel + way));
    editor.end_drag();
}

fn add_bookmark(studio: &mut Studio) {
    let name = Phrase::new("Camera", "カメラ").get(studio.services.language()).to_owned();
    let camera = studio.document.view.camera;
    let done = studio.document.edit(Command::AddBookmark.row().name.clone(), |content| {
        content.add_bookmark(&name, camera);
        Ok(())
    });
    studio.editor().show_refusal(done);
}

fn toggle_theme(studio: &mut Studio, context: &Context) {
    let is_dark = context.theme() == eframe::egui::Theme::Dark;
    studio.services.preferences.look = if is_dark { Look::Light } else { Look::Dark };
    context.set_theme(studio.services.preferences.look);
}

/// Does what a banner offers.
pub fn remedy(studio: &mut Studio, remedy: &Remedy, context: &Context) {
    match remedy {
        Remedy::Recover => recover(studio, 0, context),
        Remedy::Reload => super::system::reload(),
        Remedy::Reopen => reopen(studio),
        Remedy::TypePath => type_path_instead(studio),
        Remedy::SaveFile => run(studio, Command::Save, context),
        &Remedy::Play { figure, .. } => play_first(studio, figure),
        &Remedy::RelaxStance { figure } => studio.editor().relax_stance(figure),
        &Remedy::FlipDepth { figure, answer } => show_answer(studio, (figure, answer)),
        &Remedy::ClampToLimit { figure, joint } => {
            if let Some(index) = studio.document.content().index_of(figure) {
                studio.editor().choose_actor(index);
                studio.editor().clamp_to_limit(joint);
            }
        }
    }
}

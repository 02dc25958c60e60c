//! Puts into the document what was read. Each of these reports what it has done, or leaves the
//! document unchanged.

use std::{
    f32::consts::{FRAC_1_SQRT_2, PI},
    sync::Arc,
};

use eframe::egui::Context;
use kansetsu::glam::{Affine3, Quat};
use kansetsu_formats::Figure;

use super::{
    Home, MotionsFor, Unreadable,
    given::{GivenFile, stem},
    kind::Kind,
    message,
    read::Found,
};
use crate::{
    app::{
        Banner, Pictured, Remedy, Services, Studio, Weight,
        framing::frame_all,
        keeping::offer_beside,
        replacing::{put_away, replace},
    },
    document::{
        Actor, BesideFile, Content, Document, FigureKey, FoundMotions, Opened, Refusal, SavedPose,
        project,
    },
    library::Application,
    motion::Motion,
    text::Phrase,
};

/// Takes what a file of an import holds.
pub(super) fn take_found(
    studio: &mut Studio,
    (file, kind): (&GivenFile, Kind),
    found: Found,
    home: &mut Home,
    context: &Context,
) -> Result<Banner, Unreadable> {
    if studio.document.key() != home.document {
        return Err(message::document_is_gone().into());
    }
    let candidates = home.candidates();
    Ok(match found {
        Found::Project(loaded) => take_project(studio, &file.name, *loaded, home),
        Found::Figure(opened) => take_model(studio, (file, kind), *opened, home)?,
        Found::Motions(motions) => take_motions(studio, file, *motions)?,
        Found::Pose(pose) => take_pose(studio, file, &pose, &candidates)?,
        Found::IsMotion | Found::Nothing => return Err(message::no_joints_for(None)),
        Found::Poses(poses) => take_poses(&mut studio.services, poses)?,
        Found::Pictured(pictured) => take_pictured(studio, *pictured)?,
        Found::Picture(bitmap) => {
            let picture = BesideFile::new(super::last_part(&file.name), Arc::clone(&file.bytes));
            let (told, backdrop) = studio.editor().take_backdrop((picture, &bitmap), context)?;
            studio.view.backdrop = Some(backdrop);
            home.has_backdrop = true;
            told
        }
    })
}

fn take_project(
    studio: &mut Studio,
    name: &str,
    loaded: project::Loaded,
    home: &mut Home,
) -> Banner {
    studio.services.preferences.remember(name);
    put_away(studio);
    replace(studio, loaded.document, Some(name.to_owned()));
    offer_beside(&mut studio.services, name);
    (home.document, home.has_project) = (studio.document.key(), true);
    home.selected = studio.document.actor().map(|actor| actor.key);
    message::project(name, &loaded.warnings)
}

/// Takes a figure: beside what is there when it is to be added, when this import has opened
/// something already, and when something is not saved. Work is never replaced.
fn take_model(
    studio: &mut Studio,
    (file, kind): (&GivenFile, Kind),
    mut opened: Opened,
    home: &mut Home,
) -> Result<Banner, Refusal> {
    let is_motion = kind == Kind::Motion;
    if let ([clip], true) = (opened.figure.clips.as_mut_slice(), is_motion) {
        stem(&file.name).clone_into(&mut clip.name);
    }
    let is_first = home.models.is_empty() && home.skeletons.is_empty() && !home.has_project;
    let is_motion_of_selected = is_motion && home.needs_selected;
    let is_alone = is_first
        && !home.adds
        && !studio.project.has_news(&studio.document)
        && !is_motion_of_selected;
    let warnings = opened.warnings.clone();
    let figure = place_figure(studio, opened, is_alone, is_motion)?;
    studio.services.preferences.remember(&file.name);
    home.document = studio.document.key();
    if is_motion {
        home.skeletons.push(figure)
    } else {
        home.models.push(figure)
    }
    let told = studio.document.actor().map_or_else(
        || message::project(&file.name, &warnings),
        |actor| message::figure(actor, is_alone, &warnings),
    );
    Ok(studio.project.offering_stance(&studio.document, told))
}

/// Shows a figure, alone or beside what is there. What another document had unsaved is offered
/// back.
pub fn take_figure(studio: &mut Studio, opened: Opened, adds: bool) {
    let warnings = opened.warnings.clone();
    match place_figure(studio, opened, !adds, false) {
        Ok(_) => {
            let told =
                studio.document.actor().map(|actor| message::figure(actor, !adds, &warnings));
            // That a figure of the program is there can be seen.
            let worth = told.filter(|told| told.weight != Weight::News || told.remedy.is_some());
            worth.into_iter().for_each(|told| studio.services.banners.tell(told));
        }
        Err(refusal) => studio.editor().show_refusal(Err(refusal)),
    }
}

/// Puts a figure into the document, or into a new one; with `begins` at the beginning of its first
/// motion.
fn place_figure(
    studio: &mut Studio,
    opened: Opened,
    is_alone: bool,
    begins: bool,
) -> Result<FigureKey, Refusal> {
    let name = opened.figure.name.clone();
    let mut actor = actor_of(opened);
    if begins && !actor.motions.is_empty() {
        actor.motion = Some(0);
        (actor.pose, actor.face) = (actor.pose_at(0.0), actor.face_at(0.0));
    }
    if is_alone {
        put_away(studio);
        // What one poses after stays.
        let backdrop = studio.document.content().backdrop.clone();
        let mut content = Content { backdrop, ..Content::default() };
        content.add(actor);
        replace(studio, Document::new(content), None);
    } else {
        studio.editor().finish_field();
        if begins {
            studio.document.set_time(0.0);
        }
        studio.document.edit(
            Phrase::made(format!("Add {name}"), format!("{name} を追加")),
            |content| {
                content.add(actor);
                Ok(())
            },
        )?;
    }
    let last = studio.document.content().actors.len().saturating_sub(1);
    studio.editor().choose_actor(last);
    frame_all(&mut studio.document, studio.view.rect);
    Ok(studio.document.content().actor(last)?.key)
}

/// Gives motions to a figure, selects the first of them and plays it.
fn take_motions(
    studio: &mut Studio,
    file: &GivenFile,
    MotionsFor { figure, found, .. }: MotionsFor,
) -> Result<Banner, Refusal> {
    let FoundMotions { motions, warnings } = found;
    let index = studio.document.content().index_of(figure).ok_or_else(message::figure_is_gone)?;
    let name = stem(&file.name);
    let count = motions.len();
    let named = |mut motion: Motion| {
        if motion.name.is_empty() || count == 1 {
            name.clone_into(&mut motion.name);
        }
        Arc::new(motion)
    };
    studio.editor().finish_field();
    studio.document.edit(
        Phrase::made(format!("Add {name}"), format!("{name} を追加")),
        |content| {
            let actor = content.actor_mut(index)?;
            let first = actor.motions.len();
            actor.motions.extend(motions.into_iter().map(named));
            actor.motion = Some(first);
            Ok(())
        },
    )?;
    studio.editor().choose_actor(index);
    studio.services.preferences.remember(&file.name);
    studio.session.time_line.forget();
    studio.document.set_time(0.0);
    studio.document.playback.playing = true;
    let figure = studio.document.content().actor(index)?.name.clone();
    Ok(message::motion(&figure, name, Kind::of(file) != Kind::BareMotion, &warnings))
}

/// Poses the first of these figures that has joints of the pose.
fn take_pose(
    studio: &mut Studio,
    file: &GivenFile,
    pose: &SavedPose,
    figures: &[FigureKey],
) -> Result<Banner, Unreadable> {
    let content = studio.document.content();
    let fitting = figures.iter().filter_map(|&figure| content.index_of(figure)).find_map(|index| {
        let posed = pose.put_on(content.actor(index).ok()?, &Application::default()).ok()?;
        Some((index, posed))
    });
    let (index, posed) = fitting.ok_or_else(message::nobody_to_pose)?;
    studio.editor().finish_field();
    studio.document.edit(Phrase::new("Import pose", "ポーズの読み込み"), |content| {
        content.actor_mut(index)?.pose = posed;
        Ok(())
    })?;
    studio.editor().choose_actor(index);
    let name = studio.document.content().actor(index)?.name.clone();
    Ok(message::pose(&name, stem(&file.name)))
}

/// Plays the first motion of a figure.
pub(in crate::app) fn play_first(studio: &mut Studio, figure: FigureKey) {
    let Some(index) = studio.document.content().index_of(figure) else { return };
    studio.editor().choose_actor(index);
    studio.editor().edit(Phrase::new("Select motion", "モーションの選択"), |actor| {
        actor.motion = Some(0)
    });
    studio.session.time_line.forget();
    studio.document.set_time(0.0);
    studio.document.playback.playing = true;
    studio
        .services
        .banners
        .shown
        .retain(|banner| !matches!(banner.remedy, Some(Remedy::Play { .. })));
}

/// Poses a figure as the likeliest answer to points has it, sees it as the picture does; the
/// message offers the other answer.
fn take_pictured(studio: &mut Studio, pictured: Pictured) -> Result<Banner, Refusal> {
    let figure = pictured.figure;
    studio.services.keypoints = Some(Arc::new(pictured));
    pose_from_keypoints(studio, (figure, 0))
}

/// Takes an answer, as one step that can be undone.
pub(in crate::app) fn show_answer(studio: &mut Studio, answer: (FigureKey, usize)) {
    match pose_from_keypoints(studio, answer) {
        Ok(banner) => studio.services.banners.tell(banner),
        Err(refusal) => studio.editor().show_refusal(Err(refusal)),
    }
}

fn pose_from_keypoints(studio: &mut Studio, answer: (FigureKey, usize)) -> Result<Banner, Refusal> {
    let (pictured, view) = (studio.services.keypoints.clone(), studio.view.rect.size());
    studio.editor().pose_from_keypoints(pictured.as_deref(), answer, view)
}

fn take_poses(services: &mut Services, poses: Vec<SavedPose>) -> Result<Banner, Refusal> {
    let (shelf, storage) = services.keeper.poses();
    shelf.take(storage, poses)
}

/// A figure from a file, looking at the viewer.
fn actor_of(opened: Opened) -> Actor {
    let placement = turned_to_viewer(&opened.figure);
    Actor { placement, ..Actor::new(opened) }
}

/// Turns a figure that faces away, as those of VRM 0 do, so that it looks at who opens it. One that
/// faces aside stays: the camera goes round it.
fn turned_to_viewer(figure: &Figure) -> Affine3 {
    if figure.front().direction.z < -FRAC_1_SQRT_2 {
        Affine3::from_quat(Quat::from_rotation_y(PI))
    } else {
        Affine3::IDENTITY
    }
}

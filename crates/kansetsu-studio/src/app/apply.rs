//! Does what panels ask for.

use std::collections::BTreeSet;

use eframe::egui;

use super::{
    Editor, Open, PutOn, Services, Session, ShownValues, Studio, ViewState,
    action::{Action, Edit, Files, PictureKind, Point, Poses, Prefer, Select, Show, Tell, Time},
    baking::bake_ik,
    commands::{remedy, run},
    dialog::{answer_path, open_path},
    import::take_figure,
    pictures::{save_pose, take_film, take_picture, take_sequence, take_tools, take_video},
};
use crate::{
    document::{Document, Opened},
    library::Application,
    text::Phrase,
};

/// Does what a panel asks for, in sequence.
pub fn apply(studio: &mut Studio, actions: Vec<Action>, context: &egui::Context) {
    for action in actions {
        if !matches!(action, Action::Point(_)) {
            context.request_repaint();
        }
        match action {
            Action::Run(command) => run(studio, command, context),
            Action::Repeat(command, count) => {
                (0..count).for_each(|_| run(studio, command, context))
            }
            Action::Select(change) => select(&mut studio.editor(), change),
            Action::Edit(Edit::Rename(name)) => rename(studio, &name),
            Action::Edit(Edit::Value(field, joint, value)) => {
                let mut shown: ShownValues = std::mem::take(&mut studio.view.shown_values);
                studio.editor().set_joint_value(&mut shown, field, (&joint, value));
                studio.view.shown_values = shown;
            }
            Action::Edit(change) => edit(&mut studio.editor(), change),
            Action::Time(change) => time(&mut studio.editor(), change),
            Action::Point(at) => point(&mut studio.session, at),
            Action::Show(what) => show(&mut studio.document, &mut studio.view, what),
            Action::Prefer(choice) => prefer(&mut studio.services, choice, context),
            Action::Tell(tell) => answer(studio, tell, context),
            Action::Poses(change) => poses(studio, change, context),
            Action::Files(wish) => files(studio, wish, context),
        }
    }
}

fn select(editor: &mut Editor<'_>, change: Select) {
    let selection = &mut editor.document.selection;
    match change {
        Select::Joint(joint) => selection.set(joint),
        Select::Toggle(joint) => selection.toggle(joint),
        Select::Joints(joints) => selection.joints = joints,
        Select::Actor(index) => editor.choose_actor(index),
    }
}

fn rename(studio: &mut Studio, name: &str) {
    let index = studio.document.selection.actor;
    let label = Phrase::new("Rename figure", "モデルの名前を変更");
    let done = studio.document.edit(label, |content| content.rename(index, name));
    if done.is_ok() {
        studio.view.cards.open = Open::Nothing;
    }
    studio.editor().show_refusal(done);
}

fn edit(editor: &mut Editor<'_>, change: Edit) {
    match change {
        Edit::Actor(label, change) => editor.try_edit(label, change),
        Edit::Content(label, change) => {
            let done = editor.document.edit(label, change);
            editor.show_refusal(done);
        }
        Edit::Field(field, change) => editor.try_edit_field(field, change),
        Edit::Reach(field, joint, place) => editor.reach_field(field, joint, place),
        Edit::Pin(field, joint, place) => editor.move_pin_field(field, joint, place),
        Edit::Limit(joint, limit) => editor.change_limit(joint, limit),
        Edit::LimitField(field, joint, limit) => editor.edit_limit(field, joint, limit),
        Edit::ClampToLimit(joint) => editor.clamp_to_limit(joint),
        Edit::Relax(obstacle) => editor.relax(obstacle),
        Edit::Blend(before, after) => editor.blend_into_motion(before, after),
        Edit::Snapping(snapping) => editor.document.settings.snapping = snapping,
        Edit::Begin(_)
        | Edit::Preview(_)
        | Edit::EndMove(_)
        | Edit::EndRetime(..)
        | Edit::Commit => drag(editor, change),
        // They touch more than an editor has.
        Edit::Rename(_) | Edit::Value(..) => {}
    }
}

/// A drag in a panel.
fn drag(editor: &mut Editor<'_>, change: Edit) {
    match change {
        Edit::Begin(label) if !editor.document.is_dragging() => editor.document.begin_drag(label),
        Edit::Preview(change) => {
            let index = editor.document.selection.actor;
            let done = editor.document.preview(|content| change(content.actor_mut(index)?));
            editor.show_refusal(done);
        }
        Edit::EndMove(moved) if editor.document.commit_drag() => {
            let chosen = &mut editor.session.time_line.chosen;
            let earliest = chosen.iter().map(|key| key.time).fold(f32::INFINITY, f32::min);
            let by = moved.max(-earliest);
            chosen.iter_mut().for_each(|key| key.time += by);
        }
        Edit::EndRetime(anchor, factor) if editor.document.commit_drag() => {
            let chosen = &mut editor.session.time_line.chosen;
            chosen
                .iter_mut()
                .for_each(|key| key.time = (anchor + (key.time - anchor) * factor).max(0.0));
        }
        Edit::Commit => {
            editor.document.commit_drag();
        }
        _ => {}
    }
}

fn time(editor: &mut Editor<'_>, change: Time) {
    match change {
        Time::Go(time) => editor.document.set_time(time),
        Time::Scrub(time) => {
            editor.document.playback.playing = false;
            editor.document.set_time(time);
        }
        Time::Speed(speed) => editor.document.playback.speed = speed,
        Time::Motion(motion) => {
            editor.edit(Phrase::new("Select motion", "モーションの選択"), |actor| {
                actor.motion = motion
            });
            editor.session.time_line.forget();
        }
    }
}

const fn point(session: &mut Session, at: Point) {
    match at {
        Point::Joint(joint) => session.hover.pointed = Some(joint),
        Point::Obstacle(obstacle) => session.highlighted = Some(obstacle),
        Point::Limit(is_pointed) => session.points_at_limit = is_pointed,
    }
}

const fn show(document: &mut Document, view: &mut ViewState, what: Show) {
    match what {
        Show::Card(open) => view.cards.open = open,
        Show::Sheet(sheet) => view.sheet = sheet,
        Show::Limits(shown) => document.view.limits = shown,
        Show::Camera(camera) => document.view.camera = camera,
        Show::Frame(frame) => document.view.frame = frame,
        Show::Light(light) => document.view.light = light,
        Show::Background(background) => document.view.background = background,
    }
}

fn prefer(services: &mut Services, choice: Prefer, context: &egui::Context) {
    let preferences = &mut services.preferences;
    match choice {
        Prefer::Panels(panels) => preferences.panels = panels,
        Prefer::Preset(preset) => preferences.preset = preset,
        Prefer::Look(look) => {
            preferences.look = look;
            context.set_theme(look);
        }
        Prefer::Language(language) => preferences.language = Some(language),
        Prefer::Scale(scale) => context.set_zoom_factor(scale),
        Prefer::TimeUnit(unit) => preferences.time_unit = unit,
        Prefer::Hints(hints) => preferences.hints = hints,
    }
}

fn answer(studio: &mut Studio, tell: Tell, context: &egui::Context) {
    let banners = &mut studio.services.banners;
    match tell {
        Tell::Remedy(offered) => remedy(studio, &offered, context),
        Tell::Dismiss(dismissed) => banners.shown.retain(|banner| *banner != dismissed),
        Tell::Unfold => banners.is_open = !banners.is_open,
    }
}

fn poses(studio: &mut Studio, change: Poses, context: &egui::Context) {
    let done = match change {
        Poses::PutOn(label, pose) => {
            return put_on(studio, PutOn { label, pose, revision: 0, is_step: false });
        }
        Poses::Manner(manner) => {
            studio.view.poses.manner = manner;
            return put_on_again(studio);
        }
        Poses::Save(name) => {
            return save_pose(&studio.document, &mut studio.services, &name, context);
        }
        Poses::Keep(pose) => {
            let (shelf, storage) = studio.services.keeper.poses();
            Some(shelf.keep(storage, pose))
        }
        Poses::Rename(index, name) => {
            let (shelf, storage) = studio.services.keeper.poses();
            shelf.rename(storage, index, &name)
        }
        Poses::Remove(index) => {
            let (shelf, storage) = studio.services.keeper.poses();
            shelf.remove(storage, index)
        }
    };
    done.into_iter().for_each(|done| studio.editor().show_refusal(done));
}

fn put_on(studio: &mut Studio, wanted: PutOn) {
    let steps = studio.document.undo_count();
    let manner = studio.view.poses.manner;
    let pose = &wanted.pose;
    studio.editor().try_edit(wanted.label.clone(), |actor| {
        let joints: Option<BTreeSet<usize>> = manner.group.map(|group| group.joints(actor));
        actor.pose = pose.put_on(
            actor,
            &Application { weight: manner.weight, joints, mirrored: manner.mirrored },
        )?;
        Ok(())
    });
    let is_step = studio.document.undo_count() > steps;
    studio.view.poses.put_on =
        Some(PutOn { revision: studio.document.revision(), is_step, ..wanted });
}

/// Puts the last pose on in another manner, when nothing else was done since.
fn put_on_again(studio: &mut Studio) {
    let revision = studio.document.revision();
    let Some(last) = studio.view.poses.put_on.take_if(|last| last.revision == revision) else {
        return;
    };
    if last.is_step {
        studio.document.undo();
    }
    put_on(studio, last);
}

fn files(studio: &mut Studio, wish: Files, context: &egui::Context) {
    match wish {
        Files::Open(path) => open_path(&studio.services, &path, false),
        Files::Figure { name, adds } => {
            match Opened::embedded(name) {
                Ok(opened) => take_figure(studio, opened, adds),
                Err(refusal) => studio.editor().show_refusal(Err(refusal)),
            }
            studio.view.cards.open = Open::Nothing;
        }
        Files::AnswerPath => answer_path(studio, context),
        Files::Picture(kind) => {
            let (order, document, services) =
                (studio.view.cards.picture, &studio.document, &mut studio.services);
            studio.view.cards.open = Open::Nothing;
            match kind {
                PictureKind::Still => take_picture(document, services, order, context),
                PictureKind::Sequence => take_sequence(document, services, order, context),
                PictureKind::Tools => take_tools(document, services, order, context),
                PictureKind::Film => take_film(document, services, order, context),
                PictureKind::Video => take_video(document, services, order, context),
            }
        }
        Files::CancelPictures => studio.services.tasks.shoot = None,
        Files::Bake { span, feet } => bake_ik(studio, span, feet, context),
    }
}

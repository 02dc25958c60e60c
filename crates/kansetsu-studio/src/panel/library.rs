//! The pose library: kept poses with their pictures, put on whole or in part, fully or by degree.

use std::{collections::BTreeSet, sync::Arc};

use eframe::egui::{ColorImage, ComboBox, Context, Id, Image, Response, Sense, Slider, TextureHandle, TextureOptions, Ui, vec2};

use super::Words;
use crate::{
    app::{Open, Studio, theme},
    document::{Actor, SavedPose},
    library::{Application, Group},
    text::Phrase,
};

/// How poses are put on: what the fields above the list say.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Manner {
    weight: f32,
    group: Option<Group>,
    mirrored: bool,
}

impl Default for Manner {
    fn default() -> Self {
        Self { weight: 1.0, group: None, mirrored: false }
    }
}

/// What was put on last: as long as it is the last step, the fields above the list change it.
#[derive(Clone)]
struct PutOn {
    pose: Arc<SavedPose>,
    /// Of the document with it.
    revision: u64,
    /// Whether it is a step that can be taken back: a degree of 0 changes nothing.
    is_step: bool,
}

/// Where the two are remembered.
const MANNER: &str = "pose library: manner";
const PUT_ON: &str = "pose library: put on";

/// Points each way of a pose's picture.
const PICTURE: f32 = 72.0;

/// Shows the poses of the document.
pub fn show(ui: &mut Ui, studio: &mut Studio) {
    let words = studio.words();
    if ui.button(words.say("Save this pose…", "このポーズを保存…")).clicked() {
        studio.open = Open::SavePose;
    }
    let poses = studio.document.content().poses.clone();
    if poses.is_empty() {
        ui.weak(
            words.say(
                "Poses that you save are kept here, with the project.",
                "保存したポーズがここに並びます（プロジェクトに含まれます）。",
            ),
        );
        return;
    }
    let before = ui.data(|data| data.get_temp::<Manner>(Id::unique(MANNER))).unwrap_or_default();
    let manner = manner(ui, words, before);
    if manner != before {
        ui.data_mut(|data| data.insert_temp(Id::unique(MANNER), manner));
        put_on_anew(ui, studio, manner);
    }
    ui.horizontal_wrapped(|ui| {
        for (index, pose) in poses.iter().enumerate() {
            let response = tile(ui, pose);
            if response.clicked() {
                put_on(ui, studio, pose, manner);
            }
            response.context_menu(|ui| {
                rename(ui, studio, index, &pose.name);
                if ui.button(words.say("Remove from library", "ライブラリから削除")).clicked() {
                    remove(studio, index);
                    ui.close();
                }
            });
        }
    });
}

fn manner(ui: &mut Ui, words: Words, mut manner: Manner) -> Manner {
    ui.horizontal(|ui| {
        let part = words.say("Part of the body", "体の部分");
        let all = words.say("Whole body", "全身");
        let name = |group: Option<Group>| group.map_or_else(|| all.to_owned(), |group| group.name().get(words.0).to_owned());
        ui.name_inputs(part, |ui| {
            ComboBox::from_id_salt("part").width(92.0).selected_text(name(manner.group)).show_ui(ui, |ui| {
                for group in std::iter::once(None).chain(Group::ALL.into_iter().map(Some)) {
                    ui.selectable_value(&mut manner.group, group, name(group));
                }
            });
        });
        ui.checkbox(&mut manner.mirrored, words.say("Flipped", "反転"));
    });
    let degree = words.say("Degree", "度合い");
    ui.name_inputs(degree, |ui| ui.add(Slider::new(&mut manner.weight, 0.0..=1.0).text(degree)));
    manner
}

/// A pose's picture with its name.
fn tile(ui: &mut Ui, pose: &Arc<SavedPose>) -> Response {
    let palette = theme::Palette::of(ui.visuals());
    ui.vertical(|ui| {
        ui.set_width(PICTURE);
        let response = match picture(ui.ctx(), pose) {
            Some(texture) => ui.add(
                Image::new(&texture)
                    .fit_to_exact_size(vec2(PICTURE, PICTURE))
                    .corner_radius(6.0)
                    .bg_fill(palette.sunken)
                    .sense(Sense::click()),
            ),
            None => ui.add_sized([PICTURE, PICTURE], eframe::egui::Button::new("")),
        };
        let name = pose.name.clone();
        response.widget_info(|| eframe::egui::WidgetInfo::labeled(eframe::egui::Role::Button, true, &name));
        ui.add(eframe::egui::Label::new(&pose.name).truncate());
        response.on_hover_text(&pose.name)
    })
    .inner
}

/// The picture as a texture, made once for each pose.
fn picture(context: &Context, pose: &Arc<SavedPose>) -> Option<TextureHandle> {
    let bytes = pose.thumbnail.as_ref()?;
    let id = Id::unique(("thumbnail", Arc::as_ptr(bytes).cast::<u8>() as usize));
    if let Some(texture) = context.data(|data| data.get_temp::<TextureHandle>(id)) {
        return Some(texture);
    }
    let picture = image::load_from_memory(bytes).ok()?.to_rgba8();
    let size = [picture.width() as usize, picture.height() as usize];
    let texture = context.load_texture(&pose.name, ColorImage::from_rgba_unmultiplied(size, &picture), TextureOptions::LINEAR);
    context.data_mut(|data| data.insert_temp(id, texture.clone()));
    Some(texture)
}

fn put_on(ui: &Ui, studio: &mut Studio, pose: &Arc<SavedPose>, manner: Manner) {
    let label = Phrase::made(format!("Apply {}", pose.name), format!("{} を適用", pose.name));
    let steps = studio.document.undo_count();
    studio.try_edit(label, |actor: &mut Actor| {
        let joints: Option<BTreeSet<usize>> = manner.group.map(|group| group.joints(actor));
        actor.pose = pose.put_on(actor, &Application { weight: manner.weight, joints, mirrored: manner.mirrored })?;
        Ok(())
    });
    let is_step = studio.document.undo_count() > steps;
    let done = PutOn { pose: Arc::clone(pose), revision: studio.document.revision(), is_step };
    ui.data_mut(|data| data.insert_temp(Id::unique(PUT_ON), done));
}

/// Puts the last pose on in another manner, when nothing else was done since.
fn put_on_anew(ui: &Ui, studio: &mut Studio, manner: Manner) {
    let last = ui.data(|data| data.get_temp::<PutOn>(Id::unique(PUT_ON)));
    let Some(last) = last.filter(|last| last.revision == studio.document.revision()) else { return };
    if last.is_step {
        studio.document.undo();
    }
    put_on(ui, studio, &last.pose, manner);
}

/// A field for another name, which is taken when it is left.
fn rename(ui: &mut Ui, studio: &mut Studio, index: usize, now: &str) {
    let id = ui.scope_id().with(("pose's name", index));
    let mut name = ui.data_mut(|data| data.get_temp::<String>(id)).unwrap_or_else(|| now.to_owned());
    let field = eframe::egui::TextEdit::singleline(&mut name).desired_width(180.0);
    let response = ui.name_inputs(studio.words().say("Name of the pose", "ポーズの名前"), |ui| ui.add(field));
    if response.lost_focus() && name != now {
        let label = Phrase::new("Rename pose", "ポーズの名前を変更");
        let done = studio.document.edit(label, |content| content.rename_pose(index, &name));
        studio.show_refusal(done);
        ui.data_mut(|data| data.remove::<String>(id));
        ui.close();
    } else {
        ui.data_mut(|data| data.insert_temp(id, name));
    }
}

fn remove(studio: &mut Studio, index: usize) {
    let label = Phrase::new("Remove pose", "ポーズを削除");
    let done = studio.document.edit(label, |content| {
        if index < content.poses.len() {
            content.poses.remove(index);
        }
        Ok(())
    });
    studio.show_refusal(done);
}

//! Poses with their pictures, put on whole or in part, fully or by degree: the user's own, the
//! project's, and those that come with the program.

use std::sync::Arc;

use eframe::egui::{
    self, ColorImage, ComboBox, Grid, Id, Image, Popup, PopupCloseBehavior, Rect, Response,
    RichText, Sense, Slider, TextEdit, TextStyle, TextWrapMode, TextureHandle, TextureOptions, Ui,
    WidgetText, vec2,
};
use kansetsu_figures::scenes::body_poses::PoseGroup;

use super::{field::renamed, finger::small_button};
use crate::{
    app::{Action, Context, Manner, Open, Poses, Thumbnails, Words, theme},
    command::Command,
    document::{Actor, Opened, SavedPose},
    library::{Group, body_poses, group_name},
    text::Phrase,
    viewport::{
        Camera,
        scene::{Body, Scene},
    },
};

/// Points each way of a pose's picture, and between two.
const PICTURE: f32 = 72.0;
const GAP: f32 = 6.0;

/// Where a pose of the list comes from.
#[derive(Clone, Copy)]
enum From {
    Own(usize),
    Project(usize),
    Program,
}

/// A pose of the list.
struct Tile {
    from: From,
    name: String,
    pose: Arc<SavedPose>,
}

/// Shows the user's poses, those of the project, and those that come with the program.
pub fn show(ui: &mut Ui, cx: &Context<'_>, thumbnails: &mut Thumbnails) -> Vec<Action> {
    let mut actions = Vec::new();
    let words = cx.words();
    ui.horizontal_wrapped(|ui| {
        if ui.button(words.say("Save this pose…", "このポーズを保存…")).clicked() {
            actions.push(Action::card(Open::SavePose));
        }
        let export = Command::ExportPoses.row();
        let button = small_button(ui, words.say("Export…", "書き出す…"));
        let has_poses = !cx.services.own_poses().is_empty();
        if ui.add_enabled(has_poses, button).on_hover_text(export.tooltip.get(words.0)).clicked() {
            actions.push(Command::ExportPoses.into());
        }
    });
    let before = cx.view.poses.manner;
    let manner = manner(ui, words, before);
    if manner != before {
        actions.push(Action::Poses(Poses::Manner(manner)));
    }
    if body_poses().is_empty() {
        ui.label(words.say("Loading poses…", "ポーズを読み込み中…"));
    }
    let sought = search(ui, words);
    let sections = sections(cx, &sought);
    if sections.is_empty() && !sought.is_everything() {
        ui.label(words.say("No pose has this name.", "この名前のポーズはありません。"));
    }
    for (title, tiles) in sections {
        ui.add_space(4.0);
        ui.label(RichText::new(title.get(words.0)).strong());
        let columns = (((ui.available_width() + GAP) / (PICTURE + GAP)).floor() as usize).max(1);
        Grid::new(&title).num_columns(columns).spacing([GAP, GAP]).show(ui, |ui| {
            for (index, tile) in tiles.iter().enumerate() {
                // Pictures are drawn when their places are scrolled to.
                let place = Rect::from_min_size(ui.cursor().min, vec2(PICTURE, PICTURE));
                let texture = ui
                    .is_rect_visible(place)
                    .then(|| texture(ui.ctx(), thumbnails, tile))
                    .flatten();
                actions.extend(show_tile(ui, cx.words(), texture.as_ref(), tile));
                if (index + 1) % columns == 0 {
                    ui.end_row();
                }
            }
        });
    }
    actions
}

/// What is shown of the list.
#[derive(Clone, Default)]
struct Sought {
    /// Words that are searched for.
    words: String,
    /// Only this group of poses; all of them with `None`.
    group: Option<PoseGroup>,
}

impl Sought {
    fn is_everything(&self) -> bool {
        self.words.trim().is_empty() && self.group.is_none()
    }

    fn matches(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.group.is_none()
            && self.words.to_lowercase().split_whitespace().all(|word| name.contains(word))
    }
}

/// A field to search in and a choice of the group.
fn search(ui: &mut Ui, words: Words) -> Sought {
    let id = ui.scope_id().with("finder");
    let mut sought = ui.data_mut(|data| data.get_temp::<Sought>(id)).unwrap_or_default();
    let title = |group: Option<PoseGroup>| match group {
        Some(group) => group_name(group).get(words.0).to_owned(),
        None => words.say("All groups", "すべて").to_owned(),
    };
    ui.horizontal(|ui| {
        let group = words.say("Group", "グループ");
        ui.name_inputs(group, |ui| {
            let list = ComboBox::from_id_salt("group").width(92.0);
            list.selected_text(title(sought.group)).show_ui(ui, |ui| {
                for group in std::iter::once(None).chain(PoseGroup::ALL.into_iter().map(Some)) {
                    ui.selectable_value(&mut sought.group, group, title(group));
                }
            });
        });
        let hint = words.say("Search poses", "ポーズを検索");
        let field = TextEdit::singleline(&mut sought.words).hint_text(hint);
        ui.add(field.desired_width(f32::INFINITY)).accessible_name(hint);
    });
    ui.data_mut(|data| data.insert_temp(id, sought.clone()));
    sought
}

/// The poses that are shown, by where they come from and by groups, each list with its title.
fn sections(cx: &Context<'_>, sought: &Sought) -> Vec<(Phrase, Vec<Tile>)> {
    let words = cx.words();
    let own = cx.services.own_poses().iter().enumerate();
    let own: Vec<_> = own
        .filter(|(_, own)| sought.matches(&own.pose.name))
        .map(|(index, own)| Tile {
            from: From::Own(index),
            name: own.pose.name.clone(),
            pose: Arc::clone(&own.pose),
        })
        .collect();
    let poses = cx.document.content().poses.iter().enumerate();
    let project = poses
        .filter(|(_, pose)| sought.matches(&pose.name))
        .map(|(index, pose)| Tile {
            from: From::Project(index),
            name: pose.name.clone(),
            pose: Arc::clone(pose),
        })
        .collect();
    let mut sections = vec![
        (Phrase::new("My poses", "マイポーズ"), own),
        (Phrase::new("In this project", "このプロジェクト"), project),
    ];
    for group in PoseGroup::ALL {
        let is_shown = sought.group.is_none_or(|wanted| wanted == group);
        let poses = body_poses()
            .iter()
            .filter(|one| is_shown && one.group == group && one.matches(&sought.words));
        let tiles = poses.map(|one| Tile {
            from: From::Program,
            name: one.name.get(words.0).to_owned(),
            pose: Arc::clone(&one.pose),
        });
        sections.push((group_name(group), tiles.collect()));
    }
    sections.retain(|(_, tiles)| !tiles.is_empty());
    sections
}

/// A pose that a click applies, with its other commands.
fn show_tile(
    ui: &mut Ui,
    words: Words,
    texture: Option<&TextureHandle>,
    tile: &Tile,
) -> Vec<Action> {
    let mut actions = Vec::new();
    let response = self::tile(ui, texture, &tile.name);
    if response.clicked() {
        let label = Phrase::made(format!("Apply {}", tile.name), format!("{} を適用", tile.name));
        actions.push(Action::Poses(Poses::PutOn(label, Arc::clone(&tile.pose))));
    }
    let label = words.say("Pose name", "ポーズの名前");
    match tile.from {
        From::Program => {}
        From::Own(index) => drop(menu_of(&response).show(|ui| {
            if let Some(name) = renamed(ui, label, (index, "own"), &tile.name) {
                actions.push(Action::Poses(Poses::Rename(index, name)));
            }
            if ui.button(words.say("Add to project", "プロジェクトに追加")).clicked() {
                let pose = SavedPose::clone(&tile.pose);
                let label = Phrase::new("Add pose to project", "ポーズをプロジェクトに追加");
                actions.push(Action::edit_content(label, |content| {
                    content.add_pose(pose);
                    Ok(())
                }));
                ui.close();
            }
            if ui.button(words.say("Delete from My poses", "マイポーズから削除")).clicked()
            {
                actions.push(Action::Poses(Poses::Remove(index)));
                ui.close();
            }
        })),
        From::Project(index) => drop(menu_of(&response).show(|ui| {
            if let Some(name) = renamed(ui, label, (index, "project"), &tile.name) {
                let label = Phrase::new("Rename pose", "ポーズの名前を変更");
                actions.push(Action::edit_content(label, move |content| {
                    content.rename_pose(index, &name)
                }));
            }
            if ui.button(words.say("Save to My poses", "マイポーズに保存")).clicked() {
                actions.push(Action::Poses(Poses::Keep(SavedPose::clone(&tile.pose))));
                ui.close();
            }
            if ui.button(words.say("Delete from project", "プロジェクトから削除")).clicked()
            {
                let label = Phrase::new("Delete pose", "ポーズを削除");
                actions
                    .push(Action::edit_content(label, move |content| content.remove_pose(index)));
                ui.close();
            }
        })),
    }
    actions
}

/// The menu of a pose. It has a field, so a click inside leaves it open.
fn menu_of(response: &Response) -> Popup<'_> {
    Popup::context_menu(response).close_behavior(PopupCloseBehavior::CloseOnClickOutside)
}

/// The small picture of a pose.
fn texture(
    context: &egui::Context,
    thumbnails: &mut Thumbnails,
    tile: &Tile,
) -> Option<TextureHandle> {
    match tile.from {
        From::Program => {
            thumbnails.get(&format!("pose:{}", tile.pose.name), context, || scene(&tile.pose))
        }
        From::Own(_) | From::Project(_) => picture(context, &tile.pose),
    }
}

/// The mannequin in a pose, seen a little from the side.
fn scene(pose: &SavedPose) -> Option<Scene> {
    let actor = Actor::new(Opened::embedded("mannequin").ok()?);
    let actor = Actor { pose: pose.applied(&actor), ..actor };
    let world_from_joint = actor.figure.rig.skeleton.forward(&actor.pose);
    let camera = Camera::default().facing(actor.front()).framing(actor.surface(), 1.0);
    let bodies = vec![Body::new(Arc::clone(&actor.figure), world_from_joint)];
    Some(Scene { camera, grid: false, background: [0.0; 4], bodies, ..Scene::default() })
}

fn manner(ui: &mut Ui, words: Words, mut manner: Manner) -> Manner {
    ui.horizontal(|ui| {
        let part = words.say("Body part", "体の部位");
        let all = words.say("Whole body", "全身");
        let name = |group: Option<Group>| {
            group.map_or_else(|| all.to_owned(), |group| group.name().get(words.0).to_owned())
        };
        ui.name_inputs(part, |ui| {
            ComboBox::from_id_salt("part").width(92.0).selected_text(name(manner.group)).show_ui(
                ui,
                |ui| {
                    for group in std::iter::once(None).chain(Group::ALL.into_iter().map(Some)) {
                        ui.selectable_value(&mut manner.group, group, name(group));
                    }
                },
            );
        });
        ui.checkbox(&mut manner.mirrored, words.say("Flipped", "左右反転"));
    });
    let degree = words.say("Strength", "適用量");
    ui.name_inputs(degree, |ui| {
        ui.add(Slider::new(&mut manner.weight, 0.0..=1.0).fixed_decimals(2).text(degree))
    });
    manner
}

/// A pose's picture with its name.
fn tile(ui: &mut Ui, picture: Option<&TextureHandle>, name: &str) -> Response {
    let palette = theme::Palette::of(ui.visuals());
    ui.vertical(|ui| {
        ui.set_width(PICTURE);
        let response = match picture {
            Some(texture) => ui.add(
                Image::new(texture)
                    .fit_to_exact_size(vec2(PICTURE, PICTURE))
                    .corner_radius(6.0)
                    .bg_fill(palette.sunken)
                    .sense(Sense::click()),
            ),
            None => ui.add_sized([PICTURE, PICTURE], eframe::egui::Button::new("")),
        };
        response.widget_info(|| {
            eframe::egui::WidgetInfo::labeled(eframe::egui::Role::Button, true, name)
        });
        // The picture has the name for who cannot see it: painted, it is not read out twice.
        let (line, _) = ui.allocate_exact_size(vec2(PICTURE, 14.0), Sense::hover());
        let text = WidgetText::from(RichText::new(name).size(11.0)).into_galley(
            ui,
            Some(TextWrapMode::Truncate),
            PICTURE,
            TextStyle::Small,
        );
        ui.painter().galley(line.left_top(), text, palette.text);
        response.on_hover_text(name)
    })
    .inner
}

/// The picture as a texture, made once for each pose.
fn picture(context: &egui::Context, pose: &Arc<SavedPose>) -> Option<TextureHandle> {
    let bytes = pose.thumbnail.as_ref()?;
    let id = Id::unique(("thumbnail", Arc::as_ptr(bytes).cast::<u8>() as usize));
    if let Some(texture) = context.data(|data| data.get_temp::<TextureHandle>(id)) {
        return Some(texture);
    }
    let picture = image::load_from_memory(bytes).ok()?.to_rgba8();
    let size = [picture.width() as usize, picture.height() as usize];
    let texture = context.load_texture(
        &pose.name,
        ColorImage::from_rgba_unmultiplied(size, &picture),
        TextureOptions::LINEAR,
    );
    context.data_mut(|data| data.insert_temp(id, texture.clone()));
    Some(texture)
}

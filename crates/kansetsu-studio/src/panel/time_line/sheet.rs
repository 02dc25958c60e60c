//! The sheet of keys: one row for everything, one for each limb, and below the limbs that are worked on one for each of their joints.

use std::sync::Arc;

use eframe::egui::{
    Align2, Color32, FontId, Key, Painter, Pos2, Rect, Response, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use super::{Scale, ruler::Ruler};
use crate::{
    app::{Studio, theme::Palette},
    document::Actor,
    library::Group,
    motion::{KeyAt, Motion, SAME_TIME},
    text::Phrase,
};

/// What the pointer does in the sheet.
#[derive(Clone, Debug, Default)]
pub enum Gesture {
    /// Nothing.
    #[default]
    Idle,
    /// The time follows; pressed here.
    Scrub(Pos2),
    /// The chosen keys follow; from this time.
    Keys {
        /// Seconds, where they were grabbed.
        from: f32,
        /// How many seconds they were moved.
        moved: f32,
    },
    /// The chosen keys come nearer together or go farther apart.
    Retime {
        /// Seconds: the end of them that stays.
        anchor: f32,
        /// Seconds: the end that was grabbed.
        from: f32,
        /// By how much.
        factor: f32,
    },
    /// A box chooses keys; from this corner.
    Box(Pos2),
    /// The sheet follows.
    Pan,
}

/// Points: the ruler's height, a row's, the names' width, half a key's.
const RULER: f32 = 20.0;
const ROW: f32 = 20.0;
const NAMES: f32 = 132.0;
/// For fingers, the widths of names and of the room that is left for them.
const NARROW: f32 = 96.0;
const KEY: f32 = 5.0;
/// Seconds that are shown at least: there is room after the last key.
const SHOWN: f32 = 2.0;
/// A pointer that was moved by less was not moved.
const STILL: f32 = 3.0;

/// A row of keys.
struct Row {
    name: String,
    /// Its joints; `None` for everything.
    joints: Option<Vec<usize>>,
    /// Whether it stands below the row of its limb.
    is_inner: bool,
    times: Vec<f32>,
}

/// The sheet with what it needs to be drawn and touched.
struct Sheet {
    rect: Rect,
    /// Points: how high a row is, and how wide its name.
    row: f32,
    names: f32,
    scale: Scale,
    rows: Vec<Row>,
    motion: Option<Arc<Motion>>,
}

/// Points: how wide the names before the keys are.
pub fn names(studio: &Studio) -> f32 {
    if studio.held.is_some() { NARROW } else { NAMES }
}

/// Shows the ruler, the rows and the time.
pub fn show(ui: &mut Ui, studio: &mut Studio) {
    let rect = ui.available_rect_before_wrap();
    let (row, names) = (if studio.held.is_some() { ui.spacing().interact_size.y } else { ROW }, names(studio));
    if rect.height() < RULER + row || rect.width() < names + 60.0 {
        return;
    }
    let keys_rect = Rect::from_min_max(pos2(rect.left() + names, rect.top()), rect.max);
    let response = ui.allocate_rect(rect, Sense::click_and_drag());
    studio.time_line.is_pointed = response.contains_pointer();
    let name = studio.words().say("Time line", "タイムライン");
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, name));
    let duration = studio.document.duration().unwrap_or(2.0);
    let scale = *studio.time_line.scale.get_or_insert_with(|| Scale::fitting(duration.max(SHOWN), keys_rect.width()));
    let Some(actor) = studio.actor() else { return };
    let motion = actor.playing().cloned();
    let sheet = Sheet { rect: keys_rect, row, names, scale, rows: rows(studio, &actor, motion.as_deref()), motion };
    sheet.touch(ui, studio, &response);
    sheet.paint(ui, studio, &actor);
}

/// Everything; then the parts of the body that have keys or chosen joints, those with chosen joints first and in full; then what belongs to
/// no part.
fn rows(studio: &Studio, actor: &Actor, motion: Option<&Motion>) -> Vec<Row> {
    let all = studio.words().say("All joints", "すべての関節");
    let times = motion.map_or_else(Vec::new, |motion| motion.key_times(None));
    let mut rows = vec![Row { name: all.to_owned(), joints: None, is_inner: false, times }];
    let chosen = studio.document.selection.joints.iter().rev().copied();
    let keyed = motion.into_iter().flat_map(|motion| motion.tracks.iter().map(|track| track.joint));
    let mut seen: Vec<usize> = Vec::new();
    for joint in chosen.chain(keyed).filter(|&joint| joint < actor.joint_count()) {
        if !seen.contains(&joint) {
            seen.push(joint);
        }
    }
    let row = |name: String, joints: Vec<usize>, is_inner: bool| {
        let times = motion.map_or_else(Vec::new, |motion| motion.key_times(Some(&joints)));
        Row { name, joints: Some(joints), is_inner, times }
    };
    let is_chosen = |joint: &usize| studio.document.selection.contains(*joint);
    let mut parts: Vec<(Group, Vec<usize>)> = Vec::new();
    for group in Group::ALL {
        let joints = group.joints(actor);
        let (inside, outside) = seen.into_iter().partition(|joint| joints.contains(joint));
        seen = outside;
        parts.push((group, inside));
    }
    parts.retain(|(_, joints)| !joints.is_empty());
    parts.sort_by_key(|(_, joints)| !joints.iter().any(is_chosen));
    for (group, joints) in parts {
        let is_open = joints.iter().any(is_chosen);
        rows.push(row(group.name().get(studio.language()).to_owned(), joints.clone(), false));
        if is_open {
            rows.extend(joints.into_iter().map(|joint| row(studio.words().joint(actor, joint), vec![joint], true)));
        }
    }
    rows.extend(seen.into_iter().map(|joint| row(studio.words().joint(actor, joint), vec![joint], false)));
    rows
}

impl Sheet {
    fn x(&self, time: f32) -> f32 {
        self.rect.left() + self.scale.x_of(time)
    }

    fn time(&self, at: Pos2) -> f32 {
        self.scale.time_at(at.x - self.rect.left()).max(0.0)
    }

    fn row_y(&self, row: usize) -> f32 {
        self.rect.top() + RULER + self.row * (row as f32 + 0.5)
    }

    fn visible_rows(&self) -> usize {
        (((self.rect.height() - RULER) / self.row).floor() as usize).min(self.rows.len())
    }

    /// The keys that a diamond stands for.
    fn keys_of(&self, row: usize, time: f32) -> Vec<KeyAt> {
        let span = [time - SAME_TIME, time + SAME_TIME];
        self.motion.as_ref().map_or_else(Vec::new, |motion| motion.keys_between(self.rows[row].joints.as_deref(), span))
    }

    /// The diamond under the pointer: its row and time.
    fn key_at(&self, at: Pos2) -> Option<(usize, f32)> {
        let row = ((at.y - self.rect.top() - RULER) / self.row).floor();
        let row = (row >= 0.0).then_some(row as usize).filter(|&row| row < self.visible_rows())?;
        let near = |time: &&f32| (self.x(**time) - at.x).abs() <= (0.4 * self.row).max(KEY + 3.0);
        let distance = |time: &&f32| ((self.x(**time) - at.x).abs() * 100.0) as i64;
        self.rows[row].times.iter().filter(near).min_by_key(distance).map(|&time| (row, time))
    }

    fn touch(&self, ui: &Ui, studio: &mut Studio, response: &Response) {
        self.look(ui, studio, response);
        self.keyboard(ui, studio, response);
        let Some(at) = ui.input(|input| input.pointer.interact_pos()) else { return };
        // A quick click comes and goes within one picture.
        let is_on = response.is_pointer_button_down_on() || response.clicked();
        let pressed = ui.input(|input| input.pointer.primary_pressed()) && is_on;
        let is_down = ui.input(|input| input.pointer.any_down());
        if pressed {
            studio.time_line.gesture = self.press(ui, studio, at);
        } else if ui.input(|input| input.pointer.middle_down()) && response.is_pointer_button_down_on() {
            studio.time_line.gesture = Gesture::Pan;
        }
        match studio.time_line.gesture.clone() {
            Gesture::Idle => {}
            Gesture::Scrub(from) => {
                let is_click = from.distance(at) <= STILL;
                let meant = if is_click { self.ruler(studio).meant(ui.painter(), at) } else { at };
                self.scrub(studio, meant);
            }
            Gesture::Keys { from, moved } => self.drag_keys(ui, studio, at, (from, moved)),
            Gesture::Retime { anchor, from, factor } => self.retime(studio, at, (anchor, from, factor)),
            Gesture::Box(corner) => self.choose_in(ui, studio, Rect::from_two_pos(corner, at)),
            Gesture::Pan => {
                let moved = ui.input(|input| input.pointer.delta().x);
                studio.time_line.scale = Some(self.scale.panned(moved));
            }
        }
        if !is_down {
            match studio.time_line.gesture {
                Gesture::Keys { .. } => self.end_keys(studio),
                Gesture::Retime { anchor, factor, .. } => self.end_retime(studio, (anchor, factor)),
                // A click beside the keys goes to its time.
                Gesture::Box(corner) if corner.distance(at) < STILL => self.scrub(studio, at),
                _ => {}
            }
            studio.time_line.gesture = Gesture::Idle;
        }
    }

    /// The wheel zooms at the pointer; with Shift, or sideways, it pans.
    fn look(&self, ui: &Ui, studio: &mut Studio, response: &Response) {
        if !response.contains_pointer() {
            return;
        }
        let (scroll, shift, at) = ui.input(|input| (input.smooth_scroll_delta, input.modifiers.shift, input.pointer.hover_pos()));
        let Some(at) = at.filter(|_| scroll != Vec2::ZERO) else { return };
        let scale = if shift || scroll.x != 0.0 {
            self.scale.panned(scroll.x + scroll.y)
        } else {
            self.scale.zoomed((scroll.y / 200.0).exp2(), at.x - self.rect.left())
        };
        studio.time_line.scale = Some(scale);
    }

    fn keyboard(&self, ui: &Ui, studio: &mut Studio, response: &Response) {
        let wants = response.contains_pointer() && !studio.time_line.chosen.is_empty() && !ui.ctx().text_edit_focused();
        if wants && ui.input(|input| input.key_pressed(Key::Backspace)) {
            let keys = std::mem::take(&mut studio.time_line.chosen);
            studio.edit_motion(Phrase::new("Delete keys", "キーを削除"), |motion| motion.delete_keys(&keys));
        }
    }

    fn press(&self, ui: &Ui, studio: &mut Studio, at: Pos2) -> Gesture {
        let adds = ui.input(|input| input.modifiers.shift || input.modifiers.command);
        if at.x < self.rect.left() {
            self.choose_joint(studio, at);
            return Gesture::Idle;
        }
        if at.y < self.rect.top() + RULER {
            return Gesture::Scrub(at);
        }
        let Some((row, time)) = self.key_at(at) else {
            if !adds {
                studio.time_line.chosen.clear();
            }
            return Gesture::Box(at);
        };
        let keys = self.keys_of(row, time);
        let are_chosen = keys.iter().all(|key| studio.time_line.chosen.contains(key));
        if are_chosen
            && ui.input(|input| input.modifiers.command)
            && let Some(anchor) = self.other_end(studio, time)
        {
            return Gesture::Retime { anchor, from: time, factor: 1.0 };
        }
        if !are_chosen {
            if !adds {
                studio.time_line.chosen.clear();
            }
            studio.time_line.chosen.extend(keys);
        }
        if studio.document.time() != time {
            studio.document.set_time(time);
        }
        Gesture::Keys { from: self.time(at), moved: 0.0 }
    }

    fn choose_joint(&self, studio: &mut Studio, at: Pos2) {
        let row = ((at.y - self.rect.top() - RULER) / self.row).floor().max(0.0) as usize;
        match self.rows.get(row).map(|row| row.joints.as_deref()) {
            Some(Some(&[joint])) => studio.document.selection.set(joint),
            Some(Some(joints)) => studio.document.selection.joints = joints.to_vec(),
            Some(None) => studio.document.selection.joints.clear(),
            None => {}
        }
    }

    fn scrub(&self, studio: &mut Studio, at: Pos2) {
        let rate = studio.document.frame_rate();
        let time = (self.time(at) * rate).round() / rate;
        studio.document.playback.playing = false;
        studio.document.set_time(time);
    }

    /// Moves the chosen keys by whole frames; with Alt their copies.
    fn drag_keys(&self, ui: &Ui, studio: &mut Studio, at: Pos2, (from, before): (f32, f32)) {
        let rate = studio.document.frame_rate();
        let moved = ((self.time(at) - from) * rate).round() / rate;
        if moved == before {
            return;
        }
        if !studio.document.is_dragging() {
            studio.document.begin_drag(Phrase::new("Move keys", "キーを移動"));
        }
        let copies = ui.input(|input| input.modifiers.alt);
        let keys = studio.time_line.chosen.clone();
        let index = studio.document.selection.actor;
        let done = studio.document.preview(|content| {
            if let Some(motion) = content.actor_mut(index)?.playing_mut() {
                if copies { motion.copy_keys(&keys, moved) } else { motion.move_keys(&keys, moved) }
            }
            Ok(())
        });
        studio.show_refusal(done);
        studio.time_line.gesture = Gesture::Keys { from, moved };
    }

    /// The end of the chosen keys that stays when they are retimed by the one at this time; `None` where they are all at one time.
    fn other_end(&self, studio: &Studio, time: f32) -> Option<f32> {
        let times = || studio.time_line.chosen.iter().map(|key| key.time);
        let (first, last) = (times().reduce(f32::min)?, times().reduce(f32::max)?);
        let anchor = if time - first > last - time { first } else { last };
        ((time - anchor).abs() > SAME_TIME).then_some(anchor)
    }

    /// Brings the grabbed end of the chosen keys to the frame at the pointer; the other end stays.
    fn retime(&self, studio: &mut Studio, at: Pos2, (anchor, from, before): (f32, f32, f32)) {
        let rate = studio.document.frame_rate();
        let to = (self.time(at) * rate).round() / rate;
        let factor = ((to - anchor) / (from - anchor)).max(0.0);
        if factor == before {
            return;
        }
        if !studio.document.is_dragging() {
            studio.document.begin_drag(Phrase::new("Retime keys", "キーの間隔を変更"));
        }
        let keys = studio.time_line.chosen.clone();
        let index = studio.document.selection.actor;
        let done = studio.document.preview(|content| {
            if let Some(motion) = content.actor_mut(index)?.playing_mut() {
                motion.retime_keys(&keys, anchor, factor);
            }
            Ok(())
        });
        studio.show_refusal(done);
        studio.time_line.gesture = Gesture::Retime { anchor, from, factor };
    }

    fn end_retime(&self, studio: &mut Studio, (anchor, factor): (f32, f32)) {
        if studio.document.commit_drag() {
            studio.time_line.chosen.iter_mut().for_each(|key| key.time = (anchor + (key.time - anchor) * factor).max(0.0));
        }
    }

    fn end_keys(&self, studio: &mut Studio) {
        let Gesture::Keys { moved, .. } = studio.time_line.gesture else { return };
        if studio.document.commit_drag() {
            let earliest = studio.time_line.chosen.iter().map(|key| key.time).fold(f32::INFINITY, f32::min);
            let by = moved.max(-earliest);
            studio.time_line.chosen.iter_mut().for_each(|key| key.time += by);
        }
    }

    fn choose_in(&self, ui: &Ui, studio: &mut Studio, area: Rect) {
        let mut chosen = Vec::new();
        for row in (0..self.visible_rows()).filter(|&row| area.y_range().contains(self.row_y(row))) {
            let span = [self.time(area.left_top()), self.time(area.right_top())];
            let Some(motion) = &self.motion else { return };
            for key in motion.keys_between(self.rows[row].joints.as_deref(), span) {
                if !chosen.contains(&key) {
                    chosen.push(key);
                }
            }
        }
        studio.time_line.chosen = chosen;
        let palette = Palette::of(ui.visuals());
        ui.painter().rect_filled(area, 2.0, palette.accent.gamma_multiply(0.2));
    }

    fn paint(&self, ui: &Ui, studio: &Studio, actor: &Actor) {
        let palette = Palette::of(ui.visuals());
        let painter = ui.painter().with_clip_rect(Rect::from_min_max(pos2(self.rect.left() - self.names, self.rect.top()), self.rect.max));
        painter.rect_filled(self.rect, 4.0, palette.sunken);
        self.ruler(studio).paint(&painter, palette);
        self.paint_end(&painter, palette);
        self.paint_rows(&painter, studio, palette);
        self.paint_time(&painter, studio, palette);
        if self.motion.is_none() {
            let text = studio.words().say(
                "Pose the figure, then press ◆ Key: a motion begins.",
                "ポーズを付けて「◆ キー登録」を押すと、モーションが始まります。",
            );
            painter.text(self.rect.center(), Align2::CENTER_CENTER, text, FontId::proportional(13.0), palette.weak);
        } else if !actor.unkeyed.is_empty() {
            let text = studio.words().say("changes not keyed yet", "未登録の変更あり");
            painter.text(self.rect.right_bottom() - vec2(8.0, 4.0), Align2::RIGHT_BOTTOM, text, FontId::proportional(11.0), palette.held);
        }
    }

    fn paint_end(&self, painter: &Painter, palette: &Palette) {
        let Some(motion) = &self.motion else { return };
        let end = self.x(motion.duration).max(self.rect.left());
        if end < self.rect.right() {
            let after = Rect::from_min_max(pos2(end, self.rect.top()), self.rect.max);
            painter.rect_filled(after, 0.0, palette.panel.gamma_multiply(0.75));
        }
    }

    fn ruler(&self, studio: &Studio) -> Ruler {
        Ruler { rect: self.rect, height: RULER, scale: self.scale, rate: studio.document.frame_rate() }
    }

    fn paint_rows(&self, painter: &Painter, studio: &Studio, palette: &Palette) {
        for (index, row) in self.rows.iter().enumerate().take(self.visible_rows()) {
            let y = self.row_y(index);
            let is_chosen = matches!(row.joints.as_deref(), Some(&[joint]) if studio.document.selection.contains(joint));
            if is_chosen {
                let band = Rect::from_min_max(
                    pos2(self.rect.left() - self.names, y - 0.5 * self.row),
                    pos2(self.rect.right(), y + 0.5 * self.row),
                );
                painter.rect_filled(band, 3.0, palette.chosen.gamma_multiply(0.5));
            }
            let names = painter.with_clip_rect(Rect::from_min_max(
                pos2(self.rect.left() - self.names, y - self.row),
                pos2(self.rect.left() - 6.0, y + self.row),
            ));
            let color = if row.is_inner { palette.weak } else { palette.text };
            let indent = if row.is_inner { 16.0 } else { 4.0 };
            names.text(pos2(self.rect.left() - self.names + indent, y), Align2::LEFT_CENTER, &row.name, FontId::proportional(12.0), color);
            for &time in &row.times {
                let x = self.x(time);
                if x < self.rect.left() - KEY || x > self.rect.right() + KEY {
                    continue;
                }
                let keys = self.keys_of(index, time);
                let is_chosen = !keys.is_empty() && keys.iter().all(|key| studio.time_line.chosen.contains(key));
                diamond(painter, pos2(x, y), if is_chosen { palette.held } else { palette.accent }, palette.sunken);
            }
        }
    }

    fn paint_time(&self, painter: &Painter, studio: &Studio, palette: &Palette) {
        let x = self.x(studio.document.time());
        if x < self.rect.left() - 1.0 || x > self.rect.right() {
            return;
        }
        painter.line_segment([pos2(x, self.rect.top()), pos2(x, self.rect.bottom())], Stroke::new(1.5, palette.alert));
        let head = vec![pos2(x - 5.0, self.rect.top()), pos2(x + 5.0, self.rect.top()), pos2(x, self.rect.top() + 8.0)];
        painter.add(Shape::convex_polygon(head, palette.alert, Stroke::NONE));
    }
}

fn diamond(painter: &Painter, at: Pos2, fill: Color32, line: Color32) {
    let corners = [vec2(0.0, -KEY), vec2(KEY, 0.0), vec2(0.0, KEY), vec2(-KEY, 0.0)].map(|corner| at + corner).to_vec();
    painter.add(Shape::convex_polygon(corners, fill, Stroke::new(1.0, line)));
}

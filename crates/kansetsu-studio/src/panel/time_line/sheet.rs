//! The sheet of keys: one row for everything, one for each limb, and below the limbs that are
//! worked on one for each of their joints.
// size: one widget: rows, touch and drawing of the sheet share one layout.

mod paint;

use std::sync::Arc;

use eframe::egui::{
    Align2, FontId, Key, Pos2, Rect, Response, Role, Sense, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use super::ruler::Ruler;
use crate::{
    app::{Action, Context, Edit, Scale, Select, SheetGesture, Time, TimeLine, theme::Palette},
    document::Actor,
    library::Group,
    motion::{KeyAt, Motion, SAME_TIME},
    text::Phrase,
};

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
    of: RowOf,
    /// Whether it is below the row of its limb.
    is_inner: bool,
    times: Vec<f32>,
}

/// What a row has the keys of.
enum RowOf {
    Everything,
    Joints(Vec<usize>),
    /// The expressions.
    Face,
}

impl RowOf {
    fn keys(&self, motion: &Motion, span: [f32; 2]) -> Vec<KeyAt> {
        match self {
            Self::Everything => motion.keys_between(None, span),
            Self::Joints(joints) => motion.keys_between(Some(joints), span),
            Self::Face => motion.face_keys_between(span),
        }
    }
}

/// The sheet with the data to draw and touch it.
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
pub fn names(cx: &Context<'_>) -> f32 {
    if cx.view.layout.is_some() { NARROW } else { NAMES }
}

/// Shows the ruler, the rows and the time.
pub fn show(ui: &mut Ui, cx: &Context<'_>, state: &mut TimeLine) -> Vec<Action> {
    let mut actions = Vec::new();
    let rect = ui.available_rect_before_wrap();
    let (row, names) =
        (if cx.view.layout.is_some() { ui.spacing().interact_size.y } else { ROW }, names(cx));
    if rect.height() < RULER + row || rect.width() < names + 60.0 {
        return actions;
    }
    let keys_rect = Rect::from_min_max(pos2(rect.left() + names, rect.top()), rect.max);
    let response = ui.allocate_rect(rect, Sense::click_and_drag());
    state.is_pointed = response.contains_pointer();
    let name = cx.words().say("Timeline", "タイムライン");
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, name));
    let duration = cx.document.duration().unwrap_or(2.0);
    let scale =
        *state.scale.get_or_insert_with(|| Scale::fitting(duration.max(SHOWN), keys_rect.width()));
    let Some(actor) = cx.actor() else { return actions };
    let motion = actor.playing().cloned();
    let sheet = Sheet {
        rect: keys_rect,
        row,
        names,
        scale,
        rows: rows(cx, actor, motion.as_deref()),
        motion,
    };
    sheet.touch(ui, cx, (&mut *state, &mut actions), &response);
    sheet.paint(ui, cx, state, actor);
    actions
}

/// Everything; then the parts of the body that have keys or selected joints, those with selected
/// joints first and in full; then what belongs to no part.
fn rows(cx: &Context<'_>, actor: &Actor, motion: Option<&Motion>) -> Vec<Row> {
    let words = cx.words();
    let all = words.say("All joints", "すべてのボーン").to_owned();
    let times = motion.map_or_else(Vec::new, |motion| motion.key_times(None));
    let mut rows = vec![Row { name: all, of: RowOf::Everything, is_inner: false, times }];
    if let Some(motion) = motion.filter(|motion| !motion.weights.is_empty()) {
        let name = words.say("Expressions", "表情").to_owned();
        rows.push(Row { name, of: RowOf::Face, is_inner: false, times: motion.face_times() });
    }
    let chosen = cx.document.selection.joints.iter().rev().copied();
    let keyed = motion.into_iter().flat_map(|motion| motion.tracks.iter().map(|track| track.joint));
    let mut seen: Vec<usize> = Vec::new();
    for joint in chosen.chain(keyed).filter(|&joint| joint < actor.joint_count()) {
        if !seen.contains(&joint) {
            seen.push(joint);
        }
    }
    let row = |name: String, joints: Vec<usize>, is_inner: bool| {
        let times = motion.map_or_else(Vec::new, |motion| motion.key_times(Some(&joints)));
        Row { name, of: RowOf::Joints(joints), is_inner, times }
    };
    let is_chosen = |joint: &usize| cx.document.selection.contains(*joint);
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
        rows.push(row(group.name().get(cx.language()).to_owned(), joints.clone(), false));
        if is_open {
            rows.extend(
                joints
                    .into_iter()
                    .map(|joint| row(cx.words().joint(actor, joint), vec![joint], true)),
            );
        }
    }
    rows.extend(
        seen.into_iter().map(|joint| row(cx.words().joint(actor, joint), vec![joint], false)),
    );
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

    /// The keys of a diamond.
    fn keys_of(&self, row: usize, time: f32) -> Vec<KeyAt> {
        let span = [time - SAME_TIME, time + SAME_TIME];
        self.motion.as_ref().map_or_else(Vec::new, |motion| self.rows[row].of.keys(motion, span))
    }

    /// The diamond under the pointer: its row and time.
    fn key_at(&self, at: Pos2) -> Option<(usize, f32)> {
        let row = ((at.y - self.rect.top() - RULER) / self.row).floor();
        let row = (row >= 0.0).then_some(row as usize).filter(|&row| row < self.visible_rows())?;
        let near = |time: &&f32| (self.x(**time) - at.x).abs() <= (0.4 * self.row).max(KEY + 3.0);
        let distance = |time: &&f32| ((self.x(**time) - at.x).abs() * 100.0) as i64;
        self.rows[row].times.iter().filter(near).min_by_key(distance).map(|&time| (row, time))
    }

    fn touch(
        &self,
        ui: &Ui,
        cx: &Context<'_>,
        (state, actions): (&mut TimeLine, &mut Vec<Action>),
        response: &Response,
    ) {
        self.look(ui, state, response);
        self.keyboard(ui, (state, actions), response);
        let Some(at) = ui.input(|input| input.pointer.interact_pos()) else { return };
        // A quick click comes and goes within one picture.
        let is_on = response.is_pointer_button_down_on() || response.clicked();
        let pressed = ui.input(|input| input.pointer.primary_pressed()) && is_on;
        let is_down = ui.input(|input| input.pointer.any_down());
        if pressed {
            state.gesture = self.press(ui, cx, (state, actions), at);
        } else if ui.input(|input| input.pointer.middle_down())
            && response.is_pointer_button_down_on()
        {
            state.gesture = SheetGesture::Pan;
        }
        match state.gesture.clone() {
            SheetGesture::Idle => {}
            SheetGesture::Scrub(from) => {
                let is_click = from.distance(at) <= STILL;
                let meant = if is_click { self.ruler(cx).meant(ui.painter(), at) } else { at };
                self.scrub(cx, actions, meant);
            }
            SheetGesture::Keys { from, moved } => {
                self.drag_keys((ui, cx), (state, actions), at, (from, moved))
            }
            SheetGesture::Retime { anchor, from, factor } => {
                self.retime(cx, (state, actions), at, (anchor, from, factor))
            }
            SheetGesture::Box(corner) => self.choose_in(ui, state, Rect::from_two_pos(corner, at)),
            SheetGesture::Pan => {
                let moved = ui.input(|input| input.pointer.delta().x);
                state.scale = Some(self.scale.panned(moved));
            }
        }
        if !is_down {
            match state.gesture {
                SheetGesture::Keys { moved, .. } => {
                    actions.push(Action::Edit(Edit::EndMove(moved)))
                }
                SheetGesture::Retime { anchor, factor, .. } => {
                    actions.push(Action::Edit(Edit::EndRetime(anchor, factor)))
                }
                // A click beside the keys goes to its time.
                SheetGesture::Box(corner) if corner.distance(at) < STILL => {
                    self.scrub(cx, actions, at)
                }
                _ => {}
            }
            state.gesture = SheetGesture::Idle;
        }
    }

    /// The wheel zooms at the pointer; with Shift, or sideways, it pans.
    fn look(&self, ui: &Ui, state: &mut TimeLine, response: &Response) {
        if !response.contains_pointer() {
            return;
        }
        let (scroll, shift, at) = ui.input(|input| {
            (input.smooth_scroll_delta, input.modifiers.shift, input.pointer.hover_pos())
        });
        let Some(at) = at.filter(|_| scroll != Vec2::ZERO) else { return };
        let scale = if shift || scroll.x != 0.0 {
            self.scale.panned(scroll.x + scroll.y)
        } else {
            self.scale.zoomed((scroll.y / 200.0).exp2(), at.x - self.rect.left())
        };
        state.scale = Some(scale);
    }

    fn keyboard(
        &self,
        ui: &Ui,
        (state, actions): (&mut TimeLine, &mut Vec<Action>),
        response: &Response,
    ) {
        let wants = response.contains_pointer()
            && !state.chosen.is_empty()
            && !ui.ctx().text_edit_focused();
        if wants && ui.input(|input| input.key_pressed(Key::Backspace)) {
            let keys = std::mem::take(&mut state.chosen);
            actions.push(Action::edit_motion(
                Phrase::new("Delete keys", "キーを削除"),
                move |motion| motion.delete_keys(&keys),
            ));
        }
    }

    fn press(
        &self,
        ui: &Ui,
        cx: &Context<'_>,
        (state, actions): (&mut TimeLine, &mut Vec<Action>),
        at: Pos2,
    ) -> SheetGesture {
        let adds = ui.input(|input| input.modifiers.shift || input.modifiers.command);
        if at.x < self.rect.left() {
            actions.extend(self.choose_joint(at));
            return SheetGesture::Idle;
        }
        if at.y < self.rect.top() + RULER {
            return SheetGesture::Scrub(at);
        }
        let Some((row, time)) = self.key_at(at) else {
            if !adds {
                state.chosen.clear();
            }
            return SheetGesture::Box(at);
        };
        let keys = self.keys_of(row, time);
        let are_chosen = keys.iter().all(|key| state.chosen.contains(key));
        if are_chosen
            && ui.input(|input| input.modifiers.command)
            && let Some(anchor) = Self::other_end(&state.chosen, time)
        {
            return SheetGesture::Retime { anchor, from: time, factor: 1.0 };
        }
        if !are_chosen {
            if !adds {
                state.chosen.clear();
            }
            state.chosen.extend(keys);
        }
        if cx.document.time() != time {
            actions.push(Action::Time(Time::Go(time)));
        }
        SheetGesture::Keys { from: self.time(at), moved: 0.0 }
    }

    /// What a press on the name of a row selects.
    fn choose_joint(&self, at: Pos2) -> Option<Action> {
        let row = ((at.y - self.rect.top() - RULER) / self.row).floor().max(0.0) as usize;
        Some(Action::Select(match &self.rows.get(row)?.of {
            RowOf::Joints(joints) => match joints[..] {
                [joint] => Select::Joint(joint),
                _ => Select::Joints(joints.clone()),
            },
            RowOf::Everything => Select::Joints(Vec::new()),
            RowOf::Face => return None,
        }))
    }

    fn scrub(&self, cx: &Context<'_>, actions: &mut Vec<Action>, at: Pos2) {
        let rate = cx.document.frame_rate();
        let time = (self.time(at) * rate).round() / rate;
        actions.push(Action::Time(Time::Scrub(time)));
    }

    /// Moves the selected keys by whole frames; with Alt their copies.
    fn drag_keys(
        &self,
        (ui, cx): (&Ui, &Context<'_>),
        (state, actions): (&mut TimeLine, &mut Vec<Action>),
        at: Pos2,
        (from, before): (f32, f32),
    ) {
        let rate = cx.document.frame_rate();
        let moved = ((self.time(at) - from) * rate).round() / rate;
        if moved == before {
            return;
        }
        actions.push(Action::Edit(Edit::Begin(Phrase::new("Move keys", "キーを移動"))));
        let copies = ui.input(|input| input.modifiers.alt);
        let keys = state.chosen.clone();
        actions.push(Action::preview(move |actor| {
            if let Some(motion) = actor.playing_mut() {
                if copies { motion.copy_keys(&keys, moved) } else { motion.move_keys(&keys, moved) }
            }
            Ok(())
        }));
        state.gesture = SheetGesture::Keys { from, moved };
    }

    /// The end of the selected keys that stays when they are retimed by the one at this time;
    /// `None` where they are all at one time.
    fn other_end(chosen: &[KeyAt], time: f32) -> Option<f32> {
        let times = || chosen.iter().map(|key| key.time);
        let (first, last) = (times().reduce(f32::min)?, times().reduce(f32::max)?);
        let anchor = if time - first > last - time { first } else { last };
        ((time - anchor).abs() > SAME_TIME).then_some(anchor)
    }

    /// Brings the grabbed end of the selected keys to the frame at the pointer; the other end
    /// stays.
    fn retime(
        &self,
        cx: &Context<'_>,
        (state, actions): (&mut TimeLine, &mut Vec<Action>),
        at: Pos2,
        (anchor, from, before): (f32, f32, f32),
    ) {
        let rate = cx.document.frame_rate();
        let to = (self.time(at) * rate).round() / rate;
        let factor = ((to - anchor) / (from - anchor)).max(0.0);
        if factor == before {
            return;
        }
        actions.push(Action::Edit(Edit::Begin(Phrase::new("Retime keys", "キーの間隔を変更"))));
        let keys = state.chosen.clone();
        actions.push(Action::preview(move |actor| {
            if let Some(motion) = actor.playing_mut() {
                motion.retime_keys(&keys, anchor, factor);
            }
            Ok(())
        }));
        state.gesture = SheetGesture::Retime { anchor, from, factor };
    }

    fn choose_in(&self, ui: &Ui, state: &mut TimeLine, area: Rect) {
        let mut chosen = Vec::new();
        for row in (0..self.visible_rows()).filter(|&row| area.y_range().contains(self.row_y(row)))
        {
            let span = [self.time(area.left_top()), self.time(area.right_top())];
            let Some(motion) = &self.motion else { return };
            for key in self.rows[row].of.keys(motion, span) {
                if !chosen.contains(&key) {
                    chosen.push(key);
                }
            }
        }
        state.chosen = chosen;
        let palette = Palette::of(ui.visuals());
        ui.painter().rect_filled(area, 2.0, palette.accent.gamma_multiply(0.2));
    }

    fn paint(&self, ui: &Ui, cx: &Context<'_>, state: &TimeLine, actor: &Actor) {
        let palette = Palette::of(ui.visuals());
        let painter = ui.painter().with_clip_rect(Rect::from_min_max(
            pos2(self.rect.left() - self.names, self.rect.top()),
            self.rect.max,
        ));
        painter.rect_filled(self.rect, 4.0, palette.sunken);
        self.ruler(cx).paint(&painter, palette);
        self.paint_ends(&painter, cx.document.playback.range.and(cx.document.span()), palette);
        self.paint_rows(&painter, cx, state, palette);
        self.paint_time(&painter, cx, palette);
        if self.motion.is_none() {
            let text = cx.words().say(
                "Press ◆ Key to set the first key here.",
                "「◆ キー登録」を押すと、ここに最初のキーが打たれます。",
            );
            painter.text(
                self.rect.center(),
                Align2::CENTER_CENTER,
                text,
                FontId::proportional(13.0),
                palette.weak,
            );
        } else if !actor.unkeyed.is_empty() {
            let text = cx.words().say("un-keyed changes", "未登録の変更あり");
            painter.text(
                self.rect.right_bottom() - vec2(8.0, 4.0),
                Align2::RIGHT_BOTTOM,
                text,
                FontId::proportional(11.0),
                palette.held,
            );
        }
    }

    fn ruler(&self, cx: &Context<'_>) -> Ruler {
        Ruler { rect: self.rect, height: RULER, scale: self.scale, clock: cx.clock() }
    }
}

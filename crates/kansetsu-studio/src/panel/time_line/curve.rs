//! The angles of the selected joint over time, as curves whose keys and slopes can be dragged.

use std::sync::Arc;

use eframe::egui::{
    Align2, Button, Color32, FontId, Painter, Pos2, Rect, Response, Role, ScrollArea, Sense, Shape,
    Stroke, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};
use kansetsu::{
    d3::frame::{FrameAngles, bone_frames},
    glam::{Quat, Vec3},
};

use crate::{
    app::{
        Action, Context, CurveDrag, Edit, Grabbed, Scale, Time, TimeLine,
        drag::{chain_above, limb_levels},
        theme::Palette,
    },
    document::Actor,
    motion::{Interpolation, KeyAt, Motion},
    text::Phrase,
};

/// The angles of a joint over time.
#[derive(Clone)]
struct Curves {
    motion: Arc<Motion>,
    actor: Arc<Actor>,
    joint: usize,
    /// `parent_from_frame` at rest.
    rest: Quat,
    frame: FrameAngles,
    /// Times of the keyed rotations.
    times: Vec<f32>,
}

/// The picture of the curves.
#[derive(Clone, Copy)]
struct Chart {
    rect: Rect,
    scale: Scale,
    /// Radians at the bottom and at the top.
    range: [f32; 2],
}

/// Points that a slope's handle is away from its key.
const HANDLE: f32 = 46.0;
/// Points from the pointer within which something is grabbed.
const NEAR: f32 = 9.0;
/// Points that the legend is high.
const LEGEND: f32 = 60.0;
/// Radians: below this rotation a joint counts as at rest.
const STILL: f32 = 5e-3;
/// For slopes, seconds.
const MOMENT: f32 = 1e-3;

/// Shows the curves of the active joint.
pub fn show(
    ui: &mut Ui,
    cx: &Context<'_>,
    state: &mut TimeLine,
    [left, height]: [f32; 2],
) -> Vec<Action> {
    let mut actions = Vec::new();
    let whole = ui.available_rect_before_wrap();
    let whole = Rect::from_min_size(whole.min, vec2(whole.width(), height));
    let response = ui.allocate_rect(whole, Sense::click_and_drag());
    let name = cx.words().say("Curves", "カーブ");
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, name));
    let rect = Rect::from_min_max(pos2(whole.left() + left, whole.top()), whole.max);
    let palette = Palette::of(ui.visuals());
    ui.painter().rect_filled(rect, 4.0, palette.sunken);
    let joints = joints(cx);
    names(ui, cx, state, (&joints, whole, left));
    let Some(curves) = shown(cx, state, &joints).and_then(|joint| Curves::of(cx, joint)) else {
        let text = cx.words().say(
            "Select a joint with keys to see its curves.",
            "キーのあるボーンを選択すると、カーブが表示されます。",
        );
        ui.painter().text(
            rect.center(),
            Align2::CENTER_CENTER,
            text,
            FontId::proportional(13.0),
            palette.weak,
        );
        return actions;
    };
    let Some(scale) = state.scale else { return actions };
    let chart = Chart { rect, scale, range: curves.range() };
    touch(ui, (state, &mut actions), &response, (&curves, &chart));
    paint(ui, cx, &state.chosen, (&curves, &chart), left);
    actions
}

/// The joints whose curves belong to the selected one: itself, and those of its limb, which a drag
/// of it turns. Those alone that are keyed, from the trunk outwards.
fn joints(cx: &Context<'_>) -> Vec<usize> {
    let Some((actor, joint)) = cx.active() else { return Vec::new() };
    let Some(motion) = actor.playing() else { return Vec::new() };
    let is_keyed =
        |joint: &usize| motion.track(*joint).is_some_and(|track| !track.rotation.is_empty());
    let mut joints = chain_above(actor, joint, limb_levels(actor, joint));
    joints.reverse();
    joints.push(joint);
    joints.retain(is_keyed);
    joints
}

/// The one of them that is shown: which was asked for, else the selected one where it turns, else
/// the one that turns farthest.
fn shown(cx: &Context<'_>, state: &TimeLine, joints: &[usize]) -> Option<usize> {
    let (actor, joint) = cx.active()?;
    let motion = actor.playing()?;
    let turns = |joint: usize| {
        let keys = motion.track(joint).map_or(&[][..], |track| track.rotation.as_slice());
        keys.iter().map(|key| key.value.angle_between(keys[0].value)).fold(0.0, f32::max)
    };
    let asked = state.curve_of.filter(|asked| joints.contains(asked));
    let own = Some(joint).filter(|joint| joints.contains(joint) && turns(*joint) > STILL);
    asked.or(own).or_else(|| joints.iter().copied().max_by(|a, b| turns(*a).total_cmp(&turns(*b))))
}

/// The names of the joints that can be shown, below the legend.
fn names(
    ui: &mut Ui,
    cx: &Context<'_>,
    state: &mut TimeLine,
    (joints, whole, left): (&[usize], Rect, f32),
) {
    let Some(actor) = cx.actor().filter(|_| joints.len() > 1) else { return };
    let (words, now) = (cx.words(), shown(cx, state, joints));
    let room = Rect::from_min_max(
        whole.min + vec2(0.0, LEGEND),
        pos2(whole.left() + left - 6.0, whole.bottom()),
    );
    let mut ui = ui.new_child(UiBuilder::new().max_rect(room));
    ScrollArea::vertical().id_salt("joints of the curves").show(&mut ui, |ui| {
        for &joint in joints {
            let name = Button::selectable(now == Some(joint), words.joint(actor, joint)).truncate();
            if ui.add(name).clicked() {
                state.curve_of = Some(joint);
            }
        }
    });
}

impl Curves {
    fn of(cx: &Context<'_>, joint: usize) -> Option<Self> {
        let actor = Arc::clone(cx.actor()?);
        let motion = Arc::clone(actor.playing()?);
        let times: Vec<f32> = motion.track(joint)?.rotation.iter().map(|key| key.time).collect();
        let rest = actor.figure.rig.skeleton.joints()[joint].rest.rotation;
        let frame = FrameAngles::new(bone_frames(&actor.figure.rig.skeleton, &[])[joint]);
        (!times.is_empty()).then_some(Self { motion, joint, rest, frame, times, actor })
    }

    /// How the joint is rotated from rest at a time.
    fn turn(&self, time: f32) -> Quat {
        let mut pose = (*self.actor.base).clone();
        self.motion.sample(time, &mut pose);
        self.rest.inverse() * pose.locals[self.joint].rotation
    }

    fn angles(&self, time: f32, near: Vec3) -> Vec3 {
        self.frame.decompose_near(self.turn(time), near)
    }

    /// Angles at `count` times from the first on, each near the one before.
    fn sampled(&self, first: f32, step: f32, count: usize) -> Vec<Vec3> {
        let mut near = self.frame.decompose(self.turn(first));
        (0..count)
            .map(|index| {
                near = self.angles(first + step * index as f32, near);
                near
            })
            .collect()
    }

    fn range(&self) -> [f32; 2] {
        let end = self.motion.duration.max(0.1);
        let all = self.sampled(0.0, end / 120.0, 121);
        let low = all.iter().map(|angles| angles.min_element()).fold(f32::INFINITY, f32::min);
        let high = all.iter().map(|angles| angles.max_element()).fold(f32::NEG_INFINITY, f32::max);
        let room = (0.15 * (high - low)).max(0.17);
        [low - room, high + room]
    }

    /// How fast each angle changes just before (-1) or after (1) a time.
    fn rates(&self, time: f32, side: f32) -> Vec3 {
        let here = self.angles(time, Vec3::ZERO);
        let beside = self.angles(time + side * MOMENT, here);
        (beside - here) / (side * MOMENT)
    }

    /// The rotation from the parent in which the angles are these.
    fn rotation(&self, angles: Vec3) -> Quat {
        (self.rest * self.frame.compose(angles)).normalize()
    }

    /// The angular velocity, in the parent's frame, of angles that change at these rates.
    fn velocity(&self, angles: Vec3, rates: Vec3) -> Vec3 {
        let about_y = Quat::from_rotation_y(angles.y);
        let about_x = about_y * Quat::from_rotation_x(angles.x);
        let sum = Vec3::Y * rates.y + about_y * Vec3::X * rates.x + about_x * Vec3::Z * rates.z;
        self.rest * (self.frame.frame.normalize() * sum)
    }
}

impl Chart {
    fn at(&self, time: f32, angle: f32) -> Pos2 {
        let [low, high] = self.range;
        let part = (angle - low) / (high - low);
        pos2(
            self.rect.left() + self.scale.x_of(time),
            self.rect.bottom() - part * self.rect.height(),
        )
    }

    fn angle_at(&self, y: f32) -> f32 {
        let [low, high] = self.range;
        low + (self.rect.bottom() - y) / self.rect.height() * (high - low)
    }

    /// Radians per second for a point down and a point to the right.
    fn slope_of(&self, across: f32, down: f32) -> f32 {
        let [low, high] = self.range;
        let per_point = (high - low) / self.rect.height();
        -down * per_point / (across / self.scale.per_second)
    }

    fn handle(&self, key: Pos2, rate: f32, side: f32) -> Pos2 {
        let [low, high] = self.range;
        let down = -rate / self.scale.per_second / ((high - low) / self.rect.height());
        key + vec2(1.0, down).normalized() * (HANDLE * side)
    }
}

fn touch(
    ui: &Ui,
    (state, actions): (&mut TimeLine, &mut Vec<Action>),
    response: &Response,
    (curves, chart): (&Curves, &Chart),
) {
    let Some(at) = ui.input(|input| input.pointer.interact_pos()) else { return };
    // A quick click comes and goes within one picture.
    let is_on = response.is_pointer_button_down_on() || response.clicked();
    let pressed = ui.input(|input| input.pointer.primary_pressed()) && is_on;
    if pressed {
        let grabbed = grab(curves, chart, at);
        state.curve = grabbed.map(|(grabbed, place)| CurveDrag {
            grabbed,
            range: chart.range,
            press: at,
            offset: place - at,
        });
        let grabbed = grabbed.map(|(grabbed, _)| grabbed);
        if let Some(Grabbed::Key { time, .. } | Grabbed::Slope { time, .. }) = grabbed {
            state.chosen = vec![KeyAt::joint(curves.joint, time)];
            actions.push(Action::Time(Time::Go(time)));
            actions.push(Action::Edit(Edit::Begin(Phrase::new("Edit curve", "カーブの編集"))));
        }
    }
    let Some(CurveDrag { grabbed, range, press, offset }) = state.curve else { return };
    // The chart keeps its height while something is dragged, else what is dragged would run away.
    let chart = Chart { range, ..*chart };
    if ui.input(|input| input.pointer.any_down()) {
        let breaks = ui.input(|input| input.modifiers.alt || input.modifiers.shift);
        // A click selects. What was grabbed beside its middle stays beside it.
        if at != press {
            actions.push(drag((curves, &chart), grabbed, (at + offset, breaks)));
        }
    } else {
        actions.push(Action::Edit(Edit::Commit));
        state.curve = None;
    }
}

fn grab(curves: &Curves, chart: &Chart, at: Pos2) -> Option<(Grabbed, Pos2)> {
    let mut found = None;
    let mut nearest = NEAR;
    for &time in &curves.times {
        let angles = curves.angles(time, Vec3::ZERO);
        for axis in 0..3 {
            let key = chart.at(time, angles[axis]);
            let mut offer = |place: Pos2, grabbed: Grabbed| {
                if place.distance(at) < nearest {
                    nearest = place.distance(at);
                    found = Some((grabbed, place));
                }
            };
            offer(key, Grabbed::Key { time, axis });
            for side in [-1.0, 1.0] {
                offer(
                    chart.handle(key, curves.rates(time, side)[axis], side),
                    Grabbed::Slope { time, axis, side },
                );
            }
        }
    }
    found
}

/// Every drag starts from the press again: the current curves do not matter to it.
fn drag(
    (curves, chart): (&Curves, &Chart),
    grabbed: Grabbed,
    (at, breaks): (Pos2, bool),
) -> Action {
    let (curves, chart) = (curves.clone(), *chart);
    let joint = curves.joint;
    Action::preview(move |actor| {
        let base = Arc::clone(&actor.base);
        let rest = actor.rest_pose();
        let Some(motion) = actor.playing_mut() else { return Ok(()) };
        match grabbed {
            Grabbed::Key { time, axis } => {
                let mut pose = (*base).clone();
                motion.sample(time, &mut pose);
                let turn = curves.rest.inverse() * pose.locals[joint].rotation;
                let mut angles = curves.frame.decompose(turn);
                angles[axis] = chart.angle_at(at.y);
                pose.locals[joint].rotation = curves.rotation(angles);
                motion.set_keys(&[joint], time, &pose, &rest);
            }
            Grabbed::Slope { time, axis, side } => {
                let angles = curves.angles(time, Vec3::ZERO);
                let key = chart.at(time, angles[axis]);
                let across = (at.x - key.x) * side;
                let slope = chart.slope_of(across.max(2.0) * side, at.y - key.y);
                let side_of = |which: f32| {
                    let mut rates = curves.rates(time, which);
                    if which == side || !breaks {
                        rates[axis] = slope;
                    }
                    curves.velocity(angles, rates)
                };
                let keys = [KeyAt::joint(joint, time)];
                motion.set_interpolation(&keys, Interpolation::Cubic);
                motion.set_rotation_slopes(&keys, Some([side_of(-1.0), side_of(1.0)]));
            }
        }
        Ok(())
    })
}

fn paint(
    ui: &Ui,
    cx: &Context<'_>,
    chosen: &[KeyAt],
    (curves, chart): (&Curves, &Chart),
    left: f32,
) {
    let palette = Palette::of(ui.visuals());
    let painter = ui.painter().with_clip_rect(chart.rect);
    lines(&painter, chart, palette);
    let colors = [
        Color32::from_rgb(0xe0, 0x4a, 0x3f),
        Color32::from_rgb(0x4f, 0xa8, 0x3d),
        Color32::from_rgb(0x3d, 0x7d, 0xe0),
    ];
    let count = (chart.rect.width() / 3.0) as usize + 1;
    let sampled = curves.sampled(chart.scale.first, 3.0 / chart.scale.per_second, count);
    for (axis, color) in colors.into_iter().enumerate() {
        let point = |(index, angles): (usize, &Vec3)| {
            chart.at(chart.scale.first + 3.0 * index as f32 / chart.scale.per_second, angles[axis])
        };
        painter.add(Shape::line(
            sampled.iter().enumerate().map(point).collect(),
            Stroke::new(1.8, color),
        ));
    }
    for &time in &curves.times {
        let is_chosen = chosen.contains(&KeyAt::joint(curves.joint, time));
        let angles = curves.angles(time, Vec3::ZERO);
        for (axis, color) in colors.into_iter().enumerate() {
            let key = chart.at(time, angles[axis]);
            if is_chosen {
                for side in [-1.0, 1.0] {
                    let handle = chart.handle(key, curves.rates(time, side)[axis], side);
                    painter.line_segment([key, handle], Stroke::new(1.0, color));
                    painter.circle_filled(handle, 3.5, color);
                }
            }
            painter.circle(
                key,
                4.5,
                if is_chosen { palette.held } else { color },
                Stroke::new(1.2, palette.sunken),
            );
        }
    }
    let x = chart.at(cx.document.time(), 0.0).x;
    painter.line_segment(
        [pos2(x, chart.rect.top()), pos2(x, chart.rect.bottom())],
        Stroke::new(1.5, palette.alert),
    );
    legend(ui, cx, chart, (left, colors));
}

/// Lines at round angles, with their degrees.
fn lines(painter: &Painter, chart: &Chart, palette: &Palette) {
    let [low, high] = chart.range.map(f32::to_degrees);
    let step = [5.0, 10.0, 15.0, 30.0, 45.0, 90.0, 180.0]
        .into_iter()
        .find(|step| (high - low) / step < 6.0)
        .unwrap_or(360.0);
    let first = (low / step).ceil() as i32;
    for index in first..first + 12 {
        let degrees = index as f32 * step;
        if degrees > high {
            break;
        }
        let y = chart.at(0.0, degrees.to_radians()).y;
        painter.line_segment(
            [pos2(chart.rect.left(), y), pos2(chart.rect.right(), y)],
            Stroke::new(1.0, palette.line),
        );
        let at = pos2(chart.rect.left() + 4.0, y - 1.0);
        painter.text(
            at,
            Align2::LEFT_BOTTOM,
            format!("{degrees:.0}°"),
            FontId::proportional(10.0),
            palette.weak,
        );
    }
}

fn legend(ui: &Ui, cx: &Context<'_>, chart: &Chart, (left, colors): (f32, [Color32; 3])) {
    let words = cx.words();
    let names = [
        words.say("Bend X", "曲げ X"),
        words.say("Bend Y", "曲げ Y"),
        words.say("Twist Z", "ひねり Z"),
    ];
    for (index, (name, color)) in names.into_iter().zip(colors).enumerate() {
        let at =
            pos2(chart.rect.left() - left + 6.0, chart.rect.top() + 12.0 + 18.0 * index as f32);
        ui.painter().circle_filled(at + vec2(3.0, 0.0), 4.0, color);
        let text = Palette::of(ui.visuals()).text;
        ui.painter().text(
            at + vec2(14.0, 0.0),
            Align2::LEFT_CENTER,
            name,
            FontId::proportional(12.0),
            text,
        );
    }
}

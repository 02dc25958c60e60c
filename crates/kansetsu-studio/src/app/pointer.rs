//! What the pointer does in the viewport.

use eframe::egui::{Event, InputState, Modifiers, PointerButton, Pos2, Rect, Response, Ui};
use kansetsu::glam::Vec2;

use super::{
    drag::Grabbed,
    editor::Editor,
    gesture::{Gesture, Press, SelectBox},
    handle::Handle,
    handles::{Touch, handle_at},
    navigation::Navigation,
    touchable::{JointAt, Placed, meant, place_of},
};
use crate::{
    command::Preset,
    posing::Pointer,
    viewport::{DEAD_ZONE, PICK_RADIUS, TOUCH_RADIUS, Touched, View},
};

/// Points of the wheel that double what is seen.
const ZOOM_WHEEL: f32 = 240.0;

/// Several fingers, since the picture before.
struct Fingers {
    count: usize,
    zoom: f32,
    moved: Vec2,
}

/// The pointer at one moment.
pub struct PointerInput {
    /// Pixels of the viewport; `None` when there is no pointer.
    at: Option<Vec2>,
    /// Where it was pressed: between two pictures it may have gone on.
    pressed_at: Option<Vec2>,
    moved: Vec2,
    modifiers: Modifiers,
    pressed: Option<PointerButton>,
    is_down: bool,
    is_touch: bool,
    wheel: f32,
    notches: isize,
    fingers: Option<Fingers>,
    /// Whether it is over the viewport, or was pressed there.
    is_over: bool,
    /// Whether it is pressed or clicked in the viewport.
    is_here: bool,
}

impl PointerInput {
    /// The pointer over this part of the app window.
    #[must_use]
    pub fn of(ui: &Ui, response: &Response) -> Self {
        let is_held = response.is_pointer_button_down_on();
        Self {
            is_over: response.contains_pointer() || is_held,
            // A tap may begin and end within one picture: then nothing is down any more.
            is_here: is_held || response.clicked(),
            ..ui.input(|input| Self::read(input, response.rect))
        }
    }

    fn read(input: &InputState, rect: Rect) -> Self {
        let buttons = [PointerButton::Primary, PointerButton::Secondary, PointerButton::Middle];
        let notches = input.events.iter().map(|event| match event {
            Event::MouseWheel { delta, .. } if delta.y != 0.0 => delta.y.signum() as isize,
            _ => 0,
        });
        let mut presses = input.events.iter().filter_map(|event| match event {
            Event::PointerButton { pos, pressed: true, .. } => Some(*pos),
            _ => None,
        });
        Self {
            at: input.pointer.interact_pos().map(|at| in_view(at, rect)),
            pressed_at: presses.next_back().map(|at| in_view(at, rect)),
            moved: Vec2::new(input.pointer.delta().x, input.pointer.delta().y),
            modifiers: input.modifiers,
            pressed: buttons.into_iter().find(|&button| input.pointer.button_pressed(button)),
            is_down: input.pointer.any_down(),
            is_touch: input.any_touches(),
            wheel: input.smooth_scroll_delta.y,
            notches: notches.sum(),
            fingers: input.multi_touch().map(|touch| Fingers {
                count: touch.num_touches,
                zoom: touch.zoom_delta,
                moved: Vec2::new(touch.translation_delta.x, touch.translation_delta.y),
            }),
            is_over: false,
            is_here: false,
        }
    }

    /// Whether fingers touch the app window.
    #[must_use]
    pub const fn is_touch(&self) -> bool {
        self.is_touch
    }

    /// `in_depth`: what Alt turns round.
    fn pointer(&self, at: Vec2, in_depth: bool) -> Pointer {
        Pointer { pixel: at, slow: self.modifiers.shift, in_depth: self.modifiers.alt != in_depth }
    }

    const fn radius(&self) -> f32 {
        if self.is_touch { TOUCH_RADIUS } else { PICK_RADIUS }
    }
}

fn in_view(at: Pos2, rect: Rect) -> Vec2 {
    Vec2::new(at.x - rect.left(), at.y - rect.top())
}

impl Editor<'_> {
    /// Takes in what the pointer did in the viewport. Returns whether it has ended a drag that has
    /// changed the pose.
    pub fn take_pointer(
        &mut self,
        input: &PointerInput,
        view: &View,
        (placed, preset): (&[Placed], Preset),
    ) -> bool {
        if let Some(fingers) = &input.fingers {
            self.pinch(view, fingers, input.at);
            return false;
        }
        match std::mem::take(&mut self.session.gesture) {
            Gesture::Idle => self.idle(view, placed, preset, input),
            Gesture::Press(press) => return self.pressed(view, press, input),
            Gesture::Navigate(navigation) => {
                if input.is_down {
                    self.document.view.camera = navigation.apply(view, input.moved);
                    self.session.gesture = Gesture::Navigate(navigation);
                }
            }
            Gesture::Drag => return self.dragging(input),
            Gesture::Limit => self.dragging_limit(input),
            Gesture::Box(area) => self.select_in(view, placed, area, input),
            Gesture::Pinch => {
                if input.is_down {
                    self.session.gesture = Gesture::Pinch;
                }
            }
        }
        false
    }

    fn idle(&mut self, view: &View, placed: &[Placed], preset: Preset, input: &PointerInput) {
        self.session.hover.joint = None;
        self.session.hover.handle = None;
        let Some(at) = input.pressed_at.or(input.at).filter(|_| input.is_over) else {
            return;
        };
        let mut touched = meant(self.document.content(), placed, view, at, input.radius());
        let pixels =
            |target: JointAt| Some(view.project(place_of(placed, target)?)?.pixel.distance(at));
        // A bone represents the joint at its end, but an arrow over a bone is an arrow.
        let nearest = touched
            .first()
            .and_then(|(target, _)| pixels(*target))
            .filter(|pixels| *pixels <= input.radius());
        let touch = Touch { at, radius: input.radius(), joint: nearest };
        let handle = handle_at(self.document, self.session, view, placed, touch);
        if handle.is_some() {
            touched.clear();
        }
        let own = |target: &JointAt| target.actor == self.document.selection.actor;
        self.session.hover.joint =
            touched.first().map(|(target, _)| *target).filter(own).map(|target| target.joint);
        self.session.hover.handle = handle;
        if input.wheel != 0.0 {
            self.document.view.camera =
                view.camera.zoomed((input.wheel / ZOOM_WHEEL).exp2(), at, view.size);
        }
        let Some(button) = input.pressed.filter(|_| input.is_here) else { return };
        let poses = button == PointerButton::Primary
            && !Navigation::is_over_joints(preset, input.modifiers);
        let press = poses.then(|| self.press(at, touched, handle)).flatten();
        self.session.gesture = match press {
            Some(press) => Gesture::Press(press),
            None if Navigation::is_box(preset, button, input.modifiers) => {
                let adds = input.modifiers.shift;
                Gesture::Box(SelectBox { corners: [at; 2], adds })
            }
            None => Navigation::of(preset, button, input.modifiers)
                .map_or(Gesture::Idle, Gesture::Navigate),
        };
    }

    /// Follows a box; at its release, selects what is seen in it: of the selected figure, else of
    /// the first figure that has joints there.
    fn select_in(&mut self, view: &View, placed: &[Placed], area: SelectBox, input: &PointerInput) {
        if input.pressed == Some(PointerButton::Secondary) {
            return;
        }
        let [from, to] = [area.corners[0], input.at.unwrap_or(area.corners[1])];
        if input.is_down {
            let corners = [from, to];
            self.session.gesture = Gesture::Box(SelectBox { corners, ..area });
            return;
        }
        let is_in = |target: JointAt| {
            let seen = place_of(placed, target).and_then(|place| view.project(place));
            seen.is_some_and(|seen| {
                seen.pixel.cmpge(from.min(to)).all() && seen.pixel.cmple(from.max(to)).all()
            })
        };
        let of = |actor: usize| -> Vec<usize> {
            let shown = placed.get(actor).map_or(&[][..], |placed| &placed.shown);
            let joints = shown.iter().enumerate().filter(|(_, is_shown)| **is_shown);
            joints
                .map(|(joint, _)| joint)
                .filter(|&joint| is_in(JointAt { actor, joint }))
                .collect()
        };
        let own = self.document.selection.actor;
        let figures = std::iter::once(own).chain((0..placed.len()).filter(|&other| other != own));
        let found = figures.map(|actor| (actor, of(actor))).find(|(_, joints)| !joints.is_empty());
        let (actor, joints) = found.unwrap_or((own, Vec::new()));
        self.finish_field();
        self.choose_actor(actor);
        let selection = &mut self.document.selection;
        if !area.adds {
            selection.joints.clear();
        }
        for joint in joints {
            if !selection.contains(joint) {
                selection.toggle(joint);
            }
        }
    }

    /// What is grabbed: the joint that is touched, or a handle of the selected one.
    fn press(
        &self,
        at: Vec2,
        touched: Vec<(JointAt, Touched)>,
        handle: Option<Handle>,
    ) -> Option<Press> {
        if let Some(&(target, _)) = touched.first() {
            return Some(Press { at, target, touched, handle: None });
        }
        let joint = self.document.selection.active_joint()?;
        let target = JointAt { actor: self.document.selection.actor, joint };
        Some(Press { at, target, touched, handle: Some(handle?) })
    }

    fn pressed(&mut self, view: &View, press: Press, input: &PointerInput) -> bool {
        let Some(at) = input.at else { return false };
        if at.distance(press.at) > DEAD_ZONE {
            self.finish_field();
            self.choose_actor(press.target.actor);
            self.document.selection.set(press.target.joint);
            if let Some(Handle::Limit(id)) = press.handle {
                self.begin_limit_drag(id, *view, Pointer::at(press.at));
                self.dragging_limit(input);
            } else {
                self.begin_drag(
                    Grabbed { joint: press.target.joint, handle: press.handle },
                    *view,
                    Pointer::at(press.at),
                );
                return self.dragging(input);
            }
        } else if input.is_down {
            self.session.gesture = Gesture::Press(press);
        } else {
            self.click(&press, input.modifiers);
        }
        false
    }

    /// A click selects; again at the same place, the next joint that lies there.
    fn click(&mut self, press: &Press, modifiers: Modifiers) {
        let touched: Vec<Touched> = press.touched.iter().map(|(_, touched)| *touched).collect();
        let Some(taken) = self.session.clicks.click(press.at, &touched) else { return };
        let found = press.touched.iter().find(|(_, touched)| touched.joint == taken);
        let target = found.map_or(press.target, |(target, _)| *target);
        self.choose_actor(target.actor);
        if modifiers.shift || modifiers.command {
            self.document.selection.toggle(target.joint);
        } else {
            self.document.selection.set(target.joint);
        }
    }

    /// Returns whether the drag is at its end and has changed the pose.
    fn dragging(&mut self, input: &PointerInput) -> bool {
        if self.session.drag.is_none() {
            // It was cancelled; the button may still be down.
            self.session.gesture = if input.is_down { Gesture::Drag } else { Gesture::Idle };
            return false;
        }
        if input.pressed == Some(PointerButton::Secondary) {
            self.cancel_drag();
        }
        if input.notches != 0 {
            self.change_levels(input.notches);
        }
        let in_depth = self.document.settings.in_depth;
        if let Some(pointer) = input.at.map(|at| input.pointer(at, in_depth))
            && self.session.drag.as_ref().is_some_and(|session| session.has_changed(pointer))
        {
            self.drag_to(pointer);
        }
        if input.is_down {
            self.session.gesture = Gesture::Drag;
            return false;
        }
        self.end_drag()
    }

    fn dragging_limit(&mut self, input: &PointerInput) {
        if input.pressed == Some(PointerButton::Secondary) {
            self.cancel_drag();
        }
        if let Some(at) = input.at {
            self.limit_drag_to(input.pointer(at, false));
        }
        if input.is_down {
            self.session.gesture = Gesture::Limit;
        } else {
            self.end_limit_drag();
        }
    }

    /// Two fingers look around and zoom, three move the view; a drag that one of them began is
    /// taken back.
    fn pinch(&mut self, view: &View, fingers: &Fingers, at: Option<Vec2>) {
        self.cancel_drag();
        let middle = at.unwrap_or(0.5 * view.size);
        let zoomed = view.camera.zoomed(fingers.zoom, middle, view.size);
        let height = view.size.y;
        self.document.view.camera = if fingers.count > 2 {
            zoomed.panned(fingers.moved, height)
        } else {
            zoomed.orbited(fingers.moved, height)
        };
        self.session.gesture = Gesture::Pinch;
    }
}

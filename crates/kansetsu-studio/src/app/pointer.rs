//! What the pointer does in the viewport.

use eframe::egui::{Event, InputState, Modifiers, PointerButton, Pos2, Rect, Response, Ui};
use kansetsu::glam::Vec2;

use super::{
    Handle, Studio,
    drag::{Grabbed, Session},
    navigation::Navigation,
    touchable::{JointAt, Placed, meant, place_of},
};
use crate::{
    posing::Pointer,
    viewport::{DEAD_ZONE, PICK_RADIUS, TOUCH_RADIUS, Touched, View},
};

/// What the pointer is doing.
#[derive(Clone, Debug, Default)]
pub enum Gesture {
    /// Nothing is pressed.
    #[default]
    Idle,
    /// Pressed on something, not yet far enough away for a drag.
    Press(Press),
    /// The camera follows.
    Navigate(Navigation),
    /// What was pressed is dragged.
    Drag,
    /// A handle of a limit is dragged.
    Limit,
    /// Two fingers; until all are lifted.
    Pinch,
}

/// A press that may become a drag or stay a click.
#[derive(Clone, Debug)]
pub struct Press {
    at: Vec2,
    target: JointAt,
    touched: Vec<(JointAt, Touched)>,
    handle: Option<Handle>,
}

/// Points of the wheel that double what is seen.
const ZOOM_WHEEL: f32 = 240.0;

/// Several fingers, since the picture before.
struct Fingers {
    count: usize,
    zoom: f32,
    moved: Vec2,
}

/// The pointer at one moment.
struct Now {
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
}

impl Now {
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
        }
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

impl Studio {
    /// Takes in what the pointer did in the viewport.
    pub fn take_pointer(&mut self, ui: &Ui, response: &Response, placed: &[Placed]) {
        let now = ui.input(|input| Now::read(input, response.rect));
        let view = self.view();
        self.fingers |= now.is_touch;
        if let Some(fingers) = &now.fingers {
            self.pinch(&view, fingers, now.at);
            return;
        }
        match std::mem::take(&mut self.gesture) {
            Gesture::Idle => self.idle(&view, response, placed, &now),
            Gesture::Press(press) => self.pressed(&view, press, &now),
            Gesture::Navigate(navigation) => {
                if now.is_down {
                    self.document.view.camera = navigation.apply(&view, now.moved);
                    self.gesture = Gesture::Navigate(navigation);
                }
            }
            Gesture::Drag => {
                self.dragging(&now);
                if self.session.as_ref().is_some_and(Session::glides) {
                    ui.ctx().request_repaint();
                }
            }
            Gesture::Limit => self.dragging_limit(&now),
            Gesture::Pinch => {
                if now.is_down {
                    self.gesture = Gesture::Pinch;
                }
            }
        }
    }

    fn idle(&mut self, view: &View, response: &Response, placed: &[Placed], now: &Now) {
        self.hover.joint = None;
        self.hover.handle = None;
        let Some(at) = now.pressed_at.or(now.at).filter(|_| response.contains_pointer() || response.is_pointer_button_down_on()) else {
            return;
        };
        let mut touched = meant(self.document.content(), placed, view, at, now.radius());
        let pixels = |target: JointAt| Some(view.project(place_of(placed, target)?)?.pixel.distance(at));
        // A bone stands for the joint at its end, but an arrow over a bone is an arrow.
        let nearest = touched.first().and_then(|(target, _)| pixels(*target)).filter(|pixels| *pixels <= now.radius());
        let handle = self.handle_at(view, placed, (at, now.radius()), nearest);
        if handle.is_some() {
            touched.clear();
        }
        let own = |target: &JointAt| target.actor == self.document.selection.actor;
        self.hover.joint = touched.first().map(|(target, _)| *target).filter(own).map(|target| target.joint);
        self.hover.handle = handle;
        if now.wheel != 0.0 {
            self.document.view.camera = view.camera.zoomed((now.wheel / ZOOM_WHEEL).exp2(), at, view.size);
        }
        // A tap may begin and end within one picture: then nothing is down any more.
        let is_here = response.is_pointer_button_down_on() || response.clicked();
        let Some(button) = now.pressed.filter(|_| is_here) else { return };
        let press = (button == PointerButton::Primary).then(|| self.press(at, touched, handle)).flatten();
        self.gesture = match press {
            Some(press) => Gesture::Press(press),
            None => Navigation::of(self.preset(), button, now.modifiers).map_or(Gesture::Idle, Gesture::Navigate),
        };
    }

    /// What is grabbed: the joint that is touched, or a handle of the chosen one.
    fn press(&self, at: Vec2, touched: Vec<(JointAt, Touched)>, handle: Option<Handle>) -> Option<Press> {
        if let Some(&(target, _)) = touched.first() {
            return Some(Press { at, target, touched, handle: None });
        }
        let joint = self.document.selection.active_joint()?;
        let target = JointAt { actor: self.document.selection.actor, joint };
        Some(Press { at, target, touched, handle: Some(handle?) })
    }

    fn pressed(&mut self, view: &View, press: Press, now: &Now) {
        let Some(at) = now.at else { return };
        if at.distance(press.at) > DEAD_ZONE {
            self.finish_field();
            self.choose_actor(press.target.actor);
            self.document.selection.set(press.target.joint);
            if let Some(Handle::Limit(id)) = press.handle {
                self.begin_limit_drag(id, *view, Pointer::at(press.at));
                self.dragging_limit(now);
            } else {
                self.begin_drag(Grabbed { joint: press.target.joint, handle: press.handle }, *view, Pointer::at(press.at));
                self.dragging(now);
            }
        } else if now.is_down {
            self.gesture = Gesture::Press(press);
        } else {
            self.click(&press, now.modifiers);
        }
    }

    /// A click chooses; again at the same place, the next joint that lies there.
    fn click(&mut self, press: &Press, modifiers: Modifiers) {
        let touched: Vec<Touched> = press.touched.iter().map(|(_, touched)| *touched).collect();
        let Some(taken) = self.clicks.click(press.at, &touched) else { return };
        let found = press.touched.iter().find(|(_, touched)| touched.joint == taken);
        let target = found.map_or(press.target, |(target, _)| *target);
        self.choose_actor(target.actor);
        if modifiers.shift || modifiers.command {
            self.document.selection.toggle(target.joint);
        } else {
            self.document.selection.set(target.joint);
        }
    }

    fn dragging(&mut self, now: &Now) {
        if self.session.is_none() {
            // It was cancelled; the button may still be down.
            self.gesture = if now.is_down { Gesture::Drag } else { Gesture::Idle };
            return;
        }
        if now.pressed == Some(PointerButton::Secondary) {
            self.cancel_drag();
        }
        if now.notches != 0 {
            self.change_levels(now.notches);
        }
        let in_depth = self.document.settings.in_depth;
        if let Some(pointer) = now.at.map(|at| now.pointer(at, in_depth))
            && self.session.as_ref().is_some_and(|session| session.is_news(pointer))
        {
            self.drag_to(pointer);
        }
        if now.is_down {
            self.gesture = Gesture::Drag;
        } else {
            self.end_drag();
        }
    }

    fn dragging_limit(&mut self, now: &Now) {
        if now.pressed == Some(PointerButton::Secondary) {
            self.cancel_drag();
        }
        if let Some(at) = now.at {
            self.limit_drag_to(now.pointer(at, false));
        }
        if now.is_down {
            self.gesture = Gesture::Limit;
        } else {
            self.end_limit_drag();
        }
    }

    /// Two fingers look around and zoom, three move the view; a drag that one of them began is taken back.
    fn pinch(&mut self, view: &View, fingers: &Fingers, at: Option<Vec2>) {
        self.cancel_drag();
        let middle = at.unwrap_or(0.5 * view.size);
        let zoomed = view.camera.zoomed(fingers.zoom, middle, view.size);
        let height = view.size.y;
        self.document.view.camera =
            if fingers.count > 2 { zoomed.panned(fingers.moved, height) } else { zoomed.orbited(fingers.moved, height) };
        self.gesture = Gesture::Pinch;
    }
}

impl Session {
    /// Whether the pointer is not where it was, or keys are held that were not, or the figure is still on its way.
    fn is_news(&self, pointer: Pointer) -> bool {
        self.posed.is_none() || self.pointer() != pointer || self.glides()
    }
}

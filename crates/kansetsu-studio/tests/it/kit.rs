//! The studio in a window without a screen, driven by the names of its parts and by pixels.

use std::sync::{Arc, OnceLock};

use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect, Theme, pos2, vec2};
use eframe::egui_wgpu::RenderState;
use egui_kittest::{Harness, kittest::Queryable};
use kansetsu::{d3::Pose, glam::Vec3};
use kansetsu_studio::{
    app::{
        Dialogs, Look, ShownLimit, ShownPole, Studio, run_command, shown_limit, shown_poles,
        touchable::{Placed, place_all},
    },
    command::Command,
    posing::limits::HandleId,
    text::Language,
};

/// The limit that is shown.
pub fn limit_of(studio: &Studio, placed: &[Placed]) -> Option<ShownLimit> {
    shown_limit(&studio.document, &studio.session, &studio.context().camera_view(), placed)
}

/// The poles that are shown.
pub fn poles_of(studio: &Studio) -> Vec<ShownPole> {
    shown_poles(&studio.document, &studio.session)
}

/// A window of the studio.
pub struct Window {
    pub harness: Harness<'static, Studio>,
}

impl Window {
    /// The studio as it opens, in English and with light colours.
    pub fn open() -> Self {
        Self::in_language(Language::English)
    }

    pub fn in_language(language: Language) -> Self {
        Self::with(language, Look::Light)
    }

    pub fn with(language: Language, look: Look) -> Self {
        Self::with_card(language, look).0
    }

    /// The same, and the graphics card that draws it.
    pub fn with_card(language: Language, look: Look) -> (Self, Option<RenderState>) {
        let card = Arc::new(OnceLock::new());
        let kept = Arc::clone(&card);
        let theme = if look == Look::Dark { Theme::Dark } else { Theme::Light };
        let builder = Harness::builder().with_size(vec2(1280.0, 800.0)).with_theme(theme).wgpu();
        let harness = builder.build_eframe(move |creation| {
            let mut studio = Studio::with_language(language);
            studio.services.preferences.look = look;
            // No test waits for somebody at a dialog.
            studio.services.dialogs = Dialogs::Typed;
            studio.attach(&creation.egui_ctx, creation.wgpu_render_state.as_ref());
            kept.get_or_init(|| creation.wgpu_render_state.clone());
            studio
        });
        let mut window = Self { harness };
        window.settle();
        (window, card.get().cloned().flatten())
    }

    /// Runs until nothing moves any more.
    pub fn settle(&mut self) {
        self.harness.run_steps(3);
        while self.studio().session.drag.as_ref().is_some_and(|session| session.glides()) {
            self.harness.run_steps(1);
        }
    }

    /// Runs until the work beside the app window is done.
    pub fn wait(&mut self) {
        self.settle();
        while self.studio().services.is_busy() {
            std::thread::sleep(std::time::Duration::from_millis(5));
            self.harness.run_steps(1);
        }
        self.settle();
    }

    pub fn studio(&self) -> &Studio {
        self.harness.state()
    }

    pub fn studio_mut(&mut self) -> &mut Studio {
        self.harness.state_mut()
    }

    pub fn pose(&self) -> Pose {
        self.studio().document.actor().expect("a figure").pose.clone()
    }

    pub fn hash(&self) -> u64 {
        self.studio().document.content().hash()
    }

    /// Presses a button by its name, scrolling to it where that is needed.
    pub fn press(&mut self, name: &str) {
        self.harness.get_by_label(name).scroll_to_me();
        self.harness.run_steps(6);
        self.harness.get_by_label(name).click();
        self.settle();
    }

    /// Clicks one of several buttons of the same name, scrolling to it where that is needed.
    pub fn press_nth(&mut self, name: &str, index: usize) {
        let button = |window: &Self| {
            let node = window.harness.get_all_by_label(name).nth(index).expect("a button");
            node.scroll_to_me();
            node.rect().center()
        };
        button(self);
        self.harness.run_steps(8);
        let at = button(self);
        self.click(at);
        self.settle();
    }

    /// The viewport in the app window.
    pub fn viewport(&self) -> Rect {
        let state = kansetsu_studio::app::state(self.studio());
        let number = |index: usize| state["viewport"][index].as_f64().expect("a number") as f32;
        Rect::from_min_size(pos2(number(0), number(1)), vec2(number(2), number(3)))
    }

    /// Where a joint is in the world.
    pub fn place(&self, name: &str) -> Vec3 {
        let actor = self.studio().document.actor().expect("a figure");
        let joint = actor.figure.find_joint(name).expect("a joint of the figure");
        actor
            .placement
            .transform_point3(actor.figure.rig.skeleton.forward(&actor.pose)[joint].translation)
    }

    /// Where a joint is in the app window.
    pub fn pixel(&self, name: &str) -> Pos2 {
        self.studio().context().pixel_of(self.place(name)).expect("the joint is in view")
    }

    pub fn move_to(&mut self, at: Pos2) {
        self.harness.event(Event::PointerMoved(at));
        self.harness.run_steps(1);
    }

    pub fn button(&mut self, at: Pos2, pressed: bool) {
        self.harness.event(Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        self.harness.run_steps(1);
    }

    /// A drag with another button, or with keys held.
    pub fn drag_with(
        &mut self,
        (button, modifiers): (PointerButton, Modifiers),
        from: Pos2,
        to: Pos2,
    ) {
        self.move_to(from);
        let event =
            |pos: Pos2, pressed: bool| Event::PointerButton { pos, button, pressed, modifiers };
        self.harness.event_modifiers(event(from, true), modifiers);
        self.harness.run_steps(1);
        for step in 1..=6 {
            self.harness.event_modifiers(
                Event::PointerMoved(from + (to - from) * (step as f32 / 6.0)),
                modifiers,
            );
            self.harness.run_steps(1);
        }
        self.harness.event_modifiers(event(to, false), modifiers);
        self.settle();
    }

    pub fn click(&mut self, at: Pos2) {
        self.move_to(at);
        self.button(at, true);
        self.button(at, false);
        self.settle();
    }

    /// Presses at one place and goes to another in steps, without letting go.
    pub fn drag(&mut self, from: Pos2, to: Pos2) {
        self.move_to(from);
        self.button(from, true);
        for step in 1..=6 {
            self.move_to(from + (to - from) * (step as f32 / 6.0));
        }
    }

    pub fn drop_at(&mut self, at: Pos2) {
        self.button(at, false);
        self.settle();
    }

    /// Drags and lets go.
    pub fn drag_and_drop(&mut self, from: Pos2, to: Pos2) {
        self.drag(from, to);
        self.drop_at(to);
    }

    /// Runs a command, as a menu does.
    pub fn run(&mut self, command: Command) {
        let context = self.harness.ctx.clone();
        run_command(self.studio_mut(), command, &context);
        self.settle();
    }

    /// Selects joints by name.
    pub fn choose(&mut self, names: &[&str]) {
        let joints = names.iter().map(|name| self.joint(name)).collect();
        self.studio_mut().document.set_selection(0, joints);
        self.settle();
    }

    pub fn joint(&self, name: &str) -> usize {
        self.studio()
            .document
            .actor()
            .expect("a figure")
            .figure
            .find_joint(name)
            .expect("a joint of the figure")
    }

    /// Where a handle of the selected joint's limit is in the app window.
    pub fn limit_handle(&self, id: HandleId) -> Pos2 {
        let studio = self.studio();
        let shown = limit_of(
            studio,
            &place_all(studio.document.content(), &studio.context().camera_view(), None),
        )
        .expect("a limit is shown");
        let handle = shown
            .handles(&studio.context().camera_view())
            .into_iter()
            .find(|handle| handle.id == id)
            .expect("the limit has this handle");
        studio.context().pixel_of(shown.place(&handle)).expect("the handle is in view")
    }

    /// Draws the app window; where `KANSETSU_TEST_PICTURES` names a folder, the picture is kept
    /// there to be looked at.
    pub fn picture(&mut self, name: &str) {
        if let Some(folder) = std::env::var_os("KANSETSU_TEST_PICTURES") {
            let picture = self.harness.render().expect("a picture of the studio");
            picture
                .save(std::path::Path::new(&folder).join(format!("{name}.png")))
                .expect("the folder is there");
        }
    }

    /// How many pixels are more red than anything else.
    pub fn red(&mut self) -> usize {
        let picture = self.harness.render().expect("a picture of the studio");
        picture
            .pixels()
            .filter(|pixel| i32::from(pixel[0]) > 40 + i32::from(pixel[1].max(pixel[2])))
            .count()
    }

    pub fn key(&mut self, key: Key) {
        self.harness.key_press(key);
        self.settle();
    }

    pub fn key_with(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.settle();
    }
}

//! The application: its state and the order of its parts.

use std::{collections::VecDeque, sync::mpsc};

use eframe::egui::{self, Context, Rect, Ui};

use super::{
    Arrival, Away, Banners, Dialogs, Handle, Host, Keeper, LimitSession, PathQuestion, Preferences, Relaxed, Request, Tasks, drag::Session,
    import::Import, pointer::Gesture, theme,
};
use crate::{
    command::Preset,
    document::Document,
    font, panel,
    panel::{Palette, TimeLine, Words},
    posing::{Obstacle, Posed},
    text::Language,
    viewport::{ClickCycle, View, gpu::Screen},
};

/// The studio. The same in a window, in a page and in tests.
pub struct Studio {
    /// What is edited.
    pub document: Document,
    /// What the user chose for the program.
    pub preferences: Preferences,
    /// The lab, while it is open.
    pub lab: Option<crate::lab::Room>,
    /// What is told.
    pub banners: Banners,
    /// The drag that is going on.
    pub session: Option<Session>,
    /// The handle of a limit that is dragged.
    pub limit_session: Option<LimitSession>,
    /// The last drag, for "why it stopped".
    pub last_drag: Option<Session>,
    /// How the figure would stand without what stopped the last drag, while that is pointed at.
    pub relaxed: Option<Relaxed>,
    /// What is under the pointer in the viewport.
    pub hover: Hover,
    /// Which dialog-like panel is open.
    pub open: Open,
    /// What the next picture is to be like.
    pub picture: super::PictureOrder,
    /// The picture behind the figures.
    pub backdrop: Option<super::Backdrop>,
    /// What the points of a picture came to.
    pub(crate) pictured: Option<std::sync::Arc<super::Pictured>>,
    /// How files are named.
    pub dialogs: Dialogs,
    /// Who saves and opens files where there are no paths.
    pub host: Option<Box<dyn Host>>,
    /// The path that is asked for.
    pub path_question: Option<PathQuestion>,
    /// The name or path of the project, when it has one.
    pub project: Option<String>,
    /// What is written in the field that finds joints.
    pub finder: String,
    /// Whether the list of joints goes to the active one.
    pub scrolls_to_active: bool,
    /// How the time line is looked at.
    pub time_line: TimeLine,
    /// The joint values of robots as they were shown last.
    pub(crate) shown_values: super::ShownValues,
    /// The command palette.
    pub palette: Palette,
    /// What lies beside the view in a small window.
    pub sheet: Option<panel::Sheet>,
    /// How a window without room for panels is held.
    pub(crate) held: Option<panel::Held>,
    /// Whether fingers have touched the window.
    pub(crate) fingers: bool,
    /// Files that are being opened, the first of them now.
    pub(crate) imports: VecDeque<Import>,
    /// What goes on beside the window.
    pub(crate) tasks: Tasks,
    /// Whether the section of the panel that tells the chosen joint's limit is pointed at.
    pub(crate) points_at_limit: bool,
    /// The keys that were copied.
    pub(crate) copied_keys: Option<crate::motion::CopiedKeys>,
    pub(crate) hint_clock: panel::HintClock,
    /// Whether the first hint was seen long enough, this time.
    pub(crate) hint_is_over: bool,
    /// What stopped the last drag, and a list points at in this picture.
    pub(crate) points_at: Option<Obstacle>,
    /// What another document has replaced before it was saved.
    pub(crate) away: Option<Box<Away>>,
    /// The document in which the relaxed stance was offered.
    pub(crate) offered_stance: Option<crate::document::DocumentKey>,
    /// What was given to the browser's downloads: it counts as unsaved, for a download may fail.
    pub(crate) handed: Option<crate::document::Content>,
    /// Whether a save goes where the last one went, without a question.
    pub(crate) saves_again: bool,
    /// What a dialog of the system is open for.
    pub(crate) asked: Option<Request>,
    pub(crate) keeper: Keeper,
    pub(crate) gesture: Gesture,
    pub(crate) clicks: ClickCycle,
    pub(crate) open_field: Option<egui::Id>,
    /// The joint whose limit that field changes.
    pub(crate) limit_field: Option<usize>,
    /// Where the viewport is, points.
    pub(crate) viewport: Rect,
    pub(crate) screen: Option<Screen>,
    pub(crate) render_state: Option<eframe::egui_wgpu::RenderState>,
    pub(crate) arrivals: mpsc::Receiver<Arrival>,
    pub(crate) arrive: mpsc::Sender<Arrival>,
    pub(crate) system_language: Language,
    last_selection: Option<usize>,
    title: String,
}

/// What is under the pointer in the viewport.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hover {
    /// A joint.
    pub joint: Option<usize>,
    /// What can be grabbed beside joints.
    pub handle: Option<Handle>,
    /// A joint that another panel points at.
    pub pointed: Option<usize>,
}

/// Which panel lies over the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Open {
    /// None.
    #[default]
    Nothing,
    /// The embedded figures.
    Gallery,
    /// What the mouse and the keys do.
    Help,
    /// How to begin.
    FirstSteps,
    /// Version and licences.
    About,
    /// Another name for the figure.
    Rename,
    /// What a picture is to be like.
    Picture,
    /// A name for a pose.
    SavePose,
    /// A range to bake.
    Bake,
    /// Over which time a change is spread.
    Blend,
    /// A file's path.
    Path,
}

impl Studio {
    /// The studio with the mannequin, for a window that eframe has made.
    #[must_use]
    pub fn new(creation: &eframe::CreationContext<'_>) -> Self {
        let mut studio = Self::with_language(super::system::language());
        studio.keep_in(super::system::storage());
        studio.attach(&creation.egui_ctx, creation.wgpu_render_state.as_ref());
        studio.open_fragment(&super::system::fragment());
        studio
    }

    /// The same in a language, whatever the system's is, and not yet in a window.
    #[must_use]
    pub fn with_language(system_language: Language) -> Self {
        let (arrive, arrivals) = mpsc::channel();
        let mut studio = Self {
            document: Document::welcome(),
            preferences: Preferences::default(),
            lab: None,
            banners: Banners::default(),
            session: None,
            limit_session: None,
            last_drag: None,
            relaxed: None,
            hover: Hover::default(),
            open: Open::Nothing,
            picture: super::PictureOrder::default(),
            backdrop: None,
            pictured: None,
            dialogs: Dialogs::default(),
            path_question: None,
            project: None,
            finder: String::new(),
            scrolls_to_active: false,
            time_line: TimeLine::default(),
            shown_values: super::ShownValues::default(),
            palette: Palette::default(),
            sheet: None,
            held: None,
            fingers: false,
            imports: VecDeque::new(),
            tasks: Tasks::default(),
            points_at_limit: false,
            copied_keys: None,
            hint_clock: panel::HintClock::default(),
            hint_is_over: false,
            points_at: None,
            away: None,
            offered_stance: None,
            handed: None,
            saves_again: false,
            host: None,
            asked: None,
            keeper: Keeper::default(),
            gesture: Gesture::default(),
            clicks: ClickCycle::default(),
            open_field: None,
            limit_field: None,
            viewport: Rect::NOTHING,
            screen: None,
            render_state: None,
            arrivals,
            arrive,
            system_language,
            last_selection: None,
            title: String::new(),
        };
        if let Some(bytes) = super::system::UNDO_LIMIT {
            studio.document.set_undo_limit(bytes);
        }
        studio
    }

    /// Prepares a window: fonts, looks, the graphics card.
    pub fn attach(&mut self, context: &Context, state: Option<&eframe::egui_wgpu::RenderState>) {
        font::install(context);
        theme::install(context);
        context.set_theme(self.preferences.look);
        context.options_mut(|options| options.zoom_with_keyboard = true);
        self.screen = state.map(|state| Screen::new(state).repainting(context));
        self.render_state = state.cloned();
    }

    /// The language of the interface.
    #[must_use]
    pub fn language(&self) -> Language {
        self.preferences.language.unwrap_or(self.system_language)
    }

    /// Speaks the language of the interface.
    #[must_use]
    pub fn words(&self) -> Words {
        Words(self.language())
    }

    /// Whose keys and mouse buttons are used.
    #[must_use]
    pub const fn preset(&self) -> Preset {
        self.preferences.preset
    }

    /// The viewport as it is seen: its camera and its size in points.
    #[must_use]
    pub fn view(&self) -> View {
        let size = self.viewport.size();
        View::new(self.document.view.camera, kansetsu::glam::Vec2::new(size.x, size.y))
    }

    /// Where a point of the world is in the window, points; `None` when it is not in view.
    #[must_use]
    pub fn pixel_of(&self, place: kansetsu::glam::Vec3) -> Option<egui::Pos2> {
        let seen = self.view().project(place)?;
        let at = egui::pos2(self.viewport.left() + seen.pixel.x, self.viewport.top() + seen.pixel.y);
        self.viewport.contains(at).then_some(at)
    }

    /// What the drag that is going on, or the last one, came to.
    #[must_use]
    pub fn posed(&self) -> Option<&Posed> {
        self.session.as_ref().or(self.last_drag.as_ref())?.posed.as_ref()
    }

    /// The joint that is under the pointer, in the viewport or in a list.
    #[must_use]
    pub fn hovered_joint(&self) -> Option<usize> {
        self.hover.joint.or(self.hover.pointed)
    }

    /// A list says that the pointer is over one of its joints.
    pub fn point_at(&mut self, joint: usize) {
        self.hover.pointed = Some(joint);
    }

    /// Whether the user has fingers in place of a mouse and keys, as far as one can see.
    #[must_use]
    pub fn uses_fingers(&self) -> bool {
        self.fingers || self.held.is_some()
    }

    /// Opens the gallery of embedded figures.
    pub fn open_gallery(&mut self) {
        self.open = Open::Gallery;
    }

    /// Takes in what has arrived, and the results of background work. A window does so before each picture.
    pub fn work(&mut self, context: &Context) {
        self.take_arrivals(context);
        self.poll_tasks(context);
    }

    /// Runs the clock, takes in what has arrived.
    fn before(&mut self, context: &Context) {
        self.work(context);
        self.play(context);
        let active = self.document.selection.active_joint();
        if active != self.last_selection {
            self.last_selection = active;
            self.scrolls_to_active = true;
        }
        self.hover.pointed = None;
        self.show_title(context);
    }

    /// The window's title names the project and says whether it is saved.
    fn show_title(&mut self, context: &Context) {
        let name = self.document_name().unwrap_or_else(|| "Kansetsu".to_owned());
        let title = if self.has_news() { format!("{name} *") } else { name };
        if title != self.title {
            context.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }

    /// What the document is called: as its project's file; before it has one, as the file of its first figure. `None` for what was made
    /// here.
    #[must_use]
    pub fn document_name(&self) -> Option<String> {
        let of_figure = || {
            let first = self.document.content().actors.first()?;
            matches!(first.source, crate::document::Source::File(_)).then(|| first.figure.name.clone())
        };
        self.project.as_deref().map(|path| super::import::last_part(path).to_owned()).or_else(of_figure)
    }

    /// Lets a motion run on; asks for the next picture only while it does.
    fn play(&mut self, context: &Context) {
        if self.document.playback.playing {
            let seconds = context.input(|input| input.stable_dt).min(0.1);
            self.document.advance(seconds);
            context.request_repaint();
        }
    }
}

impl eframe::App for Studio {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        let context = ui.ctx().clone();
        self.before(&context);
        self.take_keys(&context);
        panel::layout(ui, self);
        self.close_field(&context);
        self.take_dropped(&context);
        self.keep(&context);
    }

    fn on_exit(&mut self) {
        // There is nobody left to tell.
        let _ = self.keep_all();
    }

    #[cfg(target_arch = "wasm32")]
    fn as_any_mut(&mut self) -> Option<&mut dyn std::any::Any> {
        Some(self)
    }
}

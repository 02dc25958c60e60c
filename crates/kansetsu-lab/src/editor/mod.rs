//! The pose editor's gizmo, and ours beside it.
// size: one page: its state, its input and its drawing belong together; the tools
// themselves are in `tool`.

mod tool;

use kansetsu::{
    classic::FrameAxis,
    d3::Pose,
    glam::{Vec2, Vec3},
};

pub use tool::{Event, Mode, Tool, Way};

use crate::{
    About, Action, Drawing, Field, Held, Ink, OpenFigure, Page, Press, Table, Values,
    drawing::Row,
    page::values,
    stage::{Stage, TILT, VIEW},
    subject::{FIGURE, OPEN, Subject, TIP},
    text::{Language, Phrase},
};

pub(crate) static ABOUT: About = About {
    name: "editor",
    title: Phrase::new("Editor: a gizmo with CCD", "エディター：ギズモと CCD"),
    task: Phrase::new(
        "Drag a joint or a coloured ring of the gizmo. Left: the editor as published. Right: \
         Kansetsu with the same pointer. Bring the pointer back to where you pressed and compare.",
        "ボーンか、ギズモの色の輪をドラッグしてください。左は元のエディター、右は Kansetsu で、同じポインターに従います。押した場所へ戻して見比べてください。",
    ),
    idea: Phrase::new(
        "Each drag event runs up to three iterations of CCD: from the dragged bone to the root, \
         each bone rotates so that the tip points at the target. A level count, the root and bones \
         that FLOAT end the chain. A ring rotates about one axis of the bone, by 1.5° per pixel \
         across the bone and 0.0375° along it. The move tool shifts one bone.",
        "ドラッグの一回ごとに CCD を三回まで行い、ドラッグしたボーンから根元へ、先端が目標を向くように各ボーンを回転します。チェーンは階層数、ルート、FLOAT のボーンで終わります。輪はボーンの一軸まわりに、1 ピクセルあたり 1.5°（ボーンの向きでは 0.0375°）回転します。移動ツールはボーンを一本ずらします。",
    ),
    formulas: &[
        "axis = (tip − p_i) × (t − p_i),   angle = atan2(|a × b|, a·b)",
        "ring:  t = b + R(k, angle) (tip − b)",
        "move:  T = t P^[−1] − o M",
    ],
    purpose: Phrase::new(
        "Posing by hand, bone by bone, with the feel of the original editor; the rings for exact \
         rotations.",
        "元のエディターの操作感で、手で一本ずつポーズを付けるときに。正確に回転するなら輪を使います。",
    ),
    weakness: Phrase::new(
        "The published editor has no limits, so elbows bend backwards. Free drags accumulate: when \
         the pointer comes back, the pose does not. A target exactly opposite to the tip causes no \
         rotation.",
        "元の方法には可動域がないので、肘が逆に曲がります。自由なドラッグは前の姿勢から続くため、ポインターを戻しても姿勢は戻りません。先端の真後ろの目標には動きません。",
    ),
    source: Phrase::new(
        "OpenRDB, chapter 7, \"IK\": three iterations per event, rotations under 0.0001 rad are \
         skipped, joints are picked within 16 pixels.",
        "OpenRDB 第 7 章「IK」：一回のイベントで三回まで、0.0001 rad 未満の回転は省略、ボーンは 16 ピクセル以内で選択。",
    ),
    fields: FIELDS,
    actions: ACTIONS,
};

static MODES: &[Phrase] = &[Phrase::new("rotate", "回転 IK"), Phrase::new("move", "移動 IK")];
static AXES: &[Phrase] = &[
    Phrase::new("free", "自由"),
    Phrase::new("X", "X"),
    Phrase::new("Y", "Y"),
    Phrase::new("Z (along bone)", "Z（ボーンの向き）"),
];

static FIELDS: &[Field] = &[
    FIGURE,
    TIP,
    Field::number(
        "levels",
        Phrase::new("Levels (0: all)", "階層数（0：すべて）"),
        [0.0, 2.0, 200.0],
        (0, ""),
    ),
    Field::number(
        "float",
        Phrase::new("FLOAT joint (0: none)", "FLOAT のボーン（0：なし）"),
        [0.0, 0.0, 2000.0],
        (0, ""),
    ),
    Field::choice("mode", Phrase::new("Tool", "ツール"), MODES),
    Field::choice("axis", Phrase::new("Axis", "軸"), AXES),
    Field::number(
        "drag_x",
        Phrase::new("Dragged right", "ドラッグ 右"),
        [-1280.0, 0.0, 1280.0],
        (1, "px"),
    ),
    Field::number(
        "drag_y",
        Phrase::new("Dragged up", "ドラッグ 上"),
        [-700.0, 0.0, 700.0],
        (1, "px"),
    ),
    VIEW,
    TILT,
];

static ACTIONS: &[Action] = &[
    Action { key: "float", name: Phrase::new("FLOAT here", "このボーンを FLOAT に") },
    Action { key: "circle", name: Phrase::new("One circle and back", "一周して戻す") },
    Action { key: "reset", name: Phrase::new("Reset", "リセット") },
];

/// The middles of the two views.
const VIEWS: [Vec2; 2] = [Vec2::new(320.0, 345.0), Vec2::new(960.0, 345.0)];
const ROOM: f32 = 300.0;
/// The gizmo's radius, pixels: with it, it is a tenth of the lab page's width.
const MANIPULATOR: f32 = 64.0;
/// How near to a ring or an arrow the pointer has to be, and to the centre, pixels.
const GRASP: f32 = 9.0;
const CENTRE: f32 = 14.0;
/// How far a key drags in a frame, pixels.
const PACE: f32 = 4.0;
/// A joint is outside its limit by more than this, radians.
const OUTSIDE: f32 = 1e-3;
/// A turn that counts as one, radians.
const TURNED: f32 = 2e-3;
/// The circle of a drag, pixels, and its events.
const CIRCLE: f32 = 150.0;
const EVENTS: usize = 120;

/// The pose editor's gizmo, and ours beside it.
#[derive(Clone, Debug)]
pub struct Editor {
    values: Values,
    subject: Subject,
    /// The poses at the press: as published, and ours.
    press: [Pose; 2],
    /// Where the pointer went down; `None` for keys.
    pressed_at: Option<Vec2>,
    /// The current poses, and the result of the last event.
    now: [Event; 2],
    /// How many events this drag has had.
    events: usize,
}

impl Default for Editor {
    fn default() -> Self {
        let subject = Subject::default();
        let pose = subject.figure.rig.skeleton.rest_pose();
        let event = Event { pose: pose.clone(), target: Vec3::ZERO, distance: 0.0, rounds: 0 };
        let mut page = Self {
            values: Values::of(&ABOUT),
            subject,
            press: [pose.clone(), pose],
            pressed_at: None,
            now: [event.clone(), event],
            events: 0,
        };
        page.begin();
        page
    }
}

impl Editor {
    /// The poses now: as published, and ours.
    #[must_use]
    pub fn poses(&self) -> [&Pose; 2] {
        self.now.each_ref().map(|event| &event.pose)
    }

    /// What the last event did: as published, and ours.
    #[must_use]
    pub fn events(&self) -> &[Event; 2] {
        &self.now
    }

    /// The tool with the current settings; `None` for a figure without a chain.
    #[must_use]
    pub fn tool(&self) -> Option<Tool> {
        let skeleton = &self.subject.figure.rig.skeleton;
        let float = Some(self.values.count("float")).filter(|float| *float > 0);
        let tool =
            Tool::new(skeleton, self.subject.tip(&self.values), self.values.count("levels"), float)
                .ok()?;
        let mode = if self.values.is_on("mode") { Mode::Move } else { Mode::Rotate };
        let axis = [None, Some(FrameAxis::X), Some(FrameAxis::Y), Some(FrameAxis::Z)]
            [self.values.count("axis").min(3)];
        Some(Tool { mode, axis, ..tool })
    }

    /// How far the pointer has moved since the press, as the tools take it.
    #[must_use]
    pub fn way(&self) -> Way {
        let on_page = Vec2::new(self.values.single("drag_x"), self.values.single("drag_y"));
        Way { in_space: self.stage(0).way(on_page), pixels: on_page.x + on_page.y }
    }

    /// Everything at rest.
    fn begin(&mut self) {
        self.subject.follow(&mut self.values);
        let pose = self.subject.figure.rig.skeleton.rest_pose();
        self.press = [pose.clone(), pose];
        self.hold();
    }

    /// Begins a drag with the poses at the press.
    fn hold(&mut self) {
        let place = |pose: &Pose| self.subject.places(pose)[self.subject.tip(&self.values)];
        self.now = self.press.each_ref().map(|pose| Event {
            pose: pose.clone(),
            target: place(pose),
            distance: 0.0,
            rounds: 0,
        });
        self.events = 0;
        ["drag_x", "drag_y"].into_iter().for_each(|key| self.values.put(key, 0.0));
    }

    /// A new drag from the poses as they are.
    fn press(&mut self) {
        self.press = self.poses().map(Clone::clone);
        self.hold();
    }

    /// An event: the pointer is this far from where it went down.
    fn drag(&mut self, on_page: Vec2) {
        self.values.put("drag_x", f64::from(on_page.x));
        self.values.put("drag_y", f64::from(on_page.y));
        let (Some(tool), way) = (self.tool(), self.way()) else { return };
        let rig = &self.subject.figure.rig;
        // The pose stays unchanged when the library refuses.
        if let Ok(event) = tool.published(&rig.skeleton, (&self.press[0], &self.now[0].pose), way) {
            self.now[0] = event;
        }
        if let Ok(event) = tool.ours(rig, &rig.limits, &self.press[1], way) {
            self.now[1] = event;
        }
        self.events += 1;
    }

    fn dragged(&self) -> Vec2 {
        Vec2::new(self.values.single("drag_x"), self.values.single("drag_y"))
    }

    fn stage(&self, view: usize) -> Stage {
        Stage::new(&self.values, self.subject.ball(), (VIEWS[view], ROOM))
    }

    /// What the gizmo consists of at a view: for each axis a ring or an arrow, through these
    /// places of the lab page.
    fn handles(&self, view: usize, tool: &Tool) -> [Vec<Vec2>; 3] {
        let stage = self.stage(view);
        let pose = &self.now[view].pose;
        let center = stage.seen(self.subject.places(pose)[tool.chain.tip()]);
        let axes = tool.axes(&self.subject.figure.rig.skeleton, pose);
        // Always of the same size on the lab page.
        let flat = |way: Vec3| {
            (stage.seen(stage.middle.0 + way) - stage.middle.1) / stage.scale * MANIPULATOR
        };
        [0, 1, 2].map(|axis| {
            if tool.mode == Mode::Move {
                return vec![center, center + flat(axes[axis])];
            }
            let (u, v) = (axes[(axis + 1) % 3], axes[(axis + 2) % 3]);
            let at = |step: usize| {
                let (sin, cos) = libm::sincosf(step as f32 * std::f32::consts::TAU / 48.0);
                center + flat(u * cos + v * sin)
            };
            (0..=48).map(at).collect()
        })
    }

    /// Takes hold of the gizmo or of another joint.
    fn grab(&mut self, at: Vec2) {
        let view = usize::from(at.x > 640.0);
        let places = self.subject.places(&self.now[view].pose);
        let stage = self.stage(view);
        if let Some(tool) = self.tool() {
            let is_centre = stage.seen(places[tool.chain.tip()]).distance(at) <= CENTRE;
            let far = |points: &[Vec2]| {
                points
                    .windows(2)
                    .map(|pair| to_segment(at, [pair[0], pair[1]]))
                    .fold(f32::MAX, f32::min)
            };
            let handles = self.handles(view, &tool);
            let nearest =
                (0..3).min_by(|&a, &b| far(&handles[a]).total_cmp(&far(&handles[b]))).unwrap_or(0);
            if is_centre || far(&handles[nearest]) <= GRASP {
                self.values.put("axis", if is_centre { 0.0 } else { nearest as f64 + 1.0 });
                return;
            }
        }
        if let Some(joint) = self.subject.grasped(&stage, at, &places) {
            self.values.put("tip", joint as f64);
            self.values.put("axis", 0.0);
        }
    }

    fn draw_view(&self, drawing: &mut Drawing, view: usize, tool: &Tool) {
        let stage = self.stage(view);
        let event = &self.now[view];
        let before = self.subject.places(&self.press[view]);
        let chain: Vec<usize> =
            std::iter::once(tool.chain.tip()).chain(tool.chain.joints().iter().copied()).collect();
        // Each joint after its child: they are neighbours in the tree.
        for pair in chain.windows(2) {
            drawing.line([pair[1], pair[0]].map(|joint| stage.seen(before[joint])), 3.0, Ink::Weak);
        }
        let places = self.subject.places(&event.pose);
        self.subject.draw(drawing, (&stage, &places), &chain, Ink::Series(view as u8));
        for &joint in chain.iter().filter(|&&joint| self.is_outside(joint, &event.pose)) {
            drawing.circle(stage.seen(places[joint]), 12.0, Ink::Alert);
        }
        let tip = stage.seen(places[tool.chain.tip()]);
        let target = stage.seen(event.target);
        drawing.dashes(tip, target, Ink::Alert);
        drawing.target(target, Ink::Strong);
        for (axis, (points, ink)) in
            self.handles(view, tool).into_iter().zip([Ink::Red, Ink::Green, Ink::Blue]).enumerate()
        {
            let width = if self.values.count("axis") == axis + 1 { 4.0 } else { 2.0 };
            if tool.mode == Mode::Move {
                drawing.arrow([points[0], points[1]], ink);
            }
            drawing.line(points, width, ink);
        }
        drawing.disc(tip, 6.0, Ink::Series(4));
    }

    fn is_outside(&self, joint: usize, pose: &Pose) -> bool {
        let rig = &self.subject.figure.rig;
        let turn =
            rig.skeleton.joints()[joint].rest.rotation.inverse() * pose.locals[joint].rotation;
        rig.limits[joint].as_ref().is_some_and(|limit| limit.violation(turn) > OUTSIDE)
    }

    /// How many joints are outside their limits, as published and ours.
    fn outside(&self) -> [usize; 2] {
        self.poses().map(|pose| {
            (0..pose.locals.len()).filter(|&joint| self.is_outside(joint, pose)).count()
        })
    }

    /// By how much the joint is rotated that is rotated most since the press, radians, as published
    /// and ours.
    fn turned(&self) -> [f32; 2] {
        [0, 1].map(|view| {
            let pairs = self.press[view].locals.iter().zip(&self.now[view].pose.locals);
            pairs.map(|(press, now)| press.rotation.angle_between(now.rotation)).fold(0.0, f32::max)
        })
    }

    fn tell(&self, language: Language) -> Option<String> {
        let [published, ours] = self.turned();
        let phrase = if self.events > 1 && self.dragged().length() < 1.0 && published > TURNED {
            Phrase::made(
                format!(
                    "The pointer is back where it was pressed. As published, a joint is still \
                     rotated by {:.1}°; in Kansetsu by {:.1}°.",
                    published.to_degrees(),
                    ours.to_degrees()
                ),
                format!(
                    "ポインターは押した場所に戻りました。元の方法ではボーンが {:.1}° 回転したままで、Kansetsu では {:.1}° です。",
                    published.to_degrees(),
                    ours.to_degrees()
                ),
            )
        } else if self.outside()[0] > 0 {
            Phrase::new(
                "As published, the circled joints exceed their limits.",
                "元の方法では、丸を付けたボーンが可動域外です。",
            )
        } else {
            return None;
        };
        Some(phrase.get(language).to_owned())
    }

    fn table(&self, language: Language) -> Table {
        let say = |en: &'static str, ja: &'static str| Phrase::new(en, ja).get(language).to_owned();
        let (outside, turned) = (self.outside(), self.turned());
        let row = |view: usize| Row {
            ink: Some(Ink::Series(view as u8)),
            cells: vec![
                [say("as published", "元の方法"), say("Kansetsu", "Kansetsu")][view].clone(),
                format!("{:.2}", 1e3 * self.now[view].distance),
                self.now[view].rounds.to_string(),
                outside[view].to_string(),
                format!("{:.1}", turned[view].to_degrees()),
            ],
        };
        let head = [
            ("", ""),
            ("distance (mm)", "距離 (mm)"),
            ("iterations", "反復"),
            ("over limit", "可動域外"),
            ("rotation (°)", "回転 (°)"),
        ];
        Table { head: head.map(|(en, ja)| say(en, ja)).to_vec(), rows: vec![row(0), row(1)] }
    }
}

fn to_segment(at: Vec2, [from, to]: [Vec2; 2]) -> f32 {
    let way = to - from;
    let part = ((at - from).dot(way) / way.length_squared().max(1e-6)).clamp(0.0, 1.0);
    at.distance(from + way * part)
}

impl Page for Editor {
    values!();

    fn changed(&mut self, key: &str) {
        match key {
            "drag_x" | "drag_y" => self.drag(self.dragged()),
            "figure" => {
                ["tip", "float"].into_iter().for_each(|key| self.values.put(key, 0.0));
                self.begin();
            }
            "view_deg" | "tilt_deg" => {}
            // A drag with another tool is another drag.
            _ => {
                self.subject.follow(&mut self.values);
                self.press();
            }
        }
    }

    fn act(&mut self, action: &str) {
        match action {
            "float" => {
                let tip = self.subject.tip(&self.values) as f64;
                self.values
                    .put("float", if self.values.number("float") == tip { 0.0 } else { tip });
            }
            "circle" => {
                self.press();
                for event in 1..=EVENTS {
                    let (sin, cos) =
                        libm::sincosf(event as f32 * std::f32::consts::TAU / EVENTS as f32);
                    self.drag(if event == EVENTS {
                        Vec2::ZERO
                    } else {
                        CIRCLE * Vec2::new(cos - 1.0, sin)
                    });
                }
            }
            "reset" => {
                self.values.reset();
                self.begin();
            }
            _ => {}
        }
    }

    fn point(&mut self, at: Vec2, press: Press) {
        if !at.is_finite() {
            return;
        }
        match press {
            Press::Hover => self.pressed_at = None,
            Press::Down => {
                self.grab(at);
                self.press();
                self.pressed_at = Some(at);
            }
            Press::Drag => {
                if let Some(from) = self.pressed_at {
                    self.drag(at - from);
                }
            }
        }
    }

    fn tick(&mut self, held: Held) -> bool {
        let way = Vec2::from(held.way());
        if way != Vec2::ZERO {
            self.drag(self.dragged() + way * PACE);
        }
        way != Vec2::ZERO
    }

    fn demonstrate(&mut self, frame: usize) {
        let (sin, cos) = libm::sincosf(frame as f32 * std::f32::consts::TAU / EVENTS as f32);
        self.drag(CIRCLE * Vec2::new(cos - 1.0, 0.8 * sin));
    }

    fn take_figure(&mut self, open: &OpenFigure) {
        self.subject.take_open(open);
        self.values.put("figure", OPEN);
        self.begin();
    }

    fn draw(&self, language: Language) -> Drawing {
        let mut drawing = Drawing::default();
        let say = |en: &'static str, ja: &'static str| Phrase::new(en, ja).get(language).to_owned();
        drawing.line([Vec2::new(640.0, 20.0), Vec2::new(640.0, 680.0)], 1.0, Ink::Faint);
        drawing.words(Vec2::new(320.0, 678.0), say("as published", "元の方法"), Ink::Series(0));
        drawing.words(Vec2::new(960.0, 678.0), say("Kansetsu", "Kansetsu"), Ink::Series(1));
        let Some(tool) = self.tool() else { return drawing };
        [0, 1].into_iter().for_each(|view| self.draw_view(&mut drawing, view, &tool));
        let axis = ["", "X", "Y", "Z"][self.values.count("axis").min(3)];
        let target = self.now[0].target;
        let place = format!("t = ({:.3}, {:.3}, {:.3}) m", target.x, target.y, target.z);
        drawing.formulas.push(if axis.is_empty() || tool.mode == Mode::Move {
            place
        } else {
            let per_pixel = if axis == "Z" { 0.0375 } else { 1.5 };
            let pixels = self.way().pixels;
            format!(
                "angle = {pixels:.1} px · {per_pixel}° = {:.2}° ,   k = {axis}",
                pixels * per_pixel
            )
        });
        let joints = tool
            .chain
            .joints()
            .iter()
            .map(|&joint| self.subject.name(joint))
            .collect::<Vec<_>>()
            .join(" ← ");
        drawing.fact(say("Dragged", "ドラッグ中"), self.subject.name(tool.chain.tip()));
        drawing.fact(
            say("Rotating joints", "回転するボーン"),
            if joints.chars().count() > 40 {
                tool.chain.joints().len().to_string()
            } else {
                joints
            },
        );
        drawing.fact(say("Events in this drag", "イベントの数"), self.events.to_string());
        drawing.table = Some(self.table(language));
        drawing.note = self.tell(language);
        drawing
    }

    fn state(&self) -> Vec<(&'static str, f64)> {
        let [published, ours] = self.turned().map(f64::from);
        let distance = self.now.each_ref().map(|event| f64::from(event.distance));
        vec![
            ("tip", self.subject.tip(&self.values) as f64),
            ("drag_x", self.values.number("drag_x")),
            ("drag_y", self.values.number("drag_y")),
            ("distance", distance[0]),
            ("distance_ours", distance[1]),
            ("turned", published),
            ("turned_ours", ours),
            ("outside", self.outside()[0] as f64),
            ("outside_ours", self.outside()[1] as f64),
        ]
    }
}

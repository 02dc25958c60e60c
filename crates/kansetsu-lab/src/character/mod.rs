//! Five handles on a humanoid: align and attach with Euler limits, one pass a frame.
// size: one page: its table of limits, its handles and its two examples share one pose; the body
// itself is in `body`.

mod body;

use kansetsu::{
    classic::{AlignAttach, AlignLimits, AngleBox},
    d3::{EulerOrder, Pose},
    glam::{Vec2, Vec3},
};
use kansetsu_formats::Figure;

use body::Humanoid;

use crate::{
    About, Action, Drawing, Field, Held, Ink, OpenFigure, Page, Press, Values,
    page::values,
    text::{Language, Phrase},
};

pub(crate) static ABOUT: About = About {
    name: "character",
    title: Phrase::new(
        "Character: five handles (align and attach)",
        "キャラクター：五つのハンドル",
    ),
    task: Phrase::new(
        "Drag an octahedron: hips, hands, feet. As published, the arm or leg follows by one pass \
         per frame. Kansetsu reaches it at once.",
        "八面体（腰・両手・両足）をドラッグしてください。元の方法では 1 フレームに一回ずつ追いかけ、Kansetsu ではすぐに届きます。",
    ),
    idea: Phrase::new(
        "The last bone rotates toward its handle and moves so that its end lies on it. Its base is \
         the goal of the bone before. Then the bones are joined again from the body outwards. The \
         lower bone takes the whole rotation, the upper bone a fifth, the shoulder a twentieth. \
         Each is clamped to its box of angles right after.",
        "先端のボーンをハンドルに向け、端が重なるように動かし、根元側の端を一つ手前のボーンの目標にします。そのあと体側からつなぎ直します。前腕は回転のすべて、上腕は 0.2、肩は 0.05 だけ受け持ち、そのつど角度の範囲に収めます。",
    ),
    formulas: &[
        "axis = a × b,   angle = atan2(|a × b|, a·b)",
        "angle_i = w_i · angle,   w = 1, 0.2, 0.05",
    ],
    purpose: Phrase::new(
        "Characters on a page that may trail behind their handles: short code, low cost, soft \
         motion.",
        "ハンドルを追いかける動きでよいキャラクターに。短く軽く、動きが柔らかく見えます。",
    ),
    weakness: Phrase::new(
        "It lags. A straight arm or leg does not bend toward a target on its own line. Clamping \
         the angles one by one makes some poses oscillate. A typing error left the right upper leg \
         without a limit. Hands and feet never rotate.",
        "遅れて付いてきます。まっすぐな手足は、自分の線上にある目標には動きません。角度を一つずつ切り詰めるため、姿勢が行き来することがあります。元の表では入力ミスで右ももに制限がありませんでした。手先と足先は回転しません。",
    ),
    source: Phrase::new(
        "A published demo of a VRM character, after A. Aristidou, J. Lasenby, Graphical Models 73 \
         (2011) 243–260. Its gains and limits are used here.",
        "公開されている VRM キャラクターのデモ（A. Aristidou, J. Lasenby, Graphical Models 73 (2011) 243–260 に基づく）。係数と制限の表も元のままです。",
    ),
    fields: FIELDS,
    actions: ACTIONS,
};

static METHODS: &[Phrase] =
    &[Phrase::new("as published", "元の方法"), Phrase::new("Kansetsu", "Kansetsu")];
static TABLES: &[Phrase] = &[
    Phrase::new("published", "元の表"),
    Phrase::new("symmetric", "左右対称"),
    Phrase::new("none", "なし"),
];
static JOINTS: &[Phrase] = &[
    Phrase::new("left shoulder", "左肩"),
    Phrase::new("right shoulder", "右肩"),
    Phrase::new("left upper arm", "左上腕"),
    Phrase::new("right upper arm", "右上腕"),
    Phrase::new("left lower arm", "左前腕"),
    Phrase::new("right lower arm", "右前腕"),
    Phrase::new("left upper leg", "左もも"),
    Phrase::new("right upper leg", "右もも"),
    Phrase::new("left lower leg", "左すね"),
    Phrase::new("right lower leg", "右すね"),
];
static HANDLES: [Phrase; 5] = [
    Phrase::new("hips", "腰"),
    Phrase::new("left hand", "左手"),
    Phrase::new("right hand", "右手"),
    Phrase::new("left foot", "左足"),
    Phrase::new("right foot", "右足"),
];
/// The fields of each handle's place.
const PLACES: [[&str; 3]; 5] = [
    ["hips_x", "hips_y", "hips_z"],
    ["left_hand_x", "left_hand_y", "left_hand_z"],
    ["right_hand_x", "right_hand_y", "right_hand_z"],
    ["left_foot_x", "left_foot_y", "left_foot_z"],
    ["right_foot_x", "right_foot_y", "right_foot_z"],
];
/// The fields of the row of the table that is shown.
const BOUNDS: [[&str; 2]; 3] = [["x_min", "x_max"], ["y_min", "y_max"], ["z_min", "z_max"]];
/// A bound this far away is none, degrees.
const FREE: f64 = 360.0;

const fn bound(key: &'static str, name: Phrase) -> Field {
    Field::number(key, name, [-FREE, 0.0, FREE], (1, "°"))
}

const fn place(key: &'static str, name: Phrase) -> Field {
    Field::number(key, name, [-3.0, 0.0, 3.0], (3, "m"))
}

static FIELDS: &[Field] = &[
    Field::choice("method", Phrase::new("Method", "方法"), METHODS),
    Field::switch(
        "stall",
        Phrase::new(
            "Example: a straight arm stalls (shoulder 0)",
            "例：まっすぐな腕が止まる（肩 0）",
        ),
        0.0,
    ),
    Field::switch(
        "jump",
        Phrase::new("Example: Euler limits jump", "例：角度の制限で姿勢が飛ぶ"),
        0.0,
    ),
    Field::number(
        "lower",
        Phrase::new("Lower bone share", "前腕・すねの係数"),
        [0.0, 1.0, 1.0],
        (2, "×"),
    ),
    Field::number(
        "upper",
        Phrase::new("Upper bone share", "上腕・ももの係数"),
        [0.0, 0.2, 1.0],
        (2, "×"),
    ),
    Field::number(
        "shoulder",
        Phrase::new("Shoulder share", "肩の係数"),
        [0.0, 0.05, 1.0],
        (2, "×"),
    ),
    Field::choice("table", Phrase::new("Limits", "制限の表"), TABLES),
    Field::choice("joint", Phrase::new("Table row", "表の行"), JOINTS),
    bound("x_min", Phrase::new("x min", "x の下限")),
    bound("x_max", Phrase::new("x max", "x の上限")),
    bound("y_min", Phrase::new("y min", "y の下限")),
    bound("y_max", Phrase::new("y max", "y の上限")),
    bound("z_min", Phrase::new("z min", "z の下限")),
    bound("z_max", Phrase::new("z max", "z の上限")),
    Field::number("view_deg", Phrase::new("View", "視点"), [-180.0, -25.0, 180.0], (0, "°")),
    place("hips_x", Phrase::new("Hips, x", "腰 x")),
    place("hips_y", Phrase::new("Hips, y", "腰 y")),
    place("hips_z", Phrase::new("Hips, z", "腰 z")),
    place("left_hand_x", Phrase::new("Left hand, x", "左手 x")),
    place("left_hand_y", Phrase::new("Left hand, y", "左手 y")),
    place("left_hand_z", Phrase::new("Left hand, z", "左手 z")),
    place("right_hand_x", Phrase::new("Right hand, x", "右手 x")),
    place("right_hand_y", Phrase::new("Right hand, y", "右手 y")),
    place("right_hand_z", Phrase::new("Right hand, z", "右手 z")),
    place("left_foot_x", Phrase::new("Left foot, x", "左足 x")),
    place("left_foot_y", Phrase::new("Left foot, y", "左足 y")),
    place("left_foot_z", Phrase::new("Left foot, z", "左足 z")),
    place("right_foot_x", Phrase::new("Right foot, x", "右足 x")),
    place("right_foot_y", Phrase::new("Right foot, y", "右足 y")),
    place("right_foot_z", Phrase::new("Right foot, z", "右足 z")),
];

static ACTIONS: &[Action] = &[
    Action {
        key: "slip",
        name: Phrase::new("Example: the missing limit of the right leg", "例：右ももの制限漏れ"),
    },
    Action { key: "reset", name: Phrase::new("Reset", "リセット") },
];

/// Pixels for a metre.
const SCALE: f32 = 330.0;
/// Where the floor's origin is on the lab page.
const ORIGIN: Vec2 = Vec2::new(640.0, 60.0);
/// Where the left hand's handle is put to see a straight limb stall: on the arm itself, as a
/// fraction of its length.
const STALL: f32 = 0.8;
/// The positions between which the handle moves to show Euler limits jump, as
/// [`Character::along_arm`] takes them, and in how many frames.
const JUMP: [Vec3; 2] = [Vec3::new(0.795, -0.044, -0.169), Vec3::new(0.028, 0.17, -0.522)];
const LEG: usize = 120;
/// So many frames the hand has to come to the first of them.
const SETTLED: usize = 60;
/// A turn in one frame that counts as a jump, degrees.
const LEAP: f32 = 10.0;
/// How far a key moves the left hand in a frame, metres.
const PACE: f32 = 0.01;

/// Five handles on a humanoid.
#[derive(Clone, Debug)]
pub struct Character {
    values: Values,
    /// What they were when the lab page was begun.
    begun: Values,
    humanoid: Humanoid,
    table: AlignLimits,
    pose: Pose,
    grabbed: usize,
    /// By how much the joint turned most that turned most in the last frame, degrees.
    turned: f32,
    /// The largest such turn while the handle is led along [`JUMP`], degrees, and how far along it
    /// is, frames.
    leap: f32,
    led: usize,
}

impl Default for Character {
    fn default() -> Self {
        let mannequin = kansetsu_figures::mannequin();
        Self::of(&mannequin).expect("the mannequin has hips, hands and feet")
    }
}

impl Character {
    /// The lab page with this figure; `None` unless it is a humanoid with hips, hands and feet.
    #[must_use]
    pub fn of(figure: &Figure) -> Option<Self> {
        let humanoid = Humanoid::of(figure)?;
        let pose = humanoid.skeleton.rest_pose();
        let begun = Values::of(&ABOUT);
        let mut page = Self {
            values: Values::of(&ABOUT),
            begun,
            humanoid,
            table: AlignLimits::PUBLISHED,
            pose,
            grabbed: 1,
            turned: 0.0,
            leap: 0.0,
            led: 0,
        };
        page.begin();
        Some(page)
    }

    /// The current pose.
    #[must_use]
    pub fn pose(&self) -> &Pose {
        &self.pose
    }

    /// Where the handles are: hips, left hand, right hand, left foot, right foot; metres.
    #[must_use]
    pub fn goals(&self) -> [Vec3; 5] {
        PLACES.map(|keys| Vec3::from(keys.map(|key| self.values.single(key))))
    }

    /// The edited table of limits.
    #[must_use]
    pub fn table(&self) -> &AlignLimits {
        &self.table
    }

    /// The published method with the current settings.
    #[must_use]
    pub fn method(&self) -> AlignAttach {
        let [lower, upper, shoulder] =
            ["lower", "upper", "shoulder"].map(|key| self.values.single(key));
        AlignAttach { lower, upper, shoulder }
    }

    fn is_ours(&self) -> bool {
        self.values.is_on("method")
    }

    fn begin(&mut self) {
        self.values.reset();
        self.pose = self.humanoid.skeleton.rest_pose();
        (self.leap, self.led) = (0.0, 0);
        let model = self.humanoid.skeleton.forward(&self.pose);
        for (handle, joint) in self.humanoid.handles().into_iter().enumerate() {
            self.lead(handle, model[joint].translation);
        }
        self.take_table();
        self.begun = self.values.clone();
    }

    /// Begins one of the two examples, or ends it.
    fn show_example(&mut self, key: &str) {
        let kept = ["method", "table", key].map(|key| (key, self.values.number(key)));
        self.begin();
        kept.into_iter().for_each(|(key, value)| self.values.put(key, value));
        self.take_table();
        if self.values.is_on("stall") {
            // A collar bone that turns a little takes the arm off its line.
            self.values.put("shoulder", 0.0);
            self.lead(1, self.along_arm(Vec3::X * STALL));
        } else if self.values.is_on("jump") {
            self.lead(1, self.along_arm(JUMP[0]));
        }
    }

    /// A place beside the left shoulder, in lengths of the arm: X along it, Y up, Z to the front.
    fn along_arm(&self, way: Vec3) -> Vec3 {
        let skeleton = &self.humanoid.skeleton;
        let rest = skeleton.forward(&skeleton.rest_pose());
        let arm = &self.humanoid.joints.left_arm;
        let [shoulder, elbow, hand] =
            [arm.upper, arm.lower, arm.tip].map(|joint| rest[joint].translation);
        let length = shoulder.distance(elbow) + elbow.distance(hand);
        let along = (hand - shoulder).normalize_or_zero();
        shoulder + length * (along * way.x + Vec3::Y * way.y + along.cross(Vec3::Y) * way.z)
    }

    /// Moves the left hand's handle back and forth, slowly.
    fn lead_to_and_fro(&mut self) {
        self.led += 1;
        let part = (self.led.saturating_sub(SETTLED) % (2 * LEG)) as f32 / LEG as f32;
        let part = if part > 1.0 { 2.0 - part } else { part };
        self.lead(1, self.along_arm(JUMP[0].lerp(JUMP[1], part)));
    }

    fn lead(&mut self, handle: usize, to: Vec3) {
        for (key, value) in PLACES[handle].into_iter().zip(to.to_array()) {
            self.values.put(key, f64::from(value));
        }
    }

    fn take_table(&mut self) {
        self.table = self.plain_table();
        self.show_row();
    }

    /// The selected table before any edit.
    fn plain_table(&self) -> AlignLimits {
        [AlignLimits::PUBLISHED, AlignLimits::SYMMETRIC, AlignLimits::NONE]
            [self.values.count("table").min(2)]
    }

    /// Puts the selected row into the fields.
    fn show_row(&mut self) {
        let limit = *body::row(&mut self.table, self.values.count("joint"));
        for (axis, keys) in BOUNDS.into_iter().enumerate() {
            let [min, max] = limit.map_or([-FREE, FREE], |limit| {
                [limit.min[axis], limit.max[axis]].map(|angle| f64::from(angle.to_degrees()))
            });
            for (key, value) in keys.into_iter().zip([min, max]) {
                // Rounded: the table is in whole degrees, which single precision does not give
                // back.
                self.values.put(
                    key,
                    if value.is_finite() {
                        (value * 1e3).round() / 1e3
                    } else {
                        FREE.copysign(value)
                    },
                );
            }
        }
    }

    /// Takes the row from the fields; a least angle above the greatest one is brought down to it.
    fn take_row(&mut self, changed: &str) {
        let values = &self.values;
        let angle = |key: &str| {
            let degrees = values.number(key);
            if degrees.abs() >= FREE {
                f32::INFINITY.copysign(degrees as f32)
            } else {
                (degrees as f32).to_radians()
            }
        };
        let mut min = Vec3::from(BOUNDS.map(|[key, _]| angle(key)));
        let mut max = Vec3::from(BOUNDS.map(|[_, key]| angle(key)));
        if changed.ends_with("min") {
            max = max.max(min)
        } else {
            min = min.min(max)
        }
        let index = values.count("joint");
        let row = body::row(&mut self.table, index);
        let order = row.map_or_else(|| order_of(index), |row| row.order);
        *row = Some(AngleBox { order, min, max });
        self.show_row();
    }

    /// One frame.
    fn follow(&mut self) {
        let before = self.pose.clone();
        if self.is_ours() {
            // The pose stays unchanged when the library refuses.
            let _ = self.humanoid.solve(&self.goals(), &mut self.pose);
        } else if let Ok(body) = self.humanoid.published(self.table) {
            let _ = self.method().step(
                &self.humanoid.skeleton,
                &body,
                &body::align_goals(self.goals()),
                &mut self.pose,
            );
        }
        let turns = before
            .locals
            .iter()
            .zip(&self.pose.locals)
            .map(|(a, b)| a.rotation.angle_between(b.rotation).to_degrees());
        self.turned = turns.fold(0.0, f32::max);
        // Once it is there: on the way to where the example begins it turns as far as it has to.
        if self.led > SETTLED {
            self.leap = self.leap.max(self.turned);
        }
    }

    /// The lab page's right and the way into it, as (cosine, sine) of where it is viewed from.
    fn seen(&self, place: Vec3) -> Vec2 {
        let (sin, cos) = libm::sincosf(self.values.single("view_deg").to_radians());
        ORIGIN + SCALE * Vec2::new(place.x * cos + place.z * sin, place.y)
    }

    /// Where a place on the lab page is, as deep as `like`.
    fn grasped(&self, at: Vec2, like: Vec3) -> Vec3 {
        let (sin, cos) = libm::sincosf(self.values.single("view_deg").to_radians());
        let way = (at - ORIGIN) / SCALE;
        let depth = like.z * cos - like.x * sin;
        Vec3::new(way.x * cos - depth * sin, way.y, way.x * sin + depth * cos)
    }

    fn places(&self) -> Vec<Vec3> {
        self.humanoid.skeleton.forward(&self.pose).iter().map(|joint| joint.translation).collect()
    }

    fn draw_body(&self, drawing: &mut Drawing) {
        let places = self.places();
        drawing.line(
            [Vec2::new(150.0, ORIGIN.y - 8.0), Vec2::new(1130.0, ORIGIN.y - 8.0)],
            1.5,
            Ink::Faint,
        );
        for [parent, joint] in self.humanoid.bones() {
            drawing.line(
                [places[parent], places[joint]].map(|place| self.seen(place)),
                8.0,
                Ink::Series(0),
            );
        }
        self.humanoid
            .drawn
            .iter()
            .for_each(|&joint| drawing.disc(self.seen(places[joint]), 4.5, Ink::Strong));
        for ((handle, joint), goal) in
            self.humanoid.handles().into_iter().enumerate().zip(self.goals())
        {
            let (at, tip) = (self.seen(goal), self.seen(places[joint]));
            drawing.dashes(tip, at, Ink::Alert);
            octahedron(drawing, at, if handle == self.grabbed { Ink::Red } else { Ink::Accent });
        }
    }
}

/// The order of a row that has none: that of the same joint on the other side.
fn order_of(index: usize) -> EulerOrder {
    let mut table = AlignLimits::SYMMETRIC;
    body::row(&mut table, index).map_or(EulerOrder::Xyz, |row| row.order)
}

/// A handle, as seen from the side.
fn octahedron(drawing: &mut Drawing, at: Vec2, ink: Ink) {
    let [right, up] = [Vec2::X * 13.0, Vec2::Y * 17.0];
    drawing.line([at + up, at + right, at - up, at - right, at + up], 2.0, ink);
    let near = Vec2::new(4.0, -4.0);
    drawing.line([at - right, at + near, at + right], 1.5, ink);
    drawing.line([at + up, at + near, at - up], 1.5, ink);
}

impl Page for Character {
    values!();

    fn changed(&mut self, key: &str) {
        match key {
            "table" => self.take_table(),
            "joint" => self.show_row(),
            "stall" | "jump" => self.show_example(key),
            key if BOUNDS.as_flattened().contains(&key) => self.take_row(key),
            _ => {}
        }
        if self.is_ours() {
            // A link shows the same pose wherever it is opened.
            self.pose = self.humanoid.skeleton.rest_pose();
            self.follow();
        }
    }

    fn act(&mut self, action: &str) {
        if !ACTIONS.iter().any(|known| known.key == action) {
            return;
        }
        self.begin();
        if action == "slip" {
            let [.., right_foot] = self.goals();
            // Behind and across: beyond a leg's reach.
            self.lead(4, right_foot + Vec3::new(0.55, 0.5, -0.45));
        }
    }

    fn point(&mut self, at: Vec2, press: Press) {
        if press == Press::Hover || !at.is_finite() {
            return;
        }
        let goals = self.goals();
        if press == Press::Down {
            let far = |handle: usize| self.seen(goals[handle]).distance(at);
            self.grabbed = (0..5).min_by(|&a, &b| far(a).total_cmp(&far(b))).unwrap_or(1);
        }
        let to = self.grasped(at, goals[self.grabbed]);
        self.lead(self.grabbed, to);
        if self.is_ours() {
            self.follow();
        }
    }

    fn tick(&mut self, held: Held) -> bool {
        let [right, up] = held.way();
        if (right, up) != (0.0, 0.0) {
            let goal = self.goals()[self.grabbed];
            let at = self.seen(goal) + Vec2::new(right, up) * PACE * SCALE;
            self.lead(self.grabbed, self.grasped(at, goal));
        }
        let is_led = self.values.is_on("jump");
        if is_led {
            self.lead_to_and_fro();
        }
        if !self.is_ours() || is_led || (right, up) != (0.0, 0.0) {
            self.follow();
        }
        // A turn that nobody sees.
        is_led || (right, up) != (0.0, 0.0) || !self.is_ours() && self.turned > 1e-3
    }

    fn demonstrate(&mut self, frame: usize) {
        let turn = frame as f32 * std::f32::consts::TAU / 240.0;
        let (sin, cos) = libm::sincosf(turn);
        self.lead(1, Vec3::new(0.42 + 0.12 * cos, 1.25 + 0.25 * sin, 0.3));
        self.lead(2, Vec3::new(-0.42 + 0.1 * sin, 1.2 - 0.2 * cos, 0.28));
        self.follow();
    }

    fn take_figure(&mut self, open: &OpenFigure) {
        if let Some(page) = Self::of(&open.figure) {
            *self = page;
        }
    }

    fn draw(&self, language: Language) -> Drawing {
        let mut drawing = Drawing::default();
        self.draw_body(&mut drawing);
        let places = self.places();
        let say = |en: &'static str, ja: &'static str| Phrase::new(en, ja).get(language).to_owned();
        for ((name, joint), goal) in HANDLES.iter().zip(self.humanoid.handles()).zip(self.goals()) {
            let name = Phrase::made(
                format!("Distance from {} to its handle", name.get(Language::English)),
                format!("{}からハンドルまで", name.get(Language::Japanese)),
            );
            drawing
                .fact(name.get(language), format!("{:.1} mm", 1e3 * places[joint].distance(goal)));
        }
        drawing.fact(
            say("Largest rotation in this frame", "このフレームでの最大の回転"),
            format!("{:.2}°", self.turned),
        );
        let goals = self.goals();
        let joint = self.humanoid.handles()[self.grabbed];
        let distance = places[joint].distance(goals[self.grabbed]);
        drawing.formulas.push(format!(
            "|e| = {:.1} mm,   w = {:.2}, {:.2}, {:.2}",
            1e3 * distance,
            self.method().lower,
            self.method().upper,
            self.method().shoulder
        ));
        if self.values.is_on("jump") {
            drawing.fact(
                say("Largest rotation so far", "これまでの最大の回転"),
                format!("{:.1}°", self.leap),
            );
            let way = 1e3 * self.along_arm(JUMP[0]).distance(self.along_arm(JUMP[1])) / LEG as f32;
            let phrase = Phrase::made(
                format!(
                    "The handle moves by {way:.1} mm per frame, but a joint rotated by {:.1}° in \
                     one frame.",
                    self.leap
                ),
                format!(
                    "ハンドルは 1 フレームに {way:.1} mm 動くだけなのに、ボーンが一度に {:.1}° 回転しました。",
                    self.leap
                ),
            );
            drawing.note = (self.leap > LEAP).then(|| phrase.get(language).to_owned());
        } else if !self.is_ours() && self.turned < 1e-3 && distance > 5e-3 {
            drawing.note = Some(say(
                "It does not come any closer: as published, it stalls here.",
                "これ以上近づきません。元の方法はここで止まります。",
            ));
        }
        drawing
    }

    /// The differences from the figure when it was opened; of the table, the row that is shown when
    /// anything in it was edited.
    fn link(&self) -> String {
        let is_edited = self.table != self.plain_table();
        let is_bound = |key: &str| BOUNDS.as_flattened().contains(&key);
        let said = |key: &str| {
            if is_bound(key) {
                is_edited
            } else {
                self.values.number(key) != self.begun.number(key)
            }
        };
        let keys = FIELDS.iter().map(|field| field.key).filter(|key| said(key));
        let query = keys
            .map(|key| format!("{key}={}", self.values.number(key)))
            .collect::<Vec<_>>()
            .join("&");
        if query.is_empty() {
            format!("lab/{}", ABOUT.name)
        } else {
            format!("lab/{}?{query}", ABOUT.name)
        }
    }

    fn state(&self) -> Vec<(&'static str, f64)> {
        let places = self.places();
        let [hips, left_hand, ..] = self.humanoid.handles();
        let numbers = [
            ("left_hand", places[left_hand].distance(self.goals()[1])),
            ("hips", places[hips].distance(self.goals()[0])),
            ("turned", self.turned),
            ("leap", self.leap),
        ];
        let mut state: Vec<_> = numbers.map(|(key, value)| (key, f64::from(value))).to_vec();
        let goal = self.goals()[self.grabbed];
        state.extend([("goal_x", f64::from(goal.x)), ("goal_y", f64::from(goal.y))]);
        state
    }
}

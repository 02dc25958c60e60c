//! The volume that a tip can reach, and which limit is why it ends.
// size: one page: its fields, its map and its table of reasons share one state; the solves are in
// `plan`.

mod map;
mod picture;
mod plan;

use kansetsu::glam::{Vec2, Vec3};

pub use map::{Map, Point};
pub use plan::{Plan, Reached, Reason};

use crate::{
    About, Action, Drawing, Field, Held, OpenFigure, Page, Press, Table, Values,
    drawing::Row,
    page::values,
    stage::{TILT, VIEW},
    subject::{FIGURE, LEVELS, LIMITS, OPEN, Subject, TIP},
    text::{Language, Phrase},
};

pub(crate) static ABOUT: About = About {
    name: "reach",
    title: Phrase::new("Reach map: where a tip can go", "到達範囲：先端が届く場所"),
    task: Phrase::new(
        "Drag to point at a position. Where the tip cannot go, the page names the limit that is \
         the cause. Select another figure or chain, or let the whole body move on pinned feet.",
        "ドラッグして位置を指してください。届かない場所では、どの可動域が原因かが分かります。別のモデルや手足を選んだり、足を固定して全身を動かしたりもできます。",
    ),
    idea: Phrase::new(
        "A cube around the base of the chain is divided into cells. Each cell is solved for, and \
         the reached ones are drawn. Where a position is missed, each limit that stops the chain \
         is removed, one by one, and the position is solved again. The limit whose removal brings \
         the tip closest is the cause.",
        "チェーンの付け根のまわりの立方体をセルに分け、各セルを目標にして解き、届いたものを描きます。届かない場所では、止めている可動域を一つずつ外して解き直します。外したときに先端が最も近づく可動域が、届かない原因です。",
    ),
    formulas: &[
        "reach = { t :  min_q |tip(q) − t| = 0,   q inside its limits }",
        "gain_i = |e| − |e without limit i|",
    ],
    purpose: Phrase::new(
        "To position objects that a character or a robot has to touch, and to see what a limit \
         costs before you set it.",
        "キャラクターやロボットが触れる物の置き場所を決めるときや、可動域の影響を確かめるときに使います。",
    ),
    weakness: Phrase::new(
        "The map is as fine as its cells. It shows whether a position is reached, not how easily: \
         near the boundary an arm is straight, and a small step needs a large rotation.",
        "セルの細かさまでしか分かりません。届くかどうかだけで、楽に届くかは分かりません。境界の近くでは腕が伸びきり、少しの移動に大きな回転が要ります。",
    ),
    source: Phrase::new(
        "Workspaces of arms: A. Kumar, K. J. Waldron, \"The workspaces of a mechanical manipulator\", Journal of Mechanical Design 103(3), 1981.",
        "腕の作業領域：A. Kumar, K. J. Waldron, “The workspaces of a mechanical manipulator”, Journal of Mechanical Design 103(3), 1981。",
    ),
    fields: FIELDS,
    actions: ACTIONS,
};

static PINS: &[Phrase] = &[
    Phrase::new("the rest of the body", "体のほかの部分"),
    Phrase::new("the feet only", "足だけ"),
    Phrase::new("pins from the studio", "スタジオで固定したボーン"),
];

const fn from_rest(key: &'static str, name: Phrase) -> Field {
    Field::number(key, name, [-5.0, 0.0, 5.0], (3, "m"))
}

static FIELDS: &[Field] = &[
    FIGURE,
    TIP,
    LEVELS,
    LIMITS,
    Field::choice("pins", Phrase::new("Pinned", "固定"), PINS),
    Field::number(
        "cells",
        Phrase::new("Cells per edge", "一辺のセル数"),
        [4.0, 18.0, 32.0],
        (0, ""),
    ),
    from_rest("point_x", Phrase::new("Offset from rest, x", "初期位置から x")),
    from_rest("point_y", Phrase::new("Offset from rest, y", "初期位置から y")),
    from_rest("point_z", Phrase::new("Offset from rest, z", "初期位置から z")),
    VIEW,
    TILT,
];

static ACTIONS: &[Action] = &[
    Action { key: "limb", name: Phrase::new("Next chain", "次の手足") },
    Action { key: "reset", name: Phrase::new("Reset", "リセット") },
];

/// How many cells are solved for in a frame, of a chain and of a body.
const BATCH: [usize; 2] = [80, 10];
/// How far a key moves the place in a frame, pixels.
const PACE: f32 = 5.0;
/// A limit is why when without it this much of the distance is gone.
const COUNTS: f32 = 0.05;
/// Feet: the ends of limbs that are at rest no higher than this fraction of the figure.
const LOW: f32 = 0.2;

/// The volume that a tip can reach.
#[derive(Clone, Debug)]
pub struct Reach {
    values: Values,
    subject: Subject,
    plan: Option<(Plan, Map)>,
    reached: Option<Reached>,
    reasons: Vec<Reason>,
    /// How far the tip would be without any limit, metres, where it misses.
    free: f32,
}

impl Default for Reach {
    fn default() -> Self {
        let values = Values::of(&ABOUT);
        let mut page = Self {
            values,
            subject: Subject::default(),
            plan: None,
            reached: None,
            reasons: Vec::new(),
            free: 0.0,
        };
        page.begin();
        page
    }
}

impl Reach {
    /// The selected tip and its chain or body, and the map so far; `None` for
    /// a figure without a chain.
    #[must_use]
    pub fn plan(&self) -> Option<&(Plan, Map)> {
        self.plan.as_ref()
    }

    /// Where one points, in the figure's space.
    #[must_use]
    pub fn place(&self) -> Vec3 {
        self.subject.rest_places()[self.subject.tip(&self.values)] + self.offset()
    }

    /// What became of the place that is pointed at.
    #[must_use]
    pub fn reached(&self) -> Option<&Reached> {
        self.reached.as_ref()
    }

    /// The limits that keep the tip from there, the most important first.
    #[must_use]
    pub fn reasons(&self) -> &[Reason] {
        &self.reasons
    }

    fn offset(&self) -> Vec3 {
        Vec3::from(["point_x", "point_y", "point_z"].map(|key| self.values.single(key)))
    }

    fn begin(&mut self) {
        self.subject.follow(&mut self.values);
        let (tip, base) = (self.subject.tip(&self.values), self.subject.base(&self.values));
        let pins = match self.values.count("pins") {
            0 => Vec::new(),
            1 => self.feet(tip),
            _ => self.subject.pins().into_iter().filter(|&pin| pin != tip).collect(),
        };
        let plan = Plan::new(
            &self.subject.figure.rig,
            [base, tip],
            self.subject.limits(&self.values),
            pins,
        )
        .ok();
        let cells = self.values.count("cells");
        self.plan = plan.map(|plan| {
            let map = Map::new(&plan, cells);
            (plan, map)
        });
        self.solve();
    }

    /// The ends of limbs on the ground at rest, except for the one that reaches.
    fn feet(&self, tip: usize) -> Vec<usize> {
        let places = self.subject.rest_places();
        let heights = || places.iter().map(|place| place.y);
        let (low, high) = (heights().fold(f32::MAX, f32::min), heights().fold(f32::MIN, f32::max));
        let ends = self.subject.figure.rig.limbs.iter().map(|limb| limb.tip);
        ends.filter(|&end| end != tip && places[end].y <= low + LOW * (high - low)).collect()
    }

    fn solve(&mut self) {
        let place = self.place();
        self.reached = self.plan.as_mut().and_then(|(plan, _)| plan.solve(place).ok());
        (self.reasons, self.free) = (Vec::new(), 0.0);
        if let (Some((plan, _)), Some(reached)) =
            (&self.plan, self.reached.as_ref().filter(|reached| !reached.is_met))
        {
            self.reasons = plan.why(place, reached).unwrap_or_default();
            self.free = plan
                .without(&[])
                .and_then(|mut free| free.solve(place))
                .map_or(0.0, |free| free.distance);
        }
    }

    fn lead(&mut self, place: Vec3) {
        let way = place - self.subject.rest_places()[self.subject.tip(&self.values)];
        for (key, value) in ["point_x", "point_y", "point_z"].into_iter().zip(way.to_array()) {
            self.values.put(key, f64::from(value));
        }
        self.solve();
    }

    fn go_on(&mut self) -> bool {
        let batch = BATCH[self.values.count("pins").min(1)];
        let Some((plan, map)) = &mut self.plan else { return false };
        map.go_on(plan, batch);
        !map.is_done()
    }

    fn tell(&self, reached: &Reached, language: Language) -> Option<String> {
        if reached.is_met {
            return None;
        }
        let millimetres = |metres: f32| format!("{:.0}", 1e3 * metres);
        let missing = millimetres(reached.distance);
        let top = self
            .reasons
            .first()
            .filter(|reason| reason.without < (1.0 - COUNTS) * reached.distance);
        let phrase = match top {
            Some(reason) => {
                let (joint, gain) = (
                    self.subject.name(reason.joint),
                    millimetres(reached.distance - reason.without),
                );
                let [en, ja] = bound_words(reason.bound);
                Phrase::made(
                    format!(
                        "{missing} mm short. Cause: the limit of {joint} ({en}). Without it, the \
                         tip comes {gain} mm closer."
                    ),
                    format!(
                        "あと {missing} mm 届きません。原因は {joint} の可動域（{ja}）です。これがなければ {gain} mm 近づきます。"
                    ),
                )
            }
            None if self.free < (1.0 - COUNTS) * reached.distance => {
                let names = self
                    .reasons
                    .iter()
                    .map(|reason| self.subject.name(reason.joint))
                    .collect::<Vec<_>>()
                    .join(", ");
                Phrase::made(
                    format!("{missing} mm short. Cause: several limits together: {names}."),
                    format!(
                        "あと {missing} mm 届きません。一つの可動域ではなく、いくつかが合わさった結果です：{names}。"
                    ),
                )
            }
            None if self.values.is_on("pins") => Phrase::made(
                format!("{missing} mm short. Cause: the bone lengths and the pins, not a limit."),
                format!(
                    "あと {missing} mm 届きません。可動域ではなく、ボーンの長さと固定した足が原因です。"
                ),
            ),
            None => Phrase::made(
                format!("{missing} mm short. Cause: the bone lengths, not a limit."),
                format!("あと {missing} mm 届きません。可動域ではなく、ボーンの長さが原因です。"),
            ),
        };
        Some(phrase.get(language).to_owned())
    }

    fn table(&self, language: Language) -> Option<Table> {
        if self.reasons.is_empty() {
            return None;
        }
        let say = |en: &'static str, ja: &'static str| Phrase::new(en, ja).get(language).to_owned();
        let row = |reason: &Reason| {
            let [en, ja] = bound_words(reason.bound);
            let bound = if language == Language::English { en } else { ja };
            Row {
                ink: None,
                cells: vec![
                    self.subject.name(reason.joint),
                    bound,
                    format!("{:.1}", 1e3 * reason.without),
                ],
            }
        };
        let head = vec![
            say("Stopped by", "止めているボーン"),
            say("limit", "可動域"),
            say("without it (mm)", "外すと (mm)"),
        ];
        Some(Table { head, rows: self.reasons.iter().map(row).collect() })
    }
}

/// A bound of a limit for people.
fn bound_words(bound: &str) -> [String; 2] {
    let (part, end) = bound.rsplit_once('_').unwrap_or(("", bound));
    let (en, ja) = match end {
        "min" => ("min", "下限"),
        "max" => ("max", "上限"),
        "swing" => ("swing", "傾き"),
        _ => ("boundary", "境界"),
    };
    let (en_part, ja_part) = match part {
        "" => return [en.to_owned(), ja.to_owned()],
        "twist" => ("twist", "ひねり"),
        "edge" => return ["boundary ", "境界 "].map(|name| bound.replace("edge_", name)),
        other => (other, other),
    };
    [format!("{en_part}, {en}"), format!("{ja_part} の{ja}")]
}

impl Page for Reach {
    values!();

    fn changed(&mut self, key: &str) {
        match key {
            "view_deg" | "tilt_deg" => return,
            key if key.starts_with("point_") => return self.solve(),
            "figure" => ["tip", "levels", "point_x", "point_y", "point_z"]
                .into_iter()
                .for_each(|key| self.values.put(key, 0.0)),
            _ => {}
        }
        self.begin();
    }

    fn act(&mut self, action: &str) {
        match action {
            "limb" => {
                let limbs = &self.subject.figure.rig.limbs;
                let tip = self.subject.tip(&self.values);
                let next = limbs
                    .iter()
                    .position(|limb| limb.tip == tip)
                    .map_or(0, |index| (index + 1) % limbs.len());
                let tip = limbs.get(next).map_or(0, |limb| limb.tip);
                self.values.put("tip", tip as f64);
                ["levels", "point_x", "point_y", "point_z"]
                    .into_iter()
                    .for_each(|key| self.values.put(key, 0.0));
            }
            "reset" => self.values.reset(),
            _ => return,
        }
        self.begin();
    }

    fn point(&mut self, at: Vec2, press: Press) {
        if press != Press::Hover && at.is_finite() {
            self.lead(self.stage().grasped(at, self.place()));
        }
    }

    fn tick(&mut self, held: Held) -> bool {
        let way = Vec2::from(held.way());
        if way != Vec2::ZERO {
            self.lead(self.place() + self.stage().way(way * PACE));
        }
        self.go_on() || way != Vec2::ZERO
    }

    fn demonstrate(&mut self, frame: usize) {
        let turn = frame as f32 * std::f32::consts::TAU / 240.0;
        let Some((plan, _)) = &self.plan else { return };
        let (home, length) = (plan.home, plan.length);
        let (sin, cos) = libm::sincosf(turn);
        self.lead(home + length * Vec3::new(0.75 * cos, 0.85 * sin, 0.35));
        self.go_on();
    }

    fn take_figure(&mut self, open: &OpenFigure) {
        self.subject.take_open(open);
        self.values.put("figure", OPEN);
        if !open.pins.is_empty() {
            self.values.put("pins", 2.0);
        }
        self.begin();
    }

    fn draw(&self, language: Language) -> Drawing {
        let mut drawing = Drawing::default();
        let stage = self.stage();
        self.draw_map(&mut drawing, &stage);
        self.draw_figure(&mut drawing, &stage);
        let say = |en: &'static str, ja: &'static str| Phrase::new(en, ja).get(language).to_owned();
        let (tip, base) = (self.subject.tip(&self.values), self.subject.base(&self.values));
        drawing.fact(
            say("Chain", "チェーン"),
            format!("{} … {}", self.subject.name(base), self.subject.name(tip)),
        );
        if let Some((_, map)) = &self.plan {
            drawing.fact(say("Computed", "計算済み"), format!("{:.0} %", 100.0 * map.part()));
            drawing
                .fact(say("Volume so far", "届く体積"), format!("{:.1} dm³", 1e3 * map.volume()));
        }
        if let Some(reached) = &self.reached {
            let e = 1e3 * reached.distance;
            drawing.formulas.push(match self.reasons.first().filter(|_| !reached.is_met) {
                Some(reason) => {
                    let without = 1e3 * reason.without;
                    format!(
                        "gain_[{}] = {e:.1} − {without:.1} = {:.1} mm",
                        self.subject.name(reason.joint),
                        e - without
                    )
                }
                None => format!("|e| = {e:.3} mm"),
            });
            drawing.table = self.table(language);
            drawing.note = self.tell(reached, language);
        }
        drawing
    }

    fn state(&self) -> Vec<(&'static str, f64)> {
        let [x, y, z] = self.place().to_array().map(f64::from);
        let reached = self.reached.as_ref();
        vec![
            ("point_x", x),
            ("point_y", y),
            ("point_z", z),
            ("distance", reached.map_or(f64::NAN, |reached| f64::from(reached.distance))),
            ("reached", f64::from(u8::from(reached.is_some_and(|reached| reached.is_met)))),
            ("known", self.plan.as_ref().map_or(0.0, |(_, map)| map.part())),
            ("why", self.reasons.first().map_or(-1.0, |reason| reason.joint as f64)),
        ]
    }
}

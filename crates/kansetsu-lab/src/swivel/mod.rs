//! The circle of a limb's middle joint: what each rule says, and how comfortable every place on it
//! is.
// size: one page: its fields, its rules and its plot share one state; the circle is in `limb`.

mod limb;
mod picture;

use std::f32::consts::TAU;

use kansetsu::glam::{Vec2, Vec3};

pub use limb::{Circle, HeldLimb, Rule, Stand, parger};

use crate::{
    About, Action, Drawing, Field, Held, Ink, OpenFigure, Page, Press, Table, Values,
    drawing::Row,
    page::values,
    plot::Plot,
    stage::{TILT, VIEW},
    subject::{FIGURE, OPEN, Subject},
    text::{Language, Phrase},
};

pub(crate) static ABOUT: About = About {
    name: "swivel",
    title: Phrase::new("Swivel: where the elbow goes", "スイベル：肘の向き"),
    task: Phrase::new(
        "Drag the hand's target, or drag along the circle to set the elbow yourself. Each rule \
         suggests an elbow position in its colour.",
        "手の目標をドラッグするか、円に沿ってドラッグして肘の位置を自分で決めてください。各規則による肘の位置が色分けで出ます。",
    ),
    idea: Phrase::new(
        "With a fixed hand, the elbow can still move on a circle about the line from shoulder to \
         hand. A pole sets the side. Without a pole, the arm rotates as little as possible from \
         the rest pose. Rules for arms use what is known about people: bending the elbow brings \
         the palm to the head, or the hand's position relative to the body gives the elbow's \
         height. Kansetsu takes the position of least cost.",
        "手の位置を決めても、肘は肩と手を結ぶ線のまわりの円を動けます。ポールは向きを指定します。なければ初期ポーズから最も小さく回転します。腕の規則は人に基づきます。肘を曲げると手のひらが頭に向く、または体に対する手の位置で肘の高さが決まる、というものです。Kansetsu は最も楽な位置を選びます。",
    ),
    formulas: &[
        "m(s) = c + r (u cos s + v sin s),   r = sqrt[a^2 − x^2],   x = frac[d^2 + a^2 − b^2][2d]",
        "cost(s) = ∑_i frac[1][2] k_i a_i^2",
    ],
    purpose: Phrase::new(
        "To select a rule: a pole where an animator decides; comfort or a learned prior where \
         nobody does; the arm rules where only a hand and a head are tracked.",
        "規則選びに。アニメーターが決めるならポール、誰も決めないなら楽な姿勢や学習した姿勢、手と頭しか計測できないなら腕の規則が向きます。",
    ),
    weakness: Phrase::new(
        "People do not take one posture for one target: any rule that sees a single moment is off \
         by about 10°. A pole near the line spins, as does the rest rule behind the shoulder. \
         Rules from the hand's position ignore limits.",
        "人は同じ目標に同じ姿勢を取るとは限らず、一瞬だけを見る規則では約 10° が限界です。線に近いポールや、肩の後ろでの初期ポーズの規則は急に回転します。手の位置による規則は可動域を考慮しません。",
    ),
    source: Phrase::new(
        "Palm to head: H. Kim, L. M. Miller, N. Byl, G. M. Abrams, J. Rosen, IEEE Transactions on \
         Biomedical Engineering 59(6), 2012. Hand position: M. Parger, J. H. Mueller, D. \
         Schmalstieg, M. Steinberger, VRST 2018. One target, several postures: M. A. Admiraal, M. \
         J. M. A. M. Kusters, S. C. A. M. Gielen, 2004.",
        "手のひらと頭：H. Kim, L. M. Miller, N. Byl, G. M. Abrams, J. Rosen, IEEE Transactions on Biomedical Engineering 59(6), 2012。手の位置：M. Parger, J. H. Mueller, D. Schmalstieg, M. Steinberger, VRST 2018。\
         姿勢のばらつき：M. A. Admiraal, M. J. M. A. M. Kusters, S. C. A. M. Gielen, 2004。",
    ),
    fields: FIELDS,
    actions: ACTIONS,
};

static FIELDS: &[Field] = &[
    FIGURE,
    Field::number("limb", Phrase::new("Arm or leg", "対象の手足"), [0.0, 0.0, 63.0], (0, "")),
    Field::number(
        "swivel_deg",
        Phrase::new("Your angle s", "自分で置く角度 s"),
        [-180.0, -120.0, 180.0],
        (1, "°"),
    ),
    Field::number(
        "target_x",
        Phrase::new("Target relative to base, x", "付け根から目標 x"),
        [-3.0, 0.12, 3.0],
        (3, "m"),
    ),
    Field::number(
        "target_y",
        Phrase::new("Target relative to base, y", "付け根から目標 y"),
        [-3.0, -0.12, 3.0],
        (3, "m"),
    ),
    Field::number(
        "target_z",
        Phrase::new("Target relative to base, z", "付け根から目標 z"),
        [-3.0, 0.34, 3.0],
        (3, "m"),
    ),
    VIEW,
    TILT,
];

static ACTIONS: &[Action] = &[
    Action { key: "limb", name: Phrase::new("Next arm or leg", "次の手足") },
    Action { key: "best", name: Phrase::new("Most comfortable position", "最も楽な位置へ") },
    Action { key: "reset", name: Phrase::new("Reset", "リセット") },
];

/// How many places of the circle are judged.
pub(crate) const PLACES: usize = 72;
/// How far a key moves the target in a frame, pixels.
const PACE: f32 = 5.0;
/// A joint is outside its limit by more than this, radians.
const OUTSIDE: f32 = 1e-3;

const TARGET: [&str; 3] = ["target_x", "target_y", "target_z"];

/// The circle of a limb's middle joint.
#[derive(Clone, Debug)]
pub struct Swivel {
    values: Values,
    subject: Subject,
    solved: Option<Solved>,
    /// What a drag has hold of.
    grabbed: Grab,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Grab {
    Target,
    Middle,
}

#[derive(Clone, Debug)]
struct Solved {
    circle: Circle,
    /// The limb at [`PLACES`] angles, from -180° on.
    places: Vec<Stand>,
    /// For each rule what it says.
    rules: Vec<Option<Stand>>,
    /// The place that the user has selected.
    own: Stand,
}

impl Default for Swivel {
    fn default() -> Self {
        let mut page = Self {
            values: Values::of(&ABOUT),
            subject: Subject::default(),
            solved: None,
            grabbed: Grab::Target,
        };
        page.begin();
        page
    }
}

impl Swivel {
    /// What each of [`Rule::ALL`] says; empty for a figure without limbs.
    #[must_use]
    pub fn rules(&self) -> &[Option<Stand>] {
        self.solved.as_ref().map_or(&[], |solved| &solved.rules)
    }

    /// The limb at 72 places of its circle, from -180° on, five degrees apart; empty for a figure
    /// without limbs.
    #[must_use]
    pub fn places(&self) -> &[Stand] {
        self.solved.as_ref().map_or(&[], |solved| &solved.places)
    }

    /// The circle; `None` for a figure without limbs.
    #[must_use]
    pub fn circle(&self) -> Option<Circle> {
        self.solved.as_ref().map(|solved| solved.circle)
    }

    /// Where the tip should be, in the figure's space.
    #[must_use]
    pub fn target(&self) -> Vec3 {
        let base = self.limb().map_or(Vec3::ZERO, |limb| self.subject.rest_places()[limb.base]);
        base + Vec3::from(TARGET.map(|key| self.values.single(key)))
    }

    fn limb(&self) -> Option<&kansetsu::d3::Limb> {
        let limbs = &self.subject.figure.rig.limbs;
        limbs.get(self.values.count("limb")).or(limbs.first())
    }

    fn begin(&mut self) {
        self.subject.follow(&mut self.values);
        self.solve();
    }

    /// A bent limb: the target is half-way to where the tip is at rest, to the front.
    fn bend(&mut self) {
        let Some(limb) = self.limb() else { return };
        let places = self.subject.rest_places();
        let way = places[limb.tip] - places[limb.base];
        let target = 0.6 * way + 0.4 * way.length() * Vec3::Z;
        for (key, value) in TARGET.into_iter().zip(target.to_array()) {
            self.values.put(key, f64::from(value));
        }
    }

    fn solve(&mut self) {
        self.solved = self.limb().and_then(|limb| {
            let held = HeldLimb::new(&self.subject.figure, limb, self.target()).ok()?;
            let angle = |place: usize| TAU * (place as f32 / PLACES as f32 - 0.5);
            let places = (0..PLACES).filter_map(|place| held.stand(angle(place)).ok()).collect();
            let rules = Rule::ALL.into_iter().map(|rule| held.by(rule).ok().flatten()).collect();
            let own = held.stand(self.values.single("swivel_deg").to_radians()).ok()?;
            Some(Solved { circle: held.circle, places, rules, own })
        });
    }

    fn lead(&mut self, target: Vec3) {
        let way = target - (self.target() - Vec3::from(TARGET.map(|key| self.values.single(key))));
        for (key, value) in TARGET.into_iter().zip(way.to_array()) {
            self.values.put(key, f64::from(value));
        }
        self.solve();
    }

    /// Puts the middle joint to the place of the circle that is nearest to the pointer.
    fn put_middle(&mut self, at: Vec2) {
        let stage = self.stage();
        let Some(circle) = self.circle() else { return };
        let far = |angle: &f32| stage.seen(circle.place(angle.to_radians())).distance(at);
        let nearest =
            (-180..180).map(|degree| degree as f32).min_by(|a, b| far(a).total_cmp(&far(b)));
        self.values.put("swivel_deg", f64::from(nearest.unwrap_or(0.0)));
        self.solve();
    }

    fn draw_costs(&self, drawing: &mut Drawing, solved: &Solved, language: Language) {
        let most = solved.places.iter().map(|stand| stand.cost).fold(0.1, f32::max);
        let plot = Plot {
            corner: Vec2::new(860.0, 180.0),
            size: Vec2::new(380.0, 330.0),
            along: [-180.0, 180.0],
            up: [0.0, most],
        };
        let title = Phrase::new(
            "cost of each position; grey: over the limits",
            "各位置のコスト（灰色は可動域外）",
        );
        plot.frame(drawing, title.get(language).to_owned(), ["0".to_owned(), format!("{most:.2}")]);
        // By the middle joint's own angle: at the ends of the reach the circle is a point.
        for pair in solved.places.windows(2) {
            let ink = if pair.iter().any(|stand| stand.outside > OUTSIDE) {
                Ink::Faint
            } else {
                Ink::Strong
            };
            if pair[1].angle > pair[0].angle {
                drawing.line(
                    [0, 1].map(|end| plot.place(pair[end].angle.to_degrees(), pair[end].cost)),
                    2.0,
                    ink,
                );
            }
        }
        let marks = solved
            .rules
            .iter()
            .enumerate()
            .filter_map(|(index, stand)| Some((stand.as_ref()?, Ink::Series(index as u8))));
        for (stand, ink) in marks.chain([(&solved.own, Ink::Green)]) {
            let at = plot.place(stand.angle.to_degrees(), stand.cost);
            drawing.line([at, Vec2::new(at.x, 180.0)], 1.0, ink);
            drawing.disc(at, 5.0, ink);
        }
        for angle in [-180, -90, 0, 90, 180] {
            drawing.remark(
                plot.place(angle as f32, 0.0) + Vec2::new(-10.0, -16.0),
                format!("{angle}°"),
                Ink::Weak,
            );
        }
    }

    fn table(solved: &Solved, language: Language) -> Table {
        let say = |en: &'static str, ja: &'static str| Phrase::new(en, ja).get(language).to_owned();
        let cells = |name: String, stand: Option<&Stand>| {
            let told = stand.map_or_else(
                || ["–", "–", "–"].map(str::to_owned),
                |stand| {
                    [
                        format!("{:.1}", stand.angle.to_degrees()),
                        format!("{:.3}", stand.cost),
                        format!("{:.1}", stand.outside.to_degrees()),
                    ]
                },
            );
            std::iter::once(name).chain(told).collect()
        };
        let row = |(index, stand): (usize, &Option<Stand>)| Row {
            ink: Some(Ink::Series(index as u8)),
            cells: cells(rule_name(Rule::ALL[index]).get(language).to_owned(), stand.as_ref()),
        };
        let mut rows: Vec<Row> = solved.rules.iter().enumerate().map(row).collect();
        rows.push(Row {
            ink: Some(Ink::Green),
            cells: cells(say("your position", "自分で決めた位置"), Some(&solved.own)),
        });
        Table {
            head: vec![
                say("Rule", "規則"),
                say("s (°)", "s (°)"),
                say("cost", "コスト"),
                say("over limit (°)", "可動域外 (°)"),
            ],
            rows,
        }
    }
}

const fn rule_name(rule: Rule) -> Phrase {
    match rule {
        Rule::Pole => Phrase::new("pole", "ポール"),
        Rule::Rest => Phrase::new("least rotation from rest", "初期ポーズから最小の回転"),
        Rule::PalmToHead => Phrase::new("palm to the head", "手のひらを頭へ"),
        Rule::Parger => Phrase::new("hand position (Parger)", "手の位置（Parger）"),
        Rule::Ease => Phrase::new("Kansetsu: comfort", "Kansetsu：楽な姿勢"),
        Rule::Prior => Phrase::new("Kansetsu: learned from people", "Kansetsu：人の姿勢"),
    }
}

impl Page for Swivel {
    values!();

    fn changed(&mut self, key: &str) {
        match key {
            "view_deg" | "tilt_deg" => {}
            "figure" | "limb" => {
                self.begin();
                self.bend();
                self.solve();
            }
            _ => self.solve(),
        }
    }

    fn act(&mut self, action: &str) {
        match action {
            "limb" => {
                let count = self.subject.figure.rig.limbs.len().max(1);
                self.values.put("limb", ((self.values.count("limb") + 1) % count) as f64);
                self.bend();
            }
            "best" => {
                let allowed = self.places().iter().filter(|stand| stand.outside <= OUTSIDE);
                let best = allowed
                    .min_by(|a, b| a.cost.total_cmp(&b.cost))
                    .map(|stand| stand.angle.to_degrees());
                self.values.put("swivel_deg", f64::from(best.unwrap_or(0.0)).round());
            }
            "reset" => self.values.reset(),
            _ => return,
        }
        self.begin();
    }

    fn point(&mut self, at: Vec2, press: Press) {
        if press == Press::Hover || !at.is_finite() {
            return;
        }
        let stage = self.stage();
        if press == Press::Down {
            let to_target = stage.seen(self.target()).distance(at);
            let on_circle = |circle: Circle| {
                let near = |angle: i16| {
                    stage.seen(circle.place(f32::from(angle).to_radians())).distance(at)
                };
                (-180..180).map(near).fold(f32::MAX, f32::min)
            };
            let to_circle = self.circle().map_or(f32::MAX, on_circle);
            self.grabbed =
                if to_circle < 24.0 && to_circle < to_target { Grab::Middle } else { Grab::Target };
        }
        match self.grabbed {
            Grab::Target => self.lead(stage.grasped(at, self.target())),
            Grab::Middle => self.put_middle(at),
        }
    }

    fn tick(&mut self, held: Held) -> bool {
        let way = Vec2::from(held.way());
        if way != Vec2::ZERO {
            self.lead(self.target() + self.stage().way(way * PACE));
        }
        way != Vec2::ZERO
    }

    fn demonstrate(&mut self, frame: usize) {
        let (sin, cos) = libm::sincosf(frame as f32 * TAU / 240.0);
        let base = self.target() - Vec3::from(TARGET.map(|key| self.values.single(key)));
        self.lead(base + Vec3::new(0.02 + 0.22 * cos, 0.24 * sin, 0.33));
    }

    fn take_figure(&mut self, open: &OpenFigure) {
        self.subject.take_open(open);
        self.values.put("figure", OPEN);
        self.begin();
        self.bend();
        self.solve();
    }

    fn draw(&self, language: Language) -> Drawing {
        let mut drawing = Drawing::default();
        let say = |en: &'static str, ja: &'static str| Phrase::new(en, ja).get(language).to_owned();
        let (Some(solved), Some(limb)) = (&self.solved, self.limb()) else {
            drawing.note = Some(say(
                "This figure has no arms or legs set up.",
                "このモデルには手足の設定がありません。",
            ));
            return drawing;
        };
        self.draw_circle(&mut drawing, solved);
        self.draw_costs(&mut drawing, solved, language);
        let Stand { angle, cost, outside, .. } = &solved.own;
        drawing.formulas.push(format!(
            "s = {:.1}°,   cost(s) = {cost:.3},   r = {:.1} mm",
            angle.to_degrees(),
            1e3 * solved.circle.radius
        ));
        drawing.fact(say("Arm or leg", "手足"), name_of(&limb.name).get(language).to_owned());
        drawing.table = Some(Self::table(solved, language));
        if *outside > OUTSIDE {
            drawing.note = Some(say(
                "Your position is outside the joint limits.",
                "自分で決めた位置は、関節の可動域外です。",
            ));
        }
        drawing
    }

    fn state(&self) -> Vec<(&'static str, f64)> {
        let target = self.target();
        let mut state = vec![
            ("target_x", f64::from(target.x)),
            ("target_y", f64::from(target.y)),
            ("target_z", f64::from(target.z)),
        ];
        state.push(("swivel_deg", self.values.number("swivel_deg")));
        for (key, stand) in
            ["pole", "rest", "palm", "parger", "ease", "prior"].into_iter().zip(self.rules())
        {
            state.push((
                key,
                stand.as_ref().map_or(f64::NAN, |stand| f64::from(stand.angle.to_degrees())),
            ));
        }
        state
    }
}

/// What a limb is called: in the reader's language for a person, else as the rig names it.
fn name_of(limb: &str) -> Phrase {
    match limb {
        "left arm" => Phrase::new("left arm", "左腕"),
        "right arm" => Phrase::new("right arm", "右腕"),
        "left leg" => Phrase::new("left leg", "左脚"),
        "right leg" => Phrase::new("right leg", "右脚"),
        other => other.to_owned().into(),
    }
}

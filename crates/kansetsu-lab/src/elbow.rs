//! Two bones in the plane, in the original window.

use kansetsu::{
    classic::{LawOfCosines, MiddleJoint},
    d2::{
        Outcome, Side,
        solve::{self, TwoBone},
    },
    glam::Vec2,
};
use kansetsu_figures::scenes::lab::ELBOW;

use crate::{
    About, Action, Drawing, Field, Held, Ink, Page, Press, Values,
    drawing::direction,
    page::values,
    text::{Language, Phrase},
};

pub(crate) static ABOUT: About = About {
    name: "elbow",
    title: Phrase::new("Elbow: the law of cosines", "肘：余弦定理"),
    task: Phrase::new(
        "Drag the red end toward the blue start, or hold A (W A S D and the arrow keys move it). \
         Watch the angle in the formula.",
        "赤い点を青い点のほうへドラッグするか、A を押してください（W A S D・矢印キーで動きます）。式の角度が変わります。",
    ),
    idea: Phrase::new(
        "Two bones and the line from start to end are the three sides of a triangle. Three sides \
         give the angles, and so the position of the elbow.",
        "二本のボーンと、始点から終点への線で三角形ができます。三辺の長さから角度が決まり、肘の位置も決まります。",
    ),
    formulas: &[
        "cos A = frac[b^2 + c^2 − a^2][2bc]",
        "v_1 = frac[e − s][c],   v_2 = R(±A) v_1",
        "m = s + b v_2",
    ],
    purpose: Phrase::new(
        "Arms, legs, cranes: two links of fixed length that reach a known position. One step, \
         exact.",
        "腕や脚、クレーンなど、長さの決まった二本のリンクを決まった位置へ届かせるときに使います。一回の計算で正確に解けます。",
    ),
    weakness: Phrase::new(
        "Two bones only, no joint limits. As published, it divides by zero when the end is on the \
         start (c = 0), takes the square root of a negative number when the end is too close, and \
         bends to one side only.",
        "二本のボーン専用で、可動域は扱えません。元の方法では、終点が始点に重なる（c = 0）とゼロ除算になり、近すぎると負の数の平方根になります。曲がる側も選べません。",
    ),
    source: Phrase::new(
        "Euclid, Elements II, 12–13. Original window: 1280 × 700 pixels, two bones of 150, W A S D \
         at 2.5 pixels per frame.",
        "ユークリッド『原論』第二巻 命題 12・13。元のウィンドウは 1280 × 700 ピクセル、ボーンの長さは 150、W A S D で 1 フレームに 2.5 ピクセル動きます。",
    ),
    fields: FIELDS,
    actions: ACTIONS,
};

static SIDES: &[Phrase] = &[Phrase::new("left", "左"), Phrase::new("right", "右")];

static FIELDS: &[Field] = &[
    Field::number(
        "b",
        Phrase::new("Upper bone b", "上のボーン b"),
        [1.0, ELBOW.upper as f64, 400.0],
        (1, "px"),
    ),
    Field::number(
        "a",
        Phrase::new("Lower bone a", "下のボーン a"),
        [1.0, ELBOW.lower as f64, 400.0],
        (1, "px"),
    ),
    Field::number(
        "end_x",
        Phrase::new("End, x", "終点 x"),
        [-1000.0, ELBOW.end.x as f64, 2300.0],
        (1, "px"),
    ),
    Field::number(
        "end_y",
        Phrase::new("End, y", "終点 y"),
        [-1000.0, ELBOW.end.y as f64, 1700.0],
        (1, "px"),
    ),
    Field::choice("side", Phrase::new("Bends to", "曲がる側"), SIDES),
    Field::switch(
        "original",
        Phrase::new("As published, including its faults", "元の方法のまま（不具合も再現）"),
        0.0,
    ),
];

static ACTIONS: &[Action] =
    &[Action { key: "reset", name: Phrase::new("Original values", "元の数値に戻す") }];

/// Two bones in the plane, moved by W A S D.
#[derive(Clone, Debug)]
pub struct Elbow {
    values: Values,
    /// Where the end should be; another place than the end when that is out of reach.
    wanted: Vec2,
    end: Vec2,
    middle: Middle,
    /// From the start to the end, when it was not zero last.
    direction: Vec2,
}

/// What became of the middle joint.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Middle {
    At(Vec2),
    /// The published formula has no answer.
    NotANumber(MiddleJoint),
}

impl Default for Elbow {
    fn default() -> Self {
        let values = Values::of(&ABOUT);
        let mut page = Self {
            values,
            wanted: ELBOW.end,
            end: ELBOW.end,
            middle: Middle::At(ELBOW.end),
            direction: Vec2::X,
        };
        page.solve(ELBOW.end);
        page
    }
}

impl Elbow {
    /// Where the end is.
    #[must_use]
    pub fn end(&self) -> Vec2 {
        self.end
    }

    /// Where the middle joint is; `None` where the published formula gives no number.
    #[must_use]
    pub fn middle(&self) -> Option<Vec2> {
        if let Middle::At(middle) = self.middle { Some(middle) } else { None }
    }

    fn lengths(&self) -> [f32; 2] {
        ["b", "a"].map(|key| self.values.single(key))
    }

    fn side(&self) -> Side {
        if self.values.is_on("side") { Side::Right } else { Side::Left }
    }

    /// Brings the end to a place, or as near to it as the method lets it.
    fn solve(&mut self, wanted: Vec2) {
        self.wanted = wanted;
        if self.values.is_on("original") {
            self.solve_as_published(wanted)
        } else {
            self.solve_as_we_do(wanted)
        }
        if self.end != ELBOW.start {
            self.direction = self.end - ELBOW.start;
        }
        self.values.put("end_x", f64::from(self.end.x));
        self.values.put("end_y", f64::from(self.end.y));
    }

    fn solve_as_published(&mut self, wanted: Vec2) {
        let [upper, lower] = self.lengths();
        let method = LawOfCosines { upper, lower, side: self.side() };
        if method.may_move_to(ELBOW.start, wanted) {
            self.end = wanted;
        } else if !method.may_move_to(ELBOW.start, self.end) {
            // The bones were made shorter than the way to where the end was.
            self.end = ELBOW.start
                + (self.end - ELBOW.start).normalize_or_zero() * (upper + lower) * INSIDE;
        }
        self.middle = match method.middle(ELBOW.start, self.end) {
            Ok(MiddleJoint::At(middle)) => Middle::At(middle),
            Ok(none) => Middle::NotANumber(none),
            Err(_) => self.middle,
        };
    }

    fn solve_as_we_do(&mut self, wanted: Vec2) {
        let [upper, lower] = self.lengths();
        let elbow = solve::Elbow { upper, lower, side: self.side(), direction: self.direction };
        if let Ok(place) = TwoBone::default().place(&elbow, ELBOW.start, wanted) {
            (self.end, self.middle) = (place.end, Middle::At(place.middle));
        }
    }

    fn outcome(&self) -> Outcome {
        if self.wanted.distance(self.end) <= 1e-3 { Outcome::Reached } else { Outcome::OutOfReach }
    }

    /// The three sides and the three angles, radians, at the start, the middle and the end.
    fn triangle(&self) -> Triangle {
        let [b, a] = self.lengths();
        let c = ELBOW.start.distance(self.end);
        let angle = |near: [f32; 2], far: f32| {
            let cos =
                (near[0] * near[0] + near[1] * near[1] - far * far) / (2.0 * near[0] * near[1]);
            libm::acosf(cos.clamp(-1.0, 1.0))
        };
        Triangle { a, b, c, at_start: angle([b, c], a), at_middle: angle([a, b], c) }
    }

    fn draw_bones(&self, drawing: &mut Drawing) {
        let (start, end) = (ELBOW.start, self.end);
        let triangle = self.triangle();
        drawing.circle(start, triangle.a + triangle.b, Ink::Faint);
        if triangle.a != triangle.b {
            drawing.circle(start, (triangle.a - triangle.b).abs(), Ink::Faint);
        }
        drawing.dashes(start, end, Ink::Weak);
        if let Middle::At(middle) = self.middle {
            drawing.line([start, middle, end], 5.0, Ink::Strong);
            label(drawing, [start, middle], end, "b");
            label(drawing, [middle, end], start, "a");
            label(drawing, [start, end], middle, "c");
            draw_angle(drawing, start, [end, middle], "A");
            draw_angle(drawing, middle, [start, end], "C");
            drawing.disc(middle, 9.0, Ink::Green);
        } else {
            drawing.words(start + Vec2::new(0.0, 60.0), "NaN", Ink::Alert);
        }
        if self.outcome() != Outcome::Reached {
            drawing.dashes(end, self.wanted, Ink::Alert);
            drawing.target(self.wanted, Ink::Alert);
        }
        drawing.disc(start, 9.0, Ink::Blue);
        drawing.disc(end, 9.0, Ink::Red);
    }

    fn tell(&self, language: Language) -> Option<String> {
        let triangle = self.triangle();
        let far = self.wanted.distance(ELBOW.start) - (triangle.a + triangle.b);
        let near = (triangle.a - triangle.b).abs() - self.wanted.distance(ELBOW.start);
        let phrase = match self.middle {
            Middle::NotANumber(MiddleJoint::Anywhere) => Phrase::new(
                "The end is on the start: c = 0, and the formula divides by zero. Any direction is \
                 correct.",
                "終点が始点に重なっています。c = 0 なので、式はゼロで割ることになります。どの向きでも正解です。",
            ),
            Middle::NotANumber(_) => Phrase::new(
                "The end is too close for the folded bones: cos A exceeds 1, and 1 − cos²A has no \
                 square root.",
                "ボーンを折りたたんでも届かない近さです。cos A が 1 を超え、1 − cos²A の平方根がありません。",
            ),
            Middle::At(_) if far > 1e-3 => Phrase::made(
                format!("{far:.1} px too far: the bones are straight."),
                format!(
                    "{far:.1} px 遠すぎます。ボーンをまっすぐ伸ばして、最も近い点に届かせます。"
                ),
            ),
            Middle::At(_) if near > 1e-3 => Phrase::made(
                format!("{near:.1} px too close: the bones are folded."),
                format!("{near:.1} px 近すぎます。ボーンを折りたたんで、最も近い点に届かせます。"),
            ),
            Middle::At(_) => return None,
        };
        Some(phrase.get(language).to_owned())
    }
}

/// As a fraction of full reach: the end keeps inside in single precision too.
const INSIDE: f32 = 1.0 - 1e-6;

struct Triangle {
    a: f32,
    b: f32,
    c: f32,
    at_start: f32,
    at_middle: f32,
}

/// The name of a side, beside its middle and away from the third corner.
fn label(drawing: &mut Drawing, [from, to]: [Vec2; 2], away: Vec2, name: &str) {
    let middle = 0.5 * (from + to);
    let across = (to - from).perp().normalize_or_zero();
    let across = if across.dot(away - middle) > 0.0 { -across } else { across };
    drawing.words(middle + across * 20.0, name, Ink::Weak);
}

fn draw_angle(drawing: &mut Drawing, corner: Vec2, [from, to]: [Vec2; 2], name: &str) {
    let angle = |point: Vec2| libm::atan2f(point.y - corner.y, point.x - corner.x);
    let (start, end) = (angle(from), angle(to));
    let mut turn = end - start;
    if turn.abs() > std::f32::consts::PI {
        turn -= std::f32::consts::TAU * turn.signum();
    }
    if turn.abs() > 0.02 {
        drawing.arc(corner, 38.0, [start, start + turn], Ink::Accent);
        drawing.words(corner + direction(start + 0.5 * turn) * 56.0, name, Ink::Accent);
    }
}

impl Page for Elbow {
    values!();

    fn changed(&mut self, key: &str) {
        let typed = Vec2::new(self.values.single("end_x"), self.values.single("end_y"));
        let wanted = if key.starts_with("end_") { typed } else { self.end };
        self.solve(wanted);
    }

    fn act(&mut self, action: &str) {
        if action == "reset" {
            let original = self.values.number("original");
            *self = Self::default();
            self.values.put("original", original);
            self.solve(ELBOW.end);
        }
    }

    fn point(&mut self, at: Vec2, press: Press) {
        if press != Press::Hover && at.is_finite() {
            self.solve(at);
        }
    }

    fn tick(&mut self, held: Held) -> bool {
        let way = Vec2::from(held.way());
        if way != Vec2::ZERO {
            self.solve(self.end + way * ELBOW.step);
        }
        way != Vec2::ZERO
    }

    fn demonstrate(&mut self, frame: usize) {
        self.solve(ELBOW.path(frame));
    }

    fn draw(&self, language: Language) -> Drawing {
        let mut drawing = Drawing::default();
        self.draw_bones(&mut drawing);
        let Triangle { a, b, c, at_start, at_middle } = self.triangle();
        let cos = (b * b + c * c - a * a) / (2.0 * b * c);
        let sign = if self.side() == Side::Left { "+" } else { "−" };
        let angle = if c > 0.0 && cos.abs() <= 1.0 + 1e-6 {
            format!("{:.1}°", at_start.to_degrees())
        } else {
            "NaN".to_owned()
        };
        let value = if c > 0.0 { format!("{cos:.4}") } else { "NaN".to_owned() };
        let sine = if value == "NaN" || angle == "NaN" {
            "NaN".to_owned()
        } else {
            format!("{sign}{:.4}", (1.0 - cos * cos).max(0.0).sqrt())
        };
        drawing.formulas = vec![
            format!("cos A = frac[{b:.1}^2 + {c:.1}^2 − {a:.1}^2][2 · {b:.1} · {c:.1}] = {value}"),
            format!("A = {angle}"),
            format!("sin A = {sign}sqrt[1 − cos^2 A] = {sine}"),
        ];
        let say = |en: &'static str, ja: &'static str| Phrase::new(en, ja).get(language).to_owned();
        drawing.fact(say("c, from start to end", "始点から終点まで c"), format!("{c:.1} px"));
        drawing.fact(say("Angle A at the start", "始点の角 A"), angle);
        drawing.fact(
            say("Angle C at the elbow", "肘の角 C"),
            format!("{:.1}°", at_middle.to_degrees()),
        );
        if let Middle::At(middle) = self.middle {
            drawing
                .fact(say("Elbow m", "肘の関節 m"), format!("({:.1}, {:.1})", middle.x, middle.y));
        }
        drawing.note = self.tell(language);
        drawing
    }

    fn state(&self) -> Vec<(&'static str, f64)> {
        let middle = self.middle().unwrap_or(Vec2::NAN);
        let numbers = [
            ("end_x", self.end.x),
            ("end_y", self.end.y),
            ("middle_x", middle.x),
            ("middle_y", middle.y),
        ];
        let mut state: Vec<_> = numbers.map(|(key, value)| (key, f64::from(value))).to_vec();
        state.push(("angle_deg", f64::from(self.triangle().at_start.to_degrees())));
        state
    }
}

//! Tentacles that chase a player, by stepped cyclic coordinate descent.

use kansetsu::{
    classic::{SteppedCcd, SteppedMode, Tentacle},
    glam::{DVec2, Vec2},
};
use kansetsu_figures::scenes::lab::{MANY_TENTACLES, TENTACLE, TentacleScene};

use crate::{
    About, Action, Drawing, Field, Held, Ink, Page, Press, SIZE, Values,
    page::values,
    text::{Language, Phrase},
};

pub(crate) static ABOUT: About = About {
    name: "tentacle",
    title: Phrase::new(
        "Tentacle: rotate by a fixed step per frame",
        "触手：1 フレームに一歩ずつ回転",
    ),
    task: Phrase::new(
        "Move the pointer over the picture, drag the player, or use W A S D or the arrow keys. The \
         tentacle follows.",
        "ポインターを動かすか、プレイヤーをドラッグするか、W A S D・矢印キーで動かしてください。触手が追いかけます。",
    ),
    idea: Phrase::new(
        "In every frame, each joint from the tip to the root compares three options: rotate by +v, \
         by −v, or not at all. The largest dot product wins. The links never stretch, and the slow \
         rotation is the animation.",
        "1 フレームごとに、先端側から根元側へ、各関節が「+v 回転する」「−v 回転する」「回転しない」のどれで先端がよく目標を向くかを内積で比べます。リンクは伸び縮みせず、ゆっくり回転すること自体がアニメーションになります。",
    ),
    formulas: &["x = t − p_i,   a = tip − p_i", "max( a·x,  R(v)a·x,  R(−v)a·x )", "|q_i ± v| ≤ l"],
    purpose: Phrase::new(
        "Tentacles, tails and whiskers in 2D whose chase is the effect.",
        "触手・しっぽ・ひげなど、追いかける動きそのものを見せたいときに使います（2D）。",
    ),
    weakness: Phrase::new(
        "As published, the tip trembles around its target for ever, because the step never gets \
         smaller. A target exactly behind a straight tentacle does not move it. Smooth mode \
         rotates by min(v, exact angle) and breaks the tie.",
        "元の方法では歩幅が変わらないため、先端が目標の周りで震え続けます。まっすぐな触手の真後ろの目標には反応しません。「なめらか」は min(v, 正確な角度) だけ回転し、引き分けも解消します。",
    ),
    source: Phrase::new(
        "L.-C. T. Wang, C. C. Chen, IEEE Transactions on Robotics and Automation 7(4), 1991: cyclic coordinate descent, here with a fixed angular step.",
        "L.-C. T. Wang, C. C. Chen, IEEE Transactions on Robotics and Automation 7(4), 1991 の CCD 法を、一定の歩幅で回す形にしたもの。",
    ),
    fields: FIELDS,
    actions: ACTIONS,
};

static MODES: &[Phrase] =
    &[Phrase::new("smooth", "なめらか"), Phrase::new("as published", "元の方法")];

static FIELDS: &[Field] = &[
    Field::number(
        "joints",
        Phrase::new("Joints", "関節の数"),
        [2.0, TENTACLE.joints as f64, 64.0],
        (0, ""),
    ),
    Field::number(
        "length",
        Phrase::new("First link", "最初のリンク"),
        [1.0, TENTACLE.length, 300.0],
        (1, "px"),
    ),
    Field::number(
        "taper",
        Phrase::new("Ratio of the next link", "次のリンクの比"),
        [0.5, TENTACLE.taper, 1.2],
        (3, "×"),
    ),
    Field::number("step_deg", Phrase::new("Step v", "歩幅 v"), [0.01, 1.5, 45.0], (2, "°")),
    Field::number("limit_deg", Phrase::new("Limit l", "可動域 l"), [0.0, 30.0, 180.0], (1, "°")),
    Field::choice("mode", Phrase::new("Rule", "規則"), MODES),
    Field::number("count", Phrase::new("Tentacles", "触手の数"), [1.0, 1.0, 100.0], (0, "")),
    Field::number(
        "player_x",
        Phrase::new("Player, x", "プレイヤー x"),
        [0.0, 900.0, SIZE.x as f64],
        (1, "px"),
    ),
    Field::number(
        "player_y",
        Phrase::new("Player, y", "プレイヤー y"),
        [0.0, 500.0, SIZE.y as f64],
        (1, "px"),
    ),
];

static ACTIONS: &[Action] = &[
    Action { key: "many", name: Phrase::new("100 tentacles", "触手 100 本") },
    Action { key: "original", name: Phrase::new("As published", "元の方法") },
    Action { key: "reset", name: Phrase::new("Reset", "リセット") },
];

/// How far a key moves the player in a frame, pixels.
const PACE: f64 = 4.0;

/// Tentacles on the wall that chase a player.
#[derive(Clone, Debug)]
pub struct Tentacles {
    values: Values,
    tentacles: Vec<Tentacle>,
    turned: usize,
}

impl Default for Tentacles {
    fn default() -> Self {
        let mut page = Self { values: Values::of(&ABOUT), tentacles: Vec::new(), turned: 0 };
        page.build();
        page
    }
}

impl Tentacles {
    /// The tentacles as they are.
    #[must_use]
    pub fn tentacles(&self) -> &[Tentacle] {
        &self.tentacles
    }

    /// What is built from the values.
    #[must_use]
    pub fn scene(&self) -> TentacleScene {
        TentacleScene {
            count: self.values.count("count"),
            joints: self.values.count("joints"),
            length: self.values.number("length"),
            taper: self.values.number("taper"),
            limit: self.values.number("limit_deg").to_radians(),
            step: self.values.number("step_deg").to_radians(),
        }
    }

    /// The solver with the current settings.
    #[must_use]
    pub fn solver(&self) -> SteppedCcd {
        let mode =
            if self.values.is_on("mode") { SteppedMode::Classic } else { SteppedMode::Smooth };
        SteppedCcd { step: self.scene().step, mode }
    }

    /// Where the player is.
    #[must_use]
    pub fn player(&self) -> DVec2 {
        DVec2::new(self.values.number("player_x"), self.values.number("player_y"))
    }

    fn lead(&mut self, to: DVec2) {
        self.values.put("player_x", to.x);
        self.values.put("player_y", to.y);
    }

    fn build(&mut self) {
        if let Ok(tentacles) = self.scene().tentacles() {
            self.tentacles = tentacles;
        }
    }

    fn chase(&mut self) {
        let (solver, player) = (self.solver(), self.player());
        let steps = self
            .tentacles
            .iter_mut()
            .map(|tentacle| solver.step(tentacle, player).map_or(0, |report| report.turned));
        self.turned = steps.sum();
    }

    fn distance(&self) -> f64 {
        let player = self.player();
        self.tentacles
            .iter()
            .map(|tentacle| tentacle.tip().distance(player))
            .fold(f64::INFINITY, f64::min)
    }

    /// What the joint next to the tip compares, the first that is asked.
    fn compared(&self) -> Option<[String; 2]> {
        let tentacle = self.tentacles.first()?;
        let last = tentacle.joints().len() - 1;
        let joint = tentacle.positions()[last];
        let (a, x) = (tentacle.tip() - joint, self.player() - joint);
        let v = self.solver().step;
        let turned = |angle: f64| {
            DVec2::new(
                a.x * libm::cos(angle) - a.y * libm::sin(angle),
                a.x * libm::sin(angle) + a.y * libm::cos(angle),
            )
        };
        let [still, left, right] = [0.0, v, -v].map(|angle| turned(angle).dot(x));
        let degrees = tentacle.joints()[last].angle.to_degrees();
        Some([
            format!(
                "i = {last}:   a·x = {still:.1},   R(v)a·x = {left:.1},   R(−v)a·x = {right:.1}"
            ),
            format!(
                "q_[{last}] = {degrees:.2}°,   v = {:.2}°,   l = {:.1}°",
                v.to_degrees(),
                self.scene().limit.to_degrees()
            ),
        ])
    }

    fn draw_one(&self, drawing: &mut Drawing, tentacle: &Tentacle) {
        let places: Vec<Vec2> = tentacle.positions().iter().map(|place| place.as_vec2()).collect();
        if self.tentacles.len() > 1 {
            let tip = places[places.len() - 1];
            drawing.line(places, 2.0, Ink::Series(2));
            drawing.disc(tip, 3.0, Ink::Red);
            return;
        }
        let count = places.len() as f32;
        for (index, ends) in places.windows(2).enumerate() {
            drawing.line(ends, 14.0 - 10.0 * index as f32 / count, Ink::Series(2));
        }
        for (index, &place) in places.iter().enumerate() {
            let ink = if index == 0 {
                Ink::Blue
            } else if index + 1 == places.len() {
                Ink::Red
            } else {
                Ink::Strong
            };
            drawing.disc(place, 4.0 - 1.5 * index as f32 / count, ink);
        }
    }
}

impl Page for Tentacles {
    values!();

    fn changed(&mut self, key: &str) {
        if ["joints", "length", "taper", "limit_deg", "count"].contains(&key) {
            self.build();
        }
    }

    fn act(&mut self, action: &str) {
        match action {
            "many" => {
                self.values.put("count", MANY_TENTACLES.count as f64);
                self.values.put("joints", MANY_TENTACLES.joints as f64);
                self.values.put("length", MANY_TENTACLES.length);
            }
            "original" => {
                let player = self.player();
                self.values.reset();
                self.values.put("mode", 1.0);
                self.lead(player);
            }
            "reset" => self.values.reset(),
            _ => return,
        }
        self.build();
    }

    fn point(&mut self, at: Vec2, _press: Press) {
        if at.is_finite() {
            self.lead(at.as_dvec2());
        }
    }

    fn tick(&mut self, held: Held) -> bool {
        let [right, up] = held.way().map(f64::from);
        self.lead(self.player() + DVec2::new(right, up) * PACE);
        self.chase();
        self.turned > 0 || right != 0.0 || up != 0.0
    }

    fn demonstrate(&mut self, frame: usize) {
        self.lead(TentacleScene::path(frame));
        self.chase();
    }

    fn draw(&self, language: Language) -> Drawing {
        let mut drawing = Drawing::default();
        let player = self.player().as_vec2();
        drawing.line([Vec2::ZERO, Vec2::new(0.0, SIZE.y)], 6.0, Ink::Weak);
        if self.tentacles.len() > 1 {
            drawing.line(
                [Vec2::ZERO, Vec2::new(SIZE.x, 0.0), SIZE, Vec2::new(0.0, SIZE.y)],
                6.0,
                Ink::Weak,
            );
        }
        self.tentacles.iter().for_each(|tentacle| self.draw_one(&mut drawing, tentacle));
        drawing.disc(player, 10.0, Ink::Accent);
        drawing.target(player, Ink::Accent);
        drawing.formulas = self.compared().map(Vec::from).unwrap_or_default();
        let say = |en: &'static str, ja: &'static str| Phrase::new(en, ja).get(language).to_owned();
        drawing.fact(
            say("Distance from the nearest tip to the player", "最も近い先端からの距離"),
            format!("{:.2} px", self.distance()),
        );
        drawing.fact(
            say("Joints rotated in this frame", "このフレームで回転した関節"),
            self.turned.to_string(),
        );
        let reach = self.tentacles.first().map_or(0.0, Tentacle::length);
        drawing.fact(say("Length of a tentacle", "触手の長さ"), format!("{reach:.1} px"));
        drawing
    }

    fn state(&self) -> Vec<(&'static str, f64)> {
        let tip = self.tentacles.first().map_or(DVec2::NAN, Tentacle::tip);
        let player = self.player();
        vec![
            ("player_x", player.x),
            ("player_y", player.y),
            ("tip_x", tip.x),
            ("tip_y", tip.y),
            ("distance", self.distance()),
            ("turned", self.turned as f64),
        ]
    }
}

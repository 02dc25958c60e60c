//! Forward and backward reaching, limb by limb.
// size: one page: its fields, its steps and its drawing share one state; trees are in `tree`.

mod tree;
mod walk;

use kansetsu::{
    classic::{FabrikLimb, LimbFabrik},
    glam::{Vec2, Vec3},
};
use kansetsu_figures::scenes::lab::{LIMBS, LimbScene};

use tree::TreeRound;
use walk::{Moment, STEPS, Walk};

use crate::{
    About, Action, Drawing, Field, Held, Ink, Page, Press, Values,
    page::values,
    text::{Language, Phrase},
};

pub(crate) static ABOUT: About = About {
    name: "limbs",
    title: Phrase::new(
        "Links: reach forward and backward (FABRIK)",
        "リンク：先端から根元へ、根元から先端へ（FABRIK）",
    ),
    task: Phrase::new(
        "Drag the goal. Drag \"Step\" to see the links move one after another: first from the tip \
         to the root, then back.",
        "目標をドラッグしてください。「ステップ」を動かすと、先端から根元へ、根元から先端へと一本ずつ動く様子が見えます。",
    ),
    idea: Phrase::new(
        "Ignore that the links are joined. From the last to the first, each link points at its \
         goal and slides until its outer end lies there. Its inner end is the goal of the next \
         link. Now the root is off, so put the first link back and join each next link to the one \
         before. Repeat.",
        "つながりをいったん忘れます。先端のリンクから順に、目標へ向けて外側の端を目標に重ね、内側の端を次のリンクの目標にします。根元がずれるので、今度は根元から順につなぎ直します。これを繰り返します。",
    ),
    formulas: &[
        "d = frac[g − in_i][|g − in_i|],   in_i = g − L d,   g = in_i",
        "in_0 = root,   in_i = out_[i−1]",
    ],
    purpose: Phrase::new(
        "Fingers, arms, tails, bodies with any number of joints. An iteration is cheap, and few \
         are needed for goals well within reach.",
        "指・手足・しっぽなど、関節の数が多い体に向いています。一回の計算が軽く、目標に余裕をもって届くときは少ない回数で済みます。",
    ),
    weakness: Phrase::new(
        "It converges slowly near full reach and never ends by itself out of reach. A straight \
         body never bends toward a goal on its own line. Limits need care in both passes. Kansetsu \
         is exact at full reach, bends, keeps limits and supports trees.",
        "伸びきる寸前では収束が遅く、届かない目標では終わりません。まっすぐな体の延長線上に目標があると曲がらず、可動域の扱いにも工夫が要ります。Kansetsu のソルバーではいずれも解決しています。",
    ),
    source: Phrase::new(
        "A. Aristidou, J. Lasenby, “FABRIK: a fast, iterative solver for the inverse kinematics problem”, Graphical Models 73 (2011) 243–260.",
        "A. Aristidou, J. Lasenby, “FABRIK: a fast, iterative solver for the inverse kinematics problem”, Graphical Models 73 (2011) 243–260.",
    ),
    fields: FIELDS,
    actions: ACTIONS,
};

static BODIES: &[Phrase] =
    &[Phrase::new("a chain", "一列"), Phrase::new("a tree with two arms", "二本腕の枝分かれ")];

static FIELDS: &[Field] = &[
    Field::choice("body", Phrase::new("Body", "体"), BODIES),
    Field::number("step", Phrase::new("Step", "ステップ"), [0.0, STEPS, STEPS], (0, "")),
    Field::number(
        "limbs",
        Phrase::new("Links", "リンクの数"),
        [2.0, LIMBS.limbs as f64, 20.0],
        (0, ""),
    ),
    Field::number(
        "length",
        Phrase::new("Length L", "長さ L"),
        [10.0, LIMBS.length as f64, 200.0],
        (1, "px"),
    ),
    Field::number("tolerance", Phrase::new("Tolerance", "許容誤差"), [0.001, 0.5, 50.0], (3, "px")),
    Field::number(
        "goal_x",
        Phrase::new("Goal, x", "目標 x"),
        [-1000.0, LIMBS.goal.x as f64, 2300.0],
        (1, "px"),
    ),
    Field::number(
        "goal_y",
        Phrase::new("Goal, y", "目標 y"),
        [-1000.0, LIMBS.goal.y as f64, 1700.0],
        (1, "px"),
    ),
    Field::number(
        "other_x",
        Phrase::new("Other goal, x", "もう一つの目標 x"),
        [-1000.0, LIMBS.other_goal.x as f64, 2300.0],
        (1, "px"),
    ),
    Field::number(
        "other_y",
        Phrase::new("Other goal, y", "もう一つの目標 y"),
        [-1000.0, LIMBS.other_goal.y as f64, 1700.0],
        (1, "px"),
    ),
    Field::switch("straight", Phrase::new("Start straight", "まっすぐな姿勢から始める"), 0.0),
];

static ACTIONS: &[Action] = &[
    Action { key: "back", name: Phrase::new("Previous step", "一つ戻る") },
    Action { key: "on", name: Phrase::new("Next step", "一つ進む") },
    Action { key: "stall", name: Phrase::new("Example: it stalls", "例：途中で止まる") },
    Action { key: "reset", name: Phrase::new("Reset", "リセット") },
];

/// How far each limb leans at first, radians.
const LEAN: f32 = 0.22;
/// Rounds at most that are shown; the original has no bound.
const ROUNDS: usize = 100;
/// How far a key moves the goal in a frame, pixels.
const PACE: f32 = 2.5;

/// FABRIK on a chain and on a tree, step by step.
#[derive(Clone, Debug)]
pub struct Limbs {
    values: Values,
    /// Which of the goals is dragged.
    grabbed: Option<&'static str>,
    chain: Walk,
    tree: Vec<TreeRound>,
}

impl Default for Limbs {
    fn default() -> Self {
        let mut page = Self {
            values: Values::of(&ABOUT),
            grabbed: None,
            chain: Walk::default(),
            tree: Vec::new(),
        };
        page.solve();
        page
    }
}

impl Limbs {
    /// What is built from the values.
    #[must_use]
    pub fn scene(&self) -> LimbScene {
        let point = |name: &str| {
            Vec2::new(
                self.values.single(&format!("{name}_x")),
                self.values.single(&format!("{name}_y")),
            )
        };
        LimbScene {
            limbs: self.values.count("limbs"),
            length: self.values.single("length"),
            goal: point("goal"),
            other_goal: point("other"),
            ..LIMBS
        }
    }

    /// The limbs from which every solve begins.
    #[must_use]
    pub fn start(&self) -> Vec<FabrikLimb> {
        let lean = if self.values.is_on("straight") { 0.0 } else { LEAN };
        let points: Vec<Vec3> =
            self.scene().points(lean).into_iter().map(|point| point.extend(0.0)).collect();
        FabrikLimb::between_points(&points)
    }

    /// The solver with the current settings.
    #[must_use]
    pub fn solver(&self) -> LimbFabrik {
        LimbFabrik { max_iterations: ROUNDS, tolerance: self.values.single("tolerance") }
    }

    /// The limbs at the step that is shown.
    #[must_use]
    pub fn limbs(&self) -> &[FabrikLimb] {
        self.moment().map_or(&[], |moment| &moment.limbs)
    }

    fn is_tree(&self) -> bool {
        self.values.is_on("body")
    }

    fn moment(&self) -> Option<&Moment> {
        self.chain.moments.get(self.step())
    }

    /// The step that is shown: the last where there are no more.
    fn step(&self) -> usize {
        let count = if self.is_tree() { self.tree.len() } else { self.chain.moments.len() };
        self.values.count("step").min(count.saturating_sub(1))
    }

    fn solve(&mut self) {
        if self.is_tree() {
            self.tree = tree::rounds(&self.scene());
        } else {
            self.chain = Walk::of(self.start(), &self.scene(), &self.solver());
        }
    }

    fn lead(&mut self, goal: &str, to: Vec2) {
        self.values.put(&format!("{goal}_x"), f64::from(to.x));
        self.values.put(&format!("{goal}_y"), f64::from(to.y));
        self.solve();
    }

    fn grab(&self, at: Vec2) -> &'static str {
        let scene = self.scene();
        if self.is_tree() && at.distance(scene.other_goal) < at.distance(scene.goal) {
            "other"
        } else {
            "goal"
        }
    }

    fn draw_chain(&self, drawing: &mut Drawing, moment: &Moment) {
        if let Some(start) = self.chain.moments.first() {
            start.limbs.iter().for_each(|limb| {
                drawing.line([limb.inboard, limb.outboard()].map(Vec3::truncate), 3.0, Ink::Faint)
            });
        }
        for (index, limb) in moment.limbs.iter().enumerate() {
            let ends = [limb.inboard, limb.outboard()].map(Vec3::truncate);
            let is_moved = moment.moved.is_some_and(|moved| moved.limb == index);
            drawing.line(ends, 7.0, if is_moved { Ink::Accent } else { Ink::Series(0) });
            drawing.disc(ends[0], 6.0, Ink::Green);
            drawing.disc(ends[1], 4.5, Ink::Red);
        }
        if let Some(moved) = moment.moved.filter(|moved| moved.is_backward) {
            drawing.circle(moved.goal.truncate(), 16.0, Ink::Accent);
        }
    }

    fn tell_chain(&self, drawing: &mut Drawing, moment: &Moment, language: Language) {
        let say = |en: &'static str, ja: &'static str| Phrase::new(en, ja).get(language).to_owned();
        drawing.formulas = moment
            .moved
            .map(|moved| moved.formulas(&moment.limbs, self.scene().length))
            .unwrap_or_default();
        let steps = self.chain.moments.len() - 1;
        drawing.fact(say("Step", "ステップ"), format!("{} / {steps}", self.step()));
        let end = moment.limbs.last().map_or(Vec3::ZERO, FabrikLimb::outboard);
        let distance = end.truncate().distance(self.scene().goal);
        drawing.fact(
            say("From the current end to the goal", "今の端から目標まで"),
            format!("{distance:.3} px"),
        );
        if let Some(report) = self.chain.report {
            drawing.fact(
                say("As published, final distance", "元の方法の結果"),
                ended(report.iterations, report.distance, language),
            );
            if report.distance > self.values.single("tolerance")
                && self.chain.ours.as_ref().is_some_and(|ours| ours.distance() < report.distance)
            {
                drawing.note = Some(say(
                    "As published, it does not come any closer. Kansetsu does.",
                    "元の方法ではこれ以上近づけません。Kansetsu のソルバーなら届きます。",
                ));
            }
        }
        if let Some(ours) = &self.chain.ours {
            drawing.fact(
                say("Kansetsu's FABRIK, final distance", "Kansetsu の FABRIK の結果"),
                ended(ours.iterations, ours.distance(), language),
            );
        }
    }

    fn draw_tree(&self, drawing: &mut Drawing, language: Language) {
        let say = |en: &'static str, ja: &'static str| Phrase::new(en, ja).get(language).to_owned();
        for (round, weight) in [(self.tree.first(), false), (self.tree.get(self.step()), true)] {
            let Some(round) = round else { continue };
            for (point, parent) in round.points.iter().zip(&round.parents) {
                let Some(parent) = *parent else { continue };
                drawing.line(
                    [round.points[parent], *point],
                    if weight { 7.0 } else { 3.0 },
                    if weight { Ink::Series(0) } else { Ink::Faint },
                );
            }
            if weight {
                round.points.iter().for_each(|&point| drawing.disc(point, 5.0, Ink::Green));
                drawing.fact(
                    say("Iteration", "反復"),
                    format!("{} / {}", self.step(), self.tree.len() - 1),
                );
                drawing.fact(
                    say("Largest distance to a goal", "目標からのずれ（最大）"),
                    format!("{:.3} px", round.distance),
                );
            }
        }
        drawing.target(self.scene().other_goal, Ink::Accent);
    }
}

fn ended(rounds: usize, distance: f32, language: Language) -> String {
    let phrase = Phrase::made(
        format!("{distance:.3} px after {rounds}"),
        format!("{rounds} 回で {distance:.3} px"),
    );
    phrase.get(language).to_owned()
}

impl Page for Limbs {
    values!();

    fn changed(&mut self, key: &str) {
        if key != "step" {
            self.solve();
        }
    }

    fn act(&mut self, action: &str) {
        match action {
            "back" => self.values.put("step", (self.step().max(1) - 1) as f64),
            "on" => self.values.put("step", (self.step() + 1) as f64),
            "stall" => {
                self.values.reset();
                self.values.put("straight", 1.0);
                self.lead("goal", Vec2::new(LIMBS.root.x, 330.0));
            }
            "reset" => {
                self.values.reset();
                self.solve();
            }
            _ => {}
        }
    }

    fn point(&mut self, at: Vec2, press: Press) {
        match press {
            Press::Hover => self.grabbed = None,
            Press::Down => self.grabbed = Some(self.grab(at)),
            Press::Drag => {}
        }
        if press != Press::Hover && at.is_finite() {
            let goal = self.grabbed.unwrap_or("goal");
            self.grabbed = Some(goal);
            self.lead(goal, at);
        }
    }

    fn tick(&mut self, held: Held) -> bool {
        let way = Vec2::from(held.way());
        if way != Vec2::ZERO {
            self.lead("goal", self.scene().goal + way * PACE);
        }
        way != Vec2::ZERO
    }

    fn demonstrate(&mut self, frame: usize) {
        self.lead("goal", LIMBS.path(frame));
    }

    fn draw(&self, language: Language) -> Drawing {
        let mut drawing = Drawing::default();
        let scene = self.scene();
        drawing.target(scene.goal, Ink::Accent);
        if self.is_tree() {
            self.draw_tree(&mut drawing, language);
        } else if let Some(moment) = self.moment() {
            drawing.circle(scene.root, scene.length * scene.limbs as f32, Ink::Faint);
            self.draw_chain(&mut drawing, moment);
            self.tell_chain(&mut drawing, moment, language);
        }
        drawing.disc(scene.root, 9.0, Ink::Blue);
        drawing
    }

    fn state(&self) -> Vec<(&'static str, f64)> {
        let scene = self.scene();
        let end = self.limbs().last().map_or(Vec3::NAN, FabrikLimb::outboard);
        let numbers = [
            ("goal_x", scene.goal.x),
            ("goal_y", scene.goal.y),
            ("end_x", end.x),
            ("end_y", end.y),
        ];
        let mut state: Vec<_> = numbers.map(|(key, value)| (key, f64::from(value))).to_vec();
        state.push(("step", self.step() as f64));
        state
            .push(("iterations", self.chain.report.map_or(0.0, |report| report.iterations as f64)));
        state
    }
}

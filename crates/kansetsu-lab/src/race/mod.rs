//! A thousand reachable goals for every solver.

mod course;
mod histogram;

use kansetsu::glam::{Vec2, Vec3};

pub use course::{Course, Run, Score};

use crate::{
    About, Action, Drawing, Field, Held, Ink, Method, OpenFigure, Page, Press, Table, Values,
    drawing::Row,
    page::values,
    stage::{Stage, TILT, VIEW},
    subject::{FIGURE, LEVELS, LIMITS, OPEN, Subject, TIP},
    text::{Language, Phrase},
};

pub(crate) static ABOUT: About = About {
    name: "race",
    title: Phrase::new(
        "Comparison: solve 1000 goals with every solver",
        "比較：全ソルバーで 1000 個の目標を解く",
    ),
    task: Phrase::new(
        "Watch the table fill. Click a joint to compare on another chain, select another figure, \
         or toggle the limits.",
        "表が埋まっていくのを見てください。ボーンをクリックすると別のチェーンで比較します。モデルを変えたり、可動域を切り替えたりもできます。",
    ),
    idea: Phrase::new(
        "Each goal is the tip's position in a random pose within the limits, so every goal can be \
         reached. Each solver starts from the rest pose. It succeeds when its tip ends within a \
         thousandth of the chain's length and all joints are within their limits.",
        "目標はどれも、可動域内のランダムな姿勢での先端の位置なので、必ず届きます。各ソルバーは初期ポーズから解きます。先端がチェーンの長さの千分の一以内に着き、全関節が可動域に収まれば成功です。",
    ),
    formulas: &["goal = forward(q),   q_i ∈ [min_i, max_i]", "won:  |tip − goal| ≤ frac[L][1000]"],
    purpose: Phrase::new(
        "To select a solver by measured numbers, for this figure on this machine, instead of by a \
         single drag.",
        "一回のドラッグではなく、手元のモデルとマシンでの数値でソルバーを選ぶために使います。",
    ),
    weakness: Phrase::new(
        "Solving from the rest pose says nothing about smoothness: see the plot on the lens page. \
         Goals are uniform in joint angles, not in space.",
        "初期ポーズからの比較では、動きの滑らかさは分かりません（レンズのグラフを見てください）。目標は関節の角度について一様で、空間では一様ではありません。",
    ),
    source: Phrase::new(
        "The command line gives the same numbers: kansetsu compare FILE --random 1000 --csv. \
         Random numbers: SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014).",
        "コマンドラインの kansetsu compare FILE --random 1000 --csv でも同じ数字になります。乱数：SplitMix64（G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014）。",
    ),
    fields: FIELDS,
    actions: ACTIONS,
};

static METHODS: &[Phrase] = &[
    Method::ALL[0].name(),
    Method::ALL[1].name(),
    Method::ALL[2].name(),
    Method::ALL[3].name(),
    Method::ALL[4].name(),
    Method::ALL[5].name(),
    Method::ALL[6].name(),
    Method::ALL[7].name(),
];

static FIELDS: &[Field] = &[
    FIGURE,
    TIP,
    LEVELS,
    LIMITS,
    Field::number("goals", Phrase::new("Goals", "目標の数"), [1.0, 1000.0, 10_000.0], (0, "")),
    Field::number("seed", Phrase::new("Seed", "乱数シード"), [0.0, 1.0, 1_000_000.0], (0, "")),
    Field::number(
        "rounds",
        Phrase::new("Max. iterations (0: default)", "最大反復回数（0：既定）"),
        [0.0, 0.0, 1000.0],
        (0, ""),
    ),
    Field::choice("solver", Phrase::new("Show goals of", "目標を表示する手法"), METHODS),
    VIEW,
    TILT,
];

static ACTIONS: &[Action] = &[
    Action { key: "again", name: Phrase::new("Other goals", "別の目標") },
    Action { key: "reset", name: Phrase::new("Reset", "リセット") },
];

/// How many goals every solver gets in a frame.
const BATCH: usize = 20;

/// A thousand reachable goals for every solver.
#[derive(Clone, Debug)]
pub struct Race {
    values: Values,
    subject: Subject,
    course: Option<Course>,
    /// The goals so far.
    goals: Vec<Vec3>,
    /// For each of [`Method::ALL`] what it made of them; empty for one that does not serve the
    /// chain.
    scores: Vec<Score>,
    clock: Option<fn() -> f64>,
}

impl Default for Race {
    fn default() -> Self {
        let mut page = Self {
            values: Values::of(&ABOUT),
            subject: Subject::default(),
            course: None,
            goals: Vec::new(),
            scores: Vec::new(),
            clock: None,
        };
        page.begin();
        page
    }
}

impl Race {
    /// The chain and its goals, as they are set; `None` for a figure without a chain.
    #[must_use]
    pub fn course(&self) -> Option<&Course> {
        self.course.as_ref()
    }

    /// What each of [`Method::ALL`] made of the goals so far; without runs for one that does not
    /// serve the chain.
    #[must_use]
    pub fn scores(&self) -> &[Score] {
        &self.scores
    }

    /// Whether every goal has been run.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.course.is_none() || self.goals.len() >= self.values.count("goals")
    }

    fn begin(&mut self) {
        self.subject.follow(&mut self.values);
        let (tip, base) = (self.subject.tip(&self.values), self.subject.base(&self.values));
        self.course =
            Course::new(&self.subject.figure.rig, [base, tip], &self.subject.limits(&self.values))
                .ok();
        if let Some(course) = &mut self.course {
            course.seed = self.values.number("seed") as u64;
            course.max_iterations = Some(self.values.count("rounds")).filter(|rounds| *rounds > 0);
        }
        self.goals.clear();
        self.scores = vec![Score::default(); Method::ALL.len()];
    }

    /// Gives every solver the next goals.
    fn go_on(&mut self) {
        let is_done = self.is_done();
        let Some(course) = self.course.as_mut().filter(|_| !is_done) else { return };
        let range = self.goals.len()..(self.goals.len() + BATCH).min(self.values.count("goals"));
        let goals: Vec<Vec3> = range.map(|index| course.goal(index)).collect();
        for (method, score) in Method::ALL.into_iter().zip(&mut self.scores) {
            score.extend(course, method, &goals, self.clock);
        }
        self.goals.extend(goals);
    }

    fn stage(&self) -> Stage {
        Stage::new(&self.values, self.subject.ball(), (Vec2::new(270.0, 350.0), 250.0))
    }

    fn chain(&self) -> Vec<usize> {
        let (tip, base) = (self.subject.tip(&self.values), self.subject.base(&self.values));
        let mut chain: Vec<usize> = self
            .subject
            .figure
            .rig
            .skeleton
            .ancestors(tip)
            .take_while(|&joint| joint != base)
            .collect();
        chain.push(base);
        chain
    }

    fn draw_goals(&self, drawing: &mut Drawing) {
        let stage = self.stage();
        let places = self.subject.rest_places();
        let runs = &self.scores[self.values.count("solver")].runs;
        // What was won first, so that what was missed is on top.
        for is_won in [true, false] {
            for (goal, _) in self.goals.iter().zip(runs).filter(|(_, run)| run.is_won == is_won) {
                drawing.disc(
                    stage.seen(*goal),
                    if is_won { 1.6 } else { 2.6 },
                    if is_won { Ink::Green } else { Ink::Alert },
                );
            }
        }
        self.subject.draw(drawing, (&stage, &places), &self.chain(), Ink::Series(0));
    }

    fn table(&self, language: Language) -> Table {
        let say = |en: &'static str, ja: &'static str| Phrase::new(en, ja).get(language).to_owned();
        let mut head = vec![
            say("Solver", "ソルバー"),
            say("goals", "目標"),
            say("reached %", "成功 %"),
            say("iterations", "反復"),
            say("max.", "最大回数"),
            say("median (mm)", "中央値 (mm)"),
            say("worst (mm)", "最悪 (mm)"),
            say("over limit", "可動域外"),
        ];
        if self.clock.is_some() {
            head.push(say("mean (µs)", "平均 (µs)"));
        }
        let row = |(index, score): (usize, &Score)| {
            let mut cells = vec![Method::ALL[index].name().get(language).to_owned()];
            if score.runs.is_empty() {
                cells.resize(head.len(), "–".to_owned());
            } else {
                cells.extend(score.cells());
                cells.extend(self.clock.map(|_| format!("{:.1}", score.mean_micros())));
            }
            Row { ink: Some(Ink::Series(index as u8)), cells }
        };
        let rows = self.scores.iter().enumerate().map(row).collect();
        Table { head, rows }
    }

    fn tell(&self, language: Language) -> Option<String> {
        let percent = |method: Method| {
            let index = Method::ALL.iter().position(|&other| other == method)?;
            (!self.scores[index].runs.is_empty()).then(|| self.scores[index].percent())
        };
        let (clamped, auto) = (percent(Method::Clamped)?, percent(Method::Auto)?);
        if clamped + 1.0 > auto {
            return None;
        }
        let phrase = Phrase::made(
            format!(
                "Solving first and clamping afterwards reaches {clamped:.1} % of these goals. \
                 Solving within the limits reaches {auto:.1} %."
            ),
            format!(
                "先に解いて後から可動域に収めると、届くのは {clamped:.1} % です。解くときに可動域を守れば {auto:.1} % 届きます。"
            ),
        );
        Some(phrase.get(language).to_owned())
    }
}

impl Page for Race {
    values!();

    fn changed(&mut self, key: &str) {
        match key {
            "view_deg" | "tilt_deg" | "solver" => return,
            "figure" => ["tip", "levels"].into_iter().for_each(|key| self.values.put(key, 0.0)),
            _ => {}
        }
        self.begin();
    }

    fn act(&mut self, action: &str) {
        match action {
            "again" => self.values.put("seed", self.values.number("seed") + 1.0),
            "reset" => self.values.reset(),
            _ => return,
        }
        self.begin();
    }

    fn point(&mut self, at: Vec2, press: Press) {
        if press == Press::Down && at.is_finite() {
            let places = self.subject.rest_places();
            if let Some(joint) = self.subject.grasped(&self.stage(), at, &places) {
                self.values.put("tip", joint as f64);
                self.values.put("levels", 0.0);
                self.begin();
            }
        }
    }

    fn tick(&mut self, held: Held) -> bool {
        let is_turned = self.values.turn_view(held);
        let is_done = self.is_done();
        self.go_on();
        is_turned || !is_done
    }

    fn demonstrate(&mut self, _frame: usize) {
        self.go_on();
    }

    fn take_clock(&mut self, clock: fn() -> f64) {
        self.clock = Some(clock);
        self.begin();
    }

    fn take_figure(&mut self, open: &OpenFigure) {
        self.subject.take_open(open);
        self.values.put("figure", OPEN);
        self.begin();
    }

    fn draw(&self, language: Language) -> Drawing {
        let mut drawing = Drawing::default();
        self.draw_goals(&mut drawing);
        let length = self.course.as_ref().map_or(1.0, |course| course.world.length());
        histogram::draw(&mut drawing, &self.scores, length, language);
        let say = |en: &'static str, ja: &'static str| Phrase::new(en, ja).get(language).to_owned();
        let (tip, base) = (self.subject.tip(&self.values), self.subject.base(&self.values));
        drawing.fact(
            say("Chain", "チェーン"),
            format!("{} … {}", self.subject.name(base), self.subject.name(tip)),
        );
        drawing.fact(say("Length L", "チェーンの長さ L"), format!("{:.1} mm", 1e3 * length));
        drawing.formulas.push(format!(
            "frac[L][1000] = {length:.4} mm,   n = {} / {}",
            self.goals.len(),
            self.values.count("goals")
        ));
        drawing.table = Some(self.table(language));
        drawing.note = self.tell(language);
        drawing
    }

    fn state(&self) -> Vec<(&'static str, f64)> {
        let mut state =
            vec![("done", self.goals.len() as f64), ("tip", self.subject.tip(&self.values) as f64)];
        state.extend(
            Method::ALL
                .into_iter()
                .zip(&self.scores)
                .map(|(method, score)| (method.key(), score.percent())),
        );
        state.push(("view_deg", self.values.number("view_deg")));
        state
    }
}

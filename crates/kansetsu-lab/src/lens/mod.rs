//! One drag, several solvers.
// size: one page: its fields, its solvers and its two plots share one state; a step is in `step`.

mod measure;
mod step;
mod view;

use kansetsu::glam::{Vec2, Vec3};
use kansetsu_figures::scenes::lab::{LENS, LensScene};

use crate::{
    About, Action, Answer, Drawing, Field, Held, Ink, Method, Page, Press, Table, Values,
    drawing::Row,
    page::values,
    plot::Plot,
    text::{Language, Phrase},
};

pub(crate) static ABOUT: About = About {
    name: "lens",
    title: Phrase::new("Lens: six solvers on one drag", "レンズ：六つのソルバーを同時に比較"),
    task: Phrase::new(
        "Drag the target. Every solver starts from the same upright pose and solves at once, each \
         in its colour. Drag \"Iterations\" to see how they get there.",
        "目標をドラッグしてください。どのソルバーも同じまっすぐな姿勢から解き、色分けして重ねます。「反復回数」で途中を見られます。",
    ),
    idea: Phrase::new(
        "The same chain, the same limits, the same target: only the method differs. CCD rotates \
         one joint at a time, FABRIK moves points, least squares rotates all joints at once. \
         Clamping to the limits afterwards misses the target.",
        "同じチェーン、同じ可動域、同じ目標で、手法だけを変えます。CCD は関節を一つずつ回転し、FABRIK は点を動かし、最小二乗法は全関節を同時に回転します。後から可動域に収める方法では届きません。",
    ),
    formulas: &["e = t − tip"],
    purpose: Phrase::new(
        "To select a method: CCD and FABRIK are small and fast on chains without limits. Damped \
         least squares keeps limits and moves least. The whole-body solver takes several targets.",
        "手法選びに。CCD と FABRIK は軽く、可動域のないチェーンに向きます。減衰最小二乗法は可動域に強く動きも小さく、全身の方法は複数の目標を扱えます。",
    ),
    weakness: Phrase::new(
        "Red in the lower plot: positions where a small motion of the target makes a joint jump. \
         Here every solve starts from the rest pose. Starting from the last solution jumps less \
         and drifts more.",
        "下のグラフの赤い線は、目標が少し動いただけで関節の角度が飛ぶ場所です。ここでは毎回初期ポーズから解いています。前回の解から始めると飛びは減りますが、姿勢が少しずつ崩れます。",
    ),
    source: Phrase::new(
        "CCD: L.-C. T. Wang, C. C. Chen, 1991. FABRIK: A. Aristidou, J. Lasenby, 2011. Damped \
         least squares: C. W. Wampler, IEEE Transactions on Systems, Man, and Cybernetics 16(1), \
         1986.",
        "CCD：L.-C. T. Wang, C. C. Chen, 1991。FABRIK：A. Aristidou, J. Lasenby, 2011。減衰最小二乗法：C. W. Wampler, IEEE Transactions on Systems, Man, and Cybernetics 16(1), 1986。",
    ),
    fields: FIELDS,
    actions: ACTIONS,
};

static SPACES: &[Phrase] = &[Phrase::new("2D", "2D"), Phrase::new("3D", "3D")];
static METHODS: &[Phrase] = &[
    Method::ALL[0].name(),
    Method::ALL[1].name(),
    Method::ALL[2].name(),
    Method::ALL[3].name(),
    Method::ALL[4].name(),
    Method::ALL[5].name(),
];

/// So many rounds and more mean: as many as the solver makes by itself.
const ROUNDS: usize = 200;

static FIELDS: &[Field] = &[
    Field::choice("space", Phrase::new("Dimensions", "次元"), SPACES),
    Field::number(
        "rounds",
        Phrase::new("Iterations", "反復回数"),
        [0.0, ROUNDS as f64, ROUNDS as f64],
        (0, ""),
    ),
    Field::choice("solver", Phrase::new("Method in the plot", "グラフの手法"), METHODS),
    Field::number(
        "links",
        Phrase::new("Links", "リンクの数"),
        [2.0, LENS.links as f64, 12.0],
        (0, ""),
    ),
    Field::number(
        "length",
        Phrase::new("Length", "長さ"),
        [10.0, LENS.length as f64, 200.0],
        (1, "px"),
    ),
    Field::number("limit_deg", Phrase::new("Limit", "可動域"), [1.0, 60.0, 180.0], (1, "°")),
    Field::number(
        "target_x",
        Phrase::new("Target, x", "目標 x"),
        [-1000.0, LENS.target.x as f64, 2300.0],
        (1, "px"),
    ),
    Field::number(
        "target_y",
        Phrase::new("Target, y", "目標 y"),
        [-1000.0, LENS.target.y as f64, 1700.0],
        (1, "px"),
    ),
    Field::number(
        "target_z",
        Phrase::new("Target, depth", "目標の奥行き"),
        [-600.0, 120.0, 600.0],
        (1, "px"),
    ),
    Field::number("view_deg", Phrase::new("View", "視点"), [-180.0, 25.0, 180.0], (0, "°")),
];

static ACTIONS: &[Action] = &[
    Action { key: "back", name: Phrase::new("Previous step", "一つ戻る") },
    Action { key: "on", name: Phrase::new("Next step", "一つ進む") },
    Action { key: "end", name: Phrase::new("Last step", "最後まで") },
    Action { key: "reset", name: Phrase::new("Reset", "リセット") },
];

/// How far a key moves the target in a frame, pixels.
const PACE: f32 = 2.5;
/// How many rounds the first plot shows.
const PLOTTED: usize = 40;
/// How many places the sweep has.
const SWEPT: usize = 81;
/// A joint that turns by more than this while the target moves by a hundredth of the chain jumps,
/// degrees.
const JUMP: f32 = 12.0;

/// Several solvers on one drag.
#[derive(Clone, Debug)]
pub struct Lens {
    values: Values,
    answers: Vec<Answer>,
    /// For each method the distance after each round.
    descents: Vec<Vec<f32>>,
    /// How long each solve takes, microseconds; none without a clock.
    times: Vec<f64>,
    clock: Option<fn() -> f64>,
    /// For each place of the sweep the turn of each joint, degrees.
    sweep: Vec<Vec<f32>>,
}

impl Default for Lens {
    fn default() -> Self {
        let mut page = Self {
            values: Values::of(&ABOUT),
            answers: Vec::new(),
            descents: Vec::new(),
            times: Vec::new(),
            clock: None,
            sweep: Vec::new(),
        };
        page.solve();
        page
    }
}

impl Lens {
    /// The solvers that it shows, in the order of their colours.
    pub const METHODS: [Method; 6] = [
        Method::Ccd,
        Method::Fabrik,
        Method::Dls,
        Method::FabrikTree,
        Method::WholeBody,
        Method::Clamped,
    ];

    /// The chain with the current settings.
    #[must_use]
    pub fn scene(&self) -> LensScene {
        LensScene {
            links: self.values.count("links"),
            length: self.values.single("length"),
            limit: self.values.single("limit_deg").to_radians(),
            ..LENS
        }
    }

    /// Whether the chain is in space.
    #[must_use]
    pub fn is_in_space(&self) -> bool {
        self.values.is_on("space")
    }

    /// Where the tip should be.
    #[must_use]
    pub fn target(&self) -> Vec3 {
        let depth = if self.is_in_space() { self.values.single("target_z") } else { 0.0 };
        Vec3::new(self.values.single("target_x"), self.values.single("target_y"), depth)
    }

    /// What every method of [`Self::METHODS`] made of it.
    #[must_use]
    pub fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// After how many rounds the answers are shown; `None` in the end.
    #[must_use]
    pub fn rounds(&self) -> Option<usize> {
        let rounds = self.values.count("rounds");
        (rounds < ROUNDS).then_some(rounds)
    }

    fn method(&self) -> Method {
        Self::METHODS[self.values.count("solver").min(Self::METHODS.len() - 1)]
    }

    fn lead(&mut self, to: Vec2) {
        self.values.put("target_x", f64::from(to.x));
        self.values.put("target_y", f64::from(to.y));
        self.solve();
    }

    fn draw_chains(&self, drawing: &mut Drawing) {
        let scene = self.scene();
        let rest = scene.root + Vec2::Y * scene.length * scene.links as f32;
        drawing.line([scene.root, rest], 2.0, Ink::Faint);
        for (index, answer) in self.answers.iter().enumerate() {
            let ink = Ink::Series(index as u8);
            let points: Vec<Vec2> = answer.points.iter().map(|&point| self.seen(point)).collect();
            let is_chosen = Self::METHODS[index] == self.method();
            points
                .iter()
                .for_each(|&point| drawing.disc(point, if is_chosen { 5.0 } else { 3.5 }, ink));
            drawing.line(points, if is_chosen { 6.0 } else { 3.0 }, ink);
        }
        let target = self.seen(self.target());
        if let Some(answer) = self.answers.get(self.values.count("solver")) {
            let tip = self.seen(answer.points[answer.points.len() - 1]);
            drawing.dashes(tip, target, Ink::Alert);
        }
        drawing.target(target, Ink::Strong);
        drawing.disc(scene.root, 9.0, Ink::Blue);
    }

    /// The step that the selected method makes next.
    fn draw_step(&self, drawing: &mut Drawing, language: Language) {
        let (Some(rounds), Some(mut world)) = (self.rounds(), self.world()) else { return };
        let (method, target) = (self.method(), self.target());
        let mut solve = |rounds: usize| world.solve(method, target, Some(rounds));
        let (Ok(now), Ok(next)) = (solve(rounds), solve(rounds + 1)) else { return };
        let step = step::Step {
            skeleton: &world.rig.skeleton,
            target,
            is_in_space: self.is_in_space(),
            now: &now,
            next: &next,
        };
        for (from, to) in now.points.iter().zip(&next.points) {
            drawing.arrow([self.seen(*from), self.seen(*to)], Ink::Strong);
        }
        for (vector, name) in step.vectors(method) {
            let ends = vector.map(|place| self.seen(place));
            drawing.arrow(ends, Ink::Accent);
            if !name.is_empty() {
                drawing.words(
                    ends[0].lerp(ends[1], 0.55) + Vec2::new(14.0, 12.0),
                    name,
                    Ink::Accent,
                );
            }
        }
        drawing.formulas.extend(step.formulas(method));
        let words = Phrase::new("sum of rotations", "回転の合計").get(language).to_owned();
        let distance = [now.distance, next.distance];
        let turn = step.turned();
        drawing.formulas.push(format!(
            "k = {rounds}:   |e| = {:.3} → {:.3} px,   {words} = {turn:.2}°",
            distance[0], distance[1]
        ));
    }

    fn draw_descents(&self, drawing: &mut Drawing, language: Language) {
        let low = -3.0;
        let high = libm::log10f(self.scene().length * self.scene().links as f32).max(1.0);
        let plot = Plot {
            corner: Vec2::new(890.0, 400.0),
            size: Vec2::new(360.0, 240.0),
            along: [0.0, PLOTTED as f32],
            up: [low, high],
        };
        let title = Phrase::new(
            "Distance after each iteration (log scale, px)",
            "反復ごとの距離（対数目盛、px）",
        );
        plot.frame(
            drawing,
            title.get(language).to_owned(),
            ["0.001".to_owned(), format!("{:.0}", libm::powf(10.0, high))],
        );
        for (index, descent) in self.descents.iter().enumerate() {
            let log = |distance: f32| libm::log10f(distance.max(1e-9));
            let points: Vec<Vec2> = descent
                .iter()
                .enumerate()
                .map(|(round, &distance)| plot.place(round as f32, log(distance)))
                .collect();
            drawing.line(points, 2.0, Ink::Series(index as u8));
        }
        if let Some(rounds) = self.rounds().filter(|rounds| *rounds <= PLOTTED) {
            drawing.line(
                [plot.place(rounds as f32, low), plot.place(rounds as f32, high)],
                1.0,
                Ink::Accent,
            );
        }
    }

    fn draw_sweep(&self, drawing: &mut Drawing, language: Language) {
        let limit = self.values.single("limit_deg");
        let low = if self.is_in_space() { 0.0 } else { -limit };
        let plot = Plot {
            corner: Vec2::new(890.0, 70.0),
            size: Vec2::new(360.0, 240.0),
            along: [0.0, SWEPT as f32 - 1.0],
            up: [low, limit],
        };
        let name = self.method().name();
        let title = Phrase::made(
            format!("{}: joint angles along a sweep", name.get(Language::English)),
            format!("{}：目標を横に動かしたときの角度", name.get(Language::Japanese)),
        );
        plot.frame(
            drawing,
            title.get(language).to_owned(),
            [format!("{low:.0}°"), format!("{limit:.0}°")],
        );
        for joint in 0..self.scene().links {
            let at = |place: usize| plot.place(place as f32, self.sweep[place][joint]);
            for place in 1..self.sweep.len() {
                let jumps = (self.sweep[place][joint] - self.sweep[place - 1][joint]).abs() > JUMP;
                let (width, ink) =
                    if jumps { (3.0, Ink::Alert) } else { (1.5, Ink::Series(joint as u8)) };
                drawing.line([at(place - 1), at(place)], width, ink);
            }
        }
        let middle = 0.5 * (SWEPT as f32 - 1.0);
        drawing.line([plot.place(middle, low), plot.place(middle, limit)], 1.0, Ink::Faint);
    }

    fn table(&self, language: Language) -> Table {
        let say = |en: &'static str, ja: &'static str| Phrase::new(en, ja).get(language).to_owned();
        let mut head = vec![
            say("Solver", "ソルバー"),
            say("distance (px)", "距離 (px)"),
            say("iterations", "反復"),
            say("at limits", "限界の関節"),
        ];
        if !self.times.is_empty() {
            head.push(say("about (µs)", "時間 (µs)"));
        }
        let row = |(index, answer): (usize, &Answer)| Row {
            ink: Some(Ink::Series(index as u8)),
            cells: [
                Self::METHODS[index].name().get(language).to_owned(),
                format!("{:.4}", answer.distance),
                answer.rounds.to_string(),
                answer.stopped.to_string(),
            ]
            .into_iter()
            .chain(self.times.get(index).map(|micros| format!("{micros:.0}")))
            .collect(),
        };
        Table { head, rows: self.answers.iter().enumerate().map(row).collect() }
    }
}

impl Page for Lens {
    values!();

    fn changed(&mut self, key: &str) {
        match key {
            "view_deg" => {}
            "solver" => self.sweep(),
            _ => self.solve(),
        }
    }

    fn act(&mut self, action: &str) {
        let rounds = self.values.number("rounds");
        match action {
            "back" => self
                .values
                .put("rounds", if rounds > PLOTTED as f64 { PLOTTED as f64 } else { rounds - 1.0 }),
            "on" => {
                self.values.put("rounds", if rounds == ROUNDS as f64 { 0.0 } else { rounds + 1.0 })
            }
            "end" => self.values.put("rounds", ROUNDS as f64),
            "reset" => self.values.reset(),
            _ => return,
        }
        self.solve();
    }

    fn point(&mut self, at: Vec2, press: Press) {
        if press != Press::Hover && at.is_finite() {
            self.lead(self.grasped(at));
        }
    }

    fn tick(&mut self, held: Held) -> bool {
        let way = Vec2::from(held.way());
        if way != Vec2::ZERO {
            self.lead(self.target().truncate() + way * PACE);
        }
        way != Vec2::ZERO
    }

    fn take_clock(&mut self, clock: fn() -> f64) {
        self.clock = Some(clock);
        self.solve();
    }

    fn demonstrate(&mut self, frame: usize) {
        self.lead(LENS.path(frame));
    }

    fn draw(&self, language: Language) -> Drawing {
        let mut drawing = Drawing::default();
        self.draw_chains(&mut drawing);
        self.draw_step(&mut drawing, language);
        self.draw_descents(&mut drawing, language);
        if !self.sweep.is_empty() {
            self.draw_sweep(&mut drawing, language);
        }
        drawing.table = Some(self.table(language));
        drawing
    }

    fn state(&self) -> Vec<(&'static str, f64)> {
        let keys = ["ccd", "fabrik", "dls", "fabrik_tree", "whole_body", "clamped"];
        let mut state: Vec<_> = keys
            .into_iter()
            .zip(&self.answers)
            .map(|(key, answer)| (key, f64::from(answer.distance)))
            .collect();
        let target = self.target();
        state.extend([("target_x", f64::from(target.x)), ("target_y", f64::from(target.y))]);
        state
    }
}

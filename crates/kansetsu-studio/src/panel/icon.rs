//! Icons drawn with strokes, so that they are sharp at any size and need no font.

use eframe::egui::{
    Color32, Painter, Pos2, Rect, Response, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, pos2,
};

/// What an icon shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// A triangle.
    Play,
    /// Two bars.
    Pause,
    /// A bar and a triangle to the left.
    First,
    /// A bar and a triangle to the right.
    Last,
    /// A triangle to the left before a diamond.
    PreviousKey,
    /// A diamond before a triangle to the right.
    NextKey,
    /// A diamond.
    Key,
    /// Two arrows that follow each other.
    Loop,
    /// A hand's reach: an arm from shoulder to target.
    Reach,
    /// An arc with an arrow.
    Rotate,
    /// Four arrows.
    Move,
    /// A standing figure.
    Body,
    /// A bent limb with a point beside it.
    Pole,
    /// A pin.
    Pin,
    /// Two halves.
    Mirror,
    /// An arrow back.
    Undo,
    /// An arrow forth.
    Redo,
    /// A magnifying glass.
    Search,
    /// A sun.
    Sun,
    /// A moon.
    Moon,
    /// A cross.
    Close,
    /// A padlock.
    Lock,
    /// A curve.
    Curve,
    /// Three lines.
    Menu,
    /// An arrow into the picture and out of it.
    Depth,
}

/// How many units an icon is wide and high.
const SIZE: f32 = 20.0;

/// A button with an icon. `name` is what assistive programs and tests call it.
pub fn icon_button(ui: &mut Ui, icon: Icon, name: &str, chosen: bool) -> Response {
    let side = ui.spacing().interact_size.y.max(26.0);
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), chosen, name));
    if ui.is_rect_visible(rect) {
        let visuals = ui.style().interact_selectable(&response, chosen);
        if chosen || response.hovered() || response.has_focus() {
            ui.painter().rect(
                rect,
                visuals.corner_radius,
                visuals.weak_bg_fill,
                visuals.bg_stroke,
                eframe::egui::StrokeKind::Inside,
            );
        }
        paint(
            ui.painter(),
            Rect::from_center_size(rect.center(), Vec2::splat(18.0)),
            icon,
            visuals.text_color(),
        );
    }
    response
}

/// Draws an icon into a square.
pub fn paint(painter: &Painter, rect: Rect, icon: Icon, color: Color32) {
    let pen = Pen { painter, rect, color };
    match icon {
        Icon::Play => pen.fill(&[(5.0, 3.0), (17.0, 10.0), (5.0, 17.0)]),
        Icon::Pause => [5.0, 12.0]
            .into_iter()
            .for_each(|x| pen.fill(&[(x, 3.0), (x + 3.5, 3.0), (x + 3.5, 17.0), (x, 17.0)])),
        Icon::First => pen.end(false),
        Icon::Last => pen.end(true),
        Icon::PreviousKey => pen.step(false),
        Icon::NextKey => pen.step(true),
        Icon::Key => pen.fill(&[(10.0, 3.0), (17.0, 10.0), (10.0, 17.0), (3.0, 10.0)]),
        Icon::Loop => pen.looped(),
        Icon::Reach => pen.reach(),
        Icon::Rotate => pen.rotate(),
        Icon::Move => pen.crossed_arrows(),
        Icon::Body => pen.body(),
        Icon::Pole => pen.pole(),
        Icon::Pin => pen.pin(),
        Icon::Mirror => pen.mirror(),
        Icon::Undo => pen.back(false),
        Icon::Redo => pen.back(true),
        Icon::Search => {
            pen.ring((8.5, 8.5), 5.5);
            pen.line(&[(12.5, 12.5), (17.5, 17.5)]);
        }
        Icon::Sun => pen.sun(),
        Icon::Moon => pen.moon(),
        Icon::Close => {
            pen.line(&[(4.5, 4.5), (15.5, 15.5)]);
            pen.line(&[(15.5, 4.5), (4.5, 15.5)]);
        }
        Icon::Lock => {
            pen.fill(&[(4.0, 9.0), (16.0, 9.0), (16.0, 18.0), (4.0, 18.0)]);
            pen.arc((10.0, 9.0), 4.0, 180.0, 360.0);
        }
        Icon::Curve => {
            let wave =
                |i: i32| (2.0 + 0.8 * i as f32, 10.0 - 6.5 * (i as f32 / 20.0 * 6.0 - 3.0).tanh());
            pen.line(&(0..=20).map(wave).collect::<Vec<_>>());
        }
        Icon::Menu => [4.0, 10.0, 16.0].into_iter().for_each(|y| pen.line(&[(3.0, y), (17.0, y)])),
        Icon::Depth => {
            pen.line(&[(4.5, 15.5), (15.5, 4.5)]);
            pen.fill(&[(17.5, 2.5), (16.0, 8.5), (11.5, 4.0)]);
            pen.fill(&[(2.5, 17.5), (4.0, 12.0), (8.0, 16.0)]);
            pen.line(&[(3.0, 4.0), (8.0, 4.0)]);
            pen.line(&[(12.0, 16.0), (17.0, 16.0)]);
        }
    }
}

struct Pen<'a> {
    painter: &'a Painter,
    rect: Rect,
    color: Color32,
}

type Point = (f32, f32);

impl Pen<'_> {
    fn at(&self, (x, y): Point) -> Pos2 {
        self.rect.min + Vec2::new(x, y) * (self.rect.width() / SIZE)
    }

    fn stroke(&self) -> Stroke {
        Stroke::new((1.7 * self.rect.width() / SIZE).max(1.2), self.color)
    }

    fn fill(&self, points: &[Point]) {
        let corners = points.iter().map(|&point| self.at(point)).collect();
        self.painter.add(Shape::convex_polygon(corners, self.color, Stroke::NONE));
    }

    fn line(&self, points: &[Point]) {
        self.painter
            .add(Shape::line(points.iter().map(|&point| self.at(point)).collect(), self.stroke()));
    }

    fn dot(&self, center: Point, radius: f32) {
        self.painter.circle_filled(self.at(center), radius * self.rect.width() / SIZE, self.color);
    }

    fn ring(&self, center: Point, radius: f32) {
        self.painter.circle_stroke(
            self.at(center),
            radius * self.rect.width() / SIZE,
            self.stroke(),
        );
    }

    /// Degrees run clockwise from +x.
    fn arc(&self, (x, y): Point, radius: f32, from: f32, to: f32) {
        let step = |i: i32| {
            let angle = (from + (to - from) * i as f32 / 16.0).to_radians();
            (x + radius * angle.cos(), y + radius * angle.sin())
        };
        self.line(&(0..=16).map(step).collect::<Vec<_>>());
    }

    fn flipped(mirrored: bool, points: &[Point]) -> Vec<Point> {
        points.iter().map(|&(x, y)| (if mirrored { SIZE - x } else { x }, y)).collect()
    }

    fn end(&self, last: bool) {
        self.fill(&Self::flipped(last, &[(17.0, 3.5), (17.0, 16.5), (7.0, 10.0)]));
        self.line(&Self::flipped(last, &[(4.5, 3.5), (4.5, 16.5)]));
    }

    fn step(&self, next: bool) {
        self.fill(&Self::flipped(next, &[(10.0, 4.5), (10.0, 15.5), (2.0, 10.0)]));
        self.fill(&Self::flipped(next, &[(15.0, 6.0), (19.0, 10.0), (15.0, 14.0), (11.0, 10.0)]));
    }

    fn looped(&self) {
        self.arc((10.0, 10.0), 6.5, 200.0, 340.0);
        self.arc((10.0, 10.0), 6.5, 20.0, 160.0);
        self.fill(&[(13.0, 7.0), (19.0, 8.5), (17.5, 3.5)]);
        self.fill(&[(7.0, 13.0), (1.0, 11.5), (2.5, 16.5)]);
    }

    fn reach(&self) {
        self.line(&[(3.0, 16.0), (9.0, 11.0), (12.0, 5.0)]);
        self.dot((3.0, 16.0), 2.2);
        self.dot((9.0, 11.0), 2.0);
        self.ring((14.5, 4.5), 3.0);
    }

    fn rotate(&self) {
        self.arc((10.0, 10.5), 6.5, -60.0, 210.0);
        self.fill(&[(11.0, 1.0), (11.5, 7.5), (17.0, 4.0)]);
        self.dot((10.0, 10.5), 1.8);
    }

    fn crossed_arrows(&self) {
        self.line(&[(10.0, 3.0), (10.0, 17.0)]);
        self.line(&[(3.0, 10.0), (17.0, 10.0)]);
        self.fill(&[(10.0, 0.5), (13.0, 5.0), (7.0, 5.0)]);
        self.fill(&[(10.0, 19.5), (13.0, 15.0), (7.0, 15.0)]);
        self.fill(&[(0.5, 10.0), (5.0, 7.0), (5.0, 13.0)]);
        self.fill(&[(19.5, 10.0), (15.0, 7.0), (15.0, 13.0)]);
    }

    fn body(&self) {
        self.dot((10.0, 3.5), 2.6);
        self.line(&[(10.0, 6.0), (10.0, 12.0)]);
        self.line(&[(3.0, 8.0), (10.0, 7.5), (17.0, 8.0)]);
        self.line(&[(6.0, 19.0), (10.0, 12.0), (14.0, 19.0)]);
    }

    fn pole(&self) {
        self.line(&[(4.0, 3.0), (10.0, 10.0), (4.0, 17.0)]);
        self.dot((10.0, 10.0), 2.2);
        self.line(&[(12.5, 10.0), (14.5, 10.0)]);
        self.dot((17.0, 10.0), 1.8);
    }

    fn pin(&self) {
        self.fill(&[(6.5, 2.0), (13.5, 2.0), (12.5, 8.0), (15.5, 12.0), (4.5, 12.0), (7.5, 8.0)]);
        self.line(&[(10.0, 12.0), (10.0, 19.0)]);
    }

    fn mirror(&self) {
        self.line(&[(10.0, 2.0), (10.0, 18.0)]);
        self.fill(&[(1.5, 16.0), (7.5, 16.0), (7.5, 5.0)]);
        self.line(&[(18.5, 16.0), (12.5, 16.0), (12.5, 5.0), (18.5, 16.0)]);
    }

    fn back(&self, forth: bool) {
        self.fill(&Self::flipped(forth, &[(8.0, 2.5), (8.0, 11.5), (2.0, 7.0)]));
        let round = |i: i32| {
            let angle = (-90.0 + 180.0 * i as f32 / 12.0).to_radians();
            (12.0 + 5.0 * angle.cos(), 12.0 + 5.0 * angle.sin())
        };
        let mut points = vec![(8.0, 7.0)];
        points.extend((0..=12).map(round));
        points.push((6.0, 17.0));
        self.line(&Self::flipped(forth, &points));
    }

    fn sun(&self) {
        self.dot((10.0, 10.0), 4.0);
        for i in 0..8 {
            let (sin, cos) = (i as f32 * std::f32::consts::FRAC_PI_4).sin_cos();
            self.line(&[
                (10.0 + 6.3 * cos, 10.0 + 6.3 * sin),
                (10.0 + 8.8 * cos, 10.0 + 8.8 * sin),
            ]);
        }
    }

    fn moon(&self) {
        let arc = |x: f32, y: f32, radius: f32, from: f32, to: f32| {
            (0..=16).map(move |i| {
                let angle = (from + (to - from) * i as f32 / 16.0).to_radians();
                (x + radius * angle.cos(), y + radius * angle.sin())
            })
        };
        let mut outline: Vec<Point> = arc(9.5, 10.5, 7.5, -60.0, -330.0).collect();
        outline.extend(arc(13.0, 7.0, 6.0, 65.0, 220.0));
        self.line(&outline);
    }
}

/// A short stroke before words, the colour of what they speak of.
pub fn color_mark(ui: &mut Ui, color: Color32) {
    let (rect, _) = ui.allocate_exact_size(Vec2::new(4.0, 14.0), Sense::hover());
    ui.painter().rect_filled(
        Rect::from_min_max(pos2(rect.left(), rect.top()), rect.max),
        2.0,
        color,
    );
}

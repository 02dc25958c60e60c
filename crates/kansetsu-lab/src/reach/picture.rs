//! The picture: the map's surface and the figure in it.

use kansetsu::glam::{Vec2, Vec3};

use super::Reach;
use crate::{Drawing, Ink, stage::Stage};

impl Reach {
    /// The cube and the figure, as large as there is room.
    pub(super) fn stage(&self) -> Stage {
        let (middle, radius) = self.subject.ball();
        let (home, length) =
            self.plan.as_ref().map_or((middle, 0.0), |(plan, _)| (plan.home, plan.length));
        let radius = radius.max(middle.distance(home) + 0.9 * length);
        Stage::new(&self.values, (middle, radius), (Vec2::new(640.0, 350.0), 335.0))
    }

    pub(super) fn draw_map(&self, drawing: &mut Drawing, stage: &Stage) {
        let Some((_, map)) = &self.plan else { return };
        let mut points = map.surface();
        points.sort_by(|a, b| stage.depth(a.place).total_cmp(&stage.depth(b.place)));
        let radius = (0.3 * map.edge() * stage.scale).clamp(1.0, 9.0);
        // From the viewer and from above.
        let light = (stage.toward_viewer() + 0.6 * Vec3::Y).normalize_or_zero();
        for point in points.iter().filter(|point| point.normal.dot(stage.toward_viewer()) >= 0.0) {
            let lit = 0.25 + 0.75 * point.normal.dot(light).max(0.0);
            drawing.disc(stage.seen(point.place), radius, Ink::Shade((255.0 * lit) as u8));
        }
    }

    pub(super) fn draw_figure(&self, drawing: &mut Drawing, stage: &Stage) {
        let rest = self.subject.rest_places();
        let (tip, base) = (self.subject.tip(&self.values), self.subject.base(&self.values));
        let ancestors = self.subject.figure.rig.skeleton.ancestors(tip);
        let mut chain: Vec<usize> = ancestors.take_while(|&joint| joint != base).collect();
        chain.push(base);
        let target = stage.seen(self.place());
        let places =
            self.reached.as_ref().map_or(rest, |reached| self.subject.places(&reached.pose));
        self.subject.draw(drawing, (stage, &places), &chain, Ink::Series(1));
        for reason in self.reasons.iter().take(3) {
            drawing.circle(stage.seen(places[reason.joint]), 12.0, Ink::Alert);
        }
        let is_met = self.reached.as_ref().is_some_and(|reached| reached.is_met);
        drawing.dashes(stage.seen(places[tip]), target, Ink::Alert);
        drawing.target(target, if is_met { Ink::Strong } else { Ink::Alert });
        drawing.disc(stage.seen(places[base]), 7.0, Ink::Blue);
    }
}

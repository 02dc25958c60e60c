//! The picture: the figure, the circle, and the limb as each rule puts it.

use kansetsu::glam::Vec2;

use super::{OUTSIDE, Solved, Swivel};
use crate::{Drawing, Ink, stage::Stage};

impl Swivel {
    /// The limb and what is around it.
    pub(super) fn stage(&self) -> Stage {
        let (_, radius) = self.subject.ball();
        let Some(limb) = self.limb() else {
            return Stage::new(&self.values, self.subject.ball(), (Vec2::new(400.0, 350.0), 320.0));
        };
        let places = self.subject.rest_places();
        let length = places[limb.tip].distance(places[limb.middle])
            + places[limb.middle].distance(places[limb.base]);
        Stage::new(
            &self.values,
            (places[limb.base], radius.min(1.15 * length)),
            (Vec2::new(400.0, 370.0), 320.0),
        )
    }

    pub(super) fn draw_circle(&self, drawing: &mut Drawing, solved: &Solved) {
        let stage = self.stage();
        let places = self.subject.rest_places();
        let circle = solved.circle;
        self.subject.draw(drawing, (&stage, &places), &[], Ink::Faint);
        drawing.dashes(stage.seen(circle.base), stage.seen(circle.tip), Ink::Weak);
        let costs =
            solved.places.iter().filter(|stand| stand.outside <= OUTSIDE).map(|stand| stand.cost);
        let [least, most] =
            costs.fold([f32::MAX, 0.0], |[least, most], cost| [cost.min(least), cost.max(most)]);
        for stand in &solved.places {
            let at = stage.seen(circle.place(stand.angle));
            if stand.outside > OUTSIDE {
                drawing.disc(at, 2.0, Ink::Faint);
            } else {
                let good = 1.0 - (stand.cost - least) / (most - least).max(1e-6);
                drawing.disc(at, 5.0, Ink::Grade((255.0 * good) as u8));
            }
        }
        for (index, stand) in solved.rules.iter().enumerate() {
            let Some(stand) = stand else { continue };
            let middle = stage.seen(circle.place(stand.angle));
            let ink = Ink::Series(index as u8);
            drawing.line([stage.seen(circle.base), middle, stage.seen(circle.tip)], 2.5, ink);
            drawing.disc(middle, 7.0, ink);
        }
        let middle = stage.seen(circle.place(solved.own.angle));
        drawing.line([stage.seen(circle.base), middle, stage.seen(circle.tip)], 5.0, Ink::Strong);
        drawing.disc(middle, 9.0, Ink::Green);
        drawing.disc(stage.seen(circle.base), 8.0, Ink::Blue);
        let target = stage.seen(self.target());
        drawing.dashes(stage.seen(circle.tip), target, Ink::Alert);
        drawing.target(target, Ink::Strong);
    }
}

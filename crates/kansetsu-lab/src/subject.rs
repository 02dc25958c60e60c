//! Whose chain it is: a figure, the joint that reaches, and where its chain begins.

use kansetsu::{
    d3::{Limit, Pose, Rig},
    glam::{Vec2, Vec3},
};
use kansetsu_formats::Figure;

use crate::{Drawing, Field, Ink, OpenFigure, Values, stage::Stage, text::Phrase};

/// The figures, in the order of [`kansetsu_figures::NAMES`]; the last one is what the studio has
/// open.
const FIGURES: &[Phrase] = &[
    Phrase::new("mannequin", "マネキン"),
    Phrase::new("arm", "腕"),
    Phrase::new("leg", "脚"),
    Phrase::new("hand", "手"),
    Phrase::new("spine", "背骨"),
    Phrase::new("tentacle", "触手"),
    Phrase::new("dog", "犬"),
    Phrase::new("robot arm", "ロボットアーム"),
    Phrase::new("the open figure", "開いているモデル"),
];

/// The choice of what the studio has open.
pub(crate) const OPEN: f64 = FIGURES.len() as f64 - 1.0;
pub(crate) const FIGURE: Field = Field::choice("figure", Phrase::new("Figure", "モデル"), FIGURES);
pub(crate) const TIP: Field =
    Field::number("tip", Phrase::new("Tip joint", "先端のボーン"), [0.0, 0.0, 2000.0], (0, ""));
pub(crate) const LEVELS: Field = Field::number(
    "levels",
    Phrase::new("Chain length", "チェーンの長さ（ボーン数）"),
    [0.0, 0.0, 200.0],
    (0, ""),
);
pub(crate) const LIMITS: Field =
    Field::switch("limits", Phrase::new("Joint limits", "可動域"), 1.0);

/// How near to a joint the pointer has to be to mean it, pixels.
const GRASP: f32 = 16.0;

/// The joint that reaches when nobody says which: the end of the first limb, else the joint that is
/// farthest from its root.
#[must_use]
pub fn usual_tip(rig: &Rig) -> usize {
    let skeleton = &rig.skeleton;
    let deep = |joint: &usize| skeleton.ancestors(*joint).count();
    let deepest = || (0..skeleton.len()).rev().max_by_key(deep).unwrap_or(0);
    rig.limbs.first().map_or_else(deepest, |limb| limb.tip)
}

/// Where the chain to a joint begins when nobody says where: where its limb does, else at the root.
#[must_use]
pub fn usual_base(rig: &Rig, tip: usize) -> usize {
    let root = || rig.skeleton.ancestors(tip).last().unwrap_or(tip);
    rig.limb_to(tip).map_or_else(root, |limb| limb.base)
}

/// A figure of which one chain is looked at.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    pub(crate) figure: Figure,
    open: Option<OpenFigure>,
    index: usize,
}

impl Default for Subject {
    fn default() -> Self {
        Self { figure: kansetsu_figures::mannequin(), open: None, index: 0 }
    }
}

impl Subject {
    /// Takes what the studio has open.
    pub(crate) fn take_open(&mut self, open: &OpenFigure) {
        self.open = Some(open.clone());
        self.index = usize::MAX;
    }

    /// Takes the figure that is set, and brings the joints that are set back into it.
    pub(crate) fn follow(&mut self, values: &mut Values) {
        let index = values.count("figure");
        if index != self.index {
            let named =
                kansetsu_figures::NAMES.get(index).and_then(|name| kansetsu_figures::figure(name));
            // Without an open one the mannequin stands in.
            self.figure = named
                .or_else(|| self.open.as_ref().map(|open| open.figure.clone()))
                .unwrap_or_else(kansetsu_figures::mannequin);
            self.index = index;
        }
        let last = self.figure.rig.skeleton.len() - 1;
        if values.count("tip") > last {
            values.put("tip", 0.0);
        }
    }

    /// The joint that reaches: the one that is set, else the end of the first limb, else the joint
    /// that is farthest from its root.
    pub(crate) fn tip(&self, values: &Values) -> usize {
        let skeleton = &self.figure.rig.skeleton;
        let set = values.count("tip");
        if skeleton.joints().get(set).is_some_and(|joint| joint.parent.is_some()) {
            return set;
        }
        usual_tip(&self.figure.rig)
    }

    /// Where its chain begins: so many bones above it as are set; else where its limb begins, else
    /// at the root.
    pub(crate) fn base(&self, values: &Values) -> usize {
        let (tip, rig) = (self.tip(values), &self.figure.rig);
        match values.count("levels") {
            0 => usual_base(rig, tip),
            levels => rig.skeleton.ancestors(tip).take(levels + 1).last().unwrap_or(tip),
        }
    }

    /// The joints that the studio has pinned, when it is the open figure.
    pub(crate) fn pins(&self) -> Vec<usize> {
        let open = self.open.as_ref().filter(|_| self.index == OPEN as usize);
        open.map_or_else(Vec::new, |open| open.pins.clone())
    }

    pub(crate) fn name(&self, joint: usize) -> String {
        let name = &self.figure.rig.skeleton.joints()[joint].name;
        if name.is_empty() { format!("#{joint}") } else { name.clone() }
    }

    /// The limits, when they are switched on.
    pub(crate) fn limits(&self, values: &Values) -> Vec<Option<Limit>> {
        if values.is_on("limits") {
            self.figure.rig.limits.clone()
        } else {
            vec![None; self.figure.rig.limits.len()]
        }
    }

    /// Where the joints are.
    pub(crate) fn places(&self, pose: &Pose) -> Vec<Vec3> {
        self.figure.rig.skeleton.forward(pose).iter().map(|joint| joint.translation).collect()
    }

    pub(crate) fn rest_places(&self) -> Vec<Vec3> {
        self.places(&self.figure.rig.skeleton.rest_pose())
    }

    /// The middle of the figure at rest, and how far its joints are from there.
    pub(crate) fn ball(&self) -> (Vec3, f32) {
        let places = self.rest_places();
        let (low, high) = places
            .iter()
            .fold((places[0], places[0]), |(low, high), place| (low.min(*place), high.max(*place)));
        let middle = 0.5 * (low + high);
        (middle, places.iter().map(|place| place.distance(middle)).fold(1e-3, f32::max))
    }

    /// The joint that is meant at a place of the lab page.
    pub(crate) fn grasped(&self, stage: &Stage, at: Vec2, places: &[Vec3]) -> Option<usize> {
        let near = |joint: &usize| stage.seen(places[*joint]).distance(at);
        let skeleton = &self.figure.rig.skeleton;
        let joints = (0..places.len()).filter(|&joint| skeleton.joints()[joint].parent.is_some());
        joints.min_by(|a, b| near(a).total_cmp(&near(b))).filter(|joint| near(joint) <= GRASP)
    }

    /// Draws the bones, those of the chain larger.
    pub(crate) fn draw(
        &self,
        drawing: &mut Drawing,
        (stage, places): (&Stage, &[Vec3]),
        chain: &[usize],
        ink: Ink,
    ) {
        for (index, joint) in self.figure.rig.skeleton.joints().iter().enumerate() {
            let Some(parent) = joint.parent else { continue };
            let is_moved = chain.contains(&index) && chain.contains(&parent);
            let ends = [places[parent], places[index]].map(|place| stage.seen(place));
            drawing.line(
                ends,
                if is_moved { 5.0 } else { 2.0 },
                if is_moved { ink } else { Ink::Faint },
            );
        }
        chain.iter().for_each(|&joint| drawing.disc(stage.seen(places[joint]), 4.0, Ink::Strong));
    }
}

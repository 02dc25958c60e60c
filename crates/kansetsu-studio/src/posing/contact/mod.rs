//! What is dragged stops at the body's own surface, and on the floor.
//!
//! A hand or foot that is dragged into the body is moved back along the line of sight
//! until it lies on the surface: on the screen it stays under the pointer, and it slides along what
//! is seen there. Locked to an axis it stops on its way. Where it is brought to depends on where
//! the pointer is and on the body's pose, and moves by a little where these do.
//!
//! Both are clouds of points of the meshes ([`cloud`]). Along the line of sight a hand must stand
//! above the body by
//!
//! ```text
//! max over its points h and the body's points b of b.along - h.along + bump(|b.across - h.across|)
//! ```
//!
//! where `bump` is the cap of a ball that joins the points to a surface, and goes on as its tangent
//! of slope [`SLOPE`]: that makes it continuous where the body ends. A limb, or the trunk, that
//! lies wholly before the hand at the press or covers it is passed behind, in the same manner.

mod cloud;

use kansetsu::{
    d3::{Limb, Pose},
    glam::{Affine3, Vec3},
};

use cloud::Spot;

use super::Subject;
use crate::viewport::View;

/// The slope of the way onto the body, metres along for a metre across. With half of it a
/// hand leaves its plane long before it is at the body, with twice as much it hurries where the
/// body begins.
const SLOPE: f32 = 2.0;

/// The radius of the balls whose caps join the points to a surface, in distances of points. With
/// half of it the hand sinks between them.
const ROUND: f32 = 3.0;

/// How far from the body a hand is held, in distances of points: as deep as the caps dip between
/// four points, so that it stays outside.
const CLEAR: f32 = 0.1;

/// How wide a patch of the hand is that is left out at once where it cannot touch, in distances of
/// points. It changes how long an event takes, and no place.
const PATCH: f32 = 8.0;

/// How often an event is solved at most: the hand turns on its way to the surface, and then other
/// points of it are the first to touch.
pub(super) const ROUNDS: usize = 3;

/// The surface of a body, for the drag of one of its hands or feet. In model space, metres.
pub(super) struct Surface {
    /// The dragged joint, and where it was at the press.
    joint: usize,
    start: Vec3,
    /// The descendants of the dragged joint, patch by patch.
    tip: Vec<Spot>,
    /// How many points each patch has.
    patches: Vec<usize>,
    /// All that does not belong to its limb.
    body: Vec<Spot>,
    /// For each joint of the skeleton, whether the tip passes behind it.
    is_passed_behind: Vec<bool>,
    /// The distance between the points.
    apart: f32,
    world_from_model: Affine3,
    /// How high the floor is in world space: lower than 0 where the tip was lower at the press.
    floor: f32,
}

/// A surface with the way along which what is inside is brought out.
pub(super) struct Contact<'a> {
    pub(super) surface: &'a Surface,
    pub(super) view: &'a View,
    /// In world space: the axis to which the drag is locked.
    pub(super) axis: Option<Vec3>,
}

impl Surface {
    /// The surface that a drag of `joint` meets, seen from `view`. `None` when that is neither the
    /// tip of a limb nor a descendant of one.
    pub(super) fn new(subject: &Subject, joint: usize, view: &View) -> Option<Self> {
        let skeleton = subject.skeleton();
        let above =
            |joint: usize, other: usize| skeleton.ancestors(joint).any(|above| above == other);
        let limb = subject.rig().limbs.iter().find(|limb| above(joint, limb.tip))?;
        let model = subject.forward();
        let start = model[joint].translation;
        let apart = cloud::APART * skeleton.size().max(1e-6);
        let spots = cloud::spots(&subject.figure, &model, apart);
        let mut tip: Vec<Spot> =
            spots.iter().filter(|spot| above(spot.joint, joint)).copied().collect();
        if tip.is_empty() {
            tip.push(Spot { joint, in_joint: Vec3::ZERO, at_press: start });
        }
        let (tip, patches) = in_patches(tip, 0.5 * PATCH * apart);
        let body: Vec<Spot> =
            spots.into_iter().filter(|spot| !above(spot.joint, limb.base)).collect();
        let world_from_model = subject.placement;
        let sight = view.sight(world_from_model.transform_point3(start));
        let along = world_from_model.inverse().transform_vector3(-sight).normalize_or(Vec3::Z);
        let is_passed_behind = passed_behind(subject, (&tip, &body), along, 2.0 * apart);
        let height = |spot: &Spot| world_from_model.transform_point3(spot.place(&model)).y;
        let floor = tip.iter().map(height).fold(0.0, f32::min);
        Some(Self {
            joint,
            start,
            tip,
            patches,
            body,
            is_passed_behind,
            apart,
            world_from_model,
            floor,
        })
    }

    /// How far the balls' caps rise so far beside their middle, metres; at most 0.
    fn bump(&self, across: f32) -> f32 {
        let radius = ROUND * self.apart;
        let steep = (1.0 + SLOPE * SLOPE).sqrt();
        let top = radius - CLEAR * self.apart;
        if across * steep <= radius * SLOPE {
            (radius * radius - across * across).sqrt() - top
        } else {
            radius * steep - SLOPE * across - top
        }
    }
}

/// Points in patches, all within `near` of the first of their patch, and how many each has.
fn in_patches(mut left: Vec<Spot>, near: f32) -> (Vec<Spot>, Vec<usize>) {
    let (mut spots, mut patches) = (Vec::with_capacity(left.len()), Vec::new());
    while let Some(first) = left.pop() {
        let (before, is_near) =
            (spots.len(), |spot: &Spot| spot.at_press.distance(first.at_press) <= near);
        spots.push(first);
        spots.extend(left.iter().filter(|spot| is_near(spot)));
        left.retain(|spot| !is_near(spot));
        patches.push(spots.len() - before);
    }
    (spots, patches)
}

/// For each joint, whether the tip passes behind it: with all of its limb, or of the trunk, when
/// all of that lay before the tip at the press, or where it covered the tip.
fn passed_behind(
    subject: &Subject,
    (tip, body): (&[Spot], &[Spot]),
    along: Vec3,
    near: f32,
) -> Vec<bool> {
    let (skeleton, limbs) = (subject.skeleton(), &subject.rig().limbs);
    // The trunk is the last.
    let part_of = |joint: usize| {
        let is_in = |limb: &Limb| skeleton.ancestors(joint).any(|above| above == limb.base);
        limbs.iter().position(is_in).unwrap_or(limbs.len())
    };
    let part_of: Vec<usize> = (0..skeleton.len()).map(part_of).collect();
    let flat = |way: Vec3| way - along * way.dot(along);
    let front = tip.iter().map(|spot| spot.at_press.dot(along)).fold(f32::NEG_INFINITY, f32::max);
    let middle = tip.iter().map(|spot| flat(spot.at_press)).sum::<Vec3>() / tip.len() as f32;
    let widest = tip.iter().map(|spot| flat(spot.at_press).distance(middle)).fold(0.0, f32::max);
    let [mut all_before, mut covers, mut lies_behind] =
        [true, false, false].map(|usual| vec![usual; limbs.len() + 1]);
    for spot in body {
        let part = part_of[spot.joint];
        all_before[part] &= spot.at_press.dot(along) > front;
        // Most of a body is seen far beside the tip.
        if flat(spot.at_press).distance(middle) >= widest + near {
            continue;
        }
        for of_tip in tip {
            let way = spot.at_press - of_tip.at_press;
            if flat(way).length_squared() < near * near {
                covers[part] |= way.dot(along) > 0.0;
                lies_behind[part] |= way.dot(along) < 0.0;
            }
        }
    }
    let is_passed = |&part: &usize| all_before[part] || covers[part] && !lies_behind[part];
    part_of.iter().map(is_passed).collect()
}

/// A patch of the tip: how far along each point is, and where across.
struct Patch<'a> {
    tip: &'a [(f32, Vec3)],
    /// The least and the most of what they are along.
    back: f32,
    front: f32,
    /// All are so near to this across.
    middle: Vec3,
    radius: f32,
}

impl<'a> Patch<'a> {
    fn new(tip: &'a [(f32, Vec3)]) -> Self {
        let middle = tip.iter().map(|(_, across)| *across).sum::<Vec3>() / tip.len() as f32;
        let radius = tip.iter().map(|(_, across)| across.distance(middle)).fold(0.0, f32::max);
        let [back, front] =
            tip.iter().fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], (at, _)| {
                [low.min(*at), high.max(*at)]
            });
        Self { tip, back, front, middle, radius }
    }
}

impl Contact<'_> {
    /// The place for the dragged joint that is outside of the body and above the floor, from the
    /// the target. The body, and the hand's rotation, are as in `pose`.
    pub(super) fn outside(&self, subject: &Subject, pose: &Pose, wanted: Vec3) -> Vec3 {
        let model = subject.skeleton().forward(pose);
        let joint = model[self.surface.joint].translation;
        let tip: Vec<Vec3> =
            self.surface.tip.iter().map(|spot| spot.place(&model) - joint).collect();
        let wanted = self.above_floor(wanted, &tip);
        let along = self.along(wanted);
        if !along.is_finite() {
            return wanted;
        }
        let most = SLOPE * wanted.distance(self.surface.start);
        wanted + along * self.lift(&model, (wanted, &tip), along).clamp(-most, most)
    }

    /// The direction towards the viewer, or the locked axis; a unit vector in model space.
    fn along(&self, place: Vec3) -> Vec3 {
        let world_from_model = &self.surface.world_from_model;
        let in_world =
            self.axis.unwrap_or_else(|| -self.view.sight(world_from_model.transform_point3(place)));
        world_from_model.inverse().transform_vector3(in_world).normalize()
    }

    fn above_floor(&self, wanted: Vec3, tip: &[Vec3]) -> Vec3 {
        let world_from_model = &self.surface.world_from_model;
        let height = |way: &Vec3| world_from_model.transform_point3(wanted + *way).y;
        let missing = self.surface.floor - tip.iter().map(height).fold(f32::INFINITY, f32::min);
        if missing > 0.0 {
            wanted + world_from_model.inverse().transform_vector3(Vec3::Y * missing)
        } else {
            wanted
        }
    }

    /// How far along the way the tip must go to be out of the body.
    fn lift(&self, model: &[Affine3], (wanted, tip): (Vec3, &[Vec3]), along: Vec3) -> f32 {
        let surface = self.surface;
        let flat = |way: Vec3| way - along * way.dot(along);
        let tip: Vec<(f32, Vec3)> = tip.iter().map(|way| (way.dot(along), flat(*way))).collect();
        let widest = tip.iter().map(|(_, across)| across.length()).fold(0.0, f32::max);
        let mut left = tip.as_slice();
        let patch = |&count: &usize| {
            let (patch, others) = left.split_at(count);
            left = others;
            Patch::new(patch)
        };
        let patches: Vec<Patch<'_>> = surface.patches.iter().map(patch).collect();
        // On a locked axis each point counts for itself.
        let is_before = |spot: &Spot| match self.axis {
            Some(_) => (spot.at_press - surface.start).dot(along) > 0.0,
            None => surface.is_passed_behind[spot.joint],
        };
        let mut lift = 0.0_f32;
        // What is before pushes away from the viewer. Between that and what is behind, what is seen
        // behind it counts.
        for (towards, passes_behind) in [(-1.0, true), (1.0, false)] {
            let back = |patch: &Patch| if towards > 0.0 { patch.back } else { -patch.front };
            let farthest_back = patches.iter().map(back).fold(f32::INFINITY, f32::min);
            let mut highest = towards * lift;
            for spot in surface.body.iter().filter(|spot| is_before(spot) == passes_behind) {
                let way = spot.place(model) - wanted;
                let (at, across) = (towards * way.dot(along), flat(way));
                // Most of the body pushes no point of the tip further than others do already, and
                // most patches of the tip are not pushed by the rest.
                if at - farthest_back + surface.bump((across.length() - widest).max(0.0)) <= highest
                {
                    continue;
                }
                for patch in &patches {
                    let beside = (patch.middle.distance(across) - patch.radius).max(0.0);
                    if at - back(patch) + surface.bump(beside) > highest {
                        let pushed = patch.tip.iter().map(|(of_tip, beside)| {
                            at - towards * of_tip + surface.bump(beside.distance(across))
                        });
                        highest = pushed.fold(highest, f32::max);
                    }
                }
            }
            lift = towards * highest;
        }
        lift
    }
}

//! Whether a tip reaches a place, and if not, why.

use kansetsu::{
    Error,
    d3::{
        Chain, Goal, Limit, Pose, Report, Rig,
        solve::{Auto, Body, Root, WholeBody},
    },
    glam::Vec3,
};

/// A tip that reaches: by its chain while the rest of the body stays, or with the whole body over pins.
#[derive(Clone, Debug)]
pub struct Plan {
    rig: Rig,
    ends: [usize; 2],
    pins: Vec<usize>,
    means: Means,
    /// Where the chain begins, at rest; the middle of the reach map.
    pub home: Vec3,
    /// How far the tip can be from there at most: the length of all bones from where it hangs to the tip.
    pub length: f32,
}

#[derive(Clone, Debug)]
enum Means {
    Chain(Box<Chain>),
    Body(Box<Body>, Vec<Goal>),
}

/// What became of a place that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Reached {
    /// The pose that comes nearest.
    pub pose: Pose,
    /// From the tip to the place, metres.
    pub distance: f32,
    /// The joints that stand on a bound there, with the bound's name in the library's words.
    pub active: Vec<(usize, &'static str)>,
    /// Whether the tip is there and the pins hold.
    pub is_met: bool,
}

/// A limit that keeps a tip from a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// The joint.
    pub joint: usize,
    /// Which of its bounds it stands on.
    pub bound: &'static str,
    /// How far the tip would be from the place without this joint's limit, metres.
    pub without: f32,
}

/// A place is reached within this fraction of the length.
const NEAR: f32 = 1e-3;

impl Plan {
    /// A tip that reaches from a base; with pins the whole body moves over them.
    ///
    /// # Errors
    /// What the library refuses: a base that is no ancestor of the tip, limits of another length.
    pub fn new(rig: &Rig, ends: [usize; 2], limits: Vec<Option<Limit>>, pins: Vec<usize>) -> Result<Self, Error> {
        let rig = Rig { limits, ..rig.clone() };
        let rest = rig.skeleton.forward(&rig.skeleton.rest_pose());
        let chain = Chain::new(&rig.skeleton, ends[0], ends[1])?;
        let bones = |joints: &[usize]| joints.windows(2).map(|pair| rest[pair[0]].translation.distance(rest[pair[1]].translation)).sum();
        let length: f32 = if pins.is_empty() {
            bones(&chain.joints().collect::<Vec<_>>())
        } else {
            bones(&rig.skeleton.ancestors(ends[1]).collect::<Vec<_>>())
        };
        let means = if pins.is_empty() {
            let chain = match rig.limb_to(ends[1]).filter(|limb| limb.base == ends[0]) {
                Some(limb) => chain.with_pole(&rig.skeleton, limb.pole),
                None => chain,
            };
            Means::Chain(Box::new(chain.with_limits(&rig.limits)?))
        } else {
            let body = Body::new(&rig.skeleton).with_limits(&rig.limits)?.with_limbs(&rig.skeleton, &rig.limbs)?;
            let goals = pins.iter().map(|&pin| Goal::position(pin, rest[pin].translation).pinned()).collect();
            Means::Body(Box::new(body), goals)
        };
        Ok(Self { home: rest[ends[0]].translation, rig, ends, pins, means, length })
    }

    /// Brings the tip to a place, from rest.
    ///
    /// # Errors
    /// A place that is not finite.
    pub fn solve(&self, place: Vec3) -> Result<Reached, Error> {
        let mut pose = self.rig.skeleton.rest_pose();
        let goal = Goal::position(self.ends[1], place);
        let report = match &self.means {
            Means::Chain(chain) => Auto::default().solve(chain, &goal, &mut pose)?,
            Means::Body(body, pins) => {
                let goals: Vec<Goal> = std::iter::once(goal).chain(pins.iter().copied()).collect();
                WholeBody { root: Root::Free, ..WholeBody::default() }.solve(body, &goals, &mut pose)?
            }
        };
        Ok(self.told(pose, &report))
    }

    fn told(&self, pose: Pose, report: &Report) -> Reached {
        let active = report.active_limits.iter().map(|limit| (limit.joint, limit.bound)).collect();
        let distance = report.goals.first().map_or(0.0, |goal| goal.distance);
        Reached { pose, distance, active, is_met: report.distance() <= NEAR * self.length }
    }

    /// Why the tip is not at a place: the limits that it stands on there, those first without which it would come nearest.
    ///
    /// # Errors
    /// As [`Self::solve`].
    pub fn why(&self, place: Vec3, reached: &Reached) -> Result<Vec<Reason>, Error> {
        let mut reasons: Vec<Reason> = Vec::new();
        for &(joint, bound) in &reached.active {
            if reasons.iter().any(|reason| reason.joint == joint) {
                continue;
            }
            reasons.push(Reason { joint, bound, without: self.without(&[joint])?.solve(place)?.distance });
        }
        reasons.sort_by(|a, b| a.without.total_cmp(&b.without));
        Ok(reasons)
    }

    /// The same without the limits of these joints; without any when there are none named.
    ///
    /// # Errors
    /// None that [`Self::new`] has not had.
    pub fn without(&self, joints: &[usize]) -> Result<Self, Error> {
        let mut limits = self.rig.limits.clone();
        if joints.is_empty() {
            limits.fill(None);
        }
        joints.iter().for_each(|&joint| limits[joint] = None);
        Self::new(&self.rig, self.ends, limits, self.pins.clone())
    }
}

//! Whether a tip reaches a place, and if not, why.

use kansetsu::{
    Budget, Error, IkSession, Options, Target,
    d3::{
        Chain, Limit, Pose, Rig,
        solve::{Dls, Solver},
    },
    glam::Vec3,
    session::{Balance, Feet, Report, Root, SelfCollision},
};

/// A tip that reaches: by its chain while the rest of the body stays, or with the whole body over
/// pins.
#[derive(Clone, Debug)]
pub struct Plan {
    session: IkSession,
    budget: Budget,
    ends: [usize; 2],
    pins: Vec<usize>,
    /// Where the chain begins, at rest; the middle of the reach map.
    pub home: Vec3,
    /// How far the tip can be from there at most: the length of all bones from where it hangs to
    /// the tip.
    pub length: f32,
}

/// What became of a place that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Reached {
    /// The pose that comes nearest.
    pub pose: Pose,
    /// From the tip to the place, metres.
    pub distance: f32,
    /// The joints at a bound there, with the bound's name in the library's words.
    pub active: Vec<(usize, &'static str)>,
    /// Whether the tip is there and the pins hold.
    pub is_met: bool,
}

/// A limit that keeps a tip from a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// The joint.
    pub joint: usize,
    /// Which of its bounds is active.
    pub bound: &'static str,
    /// How far the tip would be from the place without this joint's limit, metres.
    pub without: f32,
}

/// A place is reached within this fraction of the length.
const NEAR: f32 = 1e-3;
/// Solver steps for one place of the whole body. Of 1,728 cells each, ×0.5 reaches 1 fewer for the
/// mannequin and 13 fewer for the quadruped; ×2 reaches as many and 18 more, and takes twice as
/// long.
const BODY_STEPS: u32 = 200;

impl Plan {
    /// A tip that reaches from a base; with pins the whole body moves over them.
    ///
    /// # Errors
    /// [`Error::NotAChain`] for a base that is no ancestor of the tip, [`Error::JointOutOfRange`],
    /// [`Error::PoseMismatch`] for limits of another length.
    pub fn new(
        rig: &Rig,
        ends: [usize; 2],
        limits: Vec<Option<Limit>>,
        pins: Vec<usize>,
    ) -> Result<Self, Error> {
        // The base is the end of the chain, not an IK stop.
        let rig = Rig { limits, ik_stops: Vec::new(), ..rig.clone() };
        rig.check()?;
        let (skeleton, rest) = (&rig.skeleton, rig.rest_pose());
        let chain = Chain::new(skeleton, ends[0], ends[1])?;
        let home = skeleton.forward(&rest)[ends[0]].translation;
        let length =
            if pins.is_empty() { chain.length(&rest) } else { skeleton.path_length(ends[1]) };
        let (options, budget) =
            if pins.is_empty() { chain_alone(chain.segment_count()) } else { body_over_pins() };
        let mut session = IkSession::new(&rig, options);
        pins.iter().for_each(|&pin| session.pin_position(skeleton.id(pin)));
        Ok(Self { session, budget, ends, pins, home, length })
    }

    /// Brings the tip to a place, from rest.
    ///
    /// # Errors
    /// A place that is not finite.
    pub fn solve(&mut self, place: Vec3) -> Result<Reached, Error> {
        let rig = self.session.rig();
        let (tip, mut pose) = (rig.skeleton.id(self.ends[1]), rig.rest_pose());
        self.session.set_target(tip, Target::position(place));
        let report = self.session.solve(&mut pose, self.budget)?;
        Ok(self.told(pose, &report))
    }

    fn told(&self, pose: Pose, report: &Report) -> Reached {
        let active = report.active_limits.iter().map(|limit| (limit.joint, limit.bound)).collect();
        let mut all = report.targets.iter().chain(&report.pins);
        let is_met = all.all(|entry| entry.distance <= NEAR * self.length);
        Reached { pose, distance: report.distance(), active, is_met }
    }

    /// Why the tip is not at a position: the active limits, those first without which
    /// it would come nearest.
    ///
    /// # Errors
    /// As [`Self::solve`].
    pub fn why(&self, place: Vec3, reached: &Reached) -> Result<Vec<Reason>, Error> {
        let mut reasons: Vec<Reason> = Vec::new();
        for &(joint, bound) in &reached.active {
            if reasons.iter().any(|reason| reason.joint == joint) {
                continue;
            }
            reasons.push(Reason {
                joint,
                bound,
                without: self.without(&[joint])?.solve(place)?.distance,
            });
        }
        reasons.sort_by(|a, b| a.without.total_cmp(&b.without));
        Ok(reasons)
    }

    /// The same without the limits of these joints; without any when there are none named.
    ///
    /// # Errors
    /// None that [`Self::new`] has not had.
    pub fn without(&self, joints: &[usize]) -> Result<Self, Error> {
        let rig = self.session.rig();
        let mut limits = rig.limits.clone();
        if joints.is_empty() {
            limits.fill(None);
        }
        joints.iter().for_each(|&joint| limits[joint] = None);
        Self::new(rig, self.ends, limits, self.pins.clone())
    }
}

/// The chain by itself, with the searches of damped least squares.
fn chain_alone(segments: usize) -> (Options, Budget) {
    let Dls { max_iterations, tolerance, max_restarts, .. } = Dls::default();
    let options = Options {
        solver: Some(Solver::default()),
        chain_length: u32::try_from(segments).ok(),
        restarts: max_restarts as u32,
        tolerance,
        ..Options::default()
    };
    (options, Budget::steps(max_iterations as u32))
}

/// The whole body: limits, lengths and pins alone decide what it reaches.
fn body_over_pins() -> (Options, Budget) {
    let options = Options {
        root: Root::Free,
        feet: Feet::Free,
        balance: Balance::Off,
        self_collision: SelfCollision::Off,
        ..Options::default()
    };
    (options, Budget::steps(BODY_STEPS))
}

//! Sequences of calls of a session.

use std::sync::OnceLock;

use kansetsu::{
    Budget, IkSession, JointId, Options, Target as Wanted,
    d3::{Pose, Rig, solve::Solver},
    session::{Balance, Feet, Limits, Posture, Region, Root, Rotation, SelfCollision},
};

use super::{
    chains::{OUTSIDE, same},
    problem::{self, Values},
};
use crate::{
    Outcome, Target,
    checks::{self, must},
};

pub(super) fn targets() -> Vec<Target> {
    vec![Target::new("session", check, problem::seeds).slow(30, std::time::Duration::from_secs(20))]
}

/// The most calls of one input.
const CALLS: usize = 12;
/// Steps of a solve: few, so that many sequences are tried.
const STEPS: u32 = 12;

fn embedded(values: &mut Values<'_>) -> Rig {
    static RIGS: OnceLock<Vec<Rig>> = OnceLock::new();
    let rigs = RIGS.get_or_init(|| {
        ["mannequin", "arm", "quadruped", "robot_arm", "tentacle", "hand"]
            .into_iter()
            .filter_map(kansetsu_figures::figure)
            .map(|figure| figure.rig)
            .collect()
    });
    rigs[values.below(rigs.len())].clone()
}

fn check(bytes: &[u8]) -> Result<Outcome, String> {
    let mut values = Values::new(bytes);
    let rig = if values.in_ten(6) {
        embedded(&mut values)
    } else {
        match values.rig() {
            Ok(rig) => rig,
            Err(error) => return Ok(Outcome::new(&error.to_string())),
        }
    };
    let mut run = Run {
        session: IkSession::new(&rig, Options::default()),
        pose: rig.rest_pose(),
        said: String::new(),
        rig,
    };
    for _ in 0..CALLS {
        if values.is_empty() {
            break;
        }
        run.call(&mut values)?;
    }
    Ok(Outcome::new(&run.said))
}

struct Run {
    rig: Rig,
    session: IkSession,
    pose: Pose,
    said: String,
}

impl Run {
    fn joint(&self, values: &mut Values<'_>) -> JointId {
        let beyond = usize::from(values.is_wild && values.in_ten(1));
        self.rig.skeleton.id(values.below(self.rig.skeleton.len() + beyond))
    }

    fn call(&mut self, values: &mut Values<'_>) -> Result<(), String> {
        let joint = self.joint(values);
        match values.below(16) {
            0..=3 => self.session.set_target(joint, wanted(values, &self.rig)),
            4 => self.session.add_target(joint, wanted(values, &self.rig)),
            5 => self.session.pin(joint),
            6 => self.session.pin_position(joint),
            7 => self.session.pin_to(joint, wanted(values, &self.rig)),
            8 => self.session.release(joint),
            9 if values.in_ten(3) => self.session.clear(),
            9 => self.session.reset(),
            10 => self.option(values, joint),
            11 => {
                let reach = self.session.reach(joint, &self.pose).ok().flatten();
                must(reach.is_none_or(|ball| !ball.radius.is_nan()), || {
                    format!("{reach:?} is no reach")
                })?;
            }
            _ => return self.pose(values),
        }
        Ok(())
    }

    fn option(&mut self, values: &mut Values<'_>, joint: JointId) {
        let options = self.session.options_mut();
        match values.below(12) {
            0 => options.limits = [Limits::On, Limits::Off][values.below(2)],
            1 => {
                options.root = [Root::Auto, Root::Fixed, Root::Rotates, Root::Free][values.below(4)]
            }
            2 => {
                options.posture =
                    [Posture::Auto, Posture::Given, Posture::Uniform, Posture::Likely]
                        [values.below(4)];
            }
            3 => options.feet = [Feet::Planted, Feet::Free][values.below(2)],
            4 => options.balance = [Balance::On, Balance::Off][values.below(2)],
            5 => options.self_collision = [SelfCollision::On, SelfCollision::Off][values.below(2)],
            6 => options.chain_length = [None, Some(0), Some(2)][values.below(3)],
            7 => options.locked.push(joint),
            8 => options.stiffness.push((joint, values.number().abs())),
            9 => {
                options.solver =
                    Solver::from_name(Solver::NAMES[values.below(9)]).filter(|_| values.in_ten(7))
            }
            10 => options.velocity_limit = values.in_ten(5).then(|| values.number().abs()),
            _ => options.tolerance = values.number().abs() * 1e-2,
        }
    }

    /// Solves in one of four ways. The pose is finite and keeps its lengths, or the call is refused
    /// and changes nothing.
    fn pose(&mut self, values: &mut Values<'_>) -> Result<(), String> {
        let mut before = self.pose.clone();
        let budget = Budget::steps(STEPS * values.below(3) as u32);
        let result = match values.below(4) {
            0 => self.session.solve(&mut self.pose, budget),
            1 => self.session.step(&mut self.pose, budget),
            2 => {
                // The frame is the start; the pose is an output only.
                let motion = values.pose(&self.rig);
                let done = self.session.follow(&motion, &mut self.pose, budget);
                if done.is_ok() {
                    before = motion;
                }
                done
            }
            _ => self.session.measure(&self.pose),
        };
        match result {
            Ok(report) => {
                checks::pose(&self.rig.skeleton, &self.pose)?;
                must(report.distance().is_finite(), || {
                    format!("a distance that is not finite: {report:?}")
                })?;
                for joint in 0..self.rig.skeleton.len() {
                    let (was, is) = (&before.locals[joint], &self.pose.locals[joint]);
                    must(was.scale == is.scale, || format!("joint {joint} changes its scale"))?;
                }
                self.lengths(&before)?;
                self.limits(&before)?;
                self.said += &format!(" {:?}", report.outcome);
            }
            Err(error) => {
                must(same(&before, &self.pose), || format!("the pose changes, though: {error}"))?;
                self.said += &error.to_string();
            }
        }
        Ok(())
    }

    /// Only the joint that carries the body, and what is above it, may be displaced.
    fn lengths(&self, before: &Pose) -> Result<(), String> {
        let base = self.rig.base_joint();
        for (joint, (was, is)) in before.locals.iter().zip(&self.pose.locals).enumerate() {
            let places_the_body = self.rig.skeleton.ancestors(base).any(|above| above == joint)
                || self.rig.skeleton.joints()[joint].parent.is_none();
            must(was.translation == is.translation || places_the_body, || {
                format!(
                    "joint {joint} changes its length: {} to {}",
                    was.translation, is.translation
                )
            })?;
        }
        Ok(())
    }

    /// Joints that rotate are inside their limits, or not further outside than before.
    fn limits(&self, before: &Pose) -> Result<(), String> {
        if self.session.options().limits == Limits::Off {
            return Ok(());
        }
        for (joint, limit) in self.rig.limits.iter().enumerate() {
            let Some(limit) = limit else { continue };
            let rest = self.rig.skeleton.joints()[joint].rest.rotation;
            let outside = |pose: &Pose| {
                limit.violation(rest.inverse() * pose.locals[joint].rotation.normalize())
            };
            let (was, is) = (outside(before), outside(&self.pose));
            must(is < OUTSIDE || is <= was, || {
                format!("joint {joint} is {is} rad outside its limit {limit:?} (before: {was})")
            })?;
        }
        Ok(())
    }
}

fn wanted(values: &mut Values<'_>, rig: &Rig) -> Wanted {
    let mut target = Wanted::position(values.vector(1.5) + kansetsu::glam::Vec3::Y * 0.5);
    match values.below(8) {
        0 => target.region = Region::Line(values.axis().into()),
        1 => target.region = Region::Plane(values.axis().into()),
        2 => target.position = None,
        _ => {}
    }
    if values.in_ten(3) {
        target.rotation = Some(match values.below(3) {
            0 => Rotation::Orientation(values.rotation().into()),
            1 => Rotation::Align { axis: values.axis().into(), direction: values.axis().into() },
            _ => Rotation::LookAt { axis: values.axis().into(), point: values.vector(2.0).into() },
        });
    }
    if values.in_ten(1) {
        target.point = values.vector(0.2).into();
    }
    if values.in_ten(1) {
        target.relative_to = Some(rig.skeleton.id(values.below(rig.skeleton.len())));
    }
    if values.in_ten(1) {
        target.radius = values.number().abs();
    }
    if values.in_ten(1) {
        target.weight = values.number().abs();
    }
    if values.in_ten(1) {
        target.pole = Some(values.vector(1.0).into());
    }
    target
}

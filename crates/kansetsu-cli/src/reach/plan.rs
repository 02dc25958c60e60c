//! One goal per joint, put together from the words of the command line.

use anyhow::bail;
use kansetsu::{
    d3::{Goal, Orientation, Pose, Priority, Region, rotation_of, solve::TipPole},
    glam::{Affine3, Quat, Vec3},
};
use kansetsu_formats::Figure;

use super::GoalArgs;
use crate::argument::{JointAim, JointNumber, JointOn, joint_named, label, within};

/// A goal and the joint where its chain begins.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Wish {
    pub(crate) goal: Goal,
    pub(crate) base: usize,
}

/// The goals: positions in their order, then orientations alone, looks alone, aims alone, pins last. Pins keep what
/// is in `start`.
pub(crate) fn goals(figure: &Figure, args: &GoalArgs, start: &Pose) -> anyhow::Result<Vec<Goal>> {
    let mut plan = Plan { figure, goals: Vec::new() };
    plan.add_positions(args)?;
    plan.add_orientations(args)?;
    plan.add_gaze(args)?;
    let Some(wanted) = Some(plan.goals.len()).filter(|&count| count > 0) else {
        bail!("there is no goal; give at least one --goal JOINT=X,Y,Z, --orient JOINT=X,Y,Z,W, --look JOINT=AXIS@X,Y,Z or --gaze X,Y,Z");
    };
    plan.add_pins(args)?;
    plan.refine(args)?;
    let world_from_joint = figure.rig.skeleton.forward(start);
    plan.follow(args, &world_from_joint)?;
    plan.goals[wanted..].iter_mut().for_each(|pin| keep(pin, &world_from_joint[pin.joint]));
    Ok(plan.goals)
}

struct Plan<'a> {
    figure: &'a Figure,
    goals: Vec<Goal>,
}

impl Plan<'_> {
    fn add_positions(&mut self, args: &GoalArgs) -> anyhow::Result<()> {
        for word in &args.goals {
            let joint = joint_named(self.figure, &word.joint)?;
            if self.of(joint).is_some() {
                bail!("\"{}\" has two goals; give each joint one --goal", word.joint);
            }
            self.goals.push(Goal::position(joint, word.point));
        }
        Ok(())
    }

    fn add_orientations(&mut self, args: &GoalArgs) -> anyhow::Result<()> {
        for word in &args.orients {
            self.turn(&word.joint, Orientation::Full(word.turn))?;
        }
        for JointAim { joint, axis, to } in &args.looks {
            self.turn(joint, Orientation::LookAt { axis: *axis, target: *to })?;
        }
        for JointAim { joint, axis, to } in &args.aims {
            if to.length() < 1e-6 {
                bail!("--aim {joint}: a direction needs a length, for example {joint}=+z@0,0,1");
            }
            self.turn(joint, Orientation::Axis { axis: *axis, direction: *to })?;
        }
        Ok(())
    }

    fn turn(&mut self, word: &str, orientation: Orientation) -> anyhow::Result<()> {
        let joint = joint_named(self.figure, word)?;
        match self.of(joint) {
            Some(goal) if goal.orientation.is_some() => {
                bail!("\"{word}\" has two orientations; give each joint one --orient, --look or --aim")
            }
            Some(goal) => goal.orientation = Some(orientation),
            // The quaternion is a place-holder, replaced at once.
            None => self.goals.push(Goal { orientation: Some(orientation), ..Goal::orientation(joint, Quat::IDENTITY) }),
        }
        Ok(())
    }

    /// Eyes and head, which look at one place.
    fn add_gaze(&mut self, args: &GoalArgs) -> anyhow::Result<()> {
        let Some(target) = args.gaze else { return Ok(()) };
        let Some(human) = self.figure.rig.humanoid() else {
            bail!(
                "--gaze is for human bodies, and this figure's roles are not those of one; take --look JOINT=AXIS@X,Y,Z, or see `kansetsu rig guess`"
            );
        };
        for goal in human.look(&self.figure.rig.skeleton, target.into())? {
            if self.of(goal.joint).is_some() {
                let name = label(&self.figure.rig.skeleton, goal.joint);
                bail!("--gaze turns \"{name}\", which has a goal of its own; leave out one of them");
            }
            self.goals.push(goal);
        }
        Ok(())
    }

    /// Pins without their places, which depend on offsets.
    fn add_pins(&mut self, args: &GoalArgs) -> anyhow::Result<()> {
        let turn = Goal::orientation(0, Quat::IDENTITY).orientation;
        let words = args.pins.iter().map(|word| (word, None)).chain(args.turn_pins.iter().map(|word| (word, turn)));
        for (word, orientation) in words {
            let joint = joint_named(self.figure, word)?;
            match self.of(joint) {
                Some(goal) if goal.priority == Priority::Pin => {
                    bail!("\"{word}\" is pinned twice; give each joint one --pin or one --pin-turn")
                }
                Some(_) => bail!("\"{word}\" has a goal and a pin; a pin keeps what is, so leave out one of them"),
                None => self.goals.push(Goal { orientation, ..Goal::position(joint, Vec3::ZERO) }.pinned()),
            }
        }
        Ok(())
    }

    /// Poles, offsets, lines, planes and weights.
    fn refine(&mut self, args: &GoalArgs) -> anyhow::Result<()> {
        for word in &args.poles {
            let goal = self.named("--pole", &word.joint)?;
            if goal.pole.replace(word.point).is_some() {
                bail!("\"{}\" has two poles; give each joint one --pole", word.joint);
            }
        }
        let mut offset = Vec::new();
        for word in &args.offsets {
            let goal = self.named("--offset", &word.joint)?;
            once(&mut offset, goal.joint, "--offset", &word.joint)?;
            goal.offset = word.point;
        }
        let lines = args.lines.iter().map(|word| ("--line", word, Region::Line(word.direction)));
        let planes = args.planes.iter().map(|word| ("--plane", word, Region::Plane(word.direction)));
        for (flag, word, extent) in lines.chain(planes) {
            let goal = self.named(flag, &word.joint)?;
            if goal.position.is_none() || goal.priority == Priority::Pin {
                bail!("{flag} {joint}: give a point of it as well, as in --goal {joint}=X,Y,Z", joint = word.joint);
            }
            if goal.region != Region::Point {
                bail!("\"{}\" has two of --line and --plane; give each joint one", word.joint);
            }
            goal.region = extent;
        }
        self.hang(args)?;
        let mut weighed = Vec::new();
        for word in &args.weights {
            let goal = self.named("--weight", &word.joint)?;
            once(&mut weighed, goal.joint, "--weight", &word.joint)?;
            if word.number <= 0.0 {
                bail!("--weight {}={}: a weight is more than 0; leave out a goal that does not count", word.joint, word.number);
            }
            goal.weight = word.number;
        }
        Ok(())
    }

    /// What hangs on other joints, and what is near enough in a ball.
    fn hang(&mut self, args: &GoalArgs) -> anyhow::Result<()> {
        for JointOn { joint, other } in &args.hung {
            let on = joint_named(self.figure, other)?;
            let goal = self.named("--on", joint)?;
            if goal.joint == on {
                bail!("--on {joint}={other}: a goal cannot hang on its own joint");
            }
            if goal.priority == Priority::Pin || matches!(goal.orientation, Some(Orientation::LookAt { .. })) {
                bail!(
                    "--on {joint}={other}: a pin keeps its place in the world, and a look its target; give \"{joint}\" a --goal or an --orient"
                );
            }
            if goal.relative_to.replace(on).is_some() {
                bail!("\"{joint}\" has two of --on; give each joint one");
            }
        }
        for JointNumber { joint, number } in &args.radii {
            let goal = self.named("--within", joint)?;
            if goal.position.is_none() || goal.priority == Priority::Pin {
                bail!("--within {joint}: give a point of it as well, as in --goal {joint}=X,Y,Z");
            }
            if *number < 0.0 {
                bail!("--within {joint}={number}: a distance is 0 or more");
            }
            goal.radius = *number;
        }
        Ok(())
    }

    /// Poles that follow a hand or foot.
    fn follow(&mut self, args: &GoalArgs, world_from_joint: &[Affine3]) -> anyhow::Result<()> {
        let rig = &self.figure.rig;
        for word in &args.pole_follows {
            let goal = self.named("--pole-follow", &word.joint)?;
            let joint = &word.joint;
            let Some(limb) = rig.limb_to(goal.joint) else {
                bail!("--pole-follow: no limb ends at \"{joint}\"; `kansetsu inspect` lists the limbs");
            };
            let Some(Orientation::Full(turn)) = goal.orientation else {
                bail!("--pole-follow: \"{joint}\" has no orientation to follow; give it one, as in --orient {joint}=X,Y,Z,W");
            };
            let Some(weight) = within(word.number, [0.0, 1.0]) else {
                bail!("--pole-follow {joint}={}: give a number from 0 to 1", word.number);
            };
            let follow = TipPole::new(&rig.skeleton, limb)?.with_weight(weight);
            if goal.pole.replace(follow.pole(world_from_joint[limb.base].translation, turn)).is_some() {
                bail!("\"{joint}\" has two poles; give it one of --pole and --pole-follow");
            }
        }
        Ok(())
    }

    fn of(&mut self, joint: usize) -> Option<&mut Goal> {
        self.goals.iter_mut().find(|goal| goal.joint == joint)
    }

    /// The goal of the joint that a refinement names.
    fn named(&mut self, flag: &str, word: &str) -> anyhow::Result<&mut Goal> {
        let joint = joint_named(self.figure, word)?;
        match self.of(joint) {
            Some(goal) => Ok(goal),
            None => bail!("{flag}: \"{word}\" has no goal; name the joint that reaches, as in --goal {word}=X,Y,Z"),
        }
    }
}

/// Refuses a joint that a flag names for the second time.
fn once(named: &mut Vec<usize>, joint: usize, flag: &str, word: &str) -> anyhow::Result<()> {
    if named.contains(&joint) {
        bail!("\"{word}\" has two of {flag}; give each joint one");
    }
    named.push(joint);
    Ok(())
}

/// What a pin is to keep.
fn keep(pin: &mut Goal, world_from_joint: &Affine3) {
    pin.position = Some(world_from_joint.transform_point3(pin.offset));
    if let Some(orientation) = &mut pin.orientation {
        *orientation = Orientation::Full(rotation_of(world_from_joint));
    }
}

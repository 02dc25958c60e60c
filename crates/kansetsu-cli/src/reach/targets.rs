//! Targets and pins from the command-line arguments.

use anyhow::bail;
use kansetsu::{
    JointId, Target,
    d3::{Pose, rotation_of, solve::TipPole},
    glam::Affine3,
    session::{Region, Rotation},
};
use kansetsu_formats::Figure;

use super::options::id_named;
use crate::argument::{
    GoalArgs, JointAim, JointNumber, JointOn, JointPoint, joint_named, label, within,
};

/// Targets and pins of joints.
#[derive(Clone, Debug)]
pub(super) struct Targets {
    pub(super) targets: Vec<(JointId, Target)>,
    pub(super) pins: Vec<(JointId, Target)>,
}

/// A target, or a pin whose transform is not set yet.
struct Word {
    joint: usize,
    target: Target,
    pin: Option<Pin>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Pin {
    Position,
    Full,
}

struct Words<'a> {
    figure: &'a Figure,
    words: Vec<Word>,
}

impl Targets {
    /// The requested targets: positions first, then orientations, look-at, alignments and the gaze.
    /// Pins keep the transforms in `start`.
    pub(super) fn new(figure: &Figure, args: &GoalArgs, start: &Pose) -> anyhow::Result<Self> {
        let mut words = Words { figure, words: Vec::new() };
        words.add_targets(args)?;
        words.add_pins(args)?;
        words.refine(args)?;
        let model_from_joint = figure.rig.skeleton.forward(start);
        words.follow_tips(args, &model_from_joint)?;
        let mut targets = Self { targets: Vec::new(), pins: Vec::new() };
        for Word { joint, target, pin } in words.words {
            let (id, map) = (figure.rig.skeleton.id(joint), &model_from_joint[joint]);
            match pin {
                None => targets.targets.push((id, target)),
                Some(pin) => targets.pins.push((id, kept(target, pin, map))),
            }
        }
        Ok(targets)
    }
}

/// A pin with the current transform of its joint.
fn kept(target: Target, pin: Pin, model_from_joint: &Affine3) -> Target {
    let rotation =
        (pin == Pin::Full).then(|| Rotation::Orientation(rotation_of(model_from_joint).into()));
    Target {
        position: Some(model_from_joint.transform_point3(target.point.into()).into()),
        rotation,
        ..target
    }
}

impl Words<'_> {
    fn add_targets(&mut self, args: &GoalArgs) -> anyhow::Result<()> {
        for word in &args.goals {
            let joint = joint_named(self.figure, &word.joint)?;
            if self.words.iter().any(|known| known.joint == joint) {
                bail!("\"{}\" has two goals; set one --goal for each joint", word.joint);
            }
            self.words.push(Word { joint, target: Target::position(word.point), pin: None });
        }
        for word in &args.orients {
            self.rotate(&word.joint, Rotation::Orientation(word.turn.into()))?;
        }
        for JointAim { joint, axis, to } in &args.looks {
            self.rotate(joint, Rotation::LookAt { axis: (*axis).into(), point: (*to).into() })?;
        }
        for JointAim { joint, axis, to } in &args.aims {
            if to.length() < 1e-6 {
                bail!(
                    "--align {joint}: a direction must not be zero, for example {joint}=+z@0,0,1"
                );
            }
            self.rotate(joint, Rotation::Align { axis: (*axis).into(), direction: (*to).into() })?;
        }
        let rig = &self.figure.rig;
        let Some(point) = args.gaze else { return Ok(()) };
        let Some(human) = rig.humanoid() else {
            bail!(
                "--gaze needs the roles of a human body, which this figure lacks; use --look-at JOINT=AXIS@X,Y,Z, or see `kansetsu rig guess`"
            );
        };
        for goal in human.look(&rig.skeleton, point.into())? {
            if self.words.iter().any(|known| known.joint == goal.joint) {
                let name = label(&rig.skeleton, goal.joint);
                bail!("--gaze rotates \"{name}\", which has another target; remove one of them");
            }
            self.words.push(Word {
                joint: goal.joint,
                target: Target::from_goal(&rig.skeleton, &goal),
                pin: None,
            });
        }
        Ok(())
    }

    fn rotate(&mut self, word: &str, rotation: Rotation) -> anyhow::Result<()> {
        let joint = joint_named(self.figure, word)?;
        let rotation = Some(rotation);
        match self.words.iter_mut().find(|known| known.joint == joint) {
            Some(known) if known.target.rotation.is_some() => {
                bail!(
                    "\"{word}\" has two orientations; set for each joint one --orient, --look-at or --align"
                )
            }
            Some(known) => known.target.rotation = rotation,
            None => self.words.push(Word {
                joint,
                target: Target { rotation, ..Target::default() },
                pin: None,
            }),
        }
        Ok(())
    }

    fn add_pins(&mut self, args: &GoalArgs) -> anyhow::Result<()> {
        let words = args
            .pins
            .iter()
            .map(|word| (word, Pin::Position))
            .chain(args.full_pins.iter().map(|word| (word, Pin::Full)));
        for (word, pin) in words {
            let joint = joint_named(self.figure, word)?;
            if self.words.iter().any(|known| known.joint == joint && known.pin.is_some()) {
                bail!("\"{word}\" is pinned twice; set for each joint one --pin or one --pin-full");
            }
            self.words.push(Word { joint, target: Target::default(), pin: Some(pin) });
        }
        Ok(())
    }

    /// Poles, points, lines, planes, frames, radii and weights.
    fn refine(&mut self, args: &GoalArgs) -> anyhow::Result<()> {
        let points = |words: &[JointPoint]| {
            words.iter().map(|word| (word.joint.clone(), word.point.into())).collect()
        };
        self.set("--pole", points(&args.poles), |target, pole| target.pole = Some(pole))?;
        self.set("--point", points(&args.points), |target, point| target.point = point)?;
        let lines =
            args.lines.iter().map(|word| (word.joint.clone(), Region::Line(word.direction.into())));
        let planes = args
            .planes
            .iter()
            .map(|word| (word.joint.clone(), Region::Plane(word.direction.into())));
        self.set("--line and --plane", lines.chain(planes).collect(), |target, region| {
            target.region = region
        })?;
        self.set(
            "--radius",
            numbers("--radius", &args.radii, |radius| radius >= 0.0, "0 or more")?,
            |target, radius| target.radius = radius,
        )?;
        self.set(
            "--weight",
            numbers("--weight", &args.weights, |weight| weight > 0.0, "more than 0")?,
            |target, weight| target.weight = weight,
        )?;
        let frame = |word: &JointOn| Ok((word.joint.clone(), id_named(self.figure, &word.other)?));
        let frames = args.frames.iter().map(frame).collect::<anyhow::Result<Vec<_>>>()?;
        self.set("--relative-to", frames, |target, other| target.relative_to = Some(other))?;
        match self.words.iter().find(|word| word.pin.is_some() && word.target.relative_to.is_some())
        {
            Some(word) => {
                let name = label(&self.figure.rig.skeleton, word.joint);
                bail!(
                    "--relative-to \"{name}\": a pin keeps its world position; use a --goal in place of the pin"
                )
            }
            None => Ok(()),
        }
    }

    /// Sets a field of the target of each joint that a flag names, at most once per joint.
    fn set<T>(
        &mut self,
        flag: &str,
        words: Vec<(String, T)>,
        set: impl Fn(&mut Target, T),
    ) -> anyhow::Result<()> {
        let mut named = Vec::new();
        for (word, value) in words {
            let joint = self.named(flag, &word)?.joint;
            if named.contains(&joint) {
                bail!("\"{word}\" has two values of {flag}; set one for each joint");
            }
            named.push(joint);
            set(&mut self.named(flag, &word)?.target, value);
        }
        Ok(())
    }

    /// Poles that follow a hand or foot.
    fn follow_tips(&mut self, args: &GoalArgs, model_from_joint: &[Affine3]) -> anyhow::Result<()> {
        let rig = &self.figure.rig;
        for word in &args.pole_follows {
            let joint = &word.joint;
            let known = self.named("--pole-follow", joint)?;
            let Some(limb) = rig.limb_to(known.joint) else {
                bail!(
                    "--pole-follow: no limb ends at \"{joint}\"; `kansetsu inspect` lists the limbs"
                );
            };
            let Some(Rotation::Orientation(rotation)) = known.target.rotation else {
                bail!(
                    "--pole-follow: \"{joint}\" has no orientation to follow; add one, as in --orient {joint}=X,Y,Z,W"
                );
            };
            let Some(weight) = within(word.number, [0.0, 1.0]) else {
                bail!("--pole-follow {joint}={}: use a number from 0 to 1", word.number);
            };
            let tip = TipPole::new(&rig.skeleton, limb)?.with_weight(weight);
            let pole = tip.pole(
                model_from_joint[limb.base].translation,
                kansetsu::glam::Quat::from_array(rotation),
            );
            if known.target.pole.replace(pole.into()).is_some() {
                bail!("\"{joint}\" has two poles; remove --pole or --pole-follow");
            }
        }
        Ok(())
    }

    /// The target of the joint that a flag names.
    fn named(&mut self, flag: &str, word: &str) -> anyhow::Result<&mut Word> {
        let joint = joint_named(self.figure, word)?;
        match self.words.iter_mut().find(|known| known.joint == joint) {
            Some(known) => Ok(known),
            None => bail!(
                "{flag}: \"{word}\" has no goal; set one for this joint, as in --goal {word}=X,Y,Z"
            ),
        }
    }
}

/// The numbers that a flag sets for joints, all in its range.
fn numbers(
    flag: &str,
    words: &[JointNumber],
    fits: impl Fn(f32) -> bool,
    range: &str,
) -> anyhow::Result<Vec<(String, f32)>> {
    let number = |JointNumber { joint, number }: &JointNumber| match fits(*number) {
        true => Ok((joint.clone(), *number)),
        false => bail!("{flag} {joint}={number}: use a number that is {range}"),
    };
    words.iter().map(number).collect()
}

//! One frame of one rig: reads transforms, sets targets and pins, calls the session.

use bevy_ecs::{entity::Entity, hierarchy::ChildOf, system::Query};
use bevy_transform::components::Transform;
use kansetsu::{
    Budget, IkSession, JointId, Target,
    session::{Region, Report, Rotation, TargetReport},
};

use crate::{
    IkActiveLimit, IkJoint, IkMethod, IkOptions, IkPole, IkPriority, IkRegion, IkReport, IkRig,
    IkRotation, IkSkeleton, IkTarget, IkTargetReport, convert,
    ik_skeleton::PinKind,
    inputs::{Inputs, OfRig},
    model_space::{ModelSpace, TargetFrame},
};

/// What a rig reads in a frame.
pub(crate) struct Frame<'a, 'w, 's> {
    pub(crate) rig: &'a IkRig,
    pub(crate) of_rig: &'a OfRig<'a>,
    pub(crate) inputs: &'a Inputs<'w, 's>,
    pub(crate) locals: &'a Query<'w, 's, &'static Transform>,
    pub(crate) parents: &'a Query<'w, 's, &'static ChildOf>,
}

/// Values for a joint, and the entities that they come from.
struct Wanted<T> {
    values: Vec<(JointId, T)>,
    sources: Vec<(JointId, Entity)>,
}

impl<T> Wanted<T> {
    const fn new() -> Self {
        Self { values: Vec::new(), sources: Vec::new() }
    }

    fn push(&mut self, joint: JointId, value: T, source: Entity) {
        self.values.push((joint, value));
        self.sources.push((joint, source));
    }
}

impl Frame<'_, '_, '_> {
    /// Solves the frame; the result is in the skeleton.
    pub(crate) fn pose(&self, skeleton: &mut IkSkeleton) -> IkReport {
        skeleton.solved = None;
        if !self.rig.enabled {
            skeleton.session.reset();
            return IkReport::default();
        }
        let mut warnings = Vec::new();
        let report = self.solve(skeleton, &mut warnings).unwrap_or_else(IkReport::failed);
        IkReport { warnings, ..report }
    }

    fn solve(
        &self,
        skeleton: &mut IkSkeleton,
        warnings: &mut Vec<String>,
    ) -> Result<IkReport, String> {
        let world_from_model = self
            .inputs
            .world_from(skeleton.model)
            .map_err(|error| format!("the entity above the joints: {error}"))?;
        let space = ModelSpace::new(&world_from_model).ok_or(
            "the transform above the joints cannot be inverted; it needs a scale that is not 0",
        )?;
        self.read(skeleton, warnings)?;
        skeleton.set_options(self.rig)?;
        let (targets, pins) = self.wanted(skeleton, &space, warnings);
        skeleton.set_targets(&targets.values, pins.values);
        let report = skeleton.call(self.rig).map_err(|error| error.to_string())?;
        Ok(skeleton.report(&report, &space, [&targets.sources, &pins.sources]))
    }

    /// Reads the transforms of the joints.
    fn read(&self, skeleton: &mut IkSkeleton, warnings: &mut Vec<String>) -> Result<(), String> {
        for index in 0..skeleton.joints.len() {
            let entity = skeleton.joints[index];
            let parent = skeleton.rig().skeleton.joints()[index].parent;
            let Ok(transform) = self.locals.get(entity) else {
                skeleton.lost[index] = true;
                if !parent.is_some_and(|parent| skeleton.lost[parent]) {
                    warnings.push(skeleton.lost_joint(index));
                }
                continue;
            };
            let above = parent.map_or(skeleton.model, |parent| skeleton.joints[parent]);
            if self.parents.get(entity).ok().map(ChildOf::parent) != Some(above) {
                return Err(format!(
                    "the joint \"{}\" ({entity}) has another parent now; remove IkSkeleton to read the hierarchy again",
                    skeleton.rig().skeleton.joints()[index].name
                ));
            }
            let present = convert::local(transform);
            skeleton.present.locals[index] = present;
            // What differs from what was written here was written by an animation, or the user.
            let written = skeleton.written.as_ref().map(|written| written.locals[index]);
            if written != Some(present) {
                skeleton.animated.locals[index] = present;
            }
        }
        Ok(())
    }

    fn wanted(
        &self,
        skeleton: &IkSkeleton,
        space: &ModelSpace,
        warnings: &mut Vec<String>,
    ) -> (Wanted<Target>, Wanted<PinKind>) {
        let (mut targets, mut pins) = (Wanted::new(), Wanted::new());
        for &(source, target, pole) in &self.of_rig.targets {
            match self.target(skeleton, space, (source, target)) {
                Ok((joint, mut value)) => {
                    value.pole = pole.and_then(|pole| self.pole(space, (source, *pole), warnings));
                    match target.priority {
                        IkPriority::Normal => targets.push(joint, value, source),
                        IkPriority::Pin => pins.push(joint, PinKind::To(value), source),
                    }
                }
                Err(error) => warnings.push(format!("the target {source} was left out: {error}")),
            }
        }
        for &(source, pin) in &self.of_rig.pins {
            let kind = if pin.keeps_rotation { PinKind::Placement } else { PinKind::Position };
            match skeleton.joint(&pin.joint) {
                Ok(joint) => pins.push(joint, kind, source),
                Err(error) => warnings.push(format!("the pin {source} was left out: {error}")),
            }
        }
        (targets, pins)
    }

    fn target(
        &self,
        skeleton: &IkSkeleton,
        space: &ModelSpace,
        (source, target): (Entity, &IkTarget),
    ) -> Result<(JointId, Target), String> {
        let joint = skeleton.joint(&target.joint)?;
        let relative_to =
            target.relative_to.as_ref().map(|joint| skeleton.joint(joint)).transpose()?;
        let frame = match relative_to {
            Some(_) => TargetFrame::IDENTITY,
            None => space.frame(&self.inputs.world_from(source)?),
        };
        let value = Target {
            position: target.position.map(|position| frame.point(position)),
            region: match target.region {
                IkRegion::Point => Region::Point,
                IkRegion::Line(direction) => Region::Line(frame.direction(direction)),
                IkRegion::Plane(normal) => Region::Plane(frame.normal(normal)),
            },
            rotation: target.rotation.map(|rotation| match rotation {
                IkRotation::Orientation(q) => Rotation::Orientation(frame.orientation(q)),
                IkRotation::Align { axis, direction } => {
                    Rotation::Align { axis: axis.to_array(), direction: frame.direction(direction) }
                }
                IkRotation::LookAt { axis, point } => {
                    Rotation::LookAt { axis: axis.to_array(), point: frame.point(point) }
                }
            }),
            point: target.point.to_array(),
            relative_to,
            radius: target.radius,
            angle: target.angle,
            weight: target.weight,
            pole: None,
        };
        Ok((joint, value))
    }

    /// The position of a pole in model space.
    fn pole(
        &self,
        space: &ModelSpace,
        (source, IkPole(pole)): (Entity, IkPole),
        warnings: &mut Vec<String>,
    ) -> Option<[f32; 3]> {
        match self.inputs.world_from(pole) {
            Ok(world_from_pole) => Some(space.frame(&world_from_pole).point(bevy_math::Vec3::ZERO)),
            Err(error) => {
                warnings
                    .push(format!("the pole {pole} of the target {source} was left out: {error}"));
                None
            }
        }
    }
}

impl IkSkeleton {
    /// Sets options that changed; another method starts a new motion.
    fn set_options(&mut self, rig: &IkRig) -> Result<(), String> {
        if self.options.as_ref() != Some(&rig.options) {
            let IkOptions { locked, stiffness, .. } = &rig.options;
            let joint = |joint: &IkJoint| {
                self.joint(joint).map_err(|error| format!("a joint of the options: {error}"))
            };
            let mut options = rig.options.of_session();
            options.locked = locked.iter().map(joint).collect::<Result<_, _>>()?;
            options.stiffness = stiffness
                .iter()
                .map(|(named, factor)| Ok((joint(named)?, *factor)))
                .collect::<Result<_, String>>()?;
            *self.session.options_mut() = options;
            self.options = Some(rig.options.clone());
        }
        if self.method.replace(rig.method).is_some_and(|before| before != rig.method) {
            self.session.reset();
        }
        Ok(())
    }

    /// Sets the targets and pins of this frame and releases all others. A pin that stays keeps its
    /// placement.
    fn set_targets(&mut self, targets: &[(JointId, Target)], pins: Vec<(JointId, PinKind)>) {
        let has = |joint: JointId| targets.iter().any(|(other, _)| *other == joint);
        let is_pinned = |joint: JointId| pins.iter().any(|(other, _)| *other == joint);
        let before = self.session.targets().iter().map(|(joint, _)| *joint);
        let without_target = before.filter(|&joint| !has(joint));
        let without_pin =
            self.pins.iter().map(|(joint, _)| *joint).filter(|&joint| !is_pinned(joint));
        let released: Vec<JointId> = without_target.chain(without_pin).collect();
        for joint in released {
            self.session.release(joint);
            self.pins.retain(|(other, _)| *other != joint);
        }
        for (joint, kind) in pins.iter().filter(|pin| !self.pins.contains(pin)) {
            kind.set(&mut self.session, *joint);
        }
        self.pins = pins;
        for (index, (joint, target)) in targets.iter().enumerate() {
            if targets[..index].iter().any(|(earlier, _)| earlier == joint) {
                self.session.add_target(*joint, *target);
            } else {
                self.session.set_target(*joint, *target);
            }
        }
    }

    fn call(&mut self, rig: &IkRig) -> Result<Report, kansetsu::Error> {
        let budget = Budget::steps(rig.steps);
        let start = if rig.method == IkMethod::Step { &self.present } else { &self.animated };
        let mut pose = start.clone();
        let report = match rig.method {
            IkMethod::Follow => self.session.follow(&self.animated, &mut pose, budget),
            IkMethod::Step => self.session.step(&mut pose, budget),
            IkMethod::Solve => self.session.solve(&mut pose, budget),
        }?;
        self.solved = Some(pose);
        Ok(report)
    }

    fn report(
        &self,
        report: &Report,
        space: &ModelSpace,
        [targets, pins]: [&[(JointId, Entity)]; 2],
    ) -> IkReport {
        let entry = |of: &TargetReport, source: Option<Entity>| IkTargetReport {
            source,
            joint: self.joints[of.joint.index() as usize],
            is_reached: of.is_reached,
            outcome: of.outcome.into(),
            target: space.world(of.target),
            reached: space.world(of.reached),
            distance: of.distance,
            angle: of.angle,
        };
        // A joint may have several targets; they are reported in their order.
        let mut open = targets.to_vec();
        let mut next = |joint: JointId| {
            let found = open.iter().position(|(other, _)| *other == joint);
            found.map(|found| open.remove(found).1)
        };
        let pin = |joint: JointId| {
            pins.iter().rev().find(|(other, _)| *other == joint).map(|(_, source)| *source)
        };
        IkReport {
            outcome: Some(report.outcome.into()),
            targets: report.targets.iter().map(|of| entry(of, next(of.joint))).collect(),
            pins: report.pins.iter().map(|of| entry(of, pin(of.joint))).collect(),
            active_limits: report
                .active_limits
                .iter()
                .map(|limit| IkActiveLimit { joint: self.joints[limit.joint], bound: limit.bound })
                .collect(),
            steps: report.steps,
            restarts: report.restarts,
            is_settled: report.is_settled,
            error: None,
            warnings: Vec::new(),
        }
    }
}

impl PinKind {
    fn set(self, session: &mut IkSession, joint: JointId) {
        match self {
            Self::Placement => session.pin(joint),
            Self::Position => session.pin_position(joint),
            Self::To(target) => session.pin_to(joint, target),
        }
    }
}

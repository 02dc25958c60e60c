//! The options of a rig.

use bevy_ecs::entity::{EntityMapper, MapEntities};
use bevy_reflect::Reflect;
use kansetsu::{Options, d3::solve::Solver};
use kansetsu_humanoid::prior::set_default_prior;

use crate::{IkBalance, IkFeet, IkJoint, IkLimits, IkPosture, IkRoot, IkSelfCollision};

/// The options of an [`IkRig`](crate::IkRig): those of [`kansetsu::Options`], with the same
/// defaults.
#[derive(Clone, Debug, PartialEq, Reflect)]
pub struct IkOptions {
    /// Whether joints respect their limits.
    pub limits: IkLimits,
    /// The motion of the root.
    pub root: IkRoot,
    /// The posture of the body.
    pub posture: IkPosture,
    /// Whether the feet of a standing humanoid stay planted.
    pub feet: IkFeet,
    /// Whether a humanoid keeps its center of mass above its planted or pinned feet.
    pub balance: IkBalance,
    /// Whether arms avoid trunk and head.
    pub self_collision: IkSelfCollision,
    /// The maximum number of joints above a target's joint that follow it. Default: all.
    pub chain_length: Option<u32>,
    /// Joints that keep their rotation. Default: none.
    pub locked: Vec<IkJoint>,
    /// Factors on the stiffness of single joints, in [0.01, 100]. Default: none.
    pub stiffness: Vec<(IkJoint, f32)>,
    /// The solver. Default: the whole-body solver.
    #[reflect(ignore)]
    pub solver: Option<Solver>,
    /// Position tolerance, as a fraction of the path from the root to a target.
    pub tolerance: f32,
    /// Rotation tolerance, radians.
    pub angle_tolerance: f32,
    /// Maximum number of restarts of [`IkMethod::Solve`](crate::IkMethod::Solve).
    pub restarts: u32,
    /// Upper bound of a target's force against the posture.
    pub strength: f32,
    /// Joint velocity limit of [`IkMethod::Follow`](crate::IkMethod::Follow), radians per frame.
    pub velocity_limit: Option<f32>,
}

impl Default for IkOptions {
    fn default() -> Self {
        Self::from(&Options::default())
    }
}

impl From<&Options> for IkOptions {
    /// Joints become `#` and their index. A prior is not taken over: `Likely` uses that of recorded
    /// people.
    fn from(options: &Options) -> Self {
        let named = |joint: kansetsu::JointId| IkJoint::Name(format!("#{}", joint.index()));
        Self {
            limits: options.limits.into(),
            root: options.root.into(),
            posture: options.posture.into(),
            feet: options.feet.into(),
            balance: options.balance.into(),
            self_collision: options.self_collision.into(),
            chain_length: options.chain_length,
            locked: options.locked.iter().map(|&joint| named(joint)).collect(),
            stiffness: options
                .stiffness
                .iter()
                .map(|&(joint, factor)| (named(joint), factor))
                .collect(),
            solver: options.solver.clone(),
            tolerance: options.tolerance,
            angle_tolerance: options.angle_tolerance,
            restarts: options.restarts,
            strength: options.strength,
            velocity_limit: options.velocity_limit,
        }
    }
}

impl MapEntities for IkOptions {
    fn map_entities<M: EntityMapper>(&mut self, mapper: &mut M) {
        self.locked.iter_mut().for_each(|joint| joint.map_entities(mapper));
        self.stiffness.iter_mut().for_each(|(joint, _)| joint.map_entities(mapper));
    }
}

impl IkOptions {
    /// The options of a session, without joints.
    pub(crate) fn of_session(&self) -> Options {
        let mut options = Options {
            limits: self.limits.into(),
            root: self.root.into(),
            posture: self.posture.into(),
            prior: None,
            feet: self.feet.into(),
            balance: self.balance.into(),
            self_collision: self.self_collision.into(),
            chain_length: self.chain_length,
            locked: Vec::new(),
            stiffness: Vec::new(),
            solver: self.solver.clone(),
            tolerance: self.tolerance,
            angle_tolerance: self.angle_tolerance,
            restarts: self.restarts,
            strength: self.strength,
            velocity_limit: self.velocity_limit,
        };
        set_default_prior(&mut options);
        options
    }
}

//! The options of a session, and the IK stops of its rig, from the command line.

use anyhow::bail;
use kansetsu::{
    JointId, Options,
    d3::{
        Rig,
        solve::{Auto, Solver},
    },
    session::Posture,
};
use kansetsu_formats::Figure;

use crate::{
    argument::{MethodArgs, PostureChoice, SolverChoice, Start, joint_named, label, within},
    limit_file,
};

impl MethodArgs {
    /// Replaces the limits of the figure by those of `--limits-from`.
    pub(crate) fn bring_limits(&self, figure: &mut Figure) -> anyhow::Result<()> {
        self.limits_from.as_deref().map_or(Ok(()), |path| limit_file::apply(path, figure))
    }

    /// The options of a session. A posed figure starts from its pose, unless the user sets another
    /// start.
    pub(super) fn options(
        &self,
        figure: &Figure,
        solver: Option<Solver>,
        start: Start,
    ) -> anyhow::Result<Options> {
        let joints = |words: &[String]| {
            words
                .iter()
                .map(|word| id_named(figure, word))
                .collect::<anyhow::Result<Vec<JointId>>>()
        };
        let default = Options::default();
        let (posture, prior) = match (self.posture.as_ref(), self.start.unwrap_or(start)) {
            (Some(PostureChoice::Off), _) => (Posture::Uniform, None),
            (Some(PostureChoice::Full(_)), _) if self.start == Some(Start::Given) => {
                bail!("--posture full starts from the most likely pose; remove --start given")
            }
            (Some(PostureChoice::Full(prior)), _) => {
                (Posture::Likely, Some(PostureChoice::prior(prior.as_ref())))
            }
            (_, Start::Given) => (Posture::Given, None),
            (_, Start::Stance) => (Posture::Auto, None),
        };
        Ok(Options {
            limits: self.limits.into(),
            root: self.root.into(),
            feet: self.feet.into(),
            balance: self.balance.into(),
            self_collision: self.self_collision.into(),
            posture,
            prior,
            chain_length: if self.base.is_some() { Some(u32::MAX) } else { self.levels() },
            locked: joints(&self.locks)?,
            stiffness: self.stiffness(figure)?,
            solver,
            tolerance: self.tolerance.unwrap_or(default.tolerance),
            angle_tolerance: self.angle_tolerance.map_or(default.angle_tolerance, f32::to_radians),
            restarts: self.restarts.unwrap_or(default.restarts),
            strength: self.strength.unwrap_or(default.strength),
            ..default
        })
    }

    /// The figure's rig with the user's stops. A base replaces the stops of the figure.
    pub(super) fn rig(&self, figure: &Figure) -> anyhow::Result<Rig> {
        let mut rig = figure.rig.clone();
        if self.base.is_some() {
            rig.ik_stops.clear();
        }
        for word in self.base.iter().chain(&self.stops) {
            rig.ik_stops.push(joint_named(figure, word)?);
        }
        Ok(rig)
    }

    /// The joint at which the chain to `tip` ends, by --base or --chain-length. A base must be an
    /// ancestor.
    pub(crate) fn base_over(&self, figure: &Figure, tip: usize) -> anyhow::Result<Option<usize>> {
        let skeleton = &figure.rig.skeleton;
        if let Some(word) = &self.base {
            let base = joint_named(figure, word)?;
            if !skeleton.ancestors(tip).skip(1).any(|joint| joint == base) {
                let (base, tip) = (label(skeleton, base), label(skeleton, tip));
                bail!(
                    "\"{base}\" is not an ancestor of \"{tip}\", so no chain connects them; remove --base or set it to an ancestor"
                );
            }
            return Ok(Some(base));
        }
        Ok(self
            .levels()
            .and_then(|levels| skeleton.ancestors(tip).skip(1).take(levels as usize).last()))
    }

    /// The number of joints that follow a target; 0 for all of them.
    fn levels(&self) -> Option<u32> {
        self.chain_length.map(|length| if length == 0 { u32::MAX } else { length })
    }

    fn stiffness(&self, figure: &Figure) -> anyhow::Result<Vec<(JointId, f32)>> {
        let mut stiffness: Vec<(JointId, f32)> = Vec::new();
        for word in &self.stiffness {
            let joint = id_named(figure, &word.joint)?;
            if stiffness.iter().any(|(known, _)| *known == joint) {
                bail!("\"{}\" has two values of --stiffness; set one for each joint", word.joint);
            }
            let Some(number) = within(word.number, Options::STIFFNESS) else {
                bail!(
                    "--stiffness {}={}: use a number from 0.01 to 100; --lock {} keeps a joint's rotation",
                    word.joint,
                    word.number,
                    word.joint
                );
            };
            stiffness.push((joint, number));
        }
        Ok(stiffness)
    }

    /// The solver with the user's parameters, and a message if a flag has no effect on it. Soft
    /// reach and twist select auto, which supports them.
    pub(super) fn solver(&self, choice: Option<&SolverChoice>) -> (Option<Solver>, Option<String>) {
        let is_of_limbs = self.soft.is_some() || self.twist.is_some();
        let mut solver = match choice {
            Some(SolverChoice(solver)) => solver.clone(),
            None => is_of_limbs.then(|| Solver::Auto(Auto::default())),
        };
        let (mut soft, mut twist, mut up) = (self.soft, self.twist.map(f32::to_radians), self.up);
        let (mut shares, mut polish) =
            (Some(&self.shares).filter(|shares| !shares.is_empty()), self.polish);
        match &mut solver {
            Some(Solver::Auto(Auto { two_bone, .. }) | Solver::TwoBone(two_bone)) => {
                set(&mut two_bone.soft, soft.take());
                set(&mut two_bone.twist, twist.take());
            }
            Some(Solver::Aim(aim)) => {
                set(&mut aim.up, up.take());
                set(&mut aim.twist, twist.take());
            }
            Some(Solver::AimChain(aim)) => {
                set(&mut aim.up, up.take());
                set(&mut aim.twist, twist.take());
                set(&mut aim.shares, shares.take().cloned());
            }
            Some(Solver::FabrikTree(tree)) => set(&mut tree.polish_iterations, polish.take()),
            _ => {}
        }
        let left = [
            ("--soft", soft.is_some(), "auto or two-bone"),
            ("--twist", twist.is_some(), "auto, two-bone, aim or aim-chain"),
            ("--up", up.is_some(), "aim or aim-chain"),
            ("--shares", shares.is_some(), "aim-chain"),
            ("--polish", polish.is_some(), "fabrik-tree"),
        ];
        let name = solver.as_ref().map_or("whole-body", Solver::name);
        let unused = |(flag, _, solvers)| {
            format!("{flag} is a parameter of --solver {solvers}; {name} has no such parameter")
        };
        let unused = left.into_iter().find(|(_, is_left, _)| *is_left).map(unused);
        (solver, unused)
    }
}

fn set<T>(parameter: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *parameter = value;
    }
}

/// The joint that a name, role or index means.
pub(super) fn id_named(figure: &Figure, word: &str) -> anyhow::Result<JointId> {
    Ok(figure.rig.skeleton.id(joint_named(figure, word)?))
}

//! Whether goals are solved one after the other, each by its chain, or all at once by the whole body.

use anyhow::bail;
use kansetsu::d3::{
    Chain, Goal, Outcome, Pose, Priority, Rig,
    solve::{Scratch, Solver, WholeBody},
};
use kansetsu_formats::Figure;

use super::{
    Limits, Method, MethodArgs, Solved, SolverChoice, Start, Thread, Wish,
    anchor::Anchor,
    base::{BaseChoice, base_of, stopped},
    blend::Blend,
    sequence::solve_in_turn,
    whole_body::WholeBodyMethod,
};
use crate::argument::{joint_named, label};

/// Goals, and how they are solved.
#[derive(Clone, Debug)]
pub(crate) struct Approach {
    goals: Vec<Goal>,
    way: Way,
    limits: Limits,
    blend: Blend,
}

#[derive(Clone, Debug)]
enum Way {
    /// One after the other; as many wishes as goals.
    Chains {
        wishes: Vec<Wish>,
        method: Method,
        /// What moves them over time.
        body: Option<WholeBodyMethod>,
    },
    /// All at once.
    WholeBody(WholeBodyMethod),
}

impl Approach {
    /// What the user chose, or what suits the goals, from the pose `start`. Parameters that the solver does not have are left out
    /// of account; goals that it cannot serve are an error.
    pub(crate) fn new(figure: &Figure, goals: &[Goal], choice: &SolverChoice, args: &MethodArgs, start: Start<'_>) -> anyhow::Result<Self> {
        let blend = args.blend();
        let goals = blend.goals(&figure.rig, goals, start.pose)?;
        let way = Way::new(figure, &goals, choice, (args, start))?;
        Ok(Self { goals, way, limits: args.limits, blend })
    }

    /// Solves from the pose `start`.
    pub(crate) fn solve(&self, rig: &Rig, start: &Pose, scratch: &mut Scratch) -> anyhow::Result<Solved> {
        let mut solved = match &self.way {
            Way::Chains { wishes, method, .. } => solve_in_turn(rig, wishes, method, start.clone(), scratch)?,
            Way::WholeBody(method) => method.solve(rig, &self.goals, start.clone(), scratch)?,
        };
        self.blend.finish(rig, (&self.goals, self.limits), start, &mut solved);
        Ok(solved)
    }

    /// Solves a frame of a motion, whose own pose is `start`, so many seconds after the frame before. Everything continues from that frame.
    pub(crate) fn follow(
        &self,
        rig: &Rig,
        (start, seconds): (&Pose, f32),
        (thread, scratch): (&mut Thread, &mut Scratch),
    ) -> anyhow::Result<Solved> {
        let mut solved = match &self.way {
            Way::Chains { wishes, method, body } => {
                let mut solved = self.follow_chains(rig, (wishes, method, body.as_ref()), start, (thread, scratch))?;
                thread.travel(rig, (&self.goals, self.limits), (start, seconds), &mut solved);
                solved
            }
            Way::WholeBody(method) => method.follow(rig, &self.goals, start, (thread, scratch))?,
        };
        self.blend.finish(rig, (&self.goals, self.limits), start, &mut solved);
        Ok(solved)
    }
}

impl Approach {
    /// Where the chains of a frame are to be. Auto follows as bodies do; where that ends in a local minimum, the pose is solved from the motion again. Other solvers
    /// start from the pose of the previous frame.
    fn follow_chains(
        &self,
        rig: &Rig,
        (wishes, method, body): (&[Wish], &Method, Option<&WholeBodyMethod>),
        start: &Pose,
        (thread, scratch): (&mut Thread, &mut Scratch),
    ) -> anyhow::Result<Solved> {
        let Some(body) = body else {
            let begin = thread.carried(&rig.skeleton, start, &self.goals);
            let solved = solve_in_turn(rig, wishes, method, begin, scratch)?;
            thread.keep(start.clone(), &solved.pose);
            return Ok(solved);
        };
        let is_new = thread.is_new();
        let mut solved = body.follow(rig, &self.goals, start, (thread, scratch))?;
        solved.goals.solver = method.solver.name();
        if solved.goals.outcome != Outcome::Reached {
            // From here, then from the motion's own pose.
            let near = solve_in_turn(rig, wishes, method, solved.pose.clone(), scratch)?;
            if near.goals.outcome == Outcome::Reached {
                thread.keep(start.clone(), &near.pose);
                return Ok(near);
            }
            let anew = solve_in_turn(rig, wishes, method, start.clone(), scratch)?;
            if anew.goals.outcome == Outcome::Reached && (is_new || is_stuck(&solved, wishes, rig, start)?) {
                thread.begin_at(start.clone(), &anew.pose);
                return Ok(anew);
            }
        }
        Ok(solved)
    }
}

/// A chain whose residual exceeds this fraction of its length is in a local minimum. Goals of 1 m/s leave smaller residuals.
const STUCK: f32 = 0.01;

fn is_stuck(solved: &Solved, wishes: &[Wish], rig: &Rig, start: &Pose) -> anyhow::Result<bool> {
    for (entry, wish) in solved.goals.goals.iter().zip(wishes) {
        let chain = Chain::new(&rig.skeleton, wish.base, wish.goal.joint)?;
        if entry.distance > STUCK * chain.length(start) || entry.angle > STUCK.sqrt() {
            return Ok(true);
        }
    }
    Ok(false)
}

impl Way {
    fn new(figure: &Figure, goals: &[Goal], choice: &SolverChoice, (args, start): (&MethodArgs, Start<'_>)) -> anyhow::Result<Self> {
        let holds = args.holds.iter().map(|word| joint_named(figure, word)).collect::<anyhow::Result<Vec<usize>>>()?;
        let anchor = Anchor::of(figure, goals, args.root(), &holds);
        let unserved = anchor.unserved(&figure.rig.skeleton, goals);
        let (chain_solver, body_solver) = match choice {
            SolverChoice::Chain(solver) => (Some(solver.clone()), None),
            SolverChoice::Body(solver) => (None, Some(solver.clone())),
            SolverChoice::Auto => ((!suits_body(goals, args, unserved.is_none())?).then(Solver::default), None),
        };
        let body_solver = body_solver.unwrap_or(Solver::WholeBody(WholeBody::default()));
        if let Some(solver) = chain_solver {
            if let Some(goal) = goals.iter().find(|goal| goal.priority == Priority::Pin) {
                bail!(
                    "{} moves one chain and knows no pins (\"{}\"); use --solver whole-body, or --hold to keep a joint's turn",
                    solver.name(),
                    label(&figure.rig.skeleton, goal.joint)
                );
            }
            if let Some(goal) = goals.iter().find(|goal| is_of_bodies(goal)) {
                bail!(
                    "{} moves one chain and knows no goals on other joints, and none that are near enough (\"{}\"); use --solver whole-body",
                    solver.name(),
                    label(&figure.rig.skeleton, goal.joint)
                );
            }
            let base = args.base();
            let mut stops = args.stops.iter().map(|word| joint_named(figure, word)).collect::<anyhow::Result<Vec<usize>>>()?;
            if base == BaseChoice::Auto {
                stops.extend(&figure.rig.ik_stops);
            }
            let skeleton = &figure.rig.skeleton;
            let wish =
                |goal: &Goal| Ok(Wish { base: stopped(skeleton, goal.joint, base_of(figure, goal.joint, &base)?, &stops), goal: *goal });
            let wishes = goals.iter().map(wish).collect::<anyhow::Result<Vec<Wish>>>()?;
            let method = Method::with(solver, args, holds)?;
            let body = WholeBodyMethod::of_chains(&figure.rig, &wishes, (&method, start.pose))?;
            return Ok(Self::Chains { wishes, method, body });
        }
        if matches!(body_solver, Solver::FabrikTree(_)) && goals.iter().any(|goal| goal.pole.is_some() || is_of_bodies(goal)) {
            bail!("fabrik-tree knows no poles, no goals on other joints and none that are near enough; take --solver whole-body");
        }
        if let Some(problem) = unserved {
            bail!("{problem}");
        }
        Ok(Self::WholeBody(WholeBodyMethod::new(figure, body_solver, &anchor, (args, goals, start))?))
    }
}

/// Whether only whole bodies take the goal: it hangs on another joint, or is near enough beside its place or its turn.
fn is_of_bodies(goal: &Goal) -> bool {
    goal.relative_to.is_some() || goal.radius > 0.0 || goal.angle > 0.0
}

/// Refuses flags that the chosen solver has no use for.
pub(crate) fn check_words(choice: &SolverChoice, goals: &[Goal], args: &MethodArgs) -> anyhow::Result<()> {
    let (name, problem) = match choice {
        SolverChoice::Auto => (choice.name(), args.aim_word().or(args.polish.map(|_| "--polish"))),
        SolverChoice::Body(solver) => {
            let tree = matches!(solver, Solver::FabrikTree(_));
            let strength = args.strength.map(|_| "--strength").filter(|_| tree);
            let restarts = args.restarts.map(|_| "--restarts").filter(|_| tree);
            let polish = args.polish.map(|_| "--polish").filter(|_| !tree);
            (solver.name(), args.chain_word().or(strength).or(restarts).or(polish))
        }
        SolverChoice::Chain(solver) => {
            let is_weighed = goals.iter().any(|goal| goal.weight != 1.0);
            let restarts = args.restarts.map(|_| "--restarts").or(args.angle_tolerance.map(|_| "--angle-tolerance"));
            let restarts = restarts.filter(|_| !matches!(solver, Solver::Dls(_)));
            let word = args.body_word().or(is_weighed.then_some("--weight")).or(args.word_unknown_to(solver)).or(restarts);
            (solver.name(), word)
        }
    };
    match problem {
        Some(word) => bail!("{word} means nothing to --solver {name}; leave out one of them"),
        None => Ok(()),
    }
}

/// Several goals are met best by the whole body, unless the user speaks of chains. A pole alone speaks of a limb.
fn suits_body(goals: &[Goal], args: &MethodArgs, all_served: bool) -> anyhow::Result<bool> {
    let is_pinned = goals.iter().any(|goal| goal.priority == Priority::Pin);
    match (is_pinned.then_some("--pin").or_else(|| args.body_word()), args.chain_word()) {
        (Some(body), Some(chain)) => {
            bail!("{body} is for the whole body at once, {chain} for one chain after the other; leave out one of them")
        }
        (Some(_), None) => Ok(true),
        (None, Some(_)) => Ok(false),
        (None, None) if goals.iter().any(is_of_bodies) => Ok(true),
        (None, None) => Ok(goals.len() > 1 && all_served && goals.iter().all(|goal| goal.pole.is_none())),
    }
}

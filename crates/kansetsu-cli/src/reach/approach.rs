//! Whether goals are solved one after the other, each by its chain, or all at once by the whole body.

use anyhow::bail;
use kansetsu::d3::{
    Goal, Pose, Priority, Rig,
    solve::{Scratch, Solver},
};
use kansetsu_formats::Figure;

use super::{
    Method, MethodArgs, Solved, SolverChoice, Wish, anchor::Anchor, base::base_of, sequence::solve_in_turn, whole_body::WholeBodyMethod,
};
use crate::argument::{joint_named, label};

/// Goals, and how they are solved.
#[derive(Clone, Debug)]
pub(crate) enum Approach {
    /// One after the other.
    Chains { wishes: Vec<Wish>, method: Method },
    /// All at once.
    WholeBody { goals: Vec<Goal>, method: WholeBodyMethod },
}

impl Approach {
    /// What the user chose, or what suits the goals. Parameters that the solver does not have are left out of account;
    /// goals that it cannot serve are an error.
    pub(crate) fn new(figure: &Figure, goals: &[Goal], choice: SolverChoice, args: &MethodArgs) -> anyhow::Result<Self> {
        let holds = args.holds.iter().map(|word| joint_named(figure, word)).collect::<anyhow::Result<Vec<usize>>>()?;
        let anchor = Anchor::of(figure, goals, args.root(), &holds);
        let unserved = anchor.unserved(&figure.rig.skeleton, goals);
        let solver = match choice {
            SolverChoice::Chain(solver) => Some(solver),
            SolverChoice::WholeBody => None,
            SolverChoice::Auto => (!suits_body(goals, args, unserved.is_none())?).then(Solver::default),
        };
        if let Some(solver) = solver {
            if let Some(goal) = goals.iter().find(|goal| goal.priority == Priority::Pin) {
                bail!(
                    "{} moves one chain and knows no pins (\"{}\"); use --solver whole-body, or --hold to keep a joint's turn",
                    solver.name(),
                    label(&figure.rig.skeleton, goal.joint)
                );
            }
            let base = args.base();
            let wish = |goal: &Goal| Ok(Wish { base: base_of(figure, goal.joint, &base)?, goal: *goal });
            let wishes = goals.iter().map(wish).collect::<anyhow::Result<Vec<Wish>>>()?;
            return Ok(Self::Chains { wishes, method: Method::with(solver, args, holds)? });
        }
        if goals.iter().any(|goal| goal.pole.is_some()) {
            bail!("whole-body knows no poles; leave out --pole, or solve limb by limb with --solver auto");
        }
        if let Some(problem) = unserved {
            bail!("{problem}");
        }
        Ok(Self::WholeBody { goals: goals.to_vec(), method: WholeBodyMethod::new(figure, &anchor, args)? })
    }

    /// Solves from the pose `start`.
    pub(crate) fn solve(&self, rig: &Rig, start: Pose, scratch: &mut Scratch) -> anyhow::Result<Solved> {
        match self {
            Self::Chains { wishes, method } => solve_in_turn(rig, wishes, method, start, scratch),
            Self::WholeBody { goals, method } => method.solve(rig, goals, start, scratch),
        }
    }
}

/// Refuses flags that the chosen solver has no use for.
pub(crate) fn check_words(choice: SolverChoice, goals: &[Goal], args: &MethodArgs) -> anyhow::Result<()> {
    let (name, problem) = match choice {
        SolverChoice::Auto => return Ok(()),
        SolverChoice::WholeBody => (choice.name(), args.chain_word()),
        SolverChoice::Chain(solver) => {
            let is_weighed = goals.iter().any(|goal| goal.weight != 1.0);
            let limb_word = args.limb_word().filter(|_| !matches!(solver, Solver::TwoBone(_)));
            let restarts = args.restarts.map(|_| "--restarts").filter(|_| !matches!(solver, Solver::Dls(_)));
            (solver.name(), args.body_word().or(is_weighed.then_some("--weight")).or(limb_word).or(restarts))
        }
    };
    match problem {
        Some(word) => bail!("{word} means nothing to --solver {name}; leave out one of them"),
        None => Ok(()),
    }
}

/// Several goals are met best by the whole body, unless the user speaks of chains.
fn suits_body(goals: &[Goal], args: &MethodArgs, all_served: bool) -> anyhow::Result<bool> {
    let is_pinned = goals.iter().any(|goal| goal.priority == Priority::Pin);
    let has_pole = goals.iter().any(|goal| goal.pole.is_some());
    let body_word = is_pinned.then_some("--pin").or_else(|| args.body_word());
    let chain_word = has_pole.then_some("--pole").or_else(|| args.chain_word());
    match (body_word, chain_word) {
        (Some(body), Some(chain)) => {
            bail!("{body} is for the whole body at once, {chain} for one chain after the other; leave out one of them")
        }
        (Some(_), None) => Ok(true),
        (None, Some(_)) => Ok(false),
        (None, None) => Ok(goals.len() > 1 && all_served),
    }
}

//! How a person's body moves: where it is at ease.

use std::{path::Path, sync::Arc};

use kansetsu::d3::{
    Goal, Posture, Skeleton, Transform,
    prior::{Prior, PriorBody},
    solve::Root,
};
use kansetsu_formats::Figure;

use super::{Start, anchor::Anchor};

/// How much of a person's way to move goes into a pose. Bodies that are not human have none of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum PostureChoice {
    /// All joints are alike.
    Off,
    /// Limbs move before the trunk does, and pinned feet carry the body; what no goal moves stays as it is at the start.
    #[default]
    Light,
    /// The same, and everything is drawn to the pose that people take who reach these goals: learnt from a table of this file, or from the
    /// library's own.
    Full(Option<Arc<Prior>>),
}

impl PostureChoice {
    /// What a word says.
    pub(crate) fn parse(word: &str) -> Result<Self, String> {
        match word {
            "off" => Ok(Self::Off),
            "light" => Ok(Self::Light),
            "full" => Ok(Self::Full(None)),
            _ if Path::new(word).is_file() => {
                let bytes = std::fs::read(word).map_err(|problem| format!("it cannot be read: {problem}"))?;
                let is_json = bytes.trim_ascii_start().starts_with(b"{");
                let prior = if is_json {
                    serde_json::from_slice(&bytes).map_err(|problem| problem.to_string())
                } else {
                    Prior::from_bytes(&bytes).map_err(|problem| problem.to_string())
                };
                let prior = prior.map_err(|problem| format!("{problem}; cargo xtask posture --learn FOLDER makes such files"))?;
                Ok(Self::Full(Some(Arc::new(prior))))
            }
            _ => Err("give off, light, full or a file that cargo xtask posture has made".to_owned()),
        }
    }
}

/// A person's posture for some goals.
#[derive(Clone, Debug)]
pub(super) struct Eased {
    pub(super) posture: Posture,
    /// The joints that begin elsewhere than the start says, with their places.
    pub(super) begins: Vec<(usize, Transform)>,
}

/// Who reaches fewer parts of the body than these may have the others anywhere: there a relaxed stance is nearer to what people do.
const TOLD: usize = 3;

/// How a person is at ease who is asked to reach these goals from the pose `start`; `None` for bodies that are not human, and where the choice is off.
///
/// Lightly: what nobody has posed and the goals move is as it is in a relaxed stance, since a bind pose is no posture; everything else as it is
/// at the start. Fully: what goals move as people have it who reach them, everything else as in a relaxed stance.
///
/// # Errors
/// For a body without length.
pub(super) fn posture(
    figure: &Figure,
    choice: &PostureChoice,
    anchor: &Anchor,
    (goals, start): (&[Goal], Start<'_>),
) -> anyhow::Result<Option<Eased>> {
    let (Some(humanoid), true) = (figure.rig.humanoid(), *choice != PostureChoice::Off) else { return Ok(None) };
    let (skeleton, mut posture) = (&figure.rig.skeleton, figure.rig.posture());
    posture.reference.locals[humanoid.hips].translation = start.pose.locals[humanoid.hips].translation;
    let PostureChoice::Full(table) = choice else {
        // A pole says itself how a limb bends.
        let moves = moved(skeleton, goals.iter().filter(|goal| goal.pole.is_none()));
        for (joint, ease) in posture.reference.locals.iter_mut().enumerate() {
            let is_posed = start.is_posed || start.pose.locals[joint] != skeleton.joints()[joint].rest;
            if is_posed || !moves[joint] {
                *ease = start.pose.locals[joint];
            }
        }
        return Ok(Some(Eased { posture, begins: Vec::new() }));
    };
    if let Some(before) = start.before {
        // Who walks is looked for where he was.
        posture.reference.locals[humanoid.hips] = before.locals[humanoid.hips];
    }
    let body = PriorBody::new(skeleton, &humanoid)?;
    let moves = moved(skeleton, goals);
    let is_told = body.observed(goals) >= TOLD;
    if is_told {
        let prior = table.as_deref().unwrap_or(Prior::people());
        let likely = body.pose_prior(prior).map_estimate(goals, &posture.reference, anchor.root)?;
        let eases = posture.reference.locals.iter_mut().zip(&likely.locals).zip(&moves);
        eases.filter(|(_, moves)| **moves).for_each(|((ease, likely), _)| *ease = *likely);
    }
    let is_root = |joint: usize| joint == humanoid.hips && anchor.root != Root::Free;
    let begins = (0..moves.len()).filter(|joint| (is_told || !moves[*joint]) && !is_root(*joint) && !anchor.held.contains(joint));
    let begins = begins.map(|joint| (joint, posture.reference.locals[joint])).collect();
    Ok(Some(Eased { posture, begins }))
}

/// Whether each joint is moved by one of these goals.
fn moved<'a>(skeleton: &Skeleton, goals: impl IntoIterator<Item = &'a Goal>) -> Vec<bool> {
    let mut moves = vec![false; skeleton.len()];
    goals.into_iter().flat_map(|goal| skeleton.ancestors(goal.joint)).for_each(|joint| moves[joint] = true);
    moves
}

//! `kansetsu rig check`: finds errors in a rig.

use std::path::PathBuf;

use anyhow::{Context, bail};
use kansetsu_formats::{Figure, Role, rig::RigFile};
use kansetsu_humanoid::detect::role_scores;

use crate::{
    argument::{RestArgs, label},
    message,
    source::{self, Source},
    status::Status,
};

const LONG_ABOUT: &str = "\
Check a rig file, or the rig of a figure, and report errors and doubts with their locations.

For a rig file: whether it is well formed, and with --figure whether its joints exist. For a figure: whether roles are \
missing or doubtful (a score under 0.5), whether limits, limbs and mirror pairs fit the skeleton, and whether the rest pose and the pose of the file are \
inside the limits. Errors exit with status 2; doubts are warnings.";

const AFTER: &str = "\
Examples:
  kansetsu rig check figure:mannequin
  kansetsu rig guess kansetsu-demo/demo.glb -o kansetsu-demo/mine.rig.json
  kansetsu rig check kansetsu-demo/mine.rig.json --figure kansetsu-demo/demo.glb";

/// Check a rig file, or the rig of a figure
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    /// A rig file, a glTF or GLB file, figure:NAME, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    rest: RestArgs,
    /// The figure of the rig file
    #[arg(long, value_name = "FILE")]
    figure: Option<PathBuf>,
}

/// Roles with a lower score are doubtful.
const DOUBTFUL: f32 = 0.5;
/// A joint less than this outside its limit, radians, is inside up to rounding.
const NEAR: f32 = 1e-3;
/// The roles that VRM 1.0 requires of every humanoid.
const REQUIRED: [Role; 15] = [
    Role::Hips,
    Role::Spine,
    Role::Head,
    Role::LeftUpperLeg,
    Role::LeftLowerLeg,
    Role::LeftFoot,
    Role::RightUpperLeg,
    Role::RightLowerLeg,
    Role::RightFoot,
    Role::LeftUpperArm,
    Role::LeftLowerArm,
    Role::LeftHand,
    Role::RightUpperArm,
    Role::RightLowerArm,
    Role::RightHand,
];

/// Runs `kansetsu rig check`.
pub(super) fn run(args: &Args) -> anyhow::Result<Status> {
    let shown = source::shown(&args.file);
    let is_embedded = args.file.to_str().is_some_and(source::is_embedded);
    let bytes = if is_embedded { Vec::new() } else { source::read(&args.file)? };
    if !RigFile::is_rig(&bytes) {
        if args.figure.is_some() {
            bail!("{shown} is not a rig file, so --figure has no effect; remove it");
        }
        let mut source = Source::of_bytes(&args.file, &bytes)?;
        args.rest.put_on(&mut source)?;
        return check_figure(&source.figure, &shown);
    }
    let text =
        String::from_utf8(bytes).map_err(|_| anyhow::anyhow!("{shown} is not UTF-8 text"))?;
    let rig = RigFile::read(&text).with_context(|| format!("{shown} cannot be read"))?;
    rig.warnings.iter().for_each(|warning| message::warning(&format!("{shown}: {warning}")));
    let Some(path) = &args.figure else {
        message::result(&format!("well formed: {}\n", counts(&rig)))?;
        return Ok(Status::Done);
    };
    let mut source = Source::open(path)?;
    args.rest.put_on(&mut source)?;
    let mut figure = source.figure;
    let misfits = rig.apply(&mut figure);
    if let [first, others @ ..] = &misfits[..] {
        others.iter().for_each(|misfit| message::warning(&format!("{shown}: {misfit}")));
        bail!("{shown}: {first}");
    }
    check_figure(&figure, &shown)
}

fn counts(rig: &RigFile) -> String {
    let count = |what: &str, count: Option<usize>| count.map(|count| format!("{count} {what}"));
    let parts = [
        count("roles", rig.roles.as_ref().map(|all| all.len())),
        count("limits", rig.limits.as_ref().map(Vec::len)),
        count("limbs", rig.limbs.as_ref().map(Vec::len)),
        count("mirror pairs", rig.mirrors.as_ref().map(Vec::len)),
        count("twists", rig.twists.as_ref().map(Vec::len)),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "empty".to_owned() } else { parts.join(", ") }
}

/// Reports the reference pose if it is not the rest pose of the file, or if the rest pose is
/// doubtful.
fn check_reference(figure: &Figure, shown: &str) {
    let words = figure.reference_summary();
    let is_poor = figure.reference.score.is_some_and(|score| score < DOUBTFUL);
    if is_poor {
        message::warning(&format!(
            "{shown}: the rest pose is not a standing person; the body is measured in {words}"
        ));
    } else if figure.reference.is_replaced() {
        message::note(&format!("{shown}: the body is measured in {words}"));
    }
}

fn check_figure(figure: &Figure, shown: &str) -> anyhow::Result<Status> {
    let skeleton = &figure.rig.skeleton;
    figure.rig.check().with_context(|| format!("{shown}: the rig does not fit its skeleton"))?;
    let scores = role_scores(skeleton, &figure.rig.roles);
    for (role, score) in scores.iter().filter(|(_, score)| **score < DOUBTFUL) {
        message::warning(&format!(
            "{shown}: the joint \"{}\" is a doubtful guess for {role} (score {score:.2})",
            label(skeleton, figure.rig.roles[role])
        ));
    }
    let missing: Vec<&str> = REQUIRED
        .iter()
        .filter(|role| !figure.rig.roles.contains_key(role))
        .map(|role| role.name())
        .collect();
    if !figure.rig.roles.is_empty() && !missing.is_empty() {
        message::warning(&format!("{shown}: no joint has the role {}", missing.join(", ")));
    }
    check_reference(figure, shown);
    let standing = figure.saved_pose();
    // A rest pose that was replaced is not a human pose.
    let is_posed = !figure.reference.is_replaced();
    for (index, limit) in figure
        .rig
        .limits
        .iter()
        .enumerate()
        .filter_map(|(index, limit)| Some((index, limit.as_ref()?)))
    {
        let rest = skeleton.joints()[index].rest.rotation;
        let turn = rest.inverse() * standing.locals[index].rotation.normalize();
        for (what, turn) in
            [("the rest pose", glam::Quat::IDENTITY), ("the pose of the file", turn)]
        {
            let outside = limit.violation(turn);
            if outside > NEAR && (what == "the rest pose" || is_posed) {
                let degrees = outside.to_degrees();
                message::warning(&format!(
                    "{shown}: {what} is {degrees:.1}° outside the limit of \"{}\"",
                    label(skeleton, index)
                ));
            }
        }
    }
    let limits = figure.rig.limits.iter().flatten().count();
    let [roles, limbs, pairs] = [
        figure.rig.roles.len(),
        figure.rig.limbs.len(),
        figure.rig.mirrors.iter().flatten().count() / 2,
    ];
    message::result(&format!(
        "fits: {roles} roles, {limits} limits, {limbs} limbs, {pairs} mirror pairs\n"
    ))?;
    Ok(Status::Done)
}

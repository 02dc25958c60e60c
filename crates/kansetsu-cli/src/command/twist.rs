//! `kansetsu twist`: spreads the twist of a hand or a shoulder along the bone.

use std::path::PathBuf;

use anyhow::bail;
use kansetsu::d3::{Skeleton, Twist, TwistShare, solve::Scratch};
use kansetsu_formats::Figure;
use serde::Serialize;

use crate::{
    argument::FileArg,
    argument::{JointShares, joint_named, label},
    motion::{Measured, MomentArgs, Moments},
    save::BakeArg,
    status::Status,
    table::Table,
};

const LONG_ABOUT: &str = "\
Spread the twist of a joint along a bone over twist joints, so that the skin twists along the whole forearm and not at the wrist \
alone. All other joints keep their world rotation.

--tip HAND=A,B spreads the twist of the hand about the forearm; --base SHOULDER=A,B the twist of the upper arm about its \
own axis. A twist joint's share is its position along the bone at rest (0 at the start, 1 at the end); A@0.3 sets \
it.

The figure is in its rest pose, or in the pose of --clip and --time. With --rate a whole clip is processed: the twist continues past 180 \
degrees, and the result is saved as a new clip.";

const AFTER: &str = "\
Examples:
  kansetsu twist kansetsu-demo/demo.glb --tip Head=Neck --clip demo --rate 60 -o neck.glb
  kansetsu twist kansetsu-demo/demo.glb --base Spine=Chest@0.5 --clip demo --time 2.5 --json

`kansetsu demo` writes kansetsu-demo/demo.glb; any other glTF file works too. The mannequin has no
twist joints: here its neck takes a share of the head's twist. A usual value is --tip LeftHand=ForearmTwist1,ForearmTwist2.";

/// Spread the twist of a hand or a shoulder along the bone
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    #[command(flatten)]
    file: FileArg,
    /// Spread the twist of JOINT, at the end of the bone, over these twist joints (repeat for more
    /// bones)
    #[arg(long = "tip", value_name = "JOINT=A,B", allow_hyphen_values = true)]
    tips: Vec<JointShares>,
    /// Spread the twist of JOINT, at the start of the bone, over these twist joints (repeat for
    /// more bones)
    #[arg(long = "base", value_name = "JOINT=A,B", allow_hyphen_values = true)]
    bases: Vec<JointShares>,
    #[command(flatten)]
    moments: MomentArgs,
    /// Save the figure here: .glb, .vrm, or .gltf (text); - for GLB on standard output
    #[arg(short, long = "out", value_name = "OUT.glb")]
    out: Option<PathBuf>,
    #[command(flatten)]
    bake: BakeArg,
    /// Print JSON: {"times", "twists": [{"joint", "index", "shares": [{"joint", "share"}],
    /// "angles"}]}
    #[arg(long)]
    json: bool,
}

/// The JSON of `twist --json`.
#[derive(Debug, Serialize)]
struct Document {
    /// Seconds.
    times: Vec<f32>,
    twists: Vec<Entry>,
}

#[derive(Debug, Serialize)]
struct Entry {
    joint: String,
    index: usize,
    shares: Vec<ShareEntry>,
    /// The whole twist at each time, radians.
    angles: Vec<f32>,
}

#[derive(Debug, Serialize)]
struct ShareEntry {
    joint: String,
    share: f32,
}

/// Runs `kansetsu twist`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let output = Measured {
        out: args.out.as_deref(),
        bake: args.bake.choice(),
        done: "untwisted",
        json: args.json,
    };
    output.check()?;
    let mut source = args.moments.open(&args.file.file)?;
    let mut moments = args.moments.moments(&mut source)?;
    source.put_on_face()?;
    let document = args.spread(&source.figure, &mut moments)?;
    output.finish(&source, &moments, (&document, &document.table()))?;
    Ok(Status::Done)
}

impl Args {
    fn spread(&self, figure: &Figure, moments: &mut Moments) -> anyhow::Result<Document> {
        let skeleton = &figure.rig.skeleton;
        // From the trunk outwards: the shoulder changes the base of the hand's twist.
        let bases = self.bases.iter().map(|word| of_base(figure, word));
        let tips = self.tips.iter().map(|word| of_tip(figure, word));
        let mut twists = bases.chain(tips).collect::<anyhow::Result<Vec<Twist>>>()?;
        if twists.is_empty() {
            bail!(
                "there is no twist to spread; set at least one --tip JOINT=A,B or --base JOINT=A,B"
            );
        }
        let mut entries: Vec<Entry> =
            twists.iter().map(|twist| Entry::new(skeleton, twist)).collect();
        let mut scratch = Scratch::default();
        for pose in &mut moments.poses {
            for (twist, entry) in twists.iter_mut().zip(&mut entries) {
                twist.near = twist.solve_with(skeleton, pose, &mut scratch)?;
                entry.angles.push(twist.near);
            }
        }
        Ok(Document { times: moments.times.clone(), twists: entries })
    }
}

/// The bone starts at the middle of the limb that ends at the joint, else at the nearest ancestor
/// that shares no twist.
fn of_tip(figure: &Figure, word: &JointShares) -> anyhow::Result<Twist> {
    let skeleton = &figure.rig.skeleton;
    let (tip, shares) = (joint_named(figure, &word.joint)?, sharers(figure, word)?);
    let is_twisting = |joint: usize| shares.iter().any(|sharer| sharer.joint == joint);
    let above = || skeleton.ancestors(tip).skip(1).find(|&joint| !is_twisting(joint));
    match figure.rig.limb_to(tip).map(|limb| limb.middle).or_else(above) {
        Some(base) => with_shares(skeleton, Twist::of_tip(skeleton, base, tip)?, &shares),
        None => bail!(
            "--tip {}: the joint has no parent, so no bone ends at it; name another joint",
            word.joint
        ),
    }
}

/// The bone ends at the middle of the limb that starts at the joint, else at the first child that
/// shares no twist.
fn of_base(figure: &Figure, word: &JointShares) -> anyhow::Result<Twist> {
    let skeleton = &figure.rig.skeleton;
    let (base, shares) = (joint_named(figure, &word.joint)?, sharers(figure, word)?);
    let limb = figure.rig.limbs.iter().find(|limb| limb.base == base).map(|limb| limb.middle);
    let is_twisting = |joint: usize| shares.iter().any(|sharer| sharer.joint == joint);
    let mut below: Vec<usize> = skeleton.children(base).to_vec();
    let mut child = None;
    while child.is_none() && !below.is_empty() {
        child = below.iter().copied().find(|&joint| !is_twisting(joint));
        below = below.into_iter().flat_map(|joint| skeleton.children(joint).to_vec()).collect();
    }
    match limb.or(child) {
        Some(tip) => with_shares(skeleton, Twist::of_base(skeleton, base, tip)?, &shares),
        None => bail!(
            "--base {}: the joint has no child, so no bone starts at it; name another joint",
            word.joint
        ),
    }
}

/// A twist joint, with its share if given.
struct Sharer {
    joint: usize,
    share: Option<f32>,
}

fn sharers(figure: &Figure, word: &JointShares) -> anyhow::Result<Vec<Sharer>> {
    word.shares
        .iter()
        .map(|(joint, share)| Ok(Sharer { joint: joint_named(figure, joint)?, share: *share }))
        .collect()
}

fn with_shares(skeleton: &Skeleton, mut twist: Twist, shares: &[Sharer]) -> anyhow::Result<Twist> {
    for &Sharer { joint, share } in shares {
        twist = match share {
            Some(share) => twist.with_joint(joint, share),
            None => twist.with_joints_by_place(skeleton, &[joint])?,
        };
    }
    Ok(twist)
}

impl Entry {
    fn new(skeleton: &Skeleton, twist: &Twist) -> Self {
        let share = |entry: &TwistShare| ShareEntry {
            joint: label(skeleton, entry.joint),
            share: entry.share,
        };
        let shares = twist.joints.iter().map(share).collect();
        Self { joint: label(skeleton, twist.to), index: twist.to, shares, angles: Vec::new() }
    }
}

impl Document {
    fn table(&self) -> Table {
        let mut table = Table::new(["joint", "least twist (°)", "greatest (°)", "shares"]);
        for entry in &self.twists {
            let most = |pick: fn(f32, f32) -> f32| {
                entry.angles.iter().copied().reduce(pick).unwrap_or(0.0).to_degrees()
            };
            let shares: Vec<String> = entry
                .shares
                .iter()
                .map(|share| format!("{} {:.2}", share.joint, share.share))
                .collect();
            table.row([
                entry.joint.clone(),
                format!("{:.2}", most(f32::min)),
                format!("{:.2}", most(f32::max)),
                shares.join(", "),
            ]);
        }
        table
    }
}

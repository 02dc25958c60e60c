//! `kansetsu match`: the goals and poles that reproduce a pose.

use anyhow::bail;
use kansetsu::d3::{Goal, Limb, Orientation, Pose, Rig, solve::TwoBone};
use kansetsu_formats::Figure;
use serde::Serialize;

use crate::{
    argument::PosedFile,
    argument::{joint_named, label},
    escape::escaped,
    json, message,
    status::Status,
    table::Table,
};

const LONG_ABOUT: &str = "\
Print the goals that reproduce a pose, one for each limb: the position and rotation of its tip, and a pole that puts the \
middle (elbow, knee) in place. With these a limb switches from keyed angles (FK) to a target (IK) without a jump.

Each limb is solved as a check, from the rest pose: `off` is the larger position error of its middle and its tip.";

const AFTER: &str = "\
Examples:
  kansetsu match kansetsu-demo/demo.glb --clip demo --time 0.5
  kansetsu match figure:mannequin --limb LeftHand --json

The lines below the table are arguments for `kansetsu solve --solver two-bone`.
`kansetsu demo` writes kansetsu-demo/demo.glb; any other glTF file works too.";

/// Print the goals and poles that reproduce a pose
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER)]
pub(crate) struct Args {
    #[command(flatten)]
    posed: PosedFile,
    /// Print only the limb that ends at JOINT (repeat for more limbs)
    #[arg(long = "limb", value_name = "JOINT", allow_hyphen_values = true)]
    limbs: Vec<String>,
    /// Print JSON: {"goals": [{"limb", "joint", "index", "position", "rotation", "pole",
    /// "residual"}]}
    #[arg(long)]
    json: bool,
}

/// The JSON of `match --json`.
#[derive(Debug, Serialize)]
struct Document {
    goals: Vec<Match>,
}

#[derive(Debug, Serialize)]
struct Match {
    limb: String,
    joint: String,
    index: usize,
    position: [f32; 3],
    /// A unit quaternion, x, y, z, w.
    rotation: [f32; 4],
    pole: [f32; 3],
    /// The position error of the limb solved for this goal, metres.
    residual: f32,
}

/// Runs `kansetsu match`.
pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let (source, pose) = args.posed.open()?;
    let document = args.document(&source.figure, &pose)?;
    let text = if args.json { json::text(&document)? } else { document.page() };
    message::result(&text)?;
    Ok(Status::Done)
}

impl Args {
    fn document(&self, figure: &Figure, pose: &Pose) -> anyhow::Result<Document> {
        let rig = &figure.rig;
        let named = self
            .limbs
            .iter()
            .map(|word| limb_named(figure, word))
            .collect::<anyhow::Result<Vec<&Limb>>>()?;
        let limbs = if named.is_empty() { rig.limbs.iter().collect() } else { named };
        if limbs.is_empty() {
            bail!(
                "no limbs were found in this figure; define them in a rig file (see `kansetsu rig`)"
            );
        }
        let goals = limbs
            .into_iter()
            .map(|limb| Match::of(rig, limb, pose))
            .collect::<anyhow::Result<Vec<Match>>>()?;
        Ok(Document { goals })
    }
}

fn limb_named<'a>(figure: &'a Figure, word: &str) -> anyhow::Result<&'a Limb> {
    let tip = joint_named(figure, word)?;
    let limb = figure.rig.limb_to(tip);
    limb.ok_or_else(|| {
        anyhow::anyhow!("no limb ends at \"{word}\"; `kansetsu inspect` lists the limbs")
    })
}

impl Match {
    fn of(rig: &Rig, limb: &Limb, pose: &Pose) -> anyhow::Result<Self> {
        let chain = limb.chain(rig)?;
        let goal = chain.matching_goal(pose)?;
        let mut tried = pose.clone();
        for joint in [limb.base, limb.middle, limb.tip] {
            tried.locals[joint].rotation = rig.skeleton.joints()[joint].rest.rotation;
        }
        TwoBone::default().solve(&chain, &goal, &mut tried)?;
        let [wanted, got] = [pose, &tried].map(|pose| rig.skeleton.forward(pose));
        let off = |joint: usize| wanted[joint].translation.distance(got[joint].translation);
        let Goal { position, orientation, pole, .. } = goal;
        let rotation = match orientation {
            Some(Orientation::Full(rotation)) => rotation.to_array(),
            _ => [0.0, 0.0, 0.0, 1.0],
        };
        // Adding zero turns -0 into 0.
        Ok(Self {
            limb: limb.name.clone(),
            joint: label(&rig.skeleton, limb.tip),
            index: limb.tip,
            position: position.unwrap_or_default().to_array().map(|number| number + 0.0),
            rotation: rotation.map(|number| number + 0.0),
            pole: pole.unwrap_or_default().to_array().map(|number| number + 0.0),
            residual: off(limb.middle).max(off(limb.tip)),
        })
    }

    /// As arguments of `kansetsu solve`.
    fn words(&self) -> String {
        let list = |numbers: &[f32]| {
            numbers.iter().map(|number| format!("{number}")).collect::<Vec<_>>().join(",")
        };
        let word =
            |flag: &str, numbers: &[f32]| format!("{flag} '{}={}'", self.joint, list(numbers));
        [
            word("--goal", &self.position),
            word("--orient", &self.rotation),
            word("--pole", &self.pole),
        ]
        .join(" ")
    }
}

impl Document {
    fn page(&self) -> String {
        let mut table = Table::new(["limb", "tip x y z (m)", "pole x y z (m)", "off (mm)", ""]);
        for goal in &self.goals {
            let point = |[x, y, z]: [f32; 3]| format!("{x:.4} {y:.4} {z:.4}");
            table.row([
                goal.limb.clone(),
                point(goal.position),
                point(goal.pole),
                format!("{:.3}", goal.residual * 1e3),
            ]);
        }
        let words: Vec<String> =
            self.goals.iter().map(|goal| escaped(&goal.words()).into_owned()).collect();
        format!("{table}\n{}\n", words.join("\n"))
    }
}

//! The node.

use godot::{
    classes::ISkeletonModifier3D, classes::Skeleton3D, classes::SkeletonModifier3D, prelude::*,
};
use kansetsu::{Budget, session::Limits, session::Root};

use crate::{
    body::{Body, BoneTarget},
    convert,
};

/// The motion of the bone that carries the body.
#[derive(GodotConvert, Var, Export, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[godot(via = GString)]
pub(crate) enum RootMotion {
    /// Moves if the skeleton is a humanoid and a foot is pinned or planted.
    #[default]
    Auto,
    /// Neither moves nor rotates.
    Fixed,
    /// Rotates.
    Rotates,
    /// Moves and rotates.
    Free,
}

/// Full-body inverse kinematics: bones reach their targets, pinned bones stay, and joints stay
/// inside their limits, on top of the animation.
///
/// Below a `Skeleton3D`. Bones are named by their names or by humanoid roles such as `leftHand`.
/// The rest pose of the skeleton is a T-pose or an A-pose: limits are relative to it.
#[derive(GodotClass)]
#[class(tool, init, base = SkeletonModifier3D)]
pub(crate) struct KansetsuModifier3D {
    /// The bones that reach for targets.
    #[export]
    target_bones: PackedStringArray,
    /// The target of each bone in `target_bones`: any `Node3D`.
    #[export]
    targets: Array<NodePath>,
    /// Bones of `target_bones` that also take the rotation of their target.
    #[export]
    oriented_bones: PackedStringArray,
    /// Bones that keep the position and rotation that they have in the animation.
    #[export]
    pinned_bones: PackedStringArray,
    /// Whether joints stay inside their limits.
    #[export]
    #[init(val = true)]
    use_limits: bool,
    /// The motion of the bone that carries the body.
    #[export]
    root_motion: RootMotion,
    /// The bone that carries a body that is not humanoid; empty for the first bone.
    #[export]
    base_bone: GString,
    /// The maximum number of solver steps per frame.
    #[export(range = (1.0, 200.0, or_greater))]
    #[init(val = 20)]
    steps: u32,

    /// The body, and the version and base bone of the skeleton that it was made of.
    #[init(val = None)]
    body: Option<(Body, u64, GString)>,
    distance: f32,
    outcome: GString,
    problems: Vec<String>,
    base: Base<SkeletonModifier3D>,
}

#[godot_api]
impl ISkeletonModifier3D for KansetsuModifier3D {
    fn process_modification(&mut self) {
        let mut problems = Vec::new();
        if let Err(error) = self.pose(&mut problems) {
            (self.distance, self.outcome) = (f32::INFINITY, GString::new());
            problems.push(error);
        }
        for problem in problems.iter().filter(|problem| !self.problems.contains(problem)) {
            godot_warn!("{}: {problem}", self.base().get_path());
        }
        self.problems = problems;
    }
}

#[godot_api]
impl KansetsuModifier3D {
    /// The largest distance of a bone from its target in the last frame, in the space of the
    /// skeleton.
    #[func]
    fn get_distance(&self) -> f32 {
        self.distance
    }

    /// What happened in the last frame: `Reached`, `SoftReached`, `OutOfReach`, `TooClose`,
    /// `Limited` or `Stalled`; empty if the skeleton was not posed.
    #[func]
    fn get_outcome(&self) -> GString {
        self.outcome.clone()
    }

    /// What was left out in the last frame, and why.
    #[func]
    fn get_problems(&self) -> PackedStringArray {
        self.problems.iter().map(|problem| GString::from(problem.as_str())).collect()
    }

    /// Starts a new motion, for example after a teleport.
    #[func]
    fn reset(&mut self) {
        if let Some((body, ..)) = &mut self.body {
            body.reset();
        }
    }
}

impl KansetsuModifier3D {
    fn pose(&mut self, problems: &mut Vec<String>) -> Result<(), String> {
        let mut skeleton =
            self.base().get_skeleton().ok_or("it is not below a Skeleton3D that is in the tree")?;
        let (version, base) = (skeleton.get_version(), self.base_bone.clone());
        let mut body = match self.body.take() {
            Some((body, of, with)) if of == version && with == base => body,
            _ => convert::body(&skeleton, &base)?,
        };
        let posed = self.solve(&mut body, &mut skeleton, problems);
        self.body = Some((body, version, base));
        posed
    }

    fn solve(
        &mut self,
        body: &mut Body,
        skeleton: &mut Gd<Skeleton3D>,
        problems: &mut Vec<String>,
    ) -> Result<(), String> {
        let options = body.options_mut();
        options.limits = if self.use_limits { Limits::On } else { Limits::Off };
        options.root = match self.root_motion {
            RootMotion::Auto => Root::Auto,
            RootMotion::Fixed => Root::Fixed,
            RootMotion::Rotates => Root::Rotates,
            RootMotion::Free => Root::Free,
        };
        let targets = self.targets(body, skeleton, problems);
        let pins = bones(body, "pinned_bones", &self.pinned_bones, problems);
        convert::read(skeleton, body);
        let report = body
            .follow(&targets, &pins, Budget::steps(self.steps))
            .map_err(|error| error.to_string())?;
        convert::write(body, skeleton);
        self.distance = report.targets.iter().map(|target| target.distance).fold(0.0, f32::max);
        self.outcome = GString::from(format!("{:?}", report.outcome).as_str());
        Ok(())
    }

    fn targets(
        &self,
        body: &Body,
        skeleton: &Gd<Skeleton3D>,
        problems: &mut Vec<String>,
    ) -> Vec<BoneTarget> {
        if self.target_bones.len() != self.targets.len() {
            problems.push(format!(
                "target_bones has {} names, but targets has {} nodes; each name needs a node",
                self.target_bones.len(),
                self.targets.len()
            ));
        }
        let oriented = bones(body, "oriented_bones", &self.oriented_bones, problems);
        let skeleton_from_world = skeleton.get_global_transform().affine_inverse();
        let mut found: Vec<BoneTarget> = Vec::new();
        for (name, path) in self.target_bones.as_slice().iter().zip(self.targets.iter_shared()) {
            let name = name.to_string();
            let target = body.bone(&name).and_then(|bone| {
                if found.iter().any(|other| other.bone == bone) {
                    return Err("the bone has two targets".to_owned());
                }
                let node = self.base().try_get_node_as::<Node3D>(&path);
                let node = node.ok_or_else(|| format!("\"{path}\" is no Node3D of the scene"))?;
                let place = skeleton_from_world * node.get_global_transform();
                let mut target = convert::target(bone, &place);
                target.rotation = target.rotation.filter(|_| oriented.contains(&bone));
                Ok(target)
            });
            match target {
                Ok(target) => found.push(target),
                Err(error) => problems.push(format!("the target of \"{name}\": {error}")),
            }
        }
        for bone in oriented.iter().filter(|bone| !found.iter().any(|target| target.bone == **bone))
        {
            problems.push(format!("oriented_bones: \"{}\" has no target", body.name(*bone)));
        }
        found
    }
}

/// The bones of a list of names.
fn bones(
    body: &Body,
    property: &str,
    names: &PackedStringArray,
    problems: &mut Vec<String>,
) -> Vec<usize> {
    let mut found = Vec::new();
    for name in names.as_slice() {
        match body.bone(&name.to_string()) {
            Ok(bone) if found.contains(&bone) => {}
            Ok(bone) => found.push(bone),
            Err(error) => problems.push(format!("{property}: {error}")),
        }
    }
    found
}

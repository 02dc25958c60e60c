//! The figures of the chapter, and reachable targets of their handles.

use std::path::{Path, PathBuf};

use glam::DVec3;
use kansetsu::{Budget, IkSession, Options, Pose, Rig, Role, Target};

use crate::{judge, random::Random};

/// A figure with its draggable joints.
pub struct Body {
    pub name: String,
    pub rig: Rig,
    /// The pose in which drags start: the relaxed stance of a humanoid, otherwise the rest pose.
    pub start: Pose,
    pub handles: Vec<usize>,
    /// The largest distance from the root to a joint along the bones, metres.
    pub size: f64,
}

const EMBEDDED: [&str; 4] = ["mannequin", "quadruped", "tentacle", "hand"];

/// Real files: three characters with limits found by the loader, a game character, a robot arm, a
/// humanoid robot, a model of MikuMikuDance, a recorded skeleton.
const FILES: [&str; 8] = [
    "cases/human_vrm0.vrm",
    "fbx/own_mixamo_like_7700_binary.fbx",
    "gltf/CesiumMan.glb",
    "gltf/RobotExpressive.glb",
    "urdf/panda.urdf",
    "urdf/g1_29dof.urdf",
    "mmd/Gene_light.pmx",
    "bvh/cmu_12_01_walk.bvh",
];

/// Embedded figures.
pub fn embedded() -> impl Iterator<Item = Body> {
    EMBEDDED.into_iter().map(|name| {
        Body::new(name, kansetsu_figures::figure(name).expect("an embedded figure").rig)
    })
}

/// Real files of `KANSETSU_CORPUS`, or of `shared/data` beside the checkout; none without them.
pub fn files() -> impl Iterator<Item = Body> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    let root = std::env::var_os("KANSETSU_CORPUS").map_or_else(beside, PathBuf::from);
    let paths = FILES.into_iter().filter(|_| root.is_dir()).collect::<Vec<_>>();
    paths.into_iter().map(move |path| {
        let opened = kansetsu_formats::open_path(root.join(path))
            .unwrap_or_else(|error| panic!("{path}: {error}"));
        Body::new(path, opened.figure.rig)
    })
}

impl Body {
    fn new(name: &str, rig: Rig) -> Self {
        let roles = [Role::LeftHand, Role::Head, Role::Hips, Role::RightFoot]
            .map(|role| rig.roles.get(&role).copied());
        let is_human = rig.humanoid().is_some();
        let handles =
            if is_human { roles.into_iter().flatten().collect() } else { farthest_tips(&rig) };
        let start = if is_human { rig.posture().reference } else { rig.rest_pose() };
        let size = (0..rig.skeleton.len())
            .map(|joint| f64::from(rig.skeleton.path_length(joint)))
            .fold(1e-6, f64::max);
        Self { name: name.to_owned(), rig, start, handles, size }
    }

    pub fn places(&self, pose: &Pose) -> Vec<DVec3> {
        judge::forward(&self.rig.skeleton, pose).into_iter().map(|(place, _)| place).collect()
    }

    pub fn session(&self) -> IkSession {
        IkSession::new(&self.rig, Options::default())
    }

    /// A reachable position of `handle` near its start.
    pub fn reachable(&self, handle: usize, random: &mut Random) -> Option<DVec3> {
        let from = self.places(&self.start)[handle];
        let near = |random: &mut Random| {
            random.direction().as_dvec3() * f64::from(random.range(NEAR[0], NEAR[1])) * self.size
        };
        (0..TRIES).map(|_| from + near(random)).find(|&place| self.reaches(handle, place))
    }

    /// Whether a thorough solve from the start reaches a position with `handle`, inside the limits.
    pub fn reaches(&self, handle: usize, place: DVec3) -> bool {
        let mut session =
            IkSession::new(&self.rig, Options { restarts: 100, ..Options::default() });
        session.set_target(self.rig.skeleton.id(handle), Target::position(place.as_vec3()));
        let mut pose = self.start.clone();
        let is_solved = session.solve(&mut pose, THOROUGH).is_ok();
        let holds = judge::violations(&self.rig.skeleton, &self.rig.limits, &pose) == 0;
        is_solved && holds && self.places(&pose)[handle].distance(place) < 0.5 * MET * self.size
    }
}

/// A target is met within this fraction of the size.
pub const MET: f64 = 1e-4;

const THOROUGH: Budget = Budget::steps(4_000);
const TRIES: usize = 100;

/// The range of a handle's distance from its start, as fractions of the size.
const NEAR: [f32; 2] = [0.05, 0.3];

/// The ends of the three longest paths to leaf joints.
fn farthest_tips(rig: &Rig) -> Vec<usize> {
    let skeleton = &rig.skeleton;
    let mut tips: Vec<usize> =
        (0..skeleton.len()).filter(|&joint| skeleton.children(joint).is_empty()).collect();
    tips.sort_by(|&a, &b| {
        skeleton.path_length(b).total_cmp(&skeleton.path_length(a)).then(a.cmp(&b))
    });
    tips.truncate(3);
    tips
}

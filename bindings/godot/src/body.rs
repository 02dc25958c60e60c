//! The session of a skeleton, without the engine.

use kansetsu::{
    Budget, IkSession, JointId, Options, Pose, Rig, Target,
    d3::Transform,
    session::{Report, Rotation},
};
use kansetsu_humanoid::character_rig;

use crate::bones::{Bone, Bones};

/// Poses a list of bones.
#[derive(Debug)]
pub struct Body {
    session: IkSession,
    bones: Bones,
    /// The pose of the engine, then the solved one.
    pose: Pose,
    pinned: Vec<usize>,
}

/// The target of a bone in the space of the skeleton.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoneTarget {
    /// The index of the bone.
    pub bone: usize,
    /// The position of its origin, metres.
    pub position: [f32; 3],
    /// Its rotation as x, y, z, w; `None` leaves it free.
    pub rotation: Option<[f32; 4]>,
}

impl Body {
    /// A body whose roles, limits and limbs follow from names and shape: see [`character_rig`].
    ///
    /// # Errors
    /// As [`Bones::new`], and for a base that is no bone.
    pub fn new(bones: &[Bone], base: Option<&str>) -> Result<Self, String> {
        let bones = Bones::new(bones)?;
        let mut rig = character_rig(bones.skeleton.clone());
        if let Some(base) = base {
            let joint = rig.joint(base).map_err(|error| error.to_string())?;
            rig.base = Some(joint.index() as usize);
        }
        Ok(Self::with_session(IkSession::new(&rig, Options::default()), bones))
    }

    /// A body with a session, whose rig has the skeleton of the bones.
    #[must_use]
    pub fn with_session(session: IkSession, bones: Bones) -> Self {
        let pose = session.rig().rest_pose();
        Self { session, bones, pose, pinned: Vec::new() }
    }

    /// The rig: roles, limits and limbs.
    #[must_use]
    pub const fn rig(&self) -> &Rig {
        self.session.rig()
    }

    /// The options of the session.
    pub const fn options_mut(&mut self) -> &mut Options {
        self.session.options_mut()
    }

    /// The bone of a name or a humanoid role.
    ///
    /// # Errors
    /// With similar names, if there is no such bone.
    pub fn bone(&self, name: &str) -> Result<usize, String> {
        let joint = self.rig().joint(name).map_err(|error| error.to_string())?;
        Ok(self.bones.bone_of[joint.index() as usize])
    }

    /// The name of a bone.
    #[must_use]
    pub fn name(&self, bone: usize) -> &str {
        &self.rig().skeleton.joints()[self.bones.joint_of[bone]].name
    }

    /// The bone that carries the body.
    #[must_use]
    pub fn base(&self) -> usize {
        self.bones.bone_of[self.rig().base_joint()]
    }

    /// Reads the local transform of a bone.
    pub fn read(&mut self, bone: usize, local: Transform) {
        self.pose.locals[self.bones.joint_of[bone]] = local;
    }

    /// The local transform of a bone.
    #[must_use]
    pub fn local(&self, bone: usize) -> Transform {
        self.pose.locals[self.bones.joint_of[bone]]
    }

    /// Meets the targets on top of the pose that was read, which other modifiers and animations
    /// have made. Pinned bones keep their placement in it. Bones that no target moves any more
    /// return to it by at most 2.5 degrees a frame.
    ///
    /// # Errors
    /// As [`IkSession::follow`]. The pose is then unchanged.
    pub fn follow(
        &mut self,
        targets: &[BoneTarget],
        pins: &[usize],
        budget: Budget,
    ) -> Result<Report, kansetsu::Error> {
        self.set(targets, pins);
        let motion = self.pose.clone();
        self.session.follow(&motion, &mut self.pose, budget)
    }

    /// Finds one pose that meets the targets of the session.
    ///
    /// # Errors
    /// As [`IkSession::solve`]. The pose is then unchanged.
    pub fn solve(&mut self, budget: Budget) -> Result<Report, kansetsu::Error> {
        self.session.solve(&mut self.pose, budget)
    }

    /// Forgets the motion, for the first frame after a jump.
    pub fn reset(&mut self) {
        self.session.reset();
    }

    /// Sets the targets and pins of this frame and releases all others. A pin that stays keeps its
    /// placement.
    fn set(&mut self, targets: &[BoneTarget], pins: &[usize]) {
        let has = |joint: JointId| targets.iter().any(|target| self.joint(target.bone) == joint);
        let with_target = self.session.targets().iter().map(|(joint, _)| *joint);
        let unpinned = self.pinned.iter().filter(|bone| !pins.contains(bone));
        let released: Vec<JointId> = with_target
            .filter(|joint| !has(*joint))
            .chain(unpinned.map(|bone| self.joint(*bone)))
            .collect();
        for joint in released {
            self.session.release(joint);
            let bone = self.bones.bone_of[joint.index() as usize];
            self.pinned.retain(|other| *other != bone);
        }
        for bone in pins {
            if !self.pinned.contains(bone) {
                self.session.pin(self.joint(*bone));
            }
        }
        self.pinned = pins.to_vec();
        for target in targets {
            let rotation = target.rotation.map(Rotation::Orientation);
            let value = Target { rotation, ..Target::position(target.position) };
            self.session.set_target(self.joint(target.bone), value);
        }
    }

    fn joint(&self, bone: usize) -> JointId {
        self.rig().skeleton.id(self.bones.joint_of[bone])
    }
}

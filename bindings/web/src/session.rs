//! Sessions.

use kansetsu::{
    Budget, Error, IkSession, JointId, Options, Pose,
    session::{Report, Request},
};
use wasm_bindgen::prelude::*;

use crate::{
    error::{in_argument, plain},
    message, prior, report,
    rig::RigHandle,
    target::{self, NUMBERS},
};

/// Poses one body.
///
/// The script reads and writes the buffers as typed arrays over the module's memory, at the
/// addresses that [`Self::pose_at`], [`Self::target_at`] and [`Self::report_at`] return.
#[wasm_bindgen]
pub struct SessionHandle {
    session: IkSession,
    /// The pose of the last call: reused, so that calls do not allocate.
    pose: Pose,
    flat: Vec<f32>,
    target: Box<[f32; NUMBERS]>,
    report: Vec<f32>,
}

#[wasm_bindgen]
impl SessionHandle {
    /// The session of a request.
    ///
    /// # Errors
    /// For an object that is no request, and for a name that the rig lacks.
    #[wasm_bindgen(constructor)]
    pub fn new(rig: &RigHandle, request: JsValue) -> Result<Self, JsError> {
        let rig = rig.rig();
        let session = read_request(request)?.session(rig).map_err(plain)?;
        let pose = rig.rest_pose();
        let mut flat = vec![0.0; Pose::FLAT * pose.locals.len()];
        pose.copy_to_flat(&mut flat).map_err(plain)?;
        let target = Box::new([0.0; NUMBERS]);
        Ok(Self { session, pose, flat, target, report: Vec::new() })
    }

    /// Replaces the options by those of a request.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn set_options(&mut self, request: JsValue) -> Result<(), JsError> {
        let session = read_request(request)?.session(self.session.rig()).map_err(plain)?;
        let options: &Options = session.options();
        self.session.options_mut().clone_from(options);
        Ok(())
    }

    /// The address of the pose, 10 numbers per joint.
    #[must_use]
    pub fn pose_at(&self) -> usize {
        self.flat.as_ptr() as usize
    }

    /// The address of the numbers of a target.
    #[must_use]
    pub fn target_at(&self) -> usize {
        self.target.as_ptr() as usize
    }

    /// The address of the last report.
    #[must_use]
    pub fn report_at(&self) -> usize {
        self.report.as_ptr() as usize
    }

    /// The numbers of the last report.
    #[must_use]
    pub fn report_length(&self) -> usize {
        self.report.len()
    }

    /// Replaces the targets of a joint by the one in the buffer.
    ///
    /// # Errors
    /// For an invalid joint or target.
    pub fn set_target(&mut self, joint: u32, flags: u32, frame: u32) -> Result<(), JsError> {
        let (joint, target) = self.read_target(joint, flags, frame)?;
        self.session.set_target(joint, target);
        Ok(())
    }

    /// Adds the target in the buffer to those of a joint.
    ///
    /// # Errors
    /// For an invalid joint or target.
    pub fn add_target(&mut self, joint: u32, flags: u32, frame: u32) -> Result<(), JsError> {
        let (joint, target) = self.read_target(joint, flags, frame)?;
        self.session.add_target(joint, target);
        Ok(())
    }

    /// Pins a joint to the target in the buffer.
    ///
    /// # Errors
    /// For an invalid joint or target.
    pub fn pin_to(&mut self, joint: u32, flags: u32, frame: u32) -> Result<(), JsError> {
        let (joint, target) = self.read_target(joint, flags, frame)?;
        self.session.pin_to(joint, target);
        Ok(())
    }

    /// Pins position and rotation of a joint.
    ///
    /// # Errors
    /// If there is no such joint.
    pub fn pin(&mut self, joint: u32) -> Result<(), JsError> {
        let joint = self.joint(joint)?;
        self.session.pin(joint);
        Ok(())
    }

    /// Pins the position of a joint.
    ///
    /// # Errors
    /// If there is no such joint.
    pub fn pin_position(&mut self, joint: u32) -> Result<(), JsError> {
        let joint = self.joint(joint)?;
        self.session.pin_position(joint);
        Ok(())
    }

    /// Removes targets and pin of a joint.
    ///
    /// # Errors
    /// If there is no such joint.
    pub fn release(&mut self, joint: u32) -> Result<(), JsError> {
        let joint = self.joint(joint)?;
        self.session.release(joint);
        Ok(())
    }

    /// Removes all targets and pins, and resets the tracking state.
    pub fn clear(&mut self) {
        self.session.clear();
    }

    /// Resets the tracking state.
    pub fn reset(&mut self) {
        self.session.reset();
    }

    /// Finds one pose that meets the targets. Reads and writes the pose in the buffer.
    ///
    /// # Errors
    /// As [`IkSession::solve`]. The pose is then unchanged.
    pub fn solve(&mut self, steps: u32) -> Result<(), JsError> {
        self.run(|session, pose| session.solve(pose, Budget::steps(steps)))
    }

    /// Continues from the pose in the buffer toward the targets.
    ///
    /// # Errors
    /// As [`IkSession::step`]. The pose is then unchanged.
    pub fn step(&mut self, steps: u32) -> Result<(), JsError> {
        self.run(|session, pose| session.step(pose, Budget::steps(steps)))
    }

    /// Poses the next frame of a motion, whose own pose is in the buffer.
    ///
    /// # Errors
    /// As [`IkSession::follow`]. The pose is then unchanged.
    pub fn follow(&mut self, steps: u32) -> Result<(), JsError> {
        self.run(|session, pose| session.follow(&pose.clone(), pose, Budget::steps(steps)))
    }

    /// The residuals of targets and pins in the pose in the buffer.
    ///
    /// # Errors
    /// As [`IkSession::measure`].
    pub fn measure(&mut self) -> Result<(), JsError> {
        self.run(|session, pose| session.measure(pose))
    }
}

impl SessionHandle {
    fn joint(&self, joint: u32) -> Result<JointId, JsError> {
        let skeleton = &self.session.rig().skeleton;
        let id = skeleton.id(joint as usize);
        skeleton.index_of(id).map_err(plain)?;
        Ok(id)
    }

    /// A target that the solvers accept.
    fn read_target(
        &self,
        joint: u32,
        flags: u32,
        frame: u32,
    ) -> Result<(JointId, kansetsu::Target), JsError> {
        let skeleton = &self.session.rig().skeleton;
        let joint = self.joint(joint)?;
        let target = target::read(&self.target, flags, skeleton, frame);
        target.to_goal(skeleton, joint).map_err(plain)?;
        Ok((joint, target))
    }

    fn run(
        &mut self,
        action: impl FnOnce(&mut IkSession, &mut Pose) -> Result<Report, Error>,
    ) -> Result<(), JsError> {
        self.pose.copy_from_flat(&self.flat).map_err(plain)?;
        let report = action(&mut self.session, &mut self.pose).map_err(plain)?;
        self.pose.copy_to_flat(&mut self.flat).map_err(plain)?;
        report::write(&report, &mut self.report);
        Ok(())
    }
}

fn read_request(request: JsValue) -> Result<Request, JsError> {
    let read = message::read_request(request);
    let mut request: Request = read.map_err(|error| in_argument("request")(&error))?;
    prior::complete(&mut request.options)?;
    Ok(request)
}

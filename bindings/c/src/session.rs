//! Sessions: targets and pins in, poses and reports out.

use std::sync::{Mutex, TryLockError};

use kansetsu::{
    Budget, Error, IkSession, JointId, Options, Pose, Target,
    session::{Report, Request, TargetReport},
};

use crate::{
    failure::{Code, Failure, KsError, call},
    handle::Table,
    joint::{check_floats, joint_id},
    options::KsOptions,
    pointer::{Array, ArrayMut, Text, output, sized},
    report::{KsActiveLimit, KsReport, KsTargetReport},
    rig::KsRig,
    target::KsTarget,
};

/// `ks_session`: the handle of a session. One thread at a time may use it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct KsSession {
    /// 0 is the null handle.
    pub id: u64,
}

static SESSIONS: Table<Mutex<SessionObject>> = Table::new(2, "session");

impl KsSession {
    fn new(session: SessionObject) -> Result<Self, Failure> {
        Ok(Self { id: SESSIONS.insert(Mutex::new(session))? })
    }

    /// Locks the session, unless another thread uses it.
    fn with(
        self,
        action: impl FnOnce(&mut SessionObject) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let session = SESSIONS.get(self.id)?;
        let mut locked = session.try_lock().map_err(|problem| match problem {
            TryLockError::WouldBlock => Failure::new(
                Code::Busy,
                "another thread is using the session; give each thread its own",
            ),
            TryLockError::Poisoned(_) => Failure::new(
                Code::Internal,
                "an earlier call of this session had an internal error; free the session",
            ),
        })?;
        action(&mut locked)
    }

    /// Locks the session for a pose of `count` floats.
    fn with_pose(
        self,
        count: usize,
        action: impl FnOnce(&mut SessionObject) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.with(|object| {
            check_floats(&object.session.rig().skeleton, count)?;
            action(object)
        })
    }
}

/// A session with the pose and the report of its last call.
pub struct SessionObject {
    session: IkSession,
    pose: Pose,
    report: Report,
}

impl SessionObject {
    fn new(session: IkSession) -> Self {
        Self { pose: session.rig().rest_pose(), session, report: Report::default() }
    }

    fn joint(&self, joint: u32) -> Result<JointId, Failure> {
        joint_id(&self.session.rig().skeleton, joint)
    }

    /// A target that the solvers accept.
    fn target(&self, joint: JointId, target: Option<&KsTarget>) -> Result<Target, Failure> {
        let skeleton = &self.session.rig().skeleton;
        let target = target.ok_or_else(|| Failure::null("the target"))?.read(skeleton)?;
        target.to_goal(skeleton, joint)?;
        Ok(target)
    }

    /// Runs a call of the session on a pose of the caller.
    fn run(
        &mut self,
        pose: &[f32],
        report: Option<&mut KsReport>,
        action: impl FnOnce(&mut IkSession, &mut Pose) -> Result<Report, Error>,
    ) -> Result<(), Failure> {
        if let Some(report) = &report {
            sized::<KsReport>(report.size, "the report")?;
        }
        self.pose.copy_from_flat(pose)?;
        self.report = action(&mut self.session, &mut self.pose)?;
        if let Some(report) = report {
            *report = KsReport::from(&self.report);
        }
        Ok(())
    }
}

/// `ks_session_create`: a session without targets.
#[unsafe(no_mangle)]
pub extern "C" fn ks_session_create(
    rig: KsRig,
    options: Option<&KsOptions>,
    session: Option<&mut KsSession>,
    error: Option<&mut KsError>,
) -> i32 {
    call(error, || {
        let session = output(session, "the session")?;
        *session = KsSession::default();
        let rig = rig.get()?;
        let options = options
            .map_or_else(|| Ok(Options::default()), |options| options.read(&rig.rig.skeleton))?;
        *session = KsSession::new(SessionObject::new(IkSession::new(&rig.rig, options)))?;
        Ok(())
    })
}

/// `ks_session_from_request`: the session that a request as JSON describes.
#[unsafe(no_mangle)]
pub extern "C" fn ks_session_from_request(
    rig: KsRig,
    request: Text,
    session: Option<&mut KsSession>,
    error: Option<&mut KsError>,
) -> i32 {
    call(error, || {
        let session = output(session, "the session")?;
        *session = KsSession::default();
        let rig = rig.get()?;
        let mut request: Request = serde_json::from_str(request.read("the request")?)?;
        kansetsu_humanoid::prior::set_default_prior(&mut request.options);
        *session = KsSession::new(SessionObject::new(request.session(&rig.rig)?))?;
        Ok(())
    })
}

/// `ks_session_free`: frees a session.
#[unsafe(no_mangle)]
pub extern "C" fn ks_session_free(session: KsSession) -> i32 {
    call(None, || SESSIONS.remove(session.id))
}

/// `ks_session_set_options`: the next call uses these options.
#[unsafe(no_mangle)]
pub extern "C" fn ks_session_set_options(
    session: KsSession,
    options: Option<&KsOptions>,
    error: Option<&mut KsError>,
) -> i32 {
    call(error, || {
        session.with(|object| {
            let options = options.ok_or_else(|| Failure::null("the options"))?;
            let options = options.read(&object.session.rig().skeleton)?;
            *object.session.options_mut() = options;
            Ok(())
        })
    })
}

/// `ks_session_set_target`: sets the target of a joint.
#[unsafe(no_mangle)]
pub extern "C" fn ks_session_set_target(
    session: KsSession,
    joint: u32,
    target: Option<&KsTarget>,
    error: Option<&mut KsError>,
) -> i32 {
    with_target(session, (joint, target), error, IkSession::set_target)
}

/// `ks_session_add_target`: adds a target for another point of a joint.
#[unsafe(no_mangle)]
pub extern "C" fn ks_session_add_target(
    session: KsSession,
    joint: u32,
    target: Option<&KsTarget>,
    error: Option<&mut KsError>,
) -> i32 {
    with_target(session, (joint, target), error, IkSession::add_target)
}

/// `ks_session_pin`: pins position and rotation of a joint.
#[unsafe(no_mangle)]
pub extern "C" fn ks_session_pin(
    session: KsSession,
    joint: u32,
    error: Option<&mut KsError>,
) -> i32 {
    with_joint(session, joint, error, IkSession::pin)
}

/// `ks_session_pin_position`: pins the position of a joint.
#[unsafe(no_mangle)]
pub extern "C" fn ks_session_pin_position(
    session: KsSession,
    joint: u32,
    error: Option<&mut KsError>,
) -> i32 {
    with_joint(session, joint, error, IkSession::pin_position)
}

/// `ks_session_pin_to`: pins a joint to a target.
#[unsafe(no_mangle)]
pub extern "C" fn ks_session_pin_to(
    session: KsSession,
    joint: u32,
    target: Option<&KsTarget>,
    error: Option<&mut KsError>,
) -> i32 {
    with_target(session, (joint, target), error, IkSession::pin_to)
}

/// `ks_session_release`: removes targets and pin of a joint.
#[unsafe(no_mangle)]
pub extern "C" fn ks_session_release(
    session: KsSession,
    joint: u32,
    error: Option<&mut KsError>,
) -> i32 {
    with_joint(session, joint, error, IkSession::release)
}

fn with_target(
    session: KsSession,
    (joint, target): (u32, Option<&KsTarget>),
    error: Option<&mut KsError>,
    action: fn(&mut IkSession, JointId, Target),
) -> i32 {
    call(error, || {
        session.with(|object| {
            let joint = object.joint(joint)?;
            let target = object.target(joint, target)?;
            action(&mut object.session, joint, target);
            Ok(())
        })
    })
}

fn with_joint(
    session: KsSession,
    joint: u32,
    error: Option<&mut KsError>,
    action: fn(&mut IkSession, JointId),
) -> i32 {
    call(error, || {
        session.with(|object| {
            let joint = object.joint(joint)?;
            action(&mut object.session, joint);
            Ok(())
        })
    })
}

/// `ks_session_clear`: removes all targets and pins, and resets the tracking state.
#[unsafe(no_mangle)]
pub extern "C" fn ks_session_clear(session: KsSession) -> i32 {
    call(None, || {
        session.with(|object| {
            object.session.clear();
            Ok(())
        })
    })
}

/// `ks_session_reset`: resets the tracking state.
#[unsafe(no_mangle)]
pub extern "C" fn ks_session_reset(session: KsSession) -> i32 {
    call(None, || {
        session.with(|object| {
            object.session.reset();
            Ok(())
        })
    })
}

macro_rules! posing_calls {
    ($($(#[doc = $doc:literal])* $name:ident = $method:ident;)*) => {$(
        $(#[doc = $doc])*
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(
            session: KsSession,
            pose: ArrayMut<f32>,
            count: usize,
            steps: u32,
            report: Option<&mut KsReport>,
            error: Option<&mut KsError>,
        ) -> i32 {
            call(error, || pose_by(session, (pose, count), report, |session, pose| session.$method(pose, Budget::steps(steps))))
        }
    )*};
}

posing_calls! {
    /// `ks_session_solve`: finds one pose that meets the targets.
    ks_session_solve = solve;
    /// `ks_session_step`: continues from the pose toward the targets.
    ks_session_step = step;
}

fn pose_by(
    session: KsSession,
    (mut pose, count): (ArrayMut<f32>, usize),
    report: Option<&mut KsReport>,
    action: impl FnOnce(&mut IkSession, &mut Pose) -> Result<Report, Error>,
) -> Result<(), Failure> {
    session.with_pose(count, |object| {
        let pose = pose.write(count, "the pose")?;
        object.run(pose, report, action)?;
        object.pose.copy_to_flat(pose)?;
        Ok(())
    })
}

/// `ks_session_follow`: poses the next frame of a motion.
#[unsafe(no_mangle)]
pub extern "C" fn ks_session_follow(
    session: KsSession,
    motion: Array<f32>,
    mut pose: ArrayMut<f32>,
    count: usize,
    steps: u32,
    report: Option<&mut KsReport>,
    error: Option<&mut KsError>,
) -> i32 {
    call(error, || {
        session.with_pose(count, |object| {
            let follow = |session: &mut IkSession, pose: &mut Pose| {
                session.follow(&pose.clone(), pose, Budget::steps(steps))
            };
            // Not borrowed while `motion` is read: both may be the same array.
            pose.write(count, "the pose")?;
            object.run(motion.read(count, "the motion")?, report, follow)?;
            object.pose.copy_to_flat(pose.write(count, "the pose")?)?;
            Ok(())
        })
    })
}

/// `ks_session_measure`: the residuals of targets and pins.
#[unsafe(no_mangle)]
pub extern "C" fn ks_session_measure(
    session: KsSession,
    pose: Array<f32>,
    count: usize,
    report: Option<&mut KsReport>,
    error: Option<&mut KsError>,
) -> i32 {
    call(error, || {
        let measure = |session: &mut IkSession, pose: &mut Pose| session.measure(pose);
        session
            .with_pose(count, |object| object.run(pose.read(count, "the pose")?, report, measure))
    })
}

/// `ks_session_target_report`: the result of a target or a pin in the last call.
#[unsafe(no_mangle)]
pub extern "C" fn ks_session_target_report(
    session: KsSession,
    index: u32,
    report: Option<&mut KsTargetReport>,
    error: Option<&mut KsError>,
) -> i32 {
    call(error, || {
        session.with(|object| {
            let report = output(report, "the report")?;
            sized::<KsTargetReport>(report.size, "the report")?;
            let Report { targets, pins, .. } = &object.report;
            let all: Vec<&TargetReport> = targets.iter().chain(pins).collect();
            *report = (*entry(&all, index, "report")?).into();
            Ok(())
        })
    })
}

/// `ks_session_active_limit`: an active limit in the last call.
#[unsafe(no_mangle)]
pub extern "C" fn ks_session_active_limit(
    session: KsSession,
    index: u32,
    limit: Option<&mut KsActiveLimit>,
    error: Option<&mut KsError>,
) -> i32 {
    call(error, || {
        session.with(|object| {
            let limit = output(limit, "the active limit")?;
            sized::<KsActiveLimit>(limit.size, "the active limit")?;
            *limit = entry(&object.report.active_limits, index, "active limit")?.into();
            Ok(())
        })
    })
}

/// An entry of a list in the last report.
fn entry<'a, T>(all: &'a [T], index: u32, what: &str) -> Result<&'a T, Failure> {
    let count = all.len();
    all.get(index as usize).ok_or_else(|| {
        Failure::new(
            Code::Value,
            format!("there is no {what} {index}; the last call has {count}, counted from 0"),
        )
    })
}

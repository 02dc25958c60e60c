//! A request as plain data: the input of a session from a file, a script or another language.

use serde::{Deserialize, Serialize};

use super::{IkSession, Options, Target};
use crate::{Error, JointId, Rig};

/// Targets, pins and options with joints by name, for example as JSON.
///
/// A name is that of the file, a humanoid role such as `leftHand`, or `#` and an index; see
/// [`Rig::joint`]. Omitted fields have their defaults, unknown ones are an error.
///
/// ```
/// # use kansetsu::session::Request;
/// let request: Request = serde_json::from_str(
///     r#"{ "targets": [{ "joint": "leftHand", "position": [0.3, 1.3, 0.4] }], "pins": ["leftFoot"] }"#,
/// )?;
/// assert_eq!(request.targets[0].joint, "leftHand");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct Request {
    /// The targets.
    pub targets: Vec<RequestTarget>,
    /// Joints that keep position and rotation.
    pub pins: Vec<String>,
    /// Joints that keep their position.
    pub position_pins: Vec<String>,
    /// Joints that are pinned to a target: see [`IkSession::pin_to`].
    pub pin_targets: Vec<RequestTarget>,
    /// The options of the session.
    pub options: Options,
    /// [`Options::locked`] by name.
    pub locked: Vec<String>,
    /// [`Options::stiffness`] by name.
    pub stiffness: Vec<(String, f32)>,
}

/// The target of a joint.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestTarget {
    /// The joint's name.
    pub joint: String,
    /// [`Target::relative_to`] by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relative_to: Option<String>,
    /// The target.
    #[serde(flatten)]
    pub target: Target,
}

impl RequestTarget {
    /// The joint and its target in a rig.
    fn found(&self, rig: &Rig) -> Result<(JointId, Target), Error> {
        let relative_to = self.relative_to.as_deref().map(|name| rig.joint(name)).transpose()?;
        Ok((rig.joint(&self.joint)?, Target { relative_to, ..self.target }))
    }
}

impl Request {
    /// The session that the request describes.
    ///
    /// # Errors
    /// As [`Rig::joint`], for the first name that the rig lacks.
    pub fn session(&self, rig: &Rig) -> Result<IkSession, Error> {
        let mut options = self.options.clone();
        for name in &self.locked {
            options.locked.push(rig.joint(name)?);
        }
        for (name, stiffness) in &self.stiffness {
            options.stiffness.push((rig.joint(name)?, *stiffness));
        }
        let mut session = IkSession::new(rig, options);
        for target in &self.targets {
            let (joint, target) = target.found(rig)?;
            session.set_target(joint, target);
        }
        for placement in &self.pin_targets {
            let (joint, placement) = placement.found(rig)?;
            session.pin_to(joint, placement);
        }
        for name in &self.pins {
            session.pin(rig.joint(name)?);
        }
        for name in &self.position_pins {
            session.pin_position(rig.joint(name)?);
        }
        Ok(session)
    }
}

//! Errors: invalid input.

use std::fmt;

/// Invalid input. Nothing was changed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// A skeleton without a joint.
    NoJoints,
    /// A joint index that the skeleton or the pose does not have.
    JointOutOfRange {
        /// The requested index.
        joint: usize,
        /// The number of joints.
        count: usize,
    },
    /// No joint has this name.
    UnknownJoint {
        /// The requested name.
        name: String,
        /// The most similar names, best first, at most three.
        similar: Vec<String>,
    },
    /// Several joints have this name.
    AmbiguousJoint {
        /// The requested name.
        name: String,
        /// The indices of all joints of that name.
        joints: Vec<usize>,
    },
    /// No joint plays a humanoid role.
    NoRole {
        /// The role's name in VRM 1.0.
        role: &'static str,
    },
    /// A joint of another skeleton.
    ForeignJoint {
        /// The joint's index in its own skeleton.
        joint: u32,
    },
    /// A target that contradicts itself or that no solver can meet.
    InvalidTarget {
        /// The name of the target's joint.
        joint: String,
        /// The fault and how to fix it.
        what: &'static str,
    },
    /// A joint was attached to two parents.
    TwoParents {
        /// The joint's name.
        joint: String,
        /// The two parents' names.
        parents: [String; 2],
    },
    /// A joint is its own ancestor.
    Cycle {
        /// The name of a joint on the cycle.
        joint: String,
    },
    /// A joint's transform holds NaN, infinity, or a rotation of zero length.
    InvalidTransform {
        /// The joint's name.
        joint: String,
        /// The component and its value.
        what: String,
    },
    /// A pose made for another skeleton.
    PoseMismatch {
        /// Joints in the pose.
        pose: usize,
        /// Joints in the skeleton.
        skeleton: usize,
    },
    /// The base is not an ancestor of the tip.
    NotAChain {
        /// The base's name.
        base: String,
        /// The tip's name.
        tip: String,
    },
    /// The solver does not support a chain of this number of segments.
    ChainLength {
        /// The solver's name.
        solver: &'static str,
        /// The required number, for example "exactly 2".
        needs: &'static str,
        /// The number of segments of the chain.
        found: usize,
    },
    /// The goal is for a joint that the chain does not move.
    GoalOutsideChain {
        /// The goal's joint index.
        joint: usize,
        /// The tip of the chain.
        tip: usize,
    },
    /// A value that is NaN, infinite or outside its documented range.
    InvalidNumber {
        /// The name of the value.
        what: &'static str,
        /// The value.
        value: f32,
    },
    /// A target with a value that is not finite or out of its range.
    InTarget {
        /// The target's joint.
        joint: String,
        /// The error of the value.
        problem: Box<Self>,
    },
    /// An invalid [`StatisticalPrior`](crate::session::StatisticalPrior), or one for another kind
    /// of body.
    InvalidPrior {
        /// The reason.
        what: String,
    },
    /// Image keypoints from which no pose can be computed.
    InvalidKeypoints {
        /// The reason.
        what: String,
    },
    /// Trackers from which no body can be computed.
    InvalidTrackers {
        /// The reason.
        what: String,
    },
    /// A value outside its range.
    OutOfRange {
        /// The name of the value.
        what: &'static str,
        /// The value.
        value: f32,
        /// The lower bound.
        min: f32,
        /// The upper bound; [`f32::MAX`] or infinity if there is none.
        max: f32,
    },
    /// A list of the wrong length.
    LengthMismatch {
        /// The elements, for example "angles".
        what: &'static str,
        /// The actual length.
        found: usize,
        /// The required length.
        expected: usize,
    },
    /// An instance that a batch does not have.
    NoInstance {
        /// The requested instance.
        instance: usize,
        /// The number of instances.
        count: usize,
    },
    /// Instances of a batch with invalid input, in ascending order, at least one. They keep their
    /// poses; all others are solved.
    Instances(Vec<InvalidInstance>),
    /// The solver does not support this kind of goal or limit.
    Unsupported {
        /// The solver's name.
        solver: &'static str,
        /// The unsupported goal or limit.
        what: &'static str,
    },
}

/// An instance of a batch with invalid input.
#[derive(Clone, Debug, PartialEq)]
pub struct InvalidInstance {
    /// The number of the instance, from 0.
    pub instance: usize,
    /// The error of its input.
    pub error: Error,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoJoints => write!(f, "the skeleton has no joints; add at least one root"),
            Self::JointOutOfRange { joint, count } => no_such(f, "joint", [*joint, *count]),
            Self::UnknownJoint { name, similar } => unknown_joint(f, name, similar),
            Self::AmbiguousJoint { name, joints } => write!(
                f,
                "{} joints are named \"{name}\" (indices {joints:?}); name one by its index",
                joints.len()
            ),
            Self::NoRole { role } => write!(
                f,
                "no joint plays the role \"{role}\"; set it with a rig file, or name the joint itself"
            ),
            Self::ForeignJoint { joint } => write!(
                f,
                "joint {joint} belongs to another skeleton; take joints from the rig of this session"
            ),
            Self::InvalidTarget { joint, what } => write!(f, "the target of \"{joint}\" {what}"),
            Self::InTarget { joint, problem } => write!(f, "the target of \"{joint}\": {problem}"),
            Self::TwoParents { joint, parents: [a, b] } => {
                write!(f, "joint \"{joint}\" has two parents, \"{a}\" and \"{b}\"; a joint has one")
            }
            Self::Cycle { joint } => {
                write!(f, "joint \"{joint}\" is its own ancestor; the parents must form a tree")
            }
            Self::InvalidTransform { joint, what } => {
                write!(f, "joint \"{joint}\": {what}; every value must be finite")
            }
            Self::PoseMismatch { pose, skeleton } => write!(
                f,
                "the pose has {pose} joints and the skeleton {skeleton}; make the pose from the same skeleton"
            ),
            Self::NotAChain { base, tip } => write!(
                f,
                "\"{base}\" is not an ancestor of \"{tip}\"; a chain runs from a joint to one of its descendants"
            ),
            Self::ChainLength { solver, needs, found } => {
                write!(f, "{solver} needs a chain of {needs} segments, this one has {found}")
            }
            Self::GoalOutsideChain { joint, tip } => {
                write!(f, "the goal is for joint {joint}, the chain ends at joint {tip}")
            }
            Self::InvalidPrior { what } => write!(f, "the posture prior: {what}"),
            Self::InvalidKeypoints { what } => write!(f, "the keypoints: {what}"),
            Self::InvalidTrackers { what } => write!(f, "the trackers: {what}"),
            Self::InvalidNumber { what, value } if !value.is_finite() => {
                write!(f, "{what} is {value}; it must be a finite number")
            }
            Self::InvalidNumber { what, value: 0.0 } => write!(f, "{what} is 0; it must not be 0"),
            Self::InvalidNumber { what, value } => write!(f, "{what} is {value}"),
            Self::OutOfRange { what, value, min, max } => {
                write!(f, "{what} is {value}; it must be {}", range(*min, *max))
            }
            Self::LengthMismatch { what, found, expected } => {
                write!(f, "there are {found} {what}; there must be {expected}")
            }
            Self::NoInstance { instance, count } => no_such(f, "instance", [*instance, *count]),
            Self::Instances(instances) => invalid_instances(f, instances),
            Self::Unsupported { solver, what } => write!(f, "{solver} does not support {what}"),
        }
    }
}

impl std::error::Error for Error {}

/// A value may leave its range by this fraction of it, and by this at most: the rounding error of
/// sums of tenths and quotients of equal values. A larger tolerance would accept values that are
/// really out of range.
const ROUNDING: f32 = 1e-6;

/// Checks that a value is in its range, apart from rounding.
pub(crate) fn in_range(what: &'static str, value: f32, [min, max]: [f32; 2]) -> Result<(), Error> {
    let slack = ROUNDING * (max - min).min(1.0);
    // A value that must be positive must not become zero.
    let below = if min > 0.0 { slack.min(ROUNDING * min) } else { slack };
    if !value.is_finite() && !(min..=max).contains(&value) {
        Err(Error::InvalidNumber { what, value })
    } else if (min - below..=max + slack).contains(&value) {
        Ok(())
    } else {
        Err(Error::OutOfRange { what, value, min, max })
    }
}

/// The smallest positive value, for ranges that exclude 0.
pub(crate) const ABOVE_ZERO: f32 = f32::from_bits(1);

/// Checks that a value is finite and `min` or more, exactly.
pub(crate) fn at_least(what: &'static str, value: f32, min: f32) -> Result<(), Error> {
    if !value.is_finite() {
        Err(Error::InvalidNumber { what, value })
    } else if value < min {
        Err(Error::OutOfRange { what, value, min, max: f32::MAX })
    } else {
        Ok(())
    }
}

/// An index beyond a count.
fn no_such(f: &mut fmt::Formatter<'_>, what: &str, [index, count]: [usize; 2]) -> fmt::Result {
    write!(f, "{what} {index} does not exist; there are {count} {what}s, counted from 0")
}

fn invalid_instances(f: &mut fmt::Formatter<'_>, instances: &[InvalidInstance]) -> fmt::Result {
    let Some((InvalidInstance { instance, error }, others)) = instances.split_first() else {
        return write!(f, "no instance is invalid");
    };
    write!(f, "instance {instance}: {error}")?;
    if others.is_empty() { Ok(()) } else { write!(f, " (and {} more instances)", others.len()) }
}

fn unknown_joint(f: &mut fmt::Formatter<'_>, name: &str, similar: &[String]) -> fmt::Result {
    write!(f, "no joint is named \"{name}\"")?;
    if similar.is_empty() { Ok(()) } else { write!(f, "; did you mean {}?", quoted(similar)) }
}

/// A range in words.
fn range(min: f32, max: f32) -> String {
    match max >= f32::MAX {
        true if min == ABOVE_ZERO => "more than 0".to_owned(),
        true => format!("{min} or more"),
        false => format!("from {min} to {max}"),
    }
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_range() {
        let said = |checked: Result<(), Error>| checked.unwrap_err().to_string();
        assert_eq!(
            said(at_least("the weight", 0.0, ABOVE_ZERO)),
            "the weight is 0; it must be more than 0"
        );
        assert_eq!(
            said(at_least("the length", -1.0, 0.0)),
            "the length is -1; it must be 0 or more"
        );
        assert_eq!(
            said(at_least("the length", f32::NAN, 0.0)),
            "the length is NaN; it must be a finite number"
        );
        assert_eq!(
            said(in_range("the share", 2.0, [0.0, 1.0])),
            "the share is 2; it must be from 0 to 1"
        );
        assert!(
            at_least("the weight", ABOVE_ZERO, ABOVE_ZERO).is_ok()
                && at_least("the length", 0.0, 0.0).is_ok()
        );
    }
}

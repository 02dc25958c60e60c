//! `JOINT=AXIS@X,Y,Z`.

use std::str::FromStr;

use glam::Vec3;

use super::joint_value::{direction_of, joint_and_value, numbers};

/// A joint, an axis in its local frame, and a point or a direction in the world.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct JointAim {
    pub(crate) joint: String,
    /// Of unit length, in the joint's local frame.
    pub(crate) axis: Vec3,
    /// The point that the axis points at, metres, or the direction that it points along.
    pub(crate) to: Vec3,
}

const SHAPE: &str = "JOINT=AXIS@X,Y,Z, for example Head=+z@0,1.5,2";

impl FromStr for JointAim {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (joint, value) = joint_and_value(text, SHAPE)?;
        let (axis, to) = value
            .split_once('@')
            .ok_or_else(|| format!("\"@\" is missing after the axis; expected {SHAPE}"))?;
        Ok(Self {
            joint,
            axis: self::axis(axis.trim())?,
            to: Vec3::from_array(numbers::<3>(to, SHAPE)?),
        })
    }
}

/// `+x`, `-x`, `x`, ... or three numbers.
pub(crate) fn axis(text: &str) -> Result<Vec3, String> {
    let (sign, letter) = match text.strip_prefix('-') {
        Some(letter) => (-1.0, letter),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    match letter {
        "x" | "X" => Ok(Vec3::X * sign),
        "y" | "Y" => Ok(Vec3::Y * sign),
        "z" | "Z" => Ok(Vec3::Z * sign),
        _ if text.contains(',') => direction_of(numbers::<3>(text, SHAPE)?, SHAPE),
        _ => Err(format!(
            "\"{text}\" is not an axis; use +x, -x, +y, -y, +z, -z or three numbers, as in {SHAPE}"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_is_a_letter_with_a_sign_or_three_numbers() {
        let axis = |text: &str| text.parse::<JointAim>().unwrap().axis;
        assert_eq!(axis("Head=+z@0,1,2"), Vec3::Z);
        assert_eq!(axis("Head=-X@0,1,2"), -Vec3::X);
        assert_eq!(axis("Head=y@0,1,2"), Vec3::Y);
        assert_eq!(axis("Head=0,-2,0@0,1,2"), -Vec3::Y);
        assert_eq!(
            "a=b=z@-1,0,.5".parse::<JointAim>().unwrap(),
            JointAim { joint: "a=b".to_owned(), axis: Vec3::Z, to: Vec3::new(-1.0, 0.0, 0.5) }
        );
    }

    #[test]
    fn what_is_missing_is_said() {
        for (text, part) in [
            ("Head=0,1,2", "\"@\""),
            ("Head", "JOINT=AXIS"),
            ("Head=w@0,1,2", "not an axis"),
            ("Head=z@1,2", "2 numbers"),
            ("Head=0,0,0@1,2,3", "zero"),
        ] {
            let problem = text.parse::<JointAim>().unwrap_err();
            assert!(problem.contains(part), "{text}: {problem}");
        }
    }
}

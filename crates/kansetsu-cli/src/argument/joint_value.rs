//! `JOINT=X,Y,Z`, `JOINT=X,Y,Z,W` and `JOINT=NUMBER`.

use std::str::FromStr;

use glam::{Quat, Vec3};

use super::number::finite;

/// A joint and a point in the world, metres.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct JointPoint {
    pub(crate) joint: String,
    pub(crate) point: Vec3,
}

/// A joint and an orientation in the world, of unit length.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct JointTurn {
    pub(crate) joint: String,
    pub(crate) turn: Quat,
}

/// A joint and a direction of unit length.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct JointDirection {
    pub(crate) joint: String,
    pub(crate) direction: Vec3,
}

/// A joint and a number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct JointNumber {
    pub(crate) joint: String,
    pub(crate) number: f32,
}

/// A joint, and the joint that its target is relative to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct JointOn {
    pub(crate) joint: String,
    pub(crate) other: String,
}

impl FromStr for JointOn {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let shape = "JOINT=OTHER, for example LeftHand=Head";
        let (joint, other) = joint_and_value(text, shape)?;
        if other.is_empty() {
            return Err(format!("no joint after the \"=\"; expected {shape}"));
        }
        Ok(Self { joint, other: other.to_owned() })
    }
}

impl FromStr for JointPoint {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (joint, numbers) = split::<3>(text, "JOINT=X,Y,Z, for example LeftHand=0.3,1.3,0.4")?;
        Ok(Self { joint, point: Vec3::from_array(numbers) })
    }
}

impl FromStr for JointTurn {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (joint, numbers) =
            split::<4>(text, "JOINT=X,Y,Z,W, for example LeftHand=0,0,0.7071,0.7071")?;
        let largest = numbers.iter().fold(0.0_f32, |largest, number| largest.max(number.abs()));
        if largest < 1e-6 {
            return Err(
                "a quaternion of zero length is not an orientation; use 0,0,0,1 for no rotation"
                    .to_owned(),
            );
        }
        // Normalized by the largest component first, so that squares of huge numbers cannot
        // overflow.
        Ok(Self {
            joint,
            turn: Quat::from_array(numbers.map(|number| number / largest)).normalize(),
        })
    }
}

impl FromStr for JointDirection {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let shape = "JOINT=X,Y,Z, for example LeftHand=0,1,0";
        let (joint, numbers) = split::<3>(text, shape)?;
        Ok(Self { joint, direction: direction_of(numbers, shape)? })
    }
}

impl FromStr for JointNumber {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (joint, [number]) = split::<1>(text, "JOINT=NUMBER, for example Head=0.5")?;
        Ok(Self { joint, number })
    }
}

/// Splits at the last `=`: names may contain `=`, numbers cannot.
fn split<const N: usize>(text: &str, shape: &str) -> Result<(String, [f32; N]), String> {
    let (joint, list) = joint_and_value(text, shape)?;
    Ok((joint, numbers(list, shape)?))
}

/// The two sides of the last `=`.
pub(super) fn joint_and_value<'a>(text: &'a str, shape: &str) -> Result<(String, &'a str), String> {
    match text.rsplit_once('=') {
        None => Err(format!("expected {shape}")),
        Some(("", _)) => Err(format!("no joint before the \"=\"; expected {shape}")),
        Some((joint, value)) => Ok((joint.to_owned(), value)),
    }
}

/// `N` finite numbers, separated by commas.
pub(super) fn numbers<const N: usize>(list: &str, shape: &str) -> Result<[f32; N], String> {
    let numbers = list.split(',').map(finite).collect::<Result<Vec<f32>, String>>()?;
    let count = numbers.len();
    numbers.try_into().map_err(|_| format!("{count} numbers in \"{list}\", expected {N}: {shape}"))
}

/// Reads `X,Y` or `X,Y,Z`.
pub(crate) fn point<const N: usize>(text: &str) -> Result<[f32; N], String> {
    numbers(text, ["X", "X,Y", "X,Y,Z"][N.clamp(1, 3) - 1])
}

/// A direction, normalized to unit length.
pub(super) fn direction_of(numbers: [f32; 3], shape: &str) -> Result<Vec3, String> {
    let largest = numbers.iter().fold(0.0_f32, |largest, number| largest.max(number.abs()));
    if largest < 1e-6 {
        return Err(format!("a direction must not be zero; expected {shape}"));
    }
    // Normalized by the largest component first, so that squares of huge numbers cannot overflow.
    Ok(Vec3::from_array(numbers.map(|number| number / largest)).normalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_numbers_exponents_and_blanks_are_numbers() {
        let goal: JointPoint = "LeftHand=-0.3, 1.3e0,.4".parse().unwrap();
        assert_eq!(
            goal,
            JointPoint { joint: "LeftHand".to_owned(), point: Vec3::new(-0.3, 1.3, 0.4) }
        );
    }

    #[test]
    fn a_name_may_hold_an_equals_sign() {
        assert_eq!("a=b=1,2,3".parse::<JointPoint>().unwrap().joint, "a=b");
    }

    #[test]
    fn what_is_no_finite_number_is_named() {
        for (text, part) in [
            ("a=1,2,NaN", "NaN"),
            ("a=1,inf,2", "inf"),
            ("a=1e39,2,3", "1e39"),
            ("a=1,,3", "not a number"),
        ] {
            let problem = text.parse::<JointPoint>().unwrap_err();
            assert!(problem.contains(part), "{text}: {problem}");
        }
    }

    #[test]
    fn too_few_and_too_many_numbers_are_counted() {
        assert!("a=1,2".parse::<JointPoint>().unwrap_err().starts_with("2 numbers"));
        assert!("a=1,2,3,4,5".parse::<JointTurn>().unwrap_err().starts_with("5 numbers"));
        assert!("a".parse::<JointPoint>().unwrap_err().starts_with("expected"));
    }

    #[test]
    fn a_direction_has_a_length() {
        assert_eq!("a=0,-1e30,0".parse::<JointDirection>().unwrap().direction, -Vec3::Y);
        assert!("a=0,0,0".parse::<JointDirection>().unwrap_err().contains("zero"));
        assert_eq!("a=2".parse::<JointNumber>().unwrap().number, 2.0);
        assert!("a=1,2".parse::<JointNumber>().unwrap_err().starts_with("2 numbers"));
    }

    #[test]
    fn an_orientation_is_brought_to_unit_length() {
        assert_eq!("a=0,0,0,1e30".parse::<JointTurn>().unwrap().turn, Quat::IDENTITY);
        assert!("a=0,0,0,0".parse::<JointTurn>().is_err());
    }
}

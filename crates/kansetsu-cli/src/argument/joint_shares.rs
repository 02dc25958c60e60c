//! `JOINT=A,B@0.3`.

use std::str::FromStr;

use super::{between, joint_value::joint_and_value};

/// A joint and the twist joints that share its twist.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct JointShares {
    pub(crate) joint: String,
    /// Names, with their shares if given.
    pub(crate) shares: Vec<(String, Option<f32>)>,
}

const SHAPE: &str = "JOINT=A,B or JOINT=A@0.3, for example LeftHand=ForearmTwist1,ForearmTwist2";

impl FromStr for JointShares {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (joint, list) = joint_and_value(text, SHAPE)?;
        let shares = list.split(',').map(share).collect::<Result<Vec<_>, String>>()?;
        Ok(Self { joint, shares })
    }
}

/// A name may contain `@`: only the part after the last one is a share, and only if it is a number.
fn share(text: &str) -> Result<(String, Option<f32>), String> {
    let (name, share) = match text.trim().rsplit_once('@') {
        Some((name, number)) if number.trim().parse::<f32>().is_ok() => {
            (name, Some(between(-10.0, 10.0)(number)?))
        }
        _ => (text.trim(), None),
    };
    if name.is_empty() {
        Err(format!("a joint is missing in \"{text}\"; expected {SHAPE}"))
    } else {
        Ok((name.to_owned(), share))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_follow_an_at_sign() {
        let word: JointShares = "hand=a, b@0.25,c@d".parse().unwrap();
        let expected = [("a", None), ("b", Some(0.25)), ("c@d", None)]
            .map(|(name, share)| (name.to_owned(), share));
        assert_eq!((word.joint.as_str(), word.shares), ("hand", expected.to_vec()));
        for bad in ["hand", "hand=", "hand=a,,b", "hand=@0.3", "=a", "hand=a@1e9"] {
            assert!(bad.parse::<JointShares>().is_err(), "{bad}");
        }
    }
}

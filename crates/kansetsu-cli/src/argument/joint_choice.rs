//! Joints by name, role or index.

use anyhow::{anyhow, bail};
use kansetsu::{Error, d3::Skeleton};
use kansetsu_formats::{Figure, Role};

/// The joint that `word` means: a name, else a humanoid role (in any case), else an index (`12`, or
/// `#12` if a joint is named "12"), else a name that differs in case.
///
/// If several joints have the name and only one of them is in a skin, that one is meant. Files
/// often name a mesh's node after the joint that moves it.
pub(crate) fn joint_named(figure: &Figure, word: &str) -> anyhow::Result<usize> {
    let skeleton = &figure.rig.skeleton;
    let unknown = match skeleton.find(word) {
        Ok(joint) => return Ok(joint),
        Err(Error::AmbiguousJoint { name, joints }) => {
            return only_skinned(figure, &joints).ok_or_else(|| ambiguous(&name, &joints));
        }
        Err(other) => other,
    };
    if let Some(joint) = role_named(word).and_then(|role| figure.rig.roles.get(&role)) {
        return Ok(*joint);
    }
    if let Some(index) = index_in(word) {
        return in_range(index, skeleton);
    }
    match same_letters(skeleton, word)[..] {
        [joint] => Ok(joint),
        [] => Err(anyhow!("{}", with_roles(figure, word, &unknown))),
        ref several => Err(ambiguous(word, several)),
    }
}

/// The name of a joint in messages and in JSON; `#12` if it has none.
pub(crate) fn label(skeleton: &Skeleton, joint: usize) -> String {
    match skeleton.joints().get(joint) {
        Some(found) if !found.name.is_empty() => found.name.clone(),
        _ => format!("#{joint}"),
    }
}

fn only_skinned(figure: &Figure, joints: &[usize]) -> Option<usize> {
    let mut skinned = joints.iter().filter(|&&joint| figure.is_skinned.get(joint) == Some(&true));
    skinned.next().filter(|_| skinned.next().is_none()).copied()
}

fn role_named(word: &str) -> Option<Role> {
    Role::ALL.into_iter().find(|role| role.name().eq_ignore_ascii_case(word))
}

fn index_in(word: &str) -> Option<&str> {
    let digits = word.strip_prefix('#').unwrap_or(word);
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(digits)
}

fn in_range(digits: &str, skeleton: &Skeleton) -> anyhow::Result<usize> {
    match digits.parse() {
        Ok(index) if index < skeleton.len() => Ok(index),
        _ => bail!(
            "joint {digits} does not exist; the figure has {} joints, counted from 0",
            skeleton.len()
        ),
    }
}

fn same_letters(skeleton: &Skeleton, word: &str) -> Vec<usize> {
    let wanted = word.to_lowercase();
    (0..skeleton.len())
        .filter(|&joint| skeleton.joints()[joint].name.to_lowercase() == wanted)
        .collect()
}

fn ambiguous(name: &str, joints: &[usize]) -> anyhow::Error {
    let indices: Vec<String> = joints.iter().map(|joint| format!("#{joint}")).collect();
    anyhow!(
        "{} joints are named \"{name}\": {}; use one of these instead of the name",
        joints.len(),
        indices.join(", ")
    )
}

/// Suggests a similar joint name, or a similar role.
fn with_roles(figure: &Figure, word: &str, unknown: &Error) -> String {
    if let Some(role) = role_named(word) {
        return format!(
            "no joint has the name or the role \"{role}\"; `kansetsu inspect` lists the joints"
        );
    }
    if matches!(unknown, Error::UnknownJoint { similar, .. } if !similar.is_empty()) {
        return unknown.to_string();
    }
    let near = |role: &&Role| {
        strsim::jaro_winkler(&role.name().to_lowercase(), &word.to_lowercase()) > 0.85
    };
    match figure.rig.roles.keys().find(near) {
        Some(role) => format!("no joint is named \"{word}\"; did you mean \"{role}\"?"),
        None => format!("no joint is named \"{word}\"; `kansetsu inspect` lists the joints"),
    }
}

#[cfg(test)]
mod tests {
    use kansetsu::d3::{Rig, Skeleton, Transform};

    use super::*;

    fn figure(names: &[&str]) -> Figure {
        let mut builder = Skeleton::builder();
        for name in names {
            builder.root(*name, Transform::IDENTITY);
        }
        Figure::new("test", Rig::new(builder.build().unwrap()))
    }

    #[test]
    fn a_name_comes_before_an_index() {
        let figure = figure(&["a", "0", "b"]);
        assert_eq!(joint_named(&figure, "0").unwrap(), 1);
        assert_eq!(joint_named(&figure, "#0").unwrap(), 0);
        assert_eq!(joint_named(&figure, "2").unwrap(), 2);
        assert!(joint_named(&figure, "3").unwrap_err().to_string().contains("3 joints"));
        assert!(joint_named(&figure, "99999999999999999999").is_err());
    }

    #[test]
    fn a_role_is_a_name_too() {
        let mut figure = figure(&["a", "b"]);
        figure.rig.roles.insert(Role::LeftHand, 1);
        assert_eq!(joint_named(&figure, "LeftHand").unwrap(), 1);
        assert_eq!(joint_named(&figure, "lefthand").unwrap(), 1);
        assert!(
            joint_named(&figure, "rightHand")
                .unwrap_err()
                .to_string()
                .contains("the name or the role")
        );
        assert!(
            joint_named(&figure, "leftHnd")
                .unwrap_err()
                .to_string()
                .contains("did you mean \"leftHand\"")
        );
    }

    #[test]
    fn of_equal_names_the_one_in_a_skin_is_meant() {
        let mut figure = figure(&["a", "a", "a"]);
        figure.is_skinned = vec![false, true, false];
        assert_eq!(joint_named(&figure, "a").unwrap(), 1);
        figure.is_skinned = vec![false, true, true];
        assert!(joint_named(&figure, "a").is_err());
    }

    #[test]
    fn equal_names_are_told_apart_by_index() {
        let figure = figure(&["a", "b", "a", "Arm"]);
        assert!(joint_named(&figure, "a").unwrap_err().to_string().contains("#0, #2"));
        assert_eq!(joint_named(&figure, "aRM").unwrap(), 3);
        assert!(
            joint_named(&figure, "Amr").unwrap_err().to_string().contains("did you mean \"Arm\"")
        );
    }
}

//! The conventions of object names.

/// The purpose of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part<'a> {
    /// Its triangles are bones.
    Bones,
    /// A volume: its bone moves the vertices of `target` inside.
    Anchor {
        /// The name of the target object.
        target: &'a str,
        /// The bone in its name, if any.
        bone: Option<&'a str>,
    },
    /// Not used here.
    Aside,
    /// A surface.
    Surface {
        /// Its name without the deformation suffix.
        name: &'a str,
        /// The bone that moves it as a whole, if its name has one.
        bone: Option<&'a str>,
    },
}

/// Parses a name.
pub(super) fn part(name: &str) -> Part<'_> {
    if name.starts_with("bone:") {
        return Part::Bones;
    }
    if name.starts_with("MCS:") {
        return Part::Aside;
    }
    if let Some((_, target)) = name.strip_prefix("anchor").and_then(|rest| rest.split_once('|')) {
        let (target, bone) = with_bone(target.trim());
        return Part::Anchor { target, bone };
    }
    let name = ["sdef:", "bdef:"]
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix))
        .unwrap_or(name)
        .trim();
    let (_, bone) = with_bone(name);
    Part::Surface { name, bone }
}

/// `name-bone`: the bone after the last hyphen.
fn with_bone(name: &str) -> (&str, Option<&str>) {
    match name.rsplit_once('-') {
        Some((before, bone)) if !before.trim().is_empty() && !bone.trim().is_empty() => {
            (before.trim(), Some(bone.trim()))
        }
        _ => (name, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_objects_are_for() {
        assert_eq!(part("bone:human"), Part::Bones);
        assert_eq!(part("MCS:light"), Part::Aside);
        assert_eq!(part("anchor_31|体"), Part::Anchor { target: "体", bone: None });
        assert_eq!(part("anchor2|cloth-頭"), Part::Anchor { target: "cloth", bone: Some("頭") });
        assert_eq!(part("anchor"), Part::Surface { name: "anchor", bone: None });
        assert_eq!(part("sdef:体"), Part::Surface { name: "体", bone: None });
        assert_eq!(part("sword-手[L]"), Part::Surface { name: "sword-手[L]", bone: Some("手[L]") });
    }
}

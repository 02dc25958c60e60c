//! What the name of an object says.

/// What an object is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part<'a> {
    /// Its triangles are bones.
    Bones,
    /// A volume: its vertices tell which bone moves those of `target` inside.
    Anchor {
        /// The name of the object that it is for.
        target: &'a str,
        /// The bone that it names, if any.
        bone: Option<&'a str>,
    },
    /// Of no use here.
    Aside,
    /// A surface.
    Surface {
        /// Its name without what says how it is deformed.
        name: &'a str,
        /// The bone that it is to follow as a whole, if its name says one.
        bone: Option<&'a str>,
    },
}

/// Takes a name apart.
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

//! What the parts of human bodies are called.

use kansetsu_formats::Role;

/// The English name of a body part, such as Left upper arm.
#[must_use]
pub fn english(role: Role) -> String {
    let mut name = String::new();
    for character in role.name().chars() {
        if character.is_uppercase() {
            name.push(' ');
        }
        name.push(if name.is_empty() {
            character.to_ascii_uppercase()
        } else {
            character.to_ascii_lowercase()
        });
    }
    name
}

/// The Japanese name of what plays a role in a human body, such as 左手.
#[must_use]
pub fn japanese(role: Role) -> String {
    let name = role.name();
    let (side, part) = match (name.strip_prefix("left"), name.strip_prefix("right")) {
        (Some(part), _) => ("左", part),
        (_, Some(part)) => ("右", part),
        _ => ("", name),
    };
    format!("{side}{}", of_part(part))
}

fn of_part(part: &str) -> String {
    let fingers = [
        ("Thumb", "親指"),
        ("Index", "人差し指"),
        ("Middle", "中指"),
        ("Ring", "薬指"),
        ("Little", "小指"),
    ];
    let phalanges = [
        ("Metacarpal", "の中手骨"),
        ("Proximal", "の付け根"),
        ("Intermediate", "の中節"),
        ("Distal", "の先"),
    ];
    for (finger, japanese) in fingers {
        let Some(phalanx) = part.strip_prefix(finger) else { continue };
        let phalanx = phalanges
            .into_iter()
            .find(|(name, _)| *name == phalanx)
            .map_or("", |(_, japanese)| japanese);
        return format!("{japanese}{phalanx}");
    }
    let parts = [
        ("hips", "腰"),
        ("spine", "背骨"),
        ("chest", "胸"),
        ("upperChest", "上胸"),
        ("neck", "首"),
        ("head", "頭"),
        ("jaw", "あご"),
        ("Eye", "目"),
        ("UpperLeg", "もも"),
        ("LowerLeg", "すね"),
        ("Foot", "足"),
        ("Toes", "つま先"),
        ("Shoulder", "肩"),
        ("UpperArm", "上腕"),
        ("LowerArm", "前腕"),
        ("Hand", "手"),
    ];
    parts
        .into_iter()
        .find(|(name, _)| *name == part)
        .map_or(part, |(_, japanese)| japanese)
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_has_a_name_of_its_own_without_latin_letters() {
        let mut names: Vec<String> = Role::ALL.map(japanese).to_vec();
        assert!(
            names.iter().all(|name| name.chars().all(|character| !character.is_ascii())),
            "{names:?}"
        );
        assert_eq!(japanese(Role::LeftHand), "左手");
        assert_eq!(english(Role::LeftUpperArm), "Left upper arm");
        assert_eq!(japanese(Role::RightIndexProximal), "右人差し指の付け根");
        names.sort();
        names.dedup();
        assert_eq!(names.len(), Role::ALL.len());
    }
}

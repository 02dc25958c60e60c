//! The meaning of a joint's name.
//!
//! Names are split into words (at punctuation, at changes of case, at digits), the side and the
//! number are removed, and the rest must be known as a whole: "upper_arm.L", "LeftUpperArm",
//! "upperarm_l", "Bip01 L UpperArm", "mixamorig:LeftArm" and "左腕" have the same meaning,
//! "UpperArmTwist.L" and "左腕捩" have none.

use std::{borrow::Cow, collections::BTreeMap};

/// A side of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    Left,
    Right,
}

/// A finger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Finger {
    Thumb,
    Index,
    Middle,
    Ring,
    Little,
}

/// A phalanx of a finger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Phalanx {
    Metacarpal,
    Proximal,
    Intermediate,
    Distal,
}

/// A body part, as far as a name alone defines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The root of a whole body: the hips, if there are no others.
    Center,
    Hips,
    Spine,
    Chest,
    UpperChest,
    Neck,
    Head,
    Eye,
    Jaw,
    Collar,
    /// The collar bone, or the joint of the upper arm.
    Shoulder,
    UpperArm,
    /// The upper arm, or the whole arm.
    Arm,
    LowerArm,
    Hand,
    Palm,
    /// The hip of one side: the upper leg, or its parent.
    SideHip,
    UpperLeg,
    /// The upper leg, the lower leg, or the whole leg.
    Leg,
    LowerLeg,
    Foot,
    Toes,
    Finger(Finger, Option<Phalanx>),
}

/// The meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Meaning {
    pub(super) part: Part,
    pub(super) side: Option<Side>,
}

/// Words without a meaning: prefixes of programs and studios, and generic words.
const EMPTY_WORDS: [&str; 23] = [
    "mixamorig",
    "bip",
    "j",
    "b",
    "c",
    "def",
    "org",
    "jnt",
    "joint",
    "bone",
    "bn",
    "skeleton",
    "skel",
    "rig",
    "character",
    "valve",
    "biped",
    "cc",
    "base",
    "ex",
    "m",
    "x",
    "stretch",
];

/// The meaning of a single name.
#[cfg(test)]
pub(super) fn meaning(name: &str) -> Option<Meaning> {
    meaning_behind(None, name)
}

/// The meaning of each name of a skeleton.
pub(super) fn meanings<'a>(names: impl Iterator<Item = &'a str> + Clone) -> Vec<Option<Meaning>> {
    let prefix = common_prefix(names.clone());
    names.map(|name| meaning_behind(prefix.as_deref(), name)).collect()
}

/// The meaning of a name after a prefix that most names of its skeleton have; `None` if it is
/// uncertain.
fn meaning_behind(prefix: Option<&str>, name: &str) -> Option<Meaning> {
    let mut words = words(name);
    if words.len() > 1 && words.first().map(String::as_str) == prefix {
        words.remove(0);
    }
    if let Some(meaning) = biped_finger(&words).or_else(|| numbered_finger(&words)) {
        return Some(meaning);
    }
    let (mut side, mut rest, mut number) = (None, String::new(), None);
    for word in &words {
        if let Some(found) = side_of(word) {
            if side.is_some_and(|side| side != found) {
                return None;
            }
            side = Some(found);
        } else if word.starts_with(|c: char| c.is_ascii_digit()) {
            number = word.parse::<u32>().ok();
        } else if !EMPTY_WORDS.contains(&word.as_str()) {
            rest.push_str(word);
        }
    }
    let (rest, side) =
        if side.is_none() { glued_side(&rest, number) } else { (rest.as_str(), side) };
    let part = part(rest, number)?;
    let part = match part {
        Part::Hips if side.is_some() && rest.starts_with("hip") => Part::SideHip,
        other => other,
    };
    let paired = !matches!(
        part,
        Part::Center
            | Part::Hips
            | Part::Spine
            | Part::Chest
            | Part::UpperChest
            | Part::Neck
            | Part::Head
            | Part::Jaw
    );
    (paired == side.is_some()).then_some(Meaning { part, side })
}

/// The first word of most names, if it has no known meaning: a character's name, as in
/// "Bob_LeftArm".
fn common_prefix<'a>(names: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut count = 0;
    for name in names {
        count += 1;
        let mut words = words(name).into_iter();
        if let (Some(first), Some(_)) = (words.next(), words.next()) {
            *counts.entry(first).or_default() += 1;
        }
    }
    let (word, most) = counts.into_iter().max_by_key(|(_, count)| *count)?;
    let says_something = side_of(&word).is_some()
        || part(&word, None).is_some()
        || EMPTY_WORDS.contains(&word.as_str());
    (most * MOST_NAMES[1] >= count * MOST_NAMES[0] && !says_something).then_some(word)
}

/// Two of three names: props and helpers have others.
const MOST_NAMES: [usize; 2] = [2, 3];

/// The words of a name, in lower case, numbers separate; without a name space before a colon.
fn words(name: &str) -> Vec<String> {
    let name = decoded(name);
    let name: Vec<char> = name.rsplit(':').next().unwrap_or_default().chars().map(narrow).collect();
    let mut words: Vec<String> = Vec::new();
    let mut before = ' ';
    for (i, &c) in name.iter().enumerate() {
        let next_is_small = name.get(i + 1).is_some_and(|next| next.is_lowercase());
        let starts = c.is_ascii_digit() != before.is_ascii_digit()
            || c.is_uppercase()
                && (before.is_lowercase() || before.is_uppercase() && next_is_small)
            || !before.is_alphanumeric()
            || is_side_sign(before) && !is_side_sign(c);
        if c.is_alphanumeric() {
            if starts || words.is_empty() {
                words.push(String::new());
            }
            if let Some(word) = words.last_mut() {
                word.extend(c.to_lowercase());
            }
        }
        before = c;
    }
    words
}

/// The mark of a byte that ASCII files of FBX programs replace, followed by its number.
const BYTE_MARK: &str = "FBXASC";

/// The name without the replacement of bytes: `Bip01FBXASC032Pelvis` is `Bip01 Pelvis`.
fn decoded(name: &str) -> Cow<'_, str> {
    if !name.contains(BYTE_MARK) {
        return name.into();
    }
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name;
    while let Some((before, after)) = rest.split_once(BYTE_MARK) {
        bytes.extend_from_slice(before.as_bytes());
        let byte = after.get(..3).and_then(|digits| digits.parse::<u8>().ok());
        match byte {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(BYTE_MARK.as_bytes()),
        }
        rest = if byte.is_some() { &after[3..] } else { after };
    }
    bytes.extend_from_slice(rest.as_bytes());
    String::from_utf8_lossy(&bytes).into_owned().into()
}

/// Whether a name says that a joint only marks the end of a bone.
pub(super) fn is_end_name(name: &str) -> bool {
    let words = words(name);
    let mut last =
        words.iter().rev().filter(|word| !word.starts_with(|c: char| c.is_ascii_digit()));
    last.next().is_some_and(|word| {
        ["end", "nub", "tip", "site", "eff", "effector", "endsite"].contains(&word.as_str())
    })
}

/// Full-width letters and digits as ASCII.
fn narrow(c: char) -> char {
    match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        _ => c,
    }
}

const fn is_side_sign(c: char) -> bool {
    matches!(c, '左' | '右')
}

fn side_of(word: &str) -> Option<Side> {
    match word {
        "l" | "left" | "lft" | "links" | "左" => Some(Side::Left),
        "r" | "right" | "rgt" | "rechts" | "右" => Some(Side::Right),
        _ => None,
    }
}

/// "leftarm" and "lfemur" in one word. A single letter counts only before a known body part, and
/// only if the whole is not one.
fn glued_side(rest: &str, number: Option<u32>) -> (&str, Option<Side>) {
    for (word, side) in [
        ("left", Side::Left),
        ("right", Side::Right),
        ("왼쪽", Side::Left),
        ("오른쪽", Side::Right),
        ("왼", Side::Left),
        ("오른", Side::Right),
    ] {
        if let Some(rest) = rest.strip_prefix(word) {
            return (rest, Some(side));
        }
    }
    if part(rest, number).is_none() {
        for (letter, side) in [("l", Side::Left), ("r", Side::Right)] {
            if let Some(rest) =
                rest.strip_prefix(letter).filter(|rest| part(rest, number).is_some())
            {
                return (rest, Some(side));
            }
        }
    }
    (rest, None)
}

fn part(rest: &str, number: Option<u32>) -> Option<Part> {
    Some(match rest {
        "センター" | "center" | "centre" => Part::Center,
        "hips" | "hip" | "pelvis" | "becken" | "hüfte" | "huefte" | "腰" | "骨盤" | "骨盆"
        | "골반" | "엉덩이" => Part::Hips,
        "spine" | "torso" | "abdomen" | "waist" | "upperbody" | "spinelower" | "spinemid"
        | "spineupper" | "lowerback" | "belly" | "stomach" | "ab" | "abdomenlower"
        | "abdomenupper" | "wirbel" | "wirbelsäule" | "wirbelsaeule" | "rücken" | "ruecken"
        | "bauch" | "上半身" | "腹" | "背骨" | "脊椎" | "脊柱" | "척추" | "허리" => {
            Part::Spine
        }
        "chest" | "chestlower" | "spineshoulder" | "thorax" | "ribcage" | "ribs" | "upperback"
        | "brust" | "brustkorb" | "胸" | "胸部" | "가슴" => Part::Chest,
        "upperchest" | "chestupper" | "上胸" => Part::UpperChest,
        "neck" | "necktwist" | "lowerneck" | "upperneck" | "necklower" | "neckupper" | "hals"
        | "nacken" | "首" | "颈" | "頸" | "脖子" | "颈部" | "목" => Part::Neck,
        "head" | "kopf" | "頭" | "头" | "头部" | "머리" => Part::Head,
        "eye" | "faceeye" | "eyeball" | "目" | "眼" => Part::Eye,
        "jaw" | "mandible" | "顎" | "あご" => Part::Jaw,
        "clavicle" | "scapula" | "collar" | "collarbone" | "schulter" | "schlüsselbein"
        | "schluesselbein" | "肩" | "肩膀" | "鎖骨" | "锁骨" | "쇄골" | "어깨" => {
            Part::Collar
        }
        "shoulder" => Part::Shoulder,
        "upperarm" | "uparm" | "uarm" | "armupper" | "shldr" | "shldrbend" | "humerus"
        | "bicep" | "oberarm" | "上腕" | "上臂" | "大臂" | "위팔" | "상완" => {
            Part::UpperArm
        }
        "arm" | "腕" | "手臂" | "팔" => Part::Arm,
        "lowerarm" | "forearm" | "farm" | "lowarm" | "armlower" | "elbow" | "forearmbend"
        | "radius" | "ひじ" | "ヒジ" | "unterarm" | "ellbogen" | "肘" | "前腕" | "下腕"
        | "前臂" | "小臂" | "下臂" | "아래팔" | "전완" | "팔꿈치" => Part::LowerArm,
        "hand" | "wrist" | "handgelenk" | "手首" | "手" | "手腕" | "手掌" | "손" | "손목" => {
            Part::Hand
        }
        "palm" => Part::Palm,
        "upperleg" | "upleg" | "legupper" | "thigh" | "thighbend" | "femur" | "太もも" | "もも"
        | "oberschenkel" | "モモ" | "腿" | "太腿" | "大腿" | "허벅지" => Part::UpperLeg,
        "leg" | "bein" | "足" | "다리" => Part::Leg,
        "lowerleg" | "lowleg" | "leglower" | "shin" | "calf" | "knee" | "tibia" | "ひざ"
        | "ヒザ" | "膝" | "unterschenkel" | "knie" | "すね" | "スネ" | "脛" | "下腿" | "小腿"
        | "膝盖" | "종아리" | "무릎" => Part::LowerLeg,
        "foot" | "ankle" | "fuss" | "fuß" | "knöchel" | "足首" | "脚" | "脚踝" | "脚腕" | "발"
        | "발목" => Part::Foot,
        "toe" | "toes" | "toebase" | "ball" | "zeh" | "zehe" | "zehen" | "つま先" | "爪先"
        | "足先" | "脚趾" | "脚尖" | "足尖" | "발가락" | "발끝" => Part::Toes,
        _ => return finger(rest, number),
    })
}

fn finger(rest: &str, number: Option<u32>) -> Option<Part> {
    let mut rest = rest.strip_prefix("hand").unwrap_or(rest);
    let mut phalanx = None;
    for (word, meaning) in [
        ("metacarpal", Phalanx::Metacarpal),
        ("proximal", Phalanx::Proximal),
        ("intermediate", Phalanx::Intermediate),
        ("distal", Phalanx::Distal),
    ] {
        if let Some(before) = rest.strip_suffix(word) {
            (rest, phalanx) = (before.strip_suffix("phalanx").unwrap_or(before), Some(meaning));
        }
    }
    let rest = rest.strip_suffix("finger").or_else(|| rest.strip_prefix("finger")).unwrap_or(rest);
    // Rigify says "f_index.01.L".
    let rest =
        rest.strip_prefix('f').filter(|rest| *rest != "inger" && number.is_some()).unwrap_or(rest);
    let finger = match rest {
        "thumb" | "親指" => Finger::Thumb,
        "index" | "fore" | "人指" | "人差指" | "人差し指" => Finger::Index,
        "middle" | "mid" | "中指" => Finger::Middle,
        "ring" | "third" | "薬指" => Finger::Ring,
        "little" | "pinky" | "pinkie" | "小指" => Finger::Little,
        _ => return None,
    };
    Some(Part::Finger(finger, phalanx))
}

/// 3ds Max Biped: "Bip01 L Finger0" is the thumb, "Finger02" its last joint, "Finger4" the little
/// finger.
fn biped_finger(words: &[String]) -> Option<Meaning> {
    let [bip, .., finger, digits] = words else { return None };
    if !(bip.starts_with("bip") && finger == "finger" && digits.len() <= 2) {
        return None;
    }
    let fingers = [Finger::Thumb, Finger::Index, Finger::Middle, Finger::Ring, Finger::Little];
    let which = usize::try_from(digits.chars().next()?.to_digit(10)?).ok()?;
    let side = words.iter().find_map(|word| side_of(word))?;
    Some(Meaning { part: Part::Finger(*fingers.get(which)?, None), side: Some(side) })
}

/// MakeHuman: "finger1-1.L" is the thumb's first joint, "finger5-3.L" the little finger's last.
fn numbered_finger(words: &[String]) -> Option<Meaning> {
    let [finger, which, joint, side] = words else { return None };
    let which = which.parse::<usize>().ok()?.checked_sub(1)?;
    let fingers = [Finger::Thumb, Finger::Index, Finger::Middle, Finger::Ring, Finger::Little];
    if finger != "finger" || joint.parse::<u32>().is_err() {
        return None;
    }
    Some(Meaning { part: Part::Finger(*fingers.get(which)?, None), side: Some(side_of(side)?) })
}

/// The name without its side, and the side, so that the names of the two sides become equal.
pub(super) fn without_side(name: &str) -> Option<(String, Side)> {
    let name = decoded(name);
    let chars: Vec<char> = name.chars().collect();
    let mut found = None;
    for (start, length, side) in side_places(&chars) {
        if found.is_some() {
            // Two side words, as in "L_hand_R": the side is ambiguous.
            return None;
        }
        found = Some((start, length, side));
    }
    let (start, length, side) = found?;
    let rest = chars[..start].iter().chain(&['\u{1}']).chain(&chars[start + length..]).collect();
    Some((rest, side))
}

/// The positions of side words.
fn side_places(chars: &[char]) -> Vec<(usize, usize, Side)> {
    let mut places = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let text = |length: usize| {
            chars.get(at..at + length).map(|chars| chars.iter().collect::<String>())
        };
        let hit = [
            ("Left", true),
            ("left", true),
            ("LEFT", true),
            ("L", false),
            ("l", false),
            ("左", true),
        ];
        let mirror = [
            ("Right", true),
            ("right", true),
            ("RIGHT", true),
            ("R", false),
            ("r", false),
            ("右", true),
        ];
        let of_side = |list: [(&str, bool); 6], side: Side| {
            list.into_iter().find_map(|(word, long)| {
                let length = word.chars().count();
                (text(length).as_deref() == Some(word) && stands_alone(chars, at, length, long))
                    .then_some((at, length, side))
            })
        };
        let place = of_side(hit, Side::Left).or_else(|| of_side(mirror, Side::Right));
        at += place.map_or(1, |(_, length, _)| length);
        places.extend(place);
    }
    places
}

/// Whether the letters are a separate word: "Left" may be followed by "Arm" and follow "hand", "l"
/// may not follow or precede small letters, and "L" may be followed by "Thumb".
fn stands_alone(chars: &[char], at: usize, length: usize, long: bool) -> bool {
    let before = at.checked_sub(1).and_then(|before| chars.get(before)).copied().unwrap_or(' ');
    let (after, later) = (
        chars.get(at + length).copied().unwrap_or(' '),
        chars.get(at + length + 1).copied().unwrap_or(' '),
    );
    let first = chars[at];
    if is_side_sign(first) {
        return true;
    }
    let starts = !before.is_alphanumeric()
        || before.is_ascii_digit()
        || first.is_uppercase() && before.is_lowercase();
    let capital_word_follows =
        after.is_uppercase() && (later.is_lowercase() || first.is_lowercase());
    let ends = !after.is_alphanumeric()
        || after.is_ascii_digit()
        || capital_word_follows
        || long && at == 0;
    starts && ends
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rigs_of_many_programs_say_the_same() {
        let upper_arm = [
            "upper_arm.L",
            "UpperArm.L",
            "upperarm_l",
            "LeftUpperArm",
            "leftUpperArm",
            "Bip01 L UpperArm",
            "J_Bip_L_UpperArm",
            "DEF-upper_arm.L",
            "L_UpperArm",
            "lShldrBend",
            "ValveBiped.Bip01_L_UpperArm",
        ];
        for name in upper_arm {
            assert_eq!(
                meaning(name),
                Some(Meaning { part: Part::UpperArm, side: Some(Side::Left) }),
                "{name}"
            );
        }
        for name in [
            "mixamorig:LeftArm",
            "mixamorig1:LeftArm",
            "mixamorigLeftArm",
            "左腕",
            "Skeleton_arm_joint_L__4_",
            "leftarm",
        ] {
            assert_eq!(
                meaning(name),
                Some(Meaning { part: Part::Arm, side: Some(Side::Left) }),
                "{name}"
            );
        }
        for (name, part) in [
            ("右ひじ", Part::LowerArm),
            ("右手首", Part::Hand),
            ("Hip.R", Part::SideHip),
            ("calf_r", Part::LowerLeg),
        ] {
            assert_eq!(meaning(name), Some(Meaning { part, side: Some(Side::Right) }), "{name}");
        }
    }

    #[test]
    fn fingers_are_told_apart() {
        for (name, finger, phalanx) in [
            ("mixamorig:LeftHandIndex1", Finger::Index, None),
            ("f_index.01.L", Finger::Index, None),
            ("index_proximal.L", Finger::Index, Some(Phalanx::Proximal)),
            ("leftLittleIntermediate", Finger::Little, Some(Phalanx::Intermediate)),
            ("左人指１", Finger::Index, None),
            ("Bip01 L Finger41", Finger::Little, None),
            ("thumb_01_l", Finger::Thumb, None),
            ("pinky_metacarpal_l", Finger::Little, Some(Phalanx::Metacarpal)),
        ] {
            assert_eq!(
                meaning(name),
                Some(Meaning { part: Part::Finger(finger, phalanx), side: Some(Side::Left) }),
                "{name}"
            );
        }
    }

    #[test]
    fn what_is_not_sure_says_nothing() {
        for name in [
            "upperarm_twist_01_l",
            "左腕捩",
            "左足ＩＫ",
            "hand_ik.L",
            "Heel.IK.L",
            "PoleTarget.L",
            "HeadTop_End",
            "LeftToe_End",
            "Armature",
            "Bone.001",
            "ponytail",
            "",
            "L",
            "hand",
            "head.L",
            "左足D",
            "mouth",
            "Left",
            "finger",
            "_",
            "MCH-hand.L",
            "Control",
        ] {
            assert_eq!(meaning(name), None, "{name}");
        }
    }

    #[test]
    fn sides_are_taken_out_of_names() {
        for (left, right) in [
            ("hand.L", "hand.R"),
            ("LeftArm", "RightArm"),
            ("左腕", "右腕"),
            ("l_leg", "r_leg"),
            ("lShldr", "rShldr"),
            ("LThumb1", "RThumb1"),
            ("xLeft01", "xRight01"),
            ("leftarm", "rightarm"),
        ] {
            let (a, b) = (without_side(left), without_side(right));
            assert_eq!(
                a.as_ref().map(|(name, side)| (name.as_str(), *side)),
                b.as_ref().map(|(name, _)| (name.as_str(), Side::Left)),
                "{left}"
            );
            assert!(b.is_some_and(|(_, side)| side == Side::Right), "{right}");
        }
        for name in ["Head", "tail", "Ruler", "Leaf", "", "spine.001", "L_hand_R", "control"] {
            assert_eq!(without_side(name), None, "{name}");
        }
    }
}

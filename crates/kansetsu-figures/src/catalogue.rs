//! The embedded figures by name.

use kansetsu_formats::Figure;

use crate::prop::prop;

struct Entry {
    name: &'static str,
    description: &'static str,
    build: fn() -> Figure,
}

const CATALOGUE: [Entry; 8] = [
    Entry {
        name: "mannequin",
        description: "An adult of 1.70 m with every joint of the VRM humanoid",
        build: crate::mannequin,
    },
    Entry {
        name: "arm",
        description: "A left arm from the shoulder to the fingertips",
        build: crate::arm,
    },
    Entry { name: "leg", description: "A left leg from the hip to the toes", build: crate::leg },
    Entry { name: "hand", description: "A left hand with five fingers", build: crate::hand },
    Entry {
        name: "spine",
        description: "A spine of 24 vertebrae between a pelvis and a head",
        build: crate::spine,
    },
    Entry {
        name: "tentacle",
        description: "A tentacle of 30 joints that bend 20° each",
        build: crate::tentacle,
    },
    Entry {
        name: "quadruped",
        description: "A dog, 0.6 m at the shoulder",
        build: crate::quadruped,
    },
    Entry {
        name: "robot_arm",
        description: "An industrial arm of six hinges with a gripper",
        build: crate::robot_arm,
    },
];

/// The names of the embedded figures, the mannequin first.
pub const NAMES: &[&str] = &{
    let mut names = [""; CATALOGUE.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = CATALOGUE[i].name;
        i += 1;
    }
    names
};

/// Builds the embedded figure or prop with this name; `None` if there is none.
#[must_use]
pub fn figure(name: &str) -> Option<Figure> {
    entry(name).map(|entry| (entry.build)()).or_else(|| prop(name))
}

/// The description of the embedded figure with this name, in one line without a full stop.
#[must_use]
pub fn describe(name: &str) -> Option<&'static str> {
    entry(name).map(|entry| entry.description)
}

/// Hyphens are accepted for underscores.
fn entry(name: &str) -> Option<&'static Entry> {
    let name = name.replace('-', "_");
    CATALOGUE.iter().find(|entry| entry.name == name)
}

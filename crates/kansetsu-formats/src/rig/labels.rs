//! Unique names of joints.

use std::collections::BTreeMap;

use kansetsu::d3::Skeleton;

/// The names of joints in a rig file.
pub(super) struct Labels<'a> {
    /// For each name its joint, `None` if several joints have it.
    named: BTreeMap<&'a str, Option<usize>>,
    skeleton: &'a Skeleton,
    /// For each joint, the number after `#`.
    numbers: &'a [usize],
}

impl<'a> Labels<'a> {
    pub(super) fn new(skeleton: &'a Skeleton, numbers: &'a [usize]) -> Self {
        let mut named = BTreeMap::new();
        for (index, joint) in
            skeleton.joints().iter().enumerate().filter(|(_, joint)| !joint.name.is_empty())
        {
            named
                .entry(joint.name.as_str())
                .and_modify(|found| *found = None)
                .or_insert(Some(index));
        }
        Self { named, skeleton, numbers }
    }

    /// Its name if it is unique, else `#` and its number.
    pub(super) fn of(&self, joint: usize) -> String {
        let name = self.skeleton.joints().get(joint).map_or("", |joint| joint.name.as_str());
        let is_sure = self.named.get(name).is_some_and(Option::is_some) && !name.starts_with('#');
        if is_sure {
            name.to_owned()
        } else {
            format!("#{}", self.numbers.get(joint).copied().unwrap_or(joint))
        }
    }

    /// The joint of this label, or an error message.
    pub(super) fn find(&self, label: &str) -> Result<usize, String> {
        match self.named.get(label) {
            Some(Some(joint)) => return Ok(*joint),
            Some(None) => {
                return Err(format!("several joints are named \"{label}\"; use # and an index"));
            }
            None => {}
        }
        let number = label.strip_prefix('#').and_then(|number| number.parse::<usize>().ok());
        let joint =
            number.and_then(|number| self.numbers.iter().position(|&known| known == number));
        joint.ok_or_else(|| match self.skeleton.find(label) {
            Err(error) => error.to_string(),
            Ok(_) => format!("there is no joint \"{label}\""),
        })
    }
}

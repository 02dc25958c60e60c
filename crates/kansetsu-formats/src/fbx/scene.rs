//! The objects of a file, their names and their connections.

use std::collections::BTreeMap;

use super::record::{Record, Value, wrong};
use crate::Error;

/// A file: every object by its id, and the connections.
///
/// Versions before 7.0 identify objects by names; they get ids here.
pub(super) struct Scene<'a> {
    root: &'a Record<'a>,
    objects: BTreeMap<i64, Object<'a>>,
    /// In the order of the file.
    order: Vec<i64>,
    below: BTreeMap<i64, Vec<Link>>,
    above: BTreeMap<i64, Vec<Link>>,
    templates: BTreeMap<String, Vec<&'a Record<'a>>>,
}

/// An object.
#[derive(Clone, Copy)]
pub(super) struct Object<'a> {
    pub(super) id: i64,
    pub(super) record: &'a Record<'a>,
    template: Option<&'a Record<'a>>,
}

/// The other end of a connection.
#[derive(Clone)]
struct Link {
    id: i64,
    /// The connected property; empty for the object itself.
    property: String,
}

/// The id of the root object.
pub(super) const ROOT: i64 = 0;

impl<'a> Scene<'a> {
    pub(super) fn new(version: u32, root: &'a Record<'a>) -> Result<Self, Error> {
        let objects = root.child("Objects").ok_or_else(|| {
            wrong("Objects", "there are no objects; the file is damaged or truncated")
        })?;
        let mut scene = Self {
            root,
            objects: BTreeMap::new(),
            order: Vec::new(),
            below: BTreeMap::new(),
            above: BTreeMap::new(),
            templates: templates(root),
        };
        let mut numbers = Numbers { is_named: version < 7000, known: BTreeMap::new() };
        for record in &objects.children {
            if let Some(id) = record.values.first().and_then(|value| numbers.of(value, true)) {
                let template = scene.template(record);
                if scene.objects.insert(id, Object { id, record, template }).is_none() {
                    scene.order.push(id);
                }
            }
        }
        for link in root.all("Connections").flat_map(|list| &list.children) {
            scene.connect(link, &mut numbers);
        }
        Ok(scene)
    }

    fn connect(&mut self, link: &Record<'_>, numbers: &mut Numbers) {
        let (Some(kind), Some(child), Some(parent)) = (
            link.values.first().and_then(Value::text),
            link.values.get(1).and_then(|value| numbers.of(value, false)),
            link.values.get(2).and_then(|value| numbers.of(value, false)),
        ) else {
            return;
        };
        let is_known = |id: i64| id == ROOT || self.objects.contains_key(&id);
        if child == parent
            || !is_known(child)
            || !is_known(parent)
            || !matches!(kind.as_str(), "OO" | "OP")
        {
            return;
        }
        let property = link.values.get(3).and_then(Value::text).unwrap_or_default();
        self.above.entry(child).or_default().push(Link { id: parent, property: property.clone() });
        self.below.entry(parent).or_default().push(Link { id: child, property });
    }

    /// The default properties of objects, by their kind and, if a kind has several, by their class.
    fn template(&self, record: &Record<'_>) -> Option<&'a Record<'a>> {
        let templates = self.templates.get(record.name.as_ref())?;
        let class = record.values.get(2).and_then(Value::text).unwrap_or_default();
        let fits = |template: &&&Record<'_>| {
            let named = template.values.first().and_then(Value::text).unwrap_or_default();
            record.name != "NodeAttribute" || (!class.is_empty() && named.ends_with(&class))
        };
        templates
            .iter()
            .find(fits)
            .map(|template| template.child("Properties70").unwrap_or(template))
    }

    /// The objects of a kind, in the order of the file.
    pub(super) fn all(&self, kind: &'static str) -> impl Iterator<Item = Object<'a>> + '_ {
        self.order
            .iter()
            .map(|id| self.objects[id])
            .filter(move |object| object.record.name == kind)
    }

    /// All objects, in the order of the file.
    pub(super) fn every(&self) -> impl Iterator<Item = Object<'a>> + '_ {
        self.order.iter().map(|id| self.objects[id])
    }

    pub(super) fn object(&self, id: i64) -> Option<Object<'a>> {
        self.objects.get(&id).copied()
    }

    /// The objects connected below an object or one of its properties.
    pub(super) fn below(&self, id: i64) -> impl Iterator<Item = (Object<'a>, &str)> + '_ {
        self.links(&self.below, id)
    }

    /// The objects above an object. The root is not an object.
    pub(super) fn above(&self, id: i64) -> impl Iterator<Item = (Object<'a>, &str)> + '_ {
        self.links(&self.above, id)
    }

    fn links<'s>(
        &'s self,
        map: &'s BTreeMap<i64, Vec<Link>>,
        id: i64,
    ) -> impl Iterator<Item = (Object<'a>, &'s str)> + 's {
        map.get(&id)
            .into_iter()
            .flatten()
            .filter_map(|link| Some((self.object(link.id)?, link.property.as_str())))
    }

    /// The global settings of the file.
    pub(super) fn settings(&self) -> Option<Object<'a>> {
        let in_objects = || self.root.child("Objects")?.child("GlobalSettings");
        let record = self.root.child("GlobalSettings").or_else(in_objects)?;
        Some(Object { id: ROOT, record, template: None })
    }

    pub(super) fn root(&self) -> &'a Record<'a> {
        self.root
    }
}

/// Ids for names.
struct Numbers {
    is_named: bool,
    known: BTreeMap<String, i64>,
}

impl Numbers {
    fn of(&mut self, value: &Value<'_>, is_new: bool) -> Option<i64> {
        if !self.is_named {
            return value.integer().filter(|&id| id != ROOT || !is_new);
        }
        let name = value.text()?;
        if let Some(id) = self.known.get(&name) {
            return Some(*id);
        }
        if !is_new {
            // The scene itself is not an object.
            return Some(ROOT);
        }
        let id = 1 + self.known.len() as i64;
        self.known.insert(name, id);
        Some(id)
    }
}

fn templates<'a>(root: &'a Record<'a>) -> BTreeMap<String, Vec<&'a Record<'a>>> {
    let mut found: BTreeMap<String, Vec<&Record<'_>>> = BTreeMap::new();
    for of_kind in root.all("Definitions").flat_map(|definitions| definitions.all("ObjectType")) {
        if let Some(kind) = of_kind.values.first().and_then(Value::text) {
            found.entry(kind).or_default().extend(of_kind.all("PropertyTemplate"));
        }
    }
    found
}

impl Object<'_> {
    /// Its name without its kind: a binary file has `Hips\0\1Model`, a text file `Model::Hips`.
    pub(super) fn name(&self) -> String {
        let named = self.record.values.iter().take(2).find_map(Value::text).unwrap_or_default();
        match (named.split_once("\0\u{1}"), named.split_once("::")) {
            (Some((name, _)), _) | (None, Some((_, name))) => name.to_owned(),
            (None, None) => named,
        }
    }

    /// Its class: "LimbNode", "Cluster", ...
    pub(super) fn class(&self) -> String {
        self.record.values.iter().filter_map(Value::text).nth(1).unwrap_or_default()
    }

    /// Its place, for errors and warnings.
    pub(super) fn place(&self) -> String {
        format!("{} \"{}\"", self.record.name, self.name().chars().take(80).collect::<String>())
    }

    /// The values of a property: its own, else those of the template.
    fn property(&self, name: &str) -> Option<&[Value<'_>]> {
        let own = self.record.child("Properties70").or_else(|| self.record.child("Properties60"));
        [own, self.template].into_iter().flatten().find_map(|list| {
            let property = list.children.iter().find(|property| {
                property.values.first().is_some_and(|value| is_text(value, name))
            })?;
            // Before 7.0 a property has no label.
            property.values.get(if property.name == "Property" { 3 } else { 4 }..)
        })
    }

    pub(super) fn float(&self, name: &str) -> Option<f64> {
        self.property(name)?.first()?.float()
    }

    pub(super) fn integer(&self, name: &str) -> Option<i64> {
        self.property(name)?.first()?.integer()
    }

    pub(super) fn vector(&self, name: &str) -> Option<[f64; 3]> {
        let [x, y, z, ..] = self.property(name)? else { return None };
        Some([x.float()?, y.float()?, z.float()?])
    }
}

fn is_text(value: &Value<'_>, text: &str) -> bool {
    matches!(value, Value::Text(bytes) if bytes.as_ref() == text.as_bytes())
}

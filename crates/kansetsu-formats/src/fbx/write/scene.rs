//! The objects of a file under construction, and their connections.

use super::file::{Record, Value, block, leaf};

/// Objects and connections.
#[derive(Default)]
pub(super) struct Scene {
    pub(super) objects: Vec<Record>,
    pub(super) links: Vec<Record>,
}

/// The id of the root, to which the top nodes are connected.
pub(super) const ROOT: i64 = 0;
/// The id of the first object. Others follow one by one; programs accept any number but 0.
const FIRST: i64 = 1_000_000;

impl Scene {
    /// Adds an object; returns its id. `kind` is the name of its record with the kind in its name,
    /// if that differs.
    pub(super) fn add(
        &mut self,
        kind: [&'static str; 2],
        name: &str,
        class: &str,
        children: Vec<Record>,
    ) -> i64 {
        let id = FIRST + self.objects.len() as i64;
        // A zero byte separates the name from its kind.
        let named = format!("{}\0\u{1}{}", name.replace('\0', ""), kind[1]);
        let values = vec![id.into(), named.into(), class.into()];
        self.objects.push(Record { name: kind[0], values, children });
        id
    }

    pub(super) fn link(&mut self, child: i64, parent: i64) {
        self.links.push(leaf("C", ["OO".into(), child.into(), parent.into()]));
    }

    pub(super) fn link_to(&mut self, child: i64, parent: i64, property: &str) {
        self.links.push(leaf("C", ["OP".into(), child.into(), parent.into(), property.into()]));
    }
}

/// The list of an object's properties.
pub(super) fn properties(list: Vec<Record>) -> Record {
    block("Properties70", list)
}

/// A property: name, type, label, flags, values.
pub(super) fn property<T: Into<Value>>(
    [name, kind, label, flags]: [&str; 4],
    values: impl IntoIterator<Item = T>,
) -> Record {
    let head = [name, kind, label, flags].map(Value::from);
    leaf("P", head.into_iter().chain(values.into_iter().map(Into::into)))
}

/// A property of three numbers whose name is its type, such as `Lcl Translation`.
pub(super) fn animatable(name: &str, values: [f64; 3]) -> Record {
    property([name, name, "", "A"], values)
}

//! A document under construction.

use kansetsu::d3::Pose;
use serde_json::{Map, Value, json};

use crate::Figure;
use crate::gltf::extras::EXTRAS;
use crate::gltf::kept_expressions::EXPRESSIONS;
use crate::gltf::save::appendix::Appendix;
use crate::gltf::{origins, rigs};

/// The parts of the file under construction.
pub(super) struct Draft {
    pub(super) data: Appendix,
    pub(super) nodes: Vec<Value>,
    pub(super) lists: Map<String, Value>,
    pub(super) extensions: Vec<&'static str>,
    /// Nodes other than joints that are not at the top of the scene.
    pub(super) hung: Vec<usize>,
}

impl Draft {
    /// Adds a list to the document; the format has no empty ones.
    pub(super) fn list(&mut self, key: &str, values: Vec<Value>) {
        if !values.is_empty() {
            self.lists.insert(key.to_owned(), values.into());
        }
    }

    pub(super) fn document(
        &mut self,
        figure: &Figure,
        (standing, expressions): (&Pose, Option<Value>),
        roots: &[usize],
    ) -> Value {
        let mut scene = json!({"nodes": roots});
        if !figure.name.is_empty() {
            scene["name"] = figure.name.as_str().into();
        }
        let generator = concat!("Kansetsu ", env!("CARGO_PKG_VERSION"));
        let mut document = json!({"asset": {"version": "2.0", "generator": generator}, "scene": 0, "scenes": [scene]});
        let nodes = std::mem::take(&mut self.nodes);
        self.list("nodes", nodes);
        let (views, accessors) =
            (std::mem::take(&mut self.data.views), std::mem::take(&mut self.data.accessors));
        self.list("accessors", accessors);
        self.list("bufferViews", views);
        if !self.data.bytes.is_empty() {
            self.list("buffers", vec![json!({"byteLength": self.data.bytes.len()})]);
        }
        let extensions = self.extensions.iter().map(|&name| name.into()).collect();
        self.list("extensionsUsed", extensions);
        let mut own = Map::new();
        if !figure.rig.roles.is_empty() {
            let roles: Map<String, Value> = figure
                .rig
                .roles
                .iter()
                .map(|(role, &joint)| (role.name().to_owned(), joint.into()))
                .collect();
            own.insert("roles".to_owned(), roles.into());
        }
        if rigs::is_needed(figure, standing) {
            own.insert(rigs::RIG.to_owned(), rigs::value(figure, standing, &[]));
        }
        origins::write(figure, &mut own);
        own.extend(expressions.map(|value| (EXPRESSIONS.to_owned(), value)));
        if !own.is_empty() {
            self.lists.insert("extras".to_owned(), json!({EXTRAS: own}));
        }
        if let Some(document) = document.as_object_mut() {
            document.append(&mut self.lists);
        }
        document
    }

    /// Adds an extension of the document.
    pub(super) fn extension(&mut self, name: &'static str, value: Value) {
        self.use_extension(name);
        self.lists.entry("extensions").or_insert_with(|| json!({}))[name] = value;
    }

    pub(super) fn use_extension(&mut self, name: &'static str) {
        if !self.extensions.contains(&name) {
            self.extensions.push(name);
        }
    }
}

//! Expressions on the graphics card: the vertices of primitives that they move.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Weak},
};

use eframe::wgpu;
use kansetsu_formats::{Expressed, Figure};

use super::model::send_shape;

/// Expressions by their address. A weak reference keeps an address from being used again.
#[derive(Debug, Default)]
pub(crate) struct Faces {
    shelf: HashMap<usize, Face>,
}

#[derive(Debug)]
struct Face {
    expressed: Weak<Expressed>,
    /// The vertices of each moved primitive, by the indices of its mesh and of itself.
    shapes: BTreeMap<[usize; 2], wgpu::Buffer>,
}

impl Faces {
    /// Sends an expression of a figure, if it is new.
    pub(crate) fn stock(
        &mut self,
        device: &wgpu::Device,
        figure: &Figure,
        expressed: &Arc<Expressed>,
    ) {
        self.shelf.entry(address(expressed)).or_insert_with(|| {
            let shapes = expressed.primitives.iter().filter_map(|moved| {
                let primitive = figure.meshes.get(moved.mesh)?.primitives.get(moved.primitive)?;
                let shape = send_shape(device, primitive, &moved.positions);
                Some(([moved.mesh, moved.primitive], shape))
            });
            Face { expressed: Arc::downgrade(expressed), shapes: shapes.collect() }
        });
    }

    /// Frees the room of those that were dropped.
    pub(crate) fn tidy(&mut self) {
        self.shelf.retain(|_, face| face.expressed.strong_count() > 0);
    }

    /// The vertices of a primitive in an expression; `None` where it does not move them.
    pub(crate) fn shape(
        &self,
        expressed: &Arc<Expressed>,
        source: [usize; 2],
    ) -> Option<&wgpu::Buffer> {
        self.shelf.get(&address(expressed))?.shapes.get(&source)
    }
}

fn address(expressed: &Arc<Expressed>) -> usize {
    Arc::as_ptr(expressed).addr()
}

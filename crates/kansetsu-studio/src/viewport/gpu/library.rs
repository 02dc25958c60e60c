//! The figures that are on the graphics card.

use std::{
    collections::HashMap,
    sync::{Arc, Weak},
};

use kansetsu_formats::Figure;

use super::{card::Gpu, faces::Faces, layouts::Layouts, model::Model};
use crate::viewport::scene::Body;

/// Pictures that a figure may be missing from before its room is given back.
const PATIENCE: u64 = 240;

/// Figures by their address. A weak reference keeps an address from being used again.
#[derive(Debug, Default)]
pub(crate) struct Library {
    shelf: HashMap<usize, Volume>,
    pub(crate) faces: Faces,
    now: u64,
}

/// How many images are unpacked before a picture is drawn. A large one takes a good part of a
/// second: a window that waited for all of a figure's would freeze.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unpacking {
    /// For pictures to keep.
    All,
    /// For windows that draw again and again.
    One,
}

impl Unpacking {
    const fn most(self) -> usize {
        match self {
            Self::All => usize::MAX,
            Self::One => 1,
        }
    }
}

#[derive(Debug)]
struct Volume {
    figure: Weak<Figure>,
    model: Model,
    last_used: u64,
}

impl Library {
    /// Makes sure that the figures of these bodies are there with their expressions, and frees the
    /// room of those that were dropped or long not drawn.
    pub(crate) fn stock<'a>(
        &mut self,
        gpu: Gpu<'_>,
        layouts: &Layouts,
        bodies: impl Iterator<Item = &'a Body>,
        unpacking: Unpacking,
    ) {
        let Gpu { device, queue } = gpu;
        self.now += 1;
        let mut left = unpacking.most();
        for body in bodies {
            let figure = &body.figure;
            if let Some(face) = &body.face {
                self.faces.stock(device, figure, face);
            }
            let volume = self.shelf.entry(address(figure)).or_insert_with(|| Volume {
                figure: Arc::downgrade(figure),
                model: Model::new(device, queue, layouts, figure),
                last_used: 0,
            });
            volume.last_used = self.now;
            while left > 0 && volume.model.images.unpack_next(device, queue, layouts, figure) {
                left -= 1;
            }
        }
        self.faces.tidy();
        let now = self.now;
        self.shelf.retain(|_, volume| {
            volume.figure.strong_count() > 0 && now - volume.last_used <= PATIENCE
        });
    }

    /// Whether images are still to be unpacked.
    pub(crate) fn is_unpacking(&self) -> bool {
        self.shelf.values().any(|volume| volume.model.images.are_packed())
    }

    /// A figure's model; `None` when it was not asked for.
    pub(crate) fn get(&self, figure: &Arc<Figure>) -> Option<&Model> {
        self.shelf.get(&address(figure)).map(|volume| &volume.model)
    }
}

fn address(figure: &Arc<Figure>) -> usize {
    Arc::as_ptr(figure).addr()
}

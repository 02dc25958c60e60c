//! Draws scenes; what it needs again it keeps.

use std::collections::HashMap;

use eframe::wgpu;

use super::{
    card::Recording,
    frame::Extent,
    kit::Kit,
    library::{Library, Unpacking},
    view::View,
};
use crate::viewport::scene::Scene;

/// Everything on the graphics card: pipelines, figures, and the views of the app window.
#[derive(Debug)]
pub(crate) struct Renderer {
    pub(crate) kit: Kit,
    library: Library,
    views: HashMap<u64, Kept>,
    now: u64,
}

#[derive(Debug)]
struct Kept {
    view: View,
    drawn_at: u64,
}

impl Renderer {
    pub(crate) fn new(device: &wgpu::Device) -> Self {
        Self { kit: Kit::new(device), library: Library::default(), views: HashMap::new(), now: 0 }
    }

    /// Draws a scene into the view of this key, which is kept while every picture draws it.
    pub(crate) fn draw(
        &mut self,
        recording: &mut Recording<'_>,
        key: u64,
        scene: &Scene,
        extent: Extent,
    ) {
        let gpu = recording.gpu;
        self.tick(key);
        self.library.stock(gpu, &self.kit.layouts, scene.bodies.iter(), Unpacking::One);
        let drawn_at = self.now;
        let new = || Kept { view: View::new(gpu.device, &self.kit, extent), drawn_at };
        let kept = self.views.entry(key).or_insert_with(new);
        if kept.view.target.extent != extent {
            *kept = new();
        }
        kept.drawn_at = drawn_at;
        kept.view.draw(recording, &self.kit, &self.library, scene);
    }

    /// Whether the next picture will show more: images are unpacked one by one.
    pub(crate) fn is_unfinished(&self) -> bool {
        self.library.is_unpacking()
    }

    /// The view that was drawn under this key.
    pub(crate) fn view(&self, key: u64) -> Option<&View> {
        self.views.get(&key).map(|kept| &kept.view)
    }

    /// Draws a scene into a view that is not kept.
    pub(crate) fn draw_once(
        &mut self,
        recording: &mut Recording<'_>,
        scene: &Scene,
        extent: Extent,
    ) -> View {
        let gpu = recording.gpu;
        self.library.stock(gpu, &self.kit.layouts, scene.bodies.iter(), Unpacking::All);
        let mut view = View::new(gpu.device, &self.kit, extent);
        view.draw(recording, &self.kit, &self.library, scene);
        view
    }

    /// A view that is drawn a second time begins a new picture; what was in none of the last two is
    /// dropped.
    fn tick(&mut self, key: u64) {
        if self.views.get(&key).is_some_and(|kept| kept.drawn_at == self.now) {
            self.now += 1;
            let now = self.now;
            self.views.retain(|_, kept| now - kept.drawn_at <= 2);
        }
    }
}
